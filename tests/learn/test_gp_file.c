/* Models in files: what is read predicts as what was written; other files are refused and nothing is overwritten.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <hdf5.h>

#include "../cli/run_program.h"
#include "../ledger.h"
#include "../subject.h"
#include "gp_cases.h"

enum { POINTS = 50 };

static gp_case made, test;

static routh_gp *model(int sparse) {
    routh_gp_options options = routh_gp_options_default();
    routh_gp *gp;
    make_case(&made, 120, 0.1, 1);
    make_case(&test, POINTS, 0, 2);
    options.most_exact = sparse ? 100 : 120;
    options.inducing = 30;
    options.starts = 1;
    assert_int_equal(routh_gp_train(NULL, &made.samples, &options, &gp), ROUTH_OK);
    return gp;
}

static void assert_same(const routh_gp *a, const routh_gp *b) {
    const routh_gp *both[2] = {a, b};
    double mean[2][POINTS * CASE_OUTPUTS], deviation[2][POINTS * CASE_OUTPUTS];
    static double residual[2][120 * CASE_OUTPUTS], spread[2][120 * CASE_OUTPUTS];
    assert_int_equal(routh_gp_inputs(b), CASE_INPUTS);
    assert_int_equal(routh_gp_outputs(b), CASE_OUTPUTS);
    assert_int_equal(routh_gp_count(b), 120);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(routh_gp_predict_measured(NULL, both[i], POINTS, test.input, mean[i], deviation[i]), ROUTH_OK);
        routh_gp_leave_one_out(both[i], residual[i], spread[i]);
    }
    assert_memory_equal(mean[0], mean[1], sizeof mean[0]);
    assert_memory_equal(deviation[0], deviation[1], sizeof deviation[0]);
    assert_memory_equal(residual[0], residual[1], sizeof residual[0]);
    assert_memory_equal(spread[0], spread[1], sizeof spread[0]);
    for (size_t o = 0; o < CASE_OUTPUTS; o++) {
        const routh_model_output *x = routh_gp_fit_of(a, o), *y = routh_gp_fit_of(b, o);
        assert_true(x->log_likelihood == y->log_likelihood && x->jitter == y->jitter);
        assert_memory_equal(x->parameters.length, y->parameters.length, CASE_INPUTS * sizeof(double));
        assert_int_equal(x->evaluations, y->evaluations);
        assert_int_equal(x->start, y->start);
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->inducing, y->inducing);
    }
}

static void what_is_read_is_what_was_written(void **state) {
    (void)state;
    for (int sparse = 0; sparse < 2; sparse++) {
        routh_gp *gp = model(sparse), *read;
        assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("model.h5")), ROUTH_OK);
        assert_int_equal(routh_gp_read(NULL, routh_io_path("model.h5"), &read), ROUTH_OK);
        assert_same(gp, read);
        routh_gp_release(NULL, gp);
        routh_gp_release(NULL, read);
    }
}

static void refuses(const char *path, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    routh_gp *gp = NULL;
    assert_int_equal(routh_gp_read(&context, routh_io_path(path), &gp), status);
    assert_null(gp);
    if (!strstr(context.message, words) || strchr(context.message, '\n'))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void other_files_are_refused(void **state) {
    (void)state;
    refuses("no such file.h5", ROUTH_FILE_ERROR, "No such file");
    refuses(".", ROUTH_FILE_ERROR, "is a directory");
    FILE *file = fopen("text.h5", "w");
    assert_non_null(file);
    fputs("mass,inertia\n1,2\n", file);
    fclose(file);
    refuses("text.h5", ROUTH_BAD_FORMAT, "not an HDF5 file");
    H5Fclose(H5Fcreate("empty.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    refuses("empty.h5", ROUTH_BAD_FORMAT, "not a Gaussian process");
}

/* Writes one value into an attribute or array of the model's file. */
static void set_layout(long layout) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT), attribute = H5Aopen(file, "layout", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_LONG, &layout) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

static void set_number(const char *array, double value) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT), data = H5Dopen2(file, array, H5P_DEFAULT);
    const hid_t space = H5Dget_space(data), one = H5Screate(H5S_SCALAR);
    const hsize_t place[2] = {0, 0};
    assert_true(H5Sselect_elements(space, H5S_SELECT_SET, 1, place) >= 0);
    assert_true(H5Dwrite(data, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &value) >= 0);
    H5Sclose(one);
    H5Sclose(space);
    H5Dclose(data);
    H5Fclose(file);
}

static void remove_array(const char *array) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ldelete(file, array, H5P_DEFAULT) >= 0);
    H5Fclose(file);
}

static void numbers_that_make_no_sense_are_refused(void **state) {
    (void)state;
    routh_gp *gp = model(1);
    const struct {
        const char *array;
        double value;
        const char *words;
    } cases[] = {{"parameters", -1, "parameters of output 1"},
                 {"parameters", NAN, "parameters holds nan"},
                 {"input_scale", 0, "input_scale holds 0"},
                 {"output_mean", INFINITY, "output_mean holds inf"},
                 {"inputs", NAN, "inputs holds nan"},
                 {"inducing_1", 120, "inducing_1 names sample 120 of 120"},
                 {"inducing_2", -1, "inducing_2 names sample -1 of 120"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("model.h5")), ROUTH_OK);
        set_number(cases[i].array, cases[i].value);
        refuses("model.h5", ROUTH_BAD_FORMAT, cases[i].words);
    }
    routh_gp *exact = model(0);
    assert_int_equal(routh_gp_write(NULL, exact, routh_io_path("model.h5")), ROUTH_OK);
    set_number("alternatives", -1);
    refuses("model.h5", ROUTH_BAD_FORMAT, "alternatives of output 1 are not all positive");
    routh_gp_release(NULL, exact);
    static const char *const arrays[] = {"inputs", "outputs", "output_scale", "flags", "start", "inducing_2"};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("model.h5")), ROUTH_OK);
        remove_array(arrays[i]);
        refuses("model.h5", ROUTH_BAD_FORMAT, arrays[i]);
    }
    assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("model.h5")), ROUTH_OK);
    set_layout(3);
    refuses("model.h5", ROUTH_BAD_FORMAT, "layout 3; Routh " ROUTH_VERSION " reads layouts 1 to 2");
    routh_gp_release(NULL, gp);
}

static unsigned char *bytes_of(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *byte = need(*size, 1);
    assert_int_equal(fread(byte, 1, *size, file), *size);
    fclose(file);
    return byte;
}

static int reads(const unsigned char *byte, size_t size, routh_gp **gp) {
    FILE *file = fopen("damaged.h5", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(byte, 1, size, file), size);
    fclose(file);
    routh_context context = routh_context_default();
    const routh_status status = routh_gp_read(&context, routh_io_path("damaged.h5"), gp);
    assert_true(status == ROUTH_OK || context.message[0] != '\0');
    return status == ROUTH_OK;
}

/* Arrays and structure have checksums: a wrong byte shows, unless it is in no use. */
static void damaged_and_cut_files_are_refused(void **state) {
    (void)state;
    routh_gp *gp = model(1), *read = NULL;
    size_t size, refused = 0, tried = 0;
    assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("model.h5")), ROUTH_OK);
    unsigned char *byte = bytes_of("model.h5", &size);
    for (size_t i = 0; i < size; i += 61) {
        byte[i] ^= (unsigned char)(1u << i % 8);
        const int is_read = reads(byte, size, &read);
        byte[i] ^= (unsigned char)(1u << i % 8);
        refused += !is_read;
        tried++;
        if (is_read) {
            assert_same(gp, read);
            routh_gp_release(NULL, read);
        }
    }
    assert_true(refused > tried / 3);
    for (size_t cut = 0; cut < size; cut += cut < 600 ? 7 : 409)
        if (reads(byte, cut, &read)) { /* free space at the end may go */
            assert_true(cut + 4096 > size);
            assert_same(gp, read);
            routh_gp_release(NULL, read);
        }
    free(byte);
    routh_gp_release(NULL, gp);
}

static void a_failed_write_leaves_the_old_file(void **state) {
    (void)state;
    routh_gp *gp = model(0);
    assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("model.h5")), ROUTH_OK);
    size_t size, size_after;
    unsigned char *before = bytes_of("model.h5", &size);
    for (int budget = 0; budget < 12; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        assert_int_equal(routh_gp_write(&context, gp, routh_io_path("model.h5")), ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    unsigned char *after = bytes_of("model.h5", &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    assert_int_equal(routh_gp_write(NULL, gp, routh_io_path("no such folder/model.h5")), ROUTH_FILE_ERROR);
    free(before);
    free(after);
    routh_gp_release(NULL, gp);
}

SUBJECT(gp_file) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_was_written),       cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(numbers_that_make_no_sense_are_refused), cmocka_unit_test(damaged_and_cut_files_are_refused),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
