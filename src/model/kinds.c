/* The kinds of models, their inputs and outputs by name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "base/nearest.h"
#include "model.h"

static const char *const names[] = {
#define ROUTH_MODEL_NAME(code, name, about) name,
    ROUTH_MODEL_TABLE(ROUTH_MODEL_NAME)
#undef ROUTH_MODEL_NAME
};

static const char *const abouts[] = {
#define ROUTH_MODEL_ABOUT(code, name, about) about,
    ROUTH_MODEL_TABLE(ROUTH_MODEL_ABOUT)
#undef ROUTH_MODEL_ABOUT
};

const char *routh_model_name(routh_model_kind kind) {
    return (unsigned)kind < ROUTH_MODEL_COUNT ? names[kind] : "unknown";
}

const char *routh_model_about(routh_model_kind kind) {
    return (unsigned)kind < ROUTH_MODEL_COUNT ? abouts[kind] : "no such kind of model";
}

static const char *name_at(size_t index, const void *user) {
    (void)user;
    return names[index];
}

int routh_model_find(routh_context *context, const char *name) {
    for (int i = 0; name && i < ROUTH_MODEL_COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    const char *nearest = name ? routh_nearest_name(name, ROUTH_MODEL_COUNT, name_at, NULL) : NULL;
    if (nearest)
        routh_fail(context, ROUTH_BAD_ARGUMENT, "no model is called \"%.60s\"; did you mean \"%s\"?", name, nearest);
    else
        routh_fail(context, ROUTH_BAD_ARGUMENT,
                   "no model is called \"%.60s\"; there are baseline, rigid, rigid-2d, wrench, residual, "
                   "residual-wrench and parameters",
                   name ? name : "");
    return -1;
}

int routh_model_needs_law(routh_model_kind kind) {
    return kind == ROUTH_MODEL_RESIDUAL || kind == ROUTH_MODEL_RESIDUAL_WRENCH || kind == ROUTH_MODEL_PARAMETERS;
}

routh_model_options routh_model_options_default(void) {
    return (routh_model_options){.kind = ROUTH_MODEL_WRENCH,
                                 .law = routh_law_find(NULL, "wang-mason"),
                                 .metric = ROUTH_MOMENTUM,
                                 .ensemble = routh_ensemble_options_default(),
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
