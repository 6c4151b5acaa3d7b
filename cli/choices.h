/* Words and laws that people choose from.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_CHOICES_H
#define ROUTH_CLI_CHOICES_H

#include <routh/routh.h>

#include "named_law.h"
#include "options.h"

/* 0 for the first word or none, 1 for the second; −1 after a message. */
int choose_word(const char *verb, const char *option, const char *given, const char *first, const char *second);

typedef struct law_list {
    const routh_law **law;
    size_t count;
    named_law *named; /* those that were named, `named_count` */
    size_t named_count;
} law_list;

/* The laws and files of models of those names, or the six of the papers' tables if there are none. 0, or the exit code
 * after a message; law_list_release in either case. */
int choose_laws(const char *verb, const option_list *names, law_list *laws);
void law_list_release(law_list *laws);

#endif
