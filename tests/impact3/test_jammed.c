/* Bodies wedged between others: the collision ends in the state of rest, and says so; what separates is not taken for rest.
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
#include "direct_springs.h"

static double fastest_contact(const stage *s) {
    double most = 0;
    for (size_t i = 0; i < s->meetings; i++) {
        const routh_scene_contact *m = &s->contact[i];
        double v[3];
        relative_velocity(&s->body[m->a], &s->body[m->b], m, v);
        most = fmax(most, sqrt(dot(v, v)));
    }
    return most;
}

/* No contact closes by more than a collision at rest allows, the books are kept, the impulse is one that pushes. */
static void expect_rest(const stage *s, const routh_collision *c) {
    const double speed = fastest_contact(s);
    for (size_t i = 0; i < s->meetings; i++) {
        assert_true(c->v[i][2] >= -1e-4 * speed);
        assert_true(c->p[i][2] >= 0);
        assert_true(hypot(c->p[i][0], c->p[i][1]) <= s->contact[i].pair.mu * c->p[i][2] + 1e-12);
        assert_int_equal(c->switches[c->switch_count - 1].phases[i], ROUTH_APART);
    }
    assert_true(c->friction >= 0 && c->normal >= 0 && c->left >= 0);
    assert_true(fabs(c->energy_after + c->friction + c->normal + c->left - c->energy_before) < 1e-8 * c->energy_before);
}

/* The scene that was refused as one whose stiffnesses are too far apart, after 897 ever slower bounces. */
static void the_scene_that_was_refused(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/tests/impact3/jammed.json", getenv("ROUTH_SOURCE_DIR"));
    routh_scene scene;
    routh_collision c;
    assert_int_equal(routh_scene_read(NULL, routh_io_path(path), &scene), ROUTH_OK);
    assert_int_equal(routh_scene_solve(NULL, &scene, 1e-10, &c), ROUTH_OK);
    assert_true(c.jammed);
    assert_true(c.energy_after < 1e-6 * c.energy_before);
    release(&c);
    routh_scene_release(NULL, &scene);
}

/* A body between two or three walls that face each other, more or less, with so much friction that it may get stuck. */
static stage wedged(routh_random *random) {
    for (;;) {
        stage s = {.body = {random_solid(random), table_top()}, .solids = 2};
        const size_t walls = 2 + routh_random_index(random, 2);
        for (size_t i = 0; i < walls; i++) {
            const double side = i % 2 == 0 ? 1 : -1;
            double point[3], normal[3];
            for (int k = 0; k < 3; k++) {
                point[k] = s.body[0].position[k] + 0.3 * drawn(random) - (k == 2 ? side : 0);
                normal[k] = 0.4 * drawn(random) + (k == 2 ? side : 0);
            }
            routh_scene_contact *m = meet(&s, 0, 1, point, normal);
            m->stiffness = i == 0 ? 1 : exp(drawn(random));
            m->pair = (routh_pair){.mu = routh_random_uniform(random, 0.5, 2),
                                   .eps = routh_random_uniform(random, 0.3, 0.8),
                                   .eta2 = exp(drawn(random))};
        }
        const routh_scene scene = scene_of(&s);
        if (routh_scene_check(NULL, &scene) == ROUTH_OK)
            return s;
    }
}

/* Jammed ones stay under load when their springs are integrated directly, thirty times as long as the others take; the others
 * come apart there too. */
static void wedges_jam_or_come_apart(void **state) {
    (void)state;
    size_t jammed = 0, apart = 0;
    for (uint64_t n = 0; n < TRIALS(200); n++) {
        routh_random random = routh_random_seed(131, n);
        stage s = wedged(&random);
        routh_collision c = collide(&s);
        direct d = direct_begin(&s);
        const double h = 0.02 / direct_fastest(&d);
        const int done = direct_run(&d, h, c.jammed ? 300000 : 100 + (size_t)(20 * c.duration / h));
        if (c.jammed == done)
            fail_msg("scene %llu: jammed %d, apart when integrated %d", (unsigned long long)n, c.jammed, done);
        jammed += c.jammed;
        apart += !c.jammed;
        expect_rest(&s, &c);
        release(&c);
    }
    printf("%zu jammed, %zu came apart\n", jammed, apart);
    assert_true(apart > 0 && (jammed > 0 || effort_level() == 0));
}

/* Between walls that lose nothing a ball never rests. */
static void what_loses_nothing_does_not_rest(void **state) {
    (void)state;
    stage s = {.body = {ball("", 1, 0.5), table_top()}, .solids = 2};
    const double point[2][3] = {{-0.5, 0, 0}, {0.5, 0, 0}}, normal[2][3] = {{1, 0, 0}, {-1, 0, 0}};
    s.body[0].velocity[0] = 1;
    for (int i = 0; i < 2; i++)
        meet(&s, 0, 1, point[i], normal[i])->pair = (routh_pair){.mu = 0.3, .eps = 1, .eta2 = 1};
    const routh_scene scene = scene_of(&s);
    routh_collision c;
    assert_int_equal(routh_scene_solve(NULL, &scene, 1e-10, &c), ROUTH_NOT_ENDED);
}

SLOW_SUBJECT(jammed) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scene_that_was_refused),
        cmocka_unit_test(wedges_jam_or_come_apart),
        cmocka_unit_test(what_loses_nothing_does_not_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
