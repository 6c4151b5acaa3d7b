/* Values of MATLAB files: numbers, text and structs, whichever of the two formats holds them. MATLAB 5 is read here, since
 * matio, the usual library for it, crashes on damaged files; MATLAB 7.3 is HDF5. Sizes are checked against the file's
 * bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_MATLAB_H
#define ROUTH_SRC_FILE_MATLAB_H

#include "file/read_hdf5_values.h"

enum { ROUTH_MATLAB_RANK = 4 };

/* 5, 73, or 0 for anything else. A header that is cut short is taken for 5, whose reader then reports it. */
int routh_matlab_version(const unsigned char *byte, size_t size);

/* Bytes of MATLAB 5 that are not read yet. */
typedef struct routh_matlab_bytes {
    const unsigned char *byte;
    size_t size;
    bool big; /* the most significant byte comes first */
} routh_matlab_bytes;

typedef struct routh_matlab_file {
    routh_source *source;
    bool is_73;
    uint64_t next;     /* variable: its place in the file, or its number */
    uint64_t variable; /* that is open: its place in the file */
    /* MATLAB 5 */
    routh_matlab_bytes whole; /* the file, or what the variable was unpacked into */
    unsigned char *block;     /* into which it was unpacked; NULL: it was not */
    uint64_t room;            /* bytes that may yet be unpacked */
    /* MATLAB 7.3 */
    routh_hdf5_file hdf5;
    routh_hdf5_link *link;
    size_t links;
} routh_matlab_file;

typedef enum routh_matlab_kind {
    ROUTH_MATLAB_OTHER,   /* nothing that is read: a cell, an empty value, something damaged */
    ROUTH_MATLAB_NUMBERS, /* real ones */
    ROUTH_MATLAB_LETTERS,
    ROUTH_MATLAB_STRUCT /* or an array of them */
} routh_matlab_kind;

/* A variable, or a field of a struct; valid as long as its variable is the one that is open. */
typedef struct routh_matlab_value {
    routh_matlab_file *file;
    uint64_t at; /* in `whole`, or in the HDF5 file */
    char name[ROUTH_LABEL_SIZE];
    routh_matlab_kind kind;
    const char *fault; /* why it is of no kind, after its name; NULL: nothing is wrong with it */
    unsigned rank;     /* 2 … 4 */
    uint64_t size[ROUTH_MATLAB_RANK], count;
    routh_hdf5_type type;       /* of numbers */
    routh_matlab_bytes content; /* in MATLAB 5 */
} routh_matlab_value;

/* Holds the file in memory; close it after a failure, too. */
routh_status routh_matlab_open(routh_source *source, routh_matlab_file *file);
void routh_matlab_close(routh_matlab_file *file);

/* The next variable, which is open until the following call; *any: there is one. */
routh_status routh_matlab_next(routh_matlab_file *file, routh_matlab_value *value, bool *any);

/* A value that was seen before. */
routh_status routh_matlab_at(routh_matlab_file *file, uint64_t variable, uint64_t at, routh_matlab_value *value);

/* All its numbers, column after column. */
routh_status routh_matlab_numbers(const routh_matlab_value *value, double *number);

/* Its letters, made printable; text stays as it is where it has none. */
routh_status routh_matlab_text(const routh_matlab_value *value, char *text, size_t size);

typedef struct routh_matlab_struct {
    routh_matlab_file *file;
    size_t rows, columns; /* elements */
    size_t fields;
    uint64_t *at;     /* where field j of element i is: at[i * fields + j] */
    const char *name; /* of the fields in MATLAB 5, `width` letters each */
    size_t width;
    routh_hdf5_link *link; /* the fields in MATLAB 7.3 */
} routh_matlab_struct;

/* The fields of a struct; release them after a failure, too. */
routh_status routh_matlab_fields(const routh_matlab_value *value, routh_matlab_struct *opened);
void routh_matlab_release(routh_matlab_struct *opened);

/* The field of that name; `fields` if there is none. */
size_t routh_matlab_find(const routh_matlab_struct *opened, const char *name);

routh_status routh_matlab_field(const routh_matlab_struct *opened, size_t element, size_t field,
                                routh_matlab_value *value);

/* What the two formats of MATLAB files do for matlab.h. */

/* Tables and other objects are kept in a form that The MathWorks do not describe. */
#define ROUTH_MATLAB_TABLE_WORDS "is a table or another object; save table2struct(T,'ToScalar',true) of it instead"

/* Finds the first variable in a file that is held. */
routh_status routh_matlab_5_begin(routh_matlab_file *file);

/* Opens the variable at a place, and says where it ends. */
routh_status routh_matlab_5_variable(routh_matlab_file *file, uint64_t place, uint64_t *after);

/* What a value is, of which only place and name are known; a variable has its name within. */
void routh_matlab_5_look(routh_matlab_value *value);

void routh_matlab_5_text(const routh_matlab_value *value, char *text, size_t size);
routh_status routh_matlab_5_fields(const routh_matlab_value *value, routh_matlab_struct *opened);

#endif
