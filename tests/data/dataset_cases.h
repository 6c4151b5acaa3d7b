/* Datasets to write and read back, and what it means that two are the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_DATA_DATASET_CASES_H
#define ROUTH_TESTS_DATA_DATASET_CASES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <routh/data.h>

#include "../cli/run_program.h"

enum { CASE_RECORDS = 5, CASE_SAMPLES = 7 };

/* One dataset with memory of its own. */
typedef struct dataset_case {
    routh_dataset dataset;
    routh_record record[CASE_RECORDS];
    routh_trajectory trajectory[2];
    double sample[2][7][CASE_SAMPLES];
    char name[2][16];
} dataset_case;

/* A square, five impacts that differ in every number, two trajectories of which the second has no velocities. */
static inline void make_case(dataset_case *made) {
    routh_random random = routh_random_seed(7, 1);
    *made = (dataset_case){.name = {"drop_2.csv", "dröp 10.csv"}};
    for (int i = 0; i < CASE_RECORDS; i++) {
        routh_record *record = &made->record[i];
        double *number[] = {&record->x,        &record->y,           &record->theta,        &record->rx,
                            &record->ry,       &record->before.vx,   &record->before.omega, &record->after.vx,
                            &record->after.vy, &record->after.omega, &record->time,         &record->fx,
                            &record->fy,       &record->torque,      &record->gravity_tilt};
        for (size_t j = 0; j < sizeof number / sizeof number[0]; j++)
            *number[j] = routh_random_normal(&random);
        record->before.vy = -10 + routh_random_uniform(&random, 0, 1);
        record->trajectory = i % 3 - 1;
        record->reasons = i == 3 ? ROUTH_TWO_CORNERS | ROUTH_SECOND_BOUNCE : 0;
    }
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < 7; j++)
            for (int i = 0; i < CASE_SAMPLES; i++)
                made->sample[k][j][i] = j == 0 ? i / 250.0 : routh_random_normal(&random);
        double(*sample)[CASE_SAMPLES] = made->sample[k];
        made->trajectory[k] = (routh_trajectory){.name = made->name[k],
                                                 .count = (size_t)(CASE_SAMPLES - k),
                                                 .time = sample[0],
                                                 .x = sample[1],
                                                 .y = sample[2],
                                                 .theta = sample[3],
                                                 .vx = k == 0 ? sample[4] : NULL,
                                                 .vy = k == 0 ? sample[5] : NULL,
                                                 .omega = k == 0 ? sample[6] : NULL};
    }
    made->dataset = (routh_dataset){.name = "a case",
                                    .source = "nowhere/ä b.mat",
                                    .body = {.shape = routh_shape_square(0.06), .mass = 0.3, .inertia = 1.7e-4},
                                    .rate = 250,
                                    .gravity = 9.81,
                                    .gap = 0.004,
                                    .height_offset = 0.0015,
                                    .angle_offset = -0.033,
                                    .angle_delay = 0.002,
                                    .count = CASE_RECORDS,
                                    .record = made->record,
                                    .trajectory_count = 2,
                                    .trajectory = made->trajectory,
                                    .frame_decided = 1,
                                    .frame = ROUTH_MIRROR_T,
                                    .frame_why = "because"};
}

/* Bit for bit, NaN included. */
static inline int same_numbers(const double *left, const double *right, size_t count) {
    if (!left || !right)
        return left == right;
    return memcmp(left, right, count * sizeof *left) == 0;
}

static inline int same_trajectory(const routh_trajectory *left, const routh_trajectory *right) {
    size_t count = left->count;
    return strcmp(left->name, right->name) == 0 && count == right->count &&
           same_numbers(left->time, right->time, count) && same_numbers(left->x, right->x, count) &&
           same_numbers(left->y, right->y, count) && same_numbers(left->theta, right->theta, count) &&
           same_numbers(left->vx, right->vx, count) && same_numbers(left->vy, right->vy, count) &&
           same_numbers(left->omega, right->omega, count);
}

static inline int same_record(const routh_record *left, const routh_record *right) {
    return same_numbers(&left->x, &right->x, 5) && same_numbers(&left->before.vx, &right->before.vx, 3) &&
           same_numbers(&left->after.vx, &right->after.vx, 3) && same_numbers(&left->time, &right->time, 1) &&
           same_numbers(&left->fx, &right->fx, 3) && same_numbers(&left->gravity_tilt, &right->gravity_tilt, 1) &&
           left->trajectory == right->trajectory && left->reasons == right->reasons;
}

static inline int same_body(const routh_body *left, const routh_body *right) {
    const routh_shape *a = &left->shape, *b = &right->shape;
    return a->kind == b->kind && a->count == b->count && same_numbers(&a->a, &b->a, 1) &&
           same_numbers(&a->b, &b->b, 1) && same_numbers(&a->vertex[0][0], &b->vertex[0][0], 2 * a->count) &&
           same_numbers(&left->mass, &right->mass, 1) && same_numbers(&left->inertia, &right->inertia, 1);
}

static inline int same_dataset(const routh_dataset *left, const routh_dataset *right) {
    int same = strcmp(left->name, right->name) == 0 && strcmp(left->source, right->source) == 0 &&
               same_body(&left->body, &right->body) && same_numbers(&left->rate, &right->rate, 1) &&
               same_numbers(&left->gravity, &right->gravity, 1) && same_numbers(&left->gap, &right->gap, 1) &&
               same_numbers(&left->height_offset, &right->height_offset, 1) &&
               same_numbers(&left->angle_offset, &right->angle_offset, 1) &&
               same_numbers(&left->angle_delay, &right->angle_delay, 1) && left->count == right->count &&
               left->trajectory_count == right->trajectory_count && left->frame_decided == right->frame_decided &&
               left->frame == right->frame && strcmp(left->frame_why, right->frame_why) == 0;
    for (size_t i = 0; same && i < left->count; i++)
        same = same_record(&left->record[i], &right->record[i]);
    same = same && left->extra_count == right->extra_count;
    for (size_t i = 0; same && i < left->extra_count; i++)
        same = strcmp(left->extra[i].name, right->extra[i].name) == 0 &&
               same_numbers(left->extra[i].value, right->extra[i].value, left->count);
    for (size_t i = 0; same && i < left->trajectory_count; i++)
        same = same_trajectory(&left->trajectory[i], &right->trajectory[i]);
    return same;
}

/* All bytes of a file; *size says how many. */
static inline unsigned char *bytes_of(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *byte = malloc(*size + 1);
    assert_non_null(byte);
    assert_int_equal(fread(byte, 1, *size, file), *size);
    fclose(file);
    return byte;
}

static inline void put_bytes(const char *path, const unsigned char *byte, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(byte, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Reading fails with this status, a message that holds `word`, and nothing in the dataset. */
static inline void expect_unreadable(const char *path, const routh_import_options *options, routh_status status,
                                     const char *word) {
    const routh_dataset nothing = {0};
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_status got = routh_dataset_read(&context, routh_io_path(path), options, &dataset);
    if (got != status || !strstr(context.message, word))
        print_error("%s: status %d, \"%s\" should hold \"%s\"\n", path, (int)got, context.message, word);
    assert_int_equal(got, status);
    assert_non_null(strstr(context.message, word));
    assert_memory_equal(&dataset, &nothing, sizeof dataset);
}

/* Refused for want of the input with this field, whose option the program knows. */
static inline void expect_missing(const char *path, const routh_import_options *options, const char *field) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_read(&context, routh_io_path(path), options, &dataset), ROUTH_BAD_ARGUMENT);
    assert_non_null(context.field);
    assert_string_equal(context.field, field);
    assert_null(strstr(context.message, "--"));
}

static inline void expect_read(const char *path, const routh_import_options *options, routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_status status = routh_dataset_read(&context, routh_io_path(path), options, dataset);
    if (status != ROUTH_OK)
        print_error("%s\n", context.message);
    assert_int_equal(status, ROUTH_OK);
}

#endif
