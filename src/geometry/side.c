/* The determinant whose sign says on which side of a plane a point lies.
 *
 * Differences of lattice points are exact, so that the determinant has rounding errors in its products and sums alone: at most
 * (7 + 56 u) u of the sum of the products' sizes, u = 2^-53 (J. R. Shewchuk, Adaptive precision floating-point arithmetic and
 * fast robust geometric predicates, 1997, section 4.3). Where that leaves the sign open, it is computed in whole numbers: each
 * difference, of 54 bits, as three limbs of 18 bits, their products in 64 bits. So the sign is the same with every compiler
 * and processor, whatever they fuse or round.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/side.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

enum { LIMBS = 3, LIMB = 1 << 18 };

/* Takes the lowest limb off: what remains is ÷ LIMB, rounded down. */
static int64_t take_limb(int64_t *value) {
    const int64_t low = (*value % LIMB + LIMB) % LIMB;
    *value = (*value - low) / LIMB;
    return low;
}

/* The highest limb has the sign. */
static void split(const double x[3], int64_t limb[3][LIMBS]) {
    for (int i = 0; i < 3; i++) {
        int64_t rest = (int64_t)x[i];
        for (int k = 0; k < LIMBS - 1; k++)
            limb[i][k] = take_limb(&rest);
        limb[i][LIMBS - 1] = rest;
    }
}

/* The sign of u · (v × w): |limbs| ≤ 2^18, so that sums of 27 × 6 products of three do not reach 2^63. */
static double exact_sign(const double u[3], const double v[3], const double w[3]) {
    int64_t a[3][LIMBS], b[3][LIMBS], c[3][LIMBS], across[3][2 * LIMBS - 1] = {{0}}, sum[3 * LIMBS - 2] = {0};
    split(u, a);
    split(v, b);
    split(w, c);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int m = 0; m < LIMBS; m++)
            for (int n = 0; n < LIMBS; n++)
                across[i][m + n] += b[j][m] * c[k][n] - b[k][m] * c[j][n];
        for (int m = 0; m < 2 * LIMBS - 1; m++)
            for (int n = 0; n < LIMBS; n++)
                sum[m + n] += across[i][m] * a[i][n];
    }
    int64_t carried = 0, rest = 0;
    for (int k = 0; k < 3 * LIMBS - 3; k++) {
        carried += sum[k];
        rest |= take_limb(&carried);
    }
    carried += sum[3 * LIMBS - 3];
    return carried < 0 ? -1 : carried > 0 || rest > 0;
}

double routh_side_of(const double a[3], const double b[3], const double c[3], const double d[3]) {
    double u[3], v[3], w[3];
    for (int i = 0; i < 3; i++) {
        u[i] = d[i] - a[i];
        v[i] = b[i] - a[i];
        w[i] = c[i] - a[i];
    }
    const double yz = v[1] * w[2], zy = v[2] * w[1], zx = v[2] * w[0], xz = v[0] * w[2], xy = v[0] * w[1],
                 yx = v[1] * w[0];
    const double volume = u[0] * (yz - zy) + u[1] * (zx - xz) + u[2] * (xy - yx);
    const double size =
        fabs(u[0]) * (fabs(yz) + fabs(zy)) + fabs(u[1]) * (fabs(zx) + fabs(xz)) + fabs(u[2]) * (fabs(xy) + fabs(yx));
    return fabs(volume) > 4 * DBL_EPSILON * size ? volume : exact_sign(u, v, w);
}
