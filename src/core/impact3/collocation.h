/* One step of the motion of contacts under their springs, by collocation at the seven Radau points: an implicit
 * Runge–Kutta method of order 13 (Radau IIA; Hairer and Wanner, Solving ordinary differential equations II, IV.5).
 *
 * Why implicit: φ̇ = v⊥·d⊥ k⊥ / (μ F) is stiff wherever the force is small, that is at both ends of every contact, and all
 * the more the faster the slip. Why of high order: between events the solution is analytic, and a few long steps cost
 * less than many short ones. The first point lies after the start of the step, so that a step may begin with F = 0.
 *
 * Given the directions φ at the points, everything else is a smooth integral. So each sweep renews forces, impulses,
 * velocities and springs from the sweep before, and only φ, contact by contact, by Newton's method: seven equations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_COLLOCATION_H
#define ROUTH_SRC_IMPACT3_COLLOCATION_H

#include "impact3/springs.h"

enum { RADAU_POINTS = 7, RADAU_WIDTH = 8 /* with one lane unused, for the sake of vectors */ };

extern const double routh_radau_node[RADAU_POINTS];                  /* c */
extern const double routh_radau_integral[RADAU_POINTS][RADAU_WIDTH]; /* column j: ∫ of the j-th basis polynomial */
extern const double routh_radau_weight[RADAU_POINTS];                /* over the whole step */
extern const double routh_radau_top[RADAU_POINTS];                   /* coefficient of Legendre's P₆ */

/* Values at the points of a step, contact by contact. */
typedef struct routh_step_contact {
    double v[3][RADAU_WIDTH];
    double p[3][RADAU_WIDTH]; /* gained since the start of the step */
    double force[RADAU_WIDTH];
    double spring[2][RADAU_WIDTH];
    double angle[RADAU_WIDTH];
    double cosine[RADAU_WIDTH], sine[RADAU_WIDTH];
    double gap[RADAU_WIDTH];
} routh_step_contact;

/* What is left of the way to a moment `remaining` ahead is remaining (1 − stride ξ)² at ξ = 0 … 1 along the step: a step
 * that slows down as it comes near a moment at which a force vanishes. Or the step has an even pace. */
typedef struct routh_step {
    double remaining; /* +∞: an even step, t = stride ξ */
    double stride;
    double rate[RADAU_WIDTH]; /* dt/dξ at the points */
    double error;             /* estimated error of the impulse, relative to the scale handed in */
    double friction;          /* work lost to friction */
    routh_step_contact *contact;
} routh_step;

void routh_step_set(routh_step *step, double remaining, double stride);

/* The time since the start of the step at ξ. */
double routh_step_time(const routh_step *step, double xi);

/* Fills the points of the step for `count` contacts that start as in `springs`, coupled by compliance[i][j] (row-major
 * 3 × 3 blocks, i × count + j). `guess`: the points hold values to begin with. 0 if the sweeps do not converge or a
 * force vanishes on the way: then take a shorter step. */
int routh_step_solve(routh_step *step, const routh_springs *springs, size_t count, const double (*compliance)[3][3],
                     double impulse_scale, double tolerance, int guess);

/* The contacts at the end of the step. */
void routh_step_finish(const routh_step *step, routh_springs *springs, size_t count);

/* The polynomial through `start` at ξ = 0 and the seven values, at ξ. */
double routh_step_between(double start, const double values[RADAU_WIDTH], double xi);

/* Makes it the first `share` of the step, its points holding values to begin with. */
void routh_step_shorten(routh_step *step, const routh_springs *springs, size_t count, double share);

#endif
