/* What the readers of recordings share, in the plane and in space.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_DATASET_H
#define ROUTH_SRC_DATA_DATASET_H

#include <stdbool.h>
#include <stddef.h>

#include <routh/data.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/read_hdf5_values.h"
#include "file/source.h"
#include "file/text.h"
#include "file/write_hdf5_values.h"

/* What the readers of recordings share: the file, its contents, and how these and the options become one dataset. */

/* One call of routh_dataset_read. */
typedef struct routh_reading {
    routh_source *source; /* a path or bytes */
    const routh_import_options *options;
    routh_dataset *dataset; /* released by routh_dataset_read when a reader fails */
    char variable[64];      /* of a MATLAB file, as messages show it */
    bool in_memory;         /* 1: tables, not a file */
} routh_reading;

/* What a file holds about its recording; NaN and zero where it holds nothing. */
typedef struct routh_recorded {
    routh_body body;
    double rate;          /* Hz */
    double gravity;       /* m/s² */
    double gap;           /* s */
    double frames_apart;  /* instead of gap: frames between the states before and after */
    bool body_is_assumed; /* the file does not say which body it is */
    int motion;           /* trajectories, where the mass is only a scale */
} routh_recorded;

routh_recorded routh_recorded_nothing(void);

/* Body, rate, gravity and gap of the dataset: the options', else the file's, else the usual ones. */
routh_status routh_reading_settle(routh_reading *reading, const routh_recorded *recorded);

/* Are the numbers that are given within their ranges? */
routh_status routh_import_options_check(routh_context *context, const routh_import_options *options);

/* Room for `count` records, with no values yet. */
routh_status routh_reading_records(routh_reading *reading, size_t count);

/* Forgets the further columns, for records that are not those they belong to. */
void routh_extra_release(routh_context *context, routh_dataset *dataset);

/* Room for one more number of each record, which must be there already; NULL without memory. */
double *routh_reading_extra(routh_reading *reading, const char *name);

/* Room for one more trajectory of `count` samples; NULL without memory. */
routh_trajectory *routh_reading_trajectory(routh_reading *reading, const char *name, size_t count, int velocities);

/* 1 if a record with these bits of ROUTH_REASON_TABLE is used, else 0; each of its reasons is added to `rejected`, which may be NULL. */
size_t routh_reasons_count(unsigned bits, size_t *rejected);

/* Marks impossible, separating and repeated records. */
routh_status routh_dataset_mark(routh_context *context, routh_dataset *dataset);

/* The names of columns: in the first line of a file that is not blank, or in a table in memory. */
typedef struct routh_header {
    const routh_table *table; /* NULL: a file */
    char *line;               /* NULL: the file has none */
    size_t length;
} routh_header;

routh_status routh_header_read(routh_source *source, routh_arena *room, routh_header *header);
bool routh_header_has(const routh_header *header, const char *name);

/* Are they those of impacts; of a motion in the plane? */
bool routh_header_has_impacts(const routh_header *header);
bool routh_header_has_motion(const routh_header *header);

/* The readers, one for each kind of file. */
routh_status routh_read_matlab_impacts(routh_reading *reading);
routh_status routh_read_csv_folder(routh_reading *reading);
routh_status routh_read_dataset_file(routh_reading *reading);

/* Questions to a source that can be read again. -1: no memory to look at it. */
int routh_source_has_tosses(routh_source *source);
bool routh_source_has_rebounds(routh_source *source);

/* Has it columns of impacts or of a trajectory? *poses: only those of x, y or z and an angle, in three rows or more. */
bool routh_source_has_table(routh_source *source, bool *poses);

/* Comma-separated values, by the meaning of their rows. */
routh_status routh_read_impact_rows(routh_reading *reading, const routh_header *header);
routh_status routh_read_one_trajectory(routh_reading *reading, const routh_header *header);
routh_status routh_impact_rows_of_table(routh_reading *reading, const routh_table *table);
routh_status routh_trajectories_of_tables(routh_reading *reading, const routh_table *table, size_t count);

/* The ellipse as its authors state it; its radius of gyration is √((a²+b²)/5), not that of a uniform disc. */
routh_body routh_published_ellipse(void);

/* The counts of routh_dataset_used as text: "60 separates, 3 duplicate"; "" for none. Returns `text`. */
#define ROUTH_REJECTED_TEXT 512
const char *routh_rejected_text(const size_t *rejected, char text[ROUTH_REJECTED_TEXT]);

/* Comma-separated values as the readers of recordings use them. */

/* What is said where there is neither kind of table. */
#define ROUTH_NO_KNOWN_TABLE                                                                                           \
    "no table of impacts (rx,ry,vx,vy,omega,vx_after,vy_after,omega_after), no trajectory (x,y,theta or x,z,th)"

/* Without the column of that name, or without any that is known (NULL): says which there are. */
routh_status routh_table_fail_missing(routh_context *context, const routh_table *table, const char *source,
                                      const char *name);

/* Fails unless the table has these columns (NULL-terminated), and finite numbers in them. */
routh_status routh_table_check(routh_context *context, const routh_table *table, const char *const *required);

/* Fails if the columns are those of motion in space. */
routh_status routh_refuse_spatial(const routh_source *source, const routh_header *header);

/* Recorded angles that wrap. */

/* The same for one trajectory: it needs only time, theta and, where it was recorded, omega. `frame` is the usual step, s.
 * False: it turns too fast, and stays as it is. */
bool routh_trajectory_unwrap(routh_trajectory *one, double frame, size_t *jumps);

/* Makes the angles of every trajectory continuous where the recorder wrapped them, by whole turns, and logs how many
 * jumps there were. What turns too fast for that stays as recorded, with a warning. */
void routh_dataset_unwrap(routh_context *context, routh_dataset *dataset);

/* Which numbers the readers and the segmentation of datasets in space accept. */

typedef struct routh_stated_number {
    const char *what, *unit;
    double value;
    int may_be_zero;
    routh_status status; /* of a number that is not valid */
    const char *field;   /* of the options */
    double low, high;    /* the range of one that is not 0 */
} routh_stated_number;

/* Finite, positive and within its range, or 0 where that may be? The message names the first that is not. */
routh_status routh_stated_numbers_check(routh_context *context, const routh_stated_number *number, size_t count);

/* Nothing stated, and the defaults where nothing is stated. */
extern const routh_import3_options routh_import3_unstated;
routh_import3_options routh_import3_options_fill(const routh_import3_options *options);

/* Says that a mass was taken, if one was. */
void routh_import3_note_mass(routh_context *context, const routh_import3_options *options);

/* Are the numbers that are given valid? */
routh_status routh_import3_options_check(routh_context *context, const routh_import3_options *options);

/* Fewer give no acceleration. */
enum { ROUTH_FEWEST_FRAMES = 3 };

/* Memory for a trajectory of `count` instants; if only a part can be allocated, it is released with the dataset. */
routh_status routh_trajectory3_allocate(routh_context *context, const char *name, size_t count, bool has_spin,
                                        routh_trajectory3 *toss);

/* Of unit length, with the sign that the instant before has. False: its length, in *length, is not 1. */
bool routh_trajectory3_orient(routh_trajectory3 *toss, size_t row, double *length);

/* 1 if it is a dataset in space as routh_dataset3_write writes it; -1: no memory to look. Reads nothing from a stream. */
int routh_dataset3_is_file(routh_source *source);
routh_status routh_dataset3_read_file(routh_source *source, routh_dataset3 *dataset);

/* The shape in such a file; one that has none leaves the dataset as it is. */
void routh_dataset3_write_shape(routh_hdf5_node *root, const routh_shape3 *shape);
routh_status routh_dataset3_read_shape(const routh_hdf5_place *root, routh_dataset3 *dataset);

/* Names in our HDF5 layout, once for reading and writing; docs/dataset.md explains them. */

#define ROUTH_LAYOUT_FORMAT "routh-dataset"
#define ROUTH_LAYOUT_NUMBER 1

/* Further columns of the recording, one dataset each; the group is left out where there are none. */
#define ROUTH_LAYOUT_EXTRA "extra"

/* One column of /impacts, and where its value lies in a record. */
typedef struct routh_layout_number {
    const char *name;
    size_t offset;
    const char *unit;
} routh_layout_number;

/* Columns that are all there; those after the first group only where a record has another number than 0. */
typedef struct routh_layout_group {
    size_t count;
    const routh_layout_number *number;
} routh_layout_group;

enum { ROUTH_LAYOUT_GROUPS = 4 };
extern const routh_layout_group routh_layout_groups[ROUTH_LAYOUT_GROUPS];

/* Attributes that may be missing: the centre of mass from the shape's centre. */
static const char *const routh_layout_centre[2] = {"centre_offset_x", "centre_offset_y"};

/* Likewise: the tracked point from the centre of mass. */
static const char *const routh_layout_tracked[2] = {"tracked_offset_x", "tracked_offset_y"};

/* The columns of a trajectory; the first four are always there. */
#define ROUTH_LAYOUT_POSE   "time,x,y,theta"
#define ROUTH_LAYOUT_MOTION "time,x,y,theta,vx,vy,omega"
enum { ROUTH_LAYOUT_POSE_COLUMNS = 4, ROUTH_LAYOUT_MOTION_COLUMNS = 7 };

/* Kinds of shape in words, in the order of routh_shape_kind; "unknown" beside them. */
#define ROUTH_LAYOUT_SHAPES                                                                                            \
    { "ellipse", "disc", "polygon" }
#define ROUTH_LAYOUT_UNKNOWN_SHAPE "unknown"

/* The names of all reasons, bit 0 first, joined by commas. */
#define ROUTH_LAYOUT_REASON_NAME(code, name, about) name ","
#define ROUTH_LAYOUT_REASONS                        ROUTH_REASON_TABLE(ROUTH_LAYOUT_REASON_NAME)

/* Parts of the reader of our own layout. */

/* Are the numbers of a row finite, and does time, the first of them, rise from the row before it? */
routh_status routh_check_instant(const routh_hdf5_place *place, const char *noun, size_t instant, const double *row,
                                 size_t columns, bool is_timed);

routh_status routh_read_trajectory_groups(routh_reading *reading, const routh_hdf5_place *root);

/* After the trajectories, which records may point to. */
routh_status routh_read_impact_columns(routh_reading *reading, const routh_hdf5_place *root);

#endif
