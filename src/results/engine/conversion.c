/* What a conversion aims at.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "engine/engine.h"

double routh_conversion_eps(const routh_conversion *wanted, double speed) {
    return fmin(1, fmax(0, routh_engine_target_eps(wanted->target, speed) + wanted->shift));
}
