/* Mass and inertia from contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "inertia/inertia.h"

/* A residual of this many deviations is an outlier: chance alone makes one in 16,000 contacts. */
static const double outlier = 4;

/* At most this many turns of outliers and estimate. */
enum { MOST_PASSES = 12 };

/* A column smaller than this share of its terms is rounding. */
static const double negligible = 1e-9;

routh_inertia_options routh_inertia_options_default(void) {
    return (routh_inertia_options){.regression = ROUTH_MODE_FREE,
                                   .estimator = ROUTH_ERRORS_IN_VARIABLES,
                                   .gravity = 9.81,
                                   .mu = 0.3,
                                   .eps = 0.5,
                                   .mass = NAN,
                                   .robust = 1};
}

static routh_status check_options(routh_context *context, const routh_inertia_options *o) {
    const routh_noise *n = &o->noise;
    const double noise[] = {n->rx, n->ry, n->y, n->theta, n->vx, n->vy, n->omega};
    for (size_t k = 0; k < sizeof noise / sizeof noise[0]; k++)
        if (!(noise[k] >= 0) || isinf(noise[k]))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "noise",
                                    "inertia: noise %g must be finite and 0 or more", noise[k]);
    if (!(o->gravity >= 0) || isinf(o->gravity))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gravity",
                                "inertia: gravity %g m/s² must be finite and 0 or more", o->gravity);
    if (!isnan(o->mass) && (!(o->mass > 0) || isinf(o->mass)))
        return routh_fail_field(context, ROUTH_BAD_MASS, "mass", "inertia: mass %g kg must be finite and positive",
                                o->mass);
    if (o->regression != ROUTH_MODE_FREE && (!(o->mu >= 0 && o->eps >= 0 && o->eps <= 1) || isinf(o->mu)))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "mu eps",
            "inertia: friction %g and restitution %g; they must be at least 0, and restitution at most 1", o->mu,
            o->eps);
    if (o->regression != ROUTH_MODE_FREE && o->estimator == ROUTH_ERRORS_IN_VARIABLES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "inertia: errors in variables need the mode-free regression; the sliding and sticking ones "
                          "take least squares");
    if (!(o->slip >= 0) || isinf(o->slip))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "slip",
                                "inertia: slip %g m/s must be finite and 0 or more", o->slip);
    const routh_limit limits[] = {{"gravity", "m/s²", o->gravity, ROUTH_RANGE_GRAVITY},
                                  {"mass", "kg", isnan(o->mass) ? 1 : o->mass, ROUTH_RANGE_MASS},
                                  {"slip", "m/s", o->slip, 0, 1e6}};
    ROUTH_TRY(routh_check_limits(context, "inertia", limits, sizeof limits / sizeof limits[0]));
    const routh_status shape = o->shape ? routh_shape_check(context, o->shape) : ROUTH_OK;
    return shape == ROUTH_OK ? routh_inertia_size_check(context, o) : shape;
}

static routh_status check_record(routh_context *context, const routh_record *c) {
    const double sum = c->rx + c->ry + c->before.vx + c->before.vy + c->before.omega + c->after.vx + c->after.vy +
                       c->after.omega + c->duration + c->fx + c->fy + c->torque + c->gravity_tilt;
    if (!isfinite(sum) || c->duration < 0)
        return routh_fail(
            context, ROUTH_NOT_FINITE,
            "inertia: record %zu (from 0) has a number that is not finite, or its duration %g s is negative", c->index,
            c->duration);
    return ROUTH_OK;
}

routh_status routh_inertia_check(routh_context *context, const routh_record *records, size_t count,
                                 const routh_inertia_options *options) {
    if (!records && count > 0)
        return routh_array_check(context, "records", records, count);
    ROUTH_TRY(check_options(context, options));
    if (count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: there are no contacts to fit");
    for (size_t i = 0; i < count; i++)
        ROUTH_TRY(check_record(context, &records[i]));
    return ROUTH_OK;
}

static routh_status allocate_fit(routh_context *context, inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    const size_t n = work->count;
    fit->lever = routh_allocate(context, n, sizeof *fit->lever);
    fit->turn = routh_allocate(context, n, sizeof *fit->turn);
    fit->deviation = routh_allocate(context, n, sizeof *fit->deviation);
    fit->misfit = routh_allocate(context, n, sizeof *fit->misfit);
    fit->impulse = routh_allocate(context, 2 * n, sizeof *fit->impulse);
    work->change = routh_allocate(context, n, sizeof *work->change);
    return fit->lever && fit->turn && fit->deviation && fit->misfit && fit->impulse && work->change
               ? ROUTH_OK
               : ROUTH_OUT_OF_MEMORY;
}

/* Which columns exist: 1/I and 1/m need a known force. */
static routh_status choose_unknowns(routh_context *context, inertia_work *work) {
    double lever = 0, most_lever = 0, moment = 0, most_moment = 0, turn = 0;
    size_t used = 0;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        const contact_change *d = &work->change[i];
        if (!inertia_uses(work, i))
            continue;
        used++;
        turn = fmax(turn, fabs(d->omega));
        lever = fmax(lever, fabs(contact_lever(d, c->rx, c->ry)));
        most_lever = fmax(most_lever, hypot(c->rx, c->ry) * hypot(d->vx, d->vy));
        moment = fmax(moment, fabs(contact_moment(c, c->rx, c->ry)));
        most_moment = fmax(most_moment, c->duration * (fabs(c->torque) + hypot(c->rx, c->ry) * hypot(c->fx, c->fy)));
    }
    if (used == 0 && work->options->regression == ROUTH_MODE_FREE)
        return routh_fail(
            context, ROUTH_NOT_ENDED,
            "inertia: the body turns so far within the duration of each of %zu contacts that which corner "
            "touched is open; a shorter time between the states before and after would help",
            work->count);
    if (used == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: none of %zu contacts is %s", work->count,
                          work->options->regression == ROUTH_STICKING_MODE ? "sticking" : "sliding");
    if (!(lever > negligible * most_lever))
        return routh_fail(
            context, ROUTH_BAD_ARGUMENT,
            "inertia: no excitation: %s of %zu contacts; drop the body so that it touches beside its centre",
            most_lever > 0 ? "the contact impulse passes through the centre of mass in each"
                           : "the velocity does not change in any",
            used);
    if (!(turn > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "inertia: no excitation: the spin does not change in any of %zu "
                          "contacts",
                          used);
    work->unknown[work->unknowns++] = ROUTH_M_OVER_I;
    if (isnan(work->options->mass) && moment > negligible * most_moment)
        work->unknown[work->unknowns++] = ROUTH_ONE_OVER_I;
    return ROUTH_OK;
}

/* Errors in variables start from a positive m/I; where least squares finds none, from the ratio of the changes of
 * spin to the levers. */
static void make_positive(const inertia_work *work) {
    double turns = 0, levers = 0;
    if (work->fit->value[0] > 0)
        return;
    for (size_t i = 0; i < work->count; i++) {
        double lever, moment;
        inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &lever, &moment);
        if (inertia_uses(work, i)) {
            turns = hypot(turns, work->change[i].omega);
            levers = hypot(levers, lever);
        }
    }
    work->fit->value[0] = turns / levers;
}

/* Least squares; for sliding contacts in turns, because 1/m = (1/I)/(m/I) is not linear in the unknowns. */
static routh_status least_squares(routh_context *context, const inertia_work *work, int at_zero[MOST_UNKNOWNS]) {
    enum { MOST_TURNS = 100 };
    if (work->options->regression != ROUTH_SLIDING_MODE || work->unknowns == 1)
        return routh_inertia_least_squares(context, work, at_zero);
    routh_inertia_robust_start(work);
    make_positive(work);
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        const double before = work->fit->value[0];
        const routh_status status = routh_inertia_least_squares(context, work, at_zero);
        const bool settled = fabs(work->fit->value[0] - before) <= 1e-13 * before;
        if (status != ROUTH_OK || settled || !(work->fit->value[0] > 0))
            return status;
    }
    return ROUTH_OK;
}

/* Noise is easily stated too low, and errors come from what the contacts show. But residuals that have little to do with it
 * are no noise, and pose noise is then averaged over the wrong poses. */
static routh_status check_level(routh_context *context, const inertia_work *work) {
    static const double most = 20;
    if (work->options->estimator == ROUTH_LEAST_SQUARES || !(work->fit->level > most))
        return ROUTH_OK;
    return routh_fail(context, ROUTH_NOT_ENDED,
                      "m/I is not determined: most contacts differ from the balance by more than %.0f times the stated "
                      "noise; pose and velocities may not be of the same moment, or the frame, the shape, the force or "
                      "the noise is wrong",
                      most);
}

/* Least squares with recorded poses are no start where these are known to be off. */
static bool has_offsets(const routh_inertia_estimate *fit) {
    return fabs(fit->angle_offset) + fabs(fit->height_offset) > 0;
}

static routh_status estimate(routh_context *context, const inertia_work *work, int at_zero[MOST_UNKNOWNS]) {
    routh_status status = has_offsets(work->fit) ? ROUTH_OK : least_squares(context, work, at_zero);
    if (status != ROUTH_OK || work->options->estimator == ROUTH_LEAST_SQUARES)
        return status;
    make_positive(work);
    if (work->unknowns > 1 && at_zero[1] && (status = check_level(context, work)) != ROUTH_OK)
        return status;
    if (work->unknowns > 1 && at_zero[1])
        return routh_fail(
            context, ROUTH_NOT_ENDED,
            "no positive inertia explains these contacts: the known force turns the body too little beside "
            "the noise, or it has another sign or size");
    memset(at_zero, 0, MOST_UNKNOWNS * sizeof *at_zero);
    return routh_inertia_errors_in_variables(context, work);
}

/* Marks outliers; 1 where the set has changed. */
static int mark_outliers(const inertia_work *work) {
    int changed = 0;
    for (size_t i = 0; i < work->count; i++) {
        routh_misfit *misfit = &work->fit->misfit[i];
        const routh_misfit now = work->fit->deviation[i] > outlier ? ROUTH_MISFIT_OTHER : ROUTH_FITS;
        if (*misfit == ROUTH_MISFIT_MODE || *misfit == ROUTH_MISFIT_UNCERTAIN || *misfit == now)
            continue;
        *misfit = now;
        changed = 1;
    }
    return changed;
}

static routh_status estimate_robustly(routh_context *context, const inertia_work *work, int at_zero[MOST_UNKNOWNS]) {
    routh_inertia_robust_start(work);
    make_positive(work);
    if (work->options->estimator == ROUTH_ERRORS_IN_VARIABLES)
        ROUTH_TRY(routh_inertia_start_offsets(context, work));
    ROUTH_TRY(routh_inertia_deviations(context, work));
    for (int pass = 0, changed = 1; changed && pass < MOST_PASSES; pass++) {
        if (pass == 0)
            mark_outliers(work);
        ROUTH_TRY(estimate(context, work, at_zero));
        if (work->fit->value[0] > 0)
            ROUTH_TRY(routh_inertia_deviations(context, work));
        changed = pass + 1 < MOST_PASSES && mark_outliers(work);
    }
    return ROUTH_OK;
}

/* Chains of contacts where there are any; then what is left to do for each record. */
static routh_status estimate_linked(routh_context *context, const inertia_work *work, bool *applies) {
    *applies = false;
    if (work->options->estimator == ROUTH_ERRORS_IN_VARIABLES)
        ROUTH_TRY(routh_inertia_linked(context, work, applies));
    if (!*applies)
        return ROUTH_OK;
    ROUTH_TRY(routh_inertia_deviations(context, work));
    for (size_t i = 0; i < work->count; i++)
        if (work->fit->misfit[i] == ROUTH_MISFIT_UNCERTAIN && work->fit->deviation[i] > outlier)
            work->fit->misfit[i] = ROUTH_MISFIT_OTHER;
    return routh_inertia_momenta(context, work);
}

/* Momentum changes less the known force's share; those of errors in variables are better than the raw ones. */
static void derive_impulses(const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    fit->impulse_is_absolute = !isnan(fit->mass);
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        double *p = &fit->impulse[2 * i];
        if (work->options->estimator == ROUTH_LEAST_SQUARES) {
            p[0] = work->change[i].vx;
            p[1] = work->change[i].vy;
        }
        const double scale = fit->impulse_is_absolute ? fit->mass : 1;
        const int forced = c->duration * hypot(c->fx, c->fy) > 0;
        const double unknown = forced && !fit->impulse_is_absolute ? NAN : 0;
        p[0] = scale * p[0] - (fit->impulse_is_absolute ? c->duration * c->fx : unknown);
        p[1] = scale * p[1] - (fit->impulse_is_absolute ? c->duration * c->fy : unknown);
    }
}

static void measure_residuals(const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    double square = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < work->count; i++) {
        double lever, moment;
        inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &lever, &moment);
        fit->lever[i] = lever;
        fit->turn[i] = work->change[i].omega - (work->unknowns > 1 ? fit->value[1] * moment : 0);
        if (!inertia_uses(work, i))
            continue;
        fit->used++;
        const double said = fit->value[0] * lever;
        square += (fit->turn[i] - said) * (fit->turn[i] - said);
        x += said;
        y += fit->turn[i];
        xx += said * said;
        xy += said * fit->turn[i];
        yy += fit->turn[i] * fit->turn[i];
    }
    const double n = (double)fit->used, spread = (xx - x * x / n) * (yy - y * y / n);
    fit->left_out = fit->count - fit->used;
    fit->residual = sqrt(square / n);
    fit->correlation = spread > 0 ? (xy - x * y / n) / sqrt(spread) : NAN;
}

static routh_status fit_contacts(routh_context *context, inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    int at_zero[MOST_UNKNOWNS] = {0};
    for (size_t i = 0; i < work->count; i++)
        work->change[i] = contact_change_of(&work->record[i], work->options->gravity);
    ROUTH_TRY(routh_inertia_mark_modes(context, work));
    routh_inertia_mark_corners(work);
    ROUTH_TRY(choose_unknowns(context, work));
    bool linked = false;
    ROUTH_TRY(estimate_linked(context, work, &linked));
    if (!linked)
        ROUTH_TRY((work->options->robust ? estimate_robustly : estimate)(context, work, at_zero));
    if (!linked && !work->options->robust && fit->value[0] > 0)
        ROUTH_TRY(routh_inertia_deviations(context, work));
    ROUTH_TRY(check_level(context, work));
    ROUTH_TRY(routh_inertia_excitation(context, work));
    ROUTH_TRY(routh_inertia_add_size_error(context, work, routh_inertia_fit));
    fit->unknowns = work->unknowns;
    for (int k = 0; k < work->unknowns; k++)
        fit->unknown[k] = work->unknown[k];
    routh_inertia_derive_intervals(work);
    ROUTH_TRY(routh_inertia_allow_pose_noise(context, work, routh_inertia_fit));
    routh_inertia_judge(work, at_zero);
    routh_inertia_derive_mass(work);
    for (size_t i = 0; i < work->count; i++)
        if (fit->misfit[i] == ROUTH_MISFIT_OTHER)
            fit->misfit[i] = routh_inertia_explain(work, i);
    derive_impulses(work);
    measure_residuals(work);
    return routh_inertia_say(context, work);
}

routh_status routh_inertia_fit(routh_context *context, const routh_record *records, size_t count,
                               const routh_inertia_options *options, routh_inertia_estimate *fit) {
    const routh_inertia_options defaults = routh_inertia_options_default();
    options = options ? options : &defaults;
    if (!fit)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: the estimate is NULL");
    *fit = (routh_inertia_estimate){
        .estimator = options->estimator, .regression = options->regression, .count = count, .noise = options->noise};
    routh_status status = routh_inertia_check(context, records, count, options);
    if (status != ROUTH_OK)
        return status;
    const routh_noise *n = &options->noise;
    inertia_work work = {.record = records,
                         .count = count,
                         .options = options,
                         .noise = *n,
                         .noise_known = n->vx > 0 || n->vy > 0 || n->omega > 0,
                         .fit = fit};
    status = allocate_fit(context, &work);
    if (status == ROUTH_OK)
        status = fit_contacts(context, &work);
    routh_release(context, work.change);
    if (status != ROUTH_OK)
        routh_inertia_estimate_release(context, fit);
    return status;
}
