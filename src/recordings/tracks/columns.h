/* What the columns of a file are: conventions, meanings of names, and which channel is which quantity of the tracked body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_COLUMNS_H
#define ROUTH_SRC_TRACKS_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include <routh/tracks.h>

#include "file/channels.h"

extern const char *const routh_track_keys[ROUTH_TRACK_COLUMNS]; /* "time", "x" … */
extern const int routh_track_quantities[ROUTH_TRACK_COLUMNS];   /* routh_quantity, or ROUTH_QUANTITIES: none */

/* The name of a unit by its size in SI: "mm". */
const char *routh_track_unit_name(routh_quantity quantity, double size);

/* "ZYX" are axes 2 1 0 that move with the body, "zyx" the same fixed ones. False: not an order. */
bool routh_euler_axes(const char *order, int axis[3], bool *fixed);

/* What the name of a column says it is. */

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
    size_t body; /* number of the name's first bytes that name a body: "Body1" of "Body1 X (mm)" */
    bool letter; /* that name is a letter which may stand for a quantity: "v" of "v_x" */
    bool begins; /* the first channel of a body that has a position */
} routh_name_meaning;

routh_name_meaning routh_meaning_of_name(const char *name);

/* Is the unit in the name the pixel, "x_px"? Bytes before it; 0: it is not. */
size_t routh_pixels_stripped(const char *name);

/* "X (mm)" is "X" with a unit: are the names the same but for units, case and what stands between words? */
bool routh_is_same_column(const char *name, const char *other);

/* Which channel of a file is which quantity of the tracked body. */

typedef struct routh_track_map {
    char body[ROUTH_NAME_SIZE];                 /* "": the file has no bodies */
    long channel[ROUTH_TRACK_COLUMNS];          /* −1: none */
    double unit[ROUTH_TRACK_COLUMNS];           /* in SI */
    const char *unit_from[ROUTH_TRACK_COLUMNS]; /* "as given" */
    long counter;                               /* channel of the video frame's number; −1: none */
    routh_orientation orientation;
    char euler[4];
    bool planar;  /* x and y alone, and an angle */
    bool markers; /* the pose is to come from markers: no channel but time is chosen */
} routh_track_map;

/* Chooses by the convention, else by what the format says, else by names. Ambiguity fails, with the candidates in the
 * message and in the proposals; `shown` is the file in messages. */
routh_status routh_columns_choose(routh_context *context, const char *shown, const routh_channels *channels,
                                  const routh_tracks_convention *convention, routh_proposals *proposals,
                                  routh_track_map *map);

/* Bodies that are called run(1), run(2), …, as those of an array of structs: motions of one body, one after the other. None if
 * there are others, too. The caller releases *body. */
routh_status routh_columns_series(routh_context *context, const routh_channels *channels,
                                  char (**body)[ROUTH_NAME_SIZE], size_t *count);

/* The rest of choosing: how the orientation is written (orientation_columns.c) and units (column_units.c). */
typedef struct routh_choosing {
    routh_context *context;
    const char *shown;
    const routh_channels *channels;
    const routh_tracks_convention *convention;
    routh_proposals *proposals;
    routh_track_map *map;
    routh_name_meaning *meaning; /* of each channel */
    bool *mine;                  /* of each channel: it is the body's, or nobody's */
} routh_choosing;

/* What each channel is, by the format or by its name (column_bodies.c). */
routh_status routh_choosing_meanings(const routh_choosing *c);

/* The body that is wanted, or the only one; *found: false where the file has none. */
routh_status routh_choose_body(const routh_choosing *c, bool *found);

/* Lists in messages: one more name in quotes; returns how much is used. */
/* A channel as a convention may name it: its name, or its number where the name is not its own or could not be given. */
void routh_channel_shown(const routh_channels *channels, size_t j, char *text, size_t size);

enum { ROUTH_LIST = 200 };
size_t routh_list_append(char *list, size_t used, size_t size, const char *name);

/* The channel with that meaning, or −1; several of them fail. `key` is what messages call it. */
routh_status routh_choosing_find(const routh_choosing *c, int meaning, const char *key, long *channel);
size_t routh_choosing_count(const routh_choosing *c, int meaning);

routh_status routh_choose_orientation(const routh_choosing *c);
routh_status routh_choose_units(const routh_choosing *c);

/* One more proposal, as long as there is room; the text is printf-style. */
__attribute__((format(printf, 5, 6))) void routh_proposals_add(routh_proposals *proposals, const char *field,
                                                               const char *value, bool certain, const char *format,
                                                               ...);

#endif
