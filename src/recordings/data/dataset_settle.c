/* What holds for the recording as a whole: from the options, else from the file, else the usual values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"

static const double usual_gravity = 9.81;
static const double fastest_fall = 1e3; /* gravity's share of a velocity, m/s: more is a mistake */

routh_recorded routh_recorded_nothing(void) {
    return (routh_recorded){
        .body = {.mass = NAN, .inertia = NAN}, .rate = NAN, .gravity = NAN, .gap = NAN, .frames_apart = 0};
}

/* Neither NaN nor 0. */
static bool is_given(double value) {
    return value < 0 || value > 0;
}

static bool is_known(const routh_shape *shape) {
    return shape->kind != ROUTH_ELLIPSE || is_given(shape->a) || is_given(shape->b);
}

/* Where uniform density would put the centre of mass of a polygon, relative to the polygon's size. */
static double centroid_offset(const routh_shape *shape) {
    double area = 0, x = 0, y = 0, size = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        double cross = p[0] * q[1] - p[1] * q[0];
        area += cross / 2;
        x += cross * (p[0] + q[0]) / 6;
        y += cross * (p[1] + q[1]) / 6;
        size = fmax(size, hypot(p[0], p[1]));
    }
    return shape->kind == ROUTH_POLYGON ? hypot(x, y) / area / size : 0;
}

static routh_status settle_shape(routh_reading *reading, const routh_recorded *recorded, const routh_shape *given) {
    routh_shape *shape = &reading->dataset->body.shape;
    *shape = given ? *given : recorded->body.shape;
    if (!is_known(shape))
        return recorded->motion ? routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                                                &(routh_place){.file = reading->source->shown, .field = "body.shape"},
                                                "trajectories do not hold the body's shape: give it")
                                : ROUTH_OK;
    routh_context reason = routh_context_default();
    routh_status status = routh_shape_check(&reason, shape);
    return status == ROUTH_OK
               ? ROUTH_OK
               : routh_fail_in(reading->source->context, status, reading->source->shown, "%s", reason.message);
}

static routh_status settle_mass(routh_reading *reading, const routh_recorded *recorded, double given) {
    double *mass = &reading->dataset->body.mass;
    *mass = is_given(given) ? given : recorded->body.mass;
    if (isnan(*mass) && recorded->motion) {
        routh_log(reading->source->context, ROUTH_LOG_WARNING,
                  "the mass was not given: 1 kg is assumed, which only scales impulses and energies");
        *mass = 1;
    }
    if (isnan(*mass) && reading->options->body_may_be_unknown)
        return ROUTH_OK;
    if (isnan(*mass))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "body.mass"},
                             "no column mass, and no mass was given");
    if (!(*mass > 0 && isfinite(*mass)))
        return routh_fail_at(reading->source->context, ROUTH_BAD_MASS,
                             &(routh_place){.file = reading->source->shown, .field = "body.mass"},
                             "a mass of %g kg is not positive and finite", *mass);
    return ROUTH_OK;
}

/* The inertia of uniform density, where none is given. */
static routh_status settle_uniform(routh_reading *reading) {
    routh_body *body = &reading->dataset->body;
    if (!is_known(&body->shape))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "body.inertia gyration"},
                             "no column inertia, and neither inertia, radius of gyration nor shape was given");
    if (centroid_offset(&body->shape) > 1e-6)
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "body.inertia gyration"},
                             "the polygon's centroid is not its centre of mass (0, 0), so its density is not uniform: "
                             "give the inertia");
    body->inertia = body->mass * routh_shape_gyration_squared(&body->shape);
    routh_log(reading->source->context, ROUTH_LOG_INFO,
              "the inertia is that of uniform density: radius of gyration %.4g m; a stated one takes its place",
              sqrt(body->inertia / body->mass));
    return ROUTH_OK;
}

/* Another mass keeps the radius of gyration. A measured inertia is better than a shape's at uniform density, but whoever
 * gives a shape should know that its density is not used. */
static void take_recorded_inertia(routh_reading *reading, const routh_recorded *recorded, bool is_compared) {
    routh_body *body = &reading->dataset->body;
    body->inertia = isnan(recorded->body.mass) ? recorded->body.inertia
                                               : recorded->body.inertia * (body->mass / recorded->body.mass);
    if (is_compared)
        routh_log(
            reading->source->context, ROUTH_LOG_INFO,
            "the inertia is the recording's: radius of gyration %.4g m; that of the shape at uniform density would "
            "be %.4g m",
            sqrt(body->inertia / body->mass), sqrt(routh_shape_gyration_squared(&body->shape)));
}

static routh_status settle_inertia(routh_reading *reading, const routh_recorded *recorded, const routh_body *given) {
    routh_body *body = &reading->dataset->body;
    double gyration = reading->options->gyration;
    bool is_shape_given = given && is_known(&given->shape);
    bool is_uniform = is_known(&body->shape) && centroid_offset(&body->shape) <= 1e-6;
    body->inertia = NAN;
    if (isnan(body->mass))
        return ROUTH_OK;
    if (given && is_given(given->inertia))
        body->inertia = given->inertia;
    else if (is_given(gyration))
        body->inertia = body->mass * gyration * fabs(gyration);
    else if (!isnan(recorded->body.inertia) && !(is_shape_given && recorded->body_is_assumed))
        take_recorded_inertia(reading, recorded, is_shape_given && is_uniform);
    else if (reading->options->body_may_be_unknown && !is_uniform)
        return ROUTH_OK;
    else if (settle_uniform(reading) != ROUTH_OK)
        return ROUTH_BAD_ARGUMENT;
    if (!(body->inertia > 0 && isfinite(body->inertia)))
        return routh_fail_at(reading->source->context, ROUTH_BAD_INERTIA,
                             &(routh_place){.file = reading->source->shown, .field = "body.inertia gyration"},
                             "a moment of inertia of %g kg m² is not positive and finite", body->inertia);
    return ROUTH_OK;
}

static routh_status settle_times(routh_reading *reading, const routh_recorded *recorded) {
    const routh_import_options *options = reading->options;
    routh_dataset *dataset = reading->dataset;
    dataset->rate = is_given(options->rate) ? options->rate : recorded->rate;
    if (!isnan(dataset->rate) && !(dataset->rate > 0 && isfinite(dataset->rate)))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "rate"},
                             "a sampling rate of %g Hz is not positive and finite", dataset->rate);
    dataset->gravity = !isnan(options->gravity)    ? options->gravity
                       : !isnan(recorded->gravity) ? recorded->gravity
                                                   : usual_gravity;
    if (!(dataset->gravity >= 0 && isfinite(dataset->gravity)))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "gravity"},
                             "gravity of %g m/s²; it must be 0 or more", dataset->gravity);
    double frames = recorded->frames_apart > 0 ? recorded->frames_apart / dataset->rate : 0;
    dataset->gap = !isnan(options->gap) ? options->gap : !isnan(recorded->gap) ? recorded->gap : frames;
    if (!(dataset->gap >= 0 && isfinite(dataset->gap)))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "gap"},
                             "%g s between the states before and after; it must be 0 or more", dataset->gap);
    if (dataset->gravity * dataset->gap > fastest_fall)
        return routh_fail_at(
            reading->source->context, ROUTH_BAD_ARGUMENT,
            &(routh_place){.file = reading->source->shown, .field = "gravity gap"},
            "gravity of %g m/s² for %g s between the states before and after is too much for an impact",
            dataset->gravity, dataset->gap);
    return ROUTH_OK;
}

routh_status routh_reading_settle(routh_reading *reading, const routh_recorded *recorded) {
    const routh_body *given = reading->options->body;
    const routh_shape *shape = given && is_known(&given->shape) ? &given->shape : NULL;
    ROUTH_TRY(settle_shape(reading, recorded, shape));
    ROUTH_TRY(settle_mass(reading, recorded, given ? given->mass : NAN));
    ROUTH_TRY(settle_inertia(reading, recorded, given));
    return settle_times(reading, recorded);
}

routh_status routh_reading_records(routh_reading *reading, size_t count) {
    routh_dataset *dataset = reading->dataset;
    dataset->record = routh_allocate(reading->source->context, count, sizeof *dataset->record);
    if (!dataset->record)
        return ROUTH_OUT_OF_MEMORY;
    dataset->count = count;
    for (size_t i = 0; i < count; i++)
        dataset->record[i] = (routh_record){.x = NAN, .y = NAN, .theta = NAN, .time = NAN, .trajectory = -1};
    return ROUTH_OK;
}

double *routh_reading_extra(routh_reading *reading, const char *name) {
    routh_dataset *dataset = reading->dataset;
    routh_context *context = reading->source->context;
    routh_extra *all = routh_resize(context, dataset->extra, dataset->extra_count + 1, sizeof *dataset->extra);
    if (!all)
        return NULL;
    dataset->extra = all;
    routh_extra *one = &all[dataset->extra_count++];
    *one = (routh_extra){.value = routh_allocate(context, dataset->count, sizeof *one->value)};
    snprintf(one->name, sizeof one->name, "%s", name);
    return one->value;
}

routh_trajectory *routh_reading_trajectory(routh_reading *reading, const char *name, size_t count, int velocities) {
    routh_dataset *dataset = reading->dataset;
    routh_trajectory *all = routh_resize(reading->source->context, dataset->trajectory, dataset->trajectory_count + 1,
                                         sizeof *dataset->trajectory);
    if (!all)
        return NULL;
    dataset->trajectory = all;
    routh_trajectory *one = &all[dataset->trajectory_count++];
    *one = (routh_trajectory){.count = count};
    size_t length = strlen(name);
    one->name = routh_allocate(reading->source->context, length + 1, 1);
    if (one->name)
        memcpy(one->name, name, length + 1);
    double **const column[] = {&one->time, &one->x, &one->y, &one->theta, &one->vx, &one->vy, &one->omega};
    bool complete = one->name != NULL;
    for (int j = 0; j < (velocities ? 7 : 4); j++) {
        *column[j] = routh_allocate(reading->source->context, count, sizeof **column[j]);
        complete = complete && *column[j];
    }
    return complete ? one : NULL;
}
