/* What `routh simulate` was asked for.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_SIMULATE_H
#define ROUTH_CLI_SIMULATE_H

#include <routh/routh.h>

#include "dataset_options.h"
#include "impact_options.h"
#include "program.h"

/* Numbers of a start state, in the order of their options. */
enum { START_X, START_Y, START_THETA, START_VX, START_VY, START_OMEGA, START_NUMBERS };
extern const char *const start_names[START_NUMBERS];

typedef struct simulate_options {
    dataset_options body; /* shape, mass, inertia, gyration, gravity, name, --body */
    option_number parameter[PARAMETER_OPTIONS];
    option_number slope;
    option_list walls;
    const char *start[START_NUMBERS];
    size_t count, seed, drop, threads;
    option_choice force, integrator;
    const char *force_file;
    option_number fx, fy, torque, force_start, force_end, frequency, phase;
    const char *law;
    option_number step, duration, rate, rest_speed, snr, quantum, quantum_angle;
    const char *noise, *output, *svg, *html;
    int json;

    /* in space */
    int space;
    option_number rounding, density, drag, mu_slide, mu_slope, eps_slope;
    const char *tensor, *centre, *position, *orientation, *euler, *velocity, *spin, *scatter, *part;
    option_list planes;
    option_choice several;
} simulate_options;

/* Everything that the library needs, with memory of its own. */
typedef struct simulation {
    routh_world_generator throws;
    routh_half_plane plane[ROUTH_MOST_PLANES];
    named_law law;              /* of --law */
    routh_table force;          /* of --force-file */
    char name[ROUTH_NAME_SIZE]; /* of the dataset; "": the library's */
    int single;                 /* one drop from a given start */
    int mass_taken;             /* the mass was not given */
} simulation;

/* 0, or the exit code after a message; simulation_release in either case. */
int simulation_make(const char *verb, const simulate_options *options, simulation *made);
void simulation_release(simulation *made);

/* One drop in full, for pictures and for the summary of a single one. */
int simulation_run(const char *verb, const simulation *s, size_t drop, routh_run *run);

/* Trajectory of the first drop as comma-separated values. */
int write_trajectory(const char *verb, const char *path, const routh_dataset *dataset);

/* "0.2" or "0.1:0.3", of the option of that name. 0, or the exit code after a message. */
int parse_range(const char *verb, const char *name, const char *text, double range[2]);

/* What was done, as text or JSON; `run` is that of a single drop, otherwise NULL. */
int print_simulation(const char *verb, const simulate_options *options, const simulation *s,
                     const routh_dataset *dataset, const routh_run *run);

/* Do the outputs fit `count` drops or tosses? 0, or the exit code after a message. */
int check_use_of(const char *verb, const simulate_options *options, const char *one, const char *many, size_t count);

/* In space ---------------------------------------------------------------------------------------------------*/

/* The same for `routh simulate --space`. */
typedef struct simulation3 {
    routh_world3_generator tosses;
    routh_shape3 shape;
    routh_polyhedron *part;
    routh_plane3 plane[ROUTH_MOST_PLANES3];
    char name[ROUTH_NAME_SIZE];
    int single, mass_taken;
} simulation3;

/* 0, or the exit code after a message; simulation3_release in either case. */
int simulation3_make(const char *verb, const simulate_options *options, simulation3 *made);
void simulation3_release(simulation3 *made);

/* All of it: tosses, files, summary. The exit code. */
int simulate_space(const char *verb, const simulate_options *options);

/* Is the output a trajectory as comma-separated values? */
int is_trajectory_output(const char *path);

#endif
