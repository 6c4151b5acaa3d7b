/* What the name of a column says it is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_COLUMN_NAMES_H
#define ROUTH_SRC_TRACKS_COLUMN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <routh/tracks.h>

/* Meanings beyond those of routh_track_column. */
enum {
    ROUTH_NAME_COUNTER = ROUTH_TRACK_COLUMNS, /* number of the video frame */
    ROUTH_NAME_ROT_X,                         /* rotation about x, y, z: Euler angles or a rotation vector */
    ROUTH_NAME_ROT_Y,
    ROUTH_NAME_ROT_Z,
    ROUTH_NAME_Q1, /* four numbers of a quaternion whose order the names do not say */
    ROUTH_NAME_Q2,
    ROUTH_NAME_Q3,
    ROUTH_NAME_Q4,
    ROUTH_NAME_IMPACT, /* of a table of impacts: the file is none of poses */
    ROUTH_NAME_MEANINGS,
    ROUTH_NAME_NOTHING
};

typedef struct routh_name_meaning {
    int meaning; /* of routh_track_column, or one of the above */
    bool weak;   /* only where nothing else is that */
    size_t body; /* so many of the name's first bytes name a body: "Body1" of "Body1 X (mm)" */
    bool letter; /* that name is a letter which may stand for a quantity: "v" of "v_x" */
} routh_name_meaning;

routh_name_meaning routh_meaning_of_name(const char *name);

/* Is the unit in the name the pixel, "x_px"? Bytes before it; 0: it is not. */
size_t routh_pixels_stripped(const char *name);

/* "X (mm)" is "X" with a unit: are the names the same but for units, case and what stands between words? */
bool routh_is_same_column(const char *name, const char *other);

#endif
