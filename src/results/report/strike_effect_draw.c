/* What friction and Poisson's ratio do to a body, drawn: figure 6 of Modeling of tangential compliance. Only what changes is drawn.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/numbers.h"

enum { QUANTITIES = 6 };

#define CHANGES 1e-6 /* of the largest value; less is no change */

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

/* A curve for each quantity, and points for the strike itself. */
static json_t *sweep_lines(const routh_impact3_study *effect, const routh_impact3_study_row *rows, double own) {
    static const char *const names[QUANTITIES] = {"*V*_x", "*V*_y", "*V*_z", "*ω*_x", "*ω*_y", "*ω*_z"};
    int changing[QUANTITIES];
    const int count = find_changing(effect, changing);
    json_t *lines = json_array();
    double low = INFINITY, high = -INFINITY;
    for (int j = 0; j < count; j++) {
        routh_line curve = routh_line_begin(names[changing[j]]);
        for (size_t i = 0; i < effect->count; i++) {
            const double value = quantity_of(&rows[i], changing[j]);
            routh_line_add(&curve, rows[i].value, value);
            low = fmin(low, value);
            high = fmax(high, value);
        }
        routh_line_end(&curve, &lines);
    }
    routh_line strike = routh_line_begin("the strike itself");
    for (int k = 0; k < 2 && own >= rows[0].value && own <= rows[effect->count - 1].value && count > 0; k++)
        routh_line_add(&strike, own, k ? high : low);
    routh_line_end(&strike, &lines);
    return lines;
}

routh_status routh_draw_effect(routh_context *context, FILE *file, const void *what) {
    const routh_impact3_study *effect = what;
    const double eta2 = effect->pair.eta2, poisson = (2 * eta2 - 2) / (2 * eta2 - 1); /* η² = (2 − ν) / (2 (1 − ν)) */
    char number[3][ROUTH_NUMBER_TEXT];
    routh_figure figure = {.title = "Velocity and spin after a strike over friction and Poisson's ratio",
                           .charts = json_array()};
    snprintf(figure.note, sizeof figure.note, "Left: *η*² = %s, right: *μ* = %s, both: *e* = %s.",
             routh_number_text(eta2, 4, number[0]), routh_number_text(effect->pair.mu, 4, number[1]),
             routh_number_text(effect->pair.eps, 4, number[2]));
    routh_chart_end(&figure.charts, "", "friction *μ*", "velocity (m/s) or spin, rad/s",
                    sweep_lines(effect, effect->friction, effect->pair.mu));
    routh_chart_end(&figure.charts, "", "Poisson's ratio *ν*", "velocity (m/s) or spin, rad/s",
                    sweep_lines(effect, effect->poisson, poisson));
    return routh_draw_figure(context, file, figure);
}
