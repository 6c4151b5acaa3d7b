/* Recordings of insertions, and measured rebounds of spheres.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_INSERTIONS_H
#define ROUTH_DATA_INSERTIONS_H

#include <routh/drawing.h>
#include <routh/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    double velocity_window; /* > 0: velocities come from the poses, over this time, s, even if they are recorded; 0:
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
    double twist_window;                   /* twists come from poses, over this time, s; 0: they were measured */
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
