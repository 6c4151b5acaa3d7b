/* The parabola and the free turn of one flight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "segment/segment3.h"

/* The turn is fitted by repeated linear least squares; a flight turns by less than one radian either way, where each
 * pass leaves a fraction of the error of the one before. */
enum { PASSES = 12, MOST_PASSES = 40 };

/* A body whose moments differ: passes go on until what they change is below this, rad. */
static const double turn_enough = 1e-12;

/* The frames of a flight, and moments of their times about the middle. */
typedef struct window {
    const routh_segment3_setting *setting;
    const routh_trajectory3 *toss;
    size_t first, count;
    double second;    /* Σ τ² */
    double curvature; /* Σ b², b = τ² less its mean */
} window;

static double time_of(const window *frames, size_t i) {
    return ((double)i - 0.5 * (double)(frames->count - 1)) * frames->setting->interval;
}

static double bend_of(const window *frames, size_t i) {
    const double time = time_of(frames, i);
    return time * time - frames->second / (double)frames->count;
}

static window window_of(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t first,
                        size_t last) {
    window frames = {.setting = setting, .toss = toss, .first = first, .count = last - first + 1};
    for (size_t i = 0; i < frames.count; i++)
        frames.second += time_of(&frames, i) * time_of(&frames, i);
    for (size_t i = 0; i < frames.count; i++)
        frames.curvature += bend_of(&frames, i) * bend_of(&frames, i);
    return frames;
}

/* With free fall taken out, a straight line. */
static void fit_position(const window *frames, routh_flight3_arc *arc) {
    for (size_t i = 0; i < frames->count; i++) {
        const double time = time_of(frames, i);
        double position[3];
        routh_flight3_centre(frames->setting, frames->toss, frames->first + i, position);
        position[2] += arc->gravity * time * time / 2;
        for (int c = 0; c < 3; c++) {
            arc->position[c] += position[c] / (double)frames->count;
            arc->velocity[c] += position[c] * time / frames->second;
        }
    }
}

/* The rotation vector from the fitted orientation at frame i to the recorded one. */
static void turn_missing(const window *frames, const routh_free_turn_series *fit, size_t i, double missing[3]) {
    double fitted[4], spin[3];
    routh_free_turn_at(fit, time_of(frames, i), fitted, spin);
    routh_turn_between(fitted, frames->toss->orientation[frames->first + i], missing);
}

static void fit_turn(const window *frames, routh_flight3_arc *arc) {
    const size_t first = frames->first, last = first + frames->count - 1;
    const double last_time = time_of(frames, frames->count - 1);
    memcpy(arc->orientation, frames->toss->orientation[(first + last) / 2], sizeof arc->orientation);
    for (size_t i = first; i < last; i++) {
        double turn[3];
        routh_turn_between(frames->toss->orientation[i], frames->toss->orientation[i + 1], turn);
        for (int c = 0; c < 3; c++)
            arc->spin[c] += turn[c] / ((double)(last - first) * frames->setting->interval);
    }
    const int passes = arc->turn->unequal ? MOST_PASSES : PASSES;
    for (int pass = 0; pass < passes; pass++) {
        double mean[3] = {0}, slope[3] = {0}, turn[4];
        routh_free_turn_series fit;
        routh_free_turn_start(arc->turn, arc->orientation, arc->spin, &fit);
        for (size_t i = 0; i < frames->count; i++) {
            double missing[3];
            turn_missing(frames, &fit, i, missing);
            for (int c = 0; c < 3; c++) {
                mean[c] += missing[c] / (double)frames->count;
                slope[c] += missing[c] * time_of(frames, i) / frames->second;
            }
        }
        routh_turn_of(mean, turn);
        routh_turn_product(turn, arc->orientation, arc->orientation);
        for (int c = 0; c < 3; c++)
            arc->spin[c] += slope[c];
        if (arc->turn->unequal && !(routh_length3(mean) + last_time * routh_length3(slope) > turn_enough))
            return;
    }
}

/* How far frames are from the flight, and what of that looks like a further acceleration. */
static void judge(const window *frames, routh_flight3_arc *arc) {
    double acceleration[3] = {0}, turning[3] = {0};
    for (size_t i = 0; i < frames->count; i++) {
        double position[3], fitted[3], orientation[4], moved[3], turned[3];
        routh_flight3_centre(frames->setting, frames->toss, frames->first + i, position);
        routh_flight3_arc_pose(arc, arc->time + time_of(frames, i), fitted, orientation);
        routh_turn_between(orientation, frames->toss->orientation[frames->first + i], turned);
        for (int c = 0; c < 3; c++) {
            moved[c] = position[c] - fitted[c];
            acceleration[c] += 2 * moved[c] * bend_of(frames, i) / frames->curvature;
            turning[c] += 2 * turned[c] * bend_of(frames, i) / frames->curvature;
        }
        const double distance = routh_flight3_length(frames->setting, moved, turned);
        arc->deviation = isnan(distance) ? INFINITY : fmax(arc->deviation, distance);
    }
    arc->excess = routh_flight3_length(frames->setting, acceleration, turning);
}

routh_flight3_arc routh_flight3_arc_fit(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                                        size_t first, size_t last) {
    const window frames = window_of(setting, toss, first, last);
    routh_flight3_arc arc = {.turn = &setting->turn,
                             .time = 0.5 * (double)(first + last) * setting->interval,
                             .gravity = setting->dataset->gravity};
    fit_position(&frames, &arc);
    fit_turn(&frames, &arc);
    judge(&frames, &arc);
    return arc;
}

static void turn_on(const routh_flight3_arc *arc, double elapsed, double orientation[4], double spin[3]) {
    routh_free_turn_series series;
    routh_free_turn_start(arc->turn, arc->orientation, arc->spin, &series);
    routh_free_turn_at(&series, elapsed, orientation, spin);
}

void routh_flight3_arc_pose(const routh_flight3_arc *arc, double time, double position[3], double orientation[4]) {
    const double elapsed = time - arc->time;
    for (int c = 0; c < 3; c++)
        position[c] = arc->position[c] + elapsed * arc->velocity[c];
    position[2] -= arc->gravity * elapsed * elapsed / 2;
    double spin[3];
    turn_on(arc, elapsed, orientation, spin);
}

routh_velocity3 routh_flight3_arc_velocity(const routh_flight3_arc *arc, double time) {
    routh_velocity3 motion;
    double orientation[4];
    memcpy(motion.velocity, arc->velocity, sizeof motion.velocity);
    turn_on(arc, time - arc->time, orientation, motion.spin);
    motion.velocity[2] -= arc->gravity * (time - arc->time);
    return motion;
}
