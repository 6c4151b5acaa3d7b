/* Small dense systems, least squares, complementarity, searches for a minimum, and resampling: one of each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_ALGEBRA_H
#define ROUTH_SRC_ALGEBRA_ALGEBRA_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <routh/base.h>

#include "base/context.h"

/* a b + c with one rounding. C's fma is that on every system but newlib's, that of microcontrollers, which rounds twice. */

/* x + y rounded to odd: of the two numbers next to the sum the one whose last bit is 1, unless the sum is a number. */
static inline double routh_sum_to_odd(double x, double y) {
    const double sum = x + y, part = sum - x, rest = (x - (sum - part)) + (y - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (rest == 0 || bits % 2 == 1)
        return sum;
    bits = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return odd;
}

/* From sums and products alone (Boldo and Melquiond, Emulation of FMA and correctly rounded sums, IEEE Transactions on Computers
 * 57, 2008): exact where a b neither overflows nor has digits below the smallest number. */
static inline double routh_fused_of_sums(double a, double b, double c) {
    const double split = 134217729.0; /* 2²⁷ + 1 (Dekker 1971) */
    const double as = split * a, bs = split * b;
    const double ah = as - (as - a), bh = bs - (bs - b), al = a - ah, bl = b - bh;
    const double product = a * b, low = al * bl - (((product - ah * bh) - al * bh) - ah * bl);
    const double first = c + low, part1 = first - c, rest1 = (c - (first - part1)) + (low - part1);
    const double second = product + first, part2 = second - product;
    const double rest2 = (product - (second - part2)) + (first - part2);
    return second + routh_sum_to_odd(rest2, rest1);
}

static inline double routh_fused(double a, double b, double c) {
#if defined(__NEWLIB__) && !defined(FP_FAST_FMA)
    return routh_fused_of_sums(a, b, c);
#else
    return fma(a, b, c);
#endif
}

/* Small dense systems by elimination with the largest pivot of each column. */

/* Solves A x = b for n unknowns. A has `stride` numbers a row; A is overwritten, b becomes x. False where no pivot of a
 * column exceeds `least_pivot`, which may be 0, or a pivot is not finite; b is then undefined. */
bool routh_elimination_solve(size_t n, size_t stride, double *a, double *b, double least_pivot);

/* Seven unknowns, the points of a collocation step: a matrix that is factored once and solved with several times. This
 * is inlined and has rows of eight numbers so that a row is one or two vectors of the processor; a step of the spring
 * solver does little else, and a general routine would make it slower. */
enum { ROUTH_SEVEN = 7, ROUTH_SEVEN_WIDTH = 8 };

/* Fill m, then factor it. The eighth column is padding and must be finite. */
typedef struct routh_factor7 {
    double m[ROUTH_SEVEN][ROUTH_SEVEN_WIDTH]; /* the factors, the inverse of each pivot on the diagonal */
    int row[ROUTH_SEVEN];                     /* the row exchanged with this one */
} routh_factor7;

static inline void routh_factor7_make(routh_factor7 *f) {
    for (int k = 0; k < ROUTH_SEVEN; k++) {
        int pivot = k;
        for (int i = k + 1; i < ROUTH_SEVEN; i++)
            pivot = fabs(f->m[i][k]) > fabs(f->m[pivot][k]) ? i : pivot;
        f->row[k] = pivot;
        for (int j = 0; j < ROUTH_SEVEN_WIDTH && pivot != k; j++) {
            const double swapped = f->m[k][j];
            f->m[k][j] = f->m[pivot][j];
            f->m[pivot][j] = swapped;
        }
        const double inverse = 1 / f->m[k][k];
        for (int i = k + 1; i < ROUTH_SEVEN; i++) {
            const double factor = f->m[i][k] * inverse;
            for (int j = k + 1; j < ROUTH_SEVEN_WIDTH; j++)
                f->m[i][j] -= factor * f->m[k][j];
            f->m[i][k] = factor;
        }
        f->m[k][k] = inverse;
    }
}

static inline void routh_factor7_solve(const routh_factor7 *f, double b[ROUTH_SEVEN]) {
    for (int k = 0; k < ROUTH_SEVEN; k++) {
        const double swapped = b[f->row[k]];
        b[f->row[k]] = b[k];
        b[k] = swapped;
    }
    for (int k = 0; k < ROUTH_SEVEN; k++)
        for (int i = k + 1; i < ROUTH_SEVEN; i++)
            b[i] -= f->m[i][k] * b[k];
    for (int k = ROUTH_SEVEN - 1; k >= 0; k--) {
        b[k] *= f->m[k][k];
        for (int i = 0; i < k; i++)
            b[i] -= f->m[i][k] * b[k];
    }
}

/* Cholesky's factors of a small symmetric positive definite matrix. */

/* L of A = L Lᵀ in place of A's lower triangle, n × n with `stride` numbers a row; the upper triangle is neither read nor
 * written. False where what is left of a diagonal entry, before its root is taken, does not exceed `least`, which is not
 * negative. */
bool routh_cholesky_factor(size_t n, size_t stride, double *a, double least);

/* L Lᵀ x = b; b becomes x. */
void routh_cholesky_solve(size_t n, size_t stride, const double *l, double *b);

/* Least squares with few unknowns and many rows, columns one after another in memory. */

/* Φ = Q R with up to two columns, and θ that minimises |y − Φ θ|. A column that is zero, or the second where it is a
 * multiple of the first, is left out: its θ is 0. */
typedef struct routh_two_columns {
    int rank;         /* columns that count: 0, 1 (the first), 2 */
    double r[3];      /* R = [r0 r1; 0 r2] */
    double theta[2];  /* K, μK */
    double length[2]; /* of the columns of Φ */
} routh_two_columns;

/* `phi` and `q` are rows × 2; q must not be phi. Unused columns of q are 0. */
routh_two_columns routh_solve_two_columns(size_t rows, const double *phi, const double *y, double *q);

double routh_sum_of_products(size_t rows, const double *a, const double *b);

/* R of A = Q R by Householder's reflections, A rows × columns; A is overwritten. `r` is columns × columns, row by row, 0
 * below the diagonal, whose entries are not negative; the rows that A does not have are 0. With y as last column, R holds
 * Qᵀ y there, and the length of what is left of y at the end. */
void routh_triangularise(size_t rows, size_t columns, double *a, double *r);

/* R x = y of n unknowns, R being stored with `stride` numbers a row. A zero on the diagonal gives a zero unknown. */
void routh_solve_triangular(size_t n, size_t stride, const double *r, const double *y, double *x);

/* The inverse of an upper triangle (n × n, row by row), of which no diagonal entry is 0. */
void routh_invert_triangle(size_t n, const double *r, double *inverse);

/* Eigenvalues and eigenvectors of a symmetric 3 × 3 matrix, by Jacobi's rotations: to rounding relative to each eigenvalue
 * of a positive definite matrix that is scaled like ours. */

/* Overwrites the matrix. vector[k][i] is the k-th component of the i-th eigenvector. */
void routh_symmetric3_eigen(double matrix[3][3], double value[3], double vector[3][3]);

/* The smallest eigenvalue of AᵀA, which is given, row by row with `stride` numbers each, and its eigenvector of length 1: the
 * direction in which least changes. */
enum { ROUTH_GRAM_MOST = 8 }; /* the order */
double routh_gram_smallest(size_t order, size_t stride, const double *matrix, double *vector);

/* Singular values of a matrix with few columns, and least squares through them. */

/* A = U S Vᵀ by Jacobi's rotations of the columns (Hestenes), which do not square the condition. A is rows × columns, row
 * by row with `stride` numbers each, tall or wide; it is overwritten by U S. `singular` falls; the rows of `direction`,
 * columns × columns, are the columns of V. */
void routh_singular_values(size_t rows, size_t columns, size_t stride, double *a, double *singular, double *direction);

enum { ROUTH_SINGULAR_MOST = 6 }; /* columns of the least squares below */

/* The shortest x that minimises |y − A x|, x = Σ v_k (u_k · y) / s_k. Directions with s_k ≤ negligible × s_0 are taken as
 * not determined and stay 0. A is overwritten. */
void routh_singular_solve(size_t rows, size_t columns, size_t stride, double *a, const double *y, double negligible,
                          double *x);

/* Linear complementarity: z ≥ 0 with w = M z + q ≥ 0 and zᵀw = 0. */

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

/* Minimising a function of one number. */

typedef struct routh_line_point {
    double x, value;
} routh_line_point;

typedef double (*routh_line_function)(double x, void *user);

/* A local minimum between `low` and `high`, to about `tolerance`, begun with a point in between; that point may be one
 * of the ends. */
routh_line_point routh_line_minimum(routh_line_function function, void *user, routh_line_point low,
                                    routh_line_point middle, routh_line_point high, double tolerance);

/* Minimising a function of a few numbers without derivatives. */

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

/* The least value of a smooth function of few variables within bounds. */

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

    /* Second derivatives as far as learned, for the next search of a function much like it: `learned` says whether
     * there is anything, on entry too. */
    int learned;
    double curvature[ROUTH_QUASI_NEWTON_MOST][ROUTH_QUASI_NEWTON_MOST];

    int evaluated;
} routh_quasi_newton;

/* Bounded in evaluations. On ROUTH_QUASI_NEWTON_STOPPED x and value are the best so far. */
routh_quasi_newton_end routh_quasi_newton_minimise(routh_quasi_newton *descent);

/* Nonlinear least squares with a prior, for residuals that are continuous but not smooth; see the source for the method.
 *
 * The objective at z is |r(z)|²/divisor, but for a constant, + γ |z|²/n, z being n unknowns in deviations of the prior. */

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

routh_status routh_lm_create(routh_arena *arena, size_t rows, size_t unknowns, routh_lm *lm);

/* Jacobian, R and S at the point by stepping `width` deviations to both sides. */
routh_status routh_lm_differentiate(const routh_lm_problem *problem, routh_lm *lm, double width);

/* From the problem's point, which must be evaluated, to the least objective. */
routh_status routh_lm_minimise(const routh_lm_problem *problem, routh_lm *lm, routh_lm_search *search);

/* Linear least squares in a few unknowns, row by row. */

enum { ROUTH_NORMAL_MOST = 7 };

typedef struct routh_normal {
    int unknowns;
    double matrix[ROUTH_NORMAL_MOST][ROUTH_NORMAL_MOST]; /* Σ a aᵀ */
    double right[ROUTH_NORMAL_MOST];                     /* Σ a y */
    double square;                                       /* Σ y² */
    double freedom; /* rows less everything else that was fitted to them: subtract that yourself */
} routh_normal;

void routh_normal_add(routh_normal *normal, const double *row, double y);

/* Rows without what a straight line in time explains of each column: `row` fills the coefficients of row i, y after the last,
 * and returns its time from the mean of all; `second` is the sum of that squared. */
void routh_normal_add_without_line(routh_normal *normal, size_t count, double second,
                                   double (*row)(const void *user, size_t i, double *row), const void *user);

typedef struct routh_normal_answer {
    double value[ROUTH_NORMAL_MOST];
    double error[ROUTH_NORMAL_MOST]; /* standard errors from the scatter of the rows */
    double scatter;                  /* root mean square of what remains, by degrees of freedom */
} routh_normal_answer;

/* Adds the rows of another one, each with this weight in its square; its freedom counts as it is. */
void routh_normal_merge(routh_normal *normal, const routh_normal *from, double weight);

/* The sum of squares that these values leave. */
double routh_normal_remains(const routh_normal *normal, const double *value);

/* False where the rows do not determine every unknown. */
bool routh_normal_solve(const routh_normal *normal, routh_normal_answer *answer);

/* The bootstrap: drawing again with replacement, and intervals from the values of many draws. */

/* How often each of `count` items is drawn in `count` draws. Each draw has its own random stream, so that the result
 * does not depend on threads; counting costs less than copying what was drawn. */
void routh_resample_counts(uint64_t seed, uint64_t stream, size_t count, unsigned *times);

/* The same with groups, numbered from 0 in ascending order: as many of them are drawn as there are, each whole. */
void routh_resample_groups(uint64_t seed, uint64_t stream, const size_t *group, size_t count, unsigned *times);

/* The range that remains when a share `tail` of the values is dropped at each end, and their standard deviation. Sorts
 * them; at least 2. */
routh_interval routh_resample_interval(double *value, size_t count, double tail);

/* Between ± this lies that share of Student's t with the given degrees of freedom; good to a per cent from 3 on. */
double routh_student_quantile(double level, double freedom);

/* The share of values to leave out at each end for an interval of that level, when `parameters` were fitted to `count`
 * things. */
double routh_resample_tail(double level, size_t count, int parameters);

/* The interval about an estimate from values of draws with things that were each fitted with `parameters`, of which there
 * are `units`: Student's t times the half width of the middle 68 % of the values, which is its deviation. For few draws,
 * whose outermost values say little about the tails, and for values that some draws throw far out. Sorts them; at least
 * 2. */
routh_interval routh_resample_middle(double estimate, double *value, size_t count, double level, size_t units,
                                     int parameters);

/* Correlations between rows of values, value[row][draw], of the same draws: 1 with itself, 0 where a row does not vary. A
 * value beyond three half widths of its row's middle 68 % counts as just that far, so that a few draws thrown far out do not
 * decide. `correlation` has `stride` numbers a row; `room`: 2 count of them. Needs at least 2 draws. */
void routh_resample_correlation(const double *const *value, size_t rows, size_t count, double *room, size_t stride,
                                double *correlation);

/* Least squares whose rows come in groups with errors of their own: each group has one vote. */

typedef struct routh_votes {
    size_t count;        /* groups */
    routh_normal *group; /* each with its rows, or none; all with the same unknowns */
    double *weight;      /* of each: found by routh_votes_solve */
    double *scratch;     /* as many */
} routh_votes;

/* False where the groups do not determine every unknown, also without any one of them. value[]: the estimate;
 * change[g × stride + k], where wanted: what leaving out group g adds to unknown k. scatter: root mean square of what
 * remains in a row of an ordinary group. */
bool routh_votes_solve(routh_votes *votes, double *value, double *scatter, double *change, size_t stride);

/* The 95 % interval of an estimate from what leaving out each unit adds to it, at change[i × stride]; 0: the unit has no
 * part in it. Its deviation is the jackknife's standard error; infinite for fewer than three units. */
routh_interval routh_jackknife_interval(double value, const double *change, size_t stride, size_t count);

#endif
