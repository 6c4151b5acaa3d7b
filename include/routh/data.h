/* The data room: recordings in and out of files: impacts and trajectories as a dataset, insertions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_H
#define ROUTH_DATA_H

#include <routh/file.h>
#include <routh/geometry.h>
#include <routh/impact.h>
#include <routh/impact3.h>

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

/* ROUTH_NOT_FINITE, with a message for a row that turned out impossible to compute with: which of its numbers is farthest
 * out. */
ROUTH_API routh_status routh_impact_fail_row(routh_context *context, const routh_table *table, size_t row);

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

/* One contact as measured. */
typedef struct routh_record {
    double x, y, theta;           /* pose at contact, m, m, rad; NaN: unknown */
    double rx, ry;                /* centre of mass to contact point as the file has it, m */
    routh_velocity before, after; /* m/s, rad/s */
    double time;                  /* within its trajectory, s; NaN: unknown */
    long trajectory;              /* index into the dataset's trajectories, −1: none */
    unsigned reasons;             /* bits of ROUTH_REASON_TABLE */
    double fx, fy, torque;        /* mean known wrench between the states before and after, gravity not included, in
                                   * the axes of the velocities, N, N, N m; 0: none */
    double duration; /* between the states before and after, s, ≥ 0; set by routh_records_of: in a dataset
                                   * it is the gap */
    size_t index;    /* in its dataset; likewise */
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

/* Datasets in space ---------------------------------------------------------------------------------------
 * Recorded tosses of a cube on a board. World axes: z points up, the board is the plane z = 0. Body axes: along the cube's
 * edges, from the point that was tracked. */

/* One recorded motion in space, sampled evenly at dataset->rate. */
typedef struct routh_trajectory3 {
    char *name;               /* the file it came from */
    size_t count;             /* instants */
    double (*position)[3];    /* of the tracked point, m, lengths as recorded */
    double (*orientation)[4]; /* body to world, unit quaternion w x y z; neighbours have the same sign */
    double (*spin)[3];        /* as recorded, rad/s; NULL where the file has none. Used by checks only */
} routh_trajectory3;

/* One contact as measured. */
typedef struct routh_record3 {
    size_t trajectory; /* index into the dataset's */
    double time;       /* within it, s */
    unsigned reasons;  /* bits of ROUTH_REASON_TABLE; 0: used. What is below is rough where there are any */
    double position[3], orientation[4]; /* of the centre of mass, and of the body, at contact */
    routh_velocity3 before, after;      /* at that instant, from the flights */
    double point[3];                    /* r, from the centre of mass to the contact point, world axes, m */
    double height;                      /* of the lowest point above the board, m */
    double next;                        /* how much higher the next corner is, m */
    double apart;                       /* distance between the flights where they meet, m */
} routh_record3;

/* The point-impulse identity I Δω = r × m ΔV over the used records, all components. NaN without any. */
typedef struct routh_identity3 {
    double correlation;   /* of the two sides about 0 */
    double inertia;       /* that fits it best, kg m²: the slope of r × m ΔV over Δω */
    double inertia_error; /* its standard error */
} routh_identity3;

/* What the recording says about itself. Standard errors are 0 where nothing was measured. */
typedef struct routh_calibration3 {
    int applied;                       /* the records make use of it; 0: measured only */
    size_t frames;                     /* instants of all trajectories */
    size_t flights;                    /* long free flights, from which come gravity, drag and the centre of mass */
    double scale, scale_error;         /* recorded ÷ true length, from gravity; 1 where not measured */
    double drag, drag_error;           /* of the air, deceleration ÷ velocity, 1/s; reported, not corrected for */
    double centre[3], centre_error[3]; /* centre of mass as seen from the tracked point, body axes, m */
    double flight_noise;               /* distance of an instant from its flight, root mean square, m */

    size_t rests;                  /* trajectories that end at rest */
    double rest_scale, rest_error; /* median height at rest ÷ half width; NaN without any */
    double ground;                 /* height of the board that this makes after scaling by `scale`, m */

    double spin_ratio;            /* recorded spin ÷ that of the orientations; NaN where there is none */
    double spin_body, spin_world; /* median distance of the two when the recorded one is read in body, in world axes,
                                   * rad/s */
    double rounding;              /* radius of edges and corners, m, from the height of corners at contact; 0: sharp */
    double rounding_error;        /* its standard error */
    double depth;                 /* how far below the board the lowest point is where the flights meet, median, m */
    double inertia;               /* kg m², from the point-impulse identity or as stated */
    routh_identity3 identity;     /* with the calibration */
    routh_identity3 stated;       /* the same records with a sharp corner and the tracked point as centre of mass */
} routh_calibration3;

typedef struct routh_dataset3 {
    char name[ROUTH_NAME_SIZE]; /* file or folder */
    double width;               /* edge of the cube, m */
    double mass;                /* kg */
    double rate;                /* Hz */
    double gravity;             /* m/s² */

    size_t trajectory_count;
    routh_trajectory3 *trajectory;
    size_t count;
    routh_record3 *record; /* in the order of their trajectories; none before segmentation */
    routh_calibration3 calibration;
} routh_dataset3;

ROUTH_API void routh_dataset3_release(routh_context *context, routh_dataset3 *dataset);

/* How many records are used, and how many carry each reason (`rejected` may be NULL, else ROUTH_REASON_COUNT long). */
ROUTH_API size_t routh_dataset3_used(const routh_dataset3 *dataset, size_t *rejected);

/* What a recording of tosses does not say. */
typedef struct routh_import3_options {
    double width;   /* edge of the cube, m; default 0.1048 */
    double mass;    /* kg; default 0.37 */
    double unit;    /* length that the files call 1, m; 0 (default): half the width */
    double rate;    /* instants a second, Hz; default 148 */
    double gravity; /* m/s²; default 9.81 */
} routh_import3_options;

ROUTH_API routh_import3_options routh_import3_options_default(void);

/* A CSV file, or a folder of them in the order of their numbers: columns px,py,pz,qw,qx,qy,qz, optional wx,wy,wz (spin in
 * body axes, rad/s), one instant a row. A missing column, a field that is not a number, a quaternion whose length is not 1
 * within 1 % and a file of fewer than three instants are ROUTH_BAD_FORMAT, the message naming file and row. */
ROUTH_API routh_status routh_dataset3_read(routh_context *context, routh_io from, const routh_import3_options *options,
                                           routh_dataset3 *dataset);

/* Does it look like what routh_dataset3_read reads? 1 for CSV with columns px, py, pz and qw, and for a folder whose first
 * CSV file has these. 0 for a stream, of which nothing is read: what was looked at could not be read again. */
ROUTH_API int routh_dataset3_recognise(routh_io from);

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
