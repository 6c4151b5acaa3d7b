/* Recorded insertions in and out of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/insertion_recording.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/context.h"
#include "base/shown.h"
#include "base/utf8.h"
#include "file/output.h"
#include "geometry/assembly.h"
#include "geometry/pose.h"

const char *const routh_insertion_columns[ROUTH_INSERTION_COLUMNS + 1] = {"time", "px", "py", "pz", "qw", "qx", "qy",
                                                                          "qz",   "vx", "vy", "vz", "wx", "wy", "wz",
                                                                          "fx",   "fy", "fz", "mx", "my", "mz", NULL};

void routh_insertion_release(routh_context *context, routh_insertion *insertion) {
    routh_release(context, insertion->sample);
    routh_release(context, insertion->truth.displacement);
    *insertion = (routh_insertion){0};
}

void routh_pose_numbers(const routh_pose3 *pose, double number[7]) {
    memcpy(number, pose->position, sizeof pose->position);
    routh_turn_of_matrix(pose->rotation, &number[3]);
}

const char *routh_pose_from_numbers(const double number[7], routh_pose3 *pose, char fault[ROUTH_FAULT_SIZE]) {
    double square = 0;
    for (int k = 0; k < 7; k++) {
        if (!isfinite(number[k]))
            return "a number of the pose is missing, infinite or not a number";
        square += k >= 3 ? number[k] * number[k] : 0;
    }
    if (!(fabs(square - 1) < 1e-3)) {
        snprintf(fault, ROUTH_FAULT_SIZE, "the quaternion w x y z is not a rotation: its length is %g, not 1",
                 sqrt(square));
        return fault;
    }
    *pose = routh_pose3_of_quaternion(&number[3], number);
    return NULL;
}

void routh_sample_numbers(const routh_insertion_instant *sample, double number[ROUTH_INSERTION_COLUMNS]) {
    number[0] = sample->time;
    routh_pose_numbers(&sample->hand, &number[1]);
    memcpy(&number[8], sample->twist, sizeof sample->twist);
    memcpy(&number[14], sample->wrench, sizeof sample->wrench);
}

const char *routh_sample_from_numbers(const double number[ROUTH_INSERTION_COLUMNS], routh_insertion_instant *sample,
                                      char fault[ROUTH_FAULT_SIZE]) {
    for (int k = 0; k < ROUTH_INSERTION_COLUMNS; k++)
        if (!isfinite(number[k]))
            return "a number is missing, infinite or not a number";
    sample->time = number[0];
    memcpy(sample->twist, &number[8], sizeof sample->twist);
    memcpy(sample->wrench, &number[14], sizeof sample->wrench);
    return routh_pose_from_numbers(&number[1], &sample->hand, fault);
}

/* Checks across samples. Filters count samples, not seconds, so the rate must match the times to this share. */
static const double rate_slack = 0.01;

static routh_status check(routh_context *context, const char *shown, const routh_insertion *insertion) {
    if (!(insertion->rate > 0) || !isfinite(insertion->rate))
        return routh_fail(context, ROUTH_BAD_FORMAT, "%s: rate %g Hz is not positive", shown, insertion->rate);
    if (!isfinite(insertion->offset))
        return routh_fail(context, ROUTH_BAD_FORMAT, "%s: offset %g m is not finite", shown, insertion->offset);
    for (size_t k = 1; k < insertion->count; k++)
        if (!(insertion->sample[k].time > insertion->sample[k - 1].time))
            return routh_fail(context, ROUTH_BAD_FORMAT, "%s: time does not rise from sample %zu (%g s) to %zu (%g s)",
                              shown, k, insertion->sample[k - 1].time, k + 1, insertion->sample[k].time);
    if (insertion->count < 2)
        return ROUTH_OK;
    const double time = insertion->sample[insertion->count - 1].time - insertion->sample[0].time;
    const double rate = (double)(insertion->count - 1) / time;
    if (!(fabs(rate / insertion->rate - 1) < rate_slack))
        return routh_fail(context, ROUTH_BAD_FORMAT, "%s: rate %g Hz, but %zu samples in %g s are %.4g Hz", shown,
                          insertion->rate, insertion->count, time, rate);
    return ROUTH_OK;
}

/* "insertions/2a.h5" → "2a", for a recording without a name of its own. */
static void name_after(const char *path, char name[ROUTH_LABEL_SIZE]) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *dot = strrchr(file, '.');
    snprintf(name, ROUTH_LABEL_SIZE, "%.*s", dot && dot > file ? (int)(dot - file) : (int)strlen(file), file);
}

/* HDF5 is recognised by its content; everything else is CSV. */
static routh_status read_source(routh_source *source, routh_insertion *insertion) {
    static const unsigned char signature[4] = {0x89, 'H', 'D', 'F'};
    unsigned char byte[sizeof signature];
    size_t count = 0;
    routh_status status = source->io.file ? routh_source_hold(source, SIZE_MAX) : ROUTH_OK;
    if (status == ROUTH_OK)
        status = routh_source_begin(source, byte, sizeof byte, &count);
    if (status != ROUTH_OK)
        return status;
    const int is_hdf5 = count == sizeof signature && memcmp(byte, signature, sizeof signature) == 0;
    if (!is_hdf5 && !routh_name_ends(source->name, ".csv"))
        return routh_fail(source->context, ROUTH_BAD_FORMAT, "%s: neither .csv nor an HDF5 file", source->shown);
    return is_hdf5 ? routh_insertion_read_hdf5(source, insertion) : routh_insertion_read_csv(source, insertion);
}

routh_status routh_insertion_read(routh_context *context, routh_io from, routh_insertion *insertion) {
    *insertion = (routh_insertion){0};
    routh_source source;
    routh_status status = routh_source_create(context, from, &source);
    if (status == ROUTH_OK)
        status = read_source(&source, insertion);
    if (status == ROUTH_OK && !insertion->name[0])
        name_after(source.name, insertion->name);
    routh_utf8_drop_cut(insertion->name);
    if (status == ROUTH_OK)
        status = check(context, source.shown, insertion);
    routh_source_release(&source);
    if (status != ROUTH_OK)
        routh_insertion_release(context, insertion);
    return status;
}

routh_status routh_insertion_write(routh_context *context, const routh_insertion *insertion, routh_io to) {
    return routh_name_ends(routh_output_name(&to), ".csv") ? routh_insertion_write_csv(context, insertion, to)
                                                           : routh_insertion_write_hdf5(context, insertion, to);
}
