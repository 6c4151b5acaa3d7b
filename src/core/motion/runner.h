/* A run in progress: what both integrators share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_RUNNER_H
#define ROUTH_SRC_MOTION_RUNNER_H

#include "motion/free_flight.h"

typedef struct routh_runner {
    routh_context *context;
    const routh_run_options *options;
    const routh_world *world;
    routh_surfaces surfaces;
    routh_run *run;
    size_t capacity; /* of run->record */
    size_t sampled;  /* samples that are filled */
    routh_state state;
    double start, end; /* s */
} routh_runner;

/* The time of the next sample; +∞ after the last. */
double routh_runner_sample_time(const routh_runner *runner);

/* Stores a state as the next sample, with the sample's own time. */
void routh_runner_sample(routh_runner *runner, const routh_state *state);

/* Samples up to the end of a step, from runner->state to `next`. Within a step the pose moves evenly; the velocity does
 * so unless a contact acts, and is then that after. */
void routh_runner_sample_step(routh_runner *runner, const routh_state *next, int acts);

routh_status routh_runner_touch(routh_runner *runner, const routh_run_record *touching, size_t count);

/* Keeps the largest gain of energy that is more than rounding of the velocity before, and the deepest penetration. */
void routh_runner_note_gain(routh_runner *runner, double gain, routh_velocity before, double time);
void routh_runner_note_depth(routh_runner *runner, const routh_state *state);

/* Fails where a step of length h would carry the body into a surface by more than half its width, or turn it so far near
 * one that a contact could be missed. */
routh_status routh_runner_check_step(const routh_runner *runner, double h);

/* Are all speeds below the rest speed? */
int routh_runner_is_still(const routh_runner *runner, const routh_state *state);

routh_status routh_run_events(routh_runner *runner);

#endif
