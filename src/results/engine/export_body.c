/* The body of an export: as it is stated, or as the material has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/context.h"
#include "engine/export_job.h"

/* Where no body is stated: its radius decides how deep contacts may sink in, and nothing else. */
static const char stand_in[] = "ellipsoid:0.05,0.05,0.05";

enum { SOLID_TEXT = 160 };

/* The numbers of a shape in words that are there; at most `most`. */
static int numbers_of(const char *text, double *number, int most) {
    const char *at = strchr(text, ':');
    int count = 0;
    while (at && count < most) {
        char *end;
        number[count] = strtod(at + 1, &end);
        if (end == at + 1 || !isfinite(number[count]))
            return count;
        count++;
        at = *end == ',' ? end : NULL;
    }
    return count;
}

/* A shape of the plane made thick: as deep as it is high. */
static void thicken(const char *text, char solid[SOLID_TEXT]) {
    double number[2];
    snprintf(solid, SOLID_TEXT, "%s", text);
    if (strncmp(text, "disc:", 5) == 0 && numbers_of(text, number, 1) == 1)
        snprintf(solid, SOLID_TEXT, "ellipsoid:%.17g,%.17g,%.17g", number[0], number[0], number[0]);
    else if (strncmp(text, "ellipse:", 8) == 0 && numbers_of(text, number, 2) == 2)
        snprintf(solid, SOLID_TEXT, "ellipsoid:%.17g,%.17g,%.17g", number[0], number[1], number[1]);
}

/* How models draw it: boxes and ellipsoids by their sizes, the rest by corners. */
static void choose_solid(const char *text, double width, routh_export *what) {
    what->solid = ROUTH_SOLID_HULL;
    for (int c = 0; c < 3 && width > 0; c++)
        what->size[c] = width;
    if (width > 0 || strncmp(text, "box:", 4) == 0)
        what->solid = ROUTH_SOLID_BOX;
    else if (strncmp(text, "ellipsoid:", 10) == 0)
        what->solid = ROUTH_SOLID_ELLIPSOID;
    if (!(width > 0))
        numbers_of(text, what->size, 3);
}

/* Where the file's origin is: the same shape about it has another centroid. */
static routh_status read_mesh(routh_context *context, const routh_export_options *options, routh_export_job *job) {
    routh_shape3_options about_origin = options->mesh_options;
    routh_shape3 raw;
    routh_status status = routh_shape3_read(context, routh_io_path(options->mesh), &options->mesh_options, &job->shape);
    memset(about_origin.tracked, 0, sizeof about_origin.tracked);
    if (status == ROUTH_OK)
        status = routh_shape3_read(context, routh_io_path(options->mesh), &about_origin, &raw);
    if (status != ROUTH_OK)
        return status;
    for (int c = 0; c < 3; c++)
        job->what.mesh_at[c] = job->shape.centroid[c] - raw.centroid[c];
    routh_shape3_release(context, &raw);
    job->what.solid = ROUTH_SOLID_HULL;
    char *whole = realpath(options->mesh, NULL); /* the model may go to another folder */
    const size_t size = whole ? strlen(whole) + 1 : 0;
    job->mesh = whole ? routh_allocate(context, size, 1) : NULL;
    if (job->mesh)
        memcpy(job->mesh, whole, size);
    free(whole);
    if (!job->mesh)
        return size ? ROUTH_OUT_OF_MEMORY
                    : routh_fail_field(context, ROUTH_FILE_ERROR, "shape", "%.200s: its folder cannot be found",
                                       options->mesh);
    job->what.mesh = job->mesh;
    job->what.unit = options->mesh_options.unit > 0 ? options->mesh_options.unit : 1;
    return ROUTH_OK;
}

static routh_status make_shape(routh_context *context, const char *text, routh_export_job *job) {
    char solid[SOLID_TEXT];
    double width = 0;
    if (strlen(text) < sizeof solid) {
        thicken(text, solid);
        text = solid;
    }
    const routh_status status = routh_shape3_of_text(context, text, &width, &job->shape);
    if (status == ROUTH_OK)
        choose_solid(text, width, &job->what);
    return status;
}

/* What calibration found of the recorded body. Another mass is one of the same distribution: the tensor goes with it. */
static void take_recorded(const routh_material *material, routh_world3 *world) {
    if (isfinite(material->rounding))
        world->rounding = material->rounding;
    for (int c = 0; c < 3; c++)
        if (isfinite(material->centre[c]))
            world->centre[c] = material->centre[c];
    const double share = material->mass > 0 ? world->mass / material->mass : 1;
    for (int i = 0; isfinite(material->inertia[0][0]) && i < 9; i++)
        world->inertia[i / 3][i % 3] = share * material->inertia[i / 3][i % 3];
}

/* Of uniform density, but for what is stated. */
static void make_world(const routh_export_options *o, bool own_shape, double mass, routh_export_job *job) {
    routh_world3 *world = &job->world;
    *world = routh_world3_of(&job->shape, mass);
    const double *axis = job->what.size;
    for (int c = 0; job->what.solid == ROUTH_SOLID_ELLIPSOID && c < 3; c++) { /* not the polyhedron's */
        const double a = axis[(c + 1) % 3], b = axis[(c + 2) % 3];
        world->inertia[c][c] = mass * (a * a + b * b) / 5;
    }
    if (!own_shape)
        take_recorded(&job->material, world);
    world->rounding = isnan(o->rounding) ? world->rounding : o->rounding;
    world->gravity = isnan(o->gravity) ? world->gravity : o->gravity;
    if (!isnan(o->centre[0]))
        memcpy(world->centre, o->centre, sizeof world->centre);
    if (!isnan(o->inertia[0][0]))
        memcpy(world->inertia, o->inertia, sizeof world->inertia);
}

/* Of an ellipsoid itself: a polyhedron with corners on it has less. */
static double volume_of(const routh_export_job *job) {
    const double *axis = job->what.size;
    return job->what.solid == ROUTH_SOLID_ELLIPSOID ? 4.0 / 3 * ROUTH_PI * axis[0] * axis[1] * axis[2]
                                                    : job->shape.volume;
}

static routh_status choose_mass(routh_context *context, const routh_export_options *o, routh_export_job *job,
                                double *mass) {
    static const double masses[] = {ROUTH_RANGE_MASS};
    if (!isnan(o->mass) && !isnan(o->density))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "mass density",
                                "mass and density are both given; give one of them");
    if (!isnan(o->density) && !(o->density > 0))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "density", "the density is %g kg/m³; it must be positive",
                                o->density);
    const double made = isnan(o->density) ? masses[0] : o->density * volume_of(job);
    if (!(made >= masses[0] && made <= masses[1]))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "density",
                                "a density of %g kg/m³ makes a mass of %g kg, outside %g … %g kg", o->density, made,
                                masses[0], masses[1]);
    *mass = !isnan(o->mass) ? o->mass : !isnan(o->density) ? made : job->material.mass;
    job->has_mass = !isnan(*mass);
    if (!job->has_mass && job->format == ROUTH_EXPORT_DRAKE)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "mass density",
                                "Drake's stiffness, in N/m, needs the body's mass");
    *mass = job->has_mass ? *mass : 1;
    return ROUTH_OK;
}

/* A sphere touches as one, not as a polyhedron. */
static void make_ball(routh_export_job *job) {
    const double *size = job->what.size;
    if (job->what.solid != ROUTH_SOLID_ELLIPSOID || size[0] != size[1] || size[1] != size[2] || job->what.body.ball)
        return;
    for (int c = 0; c < 3; c++)
        job->ball[0][c] = -job->world.centre[c];
    job->ball[0][3] = size[0];
    job->what.body.ball = (const double(*)[4])job->ball;
    job->what.body.ball_count = 1;
}

routh_status routh_export_choose_body(routh_context *context, const routh_export_options *options,
                                      routh_export_job *job) {
    const char *stated = options->shape ? options->shape : *job->material.shape ? job->material.shape : NULL;
    const bool own_shape = options->shape || options->mesh;
    double mass = 1;
    job->has_body = options->mesh || stated;
    if (!job->has_body && (!isnan(options->rounding) || !isnan(options->centre[0]) || !isnan(options->inertia[0][0]) ||
                           !isnan(options->density)))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "rounding, centre, inertia and density need a shape");
    routh_status status =
        options->mesh ? read_mesh(context, options, job) : make_shape(context, stated ? stated : stand_in, job);
    if (status == ROUTH_OK)
        status = choose_mass(context, options, job, &mass);
    if (status == ROUTH_OK) {
        make_world(options, own_shape, mass, job);
        status = routh_engine_body_of(context, &job->world, &job->what.body);
    }
    if (status == ROUTH_OK)
        make_ball(job);
    return status;
}
