/* The inertia room: what contacts tell about a body's mass and moment of inertia, and what they cannot.
 *
 * Balance over one contact of duration h, whatever happens in it: with the known external impulse (h F_x, h F_y, h τ),
 * gravity g and the contact impulse P at r eliminated,
 *
 *     I Δω − m [ rx (Δvy + h g) − ry Δvx ] = h τ − h (rx F_y − ry F_x)
 *
 * or, divided by I, Δω = (m/I) L + (1/I) T with the lever L in the brackets and the moment T on the right. Without
 * external force T is 0 and only m/I can be told. docs/inertia.md has the derivations, and the slips in the paper's
 * print.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_INERTIA_H
#define ROUTH_INERTIA_H

#include <routh/identify.h>
#include <routh/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Contacts ---------------------------------------------------------------------------------------------*/

/* The used records of a dataset, read in that frame: r is in contact axes, velocities are as measured, gravity's share
 * not taken out. y and θ, the pose that r goes with, are kept where the dataset's shape turned by θ has a point at r, and
 * the frame is as recorded; else NaN. Release with routh_records_release. */
ROUTH_API routh_status routh_records_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                        routh_record **records, size_t *count);
ROUTH_API void routh_records_release(routh_context *context, routh_record *records);

/* Standard deviations of what was measured, the same for all contacts; 0: exact, or not known. With those of all
 * velocities 0 the noises of vx, vy and √(I/m) ω are taken to be alike, and their level follows from the residuals. */
typedef struct routh_noise {
    double rx, ry;        /* of r where it was measured by itself, m */
    double y, theta;      /* of the pose where r was computed from it, m, rad */
    double vx, vy, omega; /* of every velocity, before and after, m/s, rad/s */
} routh_noise;

/* The noise at a signal-to-noise ratio in dB: σ of a channel is the root mean square of its true values × 10^(−SNR/20).
 * What was measured holds the noise already, and that is taken out again. */
ROUTH_API routh_status routh_noise_of_snr(routh_context *context, const routh_record *records, size_t count,
                                          double snr_db, routh_noise *noise);

/* The noise of records that routh_dataset_segment found: from the scatter of the trajectories' samples in flight, through the
 * parabolas that are fitted to them. */
ROUTH_API routh_status routh_noise_of_flights(routh_context *context, const routh_dataset *dataset, routh_noise *noise);

/* Regressions ------------------------------------------------------------------------------------------*/

typedef enum routh_regression {
    ROUTH_MODE_FREE,    /* the balance above */
    ROUTH_SLIDING_MODE, /* the paper's regression for a sliding contact, for any ε; needs μ and ε */
    ROUTH_STICKING_MODE /* … for a sticking one; needs ε */
} routh_regression;

/* What is solved for: columns of the regressor. */
typedef enum routh_unknown { ROUTH_M_OVER_I, ROUTH_ONE_OVER_I, ROUTH_ONE_OVER_M } routh_unknown;

ROUTH_API extern const routh_names routh_unknowns; /* "m/I"; routh_about gives the unit, "1/m²" */

/* Estimation -------------------------------------------------------------------------------------------*/

typedef enum routh_estimator {
    ROUTH_LEAST_SQUARES,      /* ordinary; biased towards zero when the regressor is noisy */
    ROUTH_ERRORS_IN_VARIABLES /* every measured number may be wrong; of the mode-free balance only */
} routh_estimator;

typedef struct routh_inertia_options {
    routh_regression regression; /* default ROUTH_MODE_FREE */
    routh_estimator estimator;   /* default ROUTH_ERRORS_IN_VARIABLES */
    double gravity;              /* m/s², ≥ 0; default 9.81 */
    double mu, eps;              /* for the mode-specific regressions; default 0.3, 0.5 */
    double slip;                 /* a contact point that slides slower than this afterwards sticks, m/s; default 0: four
                                  * deviations of the noise, or 1e-9 of the fastest */
    double mass;                 /* known mass, kg, > 0, which turns m/I into I; NaN (default): unknown */
    routh_noise noise;           /* default: not known */
    const routh_shape *shape;    /* with it, noise of the pose is carried through it to r; NULL (default): not known */
    int robust;                  /* find and leave out outliers; default 1 */
} routh_inertia_options;

ROUTH_API routh_inertia_options routh_inertia_options_default(void);

/* Why a contact does not fit the others. */
typedef enum routh_misfit {
    ROUTH_FITS,
    ROUTH_MISFIT_TWO_POINTS, /* an impulse between two neighbouring corners explains it */
    ROUTH_MISFIT_MISSED,     /* the states before and after do not belong to one contact */
    ROUTH_MISFIT_OTHER,      /* another point of the body was touched, or a number is wrong */
    ROUTH_MISFIT_MODE        /* slides where sticking was asked for, or the other way round */
} routh_misfit;

ROUTH_API extern const routh_names routh_misfits; /* "two-points" */

typedef struct routh_inertia_estimate {
    routh_estimator estimator;
    routh_regression regression;
    int unknowns;
    routh_unknown unknown[3];
    double value[3];
    double standard_error[3]; /* ∞: there are no more contacts than unknowns, so that nothing tells it */
    double low[3], high[3];   /* 95 % */
    double covariance[3][3];
    double singular[3];     /* of the regressor, columns scaled to unit length, largest first */
    double direction[3][3]; /* the combinations of scaled unknowns they belong to, one a row */
    double condition;       /* largest ÷ smallest */

    double m_over_i, m_over_i_error; /* in every case, 1/m² */
    double mass, mass_error;         /* kg; NaN where it can't be told; error 0 where it was given */
    double inertia, inertia_error;   /* kg m²; likewise */

    double residual;    /* root mean square of Δω − (m/I) L − (1/I) T over the used contacts, rad/s */
    double correlation; /* of lever and turn below, centred */
    routh_noise noise;  /* as used; where it was not known, as estimated */

    size_t count, used, left_out;
    double *lever;           /* L of every record, m²/s, with T/m added where the mass was given */
    double *turn;            /* Δω of every record less (1/I) T, rad/s: m/I times the lever, but for noise */
    double *deviation;       /* of every record: its residual in deviations of its noise */
    routh_misfit *misfit;    /* of every record */
    double *impulse;         /* of the contact, along t and n, 2 of every record, per mass, m/s */
    int impulse_is_absolute; /* 1: the mass is known, and they are in N s. Otherwise NaN where a known force acts */
    int identifiable;        /* 0: not all unknowns; see findings */
    routh_findings findings; /* what can be determined, what can't, and what would help */
} routh_inertia_estimate;

/* ROUTH_BAD_ARGUMENT for no records, or a regressor without any excitation (all levers 0, nothing changes);
 * ROUTH_NOT_ENDED where no positive m/I explains the contacts. */
ROUTH_API routh_status routh_inertia_fit(routh_context *context, const routh_record *records, size_t count,
                                         const routh_inertia_options *options, routh_inertia_estimate *fit);
ROUTH_API void routh_inertia_estimate_release(routh_context *context, routh_inertia_estimate *fit);

/* How noise biases the estimate ------------------------------------------------------------------------
 * Table 1 of the paper: a block of side 1 m and an ellipse with semi-axes 2 m and 1 m, dropped at random with friction
 * 0.7 and restitution 0.6, the state before and after the first impact of each drop measured with noise at four
 * signal-to-noise ratios. Both estimators, beside what the paper printed for ordinary least squares. */

typedef struct routh_inertia_noise_options {
    size_t runs;        /* drops, for one estimate; default 100 */
    size_t repetitions; /* estimates; default 20 */
    uint64_t seed;      /* default 1 */
} routh_inertia_noise_options;

ROUTH_API routh_inertia_noise_options routh_inertia_noise_options_default(void);

enum { ROUTH_NOISE_BODIES = 2, ROUTH_NOISE_LEVELS = 4 };

typedef struct routh_inertia_noise_row {
    double snr_db;
    double printed, printed_deviation;             /* the paper's mean error and its deviation, 1/m² */
    double printed_percent;                        /* the paper's error, % */
    double least_squares, least_squares_deviation; /* mean error over the repetitions, deviation, % of the truth */
    double variables, variables_deviation;         /* likewise with errors in variables */
    double claimed;                                /* its mean standard error, % */
    double covered;                                /* fraction of repetitions whose 95 % interval holds the truth */
    size_t failed;                                 /* repetitions without an estimate with errors in variables */
} routh_inertia_noise_row;

typedef struct routh_inertia_noise_body {
    const char *name; /* "block", "ellipse" */
    double m_over_i;  /* truth, 1/m² */
    routh_inertia_noise_row row[ROUTH_NOISE_LEVELS];
} routh_inertia_noise_body;

ROUTH_API routh_status routh_inertia_noise_table(routh_context *context, const routh_inertia_noise_options *options,
                                                 routh_inertia_noise_body table[ROUTH_NOISE_BODIES]);

#ifdef __cplusplus
}
#endif
#endif
