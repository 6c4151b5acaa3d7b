/* The least value of a smooth function of few variables within bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_QUASI_NEWTON_H
#define ROUTH_SRC_ALGEBRA_QUASI_NEWTON_H

#include <stddef.h>

enum { ROUTH_QUASI_NEWTON_MOST = 34 };

typedef enum routh_quasi_newton_end {
    ROUTH_QUASI_NEWTON_CONVERGED,
    ROUTH_QUASI_NEWTON_RAN_OUT, /* of evaluations */
    ROUTH_QUASI_NEWTON_STUCK,   /* no step goes down any more, although the slope is not 0 */
    ROUTH_QUASI_NEWTON_STOPPED  /* the function asked for it */
} routh_quasi_newton_end;

/* Value and gradient at x; +∞ (then the gradient does not matter) where it is not defined. Nonzero: stop at once. */
typedef int routh_smooth_function(const double *x, double *value, double *gradient, void *user);

typedef struct routh_quasi_newton {
    size_t variables;
    const double *low, *high;
    routh_smooth_function *function;
    void *user;
    double tolerance; /* ends when the quadratic model expects to gain less */
    double longest;   /* the most that a variable changes in one step */
    int evaluations;  /* the most */

    /* where to begin; in the end, the best found */
    double x[ROUTH_QUASI_NEWTON_MOST], value;

    /* What is known of the second derivatives, for the next search of a function much like it: `learned` says whether
     * there is anything, on entry too. */
    int learned;
    double curvature[ROUTH_QUASI_NEWTON_MOST][ROUTH_QUASI_NEWTON_MOST];

    int evaluated;
} routh_quasi_newton;

/* Bounded in evaluations. On ROUTH_QUASI_NEWTON_STOPPED x and value are the best so far. */
routh_quasi_newton_end routh_quasi_newton_minimise(routh_quasi_newton *descent);

#endif
