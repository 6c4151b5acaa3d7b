/* Where x is small the closed forms lose their digits, and a few terms of their series have them all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/drag.h"

#include <math.h>

void routh_drag_shares(double x, double *first, double *second) {
    if (fabs(x) < 1e-3) {
        *first = 1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5)));
        *second = 0.5 - x / 6 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6)));
    } else {
        *first = -expm1(-x) / x;
        *second = (1 - *first) / x;
    }
}
