/* Samples in space.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_SAMPLE3_H
#define ROUTH_SRC_FIT_SAMPLE3_H

#include <routh/fit.h>

/* The body's tensor in world axes, also where its moments are the same. */
void routh_sample3_take_tensor(const routh_body3 *body, routh_sample3 *sample);

/* The velocity after the impulse at the contact point that comes closest to the measured velocity. No law can do
 * better. */
routh_status routh_sample3_best(routh_context *context, const routh_sample3 *sample, routh_velocity3 *after);

#endif
