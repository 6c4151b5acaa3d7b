/* What `routh learn` trained and how it did, and the forms that is written in.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_LEARN_H
#define ROUTH_CLI_LEARN_H

#include <stdio.h>

#include <routh/routh.h>

/* Mean error over the held-out impacts; NaN: not to be had. */
typedef struct learn_error {
    double speed;    /* |v̂⁺ − v⁺|, m/s, ω weighted by the radius of gyration */
    double relative; /* to |v⁺| */
} learn_error;

#define LEARN_LEVEL 0.95
enum { LEARN_MOST_OUTPUTS = 3 };

/* What measurements say of the model. */
typedef struct learn_test {
    learn_error model, law, prior, projected;
    learn_error bound[2]; /* the ideal rigid-body bound, by metric */
    size_t outside;       /* predictions that no rigid contact could bring about */

    /* Share of measurements within the interval of LEARN_LEVEL, by output: of held-out impacts or, where there are
     * none, of each training impact predicted from all others. */
    size_t outputs;
    const char *output[LEARN_MOST_OUTPUTS], *unit[LEARN_MOST_OUTPUTS];
    double covered[LEARN_MOST_OUTPUTS];
    double deviation[LEARN_MOST_OUTPUTS]; /* root mean square of measured − predicted */
} learn_test;

typedef struct learn_answer {
    const routh_dataset *dataset;
    routh_frame frame;
    const char *why;
    routh_sample *sample;
    size_t count, separating;
    double (*pose)[3];              /* of every sample */
    size_t *train, *rest;           /* indices of samples, ascending */
    size_t train_count, rest_count; /* `rest` is held out */
    size_t seed, threads;
    routh_model_options options;
    double parameters[ROUTH_MAX_PARAMETERS]; /* of options.law, fitted to the training impacts */
    routh_model *model, *prior;              /* prior NULL: none */
    const char *prior_name, *output;         /* output NULL: the model is not kept */
    double seconds;
    learn_test test;
} learn_answer;

/* Tests the model; 0, or the exit code after a message. */
int learn_judge(const char *verb, learn_answer *answer);

void learn_write_text(FILE *file, const learn_answer *answer);
int learn_write_json(FILE *file, const learn_answer *answer); /* 0 when memory ran out */

#endif
