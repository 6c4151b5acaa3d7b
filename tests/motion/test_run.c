/* Runs: closed forms of bouncing, tipping and sliding bodies, energy, samples, rest, and the agreement of the two
 * integrators.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <routh/routh.h>

#include "../ledger.h"
#include "../subject.h"

#include "motion/motion.h"

static const double pi = 3.14159265358979323846;

static routh_half_plane ground;

static routh_world world_of(routh_shape shape, double mu, double eps) {
    ground = (routh_half_plane){.mu = mu, .eps = eps};
    return (routh_world){.body = {.shape = shape, .mass = 0.4, .inertia = 0.4 * routh_shape_gyration_squared(&shape)},
                         .plane = &ground,
                         .plane_count = 1,
                         .gravity = 9.81,
                         .wrench = routh_wrench_default()};
}

static routh_run_options options_with(const char *law, double mu, double eps, double duration) {
    routh_run_options options = routh_run_options_default();
    options.law = routh_law_find(NULL, law);
    assert_non_null(options.law);
    routh_law_parameters(options.law, mu, eps, options.parameters);
    options.duration = duration;
    return options;
}

static routh_run run_of(const routh_world *world, const routh_state *start, const routh_run_options *options) {
    routh_context context = routh_context_default();
    routh_run run;
    if (routh_world_run(&context, world, start, options, &run) != ROUTH_OK)
        fail_msg("%s", context.message);
    return run;
}

/* A disc dropped from h hits at t₁ = √(2h/g), then every 2 εⁿ v/g, and rises to ε²ⁿ h; in the end it rests. */
static void test_bouncing_disc(void **state) {
    (void)state;
    const double height = 0.5, eps = 0.7, g = 9.81, v = sqrt(2 * g * height);
    const routh_world world = world_of(routh_shape_disc(0.05), 0.3, eps);
    const routh_state start = {.pose = {.y = 0.05 + height}};
    const routh_run_options options = options_with("wang-mason", 0.3, eps, 3);
    routh_run run = run_of(&world, &start, &options);
    double time = v / g, speed = v;
    for (size_t i = 0; i < run.record_count; i++) {
        const routh_run_record *one = &run.record[i];
        assert_true(fabs(one->time - time) < 1e-12 && fabs(one->before.vy + speed) < 1e-12);
        assert_true(fabs(one->after.vy - eps * speed) < 1e-12 && fabs(one->pn - 0.4 * (1 + eps) * speed) < 1e-12);
        speed *= eps;
        time += 2 * speed / g;
    }
    /* it stops bouncing at the first speed below 1 mm/s */
    assert_int_equal(run.record_count, (size_t)ceil(log(1e-3 / v) / log(eps)));
    assert_true(run.rests && run.penetration < 1e-12 && fabs(run.energy_gain) <= 0);
    assert_true(fabs(run.sample[run.sample_count - 1].pose.y - 0.05) < 1e-5);
    routh_run_release(NULL, &run);
}

/* An ellipse that lands flat on its long side stays so: no lever, no spin. One that spins keeps its spin without friction
 * where the lever is 0. */
static void test_levers(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_ellipse(0.04, 0.02), 0, 0.5);
    const routh_run_options options = options_with("frictionless", 0, 0.5, 0.25);
    const routh_state flat = {.pose = {.y = 0.1}, .velocity = {.vx = 0.3}};
    routh_run run = run_of(&world, &flat, &options);
    for (size_t i = 0; i < run.sample_count; i++)
        assert_true(fabs(run.sample[i].pose.theta) < 1e-12 &&
                    fabs(run.sample[i].pose.x - 0.3 * run.sample[i].time) < 1e-12);
    routh_run_release(NULL, &run);
    /* Newton's law at one point: v_n⁺ = −ε v_n, Δω = r P/I, the truth of the record */
    const routh_state tilted = {.pose = {.y = 0.2, .theta = 0.5}, .velocity = {.omega = 4}};
    run = run_of(&world, &tilted, &options);
    const routh_run_record *one = run.record;
    assert_true(run.record_count > 0 && fabs(one->pt) <= 0);
    const double before = one->before.vy + one->rx * one->before.omega,
                 after = one->after.vy + one->rx * one->after.omega;
    assert_true(fabs(after + 0.5 * before) < 1e-12);
    assert_true(fabs(world.body.inertia * (one->after.omega - one->before.omega) - one->rx * one->pn) < 1e-15);
    assert_true(fabs(one->pose.y + one->ry) < 1e-12);
    routh_run_release(NULL, &run);
}

/* A block dropped flat bounces flat, both corners at once, and comes to rest where it was. */
static void test_flat_block(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_square(0.1), 0.5, 0.5);
    const routh_run_options options = options_with("ap-newton", 0.5, 0.5, 1);
    const routh_state start = {.pose = {.x = 0.3, .y = 0.05 + 0.2}};
    routh_run run = run_of(&world, &start, &options);
    const double v = sqrt(2 * 9.81 * 0.2);
    assert_true(run.record_count >= 2 && run.record_count % 2 == 0);
    for (int i = 0; i < 2; i++) {
        assert_true(fabs(run.record[i].pn - 0.4 * 1.5 * v / 2) < 1e-12 && fabs(run.record[i].pt) < 1e-12);
        assert_true(fabs(run.record[i].time - v / 9.81) < 1e-12 && fabs(run.record[i].after.omega) < 1e-12);
    }
    const routh_pose *end = &run.sample[run.sample_count - 1].pose;
    assert_true(run.rests && fabs(end->x - 0.3) < 1e-6 && fabs(end->y - 0.05) < 1e-6 && fabs(end->theta) < 1e-6);
    routh_run_release(NULL, &run);
}

/* A block that slides on its face stops after v²/(2 μ g). It starts in contact. */
static void test_sliding_block(void **state) {
    (void)state;
    const double mu = 0.3, v = 1.2;
    const routh_world world = world_of(routh_shape_square(0.1), mu, 0);
    routh_run_options options = options_with("ap-newton", mu, 0.5, 1);
    options.step = 2e-4;
    const routh_state start = {.pose = {.y = 0.05}, .velocity = {.vx = v}};
    routh_run run = run_of(&world, &start, &options);
    const routh_state *end = &run.sample[run.sample_count - 1];
    assert_true(run.rests && fabs(end->pose.x - v * v / (2 * mu * 9.81)) < 2 * v * options.step);
    assert_true(fabs(end->pose.theta) < 1e-4 && run.penetration < 1e-5);
    routh_run_release(NULL, &run);
}

/* A block balanced near its corner tips over, and its far corner lands by the law: an impact is recorded, and the body
 * rests on a face in the end. */
static void test_tipping_block(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_square(0.1), 0.9, 0);
    const routh_run_options options = options_with("ap-newton", 0.9, 0.3, 2);
    const routh_state start = {.pose = {.y = 0.05 * sqrt(2) * cos(0.05), .theta = pi / 4 + 0.05}};
    routh_run run = run_of(&world, &start, &options);
    assert_true(run.record_count > 0 && run.rests);
    /* energy of falling from the balance: ½ I_corner ω² = m g Δh */
    const routh_run_record *first = run.record;
    const double fall = 0.05 * sqrt(2) * cos(0.05) - 0.05, about = 0.4 * (0.01 / 6 + 0.005);
    const double omega = sqrt(2 * 0.4 * 9.81 * fall / about);
    assert_true(fabs(first->before.omega - omega) < 0.02 * omega);
    const double end = run.sample[run.sample_count - 1].pose.theta;
    assert_true(fabs(end - pi / 2) < 1e-3 && run.penetration < 1e-4);
    routh_run_release(NULL, &run);
}

/* Without any energy to lose, a disc against two walls and the ground keeps what it has. */
static void test_elastic_box(void **state) {
    (void)state;
    routh_world world = world_of(routh_shape_disc(0.05), 0, 1);
    const routh_half_plane box[3] = {
        ground, {.x = 0.5, .angle = pi / 2, .eps = 1}, {.x = -0.5, .angle = -pi / 2, .eps = 1}};
    world.plane = box;
    world.plane_count = 3;
    const routh_run_options options = options_with("frictionless", 0, 1, 5);
    const routh_state start = {.pose = {.y = 0.6}, .velocity = {.vx = 1.7, .omega = 3}};
    routh_run run = run_of(&world, &start, &options);
    const double energy = routh_world_energy(&world, &start);
    size_t walls = 0;
    for (size_t i = 0; i < run.sample_count; i++)
        assert_true(fabs(routh_world_energy(&world, &run.sample[i]) - energy) < 1e-11 &&
                    fabs(run.sample[i].pose.x) < 0.45 + 1e-12);
    for (size_t i = 0; i < run.record_count; i++)
        walls += run.record[i].plane > 0;
    assert_true(walls >= 8 && run.penetration < 1e-12 && !run.rests);
    routh_run_release(NULL, &run);
}

static routh_state draw(routh_random *random, double high) {
    return (routh_state){.pose = {0, high, routh_random_uniform(random, -pi, pi)},
                         .velocity = {routh_random_uniform(random, -1, 1), routh_random_uniform(random, -1, 0),
                                      routh_random_uniform(random, -15, 15)}};
}

/* Laws that promise it create no energy, in hundred drops each of three shapes; nothing goes deep; samples come at their
 * times, the contacts in order. */
static void test_energy_and_order(void **state) {
    (void)state;
    const routh_shape shapes[] = {routh_shape_ellipse(0.035, 0.025), routh_shape_square(0.06), routh_shape_disc(0.03)};
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        if (!(law->traits & ROUTH_LAW_KEEPS_ENERGY))
            continue;
        const routh_run_options options = options_with(law->name, 0.3, 0.5, 1.5);
        size_t rests = 0;
        for (uint64_t i = 0; i < 100; i++) {
            routh_random random = routh_random_seed(3, i);
            const routh_world world = world_of(shapes[i % 3], 0.3, 0.5);
            const routh_state start = draw(&random, 0.15);
            routh_run run = run_of(&world, &start, &options);
            assert_true(run.energy_gain <= 0 && run.penetration < 5e-5);
            assert_int_equal(run.sample_count, 376);
            double energy = routh_world_energy(&world, &start);
            const double scale = energy;
            for (size_t k = 0; k < run.sample_count; k++) {
                const double now = routh_world_energy(&world, &run.sample[k]);
                assert_true(fabs(run.sample[k].time - (double)k / 250) < 1e-15);
                assert_true(now < energy + 5e-3 * scale); /* of the order of the steps that keep contact */
                energy = fmin(energy, now);
            }
            for (size_t k = 1; k < run.record_count; k++)
                assert_true(run.record[k].time >= run.record[k - 1].time);
            rests += run.rests != 0;
            routh_run_release(NULL, &run);
        }
        print_message("%s: %zu of 100 at rest after 1.5 s\n", law->name, rests);
        assert_true(rests > 20 || routh_law_parameter(law, "mu") < 0); /* without friction they slide for ever */
    }
}

/* Where both integrators have the same law, the time-stepper comes to the event-driven solution with the first power of
 * the step. Up to shortly after the first impact, before chaos sets in, over 40 drops. */
static double distance_of(const routh_world *world, const routh_state *a, const routh_state *b) {
    const double gyration = sqrt(world->body.inertia / world->body.mass);
    return sqrt(pow(a->pose.x - b->pose.x, 2) + pow(a->pose.y - b->pose.y, 2) +
                pow(gyration * (a->pose.theta - b->pose.theta), 2));
}

static void test_convergence(void **state) {
    (void)state;
    enum { DROPS = 40, STEPS = 5 };
    double mean[STEPS] = {0};
    for (uint64_t i = 0; i < DROPS; i++) {
        routh_random random = routh_random_seed(8, i);
        const routh_world world =
            world_of(i % 2 ? routh_shape_ellipse(0.035, 0.025) : routh_shape_square(0.06), 0.3, 0.5);
        const routh_state start = draw(&random, 0.1);
        routh_run_options options = options_with("ap-newton", 0.3, 0.5, 0.3);
        routh_run exact = run_of(&world, &start, &options);
        assert_true(exact.record_count > 0);
        const size_t sample = (size_t)(250 * exact.record[0].time) + 5; /* some 20 ms later */
        options.integrator = ROUTH_TIME_STEPS;
        options.step = 1e-3;
        for (int k = 0; k < STEPS; k++, options.step /= 2) {
            routh_run stepped = run_of(&world, &start, &options);
            mean[k] += distance_of(&world, &exact.sample[sample], &stepped.sample[sample]) / DROPS;
            routh_run_release(NULL, &stepped);
        }
        routh_run_release(NULL, &exact);
    }
    const double order = log2(mean[0] / mean[STEPS - 1]) / (STEPS - 1);
    print_message("mean error %.2g m at 1 ms, %.2g m at 1/16 ms: order %.2f\n", mean[0], mean[STEPS - 1], order);
    assert_true(order > 0.8 && order < 1.3 && mean[0] < 2e-4);
}

/* Every law in a groove, where two surfaces and two corners hit in turns, at every restitution: runs end, and nothing goes
 * deep. */
static void test_groove(void **state) {
    (void)state;
    const routh_half_plane groove[2] = {{.angle = 0.7}, {.angle = -0.6}};
    const routh_shape shapes[] = {routh_shape_ellipse(0.035, 0.025), routh_shape_square(0.06), routh_shape_disc(0.03)};
    for (size_t l = 0; l < routh_law_count(); l++)
        for (uint64_t i = 0; i < 12; i++) {
            routh_random random = routh_random_seed(9, i);
            routh_world world = world_of(shapes[i % 3], 0.3, 0.5);
            world.plane = groove;
            world.plane_count = 2;
            routh_run_options options = options_with(routh_law_at(l)->name, 0.4, (double)(i / 3) / 4, 0.8);
            const routh_state start = draw(&random, 0.2);
            routh_run run = run_of(&world, &start, &options);
            assert_true(run.record_count > 0 && run.penetration < 1e-3);
            routh_run_release(NULL, &run);
        }
}

/* Whole runs under laws with modifiers: a disc that bounces upright at Johnson's restitution for each of its speeds, ε v^−k, and loses
 * ρ P_n / I of its spin in each bounce without friction. */
static void test_modifiers(void **state) {
    (void)state;
    const double g = 9.81, mass = 0.4, radius = 0.05, inertia = mass * radius * radius / 2;
    const routh_world world = world_of(routh_shape_disc(radius), 0, 0.6);
    const routh_state start = {.pose = {.y = radius + 0.8}, .velocity = {.omega = 90}};
    routh_run_options options = options_with("mirtich+eps-power+couple", 0, 0.6, 1.3);
    options.parameters[routh_law_parameter(options.law, "eps_power")] = 0.25;
    options.parameters[routh_law_parameter(options.law, "rho")] = 1e-3;
    routh_run run = run_of(&world, &start, &options);
    double speed = sqrt(2 * g * 0.8), spin = 90;
    assert_in_range(run.record_count, 3, 20);
    for (size_t i = 0; i < run.record_count; i++) {
        const double after = 0.6 * pow(speed, -0.25) * speed;
        spin = fmax(0, spin - 1e-3 * mass * (speed + after) / inertia);
        speed = after;
        assert_true(fabs(run.record[i].after.vy - speed) < 1e-9 * speed);
        assert_true(fabs(run.record[i].after.omega - spin) < 1e-9 * 90);
    }
    routh_run_release(NULL, &run);
}

/* Samples of time steps that do not end on them lie between the states of the steps. */
static void test_samples_between_steps(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_disc(0.05), 0.3, 0.5);
    routh_run_options options = options_with("ap-newton", 0.3, 0.5, 0.2);
    options.integrator = ROUTH_TIME_STEPS;
    options.step = 7e-3;
    options.rate = 1000;
    const routh_state start = {.pose = {.y = 10}, .velocity = {.vx = 1, .omega = 2}};
    routh_run run = run_of(&world, &start, &options);
    assert_int_equal(run.sample_count, 201);
    for (size_t i = 0; i < run.sample_count; i++) {
        const double t = (double)i / 1000;
        assert_true(fabs(run.sample[i].pose.x - t) < 1e-12 && fabs(run.sample[i].velocity.vy + 9.81 * t) < 1e-12);
        assert_true(fabs(run.sample[i].pose.y - 10 + 9.81 * t * t / 2) < 9.81 * 7e-3 * 7e-3);
    }
    routh_run_release(NULL, &run);
}

/* A force that lifts the body off takes it back to flight: a disc that rests is thrown by a pulse. */
static void test_lift_off(void **state) {
    (void)state;
    routh_world world = world_of(routh_shape_disc(0.05), 0.3, 0.5);
    world.wrench = (routh_wrench){.kind = ROUTH_PULSE, .fy = 40, .start = 0.1, .end = 0.2};
    routh_run_options options = options_with("ap-newton", 0.3, 0.5, 0.6);
    options.step = 1e-4;
    const routh_state start = {.pose = {.y = 0.05}};
    routh_run run = run_of(&world, &start, &options);
    /* it leaves when 40 sin(π(t − 0.1)/0.1) = m g, and from 0.2 s on flies with what the pulse gave it */
    const double weight = 0.4 * 9.81, leaves = 0.1 + 0.1 / pi * asin(weight / 40);
    const double speed = (40 * 0.1 / pi * (1 + cos(pi * (leaves - 0.1) / 0.1)) - weight * (0.2 - leaves)) / 0.4;
    const routh_state *at = &run.sample[50];
    assert_true(fabs(at->time - 0.2) < 1e-12 && fabs(at->velocity.vy - speed) < 2e-3);
    const double then = run.sample[100].velocity.vy;
    assert_true(fabs(then - (at->velocity.vy - 9.81 * 0.2)) < 1e-9 || run.record_count > 0);
    routh_run_release(NULL, &run);
}

static void expect_failure(const routh_world *world, const routh_state *start, const routh_run_options *options,
                           routh_status wanted, const char *word) {
    const routh_run nothing = {0};
    routh_context context = routh_context_default();
    routh_run run;
    assert_int_equal(routh_world_run(&context, world, start, options, &run), wanted);
    if (!strstr(context.message, word))
        fail_msg("\"%s\" should hold \"%s\"", context.message, word);
    assert_memory_equal(&run, &nothing, sizeof run);
}

static void test_failures(void **state) {
    (void)state;
    routh_world world = world_of(routh_shape_square(0.1), 0.3, 0.5);
    const routh_run_options options = options_with("ap-newton", 0.3, 0.5, 1);
    const routh_state start = {.pose = {.y = 1}}, inside = {.pose = {.y = 0.04}}, lost = {.pose = {.y = NAN}};
    expect_failure(&world, &inside, &options, ROUTH_BAD_ARGUMENT, "0.01 m inside half-plane 1");
    expect_failure(&world, &lost, &options, ROUTH_NOT_FINITE, "must be finite");
    routh_run_options bad = options;
    bad.integrator = ROUTH_TIME_STEPS;
    bad.step = 0.1;
    expect_failure(&world, &start, &bad, ROUTH_BAD_ARGUMENT, "a step of 0.1 s is too long");
    const routh_state spinning = {.pose = {.y = 0.2}, .velocity = {.omega = 500}};
    bad.step = 0.01;
    expect_failure(&world, &spinning, &bad, ROUTH_BAD_ARGUMENT, "turns by 5 rad");
    world.wrench = (routh_wrench){.kind = ROUTH_CONSTANT, .fy = -2000 * world.body.mass, .end = INFINITY};
    expect_failure(&world, &start, &bad, ROUTH_BAD_ARGUMENT, "a step of 0.01 s is too long");
    world.wrench = (routh_wrench){.kind = ROUTH_SINUSOID, .fx = 1, .end = INFINITY, .frequency = 1e8};
    expect_failure(&world, &start, &options, ROUTH_OUT_OF_RANGE, "periods of a force at 1e+08 Hz");
    world.wrench = routh_wrench_default();
    bad = options;
    bad.rate = 0;
    expect_failure(&world, &start, &bad, ROUTH_BAD_ARGUMENT, "rate of 0 Hz");
    bad = options;
    bad.duration = 1e12;
    expect_failure(&world, &start, &bad, ROUTH_BAD_ARGUMENT, "duration = 1000000000000 s is outside 0 … 1000000000 s");
    bad.duration = 1e8;
    expect_failure(&world, &start, &bad, ROUTH_OUT_OF_RANGE, "2.5e+10 samples and 1e+11 steps; each must be at most");
    bad = options;
    bad.parameters[0] = -1;
    expect_failure(&world, &start, &bad, ROUTH_BAD_PARAMETER, "mu");
    bad = options_with("ap-newton", 0, 1, 100);
    bad.most_impacts = 20;
    expect_failure(&world, &start, &bad, ROUTH_NOT_ENDED, "more than 20 impacts");
    world.body.mass = 0;
    expect_failure(&world, &start, &options, ROUTH_BAD_MASS, "mass of 0 kg");
}

/* Memory that runs out at any point leaves nothing behind. */
static void test_memory(void **state) {
    (void)state;
    const routh_world world = world_of(routh_shape_square(0.1), 0.3, 0.5);
    const routh_state start = {.pose = {.y = 1}};
    const routh_run_options options = options_with("ap-newton", 0.3, 0.5, 1);
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int tries = 0;
    for (; status != ROUTH_OK && tries < 100; tries++) {
        ledger book = {.budget = tries};
        routh_context context = context_with(&book);
        routh_run run;
        status = routh_world_run(&context, &world, &start, &options, &run);
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        routh_run_release(&context, &run);
        assert_int_equal(book.blocks, 0);
    }
    assert_true(status == ROUTH_OK && tries > 2);
}

SUBJECT(run) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bouncing_disc),
        cmocka_unit_test(test_levers),
        cmocka_unit_test(test_flat_block),
        cmocka_unit_test(test_sliding_block),
        cmocka_unit_test(test_tipping_block),
        cmocka_unit_test(test_elastic_box),
        cmocka_unit_test(test_energy_and_order),
        cmocka_unit_test(test_convergence),
        cmocka_unit_test(test_samples_between_steps),
        cmocka_unit_test(test_lift_off),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_groove),
        cmocka_unit_test(test_modifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
