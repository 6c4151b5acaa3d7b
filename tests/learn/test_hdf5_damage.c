/* Damaged HDF5 files of every kind, as Routh writes them and as HDF5's library does, in its earliest and in a later format:
 * whatever byte is changed and however short the file is cut, reading it gives a status and a message that names the file,
 * no memory is lost, and no more is asked for than the file justifies.
 *
 * Before Routh had a reader of its own, some of these bytes in the earliest format crashed the HDF5 library, byte 13095 of
 * the dataset for one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../cli/run_program.h"
#include "../effort.h"
#include "../hdf5_files.h"
#include "../ledger.h"
#include "../subject.h"

/* From a block of exactly that size, so that a sanitizer sees a step past its end. */
static int reads(hdf5_content content, const unsigned char *byte, size_t size) {
    static const char name[] = "swept.h5: ";
    ledger book = {.budget = 1 << 20};
    routh_context context = context_with(&book);
    context.threads = 1;
    unsigned char *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, byte, size);
    const routh_status status = read_small(content, &context, routh_io_memory(exact, size, "swept.h5"));
    free(exact);
    assert_int_equal(book.blocks, 0);
    if (status != ROUTH_OK && strncmp(context.message, name, sizeof name - 1) != 0)
        fail_msg("status %d: \"%s\" does not name the file", status, context.message);
    assert_null(strchr(context.message, '\n'));
    return status == ROUTH_OK;
}

static void sweep(hdf5_content content, hdf5_writer writer) {
    static const unsigned char changes[4] = {0x00, 0xFF, 0x01, 0x80};
    hdf5_file file = small_file(content, writer);
    const size_t stride = (size_t)effort(23, 4, 1);               /* check begins at another byte with each commit */
    const int values = effort(4, 4, 256), step = effort(2, 2, 1); /* of four values each byte gets two in turn */
    size_t runs = 0, refused = 0;
    assert_true(reads(content, file.byte, file.size));
    for (size_t i = 0; i < file.size; i++) {
        if (!in_slice((long)i, (long)stride))
            continue;
        const unsigned char before = file.byte[i];
        for (int k = (int)(i / stride) % step; k < values; k += step) {
            file.byte[i] = (unsigned char)(values == 256 ? k : k < 2 ? changes[k] : before ^ changes[k]);
            if (file.byte[i] == before)
                continue;
            runs++;
            refused += !reads(content, file.byte, file.size);
        }
        file.byte[i] = before;
    }
    print_message("content %d, writer %d: %zu bytes, %zu changed files, %zu refused\n", content, writer, file.size,
                  runs, refused);
    assert_true(refused > runs / 20);
    free(file.byte);
}

static void no_wrong_byte_does_harm(void **state) {
    (void)state;
    for (int content = 0; content < HDF5_CONTENTS; content++)
        sweep((hdf5_content)content, HDF5_OURS);
}

static void nor_in_what_the_library_writes(void **state) {
    (void)state;
    for (int content = 0; content < HDF5_CONTENTS; content++) {
        sweep((hdf5_content)content, HDF5_EARLIEST);
        sweep((hdf5_content)content, HDF5_LATER);
    }
}

static void nor_does_an_early_end(void **state) {
    (void)state;
    for (int content = 0; content < HDF5_CONTENTS; content++)
        for (int writer = 0; writer < HDF5_WRITERS; writer++) {
            hdf5_file file = small_file((hdf5_content)content, (hdf5_writer)writer);
            for (size_t size = 0; size < file.size; size += (size_t)effort(31, 3, 1))
                reads((hdf5_content)content, file.byte, size);
            free(file.byte);
        }
}

/* The n-th request fails, and all after it: then so does the reading, whatever part of the file it was for. */
static void memory_that_runs_out_is_a_failure(void **state) {
    (void)state;
    for (int content = 0; content < HDF5_CONTENTS; content++)
        for (int writer = 0; writer < HDF5_WRITERS; writer++) {
            hdf5_file file = small_file((hdf5_content)content, (hdf5_writer)writer);
            int budget = 0;
            for (routh_status status = ROUTH_OUT_OF_MEMORY; status != ROUTH_OK; budget++) {
                ledger book = {.budget = budget};
                routh_context context = context_with(&book);
                context.threads = 1;
                status = read_small((hdf5_content)content, &context, routh_io_memory(file.byte, file.size, "small.h5"));
                assert_int_equal(book.blocks, 0);
                if (status != ROUTH_OK && status != ROUTH_OUT_OF_MEMORY)
                    fail_msg("request %d: status %d, \"%s\"", budget, status, context.message);
                assert_true(status == ROUTH_OK || context.message[0] != '\0');
                assert_true(status != ROUTH_OK || book.budget == 0);
            }
            free(file.byte);
        }
}

/* Claims ------------------------------------------------------------------------------------------------*/

enum { CLAIMED = 10000 };

/* A number for each, all zero or all different. */
static void replace_samples(hid_t file, const char *name, int are_zero) {
    hid_t old = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(old);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t size[2];
    assert_int_equal(H5Sget_simple_extent_dims(space, size, NULL), 2);
    H5Sclose(space);
    H5Dclose(old);
    H5Ldelete(file, name, H5P_DEFAULT);
    size[0] = CLAIMED;
    double *value = calloc(CLAIMED * size[1], sizeof *value);
    assert_non_null(value);
    for (size_t i = 0; !are_zero && i < CLAIMED * size[1]; i++)
        value[i] = 1 / (double)(i + 1);
    H5Pset_chunk(properties, 2, size);
    H5Pset_deflate(properties, 9);
    space = H5Screate_simple(2, size, NULL);
    hid_t made = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(H5Dwrite(made, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Dclose(made);
    H5Sclose(space);
    H5Pclose(properties);
    free(value);
}

/* Zeros: 9 kB that claimed so many samples kept `routh laws` busy for minutes. Others are in the file, but to factor their
 * matrix would take as long. */
static void a_model_has_only_so_many_samples(void **state) {
    (void)state;
    static const char *const words[2] = {"samples cubed, or samples × inducing points squared, may be 3e+11",
                                         "inputs claims 10000×"};
    for (int are_zero = 0; are_zero < 2; are_zero++) {
        routh_context context = routh_context_default();
        write_small_model(routh_io_path("model.h5"));
        hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT);
        replace_samples(file, "gp/inputs", are_zero);
        replace_samples(file, "gp/outputs", are_zero);
        H5Ldelete(file, "gp/inducing_1", H5P_DEFAULT);
        H5Fclose(file);
        assert_int_equal(read_small(HDF5_MODEL, &context, routh_io_path("model.h5")), ROUTH_BAD_FORMAT);
        if (strncmp(context.message, "model.h5: ", 10) != 0 || !strstr(context.message, words[are_zero]))
            fail_msg("\"%s\" is not in \"%s\"", words[are_zero], context.message);
    }
}

SLOW_SUBJECT(hdf5_damage) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_wrong_byte_does_harm),
        cmocka_unit_test(nor_in_what_the_library_writes),
        cmocka_unit_test(nor_does_an_early_end),
        cmocka_unit_test(memory_that_runs_out_is_a_failure),
        cmocka_unit_test_setup_teardown(a_model_has_only_so_many_samples, enter_scratch, leave_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
