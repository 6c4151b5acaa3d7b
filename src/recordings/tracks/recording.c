/* Reading a recording of unknown kind: a dataset, a table of impacts, plain trajectories, or a laboratory's motions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/read_hdf5_values.h"

/* A context that holds back what is logged until it is known whether it counts: a reader that is tried may fail, and what it
 * noted is then of no interest. All hooks get the same `user`, so that each has to be passed on. */

enum { HELD_LINES = 16 };

typedef struct held_log {
    routh_context *outer; /* NULL is fine */
    routh_context inner;  /* for the call that is tried; its other hooks are those of the outer one */
    size_t count;         /* further lines than there is room for are lost */
    routh_log_level level[HELD_LINES];
    char line[HELD_LINES][ROUTH_MESSAGE_SIZE];
} held_log;

static void *pass_allocate(size_t size, void *user) {
    const routh_context *outer = ((held_log *)user)->outer;
    return outer->allocate(size, outer->user);
}

static void *pass_reallocate(void *block, size_t size, void *user) {
    const routh_context *outer = ((held_log *)user)->outer;
    return outer->reallocate(block, size, outer->user);
}

static void pass_release(void *block, void *user) {
    const routh_context *outer = ((held_log *)user)->outer;
    outer->release(block, outer->user);
}

static int pass_progress(const char *what, double fraction, void *user) {
    const routh_context *outer = ((held_log *)user)->outer;
    return outer->progress(what, fraction, outer->user);
}

static void pass_temporary(const char *path, int is_there, void *user) {
    const routh_context *outer = ((held_log *)user)->outer;
    outer->temporary(path, is_there, outer->user);
}

static void pass_group(long group, int is_there, void *user) {
    const routh_context *outer = ((held_log *)user)->outer;
    outer->group(group, is_there, outer->user);
}

static void hold(routh_log_level level, const char *line, void *user) {
    held_log *held = user;
    if (held->count == HELD_LINES)
        return;
    held->level[held->count] = level;
    snprintf(held->line[held->count++], ROUTH_MESSAGE_SIZE, "%s", line);
}

static void hold_log(routh_context *outer, held_log *held) {
    held->outer = outer;
    held->count = 0;
    held->inner = outer ? *outer : routh_context_default();
    routh_context *inner = &held->inner;
    inner->allocate = inner->allocate ? pass_allocate : NULL;
    inner->reallocate = inner->reallocate ? pass_reallocate : NULL;
    inner->release = inner->release ? pass_release : NULL;
    inner->log = inner->log ? hold : NULL;
    inner->progress = inner->progress ? pass_progress : NULL;
    inner->temporary = inner->temporary ? pass_temporary : NULL;
    inner->group = inner->group ? pass_group : NULL;
    inner->user = held;
}

static void end_hold(held_log *held, bool counts) {
    routh_context *outer = held->outer, left = held->inner;
    if (!outer)
        return;
    left.allocate = outer->allocate;
    left.reallocate = outer->reallocate;
    left.release = outer->release;
    left.log = outer->log;
    left.progress = outer->progress;
    left.temporary = outer->temporary;
    left.group = outer->group;
    left.user = outer->user;
    if (!counts) { /* nor what it said */
        memcpy(left.message, outer->message, sizeof left.message);
        left.where = outer->where;
        left.field = outer->field;
    }
    *outer = left;
    for (size_t i = 0; counts && i < held->count; i++)
        outer->log(held->level[i], held->line[i], outer->user);
}

routh_recording_options routh_recording_options_default(void) {
    return (routh_recording_options){.import = routh_import_options_default(), .axes = routh_axes_options_default()};
}

void routh_recording_release(routh_context *context, routh_recording *recording) {
    if (recording->has_axes)
        routh_axes_release(context, &recording->axes);
    routh_tracks_release(context, &recording->tracks);
    *recording = (routh_recording){.has_axes = false};
}

/* A dataset was checked when it was imported. */
static bool is_hdf5(routh_io from) {
    unsigned char byte[4] = "";
    size_t count = 0;
    routh_source source;
    if (routh_source_create(NULL, from, &source) != ROUTH_OK || !routh_source_repeats(&source))
        return false;
    const bool begun = routh_source_begin(&source, byte, sizeof byte, &count) == ROUTH_OK;
    routh_source_release(&source);
    return begun && count == sizeof byte && memcmp(byte, "\x89HDF", sizeof byte) == 0;
}

static void show_name(routh_io from, char shown[ROUTH_NAME_SIZE]) {
    routh_source source;
    const bool named = routh_source_create(NULL, from, &source) == ROUTH_OK;
    routh_show_source(shown, ROUTH_NAME_SIZE, named ? source.name : "the recording");
    if (named)
        routh_source_release(&source);
}

/* Motions to a dataset -------------------------------------------------------------------------------------*/

/* Further from its plane than this, a motion is not planar, rad. Whoever names the plane hears of it, up to the second. */
static const double most_tilt = 0.1, most_tilt_given = 0.3;

static bool is_whole(const routh_tracks *tracks) {
    for (size_t i = 0; i < tracks->count; i++)
        if (tracks->track[i].count < tracks->track[i].rows)
            return false;
    for (size_t i = 0; i < tracks->understood.count; i++)
        if (tracks->understood.finding[i].kind == ROUTH_WARNING)
            return false;
    return tracks->bad.count == 0;
}

/* `plain`: a table that any reader reads, of which there is nothing to say as long as no row is left out. */
static routh_status read_motions(routh_context *context, routh_io from, const routh_recording_options *options,
                                 bool plain, routh_recording *recording, routh_dataset *dataset) {
    ROUTH_TRY(routh_recording_motions(context, from, options, recording));
    const routh_axes *axes = recording->has_axes ? &recording->axes : NULL;
    const double *normal = options->axes.normal;
    const bool given = normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
    recording->plain = plain && is_whole(&recording->tracks);
    recording->leaves_plane = axes && !recording->tracks.track[0].planar && axes->tilt_out > most_tilt;
    if (recording->leaves_plane && (!given || axes->tilt_out > most_tilt_given))
        return routh_refuse_plane(context, given, recording);
    return routh_dataset_of_tracks(context, &recording->tracks, axes, &options->import, dataset);
}

/* Which reader ---------------------------------------------------------------------------------------------*/

static routh_status fail_to_look(routh_context *context) {
    return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to look at the recording");
}

/* What it is, where nobody has looked yet. */
static int kind_of(routh_io from, const routh_recording_options *options) {
    return options->recognised ? options->recognised : routh_recording_recognise(from);
}

/* May something else than a dataset explain why it could not be read as one? Whoever can name the columns (`asked`) hears
 * that they are unknown in those words. */
static bool may_be_motions(const routh_context *failed, routh_status status, bool asked, int kind) {
    const char *field = failed->field ? failed->field : "";
    if (asked && strcmp(field, "columns") == 0)
        return true;
    if (!asked && (kind & ROUTH_RECORDING_TOSSES))
        return false;
    return (kind & ROUTH_RECORDING_MOTIONS) && (status == ROUTH_BAD_FORMAT || strcmp(field, "rate") == 0);
}

/* Plain trajectories have no units: free fall says whether they are SI. */
static routh_status check_units(routh_context *context, routh_io from, const routh_recording_options *options,
                                routh_recording *recording, const routh_dataset *dataset) {
    char shown[ROUTH_NAME_SIZE];
    if (dataset->trajectory_count == 0 || is_hdf5(from))
        return ROUTH_OK;
    const routh_status status =
        routh_dataset_propose(context, dataset, options->import.gravity, &recording->tracks.proposals);
    if (status != ROUTH_OK || options->keep_wrong)
        return status;
    show_name(from, shown);
    return routh_refuse_units(context, shown, recording);
}

/* The file is said to hold motions. */
static routh_status read_as_motions(routh_context *context, routh_io from, const routh_recording_options *options,
                                    routh_recording *recording, routh_dataset *dataset) {
    held_log held;
    const int kind = is_hdf5(from) ? kind_of(from, options) : 0;
    if (kind < 0)
        return fail_to_look(context);
    bool stored = kind & ROUTH_RECORDING_TOSSES;
    if (!stored && is_hdf5(from)) {
        hold_log(context, &held);
        stored = routh_dataset_read(&held.inner, from, &options->import, dataset) == ROUTH_OK;
        end_hold(&held, false);
        routh_dataset_release(context, dataset);
    }
    if (!stored)
        return read_motions(context, from, options, false, recording, dataset);
    char shown[ROUTH_NAME_SIZE];
    show_name(from, shown);
    return routh_refuse_dataset(context, shown, recording);
}

/* Whoever asks what a file is, and whoever reads it, gets the one stream that is opened here. What is not text its readers
 * hold in memory: here, for all of them. Folders stay what they are. */
static routh_status open_once(routh_context *context, routh_io *from, routh_source *source) {
    unsigned char byte[512];
    size_t count = 0;
    routh_status status = routh_source_create(context, *from, source);
    if (status == ROUTH_OK)
        status = routh_source_settle(source);
    if (status == ROUTH_OK && source->own)
        status = routh_source_begin(source, byte, sizeof byte, &count);
    if (status == ROUTH_OK && memchr(byte, '\0', count))
        status = routh_source_hold(source, ROUTH_HDF5_MOST_BYTES);
    *from = source->io;
    return status;
}

/* The file may hold anything. Of poses alone, in a plain table, the reader of tracks looks at times, gaps and units, too. */
static routh_status read_any(routh_context *context, routh_io from, const routh_recording_options *options,
                             routh_recording *recording, routh_dataset *dataset) {
    held_log held;
    const int kind = kind_of(from, options);
    if (kind < 0)
        return fail_to_look(context);
    if (kind & ROUTH_RECORDING_POSES) {
        const routh_status status = routh_import_options_check(context, &options->import);
        return status == ROUTH_OK ? read_motions(context, from, options, true, recording, dataset) : status;
    }
    if (from.path && (kind & (ROUTH_RECORDING_MOTIONS | ROUTH_RECORDING_TOSSES | ROUTH_RECORDING_TABLE)) ==
                         ROUTH_RECORDING_MOTIONS) /* a folder: its readers open each file */
        return read_motions(context, from, options, false, recording, dataset);
    hold_log(context, &held);
    const routh_status status = routh_dataset_read(&held.inner, from, &options->import, dataset);
    const bool motions = status != ROUTH_OK && may_be_motions(&held.inner, status, options->convention != NULL, kind);
    end_hold(&held, !motions);
    if (motions)
        return read_motions(context, from, options, false, recording, dataset);
    return status == ROUTH_OK ? check_units(context, from, options, recording, dataset) : status;
}

routh_status routh_recording_read(routh_context *context, routh_io from, const routh_recording_options *options,
                                  routh_recording *recording, routh_dataset *dataset) {
    const routh_recording_options usual = routh_recording_options_default();
    const routh_recording_options *said = options ? options : &usual;
    routh_source source;
    if (dataset)
        *dataset = (routh_dataset){0};
    if (!recording)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading a recording needs a recording");
    *recording = (routh_recording){.fitting_units = "", .stated_units = ""};
    routh_status status = open_once(context, &from, &source);
    if (status == ROUTH_OK && !dataset)
        status = routh_recording_motions(context, from, said, recording);
    else if (status == ROUTH_OK)
        status = said->motions ? read_as_motions(context, from, said, recording, dataset)
                               : read_any(context, from, said, recording, dataset);
    routh_source_release(&source);
    if (status != ROUTH_OK && dataset)
        routh_dataset_release(context, dataset);
    return status;
}

/* In space -------------------------------------------------------------------------------------------------*/

static routh_status read_any3(routh_context *context, routh_io from, routh_recording_options *said,
                              const routh_import3_options *import, routh_recording *recording,
                              routh_dataset3 *dataset) {
    const int kind = said->motions ? ROUTH_RECORDING_MOTIONS : kind_of(from, said);
    if (kind < 0)
        return fail_to_look(context);
    if ((kind & ROUTH_RECORDING_TOSSES) || !((kind & ROUTH_RECORDING_MOTIONS) || said->convention))
        return routh_dataset3_read(context, from, import, dataset);
    said->import.rate = import->rate;
    said->import.gravity = import->gravity;
    ROUTH_TRY(routh_recording_motions(context, from, said, recording));
    if (recording->tracks.track[0].planar)
        return routh_fail(context, ROUTH_BAD_FORMAT, "%s: motions in the plane, x, y and an angle, not in space",
                          recording->tracks.source);
    return routh_dataset3_of_tracks(context, &recording->tracks, &recording->axes, import, dataset);
}

routh_status routh_recording3_read(routh_context *context, routh_io from, const routh_recording_options *options,
                                   const routh_import3_options *import, routh_recording *recording,
                                   routh_dataset3 *dataset) {
    routh_recording_options said = options ? *options : routh_recording_options_default();
    const routh_import3_options unstated = {.width = NAN, .mass = NAN, .rate = NAN, .gravity = NAN};
    import = import ? import : &unstated;
    if (!recording || !dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading tosses needs a recording and a dataset");
    *dataset = (routh_dataset3){0};
    *recording = (routh_recording){.fitting_units = "", .stated_units = ""};
    routh_source source;
    routh_status status = open_once(context, &from, &source);
    if (status == ROUTH_OK)
        status = read_any3(context, from, &said, import, recording, dataset);
    routh_source_release(&source);
    return status;
}
