/* The regression behind m/I, after figures 9 and 10 of Identifiability analysis of planar rigid-body frictional contact; and the
 * estimate contact by contact: m/I with its 95 % interval over the number of contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"

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

routh_status routh_draw_inertia(routh_context *context, FILE *file, const void *what) {
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
