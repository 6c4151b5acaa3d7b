/* Makes the table of fields from the public headers: every struct with its fields, their kinds, lengths, units and comments.
 * A program of the build, for the machine that builds; nothing that it writes is kept in the repository.
 *
 *     fields_of FOLDER KEYS OBJECTS HEADER…
 *
 * writes FOLDER/structs.h, FOLDER/layouts.h with the structs of OBJECTS, and a FOLDER/fields_NAME.c for every header NAME.h that has structs, for file/struct_fields.h;
 * FOLDER/fields.ts, what they are as JSON, for the pages; FOLDER/fields.md for people; and FOLDER/fields.tsv for all else. KEYS
 * lists the fields whose key in files is not their name, and OBJECTS what is no struct of a header; they say how.
 *
 * It understands what the headers use of C: `typedef struct NAME {`, `struct NAME {` and `typedef enum NAME {`, one level
 * deep; declarations of several fields; pointers, arrays and pointers to functions. It stops at anything else in a struct.
 *
 * The count of the things behind a pointer stands in the same struct: the field `NAME_count`, for `laws` also `law_count`, one with
 * the plural of the pointer's name, or `count` where nothing but pointers stands between the two. A comment that begins with
 * brackets says it otherwise, for Python as well: [count], [count, 6] for rows, [up.count] for a field of the struct that this
 * one is part of, [1] for one thing, [-] for what is only referred to and not shown, [*] for an object of which the members are
 * in place of it. Any other pointer is to one thing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <string.h>

int main(int count, char **arguments) {
    place = "usage";
    if (count < 5)
        stop("fields_of FOLDER KEYS OBJECTS HEADER…");
    for (int i = 4; i < count; i++)
        read_header(arguments[i]);
    write_objects(arguments[1], arguments[3]);
    read_keys(arguments[2]);
    FILE *file = open_in(arguments[1], "", "structs", ".h");
    fputs("/* Made by cmake/fields_of from the public headers. */\n#include \"file/struct_fields.h\"\n\n", file);
    for (int i = 0; i < struct_count; i++)
        fprintf(file, "extern const routh_struct %s_struct;\n", structs[i].name);
    fputs("\n#define ROUTH_EVERY_STRUCT(X)", file);
    for (int i = 0; i < struct_count; i++)
        fprintf(file, " X(%s)", structs[i].name);
    fputc('\n', file);
    fclose(file);
    for (int i = 4; i < count; i++)
        write_header(arguments[1], arguments[i]);
    write_header(arguments[1], "fields/layouts.h");
    file = open_in(arguments[1], "", "fields", ".ts");
    write_types(file);
    fclose(file);
    file = open_in(arguments[1], "", "fields", ".md");
    write_document(file);
    fclose(file);
    file = open_in(arguments[1], "", "fields", ".tsv");
    write_table(file);
    fclose(file);
    place = arguments[2];
    if (key_unused())
        stop("no header has %s", key_unused());
    return 0;
}
