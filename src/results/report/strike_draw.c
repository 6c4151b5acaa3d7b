/* Pictures of one strike, after figures 4, 5, 8 and 9 of Modeling of tangential compliance: its impulse seen from the side and
 * along the normal, and what the contact point and the tangential springs do over the normal impulse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/run_shown.h"

#define NOTHING 1e-12 /* beside the largest number */

enum { SHOWN = 20 /* switches in the table; more are counted */ };

static const char *const impulse_labels[] = {"*P*_u, N s", "*P*_w, N s", "*P*_n, N s"};

/* 0 where the value is nothing but rounding beside `scale`. */
static double without_rounding(double value, double scale) {
    return fabs(value) < NOTHING * scale ? 0 : value;
}

/* What is drawn over what: a number of a moment in its run. */
typedef double coordinate(const routh_trace *curve, const strike_run *run, size_t index, int which);

static double impulse_at(const routh_trace *curve, const strike_run *run, size_t index, int component) {
    (void)run;
    return curve->moment[index].p[component];
}

/* A line for each phase, with a gap between its runs. Runs meet in the switch from one to the next. */
static void add_phases(json_t **lines, const routh_trace *curve, const char *suffix, coordinate *x_of, int x, int y) {
    for (int phase = ROUTH_APART + 1; phase < ROUTH_PHASE_COUNT; phase++) {
        char name[ROUTH_LABEL_SIZE];
        snprintf(name, sizeof name, "%s%s", routh_name(&routh_phases, phase), suffix);
        routh_line line = routh_line_begin(name);
        strike_run run;
        for (size_t first = 0; routh_strike_next_run(curve, &first, &run);) {
            if ((int)run.phase != phase)
                continue;
            for (size_t i = run.first; i <= run.last; i++)
                routh_line_add(&line, x_of(curve, &run, i, x), curve->moment[i].p[y]);
            routh_line_add(&line, NAN, NAN);
        }
        routh_line_end(&line, lines);
    }
}

/* The switches shown: the first ones and the last. */
static size_t shown_count(const routh_outcome3 *strike) {
    return strike->switch_count < SHOWN ? strike->switch_count : SHOWN;
}

static size_t shown_index(const routh_outcome3 *strike, size_t row) {
    return row + 1 == shown_count(strike) ? strike->switch_count - 1 : row;
}

static json_t *impulse_lines(const routh_trace *curve, int x, int y) {
    const routh_outcome3 *strike = &curve->outcome;
    json_t *lines = json_array();
    add_phases(&lines, curve, "", impulse_at, x, y);
    routh_line switches = routh_points_begin("switches");
    for (size_t row = 0; row < shown_count(strike); row++) {
        const double *p = strike->switches[shown_index(strike, row)].p;
        routh_points_add(&switches, p[x], p[y], p[y], p[y]);
    }
    routh_line_end(&switches, &lines);
    return lines;
}

static json_t *switches_table(const routh_trace *curve) {
    static const routh_column columns[] = {
        {"", "%s"}, {"begins at", "%s"}, {"*P*_u", "%.6g"}, {"*P*_w", "%.6g"}, {"*P*_n (N s)", "%.6g"}};
    const routh_outcome3 *strike = &curve->outcome;
    const double scale = fmax(fabs(strike->p[2]), fmax(fabs(strike->p[0]), fabs(strike->p[1])));
    routh_rows rows = ROUTH_ROWS_BEGIN(NULL, columns);
    for (size_t row = 0; row < shown_count(strike); row++) {
        const size_t index = shown_index(strike, row);
        const routh_moment *at = &strike->switches[index];
        if (index + 1 == strike->switch_count && strike->switch_total > shown_count(strike))
            ROUTH_ROW(&rows, "", "…", "", "", "");
        /* the last keeps its place in the whole sequence */
        ROUTH_ROW(&rows, index + 1 == strike->switch_count ? strike->switch_total : index + 1,
                  routh_name(&routh_phases, at->phase), without_rounding(at->p[0], scale),
                  without_rounding(at->p[1], scale), without_rounding(at->p[2], scale));
    }
    return routh_rows_page(&rows, "");
}

/* Over the normal impulse ---------------------------------------------------------------------------------*/

static void add_springs(json_t **charts, const routh_trace *curve) {
    static const char *const labels[] = {"contact velocity, m/s", "spring velocity, m/s", "spring length × √*k*_0, √J"};
    for (int what = 0; what < ROUTH_SHOWN_BY_SPRINGS; what++) {
        json_t *lines = json_array();
        add_phases(&lines, curve, " along u", routh_strike_spring, 2 * what, 2);
        if (routh_strike_leaves_plane(curve))
            add_phases(&lines, curve, " along w", routh_strike_spring, 2 * what + 1, 2);
        routh_chart_end(charts, "", labels[what], impulse_labels[2], lines);
    }
}

/* The figure -------------------------------------------------------------------------------------------------*/

static void list_numbers(char *line, size_t size, const double *values, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(values[i]));
    for (size_t i = 0; i < count; i++) {
        char number[ROUTH_NUMBER_TEXT];
        const size_t used = strlen(line);
        snprintf(line + used, size - used, "%s%s%s", i == 0 ? "(" : ", ",
                 routh_number_text(without_rounding(values[i], largest), 4, number), i + 1 == count ? ")" : "");
    }
}

/* What was struck. */
static void describe(const routh_trace *curve, char *note, size_t size) {
    const routh_contact3 *contact = &curve->contact;
    const double w[] = {contact->w[0][0], contact->w[0][1], contact->w[0][2],
                        contact->w[1][1], contact->w[1][2], contact->w[2][2]};
    char speeds[4 * ROUTH_NUMBER_TEXT] = "", masses[7 * ROUTH_NUMBER_TEXT] = "", number[4][ROUTH_NUMBER_TEXT];
    list_numbers(speeds, sizeof speeds, contact->v, 3);
    list_numbers(masses, sizeof masses, w, 6);
    snprintf(note, size,
             "*v* = %s m/s, *μ* = %s, *e* = %s, *η*² = %s, energy kept %s %%; *W* = %s 1/kg: uu, uw, un, ww, wn, nn.",
             speeds, routh_number_text(curve->pair.mu, 4, number[0]), routh_number_text(curve->pair.eps, 4, number[1]),
             routh_number_text(curve->pair.eta2, 4, number[2]),
             routh_fixed_text(100 * curve->outcome.contact_energy_ratio, 1, number[3]), masses);
}

typedef struct drawn {
    const routh_trace *curve;
    routh_trace_figure figure;
} drawn;

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    static const char *const titles[ROUTH_TRACE_FIGURE_COUNT] = {
        [ROUTH_FIGURE_IMPULSE] = "Impulse of one strike, from the side",
        [ROUTH_FIGURE_TANGENTIAL] = "Tangential impulse of one strike",
        [ROUTH_FIGURE_VELOCITY] = "Contact velocity, spring velocity and spring length of one strike"};
    const drawn *d = what;
    const routh_trace *curve = d->curve;
    if ((unsigned)d->figure >= ROUTH_TRACE_FIGURE_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no figure %d of a strike", (int)d->figure);
    if (curve->count < 2 || curve->outcome.switch_count < 2)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a curve of %zu moments cannot be drawn", curve->count);
    routh_figure figure = {.charts = json_array(), .even = d->figure == ROUTH_FIGURE_TANGENTIAL};
    snprintf(figure.title, sizeof figure.title, "%s", titles[d->figure]);
    describe(curve, figure.note, sizeof figure.note);
    const double largest = routh_strike_largest(curve, 0, 2);
    for (int i = 0; d->figure == ROUTH_FIGURE_IMPULSE && i < 2;
         i++) /* more than rounding along it, or both would be empty */
        if (routh_strike_largest(curve, i, i) > 1e3 * NOTHING * largest ||
            (i == 1 && json_array_size(figure.charts) == 0))
            routh_chart_end(&figure.charts, "", impulse_labels[i], impulse_labels[2], impulse_lines(curve, i, 2));
    if (d->figure == ROUTH_FIGURE_TANGENTIAL)
        routh_chart_end(&figure.charts, "", impulse_labels[0], impulse_labels[1], impulse_lines(curve, 0, 1));
    if (d->figure == ROUTH_FIGURE_VELOCITY)
        add_springs(&figure.charts, curve);
    else
        routh_json_add(&figure.charts, switches_table(curve));
    return routh_draw_figure(context, file, figure);
}

static void print_moments(FILE *file, const void *what) {
    const routh_trace *curve = ((const drawn *)what)->curve;
    routh_rows rows =
        routh_rows_csv(file, "%.17g", "time,p1,p2,p3,v1,v2,v3,spring1,spring2,spring3,rate1,rate2,rate3,phase\n");
    rows.missing = "nan";
    for (size_t i = 0; i < curve->count && !ferror(file); i++) {
        ROUTH_CELL_FIELDS(&rows, routh_moment, &curve->moment[i], time, p, v, spring, spring_rate, phase);
        routh_rows_end(&rows);
    }
}

routh_status routh_trace_write(routh_context *context, const routh_trace *curve, routh_trace_figure figure,
                               routh_io to) {
    const drawn what = {curve, figure};
    return ROUTH_WRITE(context, "routh_trace", &what, to, {".svg", .draw = draw}, {".csv", .print = print_moments});
}
