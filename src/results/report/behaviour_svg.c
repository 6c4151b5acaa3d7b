/* A simulator in two panels: restitution over speed with its line, and tangential over normal impulse with the cone. Impacts
 * that gain energy are marked.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "report/behaviour_parts.h"
#include "report/svg_plot.h"
#include "report/writers.h"

/* All in pixels. */
enum { LEFT = 64, TOP = 48, WIDTH = 340, HEIGHT = 280, BETWEEN = 84, RIGHT = 20, BELOW = 84 };

/* More cannot be seen. */
enum { MOST_DOTS = 2000 };

static const char dot_look[] = "fill=\"#0072b2\" fill-opacity=\"0.45\"";
static const char gain_look[] = "fill=\"#d55e00\"";
static const char line_look[] = "fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"";

static void draw_dot(FILE *file, const svg_plot *plot, double x, double y, bool gains) {
    const svg_spot at = routh_svg_plot_at(plot, x, y);
    fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%s\" %s/>\n", at.x, at.y, gains ? "3.5" : "2.5",
            gains ? gain_look : dot_look);
}

static void draw_segment(FILE *file, const svg_plot *plot, double x0, double y0, double x1, double y1) {
    const svg_spot from = routh_svg_plot_at(plot, x0, y0), to = routh_svg_plot_at(plot, x1, y1);
    fprintf(file, "<path d=\"M%.2f,%.2fL%.2f,%.2f\" %s/>\n", from.x, from.y, to.x, to.y, line_look);
}

static size_t stride_of(const routh_behaviour *b) {
    return b->count / MOST_DOTS + 1;
}

static void draw_restitution(FILE *file, const routh_behaviour *b, double left) {
    svg_plot plot = {.width = WIDTH, .height = HEIGHT};
    plot.x =
        (svg_axis){.low = log10(b->speed[0]), .high = log10(b->speed[1]), .title = "speed of approach", .unit = "m/s"};
    plot.y = (svg_axis){.low = 0, .high = 1, .title = "restitution"};
    for (size_t i = 0; i < b->count; i++)
        if (isfinite(b->impact[i].eps[b->curve]))
            routh_svg_axis_hold(&plot.y, fmin(fmax(b->impact[i].eps[b->curve], -1), 3));
    routh_svg_axis_finish(&plot.x, 1e-3);
    routh_svg_axis_finish(&plot.y, 1e-3);
    fprintf(file, "<g transform=\"translate(%g,%d)\">\n", left, TOP);
    routh_svg_plot_decades(file, &plot);
    for (size_t i = 0; i < b->count; i += stride_of(b)) {
        const double eps = b->impact[i].eps[b->curve];
        if (eps >= plot.y.low && eps <= plot.y.high)
            draw_dot(file, &plot, log10(b->impact[i].speed), eps, b->impact[i].gains);
    }
    if (isfinite(b->eps_at_1))
        draw_segment(file, &plot, log10(b->speed[0]), b->eps_at_1 + b->eps_slope * log(b->speed[0]), log10(b->speed[1]),
                     b->eps_at_1 + b->eps_slope * log(b->speed[1]));
    fputs("</g>\n", file);
}

static void draw_friction(FILE *file, const routh_behaviour *b, double left) {
    svg_plot plot = {.width = WIDTH, .height = HEIGHT};
    plot.x = (svg_axis){.low = 0, .high = 0, .title = "normal impulse", .unit = "N s"};
    plot.y = (svg_axis){.low = 0, .high = 0, .title = "tangential impulse", .unit = "N s"};
    for (size_t i = 0; i < b->count; i++) {
        routh_svg_axis_hold(&plot.x, b->impact[i].normal);
        routh_svg_axis_hold(&plot.y, b->impact[i].tangential);
    }
    const double most = plot.x.high;
    routh_svg_axis_finish(&plot.x, 1e-6);
    routh_svg_axis_finish(&plot.y, 1e-6);
    fprintf(file, "<g transform=\"translate(%g,%d)\">\n", left, TOP);
    routh_svg_plot_axes(file, &plot, 1);
    for (size_t i = 0; i < b->count; i += stride_of(b))
        draw_dot(file, &plot, b->impact[i].normal, b->impact[i].tangential, b->impact[i].gains);
    if (isfinite(b->mu)) {
        const double end = fmin(most, plot.y.high / fmax(b->mu, 1e-12));
        draw_segment(file, &plot, 0, 0, end, b->mu * end);
    }
    fputs("</g>\n", file);
}

routh_status routh_behaviour_write_svg(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    const double width = LEFT + 2 * WIDTH + BETWEEN + RIGHT, height = TOP + HEIGHT + BELOW;
    const routh_behaviour *b = &series->at[series->shown];
    routh_text text;
    if (series->count == 0 || b->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no impact was judged: there is nothing to draw");
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    routh_svg_begin(text.file, width, height, "What a simulator does",
                    "Restitution over speed of approach, and tangential over normal impulse, of single impacts.");
    routh_svg_text(text.file, LEFT, TOP - 18, 14, SVG_START, "font-weight=\"bold\"", b->name);
    draw_restitution(text.file, b, LEFT);
    draw_friction(text.file, b, LEFT + WIDTH + BETWEEN);
    routh_svg_text(
        text.file, LEFT, height - 14, 11, SVG_START, "",
        "Dots: impacts; orange: they gain energy. Lines: restitution over the logarithm of speed; friction of "
        "impacts that slip.");
    fputs("</svg>\n", text.file);
    return routh_text_end(context, &text, ROUTH_OK);
}
