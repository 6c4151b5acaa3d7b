/* Arrays written by NumPy and SciPy, independent writers, are read as they were. Needs Python with both.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../cli/run_program.h"
#include "../ledger.h"
#include "../subject.h"
#include "channel_cases.h"

enum { ROWS = 40 };

static double floating(size_t column, size_t row) {
    return 1000.0 * (double)column + (double)row + 0.25;
}

static double whole(size_t column, size_t row) {
    return 100.0 * (double)column + (double)row;
}

typedef double formula(size_t column, size_t row);

static void expect_values(const routh_channel *channel, size_t column, size_t rows, formula *value) {
    for (size_t i = 0; i < rows; i++)
        if (channel->value[i] != value(column, i))
            fail_msg("%s in row %zu is %g, not %g", channel->name, i, channel->value[i], value(column, i));
}

/* Channels "1", "2" … of a single array. */
static void expect_columns(const char *path, size_t columns, formula *value) {
    routh_channels channels;
    expect_channels(routh_io_path(path), NULL, columns, ROWS, &channels);
    for (size_t j = 0; j < columns; j++) {
        char name[24];
        snprintf(name, sizeof name, "%zu", j + 1);
        assert_string_equal(channels.channel[j].name, name);
        assert_string_equal(channels.channel[j].body, "");
        expect_values(&channels.channel[j], j, ROWS, value);
    }
    assert_true(isnan(channels.rate));
    routh_channels_release(NULL, &channels);
}

static void every_type_and_order(void **state) {
    (void)state;
    const char *const kind[] = {"f4", "f8", "i2", "i4", "i8", "u2", "u4", "u8"};
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
        for (int big = 0; big < 2; big++) {
            char path[32];
            snprintf(path, sizeof path, "%s_%s.npy", big ? "big" : "little", kind[k]);
            expect_columns(path, 3, k < 2 ? floating : whole);
        }
    expect_columns("fortran.npy", 5, floating);
    expect_columns("wide.npy", 5, floating); /* time is the longer dimension */
    expect_columns("vector.npy", 1, floating);
    expect_columns("version2.npy", 2, floating);
    expect_columns("poses.npy", 16, floating);
    expect_columns("poses_fortran.npy", 16, floating);
    expect_columns("u1.npy", 2, whole);
    routh_channels channels;
    expect_channels(routh_io_path("i1.npy"), NULL, 1, ROWS, &channels);
    assert_true(channels.channel[0].value[0] == -20 && channels.channel[0].value[39] == 19);
    routh_channels_release(NULL, &channels);
    expect_channels(routh_io_path("bool.npy"), NULL, 1, ROWS, &channels);
    assert_true(channels.channel[0].value[0] == 0 && channels.channel[0].value[1] == 1);
    routh_channels_release(NULL, &channels);
}

static void matrices_have_roles(void **state) {
    (void)state;
    routh_channels channels;
    expect_channels(routh_io_path("poses.npy"), NULL, 16, ROWS, &channels);
    for (size_t j = 0; j < 16; j++) {
        const routh_channel_role role = j >= 12      ? ROUTH_CHANNEL_OTHER
                                        : j % 4 == 3 ? ROUTH_CHANNEL_POSITION
                                                     : ROUTH_CHANNEL_MATRIX;
        assert_int_equal(channels.channel[j].role, role);
        if (j < 12)
            assert_int_equal(channels.channel[j].axis, j % 4 == 3 ? j / 4 : 3 * (j / 4) + j % 4);
    }
    routh_channels_release(NULL, &channels);
    expect_channels(routh_io_path("rotations.npy"), NULL, 9, ROWS, &channels);
    for (size_t j = 0; j < 9; j++) {
        assert_int_equal(channels.channel[j].role, ROUTH_CHANNEL_MATRIX);
        assert_int_equal(channels.channel[j].axis, j);
        expect_values(&channels.channel[j], 4 * (j / 3) + j % 3, ROWS, floating);
    }
    routh_channels_release(NULL, &channels);
}

static void structures_have_fields(void **state) {
    (void)state;
    routh_channels channels;
    expect_channels(routh_io_path("mixed.npy"), NULL, 7, ROWS, &channels);
    expect_values(channel_of(&channels, "", "time"), 0, ROWS, floating);
    expect_values(channel_of(&channels, "", "x"), 0, ROWS, floating);
    expect_values(channel_of(&channels, "", "n"), 0, ROWS, whole);
    for (size_t j = 0; j < 4; j++) {
        char name[8];
        snprintf(name, sizeof name, "q:%zu", j + 1);
        expect_values(channel_of(&channels, "", name), j, ROWS, floating);
    }
    routh_channels_release(NULL, &channels);
    expect_channels(routh_io_path("aligned.npy"), NULL, 2, ROWS, &channels);
    expect_values(channel_of(&channels, "", "x"), 0, ROWS, floating);
    routh_channels_release(NULL, &channels);
    expect_channels(routh_io_path("version3.npy"), NULL, 1, ROWS, &channels);
    expect_values(channel_of(&channels, "", "größe"), 0, ROWS, floating);
    routh_channels_release(NULL, &channels);
}

static void gaps_are_counted(void **state) {
    (void)state;
    routh_channels channels;
    expect_channels(routh_io_path("gaps.npy"), NULL, 2, ROWS, &channels);
    assert_true(isnan(channels.channel[0].value[3]) && isnan(channels.channel[1].value[4]) &&
                isnan(channels.channel[1].value[5]));
    assert_int_equal(channels.gap[ROUTH_GAP_NAN], 3);
    assert_int_equal(channels.gap[ROUTH_GAP_SHORT], 0);
    routh_channels_release(NULL, &channels);
}

static void what_is_no_recording_is_refused(void **state) {
    (void)state;
    expect_no_channels(routh_io_path("objects.npy"), NULL, ROUTH_BAD_FORMAT, "it holds Python objects");
    expect_no_channels(routh_io_path("text.npy"), NULL, ROUTH_BAD_FORMAT, "it holds no plain numbers");
    expect_no_channels(routh_io_path("half.npy"), NULL, ROUTH_BAD_FORMAT, "it holds no plain numbers");
    expect_no_channels(routh_io_path("scalar.npy"), NULL, ROUTH_BAD_FORMAT, "two rows or more");
    expect_no_channels(routh_io_path("empty.npy"), NULL, ROUTH_BAD_FORMAT, "two rows or more");
}

/* Settings, a mesh, texts and pickles beside the recording are no channels, unless the mesh is asked for. */
static void archives_have_names(void **state) {
    (void)state;
    const char *const path[] = {"stored.npz", "packed.npz"};
    for (int k = 0; k < 2; k++) {
        routh_channels channels;
        expect_channels(routh_io_path(path[k]), NULL, 1 + 7 + 16, ROWS, &channels);
        expect_values(channel_of(&channels, "", "t"), 0, ROWS, floating);
        for (size_t j = 0; j < 16; j++) {
            char name[16];
            snprintf(name, sizeof name, "pose:%zu", j + 1);
            expect_values(channel_of(&channels, "pose", name), j, ROWS, floating);
            snprintf(name, sizeof name, "cube:%zu", j + 1);
            if (j < 7)
                expect_values(channel_of(&channels, "cube", name), j, ROWS, floating);
        }
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path(path[k]), "cube", 7, ROWS, &channels);
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path(path[k]), "mesh", 3, 500, &channels);
        routh_channels_release(NULL, &channels);
        expect_no_channels(routh_io_path(path[k]), "ball", ROUTH_BAD_FORMAT,
                           "no variable \"ball\" with two rows or more; there are: t, cube, pose");
        expect_no_channels(routh_io_path(path[k]), "extra", ROUTH_BAD_FORMAT, "extra holds Python objects");
    }
}

/* A name is that of a column, "q:2", for the column. */
static void expect_matlab(const routh_channels *channels, const char *body, const char *name, size_t columns,
                          size_t rows, formula *value) {
    for (size_t j = 0; j < columns; j++) {
        char column[32];
        snprintf(column, sizeof column, columns > 1 ? "%s:%zu" : "%s", name, j + 1);
        expect_values(channel_of(channels, body, column), j, rows, value);
    }
}

static void matlab_of_scipy(void **state) {
    (void)state;
    const char *const path[] = {"plain.mat", "packed.mat"};
    for (int k = 0; k < 2; k++) {
        routh_channels channels;
        /* t, single, whole, pose, wide; data and what is in it; two elements of run; rows */
        expect_channels(routh_io_path(path[k]), NULL, 1 + 2 + 2 + 16 + 3 + 6 + 4 + 4, ROWS, &channels);
        expect_matlab(&channels, "", "t", 1, ROWS, floating);
        expect_matlab(&channels, "single", "single", 2, ROWS, floating);
        expect_matlab(&channels, "whole", "whole", 2, ROWS, whole);
        expect_matlab(&channels, "pose", "pose", 16, ROWS, floating);
        expect_matlab(&channels, "wide", "wide", 3, ROWS, floating);
        expect_matlab(&channels, "data", "x", 1, ROWS, floating);
        expect_matlab(&channels, "data", "q", 4, ROWS, floating);
        expect_matlab(&channels, "data.inner", "y", 1, ROWS, floating);
        expect_matlab(&channels, "run(1)", "time", 1, ROWS, floating);
        expect_matlab(&channels, "run(2)", "x", 1, 30, floating);
        expect_matlab(&channels, "rows", "x", 1, ROWS, floating);
        expect_matlab(&channels, "rows", "v", 3, ROWS, floating);
        assert_true(isnan(channel_of(&channels, "run(2)", "x")->value[30]));
        assert_int_equal(channels.gap[ROUTH_GAP_SHORT], 20); /* ten rows, two channels */
        assert_int_equal(channel_of(&channels, "pose", "pose:4")->role, ROUTH_CHANNEL_POSITION);
        assert_int_equal(channel_of(&channels, "pose", "pose:6")->axis, 4);
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path(path[k]), "run", 4, ROWS, &channels);
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path(path[k]), "data", 6, ROWS, &channels);
        routh_channels_release(NULL, &channels);
        expect_no_channels(routh_io_path(path[k]), "complex", ROUTH_BAD_FORMAT, "complex holds complex numbers");
        expect_no_channels(routh_io_path(path[k]), "label", ROUTH_BAD_FORMAT, "no variable \"label\"");
    }
}

/* zlib's own memory is not ours. */
static void memory_may_run_out(void **state) {
    (void)state;
    const char *const path[] = {"mixed.npy", "packed.npz", "plain.mat", "packed.mat"};
    for (size_t k = 0; k < sizeof path / sizeof *path; k++) {
        routh_status status = ROUTH_OUT_OF_MEMORY;
        for (int budget = 0; status != ROUTH_OK; budget++) {
            ledger book = {.budget = budget};
            routh_context context = context_with(&book);
            routh_channels channels;
            status = try_channels(&context, routh_io_path(path[k]), NULL, &channels);
            if (status == ROUTH_OK)
                routh_channels_release(&context, &channels);
            else
                assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
            assert_int_equal(book.blocks, 0);
        }
    }
}

static void write_arrays(void) {
    static const char command[] = "for python in python3 /usr/bin/python3; do $python -B "
                                  "\"$ROUTH_SOURCE_DIR/tests/file/write_arrays.py\" && break; done 2>/dev/null";
    if (system(command) != 0)
        fail_msg("%s", command);
}

static int enter_with_arrays(void **state) {
    if (enter_scratch(state) != 0)
        return -1;
    write_arrays();
    return 0;
}

SUBJECT(channels_arrays) {
    if (!getenv("ROUTH_SOURCE_DIR") ||
        system("{ python3 -c 'import scipy' || /usr/bin/python3 -c 'import scipy'; } 2>/dev/null") != 0) {
        print_message("skipped: Python has no NumPy and SciPy here\n");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_and_order),
        cmocka_unit_test(matrices_have_roles),
        cmocka_unit_test(structures_have_fields),
        cmocka_unit_test(gaps_are_counted),
        cmocka_unit_test(what_is_no_recording_is_refused),
        cmocka_unit_test(archives_have_names),
        cmocka_unit_test(matlab_of_scipy),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, enter_with_arrays, leave_scratch);
}
