/* Words and laws that people choose from.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_CHOICES_H
#define ROUTH_CLI_CHOICES_H

#include <routh/routh.h>

#include "options.h"

/* 0 for the first word or none, 1 for the second; −1 after a message. */
int choose_word(const char *verb, const char *option, const char *given, const char *first, const char *second);

/* The laws of that names, or the six of the papers' tables if there are none; *laws is for the caller to free. 0, or
 * the exit code after a message. */
int choose_laws(const char *verb, const option_list *names, const routh_law ***laws, size_t *count);

#endif
