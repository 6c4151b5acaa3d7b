/* The kinds of models, their inputs and outputs by name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "learn/model.h"

static const routh_name_entry kinds[] = {
#define ROUTH_MODEL_NAME(code, name, about) {name, about},
    ROUTH_MODEL_TABLE(ROUTH_MODEL_NAME)
#undef ROUTH_MODEL_NAME
};
const routh_names routh_model_kinds = {"model", ROUTH_MODEL_COUNT, kinds};

int routh_model_needs_law(routh_model_kind kind) {
    return kind == ROUTH_MODEL_RESIDUAL || kind == ROUTH_MODEL_RESIDUAL_WRENCH || kind == ROUTH_MODEL_PARAMETERS;
}

routh_model_options routh_model_options_default(void) {
    return (routh_model_options){.kind = ROUTH_MODEL_WRENCH,
                                 .law = routh_law_find(NULL, "wang-mason"),
                                 .metric = ROUTH_MOMENTUM,
                                 .ensemble = routh_fit_options_default(),
                                 .gp = routh_gp_options_default()};
}

static const char *const body_inputs[] = {"m", "I", "rx", "ry", "x", "y", "theta", "vx", "vy", "omega"};
static const char *const momentum_inputs[] = {"Mvt", "Mvn"};
static const char *const contact_inputs[] = {"Mtt", "Mtn", "Mnn", "vt", "vn"};

size_t routh_model_input_count(routh_model_kind kind) {
    return kind == ROUTH_MODEL_BASELINE   ? sizeof body_inputs / sizeof *body_inputs
           : kind == ROUTH_MODEL_RIGID_2D ? sizeof momentum_inputs / sizeof *momentum_inputs
                                          : sizeof contact_inputs / sizeof *contact_inputs;
}

const char *routh_model_input_name(routh_model_kind kind, size_t input) {
    return kind == ROUTH_MODEL_BASELINE   ? body_inputs[input]
           : kind == ROUTH_MODEL_RIGID_2D ? momentum_inputs[input]
                                          : contact_inputs[input];
}

size_t routh_model_slot_count(routh_model_kind kind, const routh_law *law) {
    switch (kind) {
    case ROUTH_MODEL_BASELINE:
    case ROUTH_MODEL_WRENCH:
    case ROUTH_MODEL_RESIDUAL_WRENCH:
        return 3;
    case ROUTH_MODEL_PARAMETERS:
        return routh_model_learned_parameters(law);
    default:
        return 2;
    }
}

const char *routh_model_slot_name(const routh_model *model, size_t slot) {
    static const char *const velocity[] = {"vx", "vy", "omega"}, *const wrench[] = {"Pt", "Pn", "couple"};
    if (model->kind == ROUTH_MODEL_PARAMETERS)
        return strcmp(model->law->parameter[slot].name, "mu") == 0 ? "logit mu" : "logit eps";
    return model->kind == ROUTH_MODEL_BASELINE ? velocity[slot] : wrench[slot];
}

const char *routh_model_slot_unit(const routh_model *model, size_t slot) {
    static const char *const velocity[] = {"m/s", "m/s", "rad/s"}, *const wrench[] = {"N s", "N s", "N m s"};
    if (model->kind == ROUTH_MODEL_PARAMETERS)
        return "1";
    return model->kind == ROUTH_MODEL_BASELINE ? velocity[slot] : wrench[slot];
}

size_t routh_model_learned_parameters(const routh_law *law) {
    return (size_t)routh_law_parameter(law, "eps") + 1; /* μ, if there is any, comes before ε in every law */
}
