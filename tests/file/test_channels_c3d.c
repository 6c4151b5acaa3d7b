/* C3D files of every processor and kind of number, written after the public description, are read as they were; what is
 * damaged is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../cli/run_program.h"
#include "../ledger.h"
#include "../subject.h"
#include "c3d_writer.h"
#include "channel_cases.h"

enum { MARKERS = 5, ANALOGUE = 6 };
enum { NOT_SEEN = 3, NOT_A_NUMBER = 4, AT_ZERO = 6 }; /* frames in which a marker is missing */

static const char *label(int index) {
    static const char *const name[MARKERS] = {"cube:1", "cube:2", "cube:3", "  ball", "loose marker"};
    return name[index % MARKERS];
}

/* Whole numbers so that every kind of number holds them: mm, and tenths of them as whole numbers. */
static double coordinate(size_t frame, size_t marker, size_t axis) {
    return 0.5 * (double)((frame * 7 + marker * 131 + axis * 977) % 4001) - 1000.5;
}

typedef struct c3d_case {
    int processor, floating;
    long frames, first;
    int is_long; /* the header has no room for the number of frames */
} c3d_case;

static void put_number(c3d_file *file, int floating, double value) {
    if (floating)
        c3d_float(file, value);
    else
        c3d_word(file, lrint(value));
}

static void put_frames(c3d_file *file, const c3d_case *how, double scale) {
    for (size_t i = 0; i < (size_t)how->frames; i++) {
        for (size_t j = 0; j < MARKERS; j++) {
            const int hidden = i == NOT_SEEN && j == 1, wrong = i == NOT_A_NUMBER && j == 2 && how->floating;
            const int zero = i == AT_ZERO && j == 3;
            for (size_t k = 0; k < 3; k++) {
                const double value = hidden || zero ? 0 : coordinate(i, j, k);
                put_number(file, how->floating, wrong ? (double)NAN : how->floating ? value : value / scale);
            }
            put_number(file, how->floating, hidden ? -1 : zero ? 0 : 0x0300 + 4); /* two cameras, residual of 4 SCALE */
        }
        for (int k = 0; k < ANALOGUE; k++)
            put_number(file, how->floating, 1000 + k);
    }
}

static c3d_file write_case(const c3d_case *how) {
    const double scale = how->floating ? -0.5 : 0.5;
    const long last = how->first + how->frames - 1;
    const c3d_header header = {.points = MARKERS,
                               .analogue = ANALOGUE,
                               .first = how->is_long ? 1 : how->first,
                               .last = how->is_long ? 65535 : last,
                               .scale = scale,
                               .rate = 250};
    c3d_file file;
    c3d_begin(&file, how->processor, &header);
    /* a parameter may come before its group */
    c3d_put_float(&file, 1, "RATE", 250);
    c3d_group(&file, 1, "POINT");
    c3d_group(&file, 3, "TRIAL");
    c3d_put_word(&file, 1, "USED", MARKERS);
    c3d_put_float(&file, 1, "SCALE", scale);
    c3d_put_text(&file, 1, "UNITS", "mm  ");
    c3d_put_text(&file, 1, "X_SCREEN", "+X");
    c3d_put_text(&file, 1, "Y_SCREEN", "+Z");
    c3d_put_texts(&file, 1, "LABELS", 16, 3, label);
    c3d_put_texts(&file, 1, "Labels2", 16, 1, label); /* one more of the same name; the last has none */
    if (how->is_long) {
        c3d_put_long(&file, 3, "ACTUAL_START_FIELD", how->first);
        c3d_put_long(&file, 3, "ACTUAL_END_FIELD", last);
    }
    c3d_begin_frames(&file);
    put_frames(&file, how, scale);
    c3d_pad(&file);
    return file;
}

static void check_case(const c3d_case *how) {
    static const char *const body[MARKERS] = {"cube:1", "cube:2", "cube:3", "cube:1", "5"};
    c3d_file file = write_case(how);
    routh_channels channels;
    expect_channels(routh_io_memory(file.byte, file.size, "case.c3d"), NULL, 4 * MARKERS, (size_t)how->frames,
                    &channels);
    assert_true(channels.rate == 250 && channels.up == 'z');
    for (size_t j = 0; j < (size_t)4 * MARKERS; j++) {
        const routh_channel *channel = &channels.channel[j];
        assert_string_equal(channel->body, body[j / 4]);
        assert_int_equal(channel->role, j % 4 < 3 ? ROUTH_CHANNEL_MARKER : ROUTH_CHANNEL_ERROR);
        assert_int_equal(channel->axis, j % 4 < 3 ? j % 4 : 0);
        assert_true(channel->unit == 1e-3);
        for (size_t i = 0; i < (size_t)how->frames; i++) {
            const bool gap = (i == NOT_SEEN && j / 4 == 1) || (i == AT_ZERO && j / 4 == 3) ||
                             (i == NOT_A_NUMBER && j / 4 == 2 && how->floating);
            const double value = j % 4 < 3 ? coordinate(i, j / 4, j % 4) : 4 * 0.5;
            assert_true(gap ? isnan(channel->value[i]) : channel->value[i] == value);
        }
    }
    assert_int_equal(channels.gap[ROUTH_GAP_OCCLUDED], 2 * 4);
    assert_int_equal(channels.gap[ROUTH_GAP_NAN], how->floating ? 4 : 0);
    routh_channels_release(NULL, &channels);
    free(file.byte);
}

static void every_processor(void **state) {
    (void)state;
    for (int processor = C3D_INTEL; processor <= C3D_MIPS; processor++)
        for (int floating = 0; floating < 2; floating++) {
            if (processor == C3D_DEC && floating)
                continue; /* has no NaN: below */
            check_case(&(c3d_case){.processor = processor, .floating = floating, .frames = 50, .first = 17});
        }
}

/* DEC's numbers against the values they stand for, over their whole range. */
static void numbers_of_dec(void **state) {
    (void)state;
    const c3d_header header = {.points = 1, .first = 1, .last = 60, .scale = -1, .rate = 100};
    c3d_file file;
    routh_channels channels;
    c3d_begin(&file, C3D_DEC, &header);
    c3d_begin_frames(&file);
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 3; k++)
            c3d_float(&file, (k ? -1 : 1) * ldexp(1 + i / 64.0, 4 * (i - 30) + k));
        c3d_float(&file, 0);
    }
    expect_channels(routh_io_memory(file.byte, file.size, "dec.c3d"), NULL, 4, 60, &channels);
    assert_string_equal(channels.format, "C3D (DEC, floating point)");
    assert_string_equal(channels.channel[1].name, "1:Y");
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 60; i++)
            assert_true(channels.channel[k].value[i] == (k ? -1 : 1) * ldexp(1 + i / 64.0, 4 * (i - 30) + k));
    assert_true(channels.rate == 100 && channels.up == 0 && channels.channel[0].unit == 0);
    routh_channels_release(NULL, &channels);
    free(file.byte);
}

static void more_frames_than_a_word_counts(void **state) {
    (void)state;
    check_case(&(c3d_case){.processor = C3D_INTEL, .floating = 1, .frames = 70000, .first = 100, .is_long = 1});
}

/* Rigid bodies, with points and without. */
static void rotations(void **state) {
    (void)state;
    for (int points = 0; points < 2; points++) {
        const int frames = 20, used = 2, ratio = points ? 1 : 3;
        const c3d_header header = {.points = points, .first = 1, .last = frames, .scale = -1, .rate = 50};
        c3d_file file;
        routh_channels channels;
        c3d_begin(&file, C3D_INTEL, &header);
        c3d_group(&file, 1, "POINT");
        c3d_group(&file, 2, "ROTATION");
        c3d_put_text(&file, 1, "UNITS", "m");
        c3d_put_word(&file, 2, "USED", used);
        c3d_put_word(&file, 2, "RATIO", ratio);
        c3d_put_word(&file, 2, "DATA_START", 4); /* after one block of parameters, and one of points */
        c3d_put_texts(&file, 2, "LABELS", 10, used, label);
        c3d_begin_frames(&file);
        for (int i = 0; i < 4 * frames * points; i++)
            c3d_float(&file, 1);
        c3d_pad(&file);
        if (!points)
            for (int i = 0; i < 512; i++)
                c3d_byte(&file, 0);
        for (int i = 0; i < frames * ratio; i++)
            for (int j = 0; j < used; j++)
                for (int k = 0; k < 17; k++)
                    c3d_float(&file, k == 16 ? (i == 5 ? -1 : 1) : 1000 * j + 100 * (k % 4 + 1) + 10 * (k / 4 + 1) + i);
        expect_channels(routh_io_memory(file.byte, file.size, "rotation.c3d"), NULL, (size_t)(4 * points + 13 * used),
                        (size_t)(frames * ratio), &channels);
        assert_true(channels.rate == 50 * ratio);
        for (int j = 0; j < used; j++)
            for (int k = 0; k < 12; k++) {
                const routh_channel *channel = &channels.channel[4 * points + 13 * j + k];
                const int row = k < 3 ? k : (k - 3) / 3, column = k < 3 ? 3 : (k - 3) % 3;
                assert_string_equal(channel->body, label(j));
                assert_int_equal(channel->role, k < 3 ? ROUTH_CHANNEL_POSITION : ROUTH_CHANNEL_MATRIX);
                assert_int_equal(channel->axis, k < 3 ? k : k - 3);
                assert_true(isnan(channel->value[5]));
                assert_true(channel->value[6] == 1000 * j + 100 * (row + 1) + 10 * (column + 1) + 6);
            }
        routh_channels_release(NULL, &channels);
        free(file.byte);
    }
}

static void expect_refused(const c3d_file *file, const char *part) {
    expect_no_channels(routh_io_memory(file->byte, file->size, "bad.c3d"), NULL, ROUTH_BAD_FORMAT, part);
}

static void damage_is_refused(void **state) {
    (void)state;
    const c3d_case how = {.processor = C3D_INTEL, .floating = 1, .frames = 50, .first = 1};
    c3d_file file = write_case(&how);
    const size_t size = file.size;
    file.size = size - 1024;
    expect_refused(&file,
                   "bad.c3d: a damaged or truncated C3D file: it claims 50 frames of markers, but has bytes for 4");
    file.size = 512;
    expect_refused(&file, "it has no parameters");
    file.size = size;
    file.byte[512 + 3] = 90;
    expect_refused(&file, "a processor other than Intel, DEC and MIPS");
    file.byte[512 + 3] = C3D_INTEL;
    file.byte[2] = file.byte[3] = 0xFF; /* 65,535 points */
    expect_refused(&file, "but has bytes for 0");
    file.byte[2] = file.byte[3] = 0;
    expect_refused(&file, "without markers or rigid bodies");
    free(file.byte);
}

/* Every byte of header and parameters changed, every length: it is refused or read, never a crash. */
static void any_damage_is_survived(void **state) {
    (void)state;
    const c3d_case how = {.processor = C3D_MIPS, .floating = 0, .frames = 12, .first = 1};
    c3d_file file = write_case(&how);
    unsigned char *copy = malloc(file.size);
    for (size_t i = 0; i < file.size + 1500; i++) {
        routh_channels channels;
        const size_t size = i < file.size ? i : file.size;
        memcpy(copy, file.byte, file.size);
        if (i >= file.size)
            copy[(i - file.size) % file.size] ^= 0xFF;
        unsigned char *exact = malloc(size ? size : 1); /* so that a sanitizer sees what is read beyond */
        memcpy(exact, copy, size);
        if (try_channels(NULL, routh_io_memory(exact, size, "any.c3d"), NULL, &channels) == ROUTH_OK)
            routh_channels_release(NULL, &channels);
        free(exact);
    }
    free(copy);
    free(file.byte);
}

static void memory_may_run_out(void **state) {
    (void)state;
    const c3d_case how = {.processor = C3D_INTEL, .floating = 1, .frames = 20, .first = 1};
    c3d_file file = write_case(&how);
    routh_status status = ROUTH_OUT_OF_MEMORY;
    for (int budget = 0; status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_channels channels;
        status = try_channels(&context, routh_io_memory(file.byte, file.size, "full.c3d"), NULL, &channels);
        if (status == ROUTH_OK)
            routh_channels_release(&context, &channels);
        else
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    free(file.byte);
}

SUBJECT(channels_c3d) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_processor),
        cmocka_unit_test(numbers_of_dec),
        cmocka_unit_test(more_frames_than_a_word_counts),
        cmocka_unit_test(rotations),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(any_damage_is_survived),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
