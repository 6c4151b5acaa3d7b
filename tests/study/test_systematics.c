/* Other readings of a recording: what they change on the ellipse drops, and that nothing is left open where all is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/report.h>
#include <routh/simulate.h>
#include <routh/study.h>

#include "../cases/recorded.h"
#include "../subject.h"
#include "report/write.h"

static const routh_variant *find(const routh_systematics *s, const char *name) {
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->variant[i].name, name) == 0)
            return &s->variant[i];
    fail_msg("no reading is called %s", name);
    return NULL;
}

/* Figures of an independent program, what-is-left.md; the tolerance of ε is its standard error over draws. */
static void test_ellipse_drops(void **state) {
    (void)state;
    char path[PATH_SIZE];
    recorded_or_skip(ELLIPSE_DROPS, path);
    routh_dataset dataset;
    routh_systematics s;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(path), NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_systematics_of(NULL, &dataset, NULL, ROUTH_MIRROR_T, NULL, NULL, &s), ROUTH_OK);
    const struct {
        const char *name;
        double eps, error;
    } readings[] = {{"gap 0 ms", 0.542, 0.168},  {"as used", 0.535, 0.168},    {"gap 8 ms", 0.528, 0.168},
                    {"gap 12 ms", 0.522, 0.168}, {"calibrated", 0.535, 0.161}, {"own flags", 0.530, 0.174}};
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        assert_true(fabs(find(&s, readings[i].name)->parameters[1] - readings[i].eps) < 0.004);
        assert_true(fabs(find(&s, readings[i].name)->error - readings[i].error) < 0.0035);
    }
    assert_true(fabs(find(&s, "calibrated")->bound - 0.036) < 0.002);
    assert_true(fabs(s.variant[0].bound - 0.0475) < 0.002);
    assert_true(s.high[1] - s.low[1] > 10 * s.interval[1].deviation); /* far more than the standard error */
    assert_true(isnan(s.advised_gyration));
    json_t *root = routh_systematics_json(&s);
    char *text = json_dumps(root, 0);
    assert_non_null(strstr(text, "\"standard_error\""));
    free(text);
    json_decref(root);
    routh_systematics_release(NULL, &s);

    dataset.gap = 0; /* and three frames of gravity: what a later release of the data has */
    assert_int_equal(routh_systematics_of(NULL, &dataset, NULL, ROUTH_MIRROR_T, NULL, NULL, &s), ROUTH_OK);
    assert_true(fabs(find(&s, "gravity of 3 frames in vy after")->parameters[1] - 0.592) < 0.004);
    routh_systematics_release(NULL, &s);
    routh_dataset_release(NULL, &dataset);
}

/* Generated drops with everything as stated: no rate, no flags, no offset, no other inertia. */
static void test_nothing_open(void **state) {
    (void)state;
    routh_dataset_generator generator = routh_dataset_generator_default();
    routh_dataset dataset;
    routh_systematics s;
    routh_law_parameters(generator.law, 0.2, 0.5, generator.parameters);
    assert_int_equal(routh_dataset_generate(NULL, &generator, 300, &dataset), ROUTH_OK);
    dataset.rate = NAN;
    assert_int_equal(routh_systematics_of(NULL, &dataset, NULL, ROUTH_AS_RECORDED, NULL, NULL, &s), ROUTH_OK);
    for (size_t i = 1; i < s.count; i++)
        print_message("%s\n", s.variant[i].name);
    assert_int_equal(s.count, 2); /* a robust fit is always possible, and agrees */
    assert_int_equal(s.variant[1].kind, ROUTH_READING_ROBUST);
    assert_true(fabs(s.variant[1].parameters[1] - s.variant[0].parameters[1]) < 2 * s.interval[1].deviation);
    routh_systematics_release(NULL, &s);
    dataset.body.inertia *= 1.5; /* a wrong inertia is named, and what the other would change */
    assert_int_equal(routh_systematics_of(NULL, &dataset, NULL, ROUTH_AS_RECORDED, NULL, NULL, &s), ROUTH_OK);
    assert_int_equal(s.variant[s.count - 1].kind, ROUTH_READING_INERTIA);
    assert_true(s.variant[s.count - 1].bound < s.variant[0].bound / 2);
    routh_systematics_release(NULL, &s);
    assert_int_equal(routh_systematics_of(NULL, &dataset, NULL, (routh_frame)8, NULL, NULL, &s), ROUTH_BAD_ARGUMENT);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(systematics) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ellipse_drops), cmocka_unit_test(test_nothing_open)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
