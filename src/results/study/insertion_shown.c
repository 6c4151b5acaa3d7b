/* Which samples of a recorded insertion figures show.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/insertion_case.h"

/* How far the reconstruction of sample k is from the measurement, in the weights of the fit. */
static double misfit(const routh_insertion_study *study, const routh_insertion_case *item, size_t k) {
    const routh_insertion_options *scale = &study->options.fit;
    double sum = 0;
    for (size_t i = 0; i < 6; i++) {
        const double error = item->measured[6 * k + i] - item->fit.instant[k].wrench[i];
        const double unit = i < 3 ? scale->force_scale : scale->moment_scale;
        sum += error * error / (unit * unit);
    }
    return sum;
}

size_t routh_insertion_drawn(const routh_insertion_study *study, const routh_insertion_case *item, size_t *sample) {
    const size_t count = item->insertion.count, stretches = ROUTH_MOST_DRAWN / 2;
    size_t kept = 0;
    if (count <= ROUTH_MOST_DRAWN) {
        for (size_t k = 0; k < count; k++)
            sample[kept++] = k;
        return kept;
    }
    for (size_t stretch = 0; stretch < stretches; stretch++) {
        const size_t begin = stretch * count / stretches, end = (stretch + 1) * count / stretches;
        size_t worst = begin;
        for (size_t k = begin; k < end; k++)
            if (misfit(study, item, k) > misfit(study, item, worst))
                worst = k;
        sample[kept++] = begin;
        if (worst != begin)
            sample[kept++] = worst;
    }
    return kept;
}

size_t routh_insertion_seen(const routh_insertion_case *item, size_t *sample) {
    const size_t count = item->insertion.count;
    const size_t kept = count < ROUTH_MOST_SEEN ? count : ROUTH_MOST_SEEN;
    for (size_t i = 0; i < kept; i++)
        sample[i] = kept > 1 ? i * (count - 1) / (kept - 1) : 0;
    return kept;
}
