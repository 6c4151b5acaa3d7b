/* Errors of predicted tosses over time: mean, median and 90 % quantile of distance and angle.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/constants.h"
#include "base/context.h"
#include "file/output.h"
#include "report/spread_parts.h"
#include "report/svg_plot.h"
#include "report/writers.h"

/* All in pixels. */
enum { LEFT = 64, TOP = 48, WIDTH = 340, HEIGHT = 280, BETWEEN = 84, RIGHT = 20, BELOW = 84 };

static const char band_look[] = "fill=\"#0072b2\" fill-opacity=\"0.15\" stroke=\"none\"";
static const char mean_look[] = "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"2\"";
static const char median_look[] = "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"";

/* Distances in % of the width, angles in degrees: mean, median, 90 % quantile. */
static void values_of(const routh_rollout_moment *m, bool rotation, double value[3]) {
    const double factor = rotation ? 180 / ROUTH_PI : 100;
    value[0] = factor * (rotation ? m->rotation : m->position);
    value[1] = factor * (rotation ? m->rotation_median : m->position_median);
    value[2] = factor * (rotation ? m->rotation_high : m->position_high);
}

static void draw_line(FILE *file, const svg_plot *plot, const routh_rollout_study *study, bool rotation, int which,
                      const char *look) {
    fputs("<path d=\"", file);
    for (size_t i = 0; i < study->moment_count; i++) {
        double value[3];
        values_of(&study->moment[i], rotation, value);
        const svg_spot at = routh_svg_plot_at(plot, study->moment[i].time, value[which]);
        fprintf(file, "%c%.2f,%.2f", i == 0 ? 'M' : 'L', at.x, at.y);
    }
    if (which == 2) { /* the band reaches down to 0 */
        const svg_spot end = routh_svg_plot_at(plot, study->moment[study->moment_count - 1].time, 0);
        const svg_spot begin = routh_svg_plot_at(plot, study->moment[0].time, 0);
        fprintf(file, "L%.2f,%.2fL%.2f,%.2fz", end.x, end.y, begin.x, begin.y);
    }
    fprintf(file, "\" %s/>\n", look);
}

static void draw_panel(FILE *file, const routh_rollout_study *study, bool rotation, double left) {
    svg_plot plot = {.width = WIDTH, .height = HEIGHT};
    plot.x = (svg_axis){
        .low = 0, .high = study->moment[study->moment_count - 1].time, .title = "after the first flight", .unit = "s"};
    plot.y = (svg_axis){
        .low = 0, .high = 0, .title = rotation ? "angle" : "distance", .unit = rotation ? "°" : "% of the width"};
    for (size_t i = 0; i < study->moment_count; i++) {
        double value[3];
        values_of(&study->moment[i], rotation, value);
        routh_svg_axis_hold(&plot.y, fmax(value[0], value[2]));
    }
    routh_svg_axis_finish(&plot.x, 1e-3);
    routh_svg_axis_finish(&plot.y, 1e-3);
    fprintf(file, "<g transform=\"translate(%g,%d)\">\n", left, TOP);
    routh_svg_plot_axes(file, &plot, 1);
    draw_line(file, &plot, study, rotation, 2, band_look);
    draw_line(file, &plot, study, rotation, 0, mean_look);
    draw_line(file, &plot, study, rotation, 1, median_look);
    fputs("</g>\n", file);
}

routh_status routh_rollout_study_write_svg(routh_context *context, const routh_rollout_study *study, routh_io to) {
    const double width = LEFT + 2 * WIDTH + BETWEEN + RIGHT, above = TOP + HEIGHT + BELOW;
    const double height = above + (study->spread ? ROUTH_SPREAD_PANELS_HEIGHT : 0);
    routh_text text;
    if (study->moment_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no toss was predicted: there is nothing to draw");
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    routh_svg_begin(text.file, width, height, "Errors of predicted tosses",
                    "Distance and angle between predicted and recorded tosses over the time after their first flight.");
    routh_svg_text(text.file, LEFT, TOP - 18, 14, SVG_START, "font-weight=\"bold\"",
                   "Tosses predicted from their first flight, with what was fitted to others");
    draw_panel(text.file, study, false, LEFT);
    draw_panel(text.file, study, true, LEFT + WIDTH + BETWEEN);
    routh_svg_text(text.file, LEFT, above - 14, 11, SVG_START, "",
                   "Orange: mean. Blue: median. Band: nine tosses in ten are below its edge.");
    routh_spread_panels(text.file, study, 0, above);
    fputs("</svg>\n", text.file);
    return routh_text_end(context, &text, ROUTH_OK);
}
