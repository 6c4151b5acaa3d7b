/* The format of a verb's output: --format, --json, or the ending of the output's name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FORMATS_H
#define ROUTH_CLI_FORMATS_H

#include "named_law.h"
#include "options.h"
#include <routh/routh.h>

typedef enum output_format {
    FORMAT_TEXT,
    FORMAT_CSV,
    FORMAT_JSON,
    FORMAT_SVG,
    FORMAT_HDF5,
    OUTPUT_FORMATS
} output_format;

/* As options and endings have them: "text", "csv", … */
extern const char *const format_names[OUTPUT_FORMATS];

/* As the names of outputs end, with which the library chooses what to write: ".txt", ".csv", … */
extern const char *const format_endings[OUTPUT_FORMATS];

typedef struct format_options {
    option_choice format;
    int json;
} format_options;

/* Entries for a verb whose options have `member`, a format_options; `words` are the formats it can write, and `usual`
 * says what it does where neither these options nor the output's name decide. */
#define FORMAT_OPTION_ENTRIES(type, member, words, usual)                                                              \
    {"format",                                                                                                         \
     OPTION_CHOICE,                                                                                                    \
     offsetof(type, member.format),                                                                                    \
     "F",                                                                                                              \
     .about = "the format of the output",                                                                              \
     .choices = (words),                                                                                               \
     .otherwise = "by the ending of the output's name, otherwise " usual},                                             \
    {                                                                                                                  \
        "json", OPTION_FLAG, offsetof(type, member.json), NULL, .about = "short for --format json"                     \
    }

/* The format that was asked for, that the output's name ends in, or `usual` where the name has no ending. Endings that
 * `legal` (1 << format, …) does not have are refused. 0, or the exit code after a message. */
int choose_format(const char *verb, const format_options *given, const char *output, unsigned legal,
                  output_format usual, output_format *chosen);

/* The laws that people choose, and how fits measure. */

/* What a fit minimises, and how. */
#define COST_OPTION(type, member)                                                                                      \
    {                                                                                                                  \
        "cost", OPTION_CHOICE, offsetof(type, member), "COST", .about = "what a fit minimises",                        \
                                                               .choices = "impulse velocity", .otherwise = "impulse"   \
    }
#define METRIC_OPTION(type, member)                                                                                    \
    {                                                                                                                  \
        "metric", OPTION_CHOICE, offsetof(type, member), "METRIC",                                                     \
            .about = "how the impulse is measured", .choices = "momentum velocity unweighted", .otherwise = "momentum" \
    }

#define NORMS_OPTION(type, member)                                                                                     \
    {                                                                                                                  \
        "norms", OPTION_FLAG, offsetof(type, member), NULL,                                                            \
            .about = "minimise the sum of distances instead of their squares, as the papers do"                        \
    }

typedef struct law_list {
    const routh_law **law;
    size_t count;
    named_law *named; /* those that were named, `named_count` */
    size_t named_count;
} law_list;

/* The laws and files of models of those names, or the six of the papers' tables if there are none. 0, or the exit code
 * after a message; law_list_release in either case. */
int choose_laws(const char *verb, const option_list *names, law_list *laws);
void law_list_release(law_list *laws);

#endif
