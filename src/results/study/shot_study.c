/* How far a billiard shot depends on its unmeasured constants.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/study.h>

#include "base/context.h"

/* Stiffness: a guess within a factor of this. */
#define STIFFNESS_SPAN 10.0

/* From `low` at part −1 over the shot's own at 0 to `high` at 1. */
static double between(double low, double own, double high, double part) {
    return part < 0 ? own + part * (own - low) : own + part * (high - own);
}

/* Poisson's ratio is 0 … 0.5, hence η² 1 … 1.5. */
static double eta2_at(double own, double part) {
    return between(fmin(own, 1.0), own, fmax(own, 1.5), part);
}

static routh_status solve_row(routh_context *context, const routh_billiards *billiards, const routh_shot *shot,
                              routh_shot_study_row *row) {
    routh_shot_result struck;
    routh_ball_path path;
    routh_status status = routh_shot_solve(context, billiards, shot, &struck);
    if (status == ROUTH_OK)
        status = routh_ball_path_of(context, billiards, &struck.ball, &path);
    if (status != ROUTH_OK)
        return status;
    const routh_ball *still = &path.piece[path.count - 1].ball;
    memcpy(row->velocity, struck.ball.velocity, sizeof row->velocity);
    memcpy(row->spin, struck.ball.spin, sizeof row->spin);
    memcpy(row->rest, still->position, sizeof row->rest);
    row->ended = true;
    routh_ball_path_release(context, &path);
    return ROUTH_OK;
}

/* Of other constants a shot may have no end: the row says so. */
static routh_status fill_row(routh_context *context, const routh_shot_study *study, size_t i, size_t j,
                             routh_shot_study_row *row) {
    const double middle = (double)(study->steps / 2);
    const double hard = ((double)i - middle) / middle, soft = ((double)j - middle) / middle;
    routh_billiards billiards = study->billiards;
    billiards.table_stiffness *= pow(STIFFNESS_SPAN, hard);
    billiards.tip.eta2 = eta2_at(billiards.tip.eta2, soft);
    billiards.table.eta2 = eta2_at(billiards.table.eta2, soft);
    *row = (routh_shot_study_row){.stiffness = billiards.table_stiffness,
                                  .tip_eta2 = billiards.tip.eta2,
                                  .table_eta2 = billiards.table.eta2,
                                  .velocity = {NAN, NAN, NAN},
                                  .spin = {NAN, NAN, NAN},
                                  .rest = {NAN, NAN}};
    const routh_status status = solve_row(context, &billiards, &study->shot, row);
    return status == ROUTH_NOT_ENDED && (hard != 0 || soft != 0) ? ROUTH_OK : status;
}

static void measure(routh_shot_study *study) {
    const size_t steps = study->steps, middle = steps / 2;
    const double *own = study->row[middle * steps + middle].rest;
    for (size_t i = 0; i < steps; i++)
        for (size_t j = 0; j < steps; j++) {
            routh_shot_study_row *row = &study->row[i * steps + j];
            row->away = hypot(row->rest[0] - own[0], row->rest[1] - own[1]);
            study->away_both = fmax(study->away_both, row->away); /* fmax passes over NaN */
            if (j == middle)
                study->away_stiffness = fmax(study->away_stiffness, row->away);
            if (i == middle)
                study->away_eta2 = fmax(study->away_eta2, row->away);
        }
}

routh_status routh_shot_study_run(routh_context *context, const routh_billiards *billiards, const routh_shot *shot,
                                  size_t steps, routh_shot_study *study) {
    enum { FEWEST = 3, MOST = 51 };
    *study = (routh_shot_study){0};
    if (steps < FEWEST || steps > MOST || steps % 2 == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "steps",
                                "shot study: %zu values of each constant: an odd number from %d to %d is allowed",
                                steps, FEWEST, MOST);
    if (!billiards || !shot)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "shot study: the %s missing",
                          shot ? "constants are" : "shot is");
    *study = (routh_shot_study){.billiards = *billiards, .shot = *shot, .steps = steps};
    study->row = routh_allocate(context, steps * steps, sizeof *study->row);
    routh_status status = study->row ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    /* the shot itself first: what is wrong with it is wrong with all */
    if (status == ROUTH_OK)
        status = fill_row(context, study, steps / 2, steps / 2, &study->row[0]);
    for (size_t i = 0; i < steps * steps && status == ROUTH_OK; i++)
        status = fill_row(context, study, i / steps, i % steps, &study->row[i]);
    if (status == ROUTH_OK)
        measure(study);
    else
        routh_shot_study_release(context, study);
    return status;
}

void routh_shot_study_release(routh_context *context, routh_shot_study *study) {
    routh_release(context, study->row);
    *study = (routh_shot_study){0};
}
