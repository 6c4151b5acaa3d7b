/* The frames at the beginning of a toss in which the hand is still on it.
 *
 * No law and no shape of the hand: a frame belongs to a flight if the free flight of the frames after it leads there. Each
 * frame before the first contact is compared with the parabola and the free turn of the next few, extended to it. The
 * median of these distances over all tosses is what noise and small forces make. Frames at the beginning that are several
 * times as far away, in place or turn, and those before them, are left out. So are frames up to a jump of the velocity in
 * the first few while the body is high above the board.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment3.h"

/* A frame is compared with so many after it. */
enum { LEAST_AFTER = 8, MOST_AFTER = 12 };

/* It is held if it is more than this many medians away: of normal noise in three dimensions 8 standard deviations. */
static const double medians_away = 5;

/* Distances below this share of the largest deviation allowed in a flight are no sign of a hand: exact data. */
static const double least_share = 0.01;

/* And is high if its lowest corner is this many times as far above the board as it may be at a contact. */
static const double high_above = 3;

/* The distances of one toss, frame by frame, and how many there are. */
typedef struct leading {
    double *place, *turn;
    size_t count;
} leading;

/* Distances of a frame from the flight of those after it, over what independent noise in all of them makes of one. The
 * arc has no drag: in a flight of n frames this moves a frame at τ by ½ β V (τ² − Σ τ²/n). */
static void compare(const routh_segment3_setting *setting, const routh_trajectory3 *toss, double drag, size_t frame,
                    size_t end, double *place, double *turn) {
    const size_t first = frame + 1, last = frame + MOST_AFTER < end ? frame + MOST_AFTER : end - 1;
    const routh_flight3_arc arc = routh_flight3_arc_fit(setting, toss, first, last);
    const double count = (double)(last - first + 1), before = (double)frame * setting->interval - arc.time;
    const double mean = setting->interval * setting->interval * (count * count - 1) / 12; /* Σ τ²/n */
    const double spread = sqrt(1 + 1 / count + before * before / (count * mean));
    double there[3], here[3], orientation[4], moved[3], turned[3];
    routh_flight3_arc_pose(&arc, arc.time + before, there, orientation);
    routh_flight3_centre(setting, toss, frame, here);
    routh_turn_between(orientation, toss->orientation[frame], turned);
    for (int c = 0; c < 3; c++)
        moved[c] = here[c] - there[c] + 0.5 * drag * arc.velocity[c] * (before * before - mean);
    *place = routh_length3(moved) / spread;
    *turn = routh_length3(turned) / spread;
}

/* The frames start … end − 1 before the first jump of the velocity that may be a contact with the board. */
static void first_run(const routh_segment3_setting *setting, const routh_trajectory3 *toss, routh_flight3_spike *spike,
                      size_t *start, size_t *end) {
    const size_t count = routh_flight3_spikes(setting, toss, spike);
    *start = 0;
    *end = toss->count;
    for (size_t k = 0; k < count; k++) {
        double centre[3], point[3], next;
        routh_flight3_centre(setting, toss, spike[k].first, centre);
        routh_segment3_lowest(setting, toss->orientation[spike[k].first], 0, point, &next);
        const bool high = centre[2] + point[2] > high_above * setting->options->ground_max;
        if (!high || spike[k].last >= MOST_AFTER) {
            *end = spike[k].first;
            return;
        }
        *start = spike[k].last + 1;
    }
}

/* The first frame from which on a toss flies: it and the next are where the flight leads. */
static size_t held_frames(const leading *toss, double place, double turn) {
    size_t held = 0;
    for (size_t i = 0; i < toss->count && i < held + 2; i++)
        if (toss->place[i] > place || toss->turn[i] > turn)
            held = i + 1;
    return held;
}

static double limit_of(const double *distance, size_t count, double least, double *scratch) {
    memcpy(scratch, distance, count * sizeof *scratch);
    return medians_away * fmax(routh_median(scratch, count), least);
}

static routh_status find(routh_context *context, const routh_segment3_setting *setting, double drag,
                         routh_flight3_spike *spike, double *distance, size_t frames, routh_dataset3 *dataset) {
    double *const place = distance, *const turn = distance + frames, *const scratch = distance + 2 * frames;
    size_t count = 0, start, end;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        const routh_trajectory3 *toss = &dataset->trajectory[t];
        first_run(setting, toss, spike, &start, &end);
        for (size_t frame = start; frame + LEAST_AFTER < end; frame++, count++)
            compare(setting, toss, drag, frame, end, &place[count], &turn[count]);
        const routh_status status = routh_check_cancelled(context);
        if (status != ROUTH_OK)
            return status;
    }
    const double least = least_share * setting->options->deviation_max;
    const double most_moved = limit_of(place, count, least, scratch);
    const double most_turned = limit_of(turn, count, least / setting->gyration, scratch);
    size_t at = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        first_run(setting, &dataset->trajectory[t], spike, &start, &end);
        const leading one = {place + at, turn + at, end > start + LEAST_AFTER ? end - start - LEAST_AFTER : 0};
        dataset->trajectory[t].held = start + held_frames(&one, most_moved, most_turned);
        at += one.count;
    }
    return routh_check_cancelled(context);
}

routh_status routh_release3_find(routh_context *context, const routh_segment3_setting *setting, double drag,
                                 routh_dataset3 *dataset) {
    size_t frames = 0, longest = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        frames += dataset->trajectory[t].count;
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    }
    routh_flight3_spike *spike = routh_allocate(context, longest / 2 + 1, sizeof *spike);
    double *distance = routh_allocate(context, frames, 3 * sizeof *distance);
    const routh_status status =
        spike && distance ? find(context, setting, drag, spike, distance, frames, dataset) : ROUTH_OUT_OF_MEMORY;
    routh_release(context, spike);
    routh_release(context, distance);
    return status;
}
