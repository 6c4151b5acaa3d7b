/* Restitution of a linear spring with a linear damper that cannot pull.
 *
 * r̈ + 2ζω ṙ + ω² r = 0, r = 0 and ṙ = −v at first, until the force, ω² r + 2ζω ṙ, is 0. With ζ = cos θ that is when
 * ω t = 2θ/sin θ, and there
 *
 *     ζ < 1:  e = exp(−2θ/tan θ),   θ = acos ζ
 *     ζ = 1:  e = exp(−2)
 *     ζ > 1:  e = exp(−2u/tanh u),  u = acosh ζ
 *
 * The same as the forms with atan2 and ln that are usually printed, but without their cancellation about ζ = 1. Textbooks let
 * the contact pull until r = 0, which makes e exp(−πζ/√(1 − ζ²)).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/constants.h"
#include "engine/engine.h"

/* −ln e, which rises with ζ. */
static double loss(double ratio) {
    if (ratio < 1) {
        const double angle = 2 * asin(sqrt((1 - ratio) / 2));
        return angle > 0 ? 2 * ratio * angle / sin(angle) : 2;
    }
    const double angle = 2 * asinh(sqrt((ratio - 1) / 2));
    return angle > 0 ? 2 * angle / tanh(angle) : 2;
}

double routh_spring_restitution(double damping_ratio) {
    return damping_ratio >= 0 ? exp(-loss(damping_ratio)) : NAN;
}

double routh_spring_damping(double restitution) {
    enum { MOST = 200 };
    if (!(restitution >= 0 && restitution <= 1))
        return NAN;
    if (restitution == 0 || restitution == 1)
        return restitution == 0 ? INFINITY : 0;
    const double wanted = -log(restitution);
    /* u ≤ u/tanh u ≤ u + 1 */
    double low = wanted < 2 ? 0 : cosh(wanted / 2 - 1), high = wanted < 2 ? 1 : cosh(wanted / 2);
    for (int i = 0; i < MOST && high - low > 0; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (loss(middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

double routh_spring_damping_textbook(double restitution) {
    if (!(restitution >= 0 && restitution <= 1))
        return NAN;
    return restitution > 0 ? -log(restitution) / hypot(ROUTH_PI, log(restitution)) : 1;
}
