/* What the recording says about scale, board and centre of mass, before any contact is looked at.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TOSS_CALIBRATE_H
#define ROUTH_SRC_TOSS_CALIBRATE_H

#include "toss/flight.h"

/* Measures long flights, rest and recorded spins, with the setting as recorded. */
routh_status routh_toss_measure(routh_context *context, const routh_toss_setting *setting, const routh_tosses *tosses,
                                routh_toss_calibration *calibration);

/* Makes use of it. */
void routh_toss_apply(const routh_toss_calibration *calibration, routh_toss_setting *setting);

#endif
