/* Hyper-parameters that the samples allow besides the best, and predictions over all of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"

static inline int lapack_eigen(size_t count, double *matrix, double *value, double *work, size_t room) {
    const blasint n = (blasint)count, size = (blasint)room;
    blasint info = 0;
    dsyev_("V", "U", &n, matrix, &n, value, work, &size, &info, 1, 1);
    return (int)info;
}

/* Hyper-parameters that the samples allow beside the likeliest ones.
 *
 * The likeliest hyper-parameters of few samples fit them too well: with 13 impacts and 7 hyper-parameters, intervals of
 * 95 % hold two thirds. Their posterior is likelihood × prior over their logarithms θ. A few points
 * of it stand for it, as in H. Rue, S. Martino, N. Chopin, Approximate Bayesian inference for latent Gaussian models
 * by using integrated nested Laplace approximations, J. R. Statist. Soc. B 71 (2009), section 6.5:
 *
 *     θ* the maximum, H = −∂² log posterior there = V diag(λ) Vᵀ
 *     θ* ± f √p λ_k^−½ V_k along each axis k of p, the step changed on each side until log posterior falls by ½ f² p
 *
 * Weight 1/(2 p f²) for each of these points and 1 − 1/f² for θ* give a normal posterior its mean and covariance. The mean
 * that is predicted stays that of the likeliest hyper-parameters; the points widen its deviation: gp_alternatives.c.
 *
 * With more than ROUTH_GP_MOST_UNSURE samples the likeliest ones are as good as known. */

/* f: the value that Rue, Martino and Chopin recommend. */
#define DISTANCE 1.1

/* Half the step of the differences that make second derivatives, in logarithms. */
#define STEP 0.02

/* Curvature counts as no less: a deviation of e³ is as good as any. */
#define LEAST_CURVATURE 0.1

enum { MOST = ROUTH_QUASI_NEWTON_MOST, EVALUATIONS = 50, TRIES = 6 };

/* The maximum need not be known to more than this of log posterior. */
#define TOLERANCE 1e-2

static size_t points_of(size_t inputs) {
    return 2 * (inputs + 2) + 1;
}

double routh_gp_alternative_weight(const routh_gp *gp, size_t index) {
    const double others = (double)gp->alternatives - 1, square = DISTANCE * DISTANCE;
    return index == 0 ? 1 - 1 / square : 1 / (others * square);
}

/* Second derivatives at the maximum by differences of gradients; then their axes, row by row, and curvatures. */
static void find_axes(routh_gp_search *search, double axis[MOST][MOST], double curvature[MOST]) {
    const size_t p = search->descent.variables;
    double above[MOST], below[MOST], x[MOST], matrix[MOST * MOST], work[4 * MOST], value;
    double second[MOST][MOST];
    for (size_t k = 0; k < p; k++) {
        memcpy(x, search->descent.x, p * sizeof *x);
        x[k] += STEP;
        routh_gp_search_value(x, &value, above, search);
        x[k] -= 2 * STEP;
        routh_gp_search_value(x, &value, below, search);
        for (size_t j = 0; j < p; j++)
            second[k][j] = (above[j] - below[j]) / (2 * STEP);
    }
    for (size_t k = 0; k < p; k++)
        for (size_t j = 0; j < p; j++) {
            const double mean = 0.5 * (second[k][j] + second[j][k]);
            matrix[k * p + j] = isfinite(mean) ? mean : 0;
        }
    if (lapack_eigen(p, matrix, curvature, work, 4 * MOST) != 0)
        for (size_t k = 0; k < p; k++) { /* bounded iterations that did not converge: the prior's own axes */
            curvature[k] = LEAST_CURVATURE;
            for (size_t j = 0; j < p; j++)
                matrix[k * p + j] = j == k;
        }
    for (size_t k = 0; k < p; k++) {
        curvature[k] = fmax(curvature[k], LEAST_CURVATURE);
        memcpy(axis[k], matrix + k * p, p * sizeof *matrix);
    }
}

/* The point on one side of an axis, within the bounds; the maximum itself where there is none. */
static void go_along(routh_gp_search *search, const double *axis, double step, double *x) {
    const size_t p = search->descent.variables;
    const double wanted = 0.5 * DISTANCE * DISTANCE * (double)p;
    double fall = INFINITY;
    for (int attempt = 0; attempt < TRIES; attempt++) {
        double value;
        for (size_t k = 0; k < p; k++)
            x[k] = fmin(fmax(search->descent.x[k] + step * axis[k], search->low[k]), search->high[k]);
        routh_gp_search_value(x, &value, NULL, search);
        fall = value - search->descent.value;
        const double ratio = sqrt(wanted / fmax(fall, 0.05 * wanted)); /* by which a parabola would change the step */
        if (fabs(ratio - 1) < 0.15)
            break;
        step *= fmin(fmax(ratio, 0.3), 2);
    }
    if (!isfinite(fall))
        memcpy(x, search->descent.x, p * sizeof *x);
}

/* All points of one output: parameter[point × stride]. */
static void find_points(routh_gp_search *search, size_t stride, routh_gp_parameters *parameter) {
    const size_t p = search->descent.variables;
    double axis[MOST][MOST], curvature[MOST], x[MOST];
    routh_gp_search_run(search);
    find_axes(search, axis, curvature);
    parameter[0] = routh_gp_search_result(search);
    for (size_t k = 0; k < p; k++)
        for (size_t side = 0; side < 2; side++) {
            const double step = DISTANCE * sqrt((double)p / curvature[k]);
            go_along(search, axis[k], side ? -step : step, x);
            parameter[(1 + 2 * k + side) * stride] = routh_gp_search_at(search, x);
        }
}

routh_status routh_gp_add_alternatives(routh_arena *own, routh_gp *gp, const routh_gp_parameters *parameters) {
    const size_t outputs = gp->data.outputs, points = points_of(gp->data.inputs);
    ROUTH_ARENA(room, own->context);
    routh_gp_choice *choice = routh_take(&room, outputs, sizeof *choice);
    gp->alternative = routh_take(own, points, sizeof(*gp->alternative));
    ROUTH_TRY(room.status);
    ROUTH_TRY(own->status);
    for (size_t j = 0; j < points; j++) {
        for (size_t o = 0; o < outputs; o++)
            choice[o] = (routh_gp_choice){.parameters = parameters[j * outputs + o]};
        ROUTH_TRY(routh_gp_model_create(own, &gp->data, choice, &gp->alternative[j]));
        gp->alternatives = j + 1;
    }
    return ROUTH_OK;
}

typedef struct finding {
    routh_gp_course *course;
    const routh_gp_options *options;
    const routh_gp *gp;
    routh_gp_search *search; /* one for each output, and so is the work */
    routh_gp_exact *work;
    routh_gp_parameters *parameter;
} finding;

static routh_status find_one(routh_context *own, void *with, size_t o, int thread) {
    const finding *all = with;
    routh_gp_search *search = &all->search[o];
    (void)thread;
    *search = (routh_gp_search){
        .course = all->course, .own = own, .options = all->options, .data = &all->gp->data, .output = o};
    search->exact = &all->work[o];
    search->exact->context = own;
    search->has_prior = true;
    routh_gp_search_begin(search, &all->gp->part[o].fit.parameters);
    search->descent.tolerance = TOLERANCE;
    search->descent.evaluations = EVALUATIONS;
    find_points(search, all->gp->data.outputs, all->parameter + o);
    return search->stopped ? ROUTH_CANCELLED : ROUTH_OK;
}

routh_status routh_gp_find_alternatives(routh_gp_course *course, const routh_gp_options *options, int threads,
                                        routh_arena *own, routh_gp *gp) {
    const routh_gp_data *data = &gp->data;
    const size_t outputs = data->outputs, points = points_of(data->inputs);
    ROUTH_ARENA(room, course->context);
    finding all = {.course = course,
                   .options = options,
                   .gp = gp,
                   .search = routh_take(&room, outputs, sizeof *all.search),
                   .work = routh_take(&room, outputs, sizeof *all.work),
                   .parameter = routh_take(&room, points, outputs * sizeof *all.parameter)};
    ROUTH_TRY(room.status);
    for (size_t o = 0; o < outputs; o++)
        ROUTH_TRY(routh_gp_exact_create(&room, data->count, data->inputs, &all.work[o]));
    ROUTH_TRY(routh_share_out(
        course->context, &(routh_shares){.count = outputs, .threads = threads, .work = find_one, .with = &all}, NULL));
    return routh_gp_add_alternatives(own, gp, all.parameter);
}

/* What a measurement is predicted to be when hyper-parameters are known only within their alternatives.
 *
 * The mean is that of the likeliest hyper-parameters, μ. Each alternative j has a weight w_j, its own mean and its own
 * variance of a measurement, and the square that is to be expected around μ is
 *
 *     Σ w_j (σ_j² + σ_n,j² + (μ_j − μ)²)
 *
 * Leaving sample i out changes the weights too, since y_i had a part in them: w_j ÷ p_j(y_i | the others), the importance
 * weights of A. E. Gelfand, D. K. Dey, H. Chang, Model determination using predictive distributions (1992). So i is
 * predicted as if the hyper-parameters had never seen it, without any new search. */

/* deviation[] becomes that of a measurement. */
static void add_noise(const routh_gp *gp, size_t count, double *deviation) {
    const size_t outputs = gp->data.outputs;
    for (size_t i = 0; i < count * outputs; i++)
        deviation[i] = hypot(deviation[i], routh_gp_noise(gp, i % outputs));
}

routh_status routh_gp_predict_measured(routh_context *context, const routh_gp *gp, size_t count, const double *input,
                                       double *mean, double *deviation) {
    const size_t numbers = count * gp->data.outputs;
    ROUTH_TRY(routh_gp_predict(context, gp, count, input, mean, deviation));
    add_noise(gp, count, deviation);
    if (gp->alternatives == 0)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    double *other = routh_take(&room, numbers, sizeof *other);
    double *wide = routh_take(&room, numbers, sizeof *wide);
    ROUTH_TRY(room.status);
    memset(deviation, 0, numbers * sizeof *deviation);
    for (size_t j = 0; j < gp->alternatives; j++) {
        const double weight = routh_gp_alternative_weight(gp, j);
        ROUTH_TRY(routh_gp_predict(context, gp->alternative[j], count, input, other, wide));
        add_noise(gp->alternative[j], count, wide);
        for (size_t i = 0; i < numbers; i++)
            deviation[i] += weight * (wide[i] * wide[i] + (other[i] - mean[i]) * (other[i] - mean[i]));
    }
    for (size_t i = 0; i < numbers; i++)
        deviation[i] = sqrt(deviation[i]);
    return ROUTH_OK;
}

/* Sample i of one output, standardised. */
static void leave_out(const routh_gp *gp, size_t output, size_t i, double *residual, double *deviation) {
    double logarithm[2 * ROUTH_GP_MOST_INPUTS + 5], most = -INFINITY, sum = 0, mean = 0, square = 0;
    for (size_t j = 0; j < gp->alternatives; j++) {
        const routh_gp_part *part = &gp->alternative[j]->part[output];
        const double off = part->residual[i] / part->deviation[i];
        logarithm[j] = log(routh_gp_alternative_weight(gp, j)) + 0.5 * off * off + log(part->deviation[i]);
        most = fmax(most, logarithm[j]);
    }
    for (size_t j = 0; j < gp->alternatives; j++) {
        const routh_gp_part *part = &gp->alternative[j]->part[output];
        const double weight = exp(logarithm[j] - most), r = part->residual[i], d = part->deviation[i];
        sum += weight;
        mean += weight * r;
        square += weight * (d * d + r * r);
    }
    *residual = mean / sum;
    *deviation = sqrt(fmax(square / sum - *residual * *residual, 0));
}

void routh_gp_leave_one_out_measured(const routh_gp *gp, double *residual, double *deviation) {
    const size_t outputs = gp->data.outputs;
    if (gp->alternatives == 0) {
        routh_gp_leave_one_out(gp, residual, deviation);
        return;
    }
    for (size_t i = 0; i < gp->data.count; i++)
        for (size_t o = 0; o < outputs; o++) {
            double off, wide;
            leave_out(gp, o, i, &off, &wide);
            if (residual)
                residual[i * outputs + o] = gp->part[o].fit.scale * off;
            if (deviation)
                deviation[i * outputs + o] = gp->part[o].fit.scale * wide;
        }
}
