/* Lemke's method for z ≥ 0, w = M z + q ≥ 0, zᵀw = 0, with the lexicographic rule.
 *
 * C. E. Lemke, Bimatrix equilibrium points and mathematical programming, Management Science 11 (1965).
 * R. W. Cottle, J.-S. Pang, R. E. Stone, The linear complementarity problem (1992), algorithm 4.4.5 and section 4.9.
 *
 * One more variable z₀ with a positive column d makes w = M z + z₀ d + q feasible. From there each pivot lets the
 * complement of the variable that has just left enter, so that zᵀw = 0 throughout, until z₀ leaves: solved; or until
 * nothing stops the entering variable: a ray. For a copositive M and zᵀq ≥ 0 wherever z ≥ 0, M z ≥ 0, zᵀM z = 0, there
 * is no ray; for a copositive-plus M a ray means that no z ≥ 0 has M z + q ≥ 0.
 *
 * The tableau is B⁻¹ [I | −M | −d | q] for the basis B. Where several variables could leave, their rows of B⁻¹ are
 * compared as well. This decides as if q were perturbed by (δ, δ², …), which is never degenerate: no basis repeats.
 *
 * Rows and columns are scaled by powers of two beforehand, which is exact and lets tolerances be plain numbers.
 *
 * Contacts close to each other make bases nearly singular, and the path may then be lost in rounding: a false ray, a
 * cycle, or a large residual. Any positive column for z₀ leads along another path, so that a few are tried before a ray
 * is believed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/algebra.h"

#include <math.h>
#include <stdbool.h>

#include "algebra/space.h"

typedef struct tableau {
    size_t size, columns;             /* columns = 2 size + 2: w, z, z₀, right side */
    double *entry;                    /* row by row */
    double *basis;                    /* column that is basic in each row, a whole number */
    double *solution;                 /* of this attempt */
    double *row_scale, *column_scale; /* M' = R M C */
    const double *m, *q;              /* as given */
    double height;                    /* q' = R q / height */
} tableau;

static const double least_pivot = 1e-12;
static const double tie = 1e-13;
static const double negligible = 1e-8;
static const double enough = 1e-10; /* retry above this residual */
static const double golden = 0.6180339887498949;
enum { SCALING_SWEEPS = 4, ATTEMPTS = 8 };

size_t routh_lcp_workspace(size_t size) {
    return size * (2 * size + 2) + 4 * size;
}

static double *row_of(const tableau *t, size_t i) {
    return t->entry + i * t->columns;
}

static double scaled_entry(const tableau *t, size_t i, size_t j) {
    return t->row_scale[i] * t->m[i * t->size + j] * t->column_scale[j];
}

/* A power of two that brings the geometric mean of the largest and the smallest number of a row, or of a column, near
 * one. Those below 1e-8 of the largest may be rounding and do not count. */
static double centring(const tableau *t, size_t line, bool is_row) {
    double largest = 0, smallest = INFINITY;
    int high = 0, low = 0;
    for (size_t k = 0; k < t->size; k++)
        largest = fmax(largest, fabs(is_row ? scaled_entry(t, line, k) : scaled_entry(t, k, line)));
    for (size_t k = 0; k < t->size; k++) {
        const double size = fabs(is_row ? scaled_entry(t, line, k) : scaled_entry(t, k, line));
        if (size > negligible * largest)
            smallest = fmin(smallest, size);
    }
    if (!(largest > 0))
        return 1;
    frexp(largest, &high);
    frexp(smallest, &low);
    return ldexp(1, -(high + low) / 2);
}

static void choose_scales(tableau *t) {
    for (size_t i = 0; i < t->size; i++)
        t->row_scale[i] = t->column_scale[i] = 1;
    for (int sweep = 0; sweep < SCALING_SWEEPS; sweep++) {
        for (size_t i = 0; i < t->size; i++)
            t->row_scale[i] *= centring(t, i, true);
        for (size_t j = 0; j < t->size; j++)
            t->column_scale[j] *= centring(t, j, false);
    }
    double largest = 0;
    int exponent = 0;
    for (size_t i = 0; i < t->size; i++)
        largest = fmax(largest, fabs(t->row_scale[i] * t->q[i]));
    frexp(largest, &exponent);
    t->height = ldexp(1, exponent);
}

/* z₀'s column is all ones at first, later ones are spread evenly over 1 … 2. */
static void fill(tableau *t, int attempt) {
    for (size_t i = 0; i < t->size; i++) {
        double *row = row_of(t, i);
        for (size_t j = 0; j < t->size; j++) {
            row[j] = i == j;
            row[t->size + j] = -scaled_entry(t, i, j);
        }
        row[2 * t->size] = -1 - fmod((double)attempt * (double)(i + 1) * golden, 1);
        row[2 * t->size + 1] = t->row_scale[i] * t->q[i] / t->height;
        t->basis[i] = (double)i;
    }
}

/* Makes `column` basic in row r and returns the column that was. */
static size_t pivot(tableau *t, size_t r, size_t column) {
    double *chosen = row_of(t, r);
    const double divisor = chosen[column];
    for (size_t j = 0; j < t->columns; j++)
        chosen[j] /= divisor;
    chosen[column] = 1;
    for (size_t i = 0; i < t->size; i++) {
        double *row = row_of(t, i);
        const double factor = row[column];
        if (i == r || !(fabs(factor) > 0))
            continue;
        for (size_t j = 0; j < t->columns; j++)
            row[j] -= factor * chosen[j];
        row[column] = 0;
    }
    const size_t left = (size_t)t->basis[r];
    t->basis[r] = (double)column;
    return left;
}

/* −1, 0 or 1 as row a's ratio of column k to the entering column is below, at or above row b's. At: whichever leaves,
 * the other's value stays above −tie. */
static int compare_ratios(const double *a, const double *b, size_t k, size_t entering) {
    const double difference = a[k] * b[entering] - b[k] * a[entering];
    const double size = fmax(1, fmax(fabs(a[k]), fabs(b[k])));
    if (fabs(difference) <= tie * size * fmin(a[entering], b[entering]))
        return 0;
    return difference < 0 ? -1 : 1;
}

static bool leaves_before(const tableau *t, size_t i, size_t other, size_t entering) {
    const double *a = row_of(t, i), *b = row_of(t, other);
    int order = compare_ratios(a, b, 2 * t->size + 1, entering);
    for (size_t k = 0; order == 0 && k < t->size; k++)
        order = compare_ratios(a, b, k, entering);
    return order < 0;
}

/* The row whose variable stops the entering one, z₀'s whenever it may; `size` for none: a ray. */
static size_t leaving_row(const tableau *t, size_t entering) {
    double largest = 1;
    for (size_t i = 0; i < t->size; i++)
        largest = fmax(largest, fabs(row_of(t, i)[entering]));
    size_t leaving = t->size, artificial = t->size;
    for (size_t i = 0; i < t->size; i++) {
        if (!(row_of(t, i)[entering] > least_pivot * largest))
            continue;
        if (leaving == t->size || leaves_before(t, i, leaving, entering))
            leaving = i;
        if (t->basis[i] >= (double)(2 * t->size))
            artificial = i;
    }
    if (artificial < t->size &&
        compare_ratios(row_of(t, artificial), row_of(t, leaving), 2 * t->size + 1, entering) <= 0)
        return artificial;
    return leaving;
}

/* x ← x + B⁻¹ (q − B x): takes out most of the rounding of the pivots. z and w, scaled, are read off the last column;
 * the column of z₀ is no longer needed and holds the residual. */
static void refine(tableau *t) {
    const size_t n = t->size, spare = 2 * n, last = 2 * n + 1;
    for (size_t i = 0; i < n; i++)
        row_of(t, i)[spare] = t->row_scale[i] * t->q[i] / t->height;
    for (size_t k = 0; k < n; k++) {
        const size_t column = (size_t)t->basis[k];
        const double value = row_of(t, k)[last];
        if (column < n)
            row_of(t, column)[spare] -= value;
        else
            for (size_t i = 0; i < n; i++)
                row_of(t, i)[spare] += scaled_entry(t, i, column - n) * value;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            row_of(t, i)[last] += row_of(t, i)[k] * row_of(t, k)[spare];
}

static void read_solution(tableau *t) {
    double *z = t->solution;
    for (size_t i = 0; i < t->size; i++)
        z[i] = 0;
    for (size_t i = 0; i < t->size; i++) {
        const size_t column = (size_t)t->basis[i];
        if (column >= t->size && column < 2 * t->size)
            z[column - t->size] =
                fmax(row_of(t, i)[2 * t->size + 1], 0) * t->height * t->column_scale[column - t->size];
    }
}

/* z is not negative: what is left is w ≥ 0, and w = 0 where z > 0, in scaled rows and in units of the largest sum of
 * terms that makes up a w. */
static double residual_of(const tableau *t) {
    const double *z = t->solution;
    double violation = 0, largest = 0;
    for (size_t i = 0; i < t->size; i++) {
        double w = t->q[i], terms = fabs(t->q[i]);
        for (size_t j = 0; j < t->size; j++) {
            w += t->m[i * t->size + j] * z[j];
            terms += fabs(t->m[i * t->size + j]) * z[j];
        }
        violation = fmax(violation, t->row_scale[i] * (z[i] > 0 ? fabs(w) : fmax(-w, 0)));
        largest = fmax(largest, t->row_scale[i] * terms);
    }
    return violation > 0 ? violation / largest : 0;
}

static size_t least_of(size_t a, size_t b) {
    return a < b ? a : b;
}

/* From the column of z₀ to the end of the path. */
static routh_lcp_end follow(tableau *t, size_t most_pivots, size_t *pivots) {
    const size_t n = t->size, last = 2 * n + 1;
    size_t leaving = 0, entering = 2 * n;
    /* the first that z₀ has to lift leaves for it; of equals the last, whose row of B⁻¹ = I is the least */
    for (size_t i = 1; i < n; i++) {
        const double *row = row_of(t, i), *least = row_of(t, leaving);
        if (row[last] * least[entering] >= least[last] * row[entering])
            leaving = i;
    }
    if (row_of(t, leaving)[last] >= 0)
        return ROUTH_LCP_SOLVED;
    while (leaving < n) {
        if (*pivots == most_pivots)
            return ROUTH_LCP_PIVOTS;
        const size_t left = pivot(t, leaving, entering);
        ++*pivots;
        if (left == 2 * n)
            return ROUTH_LCP_SOLVED;
        entering = left < n ? left + n : left - n;
        leaving = leaving_row(t, entering);
    }
    return ROUTH_LCP_RAY;
}

routh_lcp_report routh_lcp_solve(size_t size, const double *m, const double *q, double *z, double *workspace,
                                 size_t most_pivots) {
    routh_lcp_report report = {.end = ROUTH_LCP_PIVOTS, .residual = NAN};
    if (size == 0)
        return (routh_lcp_report){.end = ROUTH_LCP_SOLVED};
    if (!routh_all_finite(m, size * size) || !routh_all_finite(q, size))
        return report;
    if (most_pivots == 0)
        most_pivots = ATTEMPTS * (100 + 10 * size * size);
    const size_t share = most_pivots / ATTEMPTS > 100 ? most_pivots / ATTEMPTS : most_pivots;
    tableau t = {.size = size, .columns = 2 * size + 2, .entry = workspace, .m = m, .q = q};
    t.basis = t.entry + size * t.columns;
    t.solution = t.basis + size;
    t.row_scale = t.solution + size;
    t.column_scale = t.row_scale + size;
    choose_scales(&t);
    for (int attempt = 0; attempt < ATTEMPTS && !(report.residual <= enough); attempt++) {
        fill(&t, attempt);
        const routh_lcp_end end = follow(&t, least_of(report.pivots + share, most_pivots), &report.pivots);
        if (end != ROUTH_LCP_SOLVED) {
            report.end = isnan(report.residual) ? end : report.end;
            continue;
        }
        refine(&t);
        read_solution(&t);
        const double residual = residual_of(&t);
        if (residual >= report.residual)
            continue;
        report.end = end;
        report.residual = residual;
        for (size_t i = 0; i < size; i++)
            z[i] = t.solution[i];
    }
    return report;
}
