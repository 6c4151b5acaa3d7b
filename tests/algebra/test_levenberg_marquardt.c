/* Least squares with a prior: a linear problem against its closed form, a curved valley, and a tip that is not smooth.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

enum { MOST_ROWS = 12, MOST = 4 };

typedef struct point {
    double z[MOST], residual[MOST_ROWS], cost, prior;
} point;

typedef struct task {
    size_t rows, unknowns, evaluated;
    double divisor;
    void (*residual)(const double *z, double *residual);
    point at, trial;
} task;

static void fill_point(task *t, point *p) {
    p->cost = p->prior = 0;
    t->residual(p->z, p->residual);
    for (size_t i = 0; i < t->rows; i++)
        p->cost += p->residual[i] * p->residual[i] / t->divisor;
    for (size_t j = 0; j < t->unknowns; j++)
        p->prior += p->z[j] * p->z[j] / (double)t->unknowns;
    t->evaluated++;
}

static routh_lm_point seen(point *p) {
    return (routh_lm_point){p->z, p->residual, p->cost, p->prior};
}

static routh_lm_point at(void *user) {
    return seen(&((task *)user)->at);
}

static routh_lm_point trial(void *user) {
    return seen(&((task *)user)->trial);
}

static routh_status evaluate(void *user) {
    fill_point(user, &((task *)user)->trial);
    return ROUTH_OK;
}

static void exchange(void *user) {
    task *t = user;
    const point passed = t->at;
    t->at = t->trial;
    t->trial = passed;
}

static size_t evaluations(void *user) {
    return ((const task *)user)->evaluated;
}

/* From t->at.z to the least objective. */
static void minimise(task *t, double gamma, routh_lm_search *search) {
    const routh_lm_problem problem = {t->rows, t->unknowns, t->divisor, t, at, trial, evaluate, exchange, evaluations};
    routh_lm lm;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_lm_create(&room, t->rows, t->unknowns, &lm), ROUTH_OK);
    fill_point(t, &t->at);
    search->gamma = gamma;
    assert_int_equal(routh_lm_minimise(&problem, &lm, search), ROUTH_OK);
}

static double matrix[MOST_ROWS * MOST], right[MOST_ROWS];

static void linear(const double *z, double *residual) {
    for (size_t i = 0; i < MOST_ROWS; i++) {
        residual[i] = -right[i];
        for (size_t j = 0; j < MOST; j++)
            residual[i] += matrix[i * MOST + j] * z[j];
    }
}

/* (AᵀA/d + γ/n) z = Aᵀy/d */
static void a_linear_problem(void **state) {
    (void)state;
    for (uint64_t trial_number = 0; trial_number < 20; trial_number++) {
        const double gamma = trial_number % 2 ? 3 : 0, divisor = 5;
        double a[MOST * MOST] = {0}, z[MOST] = {0};
        fill(matrix, MOST_ROWS * MOST, trial_number);
        fill(right, MOST_ROWS, 100 + trial_number);
        for (size_t i = 0; i < MOST_ROWS; i++)
            for (size_t j = 0; j < MOST; j++) {
                z[j] += matrix[i * MOST + j] * right[i] / divisor;
                for (size_t k = 0; k < MOST; k++)
                    a[j * MOST + k] += matrix[i * MOST + j] * matrix[i * MOST + k] / divisor;
            }
        for (size_t j = 0; j < MOST; j++)
            a[j * MOST + j] += gamma / MOST;
        assert_true(routh_cholesky_factor(MOST, MOST, a, 0));
        routh_cholesky_solve(MOST, MOST, a, z);
        task t = {.rows = MOST_ROWS, .unknowns = MOST, .divisor = divisor, .residual = linear};
        routh_lm_search search = {.tolerance = 1e-14, .limit = 10000};
        minimise(&t, gamma, &search);
        assert_true(search.converged);
        for (size_t j = 0; j < MOST; j++)
            assert_near(t.at.z[j], z[j], 1e-6); /* the root of the tolerance, and some */
    }
}

/* Rosenbrock's valley, as the squares that it is. */
static void valley(const double *z, double *residual) {
    residual[0] = 1 - z[0];
    residual[1] = 10 * (z[1] - z[0] * z[0]);
}

static void a_curved_valley(void **state) {
    (void)state;
    task t = {.rows = 2, .unknowns = 2, .divisor = 1, .residual = valley, .at = {.z = {-1.2, 1}}};
    routh_lm_search search = {.tolerance = 1e-12, .limit = 2000};
    minimise(&t, 0, &search);
    assert_true(search.converged);
    assert_near(t.at.z[0], 1, 1e-5);
    assert_near(t.at.z[1], 1, 1e-5);

    task hurried = {.rows = 2, .unknowns = 2, .divisor = 1, .residual = valley, .at = {.z = {-1.2, 1}}};
    search.limit = 20;
    minimise(&hurried, 0, &search);
    assert_true(!search.converged && hurried.evaluated <= 20 && hurried.at.cost < 24.2);
}

/* |z₀ − 0.2| is a tip; plain Gauss–Newton steps over it to and fro. */
static void tip(const double *z, double *residual) {
    residual[0] = 1 + fabs(z[0] - 0.2);
    residual[1] = 2 * (z[1] + 0.5) + 0.3 * (z[0] - 0.2);
}

static void a_tip(void **state) {
    (void)state;
    task t = {.rows = 2, .unknowns = 2, .divisor = 1, .residual = tip, .at = {.z = {1, 1}}};
    routh_lm_search search = {.tolerance = 1e-10, .limit = 2000};
    minimise(&t, 0, &search);
    assert_near(t.at.z[0], 0.2, 1e-3);
    assert_near(t.at.z[1], -0.5, 2e-3); /* steps along it are rejected for what they do across the tip */
}

SUBJECT(levenberg_marquardt) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_problem),
        cmocka_unit_test(a_curved_valley),
        cmocka_unit_test(a_tip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
