/* What contacts say of mass and inertia, as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>

static const char *const estimators[] = {
    [ROUTH_LEAST_SQUARES] = "least-squares", [ROUTH_ERRORS_IN_VARIABLES] = "errors-in-variables"};
static const char *const regressions[] = {
    [ROUTH_MODE_FREE] = "mode-free", [ROUTH_SLIDING_MODE] = "sliding", [ROUTH_STICKING_MODE] = "sticking"};

static void print_line(FILE *file, const char *name, double value, double error, double low, double high,
                       const char *unit) {
    fprintf(file, "  %-12s %11.5g ± %-10.2g %9.5g … %-10.5g %s\n", name, value, error, low, high, unit);
}

static void print_fit(FILE *file, const routh_inertia_estimate *fit) {
    fprintf(file, "%s, %s regression, ",
            fit->estimator == ROUTH_LEAST_SQUARES ? "Ordinary least squares" : "Errors in variables",
            regressions[fit->regression]);
    routh_print_count(file, fit->used, "contact\n", "contacts\n");
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

static void print_online(FILE *file, const routh_inertia_history *history) {
    fputs("Contact by contact, m/I in 1/m²\n", file);
    fprintf(file, "  %10s%10s%12s ± %-10s%s\n", "CONTACTS", "USED", "VALUE", "ERROR", "   95 % INTERVAL");
    for (size_t i = 0; i < history->count; i++) {
        const routh_inertia_row *row = &history->row[i];
        if (row->why)
            fprintf(file, "  %10zu%10s  not determined: %s\n", row->contacts, "", row->why);
        else
            fprintf(file, "  %10zu %9zu %11.5g ± %-10.2g %9.5g … %-10.5g\n", row->contacts, row->used, row->m_over_i,
                    row->error, row->low, row->high);
    }
    fputc('\n', file);
}

static void print_text(FILE *file, const void *what) {
    const routh_inertia_study *a = what;
    const routh_inertia_estimate *fit = &a->fit;
    fprintf(file, "%s: ", a->dataset->name);
    routh_print_count(file, a->dataset->count, "impact", NULL);
    fprintf(file, ", %zu usable, %zu used\nFrame: %s (%s)\n", a->count, fit->used, routh_name(&routh_frames, a->frame),
            a->why);
    fprintf(file, "Noise, %s: vx %.3g m/s, vy %.3g m/s, ω %.3g rad/s", a->noise_from, fit->noise.vx, fit->noise.vy,
            fit->noise.omega);
    if (fit->noise.theta > 0)
        fprintf(file, ", y %.3g m, θ %.3g rad", fit->noise.y, fit->noise.theta);
    fprintf(file, "\n\n  %-12s%12s ± %-10s%s\n", "", "VALUE", "ERROR", "   95 % INTERVAL");
    print_fit(file, fit);
    if (a->has_plain)
        print_fit(file, &a->plain);
    if (a->online.count > 0)
        print_online(file, &a->online);
    if (!isnan(a->stated_m_over_i))
        fprintf(file, "Stated: m/I = %.5g 1/m²\n", a->stated_m_over_i);
    for (int k = 1; k < ROUTH_MISFIT_COUNT; k++)
        if (a->by_misfit[k])
            fprintf(file, "Left out: %zu (%s)\n", a->by_misfit[k], routh_about(&routh_misfits, (routh_misfit)k));
    routh_print_findings(file, &fit->findings, NULL);
    fputc('\n', file);
}

static void print_csv(FILE *file, const void *what) {
    const routh_inertia_study *a = what;
    const routh_inertia_estimate *fit = &a->fit;
    const routh_inertia_history *history = &a->online;
    routh_rows rows =
        routh_rows_csv(file, NULL,
                       history->count > 0 ? "contacts,used,m_over_i,standard_error,low,high,not_determined\n"
                                          : "record,trajectory,lever,turn,deviation,misfit,");
    for (size_t i = 0; i < history->count; i++) {
        const routh_inertia_row *row = &history->row[i];
        const double is = row->why ? NAN : 1;
        ROUTH_ROW(&rows, row->contacts, row->used, is * row->m_over_i, is * row->error, is * row->low, is * row->high,
                  row->why ? row->why : "");
    }
    if (history->count > 0)
        return;
    fputs(fit->impulse_is_absolute ? "pt,pn" : "pt_per_mass,pn_per_mass", file);
    routh_rows_end(&rows);
    for (size_t i = 0; i < a->count; i++)
        ROUTH_ROW(&rows, a->record[i].index, a->record[i].trajectory, fit->lever[i], fit->turn[i], fit->deviation[i],
                  routh_name(&routh_misfits, fit->misfit[i]), fit->impulse[2 * i], fit->impulse[2 * i + 1]);
}

static json_t *value_object(double value, double error, double low, double high, const char *unit) {
    return ROUTH_JSON_NEW(routh_quantity_layout, value, error, low, high, unit);
}

static json_t *offset_object(double value, double error, const char *unit) {
    if (!(error > 0))
        return routh_json_absent();
    return value_object(value, error, value - 1.96 * error, value + 1.96 * error, unit);
}

static json_t *fit_object(const routh_inertia_estimate *fit) {
    json_t *unknowns = json_object(), *directions = json_array(), *names = json_array();
    for (int k = 0; k < fit->unknowns; k++) {
        routh_json_put(&unknowns, routh_name(&routh_unknowns, fit->unknown[k]),
                       value_object(fit->value[k], fit->standard_error[k], fit->low[k], fit->high[k],
                                    routh_about(&routh_unknowns, fit->unknown[k])));
        routh_json_add(&directions, routh_json_numbers(fit->direction[k], (size_t)fit->unknowns));
        routh_json_add(&names, json_string(routh_name(&routh_unknowns, fit->unknown[k])));
    }
    return ROUTH_JSON_NEW(
        routh_inertia_layout, .fit = fit, .estimator = estimators[fit->estimator],
        .regression = regressions[fit->regression], .unknowns = unknowns,
        .mass = value_object(fit->mass, fit->mass_error, fit->mass_low, fit->mass_high, "kg"),
        .inertia = value_object(fit->inertia, fit->inertia_error, fit->inertia_low, fit->inertia_high, "kg m²"),
        .angle_offset = offset_object(fit->angle_offset, fit->angle_offset_error, "rad"),
        .height_offset = offset_object(fit->height_offset, fit->height_offset_error, "m"), .order = names,
        .singular_values = routh_json_numbers(fit->singular, (size_t)fit->unknowns), .directions = directions,
        .words = routh_paragraph_json(&fit->findings));
}

static json_t *study_object(const void *what) {
    const routh_inertia_study *a = what;
    json_t *dataset = ROUTH_JSON_FIELDS(routh_dataset, a->dataset, name, count), *misfits = json_object();
    json_t *noise = ROUTH_JSON_FIELDS(routh_inertia_study, a, noise_from);
    for (int k = 1; k < ROUTH_MISFIT_COUNT; k++)
        routh_json_put(&misfits, routh_name(&routh_misfits, (routh_misfit)k), routh_json_count(a->by_misfit[k]));
    ROUTH_PUT(&dataset, routh_inertia_study, a, count);
    ROUTH_PUT_SPAN(&noise, routh_noise, &a->fit.noise, y, omega);
    return ROUTH_JSON_NEW(
        routh_inertia_study_layout, .dataset = dataset, .frame = ROUTH_JSON_FIELDS(routh_inertia_study, a, frame, why),
        .noise = noise, .fit = fit_object(&a->fit), .least_squares = a->has_plain ? fit_object(&a->plain) : json_null(),
        .online = a->online.count > 0 ? ROUTH_JSON_LIST(routh_inertia_row, a->online.row, a->online.count)
                                      : routh_json_absent(),
        .stated_m_over_i = a->stated_m_over_i, .misfits = misfits, .version = routh_version());
}

routh_status routh_inertia_study_write(routh_context *context, const routh_inertia_study *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_inertia_study", study, to, {".txt", .print = print_text},
                       {".csv", .print = print_csv}, {".json", .object = study_object},
                       {".svg", .draw = routh_draw_inertia});
}
