/* A study of insertions: it holds what its pieces say one by one, tells of recordings without contact, and can be
 * stopped, or run out of memory, with nothing left behind.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "feet.h"
#include <routh/study.h>

#include "../ledger.h"
#include "../subject.h"

enum { FEET = 3, SAMPLES = 40 };

static const double stiffness = 1.8e5, friction = 0.2;

/* Feet that differ in length, first one way, then the other; the pressure rises and falls. */
static table rocking(double lift) {
    const double longer[FEET] = {3e-5, -5e-5, 2e-5};
    table t = make_table(FEET, SAMPLES);
    for (long i = 0; i < FEET; i++) {
        char name[ROUTH_LABEL_SIZE];
        snprintf(name, sizeof name, "length of foot %ld", i + 1);
        add_displacement(&t, name, ROUTH_DISPLACE_SHIFT, i, downwards, 1e-4);
    }
    for (size_t k = 0; k < SAMPLES; k++) {
        const double deep = 1e-4 + 4e-5 * sin(0.3 * (double)k);
        double depth[FEET];
        for (int i = 0; i < FEET; i++)
            depth[i] = deep + longer[i];
        put(&t, k, deep - lift, sin(0.05 * (double)k) < 0 ? 2e-3 : -2e-3);
        push_back(&t, k, stiffness, friction, depth);
    }
    return t;
}

static routh_insertion_study_options quick(void) {
    routh_insertion_study_options options = routh_insertion_study_options_default();
    options.fit.gammas = 3;
    options.fit.gamma_high = 1e-2;
    options.fit.gamma_low = 1e-6;
    return options;
}

static void a_study_holds_what_its_pieces_say(void **state) {
    (void)state;
    table t = rocking(0);
    const routh_insertion_study_options options = quick();
    routh_insertion_study study;
    prepare(&t);
    assert_int_equal(routh_insertion_study_run(NULL, &t.assembly, &t.insertion, 1, &options, &study), ROUTH_OK);
    const routh_insertion_case *item = &study.item[0];
    assert_int_equal(study.count, 1);
    assert_int_equal(item->insertion.count, SAMPLES);
    assert_int_equal(item->lcurve.count, 3);
    assert_true(item->fit.gamma == item->lcurve.point[item->lcurve.chosen].gamma);
    assert_true(item->fit.force_cost < item->plain.force_cost);
    assert_null(item->truth);
    for (size_t k = 0; k < SAMPLES; k++) {
        routh_contact_point3 contact[FEET];
        const size_t count = routh_regressor_contacts(t.regressor, item->fit.x, k, FEET, contact);
        assert_int_equal(item->first[k + 1] - item->first[k], count);
        assert_memory_equal(&item->contact[item->first[k]], contact, count * sizeof *contact);
        const routh_pose3 pose = routh_regressor_pose(t.regressor, item->fit.x, k);
        assert_memory_equal(&item->pose[k], &pose, sizeof pose);
    }
    routh_insertion_study_release(NULL, &study);
    forget(&t);
}

/* Lifted by a millimetre nothing touches: a finding, and no L-curve. */
static void no_contact_is_a_finding(void **state) {
    (void)state;
    table t = rocking(1e-3);
    const routh_insertion_study_options options = quick();
    routh_insertion_study study;
    assert_int_equal(routh_insertion_study_run(NULL, &t.assembly, &t.insertion, 1, &options, &study), ROUTH_OK);
    const routh_insertion_case *item = &study.item[0];
    assert_int_equal(item->fit.flags, ROUTH_INSERTION_NO_CONTACT);
    assert_int_equal(item->lcurve.count, 0);
    assert_int_equal(item->first[SAMPLES], 0);
    for (int j = 0; j < FEET; j++)
        assert_int_equal(item->observability.seen[j], ROUTH_SEEN_NOT);
    routh_insertion_study_release(NULL, &study);
    forget(&t);
}

/* How often to go on before asking to stop. */
static int count_down(const char *what, double fraction, void *user) {
    (void)what;
    assert_true(fraction >= 0 && fraction <= 1);
    return (*(int *)user)-- == 0;
}

static void can_be_stopped(void **state) {
    (void)state;
    table t = rocking(0);
    routh_insertion_study_options options = quick();
    for (int method = 0; method < 2; method++) {
        options.fit.method = method ? ROUTH_NELDER_MEAD : ROUTH_LEVENBERG_MARQUARDT;
        for (int patience = 0; patience < 4; patience++) {
            int left = patience;
            routh_context context = routh_context_default();
            routh_insertion_study study;
            context.progress = count_down;
            context.user = &left;
            assert_int_equal(routh_insertion_study_run(&context, &t.assembly, &t.insertion, 1, &options, &study),
                             ROUTH_CANCELLED);
            assert_null(study.item);
        }
    }
    forget(&t);
}

static void memory_may_run_out(void **state) {
    (void)state;
    table t = rocking(0);
    const routh_insertion_study_options options = quick();
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int budget = 0;
    for (; status != ROUTH_OK; budget = budget < 100 ? budget + 1 : budget + budget / 5) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_insertion_study study;
        status = routh_insertion_study_run(&context, &t.assembly, &t.insertion, 1, &options, &study);
        if (status == ROUTH_OK)
            routh_insertion_study_release(&context, &study);
        else
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    assert_true(budget > 100);
    forget(&t);
}

SUBJECT(study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_study_holds_what_its_pieces_say),
        cmocka_unit_test(no_contact_is_a_finding),
        cmocka_unit_test(can_be_stopped),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
