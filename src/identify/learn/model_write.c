/* Writes a model: what it is, its Gaussian process and, where it has one, its prior.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/model_file.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/write_hdf5_values.h"
#include "learn/gp_file.h"
#include "learn/model.h"

/* Names with commas between them. */
static void append(char list[ROUTH_MODEL_LIST], const char *name) {
    const size_t length = strlen(list);
    snprintf(list + length, ROUTH_MODEL_LIST - length, "%s%s", length ? "," : "", name);
}

static void write_outputs(routh_hdf5_node *group, const routh_model *model) {
    char list[ROUTH_MODEL_LIST] = "";
    for (size_t s = 0; s < model->slots; s++) {
        const char *slot = routh_model_slot_name(model, s);
        char name[64];
        snprintf(name, sizeof name, "constant %s", slot);
        if (model->output[s] >= 0)
            append(list, slot);
        else
            routh_hdf5_write_number(group, name, model->constant[s]);
    }
    routh_hdf5_write_text(group, "outputs", list);
}

static void write_covariates(routh_hdf5_node *group, const routh_model *model) {
    const size_t own = routh_model_input_count(model->kind);
    if (model->covariate_count == 0)
        return;
    routh_hdf5_write_integer(group, "covariates", (long)model->covariate_count);
    for (size_t k = 0; k < model->covariate_count; k++) {
        char name[64], list[ROUTH_MODEL_LIST] = "";
        for (size_t j = 0; j < model->inputs; j++)
            if (model->input[j] >= own && (model->input[j] - own) / 2 == k)
                append(list, routh_model_input_shown(model, model->input[j]));
        snprintf(name, sizeof name, "covariate %zu", k);
        routh_hdf5_write_text(group, name, model->covariate[k]);
        snprintf(name, sizeof name, "inputs of covariate %zu", k);
        routh_hdf5_write_text(group, name, list);
    }
}

static void write_intervals(routh_hdf5_node *group, const routh_model *model) {
    static const char *const quantity[] = ROUTH_MODEL_QUANTITY_NAMES;
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++) {
        char name[64];
        snprintf(name, sizeof name, "deviation %s", quantity[k]);
        routh_hdf5_write_number(group, name, model->spread[k]);
        snprintf(name, sizeof name, "interval %s", quantity[k]);
        routh_hdf5_write_number(group, name, model->interval[k]);
    }
}

static void write_description(routh_hdf5_node *group, const routh_model *model) {
    static const char *const unexplained[] = ROUTH_MODEL_UNEXPLAINED;
    char list[ROUTH_MODEL_LIST] = "";
    for (size_t k = 0; k < model->inputs && model->input[k] < routh_model_input_count(model->kind); k++)
        append(list, routh_model_input_name(model->kind, model->input[k]));
    routh_hdf5_write_text(group, "kind", routh_name(&routh_model_kinds, model->kind));
    routh_hdf5_write_text(group, "metric", routh_name(&routh_metrics, model->metric));
    routh_hdf5_write_text(group, "inputs", list);
    routh_hdf5_write_integer(group, "bounded", (long)model->bounded);
    write_covariates(group, model);
    write_outputs(group, model);
    write_intervals(group, model);
    if (!model->law)
        return;
    routh_hdf5_write_text(group, "law", model->law->name);
    routh_hdf5_write_number(group, "mu_max", model->mu_max);
    for (int i = 0; i < model->law->parameter_count; i++)
        routh_hdf5_write_number(group, model->law->parameter[i].name, model->parameters[i]);
    for (int k = 0; k < 2 && model->kind == ROUTH_MODEL_PARAMETERS; k++)
        routh_hdf5_write_number(group, unexplained[k], model->unexplained[k]);
}

static routh_status write_model(routh_context *context, routh_hdf5_node *group, const routh_model *model) {
    write_description(group, model);
    routh_hdf5_node *inner = routh_hdf5_begin_group(group, "gp");
    routh_status status = routh_gp_write_group(context, inner, model->gp);
    routh_hdf5_end(inner);
    if (status != ROUTH_OK || !model->prior)
        return status;
    inner = routh_hdf5_begin_group(group, "prior");
    status = write_model(context, inner, model->prior);
    routh_hdf5_end(inner);
    return status;
}

/* A file names laws and nests priors; can it hold this model? */
static routh_status check_model(routh_context *context, const routh_model *model) {
    int depth = 0;
    for (const routh_model *m = model; m; m = m->prior, depth++)
        if (m->law && routh_law_find(NULL, m->law->name) != m->law)
            return routh_fail(context, ROUTH_BAD_ARGUMENT,
                              "the law \"%.60s\" is not in the registry, so a file cannot name it", m->law->name);
    if (depth > ROUTH_MODEL_MOST_PRIORS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%d models build upon each other; a file holds %d at most",
                          depth, ROUTH_MODEL_MOST_PRIORS);
    return ROUTH_OK;
}

static routh_status write_file(routh_context *context, routh_hdf5_node *root, const routh_model *model,
                               routh_frame frame, const char *note) {
    char program[64];
    snprintf(program, sizeof program, "routh %s", routh_version());
    routh_hdf5_write_text(root, "format", ROUTH_MODEL_FORMAT);
    routh_hdf5_write_integer(root, "layout", ROUTH_MODEL_LAYOUT);
    routh_hdf5_write_text(root, "program", program);
    routh_hdf5_write_text(root, "frame", routh_name(&routh_frames, frame));
    routh_hdf5_write_text(root, "note", note ? note : "");
    return write_model(context, root, model);
}

routh_status routh_model_write(routh_context *context, const routh_model *model, routh_frame frame, const char *note,
                               routh_io to) {
    if (!model || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "writing a model needs a model and a frame");
    const routh_status status = check_model(context, model);
    if (status != ROUTH_OK)
        return status;
    routh_hdf5_image image;
    routh_hdf5_node *root = routh_hdf5_image_begin(context, &image);
    return routh_hdf5_image_end(&image, write_file(context, root, model, frame, note), to);
}
