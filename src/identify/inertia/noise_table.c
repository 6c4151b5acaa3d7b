/* Table 1 of the paper: how noise biases the estimate of m/I.
 *
 * The paper says neither how its starts were drawn nor which contacts were used. Here each run gives the state before
 * and after its first impact. The block lands tilted by 0.1 to 0.4 rad and the ellipse by up to 0.8 rad either way.
 * The noise of a channel is its root mean square over the runs × 10^(−SNR/20), so that a wide range of angles would
 * make the noise of the angle so large that nothing but the noise of r showed. The corner of the block that touches is
 * known to ordinary least squares, as in the paper's (27), and turned by the noisy angle; errors in variables do not
 * know it.
 *
 * The paper's errors of the ellipse, divided by its percentages, imply m/I of about 6, not 0.8.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "base/crew.h"
#include "base/limits.h"
#include "base/random.h"
#include "geometry/shape.h"
#include "inertia/inertia.h"

static const double friction = 0.7, restitution = 0.6;

/* Streams of random numbers: one a repetition for its drops, and one for its noise at each level. */
enum { STREAMS = 1 + ROUTH_NOISE_LEVELS };

/* One body of the table: what is dropped, from where, and what was printed. */
typedef struct table_case {
    const char *name;
    routh_shape shape;
    double m_over_i;
    routh_state low, high;
    double printed[ROUTH_NOISE_LEVELS][3]; /* mean error, deviation, percent */
} table_case;

static table_case case_of(int body) {
    if (body == 0)
        return (table_case){
            .name = "block",
            .shape = routh_shape_square(1),
            .m_over_i = 6,
            .low = {.pose = {0, 1, 0.1}, .velocity = {-1, -1, -0.1}},
            .high = {.pose = {0, 3, 0.4}, .velocity = {1, 1, 0.1}},
            .printed = {{-0.021, 0.097, -0.35},
                        {-0.125, 0.311, -2.083},
                        {-0.659, 0.912, -10.98},
                        {-3.491, 1.366, -58.197}},
        };
    return (table_case){
        .name = "ellipse",
        .shape = routh_shape_ellipse(2, 1),
        .m_over_i = 0.8,
        .low = {.pose = {0, 2, -0.8}, .velocity = {-1, -1, -0.5}},
        .high = {.pose = {0, 4, 0.8}, .velocity = {1, 1, 0.5}},
        .printed = {{-0.031, 0.101, -0.31}, {-0.136, 0.443, -2.34}, {-0.712, 0.820, -11.71}, {-4.891, 1.938, -80.44}},
    };
}

static double snr_of(int level) {
    return 40 - 10 * level;
}

routh_inertia_noise_options routh_inertia_noise_options_default(void) {
    return (routh_inertia_noise_options){.runs = 100, .repetitions = 20, .seed = 1};
}

/* One estimate of each kind. */
typedef struct trial {
    double least_squares, variables, error; /* relative to the truth */
    int covered, failed;
} trial;

typedef struct noise_work {
    const routh_inertia_noise_options *options;
    routh_context *caller;
    const table_case *what;
    trial *trial; /* repetitions × levels */
    size_t failed;
    routh_status status;
    char message[ROUTH_MESSAGE_SIZE];
} noise_work;

/* The first contacts of all drops, exact. */
static routh_status drop_all(routh_context *context, const noise_work *w, uint64_t seed, routh_record **records,
                             size_t *count) {
    const routh_half_plane ground = routh_half_plane_default();
    routh_world_generator throws = routh_world_generator_default();
    throws.world.body = (routh_body){w->what->shape, 1, 1 / w->what->m_over_i};
    throws.world.plane = &ground;
    throws.run.law = routh_law_find(NULL, "ap-newton");
    routh_law_parameters(throws.run.law, friction, restitution, throws.run.parameters);
    throws.run.duration = 1.2; /* the highest start has touched by then */
    throws.run.rate = 10;
    throws.count = w->options->runs;
    throws.low = w->what->low;
    throws.high = w->what->high;
    throws.seed = seed;
    routh_dataset dataset;
    routh_status status = routh_world_generate(context, &throws, &dataset);
    if (status != ROUTH_OK)
        return status;
    status = routh_records_of(context, &dataset, ROUTH_AS_RECORDED, records, count);
    routh_dataset_release(context, &dataset);
    size_t first = 0;
    for (size_t i = 0; status == ROUTH_OK && i < *count; i++)
        if (first == 0 || (*records)[first - 1].trajectory != (*records)[i].trajectory)
            (*records)[first++] = (*records)[i];
    *count = status == ROUTH_OK ? first : 0;
    return status;
}

/* Root mean squares of y, θ, vx, vy, ω. */
static routh_noise sizes_of(const routh_record *records, size_t count) {
    routh_noise s = {0};
    for (size_t i = 0; i < count; i++) {
        const routh_record *c = &records[i];
        s.y += c->y * c->y;
        s.theta += c->theta * c->theta;
        s.vx += (c->before.vx * c->before.vx + c->after.vx * c->after.vx) / 2;
        s.vy += (c->before.vy * c->before.vy + c->after.vy * c->after.vy) / 2;
        s.omega += (c->before.omega * c->before.omega + c->after.omega * c->after.omega) / 2;
    }
    const double n = (double)count;
    return (routh_noise){.y = sqrt(s.y / n),
                         .theta = sqrt(s.theta / n),
                         .vx = sqrt(s.vx / n),
                         .vy = sqrt(s.vy / n),
                         .omega = sqrt(s.omega / n)};
}

static void disturb(const routh_shape *shape, const routh_noise *size, double share, routh_random *random,
                    routh_record *c) {
    const double turn = share * size->theta * routh_random_normal(random), rx = c->rx, ry = c->ry;
    double next;
    c->theta += turn;
    if (shape->kind == ROUTH_POLYGON) {
        c->rx = cos(turn) * rx - sin(turn) * ry;
        c->ry = sin(turn) * rx + cos(turn) * ry;
    } else
        routh_shape_lowest(shape, c->theta, &c->rx, &c->ry, &next);
    c->y += share * size->y * routh_random_normal(random);
    routh_velocity *const both[] = {&c->before, &c->after};
    for (int k = 0; k < 2; k++) {
        both[k]->vx += share * size->vx * routh_random_normal(random);
        both[k]->vy += share * size->vy * routh_random_normal(random);
        both[k]->omega += share * size->omega * routh_random_normal(random);
    }
}

/* Both estimates from the same noisy contacts. That of errors in variables may fail, which is counted. */
static routh_status estimate_both(routh_context *context, const noise_work *w, const routh_record *noisy, size_t count,
                                  double snr, trial *made) {
    const double truth = w->what->m_over_i;
    routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit;
    options.estimator = ROUTH_LEAST_SQUARES;
    options.robust = 0;
    routh_status status = routh_inertia_fit(context, noisy, count, &options, &fit);
    if (status != ROUTH_OK)
        return status;
    made->least_squares = fit.value[0] / truth - 1;
    routh_inertia_estimate_release(context, &fit);
    options = routh_inertia_options_default();
    options.shape = &w->what->shape;
    routh_noise_of_snr(NULL, noisy, count, snr, &options.noise);
    status = routh_inertia_fit(context, noisy, count, &options, &fit);
    made->failed = status == ROUTH_NOT_ENDED;
    if (status != ROUTH_OK)
        return made->failed ? ROUTH_OK : status;
    made->variables = fit.value[0] / truth - 1;
    made->error = fit.standard_error[0] / truth;
    made->covered = fit.low[0] <= truth && truth <= fit.high[0];
    routh_inertia_estimate_release(context, &fit);
    return ROUTH_OK;
}

static routh_status repeat(routh_context *context, const noise_work *w, size_t repetition) {
    const uint64_t stream = repetition * STREAMS;
    routh_random seeds = routh_random_seed(w->options->seed, stream);
    routh_record *exact = NULL;
    size_t count = 0;
    routh_status status = drop_all(context, w, routh_random_bits(&seeds), &exact, &count);
    routh_record *noisy = status == ROUTH_OK ? routh_allocate(context, count, sizeof *noisy) : NULL;
    if (status == ROUTH_OK && !noisy)
        status = ROUTH_OUT_OF_MEMORY;
    const routh_noise size = sizes_of(exact, count);
    for (int level = 0; status == ROUTH_OK && level < ROUTH_NOISE_LEVELS; level++) {
        routh_random random = routh_random_seed(w->options->seed, stream + 1 + (uint64_t)level);
        memcpy(noisy, exact, count * sizeof *noisy);
        for (size_t i = 0; i < count; i++)
            disturb(&w->what->shape, &size, pow(10, -snr_of(level) / 20), &random, &noisy[i]);
        status = estimate_both(context, w, noisy, count, snr_of(level),
                               &w->trial[repetition * ROUTH_NOISE_LEVELS + (size_t)level]);
    }
    routh_release(context, noisy);
    routh_records_release(context, exact);
    return status;
}

static routh_status repeat_one(routh_context *own, void *with, size_t index, int thread) {
    (void)thread;
    return repeat(own, with, index);
}

static routh_status repeat_all(noise_work *w, int body) {
    const size_t count = w->options->repetitions;
    const routh_shares shares = {.what = "repetitions",
                                 .before = (double)count * body,
                                 .all = (double)count * ROUTH_NOISE_BODIES,
                                 .count = count,
                                 .work = repeat_one,
                                 .with = w};
    size_t failed = count;
    const routh_status status = routh_share_out(w->caller, &shares, &failed);
    if (status == ROUTH_OK || status == ROUTH_CANCELLED || !w->caller)
        return status;
    return routh_fail(w->caller, status, "repetition %zu: %s", failed + 1, w->caller->message);
}

/* Mean and deviation in percent. */
static void summarise(double sum, double squares, double count, double *mean, double *deviation) {
    *mean = count > 0 ? 100 * sum / count : NAN;
    *deviation = count > 1 ? 100 * sqrt(fmax(0, squares - sum * sum / count) / (count - 1)) : NAN;
}

static routh_inertia_noise_row row_of(const noise_work *w, int level) {
    const double *printed = w->what->printed[level];
    routh_inertia_noise_row row = {
        .snr_db = snr_of(level), .printed = printed[0], .printed_deviation = printed[1], .printed_percent = printed[2]};
    double l = 0, ll = 0, v = 0, vv = 0, claimed = 0, covered = 0, count = 0;
    for (size_t i = 0; i < w->options->repetitions; i++) {
        const trial *t = &w->trial[i * ROUTH_NOISE_LEVELS + (size_t)level];
        l += t->least_squares;
        ll += t->least_squares * t->least_squares;
        row.failed += (size_t)t->failed;
        if (t->failed)
            continue;
        count++;
        v += t->variables;
        vv += t->variables * t->variables;
        claimed += t->error;
        covered += t->covered;
    }
    summarise(l, ll, (double)w->options->repetitions, &row.least_squares, &row.least_squares_deviation);
    summarise(v, vv, count, &row.variables, &row.variables_deviation);
    row.claimed = count > 0 ? 100 * claimed / count : NAN;
    row.covered = count > 0 ? covered / count : NAN;
    return row;
}

routh_status routh_inertia_noise_table(routh_context *context, const routh_inertia_noise_options *options,
                                       routh_inertia_noise_body table[ROUTH_NOISE_BODIES]) {
    const routh_inertia_noise_options defaults = routh_inertia_noise_options_default();
    options = options ? options : &defaults;
    if (!table || options->runs < 2 || options->repetitions == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "runs repetitions",
                                "noise table: at least 2 runs and 1 repetition are needed");
    routh_status status = routh_check_count(context, "noise table", "runs", options->runs, 2, ROUTH_MOST_REPETITIONS);
    if (status == ROUTH_OK)
        status =
            routh_check_count(context, "noise table", "repetitions", options->repetitions, 1, ROUTH_MOST_REPETITIONS);
    if (status != ROUTH_OK)
        return status;
    trial *trials = routh_allocate(context, options->repetitions, ROUTH_NOISE_LEVELS * sizeof *trials);
    status = trials ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (int body = 0; status == ROUTH_OK && body < ROUTH_NOISE_BODIES; body++) {
        const table_case what = case_of(body);
        noise_work w = {
            .options = options, .caller = context, .what = &what, .trial = trials, .failed = options->repetitions};
        memset(trials, 0, options->repetitions * ROUTH_NOISE_LEVELS * sizeof *trials);
        status = repeat_all(&w, body);
        table[body] = (routh_inertia_noise_body){.name = what.name, .m_over_i = what.m_over_i};
        for (int level = 0; level < ROUTH_NOISE_LEVELS; level++)
            table[body].row[level] = row_of(&w, level);
    }
    routh_release(context, trials);
    return status;
}
