/* Recordings of unknown kind: which reader is taken, what is refused, and what a caller hears of it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

/* A body that falls and rebounds without loss, 0.4 s from one contact to the next; lengths in 1/scale m. */
enum { INSTANTS = 241, RATE = 240, TEXT = 1 << 16 };

static double height(double t) {
    const double since = fmod(t, 0.4) - 0.2;
    return 0.25 - 9.81 * since * since / 2;
}

static size_t write_motion(char text[TEXT], const char *head, double scale) {
    size_t used = (size_t)snprintf(text, TEXT, "%s\n", head);
    for (int k = 0; k < INSTANTS; k++) {
        const double t = (double)k / RATE;
        used += (size_t)snprintf(text + used, TEXT - used, "%.6f,%.6f,%.6f,%.6f\n", t, scale * 0.3 * t,
                                 scale * height(t), 2 * t);
    }
    return used;
}

/* What a reader of datasets recognised. */
static int logged;

static void count_lines(routh_log_level level, const char *line, void *user) {
    (void)level;
    assert_ptr_equal(user, &logged);
    logged += strstr(line, "recognised") != NULL;
}

static const routh_body disc = {.shape = {.kind = ROUTH_DISC, .a = 0.03, .b = 0.03}, .mass = 1};

static routh_status read_text(const char *text, size_t size, const routh_recording_options *options,
                              routh_context *context, routh_recording *recording, routh_dataset *dataset) {
    *context = routh_context_default();
    context->log = count_lines;
    context->user = &logged;
    logged = 0;
    return routh_recording_read(context, routh_io_memory(text, size, "rec.csv"), options, recording, dataset);
}

static void test_a_table_of_impacts_is_no_motion(void **state) {
    (void)state;
    static const char text[] = "mass,inertia,rx,ry,vx,vy,omega,vx_after,vy_after,omega_after\n"
                               "1,0.1,0,-0.5,0.2,-1,0,0.1,0.5,0.1\n";
    routh_context context;
    routh_recording recording;
    routh_dataset dataset;
    assert_int_equal(read_text(text, strlen(text), NULL, &context, &recording, &dataset), ROUTH_OK);
    assert_int_equal(dataset.count, 1);
    assert_int_equal(recording.tracks.count, 0);
    assert_int_equal(logged, 1);
    routh_recording_release(&context, &recording);
    routh_dataset_release(&context, &dataset);
}

/* The reader of datasets could read it, and says so; that of motions looks at it more closely. */
static void test_plain_poses_are_motions(void **state) {
    (void)state;
    static char text[TEXT];
    const size_t size = write_motion(text, "time,x,y,theta", 1);
    routh_recording_options options = routh_recording_options_default();
    options.import.body = &disc;
    routh_context context;
    routh_recording recording;
    routh_dataset dataset;
    assert_int_equal(read_text(text, size, &options, &context, &recording, &dataset), ROUTH_OK);
    assert_int_equal(recording.tracks.count, 1);
    assert_true(recording.plain);
    assert_false(recording.wrong);
    assert_int_equal(dataset.trajectory_count, 1);
    assert_int_equal(dataset.trajectory[0].count, INSTANTS);
    for (size_t i = 0; i < INSTANTS; i++)
        assert_true(fabs(dataset.trajectory[0].y[i] - height(dataset.trajectory[0].time[i])) < 1e-5);
    assert_int_equal(logged, 0); /* nothing of the reader that was not taken */
    routh_recording_release(&context, &recording);
    routh_dataset_release(&context, &dataset);
}

static void test_millimetres_are_refused_unless_said(void **state) {
    (void)state;
    static char text[TEXT];
    const size_t size = write_motion(text, "time,x,y,theta", 1e3);
    routh_tracks_convention convention = {.rate = 0};
    routh_recording_options options = routh_recording_options_default();
    options.import.body = &disc;
    routh_context context;
    routh_recording recording;
    routh_dataset dataset;
    assert_int_equal(read_text(text, size, &options, &context, &recording, &dataset), ROUTH_BAD_FORMAT);
    assert_int_equal(recording.refusal, ROUTH_REFUSED_UNITS);
    assert_string_equal(recording.stated_units, "m");
    assert_string_equal(context.field, "units");
    assert_non_null(strstr(context.message, "rec.csv: "));
    assert_non_null(strstr(context.message, "units \"mm\""));
    assert_int_equal(dataset.trajectory_count, 0);
    routh_recording_release(&context, &recording);

    options.keep_wrong = true; /* understood, and marked */
    assert_int_equal(routh_recording_read(&context, routh_io_memory(text, size, "rec.csv"), &options, &recording, NULL),
                     ROUTH_OK);
    assert_true(recording.wrong);
    routh_recording_release(&context, &recording);

    options.keep_wrong = false;
    options.motions = true;
    options.convention = &convention;
    assert_int_equal(routh_tracks_convention_set(&context, "units", "mm", &convention), ROUTH_OK);
    assert_int_equal(read_text(text, size, &options, &context, &recording, &dataset), ROUTH_OK);
    assert_true(fabs(dataset.trajectory[0].y[0] - height(0)) < 1e-8);
    routh_recording_release(&context, &recording);
    routh_dataset_release(&context, &dataset);
}

/* A file of another kind, said to hold motions. */
static void test_a_dataset_is_no_recording_of_motions(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const routh_dataset_generator drops = routh_dataset_generator_default();
    routh_dataset made, dataset;
    routh_recording recording;
    routh_buffer file = {0};
    assert_int_equal(routh_dataset_generate(&context, &drops, 20, &made), ROUTH_OK);
    assert_int_equal(routh_dataset_write(&context, &made, routh_io_buffer(&file, "drops.h5")), ROUTH_OK);
    const routh_io from = routh_io_memory(file.byte, file.byte_count, "drops.h5");
    routh_recording_options options = routh_recording_options_default();
    options.motions = true;
    assert_int_equal(routh_recording_read(&context, from, &options, &recording, &dataset), ROUTH_BAD_ARGUMENT);
    assert_int_equal(recording.refusal, ROUTH_REFUSED_DATASET);
    assert_int_equal(dataset.count, 0);
    routh_recording_release(&context, &recording);
    assert_int_equal(routh_recording_read(&context, from, NULL, &recording, &dataset), ROUTH_OK);
    assert_int_equal(dataset.count, 20);
    assert_int_equal(recording.tracks.count, 0);
    for (size_t i = 0; i < 20; i++)
        assert_memory_equal(&dataset.record[i].before, &made.record[i].before, sizeof(routh_velocity));
    routh_recording_release(&context, &recording);
    routh_dataset_release(&context, &dataset);
    routh_dataset_release(&context, &made);
    routh_buffer_release(&context, &file);
}

/* Columns that may be either order: both are named. */
static void test_proposals_stand_in_the_message(void **state) {
    (void)state;
    static const char text[] = "time,x,y,z,q1,q2,q3,q4\n0,0,0,1,1,0,0,0\n0.01,0,0,1,1,0,0,0\n0.02,0,0,1,1,0,0,0\n";
    routh_context context;
    routh_recording recording;
    routh_dataset dataset;
    const routh_status status = read_text(text, strlen(text), NULL, &context, &recording, &dataset);
    assert_int_not_equal(status, ROUTH_OK);
    assert_int_equal(recording.refusal, ROUTH_REFUSED_UNREAD);
    assert_true(recording.tracks.proposals.count > 1);
    for (size_t i = 0; i < 2; i++)
        assert_non_null(strstr(context.message, recording.tracks.proposals.proposal[i].value));
    assert_null(strstr(recording.why, ", or orientation"));
    routh_recording_release(&context, &recording);
}

static void test_directions_in_words(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double direction[3];
    } good[] = {{"x", {1, 0, 0}}, {"-y", {0, -1, 0}}, {"+z", {0, 0, 1}}, {"0.5,-2,1e-3", {0.5, -2, 1e-3}}};
    static const char *const bad[] = {"", "w", "xy", "1,2", "1,2,3,4", "0,0,0", "1,inf,0", "nan,0,1", "--x"};
    routh_context context = routh_context_default();
    routh_axes_options axes = routh_axes_options_default();
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(routh_axes_options_set(&context, "up", good[i].text, &axes), ROUTH_OK);
        assert_memory_equal(axes.up, good[i].direction, sizeof axes.up);
        assert_int_equal(routh_axes_options_set(&context, "plane", good[i].text, &axes), ROUTH_OK);
        assert_memory_equal(axes.normal, good[i].direction, sizeof axes.normal);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(routh_axes_options_set(&context, "up", bad[i], &axes), ROUTH_BAD_ARGUMENT);
        assert_string_equal(context.field, "up");
        assert_memory_equal(axes.up, good[3].direction, sizeof axes.up);
    }
    assert_int_equal(routh_axes_options_set(&context, "down", "x", &axes), ROUTH_BAD_ARGUMENT);
}

SUBJECT(recording) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_table_of_impacts_is_no_motion),
        cmocka_unit_test(test_plain_poses_are_motions),
        cmocka_unit_test(test_millimetres_are_refused_unless_said),
        cmocka_unit_test(test_a_dataset_is_no_recording_of_motions),
        cmocka_unit_test(test_proposals_stand_in_the_message),
        cmocka_unit_test(test_directions_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
