/* Inside of the checks: the parts of routh_dataset_check.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_CHECK_H
#define ROUTH_SRC_DATA_CHECK_H

#include <routh/segment.h>

#include "base/context.h"
#include "segment/circling.h"

/* Gravity and drag as free flight shows them. */
typedef struct routh_fall {
    size_t flights;                /* those regressed; with fewer than 5 nothing else is set */
    double gravity, gravity_error; /* m/s² */
    double drag, drag_error;       /* share of its velocity that a body loses in a second, 1/s */
} routh_fall;

routh_status routh_measure_fall(routh_context *context, const routh_dataset *dataset, routh_fall *fall);

/* Frames lost in free flight, from jumps, repeated poses and time stamps. */
typedef struct routh_losses {
    size_t frames, trajectories;
    size_t stamped; /* of the frames: time stamps show them, and segmentation goes on across them */
} routh_losses;

routh_status routh_measure_losses(routh_context *context, const routh_dataset *dataset, routh_losses *losses);

/* Frames per second from recorded velocities and positions; NaN without velocities. */
routh_status routh_measure_rate(routh_context *context, const routh_dataset *dataset, double *rate);

/* Adds a finding where no impact can be used. */
void routh_check_usable(const routh_dataset *dataset, routh_findings_writer *check);

/* Findings from trajectories: gravity, drag, units, rate, frames, rest pose. */
routh_status routh_check_motion(routh_context *context, const routh_dataset *dataset, routh_findings_writer *check);

/* Is the tracked point the centre of mass? */
void routh_check_circling(const routh_circling *circling, routh_findings_writer *check);

/* Findings from impacts: units, height at contact, duplicates, impossible records. */
routh_status routh_check_records(routh_context *context, const routh_dataset *dataset,
                                 const routh_frame_evidence *frame, routh_findings_writer *check);

/* Findings without a law: angle, centre, axes, size, lag of rows, time between the states. */
routh_status routh_check_calibration(routh_context *context, const routh_dataset *dataset,
                                     const routh_frame_evidence *frame, routh_findings_writer *check);

/* Half the least width of a shape: the inner radius of a polygon, the lesser semi-axis, m. */
double routh_half_width(const routh_shape *shape);

/* For routh_sensitivity.contradiction. */
void routh_contradiction_of(const routh_dataset *dataset, char text[ROUTH_NAME_SIZE]);

#endif
