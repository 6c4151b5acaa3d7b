/* How far an impulse is from explaining a measured impact.
 *
 * Either metric is |B P − b|² up to a factor, B = (1 0; 0 1; −σry σrx), b the measured change of momentum with its last
 * entry times σ: σ = 1 for momentum, 1/√(I/m) for velocity and m/I unweighted (both then divided by m). So it is a quadratic (P − P*)ᵀG(P −
 * P*), G = BᵀB, around the measured impulse P*, plus what no point impulse explains.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_DISTANCE_H
#define ROUTH_SRC_IMPACT_DISTANCE_H

#include <routh/impact.h>

typedef struct routh_distance {
    routh_point least;    /* P* */
    double gtt, gtn, gnn; /* G */
} routh_distance;

/* (P − P*)ᵀG(P − P*), (N s)²; in the velocity metric m² times the squared error of velocity beyond that of P*. */
static inline double routh_distance_squared(const routh_distance *f, routh_point p) {
    const double t = p.pt - f->least.pt, n = p.pn - f->least.pn;
    return f->gtt * t * t + 2 * f->gtn * t * n + f->gnn * n * n;
}

routh_distance routh_distance_from(const routh_impact *impact, routh_velocity measured, routh_metric metric);

#endif
