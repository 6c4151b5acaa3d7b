/* What the files of `routh strike` share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STRIKE_H
#define ROUTH_CLI_STRIKE_H

#include <routh/routh.h>

#include "formats.h"

typedef enum strike_case { CASE_NONE, CASE_BALL, CASE_PENCIL, CASE_MASSE, STRIKE_CASES } strike_case;

typedef enum strike_figure {
    FIGURE_NONE,
    FIGURE_IMPULSE,
    FIGURE_TANGENTIAL,
    FIGURE_VELOCITY,
    FIGURE_EFFECT,
    FIGURE_PATH,
    FIGURE_TIME,
    STRIKE_FIGURES
} strike_figure;

/* The numbers that a massé shot is described with; the order of shot_names. */
enum { SHOT_NUMBERS = 5 };
extern const char *const shot_names[SHOT_NUMBERS];

typedef struct strike_options {
    const char *input, *output, *w, *v, *scene, *curve;
    option_choice case_word, figure_word;
    format_options format_words;
    option_number mu, eps, eta2, nu;
    option_number shot[SHOT_NUMBERS];
    int rigid;
    size_t threads, points;

    /* what the words above mean, once they are understood */
    output_format format;
    strike_case example;
    strike_figure figure;
} strike_options;

/* Each does its part of the verb and answers with the exit code. */
int strike_table(const char *verb, const strike_options *options);
int strike_single(const char *verb, const strike_options *options);
int strike_masse(const char *verb, const strike_options *options);
int strike_scene(const char *verb, const strike_options *options);

/* μ, e, η² ---------------------------------------------------------------------------------------------*/

/* The options' values over those that *touch holds. 0, or the exit code after a message. */
int touch_from_options(const char *verb, const strike_options *options, routh_pair *pair);

/* Which of μ, e, η² the options give; and their names. */
enum { TOUCH_NUMBERS = 3 };
extern const char *const touch_names[TOUCH_NUMBERS];
void touch_given(const strike_options *options, int given[TOUCH_NUMBERS]);
double *touch_number(routh_pair *pair, int index);

/* What is wrong with one of the three, in words with its value; NULL if nothing is. */
const char *touch_complaint(routh_context *context, int index, double value);

/* Notes which defaults were used; `known` marks those that came from elsewhere. */
void touch_note_defaults(const char *verb, const strike_options *options, const int known[TOUCH_NUMBERS],
                         const routh_pair *pair);

/* One strike -------------------------------------------------------------------------------------------*/

/* The paper's ball and pencil, with their μ, e, η². */
void strike_example(strike_case example, routh_impact3_answer *single);

/* The header and one line of the table that comes out. */
void strike_csv_header(FILE *file);
void strike_csv_row(FILE *file, const routh_outcome3 *strike, const char *phases);

/* Phases in words take no more than this. */
enum { STRIKE_PHASES = ROUTH_OUTCOME3_SWITCHES * 8 + 8 };

#endif
