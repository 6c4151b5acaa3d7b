/* Where a verb's output goes: standard output, or a file that appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_OUTPUT_H
#define ROUTH_CLI_OUTPUT_H

#include <routh/base.h>
#include <routh/file.h>

typedef struct output_file {
    FILE *file;
    const char *verb;
    const char *shown; /* the destination, for messages */
    routh_output output;
    routh_context context; /* of who writes into it */
} output_file;

/* `path` NULL or "-": standard output. 0, or EXIT_BAD_USE after a message. */
int output_open(output_file *output, const char *verb, const char *path);

/* The same for a path that messages call `shown`. */
int output_open_as(output_file *output, const char *verb, const char *path, const char *shown);

/* Completes the output. A file waits for outputs_place, so that a verb with several puts all of them in place or none;
 * standard output is written. 0, or the exit code after a message, with nothing left behind. There is no message when
 * the output pipe is closed, as after `| head`. */
int output_close(output_file *output);

/* Puts the files that wait in their places: before anything is printed, and when the verb has done its work. 0, or the exit
 * code after a message. */
int outputs_place(const char *verb);

/* Removes them instead, when the verb has failed. */
void outputs_forget(void);

/* The same after the library wrote into it, with this status: gives up with the library's message where it failed. */
int output_end(output_file *output, routh_status status);

/* Opens, has the library write by `call`, which uses out.context and out.file, and closes: the exit code. */
#define OUTPUT_WRITE(out, verb, path, call)                                                                            \
    (output_open(&(out), verb, path) == 0 ? output_end(&(out), call) : EXIT_BAD_USE)

/* As output_close for what was printed on standard output without output_open. */
int finish_standard_output(const char *verb);

/* Gives up: nothing stays, and a file that was there before is as it was. */
void output_discard(output_file *output);

/* The shortest decimal that reads back as the same double. */
void print_number(FILE *file, double value);

/* Characters in `length` bytes of text: printf counts bytes, a column characters. */
int count_characters(const char *text, size_t length);
void print_spaces(FILE *file, int count); /* none where it is negative */

/* Text in a column of `width` characters, or wider where it is longer. */
void print_padded(FILE *file, const char *text, int width);

/* What must not stay behind when a signal ends the program: temporary files, folders with what is in them so far, and
 * programs that were started. */

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
