/* What contacts say of mass and inertia, as text for people, comma-separated values and JSON; and drawn: the regression behind m/I,
 * after figures 9 and 10 of Identifiability analysis of planar rigid-body frictional contact, or the estimate contact by contact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/result_words.h"

/* Pictures --------------------------------------------------------------------------------------------*/

/* Contact by contact ----------------------------------------------------------------------------------------*/

/* Early intervals may be many times as wide as the last: this many of its widths on either side are drawn. */
static const double most_widths = 25;

/* The last row with an estimate; NULL: none has. */
static const routh_inertia_row *last_of(const routh_inertia_history *history) {
    for (size_t i = history->count; i > 0; i--)
        if (!history->row[i - 1].why)
            return &history->row[i - 1];
    return NULL;
}

static json_t *online_lines(const routh_inertia_history *history, double stated) {
    const routh_inertia_row *last = last_of(history);
    const double most = last ? most_widths * (last->high - last->low) : 0;
    const double ends[] = {(double)history->row[0].contacts, (double)history->row[history->count - 1].contacts};
    json_t *lines = json_array();
    routh_line known = routh_points_begin("with its 95 % interval"), unknown = routh_points_begin("not determined");
    for (size_t i = 0; i < history->count; i++) {
        const routh_inertia_row *row = &history->row[i];
        if (row->why)
            routh_points_add(&unknown, (double)row->contacts, NAN, NAN, NAN);
        else
            routh_points_add(&known, (double)row->contacts, row->m_over_i, fmax(row->low, last->m_over_i - most),
                             fmin(row->high, last->m_over_i + most));
    }
    routh_line_end(&known, &lines);
    routh_line_end(&unknown, &lines);
    if (last && fabs(stated - last->m_over_i) <= most)
        routh_line_of(&lines, "as stated", routh_series_of(ends, 2),
                      routh_series_of((const double[]){stated, stated}, 2));
    return lines;
}

/* The regression ------------------------------------------------------------------------------------------*/

/* Contacts of one kind, "12 used". */
static void add_contacts(json_t **lines, const routh_inertia_study *study, routh_misfit kind) {
    const routh_inertia_estimate *fit = &study->fit;
    char name[ROUTH_NAME_SIZE];
    snprintf(name, sizeof name, "%zu %s", study->by_misfit[kind],
             kind == ROUTH_FITS ? "used" : routh_name(&routh_misfits, (long)kind));
    routh_line dots = routh_points_begin(name);
    for (size_t i = 0; i < fit->count; i++)
        if (fit->misfit[i] == kind)
            routh_points_add(&dots, fit->lever[i], fit->turn[i], fit->turn[i], fit->turn[i]);
    routh_line_end(&dots, lines);
}

/* Through the origin, as far as there are levers. */
static void add_fit(json_t **lines, const routh_inertia_estimate *fit, const routh_inertia_estimate *shown) {
    double reach = 0;
    char number[2][ROUTH_NUMBER_TEXT], name[ROUTH_NAME_SIZE];
    for (size_t i = 0; i < fit->count; i++)
        reach = fmax(reach, fabs(fit->lever[i]));
    snprintf(name, sizeof name, "%s: *m*/*I* = %s ± %s 1/m²",
             shown->estimator == ROUTH_LEAST_SQUARES ? "ordinary least squares" : "errors in variables",
             routh_number_text(shown->m_over_i, 4, number[0]), routh_number_text(shown->m_over_i_error, 2, number[1]));
    routh_line_of(lines, name, routh_series_of((const double[]){-reach, reach}, 2),
                  routh_series_of((const double[]){-reach * shown->m_over_i, reach * shown->m_over_i}, 2));
}

static json_t *regression_lines(const routh_inertia_study *study) {
    json_t *lines = json_array();
    for (int kind = 0; kind < ROUTH_MISFIT_COUNT; kind++)
        if (study->by_misfit[kind] > 0)
            add_contacts(&lines, study, (routh_misfit)kind);
    add_fit(&lines, &study->fit, &study->fit);
    if (study->has_plain)
        add_fit(&lines, &study->fit, &study->plain);
    return lines;
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    const routh_inertia_study *study = what;
    if (!study->dataset || study->fit.count == 0 || !study->fit.lever)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: no fit to draw");
    const bool online = study->online.count > 0;
    routh_figure figure = {.findings = &study->fit.findings, .charts = json_array(), .decades = online};
    snprintf(figure.title, sizeof figure.title, "%s", study->dataset->name);
    if (online)
        routh_chart_end(&figure.charts, "", "contacts", "*m*/*I*, 1/m²",
                        online_lines(&study->online, study->stated_m_over_i));
    else
        routh_chart_end(&figure.charts, "", "lever *r* × Δ*v*, m²/s", "change of spin Δω, rad/s",
                        regression_lines(study));
    return routh_draw_figure(context, file, figure);
}

/* Numbers ---------------------------------------------------------------------------------------------*/

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

static routh_status print_text(routh_context *context, FILE *file, const void *what) {
    const routh_inertia_study *a = what;
    const routh_inertia_estimate *fit = &a->fit;
    routh_findings head = {0}, tail = {0};
    ROUTH_TRY(routh_print_words(context, file, routh_inertia_study_head(context, a, &head), &head));
    fprintf(file, "\n  %-12s%12s ± %-10s%s\n", "", "VALUE", "ERROR", "   95 % INTERVAL");
    print_fit(file, fit);
    if (a->has_plain)
        print_fit(file, &a->plain);
    if (a->online.count > 0)
        print_online(file, &a->online);
    ROUTH_TRY(routh_print_words(context, file, routh_inertia_study_tail(context, a, &tail), &tail));
    routh_print_findings(file, &fit->findings, NULL);
    fputc('\n', file);
    return ROUTH_OK;
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
    return ROUTH_WRITE(context, "routh_inertia_study", study, to, {".txt", .draw = print_text},
                       {".csv", .print = print_csv}, {".json", .object = study_object}, {".svg", .draw = draw});
}
