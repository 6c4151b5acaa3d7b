/* `routh judge --engine`: an engine that runs, on a model of its own or on a body that is given.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset_options.h"
#include "export.h"
#include "program.h"

static const double usual_step = 1e-3;

typedef struct engine_run {
    const routh_engine *engine;
    size_t step_count;
    double step[ROUTH_BEHAVIOUR_STEPS];
    routh_shape3 shape;
    routh_world3 world;
    routh_engine_body body;
    int has_body;
    routh_behaviour_throws throws;
    routh_engine_setting setting;
} engine_run;

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* "0.001,0.002": rising, each once. */
static int take_steps(const char *verb, const char *text, engine_run *r) {
    const char *at = text;
    while (at) {
        char *end;
        const double step = strtod(at, &end);
        if (end == at || (*end != ',' && *end != '\0') || !(step > 0) || !(step <= 1))
            return fail(verb,
                        "--steps %.60s should be one or more numbers of seconds, more than 0 and at most 1, as "
                        "0.001,0.002",
                        text);
        if (r->step_count == ROUTH_BEHAVIOUR_STEPS)
            return fail(verb, "--steps: at most %d", ROUTH_BEHAVIOUR_STEPS);
        r->step[r->step_count++] = step;
        at = *end == ',' ? end + 1 : NULL;
    }
    qsort(r->step, r->step_count, sizeof *r->step, by_size);
    for (size_t i = 1; i < r->step_count; i++)
        if (r->step[i] == r->step[i - 1])
            return fail(verb, "--steps: %g is there twice", r->step[i]);
    return 0;
}

static int take_throws(const char *verb, const judge_options *o, routh_behaviour_throws *throws) {
    *throws = routh_behaviour_throws_default();
    if (o->speeds && parse_shape_numbers(o->speeds, ':', throws->speed, 2) != 0)
        return fail(verb, "--speeds \"%.60s\" should look like 0.3:3: least and greatest speed of approach, m/s",
                    o->speeds);
    throws->slip = o->slip.given ? o->slip.value : throws->slip;
    throws->spin = o->spin.given ? o->spin.value : throws->spin;
    throws->count = o->throws ? o->throws : throws->count;
    throws->seed = o->seed ? o->seed : throws->seed;
    return 0;
}

static int set_one(const char *verb, const char *text, routh_engine_setting *setting) {
    const routh_engine *engine = setting->engine;
    const char *equal = strchr(text, '=');
    for (size_t i = 0; equal && i < engine->parameter_count; i++) {
        const routh_engine_parameter *p = &engine->parameter[i];
        if (strlen(p->name) != (size_t)(equal - text) || strncmp(p->name, text, (size_t)(equal - text)) != 0)
            continue;
        char *end;
        const double value = strtod(equal + 1, &end);
        if (end == equal + 1 || *end != '\0')
            return fail(verb, "--set %.60s: \"%.40s\" is not a number", text, equal + 1);
        if (!(value >= p->low && value <= p->high))
            return fail(verb, "--set %.60s: %s takes %g … %g", text, p->name, p->low, p->high);
        setting->value[i] = value;
        return 0;
    }
    char names[256] = "";
    size_t length = 0;
    for (size_t i = 0; i < engine->parameter_count && length + 40 < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                                   engine->parameter[i].name);
    return fail(verb, "--set %.60s should be NAME=X with a parameter of %s: %s", text, engine->title, names);
}

/* The body of --shape and --mass. */
static int take_body(const char *verb, const judge_options *o, engine_run *r) {
    routh_context context = routh_context_default();
    double width = NAN;
    if (!o->data.shape || !o->data.mass.given)
        return fail(verb, "--engine needs a model of that engine as DATA, or a body: --shape and --mass");
    int answer = check_dataset_numbers(verb, NULL, &o->data);
    if (answer == 0)
        answer = parse_shape3(verb, "--shape", o->data.shape, &width, &r->shape);
    if (answer != 0)
        return answer;
    const double edges[3] = {width, width, width};
    if (r->shape.count == 0 && routh_shape3_box(&context, edges, &r->shape) != ROUTH_OK)
        return fail_input(verb, &context);
    r->world = routh_world3_of(&r->shape, o->data.mass.value);
    r->world.rounding = o->rounding.given ? o->rounding.value : 0;
    r->world.gravity = o->data.gravity.given ? o->data.gravity.value : r->world.gravity;
    if (routh_engine_body_of(&context, &r->world, &r->body) != ROUTH_OK)
        return fail_input(verb, &context);
    r->has_body = 1;
    return 0;
}

/* Everything that can be refused before the engine starts. */
static int prepare(const char *verb, const judge_options *o, engine_run *r) {
    routh_context context = routh_context_default();
    r->engine = routh_engine_find(&context, o->engine);
    if (!r->engine)
        return fail(verb, "--engine: %s", context.message);
    TRY(o->steps ? take_steps(verb, o->steps, r) : 0);
    TRY(take_throws(verb, o, &r->throws));
    r->setting = routh_engine_setting_default(r->engine, usual_step);
    if (o->setting &&
        routh_engine_setting_read(&context, routh_io_path(o->setting), r->engine, &r->setting) != ROUTH_OK)
        return fail_input(verb, &context);
    for (size_t i = 0; i < o->set.count; i++)
        TRY(set_one(verb, o->set.text[i], &r->setting));
    if (o->data.data && (o->set.count > 0 || o->setting))
        return fail(verb, "--%s has no effect on a model, which has its own contact", o->setting ? "setting" : "set");
    if (o->data.data && judge_body_option(o))
        return fail(verb, "--%s has no effect on a model, which has its own body", judge_body_option(o));
    if (!o->data.data)
        TRY(take_body(verb, o, r));
    return 0;
}

int judge_engine(const char *verb, const judge_options *o, routh_behaviour_series *series) {
    const routh_behaviour_options options = judge_library_options(o);
    routh_context context = writing_context();
    engine_run r = {0};
    int answer = prepare(verb, o, &r);
    const routh_behaviour_run run = {.engine = r.engine,
                                     .folder = o->engines,
                                     .model = o->data.data,
                                     .body = r.has_body ? &r.body : NULL,
                                     .setting = &r.setting,
                                     .own_step = o->setting ? r.setting.step : 0,
                                     .step = r.step,
                                     .step_count = r.step_count};
    context.threads = (int)o->threads;
    if (answer == 0) {
        progress_show(&context);
        const routh_status status = routh_behaviour_of_engine(&context, &run, &r.throws, &options, series);
        progress_end();
        answer = status == ROUTH_OK ? 0 : fail_input(verb, &context);
    }
    if (r.has_body)
        routh_engine_body_release(NULL, &r.body);
    routh_shape3_release(NULL, &r.shape);
    return answer;
}
