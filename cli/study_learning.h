/* The learned models of `routh study`: what the command line says about them, and what they came to.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_LEARNING_H
#define ROUTH_CLI_STUDY_LEARNING_H

#include <stdio.h>

#include <routh/routh.h>

#include "options.h"

typedef struct learning_options {
    int learn;
    const char *sizes, *law, *prior;
    size_t draws;
} learning_options;

/* Their group, for a verb whose options have `member`, a learning_options. */
enum { LEARNING_OPTIONS = 5 };
extern const option_entry learning_entries[LEARNING_OPTIONS];
#define LEARNING_GROUP(type, member)                                                                                   \
    {                                                                                                                  \
        "Learned models, trained and tested beside the laws (docs/learning.md); they take minutes", learning_entries,  \
            LEARNING_OPTIONS, offsetof(type, member), NULL                                                             \
    }

/* What the library needs, with memory of its own. */
typedef struct learning_choice {
    int wanted;
    routh_learning_options options;
    size_t *sizes;
    routh_model *prior;
} learning_choice;

/* 0, or the exit code after a message; learning_release in either case. `seed` 0: the default. */
int learning_choose(const char *verb, const learning_options *given, size_t seed, learning_choice *choice);
void learning_release(learning_choice *choice);

#endif
