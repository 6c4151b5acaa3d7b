/* Unknowns besides the displacements of the assembly.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"

static const routh_name_entry kinds[] = {
    {"bias", "constant errors of force and moment"},
    {"latency", "the wrench is measured later than the pose"},
    {"stiffness", "parts differ in stiffness"},
    {"friction", "parts differ in friction"},
    {"speed", "friction depends on the speed of sliding"},
    {"scale", "parts of object 1 are larger or smaller than drawn"},
};
const routh_names routh_insertion_also = {"unknown", sizeof kinds / sizeof *kinds, kinds};

/* A list that grows; the first pass counts. */
typedef struct list {
    routh_displacement *item; /* NULL: only count */
    size_t count;
    routh_displacement counted; /* what is written while only counting */
} list;

static routh_displacement *add(list *l, routh_displacement_kind kind, double deviation) {
    routh_displacement *d = l->item ? &l->item[l->count] : &l->counted;
    l->count++;
    *d = (routh_displacement){.kind = kind, .part = -1, .deviation = deviation};
    return d;
}

static int has_kind(const routh_assembly *assembly, routh_displacement_kind kind) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == kind)
            return 1;
    return 0;
}

/* Is there one of this kind along coordinate axis c, more or less? */
static int has_axis(const routh_assembly *assembly, routh_displacement_kind kind, int c) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == kind && fabs(assembly->displacement[j].axis[c]) > 0.9)
            return 1;
    return 0;
}

/* The first bytes of a name, whole characters only. */
typedef struct short_name {
    char text[28];
} short_name;

static short_name shorten(const char *name) {
    short_name s;
    snprintf(s.text, sizeof s.text, "%.27s", name);
    routh_utf8_drop_cut(s.text);
    return s;
}

static void add_bias(const routh_assembly *assembly, const routh_insertion_options *options, list *l) {
    static const char *const names[] = {"force bias x",  "force bias y",  "force bias z",
                                        "moment bias x", "moment bias y", "moment bias z"};
    for (int c = 0; c < 6; c++) {
        const routh_displacement_kind kind = c < 3 ? ROUTH_DISPLACE_FORCE : ROUTH_DISPLACE_MOMENT;
        if (has_axis(assembly, kind, c % 3))
            continue;
        routh_displacement *d = add(l, kind, 0.1 * (c < 3 ? options->force_scale : options->moment_scale));
        d->axis[c % 3] = 1;
        snprintf(d->name, sizeof d->name, "%s", names[c]);
    }
}

/* Of each part but the first, whose contacts K and μ then are: all would only repeat K and μ. */
static void add_contacts(const routh_assembly *assembly, routh_displacement_kind kind, const char *what, list *l) {
    for (size_t i = 1; i < assembly->object[0].count && !has_kind(assembly, kind); i++) {
        routh_displacement *d = add(l, kind, 0.2);
        d->part = (long)i;
        snprintf(d->name, sizeof d->name, "%s of %s", what, shorten(assembly->object[0].part[i].name).text);
    }
}

/* Of each part of object 1 about its centroid. */
static void add_scales(const routh_assembly *assembly, list *l) {
    for (size_t i = 0; i < assembly->object[0].count && !has_kind(assembly, ROUTH_DISPLACE_SCALE); i++) {
        const routh_part *part = &assembly->object[0].part[i];
        routh_displacement *d = add(l, ROUTH_DISPLACE_SCALE, 0.005);
        double centroid[3];
        routh_polyhedron_centroid(part->shape, centroid);
        routh_pose3_point(&part->place, centroid, d->through);
        d->part = (long)i;
        snprintf(d->name, sizeof d->name, "scale of %s", shorten(part->name).text);
    }
}

static void add_further(const routh_assembly *assembly, unsigned also, const routh_insertion_options *options,
                        list *l) {
    if (also & ROUTH_ALSO_BIAS)
        add_bias(assembly, options, l);
    if (also & ROUTH_ALSO_LATENCY && !has_kind(assembly, ROUTH_DISPLACE_LATENCY))
        snprintf(add(l, ROUTH_DISPLACE_LATENCY, 0.05)->name, ROUTH_LABEL_SIZE, "latency");
    if (also & ROUTH_ALSO_STIFFNESS)
        add_contacts(assembly, ROUTH_DISPLACE_STIFFNESS, "stiffness", l);
    if (also & ROUTH_ALSO_FRICTION)
        add_contacts(assembly, ROUTH_DISPLACE_FRICTION, "friction", l);
    if (also & ROUTH_ALSO_SPEED && !has_kind(assembly, ROUTH_DISPLACE_SPEED))
        snprintf(add(l, ROUTH_DISPLACE_SPEED, 0.2)->name, ROUTH_LABEL_SIZE, "power of speed");
    if (also & ROUTH_ALSO_SCALE)
        add_scales(assembly, l);
}

/* With one part there is nothing that differs. */
static routh_status check_contacts(routh_context *context, const routh_assembly *assembly, unsigned also) {
    static const struct {
        unsigned also;
        routh_displacement_kind kind;
        const char *name;
    } differing[] = {{ROUTH_ALSO_STIFFNESS, ROUTH_DISPLACE_STIFFNESS, "stiffness"},
                     {ROUTH_ALSO_FRICTION, ROUTH_DISPLACE_FRICTION, "friction"}};
    for (size_t i = 0; i < sizeof differing / sizeof differing[0]; i++)
        if (also & differing[i].also && assembly->object[0].count < 2 && !has_kind(assembly, differing[i].kind))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "also",
                                    "%s cannot differ between parts: %s has only one; a displacement of kind %s in "
                                    "the assembly can name a part of object 2",
                                    differing[i].name, assembly->object[0].name, differing[i].name);
    return ROUTH_OK;
}

static routh_status make_room(routh_arena *arena, const routh_assembly *assembly, size_t more,
                              routh_assembly *extended) {
    *extended = *assembly;
    extended->displacement = routh_take(arena, assembly->count + more, sizeof *extended->displacement);
    ROUTH_TRY(arena->status);
    if (assembly->count)
        memcpy(extended->displacement, assembly->displacement, assembly->count * sizeof *extended->displacement);
    return ROUTH_OK;
}

routh_status routh_assembly_extend(routh_arena *arena, const routh_assembly *assembly, unsigned also,
                                   const routh_insertion_options *options, routh_assembly *extended) {
    list l = {0};
    ROUTH_TRY(check_contacts(arena->context, assembly, also));
    add_further(assembly, also, options, &l);
    ROUTH_TRY(make_room(arena, assembly, l.count, extended));
    l = (list){.item = &extended->displacement[assembly->count]};
    add_further(assembly, also, options, &l);
    extended->count += l.count;
    return ROUTH_OK;
}

static int same_grip(const routh_insertion *a, const routh_insertion *b) {
    return a->offset == b->offset && memcmp(&a->reference, &b->reference, sizeof a->reference) == 0 &&
           memcmp(&a->receptacle, &b->receptacle, sizeof a->receptacle) == 0;
}

routh_status routh_assembly_for_all(routh_arena *arena, const routh_assembly *assembly, size_t motions,
                                    const routh_insertion *const *recording, size_t count, routh_assembly *extended) {
    int same = 1;
    for (size_t i = 1; i < count; i++)
        same = same && same_grip(recording[0], recording[i]);
    ROUTH_TRY(make_room(arena, assembly, count * (motions + 1), extended));
    const size_t early = assembly->count - routh_late_motions(assembly);
    if (!same)
        extended->count = early; /* late ones stay the last */
    for (size_t j = 0; j < assembly->count && !same; j++) {
        if (assembly->displacement[j].kind != ROUTH_DISPLACE_OFFSET && j + motions < assembly->count)
            continue;
        for (size_t i = 0; i < count; i++) {
            routh_displacement *own = &extended->displacement[i || j >= early ? extended->count++ : j];
            *own = assembly->displacement[j];
            own->recording = i + 1;
            snprintf(own->name, sizeof own->name, "%s in %s", shorten(assembly->displacement[j].name).text,
                     shorten(recording[i]->name).text);
        }
    }
    return ROUTH_OK;
}

/* Suspects ------------------------------------------------------------------------------------------------*/

/* An error must be this many of its own deviations from 0 to be believed. With six of them, normal errors would show one
 * in 2,600 recordings; errors of the model make it more. */
static const double clearly = 4;

static routh_status judge(routh_context *context, const routh_separable *problem, const routh_projection *at,
                          size_t known, routh_sensor_error *sensor_error) {
    ROUTH_ARENA(room, context);
    routh_linear linear;
    ROUTH_TRY(routh_linearise(&room, problem, at, NULL, &linear));
    const size_t n = linear.columns;
    double *left = routh_take(&room, problem->rows, sizeof *left);
    double *step = routh_take(&room, n + 1, sizeof *step);
    double *covariance = routh_take(&room, n + 1, (n + 1) * sizeof *covariance);
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_best_residual(context, problem, &linear, at, left));
    const routh_wrench_noise noise = routh_residual_noise(problem, left, n);
    ROUTH_TRY(routh_posterior_step(context, problem, &linear, noise, at, step));
    ROUTH_TRY(routh_error_covariance(context, problem, &linear, noise, routh_bayes_gamma(problem, noise), covariance));
    for (size_t j = known; j < problem->unknowns; j++) {
        const size_t c = linear.determined + j;
        const double deviation = problem->displacement[j].deviation;
        routh_sensor_error *s = &sensor_error[j - known];
        s->displacement = problem->displacement[j];
        s->value = at->x[j] + deviation * step[c];
        s->error = deviation * sqrt(fmax(0, covariance[c * n + c]));
        s->shown = fabs(s->value - s->displacement.nominal) > clearly * s->error;
    }
    return ROUTH_OK;
}

/* A latency moves everything: from the fit without it, its minimum is searched first. */
static routh_status follow_latency(routh_context *context, const routh_separable *problem,
                                   const routh_insertion_options *options, routh_descent *descent) {
    ROUTH_ARENA(room, context);
    const routh_lm_search search = {.limit = options->evaluations, .coarse = 1};
    routh_minimum minimum = {.z = routh_take(&room, problem->unknowns, sizeof *minimum.z)};
    ROUTH_TRY(room.status);
    memcpy(minimum.z, descent->at.z, problem->unknowns * sizeof *minimum.z);
    return routh_minimum_settle(context, problem, true, routh_closely, descent, &search, &minimum);
}

/* As routh_find_sensor_errors, everything being made. */
static routh_status find_from(routh_context *context, const routh_separable *problem, size_t known,
                              const routh_insertion_options *options, const double *x, routh_descent *descent,
                              routh_sensor_error *sensor_error) {
    bool late = false;
    for (size_t j = 0; j < problem->unknowns; j++) {
        const routh_displacement *d = &problem->displacement[j];
        descent->at.z[j] = j < known ? (x[j] - d->nominal) / d->deviation : 0.0;
        late = late || (j >= known && d->kind == ROUTH_DISPLACE_LATENCY);
        if (j >= known) /* with too few instants nothing is shown */
            sensor_error[j - known] = (routh_sensor_error){.displacement = *d, .value = NAN, .error = NAN};
    }
    ROUTH_TRY(routh_project(context, problem, &descent->at));
    if (!descent->at.fit.rank || !routh_enough_instants(problem))
        return ROUTH_OK;
    if (late)
        ROUTH_TRY(follow_latency(context, problem, options, descent));
    return judge(context, problem, &descent->at, known, sensor_error);
}

routh_status routh_find_sensor_errors(routh_context *context, const routh_assembly *assembly,
                                      const routh_assembly *extended, const routh_insertion *insertion,
                                      const routh_insertion_options *options, const double *x,
                                      routh_sensor_error *sensor_error) {
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    routh_separable problem;
    routh_descent descent;
    ROUTH_TRY(routh_regressor_create(&room, extended, insertion, options, &regressor));
    ROUTH_TRY(routh_separable_create(&room, regressor, &problem));
    ROUTH_TRY(routh_descent_create(&room, &problem, &descent));
    return find_from(context, &problem, assembly->count, options, x, &descent, sensor_error);
}
