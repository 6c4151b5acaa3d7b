/* The options of Gaussian processes, and the kinds of models.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"
#include "learn/model.h"

/* The options of Gaussian processes, their defaults and checks. */

static routh_gp_parameters all_alike(double signal, double noise, double length) {
    routh_gp_parameters parameters = {.signal = signal, .noise = noise};
    for (int k = 0; k < ROUTH_GP_MOST_INPUTS; k++)
        parameters.length[k] = length;
    return parameters;
}

routh_gp_parameters routh_gp_parameters_default(void) {
    return all_alike(1, 0.3, 2);
}

routh_gp_options routh_gp_options_default(void) {
    return (routh_gp_options){.starts = 3,
                              .seed = 1,
                              .evaluations = 200,
                              .tolerance = 1e-5,
                              .coarse = 200,
                              .most_exact = 3000,
                              .inducing = 600,
                              .start = routh_gp_parameters_default(),
                              .low = all_alike(0.01, 1e-4, 0.01),
                              .high = all_alike(100, 10, 1000)};
}

routh_gp_options routh_gp_options_or_default(const routh_gp_options *options) {
    return options ? *options : routh_gp_options_default();
}

double routh_gp_work(size_t count, size_t points, size_t outputs) {
    const double n = (double)count, m = points ? (double)points : n;
    return n * m * m * (double)outputs;
}

routh_status routh_gp_check_work(routh_context *context, const routh_gp_options *options, size_t count,
                                 size_t outputs) {
    const size_t points = options->inducing < count ? options->inducing : count;
    const bool is_sparse = routh_gp_is_sparse(options, count);
    if (routh_gp_work(count, is_sparse ? points : 0, outputs) <= ROUTH_GP_MOST_WORK)
        return ROUTH_OK;
    return routh_fail(context, ROUTH_BAD_ARGUMENT,
                      is_sparse
                          ? "%zu samples, %zu outputs: samples × inducing points squared × outputs may be %g; use "
                            "fewer inducing points"
                          : "%zu samples, %zu outputs: samples cubed × outputs may be %g; use a sparse model",
                      count, outputs, ROUTH_GP_MOST_WORK);
}

int routh_gp_is_sparse(const routh_gp_options *options, size_t count) {
    return count > options->most_exact;
}

double *routh_gp_parameter(routh_gp_parameters *parameters, size_t i) {
    return i == 0 ? &parameters->signal : i == 1 ? &parameters->noise : &parameters->length[i - 2];
}

static double value_of(const routh_gp_parameters *parameters, size_t i) {
    return i == 0 ? parameters->signal : i == 1 ? parameters->noise : parameters->length[i - 2];
}

static const char *name_of(size_t i) {
    return i == 0 ? "signal" : i == 1 ? "noise" : "length";
}

/* Squares of these and their ratios keep their digits. */
#define LEAST 1e-50
#define MOST  1e50

routh_status routh_gp_check_parameters(routh_context *context, const routh_gp_parameters *parameters, size_t inputs) {
    for (size_t i = 0; i < inputs + 2; i++) {
        const double value = value_of(parameters, i);
        if (!(value >= LEAST && value <= MOST))
            return routh_fail(context, isfinite(value) ? ROUTH_BAD_ARGUMENT : ROUTH_NOT_FINITE,
                              "hyper-parameter %s%.0zu is %g: it must be positive, %g … %g", name_of(i),
                              i < 2 ? (size_t)0 : i - 1, value, LEAST, MOST);
    }
    return ROUTH_OK;
}

routh_status routh_gp_check_options(routh_context *context, const routh_gp_options *options, size_t inputs) {
    if (options->starts < 1 || options->starts > 1000)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "starts", "%zu starts; there must be 1 … 1000",
                                options->starts);
    if (options->evaluations < 1)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%d evaluations: at least 1 is needed", options->evaluations);
    if (!(options->tolerance > 0 && options->tolerance < INFINITY))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "tolerance %g: it must be positive", options->tolerance);
    if (options->inducing < 1)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a sparse model needs at least one inducing point");
    ROUTH_TRY(routh_gp_check_parameters(context, &options->low, inputs));
    ROUTH_TRY(routh_gp_check_parameters(context, &options->high, inputs));
    for (size_t i = 0; i < inputs + 2; i++) {
        const double low = value_of(&options->low, i), high = value_of(&options->high, i);
        const double start = value_of(&options->start, i);
        if (!(low <= start && start <= high))
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "start %s %g is not between its bounds, %g … %g", name_of(i),
                              start, low, high);
    }
    return ROUTH_OK;
}

/* The kinds of models, their inputs and outputs by name. */

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

static size_t model_learned_parameters(const routh_law *law) {
    return (size_t)routh_law_parameter(law, "eps") + 1; /* μ, if there is any, comes before ε in every law */
}

size_t routh_model_slot_count(routh_model_kind kind, const routh_law *law) {
    switch (kind) {
    case ROUTH_MODEL_BASELINE:
    case ROUTH_MODEL_WRENCH:
    case ROUTH_MODEL_RESIDUAL_WRENCH:
        return 3;
    case ROUTH_MODEL_PARAMETERS:
        return model_learned_parameters(law);
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
