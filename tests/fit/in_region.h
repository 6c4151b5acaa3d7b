/* Is a measured impulse inside the region that a law covers? The regions come from another algorithm than the fits.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IDENTIFY_IN_REGION_H
#define ROUTH_TESTS_IDENTIFY_IN_REGION_H

#include "generated.h"
#include "impact/impact.h"

static inline int is_inside(const routh_polygon *polygon, routh_point p) {
    int inside = 0;
    for (size_t i = 0, j = polygon->count - 1; i < polygon->count; j = i++) {
        const routh_point a = polygon->point[i], b = polygon->point[j];
        if ((a.pn > p.pn) != (b.pn > p.pn) && p.pt < (b.pt - a.pt) * (p.pn - a.pn) / (b.pn - a.pn) + a.pt)
            inside = !inside;
    }
    return inside;
}

static inline int is_in_region(const routh_law *law, const routh_sample *sample, routh_metric metric) {
    routh_region region;
    int inside = 0;
    assert_int_equal(routh_region_of(NULL, law, &sample->contact, NULL, ROUTH_MU_CAP, &region), ROUTH_OK);
    for (size_t k = 0; k < region.count; k++)
        inside |= region.polygon[k].count > 2 && is_inside(&region.polygon[k], sample->measured[metric]);
    routh_region_release(NULL, &region);
    return inside;
}

#endif
