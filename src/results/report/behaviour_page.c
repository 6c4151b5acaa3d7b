/* The page of a simulator's behaviour: restitution over speed, impulses with the cone, contacts, laws and steps. web/src/judge
 * shows it; its behaviour.ts describes the object.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/c_locale.h"
#include "file/json_build.h"
#include "report/behaviour_parts.h"
#include "report/page.h"
#include "report/writers.h"

enum { DIGITS = 6, CELL = 64, MOST_DOTS = 1000, LINE_POINTS = 24 };

/* Empty where there is no number. */
static json_t *fixed_cell(int decimals, double value) {
    char text[CELL];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    return json_string(isfinite(value) ? text : "");
}

static json_t *short_cell(double value) {
    char text[CELL];
    snprintf(text, sizeof text, "%.3g", value);
    return json_string(isfinite(value) ? text : "");
}

static json_t *laws_table(const routh_behaviour *b) {
    static const char *const head[] = {"law", "parameters", "mean error, %", "median, %", "restitution"};
    json_t *rows = json_array();
    for (size_t l = 0; l < b->law_count; l++) {
        const routh_behaviour_law *law = &b->law[l];
        char text[4 * CELL] = "";
        size_t length = 0;
        for (int d = 0; d < law->parameter_count; d++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s %.3f", d > 0 ? ", " : "",
                                       law->parameter[d].symbol, law->value[d]);
        json_t *row = json_array();
        routh_json_add(&row, json_string(law->name));
        routh_json_add(&row, json_string(text));
        routh_json_add(&row, fixed_cell(2, 100 * law->error));
        routh_json_add(&row, fixed_cell(2, 100 * law->error_median));
        routh_json_add(&row,
                       json_string(law->has_restitution ? routh_name(&routh_restitutions, law->restitution) : ""));
        routh_json_add(&rows, row);
    }
    json_t *row = json_array();
    routh_json_add(&row, json_string("any rigid law"));
    routh_json_add(&row, json_string(""));
    routh_json_add(&row, fixed_cell(2, 100 * b->bound));
    routh_json_add(&row, json_string(""));
    routh_json_add(&row, json_string(""));
    routh_json_add(&rows, row);
    return routh_page_table("Laws on impacts that they were not fitted to; errors relative to the speed after", head,
                            sizeof head / sizeof head[0], rows);
}

static json_t *bins_table(const routh_behaviour *b) {
    static const char *const head[] = {
        "speed of approach, m/s",  "impacts", "restitution", "half within", "lasts, ms", "depth, mm",
        "impacts that gain energy"};
    json_t *rows = json_array();
    for (size_t k = 0; k < b->bin_count; k++) {
        const routh_behaviour_bin *bin = &b->bin[k];
        char range[CELL], half[CELL];
        json_t *row = json_array();
        snprintf(range, sizeof range, "%.3g … %.3g", bin->low, bin->high);
        snprintf(half, sizeof half, "%.3f … %.3f", bin->eps_low, bin->eps_high);
        routh_json_add(&row, json_string(range));
        routh_json_add(&row, fixed_cell(0, (double)bin->count));
        routh_json_add(&row, fixed_cell(3, bin->eps));
        routh_json_add(&row, json_string(half));
        routh_json_add(&row, short_cell(1e3 * bin->lasted));
        routh_json_add(&row, short_cell(1e3 * bin->depth));
        routh_json_add(&row, fixed_cell(0, (double)bin->gains));
        routh_json_add(&rows, row);
    }
    return routh_page_table("Over speed", head, sizeof head / sizeof head[0], rows);
}

static json_t *steps_table(const routh_behaviour_series *series) {
    static const char *const head[] = {"step, ms",
                                       "impacts",
                                       "restitution",
                                       "friction",
                                       "mean error, %",
                                       "any rigid law, %",
                                       "impacts that gain energy",
                                       "law"};
    json_t *rows = json_array();
    for (size_t i = 0; i < series->count; i++) {
        const routh_behaviour *b = &series->at[i];
        const bool has = b->best < b->law_count;
        json_t *row = json_array();
        routh_json_add(&row, short_cell(1e3 * b->step));
        routh_json_add(&row, fixed_cell(0, (double)b->count));
        routh_json_add(&row, fixed_cell(3, b->eps_mean));
        routh_json_add(&row, fixed_cell(3, b->mu));
        routh_json_add(&row, fixed_cell(2, has ? 100 * b->law[b->best].error : NAN));
        routh_json_add(&row, fixed_cell(2, 100 * b->bound));
        routh_json_add(&row, fixed_cell(0, (double)b->gains));
        routh_json_add(&row, json_string(has ? b->law[b->best].name : ""));
        routh_json_add(&rows, row);
    }
    return routh_page_table("Time steps", head, sizeof head / sizeof head[0], rows);
}

/* Which numbers of an impact a chart shows. */
typedef double number_of(const routh_behaviour *b, const routh_behaviour_impact *impact);

static double speed_of(const routh_behaviour *b, const routh_behaviour_impact *impact) {
    (void)b;
    return impact->speed;
}

static double eps_of(const routh_behaviour *b, const routh_behaviour_impact *impact) {
    return impact->eps[b->curve];
}

static double normal_of(const routh_behaviour *b, const routh_behaviour_impact *impact) {
    (void)b;
    return impact->normal;
}

static double tangential_of(const routh_behaviour *b, const routh_behaviour_impact *impact) {
    (void)b;
    return impact->tangential;
}

static double lasted_of(const routh_behaviour *b, const routh_behaviour_impact *impact) {
    (void)b;
    return 1e3 * impact->lasted;
}

static double depth_of(const routh_behaviour *b, const routh_behaviour_impact *impact) {
    (void)b;
    return 1e3 * impact->depth;
}

/* Points of a chart have intervals; those of single impacts are their values. */
static json_t *points(const routh_behaviour *b, const char *name, bool gaining, number_of *x_of, number_of *y_of) {
    json_t *line = json_object(), *x = json_array(), *y = json_array(), *low = json_array(), *high = json_array();
    for (size_t i = 0; i < b->count; i += b->count / MOST_DOTS + 1) {
        const routh_behaviour_impact *impact = &b->impact[i];
        const double at = x_of(b, impact), value = y_of(b, impact);
        if (impact->gains != gaining || !isfinite(at) || !isfinite(value))
            continue;
        routh_json_add(&x, routh_json_number(at));
        routh_json_add(&y, routh_json_number(value));
        routh_json_add(&low, routh_json_number(value));
        routh_json_add(&high, routh_json_number(value));
    }
    routh_json_put(&line, "name", json_string(name));
    routh_json_put(&line, "x", x);
    routh_json_put(&line, "y", y);
    routh_json_put(&line, "low", low);
    routh_json_put(&line, "high", high);
    return line;
}

static json_t *line_of(const char *name, const double *x, const double *y, size_t count) {
    json_t *line = json_object();
    routh_json_put(&line, "name", json_string(name));
    routh_json_put(&line, "x", routh_json_numbers(x, count));
    routh_json_put(&line, "y", routh_json_numbers(y, count));
    return line;
}

static json_t *chart_of(const char *title, const char *x, const char *y, json_t *lines) {
    json_t *one = json_object();
    routh_json_put(&one, "title", json_string(title));
    routh_json_put(&one, "x", json_string(x));
    routh_json_put(&one, "y", json_string(y));
    routh_json_put(&one, "lines", lines);
    return one;
}

static json_t *impacts_lines(const routh_behaviour *b, number_of *x_of, number_of *y_of) {
    json_t *lines = json_array();
    routh_json_add(&lines, points(b, "impacts", false, x_of, y_of));
    if (b->gains > 0)
        routh_json_add(&lines, points(b, "gain energy", true, x_of, y_of));
    return lines;
}

/* Restitution's line, of steps from the first to before the last. */
static void add_curves(const routh_behaviour_series *series, size_t first, size_t last, json_t **lines) {
    for (size_t s = first; s < last; s++) {
        const routh_behaviour *b = &series->at[s];
        double x[LINE_POINTS], y[LINE_POINTS];
        char name[CELL] = "fitted";
        if (!isfinite(b->eps_at_1))
            continue;
        if (b->step > 0)
            snprintf(name, sizeof name, "fitted, %g ms", 1e3 * b->step);
        for (int i = 0; i < LINE_POINTS; i++) {
            x[i] = b->speed[0] * pow(b->speed[1] / b->speed[0], i / (LINE_POINTS - 1.0));
            y[i] = b->eps_at_1 + b->eps_slope * log(x[i]);
        }
        routh_json_add(lines, line_of(name, x, y, LINE_POINTS));
    }
}

static void add_cone(const routh_behaviour *b, json_t **lines) {
    double most = 0;
    char name[CELL];
    for (size_t i = 0; i < b->count; i++)
        most = fmax(most, b->impact[i].normal);
    if (!isfinite(b->mu))
        return;
    snprintf(name, sizeof name, "cone, μ = %.3f", b->mu);
    routh_json_add(lines, line_of(name, (double[]){0, most}, (double[]){0, b->mu * most}, 2));
}

static json_t *charts_list(const routh_behaviour_series *series) {
    const routh_behaviour *b = &series->at[series->shown];
    json_t *list = json_array(), *restitution = impacts_lines(b, speed_of, eps_of);
    json_t *friction = impacts_lines(b, normal_of, tangential_of);
    add_curves(series, series->shown, series->shown + 1, &restitution);
    add_cone(b, &friction);
    routh_json_add(&list, chart_of("Restitution over speed", "speed of approach, m/s", "restitution", restitution));
    routh_json_add(&list, chart_of("Impulses", "normal impulse, N s", "tangential impulse, N s", friction));
    if (series->count > 1) {
        json_t *steps = json_array();
        add_curves(series, 0, series->count, &steps);
        routh_json_add(&list, chart_of("Restitution at each step", "speed of approach, m/s", "restitution", steps));
    }
    if (b->lasted > 0) {
        routh_json_add(&list, chart_of("How long contacts last", "speed of approach, m/s", "duration, ms",
                                       impacts_lines(b, speed_of, lasted_of)));
        routh_json_add(&list, chart_of("How deep they sink in", "speed of approach, m/s", "depth, mm",
                                       impacts_lines(b, speed_of, depth_of)));
    }
    return list;
}

static void add_card(json_t **list, const char *name, json_t *value, const char *more) {
    json_t *one = json_object();
    routh_json_put(&one, "name", json_string(name));
    routh_json_put(&one, "value", value);
    routh_json_put(&one, "more", json_string(more));
    routh_json_add(list, one);
}

/* The law's own value, as the verdict has it; NaN: it has none. */
static double law_value(const routh_behaviour_law *law, const char *name) {
    for (int d = 0; d < law->parameter_count; d++)
        if (strcmp(law->parameter[d].name, name) == 0)
            return law->value[d];
    return NAN;
}

/* What a law describes has that law's numbers, as the verdict; otherwise there are medians only. */
static json_t *cards_list(const routh_behaviour *b) {
    json_t *list = json_array();
    char more[CELL];
    snprintf(more, sizeof more, " of %zu", b->contacts);
    add_card(&list, "impacts", fixed_cell(0, (double)b->count), more);
    if (b->described) {
        const routh_behaviour_law *law = &b->law[b->best];
        add_card(&list, "law", json_string(law->name), "");
        add_card(&list, "restitution", fixed_cell(3, law_value(law, "eps")), " of the law");
        if (isfinite(law_value(law, "mu")))
            add_card(&list, "friction", fixed_cell(3, law_value(law, "mu")), " of the law");
    } else {
        add_card(&list, "law", json_string("none"), "");
        add_card(&list, "restitution", fixed_cell(3, b->eps_mean), " median");
        if (b->slipping > 0)
            add_card(&list, "friction", fixed_cell(3, b->mu), " median where it slips");
    }
    snprintf(more, sizeof more, " of %zu", b->count);
    add_card(&list, "impacts that gain energy", fixed_cell(0, (double)b->gains), more);
    return list;
}

/* "warning: …", as the program prints them. */
static void add_sentences(const routh_findings *findings, json_t **words) {
    for (size_t i = 0; i < findings->count; i++) {
        const routh_finding *one = &findings->finding[i];
        const bool plain = one->kind == ROUTH_NOTE || one->kind == ROUTH_FINE;
        json_t *text = json_string(plain ? "" : routh_name(&routh_finding_kinds, one->kind));
        routh_json_add(words, routh_json_longer(text, plain ? "" : ": ", one->text));
    }
}

static const char stepped[] =
    "The laws called stepped are what simulators solve at the end of a time step: Newton's restitution, and friction "
    "against the slip after the impact, in a round cone (stepped), along and across the slip each within its own bound "
    "(stepped-pyramid), or along it only (stepped-line).";

static json_t *words_list(const routh_behaviour_series *series) {
    const routh_behaviour *b = &series->at[series->shown];
    json_t *words = json_array();
    add_sentences(&b->findings, &words);
    add_sentences(&series->findings, &words);
    if (b->space && b->law_count > 0)
        routh_json_add(&words, json_string(stepped));
    return words;
}

static json_t *title_of(const routh_behaviour_series *series) {
    const routh_behaviour *b = &series->at[series->shown];
    char at[CELL] = "";
    if (series->count > 1)
        snprintf(at, sizeof at, "%g ms", 1e3 * b->step);
    return routh_json_longer(json_string(b->name), at[0] ? " at " : "", at);
}

static json_t *page_object(const routh_behaviour_series *series) {
    const routh_behaviour *b = &series->at[series->shown];
    json_t *all = json_object(), *tables = json_array();
    if (b->law_count > 0)
        routh_json_add(&tables, laws_table(b));
    routh_json_add(&tables, bins_table(b));
    if (series->count > 1)
        routh_json_add(&tables, steps_table(series));
    routh_json_put(&all, "kind", json_string("behaviour"));
    routh_json_put_version(&all);
    routh_json_put(&all, "title", title_of(series));
    routh_json_put(&all, "verdict", json_string(b->findings.count > 0 ? b->findings.finding[0].text : ""));
    routh_json_put(&all, "words", words_list(series));
    routh_json_put(&all, "cards", cards_list(b));
    routh_json_put(&all, "tables", tables);
    routh_json_put(&all, "charts", charts_list(series));
    return all;
}

routh_status routh_behaviour_write_page(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    routh_c_locale numbers; /* of the tables */
    if (series->count == 0 || series->at[series->shown].count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no impact was judged: there is nothing to show");
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = routh_write_page(context, ROUTH_BEHAVIOUR_PAGE, page_object(series), DIGITS, to);
    routh_c_locale_end(&numbers);
    return status;
}
