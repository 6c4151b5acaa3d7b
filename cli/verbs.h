/* The program's verbs: each is one constant descriptor, in the file that is called after it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_VERBS_H
#define ROUTH_CLI_VERBS_H

#include "options.h"

/* Texts are paragraphs, one a line however long: whoever prints them breaks lines. A line that begins with a space is
 * printed as it is. */
typedef struct program_verb {
    const char *name;                             /* "identify" */
    const char *title;                            /* as messages have it: "insertion identify" */
    const char *about;                            /* one line, for lists of verbs */
    const char *usage;                            /* a line for each way to call it, without the program's name */
    const char *text;                             /* what it does */
    const option_group *groups;                   /* ends with one that has no entries; NULL: none */
    const char *notes;                            /* after the options; NULL: none */
    const char *examples;                         /* command lines */
    size_t options_size;                          /* of the struct that the groups fill */
    int (*run)(const char *title, void *options); /* answers with the exit code */
    const struct program_verb *const
        *part; /* verbs below this one, up to a NULL: `run`, if any, is without one; NULL: none */
} program_verb;

extern const program_verb verb_laws, verb_materials, verb_solve, verb_ellipse, verb_import, verb_check, verb_segment,
    verb_fit, verb_study, verb_learn, verb_predict, verb_strike, verb_toss, verb_judge, verb_export, verb_simulate,
    verb_inertia, verb_insertion, verb_coverage, verb_paper, verb_help;

/* All of them, up to a NULL. */
extern const program_verb *const verbs[];

/* The verb that the first of the words name, from `verbs` down through parts; *used says how many they were. NULL after
 * a message when one of them is none. */
const program_verb *find_verb_of_words(size_t count, const char *const *words, size_t *used);

/* Options without effect are refused rather than ignored. */

/* Refuses those of the verb's options that are given and not among `taken`, a list up to a NULL: "--k has no effect on
 * tosses". 0, or the exit code after a message. */
int refuse_idle_options(const char *title, const program_verb *verb, const void *options, const char *const *taken,
                        const char *what);

/* The name of the first of these that is given; NULL: none. `member` is what their offsets count from. */
const char *first_given_option(const option_entry *entries, size_t count, const void *member);

#endif
