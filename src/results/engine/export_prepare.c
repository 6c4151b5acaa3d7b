/* From a material and options to an export: what is wanted, of which body, and the engine's setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "engine/engine.h"
#include "engine/export_job.h"

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
    routh_status status = take_numbers(context, options, material != NULL, &job->material);
    const double *speed = options->speed;
    if (status == ROUTH_OK && !isnan(speed[0]) && !(speed[0] > 0 && speed[1] >= speed[0] && isfinite(speed[1])))
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "speed",
                                  "speeds of approach from %g to %g m/s; the least must be more than 0, and the "
                                  "greatest no less than it",
                                  speed[0], speed[1]);
    if (status == ROUTH_OK) {
        choose_target(options, job);
        status = routh_export_choose_body(context, options, job);
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
    routh_status status = ROUTH_OK;
    job->what.setting.step = job->step;
    if (target->restitution != ROUTH_NEWTON && !job->what.textbook)
        status = routh_newton_of(context, target, &job->what.body, 1, ROUTH_NEWTON_IMPACTS, &job->what.newton);
    if (status == ROUTH_OK && job->engine)
        status = routh_engine_convert(context, job->engine, target, &job->what.body, job->step, job->what.textbook,
                                      &job->what.setting);
    if (status == ROUTH_OK && job->engine)
        job->slip_adds = routh_engine_slip_adds(&job->what.setting, target, &job->what.body);
    return status;
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
