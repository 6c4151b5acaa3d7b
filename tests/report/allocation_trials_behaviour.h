/* Trials of behaviours of simulators. Include after allocation_trials_space.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_BEHAVIOUR_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_BEHAVIOUR_H

#include "../engine/ball_drops.h"
#include "../engine/fake_engine.h"
#include "../remove_folder.h"
#include "allocation_trials_space.h"
#include "behaviour/behaviour.h"
#include "engine/engine.h"

/* A planar recording and one in space, as if they were two steps. */
static inline void try_behaviours(trial *t) {
    routh_world_generator drops = routh_world_generator_default();
    const routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
    routh_behaviour_options options = routh_behaviour_options_default();
    routh_behaviour_series series = {.count = 2};
    routh_dataset dataset = {.count = 0};
    drops.world.plane = &ground;
    drops.count = 2;
    drops.run.duration = 0.2;
    options.resamples = 0;
    TRY(t, routh_world_generate(t->context, &drops, &dataset));
    TRY(t, routh_behaviour_of_dataset(t->context, &dataset, NULL, &options, &series.at[0]));
    TRY(t, routh_behaviour_of_dataset3(t->context, &space.tosses, NULL, &options, &series.at[1]));
    TRY(t, routh_behaviour_series_compare(t->context, &series));
    WRITE(t, "results.json", routh_behaviour_series_write, &series);
    WRITE(t, "impacts.csv", routh_behaviour_series_write, &series);
    if (series.at[0].count > 0) {
        WRITE(t, "behaviour.svg", routh_behaviour_series_write, &series);
        WRITE(t, "report.html", routh_behaviour_series_write, &series);
        WRITE(t, "behaviour.txt", routh_behaviour_series_write, &series);
    }
    ALWAYS(routh_behaviour_series_release(t->context, &series));
    ALWAYS(routh_dataset_release(t->context, &dataset));
}

/* One throw in a script. */
static inline void try_throws(trial *t) {
    static const char script[] =
        FAKE_BEGIN "read a; read b; echo impact 1 1 1 0 0 0 0 0" FAKE_STATE " 0" FAKE_STATE "\ncat";
    const routh_engine_body body = ball_body();
    const routh_engine_setting setting = {.engine = &fake_engine, .step = 1e-3};
    routh_behaviour_throws throws = routh_behaviour_throws_default();
    routh_behaviour behaviour = {.count = 0};
    routh_driver *driver = NULL;
    char folder[64];
    static const char text[] =
        "{\"kind\": \"export\", \"step\": 0.001, \"engines\": [{\"engine\": \"bullet\", \"parameters\": "
        "[{\"name\": \"friction\", \"value\": 0.3}]}]}";
    routh_engine_setting read;
    TRY(t, routh_engine_setting_read(t->context, routh_io_memory(text, strlen(text), "export.json"),
                                     routh_engine_find(NULL, "bullet"), &read));
    throws.count = 1;
    write_fake_engine(script, folder);
    TRY(t, routh_driver_open(t->context, &fake_engine, folder, &driver));
    TRY(t, routh_driver_make(t->context, driver, &body, &setting));
    TRY(t, routh_behaviour_of_driver(t->context, driver, &body, NULL, 1e-3, &throws, NULL, &behaviour));
    ALWAYS(routh_behaviour_release(t->context, &behaviour));
    ALWAYS(routh_driver_close(t->context, driver));
    remove_folder(folder);
}

/* What a simulator wrote, and a script that is run at two steps. */
static inline void try_simulators(trial *t) {
    static const char script[] = "read hello; echo hello 1 fake 0.1\n"
                                 "while read word rest; do case $word in end) echo ok;; impacts) read start; "
                                 "echo impact 1 1 1 0 0 0 0 0" FAKE_STATE " 0" FAKE_STATE ";; esac; done";
    static const double step[] = {1e-3, 2e-3};
    const routh_engine_body body = ball_body();
    const routh_behaviour_run run = {.engine = &fake_engine, .body = &body, .step = step, .step_count = 2};
    routh_behaviour_run in_folder = run;
    routh_behaviour_throws throws = routh_behaviour_throws_default();
    routh_behaviour_series series = {.count = 0};
    routh_world_generator drops = routh_world_generator_default();
    const routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
    routh_dataset dataset = {.count = 0};
    routh_dataset3 tosses = {.count = 0};
    routh_behaviour judged[2] = {{.count = 0}};
    const routh_segment3_options segmentation = routh_segment3_options_default();
    char folder[64];
    drops.world.plane = &ground;
    drops.count = 2;
    drops.run.duration = 0.5;
    TRY(t, routh_world_generate(t->context, &drops, &dataset));
    TRY(t, routh_behaviour_of_dataset(t->context, &dataset, "as-recorded", NULL, &judged[0]));
    TRY(t, routh_dataset3_copy(t->context, &space.tosses, &tosses));
    TRY(t, routh_behaviour_of_dataset3(t->context, &tosses, &segmentation, NULL, &judged[1]));
    for (int k = 0; k < 2; k++)
        ALWAYS(routh_behaviour_release(t->context, &judged[k]));
    throws.count = 1;
    write_fake_engine(script, folder);
    in_folder.folder = folder;
    TRY(t, routh_behaviour_of_engine(t->context, &in_folder, &throws, NULL, &series));
    ALWAYS(routh_behaviour_series_release(t->context, &series));
    ALWAYS(routh_dataset3_release(t->context, &tosses));
    ALWAYS(routh_dataset_release(t->context, &dataset));
    remove_folder(folder);
}

static const trial_entry behaviour_trials[] = {
    {"behaviours", try_behaviours}, {"throws", try_throws}, {"simulators", try_simulators}, {NULL, NULL}};

#endif
