/* From the options of `routh export` to what the library writes: the material and what is wanted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "fail_input.h"
#include "materials_file.h"
#include "message.h"

static int choose_material(const char *verb, const export_options *options, export_job *job) {
    routh_context context = routh_context_default();
    routh_materials all = {0};
    int answer = read_materials(verb, options->from, &all);
    if (answer == 0 && all.count == 0)
        answer = fail(verb, "%s has no materials", options->from ? options->from : "the table");
    if (answer == 0 && options->material) {
        const routh_material *found = routh_materials_find(&context, &all, options->material);
        if (found)
            job->material = *found;
        else
            answer = fail(verb, "--material: %s", context.message);
    } else if (answer == 0) {
        job->material = all.material[0];
        if (all.count > 1)
            note(verb, "%s has %zu materials; taken is the first, %s%s%s (--material)", options->from, all.count,
                 job->material.name, *job->material.law ? ", law " : "", job->material.law);
    }
    routh_materials_release(&context, &all);
    return answer;
}

/* What is given by hand has no interval. */
static void take_number(routh_material *material, routh_material_parameter parameter, const option_number *given) {
    if (!given->given)
        return;
    material->value[parameter] = given->value;
    material->error[parameter] = NAN;
    material->interval[parameter] = (routh_interval){NAN, NAN, NAN};
}

static int take_numbers(const char *verb, const export_options *options, export_job *job) {
    routh_material *material = &job->material;
    const bool read = options->from || options->material;
    if (options->mu.given && !(options->mu.value >= 0 && options->mu.value <= ROUTH_MU_HIGH))
        return fail(verb, "--mu %g is outside 0 … %g", options->mu.value, ROUTH_MU_HIGH);
    if (options->eps.given && !(options->eps.value >= 0 && options->eps.value <= 1))
        return fail(verb, "--eps %g is outside 0 … 1", options->eps.value);
    if (!read) {
        snprintf(material->name, sizeof material->name, "as given");
        material->restitution = ROUTH_NEWTON;
    }
    if (options->restitution.word)
        material->restitution = (routh_restitution)options->restitution.index;
    take_number(material, ROUTH_MATERIAL_MU, &options->mu);
    take_number(material, ROUTH_MATERIAL_EPS, &options->eps);
    take_number(material, ROUTH_MATERIAL_EPS_SLOPE, &options->eps_slope);
    if (strcmp(material->law, "frictionless") == 0 && isnan(material->value[ROUTH_MATERIAL_MU]))
        material->value[ROUTH_MATERIAL_MU] = 0;
    if (!read && options->mu.given != options->eps.given)
        return fail(verb, "--%s is missing; give both, or a result or a table of materials",
                    options->mu.given ? "eps" : "mu");
    if (isnan(material->value[ROUTH_MATERIAL_MU]) || isnan(material->value[ROUTH_MATERIAL_EPS]))
        return fail(verb, "%s: give --mu and --eps, a result or a table of materials",
                    read ? "the material has no friction or no restitution" : "nothing says what is wanted");
    return 0;
}

/* "0.3:3" */
static int choose_speeds(const char *verb, const export_options *options, export_job *job) {
    double *speed = job->what.target.speed;
    const double *known = job->material.speed;
    if (options->speeds)
        return parse_shape_numbers(options->speeds, ':', speed, 2) == 0 && speed[0] > 0 && speed[1] >= speed[0]
                   ? 0
                   : fail(verb, "--speeds \"%.60s\" should look like 0.3:3: least and greatest speed of approach, m/s",
                          options->speeds);
    if (known[0] > 0 && known[1] >= known[0] && isfinite(known[1])) {
        speed[0] = known[0];
        speed[1] = known[1];
    }
    return 0;
}

static int choose_target(const char *verb, const export_options *options, export_job *job) {
    const routh_material *material = &job->material;
    routh_engine_target *target = &job->what.target;
    routh_context context = routh_context_default();
    *target = routh_engine_target_default();
    const routh_law3 *law = *material->law ? routh_law3_find(&context, material->law) : NULL;
    if (law)
        target->surface.law = law;
    target->restitution = material->restitution;
    target->surface.pair.mu = material->value[ROUTH_MATERIAL_MU];
    target->surface.pair.eps = material->value[ROUTH_MATERIAL_EPS];
    if (isfinite(material->value[ROUTH_MATERIAL_ETA2]))
        target->surface.pair.eta2 = material->value[ROUTH_MATERIAL_ETA2];
    if (isfinite(material->value[ROUTH_MATERIAL_EPS_SLOPE]))
        target->surface.eps_slope = material->value[ROUTH_MATERIAL_EPS_SLOPE];
    if (options->depth.given)
        target->depth = options->depth.value;
    return choose_speeds(verb, options, job);
}

int export_prepare(const char *verb, const export_options *options, export_job *job) {
    *job = (export_job){.material = routh_material_default(), .step = options->step.given ? options->step.value : 1e-3};
    if (!options->to.word)
        return fail(verb, "which format? give --to %s", "mjcf, sdf, urdf, drake, bullet, usd or json");
    job->format = (routh_export_format)options->to.index;
    job->engine = routh_export_engine(job->format);
    int answer = options->from || options->material ? choose_material(verb, options, job) : 0;
    if (answer == 0)
        answer = take_numbers(verb, options, job);
    if (answer == 0)
        answer = choose_target(verb, options, job);
    if (answer == 0)
        answer = export_choose_body(verb, options, job);
    job->what.material = &job->material;
    job->what.textbook = options->textbook;
    return answer;
}

/* MuJoCo's solver pushes apart what slips. */
static void say_slip(const char *verb, const export_job *job) {
    const double adds = routh_engine_slip_adds(&job->what.setting, &job->what.target, &job->what.body);
    if (adds >= 0.005)
        note(
            verb,
            "%s bounces higher where it slips: e is larger by up to %.2f × slip ÷ speed of approach, and right without "
            "slip; --prove searches the best compromise for a body",
            job->engine->title, adds);
}

int export_convert(const char *verb, const export_options *options, export_job *job) {
    routh_context context = routh_context_default();
    const routh_engine_target *target = &job->what.target;
    routh_status status = ROUTH_OK;
    job->what.setting.step = job->step;
    if (target->restitution != ROUTH_NEWTON && !options->textbook)
        status = routh_newton_of(&context, target, &job->what.body, 1, ROUTH_NEWTON_IMPACTS, &job->what.newton);
    if (status == ROUTH_OK && job->engine)
        status = routh_engine_convert(&context, job->engine, target, &job->what.body, job->step, options->textbook,
                                      &job->what.setting);
    if (status == ROUTH_OK && job->engine && !options->prove && !options->textbook)
        say_slip(verb, job);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

void export_release(export_job *job) {
    if (job->what.body.ball == (const double(*)[4])job->ball)
        job->what.body.ball = NULL;
    routh_engine_body_release(NULL, &job->what.body);
    routh_shape3_release(NULL, &job->shape);
    free(job->mesh);
}
