/* Recorded insertions in and out of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/insertion_recording.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/hdf5_bytes.h"
#include "file/output.h"

void routh_insertion_release(routh_context *context, routh_insertion *insertion) {
    routh_release(context, insertion->sample);
    routh_release(context, insertion->truth.displacement);
    *insertion = (routh_insertion){0};
}

/* "insertions/2a.h5" → "2a", for a recording without a name of its own. */
static void name_after(const char *path, char name[ROUTH_LABEL_SIZE]) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *dot = strrchr(file, '.');
    snprintf(name, ROUTH_LABEL_SIZE, "%.*s", dot && dot > file ? (int)(dot - file) : (int)strlen(file), file);
}

/* HDF5 is recognised by its content; everything else is CSV. */
static routh_status read_source(routh_source *source, routh_insertion_reader *reader) {
    unsigned char byte[8];
    size_t count = 0, at;
    ROUTH_TRY(routh_source_settle(source));
    ROUTH_TRY(routh_source_begin(source, byte, sizeof byte, &count));
    const bool is_hdf5 = routh_hdf5_begins(byte, count, &at);
    if (!is_hdf5 && !routh_name_ends(source->name, ".csv"))
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "neither .csv nor an HDF5 file");
    return is_hdf5 ? routh_insertion_read_hdf5(source, reader) : routh_insertion_read_csv(source, reader);
}

static routh_status find_velocities(routh_context *context, const char *shown, const routh_insertion_reader *reader) {
    routh_insertion *insertion = reader->insertion;
    const double asked = insertion->convention.velocity_window;
    if (reader->has_velocities && !(asked > 0))
        return ROUTH_OK;
    routh_insertion_differentiate(insertion, asked > 0 ? asked : routh_velocity_window);
    for (size_t k = 0; k < insertion->count; k++)
        for (int i = 0; i < 6; i++)
            if (!isfinite(insertion->sample[k].twist[i]))
                return routh_fail_at(context, ROUTH_BAD_FORMAT,
                                     &(routh_place){.file = shown, .noun = "sample", .row = k + 1},
                                     "its velocity is too large");
    return insertion->count >= 2
               ? ROUTH_OK
               : routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "no two samples without a gap between: no velocities");
}

/* What is done once samples and constants are there: offset, times and gaps are checked, and velocities found where they
 * are not recorded. */
static routh_status complete(routh_context *context, const char *shown, const routh_insertion_reader *reader) {
    if (!isfinite(reader->insertion->offset))
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "offset %g m is not finite", reader->insertion->offset);
    if (!(reader->insertion->twist_window >= 0 && isfinite(reader->insertion->twist_window)))
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "twist_window %g s is not 0 or more",
                             reader->insertion->twist_window);
    ROUTH_TRY(routh_insertion_check_times(context, shown, reader->insertion));
    return find_velocities(context, shown, reader);
}

routh_status routh_insertion_read(routh_context *context, routh_io from, const routh_insertion_convention *convention,
                                  routh_insertion *insertion) {
    const routh_insertion_convention documented = {0};
    routh_insertion_reader reader = {convention ? convention : &documented, insertion, false, from.path};
    *insertion = (routh_insertion){.rate = NAN};
    routh_source source;
    routh_status status = routh_source_create(context, from, &source);
    if (status == ROUTH_OK)
        status = read_source(&source, &reader);
    if (status == ROUTH_OK && !insertion->name[0])
        name_after(source.name, insertion->name);
    routh_utf8_drop_cut(insertion->name);
    if (status == ROUTH_OK)
        status = complete(context, source.shown, &reader);
    routh_source_release(&source);
    if (status != ROUTH_OK)
        routh_insertion_release(context, insertion);
    return status;
}

routh_status routh_insertion_write(routh_context *context, const routh_insertion *insertion, routh_io to) {
    return routh_name_ends(routh_output_name(&to), ".csv") ? routh_insertion_write_csv(context, insertion, to)
                                                           : routh_insertion_write_hdf5(context, insertion, to);
}

/* A recorded insertion from arrays in memory, under the rules that hold for files. */

routh_insertion_arrays routh_insertion_arrays_default(void) {
    return (routh_insertion_arrays){
        .name = "insertion",
        .receptacle = {[3] = 1},
        .plate = {[3] = 1},
        .reference = {[3] = 1},
        .rate = NAN,
    };
}

/* With w last the pose that is not given would be no rotation. */
static bool is_default(const double pose[7]) {
    const double identity[7] = {[3] = 1};
    return memcmp(pose, identity, sizeof identity) == 0;
}

static routh_status read_pose(routh_context *context, const routh_insertion_convention *convention, const char *name,
                              const double numbers[7], routh_pose3 *pose) {
    char text[ROUTH_FAULT_SIZE];
    *pose = routh_pose3_default();
    const char *fault = is_default(numbers) ? NULL : routh_pose_from_file(convention, numbers, pose, text);
    return fault ? routh_fail_field(context, ROUTH_BAD_ARGUMENT, name, "%s: %s", name, fault) : ROUTH_OK;
}

static routh_status read_constants(routh_context *context, const routh_insertion_arrays *arrays,
                                   routh_insertion *insertion) {
    const routh_insertion_convention *convention = &insertion->convention;
    snprintf(insertion->name, sizeof insertion->name, "%s", arrays->name ? arrays->name : "insertion");
    routh_utf8_drop_cut(insertion->name);
    insertion->offset = arrays->offset * routh_convention_unit(convention, ROUTH_LENGTH);
    insertion->rate = arrays->rate;
    ROUTH_TRY(read_pose(context, convention, "receptacle", arrays->receptacle, &insertion->receptacle));
    ROUTH_TRY(read_pose(context, convention, "plate", arrays->plate, &insertion->plate));
    return read_pose(context, convention, "reference", arrays->reference, &insertion->reference);
}

static routh_status read_samples(routh_context *context, const routh_insertion_arrays *arrays,
                                 routh_insertion *insertion) {
    insertion->sample = routh_allocate(context, arrays->count, sizeof *insertion->sample);
    if (!insertion->sample)
        return ROUTH_OUT_OF_MEMORY;
    insertion->count = arrays->count;
    for (size_t k = 0; k < arrays->count; k++) {
        char text[ROUTH_FAULT_SIZE];
        double number[ROUTH_INSERTION_COLUMNS] = {arrays->time[k]};
        memcpy(&number[1], &arrays->hand[7 * k], 7 * sizeof *number);
        if (arrays->twist)
            memcpy(&number[ROUTH_VELOCITY_COLUMN], &arrays->twist[6 * k], 6 * sizeof *number);
        memcpy(&number[ROUTH_WRENCH_COLUMN], &arrays->wrench[6 * k], 6 * sizeof *number);
        const char *fault = routh_sample_from_file(insertion, number, &insertion->sample[k], text);
        if (fault)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "sample %zu: %s", k + 1, fault);
    }
    return ROUTH_OK;
}

routh_status routh_insertion_of_arrays(routh_context *context, const routh_insertion_arrays *arrays,
                                       const routh_insertion_convention *convention, routh_insertion *insertion) {
    *insertion = (routh_insertion){.rate = NAN};
    if (arrays->count < 2)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "time", "a recording has at least 2 samples, not %zu",
                                arrays->count);
    if (!arrays->time || !arrays->hand || !arrays->wrench)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "time, hand and wrench must be given");
    if (convention)
        insertion->convention = *convention;
    routh_status status = read_constants(context, arrays, insertion);
    if (status == ROUTH_OK)
        status = read_samples(context, arrays, insertion);
    const routh_insertion_reader reader = {.insertion = insertion, .has_velocities = arrays->twist != NULL};
    if (status == ROUTH_OK)
        status = complete(context, insertion->name, &reader);
    if (status != ROUTH_OK)
        routh_insertion_release(context, insertion);
    return status;
}
