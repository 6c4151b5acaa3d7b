/* A rocking block over time (Housner 1963) against an integration of its own equation, and a prism that rolls down a slope
 * from edge to edge.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "worlds3.h"

static const double width = 0.1, height = 0.3, tilted = 0.12;

/* θ̈ = −(3 g/4R) sin(α − |θ|) sign θ between impacts, R half the diagonal, tan α = width/height; at θ = 0 the rate falls to
 * 1 − (3/2) sin²α of itself. Steps of 1 µs by Runge and Kutta; the step that passes 0 is divided there. */
static void rock(double rate_of_samples, size_t count, double *tilt) {
    const double r = hypot(width, height) / 2, alpha = atan2(width, height), pull = 3 * 9.81 / (4 * r);
    const double kept = 1 - 1.5 * sin(alpha) * sin(alpha), h = 1e-6;
    double t = 0, theta = tilted, rate = 0;
    for (size_t sample = 0; sample < count;) {
        const double until = (double)sample / rate_of_samples;
        if (t >= until) {
            tilt[sample++] = theta;
            continue;
        }
        const double sign = theta > 0 || (theta == 0 && rate > 0) ? 1 : -1, step = fmin(h, until - t);
        double th[4], ra[4], k[4];
        for (int s = 0; s < 4; s++) {
            const double part = s == 0 ? 0 : s == 3 ? step : step / 2;
            th[s] = theta + (s ? part * ra[s - 1] : 0);
            ra[s] = rate + (s ? part * k[s - 1] : 0);
            k[s] = -pull * sign * sin(alpha - sign * th[s]);
        }
        const double next = theta + step / 6 * (ra[0] + 2 * ra[1] + 2 * ra[2] + ra[3]);
        const double faster = rate + step / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
        if (next * sign < 0) { /* over 0 within 1 µs: linear there to 1e-12 */
            const double part = theta / (theta - next);
            t += part * step;
            theta = 0;
            rate = (rate + part * (faster - rate)) * kept;
            continue;
        }
        theta = next, rate = faster, t = step < h ? until : t + step;
    }
}

static double tilt_of(const routh_state3 *s) {
    return 2 * atan2(s->orientation[2], s->orientation[0]);
}

/* The largest error of the tilt at steps of h, over 1.2 s in which it falls from edge to edge five times or more. */
static double error_at(routh_integrator3 integrator, double h, const double *expected, size_t count, double *gain) {
    routh_shape3 shape = box_of(width, 0.2, height);
    const routh_plane3 plane = routh_plane3_default();
    routh_world3 world = routh_world3_of(&shape, 1);
    world.plane = &plane;
    world.plane_count = 1;
    world.surface.pair = (routh_pair){.mu = 2, .eps = 0, .eta2 = 1};
    routh_state3 start = state_at(0, 0, 1);
    start.orientation[0] = cos(tilted / 2), start.orientation[2] = sin(tilted / 2);
    bring(&world, 0, &start);
    routh_run3_options options = routh_run3_options_default();
    options.integrator = integrator;
    options.duration = 1.2;
    options.rate = 50;
    options.step = h;
    routh_run3 run = run_of(&world, &start, &options);
    double worst = 0;
    *gain = run.energy_gain;
    for (size_t i = 0; i < count; i++)
        worst = fmax(worst, fabs(tilt_of(&run.sample[i]) - expected[i]));
    routh_run3_release(NULL, &run);
    routh_shape3_release(NULL, &shape);
    return worst;
}

/* The tilt follows Housner's equation, the better the smaller the step: of first order. */
static void rocking(void **state) {
    (void)state;
    enum { COUNT = 61 };
    const int steps = effort(5, 6, 8);
    double expected[COUNT];
    rock(50, COUNT, expected);
    for (int way = 0; way < 2; way++) {
        double first = 0, last = 0, h = 2e-3;
        for (int k = 0; k < steps; k++, h /= 2) {
            double gain;
            const double error = error_at(way ? ROUTH_TIME_STEPS3 : ROUTH_EVENTS3, h, expected, COUNT, &gain);
            print_message("rocking by %s, steps of %.2g ms: tilt to %.2e of %.2f rad\n", way ? "time steps" : "events",
                          1e3 * h, error, tilted);
            assert_true(gain <= 0);
            first = k == 0 ? error : first;
            last = error;
        }
        const double order = log2(first / last) / (steps - 1);
        print_message("order %.2f\n", order);
        assert_true(order > 0.8);
    }
}

/* A regular prism of n sides rolls down a slope from edge to edge: ω⁺/ω⁻ = (J + m R² cos(2π/n))/(J + m R²), and in the
 * steady motion each side gives m g 2R sin(π/n) sin γ of energy (McGeer 1990, the rimless wheel). */
static void prism_on_a_slope(void **state) {
    (void)state;
    enum { SIDES = 8 };
    const double r = 0.08, slope = 0.15, length = 0.3, pi = ROUTH_PI;
    double points[2 * SIDES][3];
    for (int i = 0; i < 2 * SIDES; i++) {
        const double angle = 2 * pi * (i % SIDES + 0.5) / SIDES;
        points[i][0] = r * sin(angle), points[i][2] = r * cos(angle), points[i][1] = i < SIDES ? 0 : length;
    }
    routh_shape3 shape = hull_of(2 * SIDES, points[0]);
    const routh_plane3 plane = {{0, 0, 0}, {sin(slope), 0, cos(slope)}}; /* falls towards +x */
    routh_world3 world = routh_world3_of(&shape, 1);
    world.plane = &plane;
    world.plane_count = 1;
    world.surface.pair = (routh_pair){.mu = 1.5, .eps = 0, .eta2 = 1};
    routh_state3 start = state_at(0, 0, 1);
    start.orientation[0] = cos(slope / 2), start.orientation[2] = sin(slope / 2);
    bring(&world, 0, &start);
    start.velocity.spin[1] = 8;
    start.velocity.velocity[0] = 0.6;
    routh_run3_options options = routh_run3_options_default();
    options.duration = 4;
    options.step = 1e-4;
    routh_run3 run = run_of(&world, &start, &options);
    const double j = world.inertia[1][1], about = j + world.mass * r * r;
    const double kept = (j + world.mass * r * r * cos(2 * pi / SIDES)) / about;
    const double expected =
        sqrt(4 * world.mass * world.gravity * r * sin(pi / SIDES) * sin(slope) / (about * (1 - kept * kept)));
    assert_true(run.record_count > 20);
    const routh_run3_record *last = &run.record[run.record_count - 2];
    const double ratio = last->after.spin[1] / last->before.spin[1];
    print_message("prism of %d sides on a slope: ω⁺/ω⁻ %.5f, expected %.5f; steady ω⁻ %.4f, expected %.4f rad/s\n",
                  SIDES, ratio, kept, last->before.spin[1], expected);
    assert_true(fabs(ratio - kept) < 2e-3);
    assert_true(fabs(last->before.spin[1] / expected - 1) < 5e-3);
    routh_run3_release(NULL, &run);
    routh_shape3_release(NULL, &shape);
}

SUBJECT(rocking3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rocking),
        cmocka_unit_test(prism_on_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
