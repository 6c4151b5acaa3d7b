/* The squared exponential kernel on rows of points. Differences are formed before they are squared: the quicker
 * |a|² + |b|² − 2ab loses what matters between near points.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/squared_exponential.h"

#include <stdint.h>
#include <string.h>

#include "impact/kernel.h"

/* Below this eˣ is as good as 0 for a sum of kernels, and still a normal number. */
#define LEAST_EXPONENT (-708.0)

/* eˣ for x ≤ 0 to about one unit in the last place, without branches or calls, so that loops over it vectorise, and
 * with the same bits wherever they do. With x = k ln 2 + r, |r| ≤ ½ ln 2: eˣ = 2ᵏ eʳ, and eʳ by its series, whose first
 * term left out is below 2⁻⁵⁷. Adding 1.5·2⁵² rounds to a whole number and leaves it in the lowest bits. */
static inline double exponential(double x) {
    const double shift = 0x1.8p52;
    x = x < LEAST_EXPONENT ? LEAST_EXPONENT : x;
    const double shifted = x * 0x1.71547652b82fep0 + shift, k = shifted - shift;
    const double r = (x - k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33;
    double sum = 1.0 / 6227020800;
    sum = sum * r + 1.0 / 479001600;
    sum = sum * r + 1.0 / 39916800;
    sum = sum * r + 1.0 / 3628800;
    sum = sum * r + 1.0 / 362880;
    sum = sum * r + 1.0 / 40320;
    sum = sum * r + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 0.5;
    sum = sum * r + 1;
    sum = sum * r + 1;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

ROUTH_CLONES static void chunk_of_row(const double *z, size_t stride, size_t inputs, size_t count, const double *point,
                                      double variance, double *restrict value) {
    for (size_t i = 0; i < count; i++)
        value[i] = 0;
    for (size_t k = 0; k < inputs; k++) {
        const double *restrict coordinate = z + k * stride;
        const double middle = point[k];
        for (size_t i = 0; i < count; i++) {
            const double difference = coordinate[i] - middle;
            value[i] += difference * difference;
        }
    }
    ROUTH_SIMD() for (size_t i = 0; i < count; i++) value[i] = variance * exponential(-0.5 * value[i]);
}

void routh_kernel_row(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                      double *value) {
    for (size_t done = 0; done < count; done += ROUTH_KERNEL_CHUNK) {
        const size_t left = count - done, size = left < ROUTH_KERNEL_CHUNK ? left : ROUTH_KERNEL_CHUNK;
        chunk_of_row(points->z + first + done, points->stride, points->inputs, size, point, variance, value + done);
    }
}

ROUTH_CLONES static void chunk_of_sums(const double *z, size_t stride, size_t inputs, size_t count, const double *point,
                                       double variance, const double *restrict weight,
                                       routh_kernel_sums *restrict sums) {
    double square[ROUTH_GP_MOST_INPUTS][ROUTH_KERNEL_CHUNK], value[ROUTH_KERNEL_CHUNK];
    for (size_t i = 0; i < count; i++)
        value[i] = 0;
    for (size_t k = 0; k < inputs; k++) {
        const double *restrict coordinate = z + k * stride;
        const double middle = point[k];
        for (size_t i = 0; i < count; i++) {
            const double difference = coordinate[i] - middle;
            square[k][i] = difference * difference;
            value[i] += square[k][i];
        }
    }
    ROUTH_SIMD() for (size_t i = 0; i < count; i++) {
        value[i] = weight[i] * variance * exponential(-0.5 * value[i]);
        sums->plain[i] += value[i];
    }
    for (size_t k = 0; k < inputs; k++)
        for (size_t i = 0; i < count; i++)
            sums->square[k][i] += value[i] * square[k][i];
}

void routh_kernel_row_sums(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                           const double *weight, routh_kernel_sums *sums) {
    for (size_t done = 0; done < count; done += ROUTH_KERNEL_CHUNK) {
        const size_t left = count - done, size = left < ROUTH_KERNEL_CHUNK ? left : ROUTH_KERNEL_CHUNK;
        chunk_of_sums(points->z + first + done, points->stride, points->inputs, size, point, variance, weight + done,
                      sums);
    }
}

double routh_kernel_sum(const double chunk[ROUTH_KERNEL_CHUNK]) {
    double sum = 0;
    for (int i = 0; i < ROUTH_KERNEL_CHUNK; i++)
        sum += chunk[i];
    return sum;
}

void routh_point_of(const routh_points *points, size_t index, double *point) {
    for (size_t k = 0; k < points->inputs; k++)
        point[k] = points->z[k * points->stride + index];
}
