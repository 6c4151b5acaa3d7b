/* Writes a Gaussian process. Only samples and hyper-parameters are stored; factors and weights, which are much larger,
 * are computed again on reading.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "base/context.h"
#include "learn/gp_file.h"

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
    const size_t widest = data->inputs + 2 + data->outputs, room = data->count + (1 + gp->alternatives) * data->outputs;
    gp_writer w = {.group = group, .gp = gp};
    w.number = routh_allocate(context, room, widest * sizeof *w.number);
    w.whole = routh_allocate(context, room, sizeof *w.whole);
    const routh_status status = w.number && w.whole ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
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
    }
    routh_release(context, w.number);
    routh_release(context, w.whole);
    return status;
}

routh_status routh_gp_write(routh_context *context, const routh_gp *gp, routh_io to) {
    if (!gp)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "writing a Gaussian process needs a model");
    routh_hdf5_image image;
    routh_hdf5_node *root = routh_hdf5_image_begin(context, &image);
    return routh_hdf5_image_end(&image, routh_gp_write_group(context, root, gp), to);
}
