/* The data room: reads and writes recordings: datasets of impacts and trajectories, in the plane and in space, and
 * insertions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_H
#define ROUTH_DATA_H

#include <routh/drawing.h>
#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Impacts from a table with columns mass,inertia,rx,ry,vx,vy,omega. Each row is checked as by routh_contact_of; the
 * message names file, row, column and value. `impact` has room for table->rows. */
ROUTH_API extern const char *const routh_impact_columns[8]; /* NULL-terminated */
ROUTH_API routh_status routh_impacts_of_table(routh_context *context, const routh_table *table, routh_impact *impact);

/* One row of the table, counted from 0. Other rows are not checked. */
ROUTH_API routh_status routh_impact_of_row(routh_context *context, const routh_table *table, size_t row,
                                           routh_impact *impact);

/* ROUTH_NOT_FINITE, with a message for a row that turned out impossible to compute with: which of its numbers is farthest
 * out. */
ROUTH_API routh_status routh_impact_fail_row(routh_context *context, const routh_table *table, size_t row);

/* Datasets ----------------------------------------------------------------------------------------------
 * A recording in memory: impacts, the trajectories they came from if there are any, and the body. */

/* Reasons not to use a record; without any it is used. No record is ever rejected because it disagrees with a law, and
 * because of the point-impulse identity only where a second corner was close enough to touch (second-corner). */
#define ROUTH_REASON_TABLE(X)                                                                                          \
    X(ROUTH_SECOND_BOUNCE, "second-bounce", "a second bounce inside the window")                                       \
    X(ROUTH_ENERGY, "energy", "energy not constant in flight, or gained in contact")                                   \
    X(ROUTH_CONE, "cone", "flagged by its authors: friction cone")                                                     \
    X(ROUTH_COMPRESSION, "compression", "flagged by its authors: maximum compression")                                 \
    X(ROUTH_DROPPED_EARLY, "dropped-early", "the body was not released cleanly")                                       \
    X(ROUTH_LOST_FRAMES, "lost-frames", "video frames are missing or repeated")                                        \
    X(ROUTH_NOT_BALLISTIC, "not-ballistic", "the flight deviates from a parabola")                                     \
    X(ROUTH_TOO_CLOSE, "too-close", "two contacts too close to separate")                                              \
    X(ROUTH_TWO_CORNERS, "two-corners", "two corners touch at once")                                                   \
    X(ROUTH_SHORT_FLIGHT, "short-flight", "too few video frames of flight before or after")                            \
    X(ROUTH_SEPARATES, "separates", "the contact point is not closing")                                                \
    X(ROUTH_IMPOSSIBLE, "impossible", "impossible numbers")                                                            \
    X(ROUTH_DUPLICATE, "duplicate", "repeats an earlier record")                                                       \
    X(ROUTH_NOT_GROUND, "not-ground", "the contact is not with the ground")                                            \
    X(ROUTH_SECOND_CORNER, "second-corner", "a second corner took part of the impulse")

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

/* One contact as it was measured or simulated. */
typedef struct routh_record {
    double x, y, theta;                   /* pose at contact, m, m, rad; NaN: unknown */
    double rx, ry;                        /* centre of mass to contact point, as in the file, m */
    routh_velocity before, after;         /* m/s, rad/s */
    double time;                          /* within its trajectory, s; NaN: unknown */
    long trajectory;                      /* index into the dataset's trajectories, −1: none */
    unsigned reasons;                     /* bits of ROUTH_REASON_TABLE */
    double x_after, y_after, theta_after; /* pose of the state after, m, m, rad; all 0: unknown */
    double fx, fy, torque; /* mean known wrench between the states before and after, without gravity, in the
                                   * axes of the velocities, N, N, N m; 0: none */
    double gravity_tilt; /* angle of t above the horizontal, rad: gravity is g (−sin, −cos) of it along t and n; 0: n
                                   * points up */
    double duration;     /* between the states before and after, s, ≥ 0. Set by routh_records_of only; in a
                                   * dataset it is the gap */
    size_t index;        /* in its dataset. Set by routh_records_of only */

    /* Of a contact that may last (routh_segment_options.soft): when it began and ended, s, the normal velocity of the point
     * that touches then, m/s, and how deep the body sank in, m. All 0: an instant, or unknown. */
    double touch, release, closing, leaving, depth;
} routh_record;

/* Standard deviations of measured values; 0: exact or unknown. */
typedef struct routh_noise {
    double rx, ry;        /* of r if it was measured directly, m */
    double y, theta;      /* of the pose if r was computed from it, m, rad */
    double vx, vy, omega; /* of every velocity, before and after, m/s, rad/s */
} routh_noise;

/* One recorded motion, sampled at dataset->rate. */
typedef struct routh_trajectory {
    char *name;              /* the file it came from */
    size_t count;            /* instants */
    double *time;            /* s */
    double *x, *y, *theta;   /* m, m, rad */
    double *vx, *vy, *omega; /* as recorded, m/s, rad/s; NULL if the file has none */
} routh_trajectory;

/* How recorded axes are read. Mirroring a row of J changes the sign of its angular entry: mirror-t that of the
 * tangential row (ry → −ry), mirror-n that of the normal row (rx → −rx). */
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

/* A further column of the recording's table: what else was noted for every record. */
typedef struct routh_extra {
    char name[ROUTH_LABEL_SIZE];
    double *value; /* [up.count] one for each record, as in the file; NaN: none */
} routh_extra;

typedef struct routh_dataset {
    char name[ROUTH_NAME_SIZE];   /* "ellipse_uniform" */
    char source[ROUTH_NAME_SIZE]; /* where it came from, for messages and the report */
    routh_body body;
    double rate;    /* Hz; NaN: unknown */
    double gravity; /* m/s², ≥ 0 */

    /* Time between the states before and after, s: gravity × gap is added to the velocity before, downwards. One video
     * frame for bounce_array files, 0 where both states are extrapolated to the instant of contact. */
    double gap;

    double height_offset;     /* measured minus true height of the centre, from the rest pose, m; already subtracted */
    double angle_offset;      /* measured minus true angle, rad; already subtracted */
    double angle_delay;       /* recorded angles are those of so much earlier, s; corrected in the records only */
    double centre_offset[2];  /* centre of mass from the shape's centre, body axes, m; already in every rx, ry */
    double tracked_offset[2]; /* tracked point from the centre of mass as flights show it, body axes, m; already
                               * subtracted from the trajectories */

    size_t count;
    routh_record *record;
    size_t extra_count;
    routh_extra *extra; /* what a parameter may depend on beside pose and motion; none where records come from
                         * trajectories */
    size_t trajectory_count;
    routh_trajectory *trajectory;

    bool frame_decided; /* 1: the frame was checked, and `frame` is the decision */
    routh_frame frame;
    char frame_why[ROUTH_NAME_SIZE]; /* the reason, one sentence */
} routh_dataset;

ROUTH_API void routh_dataset_release(routh_context *context, routh_dataset *dataset);

/* A dataset of its own with the same content. On failure *copy is empty. */
ROUTH_API routh_status routh_dataset_copy(routh_context *context, const routh_dataset *dataset, routh_dataset *copy);

/* How many records are used, and how many carry each reason (`rejected` may be NULL, else ROUTH_REASON_COUNT long). */
ROUTH_API size_t routh_dataset_used(const routh_dataset *dataset, size_t *rejected);

/* Those counts as text: "60 separates, 3 duplicate"; "" for none. Returns `text`. */
#define ROUTH_REJECTED_TEXT 512
ROUTH_API const char *routh_rejected_text(const size_t *rejected, char text[ROUTH_REJECTED_TEXT]);

/* Record i as an impact of the body, read in that frame. The velocity before includes gravity × gap, along t and n
 * where the surface is tilted. */
ROUTH_API routh_impact routh_dataset_impact(const routh_dataset *dataset, size_t i, routh_frame frame);

/* Values that the recording lacks or has wrong. NaN, NULL and, for all but gravity and gap, 0 mean the value in the
 * file. */
typedef struct routh_import_options {
    const routh_body *body; /* the same for its fields. A bounce_array without a body gets the published ellipse */
    double gyration;        /* √(I/m), m, used if `body` has no inertia; if not given either, that of the file, or of
                             * uniform density if the shape is given here */
    double rate;            /* Hz */
    double gravity;         /* m/s², ≥ 0 */
    double gap;             /* s, ≥ 0 */
    const char *name;
    const char *variable;     /* of a MATLAB file; if not given, the only one of the form of bounce_array */
    bool body_may_be_unknown; /* 1: impacts may lack mass and inertia, which are then NaN; default 0 */
} routh_import_options;

ROUTH_API routh_import_options routh_import_options_default(void);

/* A body and its recording in a JSON file of their own; docs/dataset.md has the form. */
typedef struct routh_body_description {
    routh_shape shape;                                  /* all zero: not there */
    double mass, inertia, gyration, rate, gravity, gap; /* as above; NaN: not there. Their ranges are not checked */
    char name[ROUTH_NAME_SIZE];                         /* empty: not there */
} routh_body_description;

ROUTH_API routh_status routh_body_description_read(routh_context *context, routh_io from, routh_body_description *body);

/* Reads any of these: Routh's own HDF5 dataset, a MATLAB 5 or 7.3 file with a bounce_array, a CSV file of impacts, or a
 * folder of CSV trajectories. Duplicate, impossible and separating records are kept and marked. On failure *dataset is
 * empty, and the message names file, field, row and value. */
ROUTH_API routh_status routh_dataset_read(routh_context *context, routh_io from, const routh_import_options *options,
                                          routh_dataset *dataset);

/* The same from tables in memory, whose columns have the names that they have in CSV files: one table of impacts, or one or
 * several of motions. Of a table `line` may be NULL. Nothing is kept of them. */
ROUTH_API routh_status routh_dataset_of_tables(routh_context *context, const routh_table *table, size_t count,
                                               const routh_import_options *options, routh_dataset *dataset);

/* Writes HDF5 with the layout in docs/dataset.md. */
ROUTH_API routh_status routh_dataset_write(routh_context *context, const routh_dataset *dataset, routh_io to);

/* Datasets in space ---------------------------------------------------------------------------------------
 * Recorded tosses of a convex body onto a board. World axes: z points up, the board is the plane z = 0. Body axes: those of
 * the shape, with the tracked point as origin; of a cube, along its edges. */

/* One recorded motion in space, sampled evenly at dataset->rate. */
typedef struct routh_trajectory3 {
    char *name;               /* the file it came from */
    size_t count;             /* instants */
    double (*position)[3];    /* of the tracked point, m; not rescaled */
    double (*orientation)[4]; /* body to world, unit quaternion w x y z; neighbours have the same sign */
    double (*spin)[3];        /* as recorded, rad/s; NULL if the file has none. Only used to check the recording */
    size_t held;              /* instants at its beginning in which the hand is still on the body, found by
                               * routh_dataset3_segment and left out there: the flight after them does not lead there */
    double *time; /* [count] s, where it was recorded; NULL: evenly from 0 on. Kept, not used: the flights count
                               * instants */
} routh_trajectory3;

/* One contact of a toss as it was measured. */
typedef struct routh_record3 {
    size_t trajectory;                  /* index into the dataset's trajectories */
    double time;                        /* within its trajectory, s */
    unsigned reasons;                   /* bits of ROUTH_REASON_TABLE; 0: used. If not 0, the numbers below are rough */
    double position[3], orientation[4]; /* of the centre of mass, and of the body, at contact */
    routh_velocity3 before, after;      /* at that instant, from the flights */
    double point[3];                    /* r, from the centre of mass to the contact point, world axes, m */
    double height;                      /* of the lowest point above the board, m */
    double next;                        /* height of the next corner above the lowest one, m */
    double apart;                       /* distance between the flights before and after where they meet, m */

    double touch, release, closing, leaving, depth; /* as in routh_record */
} routh_record3;

/* The point-impulse identity I Δω = r × m ΔV over the used records, all components. NaN if there are none. Of a body whose
 * moments differ, I is the shape's tensor times one unknown, and `inertia` the mean of its principal moments. */
typedef struct routh_identity3 {
    double correlation;   /* of the two sides, not centred */
    double inertia;       /* the best fit, kg m²: the slope of r × m ΔV over Δω */
    double inertia_error; /* its standard error */
} routh_identity3;

/* What the recording itself shows. Standard errors come from leaving out one trajectory at a time, with all that follows
 * from it; an interval is that of 95 %, with Student's t, and its deviation the standard error again. Where nothing was
 * measured they are 0. */
typedef struct routh_calibration3 {
    bool applied;                      /* 1: the records use the calibration; 0: it was measured only */
    bool given;                        /* 1: that of another recording, from routh_segment3_options.calibration */
    size_t frames;                     /* instants of all trajectories */
    size_t held_frames, held_tosses;   /* those in the hand, and trajectories that begin with some */
    size_t flights;                    /* long free flights, used for scale, drag and the centre of mass */
    double scale, scale_error;         /* recorded ÷ true length, from gravity; 1 if not measured */
    double drag, drag_error;           /* of the air, deceleration ÷ velocity, 1/s; reported, not corrected for */
    double centre[3], centre_error[3]; /* centre of mass relative to the tracked point, body axes, m */
    double flight_noise;               /* distance of an instant from its flight, in the median trajectory, m */

    size_t rests;                  /* trajectories that end at rest */
    double rest_scale, rest_error; /* median height at rest ÷ that of the shape; NaN if there are none */
    double ground;                 /* height of the board that follows from it, after scaling by `scale`, m */

    double spin_ratio;            /* recorded spin ÷ spin from the orientations; NaN if none was recorded */
    double spin_body, spin_world; /* median difference of the two if the recorded spin is read in body or in world
                                    * axes, rad/s */
    double rounding;              /* radius of edges and corners, m, from the height of corners at contact; 0: sharp */
    double rounding_error;        /* its standard error */
    double depth;                 /* median depth of the lowest point below the board where the flights meet, m */
    double inertia,
        inertia_error;        /* kg m², from the point-impulse identity, or as given; where the moments differ, their
                                    * mean: the tensor is in proportion to the shape's `gyration` */
    routh_identity3 identity; /* with this calibration */
    routh_identity3 stated;   /* the same records with a sharp corner and the tracked point as centre of mass */

    routh_interval scale_interval, drag_interval, centre_interval[3], rest_interval, rounding_interval,
        inertia_interval;

    /* The whole tensor from the identity, body axes about the centre of mass, kg m², and standard errors of its entries, with
     * the tosses' own part only. For a body whose moments differ; not used, but to judge the shape's. */
    bool tensor_measured;
    double tensor[3][3], tensor_error[3][3];
    double tensor_apart; /* how far it is from the tensor in use, in errors: the largest over its entries */
} routh_calibration3;

typedef struct routh_dataset3 {
    char name[ROUTH_NAME_SIZE]; /* file or folder */
    double width;               /* edge of the cube, m, where there is no `shape` */
    double mass;                /* kg */
    double rate;                /* Hz */
    double gravity;             /* m/s² */

    size_t trajectory_count;
    routh_trajectory3 *trajectory;
    size_t count;
    routh_record3 *record; /* in the order of the trajectories; none before segmentation */
    routh_calibration3 calibration;
    const routh_shape3 *shape;  /* NULL: a cube. Not released with the dataset: that of the options, which must outlive
                                 * the dataset, or `stored_shape` */
    routh_shape3 *stored_shape; /* [-] the one that came with the file, released with the dataset; NULL: none did */
} routh_dataset3;

ROUTH_API void routh_dataset3_release(routh_context *context, routh_dataset3 *dataset);

/* A dataset of its own with the same content. A shape that the dataset does not own stays the caller's. On failure *copy is
 * empty. */
ROUTH_API routh_status routh_dataset3_copy(routh_context *context, const routh_dataset3 *dataset, routh_dataset3 *copy);

/* How many records are used, and how many carry each reason (`rejected` may be NULL, else ROUTH_REASON_COUNT long). */
ROUTH_API size_t routh_dataset3_used(const routh_dataset3 *dataset, size_t *rejected);

/* Values that a recording of tosses does not contain. NaN: what the file says, otherwise the default. */
typedef struct routh_import3_options {
    double width;              /* edge of the cube, m; default 0.1048 */
    double mass;               /* kg; default 0.37; NaN with a shape, where the file has none: 1, with a warning */
    double unit;               /* unit of length in the files, m; 0 (default): half the width, and with a shape 1 */
    double rate;               /* instants per second, Hz; default 148 */
    double gravity;            /* m/s²; default 9.81 */
    const routh_shape3 *shape; /* of a body that is no cube; it must outlive the dataset; NULL (default): a cube */
} routh_import3_options;

ROUTH_API routh_import3_options routh_import3_options_default(void);

/* Reads a dataset that routh_dataset3_write wrote, or a CSV file, or a folder of numbered ones in that order. Numbers
 * in the options override a dataset's own values, which NaN and options that are NULL leave; its lengths are in m. CSV: columns px,py,pz,qw,qx,qy,qz, optionally wx,wy,wz (spin
 * in body axes, rad/s); one instant per row. A missing column, a field that is not a number, a quaternion whose length
 * differs from 1 by more than 1 % or a file with fewer than three instants is ROUTH_BAD_FORMAT; the message names file
 * and row. */
ROUTH_API routh_status routh_dataset3_read(routh_context *context, routh_io from, const routh_import3_options *options,
                                           routh_dataset3 *dataset);

/* From memory: copies `count` tosses, of which name, spin and time may be NULL, with the options' body, rate and
 * gravity. Lengths are metres where the options have no unit. Checked as files are: the message names toss and instant. */
ROUTH_API routh_status routh_dataset3_of_tosses(routh_context *context, const routh_trajectory3 *tosses, size_t count,
                                                const routh_import3_options *options, routh_dataset3 *dataset);

/* Writes trajectories, shape or width, mass, rate and gravity as HDF5 with the layout in docs/dataset.md; records are not written. */
ROUTH_API routh_status routh_dataset3_write(routh_context *context, const routh_dataset3 *dataset, routh_io to);

/* Insertions --------------------------------------------------------------------------------------------*/

/* One instant. */
typedef struct routh_insertion_instant {
    double time;      /* s */
    routh_pose3 hand; /* of the hand (end-effector) in the world */
    double twist[6];  /* of the hand: velocity of its origin (m/s), then angular velocity (rad/s), world axes */
    double wrench[6]; /* of object 2 on object 1, about the plate's origin, in the plate's axes: force N, moment N m */
} routh_insertion_instant;

/* How the numbers of a recording are meant where they are not as docs/insertion.md has them. Everything that is 0 is as
 * documented. It holds for the whole recording: the samples, the poses of what stands still, and the offset. */
typedef enum routh_quaternion_order { ROUTH_WXYZ = 1, ROUTH_XYZW } routh_quaternion_order; /* 0: w x y z */

typedef enum routh_wrench_frame {                         /* whose axes and origin the wrench has */
                                  ROUTH_WRENCH_PLATE = 1, /* of the force plate, as with 0 */
                                  ROUTH_WRENCH_HAND,      /* of the hand: a sensor in the wrist or the tool */
                                  ROUTH_WRENCH_WORLD      /* of the world */
} routh_wrench_frame;

/* time, px py pz, qw qx qy qz, vx vy vz, wx wy wz, fx fy fz, mx my mz */
#define ROUTH_INSERTION_COLUMNS 20

typedef struct routh_insertion_convention {
    routh_quaternion_order quaternion;
    routh_wrench_frame wrench_frame;
    int wrench_on;                 /* 1 or 0: the wrench of object 2 on object 1; 2: of object 1 on object 2 */
    double unit[ROUTH_QUANTITIES]; /* in SI: 1e-3 for mm; 0: SI */
    double
        sensor[7]; /* fixed pose of the sensor in the axes of wrench_frame, position and quaternion, in the recording's
                       * own unit and order; all 0: its origin and axes are those of the frame */
    double velocity_window; /* > 0: velocities come from the poses, over so many seconds, even if they are recorded; 0:
                             * over 0.1 s, and only if they are not recorded */
    char column[ROUTH_INSERTION_COLUMNS]
               [ROUTH_LABEL_SIZE]; /* what the file calls each of its columns; "": as documented.
                                                             * HDF5: the path of an array, "ft:3" its third column */
} routh_insertion_convention;

/* Sets one field from text, as files and command lines have it: "quaternion" to "xyzw", "wrench_frame" to "hand",
 * "wrench_on" to "2", "units" to "mm,Nmm", "sensor" to seven numbers with commas between, "velocity_window" to "0.05",
 * "columns" to "px=x,py=y". Anything else is ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_insertion_convention_set(routh_context *context, const char *field, const char *text,
                                                      routh_insertion_convention *convention);

/* Steps in time of more than 1.5 of the usual ones. */
typedef struct routh_insertion_gaps {
    size_t count;
    double longest, start; /* of the longest one: how long, and the time at which it begins, s */
} routh_insertion_gaps;

/* The truth behind a generated recording. */
typedef struct routh_insertion_truth {
    double stiffness, friction; /* K, N/m, and μ */
    size_t count;               /* of displacements, as in the assembly; 0: unknown */
    double *displacement;       /* their true values; for an offset: the true one − routh_insertion.offset */
} routh_insertion_truth;

/* A recorded insertion. */
typedef struct routh_insertion {
    char name[ROUTH_LABEL_SIZE];
    double rate; /* Hz */
    size_t count;
    routh_insertion_instant *sample;

    routh_pose3 receptacle; /* of object 2 in the world, fixed */
    routh_pose3 plate;      /* of the force plate in the world, fixed */

    /* The position of object 1 in the hand follows from one reference pose: with the hand there, the objects were mated
     * except for a displacement by offset + x_u,δ along the axis of the offset (equations 19 and 20). */
    routh_pose3 reference; /* of the hand in the world */
    double offset;         /* δ_r, m: from the reference insertion, (50/30) δ_r30 */

    routh_insertion_truth truth;

    /* What is known about the file it came from; all 0 if it was made in memory. */
    routh_insertion_convention convention; /* as it was read */
    double twist_window;                   /* twists come from poses, over so many seconds; 0: they were measured */
    routh_insertion_gaps gaps;
} routh_insertion;

/* HDF5 (.h5), or CSV with columns time, px…pz, qw…qz, vx…vz, wx…wz, fx…fz, mx…mz and a JSON file of the same name for
 * the rest; CSV therefore needs a path, and so does a robot's log in HDF5. What `convention` (NULL: nothing) sets
 * overrides what the JSON file has. Without velocities these follow from the poses. Mismatched counts, times that do not
 * increase and quaternions that are not rotations are refused; the message names the row. Gaps in time are counted. */
ROUTH_API routh_status routh_insertion_read(routh_context *context, routh_io from,
                                            const routh_insertion_convention *convention, routh_insertion *insertion);
ROUTH_API routh_status routh_insertion_write(routh_context *context, const routh_insertion *insertion, routh_io to);
ROUTH_API void routh_insertion_release(routh_context *context, routh_insertion *insertion);

/* A recording as arrays in memory, in the units, order and frames of a convention. */
typedef struct routh_insertion_arrays {
    const char *name;     /* default "insertion" */
    size_t count;         /* of samples, at least 2; default 0 */
    const double *time;   /* s, rising */
    const double *hand;   /* [count, 7] pose of the hand in the world, position and quaternion, count × 7 */
    const double *twist;  /* [count, 6] its velocity and angular velocity, world axes, count × 6; NULL (default): from
                           * the poses */
    const double *wrench; /* [count, 6] count × 6 */

    /* As in routh_insertion, position and quaternion; default 0 and no turn. */
    double receptacle[7], plate[7], reference[7];
    double offset; /* δ_r, m; default 0 */
    double rate;   /* Hz; NaN (default): from the times */
} routh_insertion_arrays;

ROUTH_API routh_insertion_arrays routh_insertion_arrays_default(void);

/* The same rules as for files. `convention` may be NULL; its columns do not count. ROUTH_BAD_ARGUMENT or ROUTH_BAD_FORMAT
 * with a message that names the sample, from 1. */
ROUTH_API routh_status routh_insertion_of_arrays(routh_context *context, const routh_insertion_arrays *arrays,
                                                 const routh_insertion_convention *convention,
                                                 routh_insertion *insertion);

/* The assembly that recordings in files have beside them: assembly.json in their folder, or scene.json, as it was called
 * once. ROUTH_BAD_ARGUMENT if the first has none, or if another has a different one. */
ROUTH_API routh_status routh_assembly_read_beside(routh_context *context, const char *const *recordings, size_t count,
                                                  routh_assembly *assembly);

/* Names become names of files, and each recording has its own: "2a", "2a" → "2a", "2a-2". */
ROUTH_API void routh_insertion_name_apart(routh_insertion *insertions, size_t count);

/* The insertion reduced to about `rate`, Hz. A plain copy if its rate is not higher than that, or if `rate` is 0. Filters
 * do not reach across gaps: what lies between two of them and is too short for the filter is left out. */
ROUTH_API routh_status routh_insertion_reduce(routh_context *context, const routh_insertion *insertion, double rate,
                                              routh_insertion *reduced);

/* Rebounds of spheres -----------------------------------------------------------------------------------
 * Published measurements of spheres that rebound from a plane: one number a row, over the angle of incidence. */

typedef enum routh_rebound_quantity {
    ROUTH_REBOUND_ANGLE,     /* of the centre's path after, from the normal, rad */
    ROUTH_REBOUND_SPIN,      /* |ω| after, rad/s */
    ROUTH_REBOUND_TANGENTIAL /* tangential velocity of the centre, after ÷ before */
} routh_rebound_quantity;
#define ROUTH_REBOUND_QUANTITIES 3
ROUTH_API extern const routh_names routh_rebound_quantities; /* as in files: "rebound_angle_deg" */

typedef struct routh_rebound {
    routh_rebound_quantity quantity;
    double incidence; /* from the normal, rad */
    double value;
} routh_rebound;

typedef struct routh_rebounds {
    char name[ROUTH_NAME_SIZE];
    double radius; /* of the sphere, m */
    double speed;  /* before impact, m/s */
    size_t count;
    routh_rebound *rebound;
} routh_rebounds;

/* Reads a file that begins with quantity,incidence_deg,value. Angles in it are in degrees. Radius and speed are those of the experiment. */
ROUTH_API routh_status routh_rebounds_read(routh_context *context, routh_io from, double radius, double speed,
                                           routh_rebounds *rebounds);
ROUTH_API void routh_rebounds_release(routh_context *context, routh_rebounds *rebounds);

#ifdef __cplusplus
}
#endif
#endif
