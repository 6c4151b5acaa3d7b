/* A folder of results: the files are written into a fresh folder beside it, which takes its place when all are there. A
 * program that is killed leaves all of the old results or all of the new ones. Files that are not the program's stay.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_RESULT_FOLDER_H
#define ROUTH_CLI_RESULT_FOLDER_H

#include "folder.h"
#include "manifest.h"

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
