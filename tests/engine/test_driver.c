/* Programs that do not keep to the protocol, end, hang, or print without end; cancelling; and what is left behind: no
 * process, no open file, no signal.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/context.h"
#include "engine/proof.h"

#include "../remove_folder.h"
#include "../subject.h"
#include "ball_drops.h"
#include "engine/engine.h"
#include "fake_engine.h"
#include "is_running.h"

typedef struct fake {
    char folder[64];
    routh_context context;
    routh_driver *driver;
    size_t files; /* open ones, before */
} fake;

static size_t count_open_files(void) {
    size_t count = 0;
    DIR *all = opendir("/proc/self/fd");
    while (all && readdir(all))
        count++;
    if (all)
        closedir(all);
    return count;
}

static fake begin(const char *script) {
    fake of = {.files = count_open_files()};
    write_fake_engine(script, of.folder);
    assert_true(of.folder[0]);
    return of;
}

/* Closes it, and looks for what is left. */
static void end(fake *of) {
    routh_driver_close(&of->context, of->driver);
    remove_folder(of->folder);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(count_open_files(), of->files);
}

static routh_status open_fake(fake *of) {
    return routh_driver_open(&of->context, &fake_engine, of->folder, &of->driver);
}

/* Opened and a world made. */
static void open_world(fake *of) {
    const routh_engine_body body = ball_body();
    const routh_engine_setting setting = {.engine = &fake_engine, .step = 1e-3, .value = {0.3}};
    assert_int_equal(open_fake(of), ROUTH_OK);
    assert_int_equal(routh_driver_make(&of->context, of->driver, &body, &setting), ROUTH_OK);
}

static routh_status ask_impacts(fake *of, size_t count, routh_driver_impact *found) {
    static routh_state3 start[5000];
    assert_true(count <= sizeof start / sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[i] = ball_state(0.1, 0, -1);
    return routh_driver_impacts(&of->context, of->driver, start, count, 100, found);
}

#define assert_message(of, text) assert_non_null(strstr((of).context.message, text))

static void a_missing_program_is_named(void **state) {
    (void)state;
    fake of = begin("");
    const routh_engine other = {.name = "other", .title = "Other", .package = "other-dev"};
    const routh_engine formulas = {.name = "formulas", .title = "Formulas"};
    assert_int_equal(routh_driver_open(&of.context, &other, of.folder, &of.driver), ROUTH_ENGINE_FAILED);
    assert_message(of, "Other's program routh-engine-other is not in /tmp/routh-fake-engine-");
    assert_string_equal(of.context.field, "folder");
    assert_int_equal(routh_driver_open(&of.context, &other, NULL, &of.driver), ROUTH_ENGINE_FAILED);
    assert_message(of, "install other-dev and build Routh again");
    assert_int_equal(routh_driver_open(&of.context, &formulas, NULL, &of.driver), ROUTH_ENGINE_FAILED);
    assert_message(of, "formulas for it only");
    assert_null(of.driver);
    end(&of);
}

/* Programs that do not get as far as a greeting, and what the message then has. */
static void a_wrong_greeting_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *script, *message;
    } bad[] = {
        {"read hello; echo hello 2 fake 0.1", "speaks protocol 2; it must be 1"},
        {"read hello; echo hello 1 other 0.1; cat", "routh-engine-fake says that it is \"other\""},
        {"read hello; echo hello 1 fake", "answered \"hello 1 fake\" to hello"},
        {"echo 'cannot begin' >&2; exit 3", "ended (code 3) at hello, after 0 of 1 answers; it printed: cannot begin"},
        {"kill -SEGV $$", "ended (signal 11)"},
        {"read hello; echo error no licence; cat", "Fake: no licence"},
        {"read hello; head -c 100000 /dev/zero; cat", "no such answer"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fake of = begin(bad[i].script);
        assert_int_equal(open_fake(&of), ROUTH_ENGINE_FAILED);
        if (!strstr(of.context.message, bad[i].message))
            fail_msg("\"%s\" without \"%s\"", of.context.message, bad[i].message);
        assert_null(of.driver);
        end(&of);
    }
}

static void bad_arguments_are_refused(void **state) {
    (void)state;
    fake of = begin(FAKE_BEGIN "cat");
    routh_engine_body body = ball_body();
    const routh_engine other = {.name = "other", .title = "Other"};
    routh_engine_setting setting = {.engine = &other, .step = 1e-3};
    const routh_state3 start = ball_state(1, 0, 0);
    routh_state3 found;
    routh_driver_impact impact;
    routh_driver_model model;
    assert_int_equal(open_fake(&of), ROUTH_OK);
    assert_string_equal(routh_driver_version(of.driver), "0.1");
    assert_int_equal(routh_driver_make(&of.context, of.driver, &body, &setting), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_driver_run(&of.context, of.driver, &start, 1, 1, &found, NULL), ROUTH_BAD_ARGUMENT);
    assert_message(of, "no world yet");
    assert_int_equal(routh_driver_impacts(&of.context, of.driver, &start, 1, 1, &impact), ROUTH_BAD_ARGUMENT);
    setting.engine = &fake_engine;
    setting.step = 0;
    assert_int_equal(routh_driver_make(&of.context, of.driver, &body, &setting), ROUTH_BAD_ARGUMENT);
    assert_string_equal(of.context.field, "step");
    assert_int_equal(routh_driver_load(&of.context, of.driver, "a\nb", 0, &model), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_driver_load(&of.context, of.driver, "a", NAN, &model), ROUTH_BAD_ARGUMENT);
    end(&of);
}

/* Errors leave the program usable; numbers that are not finite are data. */
static void errors_and_infinities_are_answers(void **state) {
    (void)state;
    fake of = begin(FAKE_BEGIN "read a; read b; read c; echo error no such start; echo error another\n"
                               "read a; read b; echo impact 3 1 0 inf nan -nan 1e999 0" FAKE_STATE
                               " nan nan nan nan nan nan nan nan nan nan nan nan nan -inf\n"
                               "read a; echo error cannot run\n"
                               "read a; echo state 2 0" FAKE_STATE "\n"
                               "read a; echo model 1 1 0 0 0 2 0 0 0 3 0.1 0.002 9.81 a b\n"
                               "cat");
    routh_driver_impact found[2];
    const routh_state3 start = ball_state(0.1, 0, -1);
    routh_state3 states[4];
    size_t contacts[4];
    routh_driver_model model;
    open_world(&of);
    assert_int_equal(ask_impacts(&of, 2, found), ROUTH_ENGINE_FAILED);
    assert_string_equal(of.context.message, "Fake: no such start");
    assert_int_equal(ask_impacts(&of, 1, found), ROUTH_OK);
    assert_true(found[0].steps == 3 && found[0].contacts == 1 && !found[0].ended && isinf(found[0].depth));
    assert_true(isnan(found[0].after.position[0]) && isinf(found[0].after.velocity.spin[2]));
    assert_true(found[0].before.velocity.velocity[2] == -1 && found[0].before.orientation[0] == 1);
    assert_int_equal(routh_driver_run(&of.context, of.driver, &start, 1, 4, states, contacts), ROUTH_ENGINE_FAILED);
    assert_string_equal(of.context.message, "Fake: cannot run");
    assert_int_equal(routh_driver_run(&of.context, of.driver, &start, 1, 1, states, contacts), ROUTH_OK);
    assert_true(contacts[0] == 2 && states[0].position[2] == 1);
    assert_int_equal(routh_driver_load(&of.context, of.driver, "a file.xml", 0, &model), ROUTH_OK);
    assert_string_equal(model.body, "a b");
    assert_true(model.inertia[1][1] == 2 && model.reach == 0.1 && model.step == 0.002 && model.gravity == 9.81);
    end(&of);
}

/* Programs that break off during three impacts. */
static void what_goes_wrong_in_between_is_said(void **state) {
    (void)state;
#define ANSWER "echo impact 1 1 1 0 0 0 0 0" FAKE_STATE " 0" FAKE_STATE "\n"
    static const struct {
        const char *script, *message;
        double patience; /* s */
    } bad[] = {
        {"cat >/dev/null", "gave no answer for 0.5 s and was ended, at impacts, after 0 of 3 answers", 0.5},
        {ANSWER "sleep 1000", "after 1 of 3 answers; it printed: nothing", 2},
        {ANSWER ANSWER "exit 0", "ended (code 0) at impacts, after 2 of 3 answers", 30},
        {"echo 'out of memory' >&2; kill -9 $$",
         "ended (signal 9) at impacts, after 0 of 3 answers; it printed: out of", 30},
        {"echo impact 1 1 1 0 0 0; cat", "answered \"impact 1 1 1 0 0 0\" to impacts", 30},
        {"echo; cat", "answered \"\" to impacts", 30},
        {"printf 'im\\001\\377\\n'; cat", "answered \"im\\x01\\xFF\" to impacts", 30},
        {"yes | tr -d '\\n'", "no such answer", 30},
        {"yes garbage", "answered \"garbage\"", 30},
        {"yes complaint >&2 & yes complaint >&2", "gave no answer for 0.5 s", 0.5},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char script[2048];
        routh_driver_impact found[3];
        snprintf(script, sizeof script, "%sread request\n%s", FAKE_BEGIN, bad[i].script);
        fake of = begin(script);
        open_world(&of);
        of.driver->patience = bad[i].patience;
        assert_int_equal(ask_impacts(&of, 3, found), ROUTH_ENGINE_FAILED);
        if (!strstr(of.context.message, bad[i].message))
            fail_msg("\"%s\" without \"%s\"", of.context.message, bad[i].message);
        const routh_engine_body body = ball_body();
        const routh_engine_setting setting = {.engine = &fake_engine, .step = 1e-3};
        assert_int_equal(routh_driver_make(&of.context, of.driver, &body, &setting), ROUTH_ENGINE_FAILED);
        assert_message(of, "Fake's program has ended: open it again");
        end(&of);
    }
}

static void more_than_was_asked_for_is_refused(void **state) {
    (void)state;
    fake of =
        begin(FAKE_BEGIN "read a; read b\n" ANSWER "echo one more; echo and another; echo 1 >${0%/*}/written; cat");
    char path[128];
    routh_driver_impact found;
    open_world(&of);
    assert_int_equal(ask_impacts(&of, 1, &found), ROUTH_OK);
    snprintf(path, sizeof path, "%s/written", of.folder);
    assert_int_equal(number_in(path), 1);
    assert_int_equal(ask_impacts(&of, 1, &found), ROUTH_ENGINE_FAILED);
    assert_string_equal(of.context.message,
                        "Fake's program answered \"one more\" before it was asked for impacts: one answer too many");
    end(&of);
}

/* Both sides' buffers are smaller than what goes through them. */
static void many_starts_and_answers_do_not_wait_for_each_other(void **state) {
    (void)state;
    static routh_driver_impact found[5000];
    fake of =
        begin(FAKE_BEGIN "read a; head -n 5000 | awk '{ n = substr($5, 1, 4); print \"impact 7 1 1 0 0 0 0 0 0 0 \" n "
                         "\" 1 0 0 0 0 0 -1 0 0 0 0" FAKE_STATE "\"; if (NR % 100 == 0) fflush(); "
                         "print \"a complaint\" > \"/dev/stderr\" }'; cat");
    open_world(&of);
    if (ask_impacts(&of, 5000, found) != ROUTH_OK)
        fail_msg("%s", of.context.message);
    for (int i = 0; i < 5000; i++)
        assert_true(found[i].steps == 7 && found[i].before.position[2] == 0.13);
    end(&of);
}

/* Killed from outside, and signals of the caller: SIGPIPE stays as it was and does not come. */
static void a_killed_program_is_noticed(void **state) {
    (void)state;
    static routh_driver_impact found[5000];
    struct sigaction before, after;
    fake of = begin(FAKE_BEGIN "cat >/dev/null");
    sigaction(SIGPIPE, NULL, &before);
    open_world(&of);
    assert_int_equal(kill(of.driver->child, SIGKILL), 0);
    assert_int_equal(ask_impacts(&of, 5000, found), ROUTH_ENGINE_FAILED);
    assert_message(of, "ended (signal 9)");
    sigaction(SIGPIPE, NULL, &after);
    assert_true(before.sa_handler == after.sa_handler);
    end(&of);
}

/* Cancels at once. */
static int stop(const char *what, double fraction, void *user) {
    (void)what;
    assert_true(fraction >= 0 && fraction <= 1);
    return *(bool *)user;
}

static void cancelling_ends_the_program(void **state) {
    (void)state;
    bool stops = false;
    routh_driver_impact found;
    fake of = begin(FAKE_BEGIN "sleep 1000 & sleep 1000");
    of.context.progress = stop;
    of.context.user = &stops;
    open_world(&of);
    stops = true;
    const double began = routh_seconds();
    assert_int_equal(ask_impacts(&of, 1, &found), ROUTH_CANCELLED);
    assert_true(routh_seconds() - began < 20); /* 0.1 s on a machine that does nothing else; 1000 s without */
    assert_int_equal(of.driver->child, 0);
    end(&of);
}

static void two_programs_run_side_by_side(void **state) {
    (void)state;
    routh_driver_impact found[2];
    fake one = begin(FAKE_BEGIN "read a; read b\n" ANSWER "cat"), other = one;
    other.driver = NULL;
    open_world(&one);
    open_world(&other);
    assert_true(one.driver->child != other.driver->child);
    assert_int_equal(ask_impacts(&other, 1, &found[0]), ROUTH_OK);
    assert_int_equal(ask_impacts(&one, 1, &found[1]), ROUTH_OK);
    routh_driver_close(&other.context, other.driver);
    end(&one);
}

/* A program that goes on after the end of its input. */
static void closing_does_not_wait_for_long(void **state) {
    (void)state;
    fake of = begin(FAKE_BEGIN "trap '' TERM; sleep 1000; sleep 1000");
    open_world(&of);
    const double began = routh_seconds();
    routh_driver_close(&of.context, of.driver);
    assert_true(routh_seconds() - began < 20); /* 1 s, and what a busy machine adds */
    of.driver = NULL;
    end(&of);
    routh_driver_close(NULL, NULL);
}

/* What the hook of the context has heard. */
typedef struct groups {
    long begun, ended;
} groups;

static void hear_group(long group, int is_there, void *user) {
    groups *heard = user;
    *(is_there ? &heard->begun : &heard->ended) = group;
}

/* A program that ends by itself, and leaves another that holds the socket: that is noticed at once, and the other goes, too. */
static void what_a_program_leaves_is_ended(void **state) {
    (void)state;
    static const char *const endings[] = {"exit 5", "kill -9 $$"};
    static const char *const messages[] = {"ended (code 5) at impacts", "ended (signal 9) at impacts"};
    for (int i = 0; i < 4; i++) {
        char script[512], path[128];
        groups heard = {0};
        routh_driver_impact found;
        snprintf(script, sizeof script, FAKE_BEGIN "sleep 777 & echo $! >${0%%/*}/left; %s",
                 i < 2 ? endings[i] : "read a; read b; cat >/dev/null; exit 0");
        fake of = begin(script);
        of.context.group = hear_group;
        of.context.user = &heard;
        open_world(&of);
        of.context.group = NULL; /* that of the context which opened it counts */
        assert_true(heard.begun == of.driver->child && heard.ended == 0);
        snprintf(path, sizeof path, "%s/left", of.folder);
        const long left = number_in(path);
        assert_true(left > 0);
        const double began = routh_seconds();
        if (i < 2) {
            assert_int_equal(ask_impacts(&of, 1, &found), ROUTH_ENGINE_FAILED);
            assert_message(of, messages[i]);
        } else /* the end of its input ends it */
            routh_driver_close(&of.context, of.driver);
        of.driver = i < 2 ? of.driver : NULL;
        assert_true(routh_seconds() - began < 10); /* 0.1 s on a machine that does nothing else; its patience is 30 s */
        assert_true(heard.ended == heard.begun);
        assert_true(ends_soon(left));
        end(&of);
    }
}

/* All that it wrote before it ended counts, also where more is written than one look takes in. */
static void answers_of_a_program_that_has_ended_count(void **state) {
    (void)state;
    static routh_driver_impact found[5000];
    fake of =
        begin(FAKE_BEGIN "sleep 777 & read a; head -n 5000 >/dev/null; exec awk 'BEGIN { for (i = 0; i < 5000; i++) "
                         "print \"impact 7 1 1 0 0 0 0 0" FAKE_STATE " 0" FAKE_STATE "\" }'");
    open_world(&of);
    if (ask_impacts(&of, 5000, found) != ROUTH_OK)
        fail_msg("%s", of.context.message);
    assert_true(found[4999].steps == 7);
    end(&of);
}

/* Models that no throw can begin with. */
static void a_model_without_body_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *answer, *message;
    } bad[] = {
        {"model 1 1 0 0 0 1 0 0 0 1 0 0.002 9.81 toy", "the body \"toy\" has nothing that can touch the ground"},
        {"model 1 1 0 0 0 1 0 0 0 1 nan 0.002 9.81 toy", "its reach is nan m"},
        {"model 0 1 0 0 0 1 0 0 0 1 0.1 0.002 9.81 toy", "the mass of the body \"toy\" is 0 kg; it must be above 0"},
        {"model 1 1 0 0 0 1 0 0 0 1 0.1 0.002 nan toy", "the model's gravity is nan m/s²"},
        {"model 1 1 0 0 0 1 0 0 0 1 0.1 0 9.81 toy", "the model's step is 0 s"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char script[256];
        routh_driver_model model;
        routh_driver_impact found;
        snprintf(script, sizeof script, "%sread a; echo %s; cat", FAKE_BEGIN, bad[i].answer);
        fake of = begin(script);
        open_world(&of);
        assert_int_equal(routh_driver_load(&of.context, of.driver, "toy.xml", 0, &model), ROUTH_ENGINE_FAILED);
        if (!strstr(of.context.message, bad[i].message))
            fail_msg("\"%s\" without \"%s\"", of.context.message, bad[i].message);
        assert_int_equal(ask_impacts(&of, 1, &found), ROUTH_BAD_ARGUMENT);
        end(&of);
    }
}

SUBJECT(driver) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_program_is_named),
        cmocka_unit_test(a_wrong_greeting_is_refused),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(errors_and_infinities_are_answers),
        cmocka_unit_test(what_goes_wrong_in_between_is_said),
        cmocka_unit_test(more_than_was_asked_for_is_refused),
        cmocka_unit_test(many_starts_and_answers_do_not_wait_for_each_other),
        cmocka_unit_test(a_killed_program_is_noticed),
        cmocka_unit_test(cancelling_ends_the_program),
        cmocka_unit_test(two_programs_run_side_by_side),
        cmocka_unit_test(closing_does_not_wait_for_long),
        cmocka_unit_test(what_a_program_leaves_is_ended),
        cmocka_unit_test(answers_of_a_program_that_has_ended_count),
        cmocka_unit_test(a_model_without_body_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
