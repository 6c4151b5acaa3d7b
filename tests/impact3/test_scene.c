/* What makes a scene of several contacts legal, one message for each fault, and what a collision leaves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../ledger.h"
#include "../subject.h"
#include "bodies.h"
#include "impact3/impact3.h"

#define MOST (ROUTH_MOST_SCENE_CONTACTS + 1)

/* A cue strikes a ball that rests on a table. */
typedef struct stage {
    routh_body3 body[3];
    routh_scene_contact contact[MOST];
    size_t meetings;
} stage;

enum { CUE, BALL, TABLE };

static stage cue_ball_table(void) {
    stage s = {.body = {named("cue"), ball("ball", 0.17, 0.028), table_top()}, .meetings = 2};
    routh_body3 *cue = &s.body[CUE];
    cue->freedom = ROUTH_GUIDED;
    cue->mass = 0.5;
    cue->axis[0] = 1;
    cue->axis[2] = -0.5;
    cue->velocity[0] = 2;
    cue->velocity[2] = -1;
    for (size_t i = 0; i < MOST; i++)
        s.contact[i] = routh_scene_contact_default();
    s.contact[0].a = BALL;
    s.contact[0].b = CUE;
    s.contact[0].point[0] = -0.028;
    s.contact[0].normal[0] = 1;
    s.contact[0].normal[2] = 0;
    s.contact[1].a = BALL;
    s.contact[1].b = TABLE;
    s.contact[1].point[2] = -0.028;
    return s;
}

static routh_scene scene_of(stage *s) {
    return (routh_scene){.body = s->body, .body_count = 3, .contact = s->contact, .contact_count = s->meetings};
}

static void expect(stage s, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    const routh_scene scene = scene_of(&s);
    assert_int_equal(routh_scene_check(NULL, &scene), status);
    assert_int_equal(routh_scene_check(&context, &scene), status);
    if (strcmp(context.message, words) != 0)
        fail_msg("\"%s\" instead of \"%s\"", context.message, words);
}

static void resting_and_opening_contacts_are_legal(void **state) {
    (void)state;
    expect(cue_ball_table(), ROUTH_OK, ""); /* the table's contact is at rest */
    stage s = cue_ball_table();
    s.body[BALL].velocity[2] = 0.1; /* now it opens */
    expect(s, ROUTH_OK, "");
    s.body[BALL].velocity[0] = 2; /* and the cue no longer catches up */
    expect(s, ROUTH_SEPARATING,
           "no contact is closing: v_n = 0 m/s at contacts[0], no less at the others, and an impact needs v_n < 0 at "
           "one");
    s.body[BALL].velocity[0] = 2.5;
    s.body[BALL].velocity[2] = 0.75;
    expect(s, ROUTH_SEPARATING,
           "no contact is closing: v_n = 0.5 m/s at contacts[0], no less at the others, and an impact needs v_n < 0 "
           "at one");
}

static void bad_bodies_are_named(void **state) {
    (void)state;
    stage s = cue_ball_table();
#define WITH(change, status, words)                                                                                    \
    do {                                                                                                               \
        s = cue_ball_table();                                                                                          \
        change;                                                                                                        \
        expect(s, status, words);                                                                                      \
    } while (0)
    WITH(s.body[BALL].mass = 0, ROUTH_BAD_MASS, "bodies[1] \"ball\": mass 0 kg is not positive");
    WITH(s.body[CUE].mass = -2, ROUTH_BAD_MASS, "bodies[0] \"cue\": mass -2 kg is not positive");
    WITH(s.body[TABLE].mass = -2, ROUTH_OK, ""); /* not used */
    WITH(s.body[BALL].mass = 1e-100, ROUTH_OUT_OF_RANGE,
         "bodies[1] \"ball\": mass 1e-100 kg is too small to compute with");
    WITH(s.body[BALL].velocity[1] = NAN, ROUTH_NOT_FINITE,
         "bodies[1] \"ball\": velocity nan m/s: every number must be finite");
    WITH(s.body[BALL].spin[2] = 1e91, ROUTH_OUT_OF_RANGE,
         "bodies[1] \"ball\": spin 1e+91 rad/s is too large to compute with");
    WITH(memset(s.body[BALL].orientation, 0, sizeof s.body[BALL].orientation), ROUTH_BAD_ARGUMENT,
         "bodies[1] \"ball\": orientation: a quaternion of length 0 is not a rotation");
    WITH(memset(s.body[CUE].axis, 0, sizeof s.body[CUE].axis), ROUTH_BAD_ARGUMENT,
         "bodies[0] \"cue\": axis: a guided body needs an axis of nonzero length");
    WITH(s.body[CUE].spin[0] = 1, ROUTH_BAD_ARGUMENT,
         "bodies[0] \"cue\": spin (1, 0, 0) rad/s: a guided body does not turn");
    WITH(s.body[TABLE].velocity[2] = 1, ROUTH_BAD_ARGUMENT,
         "bodies[2] \"table\": velocity (0, 0, 1) m/s: a fixed body does not move");
    WITH(s.body[TABLE].freedom = (routh_freedom)7, ROUTH_BAD_ARGUMENT,
         "bodies[2] \"table\": freedom 7 is neither free, guided nor fixed");
    WITH(memset(s.body[TABLE].name, 'x', ROUTH_LABEL_SIZE), ROUTH_BAD_ARGUMENT,
         "bodies[2]: the name must end within 64 bytes");
    WITH(strcpy(s.body[TABLE].name, "ball"), ROUTH_BAD_ARGUMENT, "bodies[2]: the name \"ball\" is taken by bodies[1]");
    WITH(s.body[TABLE].name[0] = s.body[BALL].name[0] = '\0', ROUTH_OK, "");
}

static void set_inertia(stage *s, double a, double b, double c) {
    const double moments[3] = {a, b, c};
    for (int k = 0; k < 3; k++)
        s->body[BALL].inertia[k][k] = moments[k];
}

static void an_inertia_must_be_that_of_a_body(void **state) {
    (void)state;
    stage s;
    WITH(set_inertia(&s, 1, -1, 1), ROUTH_BAD_INERTIA,
         "bodies[1] \"ball\": inertia [1 0 0; 0 -1 0; 0 0 1] kg m² is not positive definite");
    WITH(set_inertia(&s, 1, 1, 3), ROUTH_BAD_INERTIA,
         "bodies[1] \"ball\": inertia [1 0 0; 0 1 0; 0 0 3] kg m² is impossible: its largest principal moment exceeds "
         "the sum of the other two");
    WITH(set_inertia(&s, 1e-100, 1e-100, 1e-100), ROUTH_OUT_OF_RANGE,
         "bodies[1] \"ball\": inertia [1e-100 0 0; 0 1e-100 0; 0 0 1e-100] kg m² is too small to compute with");
    WITH(set_inertia(&s, 1, 1, 2), ROUTH_OK, "");                      /* a disc */
    WITH(set_inertia(&s, 0.333333, 0.333333, 0.666667), ROUTH_OK, ""); /* one that was rounded */
    WITH(set_inertia(&s, 1e-9, 1, 1), ROUTH_OK, "");                   /* a thin rod */
    WITH(s.body[BALL].inertia[0][1] = 1e-5, ROUTH_BAD_INERTIA,
         "bodies[1] \"ball\": inertia [5.3312e-05 1e-05 0; 0 5.3312e-05 0; 0 0 5.3312e-05] kg m² is not symmetric");

    /* principal moments 1, 1, 2.001 (no body) and 1, 2, 2.999 (one) in turned axes */
    routh_random random = routh_random_seed(10, 0);
    for (int i = 0; i < 200; i++) {
        const double moments[2][3] = {{1, 1, 2.001}, {1, 2, 2.999}};
        double q[4], axes[3][3];
        draw(&random, q, 4);
        for (int k = 0; k < 3; k++)
            turn(q, 1, (const double[3]){k == 0, k == 1, k == 2}, axes[k]);
        for (int kind = 0; kind < 2; kind++) {
            routh_body3 body = routh_body3_default();
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    body.inertia[k][l] = 0;
                    for (int m = 0; m < 3; m++)
                        body.inertia[k][l] += moments[kind][m] * axes[m][k] * axes[m][l];
                }
            assert_int_equal(routh_body3_check(NULL, &body), kind == 0 ? ROUTH_BAD_INERTIA : ROUTH_OK);
        }
    }
}

static void bad_contacts_are_named(void **state) {
    (void)state;
    stage s;
    WITH(s.contact[1].b = BALL, ROUTH_BAD_ARGUMENT, "contacts[1]: a body cannot touch itself: a and b are both body 1");
    WITH(s.contact[1].b = 3, ROUTH_BAD_ARGUMENT, "contacts[1]: there is no body 3: the scene has 3");
    WITH(s.contact[0].a = SIZE_MAX, ROUTH_BAD_ARGUMENT,
         "contacts[0]: there is no body 18446744073709551615: the scene has 3");
    WITH(s.body[BALL].freedom = ROUTH_FIXED, ROUTH_BAD_ARGUMENT,
         "contacts[1]: both bodies are fixed, so neither can move");
    WITH((s.contact[1].a = CUE, s.contact[1].normal[0] = 0.5, s.contact[1].normal[2] = 1), ROUTH_BAD_COMPLIANCE,
         "contacts[1]: neither body can move along the normal");
    WITH(memset(s.contact[1].normal, 0, sizeof s.contact[1].normal), ROUTH_BAD_ARGUMENT,
         "contacts[1]: normal (0, 0, 0) has no direction");
    WITH(s.contact[1].normal[0] = INFINITY, ROUTH_NOT_FINITE,
         "contacts[1]: normal (inf, 0, 1): every number must be finite");
    WITH(s.contact[1].point[0] = NAN, ROUTH_NOT_FINITE,
         "contacts[1]: point (nan, 0, -0.028) m: every number must be finite");
    WITH(s.contact[1].point[0] = -1e100, ROUTH_OUT_OF_RANGE,
         "contacts[1]: point (-1e+100, 0, -0.028) m is too far away to compute with");
    WITH(s.contact[1].point[0] = 1e80, ROUTH_OUT_OF_RANGE,
         "contacts[1]: contact compliance of (20.5882, 1.87575e+164, 1.87575e+164) 1/kg along u, w, n is too large or "
         "too small to compute with");
    WITH((s.contact[1].point[0] = 1e42, s.body[BALL].spin[1] = 1e50), ROUTH_OUT_OF_RANGE,
         "contacts[1]: contact velocity (0, 0, -1e+92) m/s is too large to compute with");
    WITH(s.contact[1].stiffness = 0, ROUTH_BAD_PARAMETER, "contacts[1]: stiffness 0 is not positive");
    WITH(s.contact[1].stiffness = -1, ROUTH_BAD_PARAMETER, "contacts[1]: stiffness -1 is not positive");
    WITH(s.contact[1].stiffness = NAN, ROUTH_NOT_FINITE, "contacts[1]: stiffness nan must be finite");
    WITH(s.contact[1].stiffness = 1e17, ROUTH_BAD_PARAMETER,
         "contacts[1]: stiffness 1e+17, relative to contacts[0], is outside 1e-16 … 1e+16");
    WITH(s.contact[0].stiffness = 2, ROUTH_BAD_PARAMETER,
         "contacts[0]: stiffness 2: the first contact's stiffness is the unit for the others and must be 1");
    WITH(s.contact[1].pair.eps = 2, ROUTH_BAD_PARAMETER,
         "contacts[1]: coefficient of restitution e = 2 is outside 0 … 1");
    WITH(s.meetings = 0, ROUTH_BAD_ARGUMENT, "a scene without contacts: there is nothing to collide");
    WITH(s.meetings = ROUTH_MOST_SCENE_CONTACTS + 1, ROUTH_BAD_ARGUMENT, "65 contacts: a scene has 64 at most");
    WITH(s.meetings = ROUTH_MOST_SCENE_CONTACTS, ROUTH_OK, "");
}

static void two_bodies_alone_are_checked_the_same_way(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    stage s = cue_ball_table();
    routh_contact3 contact = {.v = {-7}};
    const routh_body3 *a = &s.body[BALL], *b = &s.body[CUE];
    assert_int_equal(routh_contact3_of(&context, a, b, &s.contact[0], &contact), ROUTH_OK);
    assert_true(fabs(contact.v[2] + 2) < 1e-15);
    contact.v[0] = -7;
    assert_int_equal(routh_contact3_of(&context, a, a, &s.contact[0], &contact), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "a body cannot touch itself: a and b are the same");
    assert_int_equal(routh_contact3_of(&context, a, &s.body[TABLE], &s.contact[1], &contact), ROUTH_SEPARATING);
    /* a guided body and a wall: nothing answers across the guide */
    s.contact[0].normal[0] = -1;
    assert_int_equal(routh_contact3_of(&context, b, &s.body[TABLE], &s.contact[0], &contact), ROUTH_BAD_COMPLIANCE);
    s.body[BALL].mass = -1;
    assert_int_equal(routh_contact3_of(&context, b, a, &s.contact[0], &contact), ROUTH_BAD_MASS);
    assert_string_equal(context.message, "body b: mass -1 kg is not positive");
    assert_true(contact.v[0] == -7); /* nothing is written on failure */
}

/* After a collision each contact has the velocity that the couplings foretell, v_i + Σ_j W_ij p_j. */
static void a_collision_changes_what_the_couplings_say(void **state) {
    (void)state;
    routh_random random = routh_random_seed(11, 0);
    for (int round = 0; round < 100; round++) {
        stage s = cue_ball_table();
        routh_scene scene = scene_of(&s);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 2; l++)
                s.contact[l].point[k] += 0.01 * drawn(&random);
        routh_collision collision = {0};
        double expected[2][3], after[3];
        for (size_t i = 0; i < 2; i++)
            draw(&random, collision.p[i], 3);
        for (size_t i = 0; i < 2; i++) {
            routh_contact_velocity(&scene, i, expected[i]);
            for (size_t j = 0; j < 2; j++) {
                double w[3][3];
                routh_coupling(&scene, i, j, w);
                for (int k = 0; k < 3; k++)
                    expected[i][k] += dot(w[k], collision.p[j]);
            }
        }
        routh_scene_apply(&scene, &collision);
        for (size_t i = 0; i < 2; i++) {
            routh_contact_velocity(&scene, i, after);
            for (int k = 0; k < 3; k++)
                assert_true(fabs(after[k] - expected[i][k]) < 1e-13 * (1 + fabs(expected[i][k])) * 50);
        }
    }
}

static void release_gives_everything_back(void **state) {
    (void)state;
    ledger book = {.budget = 3};
    routh_context context = context_with(&book);
    routh_scene scene = {.body = ledger_allocate(8, &book), .contact = ledger_allocate(8, &book), .body_count = 1};
    routh_collision collision = {.switches = ledger_allocate(8, &book), .switch_count = 1};
    routh_scene_release(&context, &scene);
    routh_collision_release(&context, &collision);
    assert_int_equal(book.blocks, 0);
    routh_scene_release(&context, &scene); /* again is no harm */
    routh_collision_release(&context, &collision);
    assert_int_equal(book.blocks, 0);
    assert_null(scene.body);
    assert_int_equal(scene.body_count + collision.switch_count, 0);
}

static void names_of_freedoms(void **state) {
    (void)state;
    assert_string_equal(routh_name(&routh_freedoms, ROUTH_FREE), "free");
    assert_string_equal(routh_name(&routh_freedoms, ROUTH_GUIDED), "guided");
    assert_string_equal(routh_name(&routh_freedoms, ROUTH_FIXED), "fixed");
}

SUBJECT(scene) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resting_and_opening_contacts_are_legal),
        cmocka_unit_test(bad_bodies_are_named),
        cmocka_unit_test(an_inertia_must_be_that_of_a_body),
        cmocka_unit_test(bad_contacts_are_named),
        cmocka_unit_test(two_bodies_alone_are_checked_the_same_way),
        cmocka_unit_test(a_collision_changes_what_the_couplings_say),
        cmocka_unit_test(release_gives_everything_back),
        cmocka_unit_test(names_of_freedoms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
