/* Whole recorded tosses of a cube in simulators, with parameters that were never tuned there: the engine's defaults, the
 * textbook's conversion of what Routh fitted, its own conversion by formula, and the setting that its proof found on single
 * impacts. What the same simulators reach when they are tuned on tosses is bench_tosses.
 *
 *     bench_exports [TOSSES [EVALUATIONS [STEPS [NAME [FOLD]]]]]
 *
 * Fitted to TOSSES (default 60) whose number mod 5 is not FOLD (default 0), with EVALUATIONS (default 100), and tested on all
 * whose number mod 5 is FOLD. STEPS: of time, from one sample to the next (default 4: 1.7 ms). NAME: of one engine alone, or
 * all. The recording is that of ROUTH_DATA, the engines are those of ROUTH_ENGINES (those built with it); errors are those of
 * bench_tosses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "base/numbers.h"

#include "bench.h"
#include "engine/engine.h"
#include "rollout/rollout.h"

enum { DIVISIONS = 5 };

typedef struct recording {
    routh_dataset3 dataset;
    routh_shape3 cube;
    routh_plane3 board;
    routh_world3 world;
    routh_start3 *start;
    size_t fold;             /* tested */
    routh_state3 *predicted; /* room for the longest toss */
} recording;

static routh_context context;

static void stop_unless(routh_status status, const char *what) {
    if (status == ROUTH_OK)
        return;
    fprintf(stderr, "bench_exports: %s: %s\n", what, context.message);
    exit(1);
}

static void *room(size_t count, size_t size) {
    void *made = calloc(count > 0 ? count : 1, size);
    if (!made)
        abort();
    return made;
}

static void read_recording(const char *folder, recording *of) {
    size_t longest = 0;
    *of = (recording){0};
    stop_unless(routh_dataset3_read(&context, routh_io_path(folder), NULL, &of->dataset), folder);
    stop_unless(routh_dataset3_segment(&context, NULL, &of->dataset), "contacts");
    stop_unless(routh_world3_of_dataset(&context, &of->dataset, true, &of->cube, &of->board, &of->world), "body");
    for (size_t i = 0; i < of->dataset.trajectory_count; i++)
        longest = of->dataset.trajectory[i].count > longest ? of->dataset.trajectory[i].count : longest;
    of->predicted = room(longest, sizeof *of->predicted);
    of->start = room(of->dataset.trajectory_count, sizeof *of->start);
}

/* Our fit, of both frictions and e over speed, or of one friction and one e, which is all that most engines have. */
static routh_world3 fit(const recording *of, size_t tosses, size_t evaluations, bool is_plain) {
    routh_rollout_options options = routh_rollout_options_default();
    routh_rollout_estimate estimate;
    routh_world3 world = of->world;
    bool *use = room(of->dataset.trajectory_count, sizeof *use);
    size_t outside = 0, taken = 0;
    for (size_t i = 0; i < of->dataset.trajectory_count; i++)
        outside += routh_rollout_fold(&of->dataset, i, DIVISIONS) != of->fold;
    for (size_t i = 0, k = 0; i < of->dataset.trajectory_count; i++)
        if (routh_rollout_fold(&of->dataset, i, DIVISIONS) != of->fold && k++ * tosses / outside >= taken &&
            taken < tosses) {
            use[i] = true;
            taken++;
        }
    options.evaluations = evaluations;
    options.errors = false;
    if (is_plain)
        options.free &= ~(1U << ROUTH_ROLLOUT_MU_SLIDE | 1U << ROUTH_ROLLOUT_MU_SLOPE | 1U << ROUTH_ROLLOUT_EPS_SLOPE);
    stop_unless(routh_rollout_fit(&context, &of->dataset, &options, use, &estimate), "fit");
    routh_rollout_apply(&estimate, &world, NULL);
    free(use);
    return world;
}

/* Means over tosses. */
typedef struct score {
    size_t tosses, right;
    double position, rotation;
} score;

static void add(const recording *of, const routh_world3 *world, size_t toss, score *sum) {
    const routh_rollout_error error = routh_rollout_error_of(&of->dataset, world, &of->start[toss], of->predicted);
    /* a simulator that flew apart counts as ten widths and half a turn: worse than any that did not */
    const bool is_lost = !isfinite(error.position_after) || !isfinite(error.rotation_after);
    sum->position += is_lost ? 10 : error.position / of->dataset.width;
    sum->rotation += is_lost ? ROUTH_PI : error.rotation;
    sum->right += !is_lost && error.face_right;
    sum->tosses++;
}

static bool is_tested(const recording *of, size_t i) {
    return !of->start[i].why_not && routh_rollout_fold(&of->dataset, i, DIVISIONS) == of->fold;
}

/* Returns the mean error of positions. */
static double print_score(const char *engine, const char *what, const score *sum) {
    const double count = (double)sum->tosses;
    printf("%-8s %-22s %8.1f %8.1f %8.1f", engine, what, 100 * sum->position / count,
           180 / ROUTH_PI * sum->rotation / count, 100 * (double)sum->right / count);
    return sum->position / count;
}

static void run_ours(const recording *of, const routh_world3 *world, const char *what) {
    routh_run3_options options = routh_run3_options_default();
    score sum = {0};
    options.rate = of->dataset.rate;
    options.records = false;
    for (size_t i = 0; i < of->dataset.trajectory_count; i++)
        if (is_tested(of, i)) {
            const size_t count = of->dataset.trajectory[i].count - of->start[i].first;
            routh_run3 run;
            options.duration = ((double)count - 0.5) / options.rate;
            stop_unless(routh_world3_run(&context, world, &of->start[i].state, &options, &run), "run");
            for (size_t k = 0; k < count; k++)
                of->predicted[k] = run.sample[k < run.sample_count ? k : run.sample_count - 1];
            routh_run3_release(&context, &run);
            add(of, world, i, &sum);
        }
    print_score("routh", what, &sum);
    printf("   friction %.3f, sliding %.3f, e %.3f %+.3f ln v\n", world->surface.pair.mu, world->surface.mu_slide,
           world->surface.pair.eps, world->surface.eps_slope);
}

static double run_engine(const recording *of, const routh_world3 *world, routh_driver *driver,
                         const routh_engine_body *body, const routh_engine_setting *setting, const char *what) {
    const size_t every = (size_t)(1 / (setting->step * of->dataset.rate) + 0.5);
    score sum = {0};
    stop_unless(routh_driver_make(&context, driver, body, setting), "world");
    for (size_t i = 0; i < of->dataset.trajectory_count; i++)
        if (is_tested(of, i)) {
            const size_t count = of->dataset.trajectory[i].count - of->start[i].first;
            stop_unless(routh_driver_run(&context, driver, &of->start[i].state, every, count, of->predicted, NULL),
                        "run");
            add(of, world, i, &sum);
        }
    const double error = print_score(setting->engine->title, what, &sum);
    printf("  ");
    for (size_t i = 0; i < setting->engine->parameter_count; i++)
        printf(" %s %.4g%s", setting->engine->parameter[i].name, setting->value[i],
               i + 1 < setting->engine->parameter_count ? "," : "\n");
    fflush(stdout);
    return error;
}

static void compare(const recording *of, const routh_world3 *world, const char *from, const routh_engine *engine,
                    double step) {
    routh_engine_target target = routh_engine_target_default();
    routh_engine_setting setting = routh_engine_setting_default(engine, step);
    routh_engine_body body;
    routh_driver *driver;
    routh_proof proof;
    char what[64];
    double usual = NAN; /* error with textbook values, the peer of the ratios */
    if (routh_driver_open(&context, engine, NULL, &driver) != ROUTH_OK) {
        printf("%-8s %s\n", engine->title, context.message);
        return;
    }
    stop_unless(routh_engine_body_of(&context, world, &body), "body");
    target.surface = world->surface;
    target.speed[0] = 0.3, target.speed[1] = 2;
    if (!*from)
        run_engine(of, world, driver, &body, &setting, "defaults");
    for (int textbook = 1; textbook >= 0; textbook--)
        if (routh_engine_convert(&context, engine, &target, &body, step, textbook, &setting) == ROUTH_OK) {
            snprintf(what, sizeof what, "%s%s", textbook ? "textbook" : "formula", from);
            const double error = run_engine(of, world, driver, &body, &setting, what);
            if (textbook)
                usual = error;
            else if (!isnan(usual))
                bench_ratio(what, engine->title, usual / error);
        }
    stop_unless(routh_proof_run(&context, engine, driver, &target, &body, NULL, 0, step, NULL, &proof), "proof");
    snprintf(what, sizeof what, "proof%s", from);
    const double proven = run_engine(of, world, driver, &body, &proof.best.setting, what);
    if (!isnan(usual))
        bench_ratio(what, engine->title, usual / proven);
    for (size_t i = 0; i < proof.findings.count; i++)
        printf("      %s\n", proof.findings.finding[i].text);
    routh_proof_release(&context, &proof);
    routh_engine_body_release(&context, &body);
    routh_driver_close(&context, driver);
}

int main(int count, char **word) {
    static const char *const names[] = {"mujoco", "bullet", "ode"};
    const size_t tosses = count > 1 ? (size_t)atol(word[1]) : 60, evaluations = count > 2 ? (size_t)atol(word[2]) : 100;
    const double steps = count > 3 ? atof(word[3]) : 4;
    const char *data = getenv("ROUTH_DATA");
    char folder[4096];
    recording of;
    context = routh_context_default();
    setenv("ROUTH_ENGINES", ROUTH_BENCH_ENGINES, false);
    snprintf(folder, sizeof folder, "%s/cube-tosses", data ? data : "../shared/data");
    if (!(routh_recording_recognise(routh_io_path(folder)) & ROUTH_RECORDING_TOSSES)) {
        printf("no recording %s: set ROUTH_DATA\n", folder);
        return 0;
    }
    read_recording(folder, &of);
    of.fold = count > 5 ? (size_t)atol(word[5]) : 0;
    printf("%-8s %-22s %8s %8s %8s\n", "", "parameters from", "% width", "degrees", "faces %");
    for (int is_plain = 0; is_plain < 2; is_plain++) {
        const routh_world3 world = fit(&of, tosses, evaluations, is_plain);
        stop_unless(routh_starts3_of(&context, &of.dataset, &world, NULL, of.start), "starts");
        run_ours(&of, &world, is_plain ? "fit, one μ and e" : "fit");
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (count < 5 || strcmp(word[4], "all") == 0 || strcmp(word[4], names[i]) == 0)
                compare(&of, &world, is_plain ? ", one μ and e" : "", routh_engine_find(NULL, names[i]),
                        1 / (of.dataset.rate * steps));
    }
    free(of.start);
    free(of.predicted);
    routh_shape3_release(&context, &of.cube);
    routh_dataset3_release(&context, &of.dataset);
    return 0;
}
