/* The segmentation room: what a recording says about itself, and the contacts found in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SEGMENT_H
#define ROUTH_SEGMENT_H

#include <routh/data.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* Everything `routh check` reports, by topic: frame, inertia, gravity, rate, units, rest pose, duplicates, … `frame` (may
 * be NULL) gets the regression behind the first two. Trajectories that have not been segmented are, for this answer
 * only. Release with routh_findings_release. */
ROUTH_API routh_status routh_dataset_check(routh_context *context, const routh_dataset *dataset,
                                           routh_findings *findings, routh_frame_evidence *frame);

/* Segmentation ------------------------------------------------------------------------------------------*/

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
ROUTH_API routh_status routh_sensitivity_of(routh_context *context, const routh_dataset *dataset,
                                            const routh_segment_options *options, routh_sensitivity *sensitivity);

/* Segmentation in space --------------------------------------------------------------------------------
 * Impacts of single corners of a cube. What the recording tells of the cube (scale, centre of mass, rounding, inertia) is
 * measured before any law is looked at, and no impact is rejected because it disagrees with a law. */

typedef struct routh_segment3_options {
    int calibrate;  /* 1 (default): scale, height of the board, centre of mass, rounding and inertia as measured. 0: as
                     * stated, a sharp uniform cube tracked at its centre, lengths as recorded, the board at 0 */
    double inertia; /* about any axis through the centre of mass, kg m²; 0 (default): as measured, or mass width²/6
                     * where calibrate is 0 */

    size_t flight_min;    /* instants of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* instants used of a longer flight, those next to the contact; default 10 */
    double deviation_max; /* largest distance of an instant from its flight's parabola, m; default 0.0005 */
    double meeting_max;   /* largest distance between the two flights where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the board at contact, m; default 0.008 */
    double corner_gap;    /* a second corner nearer to the board than this may touch too, m; default 0.005 */
} routh_segment3_options;

ROUTH_API routh_segment3_options routh_segment3_options_default(void);
ROUTH_API routh_status routh_segment3_options_check(routh_context *context, const routh_segment3_options *options);

/* Calibrates, finds the contacts in dataset's trajectories and replaces its records by them, rejected ones with their
 * reasons. No trajectory long enough for a contact is ROUTH_BAD_ARGUMENT; that no record can be used is not a failure. */
ROUTH_API routh_status routh_dataset3_segment(routh_context *context, const routh_segment3_options *options,
                                              routh_dataset3 *dataset);

/* Insertions --------------------------------------------------------------------------------------------*/

/* δ_r from a reference insertion: position along `axis` (object 2's axes) against force along it while the hand, at rest
 * under force `from` (N) at first, retracts; the way to zero force, times to/from. Too large where parts are displaced
 * so far that some of them are not pressed at all by `from`. */
ROUTH_API routh_status routh_insertion_offset(routh_context *context, const routh_insertion *retraction,
                                              const double axis[3], double from, double to, double *offset);

#ifdef __cplusplus
}
#endif
#endif
