/* The kernel between samples and the chosen points.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/sparse.h"

void routh_gp_sparse_kernel(const routh_gp_sparse *work, size_t first, size_t size, double variance, double *kernel) {
    const routh_points samples = {work->z, work->count, work->inputs};
    const routh_points points = {work->z_chosen, work->points, work->inputs};
    double sample[ROUTH_GP_MOST_INPUTS];
    for (size_t i = 0; i < size; i++) {
        routh_point_of(&samples, first + i, sample);
        routh_kernel_row(&points, 0, work->points, sample, variance, kernel + i * work->points);
    }
}
