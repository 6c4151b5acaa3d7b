/* Trials of an engine's program, a script. Include after allocations.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_DRIVER_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_DRIVER_H

#include "../engine/ball_drops.h"
#include "../engine/fake_engine.h"
#include "../remove_folder.h"
#include "allocations.h"
#include "engine/engine.h"

static inline void try_driver(trial *t) {
    static const char script[] = FAKE_BEGIN "read a; echo state 0 0" FAKE_STATE "\n"
                                            "read a; read b; echo impact 1 1 1 0 0 0 0 0" FAKE_STATE " 0" FAKE_STATE
                                            "\nread a; echo model 1 1 0 0 0 1 0 0 0 1 0.1 0.001 9.81 body\ncat";
    const routh_engine_body body = ball_body();
    const routh_engine_setting setting = {.engine = &fake_engine, .step = 1e-3};
    const routh_state3 start = ball_state(0.1, 0, -1);
    routh_driver *driver = NULL;
    routh_driver_model model;
    routh_driver_impact impact;
    routh_state3 state;
    char folder[64];
    write_fake_engine(script, folder);
    TRY(t, routh_driver_open(t->context, &fake_engine, folder, &driver));
    TRY(t, routh_driver_make(t->context, driver, &body, &setting));
    TRY(t, routh_driver_run(t->context, driver, &start, 1, 1, &state, NULL));
    TRY(t, routh_driver_impacts(t->context, driver, &start, 1, 1, &impact));
    TRY(t, routh_driver_load(t->context, driver, "body.xml", 0, &model));
    ALWAYS(routh_driver_close(t->context, driver));
    remove_folder(folder);
}

static inline void try_proof(trial *t) {
    static const char script[] = "read hello; echo hello 1 fake 0.1\n"
                                 "while read word rest; do case $word in end) echo ok;; impacts) read start; "
                                 "echo impact 1 1 1 0 0 0 0.97 0" FAKE_STATE " 0.001" FAKE_STATE ";; esac; done";
    const routh_engine_body body = ball_body();
    const routh_engine_target target = routh_engine_target_default();
    const routh_proof_options options = {.impacts = 1, .phases = 1, .share = 1, .settings = 1};
    routh_engine engine = fake_engine;
    routh_driver *driver = NULL;
    routh_proof proof = {0};
    char folder[64];
    engine.parameter[0] = (routh_engine_parameter){"friction", "", "friction", 0, 1, 0.5, false, ROUTH_PAIR_CONTACT};
    write_fake_engine(script, folder);
    TRY(t, routh_driver_open(t->context, &engine, folder, &driver));
    TRY(t, routh_proof_run(t->context, &engine, driver, &target, &body, NULL, 0, 1e-3, &options, &proof));
    WRITE(t, "proof.json", routh_proof_write, &proof);
    WRITE(t, "proof.csv", routh_proof_write, &proof);
    WRITE(t, "proof.svg", routh_proof_write, &proof);
    ALWAYS(routh_proof_release(t->context, &proof));
    ALWAYS(routh_driver_close(t->context, driver));
    engine.package = "fake";
    routh_export_job job = {.engine = &engine, .has_body = true, .step = 1e-3};
    job.what.target = target;
    job.what.body = body;
    TRY(t, routh_export_prove(t->context, folder, &options, &job, &proof));
    ALWAYS(routh_proof_release(t->context, &proof));
    remove_folder(folder);
}

static const trial_entry driver_trials[] = {{"driver", try_driver}, {"proof", try_proof}, {NULL, NULL}};

#endif
