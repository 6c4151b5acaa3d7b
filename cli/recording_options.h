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

/* The library's options of these, NULL for none, and of what else is stated; `convention` must outlive them. 0, or the exit
 * code after a message. */
int recording_library(const char *verb, const recording_options *options, const routh_import_options *import,
                      routh_tracks_convention *convention, routh_recording_options *library);

/* Why the library refused it, with the options to paste. The exit code. */
int recording_fail(const char *verb, const char *data, const recording_options *options, const routh_context *context,
                   const routh_recording *recording);

/* What was understood, as a table, with the options of `routh import` that would mend it. */
routh_status recording_print(routh_context *context, FILE *file, const routh_recording *read);

/* The options of `routh import` that give these values, for a shell: "--units mm --columns 'x=Pos X'". */
#define RECORDING_FLAGS 512

#endif
