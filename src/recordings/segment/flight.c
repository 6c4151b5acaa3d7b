/* Measuring a recording's noise, and finding where the motion is not free flight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>

#include "base/context.h"

/* An acceleration of this many standard deviations of its noise is a spike: noise alone makes one in 10⁵ samples. */
static const double spike_deviations = 5;

/* And at least this many times gravity, however little noise there is: lying still differs from free fall by one. */
static const double spike_gravities = 2;

static const double *coordinate_of(const routh_trajectory *trajectory, int coordinate) {
    return coordinate == X ? trajectory->x : coordinate == Y ? trajectory->y : trajectory->theta;
}

static routh_status check_trajectory(routh_context *context, const routh_trajectory *trajectory) {
    static const char *const name[] = {"x", "y", "theta"};
    char shown[ROUTH_SHOWN_SOURCE];
    routh_show_source(shown, sizeof shown, trajectory->name ? trajectory->name : "trajectory");
    for (size_t i = 0; i < trajectory->count; i++) {
        if (!isfinite(trajectory->time[i]))
            return routh_fail_at(
                context, ROUTH_NOT_FINITE,
                &(routh_place){
                    .file = shown, .noun = "sample", .row = i + 1, .column = "time", .number = &trajectory->time[i]},
                "time is %g; it must be finite", trajectory->time[i]);
        if (i > 0 && !(trajectory->time[i] > trajectory->time[i - 1]))
            return routh_fail_at(
                context, ROUTH_BAD_FORMAT,
                &(routh_place){
                    .file = shown, .noun = "sample", .row = i + 1, .column = "time", .number = &trajectory->time[i]},
                "time does not increase: %.9g s after %.9g s", trajectory->time[i], trajectory->time[i - 1]);
        for (int c = 0; c < COORDINATES; c++)
            if (!isfinite(coordinate_of(trajectory, c)[i]))
                return routh_fail_at(context, ROUTH_NOT_FINITE,
                                     &(routh_place){.file = shown,
                                                    .noun = "sample",
                                                    .row = i + 1,
                                                    .column = name[c],
                                                    .number = &coordinate_of(trajectory, c)[i]},
                                     "%s is %g; it must be finite", name[c], coordinate_of(trajectory, c)[i]);
    }
    return ROUTH_OK;
}

routh_status routh_flight_check(routh_context *context, const routh_dataset *dataset, size_t shortest) {
    if (!dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "dataset is NULL");
    if (dataset->trajectory_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: no trajectories, so there is nothing to segment",
                          dataset->name);
    routh_status status = routh_shape_check(context, &dataset->body.shape);
    size_t longest = 0;
    for (size_t i = 0; status == ROUTH_OK && i < dataset->trajectory_count; i++) {
        status = check_trajectory(context, &dataset->trajectory[i]);
        longest = dataset->trajectory[i].count > longest ? dataset->trajectory[i].count : longest;
    }
    if (status == ROUTH_OK && longest < shortest)
        status = routh_fail(context, ROUTH_BAD_ARGUMENT,
                            "%s: too few samples: the longest of %zu trajectories has %zu, and %zu are needed",
                            dataset->name, dataset->trajectory_count, longest, shortest);
    return status;
}

size_t routh_count_samples(const routh_dataset *dataset) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        count += dataset->trajectory[i].count;
    return count;
}

/* The fourth divided difference of the five frames about this one, over its deviation for independent noise of 1: 0 for
 * polynomials of third degree, wherever frames are missing. Evenly spaced: (1, −4, 6, −4, 1)/√70. */
static double fourth_difference(const double *time, const double *q) {
    double sum = 0, square = 0;
    for (int i = -2; i <= 2; i++) {
        double product = 1;
        for (int k = -2; k <= 2; k++)
            product *= k == i ? 1 : (time[i] - time[k]) / (time[2] - time[-2]);
        sum += q[i] / product;
        square += 1 / (product * product);
    }
    return sum / sqrt(square);
}

/* Fourth differences are 0 in free flight and at rest; the few at contacts do not move the median. */
static double sample_noise(const routh_dataset *dataset, int coordinate, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        const double *q = coordinate_of(trajectory, coordinate);
        for (size_t j = 2; j + 2 < trajectory->count; j++)
            scratch[count++] = fabs(fourth_difference(trajectory->time + j, q + j));
    }
    return count ? ROUTH_FROM_MEDIAN_DEVIATION * routh_median(scratch, count) : 0;
}

static double frame_interval(const routh_dataset *dataset, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        for (size_t j = 1; j < dataset->trajectory[i].count; j++)
            scratch[count++] = dataset->trajectory[i].time[j] - dataset->trajectory[i].time[j - 1];
    return routh_median(scratch, count);
}

routh_status routh_flight_measure(routh_context *context, const routh_dataset *dataset, double gravity,
                                  routh_flight_setting *setting) {
    *setting = (routh_flight_setting){.gravity = gravity, .angle_unit = 1, .dataset = dataset};
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, routh_count_samples(dataset), sizeof *scratch);
    ROUTH_TRY(room.status);
    setting->interval = frame_interval(dataset, scratch);
    const routh_body *body = &dataset->body;
    setting->gyration = body->mass > 0 && body->inertia > 0 ? sqrt(body->inertia / body->mass)
                                                            : sqrt(routh_shape_gyration_squared(&body->shape));
    ROUTH_TRY(routh_check_cancelled(context));
    for (int c = 0; c < COORDINATES; c++) {
        setting->noise[c] = sample_noise(dataset, c, scratch);
        double noise = sqrt(6.0) * setting->noise[c] / (setting->interval * setting->interval);
        double least = spike_gravities * fmax(gravity, 1) / (c == THETA ? setting->gyration : 1);
        setting->spike[c] = fmax(spike_deviations * noise, least);
        ROUTH_TRY(routh_check_cancelled(context));
    }
    return ROUTH_OK;
}

/* The accelerations of all coordinates together, each in units of what would be a spike in it alone. */
static bool is_spike(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t i) {
    const double *t = trajectory->time;
    double square = 0;
    for (int c = 0; c < COORDINATES; c++) {
        const double *q = coordinate_of(trajectory, c);
        double before = (q[i] - q[i - 1]) / (t[i] - t[i - 1]), after = (q[i + 1] - q[i]) / (t[i + 1] - t[i]);
        double acceleration = 2 * (after - before) / (t[i + 1] - t[i - 1]) + (c == Y ? setting->gravity : 0);
        square += (acceleration / setting->spike[c]) * (acceleration / setting->spike[c]);
    }
    return square > 1;
}

size_t routh_flight_events(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                           routh_event *event) {
    size_t count = 0;
    for (size_t i = 1; i + 1 < trajectory->count; i++) {
        if (!is_spike(setting, trajectory, i) && !(setting->soft && routh_flight_is_below(setting, trajectory, i)))
            continue;
        if (count > 0 && event[count - 1].last + 1 == i)
            event[count - 1].last = i;
        else
            event[count++] = (routh_event){i, i};
    }
    return count;
}
