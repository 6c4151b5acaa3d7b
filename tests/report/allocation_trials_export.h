/* Trials of what is made of a target for engines. Include after allocations.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_EXPORT_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_EXPORT_H

#include "allocations.h"

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

static const trial_entry export_trials[] = {{"conversions", try_conversions}, {NULL, NULL}};

#endif
