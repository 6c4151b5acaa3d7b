/* The format of a verb's output: --format, --json, or the ending of the output's name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FORMATS_H
#define ROUTH_CLI_FORMATS_H

#include "options.h"

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

#endif
