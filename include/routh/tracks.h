/* The tracks room: recordings as a laboratory has them, from motion capture, video or a simulator, made into datasets.
 *
 *     file  →  tracks  →  axes  →  dataset
 *
 * A track is the motion of one tracked body in SI units, in the axes of the laboratory. A convention says how the
 * numbers of the file are meant: which column is which, units, the form of orientations. Axes say where up is and in
 * which plane the body moves; free fall and rest determine them. What is guessed is reported, and can be overridden.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TRACKS_H
#define ROUTH_TRACKS_H

#include <routh/segment.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Conventions -------------------------------------------------------------------------------------------*/

/* How orientations are written. */
#define ROUTH_ORIENTATION_TABLE(X)                                                                                     \
    X(ROUTH_ORIENTATION_AUTO, "auto", "as the format or the names of the columns say")                                 \
    X(ROUTH_ORIENTATION_ANGLE, "angle", "one angle: a motion in the plane")                                            \
    X(ROUTH_ORIENTATION_QUATERNION, "quaternion", "qw qx qy qz, body to laboratory")                                   \
    X(ROUTH_ORIENTATION_MATRIX, "matrix", "r11 r12 … r33, row by row, body to laboratory")                             \
    X(ROUTH_ORIENTATION_ROTATION_VECTOR, "rotation-vector", "ax ay az: the axis times the angle")                      \
    X(ROUTH_ORIENTATION_EULER, "euler", "e1 e2 e3, in an order that has to be named")

typedef enum routh_orientation {
#define ROUTH_ORIENTATION_CODE(code, name, about) code,
    ROUTH_ORIENTATION_TABLE(ROUTH_ORIENTATION_CODE)
#undef ROUTH_ORIENTATION_CODE
        ROUTH_ORIENTATION_COUNT
} routh_orientation;

ROUTH_API extern const routh_names routh_orientations;

/* The quantities that a column may be; their names are the keys of "columns". */
#define ROUTH_TRACK_COLUMN_TABLE(X)                                                                                    \
    X(ROUTH_TRACK_TIME, "time", ROUTH_TIME)                                                                            \
    X(ROUTH_TRACK_X, "x", ROUTH_LENGTH)                                                                                \
    X(ROUTH_TRACK_Y, "y", ROUTH_LENGTH)                                                                                \
    X(ROUTH_TRACK_Z, "z", ROUTH_LENGTH)                                                                                \
    X(ROUTH_TRACK_THETA, "theta", ROUTH_ANGLE)                                                                         \
    X(ROUTH_TRACK_QW, "qw", ROUTH_QUANTITIES)                                                                          \
    X(ROUTH_TRACK_QX, "qx", ROUTH_QUANTITIES)                                                                          \
    X(ROUTH_TRACK_QY, "qy", ROUTH_QUANTITIES)                                                                          \
    X(ROUTH_TRACK_QZ, "qz", ROUTH_QUANTITIES)                                                                          \
    X(ROUTH_TRACK_R11, "r11", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R12, "r12", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R13, "r13", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R21, "r21", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R22, "r22", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R23, "r23", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R31, "r31", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R32, "r32", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_R33, "r33", ROUTH_QUANTITIES)                                                                        \
    X(ROUTH_TRACK_AX, "ax", ROUTH_ANGLE)                                                                               \
    X(ROUTH_TRACK_AY, "ay", ROUTH_ANGLE)                                                                               \
    X(ROUTH_TRACK_AZ, "az", ROUTH_ANGLE)                                                                               \
    X(ROUTH_TRACK_E1, "e1", ROUTH_ANGLE)                                                                               \
    X(ROUTH_TRACK_E2, "e2", ROUTH_ANGLE)                                                                               \
    X(ROUTH_TRACK_E3, "e3", ROUTH_ANGLE)

typedef enum routh_track_column {
#define ROUTH_TRACK_COLUMN_CODE(code, name, quantity) code,
    ROUTH_TRACK_COLUMN_TABLE(ROUTH_TRACK_COLUMN_CODE)
#undef ROUTH_TRACK_COLUMN_CODE
        ROUTH_TRACK_COLUMNS
} routh_track_column;

/* How the numbers of a file are meant. What is 0 or "" is as the file says, or SI. */
typedef struct routh_tracks_convention {
    char column[ROUTH_TRACK_COLUMNS][ROUTH_NAME_SIZE]; /* the file's name of each, or "#3" for its third column */
    double unit[ROUTH_QUANTITIES];                     /* in SI: 1e-3 for mm; 0: as the file says */
    routh_orientation orientation;
    routh_quaternion_order quaternion; /* of quaternion columns that are known by position or by equal names only */
    char euler[4];                     /* "ZYX": about moving axes; "zyx": about fixed ones; "": as the file says */
    char rigid_body[ROUTH_NAME_SIZE];  /* the body to read; "": the only one, or all where there are several files */
    char variable[ROUTH_NAME_SIZE];    /* of a file with several: MATLAB, npz, HDF5 */
    double rate;                       /* rows per second where the file has no time, Hz; 0: as the file says */
    double gravity;                    /* of free flights, m/s², to see wrong units by; 0: 9.81 */
    bool skip_bad;                     /* 1: files of a folder that cannot be read are left out and listed */
} routh_tracks_convention;

/* Sets one field from text, as command lines have it: "columns" to "x=Body1 X (mm),theta=#4", "units" to "mm,deg,ms",
 * "orientation" to "xyzw", "wxyz", "matrix", "rotation-vector", "euler:ZYX" or "angle", "rigid_body", "variable" and
 * "rate" to their values. Anything else is ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_tracks_convention_set(routh_context *context, const char *field, const char *text,
                                                   routh_tracks_convention *convention);

/* Tracks ------------------------------------------------------------------------------------------------*/

/* The motion of one tracked body. Instants at which it was not seen are left out: time then makes a longer step. */
typedef struct routh_track {
    char *name;               /* of the body, or of the file where there is none */
    bool planar;              /* 1: position has x and y alone, `angle` is there, and `orientation` is NULL */
    size_t count;             /* instants */
    double *time;             /* s, increasing */
    double (*position)[3];    /* of the tracked point, laboratory axes, m */
    double (*orientation)[4]; /* body to laboratory, unit quaternion w x y z; neighbours have the same sign */
    double *angle;            /* rad, without jumps of 2π */
    double residual;          /* root mean square of markers about the rigid body fitted to them, m; NaN: no markers */
    size_t rows;              /* of the file, gaps included */
    size_t empty, not_a_number, occluded, repeated; /* rows left out, by reason */
    size_t misfit, mirrored; /* rows left out: markers do not fit the body, as if swapped, or are its mirror image */
    size_t repaired;         /* instants at which one marker, far from its place, was left out */
} routh_track;

/* What looks wrong in a recording, or is ambiguous, and what would mend it. Nothing of it is applied. */
typedef struct routh_proposal {
    const char *field;             /* of the convention, as routh_tracks_convention_set takes it: "units" */
    char value[ROUTH_NAME_SIZE];   /* and the text for it: "mm" */
    char text[ROUTH_MESSAGE_SIZE]; /* why, one sentence: "free fall has 9806 …" */
    bool certain;                  /* 1: what is read without it is wrong; 0: it is one of several, or may help */
} routh_proposal;

#define ROUTH_MOST_PROPOSALS 8
typedef struct routh_proposals {
    size_t count;
    routh_proposal proposal[ROUTH_MOST_PROPOSALS];
} routh_proposals;

typedef struct routh_tracks {
    char name[ROUTH_NAME_SIZE];   /* the file's */
    char source[ROUTH_NAME_SIZE]; /* for messages */
    char format[ROUTH_LABEL_SIZE];
    double rate; /* Hz; one over the usual step */
    char up;     /* axis that points up as the format says, 'x', 'y' or 'z'; 0: it does not */
    size_t count;
    routh_track *track;
    routh_findings understood; /* what each column was taken for, units, gaps: one finding a line, topic and text */
    routh_proposals proposals;
    routh_findings bad; /* files of a folder that were left out: topic "left out", text with file and reason */
} routh_tracks;

/* Reads a file in any of the formats, or a folder of files, one track or more each. On failure *tracks is empty but for
 * its proposals, and the message names file, line and field. */
ROUTH_API routh_status routh_tracks_read(routh_context *context, routh_io from,
                                         const routh_tracks_convention *convention, routh_tracks *tracks);
ROUTH_API void routh_tracks_release(routh_context *context, routh_tracks *tracks);

/* What looks wrong in the trajectories of a dataset that were read as they are: units that free fall and angles show.
 * `gravity` as in a convention. */
ROUTH_API routh_status routh_dataset_propose(routh_context *context, const routh_dataset *dataset, double gravity,
                                             routh_proposals *proposals);

/* Axes --------------------------------------------------------------------------------------------------*/

typedef struct routh_axes_options {
    double up[3];     /* direction in the laboratory's axes; 0 0 0 (default): as the format says, or from free fall */
    double normal[3]; /* of the plane of motion; 0 0 0 (default): fitted. Only for the plane */
    double gravity;   /* m/s²; default 9.81 */
    double
        rest_height; /* of the tracked point above the surface where the body lies still, m; NaN (default): unknown */
} routh_axes_options;

ROUTH_API routh_axes_options routh_axes_options_default(void);

/* Sets `up`, or `normal` by its name "plane", from text as command lines have it: "x", "-z", or three numbers with commas
 * between. Anything else is ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_axes_options_set(routh_context *context, const char *field, const char *text,
                                              routh_axes_options *axes);

/* From the laboratory's axes to ours: z up, and for the plane x along it, y up, angles anticlockwise. */
typedef struct routh_axes {
    double up[3], up_error;         /* unit vector; its error, rad: NaN: given or said by the format */
    double gravity, gravity_error;  /* of free flights, m/s²: a wrong unit or rate shows here */
    double normal[3], normal_error; /* of the plane of motion; points so that x, y, normal are right-handed */
    double out_of_plane;            /* root mean square distance of the motion from its plane, m */
    double tilt_out;                /* root mean square angle by which the body leaves the plane, rad */
    double ground;                  /* height of the surface along `up`, m: rest − rest_height; NaN: not determined */
    size_t flights, instants;       /* free flights that determined it */
    bool mirrored;                  /* 1: positions have left-handed axes and orientations do not: flipped >= 0 */
    routh_findings words;
    int flipped;       /* axis of positions, 0 … 2, whose sign does not go with the orientations; −1: none */
    bool inverse;      /* 1: orientations are laboratory to body */
    double tracked[3]; /* tracked point from the centre of mass, body axes, m; NaN: not determined */
    double rest;       /* median height of the tracked point, along `up`, where bodies lie still, m; NaN: none does */
    size_t rests;      /* tracks that end so */
} routh_axes;

/* Positions, orientations and free flights determine the axes as far as nothing is given. ROUTH_BAD_ARGUMENT with the
 * field "up" if nothing is given and nothing falls, or with the field "normal" if that is along `up`. */
ROUTH_API routh_status routh_axes_find(routh_context *context, const routh_tracks *tracks,
                                       const routh_axes_options *options, routh_axes *axes);
ROUTH_API void routh_axes_release(routh_context *context, routh_axes *axes);

/* Datasets ----------------------------------------------------------------------------------------------*/

/* Projects the tracks onto the plane of motion. `axes` may be NULL for planar tracks, which are then taken as they are:
 * x along the surface, y up. */
ROUTH_API routh_status routh_dataset_of_tracks(routh_context *context, const routh_tracks *tracks,
                                               const routh_axes *axes, const routh_import_options *options,
                                               routh_dataset *dataset);

/* The tracks in space, with z up and the surface at z = 0 where it is known; where it is not, the rest poses of a body of
 * that shape or width give it. Samples are even: single missing instants are interpolated between their neighbours, tracks are
 * divided where more than two are missing in a row, and what is shorter than three instants is left out. The unit of the
 * options does not count: tracks are in m. */
ROUTH_API routh_status routh_dataset3_of_tracks(routh_context *context, const routh_tracks *tracks,
                                                const routh_axes *axes, const routh_import3_options *options,
                                                routh_dataset3 *dataset);

/* Recordings --------------------------------------------------------------------------------------------
 * A file or a folder whose kind is not known: a dataset, a table of impacts, plain trajectories, or a laboratory's motions.
 * This is how the program reads the data of every verb. */

/* What a recording is, by its first bytes and the names of its columns; what a folder is its first file is. */
typedef enum routh_recording_kind {
    ROUTH_RECORDING_SEEN = 1,     /* it was looked at; alone: none of the others */
    ROUTH_RECORDING_TOSSES = 2,   /* a dataset of tosses, or CSV with px, py, pz, qw and no time */
    ROUTH_RECORDING_REBOUNDS = 4, /* CSV that begins with quantity,incidence_deg */
    ROUTH_RECORDING_MOTIONS = 8,  /* columns that can be a pose, even if it is ambiguous which, or motion capture's */
    ROUTH_RECORDING_TABLE = 16,   /* CSV with columns of impacts or of a trajectory */
    ROUTH_RECORDING_POSES = 32    /* of these: x, y, theta of three instants or more, and no velocities */
} routh_recording_kind;

/* Which of these it is, added up; 0 for what cannot be read twice, such as a pipe, of which nothing is read; -1: there is no
 * memory to look at it. A stream stays where it is. */
ROUTH_API int routh_recording_recognise(routh_io from);

typedef struct routh_recording_options {
    /* What the recording lacks or has wrong; rate, gravity and variable hold for motions too. */
    routh_import_options import;

    /* NULL (default): the caller says nothing about columns and units. Otherwise what is no table of impacts is taken for
     * motions, so that messages speak of their columns. What `import` says of rate, gravity and variable counts more. */
    const routh_tracks_convention *convention;
    routh_axes_options axes; /* of motions; a gravity in `import` counts more */

    /* 'x', 'y' or 'z': what points up where neither the format nor free fall shows it; 0 (default): that is a failure. */
    char up;
    bool motions;    /* 1: it is a recording of motions; a dataset is refused. Default 0 */
    bool keep_wrong; /* 1: what is certainly wrong is marked as `wrong`, and is no failure. Default 0 */
    int recognised; /* what routh_recording_recognise answered, which then looks no second time; 0 (default): it looks */
} routh_recording_options;

ROUTH_API routh_recording_options routh_recording_options_default(void);

/* Why a recording was refused that could be opened. The context's message says it in full. */
#define ROUTH_REFUSAL_TABLE(X)                                                                                         \
    X(ROUTH_REFUSED_NOT, "none", "it was not, or the message has all there is to say")                                 \
    X(ROUTH_REFUSED_DATASET, "dataset", "it is a dataset, and motions were asked for")                                 \
    X(ROUTH_REFUSED_UNREAD, "unread", "its motions cannot be read as they are; a proposal may say what to give")       \
    X(ROUTH_REFUSED_UNITS, "units",                                                                                    \
      "a proposal that is certain says what is wrong, such as millimetres read as metres")                             \
    X(ROUTH_REFUSED_AXES, "axes", "free flights contradict units or up: `contradiction`")                              \
    X(ROUTH_REFUSED_PLANE, "plane", "the motion leaves the plane: axes.tilt_out, axes.out_of_plane")

typedef enum routh_refusal {
#define ROUTH_REFUSAL_CODE(code, name, about) code,
    ROUTH_REFUSAL_TABLE(ROUTH_REFUSAL_CODE)
#undef ROUTH_REFUSAL_CODE
        ROUTH_REFUSAL_COUNT
} routh_refusal;

ROUTH_API extern const routh_names routh_refusals;

/* How a recording was understood. */
typedef struct routh_recording {
    routh_tracks tracks; /* of motions; count 0: it is something else. The proposals are there in either case */
    routh_axes axes;
    bool has_axes; /* of motions in space, or where up was given */
    bool plain;    /* 1: a plain table, all of whose rows were read: nothing about how it was read is worth a look */

    /* 1: the motion leaves its plane by more than 0.1 rad, which only a plane that was given allows. */
    bool leaves_plane;
    bool wrong;                         /* 1: something is certainly wrong */
    const routh_finding *contradiction; /* of axes.words: what free flights say is wrong; NULL: nothing */
    const char *fitting_units;          /* under which it would not be: "mm"; "" if no unit explains it */
    const char *stated_units;           /* to give where what looks wrong is right as it is: "m,rad" */
    routh_refusal refusal;
    char why[ROUTH_MESSAGE_SIZE]; /* ROUTH_REFUSED_UNREAD: the message without the proposals */
} routh_recording;

/* Reads it in the first of these ways that fits: as routh_dataset_read does, else as motions, projected onto their plane.
 * Poses alone in a plain table are motions too, so that times, gaps and units are looked at. Refuses what is certainly wrong,
 * and motions that leave their plane by more than 0.1 rad, or 0.3 rad where the plane was given. Notes of a way that was not
 * taken are not logged. `dataset` NULL: only says how motions are understood. On failure the dataset is empty, and *recording
 * has what is known: release it in any case. */
ROUTH_API routh_status routh_recording_read(routh_context *context, routh_io from,
                                            const routh_recording_options *options, routh_recording *recording,
                                            routh_dataset *dataset);

/* The same in space, with the values of `import` (NULL: nothing is stated) instead of options->import, of which the variable
 * alone is used: tosses as routh_dataset3_read reads them, else motions. */
ROUTH_API routh_status routh_recording3_read(routh_context *context, routh_io from,
                                             const routh_recording_options *options,
                                             const routh_import3_options *import, routh_recording *recording,
                                             routh_dataset3 *dataset);

ROUTH_API void routh_recording_release(routh_context *context, routh_recording *recording);

#ifdef __cplusplus
}
#endif
#endif
