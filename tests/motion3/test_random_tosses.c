/* Random tosses of random polyhedra, by every law and every way of several contacts: they end at rest, on the board, and gain
 * no energy.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "impact3/impact3.h"
#include "motion3/motion3.h"
#include "worlds3.h"

enum { MOST_PLANES = 3 };

typedef struct toss {
    routh_shape3 shape;
    routh_plane3 plane[MOST_PLANES];
    routh_world3 world;
    routh_state3 start;
} toss;

/* A polyhedron over a floor, which may tilt by less than friction holds, and up to two walls. */
static void draw_toss(routh_random *random, toss *t) {
    t->shape = random_polyhedron(random);
    t->world = routh_world3_of(&t->shape, drawn(random, 0.05, 1));
    routh_surface3 *surface = &t->world.surface;
    surface->law = routh_law3_at(routh_random_index(random, ROUTH_LAWS3));
    surface->pair.mu = drawn(random, 0.1, 1.2);
    surface->pair.eps = drawn(random, 0, 0.8);
    surface->pair.eta2 = drawn(random, 0.5, 2);
    /* at the speed of rest, ln v = −4.6, restitution is still below 0.85: what bounces without loss does not end */
    surface->eps_slope =
        drawn(random, 0, 1) < 0.5 ? 0 : drawn(random, fmax((surface->pair.eps - 0.85) / 4.7, -0.1), 0.05);
    surface->mu_slide = drawn(random, 0, 1) < 0.5 ? NAN : drawn(random, 0.1, 0.8);
    const double holds = isnan(surface->mu_slide) ? surface->pair.mu : surface->mu_slide;
    t->world.rounding = drawn(random, 0, 1) < 0.4 ? 0 : t->shape.thickness * drawn(random, 0, 0.3);
    t->world.drag = drawn(random, 0, 1) < 0.5 ? 0 : drawn(random, 0, 0.3);
    if (drawn(random, 0, 1) < 0.3) /* not uniform */
        for (int c = 0; c < 3; c++)
            t->world.centre[c] += 0.2 * t->shape.thickness * drawn(random, -1, 1);
    const double lean = drawn(random, 0, 1) < 0.5 ? 0 : drawn(random, 0, fmin(0.5 * atan(holds), 0.15));
    t->plane[0] = (routh_plane3){{0, 0, 0}, {sin(lean), 0, cos(lean)}};
    t->plane[1] = (routh_plane3){{0.4, 0, 0}, {-1, drawn(random, -0.2, 0.2), drawn(random, -0.2, 0.4)}};
    t->plane[2] = (routh_plane3){{0, -0.4, 0}, {drawn(random, -0.2, 0.2), 1, drawn(random, -0.2, 0.4)}};
    t->world.plane = t->plane;
    t->world.plane_count = 1 + routh_random_index(random, MOST_PLANES);
    t->start = state_at(0, 0, 0);
    draw_orientation(random, t->start.orientation);
    draw_vector(random, drawn(random, 0, 2), t->start.velocity.velocity);
    draw_vector(random, drawn(random, 0, 20), t->start.velocity.spin);
    t->start.position[2] = 0.1 + 2 * t->shape.radius + drawn(random, 0, 0.3);
}

typedef struct tally {
    int tosses, moving, swinging, gains, deep, fails;
    double slowest, rise, depth;
} tally;

/* The largest rise of energy from one sample to a later one, as a share of what there was to lose. */
static double rise_of(const toss *t, const routh_run3 *run) {
    const double scale = routh_world3_energy(&t->world, &t->start) + t->world.mass * t->world.gravity * 0.1;
    double least = INFINITY, rise = 0;
    for (size_t i = 0; i < run->sample_count; i++) {
        const double energy = routh_world3_energy(&t->world, &run->sample[i]);
        rise = fmax(rise, (energy - least) / scale);
        least = fmin(least, energy);
    }
    return rise;
}

/* When the last sample was that differs from the end. */
static double rest_time(const routh_run3 *run) {
    size_t i = run->sample_count - 1;
    while (i > 0 && distance_between(run->sample[i - 1].position, last_of(run)->position) < 1e-9)
        i--;
    return run->sample[i].time;
}

static void throw_all(routh_several several, routh_integrator3 integrator, int tosses, double seconds, tally *sum) {
    routh_random random = routh_random_seed(189, 10 * (uint64_t)several + (uint64_t)integrator);
    const char *name = integrator == ROUTH_EVENTS3 ? routh_name(&routh_severals, several) : "time steps";
    *sum = (tally){.tosses = tosses};
    for (int k = 0; k < tosses; k++) {
        toss t;
        draw_toss(&random, &t);
        t.world.surface.several = several;
        routh_run3_options options = routh_run3_options_default();
        options.integrator = integrator;
        options.duration = seconds;
        options.rate = 100;
        routh_context context = routh_context_default();
        routh_run3 run;
        if (routh_world3_run(&context, &t.world, &t.start, &options, &run) != ROUTH_OK) {
            print_message("%s, toss %d: %s\n", name, k, context.message);
            sum->fails++;
        } else {
            const double rise = rise_of(&t, &run), time = rest_time(&run);
            sum->moving += !run.rests && t.world.plane_count == 1;
            sum->swinging += !run.rests && t.world.plane_count > 1;
            sum->gains += rise > 1e-9 || run.energy_gain > 1e-9 * routh_world3_energy(&t.world, &t.start);
            sum->deep += run.penetration > 5e-6;
            if (!run.rests || rise > 1e-9 || run.penetration > 5e-6)
                print_message(
                    "%s, toss %d: %s after %.1f s, energy rises by %.1e, depth %.1e m (law %s, μ %.2f, e %.2f, "
                    "rounding %.4f, %zu planes, %zu impacts)\n",
                    name, k, run.rests ? "rests" : "moves", time, rise, run.penetration, t.world.surface.law->name,
                    t.world.surface.pair.mu, t.world.surface.pair.eps, t.world.rounding, t.world.plane_count,
                    run.record_count);
            sum->slowest = run.rests ? fmax(sum->slowest, time) : sum->slowest;
            sum->rise = fmax(sum->rise, rise);
            sum->depth = fmax(sum->depth, run.penetration);
            routh_run3_release(&context, &run);
        }
        routh_shape3_release(NULL, &t.shape);
    }
    print_message("%s: %d tosses; %d still move on the floor and %d between walls after %g s, the others rest within "
                  "%.1f s; energy rises by %.1e at most; "
                  "depth %.1e m at most; %d fail\n",
                  name, tosses, sum->moving, sum->swinging, seconds, sum->slowest, sum->rise, sum->depth, sum->fails);
}

static void check(const tally *sum) {
    assert_int_equal(sum->fails, 0);
    assert_int_equal(sum->moving, 0);
    /* held at two points between walls, a body swings about the line through them, and nothing takes energy away */
    assert_true(sum->swinging <= sum->tosses / 500);
    assert_int_equal(sum->gains, 0);
    assert_int_equal(sum->deep, 0);
}

static void together(void **state) {
    (void)state;
    tally sum;
    throw_all(ROUTH_TOGETHER, ROUTH_EVENTS3, effort(20, 200, 5000), 30, &sum);
    check(&sum);
}

static void in_turn(void **state) {
    (void)state;
    tally sum;
    throw_all(ROUTH_IN_TURN, ROUTH_EVENTS3, effort(10, 100, 3000), 30, &sum);
    check(&sum);
}

static void springs(void **state) {
    (void)state;
    tally sum;
    throw_all(ROUTH_SPRINGS, ROUTH_EVENTS3, effort(5, 30, 1000), 30, &sum);
    check(&sum);
}

static void time_steps(void **state) {
    (void)state;
    tally sum;
    throw_all(ROUTH_TOGETHER, ROUTH_TIME_STEPS3, effort(5, 50, 1000), 30, &sum);
    check(&sum);
}

SUBJECT(random_tosses) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(together),
        cmocka_unit_test(in_turn),
        cmocka_unit_test(springs),
        cmocka_unit_test(time_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
