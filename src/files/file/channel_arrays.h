/* Arrays of a binary file as channels. NumPy, MATLAB and HDF5 differ in how they keep arrays, not in what those mean, so
 * that each lists its arrays without their values, and the rest is done here.
 *
 * One dimension of an array is time: that in which it is as long as the other arrays of its group, or else its longest.
 * Every number along the others is a channel: "poses:1", "poses:2" … row by row.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_CHANNEL_ARRAYS_H
#define ROUTH_SRC_FILE_CHANNEL_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file/channels.h"
#include "file/hdf5_bytes.h"

enum { ROUTH_ARRAY_RANK = 3 };

typedef struct routh_channel_array {
    char *name; /* "poses"; "": the only array of the file */
    char *body; /* the rigid body it belongs to; "": none */
    routh_hdf5_type type;
    unsigned rank; /* 1 … 3; dimensions of 1 have been left out */
    size_t size[ROUTH_ARRAY_RANK];
    size_t step[ROUTH_ARRAY_RANK]; /* bytes from one value to the next along each dimension */
    double unit;                   /* in SI; 0: the file does not say */
    size_t group;                  /* arrays of a group have the same number of rows, or are settings */
    size_t number;                 /* in the list */
    uint64_t place, offset, part;  /* where the reader finds the values */
    /* chosen by routh_arrays_choose */
    bool is_used;
    unsigned along; /* the dimension that is time */
    size_t rows, columns;
} routh_channel_array;

typedef struct routh_channel_arrays {
    const char *variable; /* only those of this name are wanted; NULL or "": all */
    size_t count;
    routh_channel_array *item;
    char refused[ROUTH_LABEL_SIZE]; /* the first wanted array that cannot be read, and why */
    const char *reason;             /* NULL: there is none */
} routh_channel_arrays;

/* One more array, of `rank` dimensions that may be 1, its strings made printable. Lengths as of the file; it is left out
 * where nothing of it can be a channel: then *item is NULL. */
typedef struct routh_array_shape {
    unsigned rank;
    const uint64_t *size;
    bool is_fortran; /* the first index runs fastest, else the last one */
} routh_array_shape;

routh_status routh_arrays_add(routh_source *source, routh_channel_arrays *arrays, const char *name, size_t name_length,
                              const char *body, size_t body_length, const routh_hdf5_type *type,
                              const routh_array_shape *shape, routh_channel_array **item);

/* Remembers why the first unreadable array is none of ours; `reason` follows its name: "holds Python objects". */
void routh_arrays_refuse(routh_channel_arrays *arrays, const char *name, size_t length, const char *reason);

/* A file of arrays that is being read. */
typedef struct routh_array_file {
    routh_source *source;
    void *own;            /* the reader's, all zero at first; it is released */
    unsigned char *block; /* of the values that were loaded last, to be released; NULL: none, or they are in the file */
} routh_array_file;

typedef struct routh_array_reader {
    const char *format; /* for the user */
    size_t size;        /* of the reader's own */
    bool is_one;        /* there is one array alone, without a name */
    routh_status (*list)(routh_array_file *file, routh_channel_arrays *arrays);
    /* The bytes of an array, from its first value on; they stay until the next call. */
    routh_status (*load)(routh_array_file *file, const routh_channel_array *array, const unsigned char **byte);
    void (*close)(routh_array_file *file); /* NULL: there is nothing to close */
} routh_array_reader;

/* Lists the arrays of the file whose reader is that of the channels, and adds those that are channels. */
routh_status routh_arrays_describe(routh_source *source, routh_channels *channels);

/* Lists them again, and reads the wanted channels. */
routh_status routh_arrays_read(routh_source *source, routh_channels *channels);

/* The header of a NumPy array: a magic word, a version, and a Python dictionary with type, order and shape. Layout after
 * numpy.lib.format, versions 1.0 to 3.0. */

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
 * least as many as the header has. */
const char *routh_npy_header(const unsigned char *byte, size_t size, routh_npy *npy);

/* Header and parameters of a C3D file, the format of motion capture since 1987: blocks of 512 bytes, of which the first is
 * a header, the next ones hold named parameters in groups, and the last ones the frames. Layout after "The C3D File
 * Format: A User Guide", Motion Lab Systems. Numbers are those of one of three processors. Every size is checked against
 * the bytes that are there. */

enum { ROUTH_C3D_BLOCK = 512 };
typedef enum routh_c3d_processor { ROUTH_C3D_INTEL = 84, ROUTH_C3D_DEC = 85, ROUTH_C3D_MIPS = 86 } routh_c3d_processor;

typedef struct routh_c3d {
    const unsigned char *byte;
    size_t size;
    routh_c3d_processor processor;
    size_t first_parameter, end_of_parameters; /* bytes */
} routh_c3d;

enum { ROUTH_C3D_TEXT = -1, ROUTH_C3D_BYTE = 1, ROUTH_C3D_WORD = 2, ROUTH_C3D_FLOAT = 4, ROUTH_C3D_MOST_RANK = 7 };

typedef struct routh_c3d_parameter {
    int kind;
    unsigned rank;
    size_t size[ROUTH_C3D_MOST_RANK]; /* 1 where there is no such dimension */
    size_t count;                     /* of values; all of them are there */
    const unsigned char *value;
} routh_c3d_parameter;

/* Is it one? From its first bytes. */
bool routh_c3d_begins(const unsigned char *byte, size_t count);

/* A fault is a phrase that follows the name of the file; NULL: none. */
const char *routh_c3d_open(const unsigned char *byte, size_t size, routh_c3d *c3d);

/* "POINT", "RATE", whatever their case; false if there is none, or it is damaged. */
bool routh_c3d_find(const routh_c3d *c3d, const char *group, const char *name, routh_c3d_parameter *parameter);

/* A number of a parameter; words have no sign. `otherwise` if there is none. */
double routh_c3d_number(const routh_c3d *c3d, const routh_c3d_parameter *parameter, size_t index, double otherwise);
double routh_c3d_number_of(const routh_c3d *c3d, const char *group, const char *name, double otherwise);

/* One text of a parameter without the blanks around it. */
const char *routh_c3d_text(const routh_c3d_parameter *parameter, size_t index, size_t *length);

/* Numbers of the file, two bytes and four. */
unsigned routh_c3d_word(const routh_c3d *c3d, size_t at);
double routh_c3d_float(const routh_c3d *c3d, size_t at);

#endif
