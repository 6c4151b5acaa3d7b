/* What the library refused, in the program's words: with the options that give the field it is about.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FAIL_INPUT_H
#define ROUTH_CLI_FAIL_INPUT_H

#include <routh/base.h>

#include "message.h"

/* Prints the context's message and, in brackets, the options of the verb whose `field` is the context's. Returns
 * EXIT_BAD_USE. */
int fail_input(const char *verb, const routh_context *context);

/* The same with "name: " before it, of a file or a case; "" or NULL: nothing. */
int fail_input_of(const char *verb, const char *name, const routh_context *context);

#endif
