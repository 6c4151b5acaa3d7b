/* Eigenvalues and eigenvectors of a symmetric 3 × 3 matrix, by Jacobi's rotations: to rounding relative to each eigenvalue
 * of a positive definite matrix that is scaled like ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_SYMMETRIC_H
#define ROUTH_SRC_ALGEBRA_SYMMETRIC_H

/* Overwrites the matrix. vector[k][i] is the k-th component of the i-th eigenvector. */
void routh_symmetric3_eigen(double matrix[3][3], double value[3], double vector[3][3]);

/* The smallest eigenvalue of the first `order` ≤ 3 rows and columns, and its eigenvector of length 1: the direction in
 * which least changes. */
double routh_symmetric3_smallest(int order, double matrix[3][3], double *vector);

#endif
