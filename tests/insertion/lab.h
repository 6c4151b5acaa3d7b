/* A laboratory's log, written in any convention from one motion that is known in closed form: the hand moves and turns at
 * constant velocity, and the wrench in the world is a few sines. Nothing here uses the library's own conversions. Include
 * after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INSERTION_LAB_H
#define ROUTH_TESTS_INSERTION_LAB_H

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

enum { LAB_ROWS = 120, LAB_COLUMNS = 20 };

typedef struct lab_pose {
    double p[3], q[4]; /* w x y z */
} lab_pose;

static const lab_pose lab_receptacle = {{0.5, -0.2, 0.1}, {0.5, 0.5, -0.5, 0.5}};
static const lab_pose lab_plate = {{0.3, 0.1, -0.4}, {0.8, 0, 0.6, 0}};
static const lab_pose lab_reference = {{0.6, 0.3, 0.2}, {0.6, 0, 0, 0.8}};
static const lab_pose lab_sensor = {{0.02, -0.01, 0.15}, {0.28, 0.96, 0, 0}};
static const double lab_velocity[3] = {2e-3, -1e-3, 5e-4}, lab_spin[3] = {0.02, 0.05, -0.03};

/* How the log is written. */
typedef struct lab_convention {
    int w_last, on_two, frame; /* frame 0: plate, 1: hand, 2: world */
    int with_sensor, without_velocities;
    double length, angle, time, force, moment; /* of one unit, in SI */
} lab_convention;

static inline lab_convention lab_si(void) {
    return (lab_convention){.length = 1, .angle = 1, .time = 1, .force = 1, .moment = 1};
}

static inline void lab_multiply(const double a[4], const double b[4], double c[4]) {
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* v turned by q, or back. */
static inline void lab_turn(const double q[4], const double v[3], int back, double r[3]) {
    const double s = back ? -1 : 1, p[4] = {0, v[0], v[1], v[2]};
    const double f[4] = {q[0], s * q[1], s * q[2], s * q[3]}, g[4] = {q[0], -s * q[1], -s * q[2], -s * q[3]};
    double half[4], whole[4];
    lab_multiply(f, p, half);
    lab_multiply(half, g, whole);
    for (int k = 0; k < 3; k++)
        r[k] = whole[1 + k];
}

static inline void lab_cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline lab_pose lab_hand(double t) {
    const double speed = sqrt(lab_spin[0] * lab_spin[0] + lab_spin[1] * lab_spin[1] + lab_spin[2] * lab_spin[2]);
    const double start[4] = {0.48, 0.64, -0.36, 0.48}, a = speed * t / 2;
    const double turn[4] = {cos(a), sin(a) * lab_spin[0] / speed, sin(a) * lab_spin[1] / speed,
                            sin(a) * lab_spin[2] / speed};
    lab_pose pose;
    for (int k = 0; k < 3; k++)
        pose.p[k] = 0.4 + 0.1 * k + lab_velocity[k] * t;
    lab_multiply(turn, start, pose.q);
    return pose;
}

/* On object 1 in the world's axes, about its origin. */
static inline void lab_wrench(double t, double w[6]) {
    for (int k = 0; k < 6; k++)
        w[k] = (k < 3 ? 40 : 5) * sin(1 + k + (0.3 + 0.1 * k) * t);
}

/* The wrench in the axes and about the origin of a frame. */
static inline void lab_wrench_in(const lab_pose *frame, const double world[6], double w[6]) {
    double lever[3], moment[3];
    lab_cross(frame->p, world, lever);
    for (int k = 0; k < 3; k++)
        moment[k] = world[3 + k] - lever[k];
    lab_turn(frame->q, world, 1, w);
    lab_turn(frame->q, moment, 1, &w[3]);
}

static inline lab_pose lab_compose(const lab_pose *a, const lab_pose *b) {
    lab_pose c;
    lab_turn(a->q, b->p, 0, c.p);
    for (int k = 0; k < 3; k++)
        c.p[k] += a->p[k];
    lab_multiply(a->q, b->q, c.q);
    return c;
}

static inline void lab_pose_numbers(const lab_convention *c, const lab_pose *pose, double number[7]) {
    for (int k = 0; k < 3; k++)
        number[k] = pose->p[k] / c->length;
    for (int k = 0; k < 4; k++)
        number[3 + (c->w_last ? (k + 3) % 4 : k)] = pose->q[k];
}

/* One row in the order time, px … mz. */
static inline void lab_row(const lab_convention *c, double t, double row[LAB_COLUMNS]) {
    const lab_pose hand = lab_hand(t), origin = {{0}, {1, 0, 0, 0}};
    lab_pose frame = c->frame == 0 ? lab_plate : c->frame == 1 ? hand : origin;
    double world[6], w[6];
    if (c->with_sensor)
        frame = lab_compose(&frame, &lab_sensor);
    lab_wrench(t, world);
    lab_wrench_in(&frame, world, w);
    row[0] = t / c->time;
    lab_pose_numbers(c, &hand, &row[1]);
    for (int k = 0; k < 3; k++) {
        row[8 + k] = lab_velocity[k] / c->length;
        row[11 + k] = lab_spin[k] / c->angle;
        row[14 + k] = (c->on_two ? -1 : 1) * w[k] / c->force;
        row[17 + k] = (c->on_two ? -1 : 1) * w[3 + k] / c->moment;
    }
}

static const char *const lab_names[LAB_COLUMNS] = {"time", "px", "py", "pz", "qw", "qx", "qy", "qz", "vx", "vy",
                                                   "vz",   "wx", "wy", "wz", "fx", "fy", "fz", "mx", "my", "mz"};

static inline int lab_leaves_out(const lab_convention *c, int column) {
    return c->without_velocities && column >= 8 && column < 14;
}

static inline void lab_print_pose(FILE *file, const lab_convention *c, const char *key, const lab_pose *pose) {
    double number[7];
    lab_pose_numbers(c, pose, number);
    fprintf(file, ", \"%s\": [", key);
    for (int k = 0; k < 7; k++)
        fprintf(file, "%s%.17g", k ? ", " : "", number[k]);
    fputs("]", file);
}

/* The JSON file beside the log; `more` is added to its fields. */
static inline void lab_write_beside(const char *path, const lab_convention *c, const char *more) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "{\"offset\": %.17g", 8e-5 / c->length);
    lab_print_pose(file, c, "receptacle", &lab_receptacle);
    lab_print_pose(file, c, "reference", &lab_reference);
    if (c->frame == 0)
        lab_print_pose(file, c, "plate", &lab_plate);
    fprintf(file, "%s}\n", more);
    fclose(file);
}

/* At 100 Hz; `missing` says which rows are missing, NULL: none. `prefix` begins every column's name. */
static inline void lab_write_csv(const char *path, const lab_convention *c, const char *prefix,
                                 int (*missing)(int row)) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("note", file);
    for (int j = 0; j < LAB_COLUMNS; j++)
        if (!lab_leaves_out(c, j))
            fprintf(file, ",%s%s", prefix, lab_names[j]);
    fputs("\n", file);
    for (int i = 0; i < LAB_ROWS; i++) {
        double row[LAB_COLUMNS];
        if (missing && missing(i))
            continue;
        lab_row(c, 0.01 * i, row);
        fputs("ok", file);
        for (int j = 0; j < LAB_COLUMNS; j++)
            if (!lab_leaves_out(c, j))
                fprintf(file, ",%.17g", row[j]);
        fputs("\n", file);
    }
    fclose(file);
}

static inline void lab_write_array(hid_t place, const char *name, int rows, int columns, const double *value) {
    const hsize_t size[2] = {(hsize_t)rows, (hsize_t)columns};
    const hid_t space = H5Screate_simple(columns > 1 ? 2 : 1, size, NULL);
    const hid_t set = H5Dcreate2(place, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

/* Time and pose as arrays of their own in a group "robot", the wrench as one table "ft". */
static inline void lab_write_hdf5(const char *path, const lab_convention *c) {
    static double all[LAB_ROWS][LAB_COLUMNS], column[LAB_ROWS], table[LAB_ROWS][6];
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t group = H5Gcreate2(file, "robot", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (int i = 0; i < LAB_ROWS; i++) {
        lab_row(c, 0.01 * i, all[i]);
        memcpy(table[i], &all[i][14], sizeof table[i]);
    }
    for (int j = 0; j < 14; j++) {
        for (int i = 0; i < LAB_ROWS; i++)
            column[i] = all[i][j];
        if (!lab_leaves_out(c, j))
            lab_write_array(group, lab_names[j], LAB_ROWS, 1, column);
    }
    lab_write_array(file, "ft", LAB_ROWS, 6, &table[0][0]);
    H5Gclose(group);
    H5Fclose(file);
}

/* The recording is that motion in SI, as docs/insertion.md has it. */
static inline void lab_expect(const routh_insertion *insertion, double velocity_error) {
    assert_true(fabs(insertion->offset - 8e-5) < 1e-18);
    for (size_t i = 0; i < insertion->count; i++) {
        const routh_insertion_instant *sample = &insertion->sample[i];
        const lab_pose hand = lab_hand(sample->time);
        double world[6], w[6], axis[3];
        lab_wrench(sample->time, world);
        if (insertion->plate.position[0] == 0) /* without a plate: about the world's origin */
            memcpy(w, world, sizeof w);
        else
            lab_wrench_in(&lab_plate, world, w);
        for (int k = 0; k < 3; k++) {
            const double unit[3] = {k == 0, k == 1, k == 2};
            lab_turn(hand.q, unit, 0, axis);
            for (int r = 0; r < 3; r++)
                assert_true(fabs(sample->hand.rotation[r][k] - axis[r]) < 1e-12);
            assert_true(fabs(sample->hand.position[k] - hand.p[k]) < 1e-14);
            assert_true(fabs(sample->twist[k] - lab_velocity[k]) <= velocity_error);
            assert_true(fabs(sample->twist[3 + k] - lab_spin[k]) <= velocity_error);
        }
        for (int k = 0; k < 6; k++)
            assert_true(fabs(sample->wrench[k] - w[k]) < 1e-11);
    }
}

#endif
