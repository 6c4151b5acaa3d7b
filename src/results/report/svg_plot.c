/* A frame with two axes, each with its own unit and scale, for curves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg_plot.h"

#include <math.h>
#include <stdbool.h>

#define AIR         0.05 /* at each end of an axis, of its span */
#define TICK_PIXELS 46.0 /* room for one number along x, at least */
#define LINE_PIXELS 32.0 /* along y */

void routh_svg_axis_hold(svg_axis *axis, double value) {
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
}

void routh_svg_axis_finish(svg_axis *axis, double least_span) {
    const double span = fmax(axis->high - axis->low, least_span), middle = (axis->low + axis->high) / 2;
    axis->low = middle - (0.5 + AIR) * span;
    axis->high = middle + (0.5 + AIR) * span;
}

static void widen(svg_axis *axis, double span) {
    const double middle = (axis->low + axis->high) / 2;
    axis->low = middle - span / 2;
    axis->high = middle + span / 2;
}

void routh_svg_plot_even(svg_plot *plot, double most) {
    const double x = plot->x.high - plot->x.low, y = plot->y.high - plot->y.low;
    const double wanted_x = y * plot->width / plot->height, wanted_y = x * plot->height / plot->width;
    if (wanted_x > x && wanted_x <= most * x)
        widen(&plot->x, wanted_x);
    else if (wanted_y > y && wanted_y <= most * y)
        widen(&plot->y, wanted_y);
}

svg_spot routh_svg_plot_at(const svg_plot *plot, double x, double y) {
    return (svg_spot){(x - plot->x.low) / (plot->x.high - plot->x.low) * plot->width,
                      plot->height - (y - plot->y.low) / (plot->y.high - plot->y.low) * plot->height, 0};
}

static svg_ticks ticks_of(const svg_axis *axis, double pixels, double each) {
    const int wanted = (int)fmax(1, floor(pixels / each));
    return routh_svg_ticks_for(axis->high - axis->low, fmax(fabs(axis->low), fabs(axis->high)), wanted);
}

static void write_title(FILE *file, const svg_axis *axis, svg_ticks ticks, double x, double y, const char *turn) {
    char unit[ROUTH_NUMBER_TEXT], title[2 * ROUTH_NUMBER_TEXT];
    snprintf(title, sizeof title, "%s%s%s", axis->title, axis->unit ? " " : "",
             axis->unit ? routh_svg_unit(ticks.exponent, axis->unit, unit) : "");
    routh_svg_formula(file, x, y, 12, SVG_MIDDLE, turn, title);
}

static void line(FILE *file, double x, double y, double dx, double dy, const char *colour, double width) {
    fprintf(file, "<path d=\"M%.2f,%.2fl%.2f,%.2f\" stroke=\"%s\" stroke-width=\"%g\"/>\n", x, y, dx, dy, colour,
            width);
}

static void draw_ticks(FILE *file, const svg_plot *plot, int upright, int labelled) {
    enum { MARK = 5 };
    const svg_axis *axis = upright ? &plot->y : &plot->x;
    const svg_ticks ticks = ticks_of(axis, upright ? plot->height : plot->width, upright ? LINE_PIXELS : TICK_PIXELS);
    const double unit = pow(10, ticks.exponent), last = floor(axis->high / ticks.step);
    for (double i = ceil(axis->low / ticks.step); i <= last; i++) {
        const double value = i * ticks.step;
        const svg_spot at =
            upright ? routh_svg_plot_at(plot, plot->x.low, value) : routh_svg_plot_at(plot, value, plot->y.low);
        line(file, at.x, at.y, upright ? -MARK : 0, upright ? 0 : MARK, SVG_INK, 1);
        char number[ROUTH_NUMBER_TEXT];
        if (labelled)
            routh_svg_text(file, upright ? at.x - 8 : at.x, upright ? at.y + 4 : at.y + 17, 11,
                           upright ? SVG_END : SVG_MIDDLE, "", routh_fixed_text(value / unit, ticks.decimals, number));
    }
    char turn[64];
    snprintf(turn, sizeof turn, "transform=\"translate(-44,%g) rotate(-90)\"", plot->height / 2);
    if (labelled)
        write_title(file, axis, ticks, upright ? 0 : plot->width / 2, upright ? 0 : plot->height + 36,
                    upright ? turn : "");
}

/* 1, 2, 5, 10, … */
static void draw_decades(FILE *file, const svg_plot *plot) {
    static const double steps[] = {1, 2, 5};
    const svg_axis *axis = &plot->x;
    for (double decade = floor(axis->low); decade <= axis->high; decade++)
        for (int k = 0; k < 3; k++) {
            const double value = steps[k] * pow(10, decade), x = log10(value);
            char number[ROUTH_NUMBER_TEXT];
            if (!(x >= axis->low && x <= axis->high))
                continue;
            const svg_spot at = routh_svg_plot_at(plot, x, plot->y.low);
            line(file, at.x, at.y, 0, 5, SVG_INK, 1);
            routh_svg_text(file, at.x, at.y + 17, 11, SVG_MIDDLE, "",
                           decade >= 0 && decade < 6 ? routh_fixed_text(value, 0, number)
                                                     : routh_number_text(value, 3, number));
        }
    write_title(file, axis, (svg_ticks){0}, plot->width / 2, plot->height + 36, "");
}

static void draw_frame(FILE *file, const svg_plot *plot, bool has_zero) {
    const svg_spot zero = routh_svg_plot_at(plot, 0, 0);
    if (has_zero && zero.x > 0 && zero.x < plot->width)
        line(file, zero.x, 0, 0, plot->height, SVG_FAINT, 0.6);
    if (zero.y > 0 && zero.y < plot->height)
        line(file, 0, zero.y, plot->width, 0, SVG_FAINT, 0.6);
    fprintf(file, "<rect x=\"0\" y=\"0\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"%s\"/>\n", plot->width,
            plot->height, SVG_FAINT);
}

void routh_svg_plot_axes(FILE *file, const svg_plot *plot, int left) {
    draw_frame(file, plot, true);
    draw_ticks(file, plot, 0, 1);
    draw_ticks(file, plot, 1, left);
}

void routh_svg_plot_decades(FILE *file, const svg_plot *plot) {
    draw_frame(file, plot, false);
    draw_decades(file, plot);
    draw_ticks(file, plot, 1, 1);
}
