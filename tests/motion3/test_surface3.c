/* What a surface says about friction and restitution reaches the motion: over speed, and drawn anew for each impact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "worlds3.h"

static const routh_plane3 ground = {{0, 0, 0}, {0, 0, 1}};

/* A cube that is rounded to a ball: it touches at one point below its centre. */
static routh_world3 ball_of(const routh_shape3 *cube) {
    routh_world3 world = routh_world3_of(cube, 0.2);
    world.plane = &ground;
    world.plane_count = 1;
    world.rounding = cube->thickness;
    return world;
}

/* A ball that falls straight leaves with e(v) v, e = eps + eps_slope ln v, within 0 … 1. */
static void restitution_over_speed(void **state) {
    (void)state;
    routh_shape3 cube = box_of(0.1, 0.1, 0.1);
    const double slopes[] = {-0.2, -0.05, 0, 0.1, 0.4};
    for (size_t k = 0; k < 5; k++)
        for (double speed = 0.05; speed < 8; speed *= 2) {
            routh_world3 world = ball_of(&cube);
            world.surface.pair.eps = 0.45;
            world.surface.eps_slope = slopes[k];
            routh_state3 start = state_at(0, 0, 0.05);
            start.velocity.velocity[2] = -speed;
            routh_run3_options options = routh_run3_options_default();
            options.duration = 0.01;
            routh_run3 run = run_of(&world, &start, &options);
            assert_true(run.record_count >= 1);
            const double e = fmin(fmax(0.45 + slopes[k] * log(speed), 0), 1);
            assert_true(fabs(run.record[0].after.velocity[2] - e * speed) < 1e-9 * speed);
            routh_run3_release(NULL, &run);
        }
    routh_shape3_release(NULL, &cube);
}

/* v̇ = −g (μ + s ln v), s below 0.01 m/s as there, against fine steps of that equation. */
static void friction_over_speed(void **state) {
    (void)state;
    routh_shape3 box = box_of(0.2, 0.2, 0.04);
    const double slopes[] = {-0.03, 0.02, 0.05};
    double worst = 0;
    for (size_t k = 0; k < 3; k++) {
        const double mu = 0.3, s = slopes[k];
        routh_world3 world = routh_world3_of(&box, 0.5);
        world.plane = &ground;
        world.plane_count = 1;
        world.surface.mu_slide = mu;
        world.surface.mu_slope = s;
        routh_state3 start = state_at(0, 0, 0.02);
        start.velocity.velocity[0] = 1.5;
        routh_run3_options options = routh_run3_options_default();
        options.duration = 3;
        options.rate = 10;
        routh_run3 run = run_of(&world, &start, &options);
        double v = 1.5, x = 0;
        const double h = 1e-6;
        while (v > 0) { /* midpoints */
            const double middle = v - h / 2 * 9.81 * (mu + s * log(fmax(v, 0.01)));
            x += h * middle;
            v -= h * 9.81 * (mu + s * log(fmax(middle, 0.01)));
        }
        assert_true(run.rests);
        worst = fmax(worst, fabs(last_of(&run)->position[0] / x - 1));
        routh_run3_release(NULL, &run);
    }
    print_message("stopping distance with friction that changes with speed: to %.1e of it at steps of 1 ms\n", worst);
    assert_true(worst < 1e-3);
    routh_shape3_release(NULL, &box);
}

/* Mean and standard deviation. */
static void moments_of(const double *x, int count, double *mean, double *deviation) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
        sum += x[i];
    *mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (x[i] - *mean) * (x[i] - *mean);
    *deviation = sqrt(squares / (count - 1));
}

/* Drawn for each impact: a ball that strikes fast and aslant slips all along, so that its impulses have the ratio μ; and a box
 * stops after v²/(2 μ g), μ drawn once for the run. Five standard errors are allowed. */
static void scatter(void **state) {
    (void)state;
    enum { MOST = 4000 };
    static double mus[MOST], es[MOST], slides[MOST];
    const int runs = effort(200, 1000, MOST);
    routh_shape3 cube = box_of(0.1, 0.1, 0.1), box = box_of(0.2, 0.2, 0.04);
    for (int k = 0; k < runs; k++) {
        routh_world3 world = ball_of(&cube);
        world.surface.pair.mu = 0.2;
        world.surface.pair.eps = 0.5;
        routh_state3 start = state_at(0, 0, 0.05);
        start.velocity.velocity[2] = -1;
        start.velocity.velocity[0] = 20;
        routh_run3_options options = routh_run3_options_default();
        options.duration = 0.01;
        options.scatter = (routh_scatter3){.mu = 0.25, .mu_slide = 0.15, .eps = 0.08};
        options.seed = (uint64_t)k;
        routh_run3 run = run_of(&world, &start, &options);
        es[k] = run.record[0].after.velocity[2];
        mus[k] = log(-run.record[0].impulse[0] / run.record[0].impulse[2]);
        routh_run3_release(NULL, &run);
        routh_world3 flat = routh_world3_of(&box, 0.5);
        flat.plane = &ground;
        flat.plane_count = 1;
        flat.surface.mu_slide = 0.4;
        start = state_at(0, 0, 0.02);
        start.velocity.velocity[0] = 1;
        options.duration = 1.5;
        options.rate = 2;
        run = run_of(&flat, &start, &options);
        slides[k] = log(1 / (2 * 9.81 * last_of(&run)->position[0]));
        routh_run3_release(NULL, &run);
    }
    const double *drawn_ones[] = {es, mus, slides}, middle[] = {0.5, log(0.2), log(0.4)}, spread[] = {0.08, 0.25, 0.15};
    for (int q = 0; q < 3; q++) {
        double mean, deviation;
        moments_of(drawn_ones[q], runs, &mean, &deviation);
        print_message("%s: mean %.4f (%.4f), deviation %.4f (%.4f)\n",
                      q == 0   ? "e"
                      : q == 1 ? "ln μ"
                               : "ln μ in sliding",
                      mean, middle[q], deviation, spread[q]);
        assert_true(fabs(mean - middle[q]) < 5 * spread[q] / sqrt(runs) + 1e-4);
        assert_true(fabs(deviation / spread[q] - 1) < 5 / sqrt(2.0 * runs) + 1e-3);
    }
    routh_shape3_release(NULL, &cube);
    routh_shape3_release(NULL, &box);
}

SLOW_SUBJECT(surface3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution_over_speed),
        cmocka_unit_test(friction_over_speed),
        cmocka_unit_test(scatter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
