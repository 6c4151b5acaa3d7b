/* Header and parameters of a C3D file, the format of motion capture since 1987: blocks of 512 bytes, of which the first is
 * a header, the next ones hold named parameters in groups, and the last ones the frames. Layout after "The C3D File
 * Format: A User Guide", Motion Lab Systems. Numbers are those of one of three processors. Every size is checked against
 * the bytes that are there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_C3D_PARAMETERS_H
#define ROUTH_SRC_FILE_C3D_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
