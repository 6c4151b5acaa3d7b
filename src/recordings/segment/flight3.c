/* Where the motion is free: between frames at which the velocity changes by more than noise and gravity explain.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"

/* A spike is this many times the median change that noise makes, and this many times what gravity does in a frame: a
 * body that lies or slides on the board must not look like a row of contacts. */
static const double noise_multiple = 3.5;
static const double gravity_multiple = 2;

/* How far the velocity changes at a frame beyond free fall, m/s and rad/s. */
static void jump_at(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame,
                    double velocity[3], double spin[3]) {
    double here[3], before[3], after[3], turn_before[3], turn_after[3];
    routh_flight3_centre(setting, toss, frame - 1, before);
    routh_flight3_centre(setting, toss, frame, here);
    routh_flight3_centre(setting, toss, frame + 1, after);
    routh_turn_between(toss->orientation[frame - 1], toss->orientation[frame], turn_before);
    routh_turn_between(toss->orientation[frame], toss->orientation[frame + 1], turn_after);
    for (int c = 0; c < 3; c++) {
        velocity[c] = (after[c] - 2 * here[c] + before[c]) / setting->interval;
        spin[c] = (turn_after[c] - turn_before[c]) / setting->interval;
    }
    velocity[2] += setting->dataset->gravity * setting->interval;
    if (!setting->turn.unequal)
        return;
    double now[3], rate[3]; /* the spin of a free body changes by itself */
    for (int c = 0; c < 3; c++)
        now[c] = 0.5 * (turn_before[c] + turn_after[c]) / setting->interval;
    routh_free_turn_rate(&setting->turn, toss->orientation[frame], now, rate);
    for (int c = 0; c < 3; c++)
        spin[c] -= rate[c] * setting->interval;
}

/* Of which part of the motion noise is asked for. */
typedef enum noise_part { OF_BOTH, OF_PLACES, OF_TURNS } noise_part;

/* The median length of three independent normal numbers with a standard deviation of 1: √ of the median of χ² with three
 * degrees of freedom. */
static const double median_length = 1.53817;

/* The median change of velocity, or of spin, that noise makes at a frame. Fourth differences of the poses vanish in flight and at
 * rest alike; those of independent samples are √(70/6) times as large as the second differences that jumps are. */
static double noise_of(const routh_segment3_setting *setting, noise_part part, double *scratch) {
    const routh_dataset3 *dataset = setting->dataset;
    size_t count = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        double velocity[3][3], spin[3][3];
        for (size_t frame = 1; frame + 1 < dataset->trajectory[t].count; frame++) {
            const size_t now = frame % 3, one = (frame + 2) % 3, two = (frame + 1) % 3; /* this frame and two before */
            jump_at(setting, &dataset->trajectory[t], frame, velocity[now], spin[now]);
            if (frame < 3)
                continue;
            double moved[3], turned[3];
            for (int c = 0; c < 3; c++) {
                moved[c] = velocity[now][c] - 2 * velocity[one][c] + velocity[two][c];
                turned[c] = spin[now][c] - 2 * spin[one][c] + spin[two][c];
            }
            scratch[count++] = (part == OF_PLACES  ? routh_length3(moved)
                                : part == OF_TURNS ? routh_length3(turned)
                                                   : routh_flight3_length(setting, moved, turned)) /
                               sqrt(70.0 / 6);
        }
    }
    return count > 0 ? routh_median(scratch, count) : 0;
}

routh_status routh_segment3_setting_of(routh_context *context, const routh_dataset3 *dataset,
                                       const routh_segment3_options *options, routh_segment3_setting *setting) {
    *setting =
        (routh_segment3_setting){.dataset = dataset, .options = options, .interval = 1 / dataset->rate, .scale = 1};
    routh_segment3_form(dataset, setting);
    routh_segment3_centre(dataset, setting->centre);
    size_t frames = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++)
        frames += dataset->trajectory[t].count;
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, frames, sizeof *scratch);
    ROUTH_TRY(room.status);
    setting->noise = noise_of(setting, OF_BOTH, scratch);
    const double of_frame = setting->interval / (median_length * sqrt(6)); /* jumps are second differences */
    setting->place_noise = of_frame * noise_of(setting, OF_PLACES, scratch);
    setting->turn_noise = of_frame * noise_of(setting, OF_TURNS, scratch);
    setting->spike = fmax(noise_multiple * setting->noise, gravity_multiple * dataset->gravity * setting->interval);
    return ROUTH_OK;
}

size_t routh_flight3_spikes(const routh_segment3_setting *setting, const routh_trajectory3 *toss,
                            routh_flight3_spike *spike) {
    size_t count = 0;
    for (size_t frame = 1; frame + 1 < toss->count; frame++) {
        double velocity[3], spin[3];
        jump_at(setting, toss, frame, velocity, spin);
        if (!(routh_flight3_length(setting, velocity, spin) > setting->spike) &&
            !(setting->options->soft && routh_flight3_is_below(setting, toss, frame)))
            continue;
        if (count > 0 && spike[count - 1].last + 1 == frame)
            spike[count - 1].last = frame;
        else
            spike[count++] = (routh_flight3_spike){frame, frame};
    }
    return count;
}

/* The frames at the beginning of a toss in which the hand is still on it.
 * 
 * No law and no shape of the hand: a frame belongs to a flight if the free flight of the frames after it leads there. Each
 * frame before the first contact is compared with the parabola and the free turn of the next few, extended to it. The
 * median of these distances over all tosses is what noise and small forces make. Frames at the beginning that are several
 * times as far away, in place or turn, and those before them, are left out. So are frames up to a jump of the velocity in
 * the first few while the body is high above the board. */

/* The number of frames after it with which a frame is compared. */
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
        ROUTH_TRY(routh_check_cancelled(context));
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
    ROUTH_ARENA(room, context);
    routh_flight3_spike *spike = routh_take(&room, longest / 2 + 1, sizeof *spike);
    double *distance = routh_take(&room, frames, 3 * sizeof *distance);
    ROUTH_TRY(room.status);
    return find(context, setting, drag, spike, distance, frames, dataset);
}
