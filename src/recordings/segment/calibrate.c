/* Calibration without a law: which offsets the point-impulse identity asks for, and which the data do not determine.
 *
 * Candidates are freed one group after the other: angle, centre, ratio of the axes. A group is freed if Wald's statistic
 * exceeds what BIC asks (p ln n) and what chance gives in one of 1,000, and does so both with all noise in the spin and
 * with noise in all velocities: noise in Δv can look like another shape, and only what remains either way is geometry. The
 * angle has to be evident beside a lead of the poses, too, and its interval holds both answers. Its value is that without a
 * lead: the best constant correction, which is what is applied.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "file/text.h"
#include "segment/segment3.h"

static const routh_name_entry values[] = {
#define VALUE_NAME(code, name, unit, about) {name, about},
    ROUTH_CALIBRATION_TABLE(VALUE_NAME)
#undef VALUE_NAME
};
const routh_names routh_calibration_values = {"value of a calibration", ROUTH_CALIBRATION_COUNT, values};

const char *routh_calibration_unit(routh_calibration_index index) {
    static const char *const units[] = {
#define VALUE_UNIT(code, name, unit, about) unit,
        ROUTH_CALIBRATION_TABLE(VALUE_UNIT)
#undef VALUE_UNIT
    };
    return (unsigned)index < ROUTH_CALIBRATION_COUNT ? units[index] : "";
}

/* With fewer impacts, sandwich errors are too small. */
static const size_t least_count = 20;
static const char too_few[] = "too few impacts: calibration needs 20 with an angle, besides those of a polygon "
                              "that struck almost flat";

/* Freed together, in this order. */
typedef struct group {
    unsigned unknowns, values; /* bits */
    double chance;             /* χ² that chance exceeds once in 1,000 */
} group;

#define UNKNOWN(which) (1u << ROUTH_IDENTITY_##which)
#define VALUE(which)   (1u << ROUTH_CALIBRATION_##which)

static const group groups[] = {
    {UNKNOWN(ANGLE), VALUE(ANGLE), 10.83},
    {UNKNOWN(CENTRE_X) | UNKNOWN(CENTRE_Y), VALUE(CENTRE_X) | VALUE(CENTRE_Y), 13.82},
    {UNKNOWN(RATIO), VALUE(RATIO), 10.83},
    {UNKNOWN(LEAD), VALUE(LEAD), 10.83}, /* reported only: it differs from impact to impact */
};
enum { GROUPS = sizeof groups / sizeof groups[0], LEAD_GROUP = GROUPS - 1 };

routh_calibration_options routh_calibration_options_default(void) {
    return (routh_calibration_options){.candidates = VALUE(ANGLE) | VALUE(CENTRE_X) | VALUE(CENTRE_Y) | VALUE(RATIO)};
}

void routh_calibrate_records(const routh_shape *shape, const double value[ROUTH_IDENTITY_UNKNOWNS],
                             routh_record *record, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (isfinite(record[i].theta))
            routh_identity_lever(shape, record[i].theta, 0, value, &record[i].rx, &record[i].ry);
}

/* Both ways in which the noise may lie. */
typedef struct two_fits {
    routh_identity_fit spin, all;
} two_fits;

static two_fits solve_both(const routh_identity *identity, unsigned free) {
    free |= UNKNOWN(SLOPE);
    return (two_fits){routh_identity_solve(identity, free, ROUTH_NOISE_OF_SPIN),
                      routh_identity_solve(identity, free, ROUTH_NOISE_OF_ALL)};
}

/* Rows that both fits used: a polygon that strikes almost flat counts in neither. */
static size_t used_by(const two_fits *fits) {
    return fits->spin.used < fits->all.used ? fits->spin.used : fits->all.used;
}

/* One unknown of a fit: the value with noise in all velocities, an interval that holds both. */
static void take_value(const two_fits *fits, int unknown, int count, routh_calibration_value *value) {
    const double factor = routh_student_quantile(0.95, fmax((double)used_by(fits) - count, 1));
    const double spin = fits->spin.value[unknown], all = fits->all.value[unknown];
    const double spin_error = factor * sqrt(fits->spin.covariance[unknown][unknown]);
    const double error = sqrt(fits->all.covariance[unknown][unknown]);
    value->determined = true;
    value->value = all;
    value->error = error;
    value->low = fmin(spin - spin_error, all - factor * error);
    value->high = fmax(spin + spin_error, all + factor * error);
    if (unknown == ROUTH_IDENTITY_RATIO) {
        value->value = exp(value->value);
        value->error *= value->value;
        value->low = exp(value->low);
        value->high = exp(value->high);
    }
    if (unknown == ROUTH_IDENTITY_SLOPE) {
        value->low = fmin(fits->all.slope_interval[0], value->low);
        value->high = fmax(fits->all.slope_interval[1], value->high);
    }
}

static int count_bits(unsigned bits) {
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* An error so large that the value says nothing: of an angle 0.1 rad, of a length a tenth of the body. */
static bool is_vague(const routh_identity *identity, const two_fits *fits, unsigned unknowns) {
    const double radius = routh_shape_radius(&identity->shape);
    const double most[ROUTH_IDENTITY_UNKNOWNS] = {[ROUTH_IDENTITY_ANGLE] = 0.1,
                                                  [ROUTH_IDENTITY_CENTRE_X] = 0.1 * radius,
                                                  [ROUTH_IDENTITY_CENTRE_Y] = 0.1 * radius,
                                                  [ROUTH_IDENTITY_RATIO] = 0.1,
                                                  [ROUTH_IDENTITY_LEAD] = 1};
    for (int k = 0; k < ROUTH_IDENTITY_UNKNOWNS; k++)
        if (unknowns >> k & 1 &&
            !(sqrt(fits->all.covariance[k][k]) < most[k] && sqrt(fits->spin.covariance[k][k]) < most[k]))
            return true;
    return false;
}

/* Why the data cannot determine a group, whatever the impacts; NULL: they may. */
static const char *excluded(const routh_dataset *dataset, const group *g) {
    const routh_shape *shape = &dataset->body.shape;
    if (shape->kind == ROUTH_DISC && g->unknowns & (UNKNOWN(ANGLE) | UNKNOWN(LEAD)))
        return "a disc looks the same at every angle";
    if (g->unknowns & UNKNOWN(RATIO) && shape->kind != ROUTH_ELLIPSE)
        return "only an ellipse has a ratio of axes";
    if (g->unknowns & UNKNOWN(LEAD) && dataset->trajectory_count > 0)
        return "segmentation takes the pose at the contact itself";
    if (g->unknowns & UNKNOWN(LEAD) && !(dataset->rate > 0))
        return "no rate is known";
    return NULL;
}

static void explain(const group *g, const two_fits *fits, double need, bool freed, bool candidate,
                    routh_calibration_value *value) {
    const double spin = routh_identity_wald(&fits->spin, g->unknowns),
                 all = routh_identity_wald(&fits->all, g->unknowns);
    if (g->unknowns & UNKNOWN(LEAD))
        snprintf(value->why, sizeof value->why,
                 "reported only: the time from pose to contact differs from impact to impact");
    else if (!candidate)
        snprintf(value->why, sizeof value->why, "kept as stated: not among the candidates");
    else if (freed)
        snprintf(value->why, sizeof value->why,
                 "evidence %.1f with noise in all velocities, %.1f with noise in the "
                 "spin alone; %.1f needed",
                 all, spin, need);
    else if (spin > need)
        snprintf(
            value->why, sizeof value->why,
            "kept as stated: noise in Δv explains it (evidence %.1f with all noise in the spin, %.1f with noise in "
            "all velocities; %.1f needed)",
            spin, all, need);
    else
        snprintf(value->why, sizeof value->why, "kept as stated: evidence %.1f, %.1f needed", fmin(spin, all), need);
}

static routh_lead_rival find_rival(const routh_dataset *dataset, const routh_identity *identity, unsigned free) {
    return excluded(dataset, &groups[LEAD_GROUP]) ? (routh_lead_rival){.possible = false}
                                                  : routh_lead_rival_of(identity, free, least_count);
}

/* Fits with one more group free, decides, and notes its values. Rest poses measure the angle directly, and a polygon that
 * strikes almost flat changes its corner with the smallest correction: where there are some, they decide. */
static void try_group(const routh_dataset *dataset, const routh_identity *identity, const group *g,
                      const routh_calibration_options *options, size_t rests, unsigned *free,
                      routh_calibration *calibration) {
    const char *reason = excluded(dataset, g);
    const two_fits fits = reason ? (two_fits){.spin = {0}} : solve_both(identity, *free | g->unknowns);
    const int count = count_bits(*free | g->unknowns) + 1;
    const bool determined = fits.spin.determined && fits.all.determined;
    if (!reason && used_by(&fits) < least_count)
        reason = too_few;
    if (!reason && !determined)
        reason = "the impacts are too alike: all strike at nearly one angle, or their spins do not follow the levers";
    if (!reason && is_vague(identity, &fits, g->unknowns))
        reason =
            "the standard error is too large: the impacts are too few, too alike or too noisy, or the shape is wrong";
    const bool candidate = (options->candidates & g->values) == g->values;
    const double need = fmax(g->chance, count_bits(g->unknowns) * log((double)used_by(&fits)));
    const bool rested = g->unknowns & UNKNOWN(ANGLE) && rests > 0 && !options->forced;
    const bool evident = !reason && routh_identity_wald(&fits.spin, g->unknowns) > need &&
                         routh_identity_wald(&fits.all, g->unknowns) > need;
    const routh_lead_rival rival = !reason && g->unknowns & (UNKNOWN(ANGLE) | UNKNOWN(LEAD))
                                       ? find_rival(dataset, identity, *free)
                                       : (routh_lead_rival){.possible = false};
    bool freed = !reason && !rested && candidate && (options->forced || evident) && !(g->unknowns & UNKNOWN(LEAD));
    for (int i = 0; i < ROUTH_IDENTITY_VALUES; i++) {
        routh_calibration_value *value = &calibration->value[routh_identity_values[i].index];
        if (!(g->unknowns >> routh_identity_values[i].unknown & 1))
            continue;
        if (reason) {
            routh_calibration_unknown(value, "%s", reason);
            continue;
        }
        take_value(&fits, routh_identity_values[i].unknown, count, value);
        explain(g, &fits, need, freed, candidate, value);
        if (routh_identity_values[i].unknown == ROUTH_IDENTITY_ANGLE) {
            routh_lead_widen_angle(&rival, value);
            const bool left = routh_lead_leaves_angle(&rival, need, value);
            if (freed && rival.possible)
                routh_lead_explain_angle(&rival, need, left, value);
            freed = freed && (options->forced || left);
        }
        if (routh_identity_values[i].unknown == ROUTH_IDENTITY_LEAD)
            routh_lead_explain(&rival, value);
        value->freed = freed;
        if (rested)
            snprintf(value->why, sizeof value->why,
                     "kept as it is: %zu poses at rest gave the angle; this is what the identity would correct beyond "
                     "them",
                     rests);
        if (freed && options->forced)
            snprintf(value->why, sizeof value->why, "freed as requested");
    }
    *free |= freed ? g->unknowns : 0;
}

/* All freed together, which moves each a little; and m/I. */
static void take_final(const routh_dataset *dataset, const routh_identity *identity, unsigned free,
                       routh_calibration *calibration) {
    const two_fits fits = solve_both(identity, free);
    const int count = count_bits(free) + 1;
    routh_calibration_value *slope = &calibration->value[ROUTH_CALIBRATION_SLOPE];
    calibration->count = used_by(&fits);
    if (calibration->count < least_count) {
        routh_calibration_unknown(slope, "%s", too_few);
        return;
    }
    if (!fits.spin.determined || !fits.all.determined) {
        routh_calibration_unknown(slope, "the impacts do not determine m/I: spins do not follow the levers");
        return;
    }
    for (int i = 0; i < ROUTH_IDENTITY_VALUES; i++)
        if (free >> routh_identity_values[i].unknown & 1)
            take_value(&fits, routh_identity_values[i].unknown, count,
                       &calibration->value[routh_identity_values[i].index]);
    if (free & UNKNOWN(ANGLE)) {
        const routh_lead_rival rival = find_rival(dataset, identity, free);
        routh_lead_widen_angle(&rival, &calibration->value[ROUTH_CALIBRATION_ANGLE]);
    }
    take_value(&fits, ROUTH_IDENTITY_SLOPE, count, slope);
    snprintf(slope->why, sizeof slope->why,
             "the interval reaches from the regression of the spin on the lever to its inverse, as the noise may be in "
             "either");
}

/* The identity as a plain regression, with r at these values; NULL: as stored. */
static routh_status regress(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                            const double *value, routh_frame_hypothesis *found) {
    routh_dataset view = *dataset;
    routh_frame_evidence evidence;
    ROUTH_ARENA(room, context);
    view.record = routh_take(&room, dataset->count, sizeof *view.record);
    ROUTH_TRY(room.status);
    memcpy(view.record, dataset->record, dataset->count * sizeof *view.record);
    if (value)
        routh_calibrate_records(&dataset->body.shape, value, view.record, view.count);
    ROUTH_TRY(routh_frame_evidence_of(context, &view, &evidence));
    *found = evidence.hypothesis[frame];
    return ROUTH_OK;
}

static routh_status regress_all(routh_context *context, const routh_dataset *dataset, const routh_identity *identity,
                                unsigned free, routh_calibration *calibration) {
    double value[ROUTH_IDENTITY_UNKNOWNS] = {0};
    routh_status status = regress(context, dataset, calibration->frame, NULL, &calibration->stored);
    if (status == ROUTH_OK)
        status = regress(context, dataset, calibration->frame, value, &calibration->recorded);
    routh_calibration_unknowns(calibration, value);
    if (status == ROUTH_OK)
        status = regress(context, dataset, calibration->frame, value, &calibration->calibrated);
    if (status != ROUTH_OK || identity->shape.kind != ROUTH_ELLIPSE)
        return status;
    const routh_identity_fit fit =
        routh_identity_solve(identity, free | UNKNOWN(SLOPE) | UNKNOWN(RATIO), ROUTH_IDENTITY_SQUARES);
    return fit.determined ? regress(context, dataset, calibration->frame, fit.value, &calibration->with_ratio) : status;
}

/* Why nothing at all can be determined; NULL: something may. */
static const char *cannot_carry(const routh_dataset *dataset, size_t used, size_t with_angle) {
    if (routh_shape_check(NULL, &dataset->body.shape) != ROUTH_OK)
        return "the body has no shape";
    if (used >= least_count && with_angle == 0)
        return "no angle is recorded";
    return with_angle < least_count ? too_few : NULL;
}

static routh_status calibrate(routh_context *context, const routh_dataset *dataset,
                              const routh_calibration_options *options, const routh_identity *identity,
                              routh_calibration *calibration) {
    const char *reason = cannot_carry(dataset, routh_dataset_used(dataset, NULL), identity->count);
    calibration->count = identity->count;
    if (reason) {
        for (int i = 0; i < ROUTH_CALIBRATION_COUNT; i++)
            routh_calibration_unknown(&calibration->value[i], "%s", reason);
        return ROUTH_OK;
    }
    unsigned free = 0;
    routh_rest_pose rest = {0};
    ROUTH_TRY(dataset->trajectory_count > 0 ? routh_rest_pose_of(context, dataset, &rest) : ROUTH_OK);
    unsigned before = 0;
    for (int pass = 0; pass == 0 || (pass < 3 && free != before); pass++) { /* what was found later may uncover more */
        before = free;
        for (int i = 0; i < GROUPS; i++) {
            if (!(free & groups[i].unknowns))
                try_group(dataset, identity, &groups[i], options, rest.count, &free, calibration);
            ROUTH_TRY(*identity->stopped ? ROUTH_CANCELLED : ROUTH_OK);
        }
    }
    take_final(dataset, identity, free, calibration);
    ROUTH_TRY(routh_check_cancelled(context));
    ROUTH_TRY(regress_all(context, dataset, identity, free, calibration));
    ROUTH_TRY(routh_check_cancelled(context));
    ROUTH_TRY(routh_calibrate_lag(context, dataset, calibration));
    return routh_calibrate_size(context, dataset, calibration);
}

routh_status routh_calibration_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                  const routh_calibration_options *options, routh_calibration *calibration) {
    static const routh_frame_hypothesis nothing = {NAN, NAN, NAN, NAN, NAN, NAN};
    const routh_calibration_options defaults = routh_calibration_options_default();
    if (!dataset || !calibration)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "calibration: the dataset or the calibration is NULL");
    if ((unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "calibration: there is no frame %d", (int)frame);
    *calibration = (routh_calibration){
        .frame = frame, .stored = nothing, .recorded = nothing, .calibrated = nothing, .with_ratio = nothing};
    routh_identity identity;
    ROUTH_C_LOCALE(context); /* reasons have decimal points wherever the program runs */
    routh_status status = routh_identity_create(context, dataset, frame, &identity);
    if (status == ROUTH_OK)
        status = calibrate(context, dataset, options ? options : &defaults, &identity, calibration);
    if (status == ROUTH_OK && *identity.stopped)
        status = ROUTH_CANCELLED;
    routh_identity_release(context, &identity);
    return status;
}
