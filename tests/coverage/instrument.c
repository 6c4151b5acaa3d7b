/* Errors of measurement of several kinds, all of the same standard deviation.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"

instrument instrument_of(const coverage_world *world, uint64_t seed, uint64_t stream) {
    return (instrument){.noise = world->noise,
                        .random = routh_random_seed(world_seed(world, seed), ((uint64_t)1 << 50) + stream)};
}

void instrument_rest(instrument *with) {
    memset(with->begun, 0, sizeof with->begun);
}

/* Student's t with 3 degrees of freedom has the variance 3. */
static double heavy_tailed(routh_random *random) {
    double squares = 0;
    for (int i = 0; i < 3; i++) {
        const double z = routh_random_normal(random);
        squares += z * z;
    }
    return routh_random_normal(random) / sqrt(squares / 3) / sqrt(3);
}

/* z_i = ρ z_{i−1} + √(1 − ρ²) w_i keeps the variance 1. */
static double correlated(instrument *with, int channel) {
    const double keep = 0.8, fresh = routh_random_normal(&with->random);
    with->last[channel] = with->begun[channel] ? keep * with->last[channel] + sqrt(1 - keep * keep) * fresh : fresh;
    with->begun[channel] = true;
    return with->last[channel];
}

/* Rounding to steps q has an error that is uniform in ± q/2, of deviation q/√12. */
static double rounded(double value, double deviation) {
    const double step = sqrt(12) * deviation;
    return step > 0 ? step * nearbyint(value / step) : value;
}

double measured(instrument *with, int channel, double value, double deviation) {
    switch (with->noise) {
    case QUANTISED:
        return rounded(value, deviation);
    case HEAVY_TAILED:
        return value + deviation * heavy_tailed(&with->random);
    case CORRELATED:
        return value + deviation * correlated(with, channel);
    case GAUSSIAN:
    case DROPPED:
    case LATENT:
    case BIASED:
    case WRONG:
        break;
    }
    return value + deviation * routh_random_normal(&with->random);
}
