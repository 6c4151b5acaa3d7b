/* What must not stay behind when a signal ends the program: temporary files, folders with what is in them so far, and programs
 * that were started.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_UNFINISHED_H
#define ROUTH_CLI_UNFINISHED_H

#include <routh/base.h>

/* From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove what is on the list, and then end the program as they always do. */
void unfinished_guard(void);

/* Puts a path on the list just before it is made, and takes it off. Folders are removed after files. */
void unfinished_add(const char *path);
void unfinished_done(const char *path);

/* A context that puts the library's temporary files there, and the programs that it starts. */
routh_context writing_context(void);

/* Between the two a signal waits: what is put in its place in several steps is put there whole. */
void unfinished_hold(void);
void unfinished_let_go(void);

#endif
