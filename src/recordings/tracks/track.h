/* Tracks, and the recordings that they are of.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_TRACK_H
#define ROUTH_SRC_TRACKS_TRACK_H

#include <routh/base.h>
#include <routh/tracks.h>

#include "base/context.h"
#include "file/source.h"
#include "tracks/columns.h"
#include "tracks/markers.h"

/* One track out of the channels of a file. */

/* What becomes of a row of the file. */
typedef enum routh_row_status {
    ROUTH_ROW_KEPT,
    ROUTH_ROW_MISSING,  /* a number of its time or pose is not there */
    ROUTH_ROW_UNSEEN,   /* the system wrote zeros, or one number throughout: it did not see the body */
    ROUTH_ROW_REPEATED, /* the pose of the row before once more, in the middle of a motion */
    ROUTH_ROW_STATUSES
} routh_row_status;

/* The rows of one body, on their way. */
typedef struct routh_track_rows {
    routh_context *context;
    const char *shown;
    const char *name; /* of the track */
    const routh_channels *channels;
    const routh_tracks_convention *convention;
    const routh_track_map *map;
    unsigned char *status; /* routh_row_status of each row */
    double *time;          /* of each row, s */
    size_t count[ROUTH_ROW_STATUSES];
    double rate;           /* Hz */
    double jitter;         /* root mean square of steps about multiples of the usual one, in usual steps */
    double longest;        /* step, s */
    size_t jumps;          /* by a turn that were taken out of an angle */
    bool wraps;            /* jumps by a turn that could not be taken out */
    const char *time_from; /* "as the file says" */
} routh_track_rows;

/* A row, for messages. */
routh_place routh_row_place(const routh_track_rows *rows, size_t row);

/* The numbers of a quantity; NULL: it was not chosen. */
const double *routh_row_numbers(const routh_track_rows *rows, int quantity);

/* Marks rows that are missing or unseen. */
void routh_rows_mark_gaps(routh_track_rows *rows);

/* Marks rows that repeat the one before though the body moves. */
routh_status routh_rows_mark_repeated(routh_track_rows *rows);

/* Times of all rows, from a column, from the frames' numbers or from the rate; then rate, jitter, longest step. A clock
 * that runs backwards or stands still fails. */
routh_status routh_rows_times(routh_track_rows *rows);
routh_status routh_rows_steps(routh_track_rows *rows);

/* Status and time of all rows. `valid`: the rows in which markers show a pose; NULL: the poses are in the rows. */
routh_status routh_rows_sort(routh_track_rows *rows, const bool *valid);

/* All of it: the track, and its rows for what is said about them. Release the rows in any case. */
routh_status routh_track_make(routh_track_rows *rows, routh_track *track);
void routh_track_rows_release(routh_track_rows *rows);
void routh_track_release(routh_context *context, routh_track *track);

/* Rows that were left out, by reason. */
void routh_track_count_gaps(const routh_track_rows *rows, routh_track *track);

/* Memory for a track with `count` instants; in part after a failure. */
routh_status routh_track_allocate(routh_context *context, const char *name, bool planar, size_t count,
                                  routh_track *track);

/* What was understood, one finding a line. */
routh_status routh_track_explain(const routh_track_rows *rows, const routh_track *track, routh_findings *understood);

/* The gaps of all tracks together; `longest` step in s. */
routh_status routh_tracks_explain_gaps(routh_context *context, double longest, routh_tracks *tracks);

/* What looks wrong: units, rate. */
typedef struct routh_unit_check {
    const routh_track *track;
    double rate;
    double gravity;                             /* m/s² */
    bool length_given, angle_given, time_given; /* by the user, who need not be asked */
    bool length_stated;                         /* by the file */
    bool rate_only;                             /* times follow from a rate */
    bool angles; /* the orientation was written in angles: `largest` is their largest magnitude, in rad as read */
    double largest;
} routh_unit_check;

/* `fall`: x and y of free fall as read, m/s²; NaN where there is too little of it. */
routh_status routh_track_check_units(routh_context *context, const routh_unit_check *check, routh_proposals *proposals,
                                     double fall[2]);

/* More motions say nothing new. */
enum { ROUTH_MOST_LOOKED_AT = 40 };

/* Proposals of several motions: what most of them show is shown. */
typedef struct routh_proposal_tally {
    routh_proposals all;
    size_t times[ROUTH_MOST_PROPOSALS];
    size_t looked_at, falling;            /* falling: motions with free fall */
    double fall[2][ROUTH_MOST_LOOKED_AT]; /* x and y of it, m/s² */
} routh_proposal_tally;

void routh_tally_add(routh_proposal_tally *tally, const routh_proposals *found, const double fall[2]);
void routh_tally_take(const routh_proposal_tally *tally, routh_proposals *proposals);

/* Free fall of motions in the plane, in words; changes the order of the tally's. */
void routh_tally_add_fall(routh_proposal_tally *tally, routh_findings_writer *writer);
bool routh_tally_is_full(const routh_proposal_tally *tally);

/* Orientations as files write them, to unit quaternions. */

typedef enum routh_orientation_fault {
    ROUTH_ORIENTATION_FINE,
    ROUTH_ORIENTATION_NONE,           /* all zero: the system did not see the body */
    ROUTH_ORIENTATION_LENGTH,         /* a quaternion whose length is not 1 */
    ROUTH_ORIENTATION_NOT_ORTHOGONAL, /* a matrix that is no rotation */
    ROUTH_ORIENTATION_MIRRORS         /* a matrix with determinant −1 */
} routh_orientation_fault;

/* From the form's numbers, in the order of its columns, angles in rad. *measure: the length of the quaternion, or how far
 * the matrix is from a rotation. `euler` is an order that routh_euler_axes takes. */
routh_orientation_fault routh_orientation_of(routh_orientation form, const char *euler, const double *number,
                                             double turn[4], double *measure);

/* Of unit length, and with the sign that `before` has; NULL: none before. */
void routh_orientation_align(const double *before, double turn[4]);

/* A track from markers: the rigid body that fits them. */

/* Marks the channels of the body's markers, and names the body in the map. Bodies are groups of markers by their names;
 * "": the only one, and several fail. */
routh_status routh_markers_want(routh_context *context, const char *shown, routh_channels *channels,
                                const routh_tracks_convention *convention, routh_proposals *proposals,
                                routh_track_map *map);

/* The shape of the first file's body: those of further files get its axes, so that all have the same. All zero: none yet. */
typedef struct routh_marker_reference {
    size_t count;
    double (*shape)[3];
} routh_marker_reference;

void routh_marker_reference_release(routh_context *context, routh_marker_reference *reference);

routh_status routh_track_of_markers(routh_track_rows *rows, routh_marker_reference *reference, routh_track *track);

/* Inside of reading a recording of unknown kind. */

/* Reads motions and their axes, and refuses what is certainly wrong unless it is to be kept. */
routh_status routh_recording_motions(routh_context *context, routh_io from, const routh_recording_options *options,
                                     routh_recording *recording);

/* Has it columns that can be poses, or a format that has nothing but motions? -1: no memory to look at it. */
int routh_source_has_motions(routh_source *source);

/* Each fails, in the words of the fields that would mend it. */
routh_status routh_refuse_dataset(routh_context *context, const char *shown, routh_recording *recording);
routh_status routh_refuse_unread(routh_context *context, routh_status status, routh_recording *recording);
routh_status routh_refuse_axes(routh_context *context, routh_recording *recording);
routh_status routh_refuse_plane(routh_context *context, bool given, routh_recording *recording);

/* Fails if a proposal is certain. */
routh_status routh_refuse_units(routh_context *context, const char *shown, routh_recording *recording);

/* What free flights say is wrong, with the units that would explain it. Units that were given are taken as they are; no up
 * is, against free fall with the right gravity: nothing that follows would hold. */
void routh_find_contradiction(bool units_given, routh_recording *recording);

#endif
