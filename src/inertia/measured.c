/* What is known of the contacts before anything is estimated: noise of their balance, and how far they reach.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "inertia/inertia.h"

/* r measured by itself adds its noise times the squares of the true momentum changes, which are those measured less
 * their own noise. */
double routh_inertia_variance(const inertia_work *work, const contact_change *variance, size_t i, double rx, double ry,
                              double kappa, double *of_lever) {
    const contact_change *d = &work->change[i];
    *of_lever = rx * rx * variance->vy + ry * ry * variance->vx;
    if (work->noise_known)
        *of_lever += work->noise.rx * work->noise.rx * fmax(0, d->vy * d->vy - variance->vy) +
                     work->noise.ry * work->noise.ry * fmax(0, d->vx * d->vx - variance->vx);
    return variance->omega + kappa * kappa * *of_lever;
}

contact_change routh_inertia_variances(const inertia_work *work, double m_over_i) {
    const routh_noise *n = &work->noise;
    if (!work->noise_known)
        return (contact_change){1, 1, m_over_i};
    return (contact_change){2 * n->vx * n->vx, 2 * n->vy * n->vy, 2 * n->omega * n->omega};
}

double routh_inertia_reach(const inertia_work *work) {
    const routh_shape *shape = work->options->shape;
    double reach = 0;
    for (size_t k = 0; shape && shape->kind == ROUTH_POLYGON && k < shape->count; k++)
        reach = fmax(reach, hypot(shape->vertex[k][0], shape->vertex[k][1]));
    if (shape && shape->kind != ROUTH_POLYGON)
        reach = fmax(shape->a, shape->b);
    for (size_t i = 0; i < work->count && !shape; i++)
        reach = fmax(reach, hypot(work->record[i].rx, work->record[i].ry));
    return reach;
}
