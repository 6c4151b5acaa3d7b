/* Does a recording fit its assembly, and if not, does it when its numbers are meant otherwise?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_CHECK_RECORDING_H
#define ROUTH_SRC_INSERTION_CHECK_RECORDING_H

#include <routh/insertion.h>

#include "algebra/qr.h"

/* How well one reading of a recording fits, at some displacements. */
typedef struct routh_reading_fit {
    double error; /* √(Σ |w − Φ θ|² ÷ Σ |w|²), forces and moments each by their own size; 1: not at all */
    double stiffness; /* K; NaN: no contact */
    double friction;  /* μ; NaN: nothing slides */
    double depth;     /* of the deepest overlap, relative to the radius of the smaller of its parts */
    double deepest;   /* the same in m */
    double turn;      /* the largest between two samples without a gap between, rad */
    double force;     /* root mean square where there is contact, N */
    double size[2];   /* that forces and moments are divided by; 0: no force */
    size_t contacts;  /* samples with contact */
} routh_reading_fit;

/* What the sentences are made from. */
typedef struct routh_reading_evidence {
    const routh_insertion *insertion;
    double force_scale;
    bool fitted;                       /* the displacements are not nominal ones */
    routh_reading_fit own;             /* as it was read, at the displacements asked for */
    double velocity_mismatch;          /* routh_velocity_mismatch */
    double speed;                      /* routh_mean_speed */
    const char *time_unit;             /* routh_time_unit */
    double drawn_error;                /* the same, parts as drawn */
    double reach;                      /* routh_reading_reach; 0: parts are displaced already */
    routh_reading_fit best;            /* of another reading, parts as drawn, if there is a better one */
    char suggestion[ROUTH_LABEL_SIZE]; /* that reading: "wrench_on=2 units=mm"; "": none */
} routh_reading_evidence;

/* √(Σ |w − Φ θ|² ÷ Σ |w|²) at the best θ, which `solution` (may be NULL) gets; `column` has the two columns of Φ one after
 * another, `q` room for as much. NaN without a wrench. */
double routh_share_left(size_t rows, const double *column, const double *wrench, double *q,
                        routh_two_columns *solution);

/* Does it fit, and is nothing out of bounds? */
bool routh_reading_is_plausible(const routh_reading_fit *fit, bool fitted);

/* It does not fit with the parts as drawn, but it may with displaced ones. */
bool routh_reading_is_open(const routh_reading_evidence *evidence);

/* The most that a right recording leaves unexplained by parts as drawn, if they are displaced within their priors; 1: all. `size` is that
 * of forces and of moments. */
routh_status routh_reading_reach(routh_context *context, const routh_assembly *assembly,
                                 const routh_insertion *insertion, const routh_insertion_options *options,
                                 const double size[2], double *reach);

/* How much recorded velocities differ from those of the poses, as a share of the larger; 0: not compared. */
routh_status routh_velocity_mismatch(routh_context *context, const routh_insertion *insertion, double slip_speed,
                                     double *share);

/* Of the hand, m/s; of its turns at the distance `arm`. */
double routh_mean_speed(const routh_insertion *insertion, double arm);

/* The unit that times have if they were read in too large a one; NULL: they were not. */
const char *routh_time_unit(const routh_insertion *insertion, double slip_speed, double speed);

/* check->fits and the findings. */
routh_status routh_check_words(routh_context *context, const routh_reading_evidence *evidence,
                               routh_insertion_check *check);

#endif
