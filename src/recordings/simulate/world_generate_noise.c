/* Noise and rounding, as a motion capture would have them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "geometry/shape.h"
#include "simulate/world_generate.h"

enum { X, Y, THETA, VX, VY, OMEGA, CHANNELS };

/* Streams of random numbers beyond those of the starts. */
static const uint64_t first_sample_stream = (uint64_t)1 << 40, first_record_stream = (uint64_t)1 << 41;

static void add_squares(const double *value, size_t count, double *sum) {
    for (size_t i = 0; i < count; i++)
        *sum += value[i] * value[i];
}

/* As given for each channel, or from the root mean squares. */
static void deviations(const routh_world_generator *throws, const double *sum, const double *count,
                       double deviation[CHANNELS]) {
    const routh_noise *n = &throws->noise;
    const double given[CHANNELS] = {n->y, n->y, n->theta, n->vx, n->vy, n->omega};
    for (int j = 0; j < CHANNELS; j++)
        deviation[j] = isfinite(throws->noise_db)
                           ? (count[j] > 0 ? sqrt(sum[j] / count[j]) * pow(10, -throws->noise_db / 20) : 0)
                           : given[j];
}

static double rounded(double value, double quantum) {
    return quantum > 0 ? quantum * nearbyint(value / quantum) : value;
}

static void disturb_samples(const routh_world_generator *throws, routh_dataset *dataset) {
    double sum[CHANNELS] = {0}, count[CHANNELS] = {0}, deviation[CHANNELS];
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        const routh_trajectory *one = &dataset->trajectory[k];
        double *const column[CHANNELS] = {one->x, one->y, one->theta, one->vx, one->vy, one->omega};
        for (int j = 0; j < CHANNELS; j++) {
            add_squares(column[j], one->count, &sum[j]);
            count[j] += (double)one->count;
        }
    }
    deviations(throws, sum, count, deviation);
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        const routh_trajectory *one = &dataset->trajectory[k];
        double *const column[CHANNELS] = {one->x, one->y, one->theta, one->vx, one->vy, one->omega};
        routh_random random = routh_random_seed(throws->seed, first_sample_stream + k);
        for (size_t i = 0; i < one->count; i++)
            for (int j = 0; j < CHANNELS; j++)
                column[j][i] += deviation[j] > 0 ? deviation[j] * routh_random_normal(&random) : 0;
        for (size_t i = 0; i < one->count; i++) {
            one->x[i] = rounded(one->x[i], throws->quantum_length);
            one->y[i] = rounded(one->y[i], throws->quantum_length);
            one->theta[i] = rounded(one->theta[i], throws->quantum_angle);
        }
    }
}

/* A recorder knows the angle, and from it the point that touches: for a polygon the same corner, elsewhere. */
static void move_contact(const routh_shape *shape, double turn, routh_record *record) {
    if (shape->kind == ROUTH_POLYGON) {
        const double c = cos(turn), s = sin(turn), rx = record->rx, ry = record->ry;
        record->rx = c * rx - s * ry;
        record->ry = s * rx + c * ry;
    } else {
        double next;
        routh_shape_lowest(shape, record->theta, &record->rx, &record->ry, &next);
    }
}

static void disturb_records(const routh_world_generator *throws, routh_dataset *dataset) {
    double sum[CHANNELS] = {0}, deviation[CHANNELS];
    const double n = (double)dataset->count, count[CHANNELS] = {n, n, n, 2 * n, 2 * n, 2 * n};
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *r = &dataset->record[i];
        const double value[2 * CHANNELS] = {r->x, r->y, r->theta, r->before.vx, r->before.vy, r->before.omega,
                                            0,    0,    0,        r->after.vx,  r->after.vy,  r->after.omega};
        for (int j = 0; j < 2 * CHANNELS; j++)
            add_squares(&value[j], 1, &sum[j % CHANNELS]);
    }
    deviations(throws, sum, count, deviation);
    for (size_t i = 0; i < dataset->count; i++) {
        routh_record *r = &dataset->record[i];
        double *const value[] = {&r->x,         &r->y,         &r->theta,
                                 &r->before.vx, &r->before.vy, &r->before.omega,
                                 &r->after.vx,  &r->after.vy,  &r->after.omega};
        static const int channel[] = {X, Y, THETA, VX, VY, OMEGA, VX, VY, OMEGA};
        const double theta = r->theta;
        routh_random random = routh_random_seed(throws->seed, first_record_stream + i);
        for (size_t j = 0; j < sizeof channel / sizeof channel[0]; j++)
            *value[j] += deviation[channel[j]] > 0 ? deviation[channel[j]] * routh_random_normal(&random) : 0;
        r->x = rounded(r->x, throws->quantum_length);
        r->y = rounded(r->y, throws->quantum_length);
        r->theta = rounded(r->theta, throws->quantum_angle);
        if (r->theta < theta || r->theta > theta)
            move_contact(&dataset->body.shape, r->theta - theta, r);
    }
}

void routh_disturb(const routh_world_generator *throws, routh_dataset *dataset) {
    disturb_samples(throws, dataset);
    disturb_records(throws, dataset);
}
