/* Inside of the calibration: what the identity does not show, and r at calibrated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_CALIBRATE_H
#define ROUTH_SRC_SEGMENT_CALIBRATE_H

#include "segment/identity.h"

/* How far the stored contact rows lag behind the recorded pose; at value[…_LAG]. */
routh_status routh_calibrate_lag(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration);

/* The size from heights at contact, with the freed angle and centre; at value[…_SIZE]. */
routh_status routh_calibrate_size(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration);

/* What a lead, the time from the recorded pose to the contact, makes of the angle. */
typedef struct routh_lead_rival {
    bool possible;                  /* poses may precede the contact */
    bool carried;                   /* … and the impacts determine angle and lead both; what follows `frame` is set */
    double frame;                   /* angle offset that a lead of one frame looks like, rad */
    double angle[2], lead[2];       /* 95 % with both free, whichever side the noise is on; rad, frames */
    double angle_value, lead_value; /* with noise in all velocities */
    double angle_evidence, lead_evidence; /* for each beside the other: Wald's, the lesser of both sides of the noise */
} routh_lead_rival;

/* With these unknowns free as well; at least that many used rows. */
routh_lead_rival routh_lead_rival_of(const routh_identity *identity, unsigned free, size_t least);

/* Makes the interval of the angle hold what it is beside a lead. */
void routh_lead_widen_angle(const routh_lead_rival *rival, routh_calibration_value *angle);

/* Is the angle, its interval widened, still evident? */
bool routh_lead_leaves_angle(const routh_lead_rival *rival, double need, const routh_calibration_value *angle);

/* In words: why the angle is freed or not in spite of a lead, and which of both the impacts prefer. */
void routh_lead_explain_angle(const routh_lead_rival *rival, double need, bool freed, routh_calibration_value *angle);
void routh_lead_explain(const routh_lead_rival *rival, routh_calibration_value *lead);

/* Unknowns of the identity, and the values of the calibration that they are. */
typedef struct routh_identity_value {
    int unknown;
    routh_calibration_index index;
} routh_identity_value;
enum { ROUTH_IDENTITY_VALUES = 5 };
extern const routh_identity_value routh_identity_values[ROUTH_IDENTITY_VALUES];

/* Values of the unknowns of the identity that are freed; 0 elsewhere. */
void routh_calibration_unknowns(const routh_calibration *calibration, double value[ROUTH_IDENTITY_UNKNOWNS]);

/* rx and ry of each record that has an angle, from the shape at these values. */
void routh_calibrate_records(const routh_shape *shape, const double value[ROUTH_IDENTITY_UNKNOWNS],
                             routh_record *record, size_t count);

/* Not determined, for this reason. */
__attribute__((format(printf, 2, 3))) void routh_calibration_unknown(routh_calibration_value *value, const char *format,
                                                                     ...);

#endif
