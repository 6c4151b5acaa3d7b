/* What happens during strikes in space, drawn and as comma-separated values: one strike, after figures 4, 5, 8 and 9 of Modeling of
 * tangential compliance; what friction and Poisson's ratio do to a body, figure 6; a collision of several bodies.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "study/run_shown.h"

/* One strike ------------------------------------------------------------------------------------------*/

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

/* What friction and Poisson's ratio do ----------------------------------------------------------------*/

/* A curve for each quantity, and points for the strike itself. */
static json_t *sweep_lines(const routh_impact3_study *effect, const routh_impact3_study_row *rows, double own) {
    static const char *const names[ROUTH_EFFECT_QUANTITIES] = {"*V*_x", "*V*_y", "*V*_z", "*ω*_x", "*ω*_y", "*ω*_z"};
    json_t *lines = json_array();
    double low = INFINITY, high = -INFINITY;
    for (int q = 0; q < ROUTH_EFFECT_QUANTITIES; q++) {
        if (!routh_effect_changes(effect, q))
            continue;
        routh_line curve = routh_line_begin(names[q]);
        for (size_t i = 0; i < effect->count; i++) {
            const double value = routh_effect_quantity(&rows[i], q);
            routh_line_add(&curve, rows[i].value, value);
            low = fmin(low, value);
            high = fmax(high, value);
        }
        routh_line_end(&curve, &lines);
    }
    routh_line strike = routh_line_begin("the strike itself");
    for (int k = 0; k < 2 && own >= rows[0].value && own <= rows[effect->count - 1].value && low <= high; k++)
        routh_line_add(&strike, own, k ? high : low);
    routh_line_end(&strike, &lines);
    return lines;
}

static routh_status draw_effect(routh_context *context, FILE *file, const void *what) {
    const routh_impact3_study *effect = what;
    const double eta2 = effect->pair.eta2, poisson = (2 * eta2 - 2) / (2 * eta2 - 1); /* η² = (2 − ν) / (2 (1 − ν)) */
    char number[3][ROUTH_NUMBER_TEXT];
    routh_figure figure = {.title = "Velocity and spin after a strike over friction and Poisson's ratio",
                           .charts = json_array()};
    snprintf(figure.note, sizeof figure.note, "Left: *η*² = %s, right: *μ* = %s, both: *e* = %s.",
             routh_number_text(eta2, 4, number[0]), routh_number_text(effect->pair.mu, 4, number[1]),
             routh_number_text(effect->pair.eps, 4, number[2]));
    routh_chart_end(&figure.charts, "", "friction *μ*", "velocity (m/s) or spin, rad/s",
                    sweep_lines(effect, effect->friction, effect->pair.mu));
    routh_chart_end(&figure.charts, "", "Poisson's ratio *ν*", "velocity (m/s) or spin, rad/s",
                    sweep_lines(effect, effect->poisson, poisson));
    return routh_draw_figure(context, file, figure);
}

/* A collision over time -------------------------------------------------------------------------------*/

static const char time_label[] = "time × √*k*_0, s √(N/m)";

typedef struct routh_scene_view {
    const routh_scene *scene;
    const routh_scene_trace *trace;
} routh_scene_view;

static json_t *impulses_lines(const routh_scene_trace *t, bool normal) {
    json_t *lines = json_array();
    for (size_t c = 0; c < t->contact_count; c++) {
        char name[24];
        snprintf(name, sizeof name, "%zu", c);
        routh_line curve = routh_line_begin(name);
        for (size_t i = 0; i < t->count; i++) {
            const double *p = t->contact[i * t->contact_count + c].p;
            routh_line_add(&curve, t->moment[i].time, normal ? p[2] : hypot(p[0], p[1]));
        }
        routh_line_end(&curve, &lines);
    }
    return lines;
}

static json_t *speeds_lines(const routh_scene *scene, const routh_scene_trace *t) {
    json_t *lines = json_array();
    for (size_t b = 0; b < t->body_count; b++) {
        char name[ROUTH_LABEL_SIZE];
        if (scene->body[b].freedom == ROUTH_FIXED)
            continue;
        if (scene->body[b].name[0])
            snprintf(name, sizeof name, "%.24s", scene->body[b].name);
        else
            snprintf(name, sizeof name, "body %zu", b);
        routh_line curve = routh_line_begin(name);
        for (size_t i = 0; i < t->count; i++)
            routh_line_add(&curve, t->moment[i].time, routh_length3(t->body[i * t->body_count + b].velocity));
        routh_line_end(&curve, &lines);
    }
    return lines;
}

static json_t *energy_lines(const routh_scene_trace *t) {
    json_t *lines = json_array();
    routh_line kinetic = routh_line_begin("kinetic"), all = routh_line_begin("with springs, which never rises");
    for (size_t i = 0; i < t->count; i++) {
        routh_line_add(&kinetic, t->moment[i].time, t->moment[i].kinetic);
        routh_line_add(&all, t->moment[i].time, t->moment[i].kinetic + t->moment[i].stored);
    }
    routh_line_end(&kinetic, &lines);
    routh_line_end(&all, &lines);
    return lines;
}

/* At the height of its number, every contact while it is in that phase. */
static json_t *phases_lines(const routh_scene_trace *t) {
    json_t *lines = json_array();
    for (int phase = ROUTH_APART + 1; phase < ROUTH_PHASE_COUNT; phase++) {
        routh_line bars = routh_line_begin(routh_name(&routh_phases, phase));
        for (size_t c = 0; c < t->contact_count; c++)
            for (size_t i = 0; i < t->count; i++) {
                const bool now = (int)t->contact[i * t->contact_count + c].phase == phase;
                const bool before = i > 0 && (int)t->contact[(i - 1) * t->contact_count + c].phase == phase;
                if (now || before)
                    routh_line_add(&bars, t->moment[i].time, (double)c);
                if (now ? i + 1 == t->count : before)
                    routh_line_add(&bars, t->moment[i].time, NAN);
            }
        routh_line_end(&bars, &lines);
    }
    return lines;
}

static routh_status draw_scene(routh_context *context, FILE *file, const void *what) {
    const routh_scene_view *view = what;
    routh_figure figure = {
        .title = "A collision over time", .note = "Numbers: contacts, from 0.", .charts = json_array(), .across = 2};
    json_t **charts = &figure.charts;
    routh_chart_end(charts, "", time_label, "normal impulse, N s", impulses_lines(view->trace, true));
    routh_chart_end(charts, "", time_label, "tangential impulse, N s", impulses_lines(view->trace, false));
    routh_chart_end(charts, "", time_label, "speed of the bodies, m/s", speeds_lines(view->scene, view->trace));
    routh_chart_end(charts, "", time_label, "energy, J", energy_lines(view->trace));
    routh_chart_end(charts, "", time_label, "contact", phases_lines(view->trace));
    return routh_draw_figure(context, file, figure);
}

/* Numbers ---------------------------------------------------------------------------------------------*/

static void add_effect(routh_rows *rows, const char *parameter, const routh_impact3_study_row *row, size_t count) {
    for (size_t i = 0; i < count && !ferror(rows->file); i++) {
        char value[ROUTH_NUMBER_TEXT];
        snprintf(value, sizeof value, "%.15g", row[i].value);
        ROUTH_CELLS(rows, parameter, value);
        ROUTH_CELL_FIELDS(rows, routh_impact3_study_row, &row[i], velocity, spin);
        routh_rows_end(rows);
    }
}

static void print_effect(FILE *file, const void *what) {
    const routh_impact3_study *effect = what;
    routh_rows rows = routh_rows_csv(file, "%.17g", "parameter,value,vx,vy,vz,wx,wy,wz\n");
    add_effect(&rows, "mu", effect->friction, effect->count);
    add_effect(&rows, "nu", effect->poisson, effect->count);
}

routh_status routh_impact3_study_write(routh_context *context, const routh_impact3_study *effect, routh_io to) {
    return ROUTH_WRITE(context, "routh_impact3_study", effect, to, {".svg", .draw = draw_effect},
                       {".csv", .print = print_effect});
}

/* A line for each moment, bodies and contacts by their number in the scene. */
static void print_scene(FILE *file, const void *what) {
    const routh_scene *scene = ((const routh_scene_view *)what)->scene;
    const routh_scene_trace *trace = ((const routh_scene_view *)what)->trace;
    routh_rows rows = routh_rows_csv(file, "%.17g", "time,kinetic,stored");
    rows.missing = "nan";
    for (size_t s = 0; s < scene->body_count; s++)
        if (scene->body[s].freedom != ROUTH_FIXED)
            fprintf(file, ",body%zu_vx,body%zu_vy,body%zu_vz,body%zu_wx,body%zu_wy,body%zu_wz", s, s, s, s, s, s);
    for (size_t c = 0; c < scene->contact_count; c++) {
        static const char *const names[] = {"p", "v", "spring"};
        for (int i = 0; i < 3; i++)
            fprintf(file, ",contact%zu_%s1,contact%zu_%s2,contact%zu_%s3", c, names[i], c, names[i], c, names[i]);
        fprintf(file, ",contact%zu_phase", c);
    }
    routh_rows_end(&rows);
    for (size_t i = 0; i < trace->count && !ferror(file); i++) {
        ROUTH_CELL_FIELDS(&rows, routh_scene_moment, &trace->moment[i], time, kinetic, stored);
        for (size_t s = 0; s < trace->body_count; s++)
            if (scene->body[s].freedom != ROUTH_FIXED)
                ROUTH_CELL_FIELDS(&rows, routh_velocity3, &trace->body[i * trace->body_count + s], velocity, spin);
        for (size_t c = 0; c < trace->contact_count; c++)
            ROUTH_CELL_FIELDS(&rows, routh_moment, &trace->contact[i * trace->contact_count + c], p, v, spring, phase);
        routh_rows_end(&rows);
    }
}

routh_status routh_scene_trace_write(routh_context *context, const routh_scene *scene, const routh_scene_trace *trace,
                                     routh_io to) {
    const routh_scene_view view = {scene, trace};
    if (trace->count == 0 || trace->body_count != scene->body_count || trace->contact_count != scene->contact_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "the curve of a collision: %zu moments of %zu bodies and %zu contacts, the scene has %zu and "
                          "%zu",
                          trace->count, trace->body_count, trace->contact_count, scene->body_count,
                          scene->contact_count);
    return ROUTH_WRITE(context, "routh_scene_trace", &view, to, {".svg", .draw = draw_scene},
                       {".csv", .print = print_scene});
}
