/* The regressor Φ over a whole recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/regressor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "insertion/identify.h"

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
static void prepare_instant(routh_regressor *r, const routh_insertion_instant *sample,
                            const routh_pose3 *from_reference, const double *nominal, size_t k) {
    routh_instant *instant = &r->instant[k];
    const routh_insertion *insertion = r->recording[instant->recording];
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
    instant->plate = routh_pose3_compose(&inverse, &insertion->plate);
    routh_wrench_at_object(&instant->plate, sample->wrench, &r->wrench[6 * k]);
}

static routh_status prepare_instants(routh_context *context, routh_regressor *r) {
    ROUTH_ARENA(room, context);
    double *nominal = routh_take(&room, r->assembly->count, sizeof *nominal);
    ROUTH_TRY(room.status);
    for (size_t j = 0; j < r->assembly->count; j++)
        nominal[j] = r->assembly->displacement[j].nominal;
    for (size_t i = 0, k = 0; i < r->recordings; i++) {
        const routh_insertion *insertion = r->recording[i];
        const routh_pose3 back = routh_pose3_inverse(&insertion->reference);
        const routh_pose3 from_reference = routh_pose3_compose(&back, &insertion->receptacle);
        for (size_t s = 0; s < insertion->count; s++, k++) {
            r->instant[k].recording = i;
            prepare_instant(r, &insertion->sample[s], &from_reference, nominal, k);
        }
    }
    return ROUTH_OK;
}

/* Takes all that has its room, the parts and each thread's scratch. */
static routh_status take_room(routh_arena *arena, routh_regressor *r) {
    size_t vertices = 0, faces = 0;
    for (int object = 0; object < 2; object++) {
        r->radius[object] = routh_take(arena, r->parts[object], sizeof *r->radius[object]);
        r->placed[object] = routh_take(arena, r->parts[object], sizeof *r->placed[object]);
        ROUTH_TRY(arena->status);
        for (size_t i = 0; i < r->parts[object]; i++) {
            const routh_polyhedron *shape = r->assembly->object[object].part[i].shape;
            const size_t v = routh_polyhedron_vertices(shape), f = routh_polyhedron_faces(shape);
            vertices = v > vertices ? v : vertices;
            faces = f > faces ? f : faces;
            r->radius[object][i] = routh_polyhedron_radius(shape);
            routh_placed_part *placed = &r->placed[object][i];
            if (routh_part_scales(r->assembly, object, i))
                placed->scaled = routh_polyhedron_copy(arena, shape);
            placed->shape = placed->scaled ? placed->scaled : shape;
        }
    }
    r->instant = routh_take(arena, r->samples, sizeof *r->instant);
    r->wrench = routh_take(arena, r->samples, 6 * sizeof *r->wrench);
    r->memory = routh_take(arena, r->samples, r->pairs * sizeof *r->memory);
    r->scratch = routh_take(arena, (size_t)r->threads, sizeof(routh_overlap_scratch *));
    for (int t = 0; r->scratch && t < r->threads; t++)
        r->scratch[t] = routh_overlap_scratch_of(arena, vertices, faces);
    return arena->status;
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
    ROUTH_TRY(check_pose(context, &insertion->receptacle, "object 2 in the world"));
    ROUTH_TRY(check_pose(context, &insertion->plate, "the force plate"));
    ROUTH_TRY(check_pose(context, &insertion->reference, "the reference pose of the hand"));
    for (int object = 0; object < 2; object++)
        for (size_t i = 0; i < assembly->object[object].count; i++) {
            const routh_part *part = &assembly->object[object].part[i];
            ROUTH_TRY(check_pose(context, &part->place, part->name));
        }
    for (size_t k = 0; k < insertion->count; k++) {
        char whose[64];
        snprintf(whose, sizeof whose, "the hand at sample %zu", k + 1);
        ROUTH_TRY(check_pose(context, &insertion->sample[k].hand, whose));
    }
    return ROUTH_OK;
}

/* The scene gives the axis of an offset; without an axis the offset would be ignored. */
static routh_status check_offset(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET)
            return ROUTH_OK;
    return insertion->offset == 0
               ? ROUTH_OK
               : routh_fail(context, ROUTH_BAD_ARGUMENT,
                            "the recording has an offset of %g m, but no displacement of the assembly "
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
    ROUTH_TRY(routh_check_limits(context, "insertion", limits, sizeof limits / sizeof limits[0]));
    ROUTH_TRY(check_offset(context, assembly, insertion));
    return check_poses(context, assembly, insertion);
}

routh_status routh_regressor_create(routh_arena *arena, const routh_assembly *assembly,
                                    const routh_insertion *insertion, const routh_insertion_options *options,
                                    routh_regressor **regressor) {
    return routh_regressor_create_of(arena, assembly, &insertion, 1, options, regressor);
}

routh_status routh_regressor_create_of(routh_arena *arena, const routh_assembly *assembly,
                                       const routh_insertion *const *recording, size_t count,
                                       const routh_insertion_options *options, routh_regressor **regressor) {
    const routh_insertion_options defaults = routh_insertion_options_default();
    options = options ? options : &defaults;
    *regressor = NULL;
    for (size_t i = 0; i < count; i++)
        ROUTH_TRY(check(arena->context, assembly, recording[i], options));
    routh_regressor *r = routh_take(arena, 1, sizeof *r);
    const routh_insertion **kept = routh_take(arena, count, sizeof(routh_insertion *));
    ROUTH_TRY(arena->status);
    r->recording = kept;
    r->assembly = assembly;
    r->recordings = count;
    for (size_t i = 0; i < count; i++) {
        r->recording[i] = recording[i];
        r->samples += recording[i]->count;
    }
    r->options = *options;
    r->threads = routh_threads(arena->context);
    r->threads = r->threads < MOST_THREADS ? r->threads : MOST_THREADS;
    for (int object = 0; object < 2; object++)
        r->parts[object] = assembly->object[object].count;
    r->pairs = r->parts[0] * r->parts[1];
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET && !r->offset) {
            r->offset = &assembly->displacement[j];
            r->offset_index = j;
        } else if (routh_displacement_measures(assembly->displacement[j].kind)) {
            r->measures = 1;
            r->delays = r->delays || assembly->displacement[j].kind == ROUTH_DISPLACE_LATENCY;
        }
    ROUTH_TRY(take_room(arena, r));
    ROUTH_TRY(prepare_instants(arena->context, r));
    *regressor = r;
    return ROUTH_OK;
}

size_t routh_regressor_samples(const routh_regressor *r) {
    return r->samples;
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

/* Errors of the sensors -----------------------------------------------------------------------------------*/

enum { REACH = 6 }; /* samples to each side of the windowed sinc */

/* sin(π u)/(π u) under a Hann window. */
static double sinc_weight(double u) {
    const double reach = REACH;
    if (fabs(u) >= reach)
        return 0;
    const double window = 0.5 * (1 + cos(ROUTH_PI * u / reach));
    return fabs(u) < 1e-12 ? window : window * sin(ROUTH_PI * u) / (ROUTH_PI * u);
}

/* The wrench `later` samples after sample s, beyond the ends that of the end. */
static void wrench_between(const routh_insertion *insertion, size_t s, double later, double w[6]) {
    const double last = (double)(insertion->count - 1), at = fmin(fmax((double)s + later, 0), last);
    const long middle = (long)floor(at);
    double sum = 0;
    memset(w, 0, 6 * sizeof *w);
    for (long i = middle - REACH; i <= middle + REACH; i++) {
        const double weight = sinc_weight((double)i - at);
        const long inside = i < 0 ? 0 : i > (long)last ? (long)last : i;
        sum += weight;
        for (int c = 0; c < 6; c++)
            w[c] += weight * insertion->sample[inside].wrench[c];
    }
    for (int c = 0; c < 6; c++)
        w[c] /= sum;
}

int routh_regressor_measure(const routh_regressor *r, const double *x, bool later, double *wrench) {
    if (!r->measures) {
        memcpy(wrench, r->wrench, 6 * r->samples * sizeof *wrench);
        return 0;
    }
    for (size_t i = 0, k = 0; i < r->recordings; i++) {
        const routh_insertion *insertion = r->recording[i];
        double bias[6] = {0};
        const double latency = later ? routh_latency_of(r, x, i) : 0.0;
        for (size_t j = 0; j < r->assembly->count; j++) {
            const routh_displacement *d = &r->assembly->displacement[j];
            if (d->recording && d->recording != i + 1)
                continue;
            for (int c = 0; c < 3 && (d->kind == ROUTH_DISPLACE_FORCE || d->kind == ROUTH_DISPLACE_MOMENT); c++)
                bias[(d->kind == ROUTH_DISPLACE_MOMENT ? 3 : 0) + c] += x[j] * d->axis[c];
        }
        for (size_t s = 0; s < insertion->count; s++, k++) {
            double w[6];
            wrench_between(insertion, s, latency * insertion->rate, w);
            for (int c = 0; c < 6; c++)
                w[c] -= bias[c];
            routh_wrench_at_object(&r->instant[k].plate, w, &wrench[6 * k]);
        }
    }
    return 1;
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

/* At which friction is μ, whatever its dependence on speed, m/s. */
static const double usual_speed = 1e-3;

static uint32_t add_sample(routh_regressor *r, const double *x, size_t sample, routh_overlap_scratch *scratch,
                           size_t capacity, routh_contact_point3 *contact, double phi[12]) {
    const size_t count = routh_find_contacts(r, x, sample, scratch, capacity, contact);
    memset(phi, 0, 12 * sizeof *phi);
    for (size_t i = 0; i < count; i++) {
        const routh_contact_point3 *c = &contact[i];
        const routh_placed_part *a = &r->placed[0][c->part[0]], *b = &r->placed[1][c->part[1]];
        const double depth = c->depth * a->stiffness * b->stiffness;
        const double rougher = r->speed != 0 && c->speed > 0 ? pow(c->speed / usual_speed, r->speed) : 1.0;
        add_column(phi, 0, depth, c->point, c->normal);
        add_column(phi, 1, depth * a->friction * b->friction * rougher, c->point, c->tangent);
    }
    return (uint32_t)count;
}

typedef struct evaluation {
    routh_regressor *r;
    const double *x;
    routh_contact_point3 *room; /* r->pairs for each thread */
    double *phi;
    uint32_t *contacts;
} evaluation;

static routh_status evaluate_sample(routh_context *own, void *with, size_t k, int thread) {
    const evaluation *e = with;
    routh_regressor *r = e->r;
    const size_t t = (size_t)thread;
    (void)own;
    const uint32_t found = add_sample(r, e->x, k, r->scratch[t], r->pairs, &e->room[t * r->pairs], &e->phi[12 * k]);
    if (e->contacts)
        e->contacts[k] = found;
    return ROUTH_OK;
}

routh_status routh_regressor_evaluate(routh_context *context, routh_regressor *r, const double *x, double *phi,
                                      uint32_t *contacts) {
    for (size_t j = 0; j < r->assembly->count; j++)
        if (!isfinite(x[j]))
            return routh_fail(context, ROUTH_NOT_FINITE, "displacement %zu (%s) is %g; it must be finite", j,
                              r->assembly->displacement[j].name, x[j]);
    ROUTH_ARENA(room, context);
    evaluation all = {r, x, routh_take(&room, (size_t)r->threads, r->pairs * sizeof *all.room), phi, contacts};
    ROUTH_TRY(room.status);
    routh_place_parts(r, x);
    const routh_shares shares = {.count = r->samples,
                                 .chunk = 16,
                                 .threads = r->samples > 64 ? r->threads : 1,
                                 .work = evaluate_sample,
                                 .with = &all};
    r->evaluations++;
    return routh_share_out(context, &shares, NULL);
}
