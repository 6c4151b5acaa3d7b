/* The rollout room: whole recorded tosses predicted from their first flight, how far from the recording the prediction is,
 * and the parameters that make it least far.
 *
 * World axes of predictions: z up, the board at z = 0, true metres: recorded lengths ÷ the calibration's scale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ROLLOUT_H
#define ROUTH_ROLLOUT_H

#include <routh/motion3.h>
#include <routh/segment.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts ------------------------------------------------------------------------------------------------*/

/* Where a recorded toss starts: the state fitted to its first flight, without the instants in the hand. */
typedef struct routh_start3 {
    size_t trajectory;         /* index into the dataset's trajectories */
    size_t first, last;        /* instants fitted; 0, 0: none */
    routh_state3 state;        /* at instant `first`, time 0 */
    double covariance[12][12]; /* of position (m), turn (rad, world axes), velocity (m/s) and spin (rad/s) */
    const char *why_not;       /* NULL: usable; otherwise why not, "no flight", … */
} routh_start3;

/* How a start is fitted. */
typedef struct routh_start3_options {
    size_t flight_min; /* instants needed, ≥ 3; default 5 */
    size_t flight_max; /* no more than so many after the hand are used; 0 (default): all of the first flight */
    bool one; /* 1: the first recorded instant and its difference to the next only ("frame 0"), even in the hand */
} routh_start3_options;

ROUTH_API routh_start3_options routh_start3_options_default(void);

/* A world like the one recorded: shape, mass, gravity, board at z = 0 and, from the dataset's calibration where `calibrated`,
 * centre of mass, inertia, rounding and drag; otherwise the body as stated. *cube is room for the shape of a cube (where the
 * dataset has no shape) and *plane for the board; both must outlive the world; release *cube with routh_shape3_release. */
ROUTH_API routh_status routh_world3_of_dataset(routh_context *context, const routh_dataset3 *dataset, bool calibrated,
                                               routh_shape3 *cube, routh_plane3 *plane, routh_world3 *world);

/* One start for each trajectory of a segmented dataset, in the world's body and drag. Those that cannot be used say why. */
ROUTH_API routh_status routh_starts3_of(routh_context *context, const routh_dataset3 *dataset,
                                        const routh_world3 *world, const routh_start3_options *options,
                                        routh_start3 *starts);

/* Errors ------------------------------------------------------------------------------------------------*/

/* How far a predicted toss is from the recorded one. */
typedef struct routh_rollout3_error {
    size_t instants; /* compared */
    double
        position; /* mean distance of the tracked point, true metres, over every instant after the first fitted one */
    double rotation;                       /* mean angle between the orientations, rad */
    double position_after, rotation_after; /* the same over instants after the fit alone */
    double position_end, rotation_end;     /* at the last instant */
    bool face_right;                       /* the face that is below at the end is the recorded one */
} routh_rollout3_error;

/* `predicted`: states at the dataset's rate, the first at instant start->first; at least as many as were recorded from there
 * on. */
ROUTH_API routh_rollout3_error routh_rollout3_error_of(const routh_dataset3 *dataset, const routh_world3 *world,
                                                       const routh_start3 *start, const routh_state3 *predicted);

#ifdef __cplusplus
}
#endif
#endif
