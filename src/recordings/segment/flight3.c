/* Where the motion is free: between frames at which the velocity changes by more than noise and gravity explain.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"

/* A spike is this many times the median change that noise makes, and this many times what gravity does in a frame: a
 * body that lies or slides on the board must not look like a row of contacts. */
static const double noise_multiple = 5;
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

/* The median change of velocity that noise makes at a frame. Fourth differences of the poses vanish in flight and at
 * rest alike; those of independent samples are √(70/6) times as large as the second differences that jumps are. */
static double noise_of(const routh_segment3_setting *setting, double *scratch) {
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
            scratch[count++] = routh_flight3_length(setting, moved, turned) / sqrt(70.0 / 6);
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
    double *scratch = routh_allocate(context, frames, sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    setting->noise = noise_of(setting, scratch);
    setting->spike = fmax(noise_multiple * setting->noise, gravity_multiple * dataset->gravity * setting->interval);
    routh_release(context, scratch);
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
