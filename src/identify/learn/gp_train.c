/* Training: the hyper-parameters of highest likelihood for each output.
 *
 * An evaluation costs n³, while the place of the optimum hardly depends on n. So the searches from all starts run on
 * few samples; the best goes on with four times as many, and so on up to all of them, each level beginning where the
 * one before ended and with its curvature, in proportion to n. The last level then takes a few evaluations instead of
 * dozens. Without levels (options->coarse = 0) all searches see all samples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/identify.h>

#include "base/context.h"
#include "learn/gp.h"

enum { GROWTH = 4, MOST_LEVELS = 32 };

/* One more sample moves the log likelihood by about 1; a sparse search need not know it to less than this of each. */
#define SPARSE_TOLERANCE 1e-6

typedef struct training {
    routh_gp_course course;
    routh_gp_options options;
    routh_arena *own; /* of the model */
    const routh_gp_data *data;
    int threads;
    size_t size[MOST_LEVELS]; /* samples on each level, the last: all */
    routh_gp_search *search;  /* starts × outputs, then one for each output at the front */
    size_t *start;            /* which start is left, by output */
    int *evaluations;         /* so far, by output */
    routh_gp_choice *choice;  /* by output */
} training;

/* Levels before the last are exact: the first always, further ones as long as the options allow. */
static void plan_levels(training *t) {
    const size_t count = t->data->count;
    int levels = 0;
    for (size_t size = t->options.coarse; size > 0 && size <= count / 2; size *= GROWTH) {
        if (levels > 0 && size > t->options.most_exact)
            break;
        t->size[levels++] = size;
    }
    t->size[levels++] = count;
    t->course.levels = levels;
}

/* A level's samples: all, or as many as it has, drawn at random, standardised as all are. */
static routh_status draw_samples(const training *t, routh_arena *arena, size_t size, routh_gp_data *drawn) {
    const routh_gp_data *all = t->data;
    size_t *index = routh_take(arena, size, sizeof *index);
    ROUTH_TRY(arena->status);
    ROUTH_TRY(routh_gp_data_take(arena, size, all->inputs, all->outputs, drawn));
    routh_random random = routh_random_seed(t->options.seed, size);
    routh_random_draw(&random, all->count, size, index);
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < all->inputs; k++)
            drawn->x[k * size + i] = all->x[k * all->count + index[i]];
        for (size_t o = 0; o < all->outputs; o++)
            drawn->y[o * size + i] = all->y[o * all->count + index[i]];
    }
    return ROUTH_OK;
}

static double within(routh_random *random, double low, double high) {
    return low * exp(routh_random_uniform(random, 0, log(high / low)));
}

/* Starting values: around the usual result for standardised data. */
static routh_gp_parameters start_of(const training *t, size_t start) {
    routh_gp_parameters parameters = t->options.start;
    if (start == 0)
        return parameters;
    routh_random random = routh_random_seed(t->options.seed, start);
    parameters.signal = within(&random, 0.5, 2);
    parameters.noise = within(&random, 0.03, 0.7);
    for (size_t k = 0; k < t->data->inputs; k++)
        parameters.length[k] = within(&random, 0.5, 8);
    return parameters;
}

/* Of each output's searches the best goes to the front. */
static routh_status keep_best(training *t) {
    const size_t starts = t->options.starts;
    for (size_t o = 0; o < t->data->outputs; o++) {
        const routh_gp_search *search = t->search + o * starts;
        size_t best = 0;
        for (size_t s = 0; s < starts; s++) {
            t->evaluations[o] += search[s].descent.evaluated;
            if (search[s].descent.value < search[best].descent.value)
                best = s;
        }
        if (!isfinite(search[best].descent.value))
            return routh_fail(t->course.context, ROUTH_OUT_OF_RANGE,
                              "output %zu: the kernel matrix is singular at every start", o + 1);
        t->start[o] = best;
        t->search[o] = search[best];
    }
    return ROUTH_OK;
}

static routh_status search_from_all_starts(training *t, const routh_gp_data *data) {
    const size_t starts = t->options.starts, outputs = data->outputs;
    for (size_t i = 0; i < outputs * starts; i++) {
        t->search[i] =
            (routh_gp_search){.course = &t->course, .options = &t->options, .data = data, .output = i / starts};
        const routh_gp_parameters from = start_of(t, i % starts);
        routh_gp_search_begin(&t->search[i], &from);
    }
    ROUTH_TRY(routh_gp_search_all(&t->course, t->search, outputs * starts, t->threads));
    return keep_best(t);
}

/* Curvature grows with the number of samples. */
static void carry_over(const training *t, routh_gp_search *search, const routh_gp_data *data) {
    const int level = t->course.level;
    const double factor = level > 0 ? (double)data->count / (double)t->size[level - 1] : 1;
    routh_quasi_newton *descent = &search->descent;
    search->data = data;
    for (size_t i = 0; i < descent->variables; i++)
        for (size_t j = 0; j < descent->variables; j++)
            descent->curvature[i][j] *= factor;
}

static routh_status go_on(training *t, const routh_gp_data *data) {
    for (size_t o = 0; o < data->outputs; o++)
        carry_over(t, &t->search[o], data);
    ROUTH_TRY(routh_gp_search_all(&t->course, t->search, data->outputs, t->threads));
    for (size_t o = 0; o < data->outputs; o++)
        t->evaluations[o] += t->search[o].descent.evaluated;
    return ROUTH_OK;
}

/* The last level of a sparse model: inducing points for the known length scales, then the bound. */
static routh_status go_on_sparse(training *t, size_t output) {
    routh_context *context = t->course.context;
    routh_gp_search *search = &t->search[output];
    routh_gp_choice *choice = &t->choice[output];
    const routh_gp_parameters from = routh_gp_search_result(search);
    routh_gp_sparse work;
    ROUTH_ARENA(room, context);
    ROUTH_TRY(routh_gp_choose(t->own, t->data, &from, t->options.inducing, t->options.seed, &choice->chosen,
                              &choice->points));
    ROUTH_TRY(routh_gp_sparse_create(&room, t->data->count, t->data->inputs, choice->chosen, choice->points, t->threads,
                                     &work));
    carry_over(t, search, t->data);
    search->descent.tolerance = fmax(t->options.tolerance, SPARSE_TOLERANCE * (double)t->data->count);
    search->sparse = &work;
    t->course.searches = t->data->outputs;
    search->own = context;
    ROUTH_TRY(routh_gp_search_run(search));
    t->evaluations[output] += search->descent.evaluated;
    return ROUTH_OK;
}

/* A sparse model without coarse levels begins with nothing but the first start. */
static void begin_sparse(training *t) {
    for (size_t o = 0; o < t->data->outputs; o++) {
        t->search[o] = (routh_gp_search){.course = &t->course, .options = &t->options, .data = t->data, .output = o};
        routh_gp_search_begin(&t->search[o], &t->options.start);
    }
}

static routh_status run_level(training *t, int level) {
    const int last = level == t->course.levels - 1, sparse = routh_gp_is_sparse(&t->options, t->data->count);
    ROUTH_ARENA(room, t->course.context);
    routh_gp_data drawn;
    t->course.level = level;
    if (last && sparse) {
        if (level == 0)
            begin_sparse(t);
        t->course.evaluations = 0;
        for (size_t o = 0; o < t->data->outputs; o++)
            ROUTH_TRY(go_on_sparse(t, o));
        return ROUTH_OK;
    }
    if (!last)
        ROUTH_TRY(draw_samples(t, &room, t->size[level], &drawn));
    return (level == 0 ? search_from_all_starts : go_on)(t, last ? t->data : &drawn);
}

static unsigned flags_of(const routh_gp_search *search) {
    const routh_quasi_newton *d = &search->descent;
    unsigned flags = search->end == ROUTH_QUASI_NEWTON_CONVERGED ? 0 : ROUTH_GP_NOT_CONVERGED;
    for (size_t i = 0; i < d->variables; i++)
        if (d->x[i] <= search->low[i] || d->x[i] >= search->high[i])
            flags |= ROUTH_GP_AT_BOUND;
    return flags;
}

static routh_status search_and_build(training *t, routh_gp **gp) {
    for (int level = 0; level < t->course.levels; level++)
        ROUTH_TRY(run_level(t, level));
    const size_t outputs = t->data->outputs;
    for (size_t o = 0; o < outputs; o++)
        t->choice[o].parameters = routh_gp_search_result(&t->search[o]);
    ROUTH_TRY(routh_gp_model_create(t->own, t->data, t->choice, gp));
    for (size_t o = 0; o < outputs; o++) {
        routh_model_output *fit = &(*gp)->part[o].fit;
        fit->start = t->start[o];
        fit->evaluations = t->evaluations[o];
        fit->flags |= flags_of(&t->search[o]);
    }
    return !(*gp)->part[0].chosen && (*gp)->data.count <= ROUTH_GP_MOST_UNSURE
               ? routh_gp_find_alternatives(&t->course, &t->options, t->threads, t->own, *gp)
               : ROUTH_OK;
}

routh_status routh_gp_check_build(routh_context *context) {
    (void)context;
    return ROUTH_OK;
}

routh_status routh_gp_train(routh_context *context, const routh_gp_samples *samples, const routh_gp_options *options,
                            routh_gp **gp) {
    ROUTH_ARENA(own, context);
    ROUTH_ARENA(room, context);
    routh_gp_data data;
    routh_gp *made;
    training t = {.options = routh_gp_options_or_default(options),
                  .course = {.context = context},
                  .own = &own,
                  .data = &data,
                  .threads = routh_threads(context)};
    ROUTH_TRY(routh_gp_data_create(&own, samples, &data));
    ROUTH_TRY(routh_gp_check_options(context, &t.options, data.inputs));
    ROUTH_TRY(routh_gp_check_work(context, &t.options, data.count, data.outputs));
    ROUTH_TRY(routh_progress(context, "training", 0));
    plan_levels(&t);
    t.search = routh_take(&room, data.outputs, t.options.starts * sizeof *t.search);
    t.start = routh_take(&room, data.outputs, sizeof *t.start);
    t.evaluations = routh_take(&room, data.outputs, sizeof *t.evaluations);
    t.choice = routh_take(&room, data.outputs, sizeof *t.choice);
    ROUTH_TRY(room.status);
    const routh_one_thread before = routh_one_thread_begin();
    const routh_status status = search_and_build(&t, &made);
    routh_one_thread_end(before);
    ROUTH_TRY(status);
    *gp = routh_gp_keep(&own, made);
    return ROUTH_OK;
}
