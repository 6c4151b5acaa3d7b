/* The data room: recordings in and out of files: impacts and trajectories as a dataset, insertions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_H
#define ROUTH_DATA_H

#include <routh/file.h>
#include <routh/geometry.h>
#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Impacts from a table with columns mass,inertia,rx,ry,vx,vy,omega: each row checked as
 * routh_contact_of does, the message naming file, row, column and value. `impact` holds table->rows. */
ROUTH_API extern const char *const routh_impact_columns[8]; /* NULL-terminated */
ROUTH_API routh_status routh_impacts_of_table(routh_context *context, const routh_table *table, routh_impact *impact);

/* One of its rows, counted from 0, whatever the others hold. */
ROUTH_API routh_status routh_impact_of_row(routh_context *context, const routh_table *table, size_t row,
                                           routh_impact *impact);

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

/* Reads what there is: our own HDF5 dataset, a MATLAB 5 or 7.3 file with a bounce_array, a CSV of impacts, or a
 * folder of CSV trajectories. Duplicate, impossible and separating records are kept and marked. Nothing is half-read:
 * on failure *dataset is empty and the message names file, field, row and value. */
ROUTH_API routh_status routh_dataset_read(routh_context *context, routh_io from, const routh_import_options *options,
                                          routh_dataset *dataset);

/* Writes the layout of docs/dataset.md. */
ROUTH_API routh_status routh_dataset_write(routh_context *context, const routh_dataset *dataset, routh_io to);

/* Insertions --------------------------------------------------------------------------------------------*/

/* One instant. */
typedef struct routh_insertion_instant {
    double time;      /* s */
    routh_pose3 hand; /* of the hand (end-effector) in the world */
    double twist[6];  /* of the hand: velocity of its origin (m/s), then angular velocity (rad/s), in world axes */
    double wrench[6]; /* of object 2 on object 1, about the plate's origin in the plate's axes: force N, moment N m */
} routh_insertion_instant;

/* What is known of the truth of a generated recording. */
typedef struct routh_insertion_truth {
    double stiffness, friction;
    size_t count;         /* of displacements, as in the assembly; 0: not known */
    double *displacement; /* their true values; of an offset: true − routh_insertion.offset */
} routh_insertion_truth;

/* A recorded insertion. */
typedef struct routh_insertion {
    char name[ROUTH_LABEL_SIZE];
    double rate; /* Hz */
    size_t count;
    routh_insertion_instant *sample;

    routh_pose3 receptacle; /* of object 2 in the world, fixed */
    routh_pose3 plate;      /* of the force plate in the world, fixed */

    /* Where object 1 sits in the hand is told by one pose: when the hand was there, both objects were mated but for a
     * displacement by offset + x_u,δ along the axis of the offset (equations 19 and 20). */
    routh_pose3 reference; /* of the hand in the world */
    double offset;         /* δ_r, m: from the reference insertion, (50/30) δ_r30 */

    routh_insertion_truth truth;
} routh_insertion;

/* HDF5 (.h5), or CSV with columns time, px…pz, qw…qz, vx…vz, wx…wz, fx…fz, mx…mz and a JSON file of the same name for
 * the rest, which therefore needs a path. Mismatched counts, times that do not rise, quaternions that are no rotation: refused with the row. */
ROUTH_API routh_status routh_insertion_read(routh_context *context, routh_io from, routh_insertion *insertion);
ROUTH_API routh_status routh_insertion_write(routh_context *context, const routh_insertion *insertion, routh_io to);
ROUTH_API void routh_insertion_release(routh_context *context, routh_insertion *insertion);

/* The same down to about that rate, Hz: a copy where it is not more than that, or where `rate` is 0. */
ROUTH_API routh_status routh_insertion_reduce(routh_context *context, const routh_insertion *insertion, double rate,
                                              routh_insertion *reduced);

#ifdef __cplusplus
}
#endif
#endif
