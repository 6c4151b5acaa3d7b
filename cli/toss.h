/* Studies of tosses: what `routh toss` and `routh study` share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_TOSS_H
#define ROUTH_CLI_TOSS_H

#include "folder.h"
#include <stdio.h>

#include <routh/routh.h>

#include "options.h"

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
