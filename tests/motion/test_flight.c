/* Free flight: closed forms and dense integration for where the body is, dense sampling for when it touches, and that it
 * never goes below a surface.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <routh/routh.h>

#include "../subject.h"
#include "base/context.h"
#include "motion/motion.h"

static const double pi = 3.14159265358979323846;

static routh_half_plane ground;

static routh_world world_of(routh_shape shape) {
    ground = routh_half_plane_default();
    return (routh_world){.body = {.shape = shape, .mass = 0.4, .inertia = 0.4 * routh_shape_gyration_squared(&shape)},
                         .plane = &ground,
                         .plane_count = 1,
                         .gravity = 9.81,
                         .wrench = routh_wrench_default()};
}

static routh_first_contact first_contact(const routh_surfaces *surfaces, const routh_state *start, double until) {
    routh_context context = routh_context_default();
    const routh_free_flight flight = routh_free_flight_from(surfaces, start);
    routh_first_contact contact;
    if (routh_free_flight_contact(&context, &flight, fmin(until, flight.end), &contact) != ROUTH_OK)
        fail_msg("%s", context.message);
    return contact;
}

/* A disc falls √(2h/g), however it spins. */
static void test_falling_disc(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_disc(0.05));
    const routh_surfaces surfaces = routh_surfaces_of(&world);
    for (double spin = 0; spin < 2000; spin = 2 * spin + 1) {
        const routh_state start = {.pose = {.y = 1.05}, .velocity = {.vx = 0.3, .omega = spin}};
        const routh_first_contact contact = first_contact(&surfaces, &start, 10);
        const double time = sqrt(2 / 9.81);
        assert_true(contact.touches && fabs(contact.state.time - time) < 1e-13);
        assert_true(fabs(contact.state.pose.x - 0.3 * time) < 1e-13 &&
                    fabs(contact.state.pose.theta - spin * time) < 1e-10);
    }
}

/* Without gravity a rod-like ellipse that turns in place hits the ground once its support height reaches that of the
 * centre: a² sin² θ + b² cos² θ = y². */
static void test_turning_ellipse(void **state) {
    (void)state;
    routh_world world = world_of(routh_shape_ellipse(0.5, 0.01));
    world.gravity = 0;
    const routh_surfaces surfaces = routh_surfaces_of(&world);
    for (double y = 0.02; y < 0.5; y += 0.0625) {
        const routh_state start = {.pose = {.y = y}, .velocity = {.omega = 3}};
        const double angle = asin(sqrt((y * y - 1e-4) / (0.25 - 1e-4)));
        const routh_first_contact contact = first_contact(&surfaces, &start, 1);
        assert_true(contact.touches && fabs(contact.state.time - angle / 3) < 1e-12);
    }
    const routh_state high = {.pose = {.y = 0.51}, .velocity = {.omega = 3}};
    const routh_first_contact none = first_contact(&surfaces, &high, 2);
    assert_true(!none.touches && fabs(none.state.time - 2) <= 0 && fabs(none.state.pose.theta - 6) < 1e-15);
}

/* Contacts so shallow and short that samples miss them: an ellipse that turns in place dips by as little as 1e-12 of its
 * length below, and one that stays as little above does not touch. */
static void test_grazing(void **state) {
    (void)state;
    routh_world world = world_of(routh_shape_ellipse(0.5, 0.1));
    world.gravity = 0;
    const routh_surfaces surfaces = routh_surfaces_of(&world);
    for (double dip = 1e-3; dip > 1e-12; dip /= 10) {
        const routh_state below = {.pose = {.y = 0.5 * (1 - dip)}, .velocity = {.omega = 7}},
                          above = {.pose = {.y = 0.5 * (1 + dip)}, .velocity = {.omega = 7}};
        const double angle = asin(sqrt((below.pose.y * below.pose.y - 0.01) / 0.24));
        const routh_first_contact contact = first_contact(&surfaces, &below, 1);
        /* near a double root rounding counts with its square root */
        assert_true(contact.touches && fabs(contact.state.time - angle / 7) < 1e-14 / sqrt(dip) + 1e-13);
        assert_false(first_contact(&surfaces, &above, 10).touches);
    }
}

typedef struct random_case {
    routh_world world;
    routh_half_plane plane[3];
    routh_state start;
} random_case;

static routh_shape random_shape(routh_random *random) {
    switch (routh_random_index(random, 4)) {
    case 0:
        return routh_shape_ellipse(0.035, routh_random_uniform(random, 0.002, 0.05));
    case 1:
        return routh_shape_disc(0.03);
    case 2:
        return routh_shape_square(0.06);
    default: {
        routh_shape shape = {.kind = ROUTH_POLYGON, .count = 3 + routh_random_index(random, 6)};
        for (size_t i = 0; i < shape.count; i++) {
            const double angle = 2 * pi * ((double)i + routh_random_uniform(random, 0, 0.4)) / (double)shape.count;
            shape.vertex[i][0] = 0.04 * cos(angle);
            shape.vertex[i][1] = 0.04 * sin(angle);
        }
        return shape;
    }
    }
}

/* Ground, slope and wall; a start that is clear of them. */
static void draw_case(uint64_t stream, random_case *made) {
    routh_random random = routh_random_seed(11, stream);
    routh_shape shape = random_shape(&random);
    *made = (random_case){.world = world_of(shape)};
    made->plane[0] = routh_half_plane_default();
    made->plane[1] = (routh_half_plane){.x = -1, .angle = routh_random_uniform(&random, -1.5, -0.2)};
    made->plane[2] = (routh_half_plane){.x = 1, .angle = pi / 2};
    made->world.plane = made->plane;
    made->world.plane_count = 1 + routh_random_index(&random, 3);
    made->world.gravity = routh_random_index(&random, 5) ? 9.81 : 0;
    if (routh_random_index(&random, 3) == 0)
        made->world.wrench = (routh_wrench){.kind = ROUTH_CONSTANT,
                                            .fx = routh_random_uniform(&random, -1, 1),
                                            .fy = routh_random_uniform(&random, -1, 1),
                                            .torque = routh_random_uniform(&random, -0.05, 0.05),
                                            .start = routh_random_uniform(&random, 0, 0.1),
                                            .end = routh_random_uniform(&random, 0.1, 0.3)};
    made->start =
        (routh_state){.pose = {routh_random_uniform(&random, -0.5, 0.5), routh_random_uniform(&random, 0.06, 1),
                               routh_random_uniform(&random, -pi, pi)},
                      .velocity = {routh_random_uniform(&random, -3, 3), routh_random_uniform(&random, -3, 3),
                                   routh_random_uniform(&random, -60, 60)}};
}

/* The whole flight through the kinks of the wrench; dense samples between show no contact before the one found, and there
 * is one there. */
static void follow(const random_case *made, double *worst_depth, size_t *hits) {
    enum { SAMPLES = 400 };
    const routh_surfaces surfaces = routh_surfaces_of(&made->world);
    routh_state state = made->start;
    while (state.time < 1) {
        const routh_free_flight flight = routh_free_flight_from(&surfaces, &state);
        const routh_first_contact contact = first_contact(&surfaces, &state, 1);
        for (int i = 1; i < SAMPLES; i++) {
            const double time = state.time + (contact.state.time - state.time) * i / SAMPLES;
            const routh_state between = routh_free_flight_at(&flight, time);
            *worst_depth = fmax(*worst_depth, -routh_world_distance(&made->world, between.pose));
        }
        const double height = routh_world_distance(&made->world, contact.state.pose);
        *worst_depth = fmax(*worst_depth, -height);
        if (contact.touches) {
            const routh_body_seen seen = routh_seen_from(&surfaces, contact.plane, &contact.state);
            assert_true(fabs(height) < 1e-12);
            assert_true(routh_point_over(&seen, contact.point).speed < 0);
            ++*hits;
            return;
        }
        state = contact.state;
    }
}

static void test_random_flights(void **state) {
    (void)state;
    double depth = 0;
    size_t hits = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        random_case made;
        draw_case(i, &made);
        if (routh_world_distance(&made.world, made.start.pose) > 0)
            follow(&made, &depth, &hits);
    }
    print_message("deepest of %zu contacts: %g m\n", hits, depth);
    assert_true(depth < 1e-12 && hits > 700);
}

/* Wrenches that change with time, against a plain fourth-order integration with small steps. */
static void integrate(const routh_world *world, routh_state *s, double until, int steps) {
    const double h = (until - s->time) / steps;
    const double scale[3] = {1 / world->body.mass, 1 / world->body.mass, 1 / world->body.inertia};
    for (int i = 0; i < steps; i++) {
        double first[3], middle[3], last[3];
        /* one-sided at the ends, so that jumps between steps do no harm */
        routh_wrench_at(&world->wrench, s->time + 1e-9 * h, first);
        routh_wrench_at(&world->wrench, s->time + h / 2, middle);
        routh_wrench_at(&world->wrench, s->time + (1 - 1e-9) * h, last);
        double *const pose[3] = {&s->pose.x, &s->pose.y, &s->pose.theta};
        double *const speed[3] = {&s->velocity.vx, &s->velocity.vy, &s->velocity.omega};
        for (int k = 0; k < 3; k++) {
            const double gravity = k == 1 ? world->gravity : 0;
            const double a = first[k] * scale[k] - gravity, b = middle[k] * scale[k] - gravity,
                         c = last[k] * scale[k] - gravity;
            *pose[k] += h * *speed[k] + h * h * (a + 2 * b) / 6;
            *speed[k] += h * (a + 4 * b + c) / 6;
        }
        s->time += h;
    }
}

static void check_wrench(routh_wrench wrench) {
    routh_world world = world_of(routh_shape_square(0.06));
    world.wrench = wrench;
    const routh_surfaces surfaces = routh_surfaces_of(&world);
    routh_state exact = {.pose = {0.1, 100, 0.2}, .velocity = {1, -2, 3}}, plain = exact;
    assert_int_equal(routh_wrench_check(NULL, &world.wrench), ROUTH_OK);
    while (exact.time < 1) {
        const routh_free_flight flight = routh_free_flight_from(&surfaces, &exact);
        exact = routh_free_flight_at(&flight, fmin(flight.end, 1));
    }
    integrate(&world, &plain, 1, 16384); /* steps end where the wrench jumps */
    const double left[6] = {exact.pose.x,      exact.pose.y,      exact.pose.theta,
                            exact.velocity.vx, exact.velocity.vy, exact.velocity.omega},
                 right[6] = {plain.pose.x,      plain.pose.y,      plain.pose.theta,
                             plain.velocity.vx, plain.velocity.vy, plain.velocity.omega};
    for (int i = 0; i < 6; i++)
        assert_true(fabs(left[i] - right[i]) < 1e-10 * (1 + fabs(right[i])));
}

static void test_wrenches(void **state) {
    (void)state;
    const routh_wrench amplitude = {.fx = 0.7, .fy = -1.1, .torque = 0.003, .start = 0.25, .end = 0.75};
    routh_wrench wrench = amplitude;
    for (int kind = ROUTH_NO_WRENCH; kind <= ROUTH_SINUSOID; kind++) {
        wrench.kind = (routh_wrench_kind)kind;
        wrench.frequency = kind == ROUTH_SINUSOID ? 13 : 0;
        wrench.phase = 0.4;
        check_wrench(wrench);
    }
    wrench.frequency = 0.01;
    check_wrench(wrench);
    static const char csv[] = "time,fx,fy,torque\n0.125,1,-1,0.01\n0.25,2,0,0\n0.5,-1,1,0.002\n0.875,4,1,-0.01\n";
    routh_table table;
    const routh_table_columns columns = {.required = (const char *const[]){"time", "fx", "fy", "torque", NULL}};
    assert_int_equal(routh_table_read(NULL, routh_io_memory(csv, sizeof csv - 1, "csv"), &columns, &table), ROUTH_OK);
    assert_int_equal(routh_wrench_of_table(NULL, &table, &wrench), ROUTH_OK);
    check_wrench(wrench);
    routh_table_release(NULL, &table);
}

/* Contact times under a wrench that changes: no sample before is below, the contact is at the surface. */
static void test_contacts_under_changing_wrench(void **state) {
    (void)state;
    double depth = 0;
    size_t hits = 0;
    for (uint64_t i = 0; i < 60; i++) {
        random_case made;
        draw_case(5000 + i, &made);
        made.world.wrench = (routh_wrench){.kind = i % 2 ? ROUTH_PULSE : ROUTH_SINUSOID,
                                           .fx = 3,
                                           .fy = -4,
                                           .torque = 0.1,
                                           .start = 0.05,
                                           .end = 0.25,
                                           .frequency = 17};
        if (routh_world_distance(&made.world, made.start.pose) > 0)
            follow(&made, &depth, &hits);
    }
    assert_true(depth < 1e-12 && hits > 40);
}

SUBJECT(flight) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_falling_disc), cmocka_unit_test(test_turning_ellipse),
        cmocka_unit_test(test_grazing),      cmocka_unit_test(test_random_flights),
        cmocka_unit_test(test_wrenches),     cmocka_unit_test(test_contacts_under_changing_wrench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
