/* Flights fitted as arcs, and contacts that last between two of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "geometry/geometry.h"
#include "segment/segment.h"
#include "segment/segment3.h"

/* Poses as flights take them: without the offsets of a setting. */

void routh_flight_pose(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t i,
                       double pose[COORDINATES]) {
    pose[X] = trajectory->x[i];
    pose[Y] = trajectory->y[i] - setting->height_offset;
    pose[THETA] = setting->angle_unit * trajectory->theta[i] - setting->angle_offset;
}

/* The parabola of one free flight, and how well the flight keeps to it. */

/* Moments of the frames' times about their mean. */
typedef struct window {
    const routh_flight_setting *setting;
    const routh_trajectory *trajectory;
    size_t first, count;
    double mean;          /* s */
    double second, third; /* Σ τ², Σ τ³ */
    double curvature;     /* Σ p², p = τ² less its share of 1 and τ */
} window;

static double time_at(const window *frames, size_t i) {
    return frames->trajectory->time[frames->first + i] - frames->mean;
}

/* τ² made orthogonal to 1 and τ over the frames. */
static double bend(const window *frames, double time) {
    double slope = frames->second > 0 ? frames->third / frames->second : 0;
    return time * time - frames->second / (double)frames->count - slope * time;
}

static window window_of(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t first,
                        size_t last) {
    window frames = {.setting = setting, .trajectory = trajectory, .first = first, .count = last - first + 1};
    for (size_t i = 0; i < frames.count; i++)
        frames.mean += trajectory->time[first + i] / (double)frames.count;
    for (size_t i = 0; i < frames.count; i++) {
        double time = time_at(&frames, i);
        frames.second += time * time;
        frames.third += time * time * time;
    }
    for (size_t i = 0; i < frames.count; i++)
        frames.curvature += bend(&frames, time_at(&frames, i)) * bend(&frames, time_at(&frames, i));
    return frames;
}

/* One coordinate with free fall taken out is a straight line; what remains says how much acceleration is missing. */
static void fit_coordinate(const window *frames, int c, double gravity, routh_arc *arc) {
    double value = 0, slope = 0, curve = 0;
    for (size_t i = 0; i < frames->count; i++) {
        double pose[COORDINATES], time = time_at(frames, i);
        routh_flight_pose(frames->setting, frames->trajectory, frames->first + i, pose);
        double straight = pose[c] + gravity * time * time / 2;
        value += straight / (double)frames->count;
        slope += straight * time / frames->second;
        curve += straight * bend(frames, time) / frames->curvature;
    }
    arc->pose[c] = value;
    arc->velocity[c] = slope;
    arc->acceleration[c] = 2 * curve;
    arc->acceleration_error[c] = 2 * frames->setting->noise[c] / sqrt(frames->curvature);
}

static double largest_deviation(const window *frames, const routh_arc *arc) {
    double largest = 0;
    for (size_t i = 0; i < frames->count; i++) {
        double pose[COORDINATES], fitted[COORDINATES];
        routh_flight_pose(frames->setting, frames->trajectory, frames->first + i, pose);
        routh_arc_pose(arc, frames->trajectory->time[frames->first + i], fitted);
        double turned = frames->setting->gyration * (pose[THETA] - fitted[THETA]);
        largest = fmax(largest, hypot(hypot(pose[X] - fitted[X], pose[Y] - fitted[Y]), turned));
    }
    return largest;
}

/* Kinetic and whole energy per unit of mass between two frames. */
static void energy_between(const window *frames, size_t i, double *kinetic, double *whole) {
    double from[COORDINATES], to[COORDINATES];
    routh_flight_pose(frames->setting, frames->trajectory, frames->first + i, from);
    routh_flight_pose(frames->setting, frames->trajectory, frames->first + i + 1, to);
    double duration = time_at(frames, i + 1) - time_at(frames, i);
    double vx = (to[X] - from[X]) / duration, vy = (to[Y] - from[Y]) / duration;
    double spin = frames->setting->gyration * (to[THETA] - from[THETA]) / duration;
    *kinetic = (vx * vx + vy * vy + spin * spin) / 2;
    *whole = *kinetic + frames->setting->gravity * (from[Y] + to[Y]) / 2;
}

/* The slope of energy over time, from end to end, with its standard error. */
static void fit_energy(const window *frames, routh_arc *arc) {
    size_t count = frames->count - 1;
    double number = (double)count, time_mean = 0, energy_mean = 0, kinetic_mean = 0, kinetic, whole;
    for (size_t i = 0; i < count; i++) {
        energy_between(frames, i, &kinetic, &whole);
        time_mean += (time_at(frames, i) + time_at(frames, i + 1)) / 2 / number;
        energy_mean += whole / number;
        kinetic_mean += kinetic / number;
    }
    double square = 0, product = 0, scatter = 0;
    for (size_t i = 0; i < count; i++) {
        energy_between(frames, i, &kinetic, &whole);
        double time = (time_at(frames, i) + time_at(frames, i + 1)) / 2 - time_mean;
        square += time * time;
        product += time * (whole - energy_mean);
        scatter += (whole - energy_mean) * (whole - energy_mean);
    }
    double slope = product / square, duration = time_at(frames, count) - time_at(frames, 0);
    double residual = fmax(scatter - slope * product, 0);
    double error = count > 2 ? sqrt(residual / (number - 2) / square) : 0;
    arc->energy_drift = kinetic_mean > 0 ? slope * duration / kinetic_mean : 0;
    arc->energy_drift_error = kinetic_mean > 0 ? error * duration / kinetic_mean : 0;
}

/* Frames this number of intervals apart belong to one flight, and to one contact: what the body did in between is still seen
 * from both sides. Within a longer time it may have bounced unseen. */
static const double longest_gap = 3;

bool routh_is_long_gap(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t i) {
    return trajectory->time[i + 1] - trajectory->time[i] > (longest_gap + 0.5) * setting->interval;
}

bool routh_flight_gaps(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t first,
                       size_t last) {
    for (size_t i = first; i < last; i++) {
        double duration = trajectory->time[i + 1] - trajectory->time[i];
        double from[COORDINATES], to[COORDINATES];
        routh_flight_pose(setting, trajectory, i, from);
        routh_flight_pose(setting, trajectory, i + 1, to);
        bool moved = false;
        for (int c = 0; c < COORDINATES; c++)
            moved = moved || from[c] < to[c] || from[c] > to[c];
        if (!moved || duration < setting->interval / 2 || routh_is_long_gap(setting, trajectory, i))
            return true;
    }
    return false;
}

/* Moves the instant at which pose and velocity hold. */
static void move_origin(routh_arc *arc, double origin) {
    double pose[COORDINATES], velocity[COORDINATES];
    routh_arc_pose(arc, origin, pose);
    routh_arc_velocity(arc, origin, velocity);
    for (int c = 0; c < COORDINATES; c++) {
        arc->pose[c] = pose[c];
        arc->velocity[c] = velocity[c];
    }
    arc->origin = origin;
}

routh_arc routh_flight_fit(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t first,
                           size_t last, double origin) {
    window frames = window_of(setting, trajectory, first, last);
    routh_arc arc = {.first = first, .count = frames.count, .origin = frames.mean, .gravity = setting->gravity};
    for (int c = 0; c < COORDINATES; c++)
        fit_coordinate(&frames, c, c == Y ? setting->gravity : 0, &arc);
    arc.deviation = largest_deviation(&frames, &arc);
    fit_energy(&frames, &arc);
    arc.gaps = routh_flight_gaps(setting, trajectory, first, last);
    move_origin(&arc, origin);
    arc.pose[THETA] += setting->angle_delay * arc.velocity[THETA];
    return arc;
}

void routh_arc_pose(const routh_arc *arc, double time, double pose[COORDINATES]) {
    double elapsed = time - arc->origin;
    for (int c = 0; c < COORDINATES; c++)
        pose[c] = arc->pose[c] + elapsed * (arc->velocity[c] - (c == Y ? arc->gravity * elapsed / 2 : 0));
}

void routh_arc_velocity(const routh_arc *arc, double time, double velocity[COORDINATES]) {
    for (int c = 0; c < COORDINATES; c++)
        velocity[c] = arc->velocity[c] - (c == Y ? arc->gravity * (time - arc->origin) : 0);
}

/* Contacts that last several frames, as those of simulators with soft contacts do.
 * 
 * The frames of such a contact are those that lie below the ground or accelerate as no flight does. The flights beside them
 * are fitted as ever. Both go on under gravity to one instant in between, where the contact is taken to act all at once:
 * gravity's part in the change of velocity is then in the flights. The contact begins and ends where each flight crosses the
 * ground. */

/* A frame is below the ground by more than this number of deviations of its noise, and this much, m. */
static const double deviations = 3;
static const double least_depth = 1e-7;

/* The force of a contact need not rise and fall evenly: where flights meet, they may be so large a share of (change of
 * velocity × duration) apart. */
static const double uneven = 0.5;

/* Corners further from each other than this share of the radius of gyration are two: one landed after the other. */
static const double another_corner = 0.1;

/* What a contact shorter than this number of frames does is not seen in them: its second corner is judged by the pose alone. */
static const double unseen = 2;

/* An end that differs by less than this number of frames from where the flight crosses the ground is the crossing. */
static const double fades = 0.3;

enum { BISECTIONS = 50 };

static double clearance_of(const routh_flight_setting *setting, const double pose[COORDINATES], double *next) {
    double rx, ry;
    routh_shape_lowest(&setting->dataset->body.shape, pose[THETA], &rx, &ry, next);
    return pose[Y] + ry;
}

static double frame_clearance(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t frame,
                              double *next) {
    double pose[COORDINATES];
    routh_flight_pose(setting, trajectory, frame, pose);
    return clearance_of(setting, pose, next);
}

bool routh_flight_is_below(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t frame) {
    double next;
    return frame_clearance(setting, trajectory, frame, &next) < -(deviations * setting->noise[Y] + least_depth);
}

/* When the flight crosses the ground between a frame outside of the contact and the meeting; the meeting itself where it does
 * not, as at a contact that is an instant. */
static double crossing(const routh_flight_setting *setting, const routh_arc *arc, double outside, double meeting) {
    double pose[COORDINATES], next, above = outside, below = meeting;
    routh_arc_pose(arc, outside, pose);
    const bool flies = clearance_of(setting, pose, &next) > 0;
    routh_arc_pose(arc, meeting, pose);
    if (!flies || !(clearance_of(setting, pose, &next) < -least_depth))
        return meeting;
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = (above + below) / 2;
        routh_arc_pose(arc, middle, pose);
        *(clearance_of(setting, pose, &next) > 0 ? &above : &below) = middle;
    }
    return (above + below) / 2;
}

/* How far a frame is off a flight. */
static double off_flight(const routh_flight_setting *setting, const routh_trajectory *trajectory, const routh_arc *arc,
                         size_t frame) {
    double pose[COORDINATES], fitted[COORDINATES];
    routh_flight_pose(setting, trajectory, frame, pose);
    routh_arc_pose(arc, trajectory->time[frame], fitted);
    return hypot(hypot(pose[X] - fitted[X], pose[Y] - fitted[Y]), setting->gyration * (pose[THETA] - fitted[THETA]));
}

/* A contact that cannot pull may end below the ground. Before its end, frames are off the flight after by the third power of
 * the time that is left, as its force fades out: the roots of two of them show when. Otherwise it ends where the flight
 * crosses the ground. */
static double release_of(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                         const routh_spike *spike) {
    const size_t first = spike->event.first, last = spike->event.last;
    const double *time = trajectory->time, *noise = setting->noise;
    const double least = deviations * hypot(noise[X], noise[Y]) + least_depth;
    const double crossed = crossing(setting, &spike->after, time[last + 1], spike->meeting);
    size_t off = last;
    while (off > first && !(off_flight(setting, trajectory, &spike->after, off) > least))
        off--;
    if (off <= first)
        return crossed;
    const double late = cbrt(off_flight(setting, trajectory, &spike->after, off));
    const double early = cbrt(off_flight(setting, trajectory, &spike->after, off - 1));
    const double end = time[off] + (time[off] - time[off - 1]) * late / fmax(early - late, late);
    return crossed - end > fades * setting->interval ? end : crossed;
}

/* The normal velocity of the lowest point then; `corner` is where that point is in the body. */
static double point_velocity(const routh_flight_setting *setting, const routh_arc *arc, double time, double corner[2]) {
    double pose[COORDINATES], velocity[COORDINATES], rx, ry, next;
    routh_arc_pose(arc, time, pose);
    routh_arc_velocity(arc, time, velocity);
    routh_shape_lowest(&setting->dataset->body.shape, pose[THETA], &rx, &ry, &next);
    corner[0] = cos(pose[THETA]) * rx + sin(pose[THETA]) * ry;
    corner[1] = cos(pose[THETA]) * ry - sin(pose[THETA]) * rx;
    return velocity[Y] + rx * velocity[THETA];
}

/* Distance of the flights where they are nearest, and how much the velocity changes; rotation times radius of gyration. */
static void compare_flights(const routh_flight_setting *setting, const routh_spike *spike, double *apart,
                            double *change) {
    double from[COORDINATES], to[COORDINATES], before[COORDINATES], after[COORDINATES];
    routh_arc_pose(&spike->before, spike->meeting, from);
    routh_arc_pose(&spike->after, spike->meeting, to);
    routh_arc_velocity(&spike->before, spike->meeting, before);
    routh_arc_velocity(&spike->after, spike->meeting, after);
    *apart = hypot(hypot(to[X] - from[X], to[Y] - from[Y]), setting->gyration * (to[THETA] - from[THETA]));
    *change =
        hypot(hypot(after[X] - before[X], after[Y] - before[Y]), setting->gyration * (after[THETA] - before[THETA]));
}

unsigned routh_soft_record(const routh_flight_setting *setting, const routh_segment_options *options,
                           const routh_trajectory *trajectory, const routh_spike *spike, routh_record *record) {
    const size_t first = spike->event.first, last = spike->event.last;
    const double *time = trajectory->time;
    double apart, change, next, rx, ry;
    record->touch = crossing(setting, &spike->before, time[first - 1], spike->meeting);
    record->release = release_of(setting, trajectory, spike);
    double from[2], to[2];
    record->closing = point_velocity(setting, &spike->before, record->touch, from);
    record->leaving = point_velocity(setting, &spike->after, record->release, to);
    const bool moved = setting->dataset->body.shape.kind == ROUTH_POLYGON &&
                       hypot(to[0] - from[0], to[1] - from[1]) > another_corner * setting->gyration;
    unsigned reasons = moved ? ROUTH_TOO_CLOSE : 0;
    const double least = deviations * setting->noise[Y] + least_depth;
    double lowest = INFINITY;
    for (size_t i = first; i <= last; i++) {
        const double clearance = frame_clearance(setting, trajectory, i, &next);
        lowest = fmin(lowest, clearance);
        if (time[i] > record->touch && time[i] < record->release && clearance > least)
            reasons |= ROUTH_TOO_CLOSE; /* it left the ground in between */
        if (clearance + next < -least)
            reasons |= ROUTH_TWO_CORNERS;
    }
    record->depth = fmax(-lowest, 0);
    const double lasted = record->release - record->touch;
    routh_shape_lowest(&setting->dataset->body.shape, record->theta, &rx, &ry, &next);
    if (lasted < unseen * setting->interval && next < options->corner_gap)
        reasons |= ROUTH_TWO_CORNERS;
    compare_flights(setting, spike, &apart, &change);
    if (lowest > options->ground_max)
        reasons |= ROUTH_NOT_GROUND;
    if (apart > options->meeting_max + uneven * change * lasted || spike->meeting < time[first - 1] ||
        spike->meeting > time[last + 1])
        reasons |= ROUTH_TOO_CLOSE;
    return reasons;
}
