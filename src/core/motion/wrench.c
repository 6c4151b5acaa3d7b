/* Known forces over time, and their exact impulses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include <routh/motion.h>

#include "base/context.h"
#include "base/numbers.h"
#include "motion/motion.h"

routh_wrench routh_wrench_default(void) {
    return (routh_wrench){.kind = ROUTH_NO_WRENCH, .start = 0, .end = INFINITY};
}

static const routh_place *at_row(routh_place *place, size_t i, const double *number) {
    place->row = i + 1;
    place->number = number;
    return place;
}

static routh_status check_sampled(routh_context *context, const routh_wrench_samples *samples) {
    const struct {
        const char *name;
        const double *value;
    } column[3] = {{"fx", samples->fx}, {"fy", samples->fy}, {"torque", samples->torque}};
    const double *time = samples->time, range[] = {ROUTH_RANGE_FORCE}, most = range[1];
    char from[201];
    snprintf(from, sizeof from, "%s", samples->source ? samples->source : "its table");
    routh_place place = {.what = "wrench", .file = from};
    if (!time || !samples->fx || !samples->fy || !samples->torque)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "wrench: it has no samples");
    for (size_t k = 0; k < 3; k++) {
        const double *value = column[k].value;
        place.column = column[k].name;
        for (size_t i = 0; i < samples->count; i++)
            if (!isfinite(value[i]))
                return routh_fail_at(context, ROUTH_NOT_FINITE, at_row(&place, i, &value[i]), " has %s = %g",
                                     column[k].name, value[i]);
        for (size_t i = 0; i < samples->count; i++)
            if (!(fabs(value[i]) <= most))
                return routh_fail_at(context, ROUTH_BAD_ARGUMENT, at_row(&place, i, &value[i]),
                                     " has %s = %g; it must be within ±%g", column[k].name, value[i], most);
    }
    place.column = NULL;
    if (samples->count < 2)
        return routh_fail_at(context, ROUTH_BAD_ARGUMENT, &place, " has %zu rows; at least 2 are needed",
                             samples->count);
    place.column = "time";
    for (size_t i = 0; i < samples->count; i++) {
        if (!isfinite(time[i]))
            return routh_fail_at(context, ROUTH_NOT_FINITE, at_row(&place, i, &time[i]), " has time = %g s", time[i]);
        if (i > 0 && !(time[i] > time[i - 1])) {
            place.said = true;
            return routh_fail_at(context, ROUTH_BAD_ARGUMENT, at_row(&place, i, &time[i]),
                                 "time does not rise from row %zu to %zu: %g s, then %g s", i, i + 1, time[i - 1],
                                 time[i]);
        }
    }
    return ROUTH_OK;
}

routh_status routh_wrench_check(routh_context *context, const routh_wrench *wrench) {
    if (!wrench)
        return routh_fail_null(context, "wrench", (const void *const[]){wrench});
    if (!wrench)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the wrench is missing");
    switch (wrench->kind) {
    case ROUTH_NO_WRENCH:
        return ROUTH_OK;
    case ROUTH_SAMPLED:
        return check_sampled(context, &wrench->samples);
    case ROUTH_CONSTANT:
    case ROUTH_PULSE:
    case ROUTH_SINUSOID:
        break;
    default:
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown kind of wrench %d", (int)wrench->kind);
    }
    if (!isfinite(wrench->fx) || !isfinite(wrench->fy) || !isfinite(wrench->torque))
        return routh_fail_field(context, ROUTH_NOT_FINITE, "fx fy torque", "wrench: (%g N, %g N, %g N m) is not finite",
                                wrench->fx, wrench->fy, wrench->torque);
    if (!isfinite(wrench->start) || !(wrench->end > wrench->start))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "wrench.start wrench.end",
                                "wrench: it cannot act from %g to %g s", wrench->start, wrench->end);
    if (wrench->kind == ROUTH_PULSE && !isfinite(wrench->end))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "wrench.end", "wrench: a pulse needs an end, not %g s",
                                wrench->end);
    if (wrench->kind == ROUTH_SINUSOID && !(wrench->frequency > 0 && isfinite(wrench->frequency)))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "frequency",
                                "wrench: a frequency of %g Hz is not positive", wrench->frequency);
    if (wrench->kind == ROUTH_SINUSOID && !isfinite(wrench->phase))
        return routh_fail_field(context, ROUTH_NOT_FINITE, "phase", "wrench: a phase of %g rad is not finite",
                                wrench->phase);
    const bool waves = wrench->kind == ROUTH_SINUSOID;
    const routh_limit limits[] = {{"fx", "N", wrench->fx, ROUTH_RANGE_FORCE},
                                  {"fy", "N", wrench->fy, ROUTH_RANGE_FORCE},
                                  {"torque", "N m", wrench->torque, ROUTH_RANGE_FORCE},
                                  {"wrench.start", "s", wrench->start, ROUTH_RANGE_TIME},
                                  {"wrench.end", "s", isinf(wrench->end) ? 0 : wrench->end, ROUTH_RANGE_TIME},
                                  {"frequency", "Hz", waves ? wrench->frequency : 1, ROUTH_RANGE_RATE},
                                  {"phase", "rad", waves ? wrench->phase : 0, ROUTH_RANGE_ANGLE}};
    return routh_check_limits(context, "wrench", limits, sizeof limits / sizeof limits[0]);
}

/* The row i with time[i] ≤ t, the last but one at most. */
static size_t segment_at(const double *time, size_t count, double t) {
    size_t low = 0, high = count - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (time[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double between(const double *time, const double *value, size_t i, double t) {
    const double share = (t - time[i]) / (time[i + 1] - time[i]);
    return (1 - share) * value[i] + share * value[i + 1];
}

static double sampled_at(const double *time, const double *value, size_t count, double t) {
    if (t < time[0] || t > time[count - 1])
        return 0;
    return between(time, value, segment_at(time, count, t), t);
}

/* Trapezia, exact for what is linear between the samples; the first and last are cut where the stretch begins, ends. */
static double sampled_impulse(const double *time, const double *value, size_t count, double from, double to) {
    from = fmax(from, time[0]);
    to = fmin(to, time[count - 1]);
    if (!(to > from))
        return 0;
    double sum = 0;
    for (size_t i = segment_at(time, count, from); i + 1 < count && time[i] < to; i++) {
        const double low = fmax(from, time[i]), high = fmin(to, time[i + 1]);
        sum += (high - low) * (between(time, value, i, low) + between(time, value, i, high)) / 2;
    }
    return sum;
}

/* A sine wave's angular frequency and its angle at `start`: half a wave for a pulse. */
static void wave_of(const routh_wrench *wrench, double *omega, double *phase) {
    const int pulse = wrench->kind == ROUTH_PULSE;
    *omega = pulse ? ROUTH_PI / (wrench->end - wrench->start) : 2 * ROUTH_PI * wrench->frequency;
    *phase = pulse ? 0 : wrench->phase;
}

/* How much of the amplitude acts at a time. */
static double share_at(const routh_wrench *wrench, double time) {
    if (wrench->kind == ROUTH_NO_WRENCH || time < wrench->start || time > wrench->end)
        return 0;
    if (wrench->kind == ROUTH_CONSTANT)
        return 1;
    double omega, phase;
    wave_of(wrench, &omega, &phase);
    return sin(omega * (time - wrench->start) + phase);
}

/* Its integral. That of a sine is (cos α − cos β)/ω = 2 sin((α + β)/2) sin((β − α)/2)/ω, which loses nothing to
 * cancellation over short stretches. */
static double share_integral(const routh_wrench *wrench, double from, double to) {
    from = fmax(from, wrench->start);
    to = fmin(to, wrench->end);
    if (wrench->kind == ROUTH_NO_WRENCH || !(to > from))
        return 0;
    if (wrench->kind == ROUTH_CONSTANT)
        return to - from;
    double omega, phase;
    wave_of(wrench, &omega, &phase);
    const double middle = omega * ((from - wrench->start) + (to - wrench->start)) / 2 + phase;
    return 2 * sin(middle) * sin(omega * (to - from) / 2) / omega;
}

void routh_wrench_at(const routh_wrench *wrench, double time, double value[3]) {
    const routh_wrench_samples *samples = &wrench->samples;
    const double *const sampled[3] = {samples->fx, samples->fy, samples->torque};
    const double amplitude[3] = {wrench->fx, wrench->fy, wrench->torque};
    const bool is_sampled = wrench->kind == ROUTH_SAMPLED;
    const double share = is_sampled ? 0 : share_at(wrench, time);
    for (size_t k = 0; k < 3; k++)
        value[k] = is_sampled ? sampled_at(samples->time, sampled[k], samples->count, time) : share * amplitude[k];
}

void routh_wrench_impulse(const routh_wrench *wrench, double from, double to, double value[3]) {
    const routh_wrench_samples *samples = &wrench->samples;
    const double *const sampled[3] = {samples->fx, samples->fy, samples->torque};
    const double amplitude[3] = {wrench->fx, wrench->fy, wrench->torque};
    const bool is_sampled = wrench->kind == ROUTH_SAMPLED;
    const double share = is_sampled ? 0 : share_integral(wrench, from, to);
    for (size_t k = 0; k < 3; k++)
        value[k] =
            is_sampled ? sampled_impulse(samples->time, sampled[k], samples->count, from, to) : share * amplitude[k];
}
