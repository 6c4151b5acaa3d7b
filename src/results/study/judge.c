/* What a study decides about its laws: which is best, which are as good, and whose intervals hold the truth. The only
 * place where this is decided.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "study/internal.h"

/* Mean errors that differ by less than this, relative to the least, are the same. */
static const double tie = 1e-3;

double routh_law_difference(const routh_frame_study *f, const routh_law_study *a, const routh_law_study *b,
                            double *error) {
    double sum = 0, squares = 0, count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const double difference = a->impact[i].error - b->impact[i].error;
        if (!f->held_out[i] || !isfinite(difference))
            continue;
        sum += difference;
        squares += difference * difference;
        count++;
    }
    const double mean = sum / count;
    *error = sqrt(fmax(0, squares / count - mean * mean) / count);
    return mean;
}

static size_t best_law(const routh_frame_study *f) {
    size_t best = 0;
    for (size_t l = 1; l < f->law_count; l++)
        if (f->law[l].error_mean < f->law[best].error_mean || isnan(f->law[best].error_mean))
            best = l;
    return best;
}

static int covers(const routh_interval *interval, double value) {
    return interval->low <= value && value <= interval->high;
}

void routh_study_judge(const routh_study_options *options, routh_frame_study *f) {
    f->best = best_law(f);
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        s->difference = routh_law_difference(f, s, &f->law[f->best], &s->difference_se);
        s->best = s->error_mean <= f->law[f->best].error_mean * (1 + tie);
        s->near = !s->best && s->difference <= s->difference_se;
        for (int j = 0; j < s->law->parameter_count; j++)
            s->covers[j] = s->law == options->truth && covers(&s->interval[j], options->truth_parameters[j]);
    }
}
