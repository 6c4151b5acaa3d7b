/* Friction and restitution that are large enough to have an effect.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_PAIR_H
#define ROUTH_SRC_IMPACT3_PAIR_H

#include <routh/impact3.h>

/* μ and e change the impulse by about their own share of it. Below this they are taken as 0: the direction of slip
 * would be too stiff to follow, and 1/e² too large for the stiffness of restitution. */
#define ROUTH_LEAST_COEFFICIENT 1e-9

static inline double routh_effective_coefficient(double coefficient) {
    return coefficient < ROUTH_LEAST_COEFFICIENT ? 0 : coefficient;
}

#endif
