/* Instants of contact against brute force: the gap sampled finely, and bisection where it changes its sign.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "worlds3.h"

/* The smallest gap of the balls at the corners over the planes, from the definition. */
static double gap_of(const routh_world3 *world, const routh_state3 *state) {
    double least = INFINITY;
    for (size_t i = 0; i < world->shape->count; i++) {
        double own[3], place[3];
        for (int c = 0; c < 3; c++)
            own[c] = world->shape->vertex[i][c] - world->rounding * world->shape->inset[i][c] - world->centre[c];
        routh_turn_apply(state->orientation, own, place);
        for (size_t k = 0; k < world->plane_count; k++) {
            double height = 0;
            for (int c = 0; c < 3; c++)
                height += world->plane[k].normal[c] * (place[c] + state->position[c] - world->plane[k].point[c]);
            least = fmin(least, height / routh_length3(world->plane[k].normal) - world->rounding);
        }
    }
    return least;
}

static double gap_at(const routh_fall3 *fall, double time) {
    routh_state3 state;
    routh_fall3_at(fall, time, &state);
    return gap_of(fall->stage->world, &state);
}

/* The first time at which a sample is in contact, from its neighbours on by bisection; ∞: none. Dips between two samples
 * are missed here. */
static double brute_force(const routh_fall3 *fall, double latest, double step) {
    double before = 0;
    for (double time = 0; time < latest; time += step) {
        if (gap_at(fall, time) < 0) {
            double after = time;
            while (after - before > 1e-14) {
                const double middle = (before + after) / 2;
                if (!(middle > before && middle < after))
                    break;
                *(gap_at(fall, middle) < 0 ? &after : &before) = middle;
            }
            return after;
        }
        before = time;
    }
    return INFINITY;
}

/* A body between one and five planes of any direction, with a start clear of them. */
static routh_world3 cell(routh_random *random, const routh_shape3 *shape, routh_plane3 *plane) {
    routh_world3 world = routh_world3_of(shape, drawn(random, 0.1, 1));
    world.plane_count = 1 + routh_random_index(random, 5);
    world.plane = plane;
    for (size_t k = 0; k < world.plane_count; k++) {
        const double away = shape->radius * drawn(random, 1.2, 4);
        draw_vector(random, 1, plane[k].normal);
        for (int c = 0; c < 3; c++)
            plane[k].point[c] = -away * plane[k].normal[c];
        for (int c = 0; c < 3; c++)
            plane[k].normal[c] *= 3; /* any length */
    }
    world.rounding = drawn(random, 0, 1) < 0.5 ? 0 : shape->thickness * drawn(random, 0, 0.5);
    if (drawn(random, 0, 1) < 0.7)
        draw_inertia(random, world.mass * shape->radius * shape->radius / 3, world.inertia);
    world.gravity = drawn(random, 0, 1) < 0.2 ? 0 : 9.81;
    world.drag = drawn(random, 0, 1) < 0.5 ? 0 : pow(10, drawn(random, -2, 1));
    return world;
}

static routh_state3 thrown(routh_random *random) {
    routh_state3 start = state_at(0, 0, 0);
    draw_orientation(random, start.orientation);
    draw_vector(random, drawn(random, 0, 4), start.velocity.velocity);
    draw_vector(random, drawn(random, 0, 60), start.velocity.spin);
    return start;
}

/* None is missed, and each is found to 1e-10 s; where contact begins by grazing, to the time that 1e-12 of the gap takes. */
static void against_brute_force(void **state) {
    (void)state;
    routh_random random = routh_random_seed(184, 0);
    int found = 0, none = 0, grazing = 0;
    double worst = 0;
    const int trials = effort(20, 150, 3000);
    for (int trial = 0; trial < trials; trial++) {
        routh_shape3 shape = random_polyhedron(&random);
        routh_plane3 plane[5];
        const routh_world3 world = cell(&random, &shape, plane);
        const routh_state3 start = thrown(&random);
        routh_run3_options options = routh_run3_options_default();
        options.duration = 0.3;
        options.rate = 10;
        options.integrator = ROUTH_EVENTS3;
        routh_stage3 stage;
        routh_fall3 fall;
        assert_int_equal(routh_stage3_open(NULL, &world, &stage), ROUTH_OK);
        routh_fall3_start(&stage, &start, &fall);
        routh_run3 run = run_of(&world, &start, &options);
        const double expected = brute_force(&fall, options.duration, 2e-4);
        if (isfinite(expected)) {
            if (!(run.contact_time <= expected + 1e-10))
                fail_msg("trial %d: contact at %.12g s was found at %.12g s", trial, expected, run.contact_time);
            if (run.contact_time < expected - 1e-10) { /* brute force missed a dip: here it is */
                assert_true(fabs(gap_at(&fall, run.contact_time)) < 2e-8 * stage.size);
                assert_true(gap_at(&fall, run.contact_time + 1e-7) < gap_at(&fall, run.contact_time));
                grazing++;
            } else
                worst = fmax(worst, fabs(run.contact_time - expected));
            found++;
        } else if (run.contact_time <= options.duration) {
            assert_true(fabs(gap_at(&fall, run.contact_time)) < 2e-8 * stage.size);
            grazing++;
        } else
            none++;
        routh_run3_release(NULL, &run);
        routh_stage3_close(NULL, &stage);
        routh_shape3_release(NULL, &shape);
    }
    print_message("%d flights: %d contacts to %.1e s, %d without contact, %d grazing\n", trials, found - grazing, worst,
                  none, grazing);
    assert_true(found > trials / 2 && none > 0);
    assert_true(worst < 1e-10);
}

SLOW_SUBJECT(contact_time) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
