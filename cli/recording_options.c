/* How a laboratory's recording is meant, and reading it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"

#include <stdio.h>
#include <string.h>

#include "program.h"

#define WORD(member, name, value, text, usual)                                                                         \
    { name, OPTION_TEXT, offsetof(recording_options, member), value, .about = (text), .otherwise = (usual) }

const option_entry recording_entries[RECORDING_OPTIONS] = {
    WORD(columns, "columns", "MAP",
         "what the file calls its columns: x='Body1 X (mm)',theta=#4,… for time, x y z, theta, qw qx qy qz, r11 … r33, "
         "ax ay az, e1 e2 e3; #4 is the fourth column",
         "as the format or the names say"),
    WORD(units, "units", "UNITS",
         "units of the file: mm,deg,ms; of m mm cm dm um in ft, rad deg mrad rev, s ms us ns min",
         "as the file says, or m,rad,s"),
    {"orientation", OPTION_TEXT, offsetof(recording_options, orientation), "FORM",
     .about = "how orientations are written: angle, wxyz or xyzw (quaternions), matrix, rotation-vector, euler:ZYX "
              "(angles about moving axes, first z) or euler:zyx (about fixed ones), in any order",
     .otherwise = "as the format or the names say"},
    WORD(rigid_body, "rigid-body", "NAME", "the body to read where there are several", "the only one"),
    WORD(up, "up", "AXIS", "direction that points up: x, y, z, -x, -y, -z, or three numbers with commas between",
         "as the format says, or from free fall"),
    WORD(plane, "plane", "NORMAL", "normal of the plane of motion, likewise", "fitted to the motion"),
    {"skip-bad", OPTION_FLAG, offsetof(recording_options, skip_bad), NULL,
     .about = "leave out files of a folder that cannot be read, and list them", .otherwise = "stop, naming them all"},
};

int recording_is_meant(const recording_options *o) {
    return o && (o->columns || o->units || o->orientation || o->rigid_body || o->up || o->plane || o->skip_bad);
}

/* The first option that does. */
static const char *recording_first(const recording_options *o) {
    return o->columns       ? "columns"
           : o->units       ? "units"
           : o->orientation ? "orientation"
           : o->rigid_body  ? "rigid-body"
           : o->up          ? "up"
           : o->plane       ? "plane"
                            : "skip-bad";
}

/* Proposals ------------------------------------------------------------------------------------------------*/

/* Quotes for a shell where the text needs them. */
static void quote(const char *text, char *quoted, size_t size) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./";
    size_t used = 0;
    if (text[strspn(text, plain)] == '\0') {
        snprintf(quoted, size, "%s", text);
        return;
    }
    quoted[used++] = '\'';
    for (; *text && used + 6 < size; text++)
        used += (size_t)snprintf(quoted + used, size - used, *text == '\'' ? "'\\''" : "%c", *text);
    snprintf(quoted + used, size - used, "'");
}

static const char *recording_flags(const routh_proposal *proposal, char text[RECORDING_FLAGS]) {
    char name[64], value[RECORDING_FLAGS - 80];
    size_t i = 0;
    for (; proposal->field[i] && i + 1 < sizeof name; i++)
        name[i] = proposal->field[i] == '_' ? '-' : proposal->field[i];
    name[i] = '\0';
    quote(proposal->value, value, sizeof value);
    snprintf(text, RECORDING_FLAGS, "--%s %s", name, value);
    return text;
}

/* For another verb than import, the whole command. */
static void name_command(const char *verb, const char *data, const routh_proposal *proposal, char *text, size_t size) {
    char flags[RECORDING_FLAGS], path[300];
    recording_flags(proposal, flags);
    quote(data, path, sizeof path);
    if (strcmp(verb, "import") == 0)
        snprintf(text, size, "%s", flags);
    else
        snprintf(text, size, "`routh import %s %s -o recording.h5`", path, flags);
}

/* What is certainly wrong. */
static int refuse_units(const char *verb, const char *data, const routh_recording *recording) {
    const routh_proposals *proposals = &recording->tracks.proposals;
    char why[1024] = "", flags[2 * RECORDING_FLAGS] = "", path[300], keep[64] = "";
    size_t said = 0, used = 0;
    for (size_t i = 0; i < proposals->count; i++) {
        const routh_proposal *one = &proposals->proposal[i];
        char flag[RECORDING_FLAGS];
        recording_flags(one, flag);
        if (!one->certain || said + strlen(one->text) + 3 > sizeof why || used + strlen(flag) + 2 > sizeof flags)
            continue;
        said += (size_t)snprintf(why + said, sizeof why - said, "%s%s", said > 0 ? "; " : "", one->text);
        if (one->value[0])
            used += (size_t)snprintf(flags + used, sizeof flags - used, "%s%s", used > 0 ? " " : "", flag);
        if (strcmp(one->field, "units") == 0)
            snprintf(keep, sizeof keep, "; if it is right as it is, import it with --units %s",
                     recording->stated_units);
    }
    quote(data, path, sizeof path);
    if (used == 0)
        return fail(verb, "%.200s: %s%s", data, why, keep);
    return strcmp(verb, "import") == 0
               ? fail(verb, "%.200s: %s: %s%s", data, why, flags, keep)
               : fail(verb, "%.200s: %s: `routh import %s %s -o recording.h5`%s", data, why, path, flags, keep);
}

/* What free flights contradict. */
static int refuse_axes(const char *verb, const char *data, const routh_recording *recording) {
    const routh_finding *wrong = recording->contradiction;
    const char *where = strcmp(verb, "import") == 0 ? "" : " (`routh import` has options for that)";
    if (strcmp(wrong->topic, "up") == 0)
        return fail(verb, "%.200s: %s; leave out --up, or give that", data, wrong->text);
    return fail(verb, "%.200s: %s%s%s; if it is right as it is, import it with --units m%s", data, wrong->text,
                recording->fitting_units[0] ? ": --units " : "", recording->fitting_units, where);
}

static int refuse_plane(const char *verb, const recording_options *options, const routh_recording *recording) {
    const double tilt = recording->axes.tilt_out, out = 1e3 * recording->axes.out_of_plane;
    const char *source = recording->tracks.source;
    if (options && options->plane)
        return fail(
            verb,
            "%s: the motion leaves the plane that --plane names by %.2g rad and %.3g mm; leave --plane out to fit "
            "the plane to the motion",
            source, tilt, out);
    return fail(verb,
                "%s: not a motion in a plane: the body leaves it by %.2g rad and %.3g mm; `routh import --space` "
                "makes it a recording of tosses, and `routh toss` takes that. If it is planar, is the form of the "
                "orientations right (--orientation)?",
                source, tilt, out);
}

/* The library's message, and the ways out of it. */
static int fail_unread(const char *verb, const char *data, const routh_context *context,
                       const routh_recording *recording) {
    const routh_proposals *proposals = &recording->tracks.proposals;
    char ways[1024] = "";
    size_t used = 0;
    for (size_t i = 0; i < proposals->count && i < 4; i++) {
        char command[RECORDING_FLAGS + 400];
        name_command(verb, data, &proposals->proposal[i], command, sizeof command);
        if (used + strlen(command) + 8 < sizeof ways)
            used += (size_t)snprintf(ways + used, sizeof ways - used, "%s%s", used ? ", or " : ": ", command);
    }
    static const char *const ours[] = {"columns", "units", "orientation", "rigid_body", "skip_bad"};
    for (size_t i = 0; used == 0 && strcmp(verb, "import") != 0 && i < sizeof ours / sizeof ours[0]; i++)
        if (context->field && strcmp(context->field, ours[i]) == 0)
            return fail(verb, "%s; `routh import` has options for that", recording->why);
    if (used == 0)
        return fail_input(verb, context);
    return fail(verb, "%s%s", recording->why, ways);
}

int recording_fail(const char *verb, const char *data, const recording_options *options, const routh_context *context,
                   const routh_recording *recording) {
    switch (recording->refusal) {
    case ROUTH_REFUSED_DATASET:
        return fail(verb, "--%s: %.200s is a dataset, not a recording of motions", recording_first(options), data);
    case ROUTH_REFUSED_UNREAD:
        return fail_unread(verb, data, context, recording);
    case ROUTH_REFUSED_UNITS:
        return refuse_units(verb, data, recording);
    case ROUTH_REFUSED_AXES:
        return refuse_axes(verb, data, recording);
    case ROUTH_REFUSED_PLANE:
        return refuse_plane(verb, options, recording);
    default:
        return fail_input(verb, context);
    }
}

/* Reading --------------------------------------------------------------------------------------------------*/

int recording_library(const char *verb, const recording_options *options, const routh_import_options *import,
                      routh_tracks_convention *convention, routh_recording_options *library) {
    const recording_options none = {0}, *o = options ? options : &none;
    const struct {
        const char *field, *text;
    } given[] = {
        {"columns", o->columns}, {"units", o->units}, {"orientation", o->orientation}, {"rigid_body", o->rigid_body}};
    routh_context context = routh_context_default();
    *library = routh_recording_options_default();
    library->import = *import;
    library->convention = options ? convention : NULL;
    library->motions = recording_is_meant(options);
    *convention = (routh_tracks_convention){.skip_bad = o->skip_bad != 0};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].text &&
            routh_tracks_convention_set(&context, given[i].field, given[i].text, convention) != ROUTH_OK)
            return fail_input(verb, &context);
    if ((o->up && routh_axes_options_set(&context, "up", o->up, &library->axes) != ROUTH_OK) ||
        (o->plane && routh_axes_options_set(&context, "plane", o->plane, &library->axes) != ROUTH_OK))
        return fail(verb, "--%s", context.message);
    return 0;
}

/* Printing -------------------------------------------------------------------------------------------------*/

routh_status recording_print(routh_context *context, FILE *file, const routh_recording *read) {
    routh_tracks alone = read->tracks; /* proposals follow, with options */
    alone.proposals.count = 0;
    const routh_status status =
        routh_tracks_write(context, &alone, read->has_axes ? &read->axes : NULL, NULL, routh_io_file(file, ".txt"));
    for (size_t i = 0; status == ROUTH_OK && i < read->tracks.proposals.count; i++) {
        char flags[RECORDING_FLAGS];
        const routh_proposal *one = &read->tracks.proposals.proposal[i];
        fprintf(file, "  %s%s%s%s\n", one->certain ? "wrong?      " : "perhaps     ", one->text,
                one->value[0] ? ": " : "", one->value[0] ? recording_flags(one, flags) : "");
    }
    return status;
}
