/* The verbs explained: on the terminal, as man pages and to shells, all from the same tables.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_HELP_H
#define ROUTH_CLI_HELP_H

#include <stdio.h>

#include "verbs.h"

/* What --help prints; NULL: of the program. */
void write_help(FILE *file, const program_verb *verb);

/* The same as a man page in troff's language. */
void write_man_page(FILE *file, const program_verb *verb);

/* "routh-insertion-identify"; NULL: "routh". */
#define MAN_NAME 64
const char *man_name(const program_verb *verb, char name[MAN_NAME]);

/* Which words may come next, as a script for the shell. */
typedef enum shell_kind { SHELL_BASH, SHELL_ZSH, SHELL_FISH, SHELLS } shell_kind;
extern const char *const shell_names[SHELLS];
void write_completion(FILE *file, shell_kind shell);

#endif
