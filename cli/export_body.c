/* The body of `routh export`: from options, or as the result has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "fail_input.h"
#include "message.h"

/* Where no body is stated: its radius decides how deep contacts may sink in, and nothing else. */
static const double ball_radius = 0.05;
static const double pi = 3.14159265358979323846;

enum { SOLID_TEXT = 160 };

/* A shape of the plane made thick: as deep as it is high. */
static void thicken(const char *text, char solid[SOLID_TEXT]) {
    double number[2];
    const char *numbers = strchr(text, ':');
    numbers = numbers ? numbers + 1 : "";
    snprintf(solid, SOLID_TEXT, "%s", text);
    if (strncmp(text, "disc:", 5) == 0 && parse_shape_numbers(numbers, ',', number, 1) == 0)
        snprintf(solid, SOLID_TEXT, "ellipsoid:%.17g,%.17g,%.17g", number[0], number[0], number[0]);
    else if (strncmp(text, "ellipse:", 8) == 0 && parse_shape_numbers(numbers, ',', number, 2) == 0)
        snprintf(solid, SOLID_TEXT, "ellipsoid:%.17g,%.17g,%.17g", number[0], number[1], number[1]);
}

/* How models draw it: boxes and ellipsoids by their sizes, the rest by corners. */
static void choose_solid(const char *text, double width, routh_export *what) {
    const char *numbers = strchr(text, ':');
    what->solid = ROUTH_SOLID_HULL;
    for (int c = 0; c < 3 && width > 0; c++)
        what->size[c] = width;
    if (width > 0 || (strncmp(text, "box:", 4) == 0 && parse_shape_numbers(numbers + 1, ',', what->size, 3) == 0))
        what->solid = ROUTH_SOLID_BOX;
    double number[4];
    if (strncmp(text, "ellipsoid:", 10) == 0 && (parse_shape_numbers(numbers + 1, ',', number, 4) == 0 ||
                                                 parse_shape_numbers(numbers + 1, ',', number, 3) == 0)) {
        what->solid = ROUTH_SOLID_ELLIPSOID;
        memcpy(what->size, number, sizeof what->size);
    }
}

/* Where the file's origin is: the same shape about it has another centroid. */
static int place_mesh(const char *verb, const char *text, export_job *job) {
    routh_context context = routh_context_default();
    routh_shape3_options options = routh_shape3_options_default();
    routh_shape3 raw;
    const int answer = parse_shape_file(verb, "--shape", text + strlen("mesh:"), "tracked", 3, &job->file);
    if (answer != 0)
        return answer;
    options.unit = job->file.unit;
    options.hull = job->file.hull;
    memset(options.tracked, 0, sizeof options.tracked);
    if (routh_shape3_read(&context, routh_io_path(job->file.path), &options, &raw) != ROUTH_OK)
        return fail_shape_file(verb, "--shape", text, &context);
    for (int c = 0; c < 3; c++)
        job->what.mesh_at[c] = job->shape.centroid[c] - raw.centroid[c];
    routh_shape3_release(NULL, &raw);
    job->mesh = realpath(job->file.path, NULL); /* the model may go to another folder */
    if (!job->mesh)
        return fail(verb, "--shape %s: its folder cannot be found", job->file.path);
    job->what.mesh = job->mesh;
    job->what.unit = job->file.unit > 0 ? job->file.unit : 1;
    return 0;
}

static int make_shape(const char *verb, const char *text, const char *from, export_job *job) {
    routh_context context = routh_context_default();
    char solid[SOLID_TEXT];
    double width = 0;
    if (strlen(text) < sizeof solid) {
        thicken(text, solid);
        text = strncmp(text, "mesh:", 5) == 0 ? text : solid;
    }
    int answer = parse_shape3(verb, from, text, &width, &job->shape);
    if (answer != 0)
        return answer;
    if (job->shape.count == 0 &&
        routh_shape3_box(&context, (const double[3]){width, width, width}, &job->shape) != ROUTH_OK)
        return fail(verb, "%s: %s", from, context.message);
    choose_solid(text, width, &job->what);
    return strncmp(text, "mesh:", 5) == 0 ? place_mesh(verb, text, job) : 0;
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
static int finish_world(const char *verb, const export_options *o, bool own_shape, double mass, export_job *job) {
    static const int place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double entry[6];
    job->world = routh_world3_of(&job->shape, mass);
    const double *axis = job->what.size;
    for (int c = 0; job->what.solid == ROUTH_SOLID_ELLIPSOID && c < 3; c++) { /* not the polyhedron's */
        const double a = axis[(c + 1) % 3], b = axis[(c + 2) % 3];
        job->world.inertia[c][c] = mass * (a * a + b * b) / 5;
    }
    if (!own_shape)
        take_recorded(&job->material, &job->world);
    if (o->rounding.given)
        job->world.rounding = o->rounding.value;
    if (o->gravity.given)
        job->world.gravity = o->gravity.value;
    if (o->centre && parse_shape_numbers(o->centre, ',', job->world.centre, 3) != 0)
        return fail(verb, "--centre \"%.60s\" should look like 0.001,0,-0.002", o->centre);
    if (o->tensor && parse_shape_numbers(o->tensor, ',', entry, 6) != 0)
        return fail(verb, "--tensor \"%.60s\" should look like 2e-4,4e-4,5e-4,0,0,0: xx,yy,zz,xy,xz,yz, kg m²",
                    o->tensor);
    for (int k = 0; o->tensor && k < 6; k++)
        job->world.inertia[place[k][0]][place[k][1]] = job->world.inertia[place[k][1]][place[k][0]] = entry[k];
    return 0;
}

/* Of an ellipsoid itself: a polyhedron with corners on it has less. */
static double volume_of(const export_job *job) {
    const double *axis = job->what.size;
    return job->what.solid == ROUTH_SOLID_ELLIPSOID ? 4.0 / 3 * pi * axis[0] * axis[1] * axis[2] : job->shape.volume;
}

static int choose_mass(const char *verb, const export_options *o, export_job *job, double *mass) {
    if (o->mass.given && o->density.given)
        return fail(verb, "--mass and --density are both given; give one of them");
    if (o->density.given && !(o->density.value > 0))
        return fail(verb, "--density %g kg/m³ is not positive", o->density.value);
    static const double masses[] = {ROUTH_RANGE_MASS};
    const double made = o->density.given ? o->density.value * volume_of(job) : masses[0];
    if (!(made >= masses[0] && made <= masses[1]))
        return fail(verb, "--density %g kg/m³ makes a mass of %g kg, outside %g … %g kg", o->density.value, made,
                    masses[0], masses[1]);
    *mass = o->mass.given ? o->mass.value : o->density.given ? made : job->material.mass;
    job->has_mass = !isnan(*mass);
    if (job->has_mass)
        return 0;
    if (o->model || o->folder || job->format == ROUTH_EXPORT_DRAKE)
        return fail(verb, "%s needs the body's mass: give --mass or --density",
                    job->format == ROUTH_EXPORT_DRAKE ? "Drake's stiffness, in N/m," : "a model");
    *mass = 1;
    return 0;
}

/* A sphere touches as one, not as a polyhedron. */
static void make_ball(export_job *job) {
    const double *size = job->what.size;
    if (job->what.solid != ROUTH_SOLID_ELLIPSOID || size[0] != size[1] || size[1] != size[2] || job->what.body.ball)
        return;
    for (int c = 0; c < 3; c++)
        job->ball[0][c] = -job->world.centre[c];
    job->ball[0][3] = size[0];
    job->what.body.ball = (const double(*)[4])job->ball;
    job->what.body.ball_count = 1;
}

int export_choose_body(const char *verb, const export_options *options, export_job *job) {
    routh_context context = routh_context_default();
    char ball[80];
    double mass = 1;
    const char *stated = options->shape ? options->shape : *job->material.shape ? job->material.shape : NULL;
    job->has_body = stated != NULL;
    if (!stated && (options->model || options->folder))
        return fail(verb, "a model needs a body: give --shape and --mass");
    if (!stated && (options->rounding.given || options->centre || options->tensor || options->density.given))
        return fail(verb, "--%s needs --shape",
                    options->rounding.given ? "rounding"
                    : options->centre       ? "centre"
                    : options->tensor       ? "tensor"
                                            : "density");
    snprintf(ball, sizeof ball, "ellipsoid:%g,%g,%g", ball_radius, ball_radius, ball_radius);
    int answer = make_shape(verb, stated ? stated : ball, options->shape ? "--shape" : "the material's shape", job);
    if (answer == 0)
        answer = choose_mass(verb, options, job, &mass);
    if (answer == 0)
        answer = finish_world(verb, options, options->shape != NULL, mass, job);
    if (answer != 0)
        return answer;
    if (!stated)
        note(verb, "no body is stated: the values are for a ball of %g m radius%s (--shape, --mass)", ball_radius,
             job->has_mass ? "" : " and 1 kg");
    if (routh_engine_body_of(&context, &job->world, &job->what.body) != ROUTH_OK)
        return fail_input(verb, &context);
    make_ball(job);
    return 0;
}
