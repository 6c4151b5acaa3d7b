/* Several contacts at once, on random scenes: one contact is a strike, energy and momentum keep their books, and the
 * outcome depends neither on the tolerance nor on how the scene is described.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/context.h"
#include "collisions.h"

static stage scene_number(uint64_t seed, uint64_t number) {
    routh_random random = routh_random_seed(seed, number);
    const size_t solids = 2 + routh_random_index(&random, 4), meetings = 1 + routh_random_index(&random, 5);
    return random_collision(&random, solids, meetings, (int)routh_random_index(&random, 2));
}

static double largest_impulse(const routh_collision *c, size_t meetings) {
    double most = 0;
    for (size_t i = 0; i < meetings; i++)
        most = fmax(most, sqrt(dot(c->p[i], c->p[i])));
    return most;
}

static void expect_near(double value, double expected, double tolerance, const char *what, uint64_t number) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("scene %llu: %s is %.17g, not %.17g", (unsigned long long)number, what, value, expected);
}

static void one_contact_is_a_strike(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(300); n++) {
        routh_random random = routh_random_seed(41, n);
        stage s = random_collision(&random, 2, 1, n % 2 == 0);
        const routh_scene_contact *m = &s.contact[0];
        routh_contact3 contact;
        routh_outcome3 strike;
        assert_int_equal(routh_contact3_of(NULL, &s.body[m->a], &s.body[m->b], m, &contact), ROUTH_OK);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &m->pair, &contact, NULL, &strike),
                         ROUTH_OK);
        routh_collision c = collide(&s);
        const double scale = sqrt(dot(strike.p, strike.p));
        for (int k = 0; k < 3; k++) {
            expect_near(c.p[0][k], strike.p[k], 1e-8 * scale, "the impulse", n);
            expect_near(c.v[0][k], strike.v[k], 1e-8 * sqrt(dot(contact.v, contact.v)), "the velocity", n);
        }
        expect_near(c.friction, strike.energy.friction, 1e-8 * strike.energy.before, "friction", n);
        expect_near(c.normal, strike.energy.normal, 1e-8 * strike.energy.before, "the normal spring's loss", n);
        assert_int_equal(c.switch_count, strike.switch_count);
        for (size_t i = 0; i < c.switch_count; i++) {
            assert_int_equal(c.switches[i].phase, strike.switches[i].phase);
            assert_int_equal(c.switches[i].phases[0], strike.switches[i].phase);
            expect_near(c.switches[i].time, strike.switches[i].time, 1e-5 * strike.duration, "the time", n);
        }
        release(&c);
    }
}

/* ½ m V² + ½ ω·L, without the library. */
static double kinetic(const routh_body3 *body) {
    double momentum[3];
    if (body->freedom == ROUTH_FIXED)
        return 0;
    if (body->freedom == ROUTH_GUIDED) {
        const double along = dot(body->velocity, body->axis);
        return 0.5 * body->mass * along * along / dot(body->axis, body->axis);
    }
    own_angular_momentum(body, momentum);
    return 0.5 * (body->mass * dot(body->velocity, body->velocity) + dot(momentum, body->spin));
}

static double all_kinetic(const stage *s) {
    double sum = 0;
    for (size_t i = 0; i < s->solids; i++)
        sum += kinetic(&s->body[i]);
    return sum;
}

static void expect_energy(const stage *before, const stage *after, const routh_collision *c, uint64_t n) {
    const double energy = all_kinetic(before);
    expect_near(c->energy_before, energy, 1e-13 * energy, "the energy before", n);
    expect_near(c->energy_after, all_kinetic(after), 1e-13 * energy, "the energy after", n);
    assert_true(c->energy_after <= energy * (1 + 1e-9));
    assert_true(c->friction >= 0 && c->normal >= 0 && c->left >= 0);
    expect_near(c->energy_after + c->friction + c->normal + c->left, energy, 1e-8 * energy, "the balance", n);
}

/* Momentum and angular momentum about the origin, and the sizes of what they are sums of. */
static void add_momentum(const routh_body3 *body, double linear[3], double angular[3], double size[2]) {
    double moment[3], own[3];
    cross(body->position, body->velocity, moment);
    own_angular_momentum(body, own);
    for (int k = 0; k < 3; k++) {
        linear[k] += body->mass * body->velocity[k];
        angular[k] += body->mass * moment[k] + own[k];
        size[0] += body->mass * fabs(body->velocity[k]);
        size[1] += body->mass * fabs(moment[k]) + fabs(own[k]);
    }
}

static void expect_momentum(const stage *before, const stage *after, uint64_t n) {
    double linear[2][3] = {{0}}, angular[2][3] = {{0}}, size[2] = {0};
    for (size_t i = 0; i < before->solids; i++) {
        if (before->body[i].freedom != ROUTH_FREE)
            return;
        add_momentum(&before->body[i], linear[0], angular[0], size);
        add_momentum(&after->body[i], linear[1], angular[1], size);
    }
    for (int k = 0; k < 3; k++) {
        expect_near(linear[1][k], linear[0][k], 1e-14 * size[0], "momentum", n);
        expect_near(angular[1][k], angular[0][k], 1e-14 * size[1], "angular momentum", n);
    }
}

static void expect_apart(const stage *before, const stage *after, const routh_collision *c, uint64_t n) {
    double speed = 0;
    for (size_t i = 0; i < before->meetings; i++) {
        const routh_scene_contact *m = &before->contact[i];
        double v[3];
        relative_velocity(&before->body[m->a], &before->body[m->b], m, v);
        speed = fmax(speed, sqrt(dot(v, v)));
    }
    for (size_t i = 0; i < before->meetings; i++) {
        const routh_scene_contact *m = &after->contact[i];
        double v[3];
        relative_velocity(&after->body[m->a], &after->body[m->b], m, v);
        for (int k = 0; k < 3; k++)
            expect_near(c->v[i][k], v[k], 1e-12 * speed, "the velocity of a contact", n);
        assert_true(v[2] >= -1e-9 * speed);
        assert_true(c->p[i][2] >= 0);
        assert_true(hypot(c->p[i][0], c->p[i][1]) <= m->pair.mu * c->p[i][2] + 1e-12);
        assert_int_equal(c->switches[c->switch_count - 1].phases[i], ROUTH_APART);
    }
}

static void books_are_kept(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(10000); n++) {
        const stage before = scene_number(43, n);
        stage after = before;
        routh_scene scene = scene_of(&after);
        routh_collision c = collide(&after);
        routh_scene_apply(&scene, &c);
        expect_energy(&before, &after, &c, n);
        expect_momentum(&before, &after, n);
        expect_apart(&before, &after, &c, n);
        release(&c);
    }
}

static void tolerance_does_not_matter(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(1000); n++) {
        stage s = scene_number(7, n);
        routh_collision rough = collide_to(&s, 1e-10), fine = collide_to(&s, 1e-13);
        double scale = largest_impulse(&fine, s.meetings);
        for (size_t i = 0; i < s.meetings; i++)
            scale *= s.contact[i].pair.eps == 0 ? 10 : 1; /* pressed, it rings for a while, and adds up its errors */
        for (size_t i = 0; i < s.meetings; i++)
            for (int k = 0; k < 3; k++)
                expect_near(rough.p[i][k], fine.p[i][k], 1e-8 * scale, "an impulse", n);
        release(&rough);
        release(&fine);
    }
}

/* The same scene with its contacts in another order: `from` has them where `to` has them reversed. The stiffness of the
 * first is the unit. */
static stage in_reverse(const stage *from) {
    stage to = *from;
    const double unit = from->contact[from->meetings - 1].stiffness;
    for (size_t i = 0; i < from->meetings; i++) {
        to.contact[i] = from->contact[from->meetings - 1 - i];
        to.contact[i].stiffness /= unit;
    }
    return to;
}

static void order_does_not_matter(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(500); n++) {
        stage s = scene_number(47, n), r = in_reverse(&s);
        routh_collision one = collide(&s), other = collide(&r);
        const double scale = largest_impulse(&one, s.meetings);
        for (size_t i = 0; i < s.meetings; i++)
            for (int k = 0; k < 3; k++)
                expect_near(other.p[s.meetings - 1 - i][k], one.p[i][k], 1e-8 * scale, "an impulse", n);
        const double unit = sqrt(s.contact[s.meetings - 1].stiffness);
        expect_near(other.duration / unit, one.duration, 1e-5 * one.duration, "the duration", n);
        release(&one);
        release(&other);
    }
}

/* The whole world turned by q, and every second contact described from the other body. */
static stage turned(const stage *from, const double q[4]) {
    stage to = *from;
    for (size_t i = 0; i < to.solids; i++) {
        routh_body3 *body = &to.body[i];
        turn(q, 1, from->body[i].position, body->position);
        turn(q, 1, from->body[i].velocity, body->velocity);
        turn(q, 1, from->body[i].spin, body->spin);
        turn(q, 1, from->body[i].axis, body->axis);
        quaternion_product(q, from->body[i].orientation, body->orientation);
    }
    for (size_t i = 0; i < to.meetings; i++) {
        routh_scene_contact *m = &to.contact[i];
        turn(q, 1, from->contact[i].point, m->point);
        turn(q, 1, from->contact[i].normal, m->normal);
        if (i % 2 == 1) {
            m->a = from->contact[i].b;
            m->b = from->contact[i].a;
            for (int k = 0; k < 3; k++)
                m->normal[k] = -m->normal[k];
        }
    }
    return to;
}

static void direction_does_not_matter(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(500); n++) {
        stage s = scene_number(53, n);
        routh_random random = routh_random_seed(59, n);
        double q[4];
        draw(&random, q, 4);
        stage r = turned(&s, q);
        routh_collision one = collide(&s), other = collide(&r);
        const double scale = largest_impulse(&one, s.meetings);
        for (size_t i = 0; i < s.meetings; i++) {
            double here[3], there[3], back[3];
            in_world(&s.contact[i], one.p[i], here);
            in_world(&r.contact[i], other.p[i], there);
            turn(q, -1, there, back);
            for (int k = 0; k < 3; k++)
                expect_near(i % 2 == 1 ? -back[k] : back[k], here[k], 1e-8 * scale, "an impulse", n);
        }
        release(&one);
        release(&other);
    }
}

SLOW_SUBJECT(collide) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_contact_is_a_strike),   cmocka_unit_test(books_are_kept),
        cmocka_unit_test(tolerance_does_not_matter), cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(direction_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
