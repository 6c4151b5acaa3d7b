/* What `routh study` prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_PRINT_H
#define ROUTH_CLI_STUDY_PRINT_H

#include "dataset_options.h"
#include "options.h"
#include <routh/routh.h>
#include <routh/study.h>
#include <stdio.h>

#include "formats.h"

/* Tables and sentences; the exit code. */
int study_print_summary(const char *verb, const char *folder, const routh_study *study);

/* What results.json has. */
int study_print_json(const char *verb, const routh_study *study);

/* What a learned law among the others owes to where it learned, on standard error. */
void study_warn_of_models(const char *verb, const law_list *laws, const routh_study *study);

/* `routh study --use`: parameters and calibration of another study. */

/* Reads results.json of that study; `path` NULL: nothing. 0, or the exit code after a message. */
int use_read(const char *verb, const char *path, const dataset_options *data, routh_transfer *transfer);

/* Corrects the dataset, which is read in that frame, by the calibration of that study if it has one. */
int use_calibration(const char *verb, const char *path, const routh_transfer *transfer, routh_frame frame,
                    routh_dataset *dataset);

/* The learned models of `routh study`: what the command line says about them, and what they came to. */

typedef struct learning_options {
    int learn;
    const char *sizes, *law, *prior;
    size_t draws;
} learning_options;

/* Their group, for a verb whose options have `member`, a learning_options. */
enum { LEARNING_OPTIONS = 5 };
extern const option_entry learning_entries[LEARNING_OPTIONS];
#define LEARNING_GROUP(type, member)                                                                                   \
    {                                                                                                                  \
        "Learned models, trained and tested beside the laws (docs/learning.md); they take minutes", learning_entries,  \
            LEARNING_OPTIONS, offsetof(type, member), NULL                                                             \
    }

/* What the library needs, with memory of its own. */
typedef struct learning_choice {
    int wanted;
    routh_learning_options options;
    size_t *sizes;
    routh_model *prior;
} learning_choice;

/* 0, or the exit code after a message; learning_release in either case. `seed` 0: the default. */
int learning_choose(const char *verb, const learning_options *given, size_t seed, learning_choice *choice);
void learning_release(learning_choice *choice);

/* `routh study` of rebounding spheres, which it recognises by their columns. */

/* What only spheres need. */
typedef struct sphere_options {
    option_number radius, speed;
} sphere_options;
#define SPHERE_OPTIONS 2
extern const option_entry sphere_entries[SPHERE_OPTIONS];
#define SPHERE_GROUP(type, member)                                                                                     \
    { "Rebounds of spheres", sphere_entries, SPHERE_OPTIONS, offsetof(type, member), NULL }

/* What of the verb's options has a meaning for spheres. */
typedef struct rebounds_options {
    const char *data, *folder;
    const sphere_options *sphere;
    const option_list *laws;
    size_t bootstrap, seed, threads;
    int json;
    const void *all; /* the verb's options: any other that is given is refused */
} rebounds_options;

/* Studies the rebounds and writes results.json, rebounds.csv and rebounds.svg; the exit code. */
int study_rebounds(const char *verb, const rebounds_options *options);

/* `routh study` of tosses, which it recognises by their columns. */

/* What of the verb's options has a meaning for tosses. */
typedef struct tosses_options {
    const dataset_options *data;
    const char *folder;
    size_t split; /* groups; 0: not split */
    size_t bootstrap, seed, threads;
    int json;
    const void *all; /* the verb's options: any other that is given is refused */
} tosses_options;

/* Studies the tosses and writes results.json, impacts.csv and errors.svg; the exit code. */
int study_tosses(const char *verb, const tosses_options *options);

#endif
