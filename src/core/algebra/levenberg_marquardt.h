/* Nonlinear least squares with a prior, for residuals that are continuous but not smooth; see the source for the method.
 *
 * The objective at z is |r(z)|²/divisor, but for a constant, + γ |z|²/n, z being n unknowns in deviations of the prior.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_LEVENBERG_MARQUARDT_H
#define ROUTH_SRC_ALGEBRA_LEVENBERG_MARQUARDT_H

#include <routh/base.h>

/* A difference of objectives that is only rounding: residuals that fit to 1e-11 of their scales. */
#define ROUTH_NO_DIFFERENCE 1e-22

/* A point as the search sees it; the arrays belong to the problem. */
typedef struct routh_lm_point {
    double *z;
    const double *residual; /* rows */
    double cost, prior;     /* of the objective: without γ, and |z|²/n */
} routh_lm_point;

/* The problem has two points, where the search is and where it tries. */
typedef struct routh_lm_problem {
    size_t rows, unknowns;
    double divisor;
    void *user;
    routh_lm_point (*at)(void *user);
    routh_lm_point (*trial)(void *user);
    routh_status (*evaluate)(void *user); /* the trial, from its z */
    void (*exchange)(void *user);         /* the points change places */
    size_t (*evaluations)(void *user);    /* so far */
} routh_lm_problem;

typedef struct routh_lm_search {
    double gamma, tolerance;
    size_t limit; /* the most evaluations, over all searches */
    int coarse;   /* with wide differences only: near the minimum, and cheap */
    int converged;
} routh_lm_search;

/* What is known at the problem's point: the Jacobian, which stays right when γ changes. */
typedef struct routh_lm {
    double *jacobian; /* rows × unknowns */
    double *work;     /* rows × (unknowns + 1), scratch */
    double *r;        /* (unknowns + 1)²: R of the Jacobian with the residual as last column */
    double *stack;    /* 2 (unknowns + 1)², scratch of a step */
    double *small;    /* (unknowns + 1)², scratch of a step */
    double *bend;     /* unknowns: S */
    double *step;     /* unknowns */
    double width;     /* step of the Jacobian's differences, in deviations; 0: the Jacobian belongs to another point */
    int corrected;    /* with what later steps showed */
} routh_lm;

routh_status routh_lm_create(routh_context *context, size_t rows, size_t unknowns, routh_lm *lm);
void routh_lm_release(routh_context *context, routh_lm *lm);

/* Jacobian, R and S at the point by stepping `width` deviations to both sides. */
routh_status routh_lm_differentiate(const routh_lm_problem *problem, routh_lm *lm, double width);

/* From the problem's point, which must be evaluated, to the least objective. */
routh_status routh_lm_minimise(const routh_lm_problem *problem, routh_lm *lm, routh_lm_search *search);

#endif
