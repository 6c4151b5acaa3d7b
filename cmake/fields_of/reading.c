/* What the headers say.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct key_entry {
    char name[2 * WORD], key[WORD];
    bool used;
} key_entry;

structure structs[MOST_STRUCTS];
int struct_count;
const char *place;

static char enums[MOST_NAMES][WORD], tables[MOST_NAMES][WORD];
static key_entry keys[MOST_NAMES];
static int enum_count, table_count, key_count;

void stop(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "fields_of: %s: ", place);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void copy(char *to, size_t size, const char *from, size_t length) {
    if (length >= size)
        stop("\"%.*s\" is too long", (int)length, from);
    memcpy(to, from, length);
    to[length] = '\0';
}

static int find(char (*list)[WORD], int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return i;
    return -1;
}

const structure *struct_of(const char *name) {
    for (int i = 0; i < struct_count; i++)
        if (strcmp(structs[i].name, name) == 0)
            return &structs[i];
    return NULL;
}
/* Where in the text, and the comments on the way: that directly before the token, and whether it is on the line of the last. */
typedef struct reader {
    const char *at;
    char token[WORD];
    char about[ABOUT];
} reader;

/* A comment's words on one line. */
static void keep_comment(char about[ABOUT], const char *from, const char *end) {
    size_t used = strlen(about);
    bool space = used > 0, first = true;
    for (; from < end; from++) {
        if (isspace((unsigned char)*from)) {
            first = first || *from == '\n';
            space = used > 0;
        } else if (!(first && *from == '*') && used + 2 < ABOUT) {
            first = false;
            if (space)
                about[used++] = ' ';
            about[used++] = *from;
            space = false;
        }
    }
    about[used] = '\0';
}

/* Past white space, comments and lines for the preprocessor; the last comment is kept. */
static void skip(reader *r) {
    for (;;) {
        while (isspace((unsigned char)*r->at))
            r->at++;
        if (*r->at == '#')
            while (*r->at && *r->at != '\n')
                r->at += *r->at == '\\' && r->at[1] ? 2 : 1;
        else if (r->at[0] == '/' && r->at[1] == '*') {
            const char *end = strstr(r->at, "*/");
            if (!end)
                stop("a comment without an end");
            r->about[0] = '\0';
            keep_comment(r->about, r->at + 2, end);
            r->at = end + 2;
        } else
            return;
    }
}

/* The next token in r->token; "" at the end. */
static const char *take(reader *r) {
    skip(r);
    const char *from = r->at;
    if (*from == '"')
        for (r->at++; *r->at && *r->at != '"'; r->at++)
            r->at += *r->at == '\\';
    if (isalnum((unsigned char)*from) || *from == '_')
        while (isalnum((unsigned char)*r->at) || *r->at == '_')
            r->at++;
    else if (*r->at)
        r->at++;
    copy(r->token, sizeof r->token, from, *from == '"' ? 1 : (size_t)(r->at - from));
    return r->token;
}

static bool is(const reader *r, const char *token) {
    return strcmp(r->token, token) == 0;
}

/* From the opening bracket in r->token to behind the one that closes it. */
static void pass(reader *r) {
    int depth = 0;
    do {
        depth += (is(r, "(") || is(r, "{") || is(r, "[")) - (is(r, ")") || is(r, "}") || is(r, "]"));
        take(r);
    } while (depth > 0 && *r->token);
}

/* The words before the first star or name: the type. r->token is what follows. Returns whether it is constant. */
static bool take_type(reader *r, char type[WORD]) {
    type[0] = '\0';
    bool whole = false, constant = false;
    for (;; take(r)) {
        constant = constant || is(r, "const");
        if (is(r, "const") || is(r, "struct") || is(r, "enum"))
            continue;
        if (whole || !(isalpha((unsigned char)r->token[0]) || r->token[0] == '_'))
            return constant;
        const bool more = is(r, "unsigned") || is(r, "long");
        if (strlen(type) + strlen(r->token) + 2 > WORD)
            stop("a type with a long name: %s", r->token);
        if (more || !*type || (strcmp(type, "unsigned") == 0 && (is(r, "char") || is(r, "int")))) {
            strcat(type, *type ? " " : "");
            strcat(type, r->token);
            whole = !more;
        } else
            return constant; /* `unsigned flags`: the name */
    }
}

/* One of the fields of a declaration; r->token is then "," or ";". */
static void take_field(reader *r, field *f) {
    while (is(r, "*") || is(r, "const")) {
        f->pointers += is(r, "*");
        take(r);
    }
    if (is(r, "(")) {
        take(r); /* the star */
        take(r);
        copy(f->name, WORD, r->token, strlen(r->token));
        take(r);
        take(r);
        f->callback = is(r, "(");
        f->pointers++;
    } else {
        copy(f->name, WORD, r->token, strlen(r->token));
        take(r);
    }
    while (is(r, "[") || is(r, "(")) {
        f->arrays += is(r, "[");
        pass(r);
    }
    if (!is(r, ",") && !is(r, ";"))
        stop("\"%s\" after the field %s", r->token, f->name);
}

/* The comment that begins on the rest of this line, behind a declaration. */
static void take_comment_behind(reader *r, char about[ABOUT]) {
    const char *at = r->at;
    while (*at == ' ' || *at == '\t')
        at++;
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at, "*/");
        keep_comment(about, at + 2, end);
        r->at = end + 2;
    }
}

/* What a comment has in brackets before all else, taken out of it. */
static void take_length(char *about, char length[WORD]) {
    const char *end = about[0] == '[' ? strchr(about, ']') : NULL;
    if (!end)
        return;
    copy(length, WORD, about + 1, (size_t)(end - about - 1));
    end += 1 + (end[1] == ' ');
    memmove(about, end, strlen(end) + 1);
}

/* The fields up to the closing brace, which r->token is then. */
static void take_fields(reader *r, structure *s) {
    s->fields = calloc(MOST_FIELDS, sizeof *s->fields);
    if (!s->fields)
        stop("no memory");
    r->about[0] = '\0';
    take(r);
    while (!is(r, "}")) {
        char type[WORD], about[ABOUT], behind[ABOUT] = "", length[WORD] = "";
        const int first = s->count;
        memcpy(about, r->about, sizeof about);
        take_length(about, length);
        const bool constant = take_type(r, type);
        for (;;) {
            if (s->count == MOST_FIELDS)
                stop("%s has more than %d fields", s->name, MOST_FIELDS);
            memcpy(s->fields[s->count].type, type, sizeof type);
            s->fields[s->count].constant = constant;
            take_field(r, &s->fields[s->count++]);
            if (is(r, ";"))
                break;
            take(r);
        }
        take_comment_behind(r, behind);
        take_length(behind, length);
        keep_comment(about, behind, behind + strlen(behind));
        for (int i = first; i < s->count; i++) {
            memcpy(s->fields[i].about, about, sizeof about);
            memcpy(s->fields[i].length, length, sizeof length);
        }
        r->about[0] = '\0';
        take(r);
    }
}

void read_header(const char *path) {
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    place = name;
    FILE *file = fopen(path, "rb");
    if (!file)
        stop("cannot be read");
    static char text[1 << 20];
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    reader r = {.at = text};
    char before[WORD] = "";
    for (take(&r); *r.token;) {
        const bool is_struct = is(&r, "struct"), is_enum = is(&r, "enum");
        const bool is_table = is(&r, "routh_names") && strcmp(before, "const") == 0;
        char word[WORD];
        memcpy(before, r.token, WORD);
        take(&r);
        copy(word, WORD, r.token, strlen(r.token));
        if (is_table && table_count < MOST_NAMES)
            memcpy(tables[table_count++], word, WORD);
        skip(&r);
        if (is_enum && *r.at == '{' && enum_count < MOST_NAMES)
            memcpy(enums[enum_count++], word, WORD);
        if (is_struct && *r.at == '{') {
            if (struct_count == MOST_STRUCTS)
                stop("more than %d structs", MOST_STRUCTS);
            structure *s = &structs[struct_count++];
            memcpy(s->name, word, WORD);
            copy(s->header, WORD, name, strcspn(name, "."));
            take(&r);
            take_fields(&r, s);
        }
    }
}

/* "NAME KEY" a line; what follows "#" is a comment. */
void read_keys(const char *path) {
    place = path;
    FILE *file = fopen(path, "r");
    if (!file)
        stop("cannot be read");
    char line[512];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\n")] = '\0';
        if (key_count == MOST_NAMES)
            stop("more than %d names", MOST_NAMES);
        if (sscanf(line, "%191s %95s", keys[key_count].name, keys[key_count].key) == 2)
            key_count++;
    }
    fclose(file);
}
const char *key_of(const char *struct_name, const char *field_name) {
    const size_t length = strlen(struct_name);
    for (int i = 0; i < key_count; i++) {
        const char *name = keys[i].name, *rest = name + length;
        if (strncmp(name, struct_name, length) == 0 && strcmp(rest + (*rest == '.'), field_name) == 0 &&
            (*rest == '.') == (*field_name != '\0')) {
            keys[i].used = true;
            return keys[i].key;
        }
    }
    return *field_name ? field_name : NULL;
}

/* "routh_frames" for routh_frame; NULL where the enumeration has no table. */
const char *names_of(const char *type) {
    const size_t length = strlen(type);
    char plural[WORD + 2];
    const char last = length ? type[length - 1] : '\0';
    snprintf(plural, sizeof plural, "%.*s%s", (int)(last == 'y' ? length - 1 : length), type,
             last == 'y'   ? "ies"
             : last == 's' ? "es"
                           : "s");
    const int at = find(enums, enum_count, type) < 0 ? -1 : find(tables, table_count, plural);
    return at < 0 ? NULL : tables[at];
}

const char *key_unused(void) {
    for (int i = 0; i < key_count; i++)
        if (!keys[i].used)
            return keys[i].name;
    return NULL;
}

bool is_enumeration(const char *type) {
    return find(enums, enum_count, type) >= 0;
}
