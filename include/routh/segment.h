/* The segment room: what a recording shows about itself (checks, frame, calibration), and the contacts found in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SEGMENT_H
#define ROUTH_SEGMENT_H

#include <routh/data.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Checks ------------------------------------------------------------------------------------------------
 * A point impulse obeys Δω = (m/I)(rx Δvy' − ry Δvx) under any law; Δvy' excludes the effect of gravity. The right side
 * without m/I is the lever. */

/* Regression of Δω on the lever, through the origin, in one frame. */
typedef struct routh_frame_hypothesis {
    double slope;       /* m/I, 1/m² */
    double slope_error; /* its standard error */
    double gyration;    /* 1/√slope, m; NaN if the slope is not positive */
    double r2;          /* not centred */
    double correlation; /* centred */
    double residual;    /* root mean square, rad/s */
} routh_frame_hypothesis;

typedef struct routh_frame_evidence {
    size_t count;  /* impacts regressed */
    double kn, kt; /* two free coefficients, Δω = kn (rx Δvy') + kt (−ry Δvx), 1/m² */
    double kn_error, kt_error;
    routh_frame_hypothesis hypothesis[ROUTH_FRAME_COUNT];
    routh_frame best;
    bool decided;              /* 0: not determined, the signs of kn and kt are within their errors */
    bool gyration_disagrees;   /* 1: the best frame's differs from the stated one by more than 10 % and three errors */
    double stated_gyration;    /* √(I/m), m */
    char why[ROUTH_NAME_SIZE]; /* the reason for `best`, one sentence */
} routh_frame_evidence;

/* Regresses the used records. Fewer than three is ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_frame_evidence_of(routh_context *context, const routh_dataset *dataset,
                                               routh_frame_evidence *evidence);

/* The frame in which to read the dataset, and the reason in one sentence (`why` has ROUTH_NAME_SIZE bytes). `wanted` is
 * the name of a frame. "auto" or NULL: the decision stored in the dataset, else the result of routh_frame_evidence_of,
 * else as-recorded. */
ROUTH_API routh_status routh_frame_of(routh_context *context, const routh_dataset *dataset, const char *wanted,
                                      routh_frame *frame, char *why);

/* Everything that `routh check` reports, by topic: frame, inertia, gravity, rate, units, rest pose, duplicates, …
 * *evidence (may be NULL) is the regression behind the first two. Trajectories without records are segmented for this
 * call only; the dataset does not change. Release with routh_findings_release. */
ROUTH_API routh_status routh_dataset_check(routh_context *context, const routh_dataset *dataset,
                                           routh_findings *findings, routh_frame_evidence *evidence);

/* Segmentation ------------------------------------------------------------------------------------------*/

typedef struct routh_segment_options {
    bool calibrate;       /* 1 (default): correct height and angle with the rest pose of all trajectories */
    double height_offset; /* used if calibrate is 0, m; default 0 */
    double angle_offset;  /* likewise, rad; default 0 */
    size_t flight_min;    /* instants of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* of a longer flight, only this many instants next to the contact are used; default 10 */
    double deviation_max; /* largest deviation of a flight from its parabola, m; default 0.002 */
    double meeting_max;   /* largest distance between the two parabolas where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the ground at contact, m; default 0.008 */
    double energy_drift;  /* largest relative drift of energy within a flight; default 0.1 */
    double corner_gap;    /* a second corner nearer to the ground than this at contact touches too, m; default 0.001 */
} routh_segment_options;

ROUTH_API routh_segment_options routh_segment_options_default(void);

/* Finds the contacts in the dataset's trajectories. They replace its records; rejected ones keep their reasons. */
ROUTH_API routh_status routh_dataset_segment(routh_context *context, const routh_segment_options *options,
                                             routh_dataset *dataset);

/* How much m/I, the slope of the point-impulse identity in the frame as recorded, depends on the rest pose. */
typedef struct routh_sensitivity {
    double slope, correlation;                           /* as segmented, 1/m² */
    double slope_uncalibrated, correlation_uncalibrated; /* without corrections of height and angle */
    double slope_height[2];                              /* with a height offset 1 mm less and 1 mm more */
    double slope_angle[2];                               /* with an angle offset 0.01 rad less and 0.01 rad more */
} routh_sensitivity;

/* Segments again with other offsets, without changing the dataset, which must have been segmented with these
 * options. */
ROUTH_API routh_status routh_sensitivity_of(routh_context *context, const routh_dataset *dataset,
                                            const routh_segment_options *options, routh_sensitivity *sensitivity);

/* Segmentation in space --------------------------------------------------------------------------------
 * Impacts of single corners of a cube. Scale, centre of mass, rounding and inertia are measured from the recording
 * without using any law, and no impact is rejected because it disagrees with a law. */

typedef struct routh_segment3_options {
    bool calibrate; /* 1 (default): measure scale, height of the board, centre of mass, rounding and inertia. 0: assume
                     * a sharp uniform cube tracked at its centre, lengths as recorded, and the board at height 0 */
    double inertia; /* about any axis through the centre of mass, kg m²; 0 (default): as measured, or mass × width²/6
                     * if calibrate is 0 */

    size_t flight_min;    /* instants of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* of a longer flight, only this many instants next to the contact are used; default 10 */
    double deviation_max; /* largest distance of an instant from its flight's parabola, m; default 0.0005 */
    double meeting_max;   /* largest distance between the two flights where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the board at contact, m; default 0.008 */
    double corner_gap;    /* a second corner nearer to the board than this at contact may touch too, m; default 0.005 */
} routh_segment3_options;

ROUTH_API routh_segment3_options routh_segment3_options_default(void);
ROUTH_API routh_status routh_segment3_options_check(routh_context *context, const routh_segment3_options *options);

/* Calibrates, then finds the contacts in the dataset's trajectories. They replace its records; rejected ones keep their
 * reasons. ROUTH_BAD_ARGUMENT if no trajectory is long enough for a contact. It is not a failure if no record can be
 * used. */
ROUTH_API routh_status routh_dataset3_segment(routh_context *context, const routh_segment3_options *options,
                                              routh_dataset3 *dataset);

/* Insertions --------------------------------------------------------------------------------------------*/

/* δ_r from the retraction after a reference insertion. The hand starts at rest under the force `from` (N) and retracts
 * along `axis` (object 2's axes). Position against force gives the distance to zero force; *offset is that distance
 * times to/from. It is too large if some parts are displaced so far that `from` does not press them at all. */
ROUTH_API routh_status routh_insertion_offset(routh_context *context, const routh_insertion *retraction,
                                              const double axis[3], double from, double to, double *offset);

#ifdef __cplusplus
}
#endif
#endif
