/* Directions in which nothing changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_FLATNESS_H
#define ROUTH_SRC_ALGEBRA_FLATNESS_H

#include <routh/impact.h>

/* The smallest eigenvalue of a symmetric matrix of size `dimension`, and its eigenvector of length 1. */
double routh_smallest_eigenvalue(int dimension, double matrix[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS],
                                 double *vector);

#endif
