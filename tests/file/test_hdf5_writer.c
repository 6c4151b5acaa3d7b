/* The writer of HDF5 files against the HDF5 library, and against damage: the library finds in them what was written, as few and
 * as many of it as there may be, and can change it; every changed bit of a file is noticed; without memory nothing is written.
 * check_hdf5_tools.sh has the same for h5dump, h5diff and h5py.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <hdf5.h>

#include "../cli/run_program.h"
#include "../effort.h"
#include "../hdf5_files.h"
#include "../ledger.h"
#include "../subject.h"
#include "file/read_hdf5_values.h"
#include "file/write_hdf5_values.h"

static double number_in(hid_t place, const char *name) {
    double value = NAN;
    hid_t attribute = H5Aopen(place, name, H5P_DEFAULT);
    assert_true(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(attribute);
    return value;
}

static void text_in(hid_t place, const char *name, char text[5000]) {
    hid_t attribute = H5Aopen(place, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    assert_true(H5Tget_size(type) < 5000 && H5Tget_cset(type) == H5T_CSET_UTF8);
    assert_true(H5Aread(attribute, type, text) >= 0);
    H5Tclose(type);
    H5Aclose(attribute);
}

/* Links and attributes ------------------------------------------------------------------------------------*/

static void write_links(const char *path, int count, int attributes) {
    routh_hdf5_image image;
    char name[64];
    routh_hdf5_node *root = routh_hdf5_image_begin(NULL, &image);
    routh_hdf5_node *group = routh_hdf5_begin_group(root, "group");
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "link number %d", i);
        routh_hdf5_node *array = routh_hdf5_write_numbers(group, name, 0, 0, NULL);
        routh_hdf5_write_integer(array, "i", i);
        routh_hdf5_end(array);
    }
    for (int i = 0; i < attributes; i++) {
        snprintf(name, sizeof name, "attribute number %d", i);
        routh_hdf5_write_number(group, name, i);
    }
    routh_hdf5_end(group);
    assert_int_equal(routh_hdf5_image_end(&image, ROUTH_OK, routh_io_path(path)), ROUTH_OK);
}

/* Both readers look for some of them, which begin at `from`. */
static void expect_links(const char *path, int count, int attributes) {
    routh_source source;
    routh_hdf5_file own;
    routh_hdf5_place group, array;
    H5G_info_t info;
    char name[64];
    size_t found = 0;
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), place = H5Gopen2(file, "group", H5P_DEFAULT);
    assert_true(H5Gget_info(place, &info) >= 0);
    assert_int_equal(info.nlinks, count);
    assert_int_equal(H5Aget_num_attrs(place), attributes);
    assert_int_equal(routh_source_create(NULL, routh_io_path(path), &source), ROUTH_OK);
    assert_int_equal(routh_hdf5_open_file(&source, &own), ROUTH_OK);
    assert_int_equal(routh_hdf5_open(&own.root, "group", "group", &group), ROUTH_OK);
    assert_int_equal(routh_hdf5_count(&group, &found), ROUTH_OK);
    assert_int_equal(found, count);
    for (int i = 0; i < count; i += 1 + count / 3000) {
        int64_t value = -1;
        snprintf(name, sizeof name, "link number %d", i);
        hid_t one = H5Oopen(place, name, H5P_DEFAULT);
        assert_true(one >= 0 && fabs(number_in(one, "i") - i) <= 0);
        H5Oclose(one);
        assert_int_equal(routh_hdf5_open(&group, name, name, &array), ROUTH_OK);
        assert_int_equal(routh_hdf5_whole(&array, "i", &value), ROUTH_OK);
        assert_int_equal(value, i);
    }
    for (int i = 0; i < attributes; i++) {
        double value = -1;
        snprintf(name, sizeof name, "attribute number %d", i);
        assert_true(fabs(number_in(place, name) - i) <= 0);
        assert_int_equal(routh_hdf5_number(&group, name, &value), ROUTH_OK);
        assert_true(fabs(value - i) <= 0);
    }
    assert_true(H5Lexists(place, "link number -1", H5P_DEFAULT) == 0);
    routh_hdf5_close_file(&own);
    routh_source_release(&source);
    H5Gclose(place);
    H5Fclose(file);
}

/* The library adds and removes. */
static void change_links(const char *path, int count) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), group = H5Gopen2(file, "group", H5P_DEFAULT);
    char name[64];
    for (int i = count; i < count + 100; i++) {
        double value = i;
        snprintf(name, sizeof name, "link number %d", i);
        hid_t one = H5Gcreate2(group, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
        hid_t made = H5Acreate2(one, "i", H5T_STD_I32BE, space, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(H5Awrite(made, H5T_NATIVE_DOUBLE, &value) >= 0);
        H5Aclose(made);
        H5Gclose(one);
        snprintf(name, sizeof name, "attribute number %d", i - count);
        if (H5Aexists(group, name) > 0)
            assert_true(H5Adelete(group, name) >= 0);
        value = i - count;
        made = H5Acreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(made >= 0 && H5Awrite(made, H5T_NATIVE_DOUBLE, &value) >= 0);
        H5Aclose(made);
        H5Sclose(space);
    }
    assert_true(count == 0 || H5Ldelete(group, "link number 0", H5P_DEFAULT) >= 0);
    hid_t again = count == 0 ? -1 : H5Gcreate2(group, "link number 0", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (again >= 0) {
        const double zero = 0;
        hid_t space = H5Screate(H5S_SCALAR);
        hid_t made = H5Acreate2(again, "i", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(H5Awrite(made, H5T_NATIVE_DOUBLE, &zero) >= 0);
        H5Aclose(made);
        H5Sclose(space);
        H5Gclose(again);
    }
    H5Gclose(group);
    assert_true(H5Fclose(file) >= 0);
}

/* Up to 64 stand in the object header; 5957 are the first that do not fit into one node of the tree. */
static void few_and_many_links_are_found_and_changed(void **state) {
    (void)state;
    const int counts[] = {0, 1, 64, 65, 5956, 5957, effort(300, 300, 200000)};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const int attributes = counts[c] < 40 ? counts[c] : 40;
        write_links("links.h5", counts[c], attributes);
        expect_links("links.h5", counts[c], attributes);
        change_links("links.h5", counts[c]);
        expect_links("links.h5", counts[c] + 100, 100);
    }
}

static void texts_are_cut_between_letters(void **state) {
    (void)state;
    char given[5000] = "", read[5000], own[ROUTH_HDF5_LONGEST_TEXT];
    for (size_t before = 0; before < 3; before++) {
        routh_hdf5_image image;
        routh_hdf5_file file;
        routh_source source;
        memset(given, 'x', before);
        for (size_t i = before; i + 2 < sizeof given; i += 2)
            memcpy(given + i, "µ", 3);
        routh_hdf5_node *root = routh_hdf5_image_begin(NULL, &image);
        routh_hdf5_write_text(root, "long", given);
        routh_hdf5_write_text(root, "empty", "");
        routh_hdf5_write_text(root, "no letters", "\x80\x80\x80");
        assert_int_equal(routh_hdf5_image_end(&image, ROUTH_OK, routh_io_path("text.h5")), ROUTH_OK);
        hid_t peer = H5Fopen("text.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
        text_in(peer, "long", read);
        given[strlen(read)] = '\0';
        assert_string_equal(read, given);
        assert_in_range(strlen(read), ROUTH_HDF5_LONGEST_TEXT - 2, ROUTH_HDF5_LONGEST_TEXT - 1);
        assert_int_equal(strlen(read) % 2, before % 2);
        text_in(peer, "empty", read);
        assert_string_equal(read, "");
        H5Fclose(peer);
        assert_int_equal(routh_source_create(NULL, routh_io_path("text.h5"), &source), ROUTH_OK);
        assert_int_equal(routh_hdf5_open_file(&source, &file), ROUTH_OK);
        assert_int_equal(routh_hdf5_text(&file.root, "long", own, sizeof own), ROUTH_OK);
        routh_hdf5_close_file(&file);
        routh_source_release(&source);
    }
}

/* Arrays ----------------------------------------------------------------------------------------------------*/

static void expect_array(hid_t file, const routh_hdf5_place *root, const char *name, size_t rows, size_t columns,
                         const double *value) {
    routh_hdf5_place place;
    size_t found_rows = 0, found_columns = 0;
    hsize_t size[2] = {0, 1};
    double *read = calloc(rows * columns + 1, sizeof *read);
    assert_non_null(read);
    hid_t array = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(array);
    assert_true(H5Sget_simple_extent_dims(space, size, NULL) > 0 && size[0] == rows && size[1] == columns);
    assert_true(H5Dread(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, read) >= 0);
    assert_memory_equal(read, value, rows * columns * sizeof *read);
    H5Sclose(space);
    H5Dclose(array);
    memset(read, 0, rows * columns * sizeof *read);
    assert_int_equal(routh_hdf5_open(root, name, name, &place), ROUTH_OK);
    assert_int_equal(routh_hdf5_shape(&place, &found_rows, &found_columns), ROUTH_OK);
    assert_true(found_rows == rows && found_columns == columns);
    assert_int_equal(routh_hdf5_numbers(&place, read), ROUTH_OK);
    assert_memory_equal(read, value, rows * columns * sizeof *read);
    free(read);
}

/* From 2^21 numbers on in several chunks, of which the last is not full. */
static void arrays_of_all_sizes_are_found(void **state) {
    (void)state;
    const size_t sizes[][2] = {{0, 0},
                               {0, 7},
                               {1, 0},
                               {1, 1},
                               {3, 7},
                               {1000, 0},
                               {(1 << 21) + 1, 0},
                               {700001, 5},
                               {effort(1, 1, 25000003), 0}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    const size_t most = effort(3500005, 3500005, 25000003);
    double *value = malloc(most * sizeof *value);
    long *whole = malloc(1000 * sizeof *whole);
    assert_true(value && whole);
    for (size_t i = 0; i < most; i++)
        value[i] = (double)i * 1e-3 - 5;
    for (int i = 0; i < 1000; i++)
        whole[i] = i * 0x1234567L * (i % 2 ? -1 : 1);
    routh_hdf5_image image;
    routh_hdf5_file own;
    routh_source source;
    char name[16];
    routh_hdf5_node *root = routh_hdf5_image_begin(NULL, &image);
    for (size_t i = 0; i < SIZES; i++) {
        snprintf(name, sizeof name, "%zu", i);
        routh_hdf5_end(routh_hdf5_write_numbers(root, name, sizes[i][0], sizes[i][1], value));
    }
    routh_hdf5_end(routh_hdf5_write_wholes(root, "wholes", 1000, whole));
    routh_hdf5_end(routh_hdf5_write_flags(root, "flags", 1000, whole));
    assert_int_equal(routh_hdf5_image_end(&image, ROUTH_OK, routh_io_path("arrays.h5")), ROUTH_OK);
    assert_int_equal(routh_source_create(NULL, routh_io_path("arrays.h5"), &source), ROUTH_OK);
    assert_int_equal(routh_hdf5_open_file(&source, &own), ROUTH_OK);
    hid_t file = H5Fopen("arrays.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    for (size_t i = 0; i < SIZES; i++) {
        snprintf(name, sizeof name, "%zu", i);
        expect_array(file, &own.root, name, sizes[i][0], sizes[i][1] ? sizes[i][1] : 1, value);
    }
    for (int i = 0; i < 1000; i++)
        value[i] = (double)whole[i];
    expect_array(file, &own.root, "wholes", 1000, 1, value);
    for (int i = 0; i < 1000; i++)
        value[i] = (double)(uint32_t)whole[i];
    expect_array(file, &own.root, "flags", 1000, 1, value);
    H5Fclose(file);
    routh_hdf5_close_file(&own);
    routh_source_release(&source);
    free(value);
    free(whole);
}

static void what_could_not_be_read_again_is_refused(void **state) {
    (void)state;
    const size_t sizes[][2] = {{((size_t)1 << 28) + 1, 0}, {(size_t)1 << 20, 257}, {1, ((size_t)1 << 25) + 1}};
    for (size_t i = 0; i < 3; i++) {
        routh_context context = routh_context_default();
        routh_hdf5_image image;
        routh_hdf5_node *root = routh_hdf5_image_begin(&context, &image);
        routh_hdf5_end(routh_hdf5_write_numbers(root, "large", sizes[i][0], sizes[i][1], NULL));
        assert_int_equal(routh_hdf5_image_end(&image, ROUTH_OK, routh_io_path("large.h5")), ROUTH_BAD_ARGUMENT);
        assert_string_equal(context.message,
                            "large.h5: an HDF5 file has at most 4 GiB, and one of its arrays 2^28 numbers");
        assert_int_not_equal(access("large.h5", F_OK), 0);
    }
}

/* Damage ----------------------------------------------------------------------------------------------------*/

/* Everything has a checksum. */
static void every_changed_bit_is_noticed(void **state) {
    (void)state;
    for (int content = 0; content < HDF5_CONTENTS; content++) {
        write_small((hdf5_content)content, routh_io_path("small.h5"));
        hdf5_file file = hold_file("small.h5");
        for (size_t i = 0; i < 8 * file.size; i++) {
            if (!in_slice((long)i, effort(61, 31, 1)))
                continue;
            file.byte[i / 8] ^= (unsigned char)(1 << i % 8);
            const routh_io from = routh_io_memory(file.byte, file.size, "small.h5");
            if (read_small((hdf5_content)content, NULL, from) == ROUTH_OK)
                fail_msg("content %d: bit %zu of byte %zu is not noticed", content, i % 8, i / 8);
            file.byte[i / 8] ^= (unsigned char)(1 << i % 8);
        }
        assert_int_equal(read_small((hdf5_content)content, NULL, routh_io_path("small.h5")), ROUTH_OK);
        free(file.byte);
    }
}

static void without_memory_nothing_is_written(void **state) {
    (void)state;
    int budget = 0;
    for (routh_status status = ROUTH_OUT_OF_MEMORY; status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_hdf5_image image;
        char name[16];
        routh_hdf5_node *root = routh_hdf5_image_begin(&context, &image);
        for (int i = 0; i < 100; i++) {
            snprintf(name, sizeof name, "%d", i);
            routh_hdf5_node *array = routh_hdf5_write_numbers(root, name, 2, 0, (const double[2]){1, 2});
            routh_hdf5_write_text(array, "name", name);
            routh_hdf5_end(array);
        }
        status = routh_hdf5_image_end(&image, ROUTH_OK, routh_io_path("none.h5"));
        assert_int_equal(book.blocks, 0);
        assert_true(status == ROUTH_OK || access("none.h5", F_OK) != 0);
        if (status != ROUTH_OK)
            assert_string_equal(context.message, "none.h5: no memory to write it as HDF5");
    }
    assert_in_range(budget, 10, 1000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_scratch, leave_scratch)

SUBJECT(hdf5_writer) {
    const struct CMUnitTest tests[] = {
        TEST(few_and_many_links_are_found_and_changed),
        TEST(texts_are_cut_between_letters),
        TEST(arrays_of_all_sizes_are_found),
        TEST(what_could_not_be_read_again_is_refused),
        TEST(every_changed_bit_is_noticed),
        TEST(without_memory_nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
