/* What friction and Poisson's ratio do to a body, drawn: figure 6 of Modeling of tangential compliance. Only what
 * changes is drawn; curves are named at their right-hand ends.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include "report/strike_parts.h"

#include <math.h>

enum {
    LEFT = 66,
    TOP = 16,
    WIDTH = 300,
    HEIGHT = 340,
    NAMES = 62, /* for the curves' names, to the right of each panel */
    GAP = 44,
    NAME_ROW = 15,
    QUANTITIES = 6
};

#define CHANGES 1e-6 /* of the largest value; less is no change */

static const struct {
    const char *name, *style;
} quantities[QUANTITIES] = {
    {"*V*_x", "stroke=\"" SVG_BLUE "\" stroke-width=\"2\""},
    {"*V*_y", "stroke=\"" SVG_BLUE "\" stroke-width=\"2\" stroke-dasharray=\"8 3\""},
    {"*V*_z", "stroke=\"" SVG_BLUE "\" stroke-width=\"2\" stroke-dasharray=\"2 2\""},
    {"*ω*_x", "stroke=\"" SVG_ORANGE "\" stroke-width=\"2\""},
    {"*ω*_y", "stroke=\"" SVG_ORANGE "\" stroke-width=\"2\" stroke-dasharray=\"8 3\""},
    {"*ω*_z", "stroke=\"" SVG_ORANGE "\" stroke-width=\"2\" stroke-dasharray=\"2 2\""},
};

static double quantity_of(const routh_impact3_study_row *row, int quantity) {
    return quantity < 3 ? row->velocity[quantity] : row->spin[quantity - 3];
}

/* The quantities that change along one of the two sweeps. */
static int find_changing(const routh_impact3_study *effect, int changing[QUANTITIES]) {
    const routh_impact3_study_row *const sweeps[] = {effect->friction, effect->poisson};
    double low[QUANTITIES], high[QUANTITIES], largest = 0;
    int count = 0;
    for (int q = 0; q < QUANTITIES; q++) {
        low[q] = INFINITY;
        high[q] = -INFINITY;
        for (size_t i = 0; i < 2 * effect->count; i++) {
            const double value = quantity_of(&sweeps[i % 2][i / 2], q);
            low[q] = fmin(low[q], value);
            high[q] = fmax(high[q], value);
            largest = fmax(largest, fabs(value));
        }
    }
    for (int q = 0; q < QUANTITIES; q++)
        if (high[q] - low[q] > CHANGES * largest)
            changing[count++] = q;
    return count;
}

static void draw_names(FILE *file, const svg_plot *plot, const routh_impact3_study_row *last, const int *changing,
                       int count) {
    double at[QUANTITIES];
    int order[QUANTITIES];
    for (int i = 0; i < count; i++) { /* from above to below */
        const double y = routh_svg_plot_at(plot, 0, quantity_of(last, changing[i])).y;
        int place = i;
        for (; place > 0 && at[place - 1] > y; place--) {
            at[place] = at[place - 1];
            order[place] = order[place - 1];
        }
        at[place] = y;
        order[place] = changing[i];
    }
    double name[QUANTITIES];
    for (int i = 0; i < count; i++)
        name[i] = i > 0 ? fmax(at[i], name[i - 1] + NAME_ROW) : at[i];
    for (int i = count - 1; i >= 0; i--)
        name[i] = fmin(name[i], i + 1 == count ? plot->height : name[i + 1] - NAME_ROW);
    for (int i = 0; i < count; i++) {
        fprintf(file, "<path d=\"M%g,%.2fL%g,%.2f\" stroke=\"%s\" stroke-width=\"0.8\"/>\n", plot->width + 2, at[i],
                plot->width + 14, name[i], SVG_FAINT);
        routh_svg_formula(file, plot->width + 18, name[i] + 4, 12, SVG_START, "", quantities[order[i]].name);
    }
}

/* One panel; the line across stands at the value that the strike itself has. */
static void draw_panel(FILE *file, const svg_plot *plot, const routh_impact3_study_row *rows, size_t row_count,
                       const int *changing, int count, double own) {
    routh_svg_plot_axes(file, plot, 1);
    if (own >= plot->x.low && own <= plot->x.high)
        fprintf(file, "<path d=\"M%.2f,0V%g\" stroke=\"%s\" stroke-dasharray=\"1 3\"/>\n",
                routh_svg_plot_at(plot, own, 0).x, plot->height, SVG_INK);
    for (int j = 0; j < count; j++) {
        fputs("<path d=\"", file);
        for (size_t i = 0; i < row_count; i++) {
            const svg_spot at = routh_svg_plot_at(plot, rows[i].value, quantity_of(&rows[i], changing[j]));
            fprintf(file, "%c%.2f,%.2f", i == 0 ? 'M' : 'L', at.x, at.y);
        }
        fprintf(file, "\" fill=\"none\" %s/>\n", quantities[changing[j]].style);
    }
    draw_names(file, plot, &rows[row_count - 1], changing, count);
}

void routh_draw_effect(FILE *file, const void *what) {
    const routh_impact3_study *effect = what;
    int changing[QUANTITIES];
    const int count = find_changing(effect, changing);
    const routh_impact3_study_row *const sweeps[] = {effect->friction, effect->poisson};
    svg_axis up = {.title = "velocity (m/s), spin", .unit = "rad/s"};
    for (int j = 0; j < count; j++)
        for (size_t i = 0; i < 2 * effect->count; i++)
            routh_svg_axis_hold(&up, quantity_of(&sweeps[i % 2][i / 2], changing[j]));
    routh_svg_axis_finish(&up, up.high > up.low ? 0 : 1);
    /* ν from η² = (2 − ν) / (2 (1 − ν)) */
    const double eta2 = effect->pair.eta2, own[] = {effect->pair.mu, (2 * eta2 - 2) / (2 * eta2 - 1)};
    const svg_axis across[] = {{0, 1, "friction *μ*", NULL}, {0, 0.5, "Poisson's ratio *ν*", NULL}};

    const double width = LEFT + 2 * (WIDTH + NAMES) + GAP, height = TOP + HEIGHT + 76;
    routh_svg_begin(file, width, height, "Velocity and spin after a strike over friction and Poisson's ratio",
                    "Left over friction, right over Poisson's ratio.");
    for (int i = 0; i < 2; i++) {
        const svg_plot plot = {.width = WIDTH, .height = HEIGHT, .x = across[i], .y = up};
        fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT + i * (WIDTH + NAMES + GAP), TOP);
        draw_panel(file, &plot, sweeps[i], effect->count, changing, count, own[i]);
        fputs("</g>\n", file);
    }
    char line[512], number[3][ROUTH_NUMBER_TEXT];
    snprintf(line, sizeof line,
             "Left: *η*² = %s,  right: *μ* = %s,  both: *e* = %s.  Blue: velocity, m/s; orange: spin, rad/s. Dotted: "
             "the strike itself.",
             routh_number_text(eta2, 4, number[0]), routh_number_text(effect->pair.mu, 4, number[1]),
             routh_number_text(effect->pair.eps, 4, number[2]));
    routh_svg_formula(file, 16, height - 14, 11, SVG_START, "", line);
    fputs("</svg>\n", file);
}
