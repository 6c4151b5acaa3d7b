/* The parabola and the free turn of one flight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "segment/segment3.h"

/* Centres of mass of a toss, and lengths of its motions. */

void routh_flight3_centre(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame,
                          double position[3]) {
    double offset[3];
    routh_turn_apply(toss->orientation[frame], setting->centre, offset);
    for (int c = 0; c < 3; c++)
        position[c] = toss->position[frame][c] / setting->scale + offset[c];
    position[2] -= setting->ground;
}

double routh_flight3_length(const routh_segment3_setting *setting, const double moved[3], const double turned[3]) {
    return hypot(routh_length3(moved), setting->gyration * routh_length3(turned));
}

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
    arc->fall = fabs(acceleration[2]);
}

/* Deviations that noise makes are taken up to this many times its own, in a frame and where two flights meet. Of normal noise
 * in three to six dimensions one frame in 1,000 to 10,000 is further off, of heavy-tailed noise more. */
static const double noise_reach = 2.6;

/* A fall may be this many standard deviations of noise off, if a body that rests on the board, one gravity off, is as many away
 * from that: otherwise the frames do not separate the two. */
static const double fall_deviations = 2;

double routh_flight3_noise(const routh_segment3_setting *setting) {
    return sqrt(3) * hypot(setting->place_noise, setting->gyration * setting->turn_noise);
}

double routh_flight3_reach(const routh_segment3_setting *setting) {
    return noise_reach * routh_flight3_noise(setting);
}

double routh_flight3_arc_slope(const routh_segment3_setting *setting, const routh_flight3_arc *arc) {
    const double count = (double)arc->count;
    return sqrt(12 / (count * (count * count - 1))) / setting->interval;
}

double routh_flight3_arc_variance(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double time) {
    const double turned = (time - arc->time) * routh_flight3_arc_slope(setting, arc);
    return 1 / (double)arc->count + turned * turned;
}

bool routh_flight3_is_free(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double deviation,
                           double share) {
    const double count = (double)arc->count, step = setting->interval * setting->interval;
    /* Σ b², b = τ² less its mean, in closed form */
    const double curvature = step * step * count * (count * count - 1) * (count * count - 4) / 180;
    const double of_noise = 2 / sqrt(curvature), gravity = setting->dataset->gravity;
    const double unsure = fall_deviations * of_noise * setting->place_noise, most = fmax(share * gravity, unsure);
    return arc->deviation <= fmax(deviation, routh_flight3_reach(setting)) && most + unsure <= gravity &&
           arc->fall <= most && arc->excess <= fmax(share * gravity, of_noise * routh_flight3_reach(setting));
}

routh_flight3_arc routh_flight3_arc_fit(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                                        size_t first, size_t last) {
    const window frames = window_of(setting, toss, first, last);
    routh_flight3_arc arc = {.turn = &setting->turn,
                             .time = 0.5 * (double)(first + last) * setting->interval,
                             .gravity = setting->dataset->gravity,
                             .count = frames.count};
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

/* Contacts in space that last several frames; soft_contact.c has the plane's, and the reasons. */

/* A frame is below the board by more than this, m, and than what noise makes of a position in a frame. */
static const double least_depth = 1e-7;

/* See soft_contact.c. */
static const double uneven = 0.5;
static const double fades = 0.3;
static const double another_corner = 0.1;
static const double unseen = 2;

enum { BISECTIONS = 50 };

static double rounding_of(const routh_segment3_setting *setting) {
    return isnan(setting->options->rounding) ? 0 : fmin(setting->options->rounding, routh_segment3_half(setting));
}

static double frame_clearance(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame,
                              double *next) {
    double position[3], point[3];
    routh_flight3_centre(setting, toss, frame, position);
    routh_segment3_lowest(setting, toss->orientation[frame], rounding_of(setting), point, next);
    return position[2] + point[2];
}

static double arc_clearance(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double time) {
    double position[3], orientation[4], point[3], next;
    routh_flight3_arc_pose(arc, time, position, orientation);
    routh_segment3_lowest(setting, orientation, rounding_of(setting), point, &next);
    return position[2] + point[2];
}

static double least_of(const routh_segment3_setting *setting) {
    return setting->noise * setting->interval + least_depth;
}

bool routh_flight3_is_below(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame) {
    double next;
    return frame_clearance(setting, toss, frame, &next) < -least_of(setting);
}

/* When the flight crosses the board between a frame outside of the contact and the meeting; the meeting itself where it does
 * not. */
static double crossing(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double outside,
                       double meeting) {
    double above = outside, below = meeting;
    if (!(arc_clearance(setting, arc, outside) > 0) || !(arc_clearance(setting, arc, meeting) < -least_depth))
        return meeting;
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = (above + below) / 2;
        *(arc_clearance(setting, arc, middle) > 0 ? &above : &below) = middle;
    }
    return (above + below) / 2;
}

/* How far a frame is off the flight after. */
static double off_flight(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                         const routh_flight3_arc *arc, size_t frame) {
    double position[3], fitted[3], orientation[4], moved[3], turned[3];
    routh_flight3_centre(setting, toss, frame, position);
    routh_flight3_arc_pose(arc, (double)frame * setting->interval, fitted, orientation);
    routh_turn_between(orientation, toss->orientation[frame], turned);
    for (int c = 0; c < 3; c++)
        moved[c] = position[c] - fitted[c];
    return routh_flight3_length(setting, moved, turned);
}

/* A contact that cannot pull may end below the board: see soft_contact.c. */
static double release_of(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                         const routh_segment3_contact *contact) {
    const size_t first = contact->spike.first, last = contact->spike.last;
    const double interval = setting->interval;
    const double crossed = crossing(setting, &contact->after, (double)(last + 1) * interval, contact->meeting);
    size_t off = last;
    while (off > first && !(off_flight(setting, toss, &contact->after, off) > least_of(setting)))
        off--;
    if (off <= first)
        return crossed;
    const double late = cbrt(off_flight(setting, toss, &contact->after, off));
    const double early = cbrt(off_flight(setting, toss, &contact->after, off - 1));
    const double end = ((double)off + late / fmax(early - late, late)) * interval;
    return crossed - end > fades * interval ? end : crossed;
}

/* The normal velocity of the lowest point then; `corner` is where that point is in the body. */
static double point_velocity(const routh_segment3_setting *setting, const routh_flight3_arc *arc, double time,
                             double corner[3]) {
    double position[3], orientation[4], point[3], next, turning[3];
    routh_flight3_arc_pose(arc, time, position, orientation);
    routh_segment3_lowest(setting, orientation, rounding_of(setting), point, &next);
    const routh_velocity3 motion = routh_flight3_arc_velocity(arc, time);
    routh_cross3(motion.spin, point, turning);
    const double back[4] = {orientation[0], -orientation[1], -orientation[2], -orientation[3]};
    routh_turn_apply(back, point, corner);
    return motion.velocity[2] + turning[2];
}

void routh_soft_record3(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                        const routh_segment3_contact *contact, routh_record3 *record) {
    const size_t first = contact->spike.first, last = contact->spike.last;
    const double interval = setting->interval;
    double change[3], spin[3], lowest = INFINITY;
    if (record->reasons != 0)
        return;
    record->touch = crossing(setting, &contact->before, (double)(first - 1) * interval, contact->meeting);
    record->release = release_of(setting, toss, contact);
    double from[3], to[3];
    record->closing = point_velocity(setting, &contact->before, record->touch, from);
    record->leaving = point_velocity(setting, &contact->after, record->release, to);
    const double moved[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    if (routh_length3(moved) > another_corner * setting->gyration)
        record->reasons |= ROUTH_TOO_CLOSE;
    for (size_t i = first; i <= last; i++) {
        double next;
        const double clearance = frame_clearance(setting, toss, i, &next);
        lowest = fmin(lowest, clearance);
        const double time = (double)i * interval;
        if (time > record->touch && time < record->release && clearance > least_of(setting))
            record->reasons |= ROUTH_TOO_CLOSE; /* it left the board in between */
        if (clearance + next < -least_of(setting))
            record->reasons |= ROUTH_TWO_CORNERS;
    }
    record->depth = fmax(-lowest, 0);
    for (int c = 0; c < 3; c++) {
        change[c] = record->after.velocity[c] - record->before.velocity[c];
        spin[c] = record->after.spin[c] - record->before.spin[c];
    }
    const double lasted = record->release - record->touch;
    if (lasted < unseen * interval && record->next < setting->options->corner_gap)
        record->reasons |= ROUTH_TWO_CORNERS;
    if (lowest > setting->options->ground_max)
        record->reasons |= ROUTH_NOT_GROUND;
    if (contact->apart >
            setting->options->meeting_max + uneven * lasted * routh_flight3_length(setting, change, spin) ||
        contact->meeting < (double)(first - 1) * interval || contact->meeting > (double)(last + 1) * interval)
        record->reasons |= ROUTH_TOO_CLOSE;
}
