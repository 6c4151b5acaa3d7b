/* Inside of the calibration: what the identity does not show, and r at calibrated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_CALIBRATE_H
#define ROUTH_SRC_SEGMENT_CALIBRATE_H

#include <stdbool.h>

#include <routh/segment.h>

/* The point-impulse identity as a fit: which angle, centre, axes and m/I make Δω = (m/I) (r × Δv) hold. */

/* What can be unknown. */
enum {
    ROUTH_IDENTITY_SLOPE,    /* m/I, 1/m² */
    ROUTH_IDENTITY_ANGLE,    /* measured minus true, rad */
    ROUTH_IDENTITY_CENTRE_X, /* of mass, from the shape's centre, body axes, m */
    ROUTH_IDENTITY_CENTRE_Y,
    ROUTH_IDENTITY_RATIO, /* logarithm of a/b over the stated one, at the same area */
    ROUTH_IDENTITY_LEAD,  /* from the recorded pose to the contact, frames */
    ROUTH_IDENTITY_GAP,   /* between the velocities beyond the dataset's gap, s */
    ROUTH_IDENTITY_UNKNOWNS
};

/* One used record with an angle. */
typedef struct routh_identity_row {
    double theta, step;    /* recorded angle; turn in a frame before the contact, rad; 0: no rate */
    double rx, ry;         /* as stored, recorded axes, m */
    double dvx, dvy, turn; /* changes of velocity, gravity removed, m/s; of spin, rad/s */
    bool ambiguous;        /* so flat that another corner may have touched; left out. Set by routh_identity_solve */
} routh_identity_row;

typedef struct routh_identity {
    routh_shape shape;         /* as stated */
    bool stored;               /* no shape is known: r as stored, and only the slope and the gap can be unknown */
    double normal, tangential; /* signs of rx and ry in the frame */
    double gravity;            /* m/s² */
    size_t count;
    routh_identity_row *row;
    double *residual, *jacobian, *sorted; /* count, count × ROUTH_IDENTITY_UNKNOWNS, count: scratch */
    routh_context *context;               /* asked before every fit whether to stop … */
    bool *stopped;                        /* … and what it said: nothing is determined from then on */
} routh_identity;

/* The rows of the used records that have an angle; of all used ones where no shape is known. Release in any case. */
routh_status routh_identity_create(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                   routh_identity *identity);
void routh_identity_release(routh_context *context, routh_identity *identity);

/* From the centre of mass to the lowest point, in recorded axes, at these values. */
void routh_identity_lever(const routh_shape *shape, double theta, double step,
                          const double value[ROUTH_IDENTITY_UNKNOWNS], double *rx, double *ry);

typedef struct routh_identity_fit {
    unsigned free;   /* bits 1 << ROUTH_IDENTITY_… */
    bool determined; /* 0: some direction of the unknowns is flat; only `free` and `used` are set then */
    size_t used;     /* rows that are not ambiguous */
    double value[ROUTH_IDENTITY_UNKNOWNS];
    double covariance[ROUTH_IDENTITY_UNKNOWNS][ROUTH_IDENTITY_UNKNOWNS];
    double scale;             /* of the residuals, robust, rad/s */
    double slope_interval[2]; /* of m/I, whichever side the noise is on, 1/m² */
} routh_identity_fit;

/* Where the noise is: in the spin alone, as a regression has it, or in all velocities alike in the metric of kinetic
 * energy. The textbook's least squares is the former without protection from bad impacts; it has no errors here. */
typedef enum routh_identity_noise {
    ROUTH_NOISE_OF_SPIN,
    ROUTH_NOISE_OF_ALL,
    ROUTH_IDENTITY_SQUARES
} routh_identity_noise;

/* A robust fit of the unknowns in `free`, which holds the slope; the others stay at 0. */
routh_identity_fit routh_identity_solve(const routh_identity *identity, unsigned free, routh_identity_noise noise);

/* Gravity × time that lies between the velocities beyond the dataset's gap, as time, with an angle of its own where there is
 * a shape: 95 %, whether the noise is in the spin alone or in all velocities. False: not determined. */
bool routh_identity_gap(const routh_identity *identity, double *gap, double *low, double *high);

/* Wald's statistic that the unknowns in `group` are all 0; about χ² with as many degrees of freedom if they are. */
double routh_identity_wald(const routh_identity_fit *fit, unsigned group);

/* How far the stored contact rows lag behind the recorded pose; at value[…_LAG]. */
routh_status routh_calibrate_lag(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration);

/* The size from heights at contact, with the freed angle and centre; at value[…_SIZE]. */
routh_status routh_calibrate_size(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration);

/* What a lead, the time from the recorded pose to the contact, makes of the angle. */
typedef struct routh_lead_rival {
    bool possible;                  /* poses may precede the contact */
    bool carried;                   /* … and the impacts determine angle and lead both; what follows `frame` is set */
    double frame;                   /* angle offset that a lead of one frame looks like, rad */
    double angle[2], lead[2];       /* 95 % with both free, whichever side the noise is on; rad, frames */
    double angle_value, lead_value; /* with noise in all velocities */
    double angle_evidence, lead_evidence; /* for each beside the other: Wald's, the lesser of both sides of the noise */
} routh_lead_rival;

/* With these unknowns free as well; at least that many used rows. */
routh_lead_rival routh_lead_rival_of(const routh_identity *identity, unsigned free, size_t least);

/* Makes the interval of the angle hold what it is beside a lead. */
void routh_lead_widen_angle(const routh_lead_rival *rival, routh_calibration_value *angle);

/* Is the angle, its interval widened, still evident? */
bool routh_lead_leaves_angle(const routh_lead_rival *rival, double need, const routh_calibration_value *angle);

/* In words: why the angle is freed or not in spite of a lead, and which of both the impacts prefer. */
void routh_lead_explain_angle(const routh_lead_rival *rival, double need, bool freed, routh_calibration_value *angle);
void routh_lead_explain(const routh_lead_rival *rival, routh_calibration_value *lead);

/* Unknowns of the identity, and the values of the calibration that they are. */
typedef struct routh_identity_value {
    int unknown;
    routh_calibration_index index;
} routh_identity_value;
enum { ROUTH_IDENTITY_VALUES = 5 };
extern const routh_identity_value routh_identity_values[ROUTH_IDENTITY_VALUES];

/* Values of the unknowns of the identity that are freed; 0 elsewhere. */
void routh_calibration_unknowns(const routh_calibration *calibration, double value[ROUTH_IDENTITY_UNKNOWNS]);

/* rx and ry of each record that has an angle, from the shape at these values. */
void routh_calibrate_records(const routh_shape *shape, const double value[ROUTH_IDENTITY_UNKNOWNS],
                             routh_record *record, size_t count);

/* Not determined, for this reason. */
__attribute__((format(printf, 2, 3))) void routh_calibration_unknown(routh_calibration_value *value, const char *format,
                                                                     ...);

#endif
