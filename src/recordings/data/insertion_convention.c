/* Units, order of quaternions, and frame and sign of the wrench of a recorded insertion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/insertion_recording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "file/text.h"
#include "geometry/geometry.h"

/* Poses of insertions as numbers, and the names of columns. */

const char *const routh_insertion_columns[ROUTH_INSERTION_COLUMNS + 1] = {"time", "px", "py", "pz", "qw", "qx", "qy",
                                                                          "qz",   "vx", "vy", "vz", "wx", "wy", "wz",
                                                                          "fx",   "fy", "fz", "mx", "my", "mz", NULL};

void routh_pose_numbers(const routh_pose3 *pose, double number[7]) {
    memcpy(number, pose->position, sizeof pose->position);
    routh_turn_of_matrix(pose->rotation, &number[3]);
}

const char *routh_pose_from_numbers(const double number[7], routh_pose3 *pose, char fault[ROUTH_FAULT_SIZE]) {
    double square = 0;
    for (int k = 0; k < 7; k++) {
        if (!isfinite(number[k]))
            return "a number of the pose is missing, infinite or not a number";
        square += k >= 3 ? number[k] * number[k] : 0;
    }
    if (!(fabs(square - 1) < 1e-3)) {
        snprintf(fault, ROUTH_FAULT_SIZE, "the quaternion w x y z is not a rotation: its length is %g, not 1",
                 sqrt(square));
        return fault;
    }
    *pose = routh_pose3_of_quaternion(&number[3], number);
    return NULL;
}

static bool is_set(const double *number, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (number[i] != 0)
            return true;
    return false;
}

void routh_convention_override(const routh_insertion_convention *over, routh_insertion_convention *convention) {
    if (over->quaternion)
        convention->quaternion = over->quaternion;
    if (over->wrench_frame)
        convention->wrench_frame = over->wrench_frame;
    if (over->wrench_on)
        convention->wrench_on = over->wrench_on;
    for (int q = 0; q < ROUTH_QUANTITIES; q++)
        if (over->unit[q] != 0)
            convention->unit[q] = over->unit[q];
    if (is_set(over->sensor, 7))
        memcpy(convention->sensor, over->sensor, sizeof over->sensor);
    if (over->velocity_window != 0)
        convention->velocity_window = over->velocity_window;
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        if (over->column[j][0])
            memcpy(convention->column[j], over->column[j], sizeof over->column[j]);
}

double routh_convention_unit(const routh_insertion_convention *convention, routh_quantity quantity) {
    return convention->unit[quantity] != 0 ? convention->unit[quantity] : 1;
}

/* Position and quaternion as the file has them ↔ in m, w x y z. */
static void pose_in(const routh_insertion_convention *convention, const double file[7], double number[7]) {
    const double length = routh_convention_unit(convention, ROUTH_LENGTH);
    const int first = convention->quaternion == ROUTH_XYZW ? 3 : 0; /* where w is */
    for (int k = 0; k < 3; k++)
        number[k] = length * file[k];
    for (int k = 0; k < 4; k++)
        number[3 + k] = file[3 + (first + k) % 4];
}

static void pose_out(const routh_insertion_convention *convention, const double number[7], double file[7]) {
    const double length = routh_convention_unit(convention, ROUTH_LENGTH);
    const int first = convention->quaternion == ROUTH_XYZW ? 3 : 0;
    for (int k = 0; k < 3; k++)
        file[k] = number[k] / length;
    for (int k = 0; k < 4; k++)
        file[3 + (first + k) % 4] = number[3 + k];
}

static void twist_in(const routh_insertion_convention *convention, double twist[6]) {
    for (int k = 0; k < 6; k++)
        twist[k] *= routh_convention_unit(convention, k < 3 ? ROUTH_LENGTH : ROUTH_ANGLE);
}

static void twist_out(const routh_insertion_convention *convention, double twist[6]) {
    for (int k = 0; k < 6; k++)
        twist[k] /= routh_convention_unit(convention, k < 3 ? ROUTH_LENGTH : ROUTH_ANGLE);
}

/* The sensor in the plate's axes; false: it is the plate. */
static bool find_sensor(const routh_insertion_convention *convention, const routh_pose3 *plate, const routh_pose3 *hand,
                        routh_pose3 *place) {
    const bool fixed = is_set(convention->sensor, 7);
    const routh_wrench_frame frame = convention->wrench_frame ? convention->wrench_frame : ROUTH_WRENCH_PLATE;
    if (frame == ROUTH_WRENCH_PLATE && !fixed)
        return false;
    const double origin[7] = {0, 0, 0, 1, 0, 0, 0};
    double number[7];
    pose_in(convention, convention->sensor, number);
    const double *at = fixed ? number : origin;
    *place = routh_pose3_of_quaternion(&at[3], at);
    if (frame == ROUTH_WRENCH_PLATE)
        return true;
    const routh_pose3 to_plate = routh_pose3_inverse(plate);
    if (frame == ROUTH_WRENCH_HAND)
        *place = routh_pose3_compose(hand, place);
    *place = routh_pose3_compose(&to_plate, place);
    return true;
}

/* A wrench in the axes and about the origin of a frame, moved to those that `frame` is a pose in. */
static void move_wrench(const routh_pose3 *frame, double wrench[6]) {
    double force[3], moment[3], lever[3];
    routh_pose3_direction(frame, wrench, force);
    routh_pose3_direction(frame, &wrench[3], moment);
    routh_cross3(frame->position, force, lever);
    for (int k = 0; k < 3; k++) {
        wrench[k] = force[k];
        wrench[3 + k] = moment[k] + lever[k];
    }
}

/* A wrench as the file has it ↔ of object 2 on object 1, about the plate's origin in its axes, N and N m. The poses are
 * in SI. */
static void wrench_in(const routh_insertion_convention *convention, const routh_pose3 *plate, const routh_pose3 *hand,
                      double wrench[6]) {
    const double sign = convention->wrench_on == 2 ? -1 : 1;
    routh_pose3 sensor;
    for (int k = 0; k < 6; k++)
        wrench[k] *= sign * routh_convention_unit(convention, k < 3 ? ROUTH_FORCE : ROUTH_MOMENT);
    if (find_sensor(convention, plate, hand, &sensor))
        move_wrench(&sensor, wrench);
}

static void wrench_out(const routh_insertion_convention *convention, const routh_pose3 *plate, const routh_pose3 *hand,
                       double wrench[6]) {
    const double sign = convention->wrench_on == 2 ? -1 : 1;
    routh_pose3 sensor;
    if (find_sensor(convention, plate, hand, &sensor)) {
        const routh_pose3 back = routh_pose3_inverse(&sensor);
        move_wrench(&back, wrench);
    }
    for (int k = 0; k < 6; k++)
        wrench[k] /= sign * routh_convention_unit(convention, k < 3 ? ROUTH_FORCE : ROUTH_MOMENT);
}

/* Another convention ---------------------------------------------------------------------------------------*/

static void change_pose(const routh_insertion_convention *from, const routh_insertion_convention *to,
                        routh_pose3 *pose) {
    double number[7], file[7];
    routh_pose_numbers(pose, number);
    pose_out(from, number, file);
    pose_in(to, file, number);
    *pose = routh_pose3_of_quaternion(&number[3], number);
}

routh_status routh_insertion_read_otherwise(routh_context *context, const routh_insertion *insertion,
                                            const routh_insertion_convention *convention, routh_insertion *other) {
    const routh_insertion_convention *from = &insertion->convention;
    *other = *insertion;
    other->convention = *convention;
    other->truth = (routh_insertion_truth){0};
    other->sample = routh_allocate(context, insertion->count, sizeof *other->sample);
    if (!other->sample) {
        *other = (routh_insertion){0};
        return ROUTH_OUT_OF_MEMORY;
    }
    routh_pose3 *const still[] = {&other->receptacle, &other->plate, &other->reference};
    for (int i = 0; i < 3; i++)
        change_pose(from, convention, still[i]);
    other->offset *= routh_convention_unit(convention, ROUTH_LENGTH) / routh_convention_unit(from, ROUTH_LENGTH);
    for (size_t k = 0; k < insertion->count; k++) {
        const routh_insertion_instant *old = &insertion->sample[k];
        routh_insertion_instant *sample = &other->sample[k];
        *sample = *old;
        change_pose(from, convention, &sample->hand);
        twist_out(from, sample->twist);
        twist_in(convention, sample->twist);
        wrench_out(from, &insertion->plate, &old->hand, sample->wrench);
        wrench_in(convention, &other->plate, &sample->hand, sample->wrench);
    }
    if (insertion->twist_window > 0)
        routh_insertion_differentiate(other, insertion->twist_window);
    return ROUTH_OK;
}

/* In words -------------------------------------------------------------------------------------------------*/

static routh_column_words column_words(routh_insertion_convention *convention) {
    return (routh_column_words){.key = routh_insertion_columns,
                                .count = ROUTH_INSERTION_COLUMNS,
                                .column = convention->column[0],
                                .size = ROUTH_LABEL_SIZE,
                                .keys =
                                    "not one of time, px py pz, qw qx qy qz, vx vy vz, wx wy wz, fx fy fz, mx my mz",
                                .form = "not of the form px=NAME"};
}

routh_status routh_insertion_set_column(routh_context *context, const char *key, size_t key_length, const char *name,
                                        size_t length, routh_insertion_convention *convention) {
    const routh_column_words words = column_words(convention);
    return routh_convention_set_column(context, &words, key, key_length, name, length);
}

static routh_status set_sensor(routh_context *context, const char *text, routh_insertion_convention *convention) {
    static const char allowed[] = "seven numbers with commas between: position, then a quaternion of length 1";
    const char *whole = text, *piece;
    double number[7], square = 0;
    size_t length, count = 0;
    while (routh_next_piece(&text, &piece, &length)) {
        if (count == 7 || routh_parse_number(piece, length, &number[count]) != ROUTH_NUMBER_FINITE)
            return routh_convention_refuse(context, "sensor", whole, strlen(whole), allowed);
        square += count >= 3 ? number[count] * number[count] : 0;
        count++;
    }
    if (count != 7 || !(fabs(square - 1) < 1e-3))
        return routh_convention_refuse(context, "sensor", whole, strlen(whole), allowed);
    memcpy(convention->sensor, number, sizeof number);
    return ROUTH_OK;
}

static routh_status set_window(routh_context *context, const char *text, routh_insertion_convention *convention) {
    double window = 0;
    if (routh_parse_number(text, strlen(text), &window) != ROUTH_NUMBER_FINITE || !(window >= 1e-6 && window <= 1e3))
        return routh_convention_refuse(context, "velocity_window", text, strlen(text),
                                       "not a number of seconds from 1e-6 to 1000");
    convention->velocity_window = window;
    return ROUTH_OK;
}

/* The position of `text` in a list of words; 0, from 1 on. */
static int find_word(const char *text, const char *const *words) {
    for (int i = 0; words[i]; i++)
        if (strcmp(text, words[i]) == 0)
            return i + 1;
    return 0;
}

routh_status routh_insertion_convention_set(routh_context *context, const char *field, const char *text,
                                            routh_insertion_convention *convention) {
    static const char *const orders[] = {"wxyz", "xyzw", NULL}, *const objects[] = {"1", "2", NULL};
    static const char *const frames[] = {"plate", "hand", "world", NULL};
    const routh_column_words words = column_words(convention);
    if (strcmp(field, "units") == 0)
        return routh_convention_set_units(context, text, ROUTH_QUANTITIES, convention->unit);
    if (strcmp(field, "columns") == 0)
        return routh_convention_set_columns(context, &words, text);
    if (strcmp(field, "sensor") == 0)
        return set_sensor(context, text, convention);
    if (strcmp(field, "velocity_window") == 0)
        return set_window(context, text, convention);
    int word = 0;
    if (strcmp(field, "quaternion") == 0) {
        convention->quaternion = (routh_quaternion_order)(word = find_word(text, orders));
        return word ? ROUTH_OK
                    : routh_convention_refuse(context, "quaternion", text, strlen(text), "not one of wxyz, xyzw");
    }
    if (strcmp(field, "wrench_frame") == 0) {
        convention->wrench_frame = (routh_wrench_frame)(word = find_word(text, frames));
        return word ? ROUTH_OK
                    : routh_convention_refuse(context, "wrench_frame", text, strlen(text),
                                              "not one of plate, hand, world");
    }
    if (strcmp(field, "wrench_on") == 0) {
        convention->wrench_on = word = find_word(text, objects);
        return word ? ROUTH_OK
                    : routh_convention_refuse(context, "wrench_on", text, strlen(text),
                                              "not 1 or 2: the object that the wrench acts on");
    }
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "a convention has no field %.40s", field);
}

/* Rows of insertions: instants as numbers, in the convention of a file and in ours. */

void routh_sample_numbers(const routh_insertion_instant *sample, double number[ROUTH_INSERTION_COLUMNS]) {
    number[0] = sample->time;
    routh_pose_numbers(&sample->hand, &number[1]);
    memcpy(&number[8], sample->twist, sizeof sample->twist);
    memcpy(&number[14], sample->wrench, sizeof sample->wrench);
}

static const char *sample_from_numbers(const double number[ROUTH_INSERTION_COLUMNS], routh_insertion_instant *sample,
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
    pose_in(convention, file, number);
    return routh_pose_from_numbers(number, pose, fault);
}

const char *routh_sample_from_file(const routh_insertion *insertion, const double file[ROUTH_INSERTION_COLUMNS],
                                   routh_insertion_instant *sample, char fault[ROUTH_FAULT_SIZE]) {
    const routh_insertion_convention *convention = &insertion->convention;
    double number[ROUTH_INSERTION_COLUMNS];
    memcpy(number, file, sizeof number);
    number[0] *= routh_convention_unit(convention, ROUTH_TIME);
    pose_in(convention, &file[1], &number[1]);
    twist_in(convention, &number[ROUTH_VELOCITY_COLUMN]);
    const char *wrong = sample_from_numbers(number, sample, fault);
    if (wrong)
        return wrong;
    wrench_in(convention, &insertion->plate, &sample->hand, sample->wrench);
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
