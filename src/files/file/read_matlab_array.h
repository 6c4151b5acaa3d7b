/* MATLAB 5 data elements: a tag with type and size, then bytes, some of which are elements again. Every size is checked
 * against the available bytes, since the format guarantees nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_MATLAB_ARRAY_H
#define ROUTH_SRC_DATA_READ_MATLAB_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <routh/base.h>

#include "file/hdf5_object.h"

/* Bytes not yet read. */
typedef struct routh_matlab_bytes {
    const unsigned char *byte;
    size_t size;
    bool big; /* the most significant byte comes first */
} routh_matlab_bytes;

enum { ROUTH_MATLAB_MATRIX = 14, ROUTH_MATLAB_COMPRESSED = 15 };
enum { ROUTH_MATLAB_CHAR_CLASS = 4, ROUTH_MATLAB_STRUCT_CLASS = 2, ROUTH_MATLAB_OPAQUE_CLASS = 17 };
enum { ROUTH_MATLAB_RANK = 4 };

/* Numbers that one instant has at most in a field: a 4 × 4 matrix. */
enum { ROUTH_MATLAB_INSTANT = 16 };

/* Tables and other objects are kept in a form that The MathWorks do not describe. */
#define ROUTH_MATLAB_TABLE_WORDS "is a table or another object; save table2struct(T,'ToScalar',true) of it instead"

typedef struct routh_matlab_element {
    uint32_t type;
    routh_matlab_bytes content;
} routh_matlab_element;

uint32_t routh_matlab_word(const routh_matlab_bytes *bytes, size_t at);

/* The next element, and steps over it; false when there is none or it is longer than what is left. */
bool routh_matlab_next(routh_matlab_bytes *bytes, routh_matlab_element *element);

/* What begins every array. */
typedef struct routh_matlab_array {
    unsigned kind; /* MATLAB's class: 2 struct, 6 double, … */
    bool complex;
    size_t rows, columns; /* of two dimensions */
    unsigned rank;        /* 2 … 4 */
    uint64_t size[ROUTH_MATLAB_RANK];
    const char *name; /* not terminated */
    size_t name_length;
    routh_matlab_bytes content; /* what follows */
} routh_matlab_array;

/* False unless the element is a matrix of two dimensions. */
bool routh_matlab_open(const routh_matlab_element *element, routh_matlab_array *array);

/* The same for up to four dimensions; of an opaque object, such as a table, only class and name are known. */
bool routh_matlab_open_any(const routh_matlab_element *element, routh_matlab_array *array);

/* Where the values of a real numeric array are, and what they are; false if there are fewer than its size says. */
bool routh_matlab_values(const routh_matlab_array *array, routh_hdf5_type *type, const unsigned char **byte);

/* The values of a real numeric array, whatever type they are stored as; false if there are not exactly `count`. */
bool routh_matlab_numbers(const routh_matlab_array *array, size_t count, double *value);

/* The element within a compressed one, in a block that the caller releases. *fault: why not, after "a variable"; NULL: for
 * want of memory. `room`: bytes of the file that may yet be unpacked. Without a message. */
routh_status routh_matlab_unpack(routh_context *context, const routh_matlab_bytes *packed, uint64_t *room,
                                 unsigned char **block, routh_matlab_element *element, const char **fault);

/* Inflates a compressed element into exactly `size` bytes, its first ones or, `to_the_end`, all; ROUTH_BAD_FORMAT for
 * anything else. Without a message. */
routh_status routh_matlab_inflate(const routh_matlab_bytes *packed, unsigned char *byte, size_t size, bool to_the_end);

#endif
