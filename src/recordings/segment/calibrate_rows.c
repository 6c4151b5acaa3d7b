/* What stored contact rows and heights at contact show: how far the rows lag behind the pose, and the body's size.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "segment/segment.h"
#include "segment/segment3.h"

/* The values of a calibration that are unknowns of the identity. */

const routh_identity_value routh_identity_values[ROUTH_IDENTITY_VALUES] = {
    {ROUTH_IDENTITY_ANGLE, ROUTH_CALIBRATION_ANGLE},
    {ROUTH_IDENTITY_CENTRE_X, ROUTH_CALIBRATION_CENTRE_X},
    {ROUTH_IDENTITY_CENTRE_Y, ROUTH_CALIBRATION_CENTRE_Y},
    {ROUTH_IDENTITY_RATIO, ROUTH_CALIBRATION_RATIO},
    {ROUTH_IDENTITY_LEAD, ROUTH_CALIBRATION_LEAD}};

void routh_calibration_unknown(routh_calibration_value *value, const char *format, ...) {
    *value = (routh_calibration_value){.value = NAN, .error = NAN, .low = NAN, .high = NAN};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value->why, sizeof value->why, format, arguments);
    va_end(arguments);
}

void routh_calibration_unknowns(const routh_calibration *calibration, double value[ROUTH_IDENTITY_UNKNOWNS]) {
    memset(value, 0, ROUTH_IDENTITY_UNKNOWNS * sizeof *value);
    for (int i = 0; i < ROUTH_IDENTITY_VALUES; i++) {
        const routh_calibration_value *one = &calibration->value[routh_identity_values[i].index];
        if (one->freed)
            value[routh_identity_values[i].unknown] =
                routh_identity_values[i].unknown == ROUTH_IDENTITY_RATIO ? log(one->value) : one->value;
    }
}

enum { MOST_PASSES = 20 };

static const double huber_limit = 1.345;

/* One equation of a linear regression; `unknowns` of the first numbers are used. */
typedef struct equation {
    double factor[ROUTH_NORMAL_MOST], right;
} equation;

/* Least squares with Huber's weights; false where they do not determine every unknown. */
static bool solve_robust(const equation *all, size_t count, int unknowns, double *scratch,
                         routh_normal_answer *answer) {
    double scale = 0;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        routh_normal normal = {.unknowns = unknowns};
        for (size_t i = 0; i < count; i++) {
            double rest = all[i].right, row[ROUTH_NORMAL_MOST];
            for (int k = 0; k < unknowns; k++)
                rest -= pass > 0 ? answer->value[k] * all[i].factor[k] : 0;
            const double limit = huber_limit * scale;
            const double root = pass > 0 && fabs(rest) > limit ? sqrt(limit / fabs(rest)) : 1;
            for (int k = 0; k < unknowns; k++)
                row[k] = root * all[i].factor[k];
            routh_normal_add(&normal, row, root * all[i].right);
        }
        normal.freedom -= unknowns;
        if (!routh_normal_solve(&normal, answer))
            return false;
        for (size_t i = 0; i < count; i++) {
            scratch[i] = all[i].right;
            for (int k = 0; k < unknowns; k++)
                scratch[i] -= answer->value[k] * all[i].factor[k];
            scratch[i] = fabs(scratch[i]);
        }
        scale = fmax(ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count), 1e-300);
    }
    return true;
}

static void take(const routh_normal_answer *answer, int unknown, size_t count, int unknowns,
                 routh_calibration_value *value) {
    const double factor = routh_student_quantile(0.95, fmax((double)count - unknowns, 1));
    value->determined = true;
    value->value = answer->value[unknown];
    value->error = answer->error[unknown];
    value->low = value->value - factor * value->error;
    value->high = value->value + factor * value->error;
}

/* The stored rx, linearised: rx − rx(θ) = −(offset + lag · step) drx/dθ. ry says little: it has an extremum where rx
 * changes fastest. Two equations an impact would have errors that are not independent. */
static size_t lag_equations(const routh_dataset *dataset, equation *all, double *apart) {
    static const double small = 1e-5;
    size_t count = 0;
    *apart = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || !isfinite(record->theta))
            continue;
        const double up[ROUTH_IDENTITY_UNKNOWNS] = {[ROUTH_IDENTITY_ANGLE] = -small};
        const double down[ROUTH_IDENTITY_UNKNOWNS] = {[ROUTH_IDENTITY_ANGLE] = small};
        double x, y, x_up, x_down;
        routh_identity_lever(&dataset->body.shape, record->theta, 0, (double[ROUTH_IDENTITY_UNKNOWNS]){0}, &x, &y);
        *apart = fmax(*apart, hypot(record->rx - x, record->ry - y));
        routh_identity_lever(&dataset->body.shape, record->theta, 0, up, &x_up, &y);
        routh_identity_lever(&dataset->body.shape, record->theta, 0, down, &x_down, &y);
        const double slope = (x_up - x_down) / (2 * small);
        all[count++] = (equation){{-slope, -slope * record->before.omega / dataset->rate}, record->rx - x};
    }
    return count;
}

routh_status routh_calibrate_lag(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration) {
    routh_calibration_value *value = &calibration->value[ROUTH_CALIBRATION_LAG];
    ROUTH_ARENA(room, context);
    equation *all = routh_take(&room, dataset->count, sizeof *all);
    double *scratch = all ? routh_allocate(context, dataset->count, sizeof *scratch) : NULL;
    const double radius = routh_shape_radius(&dataset->body.shape);
    routh_normal_answer answer = {.scatter = 0};
    double apart = 0;
    const size_t count = scratch ? lag_equations(dataset, all, &apart) : 0;
    if (dataset->trajectory_count > 0 || apart <= 1e-6 * radius)
        routh_calibration_unknown(value, "the stored rows are those of the recorded angle");
    else if (!(dataset->rate > 0))
        routh_calibration_unknown(value, "no rate is known");
    else if (!solve_robust(all, count, 2, scratch, &answer) || !(answer.error[1] < 1))
        routh_calibration_unknown(value, "the stored rows do not follow the recorded angle");
    else {
        take(&answer, 1, count, 2, value);
        snprintf(value->why, sizeof value->why,
                 "reported only: a calibration computes the rows anew; beside the lag they are %.2g rad off",
                 answer.value[0]);
    }
    routh_release(context, scratch);
    return scratch ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* y = ground + size · height(θ) + time · (−vy), the last only where the pose is not at the contact itself. */
static size_t size_equations(const routh_dataset *dataset, const double value[ROUTH_IDENTITY_UNKNOWNS], equation *all) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->reasons != 0 || !isfinite(record->theta) || !isfinite(record->y))
            continue;
        double x, y;
        routh_identity_lever(&dataset->body.shape, record->theta, 0, value, &x, &y);
        all[count++] = (equation){{1, -y, -record->before.vy}, record->y};
    }
    return count;
}

routh_status routh_calibrate_size(routh_context *context, const routh_dataset *dataset,
                                  routh_calibration *calibration) {
    routh_calibration_value *value = &calibration->value[ROUTH_CALIBRATION_SIZE];
    ROUTH_ARENA(room, context);
    equation *all = routh_take(&room, dataset->count, sizeof *all);
    double *scratch = all ? routh_allocate(context, dataset->count, sizeof *scratch) : NULL;
    double unknown[ROUTH_IDENTITY_UNKNOWNS];
    routh_normal_answer answer = {.scatter = 0};
    routh_calibration_unknowns(calibration, unknown);
    const size_t count = scratch ? size_equations(dataset, unknown, all) : 0;
    const int unknowns = dataset->trajectory_count > 0 ? 2 : 3;
    if (dataset->body.shape.kind == ROUTH_DISC)
        routh_calibration_unknown(value,
                                  "the identity shows size × m/I only, and a disc is equally high at every angle");
    else if (count < 20)
        routh_calibration_unknown(value, "the identity shows size × m/I only, and no heights are recorded");
    else if (!solve_robust(all, count, unknowns, scratch, &answer) || !(answer.error[1] < 0.1))
        routh_calibration_unknown(value, "the identity shows size × m/I only, and heights at contact vary too little");
    else {
        take(&answer, 1, count, unknowns, value);
        snprintf(value->why, sizeof value->why,
                 "reported only: from how the height at contact changes with the angle; rounded corners lower it too");
    }
    routh_release(context, scratch);
    return scratch ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Angle against lead: a pose that precedes the contact by L frames looks like an angle offset of −L times the mean turn in a
 * frame, and only spins that differ from impact to impact separate the two. */

enum { ANGLE = ROUTH_IDENTITY_ANGLE, LEAD = ROUTH_IDENTITY_LEAD };

/* With larger standard errors than these the impacts do not determine both: rad, frames. */
static const double vague_angle = 0.1, vague_lead = 1;

static bool is_sharp(const routh_identity_fit *fit, size_t least) {
    return fit->determined && fit->used >= least && sqrt(fit->covariance[ANGLE][ANGLE]) < vague_angle &&
           sqrt(fit->covariance[LEAD][LEAD]) < vague_lead;
}

static void hold(const routh_identity_fit *fit, int unknown, int count, double interval[2]) {
    const double factor = routh_student_quantile(0.95, fmax((double)fit->used - count, 1));
    const double error = factor * sqrt(fit->covariance[unknown][unknown]);
    interval[0] = fmin(interval[0], fit->value[unknown] - error);
    interval[1] = fmax(interval[1], fit->value[unknown] + error);
}

routh_lead_rival routh_lead_rival_of(const routh_identity *identity, unsigned free, size_t least) {
    routh_lead_rival r = {.possible = true, .angle = {INFINITY, -INFINITY}, .lead = {INFINITY, -INFINITY}};
    free |= 1u << ROUTH_IDENTITY_SLOPE | 1u << ANGLE | 1u << LEAD;
    for (size_t i = 0; i < identity->count; i++)
        r.frame -= identity->row[i].step / (double)identity->count;
    const routh_identity_fit both[2] = {routh_identity_solve(identity, free, ROUTH_NOISE_OF_SPIN),
                                        routh_identity_solve(identity, free, ROUTH_NOISE_OF_ALL)};
    r.carried = is_sharp(&both[0], least) && is_sharp(&both[1], least);
    if (!r.carried)
        return r;
    int count = 0;
    for (unsigned bits = free; bits; bits &= bits - 1)
        count++;
    r.angle_evidence = r.lead_evidence = INFINITY;
    for (int i = 0; i < 2; i++) {
        hold(&both[i], ANGLE, count, r.angle);
        hold(&both[i], LEAD, count, r.lead);
        r.angle_evidence = fmin(r.angle_evidence, routh_identity_wald(&both[i], 1u << ANGLE));
        r.lead_evidence = fmin(r.lead_evidence, routh_identity_wald(&both[i], 1u << LEAD));
    }
    r.angle_value = both[1].value[ANGLE];
    r.lead_value = both[1].value[LEAD];
    return r;
}

/* Where the impacts do not determine both, any lead of up to a frame may be. */
void routh_lead_widen_angle(const routh_lead_rival *r, routh_calibration_value *angle) {
    if (!r->possible)
        return;
    angle->low = fmin(angle->low, r->carried ? r->angle[0] : angle->low - fmax(r->frame, 0));
    angle->high = fmax(angle->high, r->carried ? r->angle[1] : angle->high - fmin(r->frame, 0));
}

bool routh_lead_leaves_angle(const routh_lead_rival *r, double need, const routh_calibration_value *angle) {
    return !r->possible || (r->carried ? r->angle_evidence > need : angle->low > 0 || angle->high < 0);
}

void routh_lead_explain_angle(const routh_lead_rival *r, double need, bool freed, routh_calibration_value *angle) {
    if (r->carried && freed)
        snprintf(angle->why, sizeof angle->why,
                 "evidence %.1f beside a lead of %.2f frames, with which the offset is %+.4f rad; %.1f needed. A frame "
                 "of lead "
                 "looks like %+.4f rad",
                 r->angle_evidence, r->lead_value, r->angle_value, need, r->frame);
    else if (r->carried)
        snprintf(
            angle->why, sizeof angle->why,
            "kept as stated: poses %.2f frames before the contact explain it (evidence %.1f beside that lead, %.1f "
            "needed). A frame of lead looks like %+.4f rad",
            r->lead_value, r->angle_evidence, need, r->frame);
    else if (!freed)
        snprintf(angle->why, sizeof angle->why,
                 "kept as stated: poses up to a frame before the contact could explain it, and the impacts do not "
                 "determine both. A frame of lead looks like %+.4f rad",
                 r->frame);
}

void routh_lead_explain(const routh_lead_rival *r, routh_calibration_value *lead) {
    if (!r->carried)
        return;
    lead->low = fmin(lead->low, r->lead[0]);
    lead->high = fmax(lead->high, r->lead[1]);
    snprintf(lead->why, sizeof lead->why,
             "reported only, as it differs from impact to impact. A frame of it looks like an angle of %+.4f rad; the "
             "impacts prefer the %s (evidence %.1f for the angle beside the lead, %.1f for the lead beside it)",
             r->frame, r->angle_evidence > r->lead_evidence ? "angle" : "lead", r->angle_evidence, r->lead_evidence);
}
