/* The inertia room: what contacts tell about a body's mass and moment of inertia, and what they cannot.
 *
 * Balance over one contact of duration h, whatever happens in it: with the known external impulse (h F_x, h F_y, h τ), gravity g and
 * the contact impulse P at r eliminated,
 *
 *     I Δω − m [ rx (Δvy + h g) − ry Δvx ] = h τ − h (rx F_y − ry F_x)
 *
 * linear in (I, m). Without external force the right side is 0 and only m/I can be told. docs/inertia.md has the derivations, and the
 * slips in the paper's print.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_INERTIA_H
#define ROUTH_INERTIA_H

#include <routh/identify.h>
#include <routh/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One contact as measured. */
typedef struct routh_contact_record {
    double rx, ry;                /* centre of mass to contact point, m, in contact axes */
    routh_velocity before, after; /* m/s, rad/s; as measured, gravity's share not taken out */
    double h;                     /* time between them, s, ≥ 0 */
    double fx, fy, torque;        /* mean known external wrench over h, N, N, N m */
    size_t record;                /* index in the dataset */
    long trajectory;              /* which motion it belongs to; −1: none */
    double noise[8];              /* standard deviations of rx, ry, vx, vy, ω before, vx, vy, ω after; 0: not known */
} routh_contact_record;

/* The used records of a dataset read in that frame. Release with routh_contact_records_release. */
ROUTH_API routh_status routh_contact_records_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                                routh_contact_record **records, size_t *count);
ROUTH_API void routh_contact_records_release(routh_context *context, routh_contact_record *records);

typedef enum routh_regression {
    ROUTH_MODE_FREE,    /* the balance above */
    ROUTH_SLIDING_MODE, /* the paper's regression for a sliding contact, for any ε; needs μ and ε */
    ROUTH_STICKING_MODE /* … for a sticking one; needs ε */
} routh_regression;

/* What is solved for: columns of the regressor. */
typedef enum routh_unknown {
    ROUTH_M_OVER_I,
    ROUTH_ONE_OVER_M,
    ROUTH_ONE_OVER_I,
    ROUTH_MASS,
    ROUTH_INERTIA
} routh_unknown;

ROUTH_API const char *routh_unknown_name(routh_unknown unknown); /* "m/I" */

/* Rows of Y = Ψ Θ for one contact: up to 3 rows, up to 3 unknowns. */
typedef struct routh_rows {
    int rows, unknowns;
    routh_unknown unknown[3];
    double y[3];
    double psi[3][3];
} routh_rows;

ROUTH_API routh_rows routh_regression_rows(routh_regression regression, const routh_contact_record *record,
                                           double gravity, double mu, double eps);

typedef enum routh_estimator {
    ROUTH_LEAST_SQUARES,      /* ordinary; biased towards zero when velocities are noisy */
    ROUTH_ERRORS_IN_VARIABLES /* every measured number may be wrong: maximum likelihood with the stated or estimated noise */
} routh_estimator;

typedef struct routh_inertia_options {
    routh_regression regression; /* default ROUTH_MODE_FREE */
    routh_estimator estimator;   /* default ROUTH_ERRORS_IN_VARIABLES */
    double gravity;              /* m/s² */
    double mu, eps;              /* for the mode-specific regressions */
    double mass;                 /* known mass, kg, which turns m/I into I; NaN: unknown */
    double noise
        [8]; /* one σ for all records, as in routh_contact_record; 0: estimated from the residuals, up to a common factor */
    int robust;       /* find and leave out outliers; default 1 */
    size_t resamples; /* of trajectories (or of records), for intervals; default 200; 0: none */
    uint64_t seed;    /* default 1 */
} routh_inertia_options;

ROUTH_API routh_inertia_options routh_inertia_options_default(void);

/* Why a contact does not fit the others. */
typedef enum routh_misfit { ROUTH_FITS, ROUTH_MISFIT_TWO_POINTS, ROUTH_MISFIT_MISSED, ROUTH_MISFIT_OTHER } routh_misfit;

ROUTH_API const char *routh_misfit_about(routh_misfit misfit);

typedef struct routh_inertia_fit {
    int unknowns;
    routh_unknown unknown[3];
    double value[3];
    double standard_error[3];
    double low[3], high[3]; /* 95 % */
    double singular[3];     /* of the regressor, columns scaled to unit length, largest first */
    double direction[3][3]; /* the combinations of unknowns they belong to, one a row */
    double condition;
    double m_over_i, m_over_i_error; /* in every case, 1/m² */
    double mass, inertia;            /* NaN where they can't be told */
    double residual; /* root mean square of Y − ΨΘ, in the units of the balance divided by I: rad/s */
    double correlation;
    size_t used, left_out;
    routh_misfit *misfit; /* of every record */
    double *impulse; /* 2 of every record: contact impulse per mass, m/s, or absolute, N s, where the mass is known */
    int impulse_is_absolute;
    int identifiable;                /* 0: see words */
    char words[4 * ROUTH_NAME_SIZE]; /* what can be told, what can't, and what would help */
} routh_inertia_fit;

/* ROUTH_BAD_ARGUMENT for no records, or a regressor without any excitation (all levers 0, nothing changes). */
ROUTH_API routh_status routh_fit_inertia(routh_context *context, const routh_contact_record *records, size_t count,
                                         const routh_inertia_options *options, routh_inertia_fit *fit);
ROUTH_API void routh_inertia_fit_release(routh_context *context, routh_inertia_fit *fit);

#ifdef __cplusplus
}
#endif
#endif
