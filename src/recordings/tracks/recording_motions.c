/* Motions of a laboratory and their axes, looked at before they are used.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/source.h"

/* What a recording is: looked at once, for every verb. */

static int look_at(routh_source *source) {
    bool poses;
    const int tosses = routh_source_has_tosses(source), motions = routh_source_has_motions(source);
    if (tosses < 0 || motions < 0)
        return -1;
    return ROUTH_RECORDING_SEEN | (tosses ? ROUTH_RECORDING_TOSSES : 0) |
           (routh_source_has_rebounds(source) ? ROUTH_RECORDING_REBOUNDS : 0) |
           (motions ? ROUTH_RECORDING_MOTIONS : 0) |
           (routh_source_has_table(source, &poses) ? ROUTH_RECORDING_TABLE : 0) |
           (motions && poses ? ROUTH_RECORDING_POSES : 0);
}

static int look_at_file(routh_io from) {
    routh_source source;
    int kind = 0;
    if (routh_source_create(NULL, from, &source) != ROUTH_OK)
        return 0;
    if (routh_source_repeats(&source) && routh_source_settle(&source) == ROUTH_OK)
        kind = look_at(&source);
    routh_source_release(&source);
    return kind;
}

/* Of the first file that can be looked at. Only tables are tosses in a folder. A .txt file is the first only where there is no
 * other: it may be notes. */
static int look_at_folder(const char *folder) {
    routh_path_list list;
    const routh_status status = routh_list_recordings(NULL, folder, &list);
    size_t first = 0;
    int kind = status == ROUTH_OUT_OF_MEMORY ? -1 : 0;
    while (status == ROUTH_OK && first + 1 < list.count && routh_name_ends(list.path[first], ".txt"))
        first++;
    for (; status == ROUTH_OK && kind == 0 && first < list.count; first++)
        kind = look_at_file(routh_io_path(list.path[first]));
    const bool table = kind > 0 && routh_name_ends(list.path[first - 1], ".csv");
    routh_path_list_release(&list);
    return kind > 0 ? kind & ~(ROUTH_RECORDING_REBOUNDS | (table ? 0 : ROUTH_RECORDING_TOSSES)) : kind;
}

int routh_recording_recognise(routh_io from) {
    routh_source source;
    if (routh_source_create(NULL, from, &source) != ROUTH_OK)
        return 0;
    return routh_source_is_folder(&source) ? look_at_folder(source.io.path) : look_at_file(from);
}

/* Directions -----------------------------------------------------------------------------------------------*/

static routh_status take_direction(routh_context *context, const char *field, const char *text, double direction[3]) {
    const char *axis = text + (*text == '-' || *text == '+');
    double read[3] = {0}, square = 0;
    if ((*axis == 'x' || *axis == 'y' || *axis == 'z') && axis[1] == '\0') {
        read[*axis - 'x'] = *text == '-' ? -1 : 1;
        memcpy(direction, read, sizeof read);
        return ROUTH_OK;
    }
    for (int c = 0; c < 3; c++) {
        char *end = NULL;
        read[c] = strtod(text, &end);
        if (end == text || (c < 2 ? *end != ',' : *end != '\0'))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field,
                                    "%s: neither x, y, z, -x, -y, -z nor three numbers with commas between", field);
        square += read[c] * read[c];
        text = end + 1;
    }
    if (!isfinite(square) || !(square > 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field, "%s: the direction has no length", field);
    memcpy(direction, read, sizeof read);
    return ROUTH_OK;
}

routh_status routh_axes_options_set(routh_context *context, const char *field, const char *text,
                                    routh_axes_options *axes) {
    if (strcmp(field, "up") == 0)
        return take_direction(context, "up", text, axes->up);
    if (strcmp(field, "plane") == 0)
        return take_direction(context, "plane", text, axes->normal);
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "no direction is called \"%.40s\"; there are up and plane", field);
}

static bool is_given(const double direction[3]) {
    return direction[0] != 0 || direction[1] != 0 || direction[2] != 0;
}

/* Reading --------------------------------------------------------------------------------------------------*/

/* Whoever says where up is need not hear it; the axes say whether free fall agrees. */
static void drop_up(routh_proposals *proposals) {
    size_t kept = 0;
    for (size_t i = 0; i < proposals->count; i++)
        if (strcmp(proposals->proposal[i].field, "up") != 0)
            proposals->proposal[kept++] = proposals->proposal[i];
    proposals->count = kept;
}

/* Planar tracks have axes of their own, unless up is given. */
static routh_status find_axes(routh_context *context, const routh_recording_options *options,
                              routh_recording *recording) {
    routh_axes_options axes = options->axes;
    if (options->import.gravity > 0)
        axes.gravity = options->import.gravity;
    if (recording->tracks.track[0].planar && !is_given(axes.up))
        return ROUTH_OK;
    routh_status status = routh_axes_find(context, &recording->tracks, &axes, &recording->axes);
    if (status != ROUTH_OK && options->up && context->field && strcmp(context->field, "up") == 0) {
        recording->tracks.up = options->up;
        status = routh_axes_find(context, &recording->tracks, &axes, &recording->axes);
    }
    recording->has_axes = status == ROUTH_OK;
    return status;
}

static routh_status make_convention(routh_context *context, const routh_recording_options *options,
                                    routh_tracks_convention *convention) {
    const routh_import_options *import = &options->import;
    *convention = options->convention ? *options->convention : (routh_tracks_convention){.rate = 0};
    if (import->rate > 0)
        convention->rate = import->rate;
    if (import->gravity > 0)
        convention->gravity = import->gravity;
    return import->variable ? routh_tracks_convention_set(context, "variable", import->variable, convention) : ROUTH_OK;
}

static bool has_units(const routh_tracks_convention *convention) {
    for (int i = 0; i < ROUTH_QUANTITIES; i++)
        if (convention->unit[i] != 0)
            return true;
    return false;
}

routh_status routh_recording_motions(routh_context *context, routh_io from, const routh_recording_options *options,
                                     routh_recording *recording) {
    routh_tracks_convention convention;
    routh_tracks *tracks = &recording->tracks;
    routh_context own = routh_context_default();
    context = context ? context : &own; /* the field of a failure is looked at */
    ROUTH_TRY(make_convention(context, options, &convention));
    routh_status status = routh_tracks_read(context, from, &convention, tracks);
    if (status != ROUTH_OK)
        return status == ROUTH_CANCELLED || status == ROUTH_OUT_OF_MEMORY
                   ? status
                   : routh_refuse_unread(context, status, recording);
    if (is_given(options->axes.up))
        drop_up(&tracks->proposals);
    if (!options->keep_wrong)
        status = routh_refuse_units(context, tracks->source, recording);
    if (status == ROUTH_OK)
        status = find_axes(context, options, recording);
    if (status != ROUTH_OK)
        return status;
    routh_find_contradiction(has_units(&convention), recording);
    recording->wrong = recording->contradiction != NULL;
    for (size_t i = 0; i < tracks->proposals.count; i++)
        recording->wrong |= tracks->proposals.proposal[i].certain;
    return recording->contradiction && !options->keep_wrong ? routh_refuse_axes(context, recording) : ROUTH_OK;
}
