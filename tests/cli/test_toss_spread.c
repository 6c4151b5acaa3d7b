/* Where tosses may be: what `routh toss --rollouts --spread` writes, and what it refuses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "run_program.h"

#include "toss_files.h"

enum { TOSSES = 10 };

static void test_files(void **state) {
    (void)state;
    char line[128];
    snprintf(line, sizeof line,
             "toss %s --rollouts --no-ablations --evaluations 30 --spread 20 --bootstrap 2 --folder spread",
             write_whole_tosses(TOSSES));
    run_result result = succeed(line);
    assert_non_null(strstr(result.out, "Regions for 90 % hold"));
    assert_non_null(strstr(result.out, "probability of a resting face"));
    forget_result(&result);
    static const char *const files[][2] = {{"spread/results.json", "\"reliability\""},
                                           {"spread/tosses.csv", "inside_place,inside_turn,inside_pose"},
                                           {"spread/errors.svg", "Recorded poses inside of their regions"},
                                           {"spread/report.html", "\"level\":0.9"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *text = read_whole(files[i][0]);
        assert_non_null(strstr(text, files[i][1]));
        free(text);
        assert_int_equal(unlink(files[i][0]), 0);
    }
}

static void test_refusals(void **state) {
    (void)state;
    const char *const idle[] = {"--spread has no effect without --rollouts", NULL};
    const char *const range[] = {"--spread", "20 … 20000", NULL};
    write_tosses(TOSSES);
    expect_refusal(run("toss tosses --spread 20"), "routh toss: ", idle, 1);
    expect_refusal(run("toss tosses --rollouts --spread 5 --bootstrap 2"), "routh toss: ", range, 1);
    remove_tosses();
}

SLOW_SUBJECT(toss_spread) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_files, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_refusals, enter_scratch, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
