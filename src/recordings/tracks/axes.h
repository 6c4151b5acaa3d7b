/* Inside of finding the axes: poses of any track, free flights in them, and what they have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_AXES_H
#define ROUTH_SRC_TRACKS_AXES_H

#include <stdbool.h>

#include <routh/tracks.h>

#include "base/context.h"

/* What messages call the recording: the file, where the tracks come from one. */
static inline const char *routh_tracks_shown(const routh_tracks *tracks) {
    return tracks->source[0] ? tracks->source : tracks->name;
}

/* How positions and orientations may disagree. */
typedef struct routh_axes_reading {
    bool inverse; /* orientations are laboratory to body */
    int flipped;  /* axis of positions that has the other sign; −1: none */
} routh_axes_reading;

enum { ROUTH_AXES_READINGS = 8 };

/* As recorded first. */
routh_axes_reading routh_axes_reading_at(int index);

/* The orientation of one instant read that way, in the axes of the positions as they are recorded: column k is where body
 * axis k points, left-handed where an axis is flipped. */
void routh_axes_turn(const routh_track *track, size_t i, routh_axes_reading reading, double column[3][3]);

/* Frames first … first + count − 1 of a track. */
typedef struct routh_axes_flight {
    size_t track, first, count;
} routh_axes_flight;

/* What is known about the motion in the laboratory's own axes and units. */
typedef struct routh_axes_motion {
    const routh_tracks *tracks;
    double interval;            /* between two instants, s */
    double noise;               /* standard deviation of one coordinate, m */
    double turn_noise;          /* of one component of a body axis' direction */
    routh_axes_reading reading; /* that fits best */
    double tracked[3];          /* tracked point from the centre of mass, body axes, m */
    double fall[3];             /* acceleration of free flights, m/s² */
    routh_axes_flight *flight;
    size_t flights;
} routh_axes_motion;

/* Noise and interval. ROUTH_BAD_ARGUMENT where no track has ten instants. */
routh_status routh_axes_measure(routh_context *context, const routh_tracks *tracks, routh_axes_motion *motion);

/* A first guess of `tracked`, and the reading it goes best with, from third differences. */
routh_status routh_axes_circling(routh_context *context, routh_axes_motion *motion);

/* Finds free flights, without knowing which way is up, and `fall`. None is no failure. */
routh_status routh_axes_flights(routh_context *context, routh_axes_motion *motion);

/* What all flights say together. */
typedef struct routh_axes_fall {
    bool determined;
    double fall[3], covariance[3][3]; /* acceleration, (m/s²)² */
    double tracked[3], tracked_error[3];
    bool tracked_determined, turning; /* turning: bodies turn enough to show anything */
    routh_axes_reading reading;
    bool reading_determined; /* the other readings are ruled out, but for what is the same in these motions */
    size_t flights, instants;
} routh_axes_fall;

/* Drops flights that do not go with the others, from motion->flight, too. */
routh_status routh_axes_fit(routh_context *context, routh_axes_motion *motion, routh_axes_fall *fall);

/* The plane of motion: normal, its error, and how far the motion leaves it. */
routh_status routh_axes_plane(routh_context *context, const routh_axes_motion *motion, const double given[3],
                              routh_axes *axes);

/* The body axis that stays along the plane's normal in a track. */
void routh_axes_pivot(const routh_track *track, routh_axes_reading reading, const double normal[3], double pivot[3]);

/* Is the body at rest at the end of a track? `motion_most`: how far it may move, m. The mean position there. */
bool routh_axes_at_rest(const routh_track *track, double interval, double motion_most, double position[3]);

/* How far a body that lies still may seem to move, m. */
double routh_axes_still(const routh_axes_motion *motion, double gravity);

/* Says it all. `up_from`: "given", "format", "contradicted" (the format by free fall), "fall" or "usual". */
void routh_axes_speak(const routh_axes_motion *motion, const routh_axes_fall *fall, const routh_axes_options *options,
                      const char *up_from, const routh_axes *axes, routh_findings_writer *writer);

#endif
