/* The elements of a bounce_array, one by one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "data/read_bounce.h"

enum { STATE_NUMBERS = 12, FLAG_NUMBERS = 6 };

const routh_bounce_field routh_bounce_fields[ROUTH_BOUNCE_FIELDS] = {
    {"states", STATE_NUMBERS}, {"n", 3}, {"d", 3}, {"flags", FLAG_NUMBERS}};

static const unsigned flag_reason[FLAG_NUMBERS] = {ROUTH_SECOND_BOUNCE, ROUTH_ENERGY,        ROUTH_CONE,
                                                   ROUTH_COMPRESSION,   ROUTH_DROPPED_EARLY, ROUTH_LOST_FRAMES};

routh_status routh_bounce_fail(routh_reading *reading, size_t element, int field, const char *what) {
    const char *name = routh_bounce_fields[field].name;
    return routh_fail_at(
        reading->source->context, ROUTH_BAD_FORMAT,
        &(routh_place){.file = reading->source->shown, .row = element + 1, .said = true, .column = name},
        "%s(%zu).%s %s", reading->variable, element + 1, name, what);
}

routh_status routh_bounce_begin(routh_reading *reading, size_t rows, size_t columns) {
    if (rows == 0 || columns == 0 || (rows != 1 && columns != 1))
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = reading->variable},
                             " is %zu×%zu, not one row of impacts", rows, columns);
    routh_log(reading->source->context, ROUTH_LOG_INFO, "recognised a MATLAB %s of %zu impacts", reading->variable,
              rows * columns);
    return routh_reading_records(reading, rows * columns);
}

routh_status routh_bounce_shape(routh_reading *reading, size_t element, int field, size_t rows, size_t columns) {
    size_t numbers = routh_bounce_fields[field].numbers;
    if ((rows == 1 && columns == numbers) || (columns == 1 && rows == numbers))
        return ROUTH_OK;
    char what[96];
    snprintf(what, sizeof what, "is %zu×%zu, not 1×%zu", rows, columns, numbers);
    return routh_bounce_fail(reading, element, field, what);
}

/* Other rows than those of level ground would need another frame. NaN passes: such a record is marked. */
static routh_status check_row(routh_reading *reading, size_t element, int field, const double *row) {
    const double x = field == ROUTH_BOUNCE_TANGENT, y = field == ROUTH_BOUNCE_NORMAL;
    if (!(fabs(row[0] - x) > 1e-6 || fabs(row[1] - y) > 1e-6))
        return ROUTH_OK;
    char what[128];
    snprintf(what, sizeof what, "begins (%g, %g), not (%g, %g): not a contact with level ground", row[0], row[1], x, y);
    return routh_bounce_fail(reading, element, field, what);
}

routh_status routh_bounce_store(routh_reading *reading, size_t element, routh_bounce bounce) {
    const double *normal = bounce[ROUTH_BOUNCE_NORMAL], *tangent = bounce[ROUTH_BOUNCE_TANGENT];
    routh_status status = check_row(reading, element, ROUTH_BOUNCE_NORMAL, normal);
    if (status == ROUTH_OK)
        status = check_row(reading, element, ROUTH_BOUNCE_TANGENT, tangent);
    if (status != ROUTH_OK)
        return status;
    const double *state = bounce[ROUTH_BOUNCE_STATES], *flag = bounce[ROUTH_BOUNCE_FLAGS];
    routh_record *record = &reading->dataset->record[element];
    record->x = state[0];
    record->y = state[1];
    record->theta = state[2];
    record->x_after = state[6];
    record->y_after = state[7];
    record->theta_after = state[8];
    record->before = (routh_velocity){state[3], state[4], state[5]};
    record->after = (routh_velocity){state[9], state[10], state[11]};
    record->rx = normal[2];
    record->ry = -tangent[2];
    for (int i = 0; i < FLAG_NUMBERS; i++)
        if (!(flag[i] >= 0 && flag[i] <= 0)) /* a flag that is NaN counts as set */
            record->reasons |= flag_reason[i];
    for (int i = 0; i < STATE_NUMBERS; i++)
        if (!isfinite(state[i]))
            record->reasons |= ROUTH_IMPOSSIBLE;
    return ROUTH_OK;
}
