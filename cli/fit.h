/* What `routh fit` finds, and the forms it is written in.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FIT_H
#define ROUTH_CLI_FIT_H

#include <stdio.h>

#include <routh/routh.h>

/* The share of bootstrap intervals that should hold the truth. */
#define FIT_LEVEL 0.95

/* Resampling fewer fitted impacts than these says nothing of their scatter, or little. */
enum { FIT_TOO_FEW = 5, FIT_FEW = 10 };

typedef struct law_fit {
    const routh_law *law;
    double value[ROUTH_MAX_PARAMETERS];                           /* fitted; with draws, the mean over them */
    double deviation[ROUTH_MAX_PARAMETERS];                       /* of the bootstrap; with draws, over them */
    double low[ROUTH_MAX_PARAMETERS], high[ROUTH_MAX_PARAMETERS]; /* high is NaN where it is bounded below only; both
                                                                   * with fewer than FIT_TOO_FEW impacts */
    double own[ROUTH_MAX_PARAMETERS]; /* with draws: the mean of the impacts' own parameters */
    double curvature[ROUTH_MAX_PARAMETERS];
    double cost;
    double error_mean, error_median; /* relative, on held-out impacts; NaN where there are none */
    unsigned flags;                  /* with draws: those that any of them had */
} law_fit;

typedef struct fit_answer {
    const routh_dataset *dataset;
    size_t used, separating;
    routh_frame frame;
    const char *why;
    routh_sample *sample;
    size_t count;
    size_t fit_count, test_count; /* impacts in a fit, and held out from it */
    size_t draws;                 /* 0: one fit with intervals */
    size_t resamples;
    size_t seed, threads;
    routh_fit_options options;
    double bound_mean; /* of the ideal rigid-body bound on the same held-out impacts; with draws on all; NaN: none */
    const routh_law *const *laws;
    law_fit *fit; /* `law_count` */
    size_t law_count;
} fit_answer;

/* What a fit's flags mean for its parameters, in one or more sentences; "" for none. */
#define FIT_WORDS 512
const char *fit_words(const fit_answer *answer, const law_fit *fit, char words[FIT_WORDS]);

/* What to think of intervals from fewer than FIT_FEW impacts. */
const char *fit_few_words(const fit_answer *answer);

void fit_write_text(FILE *file, const fit_answer *answer);
void fit_write_csv(FILE *file, const fit_answer *answer);
int fit_write_json(FILE *file, const fit_answer *answer); /* 0 when memory ran out */

#endif
