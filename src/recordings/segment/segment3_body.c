/* What contacts show about the body: rounded corners, inertia, and the identity that ties spin to velocity.
 * 
 * Both depend on scale and centre of mass, and inertia on the rounding. What leaving out a toss changes in a result is what
 * its own rows change, plus what it changes in scale, centre and rounding times the result's slope over these. Slopes come
 * from the same records made again with the value one standard error larger and smaller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"

/* One contact: two flights, the instant at which they meet, and the reasons not to trust it. */

/* Velocities before and after that agree within this, or what noise makes, are the same, m/s. */
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
    const double slopes =
        hypot(routh_flight3_arc_slope(setting, &contact->before), routh_flight3_arc_slope(setting, &contact->after));
    const double same = fmax(same_velocity, slopes * routh_flight3_reach(setting));
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
        contact->slip = square < same * same;
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
    return routh_flight3_is_free(setting, arc, setting->options->deviation_max, free_fall_share) ? 0
                                                                                                 : ROUTH_NOT_BALLISTIC;
}

static unsigned judge_meeting(const routh_segment3_setting *setting, const routh_segment3_contact *contact) {
    if (setting->options->soft) /* routh_soft_record3 judges with the frames in between */
        return 0;
    const double earliest = ((double)contact->spike.first - 1.5) * setting->interval;
    const double latest = ((double)contact->spike.last + 1.5) * setting->interval;
    const double noise = sqrt(routh_flight3_arc_variance(setting, &contact->before, contact->meeting) +
                              routh_flight3_arc_variance(setting, &contact->after, contact->meeting));
    const double most = fmax(setting->options->meeting_max, noise * routh_flight3_reach(setting));
    const bool meet = contact->apart <= most && contact->meeting >= earliest && contact->meeting <= latest;
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

/* A standard error of the radius larger than this share of half the thickness leaves the corners sharp, and all that the radius
 * may be open. A radius that is less certain than it is large is taken all the same: to call it 0 would be a decision that the errors
 * leave out. */
static const double rounding_error_most = 0.1;

/* An interval of inertia that reaches further from it than this share of it determines nothing. */
static const double inertia_width_most = 0.5;

/* Half of a 95 % interval of a normal number, in standard deviations. */
static const double normal_width = 1.96;

enum { STRIDE = sizeof(routh_calibrate3_change) / sizeof(double) };

/* A result with one setting and one rounding. `own`: what leaving out a toss changes in its rows, or NULL. */
typedef bool result_at(routh_segment3_body *body, const routh_segment3_setting *setting, double rounding, double *value,
                       double *own);

static routh_record3 record_again(const routh_segment3_body *body, const routh_segment3_setting *setting, size_t i) {
    const routh_segment3_place *place = &body->place[i];
    const size_t toss = setting->dataset->record[i].trajectory;
    const routh_segment3_contact contact = routh_segment3_contact_fit(setting, &setting->dataset->trajectory[toss],
                                                                      place->spike, place->earliest, place->latest);
    routh_record3 record = routh_record3_of(setting, &contact, ROUTH_BESIDE_END, ROUTH_BESIDE_END);
    record.trajectory = toss;
    return record;
}

static void clear_votes(routh_segment3_body *body, int unknowns) {
    for (size_t t = 0; t < body->votes.count; t++)
        body->votes.group[t] = (routh_normal){.unknowns = unknowns};
}

/* A corner rounded with radius R is a ball about a point R inside of each face, v − R w. Its lowest point is higher than the
 * sharp corner by R (|w_z| − 1); for a cube w_z = r_z/h, r_z the corner's height from the middle and h the half width. So
 * the sharp corner's height at contact falls with |w_z|, and the slope gives R. What is left at |w_z| = 1 is the depth to
 * which the flights, extended into a contact that takes a while, go below the board. */
static bool rounding_at(routh_segment3_body *body, const routh_segment3_setting *setting, double rounding,
                        double *value, double *own) {
    const routh_dataset3 *dataset = setting->dataset;
    double found[2], scatter;
    (void)rounding;
    clear_votes(body, 2);
    for (size_t i = 0; i < dataset->count; i++) {
        if (!body->place[i].rounds)
            continue;
        const routh_record3 record = record_again(body, setting, i);
        const double lift = routh_segment3_lift(setting, record.orientation, record.point);
        routh_normal_add(&body->votes.group[record.trajectory], (double[]){-lift, 1}, record.height);
    }
    const bool solved = routh_votes_solve(&body->votes, found, &scatter, own, 2);
    *value = found[0];
    return solved;
}

/* The change of spin, and the angular impulse about the centre of mass that the change of velocity makes. */
static void sides_of(const routh_segment3_setting *setting, const routh_record3 *record, bool stated, double spin[3],
                     double angular[3]) {
    double velocity[3], point[3], centre[3], next, turned[3];
    for (int c = 0; c < 3; c++) {
        spin[c] = record->after.spin[c] - record->before.spin[c];
        velocity[c] = record->after.velocity[c] - record->before.velocity[c];
    }
    memcpy(point, record->point, sizeof point);
    if (stated) {
        routh_segment3_setting sharp = *setting;
        routh_segment3_centre(setting->dataset, sharp.centre);
        routh_segment3_lowest(&sharp, record->orientation, 0, point, &next);
        for (int c = 0; c < 3; c++)
            centre[c] = setting->centre[c] - sharp.centre[c];
        routh_turn_apply(record->orientation, centre, centre);
        routh_cross3(spin, centre, turned);
        for (int c = 0; c < 3; c++)
            velocity[c] -= turned[c];
    }
    routh_cross3(point, velocity, angular);
    for (int c = 0; c < 3; c++)
        angular[c] *= setting->dataset->mass;
}

/* F Δω in world axes, I = F times the mean moment. */
static void turn_form(const routh_segment3_setting *setting, const double orientation[4], double spin[3]) {
    double back[4], own[3], formed[3];
    if (!setting->turn.unequal)
        return;
    routh_turn_inverse(orientation, back);
    routh_turn_apply(back, spin, own);
    for (int c = 0; c < 3; c++)
        formed[c] = routh_dot3(setting->form[c], own);
    routh_turn_apply(orientation, formed, spin);
}

/* I from rows r × m ΔV = I F Δω, three for each used record. */
static bool solve_inertia(routh_segment3_body *body, const routh_segment3_setting *setting, double rounding,
                          bool stated, double *value, double *own, double *correlation) {
    const routh_dataset3 *dataset = setting->dataset;
    double spin_square = 0, angular_square = 0, product = 0, scatter;
    clear_votes(body, 1);
    for (size_t i = 0; i < dataset->count; i++) {
        double spin[3], angular[3];
        if (dataset->record[i].reasons != 0)
            continue;
        routh_record3 record = record_again(body, setting, i);
        routh_segment3_lowest(setting, record.orientation, rounding, record.point, &record.next);
        sides_of(setting, &record, stated, spin, angular);
        turn_form(setting, record.orientation, spin);
        spin_square += routh_dot3(spin, spin);
        angular_square += routh_dot3(angular, angular);
        product += routh_dot3(spin, angular);
        for (int c = 0; c < 3; c++)
            routh_normal_add(&body->votes.group[record.trajectory], &spin[c], angular[c]);
    }
    *correlation = product / sqrt(spin_square * angular_square);
    return routh_votes_solve(&body->votes, value, &scatter, own, 2);
}

static bool inertia_at(routh_segment3_body *body, const routh_segment3_setting *setting, double rounding, double *value,
                       double *own) {
    double correlation;
    return solve_inertia(body, setting, rounding, false, value, own, &correlation);
}

/* The slope of a result over one of the values that it depends on; 0 where that has no error. */
static double slope_of(routh_segment3_body *body, result_at *at, const routh_calibration3 *calibration, int which) {
    double value[2];
    const double step = which == ROUTH_CHANGE_SCALE      ? calibration->scale_error
                        : which == ROUTH_CHANGE_ROUNDING ? calibration->rounding_error
                                                         : calibration->centre_error[which - ROUTH_CHANGE_CENTRE];
    for (int side = 0; side < 2; side++) {
        const double moved = side == 0 ? -step : step;
        routh_segment3_setting setting = *body->setting;
        double rounding = calibration->rounding;
        if (which == ROUTH_CHANGE_SCALE)
            setting.scale += moved;
        else if (which == ROUTH_CHANGE_ROUNDING)
            rounding += moved;
        else
            setting.centre[which - ROUTH_CHANGE_CENTRE] += moved;
        if (!(step > 0) || !at(body, &setting, rounding, &value[side], NULL))
            return 0;
    }
    return (value[1] - value[0]) / (2 * step);
}

/* The interval of a result, its changes being its own ones so far and the columns `inputs` of the table. */
static routh_interval chain(routh_segment3_body *body, result_at *at, const routh_calibration3 *calibration,
                            double value, int result) {
    const size_t tosses = body->votes.count;
    const bool measured = calibration->applied && !calibration->given;
    for (size_t t = 0; t < tosses; t++)
        body->change[t].of[result] = body->own[2 * t];
    for (int which = 0; measured && which < result && body->status == ROUTH_OK; which++) {
        const double slope = which == ROUTH_CHANGE_DRAG ? 0 : slope_of(body, at, calibration, which);
        for (size_t t = 0; t < tosses; t++)
            body->change[t].of[result] += slope * body->change[t].of[which];
        body->status = routh_check_cancelled(body->context);
    }
    return routh_jackknife_interval(value, &body->change->of[result], STRIDE, tosses);
}

void routh_segment3_rounding(routh_segment3_body *body, routh_calibration3 *calibration) {
    const routh_dataset3 *dataset = body->setting->dataset;
    const double half = routh_segment3_half(body->setting), most = routh_segment3_lift_most(body->setting);
    double value;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record3 *record = &dataset->record[i];
        body->place[i].rounds = record->reasons == 0 && record->next >= body->setting->options->corner_gap &&
                                fabs(record->height) <= body->setting->options->ground_max + most;
    }
    const routh_calibration3 *whole = body->setting->whole;
    calibration->rounding_error = NAN;
    body->rounding_most = half;
    if (!rounding_at(body, body->setting, 0, &value, whole ? NULL : body->own))
        return;
    if (whole) {
        calibration->rounding = whole->rounding_error > 0 ? fmin(fmax(value, 0), half) : 0;
        return;
    }
    const routh_interval interval = chain(body, rounding_at, calibration, value, ROUTH_CHANGE_ROUNDING);
    if (!(interval.deviation < rounding_error_most * half)) {
        body->rounding_most = fmin(fmax(interval.high, 0), half);
        for (size_t t = 0; t < body->votes.count; t++)
            body->change[t].of[ROUTH_CHANGE_ROUNDING] = 0;
        return;
    }
    body->rounding_most = 0;
    calibration->rounding = fmin(fmax(value, 0), half);
    calibration->rounding_error = interval.deviation;
    calibration->rounding_interval = interval;
}

routh_identity3 routh_segment3_identity(routh_segment3_body *body, double rounding, bool stated) {
    routh_identity3 identity;
    double *const own = body->setting->whole ? NULL : body->own;
    if (!solve_inertia(body, body->setting, rounding, stated, &identity.inertia, own, &identity.correlation))
        return (routh_identity3){identity.correlation, NAN, NAN};
    identity.inertia_error = NAN;
    if (own)
        identity.inertia_error = routh_jackknife_interval(0, body->own, 2, body->votes.count).deviation;
    return identity;
}

routh_interval routh_segment3_inertia(routh_segment3_body *body, const routh_calibration3 *calibration) {
    const routh_interval none = {NAN, NAN, NAN};
    routh_interval interval = {INFINITY, -INFINITY, 0};
    double value, least = calibration->rounding;
    for (int side = 0; side < (body->rounding_most > 0 ? 2 : 1); side++) {
        const double rounding = side == 0 ? calibration->rounding : body->rounding_most;
        if (!inertia_at(body, body->setting, rounding, &value, body->own))
            return none;
        const routh_interval one = chain(body, inertia_at, calibration, value, ROUTH_CHANGE_INERTIA);
        interval = (routh_interval){fmin(interval.low, one.low), fmax(interval.high, one.high),
                                    fmax(interval.deviation, one.deviation)};
        least = side == 0 ? value : least;
    }
    if (!(interval.high - interval.low < 2 * inertia_width_most * least))
        return none;
    if (body->rounding_most > 0)
        interval.deviation = (interval.high - interval.low) / (2 * normal_width);
    return interval;
}

/* T from rows r × m ΔV = T Δω in body axes; its entries in the order of `place`. */
void routh_segment3_tensor(routh_segment3_body *body, routh_calibration3 *calibration) {
    static const int place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const routh_segment3_setting *setting = body->setting;
    double value[ROUTH_NORMAL_MOST], scatter;
    clear_votes(body, 6);
    for (size_t i = 0; i < setting->dataset->count; i++) {
        double spin[3], angular[3], back[4];
        if (setting->dataset->record[i].reasons != 0)
            continue;
        routh_record3 record = record_again(body, setting, i);
        routh_segment3_lowest(setting, record.orientation, calibration->rounding, record.point, &record.next);
        sides_of(setting, &record, false, spin, angular);
        routh_turn_inverse(record.orientation, back);
        routh_turn_apply(back, spin, spin);
        routh_turn_apply(back, angular, angular);
        for (int c = 0; c < 3; c++) {
            double row[6];
            for (int k = 0; k < 6; k++) {
                const int p = place[k][0], q = place[k][1];
                row[k] = p == c ? spin[q] : q == c ? spin[p] : 0;
            }
            routh_normal_add(&body->votes.group[record.trajectory], row, angular[c]);
        }
    }
    calibration->tensor_measured = routh_votes_solve(&body->votes, value, &scatter, body->six, 6);
    for (int k = 0; calibration->tensor_measured && k < 6; k++) {
        const int p = place[k][0], q = place[k][1];
        const double error = routh_jackknife_interval(0, body->six + k, 6, body->votes.count).deviation;
        calibration->tensor[p][q] = calibration->tensor[q][p] = value[k];
        calibration->tensor_error[p][q] = calibration->tensor_error[q][p] = error;
        calibration->tensor_measured = isfinite(error);
    }
}
