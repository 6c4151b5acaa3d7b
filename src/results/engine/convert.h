/* Conversions of single engines.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_CONVERT_H
#define ROUTH_SRC_ENGINE_CONVERT_H

#include "engine/engine.h"

/* What is wanted, in Newton's e. */
typedef struct routh_conversion {
    const routh_engine_target *target;
    const routh_engine_body *body;
    double depth; /* most, m */
    double shift; /* Newton's e − the target's, in the mean over impacts of the body */
} routh_conversion;

/* Newton's e at a speed, 0 … 1. */
double routh_conversion_eps(const routh_conversion *wanted, double speed);

/* Fill all values but friction. */
routh_status routh_convert_mujoco(routh_context *context, const routh_conversion *wanted, bool textbook,
                                  routh_engine_setting *setting);
routh_status routh_convert_drake(routh_context *context, const routh_conversion *wanted, bool textbook,
                                 routh_engine_setting *setting);

#endif
