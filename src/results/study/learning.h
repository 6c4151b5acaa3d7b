/* The parts of learning: what is compared, the work for each size of the training set, and the summary.
 *
 * A task is one model, or all laws with both bounds, trained on one draw and tested on all other impacts. It writes
 * into a place of its own. Whoever finishes the last task of a size makes its summary, draw by draw in order, and
 * gives the memory back: so threads change nothing, and memory does not grow with the number of sizes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_LEARNING_H
#define ROUTH_SRC_STUDY_LEARNING_H

#include "base/context.h"
#include "fit/fit.h"
#include "study/internal.h"

enum { MOST_OUTPUTS = 6, MOST_INPUTS = ROUTH_GP_MOST_INPUTS };

/* Facts about one trained model. */
typedef struct learning_facts {
    int trained;
    size_t outputs, inputs, bounded;
    const char *output[MOST_OUTPUTS], *unit[MOST_OUTPUTS], *covered[MOST_OUTPUTS];
    char input[MOST_INPUTS][ROUTH_LABEL_SIZE];
    double length[MOST_OUTPUTS][MOST_INPUTS], noise[MOST_OUTPUTS];
    double coverage[MOST_OUTPUTS][ROUTH_COVERAGE_LEVELS];
    double outside, projected_error;
} learning_facts;

/* The work for one size. */
typedef struct learning_size {
    size_t size, draws;
    size_t left;           /* tasks not yet done */
    double *error;         /* draw by draw, contestant by contestant, impact by impact, m/s; NaN: not tested */
    double *misfit;        /* likewise, of learned contestants, in deviations; NULL but for the size of the details */
    learning_facts *facts; /* draw by draw, learned contestant by learned contestant; NULL likewise */
} learning_size;

typedef struct learning_work {
    routh_context *caller;
    const routh_sample *samples;
    size_t count;
    const double (*pose)[3]; /* or NULL */
    const routh_law *const *laws;
    size_t law_count;
    const routh_fit_options *ensemble;
    const routh_learning_options *options;
    routh_learning *learning;

    size_t learned;          /* contestants that are models: the first ones */
    size_t first_law;        /* then the laws, the best of them per impact, and the bounds */
    routh_prediction *prior; /* what options->prior predicts for every impact, or NULL */
    double *bound[2];        /* error of the rigid bound for every impact, by metric, m/s */
    double *speed_after;     /* |v⁺| of every impact, m/s */

    learning_size *size;
    size_t most_draws;
    double *impact_mean; /* size by size, contestant by contestant: each impact's error, over the draws that test it */
    double *draw_mean;   /* size by size, draw by draw: each contestant's error over the test impacts */
} learning_work;

/* Scratch of one thread. */
typedef struct learning_scratch {
    size_t *train, *test; /* as drawn, and all others */
    size_t test_count;
    routh_impact *impact; /* of the tests, in their order, as the next three */
    double (*pose)[3];
    double *covariate;
    routh_prediction *prediction;
    routh_ensemble *ensemble;
} learning_scratch;

/* Its ensemble is to be released. */
routh_status routh_learning_scratch_create(routh_arena *arena, const learning_work *work, learning_scratch *scratch);

/* The draw, the same for every contestant. */
void routh_learning_draw(const learning_work *work, size_t size, size_t draw, learning_scratch *scratch);

/* Fills work->learning->contestant. */
routh_status routh_learning_contestants(routh_context *context, learning_work *work);

/* Fits every law to the draw; error[law][impact], NaN where not tested. */
routh_status routh_learning_test_laws(routh_context *context, const learning_work *work, size_t size,
                                      learning_scratch *scratch, double *error);

/* Trains one learned contestant on the draw and tests it; misfit and facts may be NULL. One that cannot be trained on
 * these impacts leaves all as it was. */
routh_status routh_learning_test_model(routh_context *context, const learning_work *work, size_t size,
                                       size_t contestant, learning_scratch *scratch, double *error, double *misfit,
                                       learning_facts *facts);

/* All tasks, over threads. */
routh_status routh_learning_tasks(learning_work *work);

/* The curves' points of one size, and with it what the conclusion needs. */
void routh_learning_points(learning_work *work, size_t size);

/* Densities and facts about models, at the size of the details. */
routh_status routh_learning_details(routh_context *context, learning_work *work);

/* Best law, best model, and from which size on learning pays. */
void routh_learning_conclude(learning_work *work);

/* Pearson's correlation of the ranks; equal values share theirs. */
routh_status routh_spearman(routh_context *context, const double *x, const double *y, size_t count,
                            double *correlation);

/* Learns from `count` samples; `pose` (x, y, θ of each) may be NULL. Takes long: reports progress, which may stop it.
 * */
routh_status routh_learning_run(routh_context *context, const routh_sample *samples, size_t count,
                                const double (*pose)[3], const routh_law *const *laws, size_t law_count,
                                const routh_fit_options *ensemble, const routh_learning_options *options,
                                routh_learning *learning);

void routh_learning_release(routh_context *context, routh_learning *learning);

/* 0.5, 0.9, 0.95; and half the width, in deviations, of the intervals of a normal distribution that hold as much. */
double routh_coverage_level(int index);

/* A measured quantity, what was predicted of it, and the deviation of that and half of its 95 % interval. */
typedef struct learning_comparison {
    double measured, predicted, deviation, interval;
} learning_comparison;

/* Of the quantity "Pt", "Pn", "couple", "vx", "vy" or "omega"; NaN of others. */
learning_comparison routh_learning_compare(routh_model_kind kind, routh_metric metric, const char *quantity,
                                           const routh_sample *sample, const routh_prediction *prediction);

/* Is it within the interval of that level? That of 95 % is the model's own; the others follow from the deviation. */
bool routh_learning_holds(const learning_comparison *comparison, int level);

#endif
