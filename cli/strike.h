/* What the files of `routh strike` share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_STRIKE_H
#define ROUTH_CLI_STRIKE_H

#include <routh/routh.h>

#include "formats.h"

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
