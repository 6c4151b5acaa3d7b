/* One contact: two parabolas, the instant at which they meet, and the reasons not to trust it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "geometry/geometry.h"
#include "segment/segment.h"

/* Velocities before and after that agree within this, m/s, or within this number of deviations of their noise, are the same.
 */
static const double same_velocity = 0.05;
static const double deviations = 4;

/* In flight the acceleration is that of free fall within half of gravity: air, panes and a centre of mass that is a
 * little off the tracked point take less, lying on the ground takes all. */
static const double free_fall_share = 0.5;

/* The most frames looked for when some may be missing in the middle of a contact. */
static const int most_lost = 12;

/* And when the parabolas meet nearly: the most frames, and the least factor by which they meet better with them. */
static const int few_lost = 2;
static const double far_better = 4;

/* An instantaneous contact shows in the accelerations of two frames at most; in angles as much later as they lag. */
static const size_t contact_frames = 2;

/* Where frames are missing, two contacts a few milliseconds apart may look like one, and then the frames at the spike are
 * this many deviations off the parabolas (three coordinates: chance does so once in 1,000). */
static const double off_parabola = 2.33;
static const double least_noise = 1e-6; /* m: of recordings that have none */

/* A line through fewer frames than that shows nothing about its own error. */
static const size_t fewest_frames = 4;

/* Length of a difference of poses or velocities, rotation times the radius of gyration: the metric of kinetic energy.
 */
static double length_of(const routh_flight_setting *setting, const double difference[COORDINATES]) {
    return hypot(hypot(difference[X], difference[Y]), setting->gyration * difference[THETA]);
}

/* Standard deviation of a fitted velocity in that metric: σ / √Σ τ², and τ evenly spaced. */
static double velocity_noise(const routh_flight_setting *setting, const routh_arc *arc) {
    double count = (double)arc->count;
    double spread = setting->interval * sqrt(count * (count * count - 1) / 12);
    return length_of(setting, setting->noise) / spread;
}

/* Where the parabolas come nearest when the later one is so much later than its time stamps say. Both fall alike, so
 * their difference d + u t is linear, and |d + u t| least at t = −d·u / u·u. */
static double nearest_time(const routh_flight_setting *setting, const routh_arc *before, const routh_arc *after,
                           double late, double apart[COORDINATES]) {
    double origin = before->origin, rate[COORDINATES], here[COORDINATES], there[COORDINATES], product = 0, square = 0;
    routh_arc_pose(before, origin, here);
    routh_arc_pose(after, origin - late, there);
    double before_velocity[COORDINATES], after_velocity[COORDINATES];
    routh_arc_velocity(before, origin, before_velocity);
    routh_arc_velocity(after, origin - late, after_velocity);
    for (int c = 0; c < COORDINATES; c++) {
        double weight = c == THETA ? setting->gyration * setting->gyration : 1;
        apart[c] = there[c] - here[c];
        rate[c] = after_velocity[c] - before_velocity[c];
        product += weight * apart[c] * rate[c];
        square += weight * rate[c] * rate[c];
    }
    double elapsed = square > 0 ? -product / square : 0;
    for (int c = 0; c < COORDINATES; c++)
        apart[c] += rate[c] * elapsed;
    return origin + elapsed;
}

/* Frames of flight, first … first + count − 1, enough for a fit? Where time stamps show that one is missing, those left
 * will do if they span as long: the velocity is nearly as exact. */
static bool is_flight(const routh_flight_setting *setting, const routh_segment_options *options,
                      const routh_trajectory *trajectory, size_t first, size_t count) {
    const size_t least = options->flight_min;
    if (count >= least || count < fewest_frames || count + 1 < least)
        return count >= least;
    const double span = trajectory->time[first + count - 1] - trajectory->time[first];
    return span > ((double)least - 1.25) * setting->interval;
}

/* A flight with a long gap in it is two: that next to the contact is used if it is long enough. */
static void split_at_gaps(const routh_flight_setting *setting, const routh_segment_options *options,
                          const routh_trajectory *trajectory, routh_event event, size_t *earliest, size_t *latest) {
    size_t first = event.first - 1, last = event.last + 1;
    while (first > *earliest && !routh_is_long_gap(setting, trajectory, first - 1))
        first--;
    while (last < *latest && !routh_is_long_gap(setting, trajectory, last))
        last++;
    if (event.first > *earliest && is_flight(setting, options, trajectory, first, event.first - first))
        *earliest = first;
    if (event.last < *latest && is_flight(setting, options, trajectory, event.last + 1, last - event.last))
        *latest = last;
}

routh_spike routh_spike_fit(const routh_flight_setting *setting, const routh_segment_options *options,
                            const routh_trajectory *trajectory, routh_event event, size_t earliest, size_t latest) {
    routh_spike spike = {.event = event};
    split_at_gaps(setting, options, trajectory, event, &earliest, &latest);
    size_t before = event.first - earliest, after = latest - event.last; /* frames beside the spike */
    double origin = (trajectory->time[event.first] + trajectory->time[event.last]) / 2;
    spike.has_before = is_flight(setting, options, trajectory, earliest, before);
    spike.has_after = is_flight(setting, options, trajectory, event.last + 1, after);
    spike.gaps = routh_flight_gaps(setting, trajectory, event.first - 1, event.last + 1);
    if (spike.has_before) {
        size_t used = before < options->flight_max ? before : options->flight_max;
        spike.before = routh_flight_fit(setting, trajectory, event.first - used, event.first - 1, origin);
    }
    if (spike.has_after) {
        size_t used = after < options->flight_max ? after : options->flight_max;
        spike.after = routh_flight_fit(setting, trajectory, event.last + 1, event.last + used, origin);
    }
    if (!spike.has_before || !spike.has_after)
        return spike;
    double change[COORDINATES], apart[COORDINATES];
    for (int c = 0; c < COORDINATES; c++)
        change[c] = spike.after.velocity[c] - spike.before.velocity[c];
    double noise = hypot(velocity_noise(setting, &spike.before), velocity_noise(setting, &spike.after));
    spike.jump = length_of(setting, change) < fmax(same_velocity, deviations * noise);
    spike.meeting = nearest_time(setting, &spike.before, &spike.after, 0, apart);
    return spike;
}

static unsigned judge_flight(const routh_flight_setting *setting, const routh_segment_options *options,
                             const routh_arc *arc) {
    unsigned reasons = arc->gaps ? ROUTH_LOST_FRAMES : 0;
    double excess = length_of(setting, arc->acceleration), noise = length_of(setting, arc->acceleration_error);
    if (arc->deviation > options->deviation_max ||
        excess > fmax(free_fall_share * setting->gravity, deviations * noise))
        reasons |= ROUTH_NOT_BALLISTIC;
    else if (fabs(arc->energy_drift) > options->energy_drift + deviations * arc->energy_drift_error)
        reasons |= ROUTH_ENERGY;
    return reasons;
}

/* How far the lowest point of the shape is above the ground. */
static double clearance_of(const routh_flight_setting *setting, const double pose[COORDINATES]) {
    double rx, ry, next;
    routh_shape_lowest(&setting->dataset->body.shape, pose[THETA], &rx, &ry, &next);
    return pose[Y] + ry;
}

/* Would the parabolas meet within this distance, and on the ground, if some frames were missing between them? */
static bool frames_are_missing(const routh_flight_setting *setting, const routh_segment_options *options,
                               const routh_spike *spike, int most, double distance) {
    for (int lost = 1; lost <= most; lost++) {
        double apart[COORDINATES], pose[COORDINATES];
        double time = nearest_time(setting, &spike->before, &spike->after, lost * setting->interval, apart);
        routh_arc_pose(&spike->before, time, pose);
        if (length_of(setting, apart) <= distance && fabs(clearance_of(setting, pose)) <= options->ground_max)
            return true;
    }
    return false;
}

/* A frame at the spike belongs to the flight before or after, by its time. How far off is it, over its deviation there? */
static double frame_off(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                        const routh_spike *spike, size_t frame) {
    const double time = trajectory->time[frame];
    const routh_arc *arc = time < spike->meeting ? &spike->before : &spike->after;
    double pose[COORDINATES], fitted[COORDINATES], mean = 0, second = 0;
    routh_flight_pose(setting, trajectory, frame, pose);
    routh_arc_pose(arc, time, fitted);
    for (int c = 0; c < COORDINATES; c++)
        pose[c] -= fitted[c];
    for (size_t i = arc->first; i < arc->first + arc->count; i++)
        mean += trajectory->time[i] / (double)arc->count;
    for (size_t i = arc->first; i < arc->first + arc->count; i++)
        second += (trajectory->time[i] - mean) * (trajectory->time[i] - mean);
    const double share = 1 + 1 / (double)arc->count + (time - mean) * (time - mean) / second;
    return length_of(setting, pose) / (fmax(length_of(setting, setting->noise), least_noise) * sqrt(share));
}

/* Where time stamps show missing frames at a contact: may there have been two? A delayed angle is off its parabola
 * anyway. */
static bool hides_another(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                          const routh_spike *spike) {
    const size_t first = spike->event.first, last = spike->event.last;
    const double interval = setting->interval, lag = fabs(setting->angle_delay);
    const double unseen = trajectory->time[last + 1] - trajectory->time[first - 1];
    if (unseen < ((double)(last + 2 - first) + 0.5) * interval)
        return false;
    bool off = false;
    for (size_t i = first; lag < interval / 10 && i <= last; i++)
        off = off || frame_off(setting, trajectory, spike, i) > off_parabola;
    return off;
}

/* One contact between two frames, and none missing? Then the parabolas meet in every coordinate at one instant between
 * the flights. They may do so nearly, and far better with a frame or two missing: then these are. */
static unsigned judge_meeting(const routh_flight_setting *setting, const routh_segment_options *options,
                              const routh_trajectory *trajectory, const routh_spike *spike) {
    double apart[COORDINATES];
    nearest_time(setting, &spike->before, &spike->after, 0, apart);
    double distance = length_of(setting, apart);
    if (options->soft) /* the rest is judged with the frames in between */
        return spike->gaps ? ROUTH_LOST_FRAMES : 0;
    double earliest = trajectory->time[spike->event.first - 1] - setting->interval / 2;
    double latest = trajectory->time[spike->event.last + 1] + setting->interval / 2;
    bool meet = distance <= options->meeting_max && spike->meeting >= earliest && spike->meeting <= latest;
    bool poorly = distance > options->meeting_max / 2;
    if (spike->gaps || (!meet && frames_are_missing(setting, options, spike, most_lost, options->meeting_max)) ||
        (poorly && frames_are_missing(setting, options, spike, few_lost, distance / far_better)))
        return ROUTH_LOST_FRAMES;
    const double lag = fabs(setting->angle_delay);
    if (hides_another(setting, trajectory, spike))
        return ROUTH_LOST_FRAMES;
    size_t frames = contact_frames + (size_t)ceil(lag / setting->interval);
    return meet && spike->event.last - spike->event.first < frames ? 0 : ROUTH_TOO_CLOSE;
}

bool routh_spike_is_clean(const routh_flight_setting *setting, const routh_segment_options *options,
                          const routh_trajectory *trajectory, const routh_spike *spike) {
    return spike->has_before && spike->has_after && !spike->jump &&
           judge_flight(setting, options, &spike->before) == 0 && judge_flight(setting, options, &spike->after) == 0 &&
           judge_meeting(setting, options, trajectory, spike) == 0;
}

/* A body that turns back at a wall has touched it, whatever it did on the ground. */
static bool at_wall(const routh_flight_setting *setting, const routh_segment_options *options, const routh_walls *walls,
                    const routh_record *record) {
    double left, right;
    routh_shape_reach(&setting->dataset->body.shape, record->theta, &left, &right);
    bool turns_right = record->before.vx < 0 && record->after.vx > 0;
    bool turns_left = record->before.vx > 0 && record->after.vx < 0;
    return (turns_right && record->x + left < walls->left + options->ground_max) ||
           (turns_left && record->x + right > walls->right - options->ground_max);
}

static unsigned judge_contact(const routh_flight_setting *setting, const routh_segment_options *options,
                              const routh_walls *walls, const routh_record *record, double next) {
    double k2 = setting->gyration * setting->gyration;
    const routh_velocity *v = &record->before, *w = &record->after;
    double before = v->vx * v->vx + v->vy * v->vy + k2 * v->omega * v->omega;
    double after = w->vx * w->vx + w->vy * w->vy + k2 * w->omega * w->omega;
    unsigned reasons = 0;
    if ((!options->soft && fabs(record->y + record->ry) > options->ground_max) ||
        at_wall(setting, options, walls, record))
        reasons |= ROUTH_NOT_GROUND;
    if (!options->soft && next < options->corner_gap) /* else judged with the frames of the contact */
        reasons |= ROUTH_TWO_CORNERS;
    if (v->vy + record->rx * v->omega >= 0)
        reasons |= ROUTH_SEPARATES;
    if (!options->soft && after > before * (1 + options->energy_drift))
        reasons |= ROUTH_ENERGY;
    return reasons;
}

/* Pose and velocities at the contact as the frames beside it have them: for contacts that cannot be fitted. */
static routh_record rough_record(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                                 const routh_spike *spike) {
    double pose[4][COORDINATES], velocity[2][COORDINATES];
    const size_t frame[4] = {spike->event.first - 1, spike->event.first, spike->event.last, spike->event.last + 1};
    for (int i = 0; i < 4; i++)
        routh_flight_pose(setting, trajectory, frame[i], pose[i]);
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < COORDINATES; c++)
            velocity[i][c] = (pose[2 * i + 1][c] - pose[2 * i][c]) /
                             (trajectory->time[frame[2 * i + 1]] - trajectory->time[frame[2 * i]]);
    return (routh_record){.x = pose[1][X],
                          .y = pose[1][Y],
                          .theta = pose[1][THETA],
                          .before = {velocity[0][X], velocity[0][Y], velocity[0][THETA]},
                          .after = {velocity[1][X], velocity[1][Y], velocity[1][THETA]},
                          .time = trajectory->time[frame[1]]};
}

/* Both parabolas at the instant at which they meet. */
static routh_record fitted_record(const routh_spike *spike) {
    double from[COORDINATES], to[COORDINATES], before[COORDINATES], after[COORDINATES];
    routh_arc_pose(&spike->before, spike->meeting, from);
    routh_arc_pose(&spike->after, spike->meeting, to);
    routh_arc_velocity(&spike->before, spike->meeting, before);
    routh_arc_velocity(&spike->after, spike->meeting, after);
    return (routh_record){.x = (from[X] + to[X]) / 2,
                          .y = (from[Y] + to[Y]) / 2,
                          .theta = (from[THETA] + to[THETA]) / 2,
                          .before = {before[X], before[Y], before[THETA]},
                          .after = {after[X], after[Y], after[THETA]},
                          .time = spike->meeting};
}

/* Why there is not flight enough on one side. */
static unsigned reason_of(routh_neighbour neighbour) {
    return neighbour == ROUTH_END    ? ROUTH_SHORT_FLIGHT
           : neighbour == ROUTH_JUMP ? ROUTH_LOST_FRAMES
                                     : ROUTH_SECOND_BOUNCE;
}

routh_record routh_spike_record(const routh_flight_setting *setting, const routh_segment_options *options,
                                const routh_walls *walls, const routh_trajectory *trajectory, const routh_spike *spike,
                                routh_neighbour before, routh_neighbour after) {
    const routh_shape *shape = &setting->dataset->body.shape;
    routh_record record = rough_record(setting, trajectory, spike);
    unsigned reasons = 0;
    double next;
    reasons |= spike->has_before ? judge_flight(setting, options, &spike->before) : reason_of(before);
    reasons |= spike->has_after ? judge_flight(setting, options, &spike->after) : reason_of(after);
    if (reasons == 0)
        reasons = judge_meeting(setting, options, trajectory, spike);
    if (reasons == 0)
        record = fitted_record(spike);
    routh_shape_lowest(shape, record.theta, &record.rx, &record.ry, &next);
    if (reasons == 0)
        reasons = judge_contact(setting, options, walls, &record, next);
    if (reasons == 0 && options->soft)
        reasons = routh_soft_record(setting, options, trajectory, spike, &record);
    record.reasons = reasons;
    return record;
}

size_t routh_spikes_fit(const routh_flight_setting *setting, const routh_segment_options *options,
                        const routh_trajectory *trajectory, routh_event *event, routh_spike *spike) {
    const size_t count = routh_flight_events(setting, trajectory, event);
    for (size_t i = 0; i < count; i++) {
        size_t earliest = i > 0 ? event[i - 1].last + 1 : 0;
        size_t latest = i + 1 < count ? event[i + 1].first - 1 : trajectory->count - 1;
        spike[i] = routh_spike_fit(setting, options, trajectory, event[i], earliest, latest);
    }
    return count;
}
