/* Recorded tosses from CSV files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <routh/toss.h>

#include "base/context.h"
#include "file/folder.h"
#include "file/source.h"

enum { PX, PY, PZ, QW, QX, QY, QZ, POSES };

static const char *const pose_columns[POSES + 1] = {"px", "py", "pz", "qw", "qx", "qy", "qz", NULL};
static const char *const spin_columns[4] = {"wx", "wy", "wz", NULL};

/* A quaternion further from length 1 than this is something else. */
static const double unit_length_slack = 0.01;

/* Fewer have no acceleration. */
static const size_t fewest_frames = 3;

/* Room for a toss; what could be allocated is released with the tosses when the rest could not. */
static routh_status make_room(routh_context *context, const char *name, size_t count, int has_spin, routh_toss *toss) {
    const size_t size = strlen(name) + 1;
    toss->name = routh_allocate(context, size, 1);
    toss->position = toss->name ? routh_allocate(context, count, sizeof *toss->position) : NULL;
    toss->orientation = toss->position ? routh_allocate(context, count, sizeof *toss->orientation) : NULL;
    toss->spin = toss->orientation && has_spin ? routh_allocate(context, count, sizeof *toss->spin) : NULL;
    if (!toss->orientation || (has_spin && !toss->spin))
        return ROUTH_OUT_OF_MEMORY;
    memcpy(toss->name, name, size);
    toss->count = count;
    return ROUTH_OK;
}

/* Of unit length, and with the sign that its neighbour has: q and −q are the same orientation. */
static routh_status take_orientation(routh_context *context, const routh_table *table, size_t row, routh_toss *toss) {
    double *q = toss->orientation[row], length = 0, along = 0;
    for (int c = 0; c < 4; c++) {
        q[c] = routh_table_column(table, pose_columns[QW + c])[row];
        length = hypot(length, q[c]);
        along += row > 0 ? q[c] * toss->orientation[row - 1][c] : 0;
    }
    if (fabs(length - 1) > unit_length_slack) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, table->source);
        return routh_fail(context, ROUTH_BAD_FORMAT,
                          "%s: row %zu (line %zu): the quaternion qw,qx,qy,qz = %g, %g, %g, %g has length %g, not 1",
                          shown, row + 1, table->line[row], q[0], q[1], q[2], q[3], length);
    }
    for (int c = 0; c < 4; c++)
        q[c] *= (along < 0 ? -1 : 1) / length;
    return ROUTH_OK;
}

static routh_status take_table(routh_context *context, const routh_table *table, double unit, routh_toss *toss) {
    const char *slash = strrchr(table->source, '/');
    int spins = 0;
    for (int c = 0; c < 3; c++)
        spins += routh_table_column(table, spin_columns[c]) != NULL;
    if (table->rows < fewest_frames) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, table->source);
        return routh_fail(context, ROUTH_BAD_FORMAT, "%s: %zu frame%s; a toss has at least %zu", shown, table->rows,
                          table->rows == 1 ? "" : "s", fewest_frames);
    }
    routh_status status = make_room(context, slash ? slash + 1 : table->source, table->rows, spins == 3, toss);
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

static routh_status read_file(routh_context *context, routh_io from, double unit, routh_toss *toss) {
    routh_table table;
    routh_status status = routh_table_read(context, from, &(routh_table_columns){pose_columns, spin_columns}, &table);
    if (status == ROUTH_OK)
        status = take_table(context, &table, unit, toss);
    routh_table_release(context, &table);
    return status;
}

static routh_status make_tosses(routh_context *context, size_t count, routh_tosses *tosses) {
    tosses->toss = routh_allocate(context, count, sizeof *tosses->toss);
    return tosses->toss ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status read_folder(routh_context *context, const char *folder, double unit, routh_tosses *tosses) {
    routh_path_list list = {0};
    routh_status status = routh_list_csv(context, folder, &list);
    if (status == ROUTH_OK)
        status = make_tosses(context, list.count, tosses);
    for (size_t i = 0; status == ROUTH_OK && i < list.count; i++) {
        tosses->count = i + 1;
        status = read_file(context, routh_io_path(list.path[i]), unit, &tosses->toss[i]);
        if (status == ROUTH_OK)
            status = routh_progress(context, "reading", (double)(i + 1) / (double)list.count);
    }
    routh_path_list_release(context, &list);
    return status;
}

static routh_status read_one(routh_context *context, routh_io from, double unit, routh_tosses *tosses) {
    routh_status status = make_tosses(context, 1, tosses);
    if (status != ROUTH_OK)
        return status;
    tosses->count = 1;
    status = read_file(context, from, unit, &tosses->toss[0]);
    return status == ROUTH_OK ? routh_progress(context, "reading", 1) : status;
}

/* The last part of a path, without slashes at its end. */
static void name_after(const char *path, char name[ROUTH_NAME_SIZE]) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    routh_show_text(name, ROUTH_NAME_SIZE, path + begin, end - begin);
}

routh_status routh_tosses_read(routh_context *context, routh_io from, const routh_toss_options *options,
                               routh_tosses *tosses) {
    *tosses = (routh_tosses){0};
    routh_source source;
    routh_status status = routh_toss_options_check(context, options);
    if (status == ROUTH_OK)
        status = routh_source_create(context, from, &source);
    if (status != ROUTH_OK)
        return status;
    struct stat what;
    const double unit = options->unit > 0 ? options->unit : options->width / 2;
    const int is_folder = source.io.path && stat(source.io.path, &what) == 0 && S_ISDIR(what.st_mode);
    name_after(source.name, tosses->name);
    status =
        is_folder ? read_folder(context, source.io.path, unit, tosses) : read_one(context, source.io, unit, tosses);
    if (status != ROUTH_OK)
        routh_tosses_release(context, tosses);
    return status;
}

void routh_tosses_release(routh_context *context, routh_tosses *tosses) {
    for (size_t i = 0; i < tosses->count; i++) {
        routh_release(context, tosses->toss[i].name);
        routh_release(context, tosses->toss[i].position);
        routh_release(context, tosses->toss[i].orientation);
        routh_release(context, tosses->toss[i].spin);
    }
    routh_release(context, tosses->toss);
    *tosses = (routh_tosses){0};
}
