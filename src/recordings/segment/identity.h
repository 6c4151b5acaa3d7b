/* The point-impulse identity as a fit: which angle, centre, axes and m/I make Δω = (m/I) (r × Δv) hold.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_IDENTITY_H
#define ROUTH_SRC_SEGMENT_IDENTITY_H

#include <stdbool.h>

#include <routh/segment.h>

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

/* Signed r, and Δω − κ (r × Δv). */
double routh_identity_left_over(const routh_identity *identity, const routh_identity_row *row,
                                const double value[ROUTH_IDENTITY_UNKNOWNS], double *rx, double *ry);

/* What row i leaves over, divided by √(1 + k2 κ² |r|²); 0 if ambiguous. k2 is the square of the length that turns the noise
 * of a spin into that of a velocity; 0: the spin alone is noisy. */
double routh_identity_residual(const routh_identity *identity, size_t i, const double value[ROUTH_IDENTITY_UNKNOWNS],
                               double k2);

/* Marks the rows whose lowest corner is not the same on both sides of their angle as ambiguous; returns how many are
 * not. */
size_t routh_identity_mark(const routh_identity *identity, const double value[ROUTH_IDENTITY_UNKNOWNS]);

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

#endif
