/* The table in C, and as text.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <string.h>

FILE *open_in(const char *folder, const char *before, const char *name, const char *after) {
    char path[PATH];
    place = folder;
    const int length = snprintf(path, sizeof path, "%s/%s%s%s", folder, before, name, after);
    if (length < 0 || length >= PATH)
        stop("its name is too long");
    FILE *file = fopen(path, "w");
    if (!file)
        stop("%s cannot be written", path);
    return file;
}

/* What an object has of its source. */
static void write_parts(FILE *file, const field *f) {
    const char *chosen = f->chosen;
    const field *first, *last;
    int count = 0;
    fputs(", .part = (const routh_struct_part[]){", file);
    for (; take_chosen(&chosen, struct_of(f->type), &first, &last); count++)
        fprintf(file, "{offsetof(%s, %s), offsetof(%s, %s)}, ", f->type, first->name, f->type, last->name);
    fprintf(file, "}, .part_count = %d", count);
}

static void write_field(FILE *file, const structure *s, const field *f) {
    const char *kind = kind_of(f), *key = key_of(s->name, f->name);
    const int pointers = f->pointers - own_pointers(f), arrays = f->arrays - (strcmp(kind, "TEXT") == 0);
    char at[4 * WORD], length[WORD];
    length_of(s, f, length);
    const int count = counter(s, "%s", length);
    snprintf(at, sizeof at, "((%s *)0)->%s", s->name, f->name);
    if (pointers > 1 || arrays > 2 || (pointers > 0 && arrays > 0) ||
        (pointers > 0 && count < 0 && strcmp(length, "1") != 0 && !*f->chosen))
        kind = "OTHER"; /* no table of this shape is in any file */
    fprintf(file, "    {.name = \"%s\", ", f->name);
    if (strcmp(length, "*") == 0)
        fputs(".is_flat = true, ", file);
    else if (strcmp(key, "-") != 0)
        fprintf(file, ".key = \"%s\", ", key);
    fprintf(file, ".kind = ROUTH_KIND_%s, .offset = offsetof(%s, %s)", kind, s->name, f->name);
    if (strcmp(kind, "STRUCT") == 0)
        fprintf(file, ", .of = &%s_struct", f->type);
    if (strcmp(kind, "NAME") == 0)
        fprintf(file, ", .names = &%s", names_of(f->type));
    if (strcmp(kind, "OTHER") != 0)
        fprintf(file, ", .size = sizeof(%s%s)", at, pointers || arrays == 1 ? "[0]" : arrays ? "[0][0]" : "");
    if (strcmp(kind, "OTHER") != 0 && arrays > 0)
        fprintf(file, ", .rows = sizeof(%s) / sizeof(%s[0])", at, at);
    if (strcmp(kind, "OTHER") != 0 && arrays > 1)
        fprintf(file, ", .columns = sizeof(%s[0]) / sizeof(%s[0][0])", at, at);
    if (pointers > 0)
        fputs(", .is_pointer = true", file);
    if (is_owned(f))
        fprintf(file, ", .owned = sizeof(%s) / sizeof(void *)", at);
    if (*f->chosen)
        write_parts(file, f);
    if (count >= 0)
        fprintf(file, ", .is_list = true, .count = offsetof(%s, %s), .count_size = sizeof(%s)", s->name,
                s->fields[count].name, s->fields[count].type);
    fputs("},\n", file);
}

/* Public headers are in a folder "routh"; what others lay out for files is in the folder of their room. */
void write_header(const char *folder, const char *path) {
    const char *base = strrchr(path, '/'), *room = base;
    char header[WORD];
    FILE *file = NULL;
    while (room && room > path && room[-1] != '/')
        room--;
    base = base ? base + 1 : path;
    room = room ? room : path;
    copy(header, WORD, base, strcspn(base, "."));
    for (int i = 0; i < struct_count; i++) {
        const structure *s = &structs[i];
        if (strcmp(s->header, header) != 0)
            continue;
        if (!file) {
            file = open_in(folder, "fields_", header, ".c");
            fprintf(file, "/* Made by cmake/fields_of from %s. */\n#include <stddef.h>\n\n", room);
            fprintf(file, "#include \"%s\"\n\n#include \"fields/structs.h\"\n", room);
        }
        const char *as = key_of(s->name, "");
        fprintf(file, "\nstatic const routh_struct_field %s_field[] = {\n", s->name);
        for (int k = 0; k < s->count; k++)
            write_field(file, s, &s->fields[k]);
        fprintf(file, "};\nconst routh_struct %s_struct = {\"%s\", sizeof(%s), %d, %s_field, %s%s%s};\n", s->name,
                s->name, s->name, s->count, s->name, as ? "\"" : "", as ? as : "NULL", as ? "\"" : "");
    }
    if (file)
        fclose(file);
}

/* One line a field: struct, field, key, type, stars, brackets, kind, length behind a pointer, unit, comment. */
void write_table(FILE *file) {
    for (int i = 0; i < struct_count; i++)
        for (int k = 0; k < structs[i].count; k++) {
            const structure *s = &structs[i];
            const field *f = &s->fields[k];
            char unit[WORD], length[WORD];
            length_of(s, f, length);
            unit_of(f->about, unit);
            fprintf(file, "%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n", s->name, f->name, key_of(s->name, f->name),
                    f->type, f->pointers, f->arrays, kind_of(f), length, unit, f->about);
        }
}
