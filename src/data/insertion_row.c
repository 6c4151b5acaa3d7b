/* Rows of insertions: instants as numbers, in the convention of a file and in ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/insertion_recording.h"

void routh_sample_numbers(const routh_insertion_instant *sample, double number[ROUTH_INSERTION_COLUMNS]) {
    number[0] = sample->time;
    routh_pose_numbers(&sample->hand, &number[1]);
    memcpy(&number[8], sample->twist, sizeof sample->twist);
    memcpy(&number[14], sample->wrench, sizeof sample->wrench);
}

const char *routh_sample_from_numbers(const double number[ROUTH_INSERTION_COLUMNS], routh_insertion_instant *sample,
                                      char fault[ROUTH_FAULT_SIZE]) {
    for (int k = 0; k < ROUTH_INSERTION_COLUMNS; k++)
        if (!isfinite(number[k]))
            return "a number is missing, infinite or not a number";
    sample->time = number[0];
    memcpy(sample->twist, &number[8], sizeof sample->twist);
    memcpy(sample->wrench, &number[14], sizeof sample->wrench);
    return routh_pose_from_numbers(&number[1], &sample->hand, fault);
}

const char *routh_pose_from_file(const routh_insertion_convention *convention, const double file[7], routh_pose3 *pose,
                                 char fault[ROUTH_FAULT_SIZE]) {
    double number[7];
    routh_convention_pose_in(convention, file, number);
    return routh_pose_from_numbers(number, pose, fault);
}

const char *routh_sample_from_file(const routh_insertion *insertion, const double file[ROUTH_INSERTION_COLUMNS],
                                   routh_insertion_instant *sample, char fault[ROUTH_FAULT_SIZE]) {
    const routh_insertion_convention *convention = &insertion->convention;
    double number[ROUTH_INSERTION_COLUMNS];
    memcpy(number, file, sizeof number);
    number[0] *= routh_convention_unit(convention, ROUTH_TIME);
    routh_convention_pose_in(convention, &file[1], &number[1]);
    routh_convention_twist_in(convention, &number[ROUTH_VELOCITY_COLUMN]);
    const char *wrong = routh_sample_from_numbers(number, sample, fault);
    if (wrong)
        return wrong;
    routh_convention_wrench_in(convention, &insertion->plate, &sample->hand, sample->wrench);
    for (int k = 0; k < 6; k++)
        if (!isfinite(sample->wrench[k]))
            return "the wrench is too large";
    return NULL;
}

const char *routh_insertion_column_name(const routh_insertion *insertion, int column) {
    const char *own = insertion->convention.column[column];
    return own[0] ? own : routh_insertion_columns[column];
}

routh_status routh_insertion_check_velocities(const routh_source *source, const routh_insertion *insertion,
                                              const bool found[6]) {
    int there = -1, missing = -1;
    for (int k = 5; k >= 0; k--)
        if (found[k])
            there = ROUTH_VELOCITY_COLUMN + k;
        else
            missing = ROUTH_VELOCITY_COLUMN + k;
    if (there < 0 || missing < 0)
        return ROUTH_OK;
    return routh_fail_at(
        source->context, ROUTH_BAD_FORMAT,
        &(routh_place){.file = source->shown, .column = routh_insertion_column_name(insertion, missing)},
        "velocities are there (%s), but %s is missing: give all six, or none",
        routh_insertion_column_name(insertion, there), routh_insertion_column_name(insertion, missing));
}
