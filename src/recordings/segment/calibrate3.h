/* Calibration of a recording in space: what it takes from flights, and what leaving out a toss changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_CALIBRATE3_H
#define ROUTH_SRC_SEGMENT_CALIBRATE3_H

#include "algebra/algebra.h"
#include "segment/segment3.h"

/* The unknowns that all flights share: c, β and g as recorded. */
enum { ROUTH_FLOWN_CENTRE = 0, ROUTH_FLOWN_DRAG = 3, ROUTH_FLOWN_GRAVITY = 4, ROUTH_FLOWN = 5 };

typedef struct routh_calibrate3_spins {
    double product, square;
    double *body, *world; /* distances, one for each frame */
    size_t count;
} routh_calibrate3_spins;

/* Adds the rows and spins of a toss's long flights. `spike` holds toss->count / 2 + 1. */
void routh_calibrate3_look(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                           routh_flight3_spike *spike, routh_normal *normal, routh_calibrate3_spins *spins,
                           size_t *flights);

#endif
