/* Inside of first aid: other ways of reading a recording, one trial each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_AID_H
#define ROUTH_SRC_SEGMENT_AID_H

#include "segment/segment.h"

enum { ROUTH_REMEDY_TRIALS = 24 };

typedef enum routh_remedy_up { ROUTH_UP_Y, ROUTH_UP_MINUS_Y, ROUTH_UP_X, ROUTH_UP_MINUS_X } routh_remedy_up;

/* How the recording is read. All 0: as it is. */
typedef struct routh_remedy_trial {
    double length, angle; /* units, m and rad; 0: 1 */
    routh_remedy_up up;
    bool clockwise; /* angles */
    bool rate;      /* that which free fall shows */
    bool level;     /* angle and height as contacts show them */
    bool no_calibration, calibrated;
    double wider; /* times the limits of lengths; 0: 1 */
    size_t flight_min;
    double size; /* times that of the shape; 0: 1 */
} routh_remedy_trial;

/* False after the last. The first is as it is. */
bool routh_remedy_trial_at(size_t index, routh_remedy_trial *trial);

/* Segments the part read that way: how many contacts can be used, and what it is in words. *possible 0: nothing to try,
 * or it cannot be segmented so. */
routh_status routh_remedy_try(routh_context *context, const routh_segment_options *options, const routh_dataset *part,
                              const routh_remedy_trial *trial, routh_remedy *remedy, bool *possible);

#endif
