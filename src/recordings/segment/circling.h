/* The tracked point circles the centre of mass in flight: where it is not the centre of mass itself, flights show it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_CIRCLING_H
#define ROUTH_SRC_SEGMENT_CIRCLING_H

#include "segment/flight.h"

typedef struct routh_circling {
    size_t flights;             /* long enough to show it */
    bool determined;            /* 0: too few flights, too little turning or too much noise; the numbers are NaN */
    bool evident;               /* 1: it is more than its error, and large enough to matter */
    double offset[2], error[2]; /* tracked point from the centre of mass, body axes as recorded, m */
    double least;               /* what matters, m */
} routh_circling;

/* Measures it in the dataset's trajectories. */
routh_status routh_circling_of(routh_context *context, const routh_dataset *dataset, routh_circling *circling);

/* A view of the dataset with the motion of the centre of mass: x and y of its trajectories are its own, all else the
 * dataset's. Empty on failure. */
routh_status routh_centred_view(routh_context *context, const routh_dataset *dataset, const double offset[2],
                                routh_dataset *view);
void routh_centred_release(routh_context *context, routh_dataset *view);

/* Measures, and makes such a view where the offset is evident; otherwise *view is the dataset itself with nothing of its
 * own, and *owned 0. */
routh_status routh_centred_of(routh_context *context, const routh_dataset *dataset, routh_circling *circling,
                              routh_dataset *view, bool *owned);

#endif
