/* From a material and options to an export.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */
#include "engine/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/output.h"

/* The body of an export: as it is stated, or as the material has it. */

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
    ROUTH_TRY(routh_shape3_of_text(context, text, &width, &job->shape));
    choose_solid(text, width, &job->what);
    return ROUTH_OK;
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

/* Shape, mass and world, and the body as engines have it. */
static routh_status export_choose_body(routh_context *context, const routh_export_options *options,
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

/* Exports: which engine a format is for, what it can hold, and who writes it. */

static const routh_name_entry formats[] = {
#define ROUTH_EXPORT_NAME(code, name, about) {name, about},
    ROUTH_EXPORT_TABLE(ROUTH_EXPORT_NAME)
#undef ROUTH_EXPORT_NAME
};
const routh_names routh_export_formats = {"format", ROUTH_EXPORT_COUNT, formats};

typedef struct format_writer {
    const routh_engine *engine;
    routh_comment_style style;
    void (*print)(const routh_export_page *page, bool model);
    bool has_ellipsoid;
    bool needs_file; /* for a hull without rounding */
} format_writer;

static const format_writer writers[ROUTH_EXPORT_COUNT] = {
    [ROUTH_EXPORT_MJCF] = {&routh_engine_mujoco, ROUTH_COMMENT_XML, routh_export_mjcf, true, false},
    [ROUTH_EXPORT_SDF] = {&routh_engine_ode, ROUTH_COMMENT_XML, routh_export_sdf, true, true},
    [ROUTH_EXPORT_URDF] = {&routh_engine_bullet, ROUTH_COMMENT_XML, routh_export_urdf, false, true},
    [ROUTH_EXPORT_DRAKE] = {&routh_engine_drake, ROUTH_COMMENT_XML, routh_export_drake, true, true},
    [ROUTH_EXPORT_BULLET] = {&routh_engine_bullet, ROUTH_COMMENT_XML, routh_export_bullet, true, false},
    [ROUTH_EXPORT_USD] = {&routh_engine_physx, ROUTH_COMMENT_HASH, routh_export_usd, false, false},
    [ROUTH_EXPORT_JSON] = {NULL, ROUTH_COMMENT_XML, NULL, true, false},
};

const routh_engine *routh_export_engine(routh_export_format format) {
    return format < ROUTH_EXPORT_COUNT ? writers[format].engine : NULL;
}

/* A name that is no text cannot stand in XML, and another name is another file. */
static routh_status check_name(routh_context *context, const char *mesh, const char *format) {
    char shown[ROUTH_SHOWN_SOURCE];
    if (routh_is_shown(mesh))
        return ROUTH_OK;
    routh_show_source(shown, sizeof shown, mesh);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                            "%s cannot hold the name of the file %s: some of its bytes are no text; rename it", format,
                            shown);
}

static routh_status check_shape(routh_context *context, const routh_export *what, routh_export_format format) {
    enum { MOST_BALLS = 512 };
    const format_writer *writer = &writers[format];
    const char *name = routh_name(&routh_export_formats, format);
    const bool balls = what->body.ball_count > 1;
    if (what->body.ball_count > MOST_BALLS)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "rounding",
                                "a rounded body of %zu corners would be as many balls; models have up to %d",
                                what->body.ball_count, MOST_BALLS);
    if (!balls && what->solid == ROUTH_SOLID_ELLIPSOID && !writer->has_ellipsoid && !routh_export_is_sphere(what))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape",
                                "%s has no ellipsoid; it has boxes, spheres and meshes", name);
    if (what->solid == ROUTH_SOLID_HULL && writer->needs_file && !what->mesh)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "shape",
            "%s takes a shape like this one from a file only, STL or OBJ; it has boxes and spheres by "
            "themselves",
            name);
    if (what->solid == ROUTH_SOLID_HULL && writer->needs_file)
        return check_name(context, what->mesh, name);
    return ROUTH_OK;
}

typedef struct printing {
    routh_export_page page;
    const format_writer *writer;
    bool model;
} printing;

/* Nobody knows more of them. */
static double six_digits(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return strtod(text, NULL);
}

static void print_page(FILE *file, const void *what) {
    printing job = *(const printing *)what;
    routh_export rounded = *job.page.what;
    for (size_t i = 0; i < rounded.setting.engine->parameter_count; i++)
        rounded.setting.value[i] = six_digits(rounded.setting.value[i]);
    job.page.what = &rounded;
    job.page.file = file;
    job.writer->print(&job.page, job.model);
}

routh_status routh_export_write(routh_context *context, const routh_export *what, routh_export_format format,
                                bool model, routh_io to) {
    if (format >= ROUTH_EXPORT_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no format has the number %d", (int)format);
    const format_writer *writer = &writers[format];
    ROUTH_TRY(routh_engine_target_check(context, &what->target, &what->body, what->setting.step));
    routh_export clean = *what;
    routh_export_clean_body(&clean);
    if (format == ROUTH_EXPORT_JSON)
        return routh_export_json(context, &clean, to);
    if (what->setting.engine != writer->engine)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has parameters of %s",
                          routh_name(&routh_export_formats, format), writer->engine->title);
    for (size_t i = 0; i < writer->engine->parameter_count; i++)
        if (!isfinite(what->setting.value[i]))
            return routh_fail_field(context, ROUTH_NOT_FINITE, "setting", "%s of %s is %g; it must be finite",
                                    writer->engine->parameter[i].name, writer->engine->title, what->setting.value[i]);
    if (format == ROUTH_EXPORT_SDF && what->setting.value[ROUTH_ODE_ACROSS] != 1)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "setting",
                                "friction_across is %g; SDF has none but 1, since its axes do not follow the slip",
                                what->setting.value[ROUTH_ODE_ACROSS]);
    ROUTH_TRY(model ? check_shape(context, what, format) : ROUTH_OK);
    const printing job = {.page = {.what = &clean, .style = writer->style}, .writer = writer, .model = model};
    return routh_text_print(context, to, print_page, &job);
}

/* From a material and options to an export: what is wanted, of which body, and the engine's setting. */

routh_export_options routh_export_options_default(void) {
    return (routh_export_options){
        .mu = NAN,
        .eps = NAN,
        .eps_slope = NAN,
        .restitution = ROUTH_NEWTON,
        .step = 1e-3,
        .speed = {NAN, NAN},
        .depth = NAN,
        .mesh_options = routh_shape3_options_default(),
        .mass = NAN,
        .density = NAN,
        .rounding = NAN,
        .gravity = NAN,
        .centre = {NAN, NAN, NAN},
        .inertia = {{NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}},
    };
}

/* What is given by hand has no interval. */
static void take_number(routh_material *material, routh_material_parameter parameter, double given) {
    if (isnan(given))
        return;
    material->value[parameter] = given;
    material->error[parameter] = NAN;
    material->interval[parameter] = (routh_interval){NAN, NAN, NAN};
}

static routh_status take_numbers(routh_context *context, const routh_export_options *options, bool read,
                                 routh_material *material) {
    if (!isnan(options->mu) && !(options->mu >= 0 && options->mu <= ROUTH_MU_HIGH))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "mu", "mu %g is outside 0 … %g", options->mu,
                                ROUTH_MU_HIGH);
    if (!isnan(options->eps) && !(options->eps >= 0 && options->eps <= 1))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "eps", "eps %g is outside 0 … 1", options->eps);
    if (!read) {
        snprintf(material->name, sizeof material->name, "as given");
        material->restitution = ROUTH_NEWTON;
    }
    if (options->has_restitution)
        material->restitution = options->restitution;
    take_number(material, ROUTH_MATERIAL_MU, options->mu);
    take_number(material, ROUTH_MATERIAL_EPS, options->eps);
    take_number(material, ROUTH_MATERIAL_EPS_SLOPE, options->eps_slope);
    if (strcmp(material->law, "frictionless") == 0 && isnan(material->value[ROUTH_MATERIAL_MU]))
        material->value[ROUTH_MATERIAL_MU] = 0;
    if (isnan(material->value[ROUTH_MATERIAL_MU]) || isnan(material->value[ROUTH_MATERIAL_EPS]))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "mu eps",
                                read ? "the material has no friction or no restitution"
                                     : "nothing says which friction and restitution are wanted");
    return ROUTH_OK;
}

static void choose_target(const routh_export_options *options, routh_export_job *job) {
    const routh_material *material = &job->material;
    routh_engine_target *target = &job->what.target;
    *target = routh_engine_target_default();
    const routh_law3 *law = *material->law ? routh_law3_find(NULL, material->law) : NULL;
    if (law)
        target->surface.law = law;
    target->restitution = material->restitution;
    target->surface.pair.mu = material->value[ROUTH_MATERIAL_MU];
    target->surface.pair.eps = material->value[ROUTH_MATERIAL_EPS];
    if (isfinite(material->value[ROUTH_MATERIAL_ETA2]))
        target->surface.pair.eta2 = material->value[ROUTH_MATERIAL_ETA2];
    if (isfinite(material->value[ROUTH_MATERIAL_EPS_SLOPE]))
        target->surface.eps_slope = material->value[ROUTH_MATERIAL_EPS_SLOPE];
    if (!isnan(options->depth))
        target->depth = options->depth;
    const double *speed = isnan(options->speed[0]) ? material->speed : options->speed;
    if (speed[0] > 0 && speed[1] >= speed[0] && isfinite(speed[1]))
        memcpy(target->speed, speed, sizeof target->speed);
}

routh_status routh_export_prepare(routh_context *context, const routh_material *material, routh_export_format format,
                                  const routh_export_options *options, routh_export_job *job) {
    const routh_export_options usual = routh_export_options_default();
    options = options ? options : &usual;
    *job = (routh_export_job){.format = format,
                              .engine = routh_export_engine(format),
                              .material = material ? *material : routh_material_default(),
                              .step = options->step};
    if (material && material->standing == ROUTH_STANDING_NONE && !options->force)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "force",
                                "no law explains the recording of %.60s, and its study recommends none: no simulator "
                                "should have these values",
                                material->name);
    routh_status status = take_numbers(context, options, material != NULL, &job->material);
    const double *speed = options->speed;
    if (status == ROUTH_OK && !isnan(speed[0]) && !(speed[0] > 0 && speed[1] >= speed[0] && isfinite(speed[1])))
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "speed",
                                  "speeds of approach from %g to %g m/s; the least must be more than 0, and the "
                                  "greatest no less than it",
                                  speed[0], speed[1]);
    if (status == ROUTH_OK) {
        choose_target(options, job);
        status = export_choose_body(context, options, job);
    }
    job->what.material = &job->material;
    job->what.textbook = options->textbook;
    return status;
}

void routh_export_job_release(routh_context *context, routh_export_job *job) {
    if (job->what.body.ball == (const double(*)[4])job->ball)
        job->what.body.ball = NULL;
    routh_engine_body_release(context, &job->what.body);
    routh_shape3_release(context, &job->shape);
    routh_release(context, job->mesh);
    *job = (routh_export_job){0};
}

routh_status routh_export_convert(routh_context *context, routh_export_job *job) {
    const routh_engine_target *target = &job->what.target;
    job->what.setting.step = job->step;
    if (target->restitution != ROUTH_NEWTON && !job->what.textbook)
        ROUTH_TRY(routh_newton_of(context, target, &job->what.body, 1, ROUTH_NEWTON_IMPACTS, &job->what.newton));
    if (job->engine)
        ROUTH_TRY(routh_engine_convert(context, job->engine, target, &job->what.body, job->step, job->what.textbook,
                                       &job->what.setting));
    if (job->engine)
        job->slip_adds = routh_engine_slip_adds(&job->what.setting, target, &job->what.body);
    return ROUTH_OK;
}

routh_status routh_export_prove(routh_context *context, const char *folder, const routh_proof_options *options,
                                routh_export_job *job, routh_proof *proof) {
    routh_proof_options chosen = options ? *options : routh_proof_options_default();
    routh_driver *driver = NULL;
    *proof = (routh_proof){0};
    if (!job->engine)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "format", "a proof runs one engine; %s is for all of them",
                                routh_name(&routh_export_formats, (long)job->format));
    if (!job->engine->package)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "format",
                                "there is no program for %s here; its values are by formula", job->engine->title);
    if (!job->has_body)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "shape", "a proof needs the body: give its shape");
    chosen.same_across |= job->format == ROUTH_EXPORT_SDF; /* the writer has no other */
    routh_status status = routh_driver_open(context, job->engine, folder, &driver);
    if (status == ROUTH_OK)
        status = routh_proof_run(context, job->engine, driver, &job->what.target, &job->what.body, NULL, 0, job->step,
                                 &chosen, proof);
    if (driver)
        routh_driver_close(context, driver);
    if (status != ROUTH_OK)
        return status;
    job->what.setting = proof->best.setting;
    job->slip_adds = routh_engine_slip_adds(&job->what.setting, &job->what.target, &job->what.body);
    if (proof->findings.count > 0)
        snprintf(job->reason, sizeof job->reason, "Run in %s %s: %s", job->engine->title, proof->version,
                 proof->findings.finding[0].text);
    job->what.reason = *job->reason ? job->reason : NULL;
    return ROUTH_OK;
}
