/* The recording that a verb works on, and what the command line says about it: the same for every verb that takes data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_DATASET_OPTIONS_H
#define ROUTH_CLI_DATASET_OPTIONS_H

#include <routh/routh.h>

#include "options.h"

typedef struct dataset_options {
    const char *data; /* the file or folder */
    const char *shape, *body, *name;
    option_number mass, inertia, gyration, rate, gravity, gap;
    int body_may_be_unknown; /* the verb does without mass and inertia */
} dataset_options;

/* Entries for a verb's table of options; `o` points to a dataset_options, all zero. */
#define DATASET_OPTION_ENTRIES(o)                                                                                      \
    {"DATA", OPTION_OPERAND, &(o)->data}, {"shape", OPTION_TEXT, &(o)->shape}, {"body", OPTION_TEXT, &(o)->body},      \
        {"name", OPTION_TEXT, &(o)->name}, {"mass", OPTION_NUMBER, &(o)->mass},                                        \
        {"inertia", OPTION_NUMBER, &(o)->inertia}, {"gyration", OPTION_NUMBER, &(o)->gyration},                        \
        {"rate", OPTION_NUMBER, &(o)->rate}, {"gravity", OPTION_NUMBER, &(o)->gravity}, {                              \
        "gap", OPTION_NUMBER, &(o)->gap                                                                                \
    }

/* The part of a verb's help text that explains them. */
#define DATASET_OPTION_HELP                                                                                            \
    "DATA is a dataset that `routh import` wrote, a MATLAB file (5 or 7.3) with a bounce_array, a CSV\n"               \
    "table of impacts, a CSV trajectory or a folder of them. What it does not say, or says wrongly:\n"                 \
    "  --shape KIND    ellipse:A,B (semi-axes), disc:RADIUS, square:SIDE or polygon:X,Y;X,Y;… (m,\n"                 \
    "                  counter-clockwise around the centre of mass)\n"                                                 \
    "  --mass M        kg\n"                                                                                           \
    "  --inertia I     about the centre of mass, kg m² (default: uniform density)\n"                                  \
    "  --gyration K    radius of gyration √(I/m) instead, m\n"                                                       \
    "  --rate F        samples a second, Hz\n"                                                                         \
    "  --gravity G     m/s² (default 9.81)\n"                                                                         \
    "  --gap T         time between the states before and after an impact, s (default: one sample\n"                   \
    "                  for a bounce_array, otherwise 0)\n"                                                             \
    "  --name NAME     what to call it (default: after the file)\n"                                                    \
    "  --body FILE     all of these as JSON, {\"shape\": {\"kind\": \"disc\", \"radius\": 0.05}, \"mass\": 0.1};\n"    \
    "                  options win over it\n"

/* What the library had to tell while reading, one line each. */
#define DATASET_NOTES 8
typedef struct dataset_notes {
    int count;
    routh_log_level level[DATASET_NOTES];
    char line[DATASET_NOTES][ROUTH_MESSAGE_SIZE];
} dataset_notes;

/* Reads the data. 0, or the exit code after a message; release the dataset with routh_dataset_release(NULL, …). Tell
 * the notes once all went well: a failure is one line. */
int dataset_read(const char *verb, const dataset_options *options, dataset_notes *notes, routh_dataset *dataset);

/* Makes the context keep its notes there. */
void dataset_keep_notes(routh_context *context, dataset_notes *notes);

/* Finds the impacts in a dataset of trajectories alone, as `routh segment` does; leaves others as they are. 0, or the exit
 * code after a message. */
int dataset_segment(const char *verb, dataset_notes *notes, routh_dataset *dataset);

/* The warnings among them, on standard error. */
void dataset_tell(const char *verb, const dataset_notes *notes);

/* What the check of the dataset found wrong, on standard error, for a verb that reads it in this frame: the frame
 * itself is not told of where that is the one the impacts ask for. Tell it once all went well. */
void dataset_warn(const char *verb, const routh_findings *check, routh_frame frame);

/* Why none of the impacts can be used, as a failure: its exit code. */
int dataset_fail_unusable(const char *verb, const char *name, const routh_dataset *dataset);

#endif
