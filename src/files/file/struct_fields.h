/* The table of fields: what the public headers say of each struct, as data. cmake/fields_of makes it when the library is
 * built, as `routh_NAME_struct` for each routh_NAME, declared in "fields/structs.h".
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_STRUCT_FIELDS_H
#define ROUTH_SRC_FILE_STRUCT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <routh/base.h>

typedef enum routh_kind {
    ROUTH_KIND_OTHER,   /* a function, a stream, text without an end: in no file */
    ROUTH_KIND_NUMBER,  /* double */
    ROUTH_KIND_FLAG,    /* bool */
    ROUTH_KIND_COUNT,   /* an integer ≥ 0 */
    ROUTH_KIND_INTEGER, /* one that may be less */
    ROUTH_KIND_TEXT,    /* char[] */
    ROUTH_KIND_STRING,  /* const char *; may be NULL */
    ROUTH_KIND_NAME,    /* an enumeration with a table of names */
    ROUTH_KIND_STRUCT,
    ROUTH_KIND_JSON /* json_t *, taken by what writes it */
} routh_kind;

struct routh_struct;

/* Fields from one to another, or one: their offsets. */
typedef struct routh_struct_part {
    uint32_t first, last;
} routh_struct_part;

typedef struct routh_struct_field {
    const char *name, *key;        /* key: in files; NULL: it is in none */
    const struct routh_struct *of; /* of structs */
    const routh_names *names;
    uint32_t offset, size;  /* size of one element */
    uint32_t rows, columns; /* of arrays; 0: it is none, or has one dimension */
    uint32_t count;         /* of lists: offset of what counts them, a size_t or an int */
    uint8_t kind, count_size;
    bool is_pointer, is_list; /* a list has a count; a pointer that is no list is to one thing or none */
    uint8_t owned;            /* how many pointers the field is, to what the struct owns; 0: it owns nothing */
    bool is_flat;             /* in files its members stand in its place, … */
    uint8_t part_count;       /* … or these of them, if the pointer is not NULL */
    const routh_struct_part *part;
} routh_struct_field;

typedef struct routh_struct {
    const char *name;
    size_t size, count;
    const routh_struct_field *field;
    const char
        *as; /* in files the struct is this field alone, or "[]": a list of its values; NULL: it is all of them */
} routh_struct;

/* The field at an offset, of which the compiler has made sure that there is one. */
const routh_struct_field *routh_struct_field_at(const routh_struct *of, size_t offset);

/* Its key in files: ROUTH_KEY(routh_material, mass). */
const char *routh_struct_key(const routh_struct *of, size_t offset);
#define ROUTH_KEY(type, field) routh_struct_key(&type##_struct, offsetof(type, field))

/* The value of an integer or an enumeration: int and unsigned, or long, uint64_t and size_t, which are of one size. */
long long routh_struct_integer(const routh_struct_field *field, const void *at);

/* Releases what a struct owns, which is all that it points to but constants, with what that owns in turn; the struct is then
 * zero. What is in a list without a count of its own owns nothing. */
void routh_struct_release(routh_context *context, const routh_struct *of, void *from);
#define ROUTH_STRUCT_RELEASE(context, type, from) routh_struct_release(context, &type##_struct, ROUTH_OWN(type, from))

/* The definition of routh_NAME_release, which does no more than that; NULL is fine. */
#define ROUTH_RELEASED_BY_FIELDS(type)                                                                                 \
    void type##_release(routh_context *context, type *from) {                                                          \
        ROUTH_STRUCT_RELEASE(context, type, from);                                                                     \
    }

/* Fields from one to another in the order of the header. */
typedef struct routh_span {
    const routh_struct *of;
    size_t first, last; /* their offsets */
} routh_span;

#define ROUTH_SPAN(type, from, to)                                                                                     \
    (routh_span) {                                                                                                     \
        &type##_struct, offsetof(type, from), offsetof(type, to)                                                       \
    }

/* Fields of one struct by name: ROUTH_FIELDS(routh_law_study, gains, penetrates). At most 16. */
typedef struct routh_chosen {
    const routh_struct *of;
    size_t count;
    const size_t *field; /* their offsets */
} routh_chosen;

#define ROUTH_FIELDS(type, ...)                                                                                        \
    (routh_chosen) {                                                                                                   \
        &type##_struct, sizeof(const size_t[]){ROUTH_OFFSETS(type, __VA_ARGS__)} / sizeof(size_t), (const size_t[]) {  \
            ROUTH_OFFSETS(type, __VA_ARGS__)                                                                           \
        }                                                                                                              \
    }
#define ROUTH_OFFSETS(type, ...) ROUTH_MAP(offsetof, type, __VA_ARGS__)

/* macro(with, argument) of each argument, with commas between them. At most 16. */
#define ROUTH_MAP(macro, with, ...)                                                                                    \
    ROUTH_PICK(__VA_ARGS__, ROUTH_M16, ROUTH_M15, ROUTH_M14, ROUTH_M13, ROUTH_M12, ROUTH_M11, ROUTH_M10, ROUTH_M9,     \
               ROUTH_M8, ROUTH_M7, ROUTH_M6, ROUTH_M5, ROUTH_M4, ROUTH_M3, ROUTH_M2, ROUTH_M1, )                       \
    (macro, with, __VA_ARGS__)
#define ROUTH_PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, macro, ...) macro
#define ROUTH_M1(m, w, a)                                                      m(w, a)
#define ROUTH_M2(m, w, a, ...)                                                 m(w, a), ROUTH_M1(m, w, __VA_ARGS__)
#define ROUTH_M3(m, w, a, ...)                                                 m(w, a), ROUTH_M2(m, w, __VA_ARGS__)
#define ROUTH_M4(m, w, a, ...)                                                 m(w, a), ROUTH_M3(m, w, __VA_ARGS__)
#define ROUTH_M5(m, w, a, ...)                                                 m(w, a), ROUTH_M4(m, w, __VA_ARGS__)
#define ROUTH_M6(m, w, a, ...)                                                 m(w, a), ROUTH_M5(m, w, __VA_ARGS__)
#define ROUTH_M7(m, w, a, ...)                                                 m(w, a), ROUTH_M6(m, w, __VA_ARGS__)
#define ROUTH_M8(m, w, a, ...)                                                 m(w, a), ROUTH_M7(m, w, __VA_ARGS__)
#define ROUTH_M9(m, w, a, ...)                                                 m(w, a), ROUTH_M8(m, w, __VA_ARGS__)
#define ROUTH_M10(m, w, a, ...)                                                m(w, a), ROUTH_M9(m, w, __VA_ARGS__)
#define ROUTH_M11(m, w, a, ...)                                                m(w, a), ROUTH_M10(m, w, __VA_ARGS__)
#define ROUTH_M12(m, w, a, ...)                                                m(w, a), ROUTH_M11(m, w, __VA_ARGS__)
#define ROUTH_M13(m, w, a, ...)                                                m(w, a), ROUTH_M12(m, w, __VA_ARGS__)
#define ROUTH_M14(m, w, a, ...)                                                m(w, a), ROUTH_M13(m, w, __VA_ARGS__)
#define ROUTH_M15(m, w, a, ...)                                                m(w, a), ROUTH_M14(m, w, __VA_ARGS__)
#define ROUTH_M16(m, w, a, ...)                                                m(w, a), ROUTH_M15(m, w, __VA_ARGS__)

/* The pointer, which the compiler checks to be to that type. */
#define ROUTH_TYPED(type, pointer) (1 ? (pointer) : (const type *)0)
#define ROUTH_OWN(type, pointer)   (1 ? (pointer) : (type *)0)

#endif
