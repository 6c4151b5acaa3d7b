/* MATLAB 5 files byte by byte, in either byte order, right or wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_DATA_MATLAB_BYTES_H
#define ROUTH_TESTS_DATA_MATLAB_BYTES_H

#include <stdint.h>
#include <string.h>

#include "dataset_cases.h"

enum { MATLAB_INT8 = 1, MATLAB_UINT8 = 2, MATLAB_INT32 = 5, MATLAB_UINT32 = 6, MATLAB_DOUBLE = 9, MATLAB_MATRIX = 14 };
enum { CLASS_CELL = 1, CLASS_STRUCT = 2, CLASS_CHAR = 4, CLASS_DOUBLE = 6, CLASS_UINT8 = 9 };

typedef struct matlab_file {
    unsigned char byte[1 << 16];
    size_t size;
    int big; /* byte order */
} matlab_file;

static inline void put_whole(matlab_file *file, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        file->byte[file->size++] = (unsigned char)(value >> 8 * (file->big ? bytes - 1 - i : i));
}

static inline void begin_matlab(matlab_file *file, int big) {
    memset(file, 0, sizeof *file);
    file->big = big;
    snprintf((char *)file->byte, 117, "MATLAB 5.0 MAT-file, made by hand");
    file->size = 124;
    put_whole(file, 0x0100, 2);
    put_whole(file, 0x4D49, 2);
}

/* Opens an element; close_element sets its size. */
static inline size_t open_element(matlab_file *file, uint32_t type) {
    put_whole(file, type, 4);
    put_whole(file, 0, 4);
    return file->size;
}

static inline void close_element(matlab_file *file, size_t begin) {
    size_t size = file->size - begin, end = file->size;
    file->size = begin - 4;
    put_whole(file, size, 4);
    file->size = end;
    while (file->size % 8)
        file->byte[file->size++] = 0;
}

/* What begins every array; its name may be empty. */
static inline size_t open_array(matlab_file *file, unsigned kind, unsigned rows, unsigned columns, const char *name) {
    size_t array = open_element(file, MATLAB_MATRIX), part = open_element(file, MATLAB_UINT32);
    put_whole(file, kind, 4);
    put_whole(file, 0, 4);
    close_element(file, part);
    part = open_element(file, MATLAB_INT32);
    put_whole(file, rows, 4);
    put_whole(file, columns, 4);
    close_element(file, part);
    part = open_element(file, MATLAB_INT8);
    memcpy(file->byte + file->size, name, strlen(name));
    file->size += strlen(name);
    close_element(file, part);
    return array;
}

static inline void put_row(matlab_file *file, unsigned columns, const double *value) {
    size_t array = open_array(file, CLASS_DOUBLE, 1, columns, ""), part = open_element(file, MATLAB_DOUBLE);
    for (unsigned i = 0; i < columns; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        put_whole(file, bits, 8);
    }
    close_element(file, part);
    close_element(file, array);
}

/* Flags as MATLAB packs small numbers: doubles that are stored as bytes. */
static inline void put_packed_row(matlab_file *file, unsigned columns, const double *value) {
    size_t array = open_array(file, CLASS_DOUBLE, 1, columns, ""), part = open_element(file, MATLAB_UINT8);
    for (unsigned i = 0; i < columns; i++)
        put_whole(file, (uint64_t)value[i], 1);
    close_element(file, part);
    close_element(file, array);
}

/* A struct array's head: names of the fields, 8 bytes each, joined by spaces. */
static inline size_t open_structs(matlab_file *file, unsigned rows, unsigned columns, const char *fields,
                                  const char *variable) {
    size_t array = open_array(file, CLASS_STRUCT, rows, columns, variable);
    put_whole(file, 4u << 16 | MATLAB_INT32, 4); /* an element that shares its tag */
    put_whole(file, 8, 4);
    size_t part = open_element(file, MATLAB_INT8);
    for (const char *name = fields; *name;) {
        size_t length = strcspn(name, " ");
        memcpy(file->byte + file->size, name, length);
        file->size += 8;
        name += length + (name[length] == ' ');
    }
    close_element(file, part);
    return array;
}

static inline size_t open_bounces(matlab_file *file, unsigned rows, unsigned columns, const char *fields) {
    return open_structs(file, rows, columns, fields, "bounce_array");
}

static inline void save_matlab(const matlab_file *file, const char *path) {
    put_bytes(path, file->byte, file->size);
}

#endif
