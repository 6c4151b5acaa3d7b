/* Tosses of a cube: calibration, and parameters of laws in space.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "../segment/generated_tosses.h"
#include "coverage.h"

enum { SCALE, DRAG, CENTRE, ROUNDING = CENTRE + 3, INERTIA };
enum { MU, EPS, ETA2 };

static toss_truth truth_of(const coverage_world *world, uint64_t seed) {
    toss_truth truth = usual_truth();
    truth.mass = world->mass;
    truth.inertia = 1.05 * truth.mass * truth.width * truth.width / 6;
    truth.scale = 1.012;
    truth.centre[0] = 0.0015;
    truth.centre[1] = -0.001;
    truth.centre[2] = 0.003;
    truth.rounding = 0.003;
    truth.rigid = strcmp(world->law, "rigid") == 0;
    truth.pair = (routh_pair){.mu = world->mu, .eps = world->eps, .eta2 = world->further > 0 ? world->further : 1.2};
    truth.position_noise = truth.turn_noise = 0; /* this program adds its own */
    truth.seed = world_seed(world, seed);
    return truth;
}

/* A hand carries the cube at constant speed until it lets go; it does not turn meanwhile. */
static void hold(routh_trajectory3 *toss) {
    enum { HELD = 6 };
    for (int i = HELD - 1; i >= 0; i--) {
        for (int k = 0; k < 3; k++)
            toss->position[i][k] = 2 * toss->position[i + 1][k] - toss->position[i + 2][k];
        memcpy(toss->orientation[i], toss->orientation[HELD], sizeof toss->orientation[i]);
    }
}

/* An error of the angle turns a unit quaternion by half of it, so that errors of its four components, made a unit quaternion
 * again, are errors of the angle. */
static void disturb(const coverage_world *world, instrument *with, routh_trajectory3 *toss) {
    for (size_t i = 0; i < toss->count; i++) {
        double *q = toss->orientation[i], square = 0;
        for (int k = 0; k < 3; k++)
            toss->position[i][k] = measured(with, k, toss->position[i][k], 1e-4 * world->size);
        for (int k = 0; k < 4; k++) {
            q[k] = measured(with, 3 + k, q[k], 1e-3 * world->size / 2);
            square += q[k] * q[k];
        }
        for (int k = 0; k < 4; k++)
            q[k] /= sqrt(square);
    }
}

static routh_dataset3 world_tosses(const coverage_world *world, const toss_truth *truth, uint64_t seed) {
    routh_dataset3 dataset = generate_tosses(truth, world->count, NULL);
    for (size_t i = 0; i < dataset.trajectory_count; i++) {
        instrument with = instrument_of(world, seed, i);
        if (world->noise == WRONG && i % 30 == 7)
            hold(&dataset.trajectory[i]);
        disturb(world, &with, &dataset.trajectory[i]);
    }
    return dataset;
}

static void claim(coverage_claims *claims, int quantity, double truth, double value, double error) {
    if (error > 0 && isfinite(error))
        claim_add(claims, quantity, truth, value, error, value - 1.959964 * error, value + 1.959964 * error);
    else
        claim_refuse(claims, quantity, "no standard error is given");
}

static void run_calibration(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    const toss_truth truth = truth_of(world, seed);
    routh_dataset3 dataset = world_tosses(world, &truth, seed);
    context.threads = 1;
    if (routh_dataset3_segment(&context, NULL, &dataset) == ROUTH_OK) {
        const routh_calibration3 *c = &dataset.calibration;
        claim(claims, SCALE, truth.scale, c->scale, c->scale_error);
        claim(claims, DRAG, 0, c->drag, c->drag_error);
        for (int k = 0; k < 3; k++)
            claim(claims, CENTRE + k, truth.centre[k], c->centre[k], c->centre_error[k]);
        claim(claims, ROUNDING, truth.rounding, c->rounding, c->rounding_error);
        claim(claims, INERTIA, truth.inertia, c->identity.inertia, c->identity.inertia_error);
    } else
        for (int k = 0; k <= INERTIA; k++)
            claim_refuse(claims, k, context.message);
    routh_dataset3_release(&context, &dataset);
}

static const routh_law3_study *contestant(const routh_study3 *study, const char *name) {
    for (size_t i = 0; i < study->contestant_count; i++)
        if (strcmp(study->contestant[i].name, name) == 0)
            return &study->contestant[i];
    return NULL;
}

static int quantity_of(const char *name) {
    return strcmp(name, "mu") == 0 ? MU : strcmp(name, "eps") == 0 ? EPS : ETA2;
}

static void run_laws(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    const toss_truth truth = truth_of(world, seed);
    const double value[] = {truth.pair.mu, truth.pair.eps, truth.pair.eta2};
    routh_dataset3 dataset = world_tosses(world, &truth, seed);
    routh_study3 study = {0};
    routh_study3_options options = routh_study3_options_default();
    options.seed = seed;
    options.resamples = 60;
    options.law = routh_law3_find(NULL, world->law);
    context.threads = 1;
    routh_status status = routh_dataset3_segment(&context, NULL, &dataset);
    if (status == ROUTH_OK)
        status = routh_study3_run(&context, &dataset, &options, &study);
    const routh_law3_study *s = status == ROUTH_OK && study.compared ? contestant(&study, world->law) : NULL;
    for (int j = 0; s && j < s->law->parameter_count; j++) {
        const int q = quantity_of(s->law->parameter[j].name);
        claim_add(claims, q, value[q], s->fit.parameters[j], s->interval[j].deviation, s->interval[j].low,
                  s->interval[j].high);
    }
    for (int q = MU; !s && q <= EPS; q++)
        claim_refuse(claims, q, status == ROUTH_OK ? study.why_not : context.message);
    if (status == ROUTH_OK)
        routh_study3_release(&context, &study);
    routh_dataset3_release(&context, &dataset);
}

const coverage_estimator estimators_of_tosses[] = {
    {"toss",
     "calibration of tosses",
     {"scale", "drag", "centre x", "centre y", "centre z", "rounding", "inertia"},
     TOSSES,
     40,
     false,
     run_calibration},
    {"toss-laws", "parameters of laws in space", {"mu", "eps", "eta2"}, TOSSES, 24, false, run_laws},
    {0},
};
