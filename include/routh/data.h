/* The data room: tables and datasets in and out of files, checks of a recording, trajectories to impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_H
#define ROUTH_DATA_H

#include <stdio.h>

#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table of numbers with named columns, stored column by column. Every number is finite. */
typedef struct routh_table {
    char **name;     /* column names, `columns` of them */
    double **column; /* column[j][i], `rows` each */
    size_t *line;    /* the file's line on which each row began, from 1: for messages */
    size_t columns, rows;
    char *source; /* the file's name, for messages */
} routh_table;

/* Which columns to read; others are skipped unread and may hold anything. */
typedef struct routh_table_columns {
    const char *const *required; /* NULL-terminated, or NULL for none */
    const char *const *optional; /* NULL-terminated, or NULL for none: read where present */
} routh_table_columns;

/* Lines longer than this are refused: no table of contacts has them, a wrong file may. */
#define ROUTH_CSV_LINE_LIMIT ((size_t)1 << 20)

/* Reads comma-separated values: a line of names, then one row of numbers a line. Quoted fields, blank lines, CRLF,
 * spaces around fields, a byte-order mark and columns in any order are fine. A missing or repeated column, a field
 * that is not a finite number, a ragged row, an overlong line or a file without rows is ROUTH_BAD_FORMAT with a
 * message that names file, row, column and value. `source` is the name to use in messages. */
ROUTH_API routh_status routh_table_read(routh_context *context, FILE *file, const char *source,
                                        const routh_table_columns *columns, routh_table *table);

/* The same from memory. */
ROUTH_API routh_status routh_table_parse_csv(routh_context *context, const char *text, size_t length,
                                             const char *source, const routh_table_columns *columns,
                                             routh_table *table);

/* The column of that name, or NULL. */
ROUTH_API const double *routh_table_column(const routh_table *table, const char *name);

ROUTH_API void routh_table_release(routh_context *context, routh_table *table);

/* Impacts from a table with columns mass,inertia,rx,ry,vx,vy,omega: each row checked as
 * routh_contact_of does, the message naming file, row, column and value. `impact` holds table->rows. */
ROUTH_API extern const char *const routh_impact_columns[8]; /* NULL-terminated */
ROUTH_API routh_status routh_impacts_of_table(routh_context *context, const routh_table *table, routh_impact *impact);

/* One of its rows, counted from 0, whatever the others hold. */
ROUTH_API routh_status routh_impact_of_row(routh_context *context, const routh_table *table, size_t row,
                                           routh_impact *impact);

/* Bodies ----------------------------------------------------------------------------------------------*/

typedef enum routh_shape_kind { ROUTH_ELLIPSE, ROUTH_DISC, ROUTH_POLYGON } routh_shape_kind;

#define ROUTH_MAX_VERTICES 64

/* A convex planar shape in body axes, its centre of mass at the origin. All zero: not known. */
typedef struct routh_shape {
    routh_shape_kind kind;
    double a, b;                          /* semi-axes of an ellipse along body x and y, radius of a disc (both), m */
    size_t count;                         /* vertices of a polygon, counter-clockwise, 3 … ROUTH_MAX_VERTICES */
    double vertex[ROUTH_MAX_VERTICES][2]; /* m */
} routh_shape;

typedef struct routh_body {
    routh_shape shape;
    double mass;    /* kg */
    double inertia; /* kg m², about the centre of mass */
} routh_body;

ROUTH_API routh_shape routh_shape_ellipse(double a, double b);
ROUTH_API routh_shape routh_shape_disc(double radius);
ROUTH_API routh_shape routh_shape_square(double side); /* a polygon */

/* Convex, counter-clockwise, not degenerate, the origin inside? */
ROUTH_API routh_status routh_shape_check(routh_context *context, const routh_shape *shape);

/* Radius of the circle around the centre of mass that holds the shape, m. */
ROUTH_API double routh_shape_radius(const routh_shape *shape);

/* Radius of gyration squared of the shape with uniform density, m². */
ROUTH_API double routh_shape_gyration_squared(const routh_shape *shape);

/* The lowest point of the shape turned by `angle`, relative to its centre, in world axes; and, for a polygon, how much
 * higher the next lowest vertex lies (m; 0: flat on an edge), otherwise +∞. */
ROUTH_API void routh_shape_lowest(const routh_shape *shape, double angle, double *rx, double *ry, double *next);

/* Datasets ----------------------------------------------------------------------------------------------
 * What every verb works on: impacts, the trajectories they came from where there are any, and the body. */

/* Reasons not to use an impact; 0 means it is used. Segmentation and cleaning never reject an impact because it
 * disagrees with the point-impulse identity or with a law. */
#define ROUTH_REASON_TABLE(X)                                                                                          \
    X(ROUTH_SECOND_BOUNCE, "second-bounce", "a second bounce inside the window")                                       \
    X(ROUTH_ENERGY, "energy", "energy not constant in flight, or gained in contact")                                   \
    X(ROUTH_CONE, "cone", "flagged by its authors: friction cone")                                                     \
    X(ROUTH_COMPRESSION, "compression", "flagged by its authors: maximum compression")                                 \
    X(ROUTH_DROPPED_EARLY, "dropped-early", "the body was not released cleanly")                                       \
    X(ROUTH_LOST_FRAMES, "lost-frames", "frames are missing or repeated")                                              \
    X(ROUTH_NOT_BALLISTIC, "not-ballistic", "the flight deviates from a parabola")                                     \
    X(ROUTH_TOO_CLOSE, "too-close", "two contacts too close to separate")                                              \
    X(ROUTH_TWO_CORNERS, "two-corners", "two corners touch at once")                                                   \
    X(ROUTH_SHORT_FLIGHT, "short-flight", "too few frames of flight before or after")                                  \
    X(ROUTH_SEPARATES, "separates", "the contact point is not closing")                                                \
    X(ROUTH_IMPOSSIBLE, "impossible", "impossible numbers")                                                            \
    X(ROUTH_DUPLICATE, "duplicate", "the same record occurs before")                                                   \
    X(ROUTH_NOT_GROUND, "not-ground", "the contact is not with the ground")

typedef enum routh_reason_index {
#define ROUTH_REASON_INDEX(code, name, about) code##_INDEX,
    ROUTH_REASON_TABLE(ROUTH_REASON_INDEX)
#undef ROUTH_REASON_INDEX
        ROUTH_REASON_COUNT
} routh_reason_index;

enum {
#define ROUTH_REASON_BIT(code, name, about) code = 1 << code##_INDEX,
    ROUTH_REASON_TABLE(ROUTH_REASON_BIT)
#undef ROUTH_REASON_BIT
};

ROUTH_API extern const routh_names routh_reasons; /* by index: "second-bounce" */

/* One impact as recorded. */
typedef struct routh_record {
    double x, y, theta;           /* pose at contact, m, m, rad; NaN: unknown */
    double rx, ry;                /* centre of mass to contact point as the file has it, m */
    routh_velocity before, after; /* m/s, rad/s */
    double time;                  /* within its trajectory, s; NaN: unknown */
    long trajectory;              /* index into the dataset's trajectories, −1: none */
    unsigned reasons;             /* bits of ROUTH_REASON_TABLE */
    double fx, fy, torque;        /* mean known wrench between the states before and after, gravity not included, in
                                   * the axes of the velocities, N, N, N m; 0: none */
} routh_record;

/* One recorded motion, sampled at dataset->rate. */
typedef struct routh_trajectory {
    char *name;   /* the file it came from */
    size_t count; /* samples */
    double *time; /* s */
    double *x, *y, *theta;
    double *vx, *vy, *omega; /* as recorded; NULL where the file has none */
} routh_trajectory;

/* In which sense the recorded rows are to be read. A mirrored row changes the sign of its angular entry: mirror-t that
 * of the tangential row (ry → −ry), mirror-n that of the normal one (rx → −rx). */
#define ROUTH_FRAME_TABLE(X)                                                                                           \
    X(ROUTH_AS_RECORDED, "as-recorded")                                                                                \
    X(ROUTH_MIRROR_T, "mirror-t")                                                                                      \
    X(ROUTH_MIRROR_N, "mirror-n")                                                                                      \
    X(ROUTH_MIRROR_BOTH, "mirror-both")

typedef enum routh_frame {
#define ROUTH_FRAME_CODE(code, name) code,
    ROUTH_FRAME_TABLE(ROUTH_FRAME_CODE)
#undef ROUTH_FRAME_CODE
        ROUTH_FRAME_COUNT
} routh_frame;

ROUTH_API extern const routh_names routh_frames;

typedef struct routh_dataset {
    char name[ROUTH_NAME_SIZE];   /* "ellipse_uniform" */
    char source[ROUTH_NAME_SIZE]; /* where it came from, for messages and the report */
    routh_body body;
    double rate;    /* Hz; NaN: unknown */
    double gravity; /* m/s², ≥ 0 */

    /* Time between the states before and after, s: gravity × gap is taken from the velocity before. One frame for
     * bounce_array files, 0 where both are extrapolated to the instant of contact. */
    double gap;

    double height_offset; /* measured minus true height of the centre, from the rest pose, m; subtracted already */
    double angle_offset;  /* measured minus true angle, rad; subtracted already */

    size_t count;
    routh_record *record;
    size_t trajectory_count;
    routh_trajectory *trajectory;

    int frame_decided; /* the frame was checked, the decision is stored here */
    routh_frame frame;
    char frame_why[ROUTH_NAME_SIZE]; /* in words */
} routh_dataset;

ROUTH_API void routh_dataset_release(routh_context *context, routh_dataset *dataset);

/* How many records are used, and how many carry each reason (`rejected` may be NULL, else ROUTH_REASON_COUNT long). */
ROUTH_API size_t routh_dataset_used(const routh_dataset *dataset, size_t *rejected);

/* Those counts in words: "60 separates, 3 duplicate"; "" for none. Returns `text`. */
#define ROUTH_REJECTED_TEXT 512
ROUTH_API const char *routh_rejected_text(const size_t *rejected, char text[ROUTH_REJECTED_TEXT]);

/* Record i as an impact of the body read in that frame, gravity's share added to the velocity before. */
ROUTH_API routh_impact routh_dataset_impact(const routh_dataset *dataset, size_t i, routh_frame frame);

/* What the recording does not say, or says wrongly. NaN or NULL: as the file has it; likewise 0 where it is no legal
 * value, that is for all but gravity and gap. */
typedef struct routh_import_options {
    const routh_body *body; /* its fields likewise. A bounce_array without gets the published ellipse */
    double gyration;        /* radius of gyration √(I/m), m: where body gives no inertia; else that of the file, or of
                             * uniform density where the shape is given here */
    double rate;            /* Hz */
    double gravity;         /* m/s², ≥ 0 */
    double gap;             /* s, ≥ 0 */
    const char *name;
    int body_may_be_unknown; /* 1: impacts need not say mass and inertia, which are NaN then; default 0 */
} routh_import_options;

ROUTH_API routh_import_options routh_import_options_default(void);

/* Reads what `path` holds: our own HDF5 dataset, a MATLAB 5 or 7.3 file with a bounce_array, a CSV of impacts, or a
 * folder of CSV trajectories. Duplicate, impossible and separating records are kept and marked. Nothing is half-read:
 * on failure *dataset is empty and the message names file, field, row and value. */
ROUTH_API routh_status routh_dataset_read(routh_context *context, const char *path, const routh_import_options *options,
                                          routh_dataset *dataset);

/* Writes the layout of docs/dataset.md; through a temporary file, so that nothing half-written stays behind. */
ROUTH_API routh_status routh_dataset_write(routh_context *context, const char *path, const routh_dataset *dataset);

/* Checks ------------------------------------------------------------------------------------------------
 * A point impulse obeys Δω = (m/I)(rx Δvy' − ry Δvx) whatever the law, Δvy' without gravity's share. */

/* Regression of Δω on the lever through the origin in one frame. */
typedef struct routh_frame_hypothesis {
    double slope;       /* m/I, 1/m² */
    double slope_error; /* its standard error */
    double gyration;    /* 1/√slope, m; NaN where the slope is not positive */
    double r2;          /* about zero */
    double correlation; /* centred */
    double residual;    /* root mean square, rad/s */
} routh_frame_hypothesis;

typedef struct routh_frame_evidence {
    size_t count;  /* impacts regressed */
    double kn, kt; /* two free coefficients, Δω = kn (rx Δvy') + kt (−ry Δvx), 1/m² */
    double kn_error, kt_error;
    routh_frame_hypothesis hypothesis[ROUTH_FRAME_COUNT];
    routh_frame best;
    int decided;            /* 0: the signs are within their errors: nothing can be said */
    int gyration_disagrees; /* the best frame's differs from the stated inertia by more than 10 % and three errors */
    double stated_gyration; /* √(I/m), m */
    char why[ROUTH_NAME_SIZE];
} routh_frame_evidence;

/* Regresses the used records. Fewer than three is ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_frame_evidence_of(routh_context *context, const routh_dataset *dataset,
                                               routh_frame_evidence *check);

/* The frame to read the dataset in, and one sentence on why (`why` holds ROUTH_NAME_SIZE). `wanted` is a frame's name;
 * "auto" or NULL take the decision stored in the dataset, else what routh_frame_evidence_of finds, else as-recorded. */
ROUTH_API routh_status routh_frame_of(routh_context *context, const routh_dataset *dataset, const char *wanted,
                                      routh_frame *frame, char *why);

/* One thing that was looked at. */
typedef enum routh_finding_kind { ROUTH_FINE, ROUTH_WARNING, ROUTH_WRONG, ROUTH_NOT_DETERMINED } routh_finding_kind;

typedef struct routh_finding {
    routh_finding_kind kind;
    const char *what;              /* "gravity" */
    double expected, found, error; /* in `unit`; NaN where it has no number */
    const char *unit;
    char words[ROUTH_NAME_SIZE]; /* one sentence */
} routh_finding;

#define ROUTH_MAX_FINDINGS 16

typedef struct routh_findings {
    routh_frame_evidence frame;
    size_t count;
    routh_finding finding[ROUTH_MAX_FINDINGS]; /* frame, inertia, gravity, rate, units, rest pose, duplicates, … */
} routh_findings;

/* Everything `routh check` reports. Trajectories that have not been segmented are, for this answer only. */
ROUTH_API routh_status routh_dataset_check(routh_context *context, const routh_dataset *dataset, routh_findings *check);

/* Segmentation ------------------------------------------------------------------------------------------*/

/* The pose in which the bodies come to rest, against the shape: medians over the trajectories that end at rest. */
typedef struct routh_rest_pose {
    size_t count;         /* trajectories that end at rest */
    double height_offset; /* measured minus true height of the centre, m; NaN without any */
    double angle_offset;  /* measured minus true angle, rad; 0 for a disc, which rests at any */
    double height_spread; /* between trajectories, one standard deviation (robust), m */
    double angle_spread;  /* likewise, rad */
} routh_rest_pose;

/* Fails where routh_dataset_segment does. */
ROUTH_API routh_status routh_rest_pose_of(routh_context *context, const routh_dataset *dataset, routh_rest_pose *rest);

typedef struct routh_segment_options {
    int calibrate;        /* correct height and angle by the rest pose of all trajectories; default 1 */
    double height_offset; /* used instead if calibrate is 0, m; default 0 */
    double angle_offset;  /* likewise, rad; default 0 */
    size_t flight_min;    /* frames of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* frames used of a longer flight, those next to the contact; default 10 */
    double deviation_max; /* largest deviation of a flight from its parabola, m; default 0.002 */
    double meeting_max;   /* largest distance between the two parabolas where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the ground at contact, m; default 0.008 */
    double energy_drift;  /* largest relative drift of energy within a flight; default 0.1 */
    double corner_gap;    /* two corners closer to the ground than this at contact touch at once, m; default 0.001 */
} routh_segment_options;

ROUTH_API routh_segment_options routh_segment_options_default(void);

/* Finds the contacts in dataset's trajectories and replaces its records by them, rejected ones with their reasons. */
ROUTH_API routh_status routh_dataset_segment(routh_context *context, const routh_segment_options *options,
                                             routh_dataset *dataset);

/* What m/I, the slope of the point-impulse identity as recorded, owes to the rest pose. */
typedef struct routh_sensitivity {
    double slope, correlation;                           /* as segmented, 1/m² */
    double slope_uncalibrated, correlation_uncalibrated; /* with neither height nor angle corrected */
    double slope_height[2];                              /* with the height offset 1 mm less, 1 mm more */
    double slope_angle[2];                               /* with the angle offset 0.01 rad less, 0.01 rad more */
} routh_sensitivity;

/* Segments again with other offsets, leaving the dataset as it is; it must have been segmented with these options. */
ROUTH_API routh_status routh_sensitivity_of(routh_context *context, const routh_segment_options *options,
                                            const routh_dataset *dataset, routh_sensitivity *sensitivity);

#ifdef __cplusplus
}
#endif
#endif
