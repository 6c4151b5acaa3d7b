/* Datasets in space as HDF5: what is written is read again, to the last bit, and damage is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/tracks.h>

#include "../subject.h"

enum { INSTANTS = 5 };

static double position[2][INSTANTS][3], orientation[2][INSTANTS][4], spin[INSTANTS][3], instant[INSTANTS];
static char first[] = "toss_1.csv", second[] = "toss/2";

static routh_dataset3 made(routh_trajectory3 toss[2]) {
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < INSTANTS; k++) {
            for (int c = 0; c < 3; c++) {
                position[i][k][c] = 0.1 * k + c / 3.0;
                spin[k][c] = k - c;
            }
            orientation[i][k][0] = 0.6;
            orientation[i][k][3] = 0.8;
            instant[k] = 0.01 * k + 0.001 * (k == 3);
        }
    toss[0] =
        (routh_trajectory3){.name = first, .count = INSTANTS, .position = position[0], .orientation = orientation[0]};
    toss[1] = (routh_trajectory3){.name = second,
                                  .count = INSTANTS,
                                  .position = position[1],
                                  .orientation = orientation[1],
                                  .spin = spin,
                                  .time = instant};
    return (routh_dataset3){.name = "tosses",
                            .width = 0.2,
                            .mass = 0.5,
                            .rate = 100,
                            .gravity = 9.7,
                            .trajectory_count = 2,
                            .trajectory = toss};
}

static void what_is_written_is_read(void **state) {
    (void)state;
    routh_trajectory3 toss[2];
    const routh_dataset3 dataset = made(toss);
    routh_buffer buffer = {0};
    routh_dataset3 read;
    assert_int_equal(routh_dataset3_write(NULL, &dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
    const routh_io from = routh_io_memory(buffer.byte, buffer.byte_count, "tosses.h5");
    assert_true(routh_recording_recognise(from) & ROUTH_RECORDING_TOSSES);
    assert_int_equal(routh_dataset3_read(NULL, from, NULL, &read), ROUTH_OK);
    assert_string_equal(read.name, "tosses");
    assert_true(read.width == 0.2 && read.mass == 0.5 && read.rate == 100 && read.gravity == 9.7);
    assert_int_equal(read.trajectory_count, 2);
    assert_string_equal(read.trajectory[1].name, second);
    assert_null(read.trajectory[0].time);
    assert_null(read.trajectory[0].spin);
    assert_memory_equal(read.trajectory[1].time, instant, sizeof instant);
    assert_memory_equal(read.trajectory[1].spin, spin, sizeof spin);
    for (int i = 0; i < 2; i++)
        assert_memory_equal(read.trajectory[i].position, position[i], sizeof position[i]);
    assert_true(fabs(read.trajectory[0].orientation[2][3] - 0.8) < 1e-15);
    routh_dataset3_release(NULL, &read);
    /* what is stated overrides it */
    routh_import3_options stated = {.width = NAN, .mass = 2, .rate = NAN, .gravity = NAN};
    assert_int_equal(routh_dataset3_read(NULL, from, &stated, &read), ROUTH_OK);
    assert_true(read.mass == 2 && read.width == 0.2 && read.rate == 100);
    routh_dataset3_release(NULL, &read);
    /* even if it is the default */
    stated.width = routh_import3_options_default().width;
    assert_int_equal(routh_dataset3_read(NULL, from, &stated, &read), ROUTH_OK);
    assert_true(read.width == stated.width && read.gravity == 9.7);
    routh_dataset3_release(NULL, &read);
    routh_buffer_release(NULL, &buffer);
}

/* A box whose inertia is not that of uniform density, tracked at its middle. */
static routh_shape3 made_box(void) {
    routh_shape3 box;
    assert_int_equal(routh_shape3_box(NULL, (const double[]){0.12, 0.08, 0.05}, &box), ROUTH_OK);
    for (int i = 0; i < 3; i++)
        box.gyration[i][i] *= 1 + 0.1 * i;
    return box;
}

static void the_shape_comes_with_the_file(void **state) {
    (void)state;
    routh_trajectory3 toss[2];
    routh_dataset3 dataset = made(toss), read;
    routh_shape3 box = made_box(), other;
    routh_buffer buffer = {0};
    dataset.shape = &box;
    assert_int_equal(routh_dataset3_write(NULL, &dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
    const routh_io from = routh_io_memory(buffer.byte, buffer.byte_count, "tosses.h5");
    assert_int_equal(routh_dataset3_read(NULL, from, NULL, &read), ROUTH_OK);
    assert_ptr_equal(read.shape, read.stored_shape);
    assert_string_equal(read.shape->name, "box");
    assert_int_equal(read.shape->count, 8);
    assert_int_equal(read.shape->face_count, 6);
    assert_true(fabs(read.shape->volume - 0.12 * 0.08 * 0.05) < 1e-15);
    assert_true(fabs(read.shape->thickness - 0.025) < 1e-12);
    assert_memory_equal(read.shape->gyration, box.gyration, sizeof box.gyration);
    for (size_t v = 0; v < 8; v++) {
        size_t found = 0;
        for (size_t k = 0; k < 8; k++)
            found += memcmp(read.shape->vertex[v], box.vertex[k], sizeof box.vertex[k]) == 0;
        assert_int_equal(found, 1);
    }
    routh_dataset3_release(NULL, &read);
    /* a shape that is stated takes its place, and so does the edge of a cube */
    routh_import3_options stated = routh_import3_options_default();
    assert_int_equal(routh_shape3_box(NULL, (const double[]){1, 2, 3}, &other), ROUTH_OK);
    stated.shape = &other;
    assert_int_equal(routh_dataset3_read(NULL, from, &stated, &read), ROUTH_OK);
    assert_ptr_equal(read.shape, &other);
    routh_dataset3_release(NULL, &read);
    stated.shape = NULL;
    stated.width = 0.3;
    assert_int_equal(routh_dataset3_read(NULL, from, &stated, &read), ROUTH_OK);
    assert_null(read.shape);
    assert_true(read.width == 0.3);
    routh_dataset3_release(NULL, &read);
    routh_buffer_release(NULL, &buffer);
    routh_shape3_release(NULL, &other);
    routh_shape3_release(NULL, &box);
}

static void shapes_that_cannot_be(void **state) {
    (void)state;
    for (int damage = 0; damage < 4; damage++) {
        routh_trajectory3 toss[2];
        routh_dataset3 dataset = made(toss), read;
        routh_shape3 box = made_box();
        routh_buffer buffer = {0};
        routh_context context = routh_context_default();
        static const char *const words[] = {"no inertia tensor", "not finite", "no convex body", "3 columns"};
        const size_t count = box.count;
        dataset.shape = &box;
        if (damage == 0)
            box.gyration[0][1] = 1;
        for (size_t v = 0; damage == 2 && v < count; v++)
            box.vertex[v][2] = 0;
        if (damage == 1)
            box.vertex[3][1] = NAN;
        if (damage == 3)
            box.count = 3;
        assert_int_equal(routh_dataset3_write(NULL, &dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
        const routh_io from = routh_io_memory(buffer.byte, buffer.byte_count, "tosses.h5");
        assert_int_equal(routh_dataset3_read(&context, from, NULL, &read), ROUTH_BAD_FORMAT);
        if (!strstr(context.message, words[damage]))
            print_error("%s\n", context.message);
        assert_non_null(strstr(context.message, words[damage]));
        assert_null(read.stored_shape);
        routh_buffer_release(NULL, &buffer);
        routh_shape3_release(NULL, &box);
    }
}

static void damage_is_refused(void **state) {
    (void)state;
    routh_trajectory3 toss[2];
    const routh_dataset3 dataset = made(toss);
    routh_buffer buffer = {0};
    routh_dataset3 read;
    routh_context context = routh_context_default();
    assert_int_equal(routh_dataset3_write(NULL, &dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
    for (size_t size = 0; size < buffer.byte_count; size += 1 + size / 16) {
        if (routh_dataset3_read(&context, routh_io_memory(buffer.byte, size, "tosses.h5"), NULL, &read) == ROUTH_OK)
            fail_msg("%zu of %zu bytes are a dataset", size, buffer.byte_count);
        assert_int_equal(strncmp(context.message, "tosses.h5: ", 11), 0);
        assert_null(read.trajectory);
    }
    routh_buffer_release(NULL, &buffer);
    instant[4] = instant[3]; /* a clock that stands still */
    assert_int_equal(routh_dataset3_write(NULL, &dataset, routh_io_buffer(&buffer, "tosses.h5")), ROUTH_OK);
    assert_int_equal(
        routh_dataset3_read(&context, routh_io_memory(buffer.byte, buffer.byte_count, "tosses.h5"), NULL, &read),
        ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "time must rise"));
    routh_buffer_release(NULL, &buffer);
}

SUBJECT(dataset3_file) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read),
                                       cmocka_unit_test(the_shape_comes_with_the_file),
                                       cmocka_unit_test(shapes_that_cannot_be), cmocka_unit_test(damage_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
