/* What the fields are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <stdarg.h>
#include <string.h>

const char *kind_of(const field *f) {
    static const char *const plain[][2] = {{"double", "NUMBER"},      {"bool", "FLAG"},   {"size_t", "COUNT"},
                                           {"uint64_t", "COUNT"},     {"int", "INTEGER"}, {"unsigned", "COUNT"},
                                           {"unsigned int", "COUNT"}, {"long", "INTEGER"}};
    if (f->callback)
        return "OTHER";
    if (strcmp(f->type, "char") == 0)
        return f->pointers == 1 ? "STRING" : f->pointers == 0 && f->arrays > 0 ? "TEXT" : "OTHER";
    if (strcmp(f->type, "json_t") == 0)
        return f->pointers == 1 && f->arrays == 0 ? "JSON" : "OTHER";
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(f->type, plain[i][0]) == 0)
            return plain[i][1];
    if (struct_of(f->type))
        return "STRUCT";
    return names_of(f->type) ? "NAME" : is_enumeration(f->type) ? "INTEGER" : "OTHER";
}

/* Pointers of the value itself, which are not to things that are counted. */
int own_pointers(const field *f) {
    const char *kind = kind_of(f);
    return strcmp(kind, "STRING") == 0 || strcmp(kind, "JSON") == 0;
}

/* Does the struct own what it points to? It does unless that is constant, or nothing that the headers describe. */
bool is_owned(const field *f) {
    return f->pointers == 1 && !f->constant && !f->callback &&
           (struct_of(f->type) || is_enumeration(f->type) || strcmp(f->type, "char") == 0 ||
            (strcmp(f->type, "json_t") != 0 && strcmp(kind_of(f), "OTHER") != 0) ||
            strcmp(f->type, "unsigned char") == 0);
}

const field *field_named(const structure *s, const char *name) {
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->fields[i].name, name) == 0)
            return &s->fields[i];
    stop("%s has no field %s", s->name, name);
}

/* The next word of "a b..d": the same field twice, or the first and the last of some. False at the end. */
bool take_chosen(const char **chosen, const structure *of, const field **first, const field **last) {
    char word[2 * WORD], *dots;
    *chosen += strspn(*chosen, " ");
    const size_t length = strcspn(*chosen, " ");
    if (length == 0)
        return false;
    copy(word, sizeof word, *chosen, length);
    *chosen += length;
    dots = strstr(word, "..");
    if (dots)
        *dots = '\0';
    *first = field_named(of, word);
    *last = dots ? field_named(of, dots + 2) : *first;
    return true;
}

/* A field of the struct that counts, by its name; −1: none. */
int counter(const structure *s, const char *format, ...) {
    char name[2 * WORD];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->fields[i].name, name) == 0 && s->fields[i].pointers + s->fields[i].arrays == 0 &&
            (strcmp(s->fields[i].type, "size_t") == 0 || strcmp(s->fields[i].type, "int") == 0))
            return i;
    return -1;
}

/* `count` counts the pointers that stand beside it, without another field between. */
static bool is_beside(const structure *s, int count, const field *f) {
    const int at = (int)(f - s->fields);
    for (int i = at < count ? at : count + 1; i <= (at < count ? count - 1 : at); i++)
        if (s->fields[i].pointers == 0 || s->fields[i].callback)
            return false;
    return true;
}

/* How many there are behind a pointer, or in an array with room for more: what the comment says in brackets, or the name of a
 * field; "1" of a pointer, and "" of an array, for which there is none. */
void length_of(const structure *s, const field *f, char length[WORD]) {
    const int name = (int)strlen(f->name);
    int at = counter(s, "%s_count", f->name);
    memcpy(length, f->length, WORD);
    if (*length || f->callback || f->pointers + f->arrays <= (own_pointers(f) || strcmp(f->type, "char") == 0))
        return;
    for (int plural = 1; at < 0 && plural <= 2 && f->pointers; plural++)
        if (f->name[name - 1] == 's')
            at = counter(s, "%.*s_count", name - plural, f->name);
    if (at < 0 && f->pointers)
        at = counter(s, "%ss", f->name);
    if (at < 0 && f->pointers && (at = counter(s, "count")) >= 0 && !is_beside(s, at, f))
        at = -1;
    strcpy(length, at >= 0 ? s->fields[at].name : f->pointers ? "1" : "");
}

/* The unit in a comment: what stands at its end or before the first semicolon or full stop, after a comma or alone. */
void unit_of(const char *about, char unit[WORD]) {
    static const char *const units[] = {"kg m²", "rad/s²", "rad/s", "m/s²", "N/m", "N s", "N m", "m/s", "m³", "m²",
                                        "rad",   "kg",     "Hz",    "dB",   "m",   "s",   "N",   "J",   "°",  "1/m"};
    unit[0] = '\0';
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const size_t length = strlen(units[i]);
        for (const char *at = strstr(about, units[i]); at; at = strstr(at + 1, units[i])) {
            const bool begins = at == about || (at - about > 1 && at[-1] == ' ' && strchr(",;", at[-2]));
            if (begins && (at[length] == '\0' || strchr(",;.:", at[length]))) {
                memcpy(unit, units[i], length + 1);
                return;
            }
        }
    }
}
