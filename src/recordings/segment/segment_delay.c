/* Do angles belong to another instant than positions?
 *
 * Trackers smooth angles, or find them in another image, and the angle recorded with a frame is that of a moment earlier. In flight
 * nobody sees it: the spin is constant. At a contact everything turns at one instant, and the flights before and after
 * meet there, x and y at one time stamp, θ at a later one. The difference is the delay, without a law and
 * without a shape. Both times have closed forms: coordinates of two parabolas under the same gravity differ by d + u t, which
 * is least at −d·u / u·u.
 *
 * Uncorrected, a body that turns at 20 rad/s touches 0.04 rad from where it was, at half a frame of 4 ms: the contact point is
 * wrong, and a law that is right does not fit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment.h"

/* Fewer contacts say nothing. Their median delay counts from so many standard errors on, and from this part of a frame
 * on: within less than that a contact has a duration of its own. */
enum { LEAST_CONTACTS = 20 };
static const double least_errors = 5;
static const double least_delay = 0.1;

/* A contact whose noise allows for less than this part of a frame is used. */
static const double most_noise = 0.25;

/* Of one contact, s; NaN where it is no clean one. An impact shows in two frames, a delayed angle in one or two more. */
static double delay_at(const routh_flight_setting *setting, const routh_segment_options *options,
                       const routh_spike *spike) {
    const routh_arc *from = &spike->before, *to = &spike->after;
    if (!spike->has_before || !spike->has_after || spike->jump || spike->gaps || from->gaps || to->gaps ||
        fmax(from->deviation, to->deviation) > options->deviation_max || spike->event.last - spike->event.first > 2)
        return NAN;
    double apart[COORDINATES], change[COORDINATES];
    for (int c = 0; c < COORDINATES; c++) {
        apart[c] = to->pose[c] - from->pose[c]; /* both at the same origin */
        change[c] = to->velocity[c] - from->velocity[c];
    }
    const double square = change[X] * change[X] + change[Y] * change[Y], turn = change[THETA];
    const double *noise = setting->noise;
    const double place = (noise[X] * noise[X] + noise[Y] * noise[Y]) / (2 * square);
    const double angle = noise[THETA] * noise[THETA] / (turn * turn);
    const double ends = 4 / (double)from->count + 4 / (double)to->count; /* variances at the end of a straight line */
    if (!(ends * (place + angle) <= most_noise * most_noise * setting->interval * setting->interval))
        return NAN;
    return (apart[X] * change[X] + apart[Y] * change[Y]) / square - apart[THETA] / turn;
}

static double judge_delays(double *delay, size_t count, double interval) {
    const double middle = routh_median(delay, count);
    for (size_t i = 0; i < count; i++)
        delay[i] = fabs(delay[i] - middle);
    const double spread = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(delay, count);
    const double error = ROUTH_MEDIAN_ERROR * spread / sqrt((double)count);
    return count >= LEAST_CONTACTS && fabs(middle) > fmax(least_errors * error, least_delay * interval) ? middle : 0;
}

routh_status routh_angle_delay_of(routh_context *context, const routh_segment_options *options,
                                  const routh_dataset *dataset, double *delay) {
    routh_flight_setting setting;
    *delay = 0;
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    if (status != ROUTH_OK)
        return status;
    const size_t room = routh_count_samples(dataset) / 2 + dataset->trajectory_count + 1;
    routh_event *event = routh_allocate(context, room, sizeof *event);
    routh_spike *spike = routh_allocate(context, room, sizeof *spike);
    double *found = routh_allocate(context, room, sizeof *found);
    size_t count = 0;
    for (size_t i = 0; event && spike && found && i < dataset->trajectory_count; i++) {
        const size_t spikes = routh_spikes_fit(&setting, options, &dataset->trajectory[i], event, spike);
        for (size_t k = 0; k < spikes; k++) {
            const double one = delay_at(&setting, options, &spike[k]);
            if (!isnan(one))
                found[count++] = one;
        }
    }
    status = event && spike && found ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (count > 0)
        *delay = judge_delays(found, count, setting.interval);
    routh_release(context, found);
    routh_release(context, spike);
    routh_release(context, event);
    return status;
}
