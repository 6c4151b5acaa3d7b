/* A body in the air: where it is at a time, and when it first touches a half-plane.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_FREE_FLIGHT_H
#define ROUTH_SRC_MOTION_FREE_FLIGHT_H

#include "motion/surfaces.h"

/* A stretch of flight over which the wrench has no kink. */
typedef struct routh_free_flight {
    const routh_surfaces *surfaces;
    routh_state start;
    double end;       /* where the next stretch must begin, s; +∞: never */
    double ax, ay;    /* constant acceleration, m/s² */
    double alpha;     /* rad/s² */
    int varies;       /* the wrench's share is not in these, but changes with time */
    double piece;     /* s: over less than this the wrench is as good as a polynomial */
    double most_push; /* largest acceleration beside the constant one, m/s² */
    double most_turn; /* likewise, rad/s² */
} routh_free_flight;

routh_free_flight routh_free_flight_from(const routh_surfaces *surfaces, const routh_state *start);

/* The state at a time from start to end. */
routh_state routh_free_flight_at(const routh_free_flight *flight, double time);

/* The first contact after the start and up to `until` (≤ end). A point that touches or, by rounding or time steps, is
 * below a surface at the start counts once it is closing; it counts as at the surface. */
typedef struct routh_first_contact {
    int touches;       /* 0: none, and `state` is that at `until` */
    routh_state state; /* before the impact */
    size_t plane;
    size_t point; /* as in routh_point_over */
    size_t steps; /* of the search */
} routh_first_contact;

routh_status routh_free_flight_contact(routh_context *context, const routh_free_flight *flight, double until,
                                       routh_first_contact *contact);

#endif
