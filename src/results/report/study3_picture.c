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
enum { WIDTH = 900, HEIGHT = 400, TOP = 34, SIZE = 250, FIRST = 56, SECOND = 364, THIRD = 632, LEGEND = 348 };

static const char *const law_colours[] = {SVG_AMBER, SVG_BLUE, SVG_ORANGE, SVG_PINK, SVG_SKY, SVG_YELLOW};

static const char *colour_of(const routh_study3 *study, size_t contestant) {
    return contestant == 0              ? "#8a8a8a" /* the mean */
           : contestant == study->floor ? SVG_GREEN
                                        : law_colours[contestant - 1];
}

typedef struct drawing {
    FILE *file;
    const routh_study3 *study;
    double *scratch; /* one for each case */
} drawing;

/* A panel of SIZE pixels whose axes run from `low` to `high`, or over powers of ten. */
typedef struct panel {
    double left;
    double low, high;
    int powers;
} panel;

static double along(const panel *p, double value) {
    const double x = p->powers ? log10(fmax(value, 1e-300)) : value;
    return SIZE * fmin(fmax((x - p->low) / (p->high - p->low), 0), 1);
}

static void begin_panel(const drawing *d, const panel *p, const char *title, const char *axis) {
    fprintf(d->file, "<g transform=\"translate(%g,%d)\">\n", p->left, TOP);
    fprintf(d->file, "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\"/>\n", SIZE, SIZE, SVG_FAINT);
    routh_svg_formula(d->file, 0, -12, 12, SVG_START, "font-weight=\"bold\"", title);
    routh_svg_formula(d->file, SIZE / 2.0, SIZE + 36, 12, SVG_MIDDLE, "", axis);
}

static void tick(const drawing *d, double x, int upright, const char *label) {
    if (upright)
        fprintf(d->file, "<path d=\"M0,%.2fh-4\" stroke=\"%s\"/>\n", SIZE - x, SVG_INK);
    else
        fprintf(d->file, "<path d=\"M%.2f,%dv4\" stroke=\"%s\"/>\n", x, SIZE, SVG_INK);
    routh_svg_text(d->file, upright ? -8 : x, upright ? SIZE - x + 4 : SIZE + 17, 11, upright ? SVG_END : SVG_MIDDLE,
                   "", label);
}

static void linear_ticks(const drawing *d, const panel *p, int upright) {
    const svg_ticks ticks = routh_svg_ticks_for(p->high - p->low, fmax(fabs(p->low), fabs(p->high)), 4);
    const double last = floor(p->high / ticks.step + 1e-9);
    for (double i = ceil(p->low / ticks.step - 1e-9); i <= last; i++) {
        char number[ROUTH_NUMBER_TEXT];
        tick(d, along(p, i * ticks.step), upright,
             routh_fixed_text(i * ticks.step / pow(10, ticks.exponent), ticks.decimals, number));
    }
}

/* The share of cases whose error is no larger than that: a step for each case. */
static void draw_distribution(const drawing *d, const panel *p, size_t contestant) {
    const size_t count = d->study->count;
    for (size_t i = 0; i < count; i++)
        d->scratch[i] = d->study->cases[i].error[contestant];
    qsort(d->scratch, count, sizeof *d->scratch, routh_ascending);
    fprintf(d->file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" d=\"M%.2f,%d",
            colour_of(d->study, contestant), along(p, d->scratch[0]), SIZE);
    for (size_t i = 0; i < count; i++)
        fprintf(d->file, "H%.2fV%.2f", along(p, d->scratch[i]), SIZE * (1 - (double)(i + 1) / (double)count));
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
    const panel p = {.left = FIRST, .low = fmax(floor(log10(fmax(least, 1e-6))), high - 4), .high = high, .powers = 1};
    begin_panel(d, &p, "Errors on held-out impacts", "error of the velocity after (m/s)");
    for (double power = p.low; power <= p.high; power++) {
        char number[ROUTH_NUMBER_TEXT];
        tick(d, along(&p, pow(10, power)), 0, routh_number_text(pow(10, power), 3, number));
    }
    static const char *const shares[] = {"0", "25 %", "50 %", "75 %", "100 %"};
    for (int i = 0; i <= 4; i++)
        tick(d, SIZE * i / 4.0, 1, shares[i]);
    for (size_t k = 0; k < d->study->contestant_count; k++)
        draw_distribution(d, &p, k);
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
    panel p = {.left = left, .low = 0, .high = 0};
    for (size_t i = 0; i < d->study->count; i++) {
        const routh_sample3 *sample = &d->study->sample[i];
        const double measured = corner_velocity(sample, &sample->after, normal);
        p.low = fmin(p.low, measured);
        p.high = fmax(p.high, measured);
    }
    const double air = 0.06 * (p.high - p.low);
    p.low -= air;
    p.high += air;
    begin_panel(d, &p, normal ? "Corner, along the normal" : "Corner, along its slip before", "measured (m/s)");
    linear_ticks(d, &p, 0);
    linear_ticks(d, &p, 1);
    fprintf(d->file, "<path d=\"M0,%dL%d,0\" stroke=\"%s\"/>\n", SIZE, SIZE, SVG_FAINT);
    for (size_t i = 0; i < d->study->count; i++) {
        const routh_case3 *one = &d->study->cases[i];
        const routh_sample3 *sample = &d->study->sample[i];
        const double x = along(&p, corner_velocity(sample, &sample->after, normal));
        for (int k = 0; k < 2; k++) {
            const double y = SIZE - along(&p, corner_velocity(sample, &one->predicted[shown[k]], normal));
            if (k == 0)
                fprintf(d->file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\" fill=\"none\" stroke=\"%s\"/>\n", x, y,
                        colour_of(d->study, shown[k]));
            else
                fprintf(d->file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"1.4\" fill=\"%s\"/>\n", x, y,
                        colour_of(d->study, shown[k]));
        }
    }
    if (normal)
        routh_svg_text(d->file, 0, 0, 12, SVG_MIDDLE, "transform=\"translate(-38,125) rotate(-90)\"",
                       "predicted (m/s)");
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
