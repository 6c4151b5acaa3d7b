/* Singular values of a small matrix.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_SINGULAR_H
#define ROUTH_SRC_ALGEBRA_SINGULAR_H

#include <stddef.h>

/* A = U S Vᵀ by Jacobi's rotations of the columns (Hestenes), A n × n row by row and overwritten. `singular` falls;
 * the rows of `direction` are the columns of V, each with its largest entry positive. */
void routh_singular_values(size_t n, double *a, double *singular, double *direction);

#endif
