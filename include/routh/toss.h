/* The toss room: recorded tosses of a cube in three dimensions, the impacts of single corners found in them, and laws of
 * impact compared on these.
 *
 *     recording → tosses → calibration → impacts → laws compared
 *
 * World axes: z points up, the board is the plane z = 0. Body axes: along the cube's edges, from the point that was
 * tracked. What the recording tells of the cube (scale, centre of mass, rounding, inertia) is measured before any law
 * is looked at, and no impact is rejected because it disagrees with a law. docs/cube-tosses.md has the results.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TOSS_H
#define ROUTH_TOSS_H

#include <stdio.h>

#include <routh/data.h>
#include <routh/identify.h>
#include <routh/impact3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Recordings -----------------------------------------------------------------------------------------*/

/* One recorded toss, sampled evenly. */
typedef struct routh_toss {
    char *name;               /* the file it came from */
    size_t count;             /* frames */
    double (*position)[3];    /* of the tracked point, m, lengths as recorded */
    double (*orientation)[4]; /* body to world, unit quaternion w x y z; neighbours have the same sign */
    double (*spin)[3];        /* as recorded, rad/s; NULL where the file has none. Used by checks only */
} routh_toss;

typedef struct routh_tosses {
    char name[ROUTH_NAME_SIZE]; /* file or folder */
    routh_toss *toss;
    size_t count;
} routh_tosses;

typedef struct routh_toss_options {
    double width;   /* edge of the cube, m; default 0.1048 */
    double mass;    /* kg; default 0.37 */
    double unit;    /* length that the files call 1, m; 0 (default): half the width */
    double rate;    /* frames a second, Hz; default 148 */
    double gravity; /* m/s²; default 9.81 */
    int calibrate;  /* 1 (default): scale, height of the board, centre of mass, rounding and inertia as measured. 0: as
                     * stated, a sharp uniform cube tracked at its centre, lengths as recorded, the board at 0 */
    double inertia; /* about any axis through the centre of mass, kg m²; 0 (default): as measured, or mass width²/6
                     * where calibrate is 0 */

    size_t flight_min;    /* frames of free flight needed before and after a contact, ≥ 3; default 5 */
    size_t flight_max;    /* frames used of a longer flight, those next to the contact; default 10 */
    double deviation_max; /* largest distance of a frame from its flight's parabola, m; default 0.0005 */
    double meeting_max;   /* largest distance between the two flights where they meet, m; default 0.001 */
    double ground_max;    /* largest distance of the lowest point from the board at contact, m; default 0.008 */
    double corner_gap;    /* a second corner nearer to the board than this may touch too, m; default 0.005 */

    size_t draws;  /* bootstrap draws for the intervals, ≥ 2; default 100 */
    uint64_t seed; /* of these draws and of the halves; default 1 */
} routh_toss_options;

ROUTH_API routh_toss_options routh_toss_options_default(void);
ROUTH_API routh_status routh_toss_options_check(routh_context *context, const routh_toss_options *options);

/* A CSV file, or a folder of them in the order of their numbers: columns px,py,pz,qw,qx,qy,qz, optional wx,wy,wz (spin in
 * body axes, rad/s), one frame a row. A missing column, a field that is not a number, a quaternion whose length is not 1
 * within 1 % and a file of fewer than three frames are ROUTH_BAD_FORMAT, the message naming file and row. */
ROUTH_API routh_status routh_tosses_read(routh_context *context, routh_io from, const routh_toss_options *options,
                                         routh_tosses *tosses);
ROUTH_API void routh_tosses_release(routh_context *context, routh_tosses *tosses);

/* Calibration ----------------------------------------------------------------------------------------*/

/* What the recording says about itself. Standard errors are 0 where nothing was measured. */
typedef struct routh_toss_calibration {
    size_t frames;
    size_t flights;                    /* long free flights, from which come gravity, drag and the centre of mass */
    double scale, scale_error;         /* recorded ÷ true length, from gravity; 1 where not measured */
    double drag, drag_error;           /* of the air, deceleration ÷ velocity, 1/s; reported, not corrected for */
    double centre[3], centre_error[3]; /* centre of mass as seen from the tracked point, body axes, m */
    double flight_noise;               /* distance of a frame from its flight, root mean square, m */

    size_t rests;                  /* tosses that end at rest */
    double rest_scale, rest_error; /* median height at rest ÷ half width; NaN without any */
    double ground;                 /* height of the board that this makes after scaling by `scale`, m */

    double spin_ratio;            /* recorded spin ÷ that of the orientations; NaN where there is none */
    double spin_body, spin_world; /* median distance of the two when the recorded one is read in body, in world axes,
                                    * rad/s */
    double rounding;              /* radius of edges and corners, m, from the height of corners at contact; 0: sharp */
    double rounding_error;        /* its standard error */
    double depth;                 /* how far below the board the lowest point is where the flights meet, median, m */
    double inertia;               /* kg m², from the point-impulse identity or as stated */
} routh_toss_calibration;

/* Impacts --------------------------------------------------------------------------------------------*/

/* A state of motion of the cube, world axes. */
typedef struct routh_toss_motion {
    double velocity[3]; /* of the centre of mass, m/s */
    double spin[3];     /* rad/s */
} routh_toss_motion;

/* One contact. */
typedef struct routh_toss_impact {
    size_t toss;      /* which one */
    double time;      /* within it, s */
    unsigned reasons; /* bits of ROUTH_REASON_TABLE; 0: used. What is below is rough where there are any */
    double position[3], orientation[4]; /* of the centre of mass, and of the body, at contact */
    routh_toss_motion before, after;    /* at that instant, from the flights */
    double point[3];                    /* r, from the centre of mass to the contact point, world axes, m */
    double height;                      /* of the lowest point above the board, m */
    double next;                        /* how much higher the next corner is, m */
    double apart;                       /* distance between the flights where they meet, m */

    /* Of those used; contact axes u, w, n are the world's x, y, z. */
    routh_contact3 contact;  /* W and the velocity of the contact point before */
    double contact_after[3]; /* its velocity after, m/s */
    double impulse[3];       /* m ΔV, N s */
    double restitution;      /* −v_n⁺/v_n⁻ at the contact point */
} routh_toss_impact;

/* The point-impulse identity I Δω = r × m ΔV over the used impacts, all components. NaN without any. */
typedef struct routh_toss_identity {
    double correlation;   /* of the two sides about 0 */
    double inertia;       /* that fits it best, kg m²: the slope of r × m ΔV over Δω */
    double inertia_error; /* its standard error */
} routh_toss_identity;

typedef struct routh_toss_impacts {
    routh_toss_impact *impact;
    size_t count, used;
    size_t rejected[ROUTH_REASON_COUNT]; /* by reason; some have several */
    double mass;                         /* kg */
    routh_toss_calibration calibration;
    routh_toss_identity identity; /* with the calibration */
    routh_toss_identity stated;   /* the same impacts with a sharp corner and the tracked point as centre of mass */
    double restitution_median, restitution_low, restitution_high; /* median and quartiles over the used */
    double restitution_slow, restitution_fast;           /* medians of the slower and the faster half, by v_n */
    double friction_median, friction_low, friction_high; /* of |P_t| ÷ P_n */
} routh_toss_impacts;

/* Calibrates and finds the contacts. No toss long enough for one is ROUTH_BAD_ARGUMENT; that no impact can be used is not
 * a failure. */
ROUTH_API routh_status routh_toss_segment(routh_context *context, const routh_tosses *tosses,
                                          const routh_toss_options *options, routh_toss_impacts *impacts);
ROUTH_API void routh_toss_impacts_release(routh_context *context, routh_toss_impacts *impacts);

/* Laws compared --------------------------------------------------------------------------------------*/

/* Ways to predict the motion after an impact. */
#define ROUTH_TOSS_LAW_TABLE(X)                                                                                        \
    X(ROUTH_TOSS_MEAN, "mean", 0, "the mean motion after, whatever the impact: no skill")                              \
    X(ROUTH_TOSS_FRICTIONLESS, "frictionless", 1, "rigid, without friction")                                           \
    X(ROUTH_TOSS_RIGID, "rigid", 2, "rigid, with slip that turns: Routh's path in three dimensions")                   \
    X(ROUTH_TOSS_COMPLIANT, "compliant", 3, "with tangential compliance")                                              \
    X(ROUTH_TOSS_FLOOR, "floor", 0, "the best impulse at the contact point, chosen after the fact")

typedef enum routh_toss_law {
#define ROUTH_TOSS_LAW_CODE(code, name, parameters, about) code,
    ROUTH_TOSS_LAW_TABLE(ROUTH_TOSS_LAW_CODE)
#undef ROUTH_TOSS_LAW_CODE
        ROUTH_TOSS_LAW_COUNT
} routh_toss_law;

ROUTH_API const char *routh_toss_law_name(routh_toss_law law);  /* "rigid" */
ROUTH_API const char *routh_toss_law_about(routh_toss_law law); /* in words */
ROUTH_API int routh_toss_law_parameters(routh_toss_law law);    /* how many, in the order e, μ, η² */
ROUTH_API const char *routh_toss_parameter_name(int parameter); /* "e", "mu", "eta2" */

/* Bounds of the search. */
#define ROUTH_TOSS_MU_HIGH   2.0
#define ROUTH_TOSS_ETA2_LOW  1e-3
#define ROUTH_TOSS_ETA2_HIGH 1e3

/* The motion that a law predicts after an impact: FRICTIONLESS, RIGID and COMPLIANT from their parameters, FLOOR from
 * the measured motion after. */
ROUTH_API routh_status routh_toss_predict(routh_context *context, const routh_toss_impacts *impacts,
                                          const routh_toss_impact *impact, routh_toss_law law, const double *parameters,
                                          routh_toss_motion *after);

/* How far a predicted motion is from the measured one: √(|ΔV|² + k² |Δω|²), k² = I/m, m/s. */
ROUTH_API double routh_toss_error(const routh_toss_impacts *impacts, const routh_toss_motion *predicted,
                                  const routh_toss_motion *measured);

/* How well a law did. Errors are in m/s. */
typedef struct routh_toss_result {
    double parameters[ROUTH_MAX_PARAMETERS];       /* fitted to all used impacts: least mean error */
    routh_interval interval[ROUTH_MAX_PARAMETERS]; /* 95 %, bootstrap over tosses */
    double half[2][ROUTH_MAX_PARAMETERS];          /* fitted to each half of the tosses */
    unsigned flags;                                /* ROUTH_FIT_AT_BOUND, ROUTH_FIT_FLAT, ROUTH_FIT_NOT_CONVERGED */
    double error_fitted;           /* mean, with the parameters fitted to all; NaN where nothing is fitted */
    double error, error_median;    /* held out: each half with the parameters of the other */
    routh_interval error_interval; /* of that mean, 95 %, over tosses */
    routh_interval above_rigid;    /* this law's mean error minus the rigid law's, likewise */
} routh_toss_result;

/* One used impact as the laws see it, held out. */
typedef struct routh_toss_case {
    size_t impact;                                     /* index among all impacts */
    int half;                                          /* 0 or 1 */
    routh_toss_motion predicted[ROUTH_TOSS_LAW_COUNT]; /* with the parameters of the other half */
    double error[ROUTH_TOSS_LAW_COUNT];
} routh_toss_case;

typedef struct routh_toss_comparison {
    routh_toss_result result[ROUTH_TOSS_LAW_COUNT];
    routh_toss_case *cases;
    size_t count;    /* cases */
    size_t tosses;   /* that have any */
    double speed;    /* mean √(|V|² + k² |ω|²) after impact, for scale, m/s */
    double sticking; /* share of cases in which the contact point stops slipping for a while under the rigid law */
} routh_toss_comparison;

/* Fits, tests and bootstraps, spread over threads; the same for any number of them. At least 8 used impacts from at
 * least 4 tosses, otherwise ROUTH_BAD_ARGUMENT. */
ROUTH_API routh_status routh_toss_compare(routh_context *context, const routh_toss_impacts *impacts,
                                          const routh_toss_options *options, routh_toss_comparison *comparison);
ROUTH_API void routh_toss_comparison_release(routh_context *context, routh_toss_comparison *comparison);

/* A picture: how the errors are distributed, and predicted against measured velocity of the contact point. */
ROUTH_API routh_status routh_toss_write_svg(routh_context *context, const routh_toss_impacts *impacts,
                                            const routh_toss_comparison *comparison, routh_io to);

#ifdef __cplusplus
}
#endif
#endif
