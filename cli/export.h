/* Simulators: what exports and what judging them share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_EXPORT_H
#define ROUTH_CLI_EXPORT_H

#include <stdio.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "impact_options.h"
#include "program.h"

/* The verb export: its options, and what they come to. */

typedef struct export_options {
    const char *from, *material, *speeds, *shape, *tensor, *centre, *output, *model, *folder, *proof;
    option_choice to, restitution;
    option_number mu, eps, eps_slope, step, mass, density, rounding, gravity, depth;
    size_t samples, seed;
    int textbook, prove, force;
} export_options;

/* Material, body and target from options and the file. 0, or the exit code after a message; release the job in any case. */
int export_prepare(const char *verb, const export_options *options, routh_export_job *job);

/* The setting of the format's engine, by formula. */
int export_convert(const char *verb, const export_options *options, routh_export_job *job);

/* Writes --samples N sets of parameters, converted. */
int export_samples(const char *verb, const export_options *options, routh_export_job *job);

/* `routh export --prove`: the engine itself, run on impacts of the body. */

/* Runs the job's engine, puts the setting that does best into job->what.setting and the verdict into job->reason and
 * job->what.reason, and says what was found. 0, or the exit code after a message: 1 where the engine cannot. */
int export_prove(const char *verb, const export_options *options, routh_export_job *job);

/* Pairs of surfaces from a file that an option names. */

/* A table, results.json, or the folder that has one; NULL: the pairs that come with the program. Warnings are printed. 0, or the
 * exit code after a message. */
int read_materials(const char *verb, const char *from, routh_materials *materials);

/* What `routh judge` is asked for, and what its parts share. */

typedef struct judge_options {
    dataset_options data; /* DATA is a recording, or the engine's model */
    int space;
    const char *frame;

    const char *engine, *engines, *setting, *steps, *speeds;
    option_list set;
    option_number unit, rounding, slip, spin;
    size_t throws;

    const char *output, *picture, *folder;
    format_options format;
    size_t bins, bootstrap, seed, threads;
} judge_options;

/* A behaviour for each time step; one for a recording. 0, or the exit code after a message. */
int judge_recording(const char *verb, const judge_options *options, routh_behaviour_series *series);
int judge_engine(const char *verb, const judge_options *options, routh_behaviour_series *series);

/* The first option that is given of those that describe a body to throw; NULL: none is. */
const char *judge_body_option(const judge_options *options);

/* What the library takes of the options. */
routh_behaviour_options judge_library_options(const judge_options *options);

#endif
