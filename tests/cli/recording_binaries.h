/* The recording with known truth in formats that are no rows of text: NumPy, MATLAB 5, HDF5, C3D.
 *
 * Include after run_program.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_RECORDING_BINARIES_H
#define ROUTH_TESTS_CLI_RECORDING_BINARIES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

#include <routh/data.h>

#include "../data/matlab_bytes.h"
#include "../file/c3d_writer.h"
#include "recording_variants.h"

static const char *const plain_names[4] = {"t", "x", "y", "theta"};

static inline const double *column_of(const routh_trajectory *drop, int column) {
    const double *const all[4] = {drop->time, drop->x, drop->y, drop->theta};
    return all[column];
}

/* NumPy ----------------------------------------------------------------------------------------------------*/

/* The head of an array of little-endian doubles; its length. */
static inline size_t npy_head(char head[128], const char *shape, const char *order) {
    char text[112];
    snprintf(text, sizeof text, "{'descr': '<f8', 'fortran_order': %s, 'shape': %s, }", order, shape);
    memcpy(head, "\x93NUMPY\x01\x00\x76\x00", 10);
    snprintf(head + 10, 118, "%-117s", text);
    head[127] = '\n';
    return 128;
}

/* One matrix, column after column, without names. */
static inline void write_npy(const char *path, const routh_trajectory *drop) {
    char head[128], shape[32];
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    snprintf(shape, sizeof shape, "(%zu, 4)", drop->count);
    fwrite(head, 1, npy_head(head, shape, "True"), file);
    for (int c = 0; c < 4; c++)
        fwrite(column_of(drop, c), sizeof(double), drop->count, file);
    assert_int_equal(fclose(file), 0);
}

static inline uint32_t zip_sum(uint32_t sum, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        sum ^= byte[i];
        for (int k = 0; k < 8; k++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return sum;
}

static inline void zip_number(FILE *file, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 0xFF), file);
}

/* What both heads of an entry have: version, flags, method, time, sum, sizes, length of the name. */
static inline void zip_entry(FILE *file, uint32_t sum, uint32_t size, size_t name) {
    zip_number(file, 20, 2);
    zip_number(file, 0, 2);
    zip_number(file, 0, 2); /* stored */
    zip_number(file, 0, 4);
    zip_number(file, sum, 4);
    zip_number(file, size, 4);
    zip_number(file, size, 4);
    zip_number(file, (uint32_t)name, 2);
    zip_number(file, 0, 2);
}

/* An array for each column, stored. */
static inline void write_npz(const char *path, const routh_trajectory *drop) {
    char head[128], shape[32], name[4][16];
    uint32_t begin[4], sum[4];
    const uint32_t size = (uint32_t)(128 + drop->count * sizeof(double));
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    snprintf(shape, sizeof shape, "(%zu,)", drop->count);
    npy_head(head, shape, "False");
    for (int c = 0; c < 4; c++) {
        snprintf(name[c], sizeof name[c], "%s.npy", plain_names[c]);
        begin[c] = (uint32_t)ftell(file);
        sum[c] = ~zip_sum(zip_sum(~0u, head, 128), column_of(drop, c), drop->count * sizeof(double));
        zip_number(file, 0x04034B50, 4);
        zip_entry(file, sum[c], size, strlen(name[c]));
        fputs(name[c], file);
        fwrite(head, 1, 128, file);
        fwrite(column_of(drop, c), sizeof(double), drop->count, file);
    }
    const uint32_t listed = (uint32_t)ftell(file);
    for (int c = 0; c < 4; c++) {
        zip_number(file, 0x02014B50, 4);
        zip_number(file, 20, 2);
        zip_entry(file, sum[c], size, strlen(name[c]));
        zip_number(file, 0, 2); /* no remark, first disk, no attributes */
        zip_number(file, 0, 4);
        zip_number(file, 0, 4);
        zip_number(file, begin[c], 4);
        fputs(name[c], file);
    }
    const uint32_t end = (uint32_t)ftell(file);
    zip_number(file, 0x06054B50, 4);
    zip_number(file, 0, 4);
    zip_number(file, 4, 2);
    zip_number(file, 4, 2);
    zip_number(file, end - listed, 4);
    zip_number(file, listed, 4);
    zip_number(file, 0, 2);
    assert_int_equal(fclose(file), 0);
}

/* MATLAB ---------------------------------------------------------------------------------------------------*/

/* run.t, run.x, run.y, run.theta */
static inline void write_mat(const char *path, const routh_trajectory *drop) {
    static matlab_file file;
    begin_matlab(&file, 0);
    const size_t run = open_structs(&file, 1, 1, "t x y theta", "run");
    for (int c = 0; c < 4; c++)
        put_row(&file, (unsigned)drop->count, column_of(drop, c));
    close_element(&file, run);
    save_matlab(&file, path);
}

/* A matrix without names. */
static inline void write_mat_matrix(const char *path, const routh_trajectory *drop) {
    static matlab_file file;
    begin_matlab(&file, 1);
    const size_t array = open_array(&file, CLASS_DOUBLE, (unsigned)drop->count, 4, "data"),
                 part = open_element(&file, MATLAB_DOUBLE);
    for (int c = 0; c < 4; c++)
        for (size_t i = 0; i < drop->count; i++) {
            uint64_t bits;
            memcpy(&bits, &column_of(drop, c)[i], sizeof bits);
            put_whole(&file, bits, 8);
        }
    close_element(&file, part);
    close_element(&file, array);
    save_matlab(&file, path);
}

/* HDF5 -----------------------------------------------------------------------------------------------------*/

/* /cube/position (mm, by its attribute) and /cube/quaternion, w first, beside /time. */
static inline void write_hdf5(const char *path, const routh_trajectory *drop) {
    double(*place)[3] = calloc(drop->count, sizeof *place), (*turn)[4] = calloc(drop->count, sizeof *turn);
    assert_true(place && turn);
    for (size_t k = 0; k < drop->count; k++) {
        double r[9];
        const instant at = {k, drop->time[k], drop->x[k], drop->y[k], drop->theta[k]};
        matrix_of(&at, r);
        place_of(&at, place[k]);
        quaternion_of(r, turn[k]);
        for (int c = 0; c < 3; c++)
            place[k][c] *= 1e3;
    }
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t group = H5Gcreate2(file, "cube", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const struct {
        const char *name;
        hid_t within;
        hsize_t columns;
        const void *value;
    } array[3] = {{"time", file, 0, drop->time}, {"position", group, 3, place}, {"quaternion", group, 4, turn}};
    for (int i = 0; i < 3; i++) {
        const hsize_t size[2] = {drop->count, array[i].columns};
        const hid_t space = H5Screate_simple(array[i].columns ? 2 : 1, size, NULL);
        const hid_t set =
            H5Dcreate2(array[i].within, array[i].name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, array[i].value) >= 0);
        if (i == 1) {
            const hid_t text = H5Tcopy(H5T_C_S1), one = H5Screate(H5S_SCALAR);
            H5Tset_size(text, 2);
            const hid_t units = H5Acreate2(set, "units", text, one, H5P_DEFAULT, H5P_DEFAULT);
            assert_true(H5Awrite(units, text, "mm") >= 0);
            H5Aclose(units);
            H5Sclose(one);
            H5Tclose(text);
        }
        H5Dclose(set);
        H5Sclose(space);
    }
    H5Gclose(group);
    assert_true(H5Fclose(file) >= 0);
    free(place);
    free(turn);
}

/* C3D ------------------------------------------------------------------------------------------------------*/

static inline const char *c3d_label(int index) {
    static const char *const label[MARKERS] = {"cube:1", "cube:2", "cube:3", "cube:4"};
    return label[index];
}

static inline void write_c3d(const char *path, const routh_trajectory *drop) {
    const c3d_header header = {.points = MARKERS, .first = 1, .last = (long)drop->count, .scale = -0.1, .rate = 120};
    c3d_file file;
    c3d_begin(&file, C3D_INTEL, &header);
    c3d_group(&file, 1, "POINT");
    c3d_put_float(&file, 1, "RATE", 120);
    c3d_put_word(&file, 1, "USED", MARKERS);
    c3d_put_float(&file, 1, "SCALE", -0.1);
    c3d_put_text(&file, 1, "UNITS", "mm");
    c3d_put_texts(&file, 1, "LABELS", 8, MARKERS, c3d_label);
    c3d_begin_frames(&file);
    for (size_t k = 0; k < drop->count; k++)
        for (int m = 0; m < MARKERS; m++) {
            double place[3];
            marker_of(&(instant){k, drop->time[k], drop->x[k], drop->y[k], drop->theta[k]}, m, 0, place);
            for (int c = 0; c < 3; c++)
                c3d_float(&file, place[c]);
            c3d_float(&file, 1);
        }
    c3d_pad(&file);
    put_bytes(path, file.byte, file.size);
    free(file.byte);
}

typedef struct binary_variant {
    variant is; /* its rows and head do not count */
    void (*write)(const char *path, const routh_trajectory *drop);
} binary_variant;

static const binary_variant binary_variants[] = {
    {{"npy", .end = ".npy", .pasted = "--columns 'time=#1,x=#2,y=#3,theta=#4'"}, write_npy},
    {{"npz", .end = ".npz"}, write_npz},
    {{"MATLAB struct", .end = ".mat"}, write_mat},
    {{"MATLAB matrix", .end = ".mat", .pasted = "--columns 'time=#1,x=#2,y=#3,theta=#4'"}, write_mat_matrix},
    {{"HDF5", .end = ".h5", .space = 1, .pasted = "--orientation wxyz"}, write_hdf5},
    {{"C3D", .end = ".c3d", .space = 1}, write_c3d},
};

#endif
