/* Models and likelihoods at the caller's hyper-parameters.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "learn/exact.h"
#include "learn/gp.h"
#include "learn/one_thread.h"
#include "learn/sparse.h"

static routh_status condition(routh_context *context, routh_gp_data *data, const routh_gp_parameters *parameters,
                              const routh_gp_options *options, routh_gp **gp) {
    const size_t outputs = data->outputs;
    routh_gp_choice *choice = routh_allocate(context, outputs, sizeof *choice);
    routh_status status = choice ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
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
    routh_release(context, choice);
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
