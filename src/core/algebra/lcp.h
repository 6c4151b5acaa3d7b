/* Linear complementarity: z ≥ 0 with w = M z + q ≥ 0 and zᵀw = 0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_LCP_H
#define ROUTH_SRC_ALGEBRA_LCP_H

#include <stddef.h>

typedef enum routh_lcp_end {
    ROUTH_LCP_SOLVED,
    ROUTH_LCP_RAY,   /* Lemke's method ended on a ray: for a copositive M there is no solution */
    ROUTH_LCP_PIVOTS /* the limit on pivots was reached */
} routh_lcp_end;

typedef struct routh_lcp_report {
    routh_lcp_end end;
    size_t pivots;
    double residual; /* largest violation of the three conditions, relative to the terms of M z + q; NaN: not solved */
} routh_lcp_report;

/* Doubles that routh_lcp_solve needs for its workspace. */
size_t routh_lcp_workspace(size_t size);

/* Lemke's method with the lexicographic rule, which cannot cycle. M row by row. z (size) is written only when it is
 * solved. At most `most_pivots` pivots (0: a limit that grows with the size); input that is not finite is not solved.
 * Choose units that keep the numbers of M within some eight orders of magnitude: smaller ones are taken for
 * rounding. */
routh_lcp_report routh_lcp_solve(size_t size, const double *m, const double *q, double *z, double *workspace,
                                 size_t most_pivots);

#endif
