/* What `routh judge` is asked for, and what its parts share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_JUDGE_H
#define ROUTH_CLI_JUDGE_H

#include <stdio.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "formats.h"
#include "options.h"

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
