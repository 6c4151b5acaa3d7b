/* Formulas of springs and of Hunt and Crossley's contact, against integrations of the equations of motion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <routh/engine.h>

#include "../effort.h"
#include "../subject.h"

#include "engine/engine.h"

/* The force that pushes, for unit mass and stiffness. */
typedef double (*contact_force)(double depth, double rate, double parameter);

static double spring_force(double depth, double rate, double ratio) {
    return depth + 2 * ratio * rate;
}

static double hunt_crossley_force(double depth, double rate, double dissipation) {
    return depth * (1 + dissipation * rate);
}

/* One step of the classical Runge–Kutta method. */
static void runge_kutta(contact_force force, double parameter, double h, double *depth, double *rate) {
    double x[4], v[4];
    for (int i = 0; i < 4; i++) {
        const double share = i == 0 ? 0 : i == 3 ? h : h / 2;
        const double at = *depth + (i == 0 ? 0 : share * x[i - 1]), speed = *rate + (i == 0 ? 0 : share * v[i - 1]);
        x[i] = speed;
        v[i] = -force(at, speed, parameter);
    }
    *depth += h / 6 * (x[0] + 2 * x[1] + 2 * x[2] + x[3]);
    *rate += h / 6 * (v[0] + 2 * v[1] + 2 * v[2] + v[3]);
}

/* From speed 1 until the contact no longer pushes; the last step is halved until it ends there. */
static double integrate(contact_force force, double parameter, double h) {
    double depth = 0, rate = 1;
    while (h > 1e-14) {
        double next = depth, speed = rate;
        runge_kutta(force, parameter, h, &next, &speed);
        if (force(next, speed, parameter) > 0 || speed > 0) {
            depth = next;
            rate = speed;
        } else {
            h /= 2;
        }
    }
    return -rate;
}

static void test_spring_is_its_integral(void **state) {
    (void)state;
    const double ratios[] = {0, 0.01, 0.1, 0.3, 0.7, 0.99, 0.9999999, 1, 1.0000001, 1.01, 1.5, 3};
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        /* the damper acts from the first moment: its rate is resolved, too */
        const double h = 1e-3 / (1 + ratios[i]);
        const double e = integrate(spring_force, ratios[i], h);
        assert_true(fabs(routh_spring_restitution(ratios[i]) - e) < 1e-10);
    }
}

/* The table that was checked against MuJoCo 2.2.2. */
static void test_spring_table(void **state) {
    (void)state;
    const double ratio[] = {.0343, .0744, .1222, .1809, .2553, .3545, .4972, .7312, 1.2432};
    for (int i = 0; i < 9; i++)
        assert_true(fabs(routh_spring_damping(0.9 - 0.1 * i) - ratio[i]) < 6e-5);
    assert_true(fabs(routh_spring_restitution(1) - exp(-2)) < 1e-15);
}

static void test_spring_inverse(void **state) {
    (void)state;
    const int count = effort(500, 5000, 100000);
    routh_random random = routh_random_seed(3, 0);
    for (int i = 0; i < count; i++) {
        const double e = i % 2 ? routh_random_uniform(&random, 0, 1) : pow(10, routh_random_uniform(&random, -12, 0));
        assert_true(fabs(routh_spring_restitution(routh_spring_damping(e)) - e) <= 1e-12 * e);
    }
    assert_true(routh_spring_damping(1) == 0);
    assert_true(isinf(routh_spring_damping(0)));
    assert_true(isnan(routh_spring_damping(-0.1)) && isnan(routh_spring_damping(1.1)) &&
                isnan(routh_spring_damping(NAN)));
    assert_true(isnan(routh_spring_restitution(-1)));
}

/* A contact that may pull ends where the depth is 0 again: e = exp(−πζ/√(1 − ζ²)). */
static void test_textbook(void **state) {
    (void)state;
    for (double e = 0.05; e < 1; e += 0.05) {
        const double ratio = routh_spring_damping_textbook(e);
        assert_true(fabs(exp(-acos(-1) * ratio / sqrt(1 - ratio * ratio)) - e) < 1e-13);
    }
    assert_true(routh_spring_damping_textbook(1) == 0 && routh_spring_damping_textbook(0) == 1);
    /* With it a contact that cannot pull does not have the restitution that was asked for: 0.55 for 0.5. */
    assert_true(fabs(routh_spring_restitution(routh_spring_damping_textbook(0.5)) - 0.5502) < 1e-4);
}

static void test_hunt_crossley_is_its_integral(void **state) {
    (void)state;
    for (double speed = 1e-3; speed < 60; speed *= 1.7) {
        const double e = integrate(hunt_crossley_force, speed, 2e-4);
        const double formula = routh_hunt_crossley_restitution(speed);
        assert_true(fabs(formula - e) < 1e-6);
        assert_true(formula * speed < 1); /* the rebound is slower than 1/d */
        assert_true(fabs(speed * (1 + formula) - log((1 + speed) / (1 - formula * speed))) <
                    1e-9 * (1 + speed) / (1 - formula * speed));
    }
}

static void test_hunt_crossley_inverse(void **state) {
    (void)state;
    const int count = effort(500, 5000, 100000);
    routh_random random = routh_random_seed(4, 0);
    for (int i = 0; i < count; i++) {
        /* below e = 0.05 the rebound is within 1e-9 of its limit 1/d, and e = 1/(d v) says it */
        const double e = routh_random_uniform(&random, 0.05, 1);
        assert_true(fabs(routh_hunt_crossley_restitution(routh_hunt_crossley_dissipation(e)) - e) <= 1e-12);
        const double near = 1 - pow(10, routh_random_uniform(&random, -9, -1));
        const double back = routh_hunt_crossley_restitution(routh_hunt_crossley_dissipation(near));
        assert_true(fabs(back - near) <= 1e-12 * (1 - near) + 3e-16);
    }
    assert_true(routh_hunt_crossley_dissipation(1) == 0 && routh_hunt_crossley_restitution(0) == 1);
    assert_true(isinf(routh_hunt_crossley_dissipation(0)));
    assert_true(isnan(routh_hunt_crossley_dissipation(1.5)) && isnan(routh_hunt_crossley_restitution(-1)));
    /* Hunt and Crossley's own limit: e = 1 − ⅔ d v */
    assert_true(fabs(routh_hunt_crossley_restitution(1e-6) - (1 - 2e-6 / 3)) < 1e-11);
}

/* A spring kp and a damper kd, of which the end of a step is solved, and ODE's own form with erp and cfm have one velocity. */
static void test_ode_spring(void **state) {
    (void)state;
    routh_random random = routh_random_seed(5, 0);
    for (int i = 0; i < 200; i++) {
        const double h = pow(10, routh_random_uniform(&random, -4, -2)),
                     m = pow(10, routh_random_uniform(&random, -2, 1));
        const double kp = pow(10, routh_random_uniform(&random, 1, 7)),
                     kd = pow(10, routh_random_uniform(&random, -1, 4));
        const double depth = 1e-3, v = -0.7; /* out of the ground */
        double erp, cfm, back_kp, back_kd;
        routh_ode_of_spring(h, kp, kd, &erp, &cfm);
        /* m (w − v) = h f, f = kp (depth − h w) − kd w */
        const double spring = (m * v + h * kp * depth) / (m + h * h * kp + h * kd);
        /* w + cfm f = erp depth/h, m (w − v) = h f */
        const double ode = (cfm * m * v / h + erp * depth / h) / (1 + cfm * m / h);
        assert_true(fabs(spring - ode) < 1e-10 * (fabs(spring) + 1));
        routh_ode_spring_of(h, erp, cfm, &back_kp, &back_kd);
        assert_true(fabs(back_kp - kp) < 1e-9 * kp && fabs(back_kd - kd) < 1e-6 * kd + 1e-9 * h * kp);
    }
}

SUBJECT(formulas) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spring_is_its_integral),
        cmocka_unit_test(test_spring_table),
        cmocka_unit_test(test_spring_inverse),
        cmocka_unit_test(test_textbook),
        cmocka_unit_test(test_hunt_crossley_is_its_integral),
        cmocka_unit_test(test_hunt_crossley_inverse),
        cmocka_unit_test(test_ode_spring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
