/* How far a massé depends on its unmeasured constants, as numbers, as text and as CSV.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "papers.h"

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

static routh_status solve_row(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                              masse_sweep_row *row) {
    masse_answer m = {.constants = *constants, .shot = *shot};
    const routh_status status = masse_run(context, &m);
    if (status != ROUTH_OK)
        return status;
    const masse_ball *still = &m.path.piece[m.path.count - 1].ball;
    memcpy(row->velocity, m.result.ball.velocity, sizeof row->velocity);
    memcpy(row->spin, m.result.ball.spin, sizeof row->spin);
    memcpy(row->rest, still->position, sizeof row->rest);
    row->ended = true;
    masse_path_release(&m.path);
    return ROUTH_OK;
}

/* Of other constants a shot may have no end: the row says so. */
static routh_status fill_row(routh_context *context, const masse_sweep *sweep, size_t i, size_t j,
                             masse_sweep_row *row) {
    const double middle = (double)(sweep->steps / 2);
    const double hard = ((double)i - middle) / middle, soft = ((double)j - middle) / middle;
    masse_constants constants = sweep->constants;
    constants.table_stiffness *= pow(STIFFNESS_SPAN, hard);
    constants.tip.eta2 = eta2_at(constants.tip.eta2, soft);
    constants.table.eta2 = eta2_at(constants.table.eta2, soft);
    *row = (masse_sweep_row){.stiffness = constants.table_stiffness,
                             .tip_eta2 = constants.tip.eta2,
                             .table_eta2 = constants.table.eta2,
                             .velocity = {NAN, NAN, NAN},
                             .spin = {NAN, NAN, NAN},
                             .rest = {NAN, NAN}};
    const routh_status status = solve_row(context, &constants, &sweep->shot, row);
    return status == ROUTH_NOT_ENDED && (hard != 0 || soft != 0) ? ROUTH_OK : status;
}

static void measure(masse_sweep *sweep) {
    const size_t steps = sweep->steps, middle = steps / 2;
    const double *own = sweep->row[middle * steps + middle].rest;
    for (size_t i = 0; i < steps; i++)
        for (size_t j = 0; j < steps; j++) {
            masse_sweep_row *row = &sweep->row[i * steps + j];
            row->away = hypot(row->rest[0] - own[0], row->rest[1] - own[1]);
            sweep->away_both = fmax(sweep->away_both, row->away); /* fmax passes over NaN */
            if (j == middle)
                sweep->away_stiffness = fmax(sweep->away_stiffness, row->away);
            if (i == middle)
                sweep->away_eta2 = fmax(sweep->away_eta2, row->away);
        }
}

routh_status masse_sweep_run(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                             size_t steps, masse_sweep *sweep) {
    enum { FEWEST = 3 };
    *sweep = (masse_sweep){.constants = *constants, .shot = *shot, .steps = steps};
    if (steps < FEWEST || steps > MASSE_MOST_STEPS || steps % 2 == 0)
        return paper_refuse(context, ROUTH_BAD_ARGUMENT, "steps",
                            "massé: %zu values of each constant: an odd number from %d to %d is allowed", steps, FEWEST,
                            MASSE_MOST_STEPS);
    /* the shot itself first: what is wrong with it is wrong with all */
    routh_status status = fill_row(context, sweep, steps / 2, steps / 2, &sweep->row[0]);
    for (size_t i = 0; i < steps * steps && status == ROUTH_OK; i++)
        status = fill_row(context, sweep, i / steps, i % steps, &sweep->row[i]);
    if (status == ROUTH_OK)
        measure(sweep);
    return status;
}

/* ν from η² = (2 − ν) / (2 (1 − ν)). */
static double poisson_of(double eta2) {
    return (2 * eta2 - 2) / (2 * eta2 - 1);
}

void masse_sweep_text(FILE *file, const masse_sweep *s) {
    fprintf(
        file,
        "Where the ball comes to rest depends on two constants that nobody has measured: by up to %.3g m on the "
        "stiffness of\nball on table ÷ tip on ball, by up to %.3g m on Poisson's ratio, by up to %.3g m on both.\n\n",
        s->away_stiffness, s->away_eta2, s->away_both);
    fprintf(file, "%11s %9s %9s   %32s   %21s %9s\n", "STIFFNESS", "NU TIP", "NU TABLE", "VELOCITY AFTER (m/s)",
            "AT REST x, y (m)", "AWAY (m)");
    for (size_t i = 0; i < s->steps * s->steps; i++) {
        const masse_sweep_row *r = &s->row[i];
        fprintf(file, "%11.4g %9.4f %9.4f   ", r->stiffness, poisson_of(r->tip_eta2), poisson_of(r->table_eta2));
        if (r->ended)
            fprintf(file, "%10.4f %10.4f %10.4f   %10.4f %10.4f %9.4f", r->velocity[0], r->velocity[1], r->velocity[2],
                    r->rest[0], r->rest[1], r->away);
        else
            fputs("does not come to rest", file);
        fputs(i == s->steps * s->steps / 2 ? "  the shot itself\n" : "\n", file);
    }
}

void masse_sweep_csv(FILE *file, const masse_sweep *s) {
    fputs("stiffness,tip_eta2,table_eta2,ended,vx,vy,vz,wx,wy,wz,rest_x,rest_y,away\n", file);
    for (size_t i = 0; i < s->steps * s->steps; i++) {
        const masse_sweep_row *r = &s->row[i];
        fprintf(file, "%.17g,%.17g,%.17g,%d", r->stiffness, r->tip_eta2, r->table_eta2, r->ended);
        const double values[] = {r->velocity[0], r->velocity[1], r->velocity[2], r->spin[0], r->spin[1],
                                 r->spin[2],     r->rest[0],     r->rest[1],     r->away};
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++)
            fprintf(file, r->ended ? ",%.17g" : ",", values[j]);
        fputc('\n', file);
    }
}
