/* Noise that nobody has stated: from the flights between contacts, and what heights over the ground show of that of poses.
 *
 * Two contacts that follow one another in a trajectory are linked by a free flight: vx and ω are the same at both ends, vy falls
 * with gravity, and the pose moves by what the mean velocity makes of the time between them. What remains of each is noise of
 * both ends, whatever the contacts did. Medians, since some links hide a contact that was missed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "inertia/inertia.h"

/* Fewer links say too little: a median of 20 has an error of a quarter. */
enum { LEAST_LINKS = 20, CHANNELS = 5 };

/* What remains of a flight from record a to record b. */
static void remains_of(const routh_record *a, const routh_record *b, double gravity, double off[CHANNELS]) {
    const double time = b->time - a->time;
    const double along = -gravity * sin(a->gravity_tilt), down = -gravity * cos(a->gravity_tilt);
    off[0] = b->y - a->y - time * (a->after.vy + b->before.vy) / 2; /* exact under a constant acceleration */
    off[1] = remainder(b->theta - a->theta - time * (a->after.omega + b->before.omega) / 2, 2 * ROUTH_PI);
    off[2] = b->before.vx - a->after.vx - time * along;
    off[3] = b->before.vy - a->after.vy - time * down;
    off[4] = b->before.omega - a->after.omega;
}

static bool is_link(const routh_record *a, const routh_record *b) {
    const double known = a->theta + b->theta + a->y + b->y;
    const double force = fabs(a->fx) + fabs(a->fy) + fabs(a->torque) + fabs(b->fx) + fabs(b->fy) + fabs(b->torque);
    return a->trajectory >= 0 && a->trajectory == b->trajectory && b->time > a->time && isfinite(known) && !(force > 0);
}

/* The deviation of one end, from what remains of both; `of_velocity` is how much of its variance the mean velocity makes. */
static double deviation_of(double *off, size_t count, double of_velocity) {
    for (size_t i = 0; i < count; i++)
        off[i] = fabs(off[i]);
    const double both = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(off, count);
    return sqrt(fmax(both * both / 2 - of_velocity, 0));
}

routh_status routh_noise_of_links(routh_context *context, const routh_record *records, size_t count, double gravity,
                                  routh_noise *noise, bool *found) {
    ROUTH_ARENA(room, context);
    double *off = routh_take(&room, count, (CHANNELS + 1) * sizeof *off), one[CHANNELS];
    size_t links = 0;
    *found = false;
    ROUTH_TRY(room.status);
    for (size_t i = 0; i + 1 < count; i++) {
        if (!is_link(&records[i], &records[i + 1]))
            continue;
        remains_of(&records[i], &records[i + 1], gravity, one);
        for (size_t k = 0; k < CHANNELS; k++)
            off[k * count + links] = one[k];
        off[CHANNELS * count + links++] = records[i + 1].time - records[i].time;
    }
    if (links < LEAST_LINKS)
        return ROUTH_OK;
    const double time = routh_median(&off[CHANNELS * count], links);
    noise->vx = deviation_of(&off[2 * count], links, 0);
    noise->vy = deviation_of(&off[3 * count], links, 0);
    noise->omega = deviation_of(&off[4 * count], links, 0);
    noise->y = deviation_of(off, links, pow(time * noise->vy / 2, 2));
    noise->theta = deviation_of(&off[count], links, pow(time * noise->omega / 2, 2));
    *found = noise->vx > 0 && noise->vy > 0 && noise->omega > 0;
    return ROUTH_OK;
}

/* Without flights nothing says how much of the noise is the poses', and of these how much the angles'. A contact point on the
 * ground has the height 0; what it scatters is noise of heights, or of angles where r has a component along the ground. Both ends
 * are tried, each also with less noise of velocities than r taken as exact leaves, and the answer holds all. */

/* Fewer heights say too little; scatter below this share of the body's reach is rounding, as is that of exact tables. */
enum { LEAST_HEIGHTS = 20 };
static const double least_scatter = 1e-3;

/* How far contact points are scattered over the ground, and the root mean square of their levers; 0 where few have a height. */
static routh_status scatter_of(routh_context *context, const inertia_work *work, double *scatter, double *lever) {
    ROUTH_ARENA(room, context);
    double *height = routh_take(&room, work->count, sizeof *height), square = 0;
    size_t count = 0;
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        if (!isfinite(c->theta) || !isfinite(c->y))
            continue;
        height[count++] = c->y + c->ry - c->duration * fmax(0, -(c->before.vy + c->rx * c->before.omega)) / 2;
        square += c->rx * c->rx;
    }
    *scatter = 0;
    if (count < LEAST_HEIGHTS)
        return ROUTH_OK;
    const double middle = routh_median(height, count);
    for (size_t i = 0; i < count; i++)
        height[i] = fabs(height[i] - middle);
    *scatter = ROUTH_FROM_MEDIAN_DEVIATION * routh_median(height, count);
    *lever = sqrt(square / (double)count);
    return ROUTH_OK;
}

static routh_status hold_noise(routh_context *context, const inertia_work *work, routh_inertia_refit *refit,
                               const routh_noise *noise, double interval[2], bool *answers) {
    routh_inertia_options options = *work->options;
    routh_inertia_estimate fit;
    options.noise = *noise;
    const routh_status status = refit(context, work->record, work->count, &options, &fit);
    *answers = status == ROUTH_OK && isfinite(fit.standard_error[0]);
    if (*answers) {
        interval[0] = fmin(interval[0], fit.low[0]);
        interval[1] = fmax(interval[1], fit.high[0]);
    }
    if (status == ROUTH_OK)
        routh_inertia_estimate_release(context, &fit);
    return routh_ends_all(status) ? status : ROUTH_OK;
}

routh_status routh_inertia_allow_pose_noise(routh_context *context, const inertia_work *work,
                                            routh_inertia_refit *refit) {
    static const double shares[] = {1, 0.25}; /* of the velocities' noise */
    routh_inertia_estimate *fit = work->fit;
    double scatter, lever = 0, interval[2] = {fit->low[0], fit->high[0]};
    const routh_shape *shape = work->options->shape;
    if (work->noise_known || work->options->estimator != ROUTH_ERRORS_IN_VARIABLES || work->unknowns > 1 || !shape ||
        shape->kind == ROUTH_DISC || !isfinite(fit->standard_error[0]))
        return ROUTH_OK;
    ROUTH_TRY(scatter_of(context, work, &scatter, &lever));
    if (!(scatter > least_scatter * routh_inertia_reach(work)))
        return ROUTH_OK;
    const double errors = (interval[1] - interval[0]) / (2 * fit->standard_error[0]);
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        const routh_noise n = {.y = scatter,
                               .theta = scatter / lever,
                               .vx = shares[k] * fit->noise.vx,
                               .vy = shares[k] * fit->noise.vy,
                               .omega = shares[k] * fit->noise.omega};
        bool answers;
        ROUTH_TRY(hold_noise(context, work, refit, &n, interval, &answers));
        if (!answers)
            return routh_fail(context, ROUTH_NOT_ENDED,
                              "m/I is not determined: contact points are scattered by %.2g m over the ground, so that "
                              "poses are noisy, and nobody has stated by how much",
                              scatter);
    }
    fit->value[0] = (interval[0] + interval[1]) / 2;
    fit->low[0] = interval[0];
    fit->high[0] = interval[1];
    fit->standard_error[0] = (interval[1] - interval[0]) / (2 * errors);
    fit->covariance[0][0] = fit->standard_error[0] * fit->standard_error[0];
    fit->noise.y = scatter;
    fit->noise.theta = scatter / lever;
    return ROUTH_OK;
}
