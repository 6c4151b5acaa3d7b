/* Free flight in a recorded toss: where the motion is not free, and the parabola between.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TOSS_FLIGHT_H
#define ROUTH_SRC_TOSS_FLIGHT_H

#include <routh/toss.h>

/* What all tosses of a recording have in common. */
typedef struct routh_toss_setting {
    const routh_toss_options *options;
    double interval;  /* between two frames, s */
    double scale;     /* recorded ÷ true length */
    double centre[3]; /* centre of mass as seen from the tracked point, body axes, m */
    double ground;    /* height of the board, m, true length */
    double gyration;  /* radius that turns angles into lengths where distances are told, m */
    double spike;     /* a change of velocity between frames further than this from free fall is no flight, m/s */
} routh_toss_setting;

/* As recorded: scale 1, no offsets, and the noise measured. Tosses have at least three frames. */
routh_status routh_toss_setting_of(routh_context *context, const routh_tosses *tosses,
                                   const routh_toss_options *options, routh_toss_setting *setting);

/* The centre of mass above the board at a frame, m. */
void routh_toss_centre(const routh_toss_setting *setting, const routh_toss *toss, size_t frame, double position[3]);

/* The length of a difference of positions, or velocities, and of one of orientations, or spins: the metric of kinetic
 * energy. */
double routh_toss_length(const routh_toss_setting *setting, const double moved[3], const double turned[3]);

/* Frames first … last at which the velocity changes. */
typedef struct routh_toss_spike {
    size_t first, last;
} routh_toss_spike;

/* Runs of neighbouring such frames in `spike`, which holds toss->count / 2 + 1. */
size_t routh_toss_spikes(const routh_toss_setting *setting, const routh_toss *toss, routh_toss_spike *spike);

/* One free flight: a parabola, and a turn at constant spin, as a body with three equal moments of inertia has it. */
typedef struct routh_toss_arc {
    double time;                     /* the middle of its frames, s */
    double position[3], velocity[3]; /* of the centre of mass then */
    double orientation[4], spin[3];  /* then; world axes */
    double gravity;                  /* m/s² */
    double deviation;                /* largest distance of a frame from it, m */
    double excess;                   /* acceleration beyond free fall, m/s² */
} routh_toss_arc;

/* Fits frames first … last, at least three. */
routh_toss_arc routh_toss_arc_fit(const routh_toss_setting *setting, const routh_toss *toss, size_t first, size_t last);

void routh_toss_arc_pose(const routh_toss_arc *arc, double time, double position[3], double orientation[4]);
routh_toss_motion routh_toss_arc_motion(const routh_toss_arc *arc, double time);

#endif
