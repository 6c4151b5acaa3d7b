/* The Jacobian of identification against differences, its covariance against LAPACK, its noise against theory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "feet.h"

#include <lapacke.h>

#include "insertion/identify.h"

/* A table with an offset, feet of uncertain height and one that is turned, in a wrench that no K and μ explain. */
static void make_uneasy_table(table *t) {
    *t = make_table(3, 40);
    add_displacement(t, "offset", ROUTH_DISPLACE_OFFSET, -1, downwards, 3e-5);
    add_displacement(t, "foot 1", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
    add_displacement(t, "foot 2", ROUTH_DISPLACE_SHIFT, 1, downwards, 1e-4);
    add_displacement(t, "lean of foot 3", ROUTH_DISPLACE_TURN, 2, sideways, 6e-3);
    routh_random random = routh_random_seed(7, 0);
    for (size_t k = 0; k < t->insertion.count; k++) {
        put(t, k, 2e-4 + 1e-4 * sin((double)k), k % 2 ? 1e-3 : -1e-3);
        push_back(t, k, 1.8e5, 0.2, (const double[]){1e-4, 2e-4, 3e-4});
        for (int c = 0; c < 6; c++)
            t->insertion.sample[k].wrench[c] += (c < 3 ? 5 : 0.6) * routh_random_normal(&random);
    }
    prepare(t);
}

/* Golub and Pereyra's formula, from ∂Φ alone: −∂r/∂z = P⊥ D θ + Q R⁻ᵀ Dᵀ r. */
static void project_change(const routh_separable *problem, const routh_projection *at, size_t j, const double *slope,
                           double *change) {
    const size_t rows = problem->rows;
    const double *q = at->q, *r = at->fit.r;
    assert_int_equal(routh_plain_change(NULL, problem, at, j, slope, change), ROUTH_OK);
    const double first = routh_sum_of_products(rows, slope, at->residual) / r[0];
    const double second = (routh_sum_of_products(rows, slope + rows, at->residual) - r[1] * first) / r[2];
    const double away[2] = {routh_sum_of_products(rows, q, change) + first,
                            routh_sum_of_products(rows, q + rows, change) + second};
    for (size_t i = 0; i < rows; i++)
        change[i] -= away[0] * q[i] + away[1] * q[rows + i];
}

static void the_jacobian_is_golubs_and_pereyras(void **state) {
    (void)state;
    static const double start[] = {0.3, -0.2, 0.4, 0.5}, step = 1e-4;
    table t;
    make_uneasy_table(&t);
    routh_separable problem;
    routh_descent descent;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_separable_create(&room, t.regressor, &problem), ROUTH_OK);
    assert_int_equal(routh_descent_create(&room, &problem, &descent), ROUTH_OK);
    double *slope = calloc(2 * problem.rows, sizeof *slope), *change = calloc(problem.rows, sizeof *change);
    memcpy(descent.at.z, start, sizeof start);
    assert_int_equal(routh_project(NULL, &problem, &descent.at), ROUTH_OK);
    assert_int_equal(routh_differentiate(NULL, &problem, &descent, step), ROUTH_OK);
    for (size_t j = 0; j < problem.unknowns; j++) {
        assert_int_equal(routh_regressor_slope(NULL, &problem, &descent.at, j, step, 1, slope), ROUTH_OK);
        project_change(&problem, &descent.at, j, slope, change);
        double largest = 0;
        for (size_t i = 0; i < problem.rows; i++)
            largest = fmax(largest, fabs(change[i]));
        assert_true(largest > 1e-3);
        for (size_t i = 0; i < problem.rows; i++)
            assert_near(descent.memory.jacobian[j * problem.rows + i], change[i], 1e-6 * largest);
    }
    free(slope);
    free(change);
    forget(&t);
}

enum { N = 6 }; /* K, μK and four displacements */

static void invert(int n, double *a) {
    lapack_int pivot[N + 2];
    assert_int_equal(LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, a, n, pivot), 0);
    assert_int_equal(LAPACKE_dgetri(LAPACK_ROW_MAJOR, n, a, n, pivot), 0);
}

/* GᵀG of the columns i and k. */
static double both(const routh_separable *problem, const routh_linear *linear, int i, int k) {
    return routh_sum_of_products(problem->rows, &linear->g[(size_t)i * problem->rows],
                                 &linear->g[(size_t)k * problem->rows]);
}

static void assert_covariance(const routh_linear *linear, const double *ours, const double *theirs, int stride) {
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            const double by = (i < 2 ? linear->scale[i] : 1) * (k < 2 ? linear->scale[k] : 1);
            const double size = sqrt(ours[i * N + i] * ours[k * N + k]);
            assert_near(ours[i * N + k], theirs[i * stride + k] / by, 1e-9 * size);
        }
}

/* At the Bayesian γ: the posterior. */
static void compare_posterior(const routh_separable *problem, const routh_linear *linear, routh_wrench_noise noise) {
    double a[N * N], ours[N * N];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            a[i * N + k] = both(problem, linear, i, k) / noise.level + (i == k && i > 1);
    invert(N, a);
    assert_int_equal(routh_error_covariance(NULL, problem, linear, noise, routh_bayes_gamma(problem, noise), ours),
                     ROUTH_OK);
    assert_covariance(linear, ours, a, N);
}

/* At any γ: A⁻¹ (σ² τ GᵀG + λ² P) A⁻¹. */
static void compare_formula(const routh_separable *problem, const routh_linear *linear, routh_wrench_noise noise,
                            double gamma) {
    const double lambda = 6 * problem->mass * gamma / (double)problem->unknowns;
    double a[N * N], b[N * N], ours[N * N], theirs[N * N] = {0};
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            a[i * N + k] = both(problem, linear, i, k) + (i == k && i > 1 ? lambda : 0);
            b[i * N + k] = noise.level * both(problem, linear, i, k) + (i == k && i > 1 ? lambda * lambda : 0);
        }
    invert(N, a);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int m = 0; m < N; m++)
                for (int o = 0; o < N; o++)
                    theirs[i * N + k] += a[i * N + m] * b[m * N + o] * a[k * N + o];
    assert_int_equal(routh_error_covariance(NULL, problem, linear, noise, gamma, ours), ROUTH_OK);
    assert_covariance(linear, ours, theirs, N);
}

static void the_covariance_is_that_of_its_formula(void **state) {
    (void)state;
    table t;
    make_uneasy_table(&t);
    routh_separable problem;
    routh_projection at;
    routh_linear linear;
    const routh_wrench_noise noise = {0.01, 3, 0.03};
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_separable_create(&room, t.regressor, &problem), ROUTH_OK);
    assert_int_equal(routh_projection_create(&room, &problem, &at), ROUTH_OK);
    assert_int_equal(routh_project(NULL, &problem, &at), ROUTH_OK);
    assert_int_equal(routh_linearise(&room, &problem, &at, NULL, &linear), ROUTH_OK);
    assert_int_equal(linear.columns, N);
    compare_posterior(&problem, &linear, noise);
    compare_formula(&problem, &linear, noise, 1e-3);
    compare_formula(&problem, &linear, noise, 10);
    forget(&t);
}

/* A⁻¹ of the rows of all samples but some. */
static void invert_without(const routh_separable *problem, const routh_linear *linear, double lambda, size_t from,
                           size_t to, double a[N * N]) {
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            a[i * N + k] = i == k && i > 1 ? lambda : 0;
            for (size_t row = 0; row < problem->rows; row++)
                if (row < 6 * from || row >= 6 * to)
                    a[i * N + k] +=
                        linear->g[(size_t)i * problem->rows + row] * linear->g[(size_t)k * problem->rows + row];
        }
    invert(N, a);
}

/* Σ of the squares of the changes without each of 24 stretches, and shrinkage, by LAPACK. No contact sticks here. */
static void find_changes(const routh_separable *problem, const routh_linear *linear, const double *residual,
                         double gamma, double sum[N * N]) {
    const double lambda = 6 * problem->mass * gamma / (double)problem->unknowns;
    double a[N * N], pull[N], change[N];
    invert_without(problem, linear, lambda, 0, 0, a);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            sum[i * N + k] = 0;
            for (int m = 2; m < N; m++)
                sum[i * N + k] += lambda * lambda * a[i * N + m] * a[k * N + m];
        }
    for (size_t b = 0; b < 24; b++) {
        const size_t from = (b * problem->samples + 23) / 24, to = ((b + 1) * problem->samples + 23) / 24;
        invert_without(problem, linear, lambda, from, to, a);
        for (int i = 0; i < N; i++)
            pull[i] = routh_sum_of_products(6 * (to - from), &linear->g[(size_t)i * problem->rows + 6 * from],
                                            &residual[6 * from]);
        for (int i = 0; i < N; i++) {
            change[i] = 0;
            for (int k = 0; k < N; k++)
                change[i] += a[i * N + k] * pull[k];
        }
        double most = 1; /* no displacement moves by more than its prior deviation */
        for (int i = 2; i < N; i++)
            most = fmax(most, fabs(change[i]));
        for (int i = 0; i < N; i++)
            change[i] /= most;
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++)
                sum[i * N + k] += 23.0 / 21 * change[i] * change[k];
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            sum[i * N + k] /= (i < 2 ? linear->scale[i] : 1) * (k < 2 ? linear->scale[k] : 1);
}

/* K and μK have the covariance of the changes, displacements at least that, up to their prior, and at least that of one level
 * of noise. */
static void stretches_left_out_give_the_errors(void **state) {
    (void)state;
    static const double gammas[] = {1e-4, 1e-2};
    table t;
    make_uneasy_table(&t);
    routh_separable problem;
    routh_projection at;
    routh_linear linear;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_separable_create(&room, t.regressor, &problem), ROUTH_OK);
    assert_int_equal(problem.used, problem.samples);
    assert_int_equal(routh_projection_create(&room, &problem, &at), ROUTH_OK);
    assert_int_equal(routh_project(NULL, &problem, &at), ROUTH_OK);
    assert_int_equal(routh_linearise(&room, &problem, &at, NULL, &linear), ROUTH_OK);
    for (int g = 0; g < 2; g++) {
        double ours[N * N], level[N * N], changes[N * N];
        const routh_wrench_noise noise = routh_residual_noise(&problem, at.residual, N);
        assert_int_equal(routh_measured_covariance(NULL, &problem, &linear, &at, gammas[g], ours), ROUTH_OK);
        assert_int_equal(routh_error_covariance(NULL, &problem, &linear, noise, gammas[g], level), ROUTH_OK);
        find_changes(&problem, &linear, at.residual, gammas[g], changes);
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 2; k++)
                assert_near(ours[i * N + k], changes[i * N + k], 1e-8 * sqrt(changes[i * N + i] * changes[k * N + k]));
        for (int i = 2; i < N; i++) {
            const double larger = fmax(level[i * N + i], fmin(1, changes[i * N + i]));
            assert_near(ours[i * N + i], larger, 1e-8 * larger);
        }
    }
    forget(&t);
}

/* Residuals in which each sample remembers a share ρ of the one before have τ = (1 + ρ)/(1 − ρ). */
static void noise_that_remembers_is_recognised(void **state) {
    (void)state;
    enum { SAMPLES = 4000 };
    unsigned char counted[SAMPLES];
    double *residual = calloc(6 * SAMPLES, sizeof *residual);
    memset(counted, 1, sizeof counted);
    routh_regressor regressor = {.instant = calloc(SAMPLES, sizeof *regressor.instant)}; /* of one recording */
    const routh_separable problem = {
        .regressor = &regressor, .samples = SAMPLES, .rows = 6 * SAMPLES, .counted = counted, .used = SAMPLES};
    for (int memory = 0; memory < 10; memory += 3) {
        const double rho = 0.1 * memory;
        routh_random random = routh_random_seed(8, (uint64_t)memory);
        for (size_t i = 0; i < 6 * SAMPLES; i++)
            residual[i] =
                (i < 6 ? 0 : rho * residual[i - 6]) + sqrt(1 - rho * rho) * 0.1 * routh_random_normal(&random);
        const routh_wrench_noise noise = routh_residual_noise(&problem, residual, 11);
        const double expected = (1 + rho) / (1 - rho);
        assert_near(noise.span, expected, 0.1 * expected);
        assert_near(noise.variance, 0.01, 0.0006);
    }
    memset(residual, 0, 6 * SAMPLES * sizeof *residual);
    assert_true(routh_residual_noise(&problem, residual, 11).variance > 0);
    free(regressor.instant);
    free(residual);
}

SUBJECT(identify_algebra) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_jacobian_is_golubs_and_pereyras),
        cmocka_unit_test(the_covariance_is_that_of_its_formula),
        cmocka_unit_test(stretches_left_out_give_the_errors),
        cmocka_unit_test(noise_that_remembers_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
