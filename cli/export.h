/* The verb export: its options, and what they come to.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_EXPORT_H
#define ROUTH_CLI_EXPORT_H

#include <routh/routh.h>

#include "options.h"
#include "shape3_options.h"

typedef struct export_options {
    const char *from, *material, *speeds, *shape, *tensor, *centre, *output, *model, *folder, *proof;
    option_choice to, restitution;
    option_number mu, eps, eps_slope, step, mass, density, rounding, gravity, depth;
    size_t samples, seed;
    int textbook, prove;
} export_options;

/* What is to be written. */
typedef struct export_job {
    routh_export_format format;
    const routh_engine *engine; /* the format's; NULL: all of them */
    routh_material material;
    routh_shape3 shape;
    routh_world3 world;
    shape_file file;   /* a shape from STL or OBJ */
    char *mesh;        /* that file from the root on; NULL: none */
    double ball[1][4]; /* a sphere's */
    bool has_body;     /* 0: none is stated, and a ball stands in */
    bool has_mass;     /* 0: 1 kg stands in */
    double step;       /* s */
    routh_export what; /* its pointers lead to the members above */
    char reason[1024]; /* how the setting was found, where not by formula */
    char draw[160];    /* which set of --samples it is */
} export_job;

/* Material, body and target from options and the file. 0, or the exit code after a message; export_release in any case. */
int export_prepare(const char *verb, const export_options *options, export_job *job);
int export_choose_body(const char *verb, const export_options *options, export_job *job);
void export_release(export_job *job);

/* The setting of the format's engine, by formula. */
int export_convert(const char *verb, const export_options *options, export_job *job);

/* Writes --samples N sets of parameters, converted. */
int export_samples(const char *verb, const export_options *options, export_job *job);

#endif
