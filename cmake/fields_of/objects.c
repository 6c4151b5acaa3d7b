/* Structs for objects of files that are no struct of a result, from a text that lists them: it says how.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <stdlib.h>
#include <string.h>

/* What stands before a member in C; a type of the library is one of its own. */
static const char *type_of(const char *word) {
    static const char *const types[][2] = {{"json", "json_t *"},  {"members", "json_t *"}, {"text", "const char *"},
                                           {"number", "double "}, {"count", "size_t "},    {"flag", "bool "}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(word, types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

static field *new_field(structure *s) {
    if (s->count == MOST_FIELDS)
        stop("%s has more than %d fields", s->name, MOST_FIELDS);
    return &s->fields[s->count++];
}

/* "from TYPE NAME:", or "from NAME:" for more of the same: a pointer to a result. */
static void add_source(structure *s, FILE *file) {
    char *type = strtok(NULL, " "), *name = type && type[strlen(type) - 1] != ':' ? strtok(NULL, " ") : type;
    if (!name || name[strlen(name) - 1] != ':')
        stop("%s: \"from\" without \"TYPE NAME:\"", s->name);
    name[strlen(name) - 1] = '\0';
    const field *known = name == type ? field_named(s, name) : NULL;
    field *f = new_field(s);
    memcpy(f->length, "*", 2);
    f->pointers = 1;
    copy(f->name, WORD, name, strlen(name));
    copy(f->type, WORD, known ? known->type : type, strlen(known ? known->type : type));
    if (!known)
        fprintf(file, "    const %s *%s;\n", f->type, f->name);
}

static void add_member(structure *s, FILE *file, const char *type, char *word) {
    const char *in_c = type_of(type);
    fprintf(file, "    %s%s%s;\n", in_c ? in_c : type, in_c ? "" : " ", word);
    field *f = new_field(s);
    f->pointers = in_c && strchr(in_c, '*');
    f->arrays = strchr(word, '[') != NULL;
    copy(f->name, WORD, word, strcspn(word, "["));
    copy(f->type, WORD, in_c ? in_c : type, strcspn(in_c ? in_c : type, " "));
    if (strcmp(type, "text") == 0)
        memcpy(f->type, "char", 5);
    if (strcmp(type, "members") == 0)
        memcpy(f->length, "*", 2);
}

static void add_members(structure *s, FILE *file, char *line, char type[WORD]) {
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        const size_t last = strlen(word) - 1;
        if (strcmp(word, "from") == 0)
            add_source(s, file);
        if (strcmp(word, "from") == 0 || word[last] == ':')
            copy(type, WORD, word, word[last] == ':' ? last : last + 1);
        else if (strcmp(type, "from") == 0) {
            char *chosen = s->fields[s->count - 1].chosen;
            snprintf(chosen + strlen(chosen), CHOSEN - strlen(chosen), "%s%s", *chosen ? " " : "", word);
        } else if (*type)
            add_member(s, file, type, word);
        else
            stop("%s has no type", word);
    }
}

void write_objects(const char *folder, const char *path) {
    char line[512], type[WORD] = "";
    structure *s = NULL;
    place = path;
    FILE *from = fopen(path, "r");
    if (!from)
        stop("cannot be read");
    FILE *file = open_in(folder, "", "layouts", ".h");
    fputs("/* Made by cmake/fields_of. */\n#ifndef ROUTH_FIELDS_LAYOUTS_H\n#define ROUTH_FIELDS_LAYOUTS_H\n\n"
          "#include <stdbool.h>\n#include <stdint.h>\n\n#include <jansson.h>\n#include <routh/routh.h>\n",
          file);
    place = path;
    while (fgets(line, sizeof line, from)) {
        line[strcspn(line, "#\n")] = '\0';
        const size_t length = strcspn(line, " ");
        if (length > 0) {
            if (s)
                fprintf(file, "} %s;\n", s->name);
            if (struct_count == MOST_STRUCTS || length > WORD - 20)
                stop("more than %d structs, or a long name", MOST_STRUCTS);
            s = &structs[struct_count++];
            snprintf(s->name, WORD, "routh_%.*s_layout", (int)length, line);
            memcpy(s->header, "layouts", 8);
            s->fields = calloc(MOST_FIELDS, sizeof *s->fields);
            if (!s->fields)
                stop("no memory");
            fprintf(file, "\ntypedef struct %s {\n", s->name);
            type[0] = '\0';
        }
        if (s)
            add_members(s, file, line + length, type);
    }
    if (s)
        fprintf(file, "} %s;\n\n#endif\n", s->name);
    fclose(file);
    fclose(from);
}
