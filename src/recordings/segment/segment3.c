/* Tosses to records: every contact of every toss becomes one, rejected ones with their reasons.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "data/dataset.h"
#include "segment/segment3.h"

/* Options of the segmentation of tosses, and which values are valid. */

routh_segment3_options routh_segment3_options_default(void) {
    return (routh_segment3_options){.calibrate = 1,
                                    .flight_min = 5,
                                    .flight_max = 10,
                                    .deviation_max = 0.0005,
                                    .meeting_max = 0.001,
                                    .ground_max = 0.008,
                                    .corner_gap = 0.005,
                                    .rounding = NAN};
}

routh_status routh_segment3_options_check(routh_context *context, const routh_segment3_options *options) {
    const routh_stated_number numbers[] = {
        {"inertia", "kg m²", options->inertia, 1, ROUTH_BAD_INERTIA, "inertia", ROUTH_RANGE_INERTIA},
        {"largest deviation", "m", options->deviation_max, 1, ROUTH_BAD_ARGUMENT, "deviation_max", 1e-12, 1e9},
        {"largest distance at the meeting", "m", options->meeting_max, 1, ROUTH_BAD_ARGUMENT, "meeting_max", 1e-12,
         1e9},
        {"largest distance from the board", "m", options->ground_max, 1, ROUTH_BAD_ARGUMENT, "ground_max", 1e-12, 1e9},
        {"gap to the next corner", "m", options->corner_gap, 1, ROUTH_BAD_ARGUMENT, "corner_gap", 1e-12, 1e9}};
    const routh_stated_number rounding = {"rounding", "m", options->rounding, 1, ROUTH_BAD_ARGUMENT, "rounding",
                                          1e-12,      1e6};
    ROUTH_TRY(routh_stated_numbers_check(context, numbers, sizeof numbers / sizeof numbers[0]));
    if (!isnan(options->rounding))
        ROUTH_TRY(routh_stated_numbers_check(context, &rounding, 1));
    const routh_calibration3 *given = options->calibration;
    if (given && !options->calibrate)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "calibration",
                                "tosses: a calibration is given, and is not to be used");
    if (given && !(given->scale > 0 && given->inertia > 0 && given->rounding >= 0 && isfinite(given->scale) &&
                   isfinite(given->inertia) && isfinite(given->rounding) && isfinite(given->ground) &&
                   isfinite(given->drag) && isfinite(routh_length3(given->centre))))
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "calibration",
            "tosses: the given calibration has a scale of %g, an inertia of %g kg m² and a rounding "
            "of %g m; all must be finite, the first two more than 0, the third not negative",
            given->scale, given->inertia, given->rounding);
    if (options->flight_min < 3 || options->flight_max < options->flight_min)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "flight_min flight_max",
            "tosses: frames of flight from %zu to %zu; the first must be at least 3, the second not less "
            "than the first",
            options->flight_min, options->flight_max);
    return ROUTH_OK;
}

/* Room for the longest toss, and where the records come from. */
typedef struct workspace {
    routh_flight3_spike *spike;
    routh_segment3_contact *contact;
    routh_segment3_place *place, *origin; /* of the toss's contacts, and of all records so far */
    size_t room;                          /* for records and their origins */
} workspace;

static routh_status add_record(routh_context *context, workspace *work, const routh_record3 *record,
                               const routh_segment3_place *place, routh_dataset3 *dataset) {
    size_t room = work->room;
    ROUTH_TRY(routh_grow(context, &dataset->record, dataset->count, &room, sizeof *record));
    ROUTH_TRY(routh_grow(context, &work->origin, dataset->count, &work->room, sizeof *place));
    work->origin[dataset->count] = *place;
    dataset->record[dataset->count++] = *record;
    return ROUTH_OK;
}

static routh_segment3_neighbour neighbour_of(const routh_segment3_contact *contact) {
    return contact->slip ? ROUTH_BESIDE_SLIP : ROUTH_BESIDE_CONTACT;
}

/* The frames that the flights beside a spike may reach to. The hand may hold a toss up to its first spike. */
static routh_segment3_place place_of(const routh_trajectory3 *toss, const routh_flight3_spike *spike, size_t count,
                                     size_t i) {
    const size_t earliest = i > 0 ? spike[i - 1].last + 1 : toss->held;
    return (routh_segment3_place){.spike = spike[i],
                                  .earliest = earliest < spike[i].first ? earliest : spike[i].first,
                                  .latest = i + 1 < count ? spike[i + 1].first - 1 : toss->count - 1};
}

static routh_status segment_toss(routh_context *context, const routh_segment3_setting *setting, size_t index,
                                 workspace *work, routh_dataset3 *dataset) {
    const routh_trajectory3 *toss = &dataset->trajectory[index];
    size_t count = routh_flight3_spikes(setting, toss, work->spike), held = 0;
    while (held < count && work->spike[held].first < toss->held)
        held++;
    count -= held;
    memmove(work->spike, work->spike + held, count * sizeof *work->spike); /* what the hand does is no contact */
    const routh_segment3_neighbour first = toss->held > 0 ? ROUTH_BESIDE_HAND : ROUTH_BESIDE_END;
    for (size_t i = 0; i < count; i++) {
        const routh_segment3_place place = work->place[i] = place_of(toss, work->spike, count, i);
        work->contact[i] = routh_segment3_contact_fit(setting, toss, place.spike, place.earliest, place.latest);
    }
    for (size_t i = 0; i < count; i++) {
        if (work->contact[i].slip)
            continue;
        const routh_segment3_neighbour before = i > 0 ? neighbour_of(&work->contact[i - 1]) : first;
        const routh_segment3_neighbour after = i + 1 < count ? neighbour_of(&work->contact[i + 1]) : ROUTH_BESIDE_END;
        routh_record3 record = routh_record3_of(setting, &work->contact[i], before, after);
        record.trajectory = index;
        if (setting->options->soft)
            routh_soft_record3(setting, toss, &work->contact[i], &record);
        ROUTH_TRY(add_record(context, work, &record, &work->place[i], dataset));
    }
    return ROUTH_OK;
}

/* *places gets where each record comes from. */
static routh_status segment_all(routh_context *context, const routh_segment3_setting *setting, routh_dataset3 *dataset,
                                routh_segment3_place **places) {
    size_t longest = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++)
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    workspace work = {.spike = routh_allocate(context, longest / 2 + 1, sizeof *work.spike),
                      .contact = routh_allocate(context, longest / 2 + 1, sizeof *work.contact),
                      .place = routh_allocate(context, longest / 2 + 1, sizeof *work.place)};
    routh_status status = work.spike && work.contact && work.place ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; status == ROUTH_OK && t < dataset->trajectory_count; t++) {
        status = segment_toss(context, setting, t, &work, dataset);
        if (status == ROUTH_OK)
            status = routh_progress(context, "segmenting", (double)(t + 1) / (double)dataset->trajectory_count);
    }
    *places = work.origin;
    routh_release(context, work.contact);
    routh_release(context, work.spike);
    routh_release(context, work.place);
    return status;
}

/* With the corner as it is: does exactly one corner touch the board, and is it closing? */
static void judge_corner(const routh_segment3_setting *setting, double rounding, routh_record3 *record) {
    double turning[3];
    routh_segment3_lowest(setting, record->orientation, rounding, record->point, &record->next);
    record->height = record->position[2] + record->point[2];
    if (record->reasons != 0)
        return;
    routh_cross3(record->before.spin, record->point, turning);
    if (!setting->options->soft && fabs(record->height) > setting->options->ground_max)
        record->reasons |= ROUTH_NOT_GROUND;
    if (!setting->options->soft && record->next < setting->options->corner_gap)
        record->reasons |= ROUTH_TWO_CORNERS;
    if (!(record->before.velocity[2] + turning[2] < 0))
        record->reasons |= ROUTH_SEPARATES;
}

/* The median depth of the used records below the board. */
static routh_status measure_depth(routh_context *context, routh_dataset3 *dataset) {
    double *depth = routh_allocate(context, dataset->count, sizeof *depth);
    if (!depth)
        return ROUTH_OUT_OF_MEMORY;
    size_t used = 0;
    for (size_t i = 0; i < dataset->count; i++)
        if (dataset->record[i].reasons == 0)
            depth[used++] = -dataset->record[i].height;
    dataset->calibration.depth = routh_median(depth, used);
    routh_release(context, depth);
    return ROUTH_OK;
}

/* How far the measured tensor is from the one in use. */
static void compare_tensor(const routh_segment3_setting *setting, routh_calibration3 *calibration) {
    for (int i = 0; calibration->tensor_measured && i < 3; i++)
        for (int j = i; j < 3; j++) {
            const double off = fabs(calibration->tensor[i][j] - calibration->inertia * setting->form[i][j]);
            calibration->tensor_apart = fmax(calibration->tensor_apart, off / calibration->tensor_error[i][j]);
        }
}

/* What the contacts show about the body, and then the rest of each record. */
static routh_status complete(routh_context *context, routh_segment3_body *body, routh_dataset3 *dataset) {
    const routh_segment3_options *options = body->setting->options;
    routh_calibration3 *calibration = &dataset->calibration;
    const bool measuring = calibration->applied && !calibration->given;
    if (!isnan(options->rounding))
        calibration->rounding = fmin(options->rounding, routh_segment3_half(body->setting));
    else if (measuring)
        routh_segment3_rounding(body, calibration);
    if (body->status != ROUTH_OK)
        return body->status;
    for (size_t i = 0; i < dataset->count; i++)
        judge_corner(body->setting, calibration->rounding, &dataset->record[i]);
    if (!body->setting->whole)
        calibration->stated = routh_segment3_identity(body, 0, true);
    calibration->identity = routh_segment3_identity(body, calibration->rounding, false);
    if (!body->setting->whole && body->setting->turn.unequal)
        routh_segment3_tensor(body, calibration);
    if (!calibration->given)
        calibration->inertia = routh_segment3_uniform(dataset);
    if (options->inertia > 0) {
        calibration->inertia = options->inertia;
        calibration->inertia_error = 0;
    } else if (measuring && body->setting->whole) {
        if (body->setting->whole->inertia_error > 0 && calibration->identity.inertia > 0)
            calibration->inertia = calibration->identity.inertia;
        return ROUTH_OK;
    } else if (measuring) {
        const routh_interval interval = routh_segment3_inertia(body, calibration);
        if (body->status != ROUTH_OK)
            return body->status;
        calibration->identity.inertia_error = calibration->inertia_error = interval.deviation;
        if (isfinite(interval.deviation)) {
            calibration->inertia = calibration->identity.inertia;
            calibration->inertia_interval = interval;
        }
    }
    compare_tensor(body->setting, calibration);
    return measure_depth(context, dataset);
}

/* The longest toss must have room for one contact with the least flight on both sides. */
static routh_status check_tosses(routh_context *context, const routh_dataset3 *dataset,
                                 const routh_segment3_options *options) {
    const size_t least = 2 * options->flight_min + 1;
    size_t longest = 0;
    routh_factor3 factor;
    if (dataset->shape && (!(dataset->shape->thickness > 0) || !routh_factor3_of(dataset->shape->gyration, &factor)))
        return routh_fail_field(context, ROUTH_BAD_INERTIA, "shape",
                                "%s: the shape has no inside, or its tensor of inertia is not positive definite",
                                dataset->name);
    for (size_t t = 0; t < dataset->trajectory_count; t++)
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    if (longest < least)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%s: the longest toss has %zu frames; a contact with %zu of flight on both sides needs %zu",
                          dataset->name, longest, options->flight_min, least);
    return ROUTH_OK;
}

static void forget_records(routh_context *context, routh_dataset3 *dataset) {
    routh_release(context, dataset->record);
    dataset->record = NULL;
    dataset->count = 0;
    dataset->calibration = (routh_calibration3){0};
}

/* Measures or takes the calibration, and applies it where it is to be. */
static routh_status calibrate(routh_context *context, routh_segment3_setting *setting, routh_dataset3 *dataset,
                              routh_calibrate3_change *change) {
    const routh_calibration3 *given = setting->options->calibration;
    routh_calibration3 *calibration = &dataset->calibration;
    routh_status status = ROUTH_OK;
    if (given) {
        routh_calibrate3_apply(given, setting);
        status = routh_release3_find(context, setting, given->drag, dataset);
        const routh_calibration3 counted = routh_calibrate3_nothing(dataset);
        *calibration = *given;
        calibration->given = true;
        calibration->frames = counted.frames;
        calibration->held_frames = counted.held_frames;
        calibration->held_tosses = counted.held_tosses;
    } else {
        status = routh_calibrate3_measure(context, setting, dataset, change);
    }
    calibration->applied = setting->options->calibrate;
    if (calibration->applied)
        routh_calibrate3_apply(calibration, setting);
    return status;
}

/* Everything but checks. */
static routh_status segment(routh_context *context, routh_segment3_setting *setting, routh_dataset3 *dataset) {
    const size_t tosses = dataset->trajectory_count;
    routh_segment3_body body = {
        .setting = setting,
        .context = context,
        .change = routh_allocate(context, tosses, sizeof *body.change),
        .own = routh_allocate(context, tosses, 10 * sizeof *body.own),
        .votes = {.count = tosses, .group = routh_allocate(context, tosses, sizeof *body.votes.group)}};
    routh_status status = body.change && body.own && body.votes.group ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        body.votes.weight = body.own + 2 * tosses;
        body.votes.scratch = body.own + 3 * tosses;
        body.six = body.own + 4 * tosses;
        status = calibrate(context, setting, dataset, body.change);
    }
    if (status == ROUTH_OK)
        status = segment_all(context, setting, dataset, &body.place);
    if (status == ROUTH_OK)
        status = complete(context, &body, dataset);
    routh_release(context, body.change);
    routh_release(context, body.own);
    routh_release(context, body.votes.group);
    routh_release(context, body.place);
    return status;
}

routh_status routh_segment3_draw(routh_context *context, const routh_segment3_options *options,
                                 const routh_calibration3 *whole, routh_dataset3 *dataset) {
    const routh_segment3_options chosen = options ? *options : routh_segment3_options_default();
    routh_segment3_setting setting;
    forget_records(context, dataset);
    routh_status status = routh_segment3_options_check(context, &chosen);
    if (status == ROUTH_OK)
        status = check_tosses(context, dataset, &chosen);
    if (status == ROUTH_OK)
        status = routh_segment3_setting_of(context, dataset, &chosen, &setting);
    if (status == ROUTH_OK) {
        setting.whole = whole;
        status = segment(context, &setting, dataset);
    }
    if (status != ROUTH_OK)
        forget_records(context, dataset);
    return status;
}

routh_status routh_dataset3_segment(routh_context *context, const routh_segment3_options *options,
                                    routh_dataset3 *dataset) {
    return routh_segment3_draw(context, options, NULL, dataset);
}
