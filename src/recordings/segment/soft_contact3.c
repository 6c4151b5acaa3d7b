/* Contacts in space that last several frames; soft_contact.c has the plane's, and the reasons.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/space.h"
#include "segment/segment3.h"

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
