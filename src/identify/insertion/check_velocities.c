/* Do recorded velocities match the poses? In other axes, in other units or of another point they do not. And do poses
 * match the times? With times in ms that are read as s, everything moves a thousand times too slowly.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "algebra/turn.h"
#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/units.h"
#include "insertion/check_recording.h"

/* Velocities are compared where the hand moves so many times faster than what sticks. */
static const double fast = 5;

static double root_mean_square(const routh_insertion *a, const routh_insertion *b) {
    double sum = 0;
    for (size_t k = 0; k < a->count; k++)
        for (int i = 0; i < 3; i++) {
            const double v = a->sample[k].twist[i] - (b ? b->sample[k].twist[i] : 0.0);
            sum += v * v;
        }
    return sqrt(sum / (double)a->count);
}

routh_status routh_velocity_mismatch(routh_context *context, const routh_insertion *insertion, double slip_speed,
                                     double *share) {
    routh_insertion other = *insertion;
    *share = 0;
    if (insertion->twist_window > 0)
        return ROUTH_OK;
    other.sample = routh_allocate(context, insertion->count, sizeof *other.sample);
    if (!other.sample)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(other.sample, insertion->sample, insertion->count * sizeof *other.sample);
    routh_insertion_differentiate(&other, routh_velocity_window);
    const double recorded = root_mean_square(insertion, NULL);
    if (other.count == insertion->count) { /* no sample is alone between gaps */
        const double derived = root_mean_square(&other, NULL), most = fmax(recorded, derived);
        if (most > fast * slip_speed)
            *share = root_mean_square(&other, insertion) / most;
    }
    routh_release(context, other.sample);
    return ROUTH_OK;
}

/* Nobody records an insertion with fewer samples a second and a hand that is slower in the mean than what sticks. */
static const double least_rate = 2;

double routh_mean_speed(const routh_insertion *insertion, double arm) {
    double sum = 0;
    for (size_t k = 1; k < insertion->count; k++) {
        const routh_insertion_instant *a = &insertion->sample[k - 1], *b = &insertion->sample[k];
        double from[4], to[4], turn[3], way[3];
        routh_turn_of_matrix(a->hand.rotation, from);
        routh_turn_of_matrix(b->hand.rotation, to);
        routh_turn_between(from, to, turn);
        for (int i = 0; i < 3; i++)
            way[i] = b->hand.position[i] - a->hand.position[i];
        sum += fmax(routh_length3(way), arm * routh_length3(turn));
    }
    return insertion->count > 1 ? sum / (insertion->sample[insertion->count - 1].time - insertion->sample[0].time)
                                : 0.0;
}

const char *routh_time_unit(const routh_insertion *insertion, double slip_speed, double speed) {
    enum { MS = 1, NS = 3 }; /* in the list of units; us between them */
    if (insertion->count < 2 || insertion->rate >= least_rate || speed > slip_speed)
        return NULL;
    const double own = routh_convention_unit(&insertion->convention, ROUTH_TIME);
    for (size_t i = MS; i <= NS; i++)
        if (insertion->rate * own / routh_unit_size(ROUTH_TIME, i) >= least_rate)
            return routh_unit_name(ROUTH_TIME, i);
    return NULL;
}
