/* Which corner touched, if a body turns far within the duration of a contact.
 *
 * The state before is from up to a duration before the contact. In this time a fast body turns, and a corner that was not the
 * lowest may come down and touch first. Where a single corner can reach the ground before the duration ends, and it is the
 * lowest, that one touched. Elsewhere the record does not say which, and the balance at the wrong corner is none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "inertia/inertia.h"

/* Heights are compared with this many deviations of their noise. */
static const double deviations = 3;

static bool corner_is_open(const inertia_work *work, const routh_record *c) {
    const routh_shape *shape = work->options->shape;
    const double cosine = cos(c->theta), sine = sin(c->theta);
    size_t reach = 0;
    double lowest = INFINITY;
    bool lowest_reaches = false;
    for (size_t k = 0; k < shape->count; k++) {
        const double x = cosine * shape->vertex[k][0] - sine * shape->vertex[k][1];
        const double y = sine * shape->vertex[k][0] + cosine * shape->vertex[k][1];
        const double height = c->y + y + c->duration * (c->before.vy + c->before.omega * x);
        const bool reaches = height <= deviations * hypot(work->noise.y, x * work->noise.theta);
        reach += reaches;
        if (y < lowest) {
            lowest = y;
            lowest_reaches = reaches;
        }
    }
    return reach > 1 || (reach == 1 && !lowest_reaches);
}

void routh_inertia_mark_corners(const inertia_work *work) {
    const routh_shape *shape = work->options->shape;
    if (!shape || shape->kind != ROUTH_POLYGON || !work->noise_known || !(work->noise.theta > 0) ||
        work->options->estimator != ROUTH_ERRORS_IN_VARIABLES)
        return;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        if (c->duration > 0 && isfinite(c->theta) && isfinite(c->y) && inertia_uses(work, i) && corner_is_open(work, c))
            work->fit->misfit[i] = ROUTH_MISFIT_UNCERTAIN;
    }
}
