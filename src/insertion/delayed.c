/* Wrenches that are measured later than poses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/delayed.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "geometry/pose.h"

enum { REACH = 4 * ROUTH_SMOOTHING, WEIGHTS = 2 * REACH + 1 }; /* beyond, the Gaussian is 3e-4 of its middle */

double routh_latency_of(const routh_regressor *r, const double *x, size_t recording) {
    double latency = 0;
    for (size_t j = 0; j < r->assembly->count; j++) {
        const routh_displacement *d = &r->assembly->displacement[j];
        if (d->kind == ROUTH_DISPLACE_LATENCY && (d->recording == 0 || d->recording == recording + 1))
            latency += x[j];
    }
    return latency;
}

/* Adds a wrench about object 1's origin in its axes to one about the plate's in the plate's: the plate stands still. */
static void add_on_plate(const routh_pose3 *plate, const double f[3], const double m[3], double weight, double sum[6]) {
    double moment[3];
    routh_cross3(plate->position, f, moment);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            sum[i] += weight * plate->rotation[k][i] * f[k];
            sum[3 + i] += weight * plate->rotation[k][i] * (m[k] - moment[k]);
        }
}

/* The Gaussian about `middle`, in samples from the nearest one; the weights sum to 1. */
static void find_weights(double middle, double weight[WEIGHTS]) {
    double sum = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        const double apart = (i - REACH - middle) / ROUTH_SMOOTHING;
        sum += weight[i] = exp(-0.5 * apart * apart);
    }
    for (int i = 0; i < WEIGHTS; i++)
        weight[i] /= sum;
}

/* One column at sample k, from samples about `nearest`. Beyond the recording, first … last, it is as at its end. */
static void smooth_one(const routh_regressor *r, long first, long last, size_t k, long nearest, const double *weight,
                       size_t columns, const double *from, double to[6]) {
    double sum[6] = {0};
    for (int i = 0; i < WEIGHTS; i++) {
        const long at = nearest + i - REACH;
        const size_t inside = (size_t)(at < first ? first : at > last ? last : at);
        const double *w = &from[6 * columns * inside];
        const double f[3] = {w[0], w[columns], w[2 * columns]};
        const double m[3] = {w[3 * columns], w[4 * columns], w[5 * columns]};
        add_on_plate(&r->instant[inside].plate, f, m, weight[i], sum);
    }
    routh_wrench_at_object(&r->instant[k].plate, sum, to);
}

void routh_smooth_wrenches(const routh_regressor *r, const double *x, bool delayed, size_t columns, const double *from,
                           double *to) {
    long first = 0;
    for (size_t i = 0; i < r->recordings; i++) {
        const routh_insertion *insertion = r->recording[i];
        const long last = first + (long)insertion->count - 1;
        const double most = (double)insertion->count, latency = delayed ? routh_latency_of(r, x, i) : 0.0;
        const double before = fmin(fmax(latency * insertion->rate, -most), most), whole = round(before);
        double weight[WEIGHTS], w[6];
        find_weights(whole - before, weight);
        for (long k = first; k <= last; k++)
            for (size_t c = 0; c < columns; c++) {
                smooth_one(r, first, last, (size_t)k, k - (long)whole, weight, columns, from + c, w);
                for (size_t row = 0; row < 6; row++)
                    to[columns * (6 * (size_t)k + row) + c] = w[row];
            }
        first = last + 1;
    }
}
