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
    bool calibrate; /* 1 (default): correct height and angle with the rest pose of all trajectories, and a delay of
                           * angles behind positions with the instants at which flights meet in both */
    double height_offset; /* used if calibrate is 0, m; default 0 */
    double angle_offset;  /* likewise, rad; default 0 */
    double angle_delay;   /* likewise: recorded angles are those of so much earlier, s, -1 … 1; default 0 */
    size_t flight_min;    /* instants of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* of a longer flight, only this many instants next to the contact are used; default 10 */
    double deviation_max; /* largest deviation of a flight from its parabola, m; default 0.002 */
    double meeting_max;   /* largest distance between the two parabolas where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the ground at contact, m; default 0.008 */
    double energy_drift;  /* largest relative drift of energy within a flight; default 0.1 */
    double corner_gap;    /* a second corner nearer to the ground than this at contact touches too, m; default 0.001 */

    /* 1: contacts may last several instants and sink in, as soft ones of simulators do: everything from the last instant of
     * flight before to the first after is one contact, however long, if the flights on both sides fit. No contact is
     * rejected because it gains energy. Default 0: a contact is an instant */
    bool soft;
} routh_segment_options;

ROUTH_API routh_segment_options routh_segment_options_default(void);

/* Finds the contacts in the dataset's trajectories. They replace its records; rejected ones keep their reasons. */
ROUTH_API routh_status routh_dataset_segment(routh_context *context, const routh_segment_options *options,
                                             routh_dataset *dataset);

/* Diagnosis ---------------------------------------------------------------------------------------------
 * Where few or no contacts can be used: why, and what would bring them back. */

/* Something that would help, as fields of options with the text that they would have: "angle_offset" "0.30". Units, rate,
 * up and scale are those of reading the file. */
typedef struct routh_alternative {
    size_t settings;
    const char *field[2];
    char value[2][ROUTH_LABEL_SIZE];
    size_t used, contacts;      /* of the trajectories that were tried, with it */
    char text[ROUTH_NAME_SIZE]; /* one sentence */
} routh_alternative;

#define ROUTH_MOST_ALTERNATIVES 4

typedef struct routh_diagnosis {
    size_t contacts, used; /* of the dataset */
    bool needed;           /* 1: none can be used, or fewer than a tenth */
    routh_findings words;  /* reasons in the order of loss, what was tried, and what would help */
    size_t tried;          /* ways of reading that were tried, on at most 20,000 samples */
    size_t count;
    routh_alternative alternative[ROUTH_MOST_ALTERNATIVES]; /* the best first */
} routh_diagnosis;

/* For a dataset that was segmented with these options (NULL: the defaults). Tries other offsets, units, rates, directions
 * of up and limits, only if help is needed; the dataset stays as it is. */
ROUTH_API routh_status routh_diagnosis_of(routh_context *context, const routh_dataset *dataset,
                                          const routh_segment_options *options, routh_diagnosis *diagnosis);
ROUTH_API void routh_diagnosis_release(routh_context *context, routh_diagnosis *diagnosis);

/* How much m/I, the slope of the point-impulse identity in the frame as recorded, depends on the rest pose. */
typedef struct routh_sensitivity {
    double slope, correlation;                           /* as segmented, 1/m² */
    double slope_uncalibrated, correlation_uncalibrated; /* without corrections of height and angle */
    double slope_height[2];                              /* with a height offset 1 mm less and 1 mm more */
    double slope_angle[2];                               /* with an angle offset 0.01 rad less and 0.01 rad more */
    char contradiction[ROUTH_NAME_SIZE]; /* what impacts contradict in how the dataset is read, by its m/I in its frame:
                                          * one sentence, "" for nothing */
} routh_sensitivity;

/* Segments again with other offsets, NaN where too few impacts are left with them, without changing the dataset, which must have been segmented with these
 * options. */
ROUTH_API routh_status routh_sensitivity_of(routh_context *context, const routh_dataset *dataset,
                                            const routh_segment_options *options, routh_sensitivity *sensitivity);

/* Calibration -------------------------------------------------------------------------------------------
 * What the impacts show about the recording without any law. The point-impulse identity holds whatever the law, with r
 * from the body's shape at the recorded angle: an offset of the angle or of the centre, or a wrong ratio of the axes
 * shows in what the identity leaves over. */

#define ROUTH_CALIBRATION_TABLE(X)                                                                                     \
    X(ROUTH_CALIBRATION_ANGLE, "angle", "rad", "angle offset, measured minus true")                                    \
    X(ROUTH_CALIBRATION_CENTRE_X, "centre-x", "m", "centre of mass along body x, from the shape's centre")             \
    X(ROUTH_CALIBRATION_CENTRE_Y, "centre-y", "m", "centre of mass along body y, from the shape's centre")             \
    X(ROUTH_CALIBRATION_RATIO, "ratio", "", "true a/b of an ellipse over the stated one, at the same area")            \
    X(ROUTH_CALIBRATION_LEAD, "lead", "frames", "from the recorded pose to the contact")                               \
    X(ROUTH_CALIBRATION_LAG, "lag", "frames", "of the stored contact rows behind the recorded pose")                   \
    X(ROUTH_CALIBRATION_SIZE, "size", "", "true size over the stated one, from heights at contact")                    \
    X(ROUTH_CALIBRATION_SLOPE, "m/I", "1/m²", "mass over moment of inertia")

typedef enum routh_calibration_index {
#define ROUTH_CALIBRATION_CODE(code, name, unit, about) code,
    ROUTH_CALIBRATION_TABLE(ROUTH_CALIBRATION_CODE)
#undef ROUTH_CALIBRATION_CODE
        ROUTH_CALIBRATION_COUNT
} routh_calibration_index;

ROUTH_API extern const routh_names routh_calibration_values; /* by index: "angle" */

/* The unit of a value, "" for none. */
ROUTH_API const char *routh_calibration_unit(routh_calibration_index index);

typedef struct routh_calibration_value {
    bool determined;           /* 0: the data do not determine it, and the numbers are NaN */
    bool freed;                /* 1: corrected by routh_dataset_calibrate */
    double value, error;       /* standard error */
    double low, high;          /* 95 %, whether the noise is in the spin alone or in all velocities */
    char why[ROUTH_NAME_SIZE]; /* why it is freed, kept as stated, or not determined */
} routh_calibration_value;

typedef struct routh_calibration {
    routh_frame frame;
    size_t count; /* impacts used: with an angle, and not of a polygon almost flat */
    routh_calibration_value value[ROUTH_CALIBRATION_COUNT];

    /* The identity in this frame, with r as stored, from the shape at the recorded angle, at the freed values, and with
     * the ratio of the axes free as well. NaN where there is none. */
    routh_frame_hypothesis stored, recorded, calibrated, with_ratio;
} routh_calibration;

typedef struct routh_calibration_options {
    unsigned candidates; /* bits 1 << routh_calibration_index of those that may be freed: angle, centre-x with centre-y,
                          * ratio; default all of them */
    bool forced;         /* 1: free them without asking for evidence; default 0 */
} routh_calibration_options;

ROUTH_API routh_calibration_options routh_calibration_options_default(void);

/* Calibrates from the used records, read in that frame. Data that cannot carry it (no shape, no angle, a disc, too few
 * impacts, all on one point) are no failure: what they leave open is not determined, with the reason. */
ROUTH_API routh_status routh_calibration_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                            const routh_calibration_options *options, routh_calibration *calibration);

/* Corrects the dataset by the freed values: angles, the shape's axes, and the contact point of every record with an
 * angle. Trajectories are corrected too and segmented again with these options (NULL: the defaults). */
ROUTH_API routh_status routh_dataset_calibrate(routh_context *context, const routh_calibration *calibration,
                                               const routh_segment_options *segmentation, routh_dataset *dataset);

/* Provenance ----------------------------------------------------------------------------------------------
 * What lies between the two states of a record that did not come from trajectories. */

typedef struct routh_provenance {
    size_t count; /* records with a pose before and after */
    double frames,
        frames_error; /* between the poses: median and its standard error, which noise in the velocities makes too
                                  * small; NaN: not determined */
    double frames_low, frames_high; /* 95 %, whether the noise is in the poses or in the velocities */
    bool drift_agrees;              /* 1: x moves with the recorded vx. Set if frames is determined */
    double gap;               /* between the velocities as gravity's share in the identity shows it, s; NaN: none */
    double gap_low, gap_high; /* 95 %, whether the noise is in the spin alone or in all velocities */
    bool gravity_determined;  /* 1: that interval is shorter than a frame, so that it decides about gravity */
} routh_provenance;

/* No failure where the data determine nothing. */
ROUTH_API routh_status routh_provenance_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                           routh_provenance *provenance);

typedef struct routh_reflag_options {
    double energy;      /* a gain of kinetic energy above this share is flagged `energy`; default 0.1 */
    double compression; /* a contact point that still approaches after the impact, by more than this share of its speed
                         * before, is flagged `compression`; default 0.1 */
    double pull;        /* a normal impulse below −pull times |impulse| is flagged `cone`; default 0 */
} routh_reflag_options;

ROUTH_API routh_reflag_options routh_reflag_options_default(void);

typedef struct routh_reflag {
    size_t recorded;                  /* records that the file flagged energy, cone or compression */
    size_t only;                      /* of these, without any other reason */
    size_t energy, cone, compression; /* flagged now; a record may carry several */
    size_t gained;                    /* used now and not before */
    size_t lost;                      /* used before and not now */
} routh_reflag;

/* Replaces the recorded flags energy, cone and compression of records that did not come from trajectories by our own, read
 * in that frame: whoever recorded them may have computed theirs in another. `reflag` may be NULL. */
ROUTH_API routh_status routh_dataset_reflag(routh_context *context, routh_frame frame,
                                            const routh_reflag_options *options, routh_dataset *dataset,
                                            routh_reflag *reflag);

/* Corrections ---------------------------------------------------------------------------------------------
 * What a caller may ask for before it works on a dataset, in the order in which it has to be done. */

typedef struct routh_correction_options {
    bool calibrate;    /* 1: correct what routh_calibration_of frees, with its default options; default 0 */
    bool reflag;       /* 1: replace recorded flags, with the default options of routh_dataset_reflag; default 0 */
    const char *frame; /* as in routh_frame_of; NULL (default): auto */
    const routh_segment_options *segmentation; /* of trajectories that are calibrated; NULL: the defaults */
} routh_correction_options;

ROUTH_API routh_correction_options routh_correction_options_default(void);

typedef struct routh_correction {
    bool calibrated, reflagged;
    routh_calibration calibration; /* if it was asked for */
    routh_reflag reflag;
    routh_dataset before; /* as it was before calibration: records of its own, the trajectories are the dataset's */
} routh_correction;

/* Corrects the dataset. If calibration was asked for and nothing can be determined, that is ROUTH_BAD_ARGUMENT with the field
 * "calibrate"; calibration.value has the reason. Release the correction before the dataset, and after a failure too. */
ROUTH_API routh_status routh_dataset_correct(routh_context *context, const routh_correction_options *options,
                                             routh_dataset *dataset, routh_correction *correction);
ROUTH_API void routh_correction_release(routh_context *context, routh_correction *correction);

/* Stores the frame to read the dataset in: the one with that name, or what the data themselves decide ("auto" or NULL). NULL
 * leaves one that is stored. */
ROUTH_API routh_status routh_dataset_decide_frame(routh_context *context, const char *wanted, routh_dataset *dataset);

/* Segmentation in space --------------------------------------------------------------------------------
 * Impacts of single corners of a convex body. In flight it turns as its moments of inertia say: a cube steadily, another
 * body by Euler's equations with the ratios of its shape's tensor. Corners nearer to each other than a tenth of the body's
 * radius are one. Scale, centre of mass, rounding and inertia are measured from the recording
 * without using any law, and no impact is rejected because it disagrees with a law. */

typedef struct routh_segment3_options {
    bool calibrate; /* 1 (default): measure scale, height of the board, centre of mass, rounding and inertia. 0: assume
                     * a sharp uniform body, a cube tracked at its centre, lengths as recorded, and the board at height 0 */
    double inertia; /* about any axis through the centre of mass, kg m², or the mean of the principal moments where they
                     * differ; 0 (default): as measured, or that of uniform density if calibrate is 0 */
    const routh_calibration3 *calibration; /* of another recording of the same body, applied instead of measuring one;
                                            * NULL (default): measure. It must outlive the call only */

    size_t flight_min;    /* instants of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* of a longer flight, only this many instants next to the contact are used; default 10 */
    double deviation_max; /* largest distance of an instant from its flight's parabola, m; default 0.0005. Where the
                           * recording's own noise makes larger ones, these are allowed, here and next */
    double meeting_max;   /* largest distance between the two flights where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the board at contact, m; default 0.008 */
    double corner_gap;    /* a second corner nearer to the board than this at contact may touch too, m; default 0.005 */
    double rounding;      /* radius of edges and corners, m; NaN (default): as measured, or sharp if calibrate is 0 */
    bool soft;            /* 1: contacts may last several instants, as in routh_segment_options; default 0 */
} routh_segment3_options;

ROUTH_API routh_segment3_options routh_segment3_options_default(void);

/* Finds the instants in which the hand is still on a body, calibrates, and finds the contacts in the dataset's
 * trajectories. They replace its records; rejected ones keep their
 * reasons. ROUTH_BAD_ARGUMENT if no trajectory is long enough for a contact. It is not a failure if no record can be
 * used. */
ROUTH_API routh_status routh_dataset3_segment(routh_context *context, const routh_segment3_options *options,
                                              routh_dataset3 *dataset);

/* Insertions --------------------------------------------------------------------------------------------*/

/* δ_r, how far the parts are pressed into each other. */
typedef struct routh_insertion_offset_estimate {
    double offset;  /* δ_r, m */
    double error;   /* its standard error, m: of noise that is independent from sample to sample, and of nothing else */
    double pressed; /* the same at the force of the reference insertion, m */
    double from, to;   /* that force, and the one of the test, N */
    size_t rest, used; /* samples at rest under that force, and in the stretch that was extended to zero force */
    double rate;       /* of the recording, Hz */
} routh_insertion_offset_estimate;

/* δ_r from the retraction after a reference insertion. The hand rests under the force `from` (N) and retracts along
 * `axis` (object 2's axes); how it came there may be in the recording, too. Position against force gives the distance to
 * zero force, `pressed`; the offset is that distance times to/from. It is too large if some parts are displaced so far that
 * `from` does not press them at all. ROUTH_BAD_ARGUMENT if the recording has no such rest or no such retraction, if it
 * rests under a force more than 5 % off, or if `to` is more than ten times as much or as little as `from`. */
ROUTH_API routh_status routh_insertion_offset(routh_context *context, const routh_insertion *retraction,
                                              const double axis[3], double from, double to,
                                              routh_insertion_offset_estimate *estimate);

#ifdef __cplusplus
}
#endif
#endif
