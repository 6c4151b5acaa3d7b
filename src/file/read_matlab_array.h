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

/* Bytes not yet read. */
typedef struct routh_matlab_bytes {
    const unsigned char *byte;
    size_t size;
    bool big; /* the most significant byte comes first */
} routh_matlab_bytes;

enum { ROUTH_MATLAB_MATRIX = 14, ROUTH_MATLAB_COMPRESSED = 15 };
enum { ROUTH_MATLAB_STRUCT_CLASS = 2 };

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
    size_t rows, columns;
    const char *name; /* not terminated */
    size_t name_length;
    routh_matlab_bytes content; /* what follows */
} routh_matlab_array;

/* False unless the element is a matrix of two dimensions. */
bool routh_matlab_open(const routh_matlab_element *element, routh_matlab_array *array);

/* The values of a real numeric array, whatever type they are stored as; false if there are not exactly `count`. */
bool routh_matlab_numbers(const routh_matlab_array *array, size_t count, double *value);

/* Inflates a compressed element into exactly `size` bytes, its first ones or, `to_the_end`, all; ROUTH_BAD_FORMAT for
 * anything else. Without a message. */
routh_status routh_matlab_inflate(const routh_matlab_bytes *packed, unsigned char *byte, size_t size, bool to_the_end);

#endif
