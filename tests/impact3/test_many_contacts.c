/* Scenes with more contacts than the four or five of the other tests: a long row of balls against its own springs, integrated
 * directly, and as many contacts as a scene may have.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "bodies.h"

typedef struct long_row {
    routh_body3 body[ROUTH_MOST_SCENE_CONTACTS + 1];
    routh_scene_contact contact[ROUTH_MOST_SCENE_CONTACTS];
    routh_scene scene;
} long_row;

/* Balls of 1 kg in a row along x, all touching; the first one comes with 1 m/s. */
static void make_row(long_row *row, size_t contacts, double mu, double e) {
    for (size_t i = 0; i <= contacts; i++) {
        row->body[i] = ball("", 1, 0.5);
        row->body[i].position[0] = (double)i;
        row->body[i].position[2] = 0;
    }
    row->body[0].velocity[0] = 1;
    for (size_t i = 0; i < contacts; i++) {
        row->contact[i] = routh_scene_contact_default();
        row->contact[i].a = i + 1;
        row->contact[i].b = i;
        row->contact[i].point[0] = (double)i + 0.5;
        row->contact[i].normal[0] = 1;
        row->contact[i].normal[2] = 0;
        row->contact[i].pair = (routh_pair){.mu = mu, .eps = e, .eta2 = 1.2};
    }
    row->scene = (routh_scene){
        .body = row->body, .body_count = contacts + 1, .contact = row->contact, .contact_count = contacts};
}

/* Unit masses and unit springs that push only, in small steps of time (Störmer and Verlet). */
static void push_directly(double *v, size_t bodies, double duration) {
    double x[ROUTH_MOST_SCENE_CONTACTS + 1] = {0};
    const double h = 2e-4;
    for (double t = 0; t < duration; t += h) {
        for (size_t i = 0; i < bodies; i++)
            x[i] += 0.5 * h * v[i];
        for (size_t i = 0; i + 1 < bodies; i++) {
            const double force = fmax(0.0, x[i] - x[i + 1]);
            v[i] -= h * force;
            v[i + 1] += h * force;
        }
        for (size_t i = 0; i < bodies; i++)
            x[i] += 0.5 * h * v[i];
    }
}

static void a_row_of_twenty_contacts_is_that_of_its_springs(void **state) {
    (void)state;
    enum { CONTACTS = 20 };
    static long_row row;
    make_row(&row, CONTACTS, 0, 1);
    routh_collision collision;
    routh_context context = routh_context_default();
    if (routh_scene_solve(&context, &row.scene, 1e-10, &collision) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_true(fabs(collision.energy_after - 0.5) < 1e-9);
    double v[CONTACTS + 1] = {1};
    push_directly(v, CONTACTS + 1, collision.duration + 1);
    routh_scene_apply(&row.scene, &collision);
    for (size_t i = 0; i <= CONTACTS; i++)
        if (!(fabs(row.body[i].velocity[0] - v[i]) < 1e-6))
            fail_msg("ball %zu: %.9g instead of %.9g m/s", i, row.body[i].velocity[0], v[i]);
    routh_collision_release(&context, &collision);
}

/* Oblique, with friction and losses: what is lost adds up, and momentum stays. */
static void as_many_as_a_scene_may_have(void **state) {
    (void)state;
    static long_row row;
    make_row(&row, ROUTH_MOST_SCENE_CONTACTS, 0.3, 0.8);
    row.body[0].velocity[1] = 0.2;
    row.body[0].spin[2] = 1;
    routh_collision collision;
    routh_context context = routh_context_default();
    if (routh_scene_solve(&context, &row.scene, 1e-8, &collision) != ROUTH_OK)
        fail_msg("%s", context.message);
    const double lost = collision.friction + collision.normal + collision.left;
    assert_true(fabs(collision.energy_before - collision.energy_after - lost) < 1e-7);
    routh_scene_apply(&row.scene, &collision);
    double momentum[2] = {0};
    for (size_t i = 0; i <= ROUTH_MOST_SCENE_CONTACTS; i++)
        for (int k = 0; k < 2; k++)
            momentum[k] += row.body[i].velocity[k];
    assert_true(fabs(momentum[0] - 1) < 1e-12 && fabs(momentum[1] - 0.2) < 1e-12);
    for (size_t i = 0; i < ROUTH_MOST_SCENE_CONTACTS; i++)
        assert_true(collision.v[i][2] > -1e-8);
    routh_collision_release(&context, &collision);
}

SLOW_SUBJECT(many_contacts) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_of_twenty_contacts_is_that_of_its_springs),
        cmocka_unit_test(as_many_as_a_scene_may_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
