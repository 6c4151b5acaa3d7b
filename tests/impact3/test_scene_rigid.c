/* A scene with rigid contacts: one contact is the law's, rows of balls have closed forms, and where the order of impacts matters,
 * or they never end, that is said.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "collisions.h"

static routh_rigid_collision rigid_of(stage *s) {
    routh_context context = routh_context_default();
    routh_collision collision = {0};
    const routh_scene scene = scene_of(s);
    if (routh_scene_solve_rigid(&context, &scene, &collision) != ROUTH_OK)
        fail_msg("%s", context.message);
    const routh_rigid_collision rigid = *collision.rigid;
    release(&collision);
    return rigid;
}

static void one_contact_is_the_law(void **state) {
    (void)state;
    for (size_t i = 0; i < 200; i++) {
        routh_random random = routh_random_seed(91, i);
        stage s = random_collision(&random, 2, 1, 0);
        const routh_scene_contact *m = &s.contact[0];
        routh_contact3 contact;
        routh_outcome3 outcome;
        assert_int_equal(routh_contact3_of(NULL, &s.body[m->a], &s.body[m->b], m, &contact), ROUTH_OK);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &m->pair, &contact, NULL, &outcome),
                         ROUTH_OK);
        const routh_rigid_collision rigid = rigid_of(&s);
        assert_int_equal(rigid.kind, ROUTH_RIGID_UNIQUE);
        assert_int_equal(rigid.impacts, 1);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(rigid.p[0][k] - outcome.p[k]) <= 1e-9 * (1 + fabs(outcome.p[k])));
    }
}

/* Balls along x that touch, all at rest but the first. */
static stage row(size_t balls, const double *mass, double e) {
    stage s = {.solids = balls};
    for (size_t i = 0; i < balls; i++) {
        s.body[i] = ball("", mass[i], 0.5);
        s.body[i].position[0] = (double)i;
    }
    s.body[0].velocity[0] = 1;
    for (size_t i = 0; i + 1 < balls; i++) {
        const double point[] = {(double)i + 0.5, 0, 0}, normal[] = {1, 0, 0};
        meet(&s, i + 1, i, point, normal)->pair = (routh_pair){.mu = 0, .eps = e, .eta2 = 1};
    }
    return s;
}

/* v_i of ball i from the relative velocities, the momentum being that of the first. */
static void row_has_its_closed_form(void **state) {
    (void)state;
    /* equal masses, e = 1: all stand still but the last */
    static const double equal[] = {1, 1, 1, 1, 1};
    stage s = row(5, equal, 1);
    routh_rigid_collision rigid = rigid_of(&s);
    assert_int_equal(rigid.kind, ROUTH_RIGID_UNIQUE);
    assert_int_equal(rigid.impacts, 4);
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs(rigid.v[i][2] - (i == 3)) < 1e-12 && fabs(rigid.p[i][2] - 1) < 1e-12);
    assert_true(fabs(rigid.energy_after - 0.5) < 1e-12);
    /* ever lighter ones, m_i+1 = m_i / 2: each leaves the next with (1 + e) m_i / (m_i + m_i+1) = 4/3 of its speed, and they
     * do not meet again */
    static const double lighter[] = {4, 2, 1};
    s = row(3, lighter, 1);
    rigid = rigid_of(&s);
    assert_int_equal(rigid.kind, ROUTH_RIGID_UNIQUE);
    assert_true(fabs(rigid.v[1][2] - (16.0 / 9 - 4.0 / 9)) < 1e-12 &&
                fabs(rigid.v[0][2] - (4.0 / 9 - 1.0 / 3)) < 1e-12);
}

/* A ball meets two that touch each other's side at once: which is first decides where it goes. */
static void the_order_may_matter(void **state) {
    (void)state;
    const double h = sqrt(0.75);
    stage s = {.solids = 3, .body = {ball("", 1, 0.5), ball("", 1, 0.5), ball("", 1, 0.5)}};
    s.body[0].velocity[0] = 1;
    for (int i = 1; i < 3; i++) {
        const double side = i == 1 ? 0.5 : -0.5, normal[] = {h, side, 0}, point[] = {0.5 * h, 0.5 * side, 0};
        s.body[i].position[0] = h;
        s.body[i].position[1] = side;
        meet(&s, (size_t)i, 0, point, normal)->pair = (routh_pair){.mu = 0, .eps = 1, .eta2 = 1};
    }
    const routh_rigid_collision rigid = rigid_of(&s);
    assert_int_equal(rigid.kind, ROUTH_RIGID_AMBIGUOUS);
    assert_non_null(strstr(rigid.words, "no unique answer: the order of impacts is free, 8 of 8 orders end"));
    /* The first one struck takes v·n = h and leaves (1/4, −h/2) to the ball, the second then takes h/2 and leaves (−1/8, −h/4):
     * the contacts open at 5h/4 and h/2, or the other way round. */
    for (int c = 0; c < 2; c++)
        assert_true(fabs(rigid.v_low[c][2] - h / 2) < 1e-12 && fabs(rigid.v_high[c][2] - 1.25 * h) < 1e-12);
    assert_true(fabs(rigid.energy_low - 0.5) < 1e-12 && fabs(rigid.energy_high - 0.5) < 1e-12);
}

static stage between_walls(double e) {
    stage s = {.solids = 3, .body = {ball("", 1, 0.5), table_top(), table_top()}};
    s.body[0].velocity[0] = 1;
    for (int i = 1; i < 3; i++) {
        const double side = i == 1 ? 0.5 : -0.5, point[] = {side, 0, 0}, normal[] = {-side, 0, 0};
        meet(&s, 0, (size_t)i, point, normal)->pair = (routh_pair){.mu = 0, .eps = e, .eta2 = 1};
    }
    return s;
}

/* To and fro between two walls: for ever without loss, to rest with it. */
static void impacts_may_never_end(void **state) {
    (void)state;
    stage s = between_walls(1);
    routh_rigid_collision rigid = rigid_of(&s);
    assert_int_equal(rigid.kind, ROUTH_RIGID_NONE);
    assert_string_equal(rigid.words,
                        "no answer: after 20000 impacts, in each of 8 orders, contacts still close, at 1 m/s");
    s = between_walls(0.5);
    rigid = rigid_of(&s);
    assert_int_equal(rigid.kind, ROUTH_RIGID_UNIQUE);
    assert_true(rigid.energy_after < 1e-18);
}

/* Energy never rises, whatever the order, and the state after is that of the impulses. */
static void energy_never_rises(void **state) {
    (void)state;
    for (size_t i = 0; i < (size_t)effort(20, 100, 1000); i++) {
        routh_random random = routh_random_seed(92, i);
        stage s = random_collision(&random, 3, 3, 0);
        const routh_rigid_collision rigid = rigid_of(&s);
        double before = 0;
        for (size_t b = 0; b < s.solids; b++)
            before += routh_body3_energy(&s.body[b]);
        if (rigid.ended == 0)
            continue;
        assert_true(rigid.energy_high <= before * (1 + 1e-9));
        for (size_t c = 0; c < s.meetings; c++) {
            assert_true(rigid.v[c][2] > -1e-8);
            routh_contact3_apply(&s.body[s.contact[c].a], &s.body[s.contact[c].b], &s.contact[c], rigid.p[c]);
        }
        double after = 0;
        for (size_t b = 0; b < s.solids; b++)
            after += routh_body3_energy(&s.body[b]);
        assert_true(fabs(after - rigid.energy_after) <= 1e-9 * before);
    }
}

SUBJECT(scene_rigid) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_contact_is_the_law), cmocka_unit_test(row_has_its_closed_form),
        cmocka_unit_test(the_order_may_matter),   cmocka_unit_test(impacts_may_never_end),
        cmocka_unit_test(energy_never_rises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
