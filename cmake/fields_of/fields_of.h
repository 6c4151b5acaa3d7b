/* The parts of fields_of, a program of the build: main.c says what it makes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_FIELDS_OF_H
#define ROUTH_FIELDS_OF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { WORD = 96, ABOUT = 2048, MOST_FIELDS = 80, MOST_STRUCTS = 600, MOST_NAMES = 400, PATH = 1024, CHOSEN = 1024 };

typedef struct field {
    char type[WORD], name[WORD], about[ABOUT];
    char length[WORD];       /* as the comment says it in brackets; "": it does not */
    int pointers, arrays;    /* stars, and brackets */
    char chosen[CHOSEN];     /* of an object's source: the fields that it gives, "a b..d" */
    bool callback, constant; /* constant: what it points to */
} field;

typedef struct structure {
    char name[WORD], header[WORD];
    field *fields;
    int count;
} structure;

/* What was read, in the order of the headers. */
extern structure structs[MOST_STRUCTS];
extern int struct_count;

/* reading.c: the structs, enumerations and tables of names of a header, and the keys. They end the program, with a message, at
 * what they do not understand. `place` is the file that is read or written, for messages. */
extern const char *place;
__attribute__((format(printf, 1, 2), noreturn)) void stop(const char *format, ...);
void copy(char *to, size_t size, const char *from, size_t length);
void read_header(const char *path);
void read_keys(const char *path);

/* NULL: there is none. */
const structure *struct_of(const char *name);
const char *names_of(const char *type); /* "routh_frames" for routh_frame */

bool is_enumeration(const char *type);

/* The field's key; of a struct itself, whose field name is "", the field that it is in files, or NULL. */
const char *key_of(const char *struct_name, const char *field_name);

/* A key that was not looked up; NULL: all were. */
const char *key_unused(void);

/* meaning.c */
const char *kind_of(const field *f);
int own_pointers(const field *f);
bool is_owned(const field *f);
__attribute__((format(printf, 2, 3))) int counter(const structure *s, const char *format, ...);
const field *field_named(const structure *s, const char *name);
bool take_chosen(const char **chosen, const structure *of, const field **first, const field **last);
void length_of(const structure *s, const field *f, char length[WORD]);
void unit_of(const char *about, char unit[WORD]);

/* objects.c: structs from the text that lists objects of files, and FOLDER/layouts.h with them. */
void write_objects(const char *folder, const char *path);

/* tables.c and texts.c: what is written. open_in is a file of the folder. */
FILE *open_in(const char *folder, const char *before, const char *name, const char *after);
void write_header(const char *folder, const char *path);
void write_table(FILE *file);
void write_types(FILE *file);
void write_document(FILE *file);

#endif
