/* What a simulator does, as JSON, as one row an impact, and as tables for the terminal and the page.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/context.h"

enum { CELL = 64 };

static json_t *law_object(const routh_behaviour_law *law) {
    json_t *parameters = json_object();
    for (int d = 0; d < law->parameter_count; d++) {
        json_t *parameter = json_object();
        ROUTH_PUT_AT(&parameter, routh_behaviour_law, law, d, value, low, high);
        routh_json_put(&parameters, law->parameter[d].name, parameter);
    }
    return ROUTH_JSON_NEW(routh_behaviour_law_layout, .law = law, .parameters = parameters,
                          .restitution = law->has_restitution
                                             ? json_string(routh_name(&routh_restitutions, law->restitution))
                                             : routh_json_absent());
}

static json_t *restitution_object(const routh_behaviour *b) {
    return ROUTH_JSON_NEW(routh_behaviour_restitution_layout, .median = b->eps_mean, .at_1 = b->eps_at_1,
                          .slope = b->eps_slope, .slope_error = b->eps_slope_error, .scatter = b->eps_scatter,
                          .scatter_newton = b->scatter[ROUTH_NEWTON], .scatter_poisson = b->scatter[ROUTH_POISSON],
                          .scatter_energetic = b->scatter[ROUTH_ENERGETIC], .curve = b->curve,
                          .kept = b->has_kind ? routh_name(&routh_restitutions, b->kind) : NULL);
}

static json_t *behaviour_object(const routh_behaviour *b) {
    json_t *laws = json_array(), *bins = json_array();
    json_t *left_out = routh_counts_json(&routh_reasons, b->rejected, ROUTH_REASON_COUNT);
    for (size_t l = 0; l < b->law_count; l++)
        routh_json_add(&laws, law_object(&b->law[l]));
    for (size_t k = 0; k < b->bin_count; k++)
        routh_json_add(&bins, ROUTH_JSON_FIELDS(routh_behaviour_bin, &b->bin[k], low, high, speed, eps, eps_low,
                                                eps_high, lasted, depth, count, gains));
    ROUTH_PUT(&left_out, routh_behaviour, b, several, unended, untouched);
    return ROUTH_JSON_NEW(
        routh_behaviour_layout, .b = b, .step = b->step > 0 ? b->step : NAN, .left_out = left_out,
        .law = b->best < b->law_count ? b->law[b->best].name : NULL, .laws = laws, .restitution = restitution_object(b),
        .friction = ROUTH_JSON_FIELDS(routh_behaviour, b, mu, mu_low, mu_high, mu_least, mu_power, mu_power_error,
                                      slipping, mu_direction),
        .energy = ROUTH_JSON_NEW(routh_behaviour_energy_layout, .worst = b->worst_gain, .worst_speed = b->worst_speed,
                                 .slowest = b->gain_speed[0], .fastest = b->gain_speed[1], .gains = b->gains),
        .contact = ROUTH_JSON_FIELDS(routh_behaviour, b, lasted, depth, depth_most, turned), .over_speed = bins);
}

static json_t *series_object(const void *what) {
    const routh_behaviour_series *series = what;
    json_t *steps = json_array();
    for (size_t i = 0; i < series->count; i++) {
        json_t *one = behaviour_object(&series->at[i]);
        ROUTH_PUT_AT(&one, routh_behaviour_series, series, i, eps_off, mu_off);
        routh_json_add(&steps, one);
    }
    return ROUTH_JSON_NEW(routh_behaviour_series_layout, .series = series, .kind = "behaviour", .behaviours = steps,
                          .changes_at = series->changes < series->count ? series->at[series->changes].step : NAN,
                          .version = routh_version());
}

static void print_csv(FILE *file, const void *what) {
    const routh_behaviour_series *series = what;
    routh_rows rows =
        routh_rows_csv(file, NULL,
                       "step,impact,speed,slip,slip_after,newton,poisson,energetic,normal,tangential,energy,lasted,"
                       "depth,turned,error,bound,slips\n");
    for (size_t s = 0; s < series->count; s++)
        for (size_t i = 0; i < series->at[s].count; i++) {
            const routh_behaviour_impact *k = &series->at[s].impact[i];
            ROUTH_CELLS(&rows, series->at[s].step > 0 ? series->at[s].step : (double)NAN);
            ROUTH_CELL_FIELDS(&rows, routh_behaviour_impact, k, source, speed, slip, slip_after, eps, normal,
                              tangential, energy, lasted, depth, turned, error, bound, slips);
            routh_rows_end(&rows);
        }
}

/* Tables of the terminal (`file`) and of the page (NULL) ------------------------------------------------*/

static routh_rows laws_table(FILE *file, const routh_behaviour *b) {
    static const routh_column columns[] = {{"law", "  %-18s"},     {"parameters", " %-28s"},   {"error", " %8.2f%%"},
                                           {"median", " %7.2f%%"}, {"restitution", "  %-12s"}, {"", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (size_t l = 0; l < b->law_count; l++) {
        const routh_behaviour_law *law = &b->law[l];
        char text[4 * CELL] = "";
        size_t length = 0;
        for (int d = 0; d < law->parameter_count; d++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s %.3f", d > 0 ? ", " : "",
                                       law->parameter[d].symbol, law->value[d]);
        ROUTH_ROW(&rows, law->name, text, 100 * law->error, 100 * law->error_median,
                  law->has_restitution ? routh_name(&routh_restitutions, law->restitution) : "",
                  l == b->best ? "best" : "");
    }
    ROUTH_ROW(&rows, "any rigid law", "", 100 * b->bound, "", "", "");
    return rows;
}

static routh_rows bins_table(FILE *file, const routh_behaviour *b) {
    static const routh_column columns[] = {
        {"speed, m/s", "  %-20s"}, {"impacts", " %7s"},     {"ε", " %7.3f"}, {"half within", "  %-15s"},
        {"lasts, ms", " %10.3g"},  {"depth, mm", " %9.3g"}, {"gain", " %6s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (size_t k = 0; k < b->bin_count; k++) {
        const routh_behaviour_bin *bin = &b->bin[k];
        char range[CELL], half[CELL] = "–";
        snprintf(range, sizeof range, "%.3g … %.3g", bin->low, bin->high);
        if (isfinite(bin->eps))
            snprintf(half, sizeof half, "%.3f … %.3f", bin->eps_low, bin->eps_high);
        ROUTH_ROW(&rows, range, bin->count, bin->eps, half, 1e3 * bin->lasted, 1e3 * bin->depth, bin->gains);
    }
    return rows;
}

static routh_rows steps_table(FILE *file, const routh_behaviour_series *series) {
    static const routh_column columns[] = {{"step, ms", "  %-9.4g"}, {"impacts", " %8s"},   {"ε", " %8.3f"},
                                           {"μ", " %8.3f"},          {"error", " %7.2f%%"}, {"any rigid", " %9.2f%%"},
                                           {"gain", " %8s"},         {"law", "  %-18s"},    {"", "%s"}};
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (size_t i = 0; i < series->count; i++) {
        const routh_behaviour *b = &series->at[i];
        const bool has = b->best < b->law_count;
        ROUTH_ROW(&rows, 1e3 * b->step, b->count, b->eps_mean, b->mu, has ? 100 * b->law[b->best].error : (double)NAN,
                  100 * b->bound, b->gains, has ? b->law[b->best].name : "–", i >= series->changes ? "differs" : "");
    }
    return rows;
}

static void print_text(FILE *file, const void *what) {
    const routh_behaviour_series *series = what;
    const routh_behaviour *b = &series->at[series->shown];
    char name[ROUTH_NAME_SIZE + 32];
    snprintf(name, sizeof name, series->count > 1 ? "%s at %g ms:" : "%s:", b->name, 1e3 * b->step);
    fputs(name, file);
    routh_print_wrapped(file, b->findings.finding[0].text, routh_count_characters(name, strlen(name)), 0);
    fputs(b->law_count > 0 ? "\n\n" : "\n", file);
    if (b->law_count > 0)
        laws_table(file, b);
    fputs(b->bin_count > 0 ? "\n" : "", file);
    if (b->bin_count > 0)
        bins_table(file, b);
    fputs(series->count > 1 ? "\n" : "", file);
    if (series->count > 1)
        steps_table(file, series);
    fputs(b->bin_count > 0 ? "\n  gain: impacts whose energy grows\n\n" : "\n", file);
    routh_print_topics(file, &b->findings, 1, true);
    routh_print_topics(file, &series->findings, 0, true);
}

/* The page ----------------------------------------------------------------------------------------------*/

enum { MOST_DOTS = 1000, LINE_POINTS = 24 };

/* Beyond that, where the speed is next to nothing, restitution says nothing. */
static const double most_restitution = 3;

static void add_dots(json_t **lines, const routh_behaviour *b, bool gaining, routh_series x, routh_series y,
                     double most) {
    routh_line dots = routh_points_begin(gaining ? "gain energy" : "impacts");
    for (size_t i = 0; i < b->count; i += b->count / MOST_DOTS + 1) {
        const double at = routh_series_at(&x, i), value = routh_series_at(&y, i);
        if (b->impact[i].gains == gaining && isfinite(at) && fabs(value) <= most)
            routh_points_add(&dots, at, value, value, value);
    }
    routh_line_end(&dots, lines);
}

static json_t *impacts_lines(const routh_behaviour *b, routh_series x, routh_series y, double most) {
    json_t *lines = json_array();
    add_dots(&lines, b, false, x, y, most);
    add_dots(&lines, b, true, x, y, most);
    return lines;
}

/* Restitution's line, of steps from the first to before the last. */
static void add_curves(const routh_behaviour_series *series, size_t first, size_t last, json_t **lines) {
    for (size_t s = first; s < last; s++) {
        const routh_behaviour *b = &series->at[s];
        char name[CELL] = "fitted";
        if (!isfinite(b->eps_at_1))
            continue;
        if (b->step > 0)
            snprintf(name, sizeof name, "fitted, %g ms", 1e3 * b->step);
        routh_line curve = routh_line_begin(name);
        for (int i = 0; i < LINE_POINTS; i++) {
            const double speed = b->speed[0] * pow(b->speed[1] / b->speed[0], i / (LINE_POINTS - 1.0));
            routh_line_add(&curve, speed, b->eps_at_1 + b->eps_slope * log(speed));
        }
        routh_line_end(&curve, lines);
    }
}

static void add_cone(const routh_behaviour *b, json_t **lines) {
    double most = 0;
    char name[CELL];
    for (size_t i = 0; i < b->count; i++)
        most = fmax(most, b->impact[i].normal);
    snprintf(name, sizeof name, "cone, μ = %.3f", b->mu);
    if (isfinite(b->mu))
        routh_line_of(lines, name, routh_series_of((const double[]){0, most}, 2),
                      routh_series_of((const double[]){0, b->mu * most}, 2));
}

/* The second alone is not over speed. */
static json_t *charts_list(const routh_behaviour_series *series) {
#define SERIES(field, factor) ROUTH_SERIES(routh_behaviour_impact, b->impact, b->count, field, factor)
    static const char speed[] = "speed of approach, m/s";
    const routh_behaviour *b = &series->at[series->shown];
    json_t *list = json_array(), *steps = json_array();
    json_t *restitution = impacts_lines(b, SERIES(speed, 1), SERIES(eps[b->curve], 1), most_restitution);
    json_t *friction = impacts_lines(b, SERIES(normal, 1), SERIES(tangential, 1), DBL_MAX);
    add_curves(series, series->shown, series->shown + 1, &restitution);
    add_cone(b, &friction);
    add_curves(series, 0, series->count, &steps);
    routh_chart_end(&list, "Restitution over speed", speed, "restitution", restitution);
    routh_chart_end(&list, "Impulses", "normal impulse, N s", "tangential impulse, N s", friction);
    if (series->count > 1)
        routh_chart_end(&list, "Restitution at each step", speed, "restitution", steps);
    else
        json_decref(steps);
    if (b->lasted > 0) {
        routh_chart_end(&list, "How long contacts last", speed, "duration, ms",
                        impacts_lines(b, SERIES(speed, 1), SERIES(lasted, 1e3), DBL_MAX));
        routh_chart_end(&list, "How deep they sink in", speed, "depth, mm",
                        impacts_lines(b, SERIES(speed, 1), SERIES(depth, 1e3), DBL_MAX));
    }
    return list;
#undef SERIES
}

static void add_card(json_t **list, const char *name, const char *value, const char *more) {
    routh_json_add(list, ROUTH_JSON_NEW(routh_card_layout, .name = name, .value = value, .more = more));
}

static void add_number(json_t **list, const char *name, int decimals, double value, const char *more) {
    char text[CELL];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    add_card(list, name, isfinite(value) ? text : "", more);
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
    const routh_behaviour_law *law = b->described ? &b->law[b->best] : NULL;
    json_t *list = json_array();
    char more[CELL];
    snprintf(more, sizeof more, " of %zu", b->contacts);
    add_number(&list, "impacts", 0, (double)b->count, more);
    add_card(&list, "law", law ? law->name : "none", "");
    add_number(&list, "restitution", 3, law ? law_value(law, "eps") : b->eps_mean, law ? " of the law" : " median");
    if (law ? isfinite(law_value(law, "mu")) : b->slipping > 0)
        add_number(&list, "friction", 3, law ? law_value(law, "mu") : b->mu,
                   law ? " of the law" : " median where it slips");
    snprintf(more, sizeof more, " of %zu", b->count);
    add_number(&list, "impacts that gain energy", 0, (double)b->gains, more);
    return list;
}

/* "warning: …", as the program prints them. */
static void add_sentences(const routh_findings *findings, json_t **words) {
    for (size_t i = 0; i < findings->count; i++) {
        const char *mark = routh_finding_mark(&findings->finding[i]);
        routh_json_add(words, routh_json_longer(json_string(mark), mark[0] ? " " : "", findings->finding[i].text));
    }
}

static json_t *page_object(const void *what) {
    const routh_behaviour_series *series = what;
    const routh_behaviour *b = &series->at[series->shown];
    json_t *tables = json_array(), *words = json_array();
    char at[CELL] = "";
    if (b->law_count > 0) {
        routh_rows laws = laws_table(NULL, b);
        routh_json_add(&tables,
                       routh_rows_page(&laws, "Laws on impacts that they were not fitted to; errors relative to the "
                                              "speed after"));
    }
    routh_rows bins = bins_table(NULL, b);
    routh_json_add(&tables, routh_rows_page(&bins, "Over speed; gain: impacts whose energy grows"));
    if (series->count > 1) {
        routh_rows steps = steps_table(NULL, series);
        routh_json_add(&tables, routh_rows_page(&steps, "Time steps"));
        snprintf(at, sizeof at, "%g ms", 1e3 * b->step);
    }
    add_sentences(&b->findings, &words);
    add_sentences(&series->findings, &words);
    return ROUTH_JSON_NEW(routh_behaviour_page_layout, .kind = "behaviour", .version = routh_version(),
                          .title = routh_json_longer(json_string(b->name), at[0] ? " at " : "", at),
                          .verdict = b->findings.count > 0 ? b->findings.finding[0].text : "", .words = words,
                          .cards = cards_list(b), .tables = tables, .charts = charts_list(series));
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    enum { SECOND = 2 };
    const routh_behaviour_series *series = what;
    const routh_behaviour *b = &series->at[series->shown];
    routh_figure figure = {.findings = &b->findings, .charts = charts_list(series), .decades = ~(unsigned)SECOND};
    snprintf(figure.title, sizeof figure.title, "What a simulator does: %s", b->name);
    return routh_draw_figure(context, file, figure);
}

routh_status routh_behaviour_series_write(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    const bool needs_impacts =
        routh_name_ends(routh_output_name(&to), ".svg") || routh_name_ends(routh_output_name(&to), ".html");
    if (needs_impacts && (series->count == 0 || series->at[series->shown].count == 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no impact was judged: there is nothing to show");
    return ROUTH_WRITE(context, "routh_behaviour_series", series, to, {".json", .object = series_object},
                       {".csv", .print = print_csv}, {".svg", .draw = draw},
                       {".html", .object = page_object, .page = ROUTH_BEHAVIOUR_PAGE}, {".txt", .print = print_text});
}
