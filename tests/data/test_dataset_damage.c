/* Damaged datasets: whatever byte of the file is wrong and wherever it ends, it is refused or read as it was.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "dataset_cases.h"

static int reads_as(const char *path, const routh_dataset *expected, int *same) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_status status = routh_dataset_read(&context, routh_io_path(path), NULL, &dataset);
    *same = status == ROUTH_OK && same_dataset(expected, &dataset);
    if (status != ROUTH_OK)
        assert_true(context.message[0] != '\0' && !strchr(context.message, '\n'));
    routh_dataset_release(NULL, &dataset);
    return status == ROUTH_OK;
}

/* The structure has checksums and so has every array, so that a wrong byte shows unless it is in no use. */
static void a_wrong_byte_is_noticed(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    assert_int_equal(routh_dataset_write(NULL, &made.dataset, routh_io_path("case.h5")), ROUTH_OK);
    size_t size, refused = 0;
    unsigned char *byte = bytes_of("case.h5", &size);
    for (size_t i = 0; i < size; i += 7) {
        int same;
        byte[i] ^= (unsigned char)(1u << i % 8);
        put_bytes("damaged.h5", byte, size);
        int is_read = reads_as("damaged.h5", &made.dataset, &same);
        if (is_read && !same)
            print_error("byte %zu of %zu\n", i, size);
        assert_true(!is_read || same);
        refused += !is_read;
        byte[i] ^= (unsigned char)(1u << i % 8);
    }
    assert_true(refused > size / 7 / 3);
    free(byte);
}

static void a_cut_file_is_refused(void **state) {
    (void)state;
    static dataset_case made;
    make_case(&made);
    assert_int_equal(routh_dataset_write(NULL, &made.dataset, routh_io_path("case.h5")), ROUTH_OK);
    size_t size;
    unsigned char *byte = bytes_of("case.h5", &size);
    for (size_t cut = 0; cut < size; cut += cut < 600 ? 1 : 101) {
        int same, is_read;
        put_bytes("damaged.h5", byte, cut);
        is_read = reads_as("damaged.h5", &made.dataset, &same);
        /* free space at the end may go */
        assert_true(!is_read || (same && cut + 4096 > size));
    }
    free(byte);
}

SUBJECT(dataset_damage) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_wrong_byte_is_noticed, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_cut_file_is_refused, enter_scratch, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
