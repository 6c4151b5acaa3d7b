/* The header of a NumPy array: a magic word, a version, and a Python dictionary with type, order and shape. Layout after
 * numpy.lib.format, versions 1.0 to 3.0.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_NPY_HEADER_H
#define ROUTH_SRC_FILE_NPY_HEADER_H

#include "file/hdf5_object.h"

enum { ROUTH_NPY_RANK = 4, ROUTH_NPY_FIELDS = 256, ROUTH_NPY_FIELD_RANK = 2 };

#define ROUTH_NPY_MAGIC "\x93NUMPY"

/* One number or a small array of them in each element. */
typedef struct routh_npy_field {
    const char *name; /* not terminated; empty: the array has no fields */
    size_t name_length;
    routh_hdf5_type type; /* kind ROUTH_HDF5_OTHER: no plain numbers */
    size_t offset;        /* in an element, bytes */
    unsigned rank;
    uint64_t size[ROUTH_NPY_FIELD_RANK];
} routh_npy_field;

typedef struct routh_npy {
    size_t begin;     /* of the values, bytes */
    size_t item_size; /* of one element, bytes */
    bool is_fortran;
    unsigned rank;
    uint64_t size[ROUTH_NPY_RANK];
    uint64_t count; /* of elements */
    size_t fields;
    routh_npy_field field[ROUTH_NPY_FIELDS];
} routh_npy;

/* A fault is a phrase that follows the array's name; NULL: none. The strings point into the bytes, of which there are at
 * least so many as the header has. */
const char *routh_npy_header(const unsigned char *byte, size_t size, routh_npy *npy);

#endif
