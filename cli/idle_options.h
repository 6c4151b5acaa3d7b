/* Options without effect are refused rather than ignored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_IDLE_OPTIONS_H
#define ROUTH_CLI_IDLE_OPTIONS_H

#include "verbs.h"

/* Refuses those of the verb's options that are given and not among `taken`, a list up to a NULL: "--k has no effect on
 * tosses". 0, or the exit code after a message. */
int refuse_idle_options(const char *title, const program_verb *verb, const void *options, const char *const *taken,
                        const char *what);

/* The name of the first of these that is given; NULL: none. `member` is what their offsets count from. */
const char *first_given_option(const option_entry *entries, size_t count, const void *member);

#endif
