/* The regressor Φ over a whole recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/regressor.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "base/limits.h"
#include "geometry/polyhedron.h"
#include "geometry/pose.h"

routh_insertion_options routh_insertion_options_default(void) {
    return (routh_insertion_options){.slip_speed = 2e-4,
                                     .force_scale = 50,
                                     .moment_scale = 6,
                                     .stick_weight = 0.01,
                                     .method = ROUTH_LEVENBERG_MARQUARDT,
                                     .geometry = 1,
                                     .gamma = NAN,
                                     .evaluations = 20000,
                                     .tolerance = 1e-8,
                                     .gammas = 19,
                                     .gamma_high = 1e3,
                                     .gamma_low = 1e-6,
                                     .starts = 12};
}

enum { MOST_THREADS = 256 }; /* more than any machine has cores, and few enough for any system to start */

/* Preparation --------------------------------------------------------------------------------------------*/

/* Equations 22 to 25 at the nominal offset; that x_δ moves these axes a little is ignored, as in the paper. */
static void prepare_instant(routh_regressor *r, const routh_pose3 *from_reference, const double *nominal, size_t k) {
    const routh_insertion *insertion = r->insertion;
    const routh_insertion_instant *sample = &insertion->sample[k];
    routh_instant *instant = &r->instant[k];
    const routh_pose3 out_of = routh_pose3_inverse(&insertion->receptacle);
    const routh_pose3 held = routh_pose3_compose(&out_of, &sample->hand);
    instant->way = routh_pose3_compose(&held, from_reference);

    const routh_pose3 relative = routh_regressor_pose(r, nominal, k);
    const routh_pose3 one = routh_pose3_compose(&insertion->receptacle, &relative); /* object 1 in the world */
    const routh_pose3 inverse = routh_pose3_inverse(&one);

    /* (23): the velocity of object 1's origin; object 2 stands still, so it slides the other way */
    const double arm[3] = {one.position[0] - sample->hand.position[0], one.position[1] - sample->hand.position[1],
                           one.position[2] - sample->hand.position[2]};
    double turning[3], velocity[3], spin[3];
    routh_cross3(&sample->twist[3], arm, turning);
    for (int i = 0; i < 3; i++) {
        velocity[i] = -(sample->twist[i] + turning[i]);
        spin[i] = -sample->twist[3 + i];
    }
    routh_pose3_direction(&inverse, velocity, instant->slide);
    routh_pose3_direction(&inverse, spin, instant->slide_w);

    /* (24), (25): the wrench from the plate's axes to object 1's */
    const routh_pose3 plate = routh_pose3_compose(&inverse, &insertion->plate);
    double *w = &r->wrench[6 * k], moment[3];
    routh_pose3_direction(&plate, sample->wrench, w);
    routh_pose3_direction(&plate, &sample->wrench[3], &w[3]);
    routh_cross3(plate.position, w, moment);
    for (int i = 0; i < 3; i++)
        w[3 + i] += moment[i];
}

static routh_status prepare_instants(routh_context *context, routh_regressor *r) {
    double *nominal = routh_allocate(context, r->assembly->count, sizeof *nominal);
    if (!nominal)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; j < r->assembly->count; j++)
        nominal[j] = r->assembly->displacement[j].nominal;
    const routh_pose3 back = routh_pose3_inverse(&r->insertion->reference);
    const routh_pose3 from_reference = routh_pose3_compose(&back, &r->insertion->receptacle);
    for (size_t k = 0; k < r->insertion->count; k++)
        prepare_instant(r, &from_reference, nominal, k);
    routh_release(context, nominal);
    return ROUTH_OK;
}

static routh_status create_scratch(routh_context *context, routh_regressor *r) {
    size_t vertices = 0, faces = 0;
    for (int object = 0; object < 2; object++)
        for (size_t i = 0; i < r->parts[object]; i++) {
            const routh_polyhedron *shape = r->assembly->object[object].part[i].shape;
            const size_t v = routh_polyhedron_vertices(shape), f = routh_polyhedron_faces(shape);
            vertices = v > vertices ? v : vertices;
            faces = f > faces ? f : faces;
            r->radius[object][i] = routh_polyhedron_radius(shape);
        }
    for (int t = 0; t < r->threads; t++) {
        const routh_status status = routh_overlap_scratch_create(context, vertices, faces, &r->scratch[t]);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

static routh_status allocate(routh_context *context, routh_regressor *r) {
    const size_t count = r->insertion->count;
    int complete = 1;
    for (int object = 0; object < 2; object++) {
        r->radius[object] = routh_allocate(context, r->parts[object], sizeof *r->radius[object]);
        r->placed[object] = routh_allocate(context, r->parts[object], sizeof *r->placed[object]);
        complete = complete && r->radius[object] && r->placed[object];
    }
    r->instant = routh_allocate(context, count, sizeof *r->instant);
    r->wrench = routh_allocate(context, count, 6 * sizeof *r->wrench);
    r->memory = routh_allocate(context, count, r->pairs * sizeof *r->memory);
    r->scratch = routh_allocate(context, (size_t)r->threads, sizeof *r->scratch);
    return complete && r->instant && r->wrench && r->memory && r->scratch ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status check_pose(routh_context *context, const routh_pose3 *pose, const char *whose) {
    char fault[ROUTH_MESSAGE_SIZE] = "";
    const routh_status status = routh_pose3_check(context, pose);
    if (status == ROUTH_OK)
        return ROUTH_OK;
    if (context)
        snprintf(fault, sizeof fault, "%s", context->message);
    return routh_fail(context, status, "%s: %s", whose, fault);
}

/* A recording or scene made in memory may have an invalid transform; readers of files check theirs. */
static routh_status check_poses(routh_context *context, const routh_assembly *assembly,
                                const routh_insertion *insertion) {
    routh_status status = check_pose(context, &insertion->receptacle, "object 2 in the world");
    if (status == ROUTH_OK)
        status = check_pose(context, &insertion->plate, "the force plate");
    if (status == ROUTH_OK)
        status = check_pose(context, &insertion->reference, "the reference pose of the hand");
    for (int object = 0; object < 2; object++)
        for (size_t i = 0; status == ROUTH_OK && i < assembly->object[object].count; i++)
            status =
                check_pose(context, &assembly->object[object].part[i].place, assembly->object[object].part[i].name);
    for (size_t k = 0; status == ROUTH_OK && k < insertion->count; k++) {
        char whose[64];
        snprintf(whose, sizeof whose, "the hand at sample %zu", k + 1);
        status = check_pose(context, &insertion->sample[k].hand, whose);
    }
    return status;
}

/* The scene gives the axis of an offset; without an axis the offset would be ignored. */
static routh_status check_offset(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET)
            return ROUTH_OK;
    return insertion->offset == 0 ? ROUTH_OK
                                  : routh_fail(context, ROUTH_BAD_ARGUMENT,
                                               "the recording has an offset of %g m, but no displacement of the scene "
                                               "is an \"offset\" that gives its axis",
                                               insertion->offset);
}

static routh_status check(routh_context *context, const routh_assembly *assembly, const routh_insertion *insertion,
                          const routh_insertion_options *options) {
    for (int object = 0; object < 2; object++)
        if (assembly->object[object].count == 0)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "object %d has no parts", object + 1);
    if (insertion->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the recording has no samples");
    const routh_limit limits[] = {{"slip_speed", "m/s", options->slip_speed, 0, 1e6},
                                  {"force_scale", "N", options->force_scale, 1e-9, 1e12},
                                  {"moment_scale", "N m", options->moment_scale, 1e-9, 1e12},
                                  {"stick_weight", "", options->stick_weight, 1e-12, 1}};
    routh_status status = routh_check_limits(context, "insertion", limits, sizeof limits / sizeof limits[0]);
    if (status != ROUTH_OK)
        return status;
    status = check_offset(context, assembly, insertion);
    return status == ROUTH_OK ? check_poses(context, assembly, insertion) : status;
}

routh_status routh_regressor_create(routh_context *context, const routh_assembly *assembly,
                                    const routh_insertion *insertion, const routh_insertion_options *options,
                                    routh_regressor **regressor) {
    const routh_insertion_options defaults = routh_insertion_options_default();
    options = options ? options : &defaults;
    *regressor = NULL;
    routh_status status = check(context, assembly, insertion, options);
    if (status != ROUTH_OK)
        return status;
    routh_regressor *r = routh_allocate(context, 1, sizeof *r);
    if (!r)
        return ROUTH_OUT_OF_MEMORY;
    r->assembly = assembly;
    r->insertion = insertion;
    r->options = *options;
    r->threads = routh_threads(context);
    r->threads = r->threads < MOST_THREADS ? r->threads : MOST_THREADS;
    for (int object = 0; object < 2; object++)
        r->parts[object] = assembly->object[object].count;
    r->pairs = r->parts[0] * r->parts[1];
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET) {
            r->offset = &assembly->displacement[j];
            r->offset_index = j;
        }
    status = allocate(context, r);
    if (status == ROUTH_OK)
        status = create_scratch(context, r);
    if (status == ROUTH_OK)
        status = prepare_instants(context, r);
    if (status == ROUTH_OK)
        *regressor = r;
    else
        routh_regressor_release(context, r);
    return status;
}

void routh_regressor_release(routh_context *context, routh_regressor *r) {
    if (!r)
        return;
    for (int object = 0; object < 2; object++) {
        routh_release(context, r->radius[object]);
        routh_release(context, r->placed[object]);
    }
    for (int t = 0; r->scratch && t < r->threads; t++)
        routh_overlap_scratch_release(context, r->scratch[t]);
    routh_release(context, r->scratch);
    routh_release(context, r->instant);
    routh_release(context, r->wrench);
    routh_release(context, r->memory);
    routh_release(context, r);
}

size_t routh_regressor_samples(const routh_regressor *r) {
    return r->insertion->count;
}

size_t routh_regressor_unknowns(const routh_regressor *r) {
    return r->assembly->count;
}

size_t routh_regressor_evaluations(const routh_regressor *r) {
    return r->evaluations;
}

const double *routh_regressor_wrench(const routh_regressor *r) {
    return r->wrench;
}

/* Evaluation ---------------------------------------------------------------------------------------------*/

/* Column `side` of one contact's part of Φ: −δ e, and −δ p × e. */
static void add_column(double phi[12], int side, double depth, const double point[3], const double e[3]) {
    double moment[3];
    routh_cross3(point, e, moment);
    for (int k = 0; k < 3; k++) {
        phi[2 * k + side] -= depth * e[k];
        phi[2 * (3 + k) + side] -= depth * moment[k];
    }
}

static uint32_t add_sample(routh_regressor *r, const double *x, size_t sample, routh_overlap_scratch *scratch,
                           size_t capacity, routh_contact_point3 *contact, double phi[12]) {
    const size_t count = routh_find_contacts(r, x, sample, scratch, capacity, contact);
    memset(phi, 0, 12 * sizeof *phi);
    for (size_t i = 0; i < count; i++) {
        const routh_contact_point3 *c = &contact[i];
        add_column(phi, 0, c->depth, c->point, c->normal);
        add_column(phi, 1, c->depth, c->point, c->tangent);
    }
    return (uint32_t)count;
}

routh_status routh_regressor_evaluate(routh_context *context, routh_regressor *r, const double *x, double *phi,
                                      uint32_t *contacts) {
    for (size_t j = 0; j < r->assembly->count; j++)
        if (!isfinite(x[j]))
            return routh_fail(context, ROUTH_NOT_FINITE, "displacement %zu (%s) is %g; it must be finite", j,
                              r->assembly->displacement[j].name, x[j]);
    routh_contact_point3 *room = routh_allocate(context, (size_t)r->threads, r->pairs * sizeof *room);
    if (!room)
        return ROUTH_OUT_OF_MEMORY;
    routh_place_parts(r, x);
    const long count = (long)r->insertion->count;
#pragma omp parallel for schedule(dynamic, 16) num_threads(r->threads) if (count > 64)
    for (long k = 0; k < count; k++) {
        const int t = omp_get_thread_num();
        const uint32_t found =
            add_sample(r, x, (size_t)k, r->scratch[t], r->pairs, &room[(size_t)t * r->pairs], &phi[12 * (size_t)k]);
        if (contacts)
            contacts[k] = found;
    }
    routh_release(context, room);
    r->evaluations++;
    return ROUTH_OK;
}
