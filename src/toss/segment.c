/* Tosses to impacts: every contact of every toss becomes one, rejected ones with their reasons.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/context.h"
#include "base/order.h"
#include "toss/body.h"
#include "toss/calibrate.h"
#include "toss/contact.h"

/* Room for the longest toss. */
typedef struct workspace {
    routh_toss_spike *spike;
    routh_toss_contact *contact;
} workspace;

static routh_status add_impact(routh_context *context, routh_toss_impacts *all, size_t *room,
                               const routh_toss_impact *impact) {
    if (all->count == *room) {
        const size_t wanted = *room ? 2 * *room : 256;
        routh_toss_impact *grown = routh_resize(context, all->impact, wanted, sizeof *grown);
        if (!grown)
            return ROUTH_OUT_OF_MEMORY;
        all->impact = grown;
        *room = wanted;
    }
    all->impact[all->count++] = *impact;
    return ROUTH_OK;
}

static routh_toss_neighbour neighbour_of(const routh_toss_contact *contact) {
    return contact->slip ? ROUTH_TOSS_SLIP : ROUTH_TOSS_CONTACT;
}

static routh_status segment_toss(routh_context *context, const routh_toss_setting *setting, const routh_tosses *tosses,
                                 size_t index, workspace *work, routh_toss_impacts *all, size_t *room) {
    const routh_toss *toss = &tosses->toss[index];
    const size_t count = routh_toss_spikes(setting, toss, work->spike);
    for (size_t i = 0; i < count; i++) {
        const size_t earliest = i > 0 ? work->spike[i - 1].last + 1 : 0;
        const size_t latest = i + 1 < count ? work->spike[i + 1].first - 1 : toss->count - 1;
        work->contact[i] = routh_toss_contact_fit(setting, toss, work->spike[i], earliest, latest);
    }
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        if (work->contact[i].slip)
            continue;
        const routh_toss_neighbour before = i > 0 ? neighbour_of(&work->contact[i - 1]) : ROUTH_TOSS_END;
        const routh_toss_neighbour after = i + 1 < count ? neighbour_of(&work->contact[i + 1]) : ROUTH_TOSS_END;
        routh_toss_impact impact = routh_toss_impact_of(setting, &work->contact[i], before, after);
        impact.toss = index;
        status = add_impact(context, all, room, &impact);
    }
    return status;
}

static routh_status segment_all(routh_context *context, const routh_toss_setting *setting, const routh_tosses *tosses,
                                routh_toss_impacts *all) {
    size_t longest = 0, room = 0;
    for (size_t t = 0; t < tosses->count; t++)
        longest = tosses->toss[t].count > longest ? tosses->toss[t].count : longest;
    workspace work = {.spike = routh_allocate(context, longest / 2 + 1, sizeof *work.spike)};
    work.contact = work.spike ? routh_allocate(context, longest / 2 + 1, sizeof *work.contact) : NULL;
    routh_status status = work.contact ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; status == ROUTH_OK && t < tosses->count; t++) {
        status = segment_toss(context, setting, tosses, t, &work, all, &room);
        if (status == ROUTH_OK)
            status = routh_progress(context, "segmenting", (double)(t + 1) / (double)tosses->count);
    }
    routh_release(context, work.contact);
    routh_release(context, work.spike);
    return status;
}

/* With the corner as it is: does exactly one touch the board, and does it come closer? */
static void judge_corner(const routh_toss_setting *setting, double rounding, routh_toss_impact *impact) {
    double turning[3];
    routh_toss_lowest(setting, impact->orientation, rounding, impact->point, &impact->next);
    impact->height = impact->position[2] + impact->point[2];
    if (impact->reasons != 0)
        return;
    routh_cross3(impact->before.spin, impact->point, turning);
    if (fabs(impact->height) > setting->options->ground_max)
        impact->reasons |= ROUTH_NOT_GROUND;
    if (impact->next < setting->options->corner_gap)
        impact->reasons |= ROUTH_TWO_CORNERS;
    if (!(impact->before.velocity[2] + turning[2] < 0))
        impact->reasons |= ROUTH_SEPARATES;
}

static void count_reasons(routh_toss_impacts *all) {
    for (size_t i = 0; i < all->count; i++) {
        all->used += all->impact[i].reasons == 0;
        for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
            all->rejected[reason] += all->impact[i].reasons >> reason & 1;
    }
}

/* The median restitution of the impacts that close faster than `least`, or of the others. */
static double restitution_of(const routh_toss_impacts *all, double least, bool faster, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const routh_toss_impact *impact = &all->impact[i];
        if (impact->reasons == 0 && (-impact->contact.v[2] > least) == faster)
            scratch[count++] = impact->restitution;
    }
    return routh_median(scratch, count);
}

/* Median and quartiles of what the used impacts show. */
static routh_status summarise(routh_context *context, routh_toss_impacts *all) {
    enum { RESTITUTION, FRICTION, DEPTH, CLOSING, SCRATCH, COLUMNS };
    double *column[COLUMNS], *value = routh_allocate(context, all->used, COLUMNS * sizeof *value);
    if (!value)
        return ROUTH_OUT_OF_MEMORY;
    for (int k = 0; k < COLUMNS; k++)
        column[k] = value + (size_t)k * all->used;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const routh_toss_impact *impact = &all->impact[i];
        if (impact->reasons != 0)
            continue;
        column[RESTITUTION][count] = impact->restitution;
        column[FRICTION][count] = hypot(impact->impulse[0], impact->impulse[1]) / impact->impulse[2];
        column[DEPTH][count] = -impact->height;
        column[CLOSING][count++] = -impact->contact.v[2];
    }
    all->restitution_median = routh_median(column[RESTITUTION], count); /* leaves them sorted */
    all->friction_median = routh_median(column[FRICTION], count);
    all->calibration.depth = routh_median(column[DEPTH], count);
    all->restitution_low = count ? routh_quantile(column[RESTITUTION], count, 0.25) : NAN;
    all->restitution_high = count ? routh_quantile(column[RESTITUTION], count, 0.75) : NAN;
    all->friction_low = count ? routh_quantile(column[FRICTION], count, 0.25) : NAN;
    all->friction_high = count ? routh_quantile(column[FRICTION], count, 0.75) : NAN;
    const double middle = routh_median(column[CLOSING], count);
    all->restitution_slow = restitution_of(all, middle, false, column[SCRATCH]);
    all->restitution_fast = restitution_of(all, middle, true, column[SCRATCH]);
    routh_release(context, value);
    return ROUTH_OK;
}

/* What the contacts found say of the body, and the rest of each. */
static routh_status complete(routh_context *context, const routh_toss_setting *setting, routh_toss_impacts *all) {
    const routh_toss_options *options = setting->options;
    if (options->calibrate)
        routh_toss_measure_rounding(setting, all);
    for (size_t i = 0; i < all->count; i++)
        judge_corner(setting, all->calibration.rounding, &all->impact[i]);
    count_reasons(all);
    all->identity = routh_toss_measure_identity(setting, all, false);
    all->stated = routh_toss_measure_identity(setting, all, true);
    const double uniform = options->mass * options->width * options->width / 6;
    const bool measured = options->calibrate && options->inertia == 0 && all->identity.inertia > 0;
    all->calibration.inertia = measured ? all->identity.inertia : options->inertia > 0 ? options->inertia : uniform;
    routh_status status = routh_toss_measure_contacts(context, all);
    return status == ROUTH_OK ? summarise(context, all) : status;
}

/* The longest toss must have room for one contact with the least flight on both sides. */
static routh_status check_tosses(routh_context *context, const routh_tosses *tosses,
                                 const routh_toss_options *options) {
    const size_t least = 2 * options->flight_min + 1;
    size_t longest = 0;
    for (size_t t = 0; t < tosses->count; t++)
        longest = tosses->toss[t].count > longest ? tosses->toss[t].count : longest;
    if (longest < least)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%s: the longest toss has %zu frames; a contact with %zu of flight on both sides needs %zu",
                          tosses->name, longest, options->flight_min, least);
    return ROUTH_OK;
}

routh_status routh_toss_segment(routh_context *context, const routh_tosses *tosses, const routh_toss_options *options,
                                routh_toss_impacts *impacts) {
    *impacts = (routh_toss_impacts){.mass = options->mass};
    routh_toss_setting setting;
    routh_status status = routh_toss_options_check(context, options);
    if (status == ROUTH_OK)
        status = check_tosses(context, tosses, options);
    if (status == ROUTH_OK)
        status = routh_toss_setting_of(context, tosses, options, &setting);
    if (status == ROUTH_OK)
        status = routh_toss_measure(context, &setting, tosses, &impacts->calibration);
    if (status == ROUTH_OK) {
        if (options->calibrate)
            routh_toss_apply(&impacts->calibration, &setting);
        status = segment_all(context, &setting, tosses, impacts);
    }
    if (status == ROUTH_OK)
        status = complete(context, &setting, impacts);
    if (status != ROUTH_OK)
        routh_toss_impacts_release(context, impacts);
    return status;
}

void routh_toss_impacts_release(routh_context *context, routh_toss_impacts *impacts) {
    routh_release(context, impacts->impact);
    *impacts = (routh_toss_impacts){0};
}
