/* Reading tosses: what comes in, and what is refused with a message that names the file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

#define HEADER "px,py,pz,qw,qx,qy,qz"

typedef struct scratch {
    char folder[256];
} scratch;

static int enter(void **state) {
    scratch *here = calloc(1, sizeof *here);
    const char *parent = getenv("TMPDIR");
    if (!here)
        return -1;
    snprintf(here->folder, sizeof here->folder, "%s/routh-toss-XXXXXX", parent ? parent : "/tmp");
    *state = here;
    return mkdtemp(here->folder) ? 0 : -1;
}

static int leave(void **state) {
    scratch *here = *state;
    static const char *const names[] = {"toss_2.csv", "toss_10.csv", "notes.txt"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", here->folder, names[i]);
        unlink(path);
    }
    const int gone = rmdir(here->folder);
    free(here);
    return gone;
}

static void write_file(const scratch *here, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", here->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Files come in the order of their numbers, lengths in the unit, quaternions of length 1 with one sign; the spin where
 * there is one. */
static void test_folder(void **state) {
    const scratch *here = *state;
    write_file(here, "toss_10.csv",
               HEADER ",wx,wy,wz\n0,0,4,1,0,0,0,1,2,3\n0,0,3,1,0,0,0,4,5,6\n0,0,2,1,0,0,0,7,8,9\n");
    write_file(here, "toss_2.csv", HEADER "\n1,2,3,0.6,0.8,0,0\n1,2,3,-0.6,-0.8,0,0\n1,2,3,0.603,0.804,0,0\n");
    write_file(here, "notes.txt", "not a toss\n");
    const routh_import3_options options = routh_import3_options_default();
    routh_dataset3 tosses;
    assert_int_equal(routh_dataset3_read(NULL, routh_io_path(here->folder), &options, &tosses), ROUTH_OK);
    assert_int_equal(tosses.trajectory_count, 2);
    assert_string_equal(tosses.trajectory[0].name, "toss_2.csv");
    assert_string_equal(tosses.trajectory[1].name, "toss_10.csv");
    assert_null(tosses.trajectory[0].spin);
    assert_int_equal(tosses.trajectory[0].count, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(tosses.trajectory[0].position[i][1] - 2 * options.width / 2) < 1e-15);
        assert_true(fabs(tosses.trajectory[0].orientation[i][0] - 0.6) < 1e-12);
        assert_true(fabs(tosses.trajectory[0].orientation[i][1] - 0.8) < 1e-12);
    }
    assert_true(tosses.trajectory[1].spin[2][1] == 8);
    routh_dataset3_release(NULL, &tosses);

    char path[512];
    snprintf(path, sizeof path, "%s/toss_10.csv", here->folder);
    routh_import3_options metres = options;
    metres.unit = 1;
    assert_int_equal(routh_dataset3_read(NULL, routh_io_path(path), &metres, &tosses), ROUTH_OK);
    assert_int_equal(tosses.trajectory_count, 1);
    assert_true(tosses.trajectory[0].position[0][2] == 4);
    routh_dataset3_release(NULL, &tosses);
}

/* Each bad file is refused with its name and these words. */
static void test_bad_files(void **state) {
    const scratch *here = *state;
    static const struct {
        const char *text, *words[2];
        routh_status status;
    } cases[] = {
        {"px,py,pz,qw,qx,qy\n1,2,3,1,0,0\n", {"qz", ""}, ROUTH_BAD_FORMAT},
        {HEADER "\n1,2,3,1,0,0,0\n1,2,3,1,0,0,0\n", {"2 frames", "at least 3"}, ROUTH_BAD_FORMAT},
        {HEADER "\n1,2,3,1,0,0,0\n1,2,3,1,1,0,0\n1,2,3,1,0,0,0\n", {"row 2", "length 1.41421"}, ROUTH_BAD_FORMAT},
        {HEADER "\n1,2,3,1,0,0,0\n1,2,3,0,0,0,0\n1,2,3,1,0,0,0\n", {"row 2", "length 0"}, ROUTH_BAD_FORMAT},
        {HEADER "\n1,2,nan,1,0,0,0\n1,2,3,1,0,0,0\n1,2,3,1,0,0,0\n", {"pz", "nan"}, ROUTH_BAD_FORMAT},
        {HEADER "\n1,2,3,1,0,0\n", {"row 1", ""}, ROUTH_BAD_FORMAT},
        {"", {"", ""}, ROUTH_BAD_FORMAT},
    };
    const routh_import3_options options = routh_import3_options_default();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        routh_context context = routh_context_default();
        routh_dataset3 tosses;
        write_file(here, "toss_2.csv", cases[i].text);
        assert_int_equal(routh_dataset3_read(&context, routh_io_path(here->folder), &options, &tosses),
                         cases[i].status);
        assert_null(tosses.trajectory);
        if (!strstr(context.message, "toss_2.csv") || !strstr(context.message, cases[i].words[0]) ||
            !strstr(context.message, cases[i].words[1]))
            fail_msg("case %zu: %s", i, context.message);
    }
}

/* No folder, an empty one, and numbers that make no sense. */
static void test_bad_use(void **state) {
    const scratch *here = *state;
    routh_context context = routh_context_default();
    const routh_import3_options usual = routh_import3_options_default();
    routh_dataset3 tosses;
    char path[512];
    snprintf(path, sizeof path, "%s/nowhere", here->folder);
    assert_int_equal(routh_dataset3_read(&context, routh_io_path(path), &usual, &tosses), ROUTH_FILE_ERROR);
    assert_non_null(strstr(context.message, "nowhere"));
    assert_int_equal(routh_dataset3_read(&context, routh_io_path(here->folder), &usual, &tosses), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "no CSV file"));
    struct {
        routh_import3_options options;
        routh_status status;
        const char *word;
    } cases[5];
    for (int i = 0; i < 5; i++) {
        cases[i].options = usual;
        cases[i].status = ROUTH_BAD_ARGUMENT;
    }
    cases[0].options.width = 0, cases[0].word = "width is 0 m";
    cases[1].options.mass = -1, cases[1].word = "mass is -1 kg", cases[1].status = ROUTH_BAD_MASS;
    cases[2].options.rate = 0, cases[2].word = "rate is 0 Hz";
    cases[3].options.gravity = -INFINITY, cases[3].word = "gravity is -inf";
    cases[4].options.unit = INFINITY, cases[4].word = "unit of length is inf";
    for (int i = 0; i < 5; i++) {
        assert_int_equal(routh_dataset3_read(&context, routh_io_path(here->folder), &cases[i].options, &tosses),
                         cases[i].status);
        if (!strstr(context.message, cases[i].word))
            fail_msg("case %d: %s", i, context.message);
    }
}

/* The same for the options of segmentation and study, whatever the dataset. */
static void test_bad_options(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_dataset3 dataset = {0};
    struct {
        routh_segment3_options options;
        routh_status status;
        const char *word;
    } cases[3];
    for (int i = 0; i < 3; i++) {
        cases[i].options = routh_segment3_options_default();
        cases[i].status = ROUTH_BAD_ARGUMENT;
    }
    cases[0].options.inertia = -1, cases[0].word = "inertia is -1", cases[0].status = ROUTH_BAD_INERTIA;
    cases[1].options.flight_min = 2, cases[1].word = "from 2 to 10";
    cases[2].options.flight_max = 4, cases[2].word = "from 5 to 4";
    for (int i = 0; i < 3; i++) {
        assert_int_equal(routh_dataset3_segment(&context, &cases[i].options, &dataset), cases[i].status);
        if (!strstr(context.message, cases[i].word))
            fail_msg("case %d: %s", i, context.message);
    }
    routh_study3 study;
    const routh_study3_options few = {.resamples = 1, .seed = 1};
    assert_int_equal(routh_study3_run(&context, &dataset, &few, &study), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "1 bootstrap"));
}

/* A folder or file of poses is recognised by its columns; anything else is not. */
static void test_recognise(void **state) {
    const scratch *here = *state;
    char path[512];
    assert_false(routh_recording_recognise(routh_io_path(here->folder)) & ROUTH_RECORDING_TOSSES); /* empty */
    write_file(here, "toss_2.csv", HEADER "\n1,2,3,1,0,0,0\n");
    assert_true(routh_recording_recognise(routh_io_path(here->folder)) & ROUTH_RECORDING_TOSSES);
    snprintf(path, sizeof path, "%s/toss_2.csv", here->folder);
    assert_true(routh_recording_recognise(routh_io_path(path)) & ROUTH_RECORDING_TOSSES);
    write_file(here, "toss_2.csv", "x,y,theta\n1,2,3\n");
    assert_false(routh_recording_recognise(routh_io_path(here->folder)) & ROUTH_RECORDING_TOSSES);
    assert_false(routh_recording_recognise(routh_io_path(path)) & ROUTH_RECORDING_TOSSES);
    snprintf(path, sizeof path, "%s/nowhere", here->folder);
    assert_false(routh_recording_recognise(routh_io_path(path)) & ROUTH_RECORDING_TOSSES);
    static const char text[] = HEADER "\n1,2,3,1,0,0,0\n";
    assert_true(routh_recording_recognise(routh_io_memory(text, sizeof text - 1, NULL)) & ROUTH_RECORDING_TOSSES);
    static const char timed[] = "t," HEADER "\n0,1,2,3,1,0,0,0\n"; /* a recording with times and units of its own */
    assert_false(routh_recording_recognise(routh_io_memory(timed, sizeof timed - 1, NULL)) & ROUTH_RECORDING_TOSSES);
    FILE *stream = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
    assert_non_null(stream);
    assert_false(routh_recording_recognise(routh_io_file(stream, NULL)) & ROUTH_RECORDING_TOSSES);
    assert_int_equal(ftell(stream), 0);
    fclose(stream);
}

/* Frames too few for any contact. */
static void test_short_tosses(void **state) {
    const scratch *here = *state;
    routh_context context = routh_context_default();
    routh_dataset3 tosses;
    write_file(here, "toss_2.csv", HEADER "\n1,2,3,1,0,0,0\n1,2,3,1,0,0,0\n1,2,3,1,0,0,0\n");
    assert_int_equal(routh_dataset3_read(&context, routh_io_path(here->folder), NULL, &tosses), ROUTH_OK);
    assert_int_equal(routh_dataset3_segment(&context, NULL, &tosses), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "3 frames"));
    assert_non_null(strstr(context.message, "needs 11"));
    assert_null(tosses.record);
    routh_dataset3_release(NULL, &tosses);
}

SUBJECT(dataset3_read) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folder, enter, leave),
        cmocka_unit_test_setup_teardown(test_bad_files, enter, leave),
        cmocka_unit_test_setup_teardown(test_bad_use, enter, leave),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test_setup_teardown(test_recognise, enter, leave),
        cmocka_unit_test_setup_teardown(test_short_tosses, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
