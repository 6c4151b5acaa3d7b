/* Man pages in troff's language, man(7).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/routh.h>

#include "program.h"

/* A line of text: no letter of it may be taken for troff's, and hyphens are those that people type. */
static void write_escaped(FILE *file, const char *text, size_t length) {
    if (length > 0 && (*text == '.' || *text == '\''))
        fputs("\\&", file);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            fputs("\\e", file);
        else if (text[i] == '-')
            fputs("\\-", file);
        else
            fputc(text[i], file);
}

static void write_text_line(FILE *file, const char *text) {
    write_escaped(file, text, strlen(text));
    fputc('\n', file);
}

/* `separator` begins each paragraph but the first. */
static void write_paragraphs(FILE *file, const char *text, const char *separator) {
    size_t length;
    int as_is = 0, first = 1;
    for (const char *line; (line = next_line(&text, &length)); first = 0) {
        const int spaced = *line == ' ';
        if (length == 0)
            continue;
        if (spaced != as_is)
            fputs(spaced ? ".PP\n.nf\n" : ".fi\n", file);
        as_is = spaced;
        if (!spaced && !first)
            fputs(separator, file);
        write_escaped(file, line, length);
        fputc('\n', file);
    }
    if (as_is)
        fputs(".fi\n", file);
}

const char *man_name(const program_verb *verb, char name[MAN_NAME]) {
    snprintf(name, MAN_NAME, "routh%s%s", verb ? "-" : "", verb ? verb->title : "");
    for (char *space = strchr(name, ' '); space; space = strchr(space, ' '))
        *space = '-';
    return name;
}

static void write_head(FILE *file, const program_verb *verb, const char *about) {
    char name[MAN_NAME], title[MAN_NAME];
    man_name(verb, name);
    snprintf(title, sizeof title, "%s", name);
    for (char *letter = title; *letter; letter++)
        if (*letter >= 'a' && *letter <= 'z')
            *letter = (char)(*letter - 'a' + 'A');
    fprintf(file, ".TH \"%s\" 1 \"\" \"routh %s\" \"Routh\"\n.SH NAME\n", title, routh_version());
    write_escaped(file, name, strlen(name));
    fputs(" \\- ", file);
    write_text_line(file, about);
    fputs(".SH SYNOPSIS\n", file);
}

static void write_synopsis(FILE *file, const char *usage) {
    size_t length;
    int first = 1;
    for (const char *line; (line = next_line(&usage, &length)); first = 0) {
        fputs(first ? "" : ".br\n", file);
        fputs(".B routh\n", file);
        write_escaped(file, line, length);
        fputc('\n', file);
    }
}

static void write_groups(FILE *file, const option_group *groups) {
    for (const option_group *first = groups; groups && groups->entry; groups++) {
        /* the section above is called that too */
        if (groups->heading && !(groups == first && strcmp(groups->heading, "Options") == 0)) {
            fputs(".SS \"", file);
            write_escaped(file, groups->heading, strlen(groups->heading));
            fputs("\"\n", file);
        }
        if (groups->text)
            write_paragraphs(file, groups->text, ".PP\n");
        for (size_t i = 0; i < groups->count; i++) {
            char head[ENTRY_HEAD], text[ENTRY_TEXT];
            fputs(".TP\n", file);
            write_text_line(file, entry_head(&groups->entry[i], head));
            write_text_line(file, entry_text(&groups->entry[i], text));
        }
    }
}

static void write_verbs(FILE *file, const program_verb *const *list) {
    fputs(".SH VERBS\n", file);
    for (; *list; list++) {
        char name[MAN_NAME];
        fputs(".TP\n.BR ", file);
        man_name(*list, name);
        write_escaped(file, name, strlen(name));
        fputs(" (1)\n", file);
        write_text_line(file, (*list)->about);
    }
}

static void write_examples(FILE *file, const char *examples) {
    size_t length;
    fputs(".SH EXAMPLES\n.nf\n", file);
    for (const char *line; (line = next_line(&examples, &length));) {
        write_escaped(file, line, length);
        fputc('\n', file);
    }
    fputs(".fi\n", file);
}

static void write_exit_status(FILE *file) {
    fputs(".SH EXIT STATUS\n.TP\n0\nsuccess\n.TP\n1\na finding, such as a failed check\n"
          ".TP\n2\nbad use or bad input\n",
          file);
}

static void write_program(FILE *file) {
    write_head(file, NULL, "contact and impact models for robotics");
    fputs(".B routh\nVERB [OPTION]…\n.SH DESCRIPTION\nEach verb has a page of its own.\n", file);
    write_verbs(file, verbs);
    write_exit_status(file);
    write_examples(file, "routh solve --law wang-mason --mu 0.18 --eps 0.53 --input impacts.csv -o outcomes.csv");
}

void write_man_page(FILE *file, const program_verb *verb) {
    if (!verb) {
        write_program(file);
        return;
    }
    write_head(file, verb, verb->about);
    write_synopsis(file, verb->usage);
    fputs(".SH DESCRIPTION\n", file);
    write_paragraphs(file, verb->text, ".PP\n");
    if (verb->part)
        write_verbs(file, verb->part);
    else {
        fputs(".SH OPTIONS\n", file);
        write_groups(file, verb->groups);
        write_groups(file, common_options);
    }
    if (verb->notes) {
        fputs(".SH NOTES\n", file);
        write_paragraphs(file, verb->notes, ".PP\n");
    }
    write_exit_status(file);
    write_examples(file, verb->examples);
    fputs(".SH SEE ALSO\n.BR routh (1)\n", file);
}
