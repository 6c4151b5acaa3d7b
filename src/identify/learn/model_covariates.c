/* Covariates of a model: what it sees beside the impact itself.
 *
 * Each is one more input; an angle is two, its sine and cosine. They come after the kind's own inputs. One that the
 * model sees already, such as vt, is not put in again: a second column of the same numbers says nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "learn/model.h"

size_t routh_model_input_total(const routh_model *model) {
    return routh_model_input_count(model->kind) + 2 * model->covariate_count;
}

const char *routh_model_input_shown(const routh_model *model, size_t input) {
    static const char *const turned[2][2] = {{"sin theta", "cos theta"}, {"sin 2theta", "cos 2theta"}};
    const size_t own = routh_model_input_count(model->kind);
    if (input < own)
        return routh_model_input_name(model->kind, input);
    const char *quantity = model->covariate[(input - own) / 2];
    return routh_quantity_is_angle(quantity) ? turned[quantity[0] == '2'][(input - own) % 2] : quantity;
}

void routh_model_inputs_of_covariates(const routh_model *model, const double *row, double *input) {
    double *to = input + routh_model_input_count(model->kind);
    for (size_t k = 0; k < model->covariate_count; k++) {
        const bool is_angle = routh_quantity_is_angle(model->covariate[k]);
        *to++ = is_angle ? sin(row[k]) : row[k];
        *to++ = is_angle ? cos(row[k]) : NAN;
    }
}

routh_status routh_model_take_covariates(routh_context *context, const routh_model_options *options,
                                         routh_model *model) {
    if (options->covariate_count > ROUTH_MOST_COVARIATES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu covariates are too many: at most %d are allowed",
                          options->covariate_count, ROUTH_MOST_COVARIATES);
    if (options->covariate_count > 0 && (!options->covariates || !options->covariate))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "covariates need their names and their values");
    model->covariate_count = options->covariate_count;
    for (size_t k = 0; k < model->covariate_count; k++) {
        if (!options->covariates[k].quantity[0])
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "covariate %zu (from 0) names no quantity", k);
        snprintf(model->covariate[k], sizeof model->covariate[k], "%s", options->covariates[k].quantity);
    }
    return ROUTH_OK;
}

bool routh_model_sees(const routh_model *model, const char *name) {
    for (size_t k = 0; k < model->inputs; k++)
        if (strcmp(routh_model_input_shown(model, model->input[k]), name) == 0)
            return true;
    return false;
}

/* Does an input vary by more than rounding? */
static bool varies(size_t count, size_t stride, const double *column) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, column[i * stride]);
        high = fmax(high, column[i * stride]);
    }
    return high - low > ROUTH_MODEL_LEAST_VARIATION * fmax(fabs(low), fabs(high));
}

static routh_status choose(routh_context *context, routh_model *model, size_t count, const double *table, size_t k) {
    const size_t own = routh_model_input_count(model->kind), all = routh_model_input_total(model);
    const int parts = routh_quantity_is_angle(model->covariate[k]) ? 2 : 1;
    size_t missing = 0;
    bool is_informative = false;
    for (size_t i = 0; i < count; i++)
        missing += isfinite(table[i * all + own + 2 * k]) ? 0 : 1;
    if (missing > 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%.60s is missing in %zu of %zu impacts to learn from; a covariate needs it in all of them",
                          model->covariate[k], missing, count);
    for (int part = 0; part < parts; part++) {
        const size_t input = own + 2 * k + (size_t)part;
        if (!varies(count, all, table + input))
            continue;
        is_informative = true;
        if (!routh_model_sees(model, routh_model_input_shown(model, input)))
            model->input[model->inputs++] = input;
    }
    if (!is_informative)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%.60s is the same in all %zu impacts to learn from: nothing can be learned from it",
                          model->covariate[k], count);
    return ROUTH_OK;
}

routh_status routh_model_choose_covariates(routh_context *context, routh_model *model, size_t count,
                                           const double *table) {
    routh_status status = ROUTH_OK;
    for (size_t k = 0; k < model->covariate_count && status == ROUTH_OK; k++)
        status = choose(context, model, count, table, k);
    return status;
}
