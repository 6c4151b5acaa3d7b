/* What studies of drops, tosses and spheres share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STUDY_OPTIONS_H
#define ROUTH_CLI_STUDY_OPTIONS_H

#include <stdio.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "folder.h"
#include "impact_options.h"
#include "program.h"

/* What `routh study` prints. */

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

/* Studies of tosses: what `routh toss` and `routh study` share. */

/* What a study of tosses is asked for. */
typedef struct toss_choices {
    routh_import3_options import;
    routh_segment3_options segment;
    routh_study3_options study;
    routh_shape3 shape; /* import refers to it; empty: a cube */
    int cube;           /* the edge of a cube is given: a shape that comes with the data does not count */
    double density;     /* that gives the mass, kg/m³; 0: none */
    int has_tensor;     /* an inertia tensor is given: xx, yy, zz, xy, xz, yz, kg m² */
    double tensor[6];
    const char *calibration; /* results.json of another run; NULL: none */
    size_t threads;          /* 0: one for each core */
} toss_choices;

toss_choices toss_choices_default(void);
void toss_choices_release(toss_choices *choices);

/* The shape from text (NULL: none), and the mass from a mass or a density, kg/m³, where they are given. A body that is no
 * cube weighs 1 kg if nothing is said, here or in the data, with a warning. 0, or the exit code after a message. */
int toss_choose_body(const char *verb, const char *shape, const option_number *mass, const option_number *density,
                     toss_choices *choices);

/* Reads, segments and studies; refuses choices that are not legal before it reads. 0, or the exit code after a message.
 * toss_release in any case; both begin empty, and the study refers to the dataset. */
int toss_study(const char *verb, const char *data, toss_choices *choices, routh_dataset3 *dataset, routh_study3 *study);
void toss_release(routh_dataset3 *dataset, routh_study3 *study);

/* The study for people, or results.json, on standard output; the exit code, 1 where laws were not compared. */
int toss_print(const char *verb, const routh_study3 *study, int json);

/* `routh toss --rollouts`. */

typedef struct rollouts_choices {
    const char *folder; /* NULL: nothing is written */
    size_t evaluations; /* 0: the default */
    size_t spread;      /* rollouts of each toss; 0: one path */
    int no_ablations, json;
    size_t threads; /* 0: one for each core */
} rollouts_choices;

/* Before long work begins: the folder can be written. 0, or the exit code after a message; results_release in any case. */
int rollouts_open(const char *verb, const char *folder, result_folder *results);

/* Studies whole tosses of a segmented dataset, writes the folder, prints; the exit code. */
int toss_rollouts(const char *verb, const rollouts_choices *choices, const routh_dataset3 *dataset,
                  const routh_study3 *single, result_folder *results);

#endif
