/* Folders that no other can take the place of: refused before the work, or filled file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* syscall */

#include "folder.h"

#include "disturb.h"

#include "../subject.h"

#define STUDY      "study --count 12 --law smith --k 2 --draws 1 --bootstrap 2 --no-reference --threads 1 -o "
#define INSERTIONS "paper guides --test 2a --rate 50 -o "

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
    struct stat there;
    assert_int_not_equal(stat("above/d/routh.part0", &there), 0);
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

/* Found before the work: a link that leads nowhere, a list that is not ours, and what cannot get a second name. */
static void what_hinders_the_swap_is_found_first(void **state) {
    (void)state;
    assert_int_equal(symlink("nowhere", "link"), 0);
    expect_refusal(run("study -o link"), "routh study: link is a link", (const char *const[]){"nowhere", NULL}, 1);
    assert_int_equal(remove("link"), 0);

    assert_int_equal(mkdir("out", 0755), 0);
    write_whole("out/routh-files.txt", "mine\n");
    expect_refusal(run("study -o out"), "routh study: out/routh-files.txt ", (const char *const[]){"move it", NULL}, 1);
    assert_int_equal(remove("out/routh-files.txt"), 0);

    char path[256] = "out";
    for (int depth = 0; depth < 40; depth++) {
        strcat(path, "/d");
        assert_int_equal(mkdir(path, 0755), 0);
    }
    expect_refusal(run("study -o out"),
                   "routh study: ", (const char *const[]){"out/d/d", "too many folders", "another folder", NULL}, 1);
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
}

/* The system lets nobody link to what is not theirs and closed to them. */
static void a_file_of_another_is_found_first(void **state) {
    (void)state;
    if (geteuid() != 0)
        skip();
    expect_somebody();
    assert_int_equal(mkdir("out", 0755), 0);
    write_whole("out/theirs.txt", "theirs\n");
    assert_int_equal(chmod("out/theirs.txt", 0600), 0);
    give_to_somebody("out");
    give_to_somebody(".");
    run_result result = run_as_somebody("study -o out --count 12 --k 2 --bootstrap 2 --threads 1");
    char *left = read_whole("out/theirs.txt");
    assert_string_equal(left, "theirs\n");
    free(left);
    if (result.exit == 0) { /* fs.protected_hardlinks is 0 here */
        forget_result(&result);
        skip();
    }
    expect_refusal(result, "routh study: ", (const char *const[]){"out/theirs.txt", "another folder", NULL}, 1);
}

static void expect_complete(const char *folder) {
    manifest list;
    assert_true(manifest_read(folder, &list));
    assert_true(list.count > 3);
    for (size_t i = 0; i < list.count; i++)
        assert_true(manifest_holds(&list, folder, list.line[i].name));
    manifest_release(&list);
}

/* A disk that fails at the last step: the results stay where they were written, and the message says where. The step is
 * found from the end of the run. */
static void finished_results_are_never_thrown_away(void **state) {
    (void)state;
    run_result result = succeed(STUDY "out --seed 2");
    forget_result(&result);
    write_whole("out/mine.txt", "mine\n");
    disturbed_result seen = run_disturbed((disturbance){0}, STUDY "other");
    if (seen.result.exit == SKIPPED)
        skip();
    forget_result(&seen.result);
    int kept = 0;
    for (long at = seen.calls + 16; at > 0 && !kept; at--) {
        seen = run_disturbed((disturbance){.at = at, .error = EIO}, STUDY "out --seed 2");
        kept = seen.result.exit == 2 && strstr(seen.result.err, "out.part0\n") != NULL;
        forget_result(&seen.result);
    }
    assert_true(kept);
    expect_complete("out.part0");
    expect_complete("out");
    struct stat there;
    assert_int_equal(stat("out/mine.txt", &there), 0);
    assert_int_not_equal(stat("out.part0/mine.txt", &there), 0); /* yours has one name, as before */
}

/* What a killed run left is removed by the next, but nothing else of such a name. */
static void leftovers_of_killed_runs_are_removed(void **state) {
    (void)state;
    struct stat there;
    assert_int_equal(mkdir("out.part0", 0700), 0);
    write_whole("out.part0/mine.txt", "mine\n");
    disturbed_result seen = run_disturbed((disturbance){0}, STUDY "other");
    if (seen.result.exit == SKIPPED)
        skip();
    forget_result(&seen.result);
    seen = run_disturbed((disturbance){.at = seen.calls / 2, .signal = SIGKILL}, STUDY "out");
    assert_int_equal(seen.result.exit, -1);
    forget_result(&seen.result);
    assert_int_equal(stat("out.part1/.routh-unfinished", &there), 0);
    run_result result = succeed(STUDY "out");
    forget_result(&result);
    assert_int_not_equal(stat("out.part1", &there), 0);
    assert_int_not_equal(stat("out/.routh-unfinished", &there), 0);
    assert_int_equal(stat("out.part0/mine.txt", &there), 0);
    expect_complete("out");
}

SLOW_SUBJECT(result_folder) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_parent_that_cannot_be_written_is_named, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_folder_of_another_in_tmp_is_named, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(leftovers_of_killed_runs_are_removed, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(what_hinders_the_swap_is_found_first, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_file_of_another_is_found_first, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(finished_results_are_never_thrown_away, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("result_folder", tests, NULL, NULL);
}
