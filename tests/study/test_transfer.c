/* Parameters of another study: as they were written, with their error, and files that are none.
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

#include "../subject.h"

static routh_study_options small(void) {
    routh_study_options options = routh_study_options_default();
    options.references = 0;
    options.k_max = options.draws = 1;
    options.surface = 3;
    options.resamples = 20;
    return options;
}

static routh_dataset drops(uint64_t seed, double friction) {
    routh_dataset dataset;
    routh_dataset_generator generator = routh_dataset_generator_default();
    generator.drops.seed = seed;
    generator.parameters[0] = friction;
    assert_int_equal(routh_dataset_generate(NULL, &generator, 200, &dataset), ROUTH_OK);
    return dataset;
}

/* What a study writes is read back to the digits of the file. On its own impacts these parameters err as the fit does, and on
 * those of another ground more than the fit there. */
static void test_there_and_back(void **state) {
    (void)state;
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = small();
    routh_calibration calibration = {.frame = frame};
    routh_dataset here = drops(1, 0.2), there = drops(2, 0.1);
    routh_study study;
    routh_transfer transfer;
    routh_buffer file = {0};
    calibration.value[ROUTH_CALIBRATION_ANGLE] = (routh_calibration_value){.freed = true, .value = 0.0125};
    options.calibration = &calibration;
    assert_int_equal(routh_study_run(NULL, &here, &frame, 1, NULL, &options, &study), ROUTH_OK);
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_buffer(&file, "results.json")), ROUTH_OK);
    assert_int_equal(routh_transfer_read(NULL, routh_io_memory(file.byte, file.byte_count, "results.json"), &transfer),
                     ROUTH_OK);
    assert_int_equal(transfer.count, study.frame[0].law_count);
    assert_true(transfer.calibrated && transfer.calibration.value[ROUTH_CALIBRATION_ANGLE].freed);
    assert_false(transfer.calibration.value[ROUTH_CALIBRATION_RATIO].freed);
    assert_true(fabs(transfer.calibration.value[ROUTH_CALIBRATION_ANGLE].value - 0.0125) < 1e-12);
    for (size_t l = 0; l < transfer.count; l++)
        for (int j = 0; j < transfer.law[l].law->parameter_count; j++)
            assert_true(fabs(transfer.law[l].parameters[j] - study.frame[0].law[l].fit.parameters[j]) < 1e-8);
    routh_study_release(NULL, &study);

    routh_dataset *const both[] = {&here, &there};
    options.calibration = NULL;
    options.transfer = &transfer;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(routh_study_run(NULL, both[k], &frame, 1, NULL, &options, &study), ROUTH_OK);
        for (size_t l = 0; l < study.frame[0].law_count; l++) {
            const routh_law_study *s = &study.frame[0].law[l];
            if (k == 0)
                assert_true(fabs(s->transfer_error_mean - s->error_mean) < 1e-6);
            else if (strcmp(s->law->name, "wang-mason") == 0)
                assert_true(s->transfer_error_mean > 1.2 * s->error_mean);
        }
        routh_study_release(NULL, &study);
    }
    routh_buffer_release(NULL, &file);
    routh_dataset_release(NULL, &here);
    routh_dataset_release(NULL, &there);
}

static void test_other_files(void **state) {
    (void)state;
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"[]", "no results.json of a study"},
        {"{\"frame\": {\"chosen\": \"as-recorded\"}, \"laws\": []}", "laws: there is none"},
        {"{\"frame\": {}, \"laws\": []}", "frame: it has no name"},
        {"{\"frame\": 3, \"laws\": []}", "frame: "},
        {"{\"frame\": {\"chosen\": \"mirror\"}, \"laws\": []}", "no frame is called \"mirror\""},
        {"{\"frame\": {\"chosen\": \"mirror-t\"}, \"laws\": [7]}", "laws[0]"},
        {"{\"frame\": {\"chosen\": \"mirror-t\"}, \"laws\": [{\"name\": \"wang-masn\"}]}",
         "did you mean \"wang-mason\""},
        {"{\"frame\": {\"chosen\": \"mirror-t\"}, \"laws\": [{\"name\": \"smith\", \"parameters\": {}}]}",
         "mu of smith"},
        {"{\"frame\": {\"chosen\": \"mirror-t\"}, \"laws\": [{\"name\": \"smith\", \"parameters\": {\"mu\": "
         "{\"value\": 0.1}, "
         "\"eps\": {\"value\": 7}}}]}",
         "eps of smith is 7, which must be 0 … 1"},
        {"{\"frame\": {\"chosen\": \"mirror-t\"}, \"laws\": [{\"name\": \"smith\", \"parameters\": {\"mu\": "
         "{\"value\": 0.1}, "
         "\"eps\": {\"value\": 1}}}], \"calibration\": {\"angle\": \"x\"}}",
         "calibration: angle must be a number"},
        {"{", "file.json"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        routh_context context = routh_context_default();
        routh_transfer transfer;
        assert_int_equal(
            routh_transfer_read(&context, routh_io_memory(bad[i].text, strlen(bad[i].text), "file.json"), &transfer),
            ROUTH_BAD_FORMAT);
        if (!strstr(context.message, bad[i].words) || !strstr(context.message, "file.json"))
            fail_msg("\"%s\" does not say \"%s\"", context.message, bad[i].words);
    }
}

SLOW_SUBJECT(transfer) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_other_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
