/* What contacts say about the cube: rounded corners, inertia, and the identity that ties spin to velocity.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TOSS_BODY_H
#define ROUTH_SRC_TOSS_BODY_H

#include <stdbool.h>

#include "toss/flight.h"

/* The radius of the corners from the heights of sharp ones at contact, over the impacts without reasons against them. */
void routh_toss_measure_rounding(const routh_toss_setting *setting, routh_toss_impacts *impacts);

/* Correlation and slope over the used impacts; `stated`: with sharp corners and the tracked point as centre of mass. */
routh_toss_identity routh_toss_measure_identity(const routh_toss_setting *setting, const routh_toss_impacts *impacts,
                                                bool stated);

/* Contact space, impulse and restitution of the used impacts, once inertia is known. */
routh_status routh_toss_measure_contacts(routh_context *context, routh_toss_impacts *impacts);

#endif
