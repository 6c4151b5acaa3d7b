/* How a laboratory's recording is meant, and reading it: `routh import` has options for that, and every verb that takes data
 * reads what needs none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_RECORDING_OPTIONS_H
#define ROUTH_CLI_RECORDING_OPTIONS_H

#include <routh/routh.h>

#include "options.h"

/* Each as routh_tracks_convention_set takes it; NULL: not given. */
typedef struct recording_options {
    const char *columns, *units, *orientation, *rigid_body, *up, *plane;
    int skip_bad;
} recording_options;

enum { RECORDING_OPTIONS = 7 };
extern const option_entry recording_entries[RECORDING_OPTIONS];
#define RECORDING_GROUP(type, member)                                                                                  \
    {                                                                                                                  \
        "How a recording of motions is meant, where it does not say so", recording_entries, RECORDING_OPTIONS,         \
            offsetof(type, member), NULL                                                                               \
    }

/* Does the command line say anything about it? */
int recording_is_meant(const recording_options *options);

/* The first option that does. */
const char *recording_first(const recording_options *options);

/* Values that other options give. */
typedef struct recording_setting {
    const char *data, *variable; /* variable may be NULL */
    double rate, gravity;        /* NaN: not given */
    char up;                     /* axis where neither the format nor free fall shows it; 0: that is a failure */
} recording_setting;

/* What was read. */
typedef struct motions_read {
    routh_tracks tracks;
    routh_axes axes;
    int has_axes;    /* of motions in space, or where they were given */
    int plane_given; /* by --plane */
    int wrong;       /* something is certainly wrong, which `strict` reading refuses */
} motions_read;

/* Reads the tracks and, where they are in space, finds their axes. `options` may be NULL. What is certainly wrong, such as
 * millimetres read as metres, is a failure if `strict`. 0, or the exit code after a message, with nothing to release. */
int recording_read(const char *verb, const recording_options *options, const recording_setting *setting, int strict,
                   motions_read *read);
void recording_release(motions_read *read);

/* Says what is certainly wrong, with the option to paste; 0 if nothing is. */
int recording_refuse(const char *verb, const char *data, const routh_proposals *proposals);

/* What was understood, as a table. */
void recording_print(const motions_read *read);

/* Projects onto the plane of motion, unless the motion leaves it. 0, or the exit code after a message. */
int recording_dataset(const char *verb, const motions_read *read, const routh_import_options *import,
                      routh_context *context, routh_dataset *dataset);

/* The options of `routh import` that give these values, for a shell: "--units mm --columns 'x=Pos X'". */
#define RECORDING_FLAGS 512
const char *recording_flags(const routh_proposal *proposal, char text[RECORDING_FLAGS]);

#endif
