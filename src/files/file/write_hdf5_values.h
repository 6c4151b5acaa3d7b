/* An HDF5 file that is made in memory, object by object, and appears whole or not at all.
 *
 * Written is HDF5's 1.10 format, all of which has checksums: superblock 3, object headers 2 with all that describes an object in
 * one piece, links and attributes in them, and arrays in chunks with fletcher32, found by a fixed array. Links of large
 * groups stand in a fractal heap with a B-tree. The layouts are those of the HDF5 File Format Specification, version 3.0.
 * No times are stored: the same values give the same bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_WRITE_HDF5_VALUES_H
#define ROUTH_SRC_FILE_WRITE_HDF5_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include <routh/file.h>

/* Groups in each other, and an array: a model has up to eight priors. */
enum { ROUTH_HDF5_MOST_OPEN = 16 };

/* Bytes that grow. */
typedef struct routh_hdf5_block {
    unsigned char *byte;
    size_t size, room;
} routh_hdf5_block;

/* A group or an array that is open. Its object header is written when it ends, and then the next one may begin. */
typedef struct routh_hdf5_node {
    struct routh_hdf5_image *image;
    bool is_group, has_attributes;
    routh_hdf5_block message; /* of its object header */
    routh_hdf5_block link;    /* of a group: a message for each object in it */
    size_t links;
} routh_hdf5_node;

typedef struct routh_hdf5_image {
    routh_context *context;
    bool failed;    /* without memory: what is written then has no effect, and the image ends with it */
    bool too_large; /* to be read again */
    routh_hdf5_block file;
    routh_hdf5_node node[ROUTH_HDF5_MOST_OPEN]; /* each in the one before; the first is the root */
} routh_hdf5_image;

/* Returns the root group. The image stays where it is until it ends. */
routh_hdf5_node *routh_hdf5_image_begin(routh_context *context, routh_hdf5_image *image);

/* Completes the file and, if all went well, writes it; releases the image. `status` is the status of the code that
 * filled it. */
routh_status routh_hdf5_image_end(routh_hdf5_image *image, routh_status status, routh_io to);

/* Ends what began in a group. */
void routh_hdf5_end(routh_hdf5_node *node);

/* For the writers of values --------------------------------------------------------------------------------*/

/* A group or an array in a group, which is what was begun last. */
routh_hdf5_node *routh_hdf5_begin_node(routh_hdf5_node *group, const char *name, bool is_group);

/* Room for more bytes; NULL without memory. */
unsigned char *routh_hdf5_extend(routh_hdf5_image *image, routh_hdf5_block *block, size_t more);

/* Numbers of 1 to 8 bytes, least first. */
void routh_hdf5_store(unsigned char *at, uint64_t value, size_t size);
void routh_hdf5_put(routh_hdf5_image *image, routh_hdf5_block *block, uint64_t value, size_t size);
/* NULL: zeros */
void routh_hdf5_put_bytes(routh_hdf5_image *image, routh_hdf5_block *block, const void *byte, size_t size);

/* The checksum of all bytes from there on. */
void routh_hdf5_put_checksum(routh_hdf5_image *image, routh_hdf5_block *block, size_t from);

/* A message of an object header, and where its body begins. */
size_t routh_hdf5_begin_message(routh_hdf5_image *image, routh_hdf5_block *block, unsigned kind);
void routh_hdf5_end_message(routh_hdf5_image *image, routh_hdf5_block *block, size_t body);

/* Single values and arrays of an HDF5 file that is being written. */

/* Attributes. None of these calls fails: the image keeps that memory ran out until it ends. Texts are cut to what is read
 * again, between two letters. */
void routh_hdf5_write_number(routh_hdf5_node *node, const char *name, double value);
void routh_hdf5_write_integer(routh_hdf5_node *node, const char *name, long value);
void routh_hdf5_write_text(routh_hdf5_node *node, const char *name, const char *text);

/* These return what stays open for its attributes; end it before the next one begins. */
routh_hdf5_node *routh_hdf5_begin_group(routh_hdf5_node *group, const char *name);

/* Arrays; columns = 0: of one dimension. In chunks with checksums, so that damage shows. */
routh_hdf5_node *routh_hdf5_write_numbers(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                          const double *value);
/* The same of columns that lie apart, without a copy. */
routh_hdf5_node *routh_hdf5_write_columns(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                          const double *const *column);
routh_hdf5_node *routh_hdf5_write_wholes(routh_hdf5_node *group, const char *name, size_t rows, const long *value);
routh_hdf5_node *routh_hdf5_write_flags(routh_hdf5_node *group, const char *name, size_t rows, const long *value);

#endif
