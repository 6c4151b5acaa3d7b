/* What --help prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/routh.h>

#include "program.h"

enum { ABOUT_COLUMN = 26, VERB_COLUMN = 13 };

static void write_usage(FILE *file, const char *usage) {
    size_t length;
    int first = 1;
    for (const char *line; (line = next_line(&usage, &length)); first = 0) {
        char words[1024];
        snprintf(words, sizeof words, "%s routh %.*s", first ? "Usage:" : "      ", (int)length, line);
        fprintf(file, "%.*s", (int)sizeof "Usage:" - 1, words);
        print_wrapped(file, words + sizeof "Usage:" - 1, (int)sizeof "Usage:" - 1, (int)sizeof "Usage:");
        fputc('\n', file);
    }
}

static void write_entry(FILE *file, const option_entry *entry) {
    char head[ENTRY_HEAD], text[ENTRY_TEXT];
    fprintf(file, "  %s", entry_head(entry, head));
    int at = 2 + count_characters(head, strlen(head));
    if (at + 2 > ABOUT_COLUMN) {
        fputc('\n', file);
        at = 0;
    }
    print_wrapped(file, entry_text(entry, text), at, ABOUT_COLUMN);
    fputc('\n', file);
}

static void write_groups(FILE *file, const option_group *groups) {
    for (; groups && groups->entry; groups++) {
        if (groups->heading)
            fprintf(file, "\n%s:\n", groups->heading);
        if (groups->text)
            print_paragraphs(file, groups->text);
        for (size_t i = 0; i < groups->count; i++)
            write_entry(file, &groups->entry[i]);
    }
}

static void write_verbs(FILE *file, const program_verb *const *list) {
    fputs("\nVerbs:\n", file);
    for (; *list; list++) {
        fputs("  ", file);
        print_padded(file, (*list)->name, VERB_COLUMN - 2);
        print_wrapped(file, (*list)->about, VERB_COLUMN, VERB_COLUMN);
        fputc('\n', file);
    }
}

static void write_examples(FILE *file, const char *examples) {
    size_t length;
    fprintf(file, "\n%s:\n", strchr(examples, '\n') ? "Examples" : "Example");
    for (const char *line; (line = next_line(&examples, &length));)
        fprintf(file, "  %.*s\n", (int)length, line);
}

static void write_program(FILE *file) {
    fputs("Usage: routh VERB [OPTION]…\n\nContact and impact models for robotics: solve, compare, identify.\n", file);
    write_verbs(file, verbs);
    fputs("\n`routh help VERB` or `routh VERB --help` explains a verb; `routh --version` prints the version.\n"
          "Exit code: 0 success; 1 a finding, such as a failed check; 2 bad use, bad input, or an output that cannot\n"
          "be written. If the output pipe is closed, as after `| head`, it is 2 without a message.\n",
          file);
    write_examples(file, "routh solve --law wang-mason --mu 0.18 --eps 0.53 --input impacts.csv -o outcomes.csv");
}

void write_help(FILE *file, const program_verb *verb) {
    if (!verb) {
        write_program(file);
        return;
    }
    write_usage(file, verb->usage);
    fputc('\n', file);
    print_paragraphs(file, verb->text);
    if (verb->part)
        write_verbs(file, verb->part);
    else {
        write_groups(file, verb->groups);
        write_groups(file, common_options);
    }
    if (verb->notes) {
        fputc('\n', file);
        print_paragraphs(file, verb->notes);
    }
    write_examples(file, verb->examples);
}

/* Text in lines of bounded length. */

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
