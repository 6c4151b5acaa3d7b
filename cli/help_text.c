/* What --help prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/routh.h>

#include "help.h"
#include "layout.h"
#include "output.h"

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
