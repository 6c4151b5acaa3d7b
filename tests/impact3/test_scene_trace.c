/* The course of a collision: it begins and ends as the collision does, energy never rises, and with one contact it passes
 * through the switches of the law that solves one contact in closed form.
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

static routh_scene_trace trace_of(const routh_scene *scene, size_t points) {
    routh_context context = routh_context_default();
    routh_scene_trace trace;
    if (routh_scene_trace_of(&context, scene, 1e-10, points, &trace) != ROUTH_OK)
        fail_msg("%s", context.message);
    return trace;
}

static void check_course(const routh_scene *scene, const routh_scene_trace *trace, const routh_collision *collision) {
    const size_t n = scene->contact_count, last = trace->count - 1;
    double highest = trace->moment[0].kinetic;
    assert_true(trace->moment[0].time == 0 && trace->moment[0].stored == 0);
    assert_true(fabs(highest - collision->energy_before) <= 1e-12 * highest);
    const double scale = highest;
    for (size_t i = 0; i <= last; i++) {
        const routh_scene_moment *m = &trace->moment[i];
        assert_true(i == 0 || m->time > trace->moment[i - 1].time);
        assert_true(m->stored >= -1e-9 * scale);
        if (!(m->kinetic + m->stored <= highest + 1e-8 * scale))
            fail_msg("energy rises from %.12g to %.12g J", highest, m->kinetic + m->stored);
        highest = m->kinetic + m->stored;
        for (size_t c = 0; c < n; c++) {
            const routh_moment *k = &trace->contact[i * n + c];
            assert_true(k->time == m->time && k->spring[2] <= 0);
            assert_true(k->phase != ROUTH_APART || (k->spring[0] == 0 && k->spring[2] == 0));
        }
    }
    /* to the last bit: the course is that of the answer */
    assert_true(trace->moment[last].time == collision->duration);
    for (size_t c = 0; c < n; c++) {
        assert_memory_equal(trace->contact[last * n + c].p, collision->p[c], sizeof collision->p[c]);
        assert_memory_equal(trace->collision.v[c], collision->v[c], sizeof collision->v[c]);
    }
}

static void courses_end_where_collisions_do(void **state) {
    (void)state;
    const size_t trials = (size_t)effort(30, 200, 2000);
    for (size_t i = 0; i < trials; i++) {
        routh_random random = routh_random_seed(77, i);
        stage s = random_collision(&random, 2 + routh_random_index(&random, 4), 1 + routh_random_index(&random, 5), 1);
        const routh_scene scene = scene_of(&s);
        routh_collision collision;
        if (routh_scene_solve(NULL, &scene, 1e-10, &collision) != ROUTH_OK)
            continue; /* bodies between walls that lose nothing */
        routh_scene_trace trace = trace_of(&scene, 64);
        check_course(&scene, &trace, &collision);
        routh_scene_apply((routh_scene *)&scene, &collision);
        for (size_t b = 0; b < scene.body_count; b++) {
            const routh_velocity3 *end = &trace.body[(trace.count - 1) * trace.body_count + b];
            assert_memory_equal(end->velocity, s.body[b].velocity, sizeof end->velocity);
            assert_memory_equal(end->spin, s.body[b].spin, sizeof end->spin);
        }
        routh_scene_trace_release(NULL, &trace);
        release(&collision);
    }
}

/* The moment at a time, between two of the course: they are close enough to join them by a line. */
static double impulse_at(const routh_scene_trace *trace, double time, int k) {
    size_t i = 1;
    while (i + 1 < trace->count && trace->moment[i].time < time)
        i++;
    const double from = trace->moment[i - 1].time, part = (time - from) / (trace->moment[i].time - from);
    return (1 - part) * trace->contact[i - 1].p[k] + part * trace->contact[i].p[k];
}

static void one_contact_passes_through_the_switches_of_its_law(void **state) {
    (void)state;
    for (size_t i = 0; i < (size_t)effort(20, 100, 1000); i++) {
        routh_random random = routh_random_seed(78, i);
        stage s = random_collision(&random, 2, 1, 0);
        const routh_scene scene = scene_of(&s);
        routh_contact3 contact;
        routh_outcome3 outcome;
        assert_int_equal(
            routh_contact3_of(NULL, &s.body[s.contact[0].a], &s.body[s.contact[0].b], &s.contact[0], &contact),
            ROUTH_OK);
        assert_int_equal(
            routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &s.contact[0].pair, &contact, NULL, &outcome),
            ROUTH_OK);
        routh_scene_trace trace = trace_of(&scene, 4000);
        const double size = hypot(hypot(outcome.p[0], outcome.p[1]), outcome.p[2]);
        assert_true(fabs(trace.collision.duration - outcome.duration) < 1e-6 * outcome.duration);
        for (size_t j = 0; j < outcome.switch_count; j++)
            for (int k = 0; k < 3; k++) {
                const double p = impulse_at(&trace, outcome.switches[j].time, k);
                if (!(fabs(p - outcome.switches[j].p[k]) < 1e-5 * size))
                    fail_msg("trial %zu, switch %zu: p%d is %.9g, not %.9g", i, j, k + 1, p, outcome.switches[j].p[k]);
            }
        routh_scene_trace_release(NULL, &trace);
    }
}

static void points_are_counted(void **state) {
    (void)state;
    routh_random random = routh_random_seed(79, 0);
    stage s = random_collision(&random, 2, 1, 0);
    const routh_scene scene = scene_of(&s);
    routh_context context = routh_context_default();
    routh_scene_trace trace;
    assert_int_equal(routh_scene_trace_of(&context, &scene, 1e-10, 0, &trace), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "the curve of a collision: points = 0 is outside 1 … 1000000");
}

SUBJECT(scene_trace) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(courses_end_where_collisions_do),
        cmocka_unit_test(one_contact_passes_through_the_switches_of_its_law),
        cmocka_unit_test(points_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
