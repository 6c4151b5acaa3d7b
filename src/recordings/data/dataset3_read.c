/* Recorded tosses from CSV files: what a dataset in space holds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/source.h"

/* A dataset in space from arrays in memory. */

/* Copies one toss, with lengths in metres and orientations of unit length. */
static routh_status take_toss(routh_context *context, const routh_trajectory3 *from, size_t index, double unit,
                              routh_trajectory3 *toss) {
    double length;
    char name[32];
    snprintf(name, sizeof name, "%zu", index);
    if (from->count < ROUTH_FEWEST_FRAMES)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tosses",
                                "toss %zu: %zu instant%s; a toss has at least %d", index, from->count,
                                from->count == 1 ? "" : "s", ROUTH_FEWEST_FRAMES);
    routh_status status =
        routh_trajectory3_allocate(context, from->name ? from->name : name, from->count, from->spin != NULL, toss);
    if (status == ROUTH_OK && from->time && !(toss->time = routh_allocate(context, from->count, sizeof *toss->time)))
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t row = 0; status == ROUTH_OK && row < from->count; row++) {
        bool finite = true;
        for (int c = 0; c < 3; c++) {
            toss->position[row][c] = unit * from->position[row][c];
            finite &= isfinite(toss->position[row][c]) != 0;
            if (toss->spin)
                finite &= isfinite(toss->spin[row][c] = from->spin[row][c]) != 0;
        }
        if (toss->time)
            finite &= isfinite(toss->time[row] = from->time[row]) != 0;
        memcpy(toss->orientation[row], from->orientation[row], sizeof toss->orientation[row]);
        if (!finite)
            status = routh_fail_field(context, ROUTH_NOT_FINITE, "tosses",
                                      "toss %zu: instant %zu: a number is missing or not finite", index, row);
        else if (!routh_trajectory3_orient(toss, row, &length))
            status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tosses",
                                      "toss %zu: instant %zu: the quaternion w, x, y, z has length %g, not 1", index,
                                      row, length);
    }
    return status;
}

routh_status routh_dataset3_of_tosses(routh_context *context, const routh_trajectory3 *tosses, size_t count,
                                      const routh_import3_options *options, routh_dataset3 *dataset) {
    const routh_import3_options *stated = options ? options : &routh_import3_unstated,
                                chosen = routh_import3_options_fill(stated);
    *dataset = (routh_dataset3){.name = "tosses",
                                .width = chosen.width,
                                .mass = chosen.mass,
                                .rate = chosen.rate,
                                .gravity = chosen.gravity,
                                .shape = chosen.shape};
    routh_status status = routh_import3_options_check(context, &chosen);
    if (status == ROUTH_OK && count == 0)
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tosses", "there are no tosses");
    if (status == ROUTH_OK && !(dataset->trajectory = routh_allocate(context, count, sizeof *dataset->trajectory)))
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        dataset->trajectory_count = i + 1;
        status = take_toss(context, &tosses[i], i, chosen.unit > 0 ? chosen.unit : 1, &dataset->trajectory[i]);
    }
    if (status == ROUTH_OK)
        routh_import3_note_mass(context, stated);
    else
        routh_dataset3_release(context, dataset);
    return status;
}

enum { PX, PY, PZ, QW, QX, QY, QZ, POSES };

static const char *const pose_columns[POSES + 1] = {"px", "py", "pz", "qw", "qx", "qy", "qz", NULL};
static const char *const spin_columns[4] = {"wx", "wy", "wz", NULL};

static routh_status take_orientation(routh_context *context, const routh_table *table, size_t row,
                                     routh_trajectory3 *toss) {
    double *q = toss->orientation[row], length;
    for (int c = 0; c < 4; c++)
        q[c] = routh_table_column(table, pose_columns[QW + c])[row];
    if (!routh_trajectory3_orient(toss, row, &length)) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, table->source);
        return routh_fail_at(
            context, ROUTH_BAD_FORMAT,
            &(routh_place){.file = shown, .row = row + 1, .line = table->line[row], .column = "qw qx qy qz"},
            "the quaternion qw,qx,qy,qz = %g, %g, %g, %g has length %g, not 1", q[0], q[1], q[2], q[3], length);
    }
    return ROUTH_OK;
}

static routh_status take_table(routh_context *context, const routh_table *table, double unit, routh_trajectory3 *toss) {
    const char *slash = strrchr(table->source, '/');
    int spins = 0;
    for (int c = 0; c < 3; c++)
        spins += routh_table_column(table, spin_columns[c]) != NULL;
    if (table->rows < ROUTH_FEWEST_FRAMES) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, table->source);
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "%zu frame%s; a toss has at least %d", table->rows,
                             table->rows == 1 ? "" : "s", ROUTH_FEWEST_FRAMES);
    }
    routh_status status =
        routh_trajectory3_allocate(context, slash ? slash + 1 : table->source, table->rows, spins == 3, toss);
    for (size_t row = 0; status == ROUTH_OK && row < table->rows; row++) {
        for (int c = 0; c < 3; c++) {
            toss->position[row][c] = unit * routh_table_column(table, pose_columns[PX + c])[row];
            if (toss->spin)
                toss->spin[row][c] = routh_table_column(table, spin_columns[c])[row];
        }
        status = take_orientation(context, table, row, toss);
    }
    return status;
}

static routh_status read_file(routh_context *context, routh_io from, double unit, routh_trajectory3 *toss) {
    routh_table table;
    routh_status status = routh_table_read(
        context, from, &(routh_table_columns){.required = pose_columns, .optional = spin_columns}, &table);
    if (status == ROUTH_OK)
        status = take_table(context, &table, unit, toss);
    routh_table_release(context, &table);
    return status;
}

static routh_status make_trajectories(routh_context *context, size_t count, routh_dataset3 *dataset) {
    dataset->trajectory = routh_allocate(context, count, sizeof *dataset->trajectory);
    return dataset->trajectory ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Says behind the message about a file which others cannot be read either: all are mended before the next try. */
static void name_others(routh_context *context, const routh_path_list *list, size_t first, double unit) {
    routh_context quiet = context ? *context : routh_context_default();
    size_t used = context ? strlen(context->message) : 0, more = 0;
    for (size_t i = first + 1; context && i < list->count; i++) {
        routh_dataset3 one = {0};
        const bool is_bad = make_trajectories(&quiet, 1, &one) == ROUTH_OK &&
                            read_file(&quiet, routh_io_path(list->path[i]), unit, one.trajectory) == ROUTH_BAD_FORMAT;
        const char *slash = strrchr(list->path[i], '/');
        one.trajectory_count = one.trajectory != NULL;
        routh_dataset3_release(context, &one);
        if (!is_bad)
            continue;
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, slash ? slash + 1 : list->path[i]);
        const bool fits = used + strlen(shown) + 48 < sizeof context->message;
        if (fits)
            used += (size_t)sprintf(context->message + used, "%s%s", more ? ", " : "; nor can these be read: ", shown);
        else if (used + 16 < sizeof context->message)
            used += (size_t)sprintf(context->message + used, ", …");
        more++;
        if (!fits)
            break;
    }
}

static routh_status read_folder(routh_context *context, const char *folder, double unit, routh_dataset3 *dataset) {
    ROUTH_PATHS(list, routh_list_csv, context, folder);
    ROUTH_TRY(make_trajectories(context, list.count, dataset));
    for (size_t i = 0; i < list.count; i++) {
        dataset->trajectory_count = i + 1;
        const routh_status status = read_file(context, routh_io_path(list.path[i]), unit, &dataset->trajectory[i]);
        if (status == ROUTH_BAD_FORMAT)
            name_others(context, &list, i, unit);
        ROUTH_TRY(status);
        ROUTH_TRY(routh_progress(context, "reading", (double)(i + 1) / (double)list.count));
    }
    return routh_note_others(context, folder);
}

static routh_status read_one(routh_context *context, routh_io from, double unit, routh_dataset3 *dataset) {
    ROUTH_TRY(make_trajectories(context, 1, dataset));
    dataset->trajectory_count = 1;
    ROUTH_TRY(read_file(context, from, unit, &dataset->trajectory[0]));
    return routh_progress(context, "reading", 1);
}

routh_import3_options routh_import3_options_default(void) {
    return (routh_import3_options){.width = 0.1048, .mass = 0.37, .rate = 148, .gravity = 9.81};
}

const routh_import3_options routh_import3_unstated = {.width = NAN, .mass = NAN, .rate = NAN, .gravity = NAN};

routh_import3_options routh_import3_options_fill(const routh_import3_options *options) {
    const routh_import3_options usual = routh_import3_options_default();
    routh_import3_options all = *options;
    all.width = isnan(all.width) ? usual.width : all.width;
    all.mass = !isnan(all.mass) ? all.mass : all.shape ? 1 : usual.mass;
    all.rate = isnan(all.rate) ? usual.rate : all.rate;
    all.gravity = isnan(all.gravity) ? usual.gravity : all.gravity;
    all.unit = isnan(all.unit) ? usual.unit : all.unit;
    return all;
}

void routh_import3_note_mass(routh_context *context, const routh_import3_options *options) {
    if (isnan(options->mass) && options->shape)
        routh_log(context, ROUTH_LOG_WARNING,
                  "no mass is given: 1 kg is taken; laws depend on the inertia over the mass alone");
}

routh_status routh_import3_options_check(routh_context *context, const routh_import3_options *options) {
    const routh_stated_number numbers[] = {
        {"width", "m", options->width, 0, ROUTH_BAD_ARGUMENT, "width", 1e-6, 1e6},
        {"mass", "kg", options->mass, 0, ROUTH_BAD_MASS, "mass", ROUTH_RANGE_MASS},
        {"rate", "Hz", options->rate, 0, ROUTH_BAD_ARGUMENT, "rate", ROUTH_RANGE_RATE},
        {"gravity", "m/s²", options->gravity, 0, ROUTH_BAD_ARGUMENT, "gravity", 1e-6, 1e6},
        {"unit of length", "m", options->unit, 1, ROUTH_BAD_ARGUMENT, "unit", 1e-9, 1e6}};
    return routh_stated_numbers_check(context, numbers, sizeof numbers / sizeof numbers[0]);
}

/* The file's values, but for those that were stated. */
static routh_status read_own(routh_source *source, const routh_import3_options *chosen, routh_dataset3 *dataset) {
    const struct {
        double chosen, *value;
    } number[] = {{chosen->width, &dataset->width},
                  {chosen->mass, &dataset->mass},
                  {chosen->rate, &dataset->rate},
                  {chosen->gravity, &dataset->gravity}};
    const routh_status status = routh_dataset3_read_file(source, dataset);
    for (size_t i = 0; status == ROUTH_OK && i < sizeof number / sizeof number[0]; i++)
        if (!isnan(number[i].chosen))
            *number[i].value = number[i].chosen;
    /* A shape, or the edge of a cube, that is stated takes the place of the file's. */
    if (chosen->shape || !isnan(chosen->width))
        dataset->shape = chosen->shape;
    return status;
}

routh_status routh_dataset3_read(routh_context *context, routh_io from, const routh_import3_options *options,
                                 routh_dataset3 *dataset) {
    const routh_import3_options *stated = options ? options : &routh_import3_unstated,
                                chosen = routh_import3_options_fill(stated);
    const double unit = chosen.unit > 0 ? chosen.unit : chosen.shape ? 1 : chosen.width / 2;
    *dataset = (routh_dataset3){.width = chosen.width,
                                .mass = chosen.mass,
                                .rate = chosen.rate,
                                .gravity = chosen.gravity,
                                .shape = chosen.shape};
    routh_source source;
    routh_status status = routh_import3_options_check(context, &chosen);
    if (status == ROUTH_OK)
        status = routh_source_create(context, from, &source);
    if (status == ROUTH_OK) {
        routh_name_of_path(source.name, true, dataset->name);
        status = routh_source_settle(&source);
    }
    if (status == ROUTH_OK) {
        const int own = routh_source_is_folder(&source) ? 0 : routh_dataset3_is_file(&source);
        status = own < 0 ? routh_fail_in(context, ROUTH_OUT_OF_MEMORY, source.shown, "no memory to read it")
                 : routh_source_is_folder(&source) ? read_folder(context, source.io.path, unit, dataset)
                 : own                             ? read_own(&source, stated, dataset)
                                                   : read_one(context, source.io, unit, dataset);
        routh_source_release(&source);
        if (status == ROUTH_OK && !own)
            routh_import3_note_mass(context, stated);
    }
    if (status != ROUTH_OK)
        routh_dataset3_release(context, dataset);
    return status;
}

/* A table with times is a recording in units of its own, which the reader of tracks takes: here the rate and the unit of
 * length would replace what it says. */
int routh_source_has_tosses(routh_source *source) {
    const int own = routh_dataset3_is_file(source);
    if (own != 0)
        return own;
    static const char *const needed[] = {"px", "py", "pz", "qw"}, *const times[] = {"t", "time", "timestamp"};
    ROUTH_ARENA(room, source->context);
    routh_header header;
    const routh_status status = routh_header_read(source, &room, &header);
    bool has = status == ROUTH_OK;
    for (size_t j = 0; j < sizeof needed / sizeof *needed; j++)
        has = has && routh_header_has(&header, needed[j]);
    for (size_t j = 0; j < sizeof times / sizeof *times; j++)
        has = has && !routh_header_has(&header, times[j]);
    return status == ROUTH_OUT_OF_MEMORY ? -1 : has;
}
