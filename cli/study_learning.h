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

/* Entries for the verb's table of options; `o` points to a learning_options, all zero. */
#define LEARNING_OPTION_ENTRIES(o)                                                                                     \
    {"learn", OPTION_FLAG, &(o)->learn}, {"learn-sizes", OPTION_TEXT, &(o)->sizes},                                    \
        {"learn-draws", OPTION_COUNT, &(o)->draws}, {"learn-law", OPTION_TEXT, &(o)->law}, {                           \
        "prior", OPTION_TEXT, &(o)->prior                                                                              \
    }

#define LEARNING_OPTION_HELP                                                                                           \
    "Learned models, trained and tested beside the laws (docs/learning.md). They take minutes:\n"                      \
    "  --learn               train all kinds of models on more and more impacts: does learning pay, from how many "    \
    "on?\n"                                                                                                            \
    "  --learn-sizes N,N,…   training impacts (default: 25,50,100,150,200,300,450 and nine tenths of all)\n"         \
    "  --learn-draws M       draws for each size (default 10), but 1 for the largest where it is more than 600\n"      \
    "  --learn-law LAW       the law behind residuals and parameters (default: the best on held-out impacts)\n"        \
    "  --prior MODEL.h5      a model of another body: judged as it is, and as what a new model begins from\n"

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

/* The learning curves of one frame, and the conclusion. */
void learning_print(FILE *file, const routh_frame_study *frame);

#endif
