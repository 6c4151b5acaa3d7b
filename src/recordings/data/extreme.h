/* Which number of an impact is too large or too small to compute with.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_EXTREME_H
#define ROUTH_SRC_DATA_EXTREME_H

#include <math.h>

#include <routh/data.h>

typedef struct routh_extreme {
    const char *column, *unit;
    double value;
} routh_extreme;

/* How many of an impact's columns, from the first, make up the contact compliance, and all. */
enum { ROUTH_COMPLIANCE_COLUMNS = 4, ROUTH_ALL_COLUMNS = 7 };

/* Orders of magnitude from 1, where SI numbers of things that can be dropped lie; 0 is harmless. */
static inline double routh_extremeness(double value) {
    if (!isfinite(value))
        return INFINITY;
    return value == 0 ? 0 : fabs(log10(fabs(value)));
}

/* The farthest from 1 of the first `count` columns. */
static inline routh_extreme routh_extreme_of(const routh_impact *impact, int count) {
    static const char *const unit[ROUTH_ALL_COLUMNS] = {"kg", "kg m²", "m", "m", "m/s", "m/s", "rad/s"};
    const double value[ROUTH_ALL_COLUMNS] = {impact->mass, impact->inertia, impact->rx,   impact->ry,
                                             impact->vx,   impact->vy,      impact->omega};
    int most = 0;
    for (int i = 1; i < count; i++)
        if (routh_extremeness(value[i]) > routh_extremeness(value[most]))
            most = i;
    return (routh_extreme){routh_impact_columns[most], unit[most], value[most]};
}

#endif
