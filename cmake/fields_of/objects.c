/* Structs for objects of files that are no struct of a result, from a text that lists them: it says how.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fields_of.h"

#include <string.h>

/* What stands before a member in C; a type of the library is one of its own. */
static const char *type_of(const char *word) {
    static const char *const types[][2] = {{"json", "json_t *"}, {"members", "json_t *"}, {"text", "const char *"},
                                           {"number", "double"}, {"count", "size_t"},     {"flag", "bool"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(word, types[i][0]) == 0)
            return types[i][1];
    return word;
}

static void write_members(FILE *file, char *line, char type[WORD]) {
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        const size_t last = strlen(word) - 1;
        if (word[last] == ':')
            copy(type, WORD, word, last);
        else if (*type)
            fprintf(file, "    %s %s;%s\n", type_of(type), word, strcmp(type, "members") == 0 ? " /* [*] */" : "");
        else
            stop("%s has no type", word);
    }
}

void write_objects(const char *folder, const char *path) {
    char line[512], name[WORD] = "", type[WORD] = "";
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
            fprintf(file, *name ? "} routh_%s_layout;\n" : "%s", name);
            copy(name, WORD, line, length);
            fprintf(file, "\ntypedef struct routh_%s_layout {\n", name);
            type[0] = '\0';
        }
        write_members(file, line + length, type);
    }
    fprintf(file, "} routh_%s_layout;\n\n#endif\n", name);
    fclose(file);
    fclose(from);
}
