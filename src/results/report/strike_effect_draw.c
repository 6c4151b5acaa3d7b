/* What friction and Poisson's ratio do to a body, drawn: figure 6 of Modeling of tangential compliance. Only what changes is drawn.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/numbers.h"
#include "study/run_shown.h"

/* A curve for each quantity, and points for the strike itself. */
static json_t *sweep_lines(const routh_impact3_study *effect, const routh_impact3_study_row *rows, double own) {
    static const char *const names[ROUTH_EFFECT_QUANTITIES] = {"*V*_x", "*V*_y", "*V*_z", "*ω*_x", "*ω*_y", "*ω*_z"};
    json_t *lines = json_array();
    double low = INFINITY, high = -INFINITY;
    for (int q = 0; q < ROUTH_EFFECT_QUANTITIES; q++) {
        if (!routh_effect_changes(effect, q))
            continue;
        routh_line curve = routh_line_begin(names[q]);
        for (size_t i = 0; i < effect->count; i++) {
            const double value = routh_effect_quantity(&rows[i], q);
            routh_line_add(&curve, rows[i].value, value);
            low = fmin(low, value);
            high = fmax(high, value);
        }
        routh_line_end(&curve, &lines);
    }
    routh_line strike = routh_line_begin("the strike itself");
    for (int k = 0; k < 2 && own >= rows[0].value && own <= rows[effect->count - 1].value && low <= high; k++)
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
