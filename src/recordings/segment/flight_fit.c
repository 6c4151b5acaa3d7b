/* The parabola of one free flight, and how well the flight keeps to it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "segment/flight.h"

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

/* Frames so many intervals apart belong to one flight, and to one contact: what the body did in between is still seen
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
