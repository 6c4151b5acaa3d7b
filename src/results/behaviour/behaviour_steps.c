/* An engine that is run at several time steps, on a model of its own or on a body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "behaviour/behaviour.h"
#include "engine/engine.h"

static const double usual_step = 1e-3;

static routh_status check_steps(routh_context *context, const routh_behaviour_run *run) {
    if (run->step_count > ROUTH_BEHAVIOUR_STEPS)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "step", "%zu time steps; at most %d are possible",
                                run->step_count, ROUTH_BEHAVIOUR_STEPS);
    for (size_t i = 0; i < run->step_count; i++)
        if (!(run->step[i] > 0 && run->step[i] <= 1) || (i > 0 && !(run->step[i] > run->step[i - 1])))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "step",
                                    "a time step of %g s; steps must be more than 0, at most 1 s, and rise",
                                    run->step[i]);
    if (!run->model == !run->body)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "model body",
                                "an engine runs a model or a body: give one");
    return ROUTH_OK;
}

/* "MuJoCo 2.2.2, box.xml" */
static void name_model(const char *path, routh_behaviour *behaviour) {
    const char *slash = strrchr(path, '/');
    const size_t length = strlen(behaviour->name);
    char shown[ROUTH_NAME_SIZE];
    routh_show_text(shown, sizeof shown, slash ? slash + 1 : path, strlen(slash ? slash + 1 : path));
    snprintf(behaviour->name + length, sizeof behaviour->name - length, ", %s", shown);
}

static routh_status run_step(routh_context *context, const routh_behaviour_run *run, routh_driver *driver, double step,
                             const routh_behaviour_throws *throws, const routh_behaviour_options *options,
                             routh_behaviour *behaviour) {
    routh_driver_model model = {.mass = 0};
    routh_engine_setting setting = run->setting ? *run->setting : routh_engine_setting_default(run->engine, usual_step);
    routh_status status;
    if (run->body) {
        setting.step = step > 0 ? step : setting.step;
        status = routh_driver_make(context, driver, run->body, &setting);
    } else {
        status = routh_driver_load(context, driver, run->model, step, &model);
    }
    if (status == ROUTH_OK)
        status = routh_behaviour_of_driver(context, driver, run->body, run->body ? NULL : &model,
                                           run->body ? setting.step : model.step, throws, options, behaviour);
    if (status == ROUTH_OK && run->model)
        name_model(run->model, behaviour);
    return status;
}

/* The model's own step, where others are asked for. */
static routh_status find_own_step(routh_context *context, const routh_behaviour_run *run, routh_driver *driver,
                                  double *step) {
    routh_driver_model model = {.mass = 0};
    *step = run->own_step;
    if (run->body)
        return ROUTH_OK;
    const routh_status status = routh_driver_load(context, driver, run->model, 0, &model);
    *step = model.step;
    return status;
}

routh_status routh_behaviour_of_engine(routh_context *context, const routh_behaviour_run *run,
                                       const routh_behaviour_throws *throws, const routh_behaviour_options *options,
                                       routh_behaviour_series *series) {
    routh_driver *driver = NULL;
    *series = (routh_behaviour_series){0};
    routh_status status = check_steps(context, run);
    if (status == ROUTH_OK)
        status = routh_driver_open(context, run->engine, run->folder, &driver);
    if (status == ROUTH_OK && run->step_count > 1)
        status = find_own_step(context, run, driver, &series->own_step);
    const size_t steps = run->step_count > 0 ? run->step_count : 1;
    for (size_t i = 0; status == ROUTH_OK && i < steps; i++) {
        status =
            run_step(context, run, driver, run->step_count > 0 ? run->step[i] : 0, throws, options, &series->at[i]);
        series->count += status == ROUTH_OK;
    }
    if (driver)
        routh_driver_close(context, driver);
    if (status == ROUTH_OK)
        status = routh_behaviour_series_compare(context, series);
    if (status != ROUTH_OK)
        routh_behaviour_series_release(context, series);
    return status;
}
