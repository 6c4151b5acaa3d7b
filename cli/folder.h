/* A folder that a verb writes into, file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FOLDER_H
#define ROUTH_CLI_FOLDER_H

#include <routh/file.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The folder is there then. 0, or the exit code after a message. */
int folder_make(const char *verb, const char *folder);

/* A file of that name in the folder, as `write` writes `what`, choosing the format by the name; it appears whole or not at
 * all. 0, or the exit code after a message. */
typedef routh_status folder_writer(routh_context *context, const void *what, routh_io to);
int folder_write(const char *verb, const char *folder, const char *name, folder_writer *write, const void *what);

/* The same at that path; messages have `shown` instead. */
int folder_write_as(const char *verb, const char *path, const char *shown, folder_writer *write, const void *what);

/* Puts a folder in the place of another one in a single step, where the file system has one. */

/* Does what is called `name` in the old folder stay, which is now at that path? */
typedef bool folder_keeps(const void *what, const char *folder, const char *name);

/* Before long work: can what stays be taken over into `fresh`, which is empty and is so again afterwards? Otherwise
 * `trouble` says what and why not. */
enum { FOLDER_TROUBLE = 4096 + 128 };
bool folder_swap_try(const char *fresh, const char *target, folder_keeps *keeps, const void *what,
                     char trouble[FOLDER_TROUBLE]);

/* Puts `fresh` in the place of `target`, which need not exist, together with what stays of it. Whoever looks, whenever it
 * is, finds all of the old folder or all of the new one, and what stays in both. Where the file system cannot exchange two
 * names (NFS, some FUSE) there are two steps: a program killed just between them leaves no `target`, and both folders whole
 * beside it, the old one as `fresh` with ".old". 0, or the exit code after a message;
 * *swapped says whether the new folder is in its place; if not, both are as they were. */
int folder_swap(const char *verb, const char *fresh, const char *target, folder_keeps *keeps, const void *what,
                bool *swapped);

/* The list of files that the program wrote into a folder, kept in the folder itself: all other files there are a
 * person's own. */

#define MANIFEST_FILE "routh-files.txt"

typedef struct manifest_line {
    unsigned long sum; /* as POSIX's cksum has it */
    unsigned long long size;
    char *name;
} manifest_line;

typedef struct manifest {
    manifest_line *line;
    size_t count;
} manifest;

/* The list in that folder; without one, or with one that is not ours, it is empty. False without memory. */
bool manifest_read(const char *folder, manifest *list);
void manifest_release(manifest *list);

/* Was the file written by the program, and is it as it was then? */
bool manifest_holds(const manifest *list, const char *folder, const char *name);

/* Adds the file as it is in the folder; false when it cannot be read or without memory. */
bool manifest_add(manifest *list, const char *folder, const char *name);

void manifest_print(FILE *file, const manifest *list);

/* The sum that POSIX's cksum prints, of one file or of several as one: `cat a b | cksum` gives the same. */

/* All zero before the first file. */
typedef struct checksum {
    uint32_t rest;           /* of the division so far */
    unsigned long long size; /* bytes */
} checksum;

/* False where the path names no plain file that can be read. */
bool checksum_add_file(checksum *sum, const char *path);

unsigned long checksum_of(const checksum *sum);

/* A folder of results: the files are written into a fresh folder beside it, which takes its place when all are there. A
 * program that is killed leaves all of the old results or all of the new ones. Files that are not the program's stay. */

/* What becomes of files that an earlier run wrote and this one does not. */
typedef enum result_custom {
    RESULTS_REPLACE, /* they would be taken for this one's: they go */
    RESULTS_ADD /* each stands for itself: they stay, and where no folder can be swapped in, files are replaced one by one */
} result_custom;

typedef struct result_folder {
    const char *verb, *shown;
    char *target, *fresh; /* the folder, links resolved, and the one beside it; NULL: none */
    result_custom custom;
    manifest before; /* what the program wrote into the target earlier */
    char **name;     /* of the files so far */
    size_t count;
    char *mark; /* a file in `fresh` that says it is unfinished, and is locked as long as the run lives */
    int lock;
    bool in_place;     /* no folder can take the place of this one: its files are replaced one by one */
    bool placed, kept; /* in its place; or complete, but left where it was written */
} result_folder;

/* Before long work begins: nobody wants to wait for what cannot be written. 0, or the exit code after a message;
 * results_release in any case. */
int results_open(result_folder *results, const char *verb, const char *folder, result_custom custom);

/* The same for a file that will be written: refuses where a person's own stands in its place. */
int results_claim(const result_folder *results, const char *name);

/* A file as `write` writes `what`, choosing the format by the name. 0, or the exit code after a message. */
int results_write(result_folder *results, const char *name, folder_writer *write, const void *what);

/* Where to write a file of that name, for what writes by itself; released with the folder. NULL without memory. */
const char *results_path(result_folder *results, const char *name);

/* Puts all of it in its place. 0, or the exit code after a message; the files then stay where they were written, and a second
 * message says where that is. */
int results_place(result_folder *results);

/* Removes what was not put in its place. */
void results_release(result_folder *results);

#endif
