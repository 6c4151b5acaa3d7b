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

/* Values of the unknowns of the identity that are freed; 0 elsewhere. */
void routh_calibration_unknowns(const routh_calibration *calibration, double value[ROUTH_IDENTITY_UNKNOWNS]);

/* rx and ry of each record that has an angle, from the shape at these values. */
void routh_calibrate_records(const routh_shape *shape, const double value[ROUTH_IDENTITY_UNKNOWNS],
                             routh_record *record, size_t count);

/* Not determined, for this reason. */
__attribute__((format(printf, 2, 3))) void routh_calibration_unknown(routh_calibration_value *value, const char *format,
                                                                     ...);

#endif
