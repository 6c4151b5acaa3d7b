/* `routh export --samples`: sets of parameters drawn from what is known, each converted for the engine.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "fail_input.h"
#include "message.h"
#include "output.h"
#include "result_folder.h"

typedef double parameter_set[ROUTH_MATERIAL_PARAMETERS];

typedef struct sample_list {
    parameter_set *set;
    routh_engine_setting *setting; /* engine NULL: none gives it */
    size_t count;
} sample_list;

static size_t seed_of(const export_options *options) {
    return options->seed ? options->seed : 1;
}

/* Which of them the material states. */
static bool is_stated(const export_job *job, int parameter) {
    return isfinite(job->material.value[parameter]);
}

static void apply_set(const parameter_set set, routh_engine_target *target) {
    target->surface.pair.mu = set[ROUTH_MATERIAL_MU];
    target->surface.pair.eps = set[ROUTH_MATERIAL_EPS];
    if (isfinite(set[ROUTH_MATERIAL_EPS_SLOPE]))
        target->surface.eps_slope = set[ROUTH_MATERIAL_EPS_SLOPE];
    if (isfinite(set[ROUTH_MATERIAL_ETA2]))
        target->surface.pair.eta2 = set[ROUTH_MATERIAL_ETA2];
}

/* A set that the engine cannot give keeps its place, so that rows stay draws. */
static int convert_all(const char *verb, const export_options *options, const export_job *job, sample_list *samples) {
    size_t without = 0;
    char why[ROUTH_MESSAGE_SIZE] = "";
    for (size_t i = 0; i < samples->count; i++) {
        routh_context context = routh_context_default();
        routh_engine_target target = job->what.target;
        apply_set(samples->set[i], &target);
        const routh_status status = routh_engine_convert(&context, job->engine, &target, &job->what.body, job->step,
                                                         options->textbook, &samples->setting[i]);
        if (status == ROUTH_OUT_OF_MEMORY)
            return fail_input(verb, &context);
        if (status != ROUTH_OK && without++ == 0)
            snprintf(why, sizeof why, "%s", context.message);
    }
    if (without == samples->count)
        return fail(verb, "no set can be had: %s", why);
    if (without > 0)
        warn(verb, "%zu of %zu sets cannot be had, and are left empty; the first: %s", without, samples->count, why);
    return 0;
}

static void write_head(FILE *file, const export_job *job) {
    fputs("sample", file);
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++)
        if (is_stated(job, p))
            fprintf(file, ",%s", routh_name(&routh_material_parameters, p));
    for (size_t p = 0; p < job->engine->parameter_count; p++)
        fprintf(file, ",%s_%s", job->engine->name, job->engine->parameter[p].name);
    fputs(",step,mass\n", file); /* for which the values hold */
}

static void write_csv(FILE *file, const export_job *job, const sample_list *samples) {
    write_head(file, job);
    for (size_t i = 0; i < samples->count; i++) {
        fprintf(file, "%zu", i + 1);
        for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++)
            if (is_stated(job, p)) {
                fputc(',', file);
                print_number(file, samples->set[i][p]);
            }
        for (size_t p = 0; p < job->engine->parameter_count; p++) {
            fputc(',', file);
            if (samples->setting[i].engine)
                print_number(file, samples->setting[i].value[p]);
        }
        fputc(',', file);
        print_number(file, job->step);
        fputc(',', file);
        print_number(file, job->what.body.mass);
        fputc('\n', file);
    }
}

/* Names of parameters are ours, and need no escapes. */
static void write_json(FILE *file, const export_job *job, const sample_list *samples) {
    fprintf(file, "{\"engine\": \"%s\", \"step\": ", job->engine->name);
    print_number(file, job->step);
    fputs(", \"mass\": ", file);
    print_number(file, job->what.body.mass);
    fputs(", \"samples\": [", file);
    for (size_t i = 0; i < samples->count; i++) {
        const char *between = "";
        fprintf(file, "%s\n  {\"material\": {", i == 0 ? "" : ",");
        for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++)
            if (is_stated(job, p)) {
                fprintf(file, "%s\"%s\": ", between, routh_name(&routh_material_parameters, p));
                print_number(file, samples->set[i][p]);
                between = ", ";
            }
        fputs("}, \"parameters\": ", file);
        between = "{";
        for (size_t p = 0; samples->setting[i].engine && p < job->engine->parameter_count; p++) {
            fprintf(file, "%s\"%s\": ", between, job->engine->parameter[p].name);
            print_number(file, samples->setting[i].value[p]);
            between = ", ";
        }
        fputs(samples->setting[i].engine ? "}}" : "null}", file);
    }
    fputs("\n]}\n", file);
}

typedef struct sample_table {
    const export_job *job;
    const sample_list *samples;
} sample_table;

static routh_status write_table(routh_context *context, const void *what, routh_io to) {
    const sample_table *table = what;
    routh_output output;
    routh_status status = routh_output_create(context, to, &output);
    if (status != ROUTH_OK)
        return status;
    write_csv(output.file, table->job, table->samples);
    status = routh_output_write(context, &output);
    routh_output_release(context, &output);
    return status;
}

static routh_status write_variant(routh_context *context, const void *what, routh_io to) {
    const export_job *job = what;
    return routh_export_write(context, &job->what, job->format, true, to);
}

/* The model of one set says which it is, and what Newton's e is of that set. */
static int make_variant(const char *verb, const export_options *options, const sample_list *samples, size_t index,
                        export_job *job) {
    routh_context context = routh_context_default();
    const routh_engine_target *target = &job->what.target;
    job->what.setting = samples->setting[index];
    apply_set(samples->set[index], &job->what.target);
    snprintf(job->draw, sizeof job->draw, "Draw %zu of seed %zu: mu %.4g, eps %.4g.", index + 1, seed_of(options),
             target->surface.pair.mu, target->surface.pair.eps);
    job->what.draw = job->draw;
    if (target->restitution == ROUTH_NEWTON || options->textbook)
        return 0;
    const routh_status status =
        routh_newton_of(&context, target, &job->what.body, 1, ROUTH_NEWTON_IMPACTS, &job->what.newton);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

/* The table sets.csv, and a model for each set, sample_0001.xml and so on. */
static int write_folder(const char *verb, const export_options *options, export_job *job, const sample_list *samples) {
    static const char *const endings[ROUTH_EXPORT_COUNT] = {".xml", ".sdf", ".urdf", ".sdf", ".cpp", ".usda", ".json"};
    const sample_table table = {job, samples};
    result_folder results;
    int answer = results_open(&results, verb, options->folder, RESULTS_REPLACE);
    if (answer == 0)
        answer = results_claim(&results, "sets.csv");
    if (answer == 0)
        answer = results_write(&results, "sets.csv", write_table, &table);
    for (size_t i = 0; i < samples->count && answer == 0; i++) {
        char name[64];
        if (!samples->setting[i].engine)
            continue;
        snprintf(name, sizeof name, "sample_%04zu%s", i + 1, endings[job->format]);
        answer = make_variant(verb, options, samples, i, job);
        if (answer == 0)
            answer = results_claim(&results, name);
        if (answer == 0)
            answer = results_write(&results, name, write_variant, job);
    }
    if (answer == 0)
        answer = results_place(&results);
    results_release(&results);
    return answer;
}

static int write_list(const char *verb, const export_options *options, export_job *job, const sample_list *samples) {
    output_file out;
    if (options->folder)
        return write_folder(verb, options, job, samples);
    const char *ending = options->output ? strrchr(options->output, '.') : NULL;
    const int answer = output_open(&out, verb, options->output);
    if (answer != 0)
        return answer;
    if (ending && strcmp(ending, ".json") == 0)
        write_json(out.file, job, samples);
    else
        write_csv(out.file, job, samples);
    return output_close(&out);
}

/* What the data did not determine is said with every draw. */
static int say_findings(const char *verb, const export_job *job) {
    routh_context context = routh_context_default();
    routh_findings findings = {0};
    if (routh_material_findings(&context, &job->material, &findings) != ROUTH_OK)
        return fail_input(verb, &context);
    bool alike = true;
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++) {
        const routh_interval *in = &job->material.interval[p];
        const double error = job->material.error[p];
        alike &= !is_stated(job, p) || !(error > 0) || (isinf(error) && !(isfinite(in->low) && isfinite(in->high)));
    }
    if (alike)
        note(verb, "all sets are alike, since no error is known; give sd in a table of your own (docs/materials.md)");
    for (size_t i = 0; i < findings.count; i++)
        note(verb, "%s", findings.finding[i].text);
    routh_findings_release(&context, &findings);
    return 0;
}

int export_samples(const char *verb, const export_options *options, export_job *job) {
    routh_context context = routh_context_default();
    sample_list samples = {.count = options->samples};
    if (!job->engine)
        return fail(verb, "--samples converts for one engine; --to json is for all of them");
    if (samples.count > ROUTH_MOST_REPETITIONS)
        return fail(verb, "--samples %zu: %d at most", samples.count, ROUTH_MOST_REPETITIONS);
    samples.set = calloc(samples.count, sizeof *samples.set);
    samples.setting = calloc(samples.count, sizeof *samples.setting);
    int answer = samples.set && samples.setting ? 0 : fail(verb, "out of memory");
    if (answer == 0 &&
        routh_material_draw(&context, &job->material, seed_of(options), samples.count, samples.set) != ROUTH_OK)
        answer = fail_input(verb, &context);
    if (answer == 0)
        answer = convert_all(verb, options, job, &samples);
    if (answer == 0)
        answer = write_list(verb, options, job, &samples);
    if (answer == 0)
        answer = say_findings(verb, job);
    free(samples.set);
    free(samples.setting);
    return answer;
}
