/* Text for people: columns that count characters, and lines of bounded length.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/text.h"

#include <string.h>

#include "file/output.h"
#include "file/source.h"

/* Every byte of a character in UTF-8 but its first is 10xxxxxx. */
int routh_count_characters(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static void print_spaces(FILE *file, int count) {
    fprintf(file, "%*s", count > 0 ? count : 0, "");
}

void routh_print_padded(FILE *file, const char *text, int width) {
    fputs(text, file);
    print_spaces(file, width - routh_count_characters(text, strlen(text)));
}

void routh_print_wrapped(FILE *file, const char *text, int at, int indent) {
    bool begins = at <= indent;
    print_spaces(file, indent - at);
    at = at < indent ? indent : at;
    while (*(text += strspn(text, " "))) {
        const size_t length = strcspn(text, " ");
        const int width = routh_count_characters(text, length);
        if (!begins && at + 1 + width > ROUTH_TEXT_WIDTH) {
            fputc('\n', file);
            print_spaces(file, indent);
            at = indent;
            begins = true;
        }
        fprintf(file, "%s%.*s", begins ? "" : " ", (int)length, text);
        at += width + !begins;
        begins = false;
        text += length;
    }
}

bool routh_wants_text(const routh_io *to) {
    return routh_name_ends(routh_output_name(to), ".txt");
}

bool routh_wants_csv(const routh_io *to) {
    return routh_name_ends(routh_output_name(to), ".csv");
}

void routh_number_print(FILE *file, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    fputs(routh_shortest_text(value, text), file);
}

void routh_quoted_print(FILE *file, const char *text, const char *end) {
    fputc('"', file);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (const char[2]){*text, '\0'}, file);
    fprintf(file, "\"%s", end);
}

void routh_print_sentences(FILE *file, const routh_findings *findings) {
    fputc('\n', file);
    for (size_t i = 0; i < findings->count; i++)
        fprintf(file, "%s\n", findings->finding[i].text);
}

const char *routh_plural(size_t count) {
    return count == 1 ? "" : "s";
}

void routh_print_shape(FILE *file, const routh_shape *shape) {
    if (shape->kind == ROUTH_POLYGON)
        fprintf(file, "polygon of %zu vertices", shape->count);
    else if (shape->kind == ROUTH_DISC)
        fprintf(file, "disc of radius %g m", shape->a);
    else if (shape->a > 0)
        fprintf(file, "ellipse with semi-axes %g and %g m", shape->a, shape->b);
    else
        fprintf(file, "of unknown shape");
}
