/* Datasets of planar impacts and trajectories, and tables of single impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_IMPACTS_H
#define ROUTH_DATA_IMPACTS_H

#include <routh/drawing.h>
#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Impacts from `count` rows of a table, counted from 0, with columns mass,inertia,rx,ry,vx,vy,omega. Each of these rows is
 * checked as by routh_contact_of; the message names file, row, column and value. */
ROUTH_API extern const char *const routh_impact_columns[8]; /* NULL-terminated */
ROUTH_API routh_status routh_impacts_of_table(routh_context *context, const routh_table *table, size_t first,
                                              size_t count, routh_impact *impact);

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

#ifdef __cplusplus
}
#endif
#endif
