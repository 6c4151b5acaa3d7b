/* Channels of HDF5 files that the HDF5 library wrote, and of MATLAB files of both versions that matio wrote.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../cli/run_program.h"

#include <hdf5.h>
#ifdef ROUTH_HAVE_MATIO
#include <matio.h>
#endif

#include "../ledger.h"
#include "../subject.h"
#include "channel_cases.h"

enum { ROWS = 60, SHORTER = 25 };

static double number(size_t column, size_t row) {
    return 100.0 * (double)column + (double)row + 0.5;
}

static void expect_numbers(const routh_channels *channels, const char *body, const char *name, size_t column,
                           size_t rows) {
    const routh_channel *channel = channel_of(channels, body, name);
    for (size_t i = 0; i < channels->rows; i++)
        assert_true(i < rows ? channel->value[i] == number(column, i) : isnan(channel->value[i]));
}

/* Columns "name:1" … */
static void expect_columns(const routh_channels *channels, const char *body, const char *name, size_t columns,
                           size_t rows) {
    for (size_t j = 0; j < columns; j++) {
        char column[64];
        snprintf(column, sizeof column, columns > 1 ? "%s:%zu" : "%s", name, j + 1);
        expect_numbers(channels, body, column, j, rows);
    }
}

/* HDF5 --------------------------------------------------------------------------------------------------*/

/* Rows × columns, the columns as `rank` − 1 dimensions. */
static hid_t put_array(hid_t place, const char *name, int rank, const hsize_t *size, int packed, hid_t type) {
    size_t columns = 1;
    for (int k = 1; k < rank; k++)
        columns *= size[k];
    double *value = malloc(size[0] * columns * sizeof *value);
    for (size_t i = 0; i < size[0] * columns; i++)
        value[i] = number(i % columns, i / columns);
    hid_t setting = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, size, NULL);
    const hsize_t chunk[3] = {17, rank > 1 ? (size[1] + 1) / 2 : 1, 3};
    if (packed) {
        H5Pset_chunk(setting, rank, chunk);
        H5Pset_shuffle(setting);
        H5Pset_deflate(setting, 5);
    }
    hid_t array = H5Dcreate2(place, name, type, space, H5P_DEFAULT, setting, H5P_DEFAULT);
    assert_true(array >= 0 && H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Sclose(space);
    H5Pclose(setting);
    free(value);
    return array;
}

static void put_unit(hid_t array, const char *name, const char *text, int variable) {
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, variable ? H5T_VARIABLE : strlen(text));
    hid_t attribute = H5Acreate2(array, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, variable ? (const void *)&text : text) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void write_hdf5(const char *path, int latest, int packed) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, latest ? H5F_LIBVER_LATEST : H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access), array;
    hid_t body = H5Gcreate2(file, "body1", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t inner = H5Gcreate2(body, "more", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t compound = H5Tcreate(H5T_COMPOUND, 16), scalar = H5Screate(H5S_SCALAR);
    const hsize_t rows[3] = {ROWS, 7, 1}, matrix[3] = {ROWS, 4, 4}, few[1] = {3}, less[1] = {SHORTER};
    H5Dclose(put_array(file, "poses", 2, rows, packed, H5T_IEEE_F64LE));
    H5Dclose(put_array(file, "turn", 3, matrix, packed, H5T_IEEE_F64BE));
    H5Dclose(put_array(file, "offset", 1, few, 0, H5T_IEEE_F32LE));
    array = put_array(file, "t", 1, rows, packed, H5T_IEEE_F64LE);
    put_unit(array, "units", "ms", 0);
    H5Dclose(array);
    array = put_array(body, "x", 1, rows, packed, H5T_IEEE_F32BE);
    put_unit(array, "unit", "mm", 1);
    H5Dclose(array);
    H5Dclose(put_array(inner, "z", 1, less, packed, H5T_IEEE_F64LE));
    H5Tinsert(compound, "a", 0, H5T_IEEE_F64LE);
    H5Tinsert(compound, "b", 8, H5T_IEEE_F64LE);
    H5Dclose(H5Dcreate2(file, "pair", compound, scalar, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Dclose(H5Dcreate2(file, "rate", H5T_IEEE_F64LE, scalar, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Lcreate_soft("/poses", file, "link", H5P_DEFAULT, H5P_DEFAULT);
    H5Sclose(scalar);
    H5Tclose(compound);
    H5Gclose(inner);
    H5Gclose(body);
    H5Fclose(file);
    H5Pclose(access);
}

static void any_layout(void **state) {
    (void)state;
    for (int how = 0; how < 4; how++) {
        routh_channels channels;
        write_hdf5("any.h5", how & 1, how >> 1);
        expect_channels(routh_io_path("any.h5"), NULL, 7 + 16 + 1 + 1 + 1, ROWS, &channels);
        expect_columns(&channels, "poses", "/poses", 7, ROWS);
        expect_columns(&channels, "turn", "/turn", 16, ROWS);
        expect_columns(&channels, "", "/t", 1, ROWS);
        expect_columns(&channels, "body1", "/body1/x", 1, ROWS);
        expect_columns(&channels, "body1/more", "/body1/more/z", 1, SHORTER);
        assert_true(channel_of(&channels, NULL, "/t")->unit == 1e-3);
        assert_true(channel_of(&channels, NULL, "/body1/x")->unit == 1e-3);
        assert_true(channel_of(&channels, NULL, "/poses:1")->unit == 0);
        assert_int_equal(channel_of(&channels, NULL, "/turn:8")->role, ROUTH_CHANNEL_POSITION);
        assert_int_equal(channels.gap[ROUTH_GAP_SHORT], ROWS - SHORTER);
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path("any.h5"), "body1", 2, ROWS, &channels);
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path("any.h5"), "/poses", 7, ROWS, &channels);
        routh_channels_release(NULL, &channels);
        expect_no_channels(routh_io_path("any.h5"), "ball", ROUTH_BAD_FORMAT, "any.h5: no variable \"ball\"");
    }
}

/* A file whose groups contain each other ends, with a message or without. */
static void circles_end(void **state) {
    (void)state;
    routh_channels channels;
    const hsize_t rows[1] = {ROWS};
    hid_t file = H5Fcreate("circle.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(put_array(file, "x", 1, rows, 0, H5T_IEEE_F64LE));
    H5Lcreate_hard(file, "/", file, "self", H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    expect_channels(routh_io_path("circle.h5"), "/x", 1, ROWS, &channels);
    routh_channels_release(NULL, &channels);
    file = H5Fopen("circle.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    for (int k = 0; k < 20; k++) {
        char name[8];
        snprintf(name, sizeof name, "s%d", k);
        H5Lcreate_hard(file, "/", file, name, H5P_DEFAULT, H5P_DEFAULT);
    }
    H5Fclose(file);
    expect_no_channels(routh_io_path("circle.h5"), NULL, ROUTH_BAD_FORMAT, "circle.h5: ");
}

static void memory_may_run_out(void **state) {
    (void)state;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    write_hdf5("full.h5", 1, 1);
    for (int budget = 0; status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_channels channels;
        status = try_channels(&context, routh_io_path("full.h5"), NULL, &channels);
        if (status == ROUTH_OK)
            routh_channels_release(&context, &channels);
        else
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
}

/* MATLAB ------------------------------------------------------------------------------------------------*/

#ifdef ROUTH_HAVE_MATIO

/* Rows × columns, the columns as two dimensions if `wide` > 0; transposed where asked for. */
static matvar_t *new_matrix(const char *name, size_t rows, size_t columns, int transposed) {
    double *value = malloc(rows * columns * sizeof *value);
    size_t size[2] = {transposed ? columns : rows, transposed ? rows : columns};
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            value[transposed ? j + columns * i : i + rows * j] = number(j, i);
    matvar_t *made = Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, value, 0);
    free(value);
    return made;
}

/* 4 × 4 × rows, entry (i, j) as column 4 i + j. */
static matvar_t *new_poses(const char *name) {
    static double value[16 * ROWS];
    size_t size[3] = {4, 4, ROWS};
    for (size_t k = 0; k < ROWS; k++)
        for (size_t i = 0; i < 4; i++)
            for (size_t j = 0; j < 4; j++)
                value[i + 4 * j + 16 * k] = number(4 * i + j, k);
    return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 3, size, value, 0);
}

static void put_variable(mat_t *file, matvar_t *variable, enum matio_compression compression) {
    assert_int_equal(Mat_VarWrite(file, variable, compression), 0);
    Mat_VarFree(variable);
}

static matvar_t *new_text(const char *text) {
    size_t size[2] = {1, strlen(text)};
    return Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, size, (void *)(uintptr_t)text, 0);
}

static void write_matlab(const char *path, enum mat_ft version, enum matio_compression compression) {
    const char *data_fields[] = {"x", "q", "rate", "inner"}, *inner_fields[] = {"y"}, *run_fields[] = {"x", "time"};
    const char *row_fields[] = {"x", "v"}, *named_fields[] = {"name", "x"};
    size_t one[2] = {1, 1}, two[2] = {1, 2}, many[2] = {1, ROWS};
    mat_t *file = Mat_CreateVer(path, NULL, version);
    assert_non_null(file);
    put_variable(file, new_matrix("t", ROWS, 1, 0), compression);
    put_variable(file, new_matrix("m", ROWS, 3, 0), compression);
    put_variable(file, new_matrix("wide", ROWS, 3, 1), compression);
    put_variable(file, new_matrix("mass", 1, 1, 0), compression);
    put_variable(file, new_poses("pose"), compression);
    matvar_t *data = Mat_VarCreateStruct("data", 2, one, data_fields, 4);
    matvar_t *inner = Mat_VarCreateStruct(NULL, 2, one, inner_fields, 1);
    Mat_VarSetStructFieldByName(inner, "y", 0, new_matrix(NULL, ROWS, 1, 1));
    Mat_VarSetStructFieldByName(data, "x", 0, new_matrix(NULL, ROWS, 1, 0));
    Mat_VarSetStructFieldByName(data, "q", 0, new_matrix(NULL, ROWS, 4, 0));
    Mat_VarSetStructFieldByName(data, "rate", 0, new_matrix(NULL, 1, 1, 0));
    Mat_VarSetStructFieldByName(data, "inner", 0, inner);
    put_variable(file, data, compression);
    matvar_t *run = Mat_VarCreateStruct("run", 2, two, run_fields, 2);
    matvar_t *named = Mat_VarCreateStruct("named", 2, two, named_fields, 2);
    for (size_t k = 0; k < 2; k++) {
        const size_t rows = k ? SHORTER : ROWS;
        Mat_VarSetStructFieldByName(run, "x", k, new_matrix(NULL, rows, 1, 0));
        Mat_VarSetStructFieldByName(run, "time", k, new_matrix(NULL, rows, 1, 1));
        Mat_VarSetStructFieldByName(named, "name", k, new_text(k ? "ball" : "cube"));
        Mat_VarSetStructFieldByName(named, "x", k, new_matrix(NULL, rows, 1, 0));
    }
    put_variable(file, run, compression);
    put_variable(file, named, compression);
    matvar_t *row = Mat_VarCreateStruct("rows", 2, many, row_fields, 2);
    for (size_t i = 0; i < ROWS; i++) {
        double x = number(0, i), v[3] = {number(0, i), number(1, i), number(2, i)};
        size_t three[2] = {1, 3};
        Mat_VarSetStructFieldByName(row, "x", i, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, one, &x, 0));
        Mat_VarSetStructFieldByName(row, "v", i, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, three, v, 0));
    }
    put_variable(file, row, compression);
    Mat_Close(file);
}

static void matlab_of_matio(void **state) {
    (void)state;
    for (int how = 0; how < 4; how++) {
        routh_channels channels;
        write_matlab("any.mat", how & 1 ? MAT_FT_MAT73 : MAT_FT_MAT5,
                     how & 2 ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE);
        expect_channels(routh_io_path("any.mat"), NULL, 1 + 3 + 3 + 16 + 6 + 4 + 2 + 4, ROWS, &channels);
        assert_string_equal(channels.format, how & 1 ? "MATLAB 7.3" : "MATLAB 5");
        expect_columns(&channels, "", "t", 1, ROWS);
        expect_columns(&channels, "m", "m", 3, ROWS);
        expect_columns(&channels, "wide", "wide", 3, ROWS);
        expect_columns(&channels, "pose", "pose", 16, ROWS);
        expect_columns(&channels, "data", "x", 1, ROWS);
        expect_columns(&channels, "data", "q", 4, ROWS);
        expect_columns(&channels, "data.inner", "y", 1, ROWS);
        expect_columns(&channels, "run(1)", "time", 1, ROWS);
        expect_columns(&channels, "run(2)", "x", 1, SHORTER);
        expect_columns(&channels, "cube", "x", 1, ROWS);
        expect_columns(&channels, "ball", "x", 1, SHORTER);
        expect_columns(&channels, "rows", "x", 1, ROWS);
        expect_columns(&channels, "rows", "v", 3, ROWS);
        assert_int_equal(channel_of(&channels, "pose", "pose:12")->role, ROUTH_CHANNEL_POSITION);
        assert_int_equal(channel_of(&channels, "pose", "pose:12")->axis, 2);
        routh_channels_release(NULL, &channels);
        expect_channels(routh_io_path("any.mat"), "rows", 4, ROWS, &channels);
        routh_channels_release(NULL, &channels);
    }
}

#endif

SUBJECT(channels_hdf5) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_layout),
        cmocka_unit_test(circles_end),
        cmocka_unit_test(memory_may_run_out),
#ifdef ROUTH_HAVE_MATIO
        cmocka_unit_test(matlab_of_matio),
#endif
    };
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
