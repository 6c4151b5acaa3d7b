/* Rigid bodies from markers: the pose at each instant that brings a fixed shape nearest to the markers seen there, and the
 * shape that fits all instants best.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_MARKERS_H
#define ROUTH_SRC_TRACKS_MARKERS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <routh/base.h>

/* One marker in the laboratory's axes: a number a row, NaN where it was not seen. */
typedef struct routh_marker {
    const char *name;
    const double *x, *y, *z;
} routh_marker;

/* A rigid body. The origin of its axes is the centroid of its markers; the axes are those of the laboratory at the first
 * instant at which all markers were seen. */
typedef struct routh_marker_body {
    size_t rows, count;       /* instants, markers */
    double (*position)[3];    /* of the centroid; NaN where the pose is not determined */
    double (*orientation)[4]; /* body to laboratory, unit quaternion w x y z; neighbours have the same sign */
    bool *valid;              /* is the pose determined? */
    double (*shape)[3];       /* of each marker in the body's axes; NaN: a marker that could not be placed */
    double residual;          /* root mean square distance of markers from their places in the shape */
    double noise;    /* standard deviation of one coordinate of a marker, with the degrees of freedom used up */
    size_t poses;    /* rows with a pose */
    size_t too_few;  /* rows without: fewer than three markers seen, or all on a line */
    size_t mirrored; /* rows without: the markers are the shape's mirror image */
    size_t misfit;   /* rows without: the markers are far from the shape; two of them may be swapped */
    size_t repaired; /* rows with a pose after one marker, far from its place, was left out */
} routh_marker_body;

/* At least three markers; `name` is the body's, for messages. On failure *body is empty: ROUTH_BAD_FORMAT where no instant
 * determines a pose, or most markers do not move as one body. */
routh_status routh_marker_body_fit(routh_context *context, const char *name, size_t count, const routh_marker *marker,
                                   size_t rows, routh_marker_body *body);
void routh_marker_body_release(routh_context *context, routh_marker_body *body);

/* Bodies among markers, by their names: "cube:1", "cube_1", "cube-A" and "cube1" are of "cube". Groups of fewer than
 * three do not count; where there is none, all markers together are one body, "". Unlabelled ones, "*12", never count. */
typedef struct routh_marker_groups {
    size_t count;
    char (*name)[ROUTH_NAME_SIZE];
    size_t markers;
    size_t *group; /* of each marker; `count`: none */
} routh_marker_groups;

routh_status routh_marker_groups_find(routh_context *context, size_t markers, const char *const *name,
                                      routh_marker_groups *groups);
void routh_marker_groups_release(routh_context *context, routh_marker_groups *groups);

/* Poses of a shape of markers, and the shape itself: what markers.c is made of. */

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
