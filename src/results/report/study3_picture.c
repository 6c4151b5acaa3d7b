/* The study in space as a picture: how large the errors of each law are, and the velocity of the corner after impact,
 * predicted against measured.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include <math.h>
#include <stdlib.h>

/* All in pixels. */
enum { WIDTH = 960, HEIGHT = 400, TOP = 34, SIZE = 250, FIRST = 62, SECOND = 386, THIRD = 698, LEGEND = 348 };

/* The mean is grey, the floor green. */
static const char *colour_of(const routh_study3 *study, size_t contestant) {
    static const char *const laws[] = {SVG_AMBER, SVG_BLUE, SVG_ORANGE, SVG_PINK, SVG_SKY, SVG_YELLOW};
    return contestant == 0 ? SVG_FAINT : contestant == study->floor ? SVG_GREEN : laws[contestant - 1];
}

typedef struct drawing {
    FILE *file;
    const routh_study3 *study;
    double *scratch; /* one for each case */
} drawing;

static void begin_panel(const drawing *d, double left, const char *title) {
    routh_svg_group(d->file, left, TOP);
    routh_svg_text(d->file, 0, -12, 12, SVG_START, "font-weight=\"bold\"", title);
}

/* What lies outside of the frame is drawn on it. */
static svg_spot within(const svg_plot *plot, double x, double y) {
    return routh_svg_plot_at(plot, fmin(fmax(x, plot->x.low), plot->x.high), fmin(fmax(y, plot->y.low), plot->y.high));
}

/* The share of cases whose error is no larger than that: a step for each case. */
static void draw_distribution(const drawing *d, const svg_plot *plot, size_t contestant) {
    const size_t count = d->study->count;
    for (size_t i = 0; i < count; i++)
        d->scratch[i] = log10(fmax(d->study->cases[i].error[contestant], 1e-300));
    qsort(d->scratch, count, sizeof *d->scratch, routh_ascending);
    fprintf(d->file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" d=\"M%.2f,%d",
            colour_of(d->study, contestant), within(plot, d->scratch[0], 0).x, SIZE);
    for (size_t i = 0; i < count; i++) {
        const svg_spot step = within(plot, d->scratch[i], (double)(i + 1) / (double)count);
        fprintf(d->file, "H%.2fV%.2f", step.x, step.y);
    }
    fprintf(d->file, "H%d\"/>\n", SIZE);
}

static void draw_errors(const drawing *d) {
    double least = INFINITY, largest = 0;
    for (size_t i = 0; i < d->study->count; i++)
        for (size_t k = 0; k < d->study->contestant_count; k++) {
            least = fmin(least, d->study->cases[i].error[k]);
            largest = fmax(largest, d->study->cases[i].error[k]);
        }
    const double high = ceil(log10(fmax(largest, 1e-6)));
    const svg_plot plot = {
        SIZE,
        SIZE,
        {fmax(floor(log10(fmax(least, 1e-6))), high - 4), high, "error of the velocity after", "m/s"},
        {0, 1, "share of impacts", NULL}};
    begin_panel(d, FIRST, "Errors on held-out impacts");
    routh_svg_plot_decades(d->file, &plot);
    for (size_t k = 0; k < d->study->contestant_count; k++)
        draw_distribution(d, &plot, k);
    fputs("</g>\n", d->file);
}

/* The velocity of the contact point, along the normal or along the slip before impact. */
static double corner_velocity(const routh_sample3 *sample, const routh_velocity3 *motion, int normal) {
    double velocity[3];
    const double *slip = sample->contact.v, speed = hypot(slip[0], slip[1]);
    routh_cross3(motion->spin, sample->point, velocity);
    for (int c = 0; c < 3; c++)
        velocity[c] += motion->velocity[c];
    if (normal)
        return velocity[2];
    return speed > 0 ? (velocity[0] * slip[0] + velocity[1] * slip[1]) / speed : hypot(velocity[0], velocity[1]);
}

static void draw_corner(const drawing *d, double left, int normal) {
    const size_t shown[] = {d->study->rigid, d->study->compliant};
    svg_axis axis = {0, 0, "measured", "m/s"};
    for (size_t i = 0; i < d->study->count; i++)
        routh_svg_axis_hold(&axis, corner_velocity(&d->study->sample[i], &d->study->sample[i].after, normal));
    routh_svg_axis_finish(&axis, 1e-3);
    const svg_plot plot = {SIZE, SIZE, axis, {axis.low, axis.high, "predicted", "m/s"}};
    begin_panel(d, left, normal ? "Corner, along the normal" : "Corner, along its slip before");
    routh_svg_plot_axes(d->file, &plot, 1);
    routh_svg_line(d->file, (svg_spot){0, SIZE, 0}, (svg_spot){SIZE, 0, 0}, "stroke=\"" SVG_FAINT "\"");
    for (size_t i = 0; i < d->study->count; i++) {
        const routh_sample3 *sample = &d->study->sample[i];
        const double measured = corner_velocity(sample, &sample->after, normal);
        for (int k = 0; k < 2; k++) {
            char look[64];
            const routh_velocity3 *predicted = &d->study->cases[i].predicted[shown[k]];
            snprintf(look, sizeof look, k ? "fill=\"%s\"" : "fill=\"none\" stroke=\"%s\"",
                     colour_of(d->study, shown[k]));
            routh_svg_dot(d->file, within(&plot, measured, corner_velocity(sample, predicted, normal)), k ? 1.4 : 3,
                          look);
        }
    }
    fputs("</g>\n", d->file);
}

static void draw_legend(const drawing *d) {
    double x = FIRST;
    for (size_t k = 0; k < d->study->contestant_count; k++) {
        const routh_law3_study *one = &d->study->contestant[k];
        char label[96], number[ROUTH_NUMBER_TEXT];
        snprintf(label, sizeof label, "%s %s m/s", one->name, routh_number_text(one->error, 3, number));
        fprintf(d->file, "<path d=\"M%.2f,%dh16\" stroke=\"%s\" stroke-width=\"3\"/>\n", x, LEGEND - 4,
                colour_of(d->study, k));
        routh_svg_text(d->file, x + 20, LEGEND, 11, SVG_START, "", label);
        x += 34 + routh_svg_text_width(label, 10.5);
    }
    routh_svg_text(
        d->file, FIRST, LEGEND + 20, 10.5, SVG_START, SVG_FAINT_TEXT,
        "Error: distance of the predicted from the measured motion after impact, spin counted at the radius of "
        "gyration, and its mean. Each impact is");
    routh_svg_text(
        d->file, FIRST, LEGEND + 34, 10.5, SVG_START, SVG_FAINT_TEXT,
        "predicted with parameters fitted to the other half of the tosses. Right: rings rigid, dots compliant; on "
        "the frame, predictions outside it.");
}

static void write_picture(const drawing *d) {
    routh_svg_begin_description(d->file, WIDTH, HEIGHT, "Laws of impact on recorded tosses");
    fprintf(d->file, "Held-out errors on %zu impacts of single corners, in m/s:", d->study->count);
    for (size_t k = 0; k < d->study->contestant_count; k++)
        fprintf(d->file, " %s %.4f.", d->study->contestant[k].name, d->study->contestant[k].error);
    routh_svg_end_description(d->file, WIDTH, HEIGHT);
    draw_errors(d);
    draw_corner(d, SECOND, 1);
    draw_corner(d, THIRD, 0);
    draw_legend(d);
    fputs("</svg>\n", d->file);
}

routh_status routh_study3_picture(routh_context *context, FILE *file, const void *what) {
    drawing d = {.file = file, .study = what};
    if (!d.study->compared)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s", d.study->why_not);
    d.scratch = routh_allocate(context, d.study->count, sizeof *d.scratch);
    if (!d.scratch)
        return ROUTH_OUT_OF_MEMORY;
    write_picture(&d);
    routh_release(context, d.scratch);
    return ROUTH_OK;
}
