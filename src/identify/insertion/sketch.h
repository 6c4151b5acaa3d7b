/* The geometry of a recording as straight lines: the depth of every contact, open ones included, as a function of
 * displacements. It costs microseconds where the geometry costs milliseconds, so that hundreds of searches can begin in
 * it.
 *
 * At a few samples, with the parts as drawn, each pair of parts that the prior can bring together has a depth d (minus
 * the gap where it is open), and slopes of d with every displacement, one towards larger and one towards smaller values:
 * a face that lies flat gets deeper whichever way it is turned. Where the contacts push stays as drawn. Then
 *
 *     w = Σ max(0, d(z)) (K push + μK drag)
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_SKETCH_H
#define ROUTH_SRC_INSERTION_SKETCH_H

#include "algebra/levenberg_marquardt.h"
#include "insertion/identify.h"

/* One pair of parts at one sample. */
typedef struct routh_sketch_contact {
    size_t sample; /* of the sketch */
    uint32_t part[2];
    double depth;            /* as drawn, m */
    double push[6], drag[6]; /* columns of Φ for each metre of depth, weighted */
    double reach;            /* how much the prior moves the depth: one deviation, m */
} routh_sketch_contact;

/* Everything at one z. */
typedef struct routh_sketch_point {
    double *z, *residual, *phi, *q;
    routh_two_columns fit;
    double cost, prior;
} routh_sketch_point;

typedef struct routh_sketch {
    size_t unknowns, samples, rows, contacts;
    double mass; /* of the samples' weights */
    double *y;   /* the measured wrench, weighted as in the problem */
    routh_sketch_contact *contact;
    double *slope; /* contacts × unknowns × 2: the depth for each deviation, towards larger and smaller z */
    routh_sketch_point at, trial;
    routh_lm memory;
    size_t evaluations;
} routh_sketch;

routh_status routh_sketch_create(routh_context *context, const routh_separable *problem, routh_sketch *sketch);
void routh_sketch_release(routh_context *context, routh_sketch *sketch);

double routh_sketch_depth(const routh_sketch *sketch, size_t contact, const double *z);

/* From z to the least objective at γ, which it returns; z is replaced. */
routh_status routh_sketch_descend(routh_sketch *sketch, double gamma, double *z, double *objective);

#endif
