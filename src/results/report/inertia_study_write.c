/* What contacts say of mass and inertia, as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "report/writers.h"

#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"
#include "report/inertia_online.h"

static const char *const estimators[] = {
    [ROUTH_LEAST_SQUARES] = "least-squares", [ROUTH_ERRORS_IN_VARIABLES] = "errors-in-variables"};
static const char *const regressions[] = {
    [ROUTH_MODE_FREE] = "mode-free", [ROUTH_SLIDING_MODE] = "sliding", [ROUTH_STICKING_MODE] = "sticking"};

enum { MISFITS = ROUTH_MISFIT_UNCERTAIN + 1 };

static void count_misfits(const routh_inertia_estimate *fit, size_t counts[MISFITS]) {
    for (int k = 0; k < MISFITS; k++)
        counts[k] = 0;
    for (size_t i = 0; i < fit->count; i++)
        counts[fit->misfit[i]]++;
}

static double stated_ratio(const routh_inertia_study *a) {
    const routh_body *body = &a->dataset->body;
    return body->mass > 0 && body->inertia > 0 ? body->mass / body->inertia : NAN;
}

static void print_line(FILE *file, const char *name, double value, double error, double low, double high,
                       const char *unit) {
    fprintf(file, "  %-12s %11.5g ± %-10.2g %9.5g … %-10.5g %s\n", name, value, error, low, high, unit);
}

static void print_fit(FILE *file, const routh_inertia_estimate *fit) {
    fprintf(file, "%s, %s regression, %zu contact%s\n",
            fit->estimator == ROUTH_LEAST_SQUARES ? "Ordinary least squares" : "Errors in variables",
            regressions[fit->regression], fit->used, fit->used == 1 ? "" : "s");
    for (int k = 0; k < fit->unknowns; k++)
        print_line(file, routh_name(&routh_unknowns, fit->unknown[k]), fit->value[k], fit->standard_error[k],
                   fit->low[k], fit->high[k], routh_about(&routh_unknowns, fit->unknown[k]));
    if (!isnan(fit->mass) && fit->mass_error > 0)
        print_line(file, "m", fit->mass, fit->mass_error, fit->mass_low, fit->mass_high, "kg");
    if (!isnan(fit->inertia))
        print_line(file, "I", fit->inertia, fit->inertia_error, fit->inertia_low, fit->inertia_high, "kg m²");
    fprintf(file, "  residual %.3g rad/s", fit->residual);
    if (isfinite(fit->correlation))
        fprintf(file, ", correlation %.4f", fit->correlation);
    if (fit->unknowns > 1) {
        fputs("; singular values", file);
        for (int k = 0; k < fit->unknowns; k++)
            fprintf(file, " %.3g", fit->singular[k]);
        fprintf(file, ", condition %.3g", fit->condition);
    }
    fputs("\n\n", file);
}

static void print_text(FILE *file, const void *what) {
    const routh_inertia_study *a = what;
    const routh_inertia_estimate *fit = &a->fit;
    size_t counts[MISFITS];
    count_misfits(fit, counts);
    fprintf(file, "%s: %zu impact%s, %zu usable, %zu used\nFrame: %s (%s)\n", a->dataset->name, a->dataset->count,
            a->dataset->count == 1 ? "" : "s", a->count, fit->used, routh_name(&routh_frames, a->frame), a->why);
    fprintf(file, "Noise, %s: vx %.3g m/s, vy %.3g m/s, ω %.3g rad/s", a->noise_from, fit->noise.vx, fit->noise.vy,
            fit->noise.omega);
    if (fit->noise.theta > 0)
        fprintf(file, ", y %.3g m, θ %.3g rad", fit->noise.y, fit->noise.theta);
    fprintf(file, "\n\n  %-12s%12s ± %-10s%s\n", "", "VALUE", "ERROR", "   95 % INTERVAL");
    print_fit(file, fit);
    if (a->has_plain)
        print_fit(file, &a->plain);
    if (a->online.count > 0)
        routh_inertia_online_print(file, &a->online);
    if (!isnan(stated_ratio(a)))
        fprintf(file, "Stated: m/I = %.5g 1/m²\n", stated_ratio(a));
    for (int k = 1; k < MISFITS; k++)
        if (counts[k])
            fprintf(file, "Left out: %zu (%s)\n", counts[k], routh_about(&routh_misfits, (routh_misfit)k));
    for (size_t i = 0; i < fit->findings.count; i++)
        fprintf(file, "%s%s", i ? " " : "", fit->findings.finding[i].text);
    fputc('\n', file);
}

static void print_csv(FILE *file, const void *what) {
    const routh_inertia_study *a = what;
    char text[ROUTH_SHORTEST_TEXT];
    const routh_inertia_estimate *fit = &a->fit;
    if (a->online.count > 0) {
        routh_inertia_online_csv(file, &a->online);
        return;
    }
    fprintf(file, "record,trajectory,lever,turn,deviation,misfit,%s\n",
            fit->impulse_is_absolute ? "pt,pn" : "pt_per_mass,pn_per_mass");
    for (size_t i = 0; i < a->count; i++) {
        fprintf(file, "%zu,%ld,", a->record[i].index, a->record[i].trajectory);
        const double numbers[] = {fit->lever[i], fit->turn[i], fit->deviation[i]};
        for (int k = 0; k < 3; k++) {
            fputs(routh_shortest_text(numbers[k], text), file);
            fputc(',', file);
        }
        fprintf(file, "%s,", routh_name(&routh_misfits, fit->misfit[i]));
        for (int k = 0; k < 2; k++) {
            if (isfinite(fit->impulse[2 * i + (size_t)k]))
                fputs(routh_shortest_text(fit->impulse[2 * i + (size_t)k], text), file);
            fputc(k ? '\n' : ',', file);
        }
    }
}

static json_t *value_object(double value, double error, double low, double high, const char *unit) {
    json_t *object = json_object();
    routh_json_put(&object, "value", routh_json_number(value));
    routh_json_put(&object, "standard_error", routh_json_number(error));
    routh_json_put(&object, "low", routh_json_number(low));
    routh_json_put(&object, "high", routh_json_number(high));
    routh_json_put(&object, "unit", json_string(unit));
    return object;
}

static json_t *offset_object(double value, double error, const char *unit) {
    return value_object(value, error, value - 1.96 * error, value + 1.96 * error, unit);
}

static json_t *fit_object(const routh_inertia_estimate *fit) {
    json_t *object = json_object(), *unknowns = json_object(), *directions = json_array(), *names = json_array();
    for (int k = 0; k < fit->unknowns; k++) {
        routh_json_put(&unknowns, routh_name(&routh_unknowns, fit->unknown[k]),
                       value_object(fit->value[k], fit->standard_error[k], fit->low[k], fit->high[k],
                                    routh_about(&routh_unknowns, fit->unknown[k])));
        routh_json_add(&directions, routh_json_numbers(fit->direction[k], (size_t)fit->unknowns));
        routh_json_add(&names, json_string(routh_name(&routh_unknowns, fit->unknown[k])));
    }
    routh_json_put(&object, "estimator", json_string(estimators[fit->estimator]));
    routh_json_put(&object, "regression", json_string(regressions[fit->regression]));
    routh_json_put(&object, "unknowns", unknowns);
    ROUTH_PUT(&object, routh_inertia_estimate, fit, m_over_i_size_error);
    routh_json_put(&object, "mass", value_object(fit->mass, fit->mass_error, fit->mass_low, fit->mass_high, "kg"));
    routh_json_put(&object, "inertia",
                   value_object(fit->inertia, fit->inertia_error, fit->inertia_low, fit->inertia_high, "kg m²"));
    if (fit->angle_offset_error > 0)
        routh_json_put(&object, "angle_offset", offset_object(fit->angle_offset, fit->angle_offset_error, "rad"));
    if (fit->height_offset_error > 0)
        routh_json_put(&object, "height_offset", offset_object(fit->height_offset, fit->height_offset_error, "m"));
    routh_json_put(&object, "order", names);
    routh_json_put(&object, "singular_values", routh_json_numbers(fit->singular, (size_t)fit->unknowns));
    routh_json_put(&object, "directions", directions);
    ROUTH_PUT(&object, routh_inertia_estimate, fit, condition, residual, correlation, used, left_out, identifiable);
    routh_json_put(&object, "words", routh_paragraph_json(&fit->findings));
    return object;
}

static json_t *noise_object(const routh_inertia_study *a) {
    const routh_noise *n = &a->fit.noise;
    json_t *object = ROUTH_JSON_FIELDS(routh_inertia_study, a, noise_from);
    ROUTH_PUT_SPAN(&object, routh_noise, n, y, omega);
    return object;
}

static json_t *study_object(const routh_inertia_study *a) {
    json_t *all = json_object(), *dataset = json_object(), *frame = json_object(), *misfits = json_object();
    size_t counts[MISFITS];
    count_misfits(&a->fit, counts);
    for (int k = 1; k < MISFITS; k++)
        routh_json_put(&misfits, routh_name(&routh_misfits, (routh_misfit)k), routh_json_count(counts[k]));
    ROUTH_PUT(&dataset, routh_dataset, a->dataset, name, count);
    ROUTH_PUT(&dataset, routh_inertia_study, a, count);
    ROUTH_PUT(&frame, routh_inertia_study, a, frame, why);
    routh_json_put(&all, "dataset", dataset);
    routh_json_put(&all, "frame", frame);
    routh_json_put(&all, "noise", noise_object(a));
    routh_json_put(&all, "fit", fit_object(&a->fit));
    routh_json_put(&all, "least_squares", a->has_plain ? fit_object(&a->plain) : json_null());
    if (a->online.count > 0)
        routh_json_put(&all, "online", routh_inertia_online_json(&a->online));
    routh_json_put(&all, "stated_m_over_i", routh_json_number(stated_ratio(a)));
    routh_json_put(&all, "misfits", misfits);
    routh_json_put_version(&all);
    return all;
}

static routh_status write_text(routh_context *context, const routh_inertia_study *study, routh_io to) {
    return routh_text_print(context, to, print_text, study);
}

static routh_status write_csv(routh_context *context, const routh_inertia_study *study, routh_io to) {
    return routh_text_print(context, to, print_csv, study);
}

static routh_status write_json(routh_context *context, const routh_inertia_study *study, routh_io to) {
    return routh_json_write(context, study_object(study), ROUTH_JSON_RESULTS, to);
}

routh_status routh_inertia_study_write(routh_context *context, const routh_inertia_study *study, routh_io to) {
    static const char *const endings[] = {".txt", ".csv", ".json", ".svg", NULL};
    static routh_status (*const write[])(routh_context *, const routh_inertia_study *,
                                         routh_io) = {write_text, write_csv, write_json, routh_inertia_study_write_svg};
    const int format = routh_ending_of(context, "routh_inertia_study", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, study, to);
}
