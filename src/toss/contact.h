/* One contact of a toss, from the frames at which the velocity changes to an impact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TOSS_CONTACT_H
#define ROUTH_SRC_TOSS_CONTACT_H

#include <stdbool.h>

#include "toss/flight.h"

typedef struct routh_toss_contact {
    routh_toss_spike spike;
    bool has_before, has_after; /* flight enough on either side */
    routh_toss_arc before, after;
    double meeting; /* time at which the flights come nearest, s */
    double apart;   /* how near, m */
    bool slip;      /* the velocities agree: a slip of the tracking, not a contact */
} routh_toss_contact;

/* Fits the flights on both sides; they may reach from frame `earliest` to frame `latest`. */
routh_toss_contact routh_toss_contact_fit(const routh_toss_setting *setting, const routh_toss *toss,
                                          routh_toss_spike spike, size_t earliest, size_t latest);

/* What cuts a flight short. */
typedef enum routh_toss_neighbour {
    ROUTH_TOSS_END,     /* of the recording */
    ROUTH_TOSS_CONTACT, /* another contact */
    ROUTH_TOSS_SLIP     /* a slip of the tracking */
} routh_toss_neighbour;

/* The impact with the reasons that the flights give not to use it. Its corner is taken to be sharp. */
routh_toss_impact routh_toss_impact_of(const routh_toss_setting *setting, const routh_toss_contact *contact,
                                       routh_toss_neighbour before, routh_toss_neighbour after);

/* The lowest corner of a cube with rounded corners: from the centre of mass to its lowest point, world axes, and how
 * much higher that of the next corner is, m. */
void routh_toss_lowest(const routh_toss_setting *setting, const double orientation[4], double rounding, double point[3],
                       double *next);

#endif
