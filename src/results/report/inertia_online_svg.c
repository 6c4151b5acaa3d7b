/* The estimate contact by contact, drawn: m/I with its 95 % interval over the number of contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/inertia_online.h"

#include <math.h>

#include "report/svg_plot.h"

/* All in pixels. */
enum { LEFT = 72, TOP = 44, WIDTH = 620, HEIGHT = 340, RIGHT = 24, BELOW = 76 };

/* Early intervals may be many times as wide as the last: the window holds this many of its widths on either side. */
static const double most_widths = 25;

static const char band_look[] = "fill=\"#0072b2\" fill-opacity=\"0.18\" stroke=\"none\"";
static const char line_look[] = "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"";

/* The last row with an estimate; NULL: none has. */
static const routh_inertia_row *last_of(const routh_inertia_history *history) {
    for (size_t i = history->count; i > 0; i--)
        if (!history->row[i - 1].why)
            return &history->row[i - 1];
    return NULL;
}

static svg_plot plot_of(const routh_inertia_history *history, double stated) {
    const routh_inertia_row *last = last_of(history);
    svg_plot plot = {.width = WIDTH, .height = HEIGHT};
    plot.x.title = "contacts";
    plot.y = (svg_axis){.low = last ? last->low : 0, .high = last ? last->high : 1, .title = "*m*/*I*", .unit = "1/m²"};
    const double most = most_widths * (last ? last->high - last->low : 1);
    plot.x.low = log10((double)history->row[0].contacts);
    plot.x.high = log10((double)history->row[history->count - 1].contacts);
    for (size_t i = 0; last && i < history->count; i++)
        if (!history->row[i].why) {
            routh_svg_axis_hold(&plot.y, fmax(history->row[i].low, last->m_over_i - most));
            routh_svg_axis_hold(&plot.y, fmin(history->row[i].high, last->m_over_i + most));
        }
    if (last && fabs(stated - last->m_over_i) <= most)
        routh_svg_axis_hold(&plot.y, stated);
    routh_svg_axis_finish(&plot.x, 0.1);
    routh_svg_axis_finish(&plot.y, last ? 1e-9 * last->m_over_i : 1);
    return plot;
}

static svg_spot spot_of(const svg_plot *plot, const routh_inertia_row *row, double value) {
    const double inside = fmin(fmax(value, plot->y.low), plot->y.high);
    return routh_svg_plot_at(plot, log10((double)row->contacts), inside);
}

/* Rows first … last without a gap: the interval as a band, the estimate as a line with points. */
static void draw_stretch(FILE *file, const svg_plot *plot, const routh_inertia_row *first,
                         const routh_inertia_row *last) {
    fputs("<path class=\"interval\" d=\"", file);
    for (const routh_inertia_row *row = first; row <= last; row++) {
        const svg_spot at = spot_of(plot, row, row->high);
        fprintf(file, "%c%.2f,%.2f", row == first ? 'M' : 'L', at.x, at.y);
    }
    for (const routh_inertia_row *row = last + 1; row-- > first;) {
        const svg_spot at = spot_of(plot, row, row->low);
        fprintf(file, "L%.2f,%.2f", at.x, at.y);
    }
    fprintf(file, "z\" %s/>\n<path class=\"line\" d=\"", band_look);
    for (const routh_inertia_row *row = first; row <= last; row++) {
        const svg_spot at = spot_of(plot, row, row->m_over_i);
        fprintf(file, "%c%.2f,%.2f", row == first ? 'M' : 'L', at.x, at.y);
    }
    fprintf(file, "\" %s/>\n", line_look);
    for (const routh_inertia_row *row = first; row <= last; row++) {
        const svg_spot low = spot_of(plot, row, row->low), high = spot_of(plot, row, row->high);
        const svg_spot at = spot_of(plot, row, row->m_over_i);
        fprintf(file, "<path class=\"row\" d=\"M%.2f,%.2fV%.2f\" stroke=\"#0072b2\" stroke-width=\"1\"/>\n", low.x,
                low.y, high.y);
        fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.6\" fill=\"#0072b2\"/>\n", at.x, at.y);
    }
}

/* Rows without an estimate are crosses at the lower edge. */
static void draw_rows(FILE *file, const svg_plot *plot, const routh_inertia_history *history) {
    for (size_t i = 0, end; i < history->count; i = end) {
        const routh_inertia_row *row = &history->row[i];
        for (end = i + 1; !row->why && end < history->count && !history->row[end].why;)
            end++;
        if (!row->why) {
            draw_stretch(file, plot, row, &history->row[end - 1]);
            continue;
        }
        const double x = routh_svg_plot_at(plot, log10((double)row->contacts), plot->y.low).x;
        fprintf(file, "<path class=\"none\" d=\"M%.2f,%dl8,8m0,-8l-8,8\" stroke=\"#d55e00\" stroke-width=\"1.5\"/>\n",
                x - 4, HEIGHT - 14);
    }
}

void routh_inertia_online_draw(FILE *file, const char *title, const routh_inertia_history *history, double stated) {
    const svg_plot plot = plot_of(history, stated);
    const double width = LEFT + WIDTH + RIGHT, height = TOP + HEIGHT + BELOW;
    routh_svg_begin(file, width, height, title, "m/I with its 95 % interval over the number of contacts.");
    routh_svg_text(file, LEFT, TOP - 16, 14, SVG_START, "font-weight=\"bold\"", title);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, TOP);
    routh_svg_plot_decades(file, &plot);
    if (stated >= plot.y.low && stated <= plot.y.high)
        fprintf(file, "<path class=\"stated\" d=\"M0,%.2fH%d\" stroke=\"%s\" stroke-dasharray=\"2 4\"/>\n",
                routh_svg_plot_at(&plot, plot.x.low, stated).y, WIDTH, SVG_INK);
    draw_rows(file, &plot, history);
    fputs("</g>\n", file);
    routh_svg_formula(
        file, LEFT, height - 14, 11, SVG_START, "",
        "Band: 95 % interval of *m*/*I* from the first contacts. Cross: not determined. Dotted: as stated.");
    fputs("</svg>\n", file);
}
