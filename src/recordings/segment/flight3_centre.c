/* Centres of mass of a toss, and lengths of its motions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/space.h"
#include "segment/segment3.h"

void routh_flight3_centre(const routh_segment3_setting *setting, const routh_trajectory3 *toss, size_t frame,
                          double position[3]) {
    double offset[3];
    routh_turn_apply(toss->orientation[frame], setting->centre, offset);
    for (int c = 0; c < 3; c++)
        position[c] = toss->position[frame][c] / setting->scale + offset[c];
    position[2] -= setting->ground;
}

double routh_flight3_length(const routh_segment3_setting *setting, const double moved[3], const double turned[3]) {
    return hypot(routh_length3(moved), setting->gyration * routh_length3(turned));
}
