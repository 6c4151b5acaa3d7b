/* What was simulated, in the plane and in space, as JSON and as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include "study/result_words.h"

typedef struct simulated {
    const routh_world_generator *generator;
    const routh_dataset *dataset;
    const routh_run *run;
} simulated;

static json_t *end_object(const routh_run *run) {
    if (!run)
        return json_null();
    const routh_pose *end = &run->sample[run->sample_count - 1].pose;
    return ROUTH_JSON_NEW(routh_run_end_layout, .run = run, .end = {end->x, end->y, end->theta});
}

static json_t *contact_object(const routh_world_generator *generator) {
    const bool steps = generator->run.integrator == ROUTH_TIME_STEPS;
    json_t *own = steps ? ROUTH_JSON_FIELDS(routh_half_plane, &generator->world.plane[0], mu, eps)
                        : ROUTH_JSON_FIELDS(routh_run_options, &generator->run, law);
    if (steps)
        ROUTH_PUT(&own, routh_run_options, &generator->run, step);
    else
        routh_json_join(&own, routh_parameters_json(generator->run.law, generator->run.parameters));
    return ROUTH_JSON_NEW(routh_integrator_layout, .integrator = steps ? "steps" : "events", .own = own);
}

static json_t *simulation_object(const void *what) {
    const routh_world_generator *generator = ((const simulated *)what)->generator;
    const routh_dataset *dataset = ((const simulated *)what)->dataset;
    json_t *noise = json_object();
    ROUTH_PUT_SPAN(&noise, routh_noise, &generator->noise, y, omega);
    return ROUTH_JSON_NEW(routh_simulation_layout, .dataset = dataset, .generator = generator,
                          .options = &generator->run, .contact = contact_object(generator), .noise = noise,
                          .used = routh_dataset_used(dataset, NULL), .two_corners = routh_count_two_corners(dataset),
                          .run = end_object(((const simulated *)what)->run), .version = routh_version());
}

static routh_status print_simulation(routh_context *context, FILE *file, const void *what) {
    const simulated *s = what;
    routh_findings words = {0};
    const routh_status status = routh_simulation_words(context, s->generator, s->dataset, s->run, &words);
    return routh_print_words(context, file, status, &words);
}

routh_status routh_simulation_write(routh_context *context, const routh_world_generator *generator,
                                    const routh_dataset *dataset, const routh_run *run, routh_io to) {
    const simulated what = {generator, dataset, run};
    return ROUTH_WRITE(context, "routh_simulation", &what, to, {".txt", .draw = print_simulation},
                       {"", .object = simulation_object});
}

/* In space -------------------------------------------------------------------------------------------------*/

static routh_status print_simulation3(routh_context *context, FILE *file, const void *what) {
    const routh_simulated3 *s = what;
    routh_findings words = {0};
    const routh_status status = routh_simulation3_words(context, s->generator, s->dataset, s->run, &words);
    return routh_print_words(context, file, status, &words);
}

routh_status routh_simulation3_write(routh_context *context, const routh_world3_generator *generator,
                                     const routh_dataset3 *dataset, const routh_run3 *run, routh_io to) {
    const routh_simulated3 what = {generator, dataset, run};
    return ROUTH_WRITE(context, "routh_simulation3", &what, to, {".txt", .draw = print_simulation3},
                       {"", .object = routh_simulation3_json});
}
