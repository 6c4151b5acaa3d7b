/* What the program says on standard error: one line each, "routh VERB: …" (verb NULL: "routh: …").
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_MESSAGE_H
#define ROUTH_CLI_MESSAGE_H

#include <routh/base.h>

/* Bad use or bad input; 0 is success and 1 a finding. */
#define EXIT_BAD_USE 2

/* Says why nothing was done, and returns EXIT_BAD_USE. */
__attribute__((format(printf, 2, 3))) int fail(const char *verb, const char *format, ...);

/* What may make the result worthless. */
__attribute__((format(printf, 2, 3))) void warn(const char *verb, const char *format, ...);

/* What is good to know, such as a default that was used; --quiet turns it off. */
__attribute__((format(printf, 2, 3))) void note(const char *verb, const char *format, ...);

/* From now on no notes and no progress. A property of the process, as standard error is. */
void be_quiet(void);
int is_quiet(void);

/* What the library refused, in the program's words: with the options that give the field it is about. */

/* Prints the context's message and, in brackets, the options of the verb whose `field` is the context's. Returns
 * EXIT_BAD_USE. */
int fail_input(const char *verb, const routh_context *context);

/* The same with "name: " before it, of a file or a case; "" or NULL: nothing. */
int fail_input_of(const char *verb, const char *name, const routh_context *context);

/* How far long work has got, on standard error where that is a terminal and the work takes longer than a second. */

/* Makes the context report here. */
void progress_show(routh_context *context);

/* Wipes the line. */
void progress_end(void);

#endif
