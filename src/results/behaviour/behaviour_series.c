/* The same simulator at several time steps, from its output or run by us.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "behaviour/behaviour.h"
#include "engine/engine.h"
#include "fields/structs.h"

/* The same simulator at several time steps: at which of them it does something else than at the smallest. */

/* Differences that count: of restitution, absolute; of friction, relative. */
static const double eps_counts = 0.02, mu_counts = 0.05;

enum { TEXT = 256 };

static const routh_behaviour_impact *same_throw(const routh_behaviour *b, size_t source) {
    for (size_t i = 0; i < b->count; i++)
        if (b->impact[i].source == source)
            return &b->impact[i];
    return NULL;
}

/* The same throws at both steps: medians of their differences, bin by bin. `room`: one for each impact. */
static double eps_off(const routh_behaviour *b, const routh_behaviour *first, double *room) {
    double most = NAN;
    for (size_t k = 0, at = 0; k < b->bin_count; k++) {
        size_t found = 0;
        for (size_t i = 0; i < b->bin[k].count; i++, at++) {
            const routh_behaviour_impact *other = same_throw(first, b->impact[at].source);
            if (other)
                room[found++] = b->impact[at].eps[ROUTH_NEWTON] - other->eps[ROUTH_NEWTON];
        }
        most = fmax(most, fabs(routh_median(room, found)));
    }
    return most;
}

static double share_of_gains(const routh_behaviour *b) {
    return b->count > 0 ? (double)b->gains / (double)b->count : 0;
}

static bool gains_newly(const routh_behaviour *b, const routh_behaviour *first) {
    return b->count > 0 && first->count > 0 && share_of_gains(b) > share_of_gains(first) + 0.02;
}

static bool law_changed(const routh_behaviour *b, const routh_behaviour *first) {
    return b->best < b->law_count && first->best < first->law_count && b->alike == 1 && first->alike == 1 &&
           b->best != first->best;
}

/* The step at which it is worst: most gains of energy, and of equal ones that with another restitution. */
static size_t find_worst(const routh_behaviour_series *series) {
    size_t worst = 0;
    for (size_t i = 1; i < series->count; i++) {
        const double more = share_of_gains(&series->at[i]) - share_of_gains(&series->at[worst]);
        if (more > 0.02 || (more >= -0.02 && !(series->eps_off[i] <= series->eps_off[worst])))
            worst = i;
    }
    return worst;
}

/* Where it is worse than at the first step that differs. */
static void say_worst(routh_findings_writer *s, const routh_behaviour_series *series) {
    const size_t worst = find_worst(series);
    const routh_behaviour *b = &series->at[worst];
    char text[TEXT] = "";
    if (worst <= series->changes || b->count == 0)
        return;
    if (isfinite(b->eps_mean))
        routh_words_add(text, TEXT, ", ", "restitution is %.3f there", b->eps_mean);
    if (b->gains > 0)
        routh_words_add(text, TEXT, ", ", "energy grows in %zu of %zu impacts", b->gains, b->count);
    routh_findings_measured(s, b->gains > 0 ? ROUTH_WRONG : ROUTH_WARNING, "step",
                            (routh_finding_numbers){series->at[0].eps_mean, b->eps_mean, NAN, "1"},
                            "It is worst at %g ms: %s.", 1e3 * b->step, text);
}

static void say_change(routh_findings_writer *s, const routh_behaviour_series *series) {
    const routh_behaviour *first = &series->at[0];
    if (series->changes == series->count) {
        routh_findings_add(
            s, ROUTH_FINE, "step",
            "It does the same at all steps from %g to %g ms: restitution within %.2g, friction within %.2g.",
            1e3 * first->step, 1e3 * series->at[series->count - 1].step, eps_counts, mu_counts);
        return;
    }
    const routh_behaviour *b = &series->at[series->changes];
    const double eps = series->eps_off[series->changes], mu = series->mu_off[series->changes];
    char text[TEXT] = "";
    if (isfinite(eps))
        routh_words_add(text, TEXT, ", ", "restitution is then off by up to %.2f from that at %g ms", eps,
                        1e3 * first->step);
    if (isfinite(mu))
        routh_words_add(text, TEXT, ", ", "friction by %.1f %%", 100 * mu);
    if (b->gains + first->gains > 0)
        routh_words_add(text, TEXT, ", ", "energy grows in %zu of %zu impacts instead of %zu of %zu", b->gains,
                        b->count, first->gains, first->count);
    routh_findings_measured(s, ROUTH_WARNING, "step", (routh_finding_numbers){first->eps_mean, b->eps_mean, eps, "1"},
                            "It changes with the time step, from %g ms on%s%s.", 1e3 * b->step, text[0] ? ": " : "",
                            text);
    if (law_changed(b, first))
        routh_findings_add(s, ROUTH_WARNING, "step", "It behaves like %s then, no longer like %s.",
                           b->law[b->best].name, first->law[first->best].name);
    say_worst(s, series);
}

routh_status routh_behaviour_series_compare(routh_context *context, routh_behaviour_series *series) {
    if (series->count < 1 || series->count > ROUTH_BEHAVIOUR_STEPS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu steps; there must be 1 … %d", series->count,
                          ROUTH_BEHAVIOUR_STEPS);
    routh_findings_release(context, &series->findings);
    routh_findings_writer s = {context, &series->findings, ROUTH_OK};
    const routh_behaviour *first = &series->at[0];
    series->changes = series->count;
    series->shown = 0;
    for (size_t i = 0; i < series->count; i++) {
        const routh_behaviour *b = &series->at[i];
        if (fabs(b->step - series->own_step) <= 1e-9 * b->step)
            series->shown = i;
        ROUTH_ARENA(arena, context);
        double *room = routh_take(&arena, b->count + 1, sizeof *room);
        ROUTH_TRY(arena.status);
        series->eps_off[i] = eps_off(b, first, room);
        series->mu_off[i] = b->mu > 0 && first->mu > 0 ? fabs(b->mu / first->mu - 1) : NAN;
        const bool differs = series->eps_off[i] > eps_counts || series->mu_off[i] > mu_counts ||
                             gains_newly(b, first) || law_changed(b, first);
        if (i > 0 && differs && series->changes == series->count)
            series->changes = i;
    }
    if (series->count > 1 && first->count > 0)
        say_change(&s, series);
    return s.status;
}

ROUTH_RELEASED_BY_FIELDS(routh_behaviour_series)

/* An engine that is run at several time steps, on a model of its own or on a body. */

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
