/* From impacts to a behaviour, and which restitution it has.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "behaviour/behaviour.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"

/* Which restitution: Newton's, Poisson's or the energetic one. Each impact has all three; only that which the simulator keeps
 * is the same in all of them. Compression is taken to go along Routh's path. */

enum { HALVINGS = 30 };

/* The outcome of the rigid law in space, which has the energetic restitution. */
static bool outcome_of(const routh_contact3 *contact, double mu, double eps, routh_outcome3 *outcome) {
    const routh_law3 *rigid = routh_law3_find(NULL, "rigid");
    const routh_pair pair = {.mu = mu, .eps = eps, .eta2 = routh_pair_default().eta2};
    return routh_law3_solve(NULL, rigid, &pair, contact, NULL, outcome) == ROUTH_OK;
}

/* Restitution by each definition, along Routh's path with that friction. */
static void behaviour_kinds(const routh_contact3 *contact, double mu, routh_behaviour_impact *impact) {
    routh_outcome3 outcome;
    double low = 0, high = 1;
    const double reached = impact->eps[ROUTH_NEWTON] * -contact->v[2];
    impact->eps[ROUTH_POISSON] = impact->eps[ROUTH_ENERGETIC] = NAN;
    if (!outcome_of(contact, mu, 0, &outcome) || !(outcome.p[2] > 0))
        return;
    impact->eps[ROUTH_POISSON] = impact->normal / outcome.p[2] - 1;
    if (reached < outcome.v[2] || !outcome_of(contact, mu, 1, &outcome) || reached > outcome.v[2])
        return; /* beyond what any energetic restitution gives */
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (!outcome_of(contact, mu, middle, &outcome))
            return;
        *(outcome.v[2] < reached ? &low : &high) = middle;
    }
    impact->eps[ROUTH_ENERGETIC] = (low + high) / 2;
}

/* From impacts to a behaviour: restitution over speed, friction, energy, how long contacts last. */

/* A definition of restitution is named when its scatter is less than this share of any other's. */
static const double clearly = 0.7;

/* One whose error is above this describes nothing. */
static const double describes = 0.3;

/* The same where most throws are not judged. Recordings have contacts at rest, too. */
static const double describes_few = 0.05;

static bool is_described(const routh_behaviour *b) {
    const double most = b->step > 0 && routh_behaviour_is_few(b) ? describes_few : describes;
    return b->best < b->law_count && 2 * b->gains <= b->count && b->law[b->best].error <= most;
}

routh_behaviour_options routh_behaviour_options_default(void) {
    return (routh_behaviour_options){.bins = 6, .resamples = 100, .gain = 0.002, .seed = 1};
}

routh_status routh_behaviour_begin(routh_context *context, const char *name, const routh_behaviour_options *options,
                                   routh_behaviour *behaviour) {
    *behaviour = (routh_behaviour){.bound = NAN, .has_kind = false};
    snprintf(behaviour->name, sizeof behaviour->name, "%s", name);
    if (!(options->gain >= 0) || !isfinite(options->gain))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gain", "gain is %g; it must be 0 or more", options->gain);
    ROUTH_TRY(routh_check_count(context, "behaviour", "bins", options->bins, 1, ROUTH_BEHAVIOUR_BINS));
    return routh_check_count(context, "behaviour", "resamples", options->resamples, 0, ROUTH_MOST_REPETITIONS);
}

routh_status routh_behaviour_reserve(routh_context *context, size_t count, routh_behaviour *behaviour) {
    behaviour->impact = routh_allocate(context, count + 1, sizeof *behaviour->impact);
    behaviour->count = count;
    return behaviour->impact ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

void routh_behaviour_rank(routh_behaviour *behaviour) {
    const size_t count = behaviour->law_count;
    behaviour->best = count;
    for (size_t l = 0; l < count; l++)
        if (isfinite(behaviour->law[l].error) &&
            (behaviour->best == count || behaviour->law[l].error < behaviour->law[behaviour->best].error))
            behaviour->best = l;
    for (size_t l = 0; l < count && behaviour->best < count; l++) {
        if (!routh_behaviour_is_alike(behaviour, l))
            continue;
        behaviour->alike++;
        if (behaviour->law[l].parameter_count < behaviour->law[behaviour->best].parameter_count)
            behaviour->best = l; /* of those that are as good, the simplest */
    }
}

/* Impacts further than this number of deviations from the line are left out of it: some throws touch twice, or roll. */
static const double outlier = 4;

/* A straight line over ln v through those within `most` of the line before; false where they do not determine it. */
static bool fit_within(const routh_behaviour *b, int kind, const routh_normal_answer *before, double most,
                       routh_normal_answer *answer) {
    routh_normal normal = {.unknowns = 2};
    size_t rows = 0;
    for (size_t i = 0; i < b->count; i++) {
        const double eps = b->impact[i].eps[kind], v = log(b->impact[i].speed);
        if (!isfinite(eps) || !isfinite(v) || (before && fabs(eps - before->value[0] - before->value[1] * v) > most))
            continue;
        routh_normal_add(&normal, (double[]){1, v}, eps);
        rows++;
    }
    normal.freedom = (double)rows - 2;
    return rows >= 3 && routh_normal_solve(&normal, answer);
}

/* The line, and as scatter the deviation of single impacts from it that the median of their distances shows. */
static bool fit_line(const routh_behaviour *b, int kind, double *room, routh_normal_answer *answer) {
    enum { PASSES = 3 };
    double scatter = NAN;
    if (!fit_within(b, kind, NULL, 0, answer))
        return false;
    for (int pass = 0; pass < PASSES; pass++) {
        size_t rows = 0;
        for (size_t i = 0; i < b->count; i++) {
            const double off =
                fabs(b->impact[i].eps[kind] - answer->value[0] - answer->value[1] * log(b->impact[i].speed));
            if (isfinite(off))
                room[rows++] = off;
        }
        if (10 * rows < 8 * b->count)
            return false; /* too many have none */
        scatter = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(room, rows);
        routh_normal_answer next;
        if (pass + 1 < PASSES && fit_within(b, kind, answer, outlier * scatter + 1e-9, &next))
            *answer = next;
    }
    answer->scatter = scatter;
    return true;
}

/* Which definition scatters least, if clearly. */
static void find_kind(routh_behaviour *b, double *room) {
    routh_normal_answer answer;
    double least = INFINITY, second = INFINITY;
    for (int k = 0; k < ROUTH_RESTITUTIONS; k++) {
        b->scatter[k] = fit_line(b, k, room, &answer) ? answer.scatter : NAN;
        if (!isfinite(b->scatter[k]))
            continue;
        if (b->scatter[k] < least) {
            second = least;
            least = b->scatter[k];
            b->kind = (routh_restitution)k;
        } else {
            second = fmin(second, b->scatter[k]);
        }
    }
    b->has_kind = b->count >= ROUTH_BEHAVIOUR_FEWEST && least < clearly * second && second > 1e-6 &&
                  isfinite(b->scatter[ROUTH_NEWTON]);
    if (routh_behaviour_is_explained(b) && b->alike == 1 && b->law[b->best].has_restitution) {
        b->has_kind = true; /* compression need not go along Routh's path: the law knows */
        b->kind = b->law[b->best].restitution;
    }
    b->curve = b->has_kind && b->scatter[b->kind] < b->scatter[ROUTH_NEWTON] ? b->kind : ROUTH_NEWTON;
}

static void find_restitution(routh_behaviour *b, double *room) {
    routh_normal_answer answer;
    size_t finite = 0;
    find_kind(b, room);
    b->eps_at_1 = b->eps_slope = b->eps_slope_error = b->eps_scatter = NAN;
    for (size_t i = 0; i < b->count; i++)
        if (isfinite(b->impact[i].eps[b->curve]))
            room[finite++] = b->impact[i].eps[b->curve];
    b->eps_mean = routh_median(room, finite);
    if (fit_line(b, (int)b->curve, room, &answer)) {
        b->eps_at_1 = answer.value[0];
        b->eps_slope = answer.value[1];
        b->eps_slope_error = answer.error[1];
        b->eps_scatter = answer.scatter;
    }
}

/* Directions count where friction changes by more than this share with them. */
static const double turns_with = 0.05;

/* A pyramid of friction has four sides: over the direction of its impulse the ratio goes like the cosine of four
 * times the angle. */
static void find_directions(const routh_normal *over, const routh_normal *level, routh_behaviour *b) {
    routh_normal_answer answer, one;
    b->mu_direction[0] = b->mu_direction[1] = NAN;
    if (!b->space || b->slipping < 12 || !routh_normal_solve(over, &answer) || !routh_normal_solve(level, &one))
        return;
    const double change = hypot(answer.value[1], answer.value[2]);
    const double error = hypot(answer.error[1], answer.error[2]);
    if (change > 3 * error && change > turns_with * answer.value[0] && answer.scatter < clearly * one.scatter) {
        b->mu_direction[0] = answer.value[0] - change;
        b->mu_direction[1] = answer.value[0] + change;
    }
}

/* Impacts that slip all the way show friction. Those that hardly slip afterwards may have stuck in between. */
static void find_friction(routh_behaviour *b, double *room) {
    routh_normal normal = {.unknowns = 2}, over = {.unknowns = 3}, level = {.unknowns = 1};
    routh_normal_answer answer;
    b->slipping = 0;
    b->mu_least = b->count > 0 ? 0 : NAN;
    for (size_t i = 0; i < b->count; i++) {
        const routh_behaviour_impact *k = &b->impact[i];
        if (!(k->normal > 0))
            continue;
        b->mu_least = fmax(b->mu_least, k->tangential / k->normal);
        if (!k->slips || !(k->slip_after > 0.1 * k->slip) || !(k->tangential > 0))
            continue;
        room[b->slipping++] = k->tangential / k->normal;
        routh_normal_add(&normal, (double[]){1, log(k->normal)}, log(k->tangential));
        const double angle = 4 * k->heading, ratio = k->tangential / k->normal;
        routh_normal_add(&over, (double[]){1, cos(angle), sin(angle)}, ratio);
        routh_normal_add(&level, (double[]){1}, ratio);
    }
    normal.freedom = (double)b->slipping - 2;
    over.freedom = (double)b->slipping - 3;
    level.freedom = (double)b->slipping - 1;
    find_directions(&over, &level, b);
    qsort(room, b->slipping, sizeof *room, routh_ascending);
    b->mu = b->slipping > 0 ? routh_quantile(room, b->slipping, 0.5) : NAN;
    b->mu_low = b->slipping > 0 ? routh_quantile(room, b->slipping, 0.25) : NAN;
    b->mu_high = b->slipping > 0 ? routh_quantile(room, b->slipping, 0.75) : NAN;
    const bool solved = b->slipping >= 5 && routh_normal_solve(&normal, &answer);
    b->mu_power = solved ? answer.value[1] : NAN;
    b->mu_power_error = solved ? answer.error[1] : NAN;
}

static void find_energy(routh_behaviour *b, double gain) {
    b->gains = 0;
    b->worst_gain = b->worst_speed = NAN;
    b->gain_speed[0] = INFINITY;
    b->gain_speed[1] = -INFINITY;
    for (size_t i = 0; i < b->count; i++) {
        routh_behaviour_impact *k = &b->impact[i];
        k->gains = k->energy > 1 + gain;
        if (!k->gains)
            continue;
        b->gains++;
        b->gain_speed[0] = fmin(b->gain_speed[0], k->speed);
        b->gain_speed[1] = fmax(b->gain_speed[1], k->speed);
        if (!(k->energy - 1 <= b->worst_gain)) {
            b->worst_gain = k->energy - 1;
            b->worst_speed = k->speed;
        }
    }
    if (b->gains == 0)
        b->gain_speed[0] = b->gain_speed[1] = NAN;
}

static int by_speed(const void *a, const void *b) {
    const routh_behaviour_impact *x = a, *y = b;
    return (x->speed > y->speed) - (x->speed < y->speed);
}

static double median_of(const routh_behaviour_impact *impact, size_t count, size_t offset, double *room) {
    for (size_t i = 0; i < count; i++)
        room[i] = *(const double *)((const char *)&impact[i] + offset);
    return routh_median(room, count);
}

/* Impacts are sorted by speed. */
static void fill_bins(routh_behaviour *b, size_t bins, double *room) {
    b->bin_count = b->count / 4 < bins ? b->count / 4 : bins;
    b->bin_count = b->bin_count == 0 && b->count > 0 ? 1 : b->bin_count;
    for (size_t k = 0; k < b->bin_count; k++) {
        const size_t first = k * b->count / b->bin_count, next = (k + 1) * b->count / b->bin_count;
        const routh_behaviour_impact *impact = b->impact + first;
        routh_behaviour_bin *bin = &b->bin[k];
        *bin = (routh_behaviour_bin){.count = next - first, .low = impact->speed, .high = b->impact[next - 1].speed};
        bin->speed = median_of(impact, bin->count, offsetof(routh_behaviour_impact, speed), room);
        bin->lasted = median_of(impact, bin->count, offsetof(routh_behaviour_impact, lasted), room);
        bin->depth = median_of(impact, bin->count, offsetof(routh_behaviour_impact, depth), room);
        size_t finite = 0;
        for (size_t i = 0; i < bin->count; i++) {
            if (isfinite(impact[i].eps[b->curve]))
                room[finite++] = impact[i].eps[b->curve];
            bin->gains += impact[i].gains;
        }
        qsort(room, finite, sizeof *room, routh_ascending);
        bin->eps = finite > 0 ? routh_quantile(room, finite, 0.5) : NAN;
        bin->eps_low = finite > 0 ? routh_quantile(room, finite, 0.25) : NAN;
        bin->eps_high = finite > 0 ? routh_quantile(room, finite, 0.75) : NAN;
    }
}

/* Is the line where the medians of the bins are, within 0.02 or four of their standard errors? */
static bool line_holds(const routh_behaviour *b) {
    static const double close = 0.02, errors = 4;
    for (size_t k = 0; k < b->bin_count; k++) {
        const routh_behaviour_bin *bin = &b->bin[k];
        const double off = fabs(bin->eps - b->eps_at_1 - b->eps_slope * log(bin->speed));
        const double error = 0.93 * (bin->eps_high - bin->eps_low) / sqrt((double)bin->count); /* of a median */
        if (off > fmax(close, errors * error))
            return false;
    }
    return true;
}

static double friction_for_path(const routh_behaviour *b) {
    if (!isnan(b->mu))
        return b->mu;
    for (int d = 0; b->best < b->law_count && d < b->law[b->best].parameter_count; d++)
        if (b->law[b->best].parameter[d].name[0] == 'm')
            return b->law[b->best].value[d];
    return isnan(b->mu_least) ? 0 : b->mu_least;
}

routh_status routh_behaviour_conclude(routh_context *context, const routh_contact3 *contact,
                                      const routh_behaviour_options *options, routh_behaviour *b) {
    ROUTH_ARENA(arena, context);
    double *room = routh_take(&arena, b->count + 1, sizeof *room);
    ROUTH_TRY(arena.status);
    find_friction(b, room);
    for (size_t i = 0; i < b->count; i++) {
        behaviour_kinds(&contact[i], friction_for_path(b), &b->impact[i]);
        ROUTH_TRY(routh_check_cancelled(context));
    }
    qsort(b->impact, b->count, sizeof *b->impact, by_speed);
    find_restitution(b, room);
    find_energy(b, options->gain);
    fill_bins(b, options->bins, room);
    if (2 * b->count < b->contacts || !line_holds(b))
        b->eps_at_1 = b->eps_slope = b->eps_slope_error = NAN;
    b->described = is_described(b);
    b->speed[0] = b->count > 0 ? b->impact[0].speed : NAN;
    b->speed[1] = b->count > 0 ? b->impact[b->count - 1].speed : NAN;
    b->lasted = median_of(b->impact, b->count, offsetof(routh_behaviour_impact, lasted), room);
    b->depth = median_of(b->impact, b->count, offsetof(routh_behaviour_impact, depth), room);
    b->turned = median_of(b->impact, b->count, offsetof(routh_behaviour_impact, turned), room);
    for (size_t i = 0; i < b->count; i++)
        b->depth_most = fmax(b->depth_most, b->impact[i].depth);
    return routh_behaviour_say(context, b);
}

ROUTH_RELEASED_BY_FIELDS(routh_behaviour)
