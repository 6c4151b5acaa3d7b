/* The inertia room: mass and moment of inertia of a body from contacts, and what cannot be determined.
 *
 * The balance of momentum over one contact of duration h holds for any law. With the known external impulse
 * (h F_x, h F_y, h τ) and gravity g, and with the contact impulse P at r eliminated,
 *
 *     I Δω − m [ rx (Δvy + h g) − ry Δvx ] = h τ − h (rx F_y − ry F_x)
 *
 * or, divided by I, Δω = (m/I) L + (1/I) T with the lever L in the brackets and the moment T on the right. On a surface
 * at the angle α these are Δvy + h g cos α and Δvx + h g sin α. Without external force T is 0 and only m/I can be
 * determined. docs/inertia.md has the derivations, and corrections of errors in the printed paper.
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

/* The used records of a dataset, read in that frame: r in contact axes, velocities as measured, with the effect of
 * gravity. The pose y and θ is kept if it agrees with r (the shape turned by θ has a point at r) and the frame is as
 * recorded; otherwise it is NaN. Release with routh_records_release. */
ROUTH_API routh_status routh_records_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                        routh_record **records, size_t *count);

ROUTH_API void routh_records_release(routh_context *context, routh_record *records);

/* The noise at a signal-to-noise ratio in dB: σ of a channel is the root mean square of its true values × 10^(−SNR/20).
 * The records contain the noise, so its share of their root mean square is removed first. */
ROUTH_API routh_status routh_noise_of_snr(routh_context *context, const routh_record *records, size_t count,
                                          double snr_db, routh_noise *noise);

/* Regressions ------------------------------------------------------------------------------------------*/

typedef enum routh_regression {
    ROUTH_MODE_FREE,    /* the balance above */
    ROUTH_SLIDING_MODE, /* the paper's regression for sliding contacts, for any ε; needs μ and ε */
    ROUTH_STICKING_MODE /* the paper's regression for sticking contacts; needs ε */
} routh_regression;

/* The unknowns: one for each column of the regressor. */
typedef enum routh_unknown { ROUTH_M_OVER_I, ROUTH_ONE_OVER_I, ROUTH_ONE_OVER_M } routh_unknown;

ROUTH_API extern const routh_names routh_unknowns; /* "m/I"; routh_about gives the unit, "1/m²" */

/* Estimation -------------------------------------------------------------------------------------------*/

typedef enum routh_estimator {
    ROUTH_LEAST_SQUARES,      /* ordinary; biased towards zero if the regressor is noisy */
    ROUTH_ERRORS_IN_VARIABLES /* every measured number may have an error; ROUTH_MODE_FREE only */
} routh_estimator;

typedef struct routh_inertia_options {
    routh_regression regression; /* default ROUTH_MODE_FREE */
    routh_estimator estimator;   /* default ROUTH_ERRORS_IN_VARIABLES */
    double gravity;              /* m/s², ≥ 0; default 9.81 */
    double mu, eps;              /* for the mode-specific regressions; default 0.3, 0.5 */
    double slip;       /* a contact point that slides slower than this after the impact sticks, m/s; default 0:
                               * four standard deviations of the noise, or 1e-9 of the fastest */
    double mass;       /* known mass, kg, > 0, which turns m/I into I; NaN (default): unknown */
    routh_noise noise; /* the same for all contacts; default: unknown. If those of all velocities are 0, the noises of
                        * vx, vy and √(I/m) ω are assumed equal, and their level is estimated from the residuals */
    const routh_shape *shape; /* used to propagate noise of the pose to r; NULL (default): unknown */
    double size_error;        /* standard error of the body's size, its least width, m, at most a fifth of it; needs the
                               * shape; default 0 */
    bool robust;              /* 1 (default): find outliers and leave them out */
} routh_inertia_options;

ROUTH_API routh_inertia_options routh_inertia_options_default(void);

/* Why a contact does not fit the others. */
typedef enum routh_misfit {
    ROUTH_FITS,
    ROUTH_MISFIT_TWO_POINTS, /* an impulse between two neighbouring corners explains it */
    ROUTH_MISFIT_MISSED,     /* the states before and after do not belong to one contact */
    ROUTH_MISFIT_OTHER,      /* another point of the body was touched, or a number is wrong */
    ROUTH_MISFIT_MODE,       /* slides in a regression for sticking contacts, or sticks in one for sliding contacts */
    ROUTH_MISFIT_UNCERTAIN,  /* noise, or how far the body turns in the contact's duration, leaves open which point
                              * touched, or no free flight links it to another contact */
    ROUTH_MISFIT_COUNT
} routh_misfit;

ROUTH_API extern const routh_names routh_misfits; /* "two-points" */

typedef struct routh_inertia_estimate {
    routh_estimator estimator;
    routh_regression regression;
    int unknowns; /* how many; the arrays below have one entry or row for each */
    routh_unknown unknown[3];
    double value[3];
    double standard_error[3]; /* ∞: not determined, there are no more contacts than unknowns */
    double low[3], high[3];   /* 95 %, by Student's t for the contacts that carry the estimate */
    double freedom[3];        /* degrees of freedom of the standard error; below 1 it is hardly known */
    double covariance[3][3];
    double singular[3];     /* singular values of the regressor, its columns scaled to unit length; largest first */
    double direction[3][3]; /* their combinations of scaled unknowns, one per row */
    double condition;       /* largest ÷ smallest */

    double m_over_i, m_over_i_error; /* always set, 1/m² */
    double m_over_i_size_error;      /* the part of that error which comes from the error of the size, 1/m² */
    double mass, mass_error;         /* kg; NaN: not determined; error 0 if it was given */
    double inertia, inertia_error;   /* kg m²; the same */
    double mass_low, mass_high, inertia_low, inertia_high; /* 95 %; those of 1/m and 1/I, inverted */

    double angle_offset, angle_offset_error;   /* recorded angles less true ones, rad; error 0: not fitted */
    double height_offset, height_offset_error; /* the same of heights over the ground, m */

    double residual;    /* root mean square of Δω − (m/I) L − (1/I) T over the used contacts, rad/s */
    double correlation; /* of `lever` and `turn` below, centred */
    routh_noise noise;  /* as given, or as estimated if it was unknown */
    double level;       /* of the noise that most residuals show ÷ what was given, at least 1; 1 if none was given */

    size_t count, used, left_out;
    double *lever;        /* [count] L of every record, m²/s, plus T/m if the mass was given */
    double *turn;         /* [count] Δω − (1/I) T of every record, rad/s: m/I times the lever, apart from noise */
    double *deviation;    /* [count] residual of every record ÷ the standard deviation of its noise */
    routh_misfit *misfit; /* [count] of every record */
    double *impulse;      /* [count, 2] contact impulse ÷ mass along t and n, two for every record, m/s */
    bool impulse_is_absolute; /* 1: the mass is known, and `impulse` is in N s. 0: `impulse` is NaN where a known force
                              * acts */
    bool identifiable;        /* 0: some unknowns are not determined; see findings */
    routh_findings findings;  /* what is determined, what is not, and what would help */
} routh_inertia_estimate;

/* ROUTH_BAD_ARGUMENT if there are no records, or if the regressor is zero (all levers 0, no velocity changes);
 * ROUTH_NOT_ENDED if no positive m/I explains the contacts. */
ROUTH_API routh_status routh_inertia_fit(routh_context *context, const routh_record *records, size_t count,
                                         const routh_inertia_options *options, routh_inertia_estimate *estimate);
ROUTH_API void routh_inertia_estimate_release(routh_context *context, routh_inertia_estimate *estimate);

/* On line ----------------------------------------------------------------------------------------------*/

/* What the first contacts of a recording say of m/I. */
typedef struct routh_inertia_row {
    size_t contacts;  /* seen so far, in the order of the records */
    size_t used;      /* by the estimate; 0 where there is none */
    double m_over_i;  /* 1/m²; NaN: not determined */
    double error;     /* standard error, widened for few contacts; NaN likewise */
    double low, high; /* 95 %, by Student's t for the contacts that carry the estimate; NaN likewise */
    const char *why;  /* it is not determined: one clause; NULL where it is */
} routh_inertia_row;

typedef struct routh_inertia_history {
    size_t count;
    routh_inertia_row *row;
} routh_inertia_history;

ROUTH_API void routh_inertia_history_release(routh_context *context, routh_inertia_history *history);

#ifdef __cplusplus
}
#endif
#endif
