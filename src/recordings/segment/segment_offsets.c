/* What a recording's poses are off by, from bodies at rest and, where none rests, from the contacts: angle, height, the delay
 * of angles, and the tracked point's distance from the centre of mass.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "segment/segment.h"
#include "segment/segment3.h"

/* Offsets of angle and height from the contacts, where no body comes to rest.
 * 
 * At each instant at which two flights meet, the lowest point of the shape is on the ground. With the angle right, the heights
 * of these points agree, and their median is the ground; with another angle they scatter by the shape's own depth. The
 * angle is found on a grid, then refined. Of equally good ones, as symmetric shapes have, the smallest counts. */

/* Angles on the grid either way, and refinements, each with a quarter of the step. */
enum { GRID = 160, NEIGHBOURS = 4, REFINEMENTS = 6 };

/* The most contacts that are looked at, evenly drawn where there are more; fewer than these say nothing. */
enum { MOST_CONTACTS = 400, LEAST_CONTACTS = 5 };

/* Another angle than the recorded one must make heights scatter this many times less. An equally good one scatters at most
 * a multiple of the best. */
static const double far_better = 2;
static const double as_good = 1.25;

/* Poses at the contacts. */
typedef struct contacts {
    const routh_shape *shape;
    double *height, *angle; /* of the centre, as recorded */
    double *scratch;
    size_t count;
} contacts;

/* Robust scatter of the lowest points' heights with this offset of the angle, and their median. */
static double scatter_at(const contacts *all, double offset, double *level) {
    for (size_t i = 0; i < all->count; i++) {
        double rx, ry, next;
        routh_shape_lowest(all->shape, all->angle[i] - offset, &rx, &ry, &next);
        all->scratch[i] = all->height[i] + ry;
    }
    *level = routh_median(all->scratch, all->count);
    return routh_spread_about(all->scratch, all->count, *level);
}

static double refine(const contacts *all, double offset, double step, double *least) {
    for (int pass = 0; pass < REFINEMENTS; pass++, step /= NEIGHBOURS) {
        const double middle = offset;
        for (int k = -NEIGHBOURS; k <= NEIGHBOURS; k++) {
            double level;
            const double trial = middle + k * step / NEIGHBOURS, scatter = scatter_at(all, trial, &level);
            if (scatter < *least) {
                *least = scatter;
                offset = trial;
            }
        }
    }
    return offset;
}

/* The best angle of the grid; with `limit`, the smallest one that scatters at most by that. */
static double search(const contacts *all, double limit, double *least) {
    double best = 0;
    *least = INFINITY;
    for (int k = 0; k <= 2 * GRID; k++) { /* 0, 1, −1, 2, … */
        double level;
        const double offset = (k % 2 ? (k + 1) / 2 : -k / 2) * ROUTH_PI / GRID;
        const double scatter = scatter_at(all, offset, &level);
        if (scatter < *least) {
            *least = scatter;
            best = offset;
        }
        if (*least <= limit)
            break;
    }
    return best;
}

static void find_level(const contacts *all, double noise, routh_contact_level *level) {
    double least, recorded_level;
    const double recorded = scatter_at(all, 0, &recorded_level);
    double angle = 0;
    if (all->shape->kind != ROUTH_DISC) {
        search(all, -1, &least);
        angle = search(all, fmax(as_good * least, noise), &least);
        angle = refine(all, angle, ROUTH_PI / GRID, &least);
        if (!(far_better * least < recorded))
            angle = 0;
    }
    level->angle = angle;
    level->scatter = scatter_at(all, angle, &level->height);
    level->recorded_height = recorded_level;
    level->recorded_scatter = recorded;
    level->count = all->count;
    level->determined = true;
}

/* The poses of clean contacts, at most as many as there is room for. */
static routh_status gather(routh_context *context, const routh_flight_setting *setting,
                           const routh_segment_options *options, contacts *all) {
    const routh_dataset *dataset = setting->dataset;
    const size_t room = routh_count_samples(dataset) / 2 + dataset->trajectory_count + 1;
    routh_event *event = routh_allocate(context, room, sizeof *event);
    routh_spike *spike = routh_allocate(context, room, sizeof *spike);
    for (size_t i = 0; event && spike && i < dataset->trajectory_count && all->count < MOST_CONTACTS; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        const size_t spikes = routh_spikes_fit(setting, options, trajectory, event, spike);
        for (size_t k = 0; k < spikes && all->count < MOST_CONTACTS; k++) {
            double pose[COORDINATES];
            if (!routh_spike_is_clean(setting, options, trajectory, &spike[k]))
                continue;
            routh_arc_pose(&spike[k].before, spike[k].meeting, pose);
            all->height[all->count] = pose[Y];
            all->angle[all->count++] = pose[THETA];
        }
    }
    const bool complete = event && spike;
    routh_release(context, event);
    routh_release(context, spike);
    return complete ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_contact_level_of(routh_context *context, const routh_segment_options *options,
                                    const routh_dataset *dataset, routh_contact_level *level) {
    routh_flight_setting setting;
    *level = (routh_contact_level){.determined = false};
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    double *block = status == ROUTH_OK ? routh_allocate(context, MOST_CONTACTS, 3 * sizeof *block) : NULL;
    if (!block)
        return status != ROUTH_OK ? status : ROUTH_OUT_OF_MEMORY;
    contacts all = {.shape = &dataset->body.shape,
                    .height = block,
                    .angle = block + MOST_CONTACTS,
                    .scratch = block + 2 * MOST_CONTACTS};
    status = gather(context, &setting, options, &all);
    level->count = all.count;
    if (status == ROUTH_OK && all.count >= LEAST_CONTACTS)
        find_level(&all, setting.noise[Y] + setting.gyration * setting.noise[THETA], level);
    routh_release(context, block);
    return status;
}

/* Do angles belong to another instant than positions?
 * 
 * Trackers smooth angles, or find them in another image, and the angle recorded with a frame is that of a moment earlier. In flight
 * nobody sees it: the spin is constant. At a contact everything turns at one instant, and the flights before and after
 * meet there, x and y at one time stamp, θ at a later one. The difference is the delay, without a law and
 * without a shape. Both times have closed forms: coordinates of two parabolas under the same gravity differ by d + u t, which
 * is least at −d·u / u·u.
 * 
 * Uncorrected, a body that turns at 20 rad/s touches 0.04 rad from where it was, at half a frame of 4 ms: the contact point is
 * wrong, and a law that is right does not fit. */

/* Fewer contacts say nothing. Their median delay counts from this number of standard errors on, and from this part of a frame
 * on: within less than that a contact has a duration of its own. */
enum { LEAST_DELAYS = 20 };
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
    return count >= LEAST_DELAYS && fabs(middle) > fmax(least_errors * error, least_delay * interval) ? middle : 0;
}

/* By how much recorded angles lag behind positions, s; 0 where contacts do not show it. */
static routh_status angle_delay_of(routh_context *context, const routh_segment_options *options,
                                   const routh_dataset *dataset, double *delay) {
    routh_flight_setting setting;
    *delay = 0;
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
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
    const routh_status status = event && spike && found ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (count > 0)
        *delay = judge_delays(found, count, setting.interval);
    routh_release(context, found);
    routh_release(context, spike);
    routh_release(context, event);
    return status;
}

/* An ellipse rocks for long, and seems to lie still where it turns back: one or two such poses are off by the swing. Of more,
 * a median counts if it is more than this number of its standard errors, √(π/2) times those of a mean. */
enum { LEAST_RESTS = 3 };
static const double rest_errors = 3;

static double trusted(const routh_rest_pose *rest, const routh_shape *shape, double offset, double spread) {
    const double error = ROUTH_MEDIAN_ERROR * spread / sqrt((double)rest->count);
    const bool rocks = shape->kind == ROUTH_ELLIPSE;
    return rest->count > 0 && (!rocks || (rest->count >= LEAST_RESTS && fabs(offset) > rest_errors * error)) ? offset
                                                                                                             : 0;
}

/* What the rest pose says, as far as it can be trusted, without a delay. */
static routh_pose_offsets rest_offsets(const routh_rest_pose *rest, const routh_shape *shape) {
    return (routh_pose_offsets){.height = trusted(rest, shape, rest->height_offset, rest->height_spread),
                                .angle = trusted(rest, shape, rest->angle_offset, rest->angle_spread)};
}

/* Without a rest pose the contacts decide, but only where they are not on the ground as recorded: within that, nobody can
 * say whether the height is off or corners are rounded. */
static routh_status offsets_of_contacts(routh_context *context, const routh_segment_options *options,
                                        const routh_dataset *dataset, bool aloud, routh_pose_offsets *offsets) {
    routh_contact_level level;
    ROUTH_TRY(routh_contact_level_of(context, options, dataset, &level));
    routh_context *listener = aloud ? context : NULL;
    const bool grounded = fabs(level.recorded_height) + level.recorded_scatter <= options->ground_max;
    if (level.determined && !grounded && level.scatter <= options->ground_max) {
        offsets->height = level.height;
        offsets->angle = level.angle;
        routh_log(listener, ROUTH_LOG_WARNING,
                  "no trajectory is seen to end at rest: height and angle come from the lowest points at %zu contacts, "
                  "which are "
                  "level within %.2g mm",
                  level.count, 1e3 * level.scatter);
    } else {
        routh_log(
            listener, ROUTH_LOG_WARNING,
            "no trajectory is seen to end at rest: height and angle could not be calibrated and are taken as recorded");
    }
    return ROUTH_OK;
}

static routh_status find(routh_context *context, const routh_segment_options *options, const routh_dataset *dataset,
                         bool aloud, routh_pose_offsets *offsets) {
    routh_rest_pose rest;
    *offsets = (routh_pose_offsets){0};
    ROUTH_TRY(routh_rest_pose_of(context, dataset, &rest));
    *offsets = rest_offsets(&rest, &dataset->body.shape);
    if (rest.count == 0)
        ROUTH_TRY(offsets_of_contacts(context, options, dataset, aloud, offsets));
    return angle_delay_of(context, options, dataset, &offsets->delay);
}

routh_status routh_offsets_find(routh_context *context, const routh_segment_options *options,
                                const routh_dataset *dataset, routh_pose_offsets *offsets) {
    return find(context, options, dataset, false, offsets);
}

routh_status routh_offsets_remaining(routh_context *context, const routh_segment_options *options,
                                     const routh_dataset *dataset, routh_pose_offsets *offsets) {
    if (options->calibrate)
        return find(context, options, dataset, true, offsets);
    *offsets = (routh_pose_offsets){.height = options->height_offset - dataset->height_offset,
                                    .angle = options->angle_offset - dataset->angle_offset,
                                    .delay = options->angle_delay};
    return ROUTH_OK;
}

void routh_offsets_subtract(routh_dataset *dataset, const routh_pose_offsets *offsets) {
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        for (size_t j = 0; j < dataset->trajectory[i].count; j++) {
            dataset->trajectory[i].y[j] -= offsets->height;
            dataset->trajectory[i].theta[j] -= offsets->angle;
        }
    dataset->height_offset += offsets->height;
    dataset->angle_offset += offsets->angle;
    dataset->angle_delay = offsets->delay;
}

void routh_centre_apply(const double offset[2], routh_dataset *dataset) {
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        routh_trajectory *one = &dataset->trajectory[i];
        for (size_t j = 0; j < one->count; j++) {
            const double c = cos(one->theta[j]), s = sin(one->theta[j]);
            const double dx = c * offset[0] - s * offset[1], dy = s * offset[0] + c * offset[1];
            one->x[j] -= dx;
            one->y[j] -= dy;
            if (one->vx && one->vy && one->omega) {
                one->vx[j] += one->omega[j] * dy;
                one->vy[j] -= one->omega[j] * dx;
            }
        }
    }
    const double c = cos(dataset->angle_offset), s = sin(dataset->angle_offset);
    dataset->tracked_offset[0] += c * offset[0] - s * offset[1];
    dataset->tracked_offset[1] += s * offset[0] + c * offset[1];
}
