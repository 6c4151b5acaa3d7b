/* Several contacts in a row: balls struck at one end tend to known limits, and in between they do what their springs do
 * when integrated directly, change by change: loading, giving way, loading again, opening and closing again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/context.h"
#include "collisions.h"
#include "spring_row.h"

/* Bodies in a row along x, the first one moving towards the others at 1 m/s. */
typedef struct chain {
    size_t bodies;
    double mass[ROW_BODIES], stiffness[ROW_SPRINGS], eps[ROW_SPRINGS];
} chain;

/* Equal balls, each contact so many times as stiff as the one before. */
static chain equal_balls(size_t bodies, double ratio, double e) {
    chain r = {.bodies = bodies};
    for (size_t i = 0; i < bodies; i++) {
        r.mass[i] = 1;
        if (i + 1 < bodies) {
            r.stiffness[i] = i == 0 ? 1 : r.stiffness[i - 1] * ratio;
            r.eps[i] = e;
        }
    }
    return r;
}

static stage stage_of(const chain *r) {
    stage s = {.solids = r->bodies};
    const double normal[3] = {1, 0, 0};
    for (size_t i = 0; i < r->bodies; i++) {
        s.body[i] = ball("", r->mass[i], 0.5);
        s.body[i].position[0] = (double)i;
    }
    s.body[0].velocity[0] = 1;
    for (size_t i = 0; i + 1 < r->bodies; i++) {
        const double point[3] = {(double)i + 0.5, 0, 0};
        routh_scene_contact *m = meet(&s, i + 1, i, point, normal);
        m->stiffness = r->stiffness[i];
        m->pair = (routh_pair){.mu = 0, .eps = r->eps[i], .eta2 = 1};
    }
    return s;
}

static void velocities_after(const chain *r, double v[ROW_BODIES]) {
    stage s = stage_of(r);
    routh_scene scene = scene_of(&s);
    routh_collision c = collide(&s);
    routh_scene_apply(&scene, &c);
    release(&c);
    for (size_t i = 0; i < r->bodies; i++)
        v[i] = s.body[i].velocity[0];
}

static void expect_velocities(size_t bodies, double ratio, const double *limit, double error) {
    double v[ROW_BODIES];
    const chain r = equal_balls(bodies, ratio, 1);
    velocities_after(&r, v);
    for (size_t i = 0; i < bodies; i++)
        if (fabs(v[i] - limit[i]) > error)
            fail_msg("%zu balls, ratio %g: ball %zu has %.9f m/s, not %.9f", bodies, ratio, i, v[i], limit[i]);
}

/* Each contact is over before the next, far softer one has taken much: the velocity is passed on. The error goes with
 * the ratio. */
static void soft_ends_pass_the_velocity_on(void **state) {
    (void)state;
    const double three[] = {0, 0, 1}, five[] = {0, 0, 0, 0, 1};
    for (double ratio = 1e-1; ratio > 1e-6; ratio /= 10) {
        expect_velocities(3, ratio, three, 0.13 * ratio);
        if (ratio > 1e-5)
            expect_velocities(5, ratio, five, 0.13 * ratio);
    }
}

/* A ball meets n others joined as one body: its velocity 1 becomes (1 − n)/(1 + n), theirs 2/(1 + n). The error goes
 * with the inverse of the ratio. */
static void stiff_ends_are_one_body(void **state) {
    (void)state;
    const double three[] = {-1.0 / 3, 2.0 / 3, 2.0 / 3}, five[] = {-0.6, 0.4, 0.4, 0.4, 0.4};
    for (double ratio = 10; ratio < TRIALS(3e7); ratio *= 10)
        expect_velocities(3, ratio, three, 0.6 / ratio + 1e-8);
    for (double ratio = 10; ratio < TRIALS(500); ratio *= sqrt(10))
        expect_velocities(5, ratio, five, 1.2 / ratio);
}

/* `share`: of the fastest oscillation's 1/ω in a step */
static void integrate_in_steps(const chain *r, spring_row *row, double share) {
    double fastest = 0;
    *row = (spring_row){.bodies = r->bodies, .v = {1}};
    for (size_t i = 0; i < r->bodies; i++)
        row->inverse_mass[i] = 1 / r->mass[i];
    for (size_t i = 0; i + 1 < r->bodies; i++) {
        const double e = r->eps[i] > 0 ? r->eps[i] : 1;
        row->k0[i] = r->stiffness[i];
        row->eps[i] = r->eps[i];
        fastest += r->stiffness[i] / (e * e) * (row->inverse_mass[i] + row->inverse_mass[i + 1]);
    }
    row_begin(row);
    assert_true(row_run(row, share / sqrt(fastest), 100000000));
}

static void integrate(const chain *r, spring_row *row) {
    integrate_in_steps(r, row, 0.01);
}

static void expect_changes(const routh_collision *c, const spring_row *row) {
    static const routh_phase phase[] = {
        [ROW_APART] = ROUTH_APART, [ROW_LOADS] = ROUTH_C_SLIP, [ROW_UNLOADS] = ROUTH_R_SLIP};
    routh_phase now[ROW_SPRINGS] = {ROUTH_APART};
    assert_int_equal(c->switch_count, row->changes);
    for (size_t i = 0; i < row->changes; i++) {
        const row_change *expected = &row->change[i];
        const routh_scene_switch *found = &c->switches[i];
        now[expected->spring] = phase[expected->state];
        assert_int_equal(found->contact, expected->spring);
        assert_int_equal(found->phase, phase[expected->state]);
        assert_true(fabs(found->time - expected->time) < 1e-6 * (1 + expected->time));
        for (size_t j = 0; j + 1 < row->bodies; j++)
            assert_int_equal(found->phases[j], now[j]);
    }
    assert_true(fabs(c->duration - row->time) < 1e-6 * (1 + row->time));
}

/* Impulses, losses and every change. */
static void expect_as_integrated(const chain *r, spring_row *row) {
    integrate(r, row);
    stage s = stage_of(r);
    routh_collision c = collide(&s);
    for (size_t i = 0; i + 1 < r->bodies; i++)
        if (fabs(c.p[i][2] - row->impulse[i]) > 1e-8)
            fail_msg("contact %zu got %.12f N s, not %.12f", i, c.p[i][2], row->impulse[i]);
    assert_true(fabs(c.normal - row->lost) < 1e-8);
    expect_changes(&c, row);
    release(&c);
}

static void rows_do_what_their_springs_do(void **state) {
    (void)state;
    static spring_row row;
    const double restitution[] = {1, 0.6};
    for (size_t bodies = 3; bodies <= 5; bodies += 2)
        for (int n = 0; n < 2; n++)
            for (int step = -4; step <= 4; step++) {
                const chain r = equal_balls(bodies, pow(10, step / 4.0), restitution[n]);
                expect_as_integrated(&r, &row);
            }
}

/* Nothing comes back anywhere: they go on as one body. */
static void plastic_rows_end_as_one_body(void **state) {
    (void)state;
    double worst = 0;
    for (size_t bodies = 3; bodies <= 5; bodies += 2)
        for (int step = -4; step <= 4; step++) {
            const chain r = equal_balls(bodies, pow(10, step / 4.0), 0);
            double v[ROW_BODIES];
            velocities_after(&r, v);
            for (size_t i = 0; i < bodies; i++)
                worst = fmax(worst, fabs(v[i] - 1.0 / (double)bodies));
        }
    printf("plastic rows are within %.1e of one body\n", worst);
    assert_true(worst < 1e-3);
}

static chain random_chain(routh_random *random) {
    chain r = {.bodies = 3 + routh_random_index(random, 3)};
    for (size_t i = 0; i < r.bodies; i++)
        r.mass[i] = exp(2 * drawn(random));
    for (size_t i = 0; i + 1 < r.bodies; i++) {
        const size_t kind = routh_random_index(random, 4);
        r.stiffness[i] = i == 0 ? 1 : exp(2 * drawn(random));
        r.eps[i] = kind == 0 ? 1 : routh_random_uniform(random, 0.2, 1);
    }
    return r;
}

static void uneven_rows_do_what_their_springs_do(void **state) {
    (void)state;
    static spring_row row;
    size_t reloads = 0, beyond = 0, closings = 0;
    for (uint64_t n = 0; n < TRIALS(300); n++) {
        routh_random random = routh_random_seed(61, n);
        const chain r = random_chain(&random);
        expect_as_integrated(&r, &row);
        row_state before[ROW_SPRINGS] = {ROW_APART};
        for (size_t i = 0; i < row.changes; i++) {
            const row_change *c = &row.change[i];
            beyond += c->state == ROW_LOADS && before[c->spring] == ROW_UNLOADS;
            closings += i + 1 >= r.bodies && c->state == ROW_LOADS && before[c->spring] == ROW_APART;
            before[c->spring] = c->state;
        }
        for (size_t i = 0; i + 1 < r.bodies; i++)
            reloads += row.reloads[i];
    }
    /* All of the spec's cases came up: loading again below the highest force and beyond it, closing again. */
    assert_true(beyond >= TRIALS(20) && reloads > beyond + TRIALS(20) && closings >= TRIALS(20));
}

/* The largest difference of the impulses from a row with so little restitution, relative to the largest. */
static double off_the_row(const chain *r, const spring_row *row) {
    stage s = stage_of(r);
    routh_collision c = collide(&s);
    double off = 0, scale = 0;
    for (size_t i = 0; i + 1 < r->bodies; i++) {
        off = fmax(off, fabs(c.p[i][2] - row->impulse[i]));
        scale = fmax(scale, fabs(row->impulse[i]));
    }
    assert_true(c.energy_after <= c.energy_before);
    assert_true(fabs(c.energy_after + c.normal + c.friction + c.left - c.energy_before) < 1e-8 * c.energy_before);
    release(&c);
    return off / scale;
}

/* Three bodies: one contact gives back everything, the other next to nothing. */
static chain half_dead_chain(uint64_t n, double e) {
    routh_random random = routh_random_seed(67, n);
    chain r = {.bodies = 3, .stiffness = {1, exp(2 * drawn(&random))}, .eps = {1, 1}};
    for (size_t i = 0; i < 3; i++)
        r.mass[i] = exp(2 * drawn(&random));
    r.eps[n % 2] = e;
    return r;
}

/* The largest difference from a row over all that counts as next to nothing. */
static double little_off_the_row(chain *r, uint64_t n, const spring_row *row) {
    static const double little[] = {0, 1e-9, 1e-5, 1e-4};
    double worst = 0;
    for (int i = 0; i < 4; i++) {
        r->eps[n % 2] = little[i];
        worst = fmax(worst, off_the_row(r, row));
    }
    return worst;
}

/* e = 0 is the limit e → 0: within 1e-3 of what the springs do at e = 0.001 when integrated directly. */
static void no_restitution_is_the_limit_of_little(void **state) {
    (void)state;
    static spring_row row;
    double worst = 0;
    const uint64_t rows = (uint64_t)effort(5, 10, 40);
    for (uint64_t n = 0; n < rows; n++) {
        chain r = half_dead_chain(n, 1e-3);
        integrate(&r, &row);
        assert_true(off_the_row(&r, &row) < 1e-7);
        worst = fmax(worst, little_off_the_row(&r, n, &row));
    }
    printf("e = 0 … 1e-4 differs from e = 0.001 by %.1e at most\n", worst);
    assert_true(worst < 1e-3);
}

/* And of what they do at e = 1e-4, ten times as fast as any spring that the library follows, unless the limit jumps in between:
 * where others press a contact with almost exactly half its peak, its force just meets 0 or just does not (collide.c), and
 * what the springs do at e = 0.001 is far from what they do at 1e-4. Row 8 is such a one. In steps of 0.03/ω Runge and Kutta take
 * 0.03⁶/144 of the amplitude in each: 1e-5 in 2e6 steps. */
static void no_restitution_is_the_limit_of_less(void **state) {
    (void)state;
    static spring_row row, coarse;
    const uint64_t rows = (uint64_t)effort(2, 2, 200);
    double worst = 0;
    uint64_t jumps = 0;
    for (uint64_t n = 0; n < rows; n++) {
        chain r = half_dead_chain(n, 1e-3);
        integrate(&r, &coarse);
        r = half_dead_chain(n, 1e-4);
        integrate_in_steps(&r, &row, 0.03);
        if (fabs(row.impulse[1] - coarse.impulse[1]) > 0.01 * fabs(row.impulse[1]))
            jumps++;
        else
            worst = fmax(worst, little_off_the_row(&r, n, &row));
    }
    printf("e = 0 … 1e-4 differs from 1e-4, integrated directly, by %.1e at most, but for %llu rows of %llu\n", worst,
           (unsigned long long)jumps, (unsigned long long)rows);
    assert_true(worst < 1e-3);
    assert_true(jumps <= 1 + rows / 50);
}

/* Two balls fall on the ground one above the other, the lower one without restitution. While the upper one is on it, it is held
 * to the ground. Direct integration at e = 0.01 and 0.001, as a row that falls along +x; the limit 0.89903 was got by hand from
 * the equations of a held contact. Beginning anew with an empty spring, it gave 0.301. */
static void plastic_under_elastic(void **state) {
    (void)state;
    static const double little[] = {0, 1e-9, 1e-5, 1e-3};
    static const double direct[] = {0.01, 0.001};
    static spring_row row;
    for (int i = 0; i < 2; i++) {
        row = (spring_row){.bodies = 3, .inverse_mass = {1, 1, 0}, .k0 = {1, 1}, .eps = {1, direct[i]}, .v = {1, 1, 0}};
        row_begin(&row);
        assert_true(row_run(&row, 0.01 * direct[i], 10000000));
        assert_true(fabs(-row.v[0] - 0.89903) < 0.03 * direct[i]);
    }
    for (int i = 0; i < 4; i++) {
        stage s = {.body = {ball("", 1, 1), ball("", 1, 1), table_top()}, .solids = 3};
        const double foot[3] = {0, 0, 0}, between[3] = {0, 0, 2}, upwards[3] = {0, 0, 1};
        s.body[0].position[2] = 1;
        s.body[1].position[2] = 3;
        s.body[0].velocity[2] = s.body[1].velocity[2] = -1;
        meet(&s, 0, 2, foot, upwards)->pair = (routh_pair){.mu = 0, .eps = little[i], .eta2 = 1};
        meet(&s, 1, 0, between, upwards)->pair = (routh_pair){.mu = 0, .eps = 1, .eta2 = 1};
        routh_scene scene = scene_of(&s);
        routh_collision c = collide(&s);
        routh_scene_apply(&scene, &c);
        assert_true(fabs(s.body[1].velocity[2] - 0.89903) < 2e-5);
        assert_true(fabs(s.body[0].velocity[2]) < 3e-5);
        release(&c);
    }
}

/* The sequence of states in letters: which contact (a, b) loads (+), gives way (-), is apart (0). */
static void expect_states(const spring_row *row, const char *expected) {
    char shown[64] = "";
    for (size_t i = 0; i < row->changes && 3 * i + 3 < sizeof shown; i++)
        snprintf(shown + 3 * i, 4, "%c%c ", "ab"[row->change[i].spring], "0+-"[row->change[i].state]);
    assert_string_equal(shown, expected);
}

/* A ball drives a light one against a third: the light one comes back while the first contact gives way, and loads it
 * again; the heavier the third the more. */
static void loading_again(void **state) {
    (void)state;
    static spring_row row;
    chain r = {.bodies = 3, .mass = {1, 0.25, 0.5}, .stiffness = {1, 1}, .eps = {0.8, 0.8}};
    expect_as_integrated(&r, &row); /* to less than the highest force before: still called giving way */
    expect_states(&row, "a+ b+ a- b- b0 a0 ");
    assert_int_equal(row.reloads[0], 1);
    r.mass[2] = 2.5;
    expect_as_integrated(&r, &row); /* beyond it, and it gives way again from there */
    expect_states(&row, "a+ b+ a- b- a+ a- a0 b0 ");
    assert_int_equal(row.reloads[0], 1);
    r.mass[2] = 0.867;
    r.stiffness[1] = 1.1664;
    expect_as_integrated(&r, &row); /* the second contact closes again, with empty springs */
    expect_states(&row, "a+ b+ a- b- b0 a0 b+ b- b0 ");
}

/* A ball between two walls, its contacts giving back e² each. It strikes one at speed v, sinks in by v/ω, ω = √(k/m), is
 * set free e² of that way back, and flies to where the other one was left, all the way G that walls gave way so far. */
static void bouncing_between_walls(void **state) {
    (void)state;
    const double mass = 0.7, e[2] = {0.5, 0.4}, k[2] = {1, 3}, quarter = acos(-1.0) / 2;
    const double point[2][3] = {{-0.5, 0, 0}, {0.5, 0, 0}}, normal[2][3] = {{1, 0, 0}, {-1, 0, 0}};
    stage s = {.body = {ball("", mass, 0.5), table_top()}, .solids = 2};
    s.body[0].velocity[0] = -1;
    for (size_t i = 0; i < 2; i++) {
        routh_scene_contact *m = meet(&s, 0, 1, point[i], normal[i]);
        m->pair = (routh_pair){.mu = 0, .eps = e[i], .eta2 = 1};
        m->stiffness = k[i];
    }
    routh_collision c = collide(&s);
    double speed = 1, time = 0, given = 0, p[2] = {0};
    size_t next = 2; /* the first two show how the contacts began */
    assert_int_equal(c.switches[0].phase, ROUTH_C_SLIP);
    assert_int_equal(c.switches[1].phase, ROUTH_APART);
    for (size_t bounce = 0; speed > 1e-10; bounce++) {
        const size_t wall = bounce % 2;
        const double omega = sqrt(k[wall] / mass);
        const double expected[3] = {time, time + quarter / omega, time + (1 + e[wall]) * quarter / omega};
        static const routh_phase phase[3] = {ROUTH_C_SLIP, ROUTH_R_SLIP, ROUTH_APART};
        for (int i = bounce == 0; i < 3; i++, next++) {
            assert_true(next < c.switch_count);
            assert_int_equal(c.switches[next].contact, wall);
            assert_int_equal(c.switches[next].phase, phase[i]);
            assert_int_equal(c.switches[next].phases[1 - wall], ROUTH_APART);
            assert_true(fabs(c.switches[next].time - expected[i]) <= (1e-9 + 1e-12 / speed) * (1 + expected[i]));
        }
        p[wall] += mass * speed * (1 + e[wall]);
        given += (1 - e[wall] * e[wall]) * speed / omega;
        speed *= e[wall];
        time = expected[2] + given / speed;
    }
    assert_int_equal(next, c.switch_count);
    for (size_t i = 0; i < 2; i++)
        assert_true(fabs(c.p[i][2] - p[i]) < 1e-9);
    assert_true(fabs(c.normal - 0.5 * mass) < 1e-9);
    release(&c);
}

static void bouncing_for_ever(void **state) {
    (void)state;
    const double point[2][3] = {{-0.5, 0, 0}, {0.5, 0, 0}}, normal[2][3] = {{1, 0, 0}, {-1, 0, 0}};
    stage s = {.body = {ball("", 1, 0.5), table_top()}, .solids = 2};
    s.body[0].velocity[0] = -1;
    for (size_t i = 0; i < 2; i++)
        meet(&s, 0, 1, point[i], normal[i])->pair = (routh_pair){.mu = 0.3, .eps = 1, .eta2 = 1};
    routh_context context = routh_context_default();
    const routh_scene scene = scene_of(&s);
    routh_collision c;
    assert_int_equal(routh_scene_solve(&context, &scene, 1e-10, &c), ROUTH_NOT_ENDED);
    assert_non_null(strstr(context.message, "still open and close after 2"));
}

SLOW_SUBJECT(collide_rows) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_ends_pass_the_velocity_on),
        cmocka_unit_test(stiff_ends_are_one_body),
        cmocka_unit_test(rows_do_what_their_springs_do),
        cmocka_unit_test(uneven_rows_do_what_their_springs_do),
        cmocka_unit_test(plastic_rows_end_as_one_body),
        cmocka_unit_test(no_restitution_is_the_limit_of_little),
        cmocka_unit_test(no_restitution_is_the_limit_of_less),
        cmocka_unit_test(plastic_under_elastic),
        cmocka_unit_test(loading_again),
        cmocka_unit_test(bouncing_between_walls),
        cmocka_unit_test(bouncing_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
