/* Why a recording is refused, in the words of the fields that would mend it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "tracks/track.h"

#define REFUSAL_NAME(code, name, about) {name, about},
static const routh_name_entry refusal_names[] = {ROUTH_REFUSAL_TABLE(REFUSAL_NAME)};
const routh_names routh_refusals = {"refusal", ROUTH_REFUSAL_COUNT, refusal_names};

routh_status routh_refuse_dataset(routh_context *context, const char *shown, routh_recording *recording) {
    recording->refusal = ROUTH_REFUSED_DATASET;
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "motions", "%s: a dataset, not a recording of motions", shown);
}

/* `units "mm"` behind what is there, with `between` unless it is the first. */
static size_t add_way(char *text, size_t size, size_t used, const char *between, const routh_proposal *proposal) {
    const int added =
        snprintf(text + used, size - used, "%s%s \"%s\"", used > 0 ? between : "", proposal->field, proposal->value);
    if (added > 0 && (size_t)added < size - used)
        return used + (size_t)added;
    text[used] = '\0';
    return used;
}

routh_status routh_refuse_unread(routh_context *context, routh_status status, routh_recording *recording) {
    enum { MOST_WAYS = 4 };
    const routh_proposals *proposals = &recording->tracks.proposals;
    char ways[ROUTH_MESSAGE_SIZE] = "";
    size_t used = 0;
    recording->refusal = ROUTH_REFUSED_UNREAD;
    if (!context)
        return status;
    memcpy(recording->why, context->message, sizeof recording->why);
    for (size_t i = 0; i < proposals->count && i < MOST_WAYS; i++)
        used = add_way(ways, sizeof ways, used, ", or ", &proposals->proposal[i]);
    return used == 0 ? status : routh_fail_field(context, status, context->field, "%s: %s", recording->why, ways);
}

/* The SI units that say that all is as it is. */
static const char *kept_units(const char *value) {
    const bool length = strstr(value, "mm") || strstr(value, "cm") || strstr(value, "um") || strstr(value, "in");
    const bool angle = strstr(value, "deg") != NULL;
    const bool time = strstr(value, "ms") || strstr(value, "us") || strstr(value, "ns");
    static const char *const units[] = {"m", "m", "rad", "m,rad", "s", "m,s", "rad,s", "m,rad,s"};
    return units[(length ? 1 : 0) + (angle ? 2 : 0) + (time ? 4 : 0)];
}

routh_status routh_refuse_units(routh_context *context, const char *shown, routh_recording *recording) {
    const routh_proposals *proposals = &recording->tracks.proposals;
    char why[ROUTH_MESSAGE_SIZE] = "", ways[ROUTH_MESSAGE_SIZE] = "", keep[80] = "";
    const char *field = NULL;
    size_t said = 0, used = 0;
    for (size_t i = 0; i < proposals->count; i++) {
        const routh_proposal *one = &proposals->proposal[i];
        if (!one->certain || said + strlen(one->text) + 3 > sizeof why)
            continue;
        field = field ? field : one->field;
        said += (size_t)snprintf(why + said, sizeof why - said, "%s%s", said > 0 ? "; " : "", one->text);
        if (one->value[0])
            used = add_way(ways, sizeof ways, used, ", ", one);
        if (strcmp(one->field, "units") == 0) {
            recording->stated_units = kept_units(one->value);
            snprintf(keep, sizeof keep, "; if it is right as it is, units \"%s\"", recording->stated_units);
        }
    }
    if (said == 0)
        return ROUTH_OK;
    recording->refusal = ROUTH_REFUSED_UNITS;
    return routh_fail_field(context, ROUTH_BAD_FORMAT, field, "%s: %s%s%s%s", shown, why, used > 0 ? ": " : "", ways,
                            keep);
}

/* The unit in which free fall is as many times too fast; "" where none fits. */
static const char *units_behind(const routh_finding *finding) {
    static const struct {
        double ratio;
        const char *name;
    } units[] = {{1e3, "mm"}, {1e2, "cm"}, {1 / 0.0254, "in"}, {1e6, "um"}};
    const double ratio = finding->found / finding->expected;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (fabs(ratio / units[i].ratio - 1) < 0.1)
            return units[i].name;
    return "";
}

void routh_find_contradiction(bool units_given, routh_recording *recording) {
    const routh_findings *words = &recording->axes.words;
    for (size_t i = 0; recording->has_axes && i < words->count && !recording->contradiction; i++) {
        const routh_finding *one = &words->finding[i];
        if (one->kind == ROUTH_WRONG && (strcmp(one->topic, "up") == 0 || !units_given))
            recording->contradiction = one;
    }
    if (recording->contradiction)
        recording->fitting_units = units_behind(recording->contradiction);
}

routh_status routh_refuse_axes(routh_context *context, routh_recording *recording) {
    const routh_finding *wrong = recording->contradiction;
    char way[32] = "";
    recording->refusal = ROUTH_REFUSED_AXES;
    if (strcmp(wrong->topic, "up") == 0)
        return routh_fail_field(context, ROUTH_BAD_FORMAT, "up", "%s: %s; leave out `up`, or give that",
                                recording->tracks.source, wrong->text);
    if (recording->fitting_units[0])
        snprintf(way, sizeof way, ": units \"%s\"", recording->fitting_units);
    return routh_fail_field(context, ROUTH_BAD_FORMAT, "units", "%s: %s%s; if it is right as it is, units \"m\"",
                            recording->tracks.source, wrong->text, way);
}

routh_status routh_refuse_plane(routh_context *context, bool given, routh_recording *recording) {
    const routh_axes *axes = &recording->axes;
    recording->refusal = ROUTH_REFUSED_PLANE;
    if (given)
        return routh_fail_field(context, ROUTH_BAD_FORMAT, "plane",
                                "%s: the motion leaves the plane that was given by %.2g rad and %.3g mm; leave it out "
                                "to fit the plane to the motion",
                                recording->tracks.source, axes->tilt_out, 1e3 * axes->out_of_plane);
    return routh_fail_field(context, ROUTH_BAD_FORMAT, "orientation",
                            "%s: not a motion in a plane: the body leaves it by %.2g rad and %.3g mm; read it in "
                            "space, as tosses. If it is planar, is the form of the orientations right?",
                            recording->tracks.source, axes->tilt_out, 1e3 * axes->out_of_plane);
}
