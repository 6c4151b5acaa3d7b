/* Laws, impacts and formats of outputs, as options have them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_IMPACT_OPTIONS_H
#define ROUTH_CLI_IMPACT_OPTIONS_H

#include <routh/routh.h>

#include "program.h"

/* A law as people name it: one of the registry, or the file of a trained model. */

typedef struct named_law {
    const routh_law *law; /* of the registry, or `own` */
    routh_model *model;   /* behind `own`; NULL: none */
    routh_model_origin origin;
    routh_law own;              /* the model under its file's name */
    char name[ROUTH_NAME_SIZE]; /* that is, without the folder */
} named_law;

/* The law of that name, else the model in the file of that name; `projected`: its impulses put back into the energy
 * ellipse. 0, or the exit code after a message. Release in either case, and do not move it before: it points into
 * itself. */
int named_law_find(const char *verb, const char *name, int projected, named_law *found);
void named_law_release(named_law *named);

/* Before models are trained: is there room to compute with them, where memory is limited? 0, or the exit code after a message. */
int model_check_room(const char *verb);

/* A trained model from its file; 0, or the exit code after a message. Release it with routh_model_release(NULL, …). */
int model_read(const char *verb, const char *path, routh_model **model, routh_model_origin *origin);

/* The last part of a path, without what tables and pages could not hold. */
void file_name_of(const char *path, char name[ROUTH_NAME_SIZE]);

/* Where a result came from, in words for its reader: the command line, the date, and a sum of what was read. */

enum { ORIGIN_COMMAND = 2048, ORIGIN_WORDS = 160 };

typedef struct origin {
    char command[ORIGIN_COMMAND]; /* paths without their folders: reports are passed on */
    char date[ORIGIN_WORDS];
    char checksum[ORIGIN_WORDS]; /* "": nothing was read that has one */
} origin;

/* Keeps the command line, before the parser reorders its words. A property of the process. */
void origin_remember(int argc, char **argv);

/* `data` is the file or folder that the dataset was read from; NULL: it was generated. */
void origin_of(const char *data, const routh_dataset *dataset, origin *from);

/* The format of a verb's output: --format, --json, or the ending of the output's name. */

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

/* One impact, given by options in place of a table. */

/* Its numbers, in the order of routh_impact_columns. */
enum { IMPACT_NUMBERS = 7 };

/* Entries for a group whose offset is that of an option_number[IMPACT_NUMBERS]. */
extern const option_entry impact_entries[IMPACT_NUMBERS];

/* The library's failure about that impact, with the options that are to blame for such a status. */
int fail_impact(const char *verb, routh_status status, const routh_context *context);

/* The impact; 0, or the exit code after a message that names what is missing or wrong. */
int impact_of_options(const char *verb, const option_number *number, routh_impact *impact);

/* Impacts from a file or standard input, with the law's parameters from columns, options or defaults. */

typedef struct impact_input {
    routh_context context;
    routh_table table;
    routh_impact *impact; /* table.rows of them; NULL: not taken */
} impact_input;

/* A table with those columns. `path` NULL or "-": standard input. 0, or the exit code after a message; release the
 * table in either case. */
int read_table(routh_context *context, const char *verb, const char *path, const routh_table_columns *columns,
               routh_table *table);

/* Reads a table of impacts; `parameters` are the columns to read where present, NULL-terminated. `path` NULL or "-":
 * standard input. 0, or the exit code after a message; input_release in either case. */
int input_read_table(impact_input *input, const char *verb, const char *path, const char *const *parameters);

/* Reads the table and takes every row for an impact. */
int input_read(impact_input *input, const char *verb, const char *path, const char *const *parameters);
void input_release(impact_input *input);

/* Parameters that can be given as options, all that any law has: "mu", "eps", "et", "eta2", then those of modifiers. */
enum { PARAMETER_OPTIONS = 9, UNMODIFIED_OPTIONS = 4 };
extern const char *const parameter_option_names[PARAMETER_OPTIONS];

/* Entries for a group whose offset is that of an option_number[PARAMETER_OPTIONS]. */
extern const option_entry parameter_entries[PARAMETER_OPTIONS];

/* The option for a parameter of that name; NULL if there is none. */
const option_number *find_parameter_option(const option_number *options, const char *name);

/* Are the options' values within the law's bounds? 0, or the exit code after a message. */
int check_parameter_options(const char *verb, const routh_law *law, const option_number *options);

/* Are the values in the law's own columns within its bounds, in one row or in all? 0, or the exit code after a message.
 */
int check_parameter_row(const impact_input *input, const char *verb, const routh_law *law, size_t row);
int check_parameter_columns(const impact_input *input, const char *verb, const routh_law *law);

/* What the files of `routh strike` share. */

typedef enum strike_figure {
    FIGURE_NONE,
    FIGURE_IMPULSE,
    FIGURE_TANGENTIAL,
    FIGURE_VELOCITY,
    FIGURE_TIME,
    FIGURE_EFFECT,
    STRIKE_FIGURES
} strike_figure;

typedef struct strike_options {
    const char *input, *output, *w, *v, *scene, *curve;
    option_choice figure_word;
    format_options format_words;
    option_number mu, eps, eta2, nu;
    int rigid;
    size_t threads, points;

    /* what the words above mean, once they are understood */
    output_format format;
    strike_figure figure;
    const routh_impact3_answer *bodies; /* the bodies of a paper, not solved yet; NULL: none */
} strike_options;

/* Entries that `routh paper ball` shares. */
enum { STRIKE_CONTACT_OPTIONS = 5 };
extern const option_entry strike_contact_entries[STRIKE_CONTACT_OPTIONS];
#define STRIKE_CURVE_COLUMNS "time, p1,p2,p3, v1,v2,v3, spring1…, rate1…, phase"

/* Understands and checks the options, and does it all. Answers with the exit code. */
int strike_run(const char *verb, strike_options *options);

/* Each does its part of the verb and answers with the exit code. */
int strike_table(const char *verb, const strike_options *options);
int strike_single(const char *verb, const strike_options *options);
int strike_scene(const char *verb, const strike_options *options);

/* μ, e, η² ---------------------------------------------------------------------------------------------*/

/* The options' values over those that *touch holds. 0, or the exit code after a message. */
int touch_from_options(const char *verb, const strike_options *options, routh_pair *pair);

/* Which of μ, e, η² the options give; and their names. */
enum { TOUCH_NUMBERS = 3 };
extern const char *const touch_names[TOUCH_NUMBERS];
double *touch_number(routh_pair *pair, int index);

/* What is wrong with one of the three, in words with its value; NULL if nothing is. */
const char *touch_complaint(routh_context *context, int index, double value);

/* Notes which defaults were used; `known` marks those that came from elsewhere. */
void touch_note_defaults(const char *verb, const strike_options *options, const int known[TOUCH_NUMBERS],
                         const routh_pair *pair);

/* One strike -------------------------------------------------------------------------------------------*/

/* `count` numbers with commas between them; *numbers stays where `text` is NULL. 0, or the exit code after a message. */
int strike_numbers(const char *verb, const char *name, const char *text, double *numbers, int count);

#endif
