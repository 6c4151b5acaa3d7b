/* Where the point-impulse identity holds in no frame, or with another m/I by far, the impacts contradict how the recording is
 * read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include <routh/segment.h>

#include "segment/segment.h"

void routh_contradiction_of(const routh_dataset *dataset, char text[ROUTH_NAME_SIZE]) {
    static const double poor = 0.8, far = 2;
    enum { LEAST = 10 };
    routh_frame_evidence evidence;
    text[0] = '\0';
    if (routh_frame_evidence_of(NULL, dataset, &evidence) != ROUTH_OK || evidence.count < LEAST)
        return;
    const routh_frame_hypothesis *best = &evidence.hypothesis[dataset->frame];
    const double times = best->slope * evidence.stated_gyration * evidence.stated_gyration;
    if (best->correlation < poor)
        snprintf(text, ROUTH_NAME_SIZE,
                 "LOW: the impacts contradict the angle, the shape or the plane; see `routh check`");
    else if (times > far || times < 1 / far)
        snprintf(text, ROUTH_NAME_SIZE,
                 "m/I is %.2g times the stated one: the impacts contradict the angle, the shape or the inertia", times);
}
