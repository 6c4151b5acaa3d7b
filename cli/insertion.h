/* What the parts of `routh insertion` share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_INSERTION_H
#define ROUTH_CLI_INSERTION_H

#include <routh/routh.h>

#include "options.h"

int insertion_simulate(int argc, char **argv);
int insertion_identify(int argc, char **argv);
int insertion_observe(int argc, char **argv);
int insertion_lcurve(int argc, char **argv);

/* Which recordings of which scene, and how they are weighed. */
typedef struct insertion_options {
    option_list recordings;
    const char *scene, *method;
    option_number rate, slip_speed, stick_weight, force, moment, gamma;
    size_t threads;
} insertion_options;

#define INSERTION_OPTION_ENTRIES(options)                                                                              \
    {"recording", OPTION_OPERANDS, &(options)->recordings}, {"scene", OPTION_TEXT, &(options)->scene},                 \
        {"rate", OPTION_NUMBER, &(options)->rate}, {"slip-speed", OPTION_NUMBER, &(options)->slip_speed},              \
        {"stick-weight", OPTION_NUMBER, &(options)->stick_weight}, {"force", OPTION_NUMBER, &(options)->force},        \
        {"moment", OPTION_NUMBER, &(options)->moment}, {                                                               \
        "threads", OPTION_COUNT, &(options)->threads                                                                   \
    }

#define INSERTION_OPTION_HELP                                                                                          \
    "  --scene FILE          the parts and what is uncertain about them (default: scene.json beside the recording)\n"  \
    "  --rate HZ             reduce recordings to this rate (default 50; 0: as they are)\n"                            \
    "  --slip-speed V        slower contacts stick, m/s (default 2e-4)\n"                                              \
    "  --stick-weight W      of samples whose contacts all stick, against 1 of those that slide (default 0.01)\n"      \
    "  --force N             what a large force is, N (default 50): forces are weighed by it\n"                        \
    "  --moment N            what a large moment is, N m (default 6)\n"                                                \
    "  --threads N           at most N threads (default: one for each core)\n"                                         \
    "  --help                this text\n"

/* The scene and the recordings. */
typedef struct insertion_data {
    routh_assembly assembly;
    routh_insertion *recording;
    size_t count;
} insertion_data;

/* 0, or the exit code after a message. */
int insertion_read(const char *verb, const insertion_options *options, insertion_data *data);
void insertion_release(insertion_data *data);

/* One recording at the rate of the study, ready to be evaluated. */
typedef struct insertion_single {
    insertion_data data;
    routh_insertion_study_options options;
    routh_insertion reduced;
    routh_regressor *regressor;
} insertion_single;

/* 0, or the exit code after a message, with nothing to close. */
int insertion_open(const char *verb, const insertion_options *options, insertion_single *single);
void insertion_close(insertion_single *single);

int insertion_study_options(const char *verb, const insertion_options *options, routh_insertion_study_options *study);

#endif
