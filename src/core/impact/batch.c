/* Impacts solved with a law: one of them, or many.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/impact.h>

#include "base/context.h"
#include "impact/impact.h"
#include "impact/kernel.h"

static inline int may_leave_cone(double mu, double pt, double pn) {
    return fabs(pt) > (1 + 0.4 * ROUTH_FLAG_TOLERANCE) * mu * pn;
}

static inline int routh_claims(unsigned traits) {
    const int feasible = (traits & ROUTH_LAW_FEASIBLE) != 0, keeps_energy = (traits & ROUTH_LAW_KEEPS_ENERGY) != 0;
    return feasible * (ROUTH_PENETRATES | ROUTH_PULLS) + keeps_energy * ROUTH_GAINS_ENERGY;
}

typedef struct routh_aftermath {
    double vt, vn, contact_energy_ratio;
    int flags;
} routh_aftermath;

static inline routh_aftermath aftermath_of(const routh_contact *c, double pt, double pn) {
    routh_aftermath after;
    after.vt = c->vt + (c->wtt * pt + c->wtn * pn);
    after.vn = c->vn + (c->wtn * pt + c->wnn * pn);
    const double before = routh_scaled_energy(c, c->vt, c->vn);
    const double contact_energy_ratio = routh_scaled_energy(c, after.vt, after.vn) / before;
    /* what underflows has lost its digits, and 1 ÷ ∞ is no ratio */
    const int computed = (before > ROUTH_SMALLEST_PRODUCT) & (before <= DBL_MAX);
    after.contact_energy_ratio = computed ? contact_energy_ratio : NAN;
    const double scale = fabs(c->vn) + fabs(c->wtn * pt) + fabs(c->wnn * pn);
    after.flags = after.vn < -ROUTH_FLAG_TOLERANCE * scale ? ROUTH_PENETRATES : 0;
    after.flags |= pn < 0 ? ROUTH_PULLS : 0;
    const double excess = (after.contact_energy_ratio - 1 - ROUTH_FLAG_TOLERANCE) * routh_determinant(c);
    after.flags |= excess > ROUTH_FLAG_ROUNDING * c->wtt * c->wnn ? ROUTH_GAINS_ENERGY : 0;
    return after;
}

/* One impact, one law. */

/* Also sets *mu to friction, if the law has it. */
static routh_status parameter_status(const routh_law *law, const double *parameters, double *mu) {
    for (int i = 0; i < law->parameter_count; i++) {
        ROUTH_TRY(routh_parameter_status(&law->parameter[i], parameters[i]));
        *mu = law->parameter[i].is_friction ? parameters[i] : *mu;
    }
    return ROUTH_OK;
}

/* Rarely asked. */
static __attribute__((noinline)) int breaks_promise(unsigned traits, double mu, routh_impulse p, int flags) {
    return (flags & routh_claims(traits)) != 0 || (traits & ROUTH_LAW_FEASIBLE && routh_leaves_cone(mu, p.pt, p.pn));
}

routh_impulse routh_law_impulse(const routh_law *law, const routh_contact *contact, const double *parameters) {
    return law->impulse ? law->impulse(contact, parameters) : law->answer(law, contact, parameters);
}

routh_status routh_law_solve(const routh_law *law, const double *parameters, const routh_contact *contact,
                             routh_outcome *outcome) {
    if (!law || !contact || !outcome || (!parameters && law->parameter_count > 0))
        return ROUTH_BAD_ARGUMENT;
    double mu = INFINITY;
    ROUTH_TRY(routh_contact_status(contact));
    ROUTH_TRY(parameter_status(law, parameters, &mu));

    const routh_impulse impulse = routh_law_impulse(law, contact, parameters);
    const routh_aftermath after = aftermath_of(contact, impulse.pt, impulse.pn);
    if (!routh_is_finite(after.contact_energy_ratio) || /* overflow or underflow on the way shows here */
        (((after.flags & routh_claims(law->traits)) | may_leave_cone(mu, impulse.pt, impulse.pn)) != 0 &&
         breaks_promise(law->traits, mu, impulse, after.flags)))
        return ROUTH_OUT_OF_RANGE;
    *outcome = (routh_outcome){
        .pt = impulse.pt,
        .pn = impulse.pn,
        .vt = after.vt,
        .vn = after.vn,
        .contact_energy_ratio = after.contact_energy_ratio,
        .mode = (routh_mode)impulse.mode,
        .flags = (unsigned)after.flags,
        .couple = impulse.couple,
    };
    return ROUTH_OK;
}

/* Many impacts, one law. Blocks small enough for the first-level cache are checked, solved and finished while they are
 * there, so that memory is read and written once. Blocks are shared out to threads; no block depends on another, so the
 * result has the same bits for any number of threads. */

#define BLOCK ((size_t)256)

routh_batch routh_batch_default(void) {
    return (routh_batch){0};
}

/* Room for what the caller does not want or gives only once, one per thread. */
typedef struct scratch {
    double parameter[ROUTH_MAX_PARAMETERS][BLOCK];
    double pt[BLOCK], pn[BLOCK], vt[BLOCK], vn[BLOCK], contact_energy_ratio[BLOCK], couple[BLOCK];
    int64_t mode[BLOCK], flags[BLOCK];
    double no_friction[BLOCK]; /* +∞, for laws that promise no cone */
} scratch;

/* One block: inputs and outputs in the caller's arrays where it has them, in scratch otherwise. */
typedef struct block {
    routh_lanes in;
    double *vt, *vn, *contact_energy_ratio, *couple;
    int64_t *flags;
} block;

static block block_at(const routh_law *law, const routh_batch *batch, scratch *s, size_t start) {
    const size_t left = batch->count - start;
    block b = {
        .in = {.count = left < BLOCK ? left : BLOCK,
               .wtt = batch->wtt + start,
               .wtn = batch->wtn + start,
               .wnn = batch->wnn + start,
               .vt = batch->vt + start,
               .vn = batch->vn + start,
               .pt = batch->pt ? batch->pt + start : s->pt,
               .pn = batch->pn ? batch->pn + start : s->pn,
               .mode = s->mode},
        .vt = batch->vt_after ? batch->vt_after + start : s->vt,
        .vn = batch->vn_after ? batch->vn_after + start : s->vn,
        .contact_energy_ratio =
            batch->contact_energy_ratio ? batch->contact_energy_ratio + start : s->contact_energy_ratio,
        .couple = batch->couple ? batch->couple + start : s->couple,
        .flags = s->flags,
    };
    for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++) {
        const int varies = j < law->parameter_count && (batch->parameter_varies >> j & 1);
        b.in.parameter[j] = varies ? batch->parameter[j] + start : s->parameter[j];
    }
    return b;
}

/* Nonzero if every impact of the block is legal: routh_is_legal and the law's bounds, many at a time. Also notes whether
 * some may be thin; what is singular or has no finite W_tn is. */
ROUTH_CLONES static int all_legal(routh_lanes *in, const routh_law *law) {
    const double *mu = in->parameter[0];
    int64_t bad = 0, thin = 0;
    for (size_t i = 0; i < in->count; i++) {
        const double wtt = in->wtt[i], wtn = in->wtn[i], wnn = in->wnn[i], vt = in->vt[i], vn = in->vn[i];
        const double product = wtt * wnn, speeds = (vt - vt) + (vn - vn);
        const int legal = (speeds == 0) & (wtt > 0) & (vn < 0) & (product > ROUTH_SMALLEST_PRODUCT) &
                          (product < ROUTH_LARGEST_PRODUCT);
        bad |= legal ? 0 : 1;
        thin |= routh_are_thin(wtt, wtn, wnn, mu[i]) ? 1 : 0;
    }
    in->any_thin = thin != 0;
    for (size_t i = 0; i < in->count && thin; i++) {
        const double product = in->wtt[i] * in->wnn[i];
        bad |= product - in->wtn[i] * in->wtn[i] > ROUTH_THINNEST_COMPLIANCE * product ? 0 : 1;
    }
    for (int j = 0; j < law->parameter_count; j++) {
        const double *value = in->parameter[j];
        const double low = law->parameter[j].low, high = fmin(law->parameter[j].high, DBL_MAX);
        for (size_t i = 0; i < in->count; i++) {
            const int legal = (value[i] >= low) & (value[i] <= high);
            bad |= legal ? 0 : 1;
        }
    }
    return !bad;
}

static inline routh_aftermath aftermath(double wtt, double wtn, double wnn, double vt, double vn, double pt,
                                        double pn) {
    const routh_contact contact = {.wtt = wtt, .wtn = wtn, .wnn = wnn, .vt = vt, .vn = vn};
    return aftermath_of(&contact, pt, pn);
}

/* Velocities, energy and flags from the impulses. Nonzero if all came out finite, and as the law promises; what may leave
 * the friction cone is for the slow way to judge. `mu` is +∞ where the law does not promise to keep to it. */
ROUTH_CLONES static int finish(const block *b, int claims, const double *restrict mu) {
    const double *restrict wtt = b->in.wtt, *restrict wtn = b->in.wtn, *restrict wnn = b->in.wnn;
    const double *restrict vt = b->in.vt, *restrict vn = b->in.vn, *restrict pt = b->in.pt, *restrict pn = b->in.pn;
    double *restrict vt_after = b->vt, *restrict vn_after = b->vn,
                     *restrict contact_energy_ratio = b->contact_energy_ratio;
    int64_t *restrict flags = b->flags;
    const size_t count = b->in.count;
    int64_t bad = 0, seen = 0;
    ROUTH_SIMD(reduction(| : bad, seen))
    for (size_t i = 0; i < count; i++) {
        const routh_aftermath after = aftermath(wtt[i], wtn[i], wnn[i], vt[i], vn[i], pt[i], pn[i]);
        vt_after[i] = after.vt;
        vn_after[i] = after.vn;
        contact_energy_ratio[i] = after.contact_energy_ratio;
        flags[i] = after.flags;
        seen |= after.flags;
        bad |= after.contact_energy_ratio - after.contact_energy_ratio == 0 ? 0 : 1;
        bad |= may_leave_cone(mu[i], pt[i], pn[i]) ? 1 : 0;
    }
    return !bad && !(seen & claims);
}

/* The slow way, for a block with something illegal in it. Returns the first such impact. */
static size_t solve_one_by_one(const block *b, const routh_law *law, const routh_impact *impact, routh_status *first) {
    size_t first_bad = b->in.count;
    for (size_t i = 0; i < b->in.count; i++) {
        routh_contact contact = {
            .wtt = b->in.wtt[i], .wtn = b->in.wtn[i], .wnn = b->in.wnn[i], .vt = b->in.vt[i], .vn = b->in.vn[i]};
        double parameters[ROUTH_MAX_PARAMETERS];
        if (impact)
            routh_contact_take_couple(&contact, &impact[i]);
        for (int j = 0; j < law->parameter_count; j++)
            parameters[j] = b->in.parameter[j][i];
        routh_outcome outcome = {NAN, NAN, NAN, NAN, NAN, ROUTH_UNSOLVED, 0, NAN};
        const routh_status status = routh_law_solve(law, parameters, &contact, &outcome);
        if (status != ROUTH_OK && first_bad == b->in.count) {
            first_bad = i;
            *first = status;
        }
        b->in.pt[i] = outcome.pt;
        b->in.pn[i] = outcome.pn;
        b->in.mode[i] = outcome.mode;
        b->vt[i] = outcome.vt;
        b->vn[i] = outcome.vn;
        b->contact_energy_ratio[i] = outcome.contact_energy_ratio;
        b->flags[i] = outcome.flags;
        b->couple[i] = outcome.couple;
    }
    return first_bad;
}

static void narrow(const int64_t *restrict from, unsigned char *restrict to, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)from[i];
}

/* Solves one block; returns the index of its first unsolved impact, or batch->count. */
static size_t solve_block(const routh_law *law, const routh_impact *impact, const routh_batch *batch, scratch *s,
                          size_t start, routh_status *status) {
    block b = block_at(law, batch, s, start);
    const double *mu = s->no_friction;
    for (int j = 0; law->traits & ROUTH_LAW_FEASIBLE && j < law->parameter_count; j++)
        mu = law->parameter[j].is_friction ? b.in.parameter[j] : mu;
    size_t bad = batch->count;
    int solved = law->impulses && all_legal(&b.in, law); /* a caller's own law may have no loop of its own */
    if (solved) {
        law->impulses(&b.in);
        solved = finish(&b, routh_claims(law->traits), mu);
        for (size_t i = 0; batch->couple && i < b.in.count; i++)
            b.couple[i] = 0;
    }
    if (!solved) {
        const size_t first = solve_one_by_one(&b, law, impact ? impact + start : NULL, status);
        bad = first < b.in.count ? start + first : batch->count;
    }
    if (batch->mode)
        narrow(b.in.mode, batch->mode + start, b.in.count);
    if (batch->flags)
        narrow(b.flags, batch->flags + start, b.in.count);
    return bad;
}

/* Checks that everything the law needs is given. */
static int complete(const routh_law *law, const routh_batch *batch) {
    if (!batch->wtt || !batch->wtn || !batch->wnn || !batch->vt || !batch->vn)
        return 0;
    for (int j = 0; j < law->parameter_count; j++)
        if (!batch->parameter[j])
            return 0;
    return 1;
}

/* `impact`: whose contacts these are; NULL: not known. */
static routh_status solve_batch(const routh_law *law, const routh_impact *impact, const routh_batch *batch,
                                size_t *first_bad) {
    if (first_bad)
        *first_bad = 0;
    if (!law || !batch || batch->count > (size_t)PTRDIFF_MAX / sizeof(double) ||
        (batch->count > 0 && !complete(law, batch)))
        return ROUTH_BAD_ARGUMENT;
    if (batch->count == 0) /* then no array need be there, not even the parameters' */
        return ROUTH_OK;
    const size_t count = batch->count;
    const long blocks = (long)((count + BLOCK - 1) / BLOCK);
    size_t worst = count;
    routh_status result = ROUTH_OK;
#pragma omp parallel num_threads(blocks > 16 ? routh_useful_threads(batch->threads) : 1)
    {
        scratch s;
        for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++) {
            const int shared = j < law->parameter_count && !(batch->parameter_varies >> j & 1);
            const double value = shared ? *batch->parameter[j] : 0.0;
            for (size_t i = 0; i < BLOCK; i++)
                s.parameter[j][i] = value;
        }
        for (size_t i = 0; i < BLOCK; i++)
            s.no_friction[i] = INFINITY;
#pragma omp for schedule(static)
        for (long k = 0; k < blocks; k++) {
            routh_status status = ROUTH_OK;
            const size_t bad = solve_block(law, impact, batch, &s, (size_t)k * BLOCK, &status);
            if (bad < count) {
#pragma omp critical(routh_first_bad)
                if (bad < worst) {
                    worst = bad;
                    result = status;
                }
            }
        }
    }
    if (first_bad)
        *first_bad = worst;
    return result;
}

routh_status routh_law_solve_batch(const routh_law *law, const routh_batch *batch, size_t *first_bad) {
    return solve_batch(law, NULL, batch, first_bad);
}

/* Many impacts of bodies with one law, as routh_law_solve_batch solves contacts. */

routh_status routh_impacts_solve_batch(const routh_law *law, const routh_impact *impact, const routh_batch *batch,
                                       size_t *first_bad) {
    routh_status status = solve_batch(law, impact, batch, first_bad);
    if (!batch || (batch->count > 0 && !(impact && batch->pt && batch->pn)))
        return ROUTH_BAD_ARGUMENT;
    for (size_t i = 0; i < batch->count && status == ROUTH_OK; i++) {
        const double couple = batch->couple ? batch->couple[i] : 0;
        const routh_velocity after = routh_impact_after(&impact[i], batch->pt[i], batch->pn[i], couple);
        if (!isfinite(after.vx + after.vy + after.omega + routh_impact_energy_ratio(&impact[i], after))) {
            status = ROUTH_BAD_ARGUMENT;
            if (first_bad)
                *first_bad = i;
        } else if (couple != 0 && batch->flags) { /* of the impulse alone so far */
            batch->flags[i] = (unsigned char)routh_impact_flags(&impact[i], batch->pn[i], after);
        }
    }
    return status;
}
