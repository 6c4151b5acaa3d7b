/* Minimising a function of a few numbers without derivatives.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_SIMPLEX_H
#define ROUTH_SRC_ALGEBRA_SIMPLEX_H

#include <stdbool.h>
#include <stddef.h>

/* Doubles of workspace for a search in n dimensions. */
#define ROUTH_SIMPLEX_ROOM(n) (((n) + 4) * ((n) + 1))

typedef struct routh_simplex {
    size_t dimension;
    double (*function)(const double *x, void *user);
    bool (*stop)(void *user); /* called before each step; NULL: never stops */
    void *user;
    bool in_cube;        /* points that would leave the unit cube are put on its face */
    double share, slack; /* the search ends when values differ by at most share × the best + slack, and … */
    double tolerance;    /* … no vertex is farther than this from the best in any direction */
    size_t evaluations;  /* so far, over all searches with this struct */
    size_t limit;        /* of evaluations */
    double *room;        /* ROUTH_SIMPLEX_ROOM(dimension) */
} routh_simplex;

/* Improves *x, whose value is *value. `step` is the simplex' first size, in a cube to the side of its sign where there is
 * room. False if it was stopped or the evaluations ran out. */
bool routh_simplex_minimise(routh_simplex *simplex, double step, double *x, double *value);

#endif
