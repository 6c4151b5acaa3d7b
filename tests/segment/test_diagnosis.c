/* Diagnosis: recordings read in the wrong way, and the setting that brings their impacts back.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/segment.h>

#include "../data/simulated_drops.h"
#include "../subject.h"

enum { DROPS = 30, FRAMES = 90, CONTACTS = 12 };

typedef enum mistake { NONE, MILLIMETRES, DEGREES, BOTH, Y_DOWN, RATE_WRONG, SHAPE_IN_MILLIMETRES } mistake;

static routh_dataset recording(mistake what) {
    routh_random random = routh_random_seed(7, 0), shake = routh_random_seed(7, 1);
    routh_dataset dataset = empty_dataset();
    const camera eye = {.position_noise = 5e-5, .angle_noise = 2e-3, .rest = 30, .random = &shake};
    for (int i = 0; i < DROPS; i++) {
        const course path = drop(&dataset.body, random_start(&random), CONTACTS);
        routh_trajectory *seen = record_course(&dataset, &path, FRAMES, &eye);
        for (size_t k = 0; k < seen->count; k++) {
            const double length = what == MILLIMETRES || what == BOTH ? 1e3 : 1;
            seen->x[k] *= length * (what == Y_DOWN ? -1 : 1);
            seen->y[k] *= length * (what == Y_DOWN ? -1 : 1);
            seen->theta[k] *= what == DEGREES || what == BOTH ? 180 / acos(-1) : 1;
            seen->time[k] *= what == RATE_WRONG ? 2 : 1;
        }
    }
    for (size_t i = 0; what == SHAPE_IN_MILLIMETRES && i < dataset.body.shape.count; i++)
        for (int k = 0; k < 2; k++)
            dataset.body.shape.vertex[i][k] *= 1e3;
    dataset.body.inertia *= what == SHAPE_IN_MILLIMETRES ? 1e6 : 1;
    dataset.rate /= what == RATE_WRONG ? 2 : 1;
    return dataset;
}

static void test_alternatives(void **state) {
    (void)state;
    static const struct {
        mistake what;
        const char *field, *value;
    } cases[] = {{MILLIMETRES, "units", "mm"}, {DEGREES, "units", "deg"},
                 {BOTH, "units", "mm,deg"},    {Y_DOWN, "up", "-y"},
                 {RATE_WRONG, "rate", NULL},   {SHAPE_IN_MILLIMETRES, "shape", "square:0.06"}};
    routh_dataset good = recording(NONE);
    assert_int_equal(routh_dataset_segment(NULL, NULL, &good), ROUTH_OK);
    const size_t used = routh_dataset_used(&good, NULL);
    routh_diagnosis diagnosis;
    assert_int_equal(routh_diagnosis_of(NULL, &good, NULL, &diagnosis), ROUTH_OK);
    assert_false(diagnosis.needed);
    assert_int_equal(diagnosis.words.count, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        routh_dataset dataset = recording(cases[i].what);
        assert_int_equal(routh_dataset_segment(NULL, NULL, &dataset), ROUTH_OK);
        assert_int_equal(routh_diagnosis_of(NULL, &dataset, NULL, &diagnosis), ROUTH_OK);
        for (size_t k = 0; k < diagnosis.words.count; k++)
            print_message("%s: %s\n", diagnosis.words.finding[k].topic, diagnosis.words.finding[k].text);
        assert_true(diagnosis.needed && diagnosis.count > 0 && diagnosis.tried > 10);
        assert_true(diagnosis.alternative[0].used >= used * 9 / 10);
        if (cases[i].field) {
            assert_int_equal(diagnosis.alternative[0].settings, 1);
            assert_string_equal(diagnosis.alternative[0].field[0], cases[i].field);
        }
        if (cases[i].value)
            assert_string_equal(diagnosis.alternative[0].value[0], cases[i].value);
        else if (cases[i].field)
            assert_true(fabs(atof(diagnosis.alternative[0].value[0]) / RATE - 1) < 0.02);
        routh_diagnosis_release(NULL, &diagnosis);
        routh_dataset_release(NULL, &dataset);
    }
    routh_dataset_release(NULL, &good);
}

/* Offsets given by hand that are wrong: those that contacts show. */
static void test_wrong_offsets(void **state) {
    (void)state;
    routh_dataset dataset = recording(NONE);
    routh_segment_options options = routh_segment_options_default();
    options.calibrate = false;
    options.height_offset = 0.75;
    options.angle_offset = 0.3;
    assert_int_equal(routh_dataset_segment(NULL, &options, &dataset), ROUTH_OK);
    routh_diagnosis diagnosis;
    assert_int_equal(routh_diagnosis_of(NULL, &dataset, &options, &diagnosis), ROUTH_OK);
    assert_true(diagnosis.needed && diagnosis.count > 0);
    bool offsets = false;
    for (size_t i = 0; i < diagnosis.count; i++)
        print_message("%s: %s %s\n", diagnosis.alternative[i].text, diagnosis.alternative[i].value[0],
                      diagnosis.alternative[i].value[1]);
    for (size_t i = 0; i < diagnosis.count; i++)
        offsets = offsets || (diagnosis.alternative[i].settings == 2 &&
                              strcmp(diagnosis.alternative[i].field[0], "angle_offset") == 0 &&
                              fabs(atof(diagnosis.alternative[i].value[0])) < 0.01 &&
                              fabs(atof(diagnosis.alternative[i].value[1])) < 0.001);
    assert_true(offsets);
    routh_diagnosis_release(NULL, &diagnosis);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(diagnosis) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_alternatives), cmocka_unit_test(test_wrong_offsets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
