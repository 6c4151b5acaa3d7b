/* Minimising a function of up to three numbers in the unit cube.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_SIMPLEX_H
#define ROUTH_SRC_ALGEBRA_SIMPLEX_H

#include <routh/impact.h>

typedef struct routh_simplex {
    int dimension;
    double (*function)(const double *u, void *user);
    void *user;
    int evaluations; /* so far */
    int limit;       /* of evaluations */
} routh_simplex;

/* Improves *u, whose value is *value, until the simplex is smaller than `tolerance` in every direction. `step` is its
 * first size, to the side of its sign where there is room. Returns 0 if the evaluations ran out. */
int routh_simplex_descend(routh_simplex *simplex, double step, double tolerance, double *u, double *value);

#endif
