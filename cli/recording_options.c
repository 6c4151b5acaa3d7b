/* How a laboratory's recording is meant, and reading it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "recording_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fail_input.h"
#include "output.h"
#include "progress.h"

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

const char *recording_first(const recording_options *o) {
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

const char *recording_flags(const routh_proposal *proposal, char text[RECORDING_FLAGS]) {
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

/* The SI units that say that all is as it is. */
static const char *kept_units(const char *value) {
    const int length = strstr(value, "mm") || strstr(value, "cm") || strstr(value, "um") || strstr(value, "in");
    const int angle = strstr(value, "deg") != NULL,
              time = strstr(value, "ms") || strstr(value, "us") || strstr(value, "ns");
    static const char *const units[] = {"", "m", "rad", "m,rad", "s", "m,s", "rad,s", "m,rad,s"};
    return units[(length ? 1 : 0) + (angle ? 2 : 0) + (time ? 4 : 0)];
}

int recording_refuse(const char *verb, const char *data, const routh_proposals *proposals) {
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
                     one->value[0] ? kept_units(one->value) : "m");
    }
    if (said == 0)
        return 0;
    quote(data, path, sizeof path);
    if (used == 0)
        return fail(verb, "%.200s: %s%s", data, why, keep);
    return strcmp(verb, "import") == 0
               ? fail(verb, "%.200s: %s: %s%s", data, why, flags, keep)
               : fail(verb, "%.200s: %s: `routh import %s %s -o recording.h5`%s", data, why, path, flags, keep);
}

/* Whoever says where up is need not hear it; the axes say whether free fall agrees. */
static void drop_up(routh_proposals *proposals) {
    size_t kept = 0;
    for (size_t i = 0; i < proposals->count; i++)
        if (strcmp(proposals->proposal[i].field, "up") != 0)
            proposals->proposal[kept++] = proposals->proposal[i];
    proposals->count = kept;
}

/* What free flights say is wrong. Units that were given are taken as they are; no up is, against free fall with the right
 * gravity: nothing that follows would hold. */
static const routh_finding *wrong_axes(const recording_options *options, const motions_read *read) {
    for (size_t i = 0; read->has_axes && i < read->axes.words.count; i++) {
        const routh_finding *one = &read->axes.words.finding[i];
        if (one->kind == ROUTH_WRONG && (strcmp(one->topic, "up") == 0 || !(options && options->units)))
            return one;
    }
    return NULL;
}

/* ": --units mm" where free fall is as many times too fast; "" where no unit fits. */
static const char *units_behind(const routh_finding *finding) {
    static const struct {
        double ratio;
        const char *flags;
    } units[] = {{1e3, ": --units mm"}, {1e2, ": --units cm"}, {1 / 0.0254, ": --units in"}, {1e6, ": --units um"}};
    const double ratio = finding->found / finding->expected;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (fabs(ratio / units[i].ratio - 1) < 0.1)
            return units[i].flags;
    return "";
}

static int refuse_axes(const char *verb, const char *data, const recording_options *options, const motions_read *read) {
    const routh_finding *wrong = wrong_axes(options, read);
    const char *where = strcmp(verb, "import") == 0 ? "" : " (`routh import` has options for that)";
    if (!wrong)
        return 0;
    if (strcmp(wrong->topic, "up") == 0)
        return fail(verb, "%.200s: %s; leave out --up, or give that", data, wrong->text);
    return fail(verb, "%.200s: %s%s; if it is right as it is, import it with --units m%s", data, wrong->text,
                units_behind(wrong), where);
}

/* The library's message, and the ways out of it. */
static int fail_ambiguous(const char *verb, const char *data, const routh_context *context,
                          const routh_proposals *proposals) {
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
            return fail(verb, "%s; `routh import` has options for that", context->message);
    if (used == 0)
        return fail_input(verb, context);
    return fail(verb, "%s%s", context->message, ways);
}

/* Directions -----------------------------------------------------------------------------------------------*/

static int parse_direction(const char *verb, const char *option, const char *text, double direction[3]) {
    const char *axis = text + (*text == '-' || *text == '+');
    if ((*axis == 'x' || *axis == 'y' || *axis == 'z') && axis[1] == '\0') {
        direction[*axis - 'x'] = *text == '-' ? -1 : 1;
        return 0;
    }
    char *end = NULL;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        direction[c] = strtod(text, &end);
        if (end == text || (c < 2 ? *end != ',' : *end != '\0'))
            return fail(verb, "%s: neither x, y, z, -x, -y, -z nor three numbers with commas between", option);
        square += direction[c] * direction[c];
        text = end + 1;
    }
    return isfinite(square) && square > 0 ? 0 : fail(verb, "%s: the direction has no length", option);
}

/* Reading --------------------------------------------------------------------------------------------------*/

static int make_convention(const char *verb, const recording_options *options, const recording_setting *setting,
                           routh_tracks_convention *convention) {
    const recording_options none = {0}, *o = options ? options : &none;
    const struct {
        const char *field, *text;
    } given[] = {{"columns", o->columns},
                 {"units", o->units},
                 {"orientation", o->orientation},
                 {"rigid_body", o->rigid_body},
                 {"variable", setting->variable}};
    routh_context context = routh_context_default();
    *convention = (routh_tracks_convention){.skip_bad = o->skip_bad != 0};
    convention->rate = setting->rate > 0 ? setting->rate : 0;
    convention->gravity = setting->gravity > 0 ? setting->gravity : 0;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].text &&
            routh_tracks_convention_set(&context, given[i].field, given[i].text, convention) != ROUTH_OK)
            return fail_input(verb, &context);
    return 0;
}

static int make_axes(const char *verb, const recording_options *options, const recording_setting *setting,
                     routh_axes_options *axes) {
    int answer = 0;
    *axes = routh_axes_options_default();
    if (options && options->up)
        answer = parse_direction(verb, "--up", options->up, axes->up);
    if (answer == 0 && options && options->plane)
        answer = parse_direction(verb, "--plane", options->plane, axes->normal);
    if (setting->gravity > 0)
        axes->gravity = setting->gravity;
    return answer;
}

/* Planar tracks have axes of their own, unless up is given. */
static int find_axes(const char *verb, const recording_options *options, char up, const routh_axes_options *axes,
                     motions_read *read) {
    routh_context context = routh_context_default();
    if (read->tracks.track[0].planar && !(options && options->up))
        return 0;
    progress_show(&context);
    routh_status status = routh_axes_find(&context, &read->tracks, axes, &read->axes);
    if (status != ROUTH_OK && up && context.field && strcmp(context.field, "up") == 0) {
        read->tracks.up = up;
        status = routh_axes_find(&context, &read->tracks, axes, &read->axes);
    }
    progress_end();
    read->has_axes = status == ROUTH_OK;
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

int recording_read(const char *verb, const recording_options *options, const recording_setting *setting, int strict,
                   motions_read *read) {
    routh_context context = routh_context_default();
    routh_tracks_convention convention;
    routh_axes_options axes;
    *read = (motions_read){0};
    int answer = make_convention(verb, options, setting, &convention);
    if (answer == 0)
        answer = make_axes(verb, options, setting, &axes);
    if (answer != 0)
        return answer;
    progress_show(&context);
    const routh_status status = routh_tracks_read(&context, routh_io_path(setting->data), &convention, &read->tracks);
    progress_end();
    if (status != ROUTH_OK)
        return fail_ambiguous(verb, setting->data, &context, &read->tracks.proposals);
    read->plane_given = options && options->plane;
    if (options && options->up)
        drop_up(&read->tracks.proposals);
    answer = strict ? recording_refuse(verb, setting->data, &read->tracks.proposals) : 0;
    if (answer == 0)
        answer = find_axes(verb, options, setting->up, &axes, read);
    if (answer == 0 && strict)
        answer = refuse_axes(verb, setting->data, options, read);
    read->wrong = answer == 0 && wrong_axes(options, read);
    for (size_t i = 0; i < read->tracks.proposals.count; i++)
        read->wrong |= read->tracks.proposals.proposal[i].certain;
    if (answer != 0)
        recording_release(read);
    return answer;
}

void recording_release(motions_read *read) {
    if (read->has_axes)
        routh_axes_release(NULL, &read->axes);
    routh_tracks_release(NULL, &read->tracks);
    *read = (motions_read){0};
}

/* Further from its plane than this, a motion is not planar, rad. Whoever names the plane hears of it, up to the second. */
static const double most_tilt = 0.1, most_tilt_given = 0.3;

int recording_dataset(const char *verb, const motions_read *read, const routh_import_options *import,
                      routh_context *context, routh_dataset *dataset) {
    const routh_axes *axes = read->has_axes ? &read->axes : NULL;
    if (axes && read->plane_given && !read->tracks.track[0].planar && axes->tilt_out > most_tilt_given)
        return fail(
            verb,
            "%s: the motion leaves the plane that --plane names by %.2g rad and %.3g mm; leave --plane out to fit "
            "the plane to the motion",
            read->tracks.source, axes->tilt_out, 1e3 * axes->out_of_plane);
    if (axes && read->plane_given && !read->tracks.track[0].planar && axes->tilt_out > most_tilt)
        note(verb, "%s: the motion leaves the plane that --plane names by %.2g rad and %.3g mm", read->tracks.source,
             axes->tilt_out, 1e3 * axes->out_of_plane);
    if (axes && !read->plane_given && !read->tracks.track[0].planar && axes->tilt_out > most_tilt)
        return fail(verb,
                    "%s: not a motion in a plane: the body leaves it by %.2g rad and %.3g mm; `routh import --space` "
                    "makes it a recording of tosses, and `routh toss` takes that. If it is planar, is the form of the "
                    "orientations right (--orientation)?",
                    read->tracks.source, axes->tilt_out, 1e3 * axes->out_of_plane);
    if (routh_dataset_of_tracks(context, &read->tracks, axes, import, dataset) != ROUTH_OK)
        return fail_input(verb, context);
    return 0;
}

/* Printing -------------------------------------------------------------------------------------------------*/

/* `marks`: before what is wrong, and what perhaps is. `but`: lines on the topics of these follow. */
static void print_findings(const routh_findings *findings, int marks, const routh_findings *but) {
    for (size_t i = 0; i < findings->count; i++) {
        const routh_finding_kind kind = findings->finding[i].kind;
        int follows = 0;
        for (size_t k = 0; but && k < but->count; k++)
            follows |= strcmp(but->finding[k].topic, findings->finding[i].topic) == 0;
        if (follows)
            continue;
        printf("  ");
        print_padded(stdout, findings->finding[i].topic, 12);
        printf("%s%s\n",
               marks && kind == ROUTH_WRONG     ? "wrong? "
               : marks && kind == ROUTH_WARNING ? "warning: "
                                                : "",
               findings->finding[i].text);
    }
}

void recording_print(const motions_read *read) {
    const routh_tracks *tracks = &read->tracks;
    printf("%s: %zu motion%s%s\n", tracks->name, tracks->count, tracks->count == 1 ? "" : "s",
           tracks->track[0].planar ? " in the plane" : " in space");
    print_findings(&tracks->understood, 1, read->has_axes ? &read->axes.words : NULL);
    if (read->has_axes)
        print_findings(&read->axes.words, 1, NULL);
    print_findings(&tracks->bad, 0, NULL);
    for (size_t i = 0; i < tracks->proposals.count; i++) {
        char flags[RECORDING_FLAGS];
        const routh_proposal *one = &tracks->proposals.proposal[i];
        printf("  %s%s%s%s\n", one->certain ? "wrong?      " : "perhaps     ", one->text, one->value[0] ? ": " : "",
               one->value[0] ? recording_flags(one, flags) : "");
    }
}
