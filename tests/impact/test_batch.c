/* Many impacts at once: the same bits as one at a time, for any number of threads, bad ones marked.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "cases.h"

enum { COUNT = 20011 }; /* many blocks, the last one not full */

static double in[7][COUNT], out[2][5][COUNT];
static unsigned char codes[2][2][COUNT];

static void fill_inputs(void) {
    routh_random random = routh_random_seed(13, 0);
    for (size_t i = 0; i < COUNT; i++) {
        const impact_case k = random_case(&random);
        const double row[7] = {k.contact.wtt, k.contact.wtn, k.contact.wnn, k.contact.vt, k.contact.vn, k.mu, k.eps};
        for (int j = 0; j < 7; j++)
            in[j][i] = row[j];
    }
}

static routh_batch batch_of(const routh_law *law, int slot) {
    static const double et = 0.25;
    routh_batch b = routh_batch_default();
    b.count = COUNT;
    b.wtt = in[0];
    b.wtn = in[1];
    b.wnn = in[2];
    b.vt = in[3];
    b.vn = in[4];
    const int friction = routh_law_parameter(law, "mu"), restitution = routh_law_parameter(law, "eps");
    if (friction >= 0)
        b.parameter[friction] = in[5];
    b.parameter[restitution] = in[6];
    b.parameter_varies = (friction >= 0 ? 1u << friction : 0) | 1u << restitution;
    if (law->parameter_count == 3)
        b.parameter[2] = &et;
    b.pt = out[slot][0];
    b.pn = out[slot][1];
    b.vt_after = out[slot][2];
    b.vn_after = out[slot][3];
    b.contact_energy_ratio = out[slot][4];
    b.mode = codes[slot][0];
    b.flags = codes[slot][1];
    return b;
}

static void single_parameters(const routh_law *law, size_t i, double *p) {
    routh_law_parameters(law, in[5][i], in[6][i], p);
    if (law->parameter_count == 3)
        p[2] = 0.25;
}

static void batch_equals_one_by_one(void **state) {
    (void)state;
    fill_inputs();
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        const routh_batch b = batch_of(law, 0);
        size_t bad = 7;
        assert_int_equal(routh_law_solve_batch(law, &b, &bad), ROUTH_OK);
        assert_int_equal(bad, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            const routh_contact c = {.wtt = in[0][i], .wtn = in[1][i], .wnn = in[2][i], .vt = in[3][i], .vn = in[4][i]};
            double p[ROUTH_MAX_PARAMETERS];
            routh_outcome o;
            single_parameters(law, i, p);
            assert_int_equal(routh_law_solve(law, p, &c, &o), ROUTH_OK);
            assert_true(o.pt == b.pt[i] && o.pn == b.pn[i] && o.vt == b.vt_after[i] && o.vn == b.vn_after[i]);
            assert_true(o.contact_energy_ratio == b.contact_energy_ratio[i] && o.mode == b.mode[i] &&
                        o.flags == b.flags[i]);
        }
    }
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    fill_inputs();
    for (size_t l = 0; l < routh_law_count(); l++)
        for (int threads = 2; threads <= 7; threads++) {
            routh_batch one = batch_of(routh_law_at(l), 0), many = batch_of(routh_law_at(l), 1);
            one.threads = 1;
            many.threads = threads;
            memset(out, 0, sizeof out);
            assert_int_equal(routh_law_solve_batch(routh_law_at(l), &one, NULL), ROUTH_OK);
            assert_int_equal(routh_law_solve_batch(routh_law_at(l), &many, NULL), ROUTH_OK);
            assert_memory_equal(out[0], out[1], sizeof out[0]);
            assert_memory_equal(codes[0], codes[1], sizeof codes[0]);
        }
}

static void bad_impacts_are_marked_and_the_rest_solved(void **state) {
    (void)state;
    fill_inputs();
    in[4][777] = 0.5;      /* separating */
    in[0][15000] = -1;     /* not positive definite */
    in[6][19000] = 2;      /* ε > 1 */
    in[3][19001] = NAN;    /* not finite */
    in[0][19002] = 1e-310; /* overflows on the way */
    in[2][19002] = 1e300;
    in[3][19002] = 1e200;
    in[1][19002] = 0;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_batch b = batch_of(law, 0);
        size_t bad = 0, unsolved = 0;
        assert_int_equal(routh_law_solve_batch(law, &b, &bad), ROUTH_SEPARATING);
        assert_int_equal(bad, 777);
        for (size_t i = 0; i < COUNT; i++) {
            unsolved += b.mode[i] == ROUTH_UNSOLVED;
            assert_int_equal(b.mode[i] == ROUTH_UNSOLVED,
                             isnan(b.pt[i]) && isnan(b.pn[i]) && isnan(b.contact_energy_ratio[i]));
        }
        assert_int_equal(unsolved, 5);
    }
}

static void unwanted_results_and_shared_parameters(void **state) {
    (void)state;
    fill_inputs();
    const routh_law *law = routh_law_find(NULL, "mirtich");
    const double mu = 0.4, eps = 0.6, p[] = {0.4, 0.6};
    routh_batch b = batch_of(law, 0);
    b.parameter[0] = &mu;
    b.parameter[1] = &eps;
    b.parameter_varies = 0;
    b.pt = b.vt_after = b.vn_after = b.contact_energy_ratio = NULL;
    b.mode = b.flags = NULL;
    assert_int_equal(routh_law_solve_batch(law, &b, NULL), ROUTH_OK);
    for (size_t i = 0; i < COUNT; i++) {
        const routh_contact c = {.wtt = in[0][i], .wtn = in[1][i], .wnn = in[2][i], .vt = in[3][i], .vn = in[4][i]};
        assert_true(b.pn[i] == law->impulse(&c, p).pn);
    }
    b.count = 0;
    assert_int_equal(routh_law_solve_batch(law, &b, NULL), ROUTH_OK);
}

static void incomplete_batches_and_laws_of_ones_own(void **state) {
    (void)state;
    fill_inputs();
    const routh_law *law = routh_law_find(NULL, "chatterjee-ruina");
    routh_batch b = batch_of(law, 0);
    b.parameter[2] = NULL;
    size_t bad = 7;
    assert_int_equal(routh_law_solve_batch(law, &b, &bad), ROUTH_BAD_ARGUMENT);
    assert_int_equal(bad, 0);
    b = batch_of(law, 0);
    b.vt = NULL;
    assert_int_equal(routh_law_solve_batch(law, &b, NULL), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_law_solve_batch(NULL, &b, NULL), ROUTH_BAD_ARGUMENT);
    routh_outcome outcome;
    assert_int_equal(
        routh_law_solve(NULL, in[0], &(routh_contact){.wtt = 1, .wtn = 0, .wnn = 1, .vt = 0, .vn = -1}, &outcome),
        ROUTH_BAD_ARGUMENT);

    routh_law own = *routh_law_find(NULL, "mirtich"); /* without a loop over many */
    own.impulses = NULL;
    const routh_batch with = batch_of(&own, 0), without = batch_of(&own, 1);
    assert_int_equal(routh_law_solve_batch(routh_law_find(NULL, "mirtich"), &with, NULL), ROUTH_OK);
    assert_int_equal(routh_law_solve_batch(&own, &without, NULL), ROUTH_OK);
    assert_memory_equal(out[0], out[1], sizeof out[0]);
}

SUBJECT(batch) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_equals_one_by_one),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(bad_impacts_are_marked_and_the_rest_solved),
        cmocka_unit_test(unwanted_results_and_shared_parameters),
        cmocka_unit_test(incomplete_batches_and_laws_of_ones_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
