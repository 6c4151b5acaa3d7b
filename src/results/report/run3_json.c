/* A run in space as its page's one object, and the same with body, surface and states as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/findings_json.h"
#include "report/page.h"
#include "report/text.h"
#include "report/tosses_json.h"
#include "report/writers.h"
#include "study/run3_words.h"

/* Digits of the page's numbers: far less than a pixel. */
enum { DIGITS = 6 };

routh_status routh_run3_check(routh_context *context, const routh_world3 *world, const routh_run3 *run) {
    const routh_status status = routh_world3_check(context, world);
    if (status != ROUTH_OK)
        return status;
    if (!run || run->sample_count == 0 || !run->sample)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "run: nothing to write");
    return ROUTH_OK;
}

/* The page's object; `pose` has room for all samples. */
static json_t *run_object(const routh_world3 *world, const routh_run3 *run, const routh_findings *words,
                          const char *title, double (*pose)[7]) {
    const size_t count = run->sample_count;
    const double step = count > 1 ? (run->sample[count - 1].time - run->sample[0].time) / (double)(count - 1) : 1;
    for (size_t i = 0; i < count; i++)
        routh_toss_pose(world, &run->sample[i], pose[i]);
    const routh_toss_view toss = {.name = "simulated",
                                  .label = "",
                                  .rate = step > 0 ? 1 / step : 1,
                                  .track = {{"simulated", 0, count, (const double(*)[7])pose}},
                                  .track_count = 1,
                                  .impact = run->record,
                                  .impact_count = run->record_count,
                                  .start = run->sample[0].time};
    json_t *tosses = json_array();
    routh_json_add(&tosses, routh_toss_json(&toss));
    return routh_tosses_json(world, title,
                             (routh_tosses_lists){.words = routh_sentences_json(words, NULL),
                                                  .columns = json_array(),
                                                  .tables = json_array(),
                                                  .charts = json_array(),
                                                  .tosses = tosses});
}

static json_t *object_of(routh_context *context, const routh_world3 *world, const routh_run3 *run, const char *title) {
    double(*pose)[7] = routh_allocate(context, run->sample_count, sizeof *pose);
    routh_findings words = {0};
    json_t *object = NULL;
    if (pose && routh_run3_words(context, world, run, &words) == ROUTH_OK)
        object = run_object(world, run, &words, title, pose);
    routh_findings_release(context, &words);
    routh_release(context, pose);
    return object;
}

routh_status routh_run3_write_page(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                   const char *title, routh_io to) {
    return routh_write_page(context, ROUTH_TOSSES_PAGE, object_of(context, world, run, title), DIGITS, to);
}

static json_t *body_object(const routh_world3 *world) {
    return ROUTH_JSON_FIELDS(routh_world3, world, mass, centre, inertia, rounding);
}

static json_t *surface_object(const routh_surface3 *surface) {
    json_t *object = ROUTH_JSON_FIELDS(routh_surface3, surface, law, several);
    routh_json_join(&object, ROUTH_JSON_OF(routh_pair, &surface->pair));
    ROUTH_PUT(&object, routh_surface3, surface, eps_slope, mu_slide, mu_slope);
    return object;
}

/* Velocities beside the poses, which the page does not need. */
static json_t *states_object(const routh_run3 *run) {
    json_t *object = json_object(), *time = json_array(), *velocity = json_array(), *spin = json_array();
    for (size_t i = 0; i < run->sample_count; i++) {
        routh_json_add(&time, routh_json_number(run->sample[i].time));
        routh_json_add(&velocity, routh_json_numbers(run->sample[i].velocity.velocity, 3));
        routh_json_add(&spin, routh_json_numbers(run->sample[i].velocity.spin, 3));
    }
    routh_json_put(&object, "time", time);
    routh_json_put(&object, "velocity", velocity);
    routh_json_put(&object, "spin", spin);
    return object;
}

routh_status routh_run3_write_json(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                   const char *title, routh_io to) {
    json_t *object = object_of(context, world, run, title);
    routh_json_put(&object, "body", body_object(world));
    routh_json_put(&object, "surface", surface_object(&world->surface));
    ROUTH_PUT(&object, routh_world3, world, gravity, drag);
    ROUTH_PUT(&object, routh_run3, run, rests, penetration, energy_gain);
    routh_json_put(&object, "states", states_object(run));
    return routh_json_write(context, object, JSON_COMPACT | JSON_REAL_PRECISION(12), to);
}

static json_t *summary_object(const routh_run3 *run) {
    if (!run)
        return json_null();
    const routh_state3 *end = &run->sample[run->sample_count - 1];
    json_t *object = json_object();
    routh_json_put(&object, "end", routh_json_numbers(end->position, 3));
    ROUTH_PUT(&object, routh_state3, end, orientation);
    ROUTH_PUT(&object, routh_run3, run, rests, record_count, penetration, energy_gain);
    return object;
}

routh_status routh_simulation3_write(routh_context *context, const routh_world3_generator *generator,
                                     const routh_dataset3 *dataset, const routh_run3 *run, routh_io to) {
    if (routh_wants_text(&to))
        return routh_simulation3_write_text(context, generator, dataset, run, to);
    const routh_world3 *world = &generator->world;
    json_t *root = json_object(), *body = body_object(world);
    size_t several = 0;
    for (size_t i = 0; i < dataset->count; i++)
        several += (dataset->record[i].reasons & ROUTH_TWO_CORNERS) != 0;
    routh_json_put(&body, "shape", json_string(world->shape->name));
    ROUTH_PUT(&body, routh_shape3, world->shape, count);
    ROUTH_PUT(&root, routh_dataset3, dataset, name, trajectory_count);
    routh_json_put(&root, "impacts", routh_json_count(dataset->count));
    routh_json_put(&root, "several_at_once", routh_json_count(several));
    routh_json_put(&root, "body", body);
    routh_json_put(&root, "integrator",
                   json_string(generator->run.integrator == ROUTH_TIME_STEPS3 ? "steps" : "events"));
    routh_json_put(&root, "surface", surface_object(&world->surface));
    ROUTH_PUT(&root, routh_run3_options, &generator->run, duration, rate);
    ROUTH_PUT(&root, routh_world3, world, gravity, drag);
    ROUTH_PUT(&root, routh_world3_generator, generator, position_noise, rotation_noise);
    ROUTH_PUT(&root, routh_run3_options, &generator->run, scatter);
    routh_json_put(&root, "run", summary_object(run));
    return routh_json_write(context, root, ROUTH_JSON_RESULTS, to);
}
