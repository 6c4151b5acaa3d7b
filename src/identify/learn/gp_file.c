/* Gaussian processes in and out of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"

/* Reads a Gaussian process: every number is checked before the model is computed from them. */

typedef struct gp_reader {
    const routh_hdf5_place *group;
    routh_context *context;
    const char *shown;
    routh_arena *own, *room; /* of the model, and of the reading */
    routh_gp_data data;
    routh_gp_choice *choice; /* by output */
    routh_gp_parameters *alternative;
    double *number; /* room for any of the arrays */
    int64_t *whole;
    int64_t *start, *evaluations, *flags; /* by output */
} gp_reader;

static routh_status check_format(const gp_reader *r) {
    bool has = false;
    ROUTH_TRY(routh_hdf5_has_format(r->group, ROUTH_GP_FORMAT, &has));
    if (!has)
        return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown,
                             "%s is not a Gaussian process (format is not \"%s\")", r->group->path, ROUTH_GP_FORMAT);
    return routh_hdf5_layout(r->group, ROUTH_GP_FIRST_LAYOUT, ROUTH_GP_LAYOUT, NULL);
}

/* An array of the group; its shape must be as given, unless that is 0. */
static routh_status open_array(gp_reader *r, const char *name, size_t *rows, size_t *columns, routh_hdf5_place *array) {
    size_t found[2] = {0, 0};
    ROUTH_TRY(routh_hdf5_open(r->group, name, name, array));
    ROUTH_TRY(routh_hdf5_shape(array, &found[0], &found[1]));
    if ((*rows && found[0] != *rows) || (*columns && found[1] != *columns))
        return routh_fail_at(r->context, ROUTH_BAD_FORMAT, &(routh_place){.file = r->shown, .part = name},
                             " is %zu×%zu, not %zu×%zu", found[0], found[1], *rows ? *rows : found[0],
                             *columns ? *columns : found[1]);
    *rows = found[0];
    *columns = found[1];
    return ROUTH_OK;
}

static routh_status read_numbers(gp_reader *r, const char *name, size_t rows, size_t columns, double *value) {
    routh_hdf5_place array;
    ROUTH_TRY(open_array(r, name, &rows, &columns, &array));
    ROUTH_TRY(routh_hdf5_numbers(&array, value));
    for (size_t i = 0; i < rows * columns; i++)
        if (!isfinite(value[i]))
            return routh_fail_at(r->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = r->shown, .part = name, .number = &value[i]},
                                 " holds %g, which is not finite", value[i]);
    return ROUTH_OK;
}

static routh_status read_wholes(gp_reader *r, const char *name, size_t *rows, int64_t *value) {
    routh_hdf5_place array;
    size_t columns = 1;
    ROUTH_TRY(open_array(r, name, rows, &columns, &array));
    if (*rows > r->data.count + r->data.outputs)
        return routh_fail_at(r->context, ROUTH_BAD_FORMAT, &(routh_place){.file = r->shown, .part = name},
                             " has %zu numbers, more than there are samples", *rows);
    return routh_hdf5_wholes(&array, value);
}

/* Row by row in the file, column by column in memory. */
static routh_status read_table(gp_reader *r, const char *name, size_t columns, double *value) {
    const size_t rows = r->data.count;
    ROUTH_TRY(read_numbers(r, name, rows, columns, r->number));
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            value[j * rows + i] = r->number[i * columns + j];
    return ROUTH_OK;
}

static routh_status read_scales(gp_reader *r, const char *name, size_t count, double *value) {
    ROUTH_TRY(read_numbers(r, name, count, 1, value));
    for (size_t i = 0; i < count; i++)
        if (!(value[i] > 0))
            return routh_fail_at(r->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = r->shown, .part = name, .number = &value[i]},
                                 " holds %g, which is not positive", value[i]);
    return ROUTH_OK;
}

/* Numbers that were measured do not shrink to less than a byte each, whatever packs them. A file that repeats one number
 * does, and a few kB would make us factor a matrix of gigabytes. */
static routh_status open_samples(gp_reader *r, const char *name, size_t *rows, size_t *columns) {
    routh_hdf5_place array;
    uint64_t stored = 0;
    size_t found[2] = {0, 0};
    ROUTH_TRY(open_array(r, name, rows, columns, &array));
    ROUTH_TRY(routh_hdf5_packed_shape(&array, &found[0], &found[1], &stored));
    if ((uint64_t)*rows * *columns > stored)
        return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown,
                             "%s claims %zu×%zu numbers but has %llu bytes; samples of a model need one for each", name,
                             *rows, *columns, (unsigned long long)stored);
    return ROUTH_OK;
}

static routh_status read_shape(gp_reader *r) {
    size_t count = 0, inputs = 0, rows = 0, outputs = 0;
    ROUTH_TRY(open_samples(r, "inputs", &count, &inputs));
    rows = count;
    ROUTH_TRY(open_samples(r, "outputs", &rows, &outputs));
    if (inputs < 1 || inputs > ROUTH_GP_MOST_INPUTS || outputs < 1 || count < inputs + 2)
        return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown,
                             "not a valid Gaussian process: %zu samples, %zu inputs, %zu outputs", count, inputs,
                             outputs);
    const size_t most = count + outputs;
    ROUTH_TRY(routh_gp_data_take(r->own, count, inputs, outputs, &r->data));
    r->number = routh_take(r->room, most, (inputs + outputs + 2) * sizeof *r->number);
    r->whole = routh_take(r->room, most, sizeof *r->whole);
    r->choice = routh_take(r->room, outputs, sizeof *r->choice);
    r->start = routh_take(r->room, outputs, sizeof *r->start);
    r->evaluations = routh_take(r->room, outputs, sizeof *r->evaluations);
    r->flags = routh_take(r->room, outputs, sizeof *r->flags);
    return r->room->status;
}

static routh_status read_samples(gp_reader *r) {
    routh_gp_data *data = &r->data;
    ROUTH_TRY(read_table(r, "inputs", data->inputs, data->x));
    ROUTH_TRY(read_table(r, "outputs", data->outputs, data->y));
    ROUTH_TRY(read_numbers(r, "input_mean", data->inputs, 1, data->input_mean));
    ROUTH_TRY(read_scales(r, "input_scale", data->inputs, data->input_scale));
    ROUTH_TRY(read_numbers(r, "output_mean", data->outputs, 1, data->output_mean));
    return read_scales(r, "output_scale", data->outputs, data->output_scale);
}

/* Rows of hyper-parameters. */
static routh_status read_parameters(gp_reader *r, const char *name, size_t rows, double *number,
                                    routh_gp_parameters *parameters) {
    const size_t variables = r->data.inputs + 2;
    ROUTH_TRY(read_numbers(r, name, rows, variables, number));
    for (size_t k = 0; k < rows; k++) {
        parameters[k] = routh_gp_parameters_default();
        for (size_t i = 0; i < variables; i++)
            *routh_gp_parameter(&parameters[k], i) = number[k * variables + i];
        if (routh_gp_check_parameters(NULL, &parameters[k], r->data.inputs) != ROUTH_OK)
            return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown, "%s of output %zu are not all positive", name,
                                 k % r->data.outputs + 1);
    }
    return ROUTH_OK;
}

/* Missing in models of many samples, and in layout 1. */
static routh_status read_alternatives(gp_reader *r) {
    const size_t rows = (2 * (r->data.inputs + 2) + 1) * r->data.outputs;
    bool has = false;
    ROUTH_TRY(routh_hdf5_has(r->group, "alternatives", &has));
    if (!has)
        return ROUTH_OK;
    if (r->choice[0].chosen || r->data.count > ROUTH_GP_MOST_UNSURE)
        return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown,
                             "alternatives of %zu samples%s; only models of at most %d, without inducing points, have "
                             "them",
                             r->data.count, r->choice[0].chosen ? " with inducing points" : "", ROUTH_GP_MOST_UNSURE);
    double *number = routh_take(r->room, rows, (r->data.inputs + 2) * sizeof *number);
    r->alternative = routh_take(r->room, rows, sizeof *r->alternative);
    ROUTH_TRY(r->room->status);
    return read_parameters(r, "alternatives", rows, number, r->alternative);
}

static routh_status read_searches(gp_reader *r) {
    size_t outputs = r->data.outputs;
    routh_gp_parameters *parameters = routh_take(r->room, outputs, sizeof *parameters);
    ROUTH_TRY(r->room->status);
    ROUTH_TRY(read_parameters(r, "parameters", outputs, r->number, parameters));
    for (size_t o = 0; o < outputs; o++)
        r->choice[o].parameters = parameters[o];
    ROUTH_TRY(read_wholes(r, "start", &outputs, r->start));
    ROUTH_TRY(read_wholes(r, "evaluations", &outputs, r->evaluations));
    return read_wholes(r, "flags", &outputs, r->flags);
}

/* All outputs have inducing points or none has. */
static routh_status read_inducing(gp_reader *r, size_t output) {
    char name[32];
    size_t points = 0;
    snprintf(name, sizeof name, "inducing_%zu", output + 1);
    ROUTH_TRY(read_wholes(r, name, &points, r->whole));
    if (points < 1 || points > r->data.count)
        return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown, "%zu inducing points among %zu samples", points,
                             r->data.count);
    size_t *chosen = routh_take(r->own, points, sizeof *chosen);
    ROUTH_TRY(r->own->status);
    r->choice[output].chosen = chosen;
    r->choice[output].points = points;
    for (size_t i = 0; i < points; i++) {
        if (r->whole[i] < 0 || (uint64_t)r->whole[i] >= r->data.count)
            return routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown, "%s names sample %ld of %zu", name,
                                 r->whole[i], r->data.count);
        chosen[i] = (size_t)r->whole[i];
    }
    return ROUTH_OK;
}

/* What is not in the file is computed again: training has the same limit. */
static routh_status check_work(gp_reader *r) {
    double work = 0;
    for (size_t o = 0; o < r->data.outputs; o++)
        work += routh_gp_work(r->data.count, r->choice[o].points, 1);
    return work <= ROUTH_GP_MOST_WORK
               ? ROUTH_OK
               : routh_fail_in(r->context, ROUTH_BAD_FORMAT, r->shown,
                               "%zu samples, %zu outputs: samples cubed, or samples × inducing points squared, may be "
                               "%g for all outputs together",
                               r->data.count, r->data.outputs, ROUTH_GP_MOST_WORK);
}

static routh_status read_all(gp_reader *r, routh_gp **gp) {
    bool sparse = false;
    ROUTH_TRY(check_format(r));
    ROUTH_TRY(read_shape(r));
    ROUTH_TRY(read_samples(r));
    ROUTH_TRY(read_searches(r));
    ROUTH_TRY(routh_hdf5_has(r->group, "inducing_1", &sparse));
    for (size_t o = 0; sparse && o < r->data.outputs; o++)
        ROUTH_TRY(read_inducing(r, o));
    ROUTH_TRY(check_work(r));
    ROUTH_TRY(read_alternatives(r));
    const routh_one_thread before = routh_one_thread_begin();
    routh_status status = routh_gp_model_create(r->own, &r->data, r->choice, gp);
    if (status == ROUTH_OK && r->alternative)
        status = routh_gp_add_alternatives(r->own, *gp, r->alternative);
    routh_one_thread_end(before);
    ROUTH_TRY(status);
    for (size_t o = 0; o < r->data.outputs; o++) {
        routh_model_output *fit = &(*gp)->part[o].fit;
        fit->start = r->start[o] > 0 ? (size_t)r->start[o] : 0;
        fit->evaluations = (int)r->evaluations[o];
        fit->flags |= (unsigned)r->flags[o] & (ROUTH_GP_AT_BOUND | ROUTH_GP_NOT_CONVERGED);
    }
    return ROUTH_OK;
}

routh_status routh_gp_read_group(const routh_hdf5_place *group, routh_gp **gp) {
    ROUTH_ARENA(own, group->source->context);
    ROUTH_ARENA(room, group->source->context);
    gp_reader r = {
        .group = group, .context = group->source->context, .shown = group->source->shown, .own = &own, .room = &room};
    routh_gp *made;
    ROUTH_TRY(read_all(&r, &made));
    *gp = routh_gp_keep(&own, made);
    return ROUTH_OK;
}

static routh_status read_root(void *user, const routh_hdf5_place *root) {
    return routh_gp_read_group(root, user);
}

routh_status routh_gp_read(routh_context *context, routh_io from, routh_gp **gp) {
    if (!gp)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading a Gaussian process needs a place for it");
    return routh_hdf5_read_file(context, from, read_root, gp);
}

/* Writes a Gaussian process. Only samples and hyper-parameters are stored; factors and weights, which are much larger,
 * are computed again on reading. */

typedef struct gp_writer {
    routh_hdf5_node *group;
    const routh_gp *gp;
    double *number; /* room for any of the arrays */
    long *whole;
} gp_writer;

static void write_numbers(gp_writer *w, const char *name, size_t rows, size_t columns, const double *value) {
    routh_hdf5_end(routh_hdf5_write_numbers(w->group, name, rows, columns, value));
}

static void write_wholes(gp_writer *w, const char *name, size_t rows) {
    routh_hdf5_end(routh_hdf5_write_wholes(w->group, name, rows, w->whole));
}

/* Column by column in memory, row by row in the file. */
static void write_table(gp_writer *w, const char *name, size_t rows, size_t columns, const double *value) {
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            w->number[i * columns + j] = value[j * rows + i];
    write_numbers(w, name, rows, columns, w->number);
}

/* Hyper-parameters of every output, from row `row` of w->number on. */
static void note_parameters(gp_writer *w, const routh_gp *gp, size_t row) {
    const size_t outputs = gp->data.outputs, variables = gp->data.inputs + 2;
    for (size_t o = 0; o < outputs; o++) {
        routh_gp_parameters parameters = gp->part[o].fit.parameters;
        for (size_t i = 0; i < variables; i++)
            w->number[(row + o) * variables + i] = *routh_gp_parameter(&parameters, i);
    }
}

static void write_alternatives(gp_writer *w) {
    const size_t outputs = w->gp->data.outputs, alternatives = w->gp->alternatives;
    for (size_t j = 0; j < alternatives; j++)
        note_parameters(w, w->gp->alternative[j], j * outputs);
    if (alternatives > 0)
        write_numbers(w, "alternatives", alternatives * outputs, w->gp->data.inputs + 2, w->number);
}

static void write_searches(gp_writer *w) {
    const size_t outputs = w->gp->data.outputs, variables = w->gp->data.inputs + 2;
    note_parameters(w, w->gp, 0);
    write_numbers(w, "parameters", outputs, variables, w->number);
    for (size_t o = 0; o < outputs; o++)
        w->whole[o] = (long)w->gp->part[o].fit.start;
    write_wholes(w, "start", outputs);
    for (size_t o = 0; o < outputs; o++)
        w->whole[o] = w->gp->part[o].fit.evaluations;
    write_wholes(w, "evaluations", outputs);
    for (size_t o = 0; o < outputs; o++)
        w->whole[o] = (long)w->gp->part[o].fit.flags;
    write_wholes(w, "flags", outputs);
}

static void write_inducing(gp_writer *w) {
    for (size_t o = 0; o < w->gp->data.outputs; o++) {
        const routh_gp_part *part = &w->gp->part[o];
        char name[32];
        snprintf(name, sizeof name, "inducing_%zu", o + 1);
        for (size_t i = 0; part->chosen && i < part->points; i++)
            w->whole[i] = (long)part->chosen[i];
        if (part->chosen)
            write_wholes(w, name, part->points);
    }
}

routh_status routh_gp_write_group(routh_context *context, routh_hdf5_node *group, const routh_gp *gp) {
    const routh_gp_data *data = &gp->data;
    const size_t widest = data->inputs + 2 + data->outputs, most = data->count + (1 + gp->alternatives) * data->outputs;
    ROUTH_ARENA(room, context);
    gp_writer w = {.group = group,
                   .gp = gp,
                   .number = routh_take(&room, most, widest * sizeof *w.number),
                   .whole = routh_take(&room, most, sizeof *w.whole)};
    ROUTH_TRY(room.status);
    routh_hdf5_write_text(group, "format", ROUTH_GP_FORMAT);
    routh_hdf5_write_integer(group, "layout", gp->alternatives > 0 ? ROUTH_GP_LAYOUT : ROUTH_GP_FIRST_LAYOUT);
    write_table(&w, "inputs", data->count, data->inputs, data->x);
    write_table(&w, "outputs", data->count, data->outputs, data->y);
    write_numbers(&w, "input_mean", data->inputs, 0, data->input_mean);
    write_numbers(&w, "input_scale", data->inputs, 0, data->input_scale);
    write_numbers(&w, "output_mean", data->outputs, 0, data->output_mean);
    write_numbers(&w, "output_scale", data->outputs, 0, data->output_scale);
    write_searches(&w);
    write_inducing(&w);
    write_alternatives(&w);
    return ROUTH_OK;
}

routh_status routh_gp_write(routh_context *context, const routh_gp *gp, routh_io to) {
    if (!gp)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "writing a Gaussian process needs a model");
    routh_hdf5_image image;
    routh_hdf5_node *root = routh_hdf5_image_begin(context, &image);
    return routh_hdf5_image_end(&image, routh_gp_write_group(context, root, gp), to);
}
