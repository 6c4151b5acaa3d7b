/* Free flights of bodies with any inertia tensor against a fine integration of their own in long double, and drag against its
 * closed form.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "motion3/motion3.h"
#include "worlds3.h"

/* Orientation and spin in body axes. */
typedef struct turning {
    long double q[4], w[3];
} turning;

/* The rates of both: q̇ = ½ q ω, ω̇ = I⁻¹ (Iω × ω). */
static turning rates_of(long double inertia[3][3], long double inverse[3][3], const turning *t) {
    const long double *q = t->q, *w = t->w;
    long double l[3], moment[3];
    turning rate;
    for (int i = 0; i < 3; i++)
        l[i] = inertia[i][0] * w[0] + inertia[i][1] * w[1] + inertia[i][2] * w[2];
    for (int i = 0; i < 3; i++)
        moment[i] = l[(i + 1) % 3] * w[(i + 2) % 3] - l[(i + 2) % 3] * w[(i + 1) % 3];
    for (int i = 0; i < 3; i++)
        rate.w[i] = inverse[i][0] * moment[0] + inverse[i][1] * moment[1] + inverse[i][2] * moment[2];
    rate.q[0] = -(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2;
    rate.q[1] = (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) / 2;
    rate.q[2] = (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) / 2;
    rate.q[3] = (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) / 2;
    return rate;
}

static turning moved(const turning *t, const turning *rate, long double h) {
    turning next = *t;
    for (int i = 0; i < 4; i++)
        next.q[i] += h * rate->q[i];
    for (int i = 0; i < 3; i++)
        next.w[i] += h * rate->w[i];
    return next;
}

/* Runge and Kutta's method of fourth order. */
static void advance(long double inertia[3][3], long double inverse[3][3], long double h, turning *t) {
    const turning a = rates_of(inertia, inverse, t);
    turning at = moved(t, &a, h / 2);
    const turning b = rates_of(inertia, inverse, &at);
    at = moved(t, &b, h / 2);
    const turning c = rates_of(inertia, inverse, &at);
    at = moved(t, &c, h);
    const turning d = rates_of(inertia, inverse, &at);
    for (int i = 0; i < 4; i++)
        t->q[i] += h / 6 * (a.q[i] + 2 * b.q[i] + 2 * c.q[i] + d.q[i]);
    for (int i = 0; i < 3; i++)
        t->w[i] += h / 6 * (a.w[i] + 2 * b.w[i] + 2 * c.w[i] + d.w[i]);
}

/* The orientation after `time`. Errors are (ω h)⁴/120 for each radian, or so: with ω h = 1/2000 less than 1e-15. */
static void turn_finely(const routh_world3 *world, const routh_state3 *start, double time, double orientation[4]) {
    long double inertia[3][3], inverse[3][3], determinant = 0;
    double back[4], own[3];
    turning t;
    routh_turn_inverse(start->orientation, back);
    routh_turn_apply(back, start->velocity.spin, own);
    for (int i = 0; i < 3; i++) {
        t.w[i] = own[i];
        for (int j = 0; j < 3; j++)
            inertia[i][j] = world->inertia[i][j];
    }
    for (int i = 0; i < 4; i++)
        t.q[i] = start->orientation[i];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inverse[j][i] = inertia[(i + 1) % 3][(j + 1) % 3] * inertia[(i + 2) % 3][(j + 2) % 3] -
                            inertia[(i + 1) % 3][(j + 2) % 3] * inertia[(i + 2) % 3][(j + 1) % 3];
    for (int j = 0; j < 3; j++)
        determinant += inertia[0][j] * inverse[j][0];
    for (int i = 0; i < 9; i++)
        inverse[i / 3][i % 3] /= determinant;
    const int steps = (int)ceil(2000 * routh_length3(start->velocity.spin) * time) + 1;
    for (int i = 0; i < steps; i++)
        advance(inertia, inverse, (long double)time / steps, &t);
    for (int i = 0; i < 4; i++)
        orientation[i] = (double)t.q[i];
}

static routh_world3 high_world(routh_random *random, const routh_shape3 *shape, const routh_plane3 *floor) {
    routh_world3 world = routh_world3_of(shape, drawn(random, 0.1, 2));
    world.plane = floor;
    world.plane_count = 1;
    draw_inertia(random, 1e-3, world.inertia);
    return world;
}

static routh_state3 high_start(routh_random *random, double spin) {
    routh_state3 start = state_at(0, 0, 0);
    draw_orientation(random, start.orientation);
    draw_vector(random, drawn(random, 0, 5), start.velocity.velocity);
    draw_vector(random, spin, start.velocity.spin);
    return start;
}

/* Energy, angular momentum and pose over a second, to 1e-12, 1e-12 and 1e-11. */
static void any_inertia(void **state) {
    (void)state;
    routh_random random = routh_random_seed(181, 0);
    routh_shape3 shape = box_of(0.1, 0.1, 0.1);
    const routh_plane3 floor = {{0, 0, -1000}, {0, 0, 1}};
    double energy = 0, momentum = 0, angle = 0, place = 0;
    const int trials = effort(5, 30, 500);
    for (int trial = 0; trial < trials; trial++) {
        const routh_world3 world = high_world(&random, &shape, &floor);
        const routh_state3 start = high_start(&random, drawn(&random, 0.1, 40));
        routh_run3 run = run_of(&world, &start, NULL);
        double before[3], after[3], expected[4];
        const double had = turning_of(&world, &start, before), all = routh_world3_energy(&world, &start);
        for (size_t i = 0; i < run.sample_count; i++) {
            const routh_state3 *s = &run.sample[i];
            const double t = s->time, scale = had + world.mass * 9.81 * 9.81 / 2;
            energy = fmax(energy, fabs(turning_of(&world, s, after) - had) / had);
            energy = fmax(energy, fabs(routh_world3_energy(&world, s) - all) / scale);
            momentum = fmax(momentum, distance_between(before, after) / routh_length3(before));
            for (int c = 0; c < 3; c++) {
                const double there = start.velocity.velocity[c] * t - (c == 2 ? 9.81 * t * t / 2 : 0);
                place = fmax(place, fabs(s->position[c] - there));
            }
        }
        assert_true(fabs(last_of(&run)->time - 1) < 1e-15);
        turn_finely(&world, &start, 1, expected);
        angle = fmax(angle, angle_between(expected, last_of(&run)->orientation));
        routh_run3_release(NULL, &run);
    }
    print_message("%d flights of 1 s: energy to %.1e, angular momentum to %.1e, angle to %.1e, position to %.1e m\n",
                  trials, energy, momentum, angle, place);
    assert_true(energy < 1e-12 && momentum < 1e-12);
    assert_true(angle < 1e-11 && place < 1e-11);
    routh_shape3_release(NULL, &shape);
}

/* Fast spins: hundreds of turns in a second. Rounding of ω alone moves the angle by 1e-16 of it for each step. */
static void fast_spins(void **state) {
    (void)state;
    routh_random random = routh_random_seed(182, 0);
    routh_shape3 shape = box_of(0.1, 0.1, 0.1);
    const routh_plane3 floor = {{0, 0, -1000}, {0, 0, 1}};
    double energy = 0, angle = 0;
    const int trials = effort(1, 4, 40);
    for (int trial = 0; trial < trials; trial++) {
        const routh_world3 world = high_world(&random, &shape, &floor);
        const routh_state3 start = high_start(&random, drawn(&random, 100, 1000));
        routh_run3 run = run_of(&world, &start, NULL);
        double momentum[3], expected[4];
        const double had = turning_of(&world, &start, momentum);
        energy = fmax(energy, fabs(turning_of(&world, last_of(&run), momentum) - had) / had);
        turn_finely(&world, &start, 1, expected);
        angle = fmax(angle, angle_between(expected, last_of(&run)->orientation));
        routh_run3_release(NULL, &run);
    }
    print_message("%d flights with 100 to 1000 rad/s: energy to %.1e, angle after 1 s to %.1e\n", trials, energy,
                  angle);
    assert_true(energy < 1e-11 && angle < 1e-9);
    routh_shape3_release(NULL, &shape);
}

/* Three equal moments turn steadily, and drag β: V = V∞ + (V₀ − V∞) e^(−βt). */
static void drag(void **state) {
    (void)state;
    routh_random random = routh_random_seed(183, 0);
    routh_shape3 shape = box_of(0.1, 0.1, 0.1);
    const routh_plane3 floor = {{0, 0, -1000}, {0, 0, 1}};
    double place = 0, speed = 0, angle = 0;
    const int trials = effort(20, 200, 2000);
    for (int trial = 0; trial < trials; trial++) {
        routh_world3 world = routh_world3_of(&shape, 0.3);
        world.plane = &floor;
        world.plane_count = 1;
        world.drag = pow(10, drawn(&random, -9, 2));
        const routh_state3 start = high_start(&random, 20);
        routh_run3 run = run_of(&world, &start, NULL);
        for (size_t i = 0; i < run.sample_count; i += 25) {
            const routh_state3 *s = &run.sample[i];
            const long double t = s->time, beta = world.drag, x = beta * t;
            /* (1 − e^(−x))/β and its integral, by series where the differences would lose digits */
            const long double gone = -expm1l(-x) / beta;
            const long double fallen = x < 1e-2L
                                           ? t * t * (0.5L - x / 6 + x * x / 24 - x * x * x / 120 + x * x * x * x / 720)
                                           : (t - gone) / beta;
            double turned[4];
            for (int c = 0; c < 3; c++) {
                const long double g = c == 2 ? -(long double)world.gravity : 0, v = start.velocity.velocity[c];
                place = fmax(place, fabs((double)(s->position[c] - (v * gone + g * fallen))));
                speed = fmax(speed, fabs((double)(s->velocity.velocity[c] - (v * expl(-x) + g * gone))));
            }
            routh_turn_on(start.orientation, start.velocity.spin, s->time, turned);
            angle = fmax(angle, angle_between(turned, s->orientation));
        }
        routh_run3_release(NULL, &run);
    }
    print_message("%d flights with drag of 1e-9 to 100/s: position to %.1e m, velocity to %.1e m/s, angle to %.1e\n",
                  trials, place, speed, angle);
    assert_true(place < 1e-12 && speed < 1e-12 && angle < 1e-12);
    routh_shape3_release(NULL, &shape);
}

SLOW_SUBJECT(flight3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_inertia),
        cmocka_unit_test(fast_spins),
        cmocka_unit_test(drag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
