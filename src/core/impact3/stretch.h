/* A stretch of Routh's path in three dimensions, as polynomials.
 *
 * While the contact point slips with velocity v⊥ = s d, s > 0, friction acts at dP⊥/dP_n = −μ d. With dP_n = s dτ instead
 * of dP_n as the step, the direction drops out:
 *
 *     dP⊥/dτ = −μ v⊥     dP_n/dτ = |v⊥|     v = v(0) + W P
 *
 * Nothing here becomes singular as s → 0; the point of rest only moves to τ = ∞, and is approached as e^(−τ). The right
 * side is linear but for a root of a sum of squares, so that the Taylor series of the solution follows from a
 * recurrence: with v_k, s_k the coefficients of v⊥ and s, and q_k those of s²,
 *
 *     q_k = Σ v_j·v_(k−j)     s_k = (q_k − Σ_(0<j<k) s_j s_(k−j)) / 2s_0     (k + 1) P_(k+1) = (−μ v_k, s_k)
 *
 * A series of order 22 covers what would take dozens of Runge–Kutta steps, and is its own dense output: events are
 * roots of polynomials. Straight slip and sticking fit the same form, with P_n as the parameter and order 2.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_STRETCH_H
#define ROUTH_SRC_IMPACT3_STRETCH_H

#include <routh/impact3.h>

enum { ROUTH_STRETCH_ORDER = 22 };

/* What is known along a stretch. */
typedef enum routh_course {
    ROUTH_COURSE_P,            /* impulse since the start, N s: u, w, n */
    ROUTH_COURSE_VN = 3,       /* normal velocity, m/s */
    ROUTH_COURSE_WORK = 4,     /* done by the normal force since the start, ∫ v_n dP_n, J */
    ROUTH_COURSE_FRICTION = 5, /* lost to friction since the start, ∫ μ s dP_n, J */
    ROUTH_COURSE_COUNT
} routh_course;

typedef struct routh_stretch {
    double length; /* of the parameter, which begins at 0 */
    int order;     /* of the polynomials in it */
    double coefficient[ROUTH_STRETCH_ORDER + 1][ROUTH_COURSE_COUNT];
} routh_stretch;

/* Turning slip from v, v⊥ ≠ 0, as far as the series is good to rounding of an impulse of size `scale`. μ or W_⊥n is not
 * 0. */
void routh_stretch_turning(routh_stretch *stretch, const double w[3][3], double mu, const double v[3], double scale);

/* Straight from v with force ÷ normal force (f_u, f_w, 1), while the speed of slip grows from `speed` at `growth` per
 * normal impulse. mu_slip is μ, or 0 where the point sticks. */
void routh_stretch_straight(routh_stretch *stretch, const double w[3][3], const double force[3], const double v[3],
                            double mu_slip, double speed, double growth, double length);

/* Everything at t. */
void routh_stretch_at(const routh_stretch *stretch, double t, double values[ROUTH_COURSE_COUNT]);

/* Where `course` takes the value between `low` and `high`; it is monotone there, and the value lies between its ends. */
double routh_stretch_root(const routh_stretch *stretch, routh_course course, double value, double low, double high);

/* Cuts 0 … length into pieces on which v_n is monotone and keeps its sign, so that the work is monotone too: fills
 * `bounds`, from 0 to length, and returns how many pieces. Turns of v_n are looked for between samples; one thinner than
 * that moves v_n by next to nothing. */
enum { ROUTH_STRETCH_SAMPLES = 4, ROUTH_STRETCH_PIECES = 2 * (ROUTH_STRETCH_SAMPLES + 1) };
int routh_stretch_pieces(const routh_stretch *stretch, double bounds[ROUTH_STRETCH_PIECES + 1]);

#endif
