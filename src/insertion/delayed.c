/* Wrenches that are measured later than poses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/delayed.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "data/insertion_recording.h"
#include "geometry/pose.h"

enum {
    MOST_SMOOTHING = 100, /* samples: at rates of more than 1.7 kHz less than 60 ms are enough */
    DEVIATIONS = 4,       /* beyond, the Gaussian is 3e-4 of its middle */
    MOST_WEIGHTS = 2 * DEVIATIONS * MOST_SMOOTHING + 1
};

double routh_smoothing(double rate) {
    return fmin(fmax(0.06 * rate, 1), MOST_SMOOTHING);
}

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

/* A Gaussian about `middle`, in samples from the nearest one: weights from −reach to reach that sum to 1. */
typedef struct gaussian {
    long reach;
    double weight[MOST_WEIGHTS];
} gaussian;

static void find_weights(double deviation, double middle, gaussian *g) {
    double sum = 0;
    g->reach = lround(DEVIATIONS * deviation);
    for (long i = -g->reach; i <= g->reach; i++) {
        const double apart = ((double)i - middle) / deviation;
        sum += g->weight[i + g->reach] = exp(-0.5 * apart * apart);
    }
    for (long i = 0; i <= 2 * g->reach; i++)
        g->weight[i] /= sum;
}

/* One column at sample k, from samples about `nearest`. Beyond the stretch, first … last, it is as at its end. */
static void smooth_one(const routh_regressor *r, long first, long last, size_t k, long nearest, const gaussian *g,
                       size_t columns, const double *from, double to[6]) {
    double sum[6] = {0};
    for (long i = 0; i <= 2 * g->reach; i++) {
        const long at = nearest + i - g->reach;
        const size_t inside = (size_t)(at < first ? first : at > last ? last : at);
        const double *w = &from[6 * columns * inside];
        const double f[3] = {w[0], w[columns], w[2 * columns]};
        const double m[3] = {w[3 * columns], w[4 * columns], w[5 * columns]};
        add_on_plate(&r->instant[inside].plate, f, m, g->weight[i], sum);
    }
    routh_wrench_at_object(&r->instant[k].plate, sum, to);
}

/* All samples of one stretch without a gap, first … last; `before` is the latency in samples. */
static void smooth_stretch(const routh_regressor *r, long first, long last, double before, double deviation,
                           size_t columns, const double *from, double *to) {
    const double most = (double)(last - first + 1), limited = fmin(fmax(before, -most), most), whole = round(limited);
    gaussian g;
    double w[6];
    find_weights(deviation, whole - limited, &g);
    for (long k = first; k <= last; k++)
        for (size_t c = 0; c < columns; c++) {
            smooth_one(r, first, last, (size_t)k, k - (long)whole, &g, columns, from + c, w);
            for (size_t row = 0; row < 6; row++)
                to[columns * (6 * (size_t)k + row) + c] = w[row];
        }
}

void routh_smooth_wrenches(const routh_regressor *r, const double *x, bool delayed, size_t columns, const double *from,
                           double *to) {
    long before = 0; /* samples of earlier recordings */
    for (size_t i = 0; i < r->recordings; i++) {
        const routh_insertion *insertion = r->recording[i];
        const double latency = delayed ? routh_latency_of(r, x, i) : 0.0;
        for (size_t first = 0, end; first < insertion->count; first = end) {
            end = routh_insertion_stretch(insertion, first);
            smooth_stretch(r, before + (long)first, before + (long)end - 1, latency * insertion->rate,
                           routh_smoothing(insertion->rate), columns, from, to);
        }
        before += (long)insertion->count;
    }
}

void routh_wrench_at_object(const routh_pose3 *plate, const double from[6], double w[6]) {
    double moment[3];
    routh_pose3_direction(plate, from, w);
    routh_pose3_direction(plate, &from[3], &w[3]);
    routh_cross3(plate->position, w, moment);
    for (int i = 0; i < 3; i++)
        w[3 + i] += moment[i];
}
