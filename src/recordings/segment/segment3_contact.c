/* One contact: two flights, the instant at which they meet, and the reasons not to trust it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"

/* Velocities before and after that agree within this are the same, m/s. */
static const double same_velocity = 0.05;

/* In flight the acceleration is that of free fall within this share: lying on the board takes all of it. */
static const double free_fall_share = 0.3;

/* A contact of a millisecond or two shows in the velocities of two frames, or of three. */
static const size_t contact_frames = 3;

/* The flights fall alike, so that their distance is linear in time but for the turn, and least where its rate is
 * perpendicular to it; the turn's part is linear enough after a step or two. */
enum { MEETING_STEPS = 4 };

static void find_meeting(const routh_segment3_setting *setting, routh_segment3_contact *contact) {
    const double weight = setting->gyration * setting->gyration;
    contact->meeting = 0.5 * (double)(contact->spike.first + contact->spike.last) * setting->interval;
    for (int step = 0; step <= MEETING_STEPS; step++) {
        double from[3], to[3], turn_from[4], turn_to[4], moved[3], turned[3], product = 0, square = 0;
        routh_flight3_arc_pose(&contact->before, contact->meeting, from, turn_from);
        routh_flight3_arc_pose(&contact->after, contact->meeting, to, turn_to);
        routh_turn_between(turn_from, turn_to, turned);
        const routh_velocity3 before = routh_flight3_arc_velocity(&contact->before, contact->meeting);
        const routh_velocity3 after = routh_flight3_arc_velocity(&contact->after, contact->meeting);
        for (int c = 0; c < 3; c++) {
            const double velocity = after.velocity[c] - before.velocity[c], spin = after.spin[c] - before.spin[c];
            moved[c] = to[c] - from[c];
            product += moved[c] * velocity + weight * turned[c] * spin;
            square += velocity * velocity + weight * spin * spin;
        }
        contact->apart = routh_flight3_length(setting, moved, turned);
        contact->slip = square < same_velocity * same_velocity;
        if (contact->slip)
            return;
        if (step < MEETING_STEPS)
            contact->meeting -= product / square;
    }
}

routh_segment3_contact routh_segment3_contact_fit(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                                                  routh_flight3_spike spike, size_t earliest, size_t latest) {
    const routh_segment3_options *options = setting->options;
    const size_t before = spike.first - earliest, after = latest - spike.last; /* frames beside the spike */
    routh_segment3_contact contact = {
        .spike = spike, .has_before = before >= options->flight_min, .has_after = after >= options->flight_min};
    if (contact.has_before) {
        const size_t used = before < options->flight_max ? before : options->flight_max;
        contact.before = routh_flight3_arc_fit(setting, toss, spike.first - used, spike.first - 1);
    }
    if (contact.has_after) {
        const size_t used = after < options->flight_max ? after : options->flight_max;
        contact.after = routh_flight3_arc_fit(setting, toss, spike.last + 1, spike.last + used);
    }
    if (contact.has_before && contact.has_after)
        find_meeting(setting, &contact);
    return contact;
}

static unsigned judge_flight(const routh_segment3_setting *setting, const routh_flight3_arc *arc) {
    const bool free =
        arc->deviation <= setting->options->deviation_max && arc->excess <= free_fall_share * setting->dataset->gravity;
    return free ? 0 : ROUTH_NOT_BALLISTIC;
}

static unsigned judge_meeting(const routh_segment3_setting *setting, const routh_segment3_contact *contact) {
    if (setting->options->soft) /* routh_soft_record3 judges with the frames in between */
        return 0;
    const double earliest = ((double)contact->spike.first - 1.5) * setting->interval;
    const double latest = ((double)contact->spike.last + 1.5) * setting->interval;
    const bool meet =
        contact->apart <= setting->options->meeting_max && contact->meeting >= earliest && contact->meeting <= latest;
    return meet && contact->spike.last - contact->spike.first < contact_frames ? 0 : ROUTH_TOO_CLOSE;
}

/* Why there is not flight enough on one side. */
static unsigned reason_of(routh_segment3_neighbour neighbour) {
    return neighbour == ROUTH_BESIDE_END       ? ROUTH_SHORT_FLIGHT
           : neighbour == ROUTH_BESIDE_HAND    ? ROUTH_DROPPED_EARLY
           : neighbour == ROUTH_BESIDE_CONTACT ? ROUTH_SECOND_BOUNCE
                                               : ROUTH_NOT_BALLISTIC;
}

/* Midway between the flights where they meet. */
static void take_pose(const routh_segment3_contact *contact, routh_record3 *record) {
    double to[3], turn_to[4], turned[3];
    routh_flight3_arc_pose(&contact->before, contact->meeting, record->position, record->orientation);
    routh_flight3_arc_pose(&contact->after, contact->meeting, to, turn_to);
    routh_turn_between(record->orientation, turn_to, turned);
    for (int c = 0; c < 3; c++)
        record->position[c] = 0.5 * (record->position[c] + to[c]);
    routh_turn_on(record->orientation, turned, 0.5, record->orientation);
    record->before = routh_flight3_arc_velocity(&contact->before, contact->meeting);
    record->after = routh_flight3_arc_velocity(&contact->after, contact->meeting);
    record->apart = contact->apart;
}

routh_record3 routh_record3_of(const routh_segment3_setting *setting, const routh_segment3_contact *contact,
                               routh_segment3_neighbour before, routh_segment3_neighbour after) {
    routh_record3 record = {.time = 0.5 * (double)(contact->spike.first + contact->spike.last) * setting->interval,
                            .orientation = {1, 0, 0, 0}};
    record.reasons |= contact->has_before ? judge_flight(setting, &contact->before) : reason_of(before);
    record.reasons |= contact->has_after ? judge_flight(setting, &contact->after) : reason_of(after);
    if (!contact->has_before || !contact->has_after)
        return record;
    if (record.reasons == 0)
        record.reasons = judge_meeting(setting, contact);
    record.time = contact->meeting;
    take_pose(contact, &record);
    routh_segment3_lowest(setting, record.orientation, 0, record.point, &record.next);
    record.height = record.position[2] + record.point[2];
    return record;
}
