/* The rollout room: whole recorded tosses predicted from their first flight, how far from the recording the prediction is,
 * and the parameters that make it least far.
 *
 * World axes of predictions: z up, the board at z = 0, true metres: recorded lengths ÷ the calibration's scale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ROLLOUT_H
#define ROUTH_ROLLOUT_H

#include <routh/motion3.h>
#include <routh/segment.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts ------------------------------------------------------------------------------------------------*/

/* Where a recorded toss starts: the state fitted to its first flight, without the instants in the hand. */
typedef struct routh_start3 {
    size_t trajectory;         /* index into the dataset's trajectories */
    size_t first, last;        /* instants fitted; 0, 0: none */
    routh_state3 state;        /* at instant `first`, time 0 */
    double covariance[12][12]; /* of position (m), turn (rad, world axes), velocity (m/s) and spin (rad/s) */
    double noise[2];           /* of an instant of the recording: deviation of a coordinate, m and rad */
    const char *why_not;       /* NULL: usable; otherwise why not, "no flight", … */
} routh_start3;

/* How a start is fitted. */
typedef struct routh_start3_options {
    size_t flight_min; /* instants needed, ≥ 3; default 5 */
    size_t flight_max; /* the most that are used after the hand; 0 (default): all of the first flight */
    bool one; /* 1: the first recorded instant and its difference to the next only ("frame 0"), even in the hand */
} routh_start3_options;

ROUTH_API routh_start3_options routh_start3_options_default(void);

/* Errors ------------------------------------------------------------------------------------------------*/

/* How far a predicted toss is from the recorded one. */
typedef struct routh_rollout_error {
    size_t instants; /* compared */
    double
        position; /* mean distance of the tracked point, true metres, over every instant after the first fitted one */
    double rotation;                       /* mean angle between the orientations, rad */
    double position_after, rotation_after; /* the same over instants after the fit alone */
    double position_end, rotation_end;     /* at the last instant */
    bool face_right;                       /* the face that is below at the end is the recorded one */
} routh_rollout_error;

/* What happens at a recorded instant, from the start on. */
#define ROUTH_ROLLOUT_PHASE_TABLE(X)                                                                                   \
    X(ROUTH_PHASE_FLIGHT, "flight", "the start is fitted to it")                                                       \
    X(ROUTH_PHASE_FIRST_IMPACT, "first-impact", "until 0.1 s after the first flight")                                  \
    X(ROUTH_PHASE_TUMBLING, "tumbling", "until the last face is down for good")                                        \
    X(ROUTH_PHASE_SLIDING, "sliding", "on the last face, still moving")                                                \
    X(ROUTH_PHASE_REST, "rest", "nothing moves any more")

typedef enum routh_rollout_phase {
#define ROUTH_ROLLOUT_PHASE_CODE(code, name, about) code,
    ROUTH_ROLLOUT_PHASE_TABLE(ROUTH_ROLLOUT_PHASE_CODE)
#undef ROUTH_ROLLOUT_PHASE_CODE
        ROUTH_ROLLOUT_PHASES
} routh_rollout_phase;

ROUTH_API extern const routh_names routh_rollout_phases; /* "first-impact" */

/* Predictions -------------------------------------------------------------------------------------------*/

/* One toss predicted. */
typedef struct routh_rollout {
    size_t trajectory;   /* index into the dataset's trajectories */
    const char *why_not; /* NULL: predicted; otherwise why not */
    routh_start3 start;
    size_t count; /* states, the first at instant start.first, the last at the end of the recording */
    routh_state3 *state;
    double (*apart)[2]; /* from the recording at each of them: distance of the tracked point, m, and angle, rad */
    double centre[3];   /* of mass in the world that it was predicted in: what leads from states to the tracked point */
    routh_rollout_error error;
    size_t phase_end[ROUTH_ROLLOUT_PHASES];
    double phase_position[ROUTH_ROLLOUT_PHASES]; /* mean errors within a phase, m; NaN: it has no instants */
    double phase_rotation[ROUTH_ROLLOUT_PHASES]; /* rad */
} routh_rollout;

/* Fits --------------------------------------------------------------------------------------------------*/

/* What whole tosses may show. Friction in sliding is also that of rolling and rest; the speed is that of slip, or of approach;
 * the centre is from the tracked point; drag is deceleration ÷ velocity; contacts nearer than `together` take part in an
 * impact. */
#define ROUTH_ROLLOUT_TABLE(X)                                                                                         \
    X(ROUTH_ROLLOUT_MU, "mu", "", "friction at impacts")                                                               \
    X(ROUTH_ROLLOUT_MU_SLIDE, "mu_slide", "", "friction in sliding at 1 m/s")                                          \
    X(ROUTH_ROLLOUT_MU_SLOPE, "mu_slope", "", "change of that friction with ln(speed)")                                \
    X(ROUTH_ROLLOUT_EPS, "eps", "", "restitution at 1 m/s")                                                            \
    X(ROUTH_ROLLOUT_EPS_SLOPE, "eps_slope", "", "change of restitution with ln(speed)")                                \
    X(ROUTH_ROLLOUT_ETA2, "eta2", "", "normal ÷ tangential stiffness")                                                 \
    X(ROUTH_ROLLOUT_ROUNDING, "rounding", "m", "radius of corners and edges")                                          \
    X(ROUTH_ROLLOUT_CENTRE_X, "centre_x", "m", "centre of mass along body x")                                          \
    X(ROUTH_ROLLOUT_CENTRE_Y, "centre_y", "m", "centre of mass along body y")                                          \
    X(ROUTH_ROLLOUT_CENTRE_Z, "centre_z", "m", "centre of mass along body z")                                          \
    X(ROUTH_ROLLOUT_INERTIA, "inertia", "kg m²", "mean moment of inertia")                                             \
    X(ROUTH_ROLLOUT_DRAG, "drag", "1/s", "drag of the air")                                                            \
    X(ROUTH_ROLLOUT_GAP, "together", "m", "reach of an impact")

typedef enum routh_rollout_parameter {
#define ROUTH_ROLLOUT_CODE(code, name, unit, about) code,
    ROUTH_ROLLOUT_TABLE(ROUTH_ROLLOUT_CODE)
#undef ROUTH_ROLLOUT_CODE
        ROUTH_ROLLOUT_PARAMETERS
} routh_rollout_parameter;

ROUTH_API extern const routh_names routh_rollout_parameters; /* "mu_slide" */

/* The unit of a parameter, "" for none. */
ROUTH_API const char *routh_rollout_unit(routh_rollout_parameter parameter);

/* Parameters fitted to whole tosses: the least mean over tosses of d/(1 + 2d) + a/(1 + 2a), d the mean distance ÷ the body's
 * width, a the mean angle in rad. Some tosses are chaotic; bounding their part keeps them from deciding. */
typedef struct routh_rollout_estimate {
    unsigned free;
    double value[ROUTH_ROLLOUT_PARAMETERS];            /* fixed ones as they were */
    routh_interval interval[ROUTH_ROLLOUT_PARAMETERS]; /* 95 %, tosses as units; NaN where nothing was fitted or asked
                                                        * for; infinite where tosses do not determine it, or are fewer than 18:
                                                        * errors are then unknown, and the covariance is 0 */
    double covariance[ROUTH_ROLLOUT_PARAMETERS][ROUTH_ROLLOUT_PARAMETERS]; /* of those fitted, 0 elsewhere */
    double cost;                                                           /* that mean */
    size_t tosses;                                                         /* fitted to */
    bool ended;               /* 1: the search no longer gained, or looked around with at least four predictions a
                               * parameter; 0: `evaluations` cut it short, and neither values nor intervals are final */
    size_t evaluations;       /* predictions of all of them by the search … */
    size_t error_evaluations; /* … and by those that measure its errors */
} routh_rollout_estimate;

typedef struct routh_rollout_options {
    unsigned free;   /* bits 1 << routh_rollout_parameter of those fitted; default: all but eta2, drag and together */
    bool calibrated; /* 1 (default): centre, inertia, rounding and drag begin as calibrated; 0: the body as stated */
    routh_start3_options start;
    routh_surface3 surface; /* law, several, and values of what is not fitted. Where mu and eps are fitted, the search
                             * begins with those of single impacts, if there are enough */
    routh_run3_options run; /* duration, rate and records are not used */
    size_t folds;       /* parts of the tosses, each predicted with what is fitted to the others, ≥ 2; default 5 */
    size_t evaluations; /* most predictions of all tosses in one search, 10 … 100000; default 200 */
    bool errors;        /* 1 (default): standard errors and intervals */
    const routh_rollout_estimate
        *from; /* [-] the search begins with those of its values that are fitted here, and takes small
                                         * steps; NULL (default): with the calibration and single impacts */
} routh_rollout_options;

ROUTH_API routh_rollout_options routh_rollout_options_default(void);

/* Which part of the tosses a trajectory belongs to: the number in its name modulo `folds`, or its index where there is
 * none. */
ROUTH_API size_t routh_rollout_fold(const routh_dataset3 *dataset, size_t trajectory, size_t folds);

/* Spread ------------------------------------------------------------------------------------------------
 *
 * A toss has more than one path into which it may go: its start and the parameters are known with an error, no two impacts
 * are alike, and the recording has noise. A spread is the distribution of recorded poses that follows when all four are
 * drawn. */

#define ROUTH_RANGE_SPREAD 20, 20000

typedef struct routh_spread3_options {
    size_t rollouts;        /* of each toss, ROUTH_RANGE_SPREAD; default 200 */
    double share;           /* of the distribution that a region holds, 0.5 … 0.99; default 0.9 */
    double widen[3];        /* regions of place, turn and pose ÷ those of the rollouts, 0.01 … 100;
                             * default 1 */
    routh_run3_options run; /* scatter and seed are what is drawn with; duration, rate and records are not used */
} routh_spread3_options;

ROUTH_API routh_spread3_options routh_spread3_options_default(void);

/* The distribution at one instant. The centre has the least mean distance from all that was drawn, its orientation the
 * least mean angle. Regions about it hold the chosen share each: of places, of turns, and of poses, both at once. */
typedef struct routh_spread3_instant {
    double position[3], orientation[4]; /* the centre: tracked point, true metres above the board, and orientation */
    double radius;                      /* of the region of places: a ball, m */
    double angle;                       /* of the region of turns: so far from the centre's, rad */
    double pose;                        /* of both: place and turn within this multiple of their own regions at once */
    double apart[2];                    /* the recorded pose from the centre: distance, m, and angle, rad */
    double reach[3];                    /* where the recorded pose is in each region, 0 the centre, 1 the border */
} routh_spread3_instant;

typedef struct routh_spread3 {
    size_t trajectory;   /* index into the dataset's trajectories */
    const char *why_not; /* NULL: predicted; otherwise why not */
    size_t first;        /* recorded instant of the first … */
    size_t count;        /* … of this number */
    routh_spread3_instant *instant;
    size_t rollouts; /* those that the law could predict */
    size_t face_count;
    double *face;              /* share of the rollouts that end with each face below */
    size_t recorded_face;      /* the one that is */
    routh_rollout_error error; /* of the centre */
    double inside[3]; /* share of the recorded instants after the fitted flight in regions of places, turns, poses;
                                 * NaN: there are none */
    double
        score; /* mean over instants of the energy score of poses, less is better: E|X − x| − ½ E|X − X'|, x recorded, X and X'
                       * drawn, |X − x|² = (distance ÷ width)² + 4 sin²(angle ÷ 2) */
    size_t phase_end[ROUTH_ROLLOUT_PHASES];
} routh_spread3;

#ifdef __cplusplus
}
#endif
#endif
