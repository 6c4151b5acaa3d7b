/* Objects of an HDF5 file: the messages of an object header, and what they say of groups, arrays and attributes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_HDF5_OBJECT_H
#define ROUTH_SRC_FILE_HDF5_OBJECT_H

#include "file/hdf5_bytes.h"

enum {
    ROUTH_HDF5_SPACE = 0x01,
    ROUTH_HDF5_LINK_INFO = 0x02,
    ROUTH_HDF5_TYPE = 0x03,
    ROUTH_HDF5_FILL = 0x05,
    ROUTH_HDF5_LINK = 0x06,
    ROUTH_HDF5_EXTERNAL = 0x07,
    ROUTH_HDF5_LAYOUT = 0x08,
    ROUTH_HDF5_GROUP_INFO = 0x0A,
    ROUTH_HDF5_FILTERS = 0x0B,
    ROUTH_HDF5_ATTRIBUTE = 0x0C,
    ROUTH_HDF5_CONTINUATION = 0x10,
    ROUTH_HDF5_SYMBOLS = 0x11,
    ROUTH_HDF5_ATTRIBUTE_INFO = 0x15
};

typedef struct routh_hdf5_message {
    unsigned kind;
    bool shared; /* the message lies elsewhere */
    routh_hdf5_span body;
} routh_hdf5_message;

/* Shows every message of an object header; a fault ends it. */
typedef const char *routh_hdf5_visit(void *user, const routh_hdf5_message *message);
const char *routh_hdf5_messages(routh_hdf5_bytes *bytes, uint64_t address, routh_hdf5_visit *visit, void *user);

/* Lists a group; then its links are those of `bytes`. *is_group: it is one. */
const char *routh_hdf5_list(routh_hdf5_bytes *bytes, uint64_t group, bool *is_group);

/* What the values of an array or attribute are. */
typedef enum routh_hdf5_kind {
    ROUTH_HDF5_OTHER,
    ROUTH_HDF5_WHOLE,
    ROUTH_HDF5_FLOATING,
    ROUTH_HDF5_TEXT,
    ROUTH_HDF5_VARIABLE_TEXT,
    ROUTH_HDF5_REFERENCE
} routh_hdf5_kind;

typedef struct routh_hdf5_type {
    routh_hdf5_kind kind;
    size_t size; /* bytes of one value, ≥ 1 */
    bool big, is_signed;
} routh_hdf5_type;

enum { ROUTH_HDF5_RANK = 3 }; /* dimensions that are read */

typedef struct routh_hdf5_space {
    unsigned rank;                  /* 0: one value */
    uint64_t size[ROUTH_HDF5_RANK]; /* of the first three dimensions; 1 where there are fewer */
    uint64_t count;                 /* of all values */
} routh_hdf5_space;

const char *routh_hdf5_take_type(routh_hdf5_span body, routh_hdf5_type *type);
const char *routh_hdf5_take_space(routh_hdf5_span body, routh_hdf5_space *space);

/* Numbers as they are in memory. */
routh_hdf5_type routh_type_of_doubles(void);

/* One number, from its bytes. */
double routh_hdf5_double_at(const routh_hdf5_type *type, const unsigned char *byte);

/* Numbers as they are in memory. The values are in place of their bytes: `value` has room for `count` doubles or int64_t,
 * and holds as many raw values at its beginning. Whole numbers that do not fit become the nearest that do. */
void routh_hdf5_doubles(const routh_hdf5_type *type, size_t count, void *value);
void routh_hdf5_whole_values(const routh_hdf5_type *type, size_t count, void *value);

typedef struct routh_hdf5_attribute {
    routh_hdf5_type type;
    routh_hdf5_space space;
    routh_hdf5_span value;
} routh_hdf5_attribute;

/* *found: there is one of that name. */
const char *routh_hdf5_find_attribute(routh_hdf5_bytes *bytes, uint64_t object, const char *name,
                                      routh_hdf5_attribute *attribute, bool *found);

/* The text of a variable length that an attribute refers to. */
const char *routh_hdf5_heap_text(routh_hdf5_bytes *bytes, const routh_hdf5_attribute *attribute, routh_hdf5_span *text);

#endif
