/* Is the truth a draw like any other from what a fit says of it? Where it is, its rank among the sets drawn, by their distance
 * from the fit (Mahalanobis's), is uniform over many recordings.
 *
 * Bodies, laws and noise are this test's own: a slender rod under Laplace noise, a square whose restitution scatters from
 * impact to impact, and an ellipse under normal noise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/material.h>

enum { P = ROUTH_MATERIAL_PARAMETERS, SETS = 199, MOST_IMPACTS = 200 };

typedef struct setting {
    const char *law;
    double mu, eps;
    double half[2]; /* of the body, m; both 0: an ellipse of 0.035 and 0.025 m */
    double noise;   /* of velocities, m/s; spin: by 0.03 m of it */
    bool laplace;   /* otherwise normal */
    double scatter; /* of restitution */
    size_t count;   /* impacts */
} setting;

static const setting settings[] = {
    {"wang-mason", 0.25, 0.6, {0.1, 0.01}, 0.02, true, 0, 150},
    {"ap-poisson", 0.3, 0.5, {0.03, 0.03}, 0.01, false, 0.08, 120},
    {"mirtich", 0.15, 0.7, {0, 0}, 0.03, false, 0, 80},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static double noise_of(const setting *s, routh_random *random) {
    if (!s->laplace)
        return s->noise * routh_random_normal(random);
    const double u = routh_random_uniform(random, -0.5, 0.5);
    return -s->noise / sqrt(2) * copysign(log(1 - 2 * fabs(u)), u);
}

/* From the centre to the lowest point. */
static void touch(const setting *s, double turned, double *x, double *y) {
    if (s->half[0] == 0) { /* of an ellipse: where its normal is vertical */
        const double c = cos(turned), d = sin(turned), a = 0.035, b = 0.025, reach = hypot(a * d, b * c);
        *x = (b * b - a * a) * c * d / reach;
        *y = -reach;
        return;
    }
    *y = 0;
    for (int k = 0; k < 4; k++) {
        const double u = k & 1 ? s->half[0] : -s->half[0], v = k & 2 ? s->half[1] : -s->half[1];
        const double px = cos(turned) * u - sin(turned) * v, py = sin(turned) * u + cos(turned) * v;
        if (py < *y)
            *x = px, *y = py;
    }
}

static size_t record(const setting *s, const routh_law *law, uint64_t seed, routh_sample *sample) {
    routh_random random = routh_random_seed(seed, 77);
    const double pi = acos(-1), mass = 0.2;
    const double gyration =
        s->half[0] > 0 ? (s->half[0] * s->half[0] + s->half[1] * s->half[1]) / 3 : (0.035 * 0.035 + 0.025 * 0.025) / 4;
    size_t count = 0;
    while (count < s->count) {
        routh_impact impact = {.mass = mass, .inertia = mass * gyration};
        routh_contact contact;
        touch(s, routh_random_uniform(&random, -pi, pi), &impact.rx, &impact.ry);
        impact.vx = routh_random_uniform(&random, -1.5, 1.5);
        impact.vy = routh_random_uniform(&random, -3, -0.5);
        impact.omega = routh_random_uniform(&random, -8, 8);
        if (routh_contact_of(NULL, &impact, &contact) != ROUTH_OK)
            continue;
        double parameters[ROUTH_MAX_PARAMETERS];
        const double eps = s->eps + s->scatter * routh_random_normal(&random);
        routh_law_parameters(law, s->mu, fmin(fmax(eps, 0), 1), parameters);
        const routh_impulse p = law->impulse(&contact, parameters);
        routh_velocity after = routh_impact_after(&impact, p.pt, p.pn, 0);
        double *const noisy[] = {&impact.vx, &impact.vy, &after.vx, &after.vy};
        for (int j = 0; j < 4; j++)
            *noisy[j] += noise_of(s, &random);
        impact.omega += noise_of(s, &random) / 0.03;
        after.omega += noise_of(s, &random) / 0.03;
        sample[count] = (routh_sample){0};
        if (routh_sample_of(NULL, &impact, after, &sample[count]) == ROUTH_OK)
            count++;
    }
    return count;
}

static routh_material fitted(const routh_law *law, const routh_sample *sample, size_t count) {
    routh_fit_options options = routh_fit_options_default();
    routh_estimate fit;
    routh_material m = routh_material_default();
    options.cost = ROUTH_COST_VELOCITY;
    options.resamples = 200;
    assert_int_equal(routh_law_fit(NULL, law, sample, NULL, count, &options, &fit), ROUTH_OK);
    const int of[2] = {routh_law_parameter(law, "mu"), routh_law_parameter(law, "eps")};
    for (int p = 0; p < 2; p++) {
        m.value[p] = fit.parameters[of[p]];
        m.error[p] = fit.interval[of[p]].deviation;
    }
    m.correlation[0][1] = m.correlation[1][0] = fit.correlation[of[0]][of[1]];
    m.correlated = true;
    return m;
}

/* Squared distance of a point from the mean of the sets, in their own covariance. */
typedef struct cloud {
    double mean[2], xx, xy, yy;
} cloud;

static double distance(const cloud *c, double mu, double eps) {
    const double x = mu - c->mean[0], y = eps - c->mean[1], det = c->xx * c->yy - c->xy * c->xy;
    return (c->yy * x * x - 2 * c->xy * x * y + c->xx * y * y) / det;
}

static double rank_of_truth(const setting *s, const routh_material *m, uint64_t seed) {
    static double set[SETS][P];
    cloud c = {{0, 0}, 0, 0, 0};
    assert_int_equal(routh_material_draw(NULL, m, seed, SETS, set), ROUTH_OK);
    for (int i = 0; i < SETS; i++)
        for (int p = 0; p < 2; p++)
            c.mean[p] += set[i][p] / SETS;
    for (int i = 0; i < SETS; i++) {
        const double x = set[i][0] - c.mean[0], y = set[i][1] - c.mean[1];
        c.xx += x * x / SETS, c.xy += x * y / SETS, c.yy += y * y / SETS;
    }
    int below = 0;
    for (int i = 0; i < SETS; i++)
        below += distance(&c, set[i][0], set[i][1]) < distance(&c, s->mu, s->eps);
    return (below + 0.5) / (SETS + 1);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov's distance of n ranks from the uniform distribution exceeds 1.95/√n once in a thousand times. The bootstrap's
 * errors are themselves uncertain by 1/√(2 · 200), and about a hundred impacts make them too small by a per cent or two: that
 * much the ranks may be off besides. */
static void the_truth_is_a_draw_like_any_other(void **state) {
    (void)state;
    const int seeds = effort(15, 30, 400);
    double *rank = malloc((size_t)seeds * sizeof *rank);
    static routh_sample sample[MOST_IMPACTS];
    assert_non_null(rank);
    for (int k = 0; k < SETTINGS; k++) {
        const setting *s = &settings[k];
        const routh_law *law = routh_law_find(NULL, s->law);
        double apart = 0, inside = 0, correlation = 0;
        for (int seed = 0; seed < seeds; seed++) {
            const size_t count = record(s, law, (uint64_t)(1000 * k + seed + 1), sample);
            const routh_material m = fitted(law, sample, count);
            rank[seed] = rank_of_truth(s, &m, (uint64_t)seed + 1);
            inside += (rank[seed] < 0.95) / (double)seeds;
            correlation += m.correlation[0][1] / seeds;
        }
        qsort(rank, (size_t)seeds, sizeof *rank, ascending);
        for (int i = 0; i < seeds; i++)
            apart = fmax(apart, fmax(fabs(rank[i] - (double)i / seeds), fabs(rank[i] - (i + 1.0) / seeds)));
        print_message("%-12s %d recordings: ranks apart from uniform by %.3f; %.1f %% within the 95 %% region; mean "
                      "correlation %.2f\n",
                      s->law, seeds, apart, 100 * inside, correlation);
        assert_true(apart < 1.95 / sqrt(seeds) + 0.04);
        assert_true(inside > 0.95 - 0.03 - 3.3 * sqrt(0.95 * 0.05 / seeds));
    }
    free(rank);
}

SLOW_SUBJECT(posterior) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_truth_is_a_draw_like_any_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
