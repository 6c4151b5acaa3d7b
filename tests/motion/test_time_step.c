/* Single steps and simple motions: the law of impact, the balance of momentum, closed forms on slopes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "motion/motion.h"
#include "worlds.h"

typedef struct touch {
    routh_half_plane plane;
    routh_world world;
    routh_state state;
    routh_contact contact; /* in the axes of the plane */
} touch;

/* Ellipse or square that touches a slope at one point, and closes. */
static void random_touch(routh_random *r, double eps_most, touch *t) {
    for (;;) {
        t->plane = (routh_half_plane){.x = routh_random_uniform(r, -1, 1),
                                      .y = routh_random_uniform(r, -1, 1),
                                      .angle = routh_random_uniform(r, -1, 1),
                                      .mu = routh_random_uniform(r, 0, 1.2),
                                      .eps = routh_random_uniform(r, 0, eps_most)};
        t->world = world_of(routh_random_uniform(r, 0, 1) < 0.5 ? routh_shape_ellipse(2, 1) : routh_shape_square(1),
                            &t->plane, 1);
        t->world.body.mass = routh_random_uniform(r, 0.01, 10);
        t->world.body.inertia *= t->world.body.mass * routh_random_uniform(r, 0.5, 1.5);
        t->state = (routh_state){.time = 3,
                                 .pose = {0, 0, routh_random_uniform(r, -pi, pi)},
                                 .velocity = {routh_random_uniform(r, -2, 2), routh_random_uniform(r, -3, 0),
                                              routh_random_uniform(r, -4, 4)}};
        t->state.pose = touching(&t->world, t->state.pose);
        routh_contact_point near[2];
        const size_t count = routh_contact_point_find(&t->world.body.shape, t->state.pose, &t->plane, 0.02, near, 2);
        const double c = cos(t->plane.angle), s = sin(t->plane.angle);
        const routh_velocity v = t->state.velocity;
        const routh_impact impact = {.mass = t->world.body.mass,
                                     .inertia = t->world.body.inertia,
                                     .rx = c * near[0].rx + s * near[0].ry,
                                     .ry = -s * near[0].rx + c * near[0].ry,
                                     .vx = c * v.vx + s * v.vy,
                                     .vy = -s * v.vx + c * v.vy,
                                     .omega = v.omega};
        if (count == 1 && routh_contact_of(NULL, &impact, &t->contact) == ROUTH_OK && t->contact.vn < -0.1)
            return;
    }
}

/* As the step shrinks its impulse becomes that of the registry's law, to first order. */
static void a_short_step_is_the_law_ap_newton(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    double worst[3] = {0};
    size_t slides = 0;
    for (int k = 0; k < 3; k++) {
        routh_random r = routh_random_seed(41, 0);
        for (int i = 0; i < 2000; i++) {
            touch t;
            random_touch(&r, 1, &t);
            routh_step_report report;
            routh_outcome outcome;
            const double parameters[] = {t.plane.mu, t.plane.eps};
            assert_int_equal(routh_law_solve(law, parameters, &t.contact, &outcome), ROUTH_OK);
            advance(&t.world, pow(10, -4 - 2 * k), &t.state, &report);
            assert_int_equal(report.contact_count, 1);
            const double size = hypot(outcome.pt, outcome.pn);
            worst[k] =
                fmax(worst[k], hypot(report.contact[0].pt - outcome.pt, report.contact[0].pn - outcome.pn) / size);
            if (k == 2) {
                slides += outcome.mode == ROUTH_SLIDING;
                assert_int_equal(report.contact[0].slips, outcome.mode == ROUTH_SLIDING);
            }
        }
    }
    printf("largest distance from ap-newton %.1e, %.1e, %.1e for steps of 1e-4, 1e-6, 1e-8 s; %zu of 2000 slide\n",
           worst[0], worst[1], worst[2], slides);
    assert_true(worst[0] < 0.1 && worst[1] < 1e-3 && worst[2] < 1e-5);
    assert_true(slides > 300 && slides < 1700);
}

/* Newton's restitution with friction may create energy; the step says how much. Kinetic energy per step from the law:
 * vᵀP + ½ PᵀWP. */
static void energy_gain_is_reported(void **state) {
    (void)state;
    routh_random r = routh_random_seed(42, 0);
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    size_t gains = 0;
    double largest = 0;
    for (int i = 0; i < 4000; i++) {
        touch t;
        random_touch(&r, 1, &t);
        routh_step_report report;
        routh_outcome outcome;
        const double parameters[] = {t.plane.mu, t.plane.eps};
        assert_int_equal(routh_law_solve(law, parameters, &t.contact, &outcome), ROUTH_OK);
        const routh_contact *c = &t.contact;
        const double gain = (c->vt + outcome.vt) / 2 * outcome.pt + (c->vn + outcome.vn) / 2 * outcome.pn;
        const routh_state before = t.state;
        advance(&t.world, 1e-9, &t.state, &report);
        const double total = routh_world_energy(&t.world, &t.state) - routh_world_energy(&t.world, &before);
        assert_true(fabs(report.energy_gain - gain) < 1e-6 * (fabs(gain) + outcome.pn));
        assert_true(fabs(report.energy_gain - total) < 1e-6 * (fabs(gain) + outcome.pn));
        if (outcome.flags & ROUTH_GAINS_ENERGY && gain > 1e-3 * outcome.pn) {
            gains++;
            largest = fmax(largest, report.energy_gain / routh_world_energy(&t.world, &before));
            assert_true(report.energy_gain > 0);
        }
    }
    printf("%zu of 4000 impacts gain energy\n", gains);
    assert_true(gains > 20);
}

/* M Δv = hF + Jᵀp, whatever touches; and for one contact the impulse can be eliminated from it. */
static void momentum_balances(void **state) {
    (void)state;
    routh_random r = routh_random_seed(43, 0);
    const double h = 1e-3;
    for (int i = 0; i < 2000; i++) {
        touch t;
        random_touch(&r, 0.6, &t);
        t.world.wrench = (routh_wrench){.kind = ROUTH_SINUSOID,
                                        .fx = routh_random_uniform(&r, -20, 20),
                                        .fy = routh_random_uniform(&r, -20, 20),
                                        .torque = routh_random_uniform(&r, -5, 5),
                                        .end = INFINITY,
                                        .frequency = 100};
        double force[3];
        routh_wrench_impulse(&t.world.wrench, t.state.time, t.state.time + h, force);
        const routh_state before = t.state;
        const double m = t.world.body.mass, inertia = t.world.body.inertia;
        routh_step_report report;
        advance(&t.world, h, &t.state, &report);
        const double dvx = t.state.velocity.vx - before.velocity.vx, dvy = t.state.velocity.vy - before.velocity.vy;
        const double dw = t.state.velocity.omega - before.velocity.omega;
        double px = force[0], py = force[1] - m * gravity * h, turn = force[2], size = m;
        for (size_t k = 0; k < report.contact_count; k++) {
            const routh_run_record *one = &report.contact[k];
            const double c = cos(t.plane.angle), s = sin(t.plane.angle);
            const double x = c * one->pt - s * one->pn, y = s * one->pt + c * one->pn;
            px += x;
            py += y;
            turn += one->rx * y - one->ry * x;
            size += one->pn;
        }
        assert_true(fabs(m * dvx - px) < 1e-12 * size && fabs(m * dvy - py) < 1e-12 * size);
        assert_true(fabs(inertia * dw - turn) < 1e-12 * size);
        if (report.contact_count != 1)
            continue;
        const double rx = report.contact[0].rx, ry = report.contact[0].ry;
        const double left = inertia * dw - m * (rx * (dvy + h * gravity) - ry * dvx);
        assert_true(fabs(left - force[2] + rx * force[1] - ry * force[0]) < 1e-12 * size);
    }
}

/* An impact within a step obeys v_n⁺ = −ε v_n for the step's ends, and sticking is v_t⁺ = 0: what the regressions of
 * the inertia room assume. */
static void an_impact_obeys_the_papers_conditions(void **state) {
    (void)state;
    routh_random r = routh_random_seed(44, 0);
    size_t sticks = 0;
    for (int i = 0; i < 1000; i++) {
        touch t;
        random_touch(&r, 0.6, &t);
        t.state.pose.y += 2e-4;
        routh_contact_point near;
        routh_contact_point_find(&t.world.body.shape, t.state.pose, &t.plane, 0, &near, 1);
        routh_step_report report;
        advance(&t.world, 2e-3, &t.state, &report);
        if (report.contact_count != 1)
            continue; /* too slow to touch, or a second corner */
        double vn = 0, vt = 0;
        const double after[3] = {t.state.velocity.vx, t.state.velocity.vy, t.state.velocity.omega};
        for (size_t k = 0; k < 3; k++) {
            vn += near.jn[k] * after[k];
            vt += near.jt[k] * after[k];
        }
        assert_true(fabs(vn + t.plane.eps * t.contact.vn) < 1e-12);
        sticks += !report.contact[0].slips;
        if (!report.contact[0].slips)
            assert_true(fabs(vt) < 1e-12);
    }
    assert_true(sticks > 100);
}

static void a_block_lands_on_two_corners(void **state) {
    (void)state;
    for (int e = 0; e <= 2; e++) {
        const routh_half_plane ground = {.mu = 0.4, .eps = 0.3 * e};
        const routh_world world = world_of(routh_shape_square(1), &ground, 1);
        routh_state falling = {.pose = {0, 0.5 + 5e-4, 0}, .velocity = {0, -2, 0}};
        routh_step_report report;
        advance(&world, 1e-3, &falling, &report);
        assert_int_equal(report.contact_count, 2);
        assert_true(fabs(report.contact[0].pn - report.contact[1].pn) < 1e-12);
        assert_true(fabs(report.contact[0].pn - (2 * (1 + ground.eps) + gravity * 1e-3) / 2) < 1e-12);
        assert_true(fabs(falling.velocity.vy - 2 * ground.eps) < 1e-12 && fabs(falling.velocity.omega) < 1e-12);
        /* half the step down to the surface, the other half up again */
        assert_true(fabs(falling.pose.y - 0.5 - 2 * ground.eps * 7.5e-4) < 1e-12);
    }
}

/* v = g (sin α ∓ μ cos α) t exactly; the way to first order in h. Up the slope first, then down again. */
static void a_block_slides_on_a_slope(void **state) {
    (void)state;
    const double h = 1e-3, angle = 0.5;
    const routh_half_plane slope = {.angle = angle, .mu = 0.3, .eps = 0.5};
    const routh_world world = world_of(routh_shape_square(1), &slope, 1);
    const double c = cos(angle), s = sin(angle), up = gravity * (s + 0.3 * c), down = gravity * (s - 0.3 * c);
    routh_state block = {.pose = touching(&world, (routh_pose){0, 0, angle}), .velocity = {c, s, 0}};
    const routh_pose start = block.pose;
    routh_step_report report;
    while (c * block.velocity.vx + s * block.velocity.vy > up * h) {
        advance(&world, h, &block, &report);
        assert_true(fabs(c * block.velocity.vx + s * block.velocity.vy - (1 - up * block.time)) < 1e-11);
        assert_int_equal(report.contact_count, 2);
        assert_true(report.contact[0].slips && report.contact[1].slips);
    }
    const double way = c * (block.pose.x - start.x) + s * (block.pose.y - start.y);
    assert_true(fabs(way - 1 / (2 * up)) < h);
    advance(&world, h, &block, &report); /* turns round within this one */
    const double turned = block.time, speed = c * block.velocity.vx + s * block.velocity.vy;
    const routh_pose top = block.pose;
    for (int i = 0; i < 1000; i++)
        advance(&world, h, &block, &report);
    const double lasted = block.time - turned;
    assert_true(fabs(c * block.velocity.vx + s * block.velocity.vy - speed + down * lasted) < 1e-11);
    const double back = c * (block.pose.x - top.x) + s * (block.pose.y - top.y);
    assert_true(fabs(back + down * lasted * lasted / 2) < (down * lasted + 0.1) * h);
    assert_true(fabs(block.pose.theta - angle) < 1e-11);
    assert_true(fabs(routh_world_distance(&world, block.pose)) < 1e-12);
}

static void a_block_sticks_on_a_slope(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        const double angle = 0.5, mu = tan(angle) * (side ? 0.999 : 1.001);
        const routh_half_plane slope = {.angle = angle, .mu = mu, .eps = 0.5};
        const routh_world world = world_of(routh_shape_square(1), &slope, 1);
        routh_state block = {.pose = touching(&world, (routh_pose){0, 0, angle})};
        const routh_pose start = block.pose;
        routh_step_report report;
        for (int i = 0; i < 10000; i++)
            advance(&world, 1e-3, &block, &report);
        const double way = hypot(block.pose.x - start.x, block.pose.y - start.y);
        if (side == 0)
            assert_true(way < 1e-12 && speed_of(&block) < 1e-12);
        else
            assert_true(way > 0.1);
    }
}

/* A disc of inertia k² m: down the slope with g sin α / (1 + k²/r²), or sliding where μ < tan α / (1 + r²/k²). */
static void a_disc_rolls_down_a_slope(void **state) {
    (void)state;
    const double angle = 0.4, limit = tan(angle) / 3;
    for (int side = -1; side <= 1; side += 2) {
        const routh_half_plane slope = {.angle = angle, .mu = limit * (1 + 0.01 * side), .eps = 0.5};
        const routh_world world = world_of(routh_shape_disc(0.3), &slope, 1);
        routh_state disc = {.pose = touching(&world, (routh_pose){0, 0, 0})};
        routh_step_report report;
        for (int i = 0; i < 1000; i++) {
            advance(&world, 1e-3, &disc, &report);
            assert_int_equal(report.contact[0].slips, side < 0);
        }
        const double speed = hypot(disc.velocity.vx, disc.velocity.vy);
        const double rolling = gravity * sin(angle) / 1.5, sliding = gravity * (sin(angle) - slope.mu * cos(angle));
        assert_true(fabs(speed - (side > 0 ? rolling : sliding)) < 1e-11);
        assert_true(side < 0 || fabs(speed - 0.3 * disc.velocity.omega) < 1e-11);
    }
}

static void a_disc_bounces_to_the_heights_of_its_restitution(void **state) {
    (void)state;
    for (int e = 1; e <= 3; e++) {
        const double eps = 0.3 * e, h = 1e-4;
        const routh_half_plane ground = {.mu = 0.3, .eps = eps};
        const routh_world world = world_of(routh_shape_disc(0.1), &ground, 1);
        routh_state disc = {.pose = {0, 1.1, 0}};
        routh_step_report report;
        double top = 0, expected = 1;
        for (int bounces = 0; bounces < 4;) {
            advance(&world, h, &disc, &report);
            top = fmax(top, disc.pose.y - 0.1);
            if (report.contact_count == 0)
                continue;
            if (bounces > 0) {
                assert_true(fabs(top / expected - 1) < 2 * gravity * h / sqrt(2 * gravity * expected) * bounces);
            }
            expected *= eps * eps;
            top = 0;
            bounces++;
        }
    }
}

static void bad_input_is_refused(void **state) {
    (void)state;
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = world_of(routh_shape_disc(1), &ground, 1);
    routh_context context = routh_context_default();
    routh_state disc = {.pose = {0, 3, 0}}, next = {.time = 17};
    routh_step_report report;
    assert_int_equal(routh_world_step(&context, &world, 0, &disc, &next, &report), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "0 s"));
    assert_int_equal(routh_world_step(&context, &world, INFINITY, &disc, &next, &report), ROUTH_BAD_ARGUMENT);
    disc.velocity.vx = NAN;
    assert_int_equal(routh_world_step(&context, &world, 1e-3, &disc, &next, &report), ROUTH_NOT_FINITE);
    disc.velocity.vx = 1e308;
    assert_int_equal(routh_world_step(&context, &world, 1e3, &disc, &next, &report), ROUTH_OUT_OF_RANGE);
    assert_int_equal(routh_world_step(&context, NULL, 1e-3, &disc, &next, &report), ROUTH_BAD_ARGUMENT);
    assert_true(next.time == 17);
}

SUBJECT(time_step) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_step_is_the_law_ap_newton),
        cmocka_unit_test(energy_gain_is_reported),
        cmocka_unit_test(momentum_balances),
        cmocka_unit_test(an_impact_obeys_the_papers_conditions),
        cmocka_unit_test(a_block_lands_on_two_corners),
        cmocka_unit_test(a_block_slides_on_a_slope),
        cmocka_unit_test(a_block_sticks_on_a_slope),
        cmocka_unit_test(a_disc_rolls_down_a_slope),
        cmocka_unit_test(a_disc_bounces_to_the_heights_of_its_restitution),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
