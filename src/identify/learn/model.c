/* A trained model: copy, release and properties.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/model.h"
#include "base/context.h"
#include "base/order.h"
#include "learn/gp.h"

void routh_model_release(routh_context *context, routh_model *model) {
    if (!model)
        return;
    routh_gp_release(context, model->gp);
    routh_model_release(context, model->prior);
    routh_release(context, model);
}

routh_status routh_model_copy(routh_context *context, const routh_model *model, routh_model **copy) {
    routh_model *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    *made = *model;
    made->gp = NULL;
    made->prior = NULL;
    routh_status status = routh_gp_copy(context, model->gp, &made->gp);
    if (status == ROUTH_OK && model->prior)
        status = routh_model_copy(context, model->prior, &made->prior);
    if (status != ROUTH_OK) {
        routh_model_release(context, made);
        return status;
    }
    routh_model_make_laws(made);
    *copy = made;
    return ROUTH_OK;
}

routh_model_facts routh_model_facts_of(const routh_model *model) {
    routh_model_facts facts = {.kind = model->kind,
                               .law = model->law,
                               .metric = model->metric,
                               .count = model->count,
                               .bounded = model->bounded,
                               .inputs = model->inputs,
                               .covariate_count = model->covariate_count,
                               .prior = model->prior};
    for (int i = 0; i < ROUTH_MAX_PARAMETERS; i++)
        facts.parameters[i] = model->parameters[i];
    for (size_t k = 0; k < model->inputs; k++)
        facts.input[k] = routh_model_input_shown(model, model->input[k]);
    for (size_t k = 0; k < model->covariate_count; k++)
        facts.covariate[k] = model->covariate[k];
    for (size_t s = 0; s < model->slots; s++)
        if (model->output[s] >= 0) {
            facts.output[facts.outputs] = routh_model_slot_name(model, s);
            const int quantity = routh_model_quantity_of_slot(model, s);
            facts.interval[facts.outputs] =
                quantity < 0 ? ROUTH_NORMAL_INTERVAL : model->interval[quantity] / model->spread[quantity];
            facts.unit[facts.outputs++] = routh_model_slot_unit(model, s);
        }
    return facts;
}

routh_model_output routh_model_output_of(const routh_model *model, size_t output) {
    return *routh_gp_fit_of(model->gp, output);
}

void routh_model_leave_one_out(const routh_model *model, double *residual, double *deviation) {
    const size_t outputs = routh_gp_outputs(model->gp);
    routh_gp_leave_one_out_measured(model->gp, residual, deviation);
    for (size_t s = 0; deviation && s < model->slots; s++) {
        const int quantity = routh_model_quantity_of_slot(model, s);
        for (size_t i = 0; quantity >= 0 && model->output[s] >= 0 && i < model->count; i++)
            deviation[i * outputs + (size_t)model->output[s]] *= model->spread[quantity];
    }
}
