/* The table as a picture: a line for each number of each estimator, a dot for each world.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"
#include "report/svg.h"

enum { LEFT = 190, PLOT = 430, RIGHT = 30, TOP = 58, LINE = 19 };

static double across(double share) {
    return LEFT + PLOT * share;
}

static bool same(const coverage_row *a, const coverage_row *b) {
    return a->estimator == b->estimator && a->quantity == b->quantity;
}

static bool is_first(const coverage_table *table, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (same(&table->row[j], &table->row[i]) && table->row[j].claims > 0)
            return false;
    return table->row[i].claims > 0;
}

static void draw_axis(FILE *file, double bottom) {
    fprintf(file, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" fill=\"#e6f2e6\"/>\n", across(0.88), TOP,
            across(1) - across(0.88), bottom - TOP);
    fprintf(file, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" stroke=\"#2a7a2a\"/>\n", across(0.95),
            across(0.95), TOP, bottom);
    for (int k = 0; k <= 10; k += 2) {
        char text[8];
        snprintf(text, sizeof text, "%d", 10 * k);
        fprintf(file, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>\n", across(k / 10.0),
                across(k / 10.0), TOP, bottom);
        routh_svg_text(file, across(k / 10.0), bottom + 16, 12, SVG_MIDDLE, "", text);
    }
    routh_svg_text(file, across(0.5), bottom + 34, 12, SVG_MIDDLE, "",
                   "share of 95 % intervals that hold the truth, in %");
}

static void draw_line(FILE *file, const coverage_table *table, const coverage_row *row, double y) {
    char name[128];
    snprintf(name, sizeof name, "%s: %s", row->estimator->name, row->estimator->quantity[row->quantity]);
    routh_svg_text(file, LEFT - 8, y + 4, 12, SVG_END, "", name);
    for (size_t j = 0; j < table->count; j++) {
        const coverage_row *r = &table->row[j];
        if (!same(r, row) || r->claims == 0)
            continue;
        const double share = r->covered[COVERAGE_LEVELS - 1];
        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" fill-opacity=\"0.6\"><title>%s: %.0f %%</title>"
                "</circle>\n",
                across(share), y, share < 0.88 ? "#b03030" : "#30609a", r->world->name, 100 * share);
    }
    const double mean = across(coverage_summarise(table, row->estimator, row->quantity).mean);
    fprintf(file, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"/>\n", mean,
            mean, y - 7, y + 7, SVG_INK);
}

void coverage_write_svg(const coverage_table *table, FILE *file) {
    size_t lines = 0;
    for (size_t i = 0; i < table->count; i++)
        lines += is_first(table, i);
    const double bottom = TOP + LINE * (double)lines;
    routh_svg_begin(file, LEFT + PLOT + RIGHT, bottom + 46, "How often intervals hold the truth",
                    "A line for each number of each estimator, a dot for each world, a tick at their mean.");
    routh_svg_text(file, 12, 24, 15, SVG_START, "font-weight=\"bold\"", "How often 95 % intervals hold the truth");
    routh_svg_text(file, 12, 44, 12, SVG_START, "",
                   "A dot for each world, red below 88 %; a tick at their mean. Green: 88 to 100 %.");
    draw_axis(file, bottom);
    size_t line = 0;
    for (size_t i = 0; i < table->count; i++)
        if (is_first(table, i))
            draw_line(file, table, &table->row[i], TOP + LINE * ((double)line++ + 0.5));
    fputs("</svg>\n", file);
}
