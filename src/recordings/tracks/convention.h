/* What conventions are made of.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_CONVENTION_H
#define ROUTH_SRC_TRACKS_CONVENTION_H

#include <routh/tracks.h>

extern const char *const routh_track_keys[ROUTH_TRACK_COLUMNS]; /* "time", "x" … */
extern const int routh_track_quantities[ROUTH_TRACK_COLUMNS];   /* routh_quantity, or ROUTH_QUANTITIES: none */

/* The name of a unit of so many in SI: "mm". */
const char *routh_track_unit_name(routh_quantity quantity, double size);

/* "ZYX" are axes 2 1 0 that move with the body, "zyx" the same fixed ones. False: not an order. */
bool routh_euler_axes(const char *order, int axis[3], bool *fixed);

#endif
