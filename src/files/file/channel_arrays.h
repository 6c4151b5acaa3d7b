/* Arrays of a binary file as channels. NumPy, MATLAB and HDF5 differ in how they keep arrays, not in what those mean, so
 * that each lists its arrays without their values, and the rest is done here.
 *
 * One dimension of an array is time: that in which it is as long as the other arrays of its group, or else its longest.
 * Every number along the others is a channel: "poses:1", "poses:2" … row by row.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_CHANNEL_ARRAYS_H
#define ROUTH_SRC_FILE_CHANNEL_ARRAYS_H

#include "file/channels.h"
#include "file/hdf5_object.h"

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
void routh_arrays_release(routh_context *context, routh_channel_arrays *arrays);

/* Remembers why the first unreadable array is none of ours; `reason` follows its name: "holds Python objects". */
void routh_arrays_refuse(routh_channel_arrays *arrays, const char *name, size_t length, const char *reason);

/* Chooses those that are channels, and adds them. */
routh_status routh_arrays_describe(routh_source *source, routh_channel_arrays *arrays, routh_channels *channels);

/* The bytes of an array, from its first value on; they stay until the next call. */
typedef routh_status routh_array_load(void *user, const routh_channel_array *array, const unsigned char **byte);

/* Reads the wanted channels; the arrays have been listed again. */
routh_status routh_arrays_read(routh_source *source, routh_channel_arrays *arrays, routh_channels *channels,
                               routh_array_load *load, void *user);

#endif
