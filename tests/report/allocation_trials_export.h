/* Trials of what is made of a target for engines. Include after allocations.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_EXPORT_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_EXPORT_H

#include "allocations.h"
#include "engine/engine.h"

static inline void try_conversions(trial *t) {
    const double side[3] = {0.1, 0.08, 0.06};
    const routh_engine_target target = routh_engine_target_default();
    routh_shape3 shape = {.count = 0};
    routh_engine_body body = {.ball_count = 0};
    routh_newton newton;
    const routh_material material = routh_material_default();
    routh_engine_setting setting = {.engine = NULL};
    routh_world3 world;
    const routh_engine *engine = routh_engine_find(NULL, "bullet");
    ALWAYS(routh_engine_find(t->context, "bullet"));
    TRY(t, routh_shape3_box(t->context, side, &shape));
    world = routh_world3_of(&shape, 0.4);
    world.rounding = 0.004;
    TRY(t, routh_engine_body_of(t->context, &world, &body));
    TRY(t, routh_newton_of(t->context, &target, &body, 1, 10, &newton));
    TRY(t, routh_engine_convert(t->context, engine, &target, &body, 1e-3, false, &setting));
    routh_export what = {
        .material = &material, .target = target, .setting = setting, .body = body, .size = {0.1, 0.08, 0.06}};
    WRITE(t, "model.cpp", routh_export_write, &what, ROUTH_EXPORT_BULLET, true);
    WRITE(t, "model.json", routh_export_write, &what, ROUTH_EXPORT_JSON, true);
    static const char text[] =
        "{\"kind\": \"export\", \"step\": 0.001, \"engines\": [{\"engine\": \"bullet\", \"parameters\": "
        "[{\"name\": \"friction\", \"value\": 0.3}]}]}";
    TRY(t,
        routh_engine_setting_read(t->context, routh_io_memory(text, sizeof text - 1, "model.json"), engine, &setting));
    ALWAYS(routh_engine_body_release(t->context, &body));
    ALWAYS(routh_shape3_release(t->context, &shape));
}

/* The whole way from a material to models of drawn sets. */
static inline void try_exports(trial *t) {
    static routh_export_job job;
    routh_material material = routh_material_default();
    routh_export_options options = routh_export_options_default();
    routh_export_draws draws = {0};
    job = (routh_export_job){.format = ROUTH_EXPORT_MJCF};
    snprintf(material.name, sizeof material.name, "pair");
    material.value[ROUTH_MATERIAL_MU] = 0.3;
    material.value[ROUTH_MATERIAL_EPS] = 0.5;
    material.error[ROUTH_MATERIAL_MU] = 0.01;
    options.shape = "box:0.1,0.08,0.06";
    options.mass = 0.4;
    options.rounding = 0.004;
    TRY(t, routh_export_prepare(t->context, &material, ROUTH_EXPORT_MJCF, &options, &job));
    TRY(t, routh_export_convert(t->context, &job));
    TRY(t, routh_export_draws_make(t->context, &job, 1, 3, &draws));
    WRITE(t, "sets.csv", routh_export_draws_write, &job, &draws);
    WRITE(t, "sets.json", routh_export_draws_write, &job, &draws);
    TRY(t, routh_export_draw(t->context, &draws, 1, &job));
    ALWAYS(routh_export_draws_release(t->context, &draws));
    ALWAYS(routh_export_job_release(t->context, &job));
}

static const trial_entry export_trials[] = {{"conversions", try_conversions}, {"exports", try_exports}, {NULL, NULL}};

#endif
