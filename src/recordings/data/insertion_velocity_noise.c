/* Recorded velocities that are noisier than those of the poses.
 *
 * Friction acts against the direction of sliding. Noise turns that direction, the more the slower parts slide, and friction
 * comes out too small: with noise as large as a usual slip speed by a third. So the noise of recorded velocities is compared
 * with that of velocities from poses, both at the place of object 1 when mated. Third differences leave nothing of a
 * parabola, and √20 of noise that is independent from sample to sample.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "data/insertion_recording.h"
#include "geometry/geometry.h"

/* Noise above this speed matters, m/s: a quarter of a usual slip speed. */
static const double noisy = 5e-5;

/* Velocities from poses are taken if they have less than this share of the noise. */
static const double quieter = 0.5;

/* This share of normal noise stays below so many deviations. The largest differences are where the motion changes. */
static const double share = 0.8, deviations = 1.2816;

static const double fewest = 4; /* steps in the window */

/* Where object 1 is, or how fast it is. */
typedef void quantity(const routh_insertion_instant *sample, const double in_hand[3], double value[3]);

static void place_of(const routh_insertion_instant *sample, const double in_hand[3], double value[3]) {
    routh_pose3_point(&sample->hand, in_hand, value);
}

static void speed_of(const routh_insertion_instant *sample, const double in_hand[3], double value[3]) {
    double arm[3];
    routh_pose3_direction(&sample->hand, in_hand, arm);
    routh_cross3(sample->twist + 3, arm, value);
    for (int i = 0; i < 3; i++)
        value[i] += sample->twist[i];
}

/* The deviation of a component's noise; `scratch` has room for three numbers a sample. */
static double noise_of(quantity *of, const routh_insertion *insertion, const double in_hand[3], double *scratch) {
    size_t count = 0;
    for (size_t first = 0, end; first < insertion->count; first = end) {
        end = routh_insertion_stretch(insertion, first);
        for (size_t k = first; k + 3 < end; k++) {
            double value[4][3];
            for (size_t m = 0; m < 4; m++)
                of(&insertion->sample[k + m], in_hand, value[m]);
            for (int i = 0; i < 3; i++)
                scratch[count++] = fabs(value[3][i] - 3 * value[2][i] + 3 * value[1][i] - value[0][i]);
        }
    }
    qsort(scratch, count, sizeof *scratch, routh_ascending);
    return count ? routh_quantile(scratch, count, share) / (deviations * sqrt(20)) : 0.0;
}

routh_status routh_insertion_choose_velocities(routh_context *context, routh_insertion *insertion) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->reference);
    const double window = routh_velocity_window;
    double in_hand[3], *scratch;
    /* with fewer samples in the window differences show the motion itself */
    if (insertion->twist_window > 0 || window * insertion->rate < fewest)
        return ROUTH_OK;
    scratch = routh_allocate(context, insertion->count, 3 * sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    routh_pose3_point(&back, insertion->receptacle.position, in_hand);
    const double recorded = noise_of(speed_of, insertion, in_hand, scratch);
    const double place = noise_of(place_of, insertion, in_hand, scratch);
    routh_release(context, scratch);
    const double derived = place * sqrt(12 / (window * insertion->rate + 1)) / window; /* see insertion_velocity.c */
    if (recorded > noisy && derived < quieter * recorded)
        routh_insertion_differentiate(insertion, window);
    return ROUTH_OK;
}
