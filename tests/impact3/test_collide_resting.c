/* Contacts that rest when others are struck, that share no body, or that are more than their bodies' freedom.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "direct_springs.h"

static const double up[3] = {0, 0, 1};

/* What the contact that is struck first does to the one that rests: to leading order in time the velocity there becomes
 * W f t²/2, f being the rate of the force at the first. */
static routh_phase phase_expected(const stage *s) {
    const direct d = direct_begin(s);
    const direct_contact *struck = &d.contact[0], *rests = &d.contact[1];
    const double speed = hypot(struck->v[0], struck->v[1]), limit = struck->mu * struck->k0 * -struck->v[2];
    const double grip = fmin(struck->tangential, limit / speed); /* sticks, or slips */
    const double f[3] = {-grip * struck->v[0], -grip * struck->v[1], -struck->k0 * struck->v[2]};
    const double a[3] = {dot(d.w[1][0][0], f), dot(d.w[1][0][1], f), dot(d.w[1][0][2], f)};
    if (a[2] > 0)
        return ROUTH_APART;
    return hypot(a[0], a[1]) * rests->tangential < rests->mu * rests->k0 * -a[2] ? ROUTH_C_STICK : ROUTH_C_SLIP;
}

/* A ball at rest on a table is struck anywhere, from anywhere. */
static void rates_decide(void **state) {
    (void)state;
    const double foot[3] = {0, 0, -0.5};
    size_t seen[ROUTH_PHASE_COUNT] = {0};
    for (uint64_t n = 0; n < TRIALS(1000); n++) {
        routh_random random = routh_random_seed(89, n);
        stage s = {.body = {ball("", 1, 0.5), random_solid(&random), table_top()}, .solids = 3};
        double normal[3], tip[3];
        draw(&random, normal, 3);
        for (int k = 0; k < 3; k++)
            tip[k] = -0.5 * normal[k] / sqrt(dot(normal, normal));
        meet(&s, 0, 1, tip, normal)->pair = random_touch(&random);
        meet(&s, 0, 2, foot, up)->pair = random_touch(&random);
        s.contact[1].pair.mu += 0.1;
        s.contact[1].stiffness = exp(drawn(&random));
        const routh_scene scene = scene_of(&s);
        if (routh_scene_check(NULL, &scene) != ROUTH_OK)
            continue;
        routh_collision c = collide(&s);
        const routh_phase expected = phase_expected(&s);
        assert_int_equal(c.switches[1].contact, 1);
        assert_int_equal(c.switches[1].phase, expected);
        seen[expected]++;
        release(&c);
    }
    assert_true(seen[ROUTH_APART] >= TRIALS(30) && seen[ROUTH_C_STICK] >= TRIALS(30));
    assert_true(seen[ROUTH_C_SLIP] >= TRIALS(30));
}

/* Struck from below, a ball leaves the table, which gives it no impulse. */
static void pushed_open(void **state) {
    (void)state;
    const double tip[3] = {-0.3, 0, -0.4}, normal[3] = {0.3, 0, 0.4}, foot[3] = {0, 0, -0.5};
    stage s = {.body = {ball("", 1, 0.5), ball("", 2, 0.5), table_top()}, .solids = 3};
    for (int k = 0; k < 3; k++)
        s.body[1].velocity[k] = normal[k];
    meet(&s, 0, 1, tip, normal);
    meet(&s, 0, 2, foot, up);
    routh_collision c = collide(&s);
    for (int k = 0; k < 3; k++)
        assert_true(c.p[1][k] == 0);
    for (size_t i = 0; i < c.switch_count; i++)
        assert_int_equal(c.switches[i].phases[1], ROUTH_APART);
    assert_true(c.v[1][2] > 0);
    release(&c);
}

/* A pile of balls, the uppermost struck aslant; the lowest is free, or a table. */
static stage pile(routh_random *random, int on_table) {
    stage s = {.solids = 5};
    for (size_t i = 0; i < 5; i++) {
        s.body[i] = i == 0 && on_table ? table_top() : ball("", exp(drawn(random)), 0.5);
        s.body[i].position[2] = (double)i - 0.5;
        const double point[3] = {0, 0, (double)i - 1};
        if (i == 0)
            continue;
        routh_scene_contact *m = meet(&s, i, i - 1, point, up);
        m->stiffness = i == 1 ? 1 : exp(drawn(random));
        m->pair = random_touch(random);
    }
    draw(random, s.body[4].velocity, 2);
    draw(random, s.body[4].spin, 3);
    s.body[4].velocity[2] = -1;
    return s;
}

/* All contacts below begin at once, and nothing has to be put right soon after. */
static void expect_to_begin(const routh_collision *c) {
    for (size_t i = 0; i < 4; i++)
        assert_true(c->switches[i].time == 0 && c->switches[i].phase != ROUTH_APART);
    assert_true(c->switches[4].time > 1e-3);
}

static void free_pile(void **state) {
    (void)state;
    const uint64_t trials = (uint64_t)effort(5, 16, 40);
    for (uint64_t n = 0; n < trials; n++) {
        routh_random random = routh_random_seed(97, n);
        stage s = pile(&random, 0);
        for (size_t i = 0; i < 4; i++)
            s.contact[i].pair.eps = fmax(s.contact[i].pair.eps, 0.1);
        routh_collision c = collide(&s);
        expect_to_begin(&c);
        direct whole = direct_begin(&s), half = whole;
        const double h = 1e-3 / direct_fastest(&whole);
        assert_true(direct_run(&whole, h, 1000000) && direct_run(&half, 0.5 * h, 2000000));
        for (size_t i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                assert_true(fabs(c.p[i][k] - (2 * half.contact[i].p[k] - whole.contact[i].p[k])) < 1e-5);
        release(&c);
    }
}

/* It comes to rest there after some thousand changes at most, whatever the tolerance. */
static void pile_on_a_table(void **state) {
    (void)state;
    const double tolerance[] = {1e-3, 1e-6, 1e-10, 1e-13};
    const uint64_t trials = (uint64_t)effort(11, 50, 100);
    for (uint64_t n = 0; n < trials; n++)
        for (int i = 0; i < 4; i++) {
            routh_random random = routh_random_seed(7, n);
            stage s = pile(&random, 1);
            routh_collision c = collide_to(&s, tolerance[i]);
            const double lost = c.friction + c.normal + c.left;
            if (tolerance[i] < 1e-4)
                expect_to_begin(&c);
            assert_true(c.switch_count < 10000);
            assert_true(fabs(c.energy_after + lost - c.energy_before) <=
                        (0.1 * tolerance[i] + 1e-10) * c.energy_before);
            release(&c);
        }
}

/* Two scenes described as one, and each by itself. */
static void strangers_do_not_interact(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(200); n++) {
        routh_random random = routh_random_seed(101, n);
        stage one = random_collision(&random, 3, 2, 1), other = random_collision(&random, 3, 2, 1);
        stage both = one;
        both.solids = 6;
        both.meetings = 4;
        const double stiffness = exp(drawn(&random));
        for (size_t i = 0; i < 3; i++)
            both.body[3 + i] = other.body[i];
        for (size_t i = 0; i < 2; i++) {
            routh_scene_contact *m = &both.contact[2 + i];
            *m = other.contact[i];
            m->a += 3;
            m->b += 3;
            m->stiffness *= stiffness;
        }
        routh_collision c = collide_to(&both, 1e-13), a = collide_to(&one, 1e-13), b = collide_to(&other, 1e-13);
        for (size_t i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) {
                const double alone = i < 2 ? a.p[i][k] : b.p[i - 2][k];
                assert_true(fabs(c.p[i][k] - alone) < 1e-10 * (1 + fabs(alone)));
            }
        assert_true(fabs(c.duration - fmax(a.duration, b.duration / sqrt(stiffness))) < 1e-5 * c.duration);
        assert_true(fabs(c.friction - a.friction - b.friction) < 1e-11 * c.energy_before);
        assert_true(fabs(c.normal - a.normal - b.normal) < 1e-11 * c.energy_before);
        release(&c);
        release(&a);
        release(&b);
    }
}

/* A table falls flat on its four feet: more contacts than the normal motions they can have, and each foot gets a
 * quarter of m v (1 + e). Sliding, without turning: friction acts below the centre of mass, but for feet at its height. */
static void four_feet(void **state) {
    (void)state;
    const double e = 0.7, mu = 0.2, speed = 2, slide = 5;
    stage s = {.body = {named("table"), table_top()}, .solids = 2};
    s.body[0].mass = 12;
    s.body[0].velocity[0] = slide;
    s.body[0].velocity[2] = -speed;
    for (int i = 0; i < 4; i++) {
        const double foot[3] = {i % 2 == 0 ? 0.5 : -0.5, i < 2 ? 0.4 : -0.4, 0};
        meet(&s, 0, 1, foot, up)->pair = (routh_pair){.mu = mu, .eps = e, .eta2 = 0.1};
    }
    routh_collision c = collide(&s);
    for (size_t i = 0; i < 4; i++) {
        double p[3];
        in_world(&s.contact[i], c.p[i], p);
        const double quarter = 12 * speed * (1 + e) / 4;
        assert_true(fabs(p[2] - quarter) < 1e-8);
        assert_true(fabs(p[0] + mu * quarter) < 1e-8 && fabs(p[1]) < 1e-8);
        assert_true(fabs(c.v[i][2] - e * speed) < 1e-8);
    }
    release(&c);
}

/* A contact stated twice, with half its stiffness each, is the same contact: the two do the same at the same time. (Not so
 * without restitution, where the first to lose its force leaves the load to the other.) */
static void halves_make_a_whole(void **state) {
    (void)state;
    for (uint64_t n = 0; n < TRIALS(200); n++) {
        routh_random random = routh_random_seed(103, n);
        stage whole = random_collision(&random, 3, 2, 1), parts = whole;
        parts.meetings = 4;
        for (size_t i = 0; i < 2; i++) {
            whole.contact[i].pair.eps = fmax(whole.contact[i].pair.eps, 0.05);
            parts.contact[i] = parts.contact[i + 2] = whole.contact[i]; /* half of each is the unit now */
        }
        routh_collision a = collide(&whole), b = collide(&parts);
        for (size_t i = 0; i < 2; i++)
            for (int k = 0; k < 3; k++) {
                const double scale = 1 + sqrt(dot(a.p[i], a.p[i]));
                assert_true(fabs(b.p[i][k] - b.p[i + 2][k]) < 1e-8 * scale);
                assert_true(fabs(b.p[i][k] + b.p[i + 2][k] - a.p[i][k]) < 1e-8 * scale);
            }
        release(&a);
        release(&b);
    }
}

SLOW_SUBJECT(collide_resting) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_decide),
        cmocka_unit_test(pushed_open),
        cmocka_unit_test(free_pile),
        cmocka_unit_test(pile_on_a_table),
        cmocka_unit_test(strangers_do_not_interact),
        cmocka_unit_test(four_feet),
        cmocka_unit_test(halves_make_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
