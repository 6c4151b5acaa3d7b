/* A law as people name it: one of the registry, or the file of a trained model.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_NAMED_LAW_H
#define ROUTH_CLI_NAMED_LAW_H

#include <routh/routh.h>

typedef struct named_law {
    const routh_law *law; /* of the registry, or `own` */
    routh_model *model;   /* behind `own`; NULL: none */
    routh_model_origin origin;
    routh_law own;              /* the model under its file's name */
    char name[ROUTH_NAME_SIZE]; /* that is, without the folder */
} named_law;

/* The law of that name, else the model in the file of that name; `projected`: its impulses put back into the energy
 * ellipse. 0, or the exit code after a message. Release in either case, and do not move it before: it points into
 * itself. */
int named_law_find(const char *verb, const char *name, int projected, named_law *found);
void named_law_release(named_law *named);

/* Before models are trained: is there room to compute with them, where memory is limited? 0, or the exit code after a message. */
int model_check_room(const char *verb);

/* A trained model from its file; 0, or the exit code after a message. Release it with routh_model_release(NULL, …). */
int model_read(const char *verb, const char *path, routh_model **model, routh_model_origin *origin);

/* The last part of a path, without what tables and pages could not hold. */
void file_name_of(const char *path, char name[ROUTH_NAME_SIZE]);

/* Where a result came from, in words for its reader: the command line, the date, and a sum of what was read. */

enum { ORIGIN_COMMAND = 2048, ORIGIN_WORDS = 160 };

typedef struct origin {
    char command[ORIGIN_COMMAND]; /* paths without their folders: reports are passed on */
    char date[ORIGIN_WORDS];
    char checksum[ORIGIN_WORDS]; /* "": nothing was read that has one */
} origin;

/* Keeps the command line, before the parser reorders its words. A property of the process. */
void origin_remember(int argc, char **argv);

/* `data` is the file or folder that the dataset was read from; NULL: it was generated. */
void origin_of(const char *data, const routh_dataset *dataset, origin *from);

#endif
