/* Learned models in and out of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/write_hdf5_values.h"
#include "impact/modified.h"
#include "learn/gp.h"
#include "learn/model.h"

#define ROUTH_MODEL_UNEXPLAINED                                                                                        \
    { "unexplained Pt", "unexplained Pn" } /* of learned parameters */

enum {
    ROUTH_MODEL_FIRST_LAYOUT = 1, /* without covariates, which layout 2 has; neither has intervals of its own */
    ROUTH_MODEL_LAYOUT = 3,
    ROUTH_MODEL_MOST_PRIORS = 8, /* one upon the other */
    ROUTH_MODEL_LIST = 128       /* bytes of a list of inputs or outputs */
};

#define ROUTH_MODEL_FORMAT "routh-contact-model"

/* Reads a model: everything is checked before it is used. */

static routh_status bad(const routh_hdf5_place *place, const char *what, const char *value) {
    return routh_fail_at(place->source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = place->source->shown, .part = place->path, .value = value},
                         "%s \"%.60s\"", what, value);
}

static routh_status check_format(const routh_hdf5_place *root) {
    const routh_source *source = root->source;
    bool is_process = false, is_model = false;
    ROUTH_TRY(routh_hdf5_has_format(root, ROUTH_GP_FORMAT, &is_process));
    ROUTH_TRY(routh_hdf5_has_format(root, ROUTH_MODEL_FORMAT, &is_model));
    if (is_process)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "a Gaussian process alone, not a contact model");
    if (!is_model)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "not a contact model (format is not \"%s\")", ROUTH_MODEL_FORMAT);
    return routh_hdf5_layout(root, ROUTH_MODEL_FIRST_LAYOUT, ROUTH_MODEL_LAYOUT, NULL);
}

/* Which of `count` names the text attribute holds; an error if none. */
static routh_status read_choice(const routh_hdf5_place *group, const char *name, size_t count,
                                const char *(*at)(size_t index, const void *user), const void *user, size_t *choice) {
    char text[64], what[64];
    ROUTH_TRY(routh_hdf5_text(group, name, text, sizeof text));
    for (*choice = 0; *choice < count; ++*choice)
        if (strcmp(text, at(*choice, user)) == 0)
            return ROUTH_OK;
    snprintf(what, sizeof what, "no %s is called", name);
    return bad(group, what, text);
}

static const char *name_at(size_t index, const void *names) {
    return routh_name(names, (long)index);
}

static const routh_law *any_law_at(size_t index) {
    return index < routh_law_count() ? routh_law_at(index) : routh_modified_at(index - routh_law_count());
}

static const char *law_at(size_t index, const void *user) {
    (void)user;
    return any_law_at(index)->name;
}

/* A number that must be finite. */
static routh_status read_number(const routh_hdf5_place *group, const char *name, double *value) {
    const routh_status status = routh_hdf5_number(group, name, value);
    return status == ROUTH_OK && !isfinite(*value) ? bad(group, "not a finite number:", name) : status;
}

static routh_status read_learned_parameters(const routh_hdf5_place *group, routh_model *model) {
    static const char *const unexplained[] = ROUTH_MODEL_UNEXPLAINED;
    if (routh_law_parameter(model->law, "eps") < 0)
        return bad(group, "no restitution to learn in", model->law->name);
    for (int k = 0; k < 2; k++) {
        ROUTH_TRY(read_number(group, unexplained[k], &model->unexplained[k]));
        if (model->unexplained[k] < 0)
            return bad(group, "negative:", unexplained[k]);
    }
    return ROUTH_OK;
}

static routh_status read_law(const routh_hdf5_place *group, routh_model *model) {
    size_t law = 0;
    ROUTH_TRY(read_choice(group, "law", routh_law_count() + routh_modified_count(), law_at, NULL, &law));
    model->law = any_law_at(law);
    ROUTH_TRY(read_number(group, "mu_max", &model->mu_max));
    if (!(model->mu_max > 0))
        return bad(group, "not positive:", "mu_max");
    for (int i = 0; i < model->law->parameter_count; i++)
        ROUTH_TRY(read_number(group, model->law->parameter[i].name, &model->parameters[i]));
    if (routh_law_check(NULL, model->law, model->parameters) != ROUTH_OK)
        return bad(group, "parameters out of bounds for", model->law->name);
    return model->kind == ROUTH_MODEL_PARAMETERS ? read_learned_parameters(group, model) : ROUTH_OK;
}

/* Is a name the next in a list with commas? Then goes past it. */
static int take(const char **list, const char *name) {
    const size_t length = strlen(name);
    if (strncmp(*list, name, length) != 0 || ((*list)[length] != ',' && (*list)[length] != '\0'))
        return 0;
    *list += length + ((*list)[length] == ',');
    return 1;
}

static routh_status read_inputs(const routh_hdf5_place *group, routh_model *model) {
    char text[ROUTH_MODEL_LIST];
    ROUTH_TRY(routh_hdf5_text(group, "inputs", text, sizeof text));
    const char *list = text;
    for (size_t k = 0; k < routh_model_input_count(model->kind); k++)
        if (take(&list, routh_model_input_name(model->kind, k)))
            model->input[model->inputs++] = k;
    return *list || model->inputs == 0 ? bad(group, "not the inputs of this kind:", text) : ROUTH_OK;
}

static routh_status read_covariate(const routh_hdf5_place *group, size_t k, routh_model *model) {
    const size_t own = routh_model_input_count(model->kind);
    char name[64], text[ROUTH_MODEL_LIST];
    snprintf(name, sizeof name, "covariate %zu", k);
    ROUTH_TRY(routh_hdf5_text(group, name, model->covariate[k], sizeof model->covariate[k]));
    if (!model->covariate[k][0])
        return bad(group, "no quantity in", name);
    snprintf(name, sizeof name, "inputs of covariate %zu", k);
    ROUTH_TRY(routh_hdf5_text_or_empty(group, name, text, sizeof text));
    const char *list = text;
    const size_t parts = routh_quantity_is_angle(model->covariate[k]) ? 2 : 1;
    for (size_t input = own + 2 * k; input < own + 2 * k + parts; input++) {
        const char *shown = routh_model_input_shown(model, input);
        if (*list && !routh_model_sees(model, shown) && take(&list, shown))
            model->input[model->inputs++] = input;
    }
    return *list ? bad(group, "not the inputs of this covariate:", text) : ROUTH_OK;
}

/* Version 1 has none. */
static routh_status read_covariates(const routh_hdf5_place *group, routh_model *model) {
    double count = 0;
    ROUTH_TRY(routh_hdf5_number_or_zero(group, "covariates", &count));
    if (!(count >= 0 && count <= ROUTH_MOST_COVARIATES && count == floor(count)))
        return bad(group, "not a number of covariates:", "covariates");
    model->covariate_count = (size_t)count;
    for (size_t k = 0; k < model->covariate_count; k++)
        ROUTH_TRY(read_covariate(group, k, model));
    return ROUTH_OK;
}

static routh_status read_outputs(const routh_hdf5_place *group, routh_model *model, size_t *outputs) {
    char text[ROUTH_MODEL_LIST];
    routh_status status = routh_hdf5_text(group, "outputs", text, sizeof text);
    const char *list = text;
    *outputs = 0;
    for (size_t s = 0; status == ROUTH_OK && s < model->slots; s++) {
        const char *slot = routh_model_slot_name(model, s);
        char name[64];
        snprintf(name, sizeof name, "constant %s", slot);
        model->output[s] = take(&list, slot) ? (int)(*outputs)++ : -1;
        if (model->output[s] < 0)
            status = read_number(group, name, &model->constant[s]);
    }
    return status == ROUTH_OK && *list ? bad(group, "not the outputs of this kind:", text) : status;
}

/* Versions 1 and 2 have none: their deviations are taken as right, and errors as normal. */
static routh_status read_intervals(const routh_hdf5_place *group, routh_model *model) {
    static const char *const quantity[] = ROUTH_MODEL_QUANTITY_NAMES;
    routh_model_plain_intervals(model);
    for (int k = 0; k < 2 * ROUTH_MODEL_QUANTITIES; k++) {
        char name[64];
        double value = 0;
        snprintf(name, sizeof name, "%s %s", k % 2 ? "interval" : "deviation", quantity[k / 2]);
        ROUTH_TRY(routh_hdf5_number_or_zero(group, name, &value));
        if (!(value >= 0 && isfinite(value)))
            return bad(group, "not a positive number:", name);
        if (value > 0)
            *(k % 2 ? &model->interval[k / 2] : &model->spread[k / 2]) = value;
    }
    return ROUTH_OK;
}

static routh_status read_description(const routh_hdf5_place *group, routh_model *model, size_t *outputs) {
    size_t kind = 0, metric = 0;
    int64_t bounded = 0;
    ROUTH_TRY(read_choice(group, "kind", ROUTH_MODEL_COUNT, name_at, &routh_model_kinds, &kind));
    ROUTH_TRY(read_choice(group, "metric", ROUTH_METRIC_COUNT, name_at, &routh_metrics, &metric));
    ROUTH_TRY(routh_hdf5_whole(group, "bounded", &bounded));
    model->kind = (routh_model_kind)kind;
    model->metric = (routh_metric)metric;
    model->bounded = bounded > 0 ? (size_t)bounded : 0;
    if (routh_model_needs_law(model->kind))
        ROUTH_TRY(read_law(group, model));
    model->slots = routh_model_slot_count(model->kind, model->law);
    ROUTH_TRY(read_inputs(group, model));
    ROUTH_TRY(read_covariates(group, model));
    ROUTH_TRY(read_intervals(group, model));
    return read_outputs(group, model, outputs);
}

static routh_status read_gp(const routh_hdf5_place *group, size_t outputs, routh_model *model) {
    routh_hdf5_place place;
    ROUTH_TRY(routh_hdf5_open(group, "gp", "gp", &place));
    ROUTH_TRY(routh_gp_read_group(&place, &model->gp));
    model->count = routh_gp_count(model->gp);
    return routh_gp_inputs(model->gp) == model->inputs && routh_gp_outputs(model->gp) == outputs
               ? ROUTH_OK
               : bad(group, "its Gaussian process has other inputs or outputs than a model of kind",
                     routh_name(&routh_model_kinds, model->kind));
}

static routh_status read_model(const routh_hdf5_place *group, int depth, routh_model **model);

static routh_status read_prior(const routh_hdf5_place *group, int depth, routh_model *model) {
    bool has = false;
    routh_hdf5_place place;
    ROUTH_TRY(routh_hdf5_has(group, "prior", &has));
    if (!has)
        return ROUTH_OK;
    if ((model->kind != ROUTH_MODEL_RIGID && model->kind != ROUTH_MODEL_WRENCH) || depth >= ROUTH_MODEL_MOST_PRIORS)
        return bad(group, "a prior is not allowed for a model of kind", routh_name(&routh_model_kinds, model->kind));
    ROUTH_TRY(routh_hdf5_open(group, "prior", "prior", &place));
    ROUTH_TRY(read_model(&place, depth + 1, &model->prior));
    if (model->prior->kind == ROUTH_MODEL_BASELINE || model->prior->kind == ROUTH_MODEL_PARAMETERS)
        return bad(&place, "a model cannot build on one of kind", routh_name(&routh_model_kinds, model->prior->kind));
    return model->prior->covariate_count > 0
               ? bad(&place, "a model cannot build on one with the covariate", model->prior->covariate[0])
               : ROUTH_OK;
}

static routh_status read_model(const routh_hdf5_place *group, int depth, routh_model **model) {
    routh_context *context = group->source->context;
    routh_model *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    size_t outputs = 0;
    routh_status status = read_description(group, made, &outputs);
    if (status == ROUTH_OK)
        status = read_gp(group, outputs, made);
    if (status == ROUTH_OK)
        status = read_prior(group, depth, made);
    if (status != ROUTH_OK) {
        routh_model_release(context, made);
        return status;
    }
    routh_model_make_laws(made);
    *model = made;
    return ROUTH_OK;
}

typedef struct model_reader {
    routh_model **model;
    routh_model_origin *origin; /* may be NULL */
} model_reader;

static routh_status read_file(void *user, const routh_hdf5_place *root) {
    const model_reader *r = user;
    routh_model_origin origin = {0};
    size_t frame = 0;
    ROUTH_TRY(check_format(root));
    ROUTH_TRY(read_choice(root, "frame", ROUTH_FRAME_COUNT, name_at, &routh_frames, &frame));
    ROUTH_TRY(routh_hdf5_text_or_empty(root, "note", origin.note, sizeof origin.note));
    ROUTH_TRY(read_model(root, 1, r->model));
    origin.frame = (routh_frame)frame;
    if (r->origin)
        *r->origin = origin;
    return ROUTH_OK;
}

routh_status routh_model_read(routh_context *context, routh_io from, routh_model **model, routh_model_origin *origin) {
    if (!model)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading a model needs a place for it");
    model_reader r = {.model = model, .origin = origin};
    return routh_hdf5_read_file(context, from, read_file, &r);
}

/* Writes a model: what it is, its Gaussian process and, where it has one, its prior. */

static void write_outputs(routh_hdf5_node *group, const routh_model *model) {
    char list[ROUTH_MODEL_LIST] = "";
    for (size_t s = 0; s < model->slots; s++) {
        const char *slot = routh_model_slot_name(model, s);
        char name[64];
        snprintf(name, sizeof name, "constant %s", slot);
        if (model->output[s] >= 0)
            routh_words_add(list, sizeof list, ",", "%s", slot);
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
                routh_words_add(list, sizeof list, ",", "%s", routh_model_input_shown(model, model->input[j]));
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
        routh_words_add(list, sizeof list, ",", "%s", routh_model_input_name(model->kind, model->input[k]));
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
