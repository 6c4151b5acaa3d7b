/* A signal that ends the program ends the simulator that it started, too, and what that has started.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>

#include "../engine/is_running.h"
#include "../subject.h"
#include "run_program.h"

/* Greets, and then neither reads nor ends; says who it is, and what it started. */
static const char hanging[] = "#!/bin/sh\n"
                              "read hello; echo hello 1 mujoco 3\n"
                              "sleep 777 & echo $! >left; echo $$ >self\n"
                              "trap '' INT TERM HUP\n"
                              "while :; do sleep 1; done\n";

/* Never greets. */
static const char silent[] = "#!/bin/sh\n"
                             "sleep 777 & echo $! >left; echo $$ >self\n"
                             "while :; do sleep 1; done\n";

static void expect_nothing_left(const char *script, int number, const char *const *words) {
    int status;
    char *argv[24] = {getenv("ROUTH_PROGRAM")};
    for (int i = 0; words[i]; i++)
        argv[i + 1] = (char *)words[i];
    count_files(1);
    mkdir("engines", 0700);
    write_whole("engines/routh-engine-mujoco", script);
    assert_int_equal(chmod("engines/routh-engine-mujoco", 0700), 0);
    write_whole("run-input", "");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become_program(&(run_setting){0}, argv);
    const long self = number_in("self"), left = number_in("left");
    kill(child, number);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (self <= 0 || left <= 0) {
        char *said = read_whole("run-error");
        fail_msg("%s", said);
    }
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == number);
    assert_true(ends_soon(self));
    assert_true(ends_soon(left));
}

static void test_signals(void **state) {
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static const char *const judge[] = {"judge",   "--engine", "mujoco", "--engines", "engines",
                                        "--shape", "cube:0.1", "--mass", "0.5",       NULL};
    static const char *const prove[] = {"export",  "--to",     "mjcf",   "--mu", "0.3",     "--eps", "0.5",
                                        "--shape", "cube:0.1", "--mass", "0.5",  "--prove", NULL};
    assert_int_equal(setenv("ROUTH_ENGINES", "engines", 1), 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], SIG_DFL); /* what is ignored here stays ignored in the program, as under nohup */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        expect_nothing_left(hanging, numbers[i], judge);
    expect_nothing_left(silent, SIGINT, judge);
    expect_nothing_left(hanging, SIGTERM, prove);
    assert_int_equal(unsetenv("ROUTH_ENGINES"), 0);
}

SUBJECT(engine_left) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_signals, enter_scratch, leave_scratch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
