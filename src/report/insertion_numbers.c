/* Numbers of a recorded insertion that words, tables and page share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/insertion_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "insertion/regressor.h"
routh_display_unit routh_displacement_unit(const routh_displacement *displacement) {
    return displacement->kind == ROUTH_DISPLACE_TURN ? (routh_display_unit){"mrad", 1e3, 3}
                                                     : (routh_display_unit){"µm", 1e6, 1};
}

const char *routh_displacement_si(const routh_displacement *displacement) {
    return displacement->kind == ROUTH_DISPLACE_TURN ? "rad" : "m";
}

const char *routh_seen_name(routh_seen seen) {
    return seen == ROUTH_SEEN ? "seen" : seen == ROUTH_SEEN_TOGETHER ? "together" : "not";
}

int routh_insertion_has_truth(const routh_insertion *insertion) {
    return insertion->truth.stiffness > 0;
}
