/* Tosses to records: every contact of every toss becomes one, rejected ones with their reasons.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/context.h"
#include "base/order.h"
#include "segment/segment3.h"

/* Room for the longest toss. */
typedef struct workspace {
    routh_flight3_spike *spike;
    routh_segment3_contact *contact;
} workspace;

static routh_status add_record(routh_context *context, routh_dataset3 *dataset, size_t *room,
                               const routh_record3 *record) {
    if (dataset->count == *room) {
        const size_t wanted = *room ? 2 * *room : 256;
        routh_record3 *grown = routh_resize(context, dataset->record, wanted, sizeof *grown);
        if (!grown)
            return ROUTH_OUT_OF_MEMORY;
        dataset->record = grown;
        *room = wanted;
    }
    dataset->record[dataset->count++] = *record;
    return ROUTH_OK;
}

static routh_segment3_neighbour neighbour_of(const routh_segment3_contact *contact) {
    return contact->slip ? ROUTH_BESIDE_SLIP : ROUTH_BESIDE_CONTACT;
}

static routh_status segment_toss(routh_context *context, const routh_segment3_setting *setting, size_t index,
                                 workspace *work, routh_dataset3 *dataset, size_t *room) {
    const routh_trajectory3 *toss = &dataset->trajectory[index];
    const size_t count = routh_flight3_spikes(setting, toss, work->spike);
    for (size_t i = 0; i < count; i++) {
        const size_t earliest = i > 0 ? work->spike[i - 1].last + 1 : 0;
        const size_t latest = i + 1 < count ? work->spike[i + 1].first - 1 : toss->count - 1;
        work->contact[i] = routh_segment3_contact_fit(setting, toss, work->spike[i], earliest, latest);
    }
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        if (work->contact[i].slip)
            continue;
        const routh_segment3_neighbour before = i > 0 ? neighbour_of(&work->contact[i - 1]) : ROUTH_BESIDE_END;
        const routh_segment3_neighbour after = i + 1 < count ? neighbour_of(&work->contact[i + 1]) : ROUTH_BESIDE_END;
        routh_record3 record = routh_record3_of(setting, &work->contact[i], before, after);
        record.trajectory = index;
        status = add_record(context, dataset, room, &record);
    }
    return status;
}

static routh_status segment_all(routh_context *context, const routh_segment3_setting *setting,
                                routh_dataset3 *dataset) {
    size_t longest = 0, room = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++)
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    workspace work = {.spike = routh_allocate(context, longest / 2 + 1, sizeof *work.spike)};
    work.contact = work.spike ? routh_allocate(context, longest / 2 + 1, sizeof *work.contact) : NULL;
    routh_status status = work.contact ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; status == ROUTH_OK && t < dataset->trajectory_count; t++) {
        status = segment_toss(context, setting, t, &work, dataset, &room);
        if (status == ROUTH_OK)
            status = routh_progress(context, "segmenting", (double)(t + 1) / (double)dataset->trajectory_count);
    }
    routh_release(context, work.contact);
    routh_release(context, work.spike);
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
    if (fabs(record->height) > setting->options->ground_max)
        record->reasons |= ROUTH_NOT_GROUND;
    if (record->next < setting->options->corner_gap)
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

/* What the contacts show about the body, and then the rest of each record. */
static routh_status complete(routh_context *context, const routh_segment3_setting *setting, routh_dataset3 *dataset) {
    const routh_segment3_options *options = setting->options;
    routh_calibration3 *calibration = &dataset->calibration;
    if (options->calibrate)
        routh_segment3_rounding(setting, calibration);
    for (size_t i = 0; i < dataset->count; i++)
        judge_corner(setting, calibration->rounding, &dataset->record[i]);
    calibration->identity = routh_segment3_identity(setting, false);
    calibration->stated = routh_segment3_identity(setting, true);
    const double uniform = dataset->mass * dataset->width * dataset->width / 6;
    const bool measured = options->calibrate && options->inertia == 0 && calibration->identity.inertia > 0;
    calibration->inertia = measured ? calibration->identity.inertia : options->inertia > 0 ? options->inertia : uniform;
    return measure_depth(context, dataset);
}

/* The longest toss must have room for one contact with the least flight on both sides. */
static routh_status check_tosses(routh_context *context, const routh_dataset3 *dataset,
                                 const routh_segment3_options *options) {
    const size_t least = 2 * options->flight_min + 1;
    size_t longest = 0;
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

routh_status routh_dataset3_segment(routh_context *context, const routh_segment3_options *options,
                                    routh_dataset3 *dataset) {
    const routh_segment3_options chosen = options ? *options : routh_segment3_options_default();
    routh_segment3_setting setting;
    forget_records(context, dataset);
    routh_status status = routh_segment3_options_check(context, &chosen);
    if (status == ROUTH_OK)
        status = check_tosses(context, dataset, &chosen);
    if (status == ROUTH_OK)
        status = routh_segment3_setting_of(context, dataset, &chosen, &setting);
    if (status == ROUTH_OK)
        status = routh_calibrate3_measure(context, &setting, &dataset->calibration);
    if (status == ROUTH_OK) {
        dataset->calibration.applied = chosen.calibrate != 0;
        if (chosen.calibrate)
            routh_calibrate3_apply(&dataset->calibration, &setting);
        status = segment_all(context, &setting, dataset);
    }
    if (status == ROUTH_OK)
        status = complete(context, &setting, dataset);
    if (status != ROUTH_OK)
        forget_records(context, dataset);
    return status;
}
