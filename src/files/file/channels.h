/* What a recording's file holds before anybody says what it means: named channels of numbers, one number a row.
 *
 * Reading has two steps. routh_channels_describe recognises the format by content and lists the channels, with whatever
 * the format itself says about them. The caller marks those it needs, and routh_channels_read reads their numbers: a
 * large export with many bodies costs only what is used of it.
 *
 * One reader is one file with one constant descriptor, listed in channels.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_CHANNELS_H
#define ROUTH_SRC_FILE_CHANNELS_H

#include <stdbool.h>

#include "file/source.h"

/* What the format says a channel is. */
typedef enum routh_channel_role {
    ROUTH_CHANNEL_OTHER,           /* nothing: its name has to */
    ROUTH_CHANNEL_TIME,            /* s in SI */
    ROUTH_CHANNEL_COUNTER,         /* number of the video frame */
    ROUTH_CHANNEL_POSITION,        /* axis 0 … 2: x, y, z of a rigid body */
    ROUTH_CHANNEL_QUATERNION,      /* axis 0 … 3: w, x, y, z of a rigid body, whatever the order in the file */
    ROUTH_CHANNEL_MATRIX,          /* axis 0 … 8: rotation matrix of a rigid body, row by row */
    ROUTH_CHANNEL_ROTATION_VECTOR, /* axis 0 … 2: axis × angle of a rigid body */
    ROUTH_CHANNEL_EULER,           /* axis 0 … 2: Euler angles of a rigid body in the order of routh_channels.euler */
    ROUTH_CHANNEL_MARKER,          /* axis 0 … 2: x, y, z of a marker */
    ROUTH_CHANNEL_ERROR            /* of a rigid body's pose or of a marker, as the system states it */
} routh_channel_role;

typedef struct routh_channel {
    char *name;              /* as in the file: "X (mm)"; where it has no names, its number: "3" */
    char *body;              /* the rigid body or marker it belongs to; "": none */
    routh_channel_role role; /* as the format says */
    int axis;                /* of the role */
    double unit;             /* one unit of it in SI, 1e-3 for mm; 0: the format does not say */
    bool wanted;             /* set between the two steps */
    double *value;           /* `rows` numbers, NaN in gaps; NULL unless it was wanted and read */
} routh_channel;

/* Why a number is missing. */
typedef enum routh_gap_reason {
    ROUTH_GAP_EMPTY,    /* nothing there */
    ROUTH_GAP_NAN,      /* not a number, or infinite, and says so */
    ROUTH_GAP_OCCLUDED, /* the system marked it as not seen */
    ROUTH_GAP_SHORT,    /* the row ends before it */
    ROUTH_GAP_REASONS
} routh_gap_reason;

/* A missing number: NaN that carries the reason, and the reason of any NaN. */
double routh_gap_number(routh_gap_reason reason);
routh_gap_reason routh_gap_reason_of(double number);

struct routh_channel_reader;

typedef struct routh_channels {
    const struct routh_channel_reader *reader;
    char format[ROUTH_LABEL_SIZE]; /* for the user: "Motive CSV 1.23", "text, separated by semicolons, decimal comma" */
    size_t count;
    routh_channel *channel;
    double rate;   /* rows per second as the format says, Hz; NaN: it does not */
    char up;       /* axis that points up as the format says: 'x', 'y', 'z'; 0: it does not */
    char euler[4]; /* order of Euler angles as the format says: "XYZ" about moving axes, "xyz" about fixed ones; "" */

    /* for text */
    char separator, decimal; /* ',' and '.' */
    size_t header_line;      /* line of the names, from 1; 0: no names */
    size_t first_line;       /* line of the first row */

    /* known once it has been read */
    size_t rows;
    size_t *line; /* on which each row begins, from 1, for messages; NULL: not text */
    size_t gap[ROUTH_GAP_REASONS];

    /* for files with several variables: the one that was asked for; "": all */
    char variable[ROUTH_NAME_SIZE];
} routh_channels;

typedef struct routh_channel_reader {
    const char *name;  /* "motive" */
    const char *about; /* for lists of formats: "Motive (OptiTrack) CSV, 1.2x" */

    /* Could it be this format? From its first bytes (at most 4,096). The first reader that says yes is used, so the
     * specific ones come first in the list. */
    bool (*recognise)(const unsigned char *byte, size_t count);
    routh_status (*describe)(routh_source *source, routh_channels *channels);
    routh_status (*read)(routh_source *source, routh_channels *channels);
    const struct routh_array_reader *arrays; /* in place of both, where the file holds arrays; else NULL */
    bool comments;                           /* of text: lines that begin with #, % or // are not rows */
    bool one_block;                          /* of text: the first blank line ends the rows */
} routh_channel_reader;

/* One file each. */
extern const routh_channel_reader routh_c3d_reader, routh_npy_reader, routh_npz_reader, routh_matlab_reader,
    routh_matlab_73_reader, routh_hdf5_reader;

/* Readers by number; NULL after the last. */
const routh_channel_reader *routh_channel_reader_at(size_t index);

/* The source must be a path or memory. `variable`: which one, of a file with several; NULL: all. On failure *channels is empty, and the message names file, line and field. */
routh_status routh_channels_describe(routh_source *source, const char *variable, routh_channels *channels);
routh_status routh_channels_read(routh_source *source, routh_channels *channels);
void routh_channels_release(routh_context *context, routh_channels *channels);

/* Is it in a format that has nothing but recordings: of motion capture, or NumPy's? Damaged ones, too. */
bool routh_channels_is_motion(routh_source *source);

/* For readers: one more channel, its strings copied. NULL: no memory. */
routh_channel *routh_channels_add(routh_context *context, routh_channels *channels, const char *name,
                                  size_t name_length, const char *body, size_t body_length);

extern const routh_channel_reader routh_motive_reader, routh_vicon_reader, routh_qualisys_reader, routh_trc_reader;
extern const routh_channel_reader routh_text_reader; /* recognises any text: the last */

#endif
