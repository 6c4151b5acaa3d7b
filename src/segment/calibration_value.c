/* The values of a calibration that are unknowns of the identity.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "segment/calibrate.h"

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
