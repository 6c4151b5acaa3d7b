/* What the parts of `routh insertion` share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_INSERTION_H
#define ROUTH_CLI_INSERTION_H

#include <routh/routh.h>

#include "program.h"

extern const program_verb verb_insertion_simulate, verb_insertion_import, verb_insertion_identify,
    verb_insertion_observe, verb_insertion_lcurve, verb_insertion_offset, verb_insertion_plan;

/* How the numbers of a log are meant; each as routh_insertion_convention_set takes it, NULL: not given. */
typedef struct insertion_log {
    const char *columns, *units, *quaternion, *wrench_on, *wrench_frame, *sensor, *velocity_window;
} insertion_log;

/* Which recordings of which assembly, and how they are weighed. */
typedef struct insertion_options {
    option_list recordings;
    insertion_log log;
    const char *assembly;
    option_choice method;
    option_number rate, slip_speed, stick_weight, force_scale, moment_scale, gamma, modes;
    size_t threads;
} insertion_options;

/* Their group, for a verb whose options have `member`, an insertion_options. */
enum { INSERTION_OPTIONS = 7 };
extern const option_entry insertion_entries[INSERTION_OPTIONS];
#define INSERTION_GROUP(type, member)                                                                                  \
    { "How recordings are read and weighed", insertion_entries, INSERTION_OPTIONS, offsetof(type, member), NULL }

enum { INSERTION_LOG_OPTIONS = 7 };
extern const option_entry insertion_log_entries[INSERTION_LOG_OPTIONS];
#define INSERTION_LOG_GROUP(type, member)                                                                              \
    {                                                                                                                  \
        "How a log is meant; the JSON file beside it may say so too", insertion_log_entries, INSERTION_LOG_OPTIONS,    \
            offsetof(type, member), NULL                                                                               \
    }

/* 1 after a warning with the options to try, or 0 if the recording fits. */
int insertion_verdict(const char *verb, const routh_insertion_check *check);

/* 0, or the exit code after a message. */
int insertion_convention(const char *verb, const insertion_log *log, routh_insertion_convention *convention);

#define INSERTION_METHOD(type, member)                                                                                 \
    {                                                                                                                  \
        "method", OPTION_CHOICE, offsetof(type, member.method), "METHOD",                                              \
            .about = "how the minimum is searched", .choices = "levenberg-marquardt nelder-mead",                      \
            .otherwise = "levenberg-marquardt"                                                                         \
    }

/* An assembly by itself. 0, or the exit code after a message. */
int insertion_read_parts(const char *verb, const char *path, routh_assembly *assembly);

/* The assembly and the recordings. */
typedef struct insertion_data {
    routh_assembly assembly;
    routh_insertion *recording;
    size_t count;
} insertion_data;

/* 0, or the exit code after a message. */
int insertion_read(const char *verb, const insertion_options *options, insertion_data *data);
void insertion_release(insertion_data *data);

/* One recording at the rate of the study. */
typedef struct insertion_single {
    insertion_data data;
    routh_insertion_study_options options;
    routh_insertion reduced;
} insertion_single;

/* 0, or the exit code after a message, with nothing to close. */
int insertion_open(const char *verb, const insertion_options *options, insertion_single *single);
void insertion_close(insertion_single *single);

int insertion_study_options(const char *verb, const insertion_options *options, routh_insertion_study_options *study);

/* Recordings that are generated, of `routh insertion simulate` and of `routh paper guides`. */
typedef struct insertion_simulate_options {
    const char *output;
    option_number stiffness, mu, shift, turn, force_wave, rate;
    option_choice format;
    int exact, no_sensors, reference, json;
    size_t seed;
} insertion_simulate_options;

enum { INSERTION_SIMULATE_OPTIONS = 13, MOST_SIMULATED_PATHS = 4 };
extern const option_entry insertion_simulate_entries[INSERTION_SIMULATE_OPTIONS];
#define INSERTION_SIMULATE_GROUP(type, member)                                                                         \
    { NULL, insertion_simulate_entries, INSERTION_SIMULATE_OPTIONS, offsetof(type, member), NULL }

/* One recording to make; draws of noise differ. */
typedef struct simulated_path {
    const routh_insertion_path *path;
    uint64_t draw;
} simulated_path;

/* Makes them and writes them into a folder, with the assembly. 0, or the exit code after a message. */
int insertion_simulate(const char *verb, const insertion_simulate_options *options, const routh_assembly *assembly,
                       const simulated_path *list, size_t count);

#endif
