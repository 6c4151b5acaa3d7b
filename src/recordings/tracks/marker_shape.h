/* Poses of a shape of markers, and the shape itself: what markers.c is made of.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_MARKER_SHAPE_H
#define ROUTH_SRC_TRACKS_MARKER_SHAPE_H

#include <math.h>

#include "tracks/markers.h"

/* Markers that a pose needs; instants that the shape is found from, spread over the recording. */
enum { ROUTH_MARKERS_FEWEST = 3, ROUTH_MARKERS_SAMPLES = 4000 };

/* More than this share of their distance from the centre is no noise: the markers are not on one rigid body. */
#define ROUTH_MARKERS_LOOSEST 0.1

typedef enum routh_marker_judgement {
    ROUTH_MARKERS_FITTED,
    ROUTH_MARKERS_TOO_FEW,
    ROUTH_MARKERS_MIRRORED,
    ROUTH_MARKERS_MISFIT
} routh_marker_judgement;

typedef struct routh_marker_pose {
    double rotation[3][3], shift[3]; /* from the shape's axes to the laboratory's */
    double error;                    /* sum of squared distances */
    double mirrored;                 /* the same for the shape's mirror image, where that is nearer */
    size_t seen;                     /* markers */
} routh_marker_pose;

typedef struct routh_marker_fitting {
    size_t count, rows;
    const routh_marker *marker;
    double (*shape)[3]; /* NaN: not known yet */
    double (*sum)[3];   /* of places in the body's axes */
    size_t *seen;       /* how many those are */
    size_t *sample;     /* instants for the shape */
    size_t samples;
    double *error;  /* root mean square distance at the samples */
    double limit;   /* instants with more are left out */
    size_t without; /* a marker that does not count; `count`: none */
} routh_marker_fitting;

static inline bool routh_marker_is_known(const routh_marker_fitting *f, size_t j) {
    return !isnan(f->shape[j][0]);
}

/* Markers that are seen in a row. */
size_t routh_markers_seen(const routh_marker_fitting *f, size_t row);

/* The pose in a row; false: too few markers, or all on a line. */
bool routh_marker_pose_fit(const routh_marker_fitting *f, size_t row, routh_marker_pose *p);
routh_marker_judgement routh_marker_pose_judge(const routh_marker_fitting *f, const routh_marker_pose *p);

/* Finds the shape from the samples; returns its size, the root mean square distance of markers from their centroid; 0
 * where there is none. */
double routh_marker_shape_find(routh_marker_fitting *f);

#endif
