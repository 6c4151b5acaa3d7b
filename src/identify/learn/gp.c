/* Gaussian processes from samples and hyper-parameters, and copies of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/gp.h"

#include <math.h>
#include <string.h>

#include <cblas.h>

#include <routh/identify.h>

#include "base/context.h"

static inline int lapack_invert_factor(size_t count, double *factor) {
    const blasint n = (blasint)count;
    blasint info = 0;
    dtrtri_("L", "N", &n, factor, &n, &info, 1, 1);
    return (int)info;
}

/* Which samples become inducing points: one after another the one whose f the ones before it leave least known. This is
 * Cholesky's method with pivots on the kernel matrix of the candidates, stopped early. D. R. Burt, C. E. Rasmussen,
 * M. van der Wilk, Convergence of sparse variational inference in Gaussian processes regression, JMLR 21 (2020). */

/* Of more samples a multiple of the wanted number are candidates, drawn at random. */
enum { CANDIDATES = 10 };

/* What is left of a variance of 1 when further points would only repeat what is known, to rounding. */
#define NOTHING_LEFT 1e-8

typedef struct point_choice {
    size_t count, inputs, points; /* points: wanted */
    size_t *candidate;
    double *z;    /* inputs × count */
    double *row;  /* of the factor: count × points, column by column, so that row j begins at j × count */
    double *left; /* the variance that is left, by candidate */
} point_choice;

static size_t least_known(const point_choice *c) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (c->left[i] > c->left[best])
            best = i;
    return best;
}

/* How many of them there are when nothing is left; they are written over the first candidates. */
static size_t choose(point_choice *c, size_t *chosen) {
    const routh_points candidates = {c->z, c->count, c->inputs};
    const blasint n = (blasint)c->count;
    double point[ROUTH_GP_MOST_INPUTS];
    for (size_t i = 0; i < c->count; i++)
        c->left[i] = 1;
    for (size_t j = 0; j < c->points; j++) {
        const size_t pivot = least_known(c);
        if (c->left[pivot] < NOTHING_LEFT)
            return j;
        double *row = c->row + j * c->count;
        const double scale = 1 / sqrt(c->left[pivot]);
        routh_point_of(&candidates, pivot, point);
        routh_kernel_row(&candidates, 0, c->count, point, 1, row);
        if (j > 0)
            cblas_dgemv(CblasColMajor, CblasNoTrans, n, (blasint)j, -1, c->row, n, c->row + pivot, n, 1, row, 1);
        for (size_t i = 0; i < c->count; i++) {
            row[i] *= scale;
            c->left[i] = fmax(c->left[i] - row[i] * row[i], 0);
        }
        c->left[pivot] = 0;
        chosen[j] = c->candidate[pivot];
    }
    return c->points;
}

static routh_status prepare(routh_arena *arena, const routh_gp_data *data, const routh_gp_parameters *parameters,
                            uint64_t seed, point_choice *c) {
    c->candidate = routh_take(arena, c->count, sizeof *c->candidate);
    c->z = routh_take(arena, c->count, c->inputs * sizeof *c->z);
    c->left = routh_take(arena, c->count, sizeof *c->left);
    c->row = routh_take(arena, c->count, c->points * sizeof *c->row);
    ROUTH_TRY(arena->status);
    routh_random random = routh_random_seed(seed, 0);
    routh_random_draw(&random, data->count, c->count, c->candidate);
    for (size_t k = 0; k < c->inputs; k++)
        for (size_t i = 0; i < c->count; i++)
            c->z[k * c->count + i] = data->x[k * data->count + c->candidate[i]] / parameters->length[k];
    return ROUTH_OK;
}

routh_status routh_gp_choose(routh_arena *arena, const routh_gp_data *data, const routh_gp_parameters *parameters,
                             size_t wanted, uint64_t seed, size_t **chosen, size_t *points) {
    point_choice c = {.inputs = data->inputs, .points = wanted < data->count ? wanted : data->count};
    c.count = data->count / CANDIDATES < c.points ? data->count : c.points * CANDIDATES;
    ROUTH_ARENA(room, arena->context);
    *chosen = routh_take(arena, c.points, sizeof **chosen);
    *points = c.points;
    ROUTH_TRY(arena->status);
    for (size_t i = 0; i < c.points; i++)
        (*chosen)[i] = i;
    if (c.points == data->count)
        return ROUTH_OK;
    ROUTH_TRY(prepare(&room, data, parameters, seed, &c));
    *points = choose(&c, *chosen);
    return ROUTH_OK;
}

/* A model from samples and hyper-parameters: what prediction needs, and what leaving one sample out would predict. */

void routh_gp_release(routh_context *context, routh_gp *gp) {
    if (gp)
        routh_arena_end(context, gp->own);
}

static void part_take(routh_arena *own, const routh_gp_data *data, const routh_gp_choice *choice, routh_gp_part *part) {
    const size_t points = choice->chosen ? choice->points : data->count, number = sizeof(double);
    *part = (routh_gp_part){.points = points,
                            .chosen = choice->chosen,
                            .z = routh_take(own, points, data->inputs * number),
                            .weight = routh_take(own, points, number),
                            .inverse = routh_take(own, points, points * number),
                            .correction = choice->chosen ? routh_take(own, points, points * number) : NULL,
                            .residual = routh_take(own, data->count, number),
                            .deviation = routh_take(own, data->count, number)};
    part->fit.parameters = choice->parameters;
    part->fit.inducing = choice->chosen ? points : 0;
}

/* Leaving sample i out: residual α_i/K⁻¹_ii, variance 1/K⁻¹_ii (Rasmussen & Williams, equations 5.12), where the
 * diagonal of K⁻¹ = L⁻ᵀL⁻¹ is made of the squares of L⁻¹'s columns. */
static void compute_exact(const routh_gp_data *data, size_t output, routh_gp_part *part) {
    const size_t n = data->count;
    routh_gp_exact work = {n, data->inputs, part->z, part->inverse, part->weight, NULL, 0, NULL};
    part->fit.log_likelihood = routh_gp_exact_at(&work, data->x, data->y + output * n, &part->fit.parameters, NULL);
    part->fit.jitter = work.jitter;
    if (!isfinite(part->fit.log_likelihood))
        return;
    lapack_invert_factor(n, part->inverse);
    for (size_t i = 0; i < n; i++) {
        const double *column = part->inverse + i * n;
        double square = 0;
        for (size_t j = i; j < n; j++)
            square += column[j] * column[j];
        part->residual[i] = part->weight[i] / square;
        part->deviation[i] = 1 / sqrt(square);
    }
}

static routh_status compute_one(routh_context *own, void *with, size_t o, int thread) {
    routh_gp *gp = with;
    (void)own; /* three calls of LAPACK: the thread pool asks in between */
    (void)thread;
    compute_exact(&gp->data, o, &gp->part[o]);
    return ROUTH_OK;
}

static routh_status compute_all_exact(routh_context *context, routh_gp *gp, int threads) {
    const routh_shares shares = {.count = gp->data.outputs, .threads = threads, .work = compute_one, .with = gp};
    return routh_share_out(context, &shares, NULL);
}

static routh_status compute_sparse(routh_context *context, const routh_gp_data *data, size_t output, int threads,
                                   routh_gp_part *part) {
    const size_t m = part->points;
    const double *y = data->y + output * data->count;
    routh_gp_sparse work;
    ROUTH_ARENA(room, context);
    ROUTH_TRY(routh_gp_sparse_create(&room, data->count, data->inputs, part->chosen, m, threads, &work));
    part->fit.log_likelihood = routh_gp_sparse_at(&work, data->x, y, &part->fit.parameters, NULL);
    part->fit.jitter = work.jitter;
    if (!isfinite(part->fit.log_likelihood))
        return ROUTH_OK;
    memcpy(part->z, work.z_chosen, m * data->inputs * sizeof *part->z);
    memcpy(part->weight, work.weight, m * sizeof *part->weight);
    memcpy(part->inverse, work.factor, m * m * sizeof *part->inverse);
    memcpy(part->correction, work.correction, m * m * sizeof *part->correction);
    lapack_invert_factor(m, part->inverse);
    lapack_invert_factor(m, part->correction);
    routh_gp_sparse_leave_out(&work, y, &part->fit.parameters, part->residual, part->deviation);
    return ROUTH_OK;
}

static routh_status compute(routh_context *context, routh_gp *gp, int threads) {
    if (!gp->part[0].chosen)
        ROUTH_TRY(compute_all_exact(context, gp, threads));
    for (size_t o = 0; o < gp->data.outputs; o++) {
        routh_gp_part *part = &gp->part[o];
        if (part->chosen)
            ROUTH_TRY(compute_sparse(context, &gp->data, o, threads, part));
        if (!isfinite(part->fit.log_likelihood))
            return routh_fail(context, ROUTH_OUT_OF_RANGE,
                              "output %zu: the kernel matrix is singular, even with %g of the signal's variance added",
                              o + 1, routh_gp_jitter(ROUTH_GP_JITTERS - 1));
        part->fit.mean = gp->data.output_mean[o];
        part->fit.scale = gp->data.output_scale[o];
        part->fit.flags = part->fit.jitter > 0 ? ROUTH_GP_JITTERED : 0;
    }
    return ROUTH_OK;
}

routh_status routh_gp_model_create(routh_arena *own, const routh_gp_data *data, const routh_gp_choice *choice,
                                   routh_gp **gp) {
    routh_gp *made = routh_take(own, 1, sizeof *made);
    routh_gp_part *part = routh_take(own, data->outputs, sizeof *part);
    for (size_t o = 0; part && o < data->outputs; o++)
        part_take(own, data, &choice[o], &part[o]);
    ROUTH_TRY(own->status);
    made->data = *data;
    made->part = part;
    *gp = made;
    return compute(own->context, made, routh_threads(own->context));
}

/* Asked of a model --------------------------------------------------------------------------------------*/

routh_gp *routh_gp_keep(routh_arena *own, routh_gp *gp) {
    gp->own = routh_arena_keep(own);
    return gp;
}

size_t routh_gp_inputs(const routh_gp *gp) {
    return gp->data.inputs;
}

size_t routh_gp_outputs(const routh_gp *gp) {
    return gp->data.outputs;
}

size_t routh_gp_count(const routh_gp *gp) {
    return gp->data.count;
}

const routh_model_output *routh_gp_fit_of(const routh_gp *gp, size_t output) {
    return &gp->part[output].fit;
}

double routh_gp_noise(const routh_gp *gp, size_t output) {
    return gp->part[output].fit.scale * gp->part[output].fit.parameters.noise;
}

void routh_gp_leave_one_out(const routh_gp *gp, double *residual, double *deviation) {
    const size_t outputs = gp->data.outputs;
    for (size_t i = 0; i < gp->data.count; i++)
        for (size_t o = 0; o < outputs; o++) {
            const routh_gp_part *part = &gp->part[o];
            if (residual)
                residual[i * outputs + o] = part->fit.scale * part->residual[i];
            if (deviation)
                deviation[i * outputs + o] = part->fit.scale * part->deviation[i];
        }
}

/* A copy of a model that outlives the original. */

/* NULL stays NULL. */
static void *copy_block(routh_arena *own, const void *block, size_t count, size_t size) {
    void *copy = block ? routh_take(own, count, size) : NULL;
    if (copy)
        memcpy(copy, block, count * size);
    return copy;
}

static void copy_part(routh_arena *own, const routh_gp_data *data, const routh_gp_part *from, routh_gp_part *to) {
    const size_t points = from->points, number = sizeof(double);
    to->fit = from->fit;
    to->points = points;
    to->chosen = copy_block(own, from->chosen, points, sizeof *from->chosen);
    to->z = copy_block(own, from->z, points, data->inputs * number);
    to->weight = copy_block(own, from->weight, points, number);
    to->inverse = copy_block(own, from->inverse, points, points * number);
    to->correction = copy_block(own, from->correction, points, points * number);
    to->residual = copy_block(own, from->residual, data->count, number);
    to->deviation = copy_block(own, from->deviation, data->count, number);
}

static routh_gp *copy_with(routh_arena *own, const routh_gp *gp, const routh_gp_data *data) {
    routh_gp *made = routh_take(own, 1, sizeof *made);
    routh_gp_part *part = routh_take(own, data->outputs, sizeof *part);
    routh_gp **alternative = routh_take(own, gp->alternatives, sizeof(*alternative));
    if (own->status != ROUTH_OK)
        return NULL;
    *made = (routh_gp){.data = *data, .part = part, .alternatives = gp->alternatives, .alternative = alternative};
    for (size_t o = 0; o < data->outputs; o++)
        copy_part(own, data, &gp->part[o], &part[o]);
    for (size_t j = 0; j < gp->alternatives; j++) /* of the same samples */
        alternative[j] = copy_with(own, gp->alternative[j], data);
    return made;
}

routh_status routh_gp_copy(routh_context *context, const routh_gp *gp, routh_gp **copy) {
    ROUTH_ARENA(own, context);
    routh_gp_data data = gp->data;
    data.x = copy_block(&own, data.x, data.count, data.inputs * sizeof *data.x);
    data.y = copy_block(&own, data.y, data.count, data.outputs * sizeof *data.y);
    data.output_mean = copy_block(&own, data.output_mean, data.outputs, sizeof *data.output_mean);
    data.output_scale = copy_block(&own, data.output_scale, data.outputs, sizeof *data.output_scale);
    routh_gp *made = copy_with(&own, gp, &data);
    ROUTH_TRY(own.status);
    *copy = routh_gp_keep(&own, made);
    return ROUTH_OK;
}

/* Models and likelihoods at the caller's hyper-parameters. */

static routh_status condition(routh_arena *own, const routh_gp_data *data, const routh_gp_parameters *parameters,
                              const routh_gp_options *options, routh_gp **gp) {
    routh_gp_choice *choice = routh_take(own, data->outputs, sizeof *choice);
    ROUTH_TRY(own->status);
    for (size_t o = 0; o < data->outputs; o++) {
        choice[o].parameters = parameters[o];
        ROUTH_TRY(routh_gp_check_parameters(own->context, &parameters[o], data->inputs));
        if (routh_gp_is_sparse(options, data->count))
            ROUTH_TRY(routh_gp_choose(own, data, &parameters[o], options->inducing, options->seed, &choice[o].chosen,
                                      &choice[o].points));
    }
    return routh_gp_model_create(own, data, choice, gp);
}

routh_status routh_gp_condition(routh_context *context, const routh_gp_samples *samples,
                                const routh_gp_parameters *parameters, const routh_gp_options *options, routh_gp **gp) {
    const routh_gp_options chosen = routh_gp_options_or_default(options);
    ROUTH_ARENA(own, context);
    routh_gp_data data;
    routh_gp *made;
    ROUTH_TRY(routh_gp_data_create(&own, samples, &data));
    ROUTH_TRY(routh_gp_check_options(context, &chosen, data.inputs));
    ROUTH_TRY(routh_gp_check_work(context, &chosen, data.count, data.outputs));
    const routh_one_thread before = routh_one_thread_begin();
    const routh_status status = condition(&own, &data, parameters, &chosen, &made);
    routh_one_thread_end(before);
    ROUTH_TRY(status);
    *gp = routh_gp_keep(&own, made);
    return ROUTH_OK;
}

/* Likelihood --------------------------------------------------------------------------------------------*/

struct routh_gp_likelihood {
    routh_arena own;
    routh_gp_data data;
    size_t output;
    size_t *chosen; /* NULL: exact */
    routh_gp_exact exact;
    routh_gp_sparse sparse;
};

void routh_gp_likelihood_release(routh_context *context, routh_gp_likelihood *likelihood) {
    if (likelihood)
        routh_arena_end(context, likelihood->own);
}

static routh_status choose_and_create(routh_arena *own, const routh_gp_options *options, routh_gp_likelihood *made) {
    const routh_gp_data *data = &made->data;
    size_t points = 0;
    const routh_one_thread before = routh_one_thread_begin();
    const routh_status status =
        routh_gp_choose(own, data, &options->start, options->inducing, options->seed, &made->chosen, &points);
    routh_one_thread_end(before);
    ROUTH_TRY(status);
    return routh_gp_sparse_create(own, data->count, data->inputs, made->chosen, points, routh_threads(own->context),
                                  &made->sparse);
}

routh_status routh_gp_likelihood_create(routh_context *context, const routh_gp_samples *samples, size_t output,
                                        const routh_gp_options *options, routh_gp_likelihood **likelihood) {
    const routh_gp_options chosen = routh_gp_options_or_default(options);
    ROUTH_ARENA(own, context);
    routh_gp_likelihood *made = routh_take(&own, 1, sizeof *made);
    ROUTH_TRY(own.status);
    made->output = output;
    ROUTH_TRY(routh_gp_data_create(&own, samples, &made->data));
    if (output >= samples->outputs)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no output %zu: the samples have %zu", output + 1,
                          samples->outputs);
    ROUTH_TRY(routh_gp_check_options(context, &chosen, samples->inputs));
    ROUTH_TRY(routh_gp_is_sparse(&chosen, samples->count)
                  ? choose_and_create(&own, &chosen, made)
                  : routh_gp_exact_create(&own, samples->count, samples->inputs, &made->exact));
    made->own = routh_arena_keep(&own);
    *likelihood = made;
    return ROUTH_OK;
}

double routh_gp_likelihood_at(routh_gp_likelihood *likelihood, const routh_gp_parameters *parameters,
                              routh_gp_parameters *gradient) {
    const routh_gp_data *data = &likelihood->data;
    const double *y = data->y + likelihood->output * data->count;
    const routh_one_thread before = routh_one_thread_begin();
    const double value = likelihood->chosen ? routh_gp_sparse_at(&likelihood->sparse, data->x, y, parameters, gradient)
                                            : routh_gp_exact_at(&likelihood->exact, data->x, y, parameters, gradient);
    routh_one_thread_end(before);
    return value;
}
