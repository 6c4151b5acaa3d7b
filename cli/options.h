/* Options of a verb, described by a table; and the one way in which verbs fail.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_OPTIONS_H
#define ROUTH_CLI_OPTIONS_H

#include <stddef.h>

/* Bad use or bad input; 0 is success and 1 a finding. */
#define EXIT_BAD_USE 2

/* Prints one line on standard error, "routh VERB: …" (verb NULL: "routh: …"), and returns EXIT_BAD_USE. */
__attribute__((format(printf, 2, 3))) int fail(const char *verb, const char *format, ...);

/* The same line, for what went well but should be known. */
__attribute__((format(printf, 2, 3))) void note(const char *verb, const char *format, ...);

typedef struct option_number {
    double value;
    int given;
} option_number;

typedef struct option_list {
    const char **text; /* as many as the command line has words; the caller frees it */
    size_t count;
} option_list;

/* What follows the option, and the type that `target` points to. */
typedef enum option_kind {
    OPTION_FLAG,    /* nothing; int */
    OPTION_TEXT,    /* a word; const char * */
    OPTION_NUMBER,  /* a finite decimal number; option_number */
    OPTION_COUNT,   /* a whole number ≥ 1; size_t */
    OPTION_LIST,    /* a word each time it is given; option_list */
    OPTION_OPERAND, /* no option: a word that stands alone, and is named in messages only; const char * */
    OPTION_OPERANDS /* the same for any number of words; option_list */
} option_kind;

typedef struct option_entry {
    const char *name; /* without the dashes */
    option_kind kind;
    void *target; /* holds the default, all zero unless stated */
} option_entry;

#define OPTIONS_MOST 48

/* Goes on with the verb when the answer is OPTIONS_PARSED; otherwise the answer is the exit code. `--help` prints
 * `help`, and `-o` is short for `--output` where there is one. Words that stand alone go to the operands in their
 * order; more of them are refused. */
#define OPTIONS_PARSED (-1)
int parse_options(int argc, char **argv, const char *help, const option_entry *entries, size_t count);

#endif
