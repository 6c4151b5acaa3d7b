/* Datasets in space: tosses of a convex body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_TOSSES_H
#define ROUTH_DATA_TOSSES_H

#include <routh/data_impacts.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    double rounding_error;        /* its standard error; NaN: not determined, and taken as sharp; 0: given */
    double depth;                 /* median depth of the lowest point below the board where the flights meet, m */
    double inertia,
        inertia_error;        /* kg m², from the point-impulse identity, or as given; where the moments differ, their
                                    * mean: the tensor is in proportion to the shape's `gyration`. An error of NaN: the impacts
                                    * do not determine it, and it is that of uniform density; 0: given */
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

#ifdef __cplusplus
}
#endif
#endif
