/* Lemke's method against enumeration over all complementary bases, on problems that make the plain method cycle, on
 * problems without a solution, and against Siconos where it is installed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"

#ifdef ROUTH_HAVE_SICONOS
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#endif

#include "problems.h"

typedef struct tally {
    size_t problems, solved, rays, pivots, most_pivots;
    double residual, distance; /* worst */
} tally;

static routh_lcp_report solve(const problem *p, double *z) {
    double workspace[PROBLEM_MOST * (2 * PROBLEM_MOST + 2) + 4 * PROBLEM_MOST];
    assert_true(routh_lcp_workspace(p->size) <= sizeof workspace / sizeof workspace[0]);
    for (size_t i = 0; i < p->size; i++)
        z[i] = NAN;
    return routh_lcp_solve(p->size, p->m, p->q, z, workspace, 0);
}

/* The answer is among the basic solutions; where there is none, it ended on a ray. `certain`: it is of a class in which
 * a ray means that there is none. */
static void check(const problem *p, bool certain, tally *t) {
    double z[PROBLEM_MOST], nearest;
    const routh_lcp_report report = solve(p, z);
    const size_t solutions = enumerate(p, z, &nearest);
    t->problems++;
    t->pivots += report.pivots;
    t->most_pivots = report.pivots > t->most_pivots ? report.pivots : t->most_pivots;
    assert_int_not_equal(report.end, ROUTH_LCP_PIVOTS);
    if (report.end == ROUTH_LCP_SOLVED) {
        t->solved++;
        assert_true(solutions > 0);
        t->residual = fmax(t->residual, report.residual);
        t->distance = fmax(t->distance, nearest);
        return;
    }
    t->rays++;
    assert_true(isnan(report.residual) && isnan(z[0])); /* nothing written */
    if (certain)
        assert_int_equal(solutions, 0);
}

static void print(const char *name, const tally *t) {
    printf("%-34s %5zu problems: %5zu solved, %4zu rays; pivots %.1f, at most %zu; residual %.0e, from the enumerated "
           "%.0e\n",
           name, t->problems, t->solved, t->rays, (double)t->pivots / (double)t->problems, t->most_pivots, t->residual,
           t->distance);
    assert_true(t->residual < 1e-12);
    assert_true(t->distance < 1e-8);
}

static void agrees_with_enumeration(void **state) {
    (void)state;
    routh_random r = routh_random_seed(11, 0);
    tally unique = {0}, semi = {0}, contact = {0}, landing = {0}, degenerate = {0}, any = {0};
    for (int i = 0; i < effort(5000, 5000, 10000); i++) {
        const size_t size = 1 + (size_t)i % PROBLEM_MOST;
        problem p;
        switch (i / 12 % 6) {
        case 0:
            p = p_problem(&r, size);
            check(&p, true, &unique);
            break;
        case 1:
            p = semidefinite_problem(&r, size, false);
            check(&p, true, &semi);
            break;
        case 2:
            p = contact_problem(&r, 1 + (size_t)i % 3, false);
            check(&p, true, &contact);
            break;
        case 3:
            p = contact_problem(&r, 1 + (size_t)i % 3, true);
            check(&p, true, &landing);
            break;
        case 4:
            p = semidefinite_problem(&r, size, true);
            check(&p, true, &degenerate);
            break;
        default:
            p = (problem){.size = size};
            for (size_t k = 0; k < size * size; k++)
                p.m[k] = whole(&r, -2, 3);
            for (size_t k = 0; k < size; k++)
                p.q[k] = whole(&r, -2, 1);
            check(&p, false, &any);
        }
    }
    print("P-matrices", &unique);
    print("semidefinite", &semi);
    print("contacts in all directions", &contact);
    print("landings with restitution", &landing);
    print("semidefinite, small whole numbers", &degenerate);
    print("any matrix of small whole numbers", &any);
    assert_int_equal(unique.rays, 0);
    assert_int_equal(contact.rays, 0);
    assert_int_equal(landing.rays, 0);
    assert_true(semi.rays > effort(25u, 25u, 50u) && degenerate.rays > effort(25u, 25u, 50u));
}

/* Lemke's method with ties decided by the first row. */
static bool plain_lemke_cycles(const problem *p) {
    const size_t n = p->size;
    double row[3][8];
    size_t basis[3], leaving = 0, entering = 2 * n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            row[i][j] = i == j;
            row[i][n + j] = -p->m[i * n + j];
        }
        row[i][2 * n] = -1;
        row[i][2 * n + 1] = p->q[i];
        basis[i] = i;
        if (p->q[i] < p->q[leaving])
            leaving = i;
    }
    for (int pivots = 0; pivots < 1000; pivots++) {
        const double divisor = row[leaving][entering];
        for (size_t j = 0; j < 2 * n + 2; j++)
            row[leaving][j] /= divisor;
        for (size_t i = 0; i < n; i++) {
            const double factor = row[i][entering];
            for (size_t j = 0; i != leaving && j < 2 * n + 2; j++)
                row[i][j] -= factor * row[leaving][j];
        }
        const size_t left = basis[leaving];
        basis[leaving] = entering;
        if (left == 2 * n)
            return false;
        entering = left < n ? left + n : left - n;
        leaving = n;
        for (size_t i = 0; i < n; i++)
            if (row[i][entering] > 1e-9 &&
                (leaving == n ||
                 row[i][2 * n + 1] / row[i][entering] < row[leaving][2 * n + 1] / row[leaving][entering] - 1e-9))
                leaving = i;
        if (leaving == n)
            return false;
    }
    return true;
}

/* The first is the cyclic P-matrix of Cottle, Pang and Stone, with all of q alike; the others were found
 * by trying small whole numbers. */
static void does_not_cycle(void **state) {
    (void)state;
    const problem cases[] = {
        {3, {1, 2, 0, 0, 1, 2, 2, 0, 1}, {-1, -1, -1}},
        {3, {3, 0, 0, 2, 1, 1, 0, 2, 1}, {-1, -1, -1}},
        {3, {1, 1, 2, 2, 3, 0, 0, -2, 3}, {-1, -1, -1}},
        {3, {2, 2, 2, 3, 1, 0, 0, -1, 2}, {-1, -1, -1}},
    };
    tally t = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(plain_lemke_cycles(&cases[i]));
        check(&cases[i], true, &t);
    }
    print("where the plain method cycles", &t);
    assert_int_equal(t.solved, t.problems);
    double z[3];
    assert_int_equal(solve(&cases[0], z).end, ROUTH_LCP_SOLVED);
    for (size_t i = 0; i < 3; i++)
        assert_true(fabs(z[i] - 1.0 / 3) < 1e-15);
}

static void says_how_it_ended(void **state) {
    (void)state;
    double z[PROBLEM_MOST], workspace[400];
    /* w = −z − 1: nothing */
    const problem nothing = {1, {-1}, {-1}};
    assert_int_equal(solve(&nothing, z).end, ROUTH_LCP_RAY);
    /* skew-symmetric, w₂ = −z₁ − 1 */
    const problem infeasible = {2, {0, 1, -1, 0}, {1, -1}};
    assert_int_equal(solve(&infeasible, z).end, ROUTH_LCP_RAY);
    /* nothing to do */
    const problem still = {2, {-1, 0, 0, -1}, {0, 2}};
    const routh_lcp_report report = solve(&still, z);
    assert_int_equal(report.end, ROUTH_LCP_SOLVED);
    assert_int_equal(report.pivots, 0);
    assert_true(z[0] == 0 && z[1] == 0 && report.residual == 0);
    assert_int_equal(routh_lcp_solve(0, NULL, NULL, NULL, NULL, 0).end, ROUTH_LCP_SOLVED);
    /* enough pivots, and one too few */
    routh_random r = routh_random_seed(14, 0);
    const problem pair = contact_problem(&r, 2, true);
    const routh_lcp_report all = routh_lcp_solve(pair.size, pair.m, pair.q, z, workspace, 0);
    assert_int_equal(all.end, ROUTH_LCP_SOLVED);
    assert_true(all.pivots > 2);
    z[0] = -7;
    const routh_lcp_report some = routh_lcp_solve(pair.size, pair.m, pair.q, z, workspace, all.pivots - 1);
    assert_int_equal(some.end, ROUTH_LCP_PIVOTS);
    assert_int_equal(some.pivots, all.pivots - 1);
    assert_true(z[0] == -7);
    /* not a number */
    problem bad = still;
    bad.q[1] = NAN;
    assert_int_equal(solve(&bad, z).end, ROUTH_LCP_PIVOTS);
}

/* The same contact in other units has the same impulse in those units. (λ and β₊ + β₋ may have a choice: where friction
 * is below its limit, or nothing touches.) */
static void units_do_not_matter(void **state) {
    (void)state;
    routh_random r = routh_random_seed(12, 0);
    for (int i = 0; i < 300; i++) {
        const problem p = contact_problem(&r, 1, true);
        problem scaled = p;
        double z[PROBLEM_MOST], other[PROBLEM_MOST];
        const double impulse = ldexp(1, (int)whole(&r, -12, 12)), speed = ldexp(1, (int)whole(&r, -12, 12));
        double row[PROBLEM_MOST], column[PROBLEM_MOST];
        for (size_t k = 0; k < p.size; k++) { /* λ is a speed, the cone's row an impulse */
            row[k] = k % 4 == 3 ? impulse : speed;
            column[k] = k % 4 == 3 ? speed : impulse;
        }
        for (size_t a = 0; a < p.size; a++) {
            scaled.q[a] *= row[a];
            for (size_t b = 0; b < p.size; b++)
                *problem_at(&scaled, a, b) *= row[a] / column[b];
        }
        assert_int_equal(solve(&p, z).end, ROUTH_LCP_SOLVED);
        assert_int_equal(solve(&scaled, other).end, ROUTH_LCP_SOLVED);
        assert_true(fabs(other[0] / impulse - z[0]) <= 1e-12 + 1e-10 * z[0]);
        assert_true(fabs((other[1] - other[2]) / impulse - (z[1] - z[2])) <= 1e-12 + 1e-10 * z[0]);
    }
}

static void siconos_agrees(void **state) {
    (void)state;
#ifdef ROUTH_HAVE_SICONOS
    routh_random r = routh_random_seed(13, 0);
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    double worst = 0;
    size_t compared = 0, failed = 0;
    for (int i = 0; i < 3000; i++) {
        const problem p = i % 2 ? p_problem(&r, 1 + (size_t)i / 2 % PROBLEM_MOST) : contact_problem(&r, 1, i % 4 == 0);
        const int n = (int)p.size;
        double z[PROBLEM_MOST], other[PROBLEM_MOST] = {0}, w[PROBLEM_MOST] = {0};
        double column[PROBLEM_MOST * PROBLEM_MOST], q[PROBLEM_MOST];
        assert_int_equal(solve(&p, z).end, ROUTH_LCP_SOLVED);
        for (int a = 0; a < n; a++) {
            q[a] = p.q[a];
            for (int b = 0; b < n; b++)
                column[a + n * b] = p.m[a * n + b];
        }
        LinearComplementarityProblem lcp = {.size = n, .q = q};
        lcp.M = NM_create_from_data(NM_DENSE, n, n, column);
        if (linearComplementarity_driver(&lcp, other, w, options) != 0)
            failed++;
        else if (i % 2)
            for (int a = 0; a < n; a++)
                worst = fmax(worst, fabs(z[a] - other[a]) / fmax(1, fabs(z[a])));
        else /* P_n and P_t = β₊ − β₋; the rest may have a choice */
            worst = fmax(worst, fmax(fabs(z[0] - other[0]), fabs(z[1] - z[2] - other[1] + other[2])) / fmax(1, z[0]));
        free(lcp.M);
        compared++;
    }
    solver_options_delete(options);
    free(options);
    printf("largest distance from Siconos' lexicographic Lemke %.1e over %zu; it gave up on %zu\n", worst, compared,
           failed);
    assert_true(worst < 1e-8);
    assert_true(failed * 100 < compared);
#else
    printf("Siconos is not installed: skipped\n");
    skip();
#endif
}

SLOW_SUBJECT(lcp) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_enumeration), cmocka_unit_test(does_not_cycle),
        cmocka_unit_test(says_how_it_ended),       cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(siconos_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
