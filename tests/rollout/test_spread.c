/* Spreads: centres, regions and scores against closed forms and brute force; the same for any number of threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/scattered_tosses.h"

#include "../subject.h"
#include "base/context.h"
#include "rollout/rollout.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

enum { RINGS = 99, POSES = 2 * RINGS };

typedef struct made {
    routh_ensemble3 ensemble;
    routh_seen3 pose[POSES];
    double room[2][POSES];
} made;

/* Pairs on opposite sides of a pose: at 1 … 99 mm, turned by 1 … 99 mrad, the two in any order. */
static void make_pairs(made *m, const double centre[3], const double orientation[4]) {
    routh_random random = routh_random_seed(3, 0);
    size_t order[RINGS];
    routh_random_draw(&random, RINGS, RINGS, order);
    for (size_t i = 0; i < POSES; i++) {
        const double side = i % 2 == 0 ? 1 : -1;
        const double place = 1e-3 * (double)(i / 2 + 1), turn = 1e-3 * (double)(order[i / 2] + 1);
        double vector[3] = {0};
        memcpy(m->pose[i].position, centre, sizeof m->pose[i].position);
        m->pose[i].position[i / 2 % 3] += side * place;
        vector[(i / 2 + 1) % 3] = side * turn;
        routh_turn_on(orientation, vector, 1, m->pose[i].orientation);
    }
    m->ensemble = (routh_ensemble3){
        .wanted = POSES, .rollouts = POSES, .count = 1, .pose = m->pose, .distance = {m->room[0], m->room[1]}};
}

/* The centre is where the pairs are opposite, and the quantile of n values at i/(n + 1) gives 90 mm and 90 mrad. */
static void test_regions(void **state) {
    (void)state;
    static made m;
    const double centre[3] = {0.3, -0.2, 0.05};
    double orientation[4] = {0.5, 0.5, -0.5, 0.5}, moved[4];
    routh_spread3_options options = routh_spread3_options_default();
    routh_spread3_instant instant;
    make_pairs(&m, centre, orientation);
    routh_seen3 recorded = {.position = {0.3, -0.2, 0.05 + 0.045}};
    routh_turn_on(orientation, (const double[3]){0.18, 0, 0}, 1, moved);
    memcpy(recorded.orientation, moved, sizeof moved);
    options.widen[1] = 1.5, options.widen[2] = 3;
    routh_ensemble3_regions(&m.ensemble, 0, &options, &recorded, &instant);
    for (int c = 0; c < 3; c++)
        assert_near(instant.position[c], centre[c], 2e-5);
    double off[3];
    routh_turn_between(orientation, instant.orientation, off);
    assert_near(routh_length3(off), 0, 2e-5);
    assert_near(instant.radius, 0.09, 2e-5);
    assert_near(instant.angle, 1.5 * 0.09, 1e-4);
    assert_near(instant.apart[0], 0.045, 2e-5);
    assert_near(instant.apart[1], 0.18, 2e-5);
    assert_near(instant.reach[0], 0.5, 1e-3);
    assert_near(instant.reach[1], 0.18 / 0.135, 1e-3);
    assert_near(instant.reach[2], instant.reach[1] / instant.pose, 1e-12);
    size_t inside = 0; /* counted: place and turn within pose/3 times their regions */
    for (size_t i = 0; i < POSES; i++) {
        double turn[3], distance = 0;
        for (int c = 0; c < 3; c++)
            distance += pow(m.pose[i].position[c] - instant.position[c], 2);
        routh_turn_between(instant.orientation, m.pose[i].orientation, turn);
        inside += sqrt(distance) / instant.radius <= instant.pose / 3 &&
                  routh_length3(turn) / instant.angle <= instant.pose / 3;
    }
    assert_true(inside == 178 || inside == 179 || inside == 180); /* 0.9 × 199 */
}

/* Two groups, three to two: the centre stays with the larger one, within its own width. */
static void test_groups(void **state) {
    (void)state;
    static made m;
    routh_random random = routh_random_seed(5, 0);
    const routh_spread3_options options = routh_spread3_options_default();
    routh_spread3_instant instant;
    const routh_seen3 recorded = {.orientation = {1, 0, 0, 0}};
    make_pairs(&m, recorded.position, recorded.orientation);
    for (size_t i = 0; i < POSES; i++) {
        const double face[3] = {i % 5 < 2 ? 1.5707963 : 0, 0, 0};
        double small[3];
        for (int c = 0; c < 3; c++)
            small[c] = 0.01 * routh_random_normal(&random);
        routh_turn_on(recorded.orientation, face, 1, m.pose[i].orientation);
        routh_turn_on(m.pose[i].orientation, small, 1, m.pose[i].orientation);
    }
    routh_ensemble3_regions(&m.ensemble, 0, &options, &recorded, &instant);
    assert_true(instant.apart[1] < 0.03);
    assert_near(instant.angle, 1.5707963, 0.05); /* two in five are a quarter turn away */
}

/* The score over all pairs, with distances between rotation matrices entry by entry. */
static double score_by_force(const routh_seen3 *pose, size_t n, double width, const routh_seen3 *recorded) {
    double off = 0, spread = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= n; j++) {
            const routh_seen3 *a = &pose[i], *b = j == n ? recorded : &pose[j];
            double square = 0;
            for (int c = 0; c < 3; c++) {
                double axis[3] = {0}, first[3], second[3];
                axis[c] = 1;
                routh_turn_apply(a->orientation, axis, first);
                routh_turn_apply(b->orientation, axis, second);
                square += pow((a->position[c] - b->position[c]) / width, 2);
                for (int r = 0; r < 3; r++)
                    square += pow(first[r] - second[r], 2) / 2;
            }
            *(j == n ? &off : &spread) += sqrt(square);
        }
    return off / (double)n - spread / (double)(2 * n * (n - 1));
}

static void test_score(void **state) {
    (void)state;
    enum { ODD = 9 };
    static made m;
    routh_random random = routh_random_seed(8, 0);
    const routh_seen3 recorded = {.position = {0.01, 0.02, 0.03}, .orientation = {0.6, 0, -0.8, 0}};
    make_pairs(&m, recorded.position, recorded.orientation);
    m.ensemble.rollouts = ODD;
    for (size_t i = 0; i < ODD; i++) {
        double vector[3];
        for (int c = 0; c < 3; c++)
            vector[c] = routh_random_uniform(&random, -2, 2);
        routh_turn_of(vector, m.pose[i].orientation);
    }
    assert_near(routh_ensemble3_score(&m.ensemble, 0, 0.1, &recorded), score_by_force(m.pose, ODD, 0.1, &recorded),
                1e-7);
}

/* In free flight the distribution is known: places are normal, with variance C_pp + 2 a C_pv + a² C_vv and the noise of an
 * instant, a = (1 − e^(−βt))/β; nine in ten are within √6.2514 deviations (χ² of three degrees of freedom). Turns nearly so,
 * with a = t. */
static void test_flight(void **state) {
    (void)state;
    const scattered_law law = {.shape = SCATTERED_CUBE, .law = "rigid", .tosses = 2, .seed = 9};
    const double within = sqrt(6.251388631170325);
    scattered s;
    routh_start3 start[2];
    routh_spread3 spread[2];
    routh_spread3_options options = routh_spread3_options_default();
    scatter_tosses(&law, &s);
    assert_int_equal(routh_starts3_of(NULL, &s.dataset, &s.world, NULL, start), ROUTH_OK);
    options.rollouts = 2500;
    start[1].why_not = "one is enough";
    assert_int_equal(routh_spreads3_run(NULL, &s.dataset, &s.world, start, NULL, &options, spread), ROUTH_OK);
    for (size_t k = 0; k <= start[0].last - start[0].first; k += 3) {
        const double time = (double)k / s.dataset.rate, drag = s.world.drag;
        const double a[2] = {-expm1(-drag * time) / drag, time};
        const double found[2] = {spread[0].instant[k].radius, spread[0].instant[k].angle};
        for (int i = 0; i < 2; i++) {
            double variance = start[0].noise[i] * start[0].noise[i];
            for (int c = 3 * i; c < 3 * i + 3; c++)
                variance += (start[0].covariance[c][c] + 2 * a[i] * start[0].covariance[c][6 + c] +
                             a[i] * a[i] * start[0].covariance[6 + c][6 + c]) /
                            3;
            assert_near(found[i], within * sqrt(variance), 0.05 * found[i]); /* a quantile of 2500: 1.5 % */
        }
    }
    routh_spreads3_release(NULL, spread, 2);
    release_scattered(&s);
}

static void spread_with(int threads, const scattered *s, const routh_start3 *start, routh_spread3 *spread) {
    routh_context context = routh_context_default();
    routh_spread3_options options = routh_spread3_options_default();
    routh_rollout_estimate estimate = {.covariance[ROUTH_ROLLOUT_MU][ROUTH_ROLLOUT_MU] = 1e-4,
                                       .covariance[ROUTH_ROLLOUT_CENTRE_Z][ROUTH_ROLLOUT_CENTRE_Z] = 1e-8};
    context.threads = threads;
    options.rollouts = 24;
    options.run.scatter = (routh_scatter3){0.1, 0.1, 0.03};
    assert_int_equal(routh_spreads3_run(&context, &s->dataset, &s->world, start, &estimate, &options, spread),
                     ROUTH_OK);
}

static void test_threads(void **state) {
    (void)state;
    enum { TOSSES = 6 };
    const scattered_law law = {.shape = SCATTERED_BOX, .law = "rigid", .tosses = TOSSES, .seed = 4};
    scattered s;
    routh_start3 start[TOSSES];
    routh_spread3 one[TOSSES], three[TOSSES];
    scatter_tosses(&law, &s);
    assert_int_equal(routh_starts3_of(NULL, &s.dataset, &s.world, NULL, start), ROUTH_OK);
    start[2].why_not = "left out";
    spread_with(1, &s, start, one);
    spread_with(3, &s, start, three);
    for (size_t t = 0; t < TOSSES; t++) {
        double sum = 0;
        assert_int_equal(one[t].count, three[t].count);
        assert_memory_equal(one[t].instant, three[t].instant, one[t].count * sizeof *one[t].instant);
        for (size_t f = 0; f < one[t].face_count; f++) {
            assert_true(one[t].face[f] == three[t].face[f]);
            sum += one[t].face[f];
        }
        size_t inside = 0; /* counted again */
        for (size_t k = start[t].last + 1 - start[t].first; k < one[t].count; k++)
            inside += one[t].instant[k].reach[2] <= 1;
        if (t != 2)
            assert_near(one[t].inside[2] * (double)(one[t].first + one[t].count - start[t].last - 1), (double)inside,
                        1e-9);
        assert_true(t == 2 ? one[t].why_not != NULL && one[t].count == 0 : fabs(sum - 1) < 1e-12);
    }
    routh_spreads3_release(NULL, one, TOSSES);
    routh_spreads3_release(NULL, three, TOSSES);
    release_scattered(&s);
}

static void test_bad_input(void **state) {
    (void)state;
    const scattered_law law = {.shape = SCATTERED_BOX, .law = "rigid", .tosses = 2, .seed = 4};
    scattered s;
    routh_start3 start[2];
    routh_spread3 spread[2];
    routh_context context = routh_context_default();
    routh_spread3_options options = routh_spread3_options_default();
    scatter_tosses(&law, &s);
    assert_int_equal(routh_starts3_of(NULL, &s.dataset, &s.world, NULL, start), ROUTH_OK);
    options.rollouts = 3;
    assert_int_not_equal(routh_spreads3_run(&context, &s.dataset, &s.world, start, NULL, &options, spread), ROUTH_OK);
    assert_string_equal(context.field, "rollouts");
    options.rollouts = 20, options.share = 1;
    assert_int_not_equal(routh_spreads3_run(&context, &s.dataset, &s.world, start, NULL, &options, spread), ROUTH_OK);
    assert_string_equal(context.field, "share");
    options.share = 0.9;
    assert_int_not_equal(routh_spread3_fit(&context, &s.dataset, &s.world, start, NULL, 0, &options), ROUTH_OK);
    assert_string_equal(context.field, "evaluations");
    assert_int_not_equal(routh_spread3_fit(&context, &s.dataset, &s.world, start, NULL, 20, &options), ROUTH_OK);
    assert_non_null(strstr(context.message, "2 tosses"));
    release_scattered(&s);
}

SLOW_SUBJECT(spread) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions), cmocka_unit_test(test_groups),  cmocka_unit_test(test_score),
        cmocka_unit_test(test_flight),  cmocka_unit_test(test_threads), cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
