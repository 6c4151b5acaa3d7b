/* The learning curves' points: the errors of one size, over its draws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "study/learning.h"

/* Mean error over the impacts that were tested, and relative to |v⁺|; NaN where none was. */
static double mean_of(const learning_work *w, const double *error, double *relative) {
    double sum = 0, share = 0, count = 0, moving = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (!isfinite(error[i]))
            continue;
        sum += error[i];
        count++;
        if (w->speed_after[i] > 0) {
            share += error[i] / w->speed_after[i];
            moving++;
        }
    }
    *relative = moving > 0 ? share / moving : NAN;
    return count > 0 ? sum / count : NAN;
}

static void mean_by_impact(const learning_work *w, size_t size, size_t contestant) {
    const learning_size *s = &w->size[size];
    double *const mean = w->impact_mean + (size * w->learning->count + contestant) * w->count;
    for (size_t i = 0; i < w->count; i++) {
        double sum = 0, count = 0;
        for (size_t draw = 0; draw < s->draws; draw++) {
            const double error = s->error[(draw * w->learning->count + contestant) * w->count + i];
            sum += isfinite(error) ? error : 0;
            count += isfinite(error) != 0;
        }
        mean[i] = count > 0 ? sum / count : NAN;
    }
}

void routh_learning_points(learning_work *w, size_t size) {
    const learning_size *s = &w->size[size];
    const size_t contestants = w->learning->count;
    for (size_t c = 0; c < contestants; c++) {
        routh_learning_point *point = &w->learning->contestant[c].curve[size];
        double sum = 0, squares = 0, relative = 0, count = 0;
        *point = (routh_learning_point){.size = s->size, .least = NAN, .most = NAN, .deviation = NAN};
        double *const means = w->draw_mean + (size * contestants + c) * w->most_draws;
        for (size_t draw = 0; draw < s->draws; draw++) {
            double share;
            means[draw] = mean_of(w, s->error + (draw * contestants + c) * w->count, &share);
            if (isnan(means[draw]))
                continue;
            sum += means[draw];
            relative += share;
            point->least = fmin(point->least, means[draw]);
            point->most = fmax(point->most, means[draw]);
            point->draws++;
            count++;
        }
        point->mean = count > 0 ? sum / count : NAN;
        point->relative = count > 0 ? relative / count : NAN;
        for (size_t draw = 0; draw < s->draws; draw++)
            squares += isnan(means[draw]) ? 0 : pow(means[draw] - point->mean, 2);
        if (count > 1)
            point->deviation = sqrt(squares / (count - 1));
        mean_by_impact(w, size, c);
    }
}
