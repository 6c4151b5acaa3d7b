/* Trajectories to impacts: every contact of every trajectory becomes a record, rejected ones with their reasons.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment.h"

#include <math.h>

#include "base/context.h"
#include "data/dataset.h"

routh_segment_options routh_segment_options_default(void) {
    return (routh_segment_options){.calibrate = 1,
                                   .flight_min = 5,
                                   .flight_max = 10,
                                   .deviation_max = 0.002,
                                   .meeting_max = 0.001,
                                   .ground_max = 0.008,
                                   .energy_drift = 0.1,
                                   .corner_gap = 0.001};
}

/* More is no delay within a recording, s. */
static const double most_delay = 1;

static routh_status check_options(routh_context *context, const routh_segment_options *options) {
    if (options->flight_min < 3 || options->flight_max < options->flight_min)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "flight_min flight_max",
            "segmentation: frames of flight from %zu to %zu; the first must be at least 3, the second "
            "not less than the first",
            options->flight_min, options->flight_max);
    const struct {
        const char *name;
        double value;
    } limits[] = {{"deviation_max", options->deviation_max},
                  {"meeting_max", options->meeting_max},
                  {"ground_max", options->ground_max},
                  {"energy_drift", options->energy_drift},
                  {"corner_gap", options->corner_gap}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (!(limits[i].value >= 0) || !isfinite(limits[i].value))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, limits[i].name,
                                    "segmentation: %s is %g; it must be 0 or more", limits[i].name, limits[i].value);
    if (!isfinite(options->height_offset) || !isfinite(options->angle_offset))
        return routh_fail_field(context, ROUTH_NOT_FINITE, "height_offset angle_offset",
                                "segmentation: offsets of %g m and %g rad; they must be finite", options->height_offset,
                                options->angle_offset);
    if (!(fabs(options->angle_delay) <= most_delay))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "angle_delay",
                                "segmentation: angle_delay is %g s; it must be from -%g to %g", options->angle_delay,
                                most_delay, most_delay);
    const routh_limit offsets[] = {{"height_offset", "m", options->height_offset, ROUTH_RANGE_POSITION},
                                   {"angle_offset", "rad", options->angle_offset, ROUTH_RANGE_ANGLE}};
    return routh_check_limits(context, "segmentation", offsets, sizeof offsets / sizeof offsets[0]);
}

/* The contacts found so far; `room` of them fit. */
typedef struct collection {
    routh_record *record;
    routh_lever *lever; /* of each; zeros where the contact is rejected */
    size_t count, room;
} collection;

static routh_status add_record(routh_context *context, collection *all, const routh_record *record,
                               const routh_lever *lever) {
    size_t room = all->room;
    ROUTH_TRY(routh_grow(context, &all->record, all->count, &room, sizeof *record));
    ROUTH_TRY(routh_grow(context, &all->lever, all->count, &all->room, sizeof *lever));
    all->lever[all->count] = *lever;
    all->record[all->count++] = *record;
    return ROUTH_OK;
}

/* What the segmentation of one trajectory works with. */
typedef struct segmentation {
    const routh_flight_setting *setting;
    const routh_segment_options *options;
    const routh_walls *walls;
    routh_event *event; /* room for the longest trajectory */
    routh_spike *spike;
} segmentation;

static routh_neighbour neighbour_of(const routh_spike *spike) {
    return spike->jump || spike->gaps ? ROUTH_JUMP : ROUTH_CONTACT;
}

routh_status routh_segment_spikes(routh_context *context, const routh_segment_options *options,
                                  const routh_dataset *dataset, size_t index, routh_spike **spike, size_t *count) {
    routh_flight_setting setting;
    const routh_trajectory *trajectory = &dataset->trajectory[index];
    const size_t room = trajectory->count / 2 + 1;
    *count = 0;
    *spike = NULL;
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
    setting.angle_delay = dataset->angle_delay;
    setting.soft = options->soft;
    routh_event *event = routh_allocate(context, room, sizeof *event);
    *spike = event ? routh_allocate(context, room, sizeof **spike) : NULL;
    const size_t found = *spike ? routh_spikes_fit(&setting, options, trajectory, event, *spike) : 0;
    for (size_t i = 0; i < found; i++)
        if (!(*spike)[i].jump)
            (*spike)[(*count)++] = (*spike)[i];
    routh_release(context, event);
    return *spike ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static routh_status segment_trajectory(routh_context *context, const segmentation *work, size_t index,
                                       collection *all) {
    const routh_trajectory *trajectory = &work->setting->dataset->trajectory[index];
    const size_t count = routh_spikes_fit(work->setting, work->options, trajectory, work->event, work->spike);
    for (size_t i = 0; i < count; i++) {
        if (work->spike[i].jump)
            continue;
        routh_neighbour before = i > 0 ? neighbour_of(&work->spike[i - 1]) : ROUTH_END;
        routh_neighbour after = i + 1 < count ? neighbour_of(&work->spike[i + 1]) : ROUTH_END;
        routh_record record =
            routh_spike_record(work->setting, work->options, work->walls, trajectory, &work->spike[i], before, after);
        record.trajectory = (long)index;
        routh_lever lever = {0};
        if (record.reasons == 0)
            lever = routh_spike_lever(work->setting, trajectory, &work->spike[i], &record);
        ROUTH_TRY(add_record(context, all, &record, &lever));
    }
    return ROUTH_OK;
}

static routh_status segment_all(routh_context *context, segmentation *work, collection *all) {
    const routh_dataset *dataset = work->setting->dataset;
    size_t longest = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        longest = dataset->trajectory[i].count > longest ? dataset->trajectory[i].count : longest;
    ROUTH_ARENA(room, context);
    work->event = routh_take(&room, longest / 2 + 1, sizeof *work->event);
    work->spike = routh_take(&room, longest / 2 + 1, sizeof *work->spike);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        ROUTH_TRY(segment_trajectory(context, work, i, all));
        ROUTH_TRY(routh_progress(context, "segmenting", (double)(i + 1) / (double)dataset->trajectory_count));
    }
    return ROUTH_OK;
}

routh_status routh_segment_records(routh_context *context, const routh_segment_options *options,
                                   const routh_dataset *dataset, const routh_pose_offsets *offsets,
                                   routh_record **record, size_t *count) {
    routh_flight_setting setting;
    routh_walls walls;
    collection all = {0};
    ROUTH_TRY(routh_flight_measure(context, dataset, dataset->gravity, &setting));
    setting.height_offset = offsets->height;
    setting.angle_offset = offsets->angle;
    setting.angle_delay = offsets->delay;
    setting.soft = options->soft;
    routh_status status = routh_find_walls(context, &setting, &walls);
    if (status == ROUTH_OK) {
        segmentation work = {.setting = &setting, .options = options, .walls = &walls};
        status = segment_all(context, &work, &all);
    }
    if (status == ROUTH_OK && !options->soft) /* which sees every frame of a contact, and so its second corner */
        status = routh_mark_corners(context, &setting, all.lever, all.record, all.count);
    routh_release(context, all.lever);
    if (status != ROUTH_OK) {
        routh_release(context, all.record);
        return status;
    }
    *record = all.record;
    *count = all.count;
    return ROUTH_OK;
}

/* Frames that a contact needs with the least flight on both sides. */
static size_t least_frames(const routh_segment_options *options) {
    return 2 * options->flight_min + 1;
}

routh_status routh_dataset_segment(routh_context *context, const routh_segment_options *options,
                                   routh_dataset *dataset) {
    routh_segment_options defaults = routh_segment_options_default();
    options = options ? options : &defaults;
    routh_pose_offsets offsets;
    routh_status status = check_options(context, options);
    if (status == ROUTH_OK)
        status = routh_flight_check(context, dataset, least_frames(options));
    if (status != ROUTH_OK)
        return status;
    routh_dataset view = *dataset; /* of the centre of mass */
    routh_circling circling = {.evident = false};
    bool centred = false;
    routh_record *record = NULL;
    size_t count = 0;
    if (options->calibrate)
        status = routh_centred_of(context, dataset, &circling, &view, &centred);
    if (status == ROUTH_OK)
        status = routh_offsets_remaining(context, options, &view, &offsets);
    if (status == ROUTH_OK)
        status = routh_segment_records(context, options, &view, &offsets, &record, &count);
    if (centred)
        routh_centred_release(context, &view);
    if (status != ROUTH_OK)
        return status;
    if (circling.evident)
        routh_centre_apply(circling.offset, dataset);
    routh_offsets_subtract(dataset, &offsets);
    routh_extra_release(context, dataset);
    routh_release(context, dataset->record);
    dataset->record = record;
    dataset->count = count;
    dataset->gap = 0; /* both velocities hold at the instant of contact */
    dataset->frame_decided = 0;
    return routh_dataset_mark(context, dataset);
}

/* The identity's slope and correlation as recorded, with other offsets. */
static routh_status slope_with(routh_context *context, const routh_segment_options *options,
                               const routh_dataset *dataset, const routh_pose_offsets *offsets, double *slope,
                               double *correlation) {
    routh_dataset other = *dataset;
    routh_frame_evidence check;
    ROUTH_TRY(routh_segment_records(context, options, dataset, offsets, &other.record, &other.count));
    other.gap = 0;
    const routh_status status = routh_frame_evidence_of(context, &other, &check);
    routh_release(context, other.record);
    if (status == ROUTH_OK) {
        *slope = check.hypothesis[ROUTH_AS_RECORDED].slope;
        *correlation = check.hypothesis[ROUTH_AS_RECORDED].correlation;
    }
    return status;
}

routh_status routh_sensitivity_of(routh_context *context, const routh_dataset *dataset,
                                  const routh_segment_options *options, routh_sensitivity *sensitivity) {
    static const double millimetre = 0.001, small_angle = 0.01;
    routh_segment_options defaults = routh_segment_options_default();
    options = options ? options : &defaults;
    routh_status status = check_options(context, options);
    if (status == ROUTH_OK)
        status = routh_flight_check(context, dataset, least_frames(options));
    if (status != ROUTH_OK)
        return status;
    const double delay = dataset->angle_delay;
    const struct {
        routh_pose_offsets offsets;
        double *slope, *correlation;
    } ways[] = {
        {{0, 0, delay}, &sensitivity->slope, &sensitivity->correlation},
        {{-dataset->height_offset, -dataset->angle_offset, 0},
         &sensitivity->slope_uncalibrated,
         &sensitivity->correlation_uncalibrated},
        {{-millimetre, 0, delay}, &sensitivity->slope_height[0], &(double){0}},
        {{millimetre, 0, delay}, &sensitivity->slope_height[1], &(double){0}},
        {{0, -small_angle, delay}, &sensitivity->slope_angle[0], &(double){0}},
        {{0, small_angle, delay}, &sensitivity->slope_angle[1], &(double){0}},
    };
    for (size_t i = 0; status == ROUTH_OK && i < sizeof ways / sizeof ways[0]; i++) {
        status = slope_with(context, options, dataset, &ways[i].offsets, ways[i].slope, ways[i].correlation);
        if (status == ROUTH_BAD_ARGUMENT &&
            i > 0) { /* too few impacts with these offsets, as where the ground is far off */
            *ways[i].slope = *ways[i].correlation = NAN;
            status = ROUTH_OK;
        }
    }
    routh_contradiction_of(dataset, sensitivity->contradiction);
    return status;
}
