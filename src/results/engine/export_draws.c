/* Sets of parameters drawn from a material's errors and correlations, each converted for an engine.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "engine/engine.h"
#include "fields/structs.h"
#include "file/output.h"
#include "file/rows.h"

/* Which of them the material states. */
static bool is_stated(const routh_export_job *job, int parameter) {
    return isfinite(job->material.value[parameter]);
}

static void apply_set(const double set[ROUTH_MATERIAL_PARAMETERS], routh_engine_target *target) {
    target->surface.pair.mu = set[ROUTH_MATERIAL_MU];
    target->surface.pair.eps = set[ROUTH_MATERIAL_EPS];
    if (isfinite(set[ROUTH_MATERIAL_EPS_SLOPE]))
        target->surface.eps_slope = set[ROUTH_MATERIAL_EPS_SLOPE];
    if (isfinite(set[ROUTH_MATERIAL_ETA2]))
        target->surface.pair.eta2 = set[ROUTH_MATERIAL_ETA2];
}

/* A set that the engine cannot give keeps its place, so that rows stay draws. */
static routh_status convert_all(routh_context *context, const routh_export_job *job, routh_export_draws *draws) {
    routh_context spare = routh_context_default(), *own = context ? context : &spare;
    for (size_t i = 0; i < draws->count; i++) {
        routh_engine_target target = job->what.target;
        apply_set(draws->set[i], &target);
        const routh_status status = routh_engine_convert(own, job->engine, &target, &job->what.body, job->step,
                                                         job->what.textbook, &draws->setting[i]);
        if (status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED)
            return status;
        if (status != ROUTH_OK && draws->without++ == 0)
            snprintf(draws->why, sizeof draws->why, "%s", own->message);
        if (status != ROUTH_OK)
            draws->setting[i].engine = NULL;
    }
    if (draws->without == draws->count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no set can be had: %s", draws->why);
    return ROUTH_OK;
}

routh_status routh_export_draws_make(routh_context *context, const routh_export_job *job, uint64_t seed, size_t count,
                                     routh_export_draws *draws) {
    *draws = (routh_export_draws){.count = count, .seed = seed};
    if (!job->engine)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "format",
                                "samples are converted for one engine; %s is for all of them",
                                routh_name(&routh_export_formats, (long)job->format));
    if (count < 1 || count > ROUTH_MOST_REPETITIONS)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "samples", "%zu samples; it must be 1 … %d", count,
                                ROUTH_MOST_REPETITIONS);
    draws->set = routh_allocate(context, count, sizeof *draws->set);
    draws->setting = routh_allocate(context, count, sizeof *draws->setting);
    routh_status status = draws->set && draws->setting ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK)
        status = routh_material_draw(context, &job->material, seed, count, draws->set);
    if (status == ROUTH_OK)
        status = convert_all(context, job, draws);
    if (status != ROUTH_OK)
        routh_export_draws_release(context, draws);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_export_draws)

routh_status routh_export_draw(routh_context *context, const routh_export_draws *draws, size_t index,
                               routh_export_job *job) {
    const routh_engine_target *target = &job->what.target;
    if (index >= draws->count || !draws->setting[index].engine)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "index", "set %zu cannot be had", index + 1);
    job->what.setting = draws->setting[index];
    apply_set(draws->set[index], &job->what.target);
    job->slip_adds = routh_engine_slip_adds(&job->what.setting, target, &job->what.body);
    snprintf(job->draw, sizeof job->draw, "Draw %zu of seed %" PRIu64 ": mu %.4g, eps %.4g.", index + 1, draws->seed,
             target->surface.pair.mu, target->surface.pair.eps);
    job->what.draw = job->draw;
    if (target->restitution == ROUTH_NEWTON || job->what.textbook)
        return ROUTH_OK;
    return routh_newton_of(context, target, &job->what.body, 1, ROUTH_NEWTON_IMPACTS, &job->what.newton);
}

typedef struct draw_table {
    const routh_export_job *job;
    const routh_export_draws *draws;
} draw_table;

static void print_number(FILE *file, const char *before, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    fprintf(file, "%s%s", before, routh_shortest_text(value, text));
}

static void print_csv(FILE *file, const void *what) {
    const routh_export_job *job = ((const draw_table *)what)->job;
    const routh_export_draws *draws = ((const draw_table *)what)->draws;
    routh_rows rows = routh_rows_csv(file, NULL, "sample");
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++)
        if (is_stated(job, p))
            ROUTH_CELLS(&rows, routh_name(&routh_material_parameters, p));
    for (size_t p = 0; p < job->engine->parameter_count; p++)
        fprintf(file, ",%s_%s", job->engine->name, job->engine->parameter[p].name);
    ROUTH_ROW(&rows, "step", "mass"); /* for which the values hold */
    for (size_t i = 0; i < draws->count; i++) {
        ROUTH_CELLS(&rows, i + 1);
        for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++)
            if (is_stated(job, p))
                ROUTH_CELLS(&rows, draws->set[i][p]);
        for (size_t p = 0; p < job->engine->parameter_count; p++)
            ROUTH_CELLS(&rows, draws->setting[i].engine ? draws->setting[i].value[p] : (double)NAN);
        ROUTH_ROW(&rows, job->step, job->what.body.mass);
    }
}

/* Names of parameters are ours, and need no escapes. */
static void print_json(FILE *file, const void *what) {
    const routh_export_job *job = ((const draw_table *)what)->job;
    const routh_export_draws *draws = ((const draw_table *)what)->draws;
    fprintf(file, "{\"engine\": \"%s\"", job->engine->name);
    print_number(file, ", \"step\": ", job->step);
    print_number(file, ", \"mass\": ", job->what.body.mass);
    fputs(", \"samples\": [", file);
    for (size_t i = 0; i < draws->count; i++) {
        const char *between = "";
        fprintf(file, "%s\n  {\"material\": {", i == 0 ? "" : ",");
        for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++)
            if (is_stated(job, p)) {
                fprintf(file, "%s\"%s\"", between, routh_name(&routh_material_parameters, p));
                print_number(file, ": ", draws->set[i][p]);
                between = ", ";
            }
        fputs("}, \"parameters\": ", file);
        between = "{";
        for (size_t p = 0; draws->setting[i].engine && p < job->engine->parameter_count; p++) {
            fprintf(file, "%s\"%s\"", between, job->engine->parameter[p].name);
            print_number(file, ": ", draws->setting[i].value[p]);
            between = ", ";
        }
        fputs(draws->setting[i].engine ? "}}" : "null}", file);
    }
    fputs("\n]}\n", file);
}

routh_status routh_export_draws_write(routh_context *context, const routh_export_job *job,
                                      const routh_export_draws *draws, routh_io to) {
    static const char *const endings[] = {".csv", ".json", NULL};
    const draw_table table = {job, draws};
    const int ending = routh_ending_of(context, "samples", endings, to);
    if (ending < 0)
        return ROUTH_BAD_ARGUMENT;
    return routh_text_print(context, to, ending == 0 ? print_csv : print_json, &table);
}
