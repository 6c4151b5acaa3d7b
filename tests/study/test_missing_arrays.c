/* An array that a caller forgot is a status and a message that names it, never a crash: every call that takes a pointer and a
 * count.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

#include "inertia/inertia.h"

enum { COUNT = 5 };

static const routh_pair pairs[COUNT];
static const routh_contact3 contacts[COUNT];
static const double numbers[3 * COUNT];
static routh_body3 bodies[COUNT];
static routh_scene_contact meetings[COUNT];

static const routh_law3 *rigid(void) {
    return routh_law3_find(NULL, "rigid");
}

static routh_status batch3_pair(routh_context *context) {
    static routh_outcome3 outcome[COUNT];
    return routh_law3_solve_batch(context, rigid(), NULL, contacts, COUNT, outcome, NULL);
}

static routh_status batch3_contact(routh_context *context) {
    static routh_outcome3 outcome[COUNT];
    return routh_law3_solve_batch(context, rigid(), pairs, NULL, COUNT, outcome, NULL);
}

static routh_status batch3_outcome(routh_context *context) {
    return routh_law3_solve_batch(context, rigid(), pairs, contacts, COUNT, NULL, NULL);
}

static routh_status scene_body(routh_context *context) {
    const routh_scene scene = {.body_count = COUNT, .contact = meetings, .contact_count = COUNT};
    return routh_scene_check(context, &scene);
}

static routh_status scene_contact(routh_context *context) {
    const routh_scene scene = {.body = bodies, .body_count = COUNT, .contact_count = COUNT};
    return routh_scene_check(context, &scene);
}

static routh_status fit_samples(routh_context *context) {
    routh_estimate estimate;
    return routh_law_fit(context, routh_law_find(NULL, "mirtich"), NULL, NULL, COUNT, NULL, &estimate);
}

static routh_status fit3_samples(routh_context *context) {
    routh_estimate estimate;
    return routh_law3_fit(context, rigid(), NULL, NULL, COUNT, &estimate);
}

static routh_status noise_records(routh_context *context) {
    routh_noise noise;
    return routh_noise_of_snr(context, NULL, COUNT, 20, &noise);
}

static routh_status inertia_records(routh_context *context) {
    routh_inertia_estimate estimate;
    return routh_inertia_fit(context, NULL, COUNT, NULL, &estimate);
}

static routh_status hull_points(routh_context *context) {
    routh_polyhedron *polyhedron;
    return routh_polyhedron_of_points(context, COUNT, NULL, 0, &polyhedron);
}

static routh_status halfspaces_f(routh_context *context) {
    routh_polyhedron *polyhedron;
    return routh_polyhedron_of_halfspaces(context, COUNT, NULL, numbers, &polyhedron);
}

static routh_status halfspaces_g(routh_context *context) {
    routh_polyhedron *polyhedron;
    return routh_polyhedron_of_halfspaces(context, COUNT, numbers, NULL, &polyhedron);
}

static routh_status study_insertions(routh_context *context) {
    routh_insertion_study study;
    return routh_insertion_study_run(context, NULL, NULL, COUNT, NULL, &study);
}

static void messages_name_the_array(void **state) {
    (void)state;
    static const struct {
        const char *array;
        routh_status (*call)(routh_context *context);
    } table[] = {
        {"pair", batch3_pair},
        {"contact", batch3_contact},
        {"outcome", batch3_outcome},
        {"body", scene_body},
        {"contact", scene_contact},
        {"samples", fit_samples},
        {"samples", fit3_samples},
        {"records", noise_records},
        {"records", inertia_records},
        {"points", hull_points},
        {"f", halfspaces_f},
        {"g", halfspaces_g},
        {"insertions", study_insertions},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        routh_context context = routh_context_default();
        assert_int_equal(table[i].call(&context), ROUTH_BAD_ARGUMENT);
        assert_string_equal(context.field, table[i].array);
        assert_non_null(strstr(context.message, "NULL"));
        assert_int_equal(table[i].call(NULL), ROUTH_BAD_ARGUMENT);
    }
}

/* The planar batch has no context: a status only. One array after the other is missing. */
static void batches_need_their_arrays(void **state) {
    (void)state;
    const double one = 1, less = -1;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_batch empty = routh_batch_default();
        size_t bad = 7;
        assert_int_equal(routh_law_solve_batch(law, &empty, &bad), ROUTH_OK);
        assert_int_equal(bad, 0);
        empty.count = 1;
        assert_int_equal(routh_law_solve_batch(law, &empty, &bad), ROUTH_BAD_ARGUMENT);
        assert_int_equal(routh_law_solve_batch(NULL, &empty, &bad), ROUTH_BAD_ARGUMENT);
        assert_int_equal(routh_law_solve_batch(law, NULL, NULL), ROUTH_BAD_ARGUMENT);
        for (int missing = 0; missing < 5 + law->parameter_count; missing++) {
            const double zero = 0, *arrays[] = {&one, &zero, &one, &one, &less};
            routh_batch b = routh_batch_default();
            b.count = 1;
            for (int j = 0; j < law->parameter_count; j++)
                b.parameter[j] = missing == 5 + j ? NULL : &law->parameter[j].initial;
            if (missing < 5)
                arrays[missing] = NULL;
            b.wtt = arrays[0];
            b.wtn = arrays[1];
            b.wnn = arrays[2];
            b.vt = arrays[3];
            b.vn = arrays[4];
            assert_int_equal(routh_law_solve_batch(law, &b, &bad), ROUTH_BAD_ARGUMENT);
        }
        assert_int_equal(routh_law_solve(law, NULL, &(routh_contact){.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = -1},
                                         &(routh_outcome){0}),
                         ROUTH_BAD_ARGUMENT);
    }
}

SUBJECT(missing_arrays) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_name_the_array),
        cmocka_unit_test(batches_need_their_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
