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

static routh_status prepare(routh_context *context, const routh_gp_data *data, const routh_gp_parameters *parameters,
                            uint64_t seed, point_choice *c) {
    if (!(c->candidate = routh_allocate(context, c->count, sizeof *c->candidate)) ||
        !(c->z = routh_allocate(context, c->count, c->inputs * sizeof *c->z)) ||
        !(c->left = routh_allocate(context, c->count, sizeof *c->left)) ||
        !(c->row = routh_allocate(context, c->count, c->points * sizeof *c->row)))
        return ROUTH_OUT_OF_MEMORY;
    routh_random random = routh_random_seed(seed, 0);
    routh_random_draw(&random, data->count, c->count, c->candidate);
    for (size_t k = 0; k < c->inputs; k++)
        for (size_t i = 0; i < c->count; i++)
            c->z[k * c->count + i] = data->x[k * data->count + c->candidate[i]] / parameters->length[k];
    return ROUTH_OK;
}

routh_status routh_gp_choose(routh_context *context, const routh_gp_data *data, const routh_gp_parameters *parameters,
                             size_t wanted, uint64_t seed, size_t **chosen, size_t *points) {
    point_choice c = {.inputs = data->inputs, .points = wanted < data->count ? wanted : data->count};
    c.count = data->count / CANDIDATES < c.points ? data->count : c.points * CANDIDATES;
    *chosen = routh_allocate(context, c.points, sizeof **chosen);
    routh_status status = *chosen ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK && c.points == data->count) {
        for (size_t i = 0; i < data->count; i++)
            (*chosen)[i] = i;
        *points = data->count;
    } else if (status == ROUTH_OK) {
        status = prepare(context, data, parameters, seed, &c);
        *points = status == ROUTH_OK ? choose(&c, *chosen) : 0;
    }
    routh_release(context, c.candidate);
    routh_release(context, c.z);
    routh_release(context, c.left);
    routh_release(context, c.row);
    if (status != ROUTH_OK) {
        routh_release(context, *chosen);
        *chosen = NULL;
    }
    return status;
}

/* A model from samples and hyper-parameters: what prediction needs, and what leaving one sample out would predict. */

static void part_release(routh_context *context, routh_gp_part *part) {
    routh_release(context, part->chosen);
    routh_release(context, part->z);
    routh_release(context, part->weight);
    routh_release(context, part->inverse);
    routh_release(context, part->correction);
    routh_release(context, part->residual);
    routh_release(context, part->deviation);
}

void routh_gp_release(routh_context *context, routh_gp *gp) {
    if (!gp)
        return;
    for (size_t j = 0; j < gp->alternatives; j++)
        routh_gp_release(context, gp->alternative[j]);
    routh_release(context, gp->alternative);
    for (size_t o = 0; gp->part && o < gp->data.outputs; o++)
        part_release(context, &gp->part[o]);
    routh_release(context, gp->part);
    routh_gp_data_release(context, &gp->data);
    routh_release(context, gp);
}

static routh_status part_allocate(routh_context *context, const routh_gp_data *data, const routh_gp_choice *choice,
                                  routh_gp_part *part) {
    const size_t points = choice->chosen ? choice->points : data->count;
    part->points = points;
    part->fit.parameters = choice->parameters;
    part->fit.inducing = choice->chosen ? points : 0;
    return (part->z = routh_allocate(context, points, data->inputs * sizeof *part->z)) &&
                   (part->weight = routh_allocate(context, points, sizeof *part->weight)) &&
                   (part->inverse = routh_allocate(context, points, points * sizeof *part->inverse)) &&
                   (!choice->chosen ||
                    (part->correction = routh_allocate(context, points, points * sizeof *part->correction))) &&
                   (part->residual = routh_allocate(context, data->count, sizeof *part->residual)) &&
                   (part->deviation = routh_allocate(context, data->count, sizeof *part->deviation))
               ? ROUTH_OK
               : ROUTH_OUT_OF_MEMORY;
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
    ROUTH_TRY(routh_gp_sparse_create(context, data->count, data->inputs, part->chosen, m, threads, &work));
    part->fit.log_likelihood = routh_gp_sparse_at(&work, data->x, y, &part->fit.parameters, NULL);
    part->fit.jitter = work.jitter;
    if (isfinite(part->fit.log_likelihood)) {
        memcpy(part->z, work.z_chosen, m * data->inputs * sizeof *part->z);
        memcpy(part->weight, work.weight, m * sizeof *part->weight);
        memcpy(part->inverse, work.factor, m * m * sizeof *part->inverse);
        memcpy(part->correction, work.correction, m * m * sizeof *part->correction);
        lapack_invert_factor(m, part->inverse);
        lapack_invert_factor(m, part->correction);
        routh_gp_sparse_leave_out(&work, y, &part->fit.parameters, part->residual, part->deviation);
    }
    routh_gp_sparse_release(context, &work);
    return ROUTH_OK;
}

static routh_status compute(routh_context *context, routh_gp *gp, int threads) {
    routh_status status = ROUTH_OK;
    if (!gp->part[0].chosen)
        status = compute_all_exact(context, gp, threads);
    for (size_t o = 0; status == ROUTH_OK && o < gp->data.outputs; o++) {
        routh_gp_part *part = &gp->part[o];
        if (part->chosen)
            status = compute_sparse(context, &gp->data, o, threads, part);
        if (status == ROUTH_OK && !isfinite(part->fit.log_likelihood))
            status =
                routh_fail(context, ROUTH_OUT_OF_RANGE,
                           "output %zu: the kernel matrix is singular, even with %g of the signal's variance added",
                           o + 1, routh_gp_jitter(ROUTH_GP_JITTERS - 1));
        part->fit.mean = gp->data.output_mean[o];
        part->fit.scale = gp->data.output_scale[o];
        part->fit.flags = part->fit.jitter > 0 ? ROUTH_GP_JITTERED : 0;
    }
    return status;
}

routh_status routh_gp_model_create(routh_context *context, routh_gp_data *data, routh_gp_choice *choice,
                                   routh_gp **gp) {
    const size_t outputs = data->outputs;
    routh_gp *made = routh_allocate(context, 1, sizeof *made);
    routh_status status = made ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (made) {
        made->data = *data;
        *data = (routh_gp_data){0};
        if (!(made->part = routh_allocate(context, outputs, sizeof *made->part)))
            status = ROUTH_OUT_OF_MEMORY;
    }
    for (size_t o = 0; o < outputs; o++) {
        if (status == ROUTH_OK)
            status = part_allocate(context, &made->data, &choice[o], &made->part[o]);
        if (made && made->part)
            made->part[o].chosen = choice[o].chosen;
        else
            routh_release(context, choice[o].chosen);
        choice[o].chosen = NULL;
    }
    if (status == ROUTH_OK)
        status = compute(context, made, routh_threads(context));
    if (status != ROUTH_OK) {
        routh_gp_release(context, made);
        routh_gp_data_release(context, data);
        made = NULL;
    }
    *gp = made;
    return status;
}

/* Asked of a model --------------------------------------------------------------------------------------*/

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
static void *copy_block(routh_context *context, const void *block, size_t count, size_t size, int *failed) {
    void *copy = block ? routh_allocate(context, count, size) : NULL;
    if (copy)
        memcpy(copy, block, count * size);
    *failed |= block && !copy;
    return copy;
}

static void copy_part(routh_context *context, const routh_gp_data *data, const routh_gp_part *from, routh_gp_part *to,
                      int *failed) {
    const size_t points = from->points, number = sizeof(double);
    to->fit = from->fit;
    to->points = points;
    to->chosen = copy_block(context, from->chosen, points, sizeof *from->chosen, failed);
    to->z = copy_block(context, from->z, points, data->inputs * number, failed);
    to->weight = copy_block(context, from->weight, points, number, failed);
    to->inverse = copy_block(context, from->inverse, points, points * number, failed);
    to->correction = copy_block(context, from->correction, points, points * number, failed);
    to->residual = copy_block(context, from->residual, data->count, number, failed);
    to->deviation = copy_block(context, from->deviation, data->count, number, failed);
}

routh_status routh_gp_copy(routh_context *context, const routh_gp *gp, routh_gp **copy) {
    const routh_gp_data *data = &gp->data;
    routh_gp *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    int failed = 0;
    made->data = *data;
    made->data.x = copy_block(context, data->x, data->count, data->inputs * sizeof *data->x, &failed);
    made->data.y = copy_block(context, data->y, data->count, data->outputs * sizeof *data->y, &failed);
    made->data.output_mean = copy_block(context, data->output_mean, data->outputs, sizeof *data->output_mean, &failed);
    made->data.output_scale =
        copy_block(context, data->output_scale, data->outputs, sizeof *data->output_scale, &failed);
    made->part = routh_allocate(context, data->outputs, sizeof *made->part);
    failed |= !made->part;
    for (size_t o = 0; made->part && o < data->outputs; o++)
        copy_part(context, data, &gp->part[o], &made->part[o], &failed);
    if (gp->alternatives > 0)
        failed |= !(made->alternative = routh_allocate(context, gp->alternatives, sizeof(*made->alternative)));
    for (size_t j = 0; !failed && j < gp->alternatives; j++) {
        failed |= routh_gp_copy(context, gp->alternative[j], &made->alternative[j]) != ROUTH_OK;
        made->alternatives = j + 1;
    }
    if (failed) {
        routh_gp_release(context, made);
        return ROUTH_OUT_OF_MEMORY;
    }
    *copy = made;
    return ROUTH_OK;
}

/* Models and likelihoods at the caller's hyper-parameters. */

static routh_status condition(routh_context *context, routh_gp_data *data, const routh_gp_parameters *parameters,
                              const routh_gp_options *options, routh_gp **gp) {
    const size_t outputs = data->outputs;
    ROUTH_ARENA(room, context);
    routh_gp_choice *choice = routh_take(&room, outputs, sizeof *choice);
    routh_status status = room.status;
    const routh_one_thread before = routh_one_thread_begin();
    for (size_t o = 0; status == ROUTH_OK && o < outputs; o++) {
        choice[o].parameters = parameters[o];
        status = routh_gp_check_parameters(context, &parameters[o], data->inputs);
        if (status == ROUTH_OK && routh_gp_is_sparse(options, data->count))
            status = routh_gp_choose(context, data, &parameters[o], options->inducing, options->seed, &choice[o].chosen,
                                     &choice[o].points);
    }
    if (status == ROUTH_OK)
        status = routh_gp_model_create(context, data, choice, gp);
    routh_one_thread_end(before);
    for (size_t o = 0; choice && o < outputs; o++)
        routh_release(context, choice[o].chosen);
    return status;
}

routh_status routh_gp_condition(routh_context *context, const routh_gp_samples *samples,
                                const routh_gp_parameters *parameters, const routh_gp_options *options, routh_gp **gp) {
    const routh_gp_options chosen = routh_gp_options_or_default(options);
    routh_gp_data data;
    routh_status status = routh_gp_data_create(context, samples, &data);
    if (status == ROUTH_OK)
        status = routh_gp_check_options(context, &chosen, data.inputs);
    if (status == ROUTH_OK)
        status = routh_gp_check_work(context, &chosen, data.count, data.outputs);
    if (status == ROUTH_OK)
        status = condition(context, &data, parameters, &chosen, gp);
    routh_gp_data_release(context, &data);
    return status;
}

/* Likelihood --------------------------------------------------------------------------------------------*/

struct routh_gp_likelihood {
    routh_gp_data data;
    size_t output;
    size_t *chosen; /* NULL: exact */
    routh_gp_exact exact;
    routh_gp_sparse sparse;
};

void routh_gp_likelihood_release(routh_context *context, routh_gp_likelihood *likelihood) {
    if (!likelihood)
        return;
    routh_gp_data_release(context, &likelihood->data);
    routh_gp_exact_release(context, &likelihood->exact);
    routh_gp_sparse_release(context, &likelihood->sparse);
    routh_release(context, likelihood->chosen);
    routh_release(context, likelihood);
}

static routh_status choose_and_create(routh_context *context, const routh_gp_options *options,
                                      routh_gp_likelihood *made) {
    const routh_gp_data *data = &made->data;
    size_t points = 0;
    const routh_one_thread before = routh_one_thread_begin();
    const routh_status status =
        routh_gp_choose(context, data, &options->start, options->inducing, options->seed, &made->chosen, &points);
    routh_one_thread_end(before);
    return status == ROUTH_OK ? routh_gp_sparse_create(context, data->count, data->inputs, made->chosen, points,
                                                       routh_threads(context), &made->sparse)
                              : status;
}

routh_status routh_gp_likelihood_create(routh_context *context, const routh_gp_samples *samples, size_t output,
                                        const routh_gp_options *options, routh_gp_likelihood **likelihood) {
    const routh_gp_options chosen = routh_gp_options_or_default(options);
    routh_gp_likelihood *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    made->output = output;
    routh_status status = routh_gp_data_create(context, samples, &made->data);
    if (status == ROUTH_OK && output >= samples->outputs)
        status = routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no output %zu: the samples have %zu", output + 1,
                            samples->outputs);
    if (status == ROUTH_OK)
        status = routh_gp_check_options(context, &chosen, samples->inputs);
    if (status == ROUTH_OK)
        status = routh_gp_is_sparse(&chosen, samples->count)
                     ? choose_and_create(context, &chosen, made)
                     : routh_gp_exact_create(context, samples->count, samples->inputs, &made->exact);
    if (status == ROUTH_OK)
        *likelihood = made;
    else
        routh_gp_likelihood_release(context, made);
    return status;
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
