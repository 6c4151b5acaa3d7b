/* Folders that no other can take the place of: refused before the work, or filled file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "run_program.h"

#include "../subject.h"

#define STUDY      "study --count 12 --law smith --k 2 --draws 1 --bootstrap 2 --threads 1 -o "
#define INSERTIONS "insertion simulate --test 2a --rate 250 -o "

/* Nothing is closed to root, so these run as somebody else. */
enum { SOMEBODY = 65534 };

static run_result run_as_somebody(const char *arguments) {
    return run_with((run_setting){.user = geteuid() == 0 ? SOMEBODY : 0}, arguments);
}

static void give_to_somebody(const char *path) {
    if (geteuid() == 0)
        assert_int_equal(chown(path, SOMEBODY, SOMEBODY), 0);
}

/* Where somebody else cannot reach the program there is nothing to test. */
static void expect_somebody(void) {
    assert_int_equal(chmod(".", 0755), 0);
    run_result result = run_as_somebody("--version");
    const int reached = result.exit == 0;
    forget_result(&result);
    if (!reached)
        skip();
}

static void a_parent_that_cannot_be_written_is_named(void **state) {
    (void)state;
    expect_somebody();
    assert_int_equal(mkdir("above", 0755), 0);
    assert_int_equal(mkdir("above/d", 0755), 0);
    give_to_somebody("above/d");
    assert_int_equal(chmod("above", 0555), 0);
    expect_refusal(run_as_somebody(STUDY "above/d"),
                   "routh study: above/d: ", (const char *const[]){"/above, which holds it", "a folder in it", NULL},
                   1);
    run_result result = run_as_somebody(STUDY "above/d/new");
    assert_int_equal(result.exit, 0);
    forget_result(&result);
    result = run_as_somebody(INSERTIONS "above/d"); /* each recording stands for itself: file by file */
    if (result.exit != 0)
        print_error("%s", result.err);
    assert_int_equal(result.exit, 0);
    forget_result(&result);
    char *written = read_whole("above/d/routh-files.txt");
    assert_non_null(written);
    assert_non_null(strstr(written, "2a.h5"));
    free(written);
    assert_int_equal(chmod("above", 0755), 0);
}

/* As in /tmp, where only the owner may rename: it takes two users to see that. */
static void a_folder_of_another_in_tmp_is_named(void **state) {
    (void)state;
    if (geteuid() != 0)
        skip();
    expect_somebody();
    assert_int_equal(mkdir("above", 0700), 0);
    assert_int_equal(mkdir("above/d", 0700), 0);
    assert_int_equal(chmod("above/d", 0777), 0);
    assert_int_equal(chmod("above", 01777), 0);
    expect_refusal(run_as_somebody(STUDY "above/d"),
                   "routh study: above/d: ", (const char *const[]){"/above, which holds it", "owner", NULL}, 1);
}

SUBJECT(result_folder) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_parent_that_cannot_be_written_is_named, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_folder_of_another_in_tmp_is_named, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("result_folder", tests, NULL, NULL);
}
