/* Offsets of angle and height that the contacts show, where no body comes to rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_CONTACT_LEVEL_H
#define ROUTH_SRC_SEGMENT_CONTACT_LEVEL_H

#include "segment/segment.h"

typedef struct routh_contact_level {
    size_t count;         /* clean contacts looked at */
    bool determined;      /* 0: too few of them; the numbers are 0 */
    double angle, height; /* measured minus true, rad, m; the angle is 0 unless heights agree far better */
    double scatter;       /* of the lowest points' heights with them, m */
    double recorded_height, recorded_scatter; /* likewise with the angle as recorded */
} routh_contact_level;

routh_status routh_contact_level_of(routh_context *context, const routh_segment_options *options,
                                    const routh_dataset *dataset, routh_contact_level *level);

#endif
