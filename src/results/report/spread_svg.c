/* Two panels about spreads: shares of recorded poses inside of regions over time, and how often resting faces were below
 * beside how probable they were.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/spread_parts.h"
#include "report/svg_plot.h"

/* All in pixels. */
enum { LEFT = 64, TOP = 40, WIDTH = 340, HEIGHT = 230, GAP = 84 }; /* as the panels of errors above them */

static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73"};
static const char *const name[] = {"places", "orientations", "both"};

static void draw_line(FILE *file, const svg_plot *plot, double x0, double y0, double x1, double y1) {
    const svg_spot from = routh_svg_plot_at(plot, x0, y0), to = routh_svg_plot_at(plot, x1, y1);
    fprintf(file, "<path d=\"M%.2f,%.2fL%.2f,%.2f\" stroke=\"%s\" stroke-dasharray=\"4 3\"/>\n", from.x, from.y, to.x,
            to.y, SVG_FAINT);
}

static void draw_cover(FILE *file, const routh_spread_study *own) {
    const double end = own->moment_count > 0 ? own->moment[own->moment_count - 1].time : 1;
    const svg_plot plot = {
        WIDTH, HEIGHT, {0, end, "time after the fitted flight", "s"}, {0.5, 1, "share inside", NULL}};
    routh_svg_plot_axes(file, &plot, 1);
    draw_line(file, &plot, 0, own->fold[0].share, end, own->fold[0].share);
    for (int i = 0; i < 3; i++) {
        fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" d=\"", colour[i]);
        for (size_t m = 0; m < own->moment_count; m++) {
            const double share = own->moment[m].share[i];
            const svg_spot at = routh_svg_plot_at(&plot, own->moment[m].time, share < 0.5 ? 0.5 : share);
            fprintf(file, "%s%.2f,%.2f", m > 0 ? "L" : "M", at.x, at.y);
        }
        fputs("\"/>\n", file);
        fprintf(file, "<path d=\"M%d,%dh18\" stroke=\"%s\" stroke-width=\"1.6\"/>\n", 12, HEIGHT - 44 + 14 * i,
                colour[i]);
        routh_svg_text(file, 36, HEIGHT - 40 + 14 * i, 11, SVG_START, "", name[i]);
    }
}

static void draw_faces(FILE *file, const routh_spread_study *own) {
    const svg_plot plot = {WIDTH, HEIGHT, {0, 1, "predicted probability", NULL}, {0, 1, "observed share", NULL}};
    routh_svg_plot_axes(file, &plot, 1);
    draw_line(file, &plot, 0, 0, 1, 1);
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        if (bin->count == 0)
            continue;
        const svg_spot at = routh_svg_plot_at(&plot, bin->predicted, bin->observed);
        const svg_spot low = routh_svg_plot_at(&plot, bin->predicted, bin->interval.low);
        const svg_spot high = routh_svg_plot_at(&plot, bin->predicted, bin->interval.high);
        fprintf(file,
                "<path d=\"M%.2f,%.2fV%.2f\" stroke=\"%s\"/><circle cx=\"%.2f\" cy=\"%.2f\" r=\"3.4\" fill=\"%s\">"
                "<title>%zu faces</title></circle>\n",
                low.x, low.y, high.y, colour[0], at.x, at.y, colour[0], bin->count);
    }
}

void routh_spread_panels(FILE *file, const routh_rollout_study *study, double x, double y) {
    if (!study->spread)
        return;
    fprintf(file, "<g transform=\"translate(%g,%g)\">\n", x + LEFT, y + TOP);
    routh_svg_text(file, 0, -14, 13, SVG_START, "font-weight=\"bold\"", "Recorded poses inside of their regions");
    draw_cover(file, study->spread);
    fprintf(file, "</g>\n<g transform=\"translate(%g,%g)\">\n", x + LEFT + WIDTH + GAP, y + TOP);
    routh_svg_text(file, 0, -14, 13, SVG_START, "font-weight=\"bold\"", "Resting faces");
    draw_faces(file, study->spread);
    fputs("</g>\n", file);
}
