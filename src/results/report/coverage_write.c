/* Coverage as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include "base/context.h"
#include "study/result_words.h"

/* The share of intervals that hold the truth, half their median width, and the mean error, of one parameter. */
static void add_number(routh_rows *rows, const routh_coverage_world *w, int number, double part) {
    const double claims = (double)w->claims[number];
    ROUTH_CELLS(rows, part * (double)w->held[number] / claims, w->width[number], w->bias[number]);
}

static routh_status print_text(routh_context *context, FILE *file, const void *what) {
    static const routh_column columns[] = {{"WORLD", "%-18s"},  {"WRONG", "%-5s"},          {"REFUSED", " %7s"},
                                           {"DOUBTED", " %7s"}, {"MU HOLDS %", " %10.0f"},  {"WIDTH ±", " %7.4f"},
                                           {"BIAS", " %8.4f"},  {"EPS HOLDS %", " %11.0f"}, {"WIDTH ±", " %7.4f"},
                                           {"BIAS", " %8.4f"}};
    const routh_coverage *c = what;
    routh_findings head = {0};
    ROUTH_TRY(routh_print_words(context, file, routh_coverage_head(context, c, &head), &head));
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    rows.missing = "-";
    for (size_t i = 0; i < c->world_count; i++) {
        const routh_coverage_world *w = &c->world[i];
        ROUTH_CELLS(&rows, routh_name(&routh_coverage_kinds, w->kind), w->wrong ? "yes" : "no", w->refused, w->doubted);
        for (int q = 0; q < ROUTH_COVERAGE_NUMBERS; q++)
            add_number(&rows, w, q, 100);
        routh_rows_end(&rows);
    }
    fputs("\nRefused: no law is recommended. Doubted: the study says why not to rely on the best law's values.\n",
          file);
    for (size_t i = 0; i < c->world_count; i++)
        fprintf(file, "  %-18s%s\n", routh_name(&routh_coverage_kinds, c->world[i].kind), c->world[i].about);
    fputc('\n', file);
    routh_print_findings(file, &c->findings, "");
    return ROUTH_OK;
}

static void print_csv(FILE *file, const void *what) {
    const routh_coverage *c = what;
    routh_rows rows = routh_rows_csv(file, NULL,
                                     "world,wrong,draws,refused,doubted,mu_holds,mu_width,mu_bias,eps_holds,eps_width,"
                                     "eps_bias\n");
    for (size_t i = 0; i < c->world_count; i++) {
        const routh_coverage_world *w = &c->world[i];
        ROUTH_CELLS(&rows, routh_name(&routh_coverage_kinds, w->kind), w->wrong, w->draws, w->refused, w->doubted);
        for (int q = 0; q < ROUTH_COVERAGE_NUMBERS; q++)
            add_number(&rows, w, q, 1);
        routh_rows_end(&rows);
    }
}

static json_t *coverage_object(const void *what) {
    const routh_coverage *c = what;
    return ROUTH_JSON_NEW(routh_coverage_layout, .dataset = c->dataset->name, .coverage = c,
                          .parameters = routh_parameters_json(c->law, c->parameters),
                          .worlds = ROUTH_JSON_LIST(routh_coverage_world, c->world, c->world_count),
                          .words = c->findings, .version = routh_version());
}

routh_status routh_coverage_write(routh_context *context, const routh_coverage *coverage, routh_io to) {
    return ROUTH_WRITE(context, "routh_coverage", coverage, to, {".txt", .draw = print_text},
                       {".csv", .print = print_csv}, {".json", .object = coverage_object});
}
