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

#include <routh/data.h>

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
    assert_true(routh_dataset3_recognise(from));
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
    routh_import3_options stated = routh_import3_options_default();
    stated.mass = 2;
    assert_int_equal(routh_dataset3_read(NULL, from, &stated, &read), ROUTH_OK);
    assert_true(read.mass == 2 && read.width == 0.2);
    routh_dataset3_release(NULL, &read);
    routh_buffer_release(NULL, &buffer);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(damage_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
