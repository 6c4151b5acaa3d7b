/* Text in lines of bounded length.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"

#include <string.h>

#include "output.h"

void print_wrapped(FILE *file, const char *text, int at, int indent) {
    int begins = at <= indent;
    print_spaces(file, indent - at);
    at = at < indent ? indent : at;
    while (*(text += strspn(text, " "))) {
        const size_t length = strcspn(text, " ");
        const int width = count_characters(text, length);
        if (!begins && at + 1 + width > LAYOUT_WIDTH) {
            fputc('\n', file);
            print_spaces(file, indent);
            at = indent;
            begins = 1;
        }
        fprintf(file, "%s%.*s", begins ? "" : " ", (int)length, text);
        at += width + !begins;
        begins = 0;
        text += length;
    }
}

const char *next_line(const char **text, size_t *length) {
    const char *line = *text;
    if (!line || !*line)
        return NULL;
    *length = strcspn(line, "\n");
    *text = line + *length + (line[*length] == '\n');
    return line;
}

void print_paragraphs(FILE *file, const char *text) {
    size_t length;
    for (const char *line; (line = next_line(&text, &length));) {
        char paragraph[2048];
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, line);
        if (*line == ' ')
            fputs(paragraph, file);
        else
            print_wrapped(file, paragraph, 0, 0);
        fputc('\n', file);
    }
}

const char *entry_head(const option_entry *entry, char head[ENTRY_HEAD]) {
    const char *dashes = option_is_operand(entry)             ? ""
                         : strcmp(entry->name, "output") == 0 ? "-o, --"
                         : strcmp(entry->name, "help") == 0   ? "-h, --"
                                                              : "--";
    snprintf(head, ENTRY_HEAD, "%s%s%s%s", dashes, entry->name, entry->value ? " " : "",
             entry->value ? entry->value : "");
    return head;
}

static void append(char text[ENTRY_TEXT], const char *more) {
    const size_t used = strlen(text);
    snprintf(text + used, ENTRY_TEXT - used, "%s", more);
}

const char *entry_text(const option_entry *entry, char text[ENTRY_TEXT]) {
    char word[OPTION_WORD];
    const char *choices = entry->choices;
    snprintf(text, ENTRY_TEXT, "%s", entry->about);
    for (int first = 1; next_choice(&choices, word); first = 0) {
        append(text, first ? ": " : *choices ? ", " : " or ");
        append(text, word);
    }
    if (entry->otherwise) {
        append(text, " (default: ");
        append(text, entry->otherwise);
        append(text, ")");
    }
    return text;
}
