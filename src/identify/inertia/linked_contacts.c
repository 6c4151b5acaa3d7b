/* Contacts that are linked: by mode, by the corner that touches, and by flights.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "inertia/inertia.h"
#include "segment/segment3.h"

/* Which contacts a regression for one mode of contact is for.
 *
 * It takes the mode, the point slides or sticks afterwards, and restitution: J_n v⁺ = −ε v_n. A contact that lasts does not
 * rebound so, and must not enter. Where the noise is known, a rebound must stand out from it and agree within it. Where it
 * is not, those that rebound roughly so show how exactly: what is farther off than four of their deviations is none of them. */

static const double deviations = 4;

/* A rebound that is off by more than this share of it is none. */
static const double share = 0.25;

/* ε |v_n|, and how far J_n v⁺ is from −ε v_n. */
typedef struct rebound {
    double size, off, noise;
} rebound;

static rebound rebound_of(const inertia_work *work, const routh_record *c) {
    const routh_inertia_options *o = work->options;
    const double before = c->before.vy + c->rx * c->before.omega, after = c->after.vy + c->rx * c->after.omega;
    return (rebound){o->eps * fabs(before), fabs(after + o->eps * before),
                     deviations * hypot(o->noise.vy, c->rx * o->noise.omega)};
}

static bool is_roughly_right(const rebound *r) {
    return r->size > 2 * r->noise && r->off <= share * r->size + r->noise;
}

/* How far off rebounds may be: the noise where it is known, else what most of those that are roughly right are. */
static routh_status allow(routh_context *context, const inertia_work *work, double *allowed) {
    ROUTH_ARENA(room, context);
    double *off = routh_take(&room, work->count, sizeof *off), fastest = 0;
    size_t count = 0;
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < work->count; i++) {
        const rebound r = rebound_of(work, &work->record[i]);
        fastest = fmax(fastest, r.size);
        if (is_roughly_right(&r))
            off[count++] = r.off;
    }
    *allowed = work->noise_known || count == 0
                   ? INFINITY
                   : fmax(1e-9 * fastest, deviations * ROUTH_FROM_MEDIAN_DEVIATION * routh_median(off, count));
    return ROUTH_OK;
}

routh_status routh_inertia_mark_modes(routh_context *context, const inertia_work *work) {
    const routh_inertia_options *o = work->options;
    double fastest = 0, allowed = INFINITY;
    if (o->regression == ROUTH_MODE_FREE)
        return ROUTH_OK;
    const routh_status status = allow(context, work, &allowed);
    for (size_t i = 0; i < work->count; i++)
        fastest = fmax(fastest, fabs(contact_slip(&work->record[i])));
    for (size_t i = 0; status == ROUTH_OK && i < work->count; i++) {
        const double noise = hypot(o->noise.vx, work->record[i].ry * o->noise.omega);
        const double slowest = o->slip > 0 ? o->slip : fmax(deviations * noise, 1e-9 * fastest);
        const bool sticks = fabs(contact_slip(&work->record[i])) < slowest;
        const rebound r = rebound_of(work, &work->record[i]);
        const bool rebounds = !(o->eps > 0) || (is_roughly_right(&r) && r.off <= allowed);
        if (sticks != (o->regression == ROUTH_STICKING_MODE) || !rebounds)
            work->fit->misfit[i] = ROUTH_MISFIT_MODE;
    }
    return status;
}

/* Which corner touched, if a body turns far within the duration of a contact.
 *
 * The state before is from up to a duration before the contact. In this time a fast body turns, and a corner that was not the
 * lowest may come down and touch first. Where a single corner can reach the ground before the duration ends, and it is the
 * lowest, that one touched. Elsewhere the record does not say which, and the balance at the wrong corner is none. */

/* Heights are compared with this many deviations of their noise. */
static const double height_deviations = 3;

static bool corner_is_open(const inertia_work *work, const routh_record *c) {
    const routh_shape *shape = work->options->shape;
    const double cosine = cos(c->theta), sine = sin(c->theta);
    size_t reach = 0;
    double lowest = INFINITY;
    bool lowest_reaches = false;
    for (size_t k = 0; k < shape->count; k++) {
        const double x = cosine * shape->vertex[k][0] - sine * shape->vertex[k][1];
        const double y = sine * shape->vertex[k][0] + cosine * shape->vertex[k][1];
        const double height = c->y + y + c->duration * (c->before.vy + c->before.omega * x);
        const bool reaches = height <= height_deviations * hypot(work->noise.y, x * work->noise.theta);
        reach += reaches;
        if (y < lowest) {
            lowest = y;
            lowest_reaches = reaches;
        }
    }
    return reach > 1 || (reach == 1 && !lowest_reaches);
}

void routh_inertia_mark_corners(const inertia_work *work) {
    const routh_shape *shape = work->options->shape;
    if (!shape || shape->kind != ROUTH_POLYGON || !work->noise_known || !(work->noise.theta > 0) ||
        work->options->estimator != ROUTH_ERRORS_IN_VARIABLES)
        return;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        if (c->duration > 0 && isfinite(c->theta) && isfinite(c->y) && inertia_uses(work, i) && corner_is_open(work, c))
            work->fit->misfit[i] = ROUTH_MISFIT_UNCERTAIN;
    }
}

/* m/I from chains of contacts with free flights between them.
 *
 * One record says little about its own pose where the angle is noisy; the flights between contacts say much more. The
 * likelihood has its maximum where the scores of all chains, S_c = −½ dχ²_c/dκ, add up to 0.
 *
 * χ²_c has its angles and velocities fitted, and the contact point is not linear in the angle, so that the answer is off by
 * a little. By how much is found by measuring again: fresh noise on the fitted chains, and the answer that they then give
 * (the parametric bootstrap; Efron and Tibshirani, An Introduction to the Bootstrap (1993) chapter 10). The mean shift is
 * taken off. Standard errors come from the scatter of the scores between motions, whatever the noise is; a share of the
 * correction is added. */

/* Fewer chains do not determine how chains differ. */
enum { LEAST_CHAINS = 10 };

/* Sets of fresh noise. */
enum { REPLICATES = 50 };

/* Share of a value by which it is moved to differentiate a score. */
static const double difference = 0.01;

/* The shift is computed at the fitted angles, not the true ones. Where the truth is known, about this share of the
 * correction remains; it counts as an error of its own. */
static const double uncorrected = 0.35;

/* A correction of fewer standard errors than this is no correction any more. */
static const double most_correction = 3;

typedef struct linked_work {
    const inertia_work *work;
    chain_setting setting;
    flight_chain *chain;
    size_t count;
    double level; /* of the noise that the chains show, in what is stated; not below 1 */
} linked_work;

/* Does the chain fit as its noise allows? The mean of χ² is its freedom, its deviation √(2 freedom). */
static bool is_plausible(const linked_work *l, const flight_chain *c) {
    return c->used && (!l->work->options->robust || c->square < c->freedom + 4 * sqrt(2 * c->freedom) + 8);
}

/* Starts all chains anew at κ and leaves out those that do not fit. */
static void start_chains(linked_work *l, double kappa) {
    l->setting.kappa = kappa;
    for (size_t i = 0; i < l->count; i++) {
        flight_chain *c = &l->chain[i];
        routh_chain_start(&l->setting, c);
        c->used = is_plausible(l, c);
    }
}

static double add_scores(linked_work *l, double kappa) {
    double sum = 0;
    l->setting.kappa = kappa;
    for (size_t i = 0; i < l->count; i++) {
        flight_chain *c = &l->chain[i];
        if (!c->used)
            continue;
        c->used = routh_chain_fit(&l->setting, c);
        sum += c->used ? c->score : 0;
    }
    return sum;
}

/* Minus the derivative of the scores' sum. */
static double slope_at(linked_work *l, double kappa) {
    const double step = difference * kappa;
    const double above = add_scores(l, kappa + step), below = add_scores(l, kappa - step);
    return (below - above) / (2 * step);
}

/* How badly the chains fit at κ; one that does not fit at all counts little more than one that fits badly. */
static double misfit_at(linked_work *l, double kappa) {
    double total = 0;
    l->setting.kappa = kappa;
    for (size_t i = 0; i < l->count; i++) {
        flight_chain *c = &l->chain[i];
        routh_chain_start(&l->setting, c);
        total += (double)c->count * log1p(fmin(c->square / c->freedom, 1e4));
    }
    return total;
}

/* The κ that the chains agree with. A body within its outline has m/I ≥ 1/R²; above that it is looked for over a wide
 * range, then more and more closely. */
static double consensus(linked_work *l, double radius) {
    static const double most = 30, ratios[] = {1.25, 1.08, 1.025};
    double best = NAN, least = INFINITY, low = 0.8 / (radius * radius), high = most / (radius * radius);
    for (size_t level = 0; level < sizeof ratios / sizeof ratios[0]; level++) {
        for (double kappa = low; kappa <= high; kappa *= ratios[level]) {
            const double misfit = misfit_at(l, kappa);
            if (misfit < least) {
                least = misfit;
                best = kappa;
            }
        }
        low = best / ratios[level];
        high = best * ratios[level];
    }
    return best;
}

/* Where the scores add up to 0. Which chains fit, and which corners touched, may change while κ still moves by more than
 * a tenth of its error; then they stay. */
static bool find_answer(linked_work *l, double *kappa, double *slope) {
    enum { MOST_ROUNDS = 30, MOST_STARTS = 8 };
    bool settled = false;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!settled)
            start_chains(l, *kappa);
        *slope = slope_at(l, *kappa);
        const double step = fmax(-0.1, fmin(0.1, add_scores(l, *kappa) / *slope / *kappa));
        if (!(*slope > 0))
            return false;
        *kappa *= 1 + step;
        if (settled && fabs(step) < 1e-7)
            return true;
        settled = settled || round >= MOST_STARTS || fabs(step * *kappa) < 0.1 / sqrt(*slope);
    }
    return false;
}

/* The chain measured again: what was fitted, with fresh noise. */
static flight_chain measured_again(const linked_work *l, const flight_chain *fitted, routh_random *random) {
    flight_chain c = *fitted;
    for (size_t j = 0; j < c.count; j++)
        for (int k = 0; k < CHAIN_CHANNELS; k++)
            c.measured[j][k] = c.fitted[j][k] + l->level * l->setting.deviation[k] * routh_random_normal(random);
    routh_chain_start(&l->setting, &c);
    c.used = is_plausible(l, &c);
    return c;
}

/* Where a parabola through three scores at −1, 0, 1 vanishes next to 0; the line's zero where it does not. */
static double zero_of(const double at[3]) {
    const double slope = (at[2] - at[0]) / 2, bend = (at[2] + at[0]) / 2 - at[1],
                 root = slope * slope - 4 * bend * at[1];
    if (!(slope < 0) || root < 0)
        return slope < 0 ? fmax(-3, fmin(3, -at[1] / slope)) : NAN;
    return fmax(-3, fmin(3, 2 * at[1] / (-slope + sqrt(root))));
}

/* The answer that the chains would give if they were measured again, in steps from the present one. */
static double answer_again(const linked_work *l, double step, uint64_t replicate) {
    double sum[3] = {0};
    routh_random random = routh_random_seed(1, replicate);
    const double kappa = l->setting.kappa;
    for (size_t i = 0; i < l->count; i++) {
        if (!l->chain[i].used)
            continue;
        flight_chain c = measured_again(l, &l->chain[i], &random);
        double at[3] = {0, c.score, 0};
        for (int side = 0; side < 3 && c.used; side += 2) {
            chain_setting moved = l->setting;
            flight_chain beside = c;
            moved.kappa = kappa + (side - 1) * step;
            c.used = routh_chain_fit(&moved, &beside);
            at[side] = beside.score;
        }
        for (int k = 0; k < 3 && c.used; k++)
            sum[k] += at[k];
    }
    return zero_of(sum);
}

/* How far off noise makes the answer: the mean over fresh noise, and its own error; NaN where too few have one. */
static double mean_shift(const linked_work *l, double step, double *error) {
    double sum = 0, squares = 0, count = 0;
    for (uint64_t replicate = 0; replicate < REPLICATES; replicate++) {
        const double shift = step * answer_again(l, step, replicate);
        if (isnan(shift))
            continue;
        count++;
        sum += shift;
        squares += shift * shift;
    }
    *error = sqrt(fmax(0, squares - sum * sum / count) / (count - 1) / count);
    return count > REPLICATES / 2.0 ? sum / count : NAN;
}

/* Contacts that chains use fit; of the others nothing can be said, unless they disagree with the answer by themselves. */
static void mark_contacts(const linked_work *l) {
    routh_inertia_estimate *fit = l->work->fit;
    for (size_t i = 0; i < fit->count; i++)
        fit->misfit[i] = ROUTH_MISFIT_UNCERTAIN;
    for (size_t i = 0; i < l->count; i++) {
        const flight_chain *c = &l->chain[i];
        for (size_t j = 0; j < c->count && c->used; j++)
            if (!c->bridge[j])
                fit->misfit[c->first + j] = ROUTH_FITS;
    }
}

/* The record that carries the chain's score. */
static size_t first_used(const flight_chain *c) {
    size_t j = 0;
    while (c->bridge[j] && j + 1 < c->count)
        j++;
    return c->first + j;
}

static size_t count_used(const linked_work *l) {
    size_t used = 0;
    for (size_t i = 0; i < l->count; i++)
        used += l->chain[i].used;
    return used;
}

/* √(χ² ÷ freedom) of the used chains. */
static double noise_level(const linked_work *l) {
    double square = 0, freedom = 0;
    for (size_t i = 0; i < l->count; i++)
        if (l->chain[i].used) {
            square += l->chain[i].square;
            freedom += l->chain[i].freedom;
        }
    return fmax(1, sqrt(square / freedom));
}

/* Each chain's score, in the place of one of its records. A chain that pulls the answer to itself has a small score at it:
 * its share of the slope says how much, and the score is that from an answer without the chain (the jackknife; MacKinnon and
 * White, Journal of Econometrics 29 (1985) 305). */
static void place_scores(linked_work *l, double kappa, double slope, double *score) {
    static const double most_share = 0.5;
    const double step = difference * kappa;
    for (int side = -1; side <= 1; side += 2) {
        add_scores(l, kappa + side * step);
        for (size_t i = 0; i < l->count; i++)
            if (l->chain[i].used)
                score[first_used(&l->chain[i]) * MOST_SCORES] -= side * l->chain[i].score / (2 * step);
    }
    add_scores(l, kappa);
    for (size_t i = 0; i < l->count; i++)
        if (l->chain[i].used) {
            double *place = &score[first_used(&l->chain[i]) * MOST_SCORES];
            *place = l->chain[i].score / (1 - fmax(0, fmin(most_share, *place / slope)));
        }
}

static routh_status correct_answer(routh_context *context, linked_work *l, double kappa, double slope) {
    routh_inertia_estimate *fit = l->work->fit;
    ROUTH_ARENA(room, context);
    double *score = routh_take(&room, fit->count, MOST_SCORES * sizeof *score);
    ROUTH_TRY(room.status);
    double matrix[MOST_SCORES][MOST_SCORES] = {{slope}}, covariance[MOST_SCORES][MOST_SCORES], own;
    mark_contacts(l);
    l->level = noise_level(l);
    place_scores(l, kappa, slope, score);
    routh_inertia_sandwich(l->work, 1, score, matrix, NULL, covariance);
    routh_inertia_keep_covariance(l->work, covariance);
    const double error = sqrt(fit->covariance[0][0]), step = 1.5 * fmax(error, 1 / sqrt(slope));
    const double shift = mean_shift(l, step, &own);
    const double correction = -shift * kappa / (kappa + shift); /* noise multiplies rather than adds */
    /* data without the noise that is stated are no reason to refuse */
    if (!(fabs(correction) <= most_correction * fmax(error, sqrt(REPLICATES) * own)))
        return routh_fail(
            context, ROUTH_NOT_ENDED,
            "m/I is not determined: noise alone shifts the estimate by %.3g 1/m², far more than its error "
            "%.2g; less noise in the angle would help",
            -correction, error);
    fit->value[0] = kappa + correction;
    fit->covariance[0][0] += own * own + uncorrected * uncorrected * correction * correction;
    return ROUTH_OK;
}

routh_status routh_inertia_linked(routh_context *context, const inertia_work *work, bool *applies) {
    const routh_noise *n = &work->noise;
    linked_work l = {.work = work,
                     .setting = {.shape = work->options->shape,
                                 .gravity = work->options->gravity,
                                 .deviation = {n->y, n->theta, n->vx, n->vy, n->omega, n->vx, n->vy, n->omega}}};
    *applies = false;
    if (!routh_chains_possible(work))
        return ROUTH_OK;
    l.chain = routh_allocate(context, work->count, sizeof *l.chain);
    if (!l.chain)
        return ROUTH_OUT_OF_MEMORY;
    l.count = routh_chains_find(work, l.chain);
    routh_status status = ROUTH_OK;
    if (l.count >= LEAST_CHAINS) {
        double slope, kappa = consensus(&l, routh_inertia_reach(work));
        /* where the flights do not agree with the stated noise, the contacts may by themselves */
        *applies = find_answer(&l, &kappa, &slope) && count_used(&l) >= LEAST_CHAINS;
        if (*applies)
            status = correct_answer(context, &l, kappa, slope);
    }
    routh_release(context, l.chain);
    return status;
}
