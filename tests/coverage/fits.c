/* Fits: parameters of the law that made the data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"

enum { MU, EPS, FURTHER };

static int quantity_of(const routh_parameter *p) {
    return strcmp(p->name, "mu") == 0 ? MU : strcmp(p->name, "eps") == 0 ? EPS : FURTHER;
}

static void refuse_all(const routh_law *law, coverage_claims *claims, const char *why) {
    for (int j = 0; j < law->parameter_count; j++)
        claim_refuse(claims, quantity_of(&law->parameter[j]), why);
}

static void claim_parameters(const routh_law *law, const double *truth, const double *value,
                             const routh_interval *interval, unsigned flags, coverage_claims *claims) {
    for (int j = 0; j < law->parameter_count; j++) {
        const int q = quantity_of(&law->parameter[j]);
        const bool below = q == MU && flags & ROUTH_FIT_BOUNDED_BELOW;
        claim_add(claims, q, truth[j], value[j], interval[j].deviation, interval[j].low,
                  below ? INFINITY : interval[j].high);
    }
}

static void fit_samples(const coverage_world *world, const routh_dataset *dataset, uint64_t seed, bool robust,
                        coverage_claims *claims) {
    routh_context context = routh_context_default();
    double truth[ROUTH_MAX_PARAMETERS];
    const routh_law *law = world_law(world, truth);
    routh_sample *samples = NULL;
    size_t count = 0;
    routh_estimate fit;
    routh_fit_options options = routh_fit_options_default();
    options.resamples = 200;
    options.robust = robust;
    options.seed = seed;
    context.threads = 1;
    routh_status status = routh_samples_of(&context, dataset, ROUTH_AS_RECORDED, &samples, &count, NULL);
    const bool enough = count >= ROUTH_FIT_TOO_FEW; /* with fewer, `routh fit` gives no interval either */
    if (status == ROUTH_OK && enough)
        status = routh_law_fit(&context, law, samples, NULL, count, &options, &fit);
    if (status == ROUTH_OK && !enough)
        refuse_all(law, claims, "too few impacts for an interval");
    else if (status == ROUTH_OK)
        claim_parameters(law, truth, fit.parameters, fit.interval, fit.flags, claims);
    else
        refuse_all(law, claims, context.message);
    routh_samples_release(&context, samples);
}

static void run_fit(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_dataset dataset;
    world_impacts(world, seed, &dataset);
    fit_samples(world, &dataset, seed, false, claims);
    routh_dataset_release(NULL, &dataset);
}

/* `--robust`: Huber's loss. */
static void run_robust(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_dataset dataset;
    world_impacts(world, seed, &dataset);
    fit_samples(world, &dataset, seed, true, claims);
    routh_dataset_release(NULL, &dataset);
}

/* From frames to parameters: what `routh study` does with a folder of trajectories. */
static void run_drops(const coverage_world *world, uint64_t seed, bool robust, coverage_claims *claims) {
    routh_dataset dataset;
    routh_context context = routh_context_default();
    double truth[ROUTH_MAX_PARAMETERS];
    world_drops(world, seed, &dataset);
    if (routh_dataset_segment(&context, NULL, &dataset) == ROUTH_OK)
        fit_samples(world, &dataset, seed, robust, claims);
    else
        refuse_all(world_law(world, truth), claims, context.message);
    routh_dataset_release(NULL, &dataset);
}

static void run_chain(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    run_drops(world, seed, false, claims);
}

static void run_robust_chain(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    run_drops(world, seed, true, claims);
}

/* The study fits half of the impacts; the rest of its figures is made small here. */
static void run_study(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_study study;
    double truth[ROUTH_MAX_PARAMETERS];
    const routh_law *law = world_law(world, truth);
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    options.laws = &law;
    options.law_count = 1;
    options.references = 0;
    options.k_max = 2;
    options.draws = 2;
    options.surface = 3;
    options.seed = seed;
    context.threads = 1;
    world_impacts(world, seed, &dataset);
    if (routh_study_run(&context, &dataset, &frame, 1, NULL, &options, &study) == ROUTH_OK) {
        const routh_law_study *s = &study.frame[0].law[0];
        claim_parameters(law, truth, s->fit.parameters, s->interval, s->fit.flags, claims);
        routh_study_release(&context, &study);
    } else
        refuse_all(law, claims, context.message);
    routh_dataset_release(NULL, &dataset);
}

const coverage_estimator estimators_of_fits[] = {
    {"fit", "parameters of a law from impacts, bootstrap", {"mu", "eps", "further"}, IMPACTS, 100, false, run_fit},
    {"fit-robust", "the same with --robust", {"mu", "eps", "further"}, IMPACTS, 20, false, run_robust},
    {"study", "the same in a study, from half of them", {"mu", "eps", "further"}, IMPACTS, 100, false, run_study},
    {"chain", "trajectories segmented, then fitted", {"mu", "eps", "further"}, DROPS, 40, false, run_chain},
    {"chain-robust", "the same with --robust", {"mu", "eps", "further"}, DROPS, 20, false, run_robust_chain},
    {0},
};
