/* Rigid bodies from markers: the pose at each instant that brings a fixed shape nearest to the markers seen there, and the
 * shape that fits all instants best.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_MARKERS_H
#define ROUTH_SRC_TRACKS_MARKERS_H

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

#endif
