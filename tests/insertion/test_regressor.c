/* The regressor against a wrench that was worked out by hand, in other axes: signs, transforms and levers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../on_threads.h"
#include "../subject.h"
#include "block.h"
#include "insertion/regressor.h"

enum { CASES = 200 };

static block_case cases[CASES];
static routh_insertion_instant samples[CASES];

static double between(routh_random *random, double low, double high) {
    return routh_random_uniform(random, low, high);
}

/* A wrench of every direction of sliding and every depth comes back as Φ (K, μK). */
static void test_block_on_slab(void **state) {
    (void)state;
    routh_random random = routh_random_seed(3, 1);
    static double phi[CASES * 12];
    static uint32_t contacts[CASES];
    for (int i = 0; i < CASES; i++)
        cases[i] = (block_case){
            .k = 1.8e5,
            .mu = 0.3,
            .depth = between(&random, 1e-5, 4e-4),
            .x = between(&random, -0.05, 0.05),
            .y = between(&random, -0.05, 0.05),
            .velocity = {between(&random, -2e-3, 2e-3), between(&random, -2e-3, 2e-3), between(&random, -1e-4, 1e-4)}};
    routh_assembly assembly = block_assembly();
    const routh_insertion insertion = block_insertion(cases, CASES, 8e-5, samples);
    routh_insertion_options options = routh_insertion_options_default();
    options.slip_speed = 1e-9;
    routh_context context = routh_context_default();
    routh_regressor *regressor;
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_regressor_create(&room, &assembly, &insertion, &options, &regressor), ROUTH_OK);
    const double x[3] = {0, 0, 0};
    assert_int_equal(routh_regressor_evaluate(&context, regressor, x, phi, contacts), ROUTH_OK);
    const double *measured = routh_regressor_wrench(regressor);
    for (int i = 0; i < CASES; i++) {
        assert_int_equal(contacts[i], 1);
        const double force = 1.8e5 * cases[i].depth;
        for (int k = 0; k < 6; k++) {
            const double made = phi[12 * i + 2 * k] * 1.8e5 + phi[12 * i + 2 * k + 1] * 0.3 * 1.8e5;
            if (!(fabs(made - measured[6 * i + k]) < 1e-9 * force))
                fail_msg("case %d, component %d: %.12g instead of %.12g", i, k, made, measured[6 * i + k]);
        }
    }
    assert_int_equal(routh_regressor_evaluations(regressor), 1);
    routh_assembly_release(&context, &assembly);
}

/* An offset of the reference makes every overlap deeper by itself; a shift moves the point; both exactly. */
static void test_displacements(void **state) {
    (void)state;
    const block_case c = {.k = 1e5, .mu = 0.2, .depth = 1e-4, .x = 0.01, .velocity = {1e-3, 0, 0}};
    routh_assembly assembly = block_assembly();
    const routh_insertion insertion = block_insertion(&c, 1, 8e-5, samples);
    routh_context context = routh_context_default();
    routh_regressor *regressor;
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_regressor_create(&room, &assembly, &insertion, NULL, &regressor), ROUTH_OK);
    const double nominal[3] = {0, 0, 0}, deeper[3] = {3e-5, 0, 0}, aside[3] = {0, 2e-4, 0};
    routh_contact_point3 contact;
    assert_int_equal(routh_regressor_contacts(regressor, nominal, 0, 1, &contact), 1);
    assert_close(contact.depth, 1e-4, 1e-14);
    assert_close(contact.normal[2], -1, 1e-12); /* out of the block, down */
    assert_close(contact.tangent[0], 1, 1e-12); /* the slab slides towards −x */
    assert_close(contact.speed, 1e-3, 1e-15);
    assert_int_equal(routh_regressor_contacts(regressor, deeper, 0, 1, &contact), 1);
    assert_close(contact.depth, 1.3e-4, 1e-14);
    assert_int_equal(routh_regressor_contacts(regressor, aside, 0, 1, &contact), 1);
    assert_close(contact.depth, 1e-4, 1e-14);
    assert_close(contact.point[0], 2e-4, 1e-12); /* block axes */
    const routh_pose3 pose = routh_regressor_pose(regressor, deeper, 0);
    assert_close(pose.position[2], -1.3e-4, 1e-15);
    routh_assembly_release(&context, &assembly);
}

/* Below the threshold of speed a contact sticks, and has no tangential column. */
static void test_sticking(void **state) {
    (void)state;
    const block_case c = {.k = 1e5, .mu = 0.2, .depth = 1e-4, .velocity = {1.9e-4, 0, 0}};
    routh_assembly assembly = block_assembly();
    const routh_insertion insertion = block_insertion(&c, 1, 8e-5, samples);
    routh_context context = routh_context_default();
    routh_regressor *regressor;
    double phi[12];
    const double x[3] = {0, 0, 0};
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_regressor_create(&room, &assembly, &insertion, NULL, &regressor), ROUTH_OK);
    assert_int_equal(routh_regressor_evaluate(&context, regressor, x, phi, NULL), ROUTH_OK);
    for (int k = 0; k < 6; k++)
        assert_true(fabs(phi[2 * k + 1]) <= 0);
    assert_true(fabs(phi[4]) > 0.9e-4);
    const double wild[3] = {NAN, 0, 0};
    assert_int_equal(routh_regressor_evaluate(&context, regressor, wild, phi, NULL), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "offset"));
    routh_assembly_release(&context, &assembly);
}

/* One thread or three: the same bits. */
static void test_threads(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    routh_random random = routh_random_seed(4, 1);
    static double phi[2][CASES * 12];
    for (int i = 0; i < CASES; i++)
        cases[i] = (block_case){.k = 1e5, .depth = between(&random, 1e-6, 1e-4), .velocity = {1e-3, 0, 0}};
    routh_assembly assembly = block_assembly();
    const routh_insertion insertion = block_insertion(cases, CASES, 8e-5, samples);
    const double x[3] = {1e-6, 1e-5, 1e-4};
    for (int t = 0; t < 2; t++) {
        routh_context context = on_threads(t ? 3 : 1);
        routh_regressor *regressor;
        ROUTH_ARENA(room, &context);
        assert_int_equal(routh_regressor_create(&room, &assembly, &insertion, NULL, &regressor), ROUTH_OK);
        for (int again = 0; again < 2; again++) /* with and without memory of contacts */
            assert_int_equal(routh_regressor_evaluate(NULL, regressor, x, phi[t], NULL), ROUTH_OK);
    }
    assert_memory_equal(phi[0], phi[1], sizeof phi[0]);
    routh_assembly_release(NULL, &assembly);
}

static void refuses(const routh_assembly *assembly, const routh_insertion *insertion, const char *words) {
    routh_context context = routh_context_default();
    routh_regressor *regressor;
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_regressor_create(&room, assembly, insertion, NULL, &regressor), ROUTH_BAD_ARGUMENT);
    assert_null(regressor);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

/* Transforms that stretch or mirror are named; so is an offset that the scene gives no axis. */
static void test_refused(void **state) {
    (void)state;
    const block_case c = {.k = 1e5, .depth = 1e-4};
    routh_assembly assembly = block_assembly();
    const routh_insertion good = block_insertion(&c, 1, 8e-5, samples);
    routh_insertion bad = good;
    for (int k = 0; k < 3; k++)
        bad.plate.rotation[k][1] *= 1.001;
    refuses(&assembly, &bad, "the force plate: a pose's matrix is not a rotation");
    bad = good;
    for (int k = 0; k < 3; k++)
        bad.receptacle.rotation[k][1] *= -1;
    refuses(&assembly, &bad, "object 2 in the world: a pose's matrix is a reflection");
    samples[0].hand.rotation[0][0] += 0.01;
    refuses(&assembly, &good, "the hand at sample 1");
    assembly.count = 0;
    refuses(&assembly, &good, "offset of 8e-05 m");
    routh_assembly_release(NULL, &assembly);
}

SUBJECT(regressor) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_on_slab), cmocka_unit_test(test_displacements), cmocka_unit_test(test_sticking),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
