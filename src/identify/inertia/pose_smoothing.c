/* Angles of contacts that follow one another in a motion.
 *
 * Between two records of a motion the body turns by the mean of the spins after the first and before the second, times the
 * time between them, in flight as in lasting contact. That links the angles far better than each is measured, and
 * Kalman's filter with the smoother of Rauch, Tung and Striebel (AIAA Journal 3 (1965) 1445) gives each angle from all of
 * them. Where the turn disagrees with the two angles by more than noise, the link is not used.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "inertia/poses.h"

/* Angles and turn agree within so many deviations. */
static const double tolerance = 5;

/* The turn from record i to the next, and its variance; false where they are not linked. The spin may change evenly in
 * between, and within the contact's own duration at any moment. */
static bool turn_between(const inertia_work *w, size_t i, double *turn, double *variance) {
    const routh_record *from = &w->record[i], *to = from + 1;
    if (i + 1 >= w->count || from->trajectory < 0 || to->trajectory != from->trajectory ||
        to->index != from->index + 1 || !isfinite(from->theta) || !isfinite(to->theta))
        return false;
    const double t = to->time - from->time, noise = w->noise.omega, theta = w->noise.theta;
    if (!(t > 0))
        return false;
    const double within = from->duration * (from->after.omega - from->before.omega);
    const double change = t * (to->before.omega - from->after.omega);
    *turn = t * (from->after.omega + to->before.omega) / 2;
    *variance = t * t * noise * noise / 2 + within * within + change * change / 12;
    return fabs(to->theta - from->theta - *turn) <= tolerance * sqrt(2 * theta * theta + *variance);
}

void routh_pose_smooth(const inertia_work *work, double *angle, double *deviation) {
    const double measured = work->noise.theta * work->noise.theta;
    double turn, variance;
    for (size_t i = 0; i < work->count; i++) { /* forwards: from all up to this one */
        angle[i] = work->record[i].theta;
        deviation[i] = measured;
        if (i == 0 || !turn_between(work, i - 1, &turn, &variance))
            continue;
        const double before = deviation[i - 1] + variance, gain = before / (before + measured);
        const double expected = angle[i - 1] + turn;
        angle[i] = expected + gain * (angle[i] - expected);
        deviation[i] = (1 - gain) * before;
    }
    for (size_t i = work->count; i-- > 0;) { /* backwards: from those after it, too */
        if (!turn_between(work, i, &turn, &variance))
            continue;
        const double before = deviation[i] + variance, gain = before > 0 ? deviation[i] / before : 0;
        angle[i] += gain * (angle[i + 1] - angle[i] - turn);
        deviation[i] += gain * gain * (deviation[i + 1] - before);
    }
    for (size_t i = 0; i < work->count; i++)
        deviation[i] = sqrt(fmax(0, deviation[i]));
}
