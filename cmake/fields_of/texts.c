/* The structs for pages and for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <ctype.h>
#include <string.h>

/* routh_law_study → LawStudy */
static const char *class_of(const char *name, char text[WORD]) {
    size_t used = 0;
    bool upper = true;
    for (const char *at = strchr(name, '_'); at && *at; at++) {
        if (*at != '_')
            text[used++] = (char)(upper ? toupper((unsigned char)*at) : *at);
        upper = *at == '_';
    }
    text[used] = '\0';
    return text;
}

/* Does the field only count a list of the struct? */
static bool counts(const structure *s, const field *f) {
    char length[WORD];
    for (int i = 0; i < s->count; i++) {
        length_of(s, &s->fields[i], length);
        if (strcmp(length, f->name) == 0 && strcmp(key_of(s->name, s->fields[i].name), "-") != 0)
            return true;
    }
    return false;
}

/* As file/json_struct.h writes it. A number is null where the comment says when it is NaN. */
static void write_type(FILE *file, const structure *s, const field *f) {
    const char *kind = kind_of(f);
    char class[WORD], length[WORD];
    length_of(s, f, length);
    const bool is_text = strcmp(kind, "TEXT") == 0 || strcmp(kind, "STRING") == 0;
    const bool is_pointer = f->pointers - own_pointers(f) > 0;
    const int lists = f->arrays - (strcmp(kind, "TEXT") == 0) + (is_pointer && strcmp(length, "1") != 0);
    const bool may_miss = strcmp(kind, "NUMBER") == 0   ? strstr(f->about, "NaN") != NULL
                          : strcmp(kind, "STRING") == 0 ? strstr(f->about, "NULL") != NULL
                                                        : is_pointer && lists == 0;
    const char *type = is_text || strcmp(kind, "NAME") == 0 ? "string"
                       : strcmp(kind, "FLAG") == 0          ? "boolean"
                       : strcmp(kind, "STRUCT") == 0        ? class_of(f->type, class)
                       : strcmp(kind, "JSON") == 0          ? "unknown"
                                                            : "number";
    fprintf(file, may_miss ? "(%s | null)" : "%s", type);
    for (int i = 0; i < lists; i++)
        fputs("[]", file);
}

static void write_entry(FILE *file, const structure *s, const field *f) {
    const char *key = key_of(s->name, f->name);
    fprintf(file, "    %s: ", strcmp(key, "-") == 0 ? f->name : key); /* no file has it but that object */
    write_type(file, s, f);
    fprintf(file, *f->about ? "; // %s\n" : ";\n", f->about);
}

static bool is_written(const structure *s, const field *f) {
    return strcmp(kind_of(f), "OTHER") != 0 && strcmp(key_of(s->name, f->name), "-") != 0 &&
           strcmp(f->length, "*") != 0 && !counts(s, f);
}

static void write_fields(FILE *file, const structure *s) {
    for (int k = 0; k < s->count; k++) {
        const field *f = &s->fields[k], *first, *last;
        const structure *of = struct_of(f->type);
        if (is_written(s, f))
            write_entry(file, s, f);
        for (const char *chosen = f->chosen; take_chosen(&chosen, of, &first, &last);)
            for (const field *one = first; one <= last; one++)
                if (first == last || is_written(of, one))
                    write_entry(file, of, one);
    }
}

void write_types(FILE *file) {
    fputs("// Made by cmake/fields_of from the public headers: structs as they are in JSON.\n", file);
    for (int i = 0; i < struct_count; i++) {
        const structure *s = &structs[i];
        char class[WORD];
        const char *as = key_of(s->name, "");
        fprintf(file, as ? "\nexport type %s = " : "\nexport interface %s {\n", class_of(s->name, class));
        if (!as)
            write_fields(file, s);
        else if (strcmp(as, "[]") == 0)
            fputs("number[]", file);
        else
            write_type(file, s, field_named(s, as));
        fputs(as ? ";\n" : "}\n", file);
    }
}

/* Every field that files have, with its comment, for people. */
void write_document(FILE *file) {
    fputs("# Fields\n\nWhat the fields of the library's structures are, and so the keys of its JSON, the attributes of "
          "Python's "
          "objects and most columns of tables. SI units and radians; a number that could not be determined is null in "
          "JSON "
          "and NaN elsewhere. Made from the public headers.\n",
          file);
    for (int i = 0; i < struct_count; i++) {
        const structure *s = &structs[i];
        fprintf(file, "\n## %s\n\n| field | in JSON | unit | |\n|---|---|---|---|\n", s->name);
        for (int k = 0; k < s->count; k++) {
            const field *f = &s->fields[k];
            const char *key = strcmp(f->length, "*") == 0 ? "-" : key_of(s->name, f->name);
            char unit[WORD];
            unit_of(f->about, unit);
            if (strcmp(kind_of(f), "OTHER") == 0)
                continue;
            fprintf(file, "| `%s` | %s%s%s | %s | ", f->name, *key == '-' ? "" : "`", *key == '-' ? "" : key,
                    *key == '-' ? "" : "`", unit);
            for (const char *at = *f->chosen ? f->chosen : f->about; *at; at++) {
                if (*at == '|')
                    fputc('\\', file);
                fputc(*at, file);
            }
            fputs(" |\n", file);
        }
    }
}
