/* Angle against lead: a pose that precedes the contact by L frames looks like an angle offset of −L times the mean turn in a
 * frame, and only spins that differ from impact to impact separate the two.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "algebra/algebra.h"
#include "segment/calibrate.h"

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
