/* Time steps converge to events as they shrink, and runs are the same bits each time.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "impact3/impact3.h"
#include "worlds3.h"

/* A fall of a random polyhedron or a box, without restitution. Without friction, and with so much that contacts stick, the law
 * for one contact and a step with cones mean the same impact. Between, the law follows slip as it turns. */
typedef struct fall {
    routh_shape3 shape;
    routh_plane3 floor;
    routh_world3 world;
    routh_state3 start;
} fall;

static void draw_fall(routh_random *random, double mu, bool box, fall *f) {
    f->shape = box ? box_of(0.08, 0.1, 0.12) : random_polyhedron(random);
    f->floor = routh_plane3_default();
    f->world = routh_world3_of(&f->shape, 0.3);
    f->world.plane = &f->floor;
    f->world.plane_count = 1;
    f->world.rounding = drawn(random, 0, 0.2) * f->shape.thickness;
    f->world.surface.pair = (routh_pair){.mu = mu, .eps = 0, .eta2 = 1};
    f->start = state_at(0, 0, 0);
    draw_orientation(random, f->start.orientation);
    draw_vector(random, 0.5, f->start.velocity.velocity);
    draw_vector(random, 4, f->start.velocity.spin);
    bring(&f->world, drawn(random, 0.02, 0.08), &f->start);
}

/* The state a little after the first contacts, before the body's motion magnifies every difference. */
static routh_state3 end_of(const fall *f, routh_integrator3 integrator, double h, double until) {
    routh_run3_options options = routh_run3_options_default();
    options.integrator = integrator;
    options.step = h;
    options.duration = until;
    options.rate = 1 / until;
    options.rest_speed = 1e-4;
    options.together = 0; /* nearly flat landings would jump with the step between two contacts and four */
    routh_run3 run = run_of(&f->world, &f->start, &options);
    const routh_state3 end = *last_of(&run);
    assert_true(fabs(end.time - until) < 1e-9);
    routh_run3_release(NULL, &run);
    return end;
}

static double error_of(const fall *f, const routh_state3 *a, const routh_state3 *b) {
    return distance_between(a->position, b->position) + f->shape.radius * angle_between(a->orientation, b->orientation);
}

/* The order of the geometric mean over falls, from the largest step to the smallest. Single falls scatter: whether a contact falls early or
 * late into a step changes its error. */
static void converges(routh_integrator3 integrator, double mu, const char *name) {
    enum { STEPS = 5 };
    routh_random random = routh_random_seed(190, mu > 0);
    const int falls = effort(3, 8, 100);
    double sum[STEPS] = {0};
    for (int k = 0; k < falls; k++) {
        fall f;
        draw_fall(&random, mu, k % 3 == 0, &f);
        routh_run3_options options = routh_run3_options_default();
        routh_run3 run = run_of(&f.world, &f.start, &options);
        const double until = run.contact_time + 0.06;
        routh_run3_release(NULL, &run);
        const routh_state3 fine = end_of(&f, ROUTH_EVENTS3, 4e-6, until);
        double h = 2e-3;
        for (int i = 0; i < STEPS; i++, h /= 3) {
            const routh_state3 end = end_of(&f, integrator, h, until);
            sum[i] += log(error_of(&f, &end, &fine)) / falls;
        }
        routh_shape3_release(NULL, &f.shape);
    }
    const double order = (sum[0] - sum[STEPS - 1]) / log(81);
    print_message("%s, μ %.0f, %d falls: error %.2e m at 2 ms, %.2e m at 2/81 ms: order %.2f\n", name, mu, falls,
                  exp(sum[0]), exp(sum[STEPS - 1]), order);
    assert_true(order > 0.8);
}

static void steps_to_events(void **state) {
    (void)state;
    converges(ROUTH_TIME_STEPS3, 0, "time steps");
    converges(ROUTH_TIME_STEPS3, 3, "time steps");
}

static void events_to_events(void **state) {
    (void)state;
    converges(ROUTH_EVENTS3, 0, "events");
    converges(ROUTH_EVENTS3, 3, "events");
}

/* The same run twice, sample by sample and record by record. */
static void same_bits(void **state) {
    (void)state;
    routh_random random = routh_random_seed(191, 0);
    for (int k = 0; k < effort(5, 30, 300); k++) {
        fall f;
        draw_fall(&random, 0.3, k % 3 == 0, &f);
        f.world.surface.pair.eps = 0.4;
        f.world.surface.several = (routh_several)(k % ROUTH_SEVERAL_COUNT);
        f.world.surface.law = routh_law3_at((size_t)k % ROUTH_LAWS3);
        routh_run3_options options = routh_run3_options_default();
        options.integrator = k % 5 == 4 ? ROUTH_TIME_STEPS3 : ROUTH_EVENTS3;
        options.scatter.mu = k % 2 ? 0.2 : 0;
        options.scatter.eps = k % 2 ? 0.1 : 0;
        options.seed = (uint64_t)k;
        routh_run3 once = run_of(&f.world, &f.start, &options), again = run_of(&f.world, &f.start, &options);
        assert_int_equal(once.sample_count, again.sample_count);
        assert_int_equal(once.record_count, again.record_count);
        assert_int_equal(once.steps, again.steps);
        for (size_t i = 0; i < once.sample_count; i++) {
            const routh_state3 *a = &once.sample[i], *b = &again.sample[i];
            assert_memory_equal(a->position, b->position, sizeof a->position);
            assert_memory_equal(a->orientation, b->orientation, sizeof a->orientation);
            assert_memory_equal(&a->velocity, &b->velocity, sizeof a->velocity);
        }
        for (size_t i = 0; i < once.record_count; i++) {
            assert_memory_equal(&once.record[i].time, &again.record[i].time, sizeof once.record[i].time);
            assert_memory_equal(&once.record[i].after, &again.record[i].after, sizeof once.record[i].after);
            assert_memory_equal(once.record[i].impulse, again.record[i].impulse, sizeof once.record[i].impulse);
        }
        routh_run3_release(NULL, &once);
        routh_run3_release(NULL, &again);
        routh_shape3_release(NULL, &f.shape);
    }
}

SUBJECT(step_order3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_to_events),
        cmocka_unit_test(events_to_events),
        cmocka_unit_test(same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
