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

/* What a case may have otherwise than the paper: the body that is struck, and cue, table and cloth of the massé shot; the
 * order of own_numbers. */
typedef enum own_number {
    OWN_MASS,
    OWN_RADIUS,
    OWN_HEIGHT,
    OWN_CONE,
    OWN_TILT,
    OWN_CUE_MASS,
    OWN_TIP_MU,
    OWN_TIP_EPS,
    OWN_TIP_NU,
    OWN_TABLE_MU,
    OWN_TABLE_EPS,
    OWN_TABLE_NU,
    OWN_STIFFNESS,
    OWN_SLIDING,
    OWN_ROLLING,
    OWN_SPIN_DECELERATION,
    OWN_GRAVITY,
    OWN_NUMBERS
} own_number;

typedef struct strike_options {
    const char *input, *output, *w, *v, *scene, *curve, *velocity, *spin, *position;
    option_choice case_word, figure_word;
    format_options format_words;
    option_number mu, eps, eta2, nu;
    option_number shot[SHOT_NUMBERS];
    option_number own[OWN_NUMBERS];
    int rigid;
    size_t threads, points, sweep;

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

/* The massé shot with other values of its unmeasured constants. */
int strike_sweep(const char *verb, const strike_options *options, const routh_shot_answer *shot);

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

/* The paper's ball and pencil with their μ, e, η², and what the options change. 0, or the exit code after a message. */
int strike_example(const char *verb, const strike_options *options, routh_impact3_answer *single);

/* `count` numbers with commas between them; *numbers stays where `text` is NULL. 0, or the exit code after a message. */
int strike_numbers(const char *verb, const char *name, const char *text, double *numbers, int count);

/* Refuses numbers out of range, and those that the case does not have. 0, or the exit code after a message. */
int check_own_numbers(const char *verb, const strike_options *options);

/* The option's value where it is given. */
void take_own_number(const strike_options *options, own_number which, double *value);

#endif
