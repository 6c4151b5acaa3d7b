/* Errors that all poses share: a camera or a marker that is turned by δ, and a ground that is η higher than stated.
 *
 * Measured are θ + δ and y + η with noise. An angle that is off by a constant turns every r, and no number of contacts makes
 * that error smaller. But the contacts show it: the balance and the heights each say which angles they agree with. So δ and η
 * are unknowns beside m/I, with the scores
 *
 *     Σ E[θ_m − δ − θ] / σ_θ²,        Σ E[y_m − η − h(θ)] / σ_y²
 *
 * of the likelihood, averaged over poses as those of m/I are. A weak prior keeps them where the data say nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/elimination.h"
#include "base/context.h"
#include "base/order.h"
#include "geometry/shape.h"
#include "inertia/poses.h"

/* Deviations of the prior: 3°, and this share of the body's reach. Larger offsets are a wrong frame. */
static const double prior_angle = 0.05, prior_height = 0.05;

/* Fewer contacts cannot show offsets beside m/I. */
enum { LEAST_CONTACTS = 20 };

/* A start differs from 0 only where it leaves less than this share of the residuals. Newton's method finds smaller offsets
 * from 0, and contacts that hardly separate δ from m/I would start anywhere. */
static const double clear_start = 0.8;

bool routh_pose_shows_offsets(const inertia_work *work) {
    size_t used = 0;
    if (!work->options->shape || !work->noise_known || !(work->noise.theta > 0))
        return false;
    for (size_t i = 0; i < work->count; i++)
        used += inertia_uses(work, i) && isfinite(work->record[i].theta) && isfinite(work->record[i].y);
    return used >= LEAST_CONTACTS;
}

void routh_pose_offset_prior(const inertia_work *work, double prior[OFFSETS_OF_POSE]) {
    const double height = prior_height * routh_inertia_reach(work);
    prior[OFFSET_ANGLE] = 1 / (prior_angle * prior_angle);
    prior[OFFSET_HEIGHT] = 1 / (height * height);
}

void routh_pose_offset_reach(const inertia_work *work, double reach[OFFSETS_OF_POSE]) {
    reach[OFFSET_ANGLE] = work->noise.theta;
    reach[OFFSET_HEIGHT] = prior_height * routh_inertia_reach(work);
}

/* dL/dθ at the recorded angle. */
static double lever_turned(const inertia_work *work, size_t i) {
    static const double step = 1e-4;
    const routh_record *c = &work->record[i];
    const contact_change *d = &work->change[i];
    if (work->options->shape->kind == ROUTH_POLYGON)
        return contact_lever(d, -c->ry, c->rx);
    double rx[2], ry[2], next;
    for (int side = 0; side < 2; side++)
        routh_shape_lowest(work->options->shape, c->theta + (side ? step : -step), &rx[side], &ry[side], &next);
    return contact_lever(d, (rx[1] - rx[0]) / (2 * step), (ry[1] - ry[0]) / (2 * step));
}

/* L, T and dL/dθ of a record; false where it is not used. */
static bool columns_of(const inertia_work *work, size_t i, double x[MOST_UNKNOWNS]) {
    if (!inertia_uses(work, i) || !isfinite(work->record[i].theta))
        return false;
    inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &x[0], &x[1]);
    x[work->unknowns] = lever_turned(work, i);
    return true;
}

/* Sum of |Δω − Σ θ x|, the first n columns. */
static double residuals_of(const inertia_work *work, const double *theta, int n) {
    double sum = 0;
    for (size_t i = 0; i < work->count; i++) {
        double x[MOST_UNKNOWNS], e = work->change[i].omega;
        if (!columns_of(work, i, x))
            continue;
        for (int k = 0; k < n; k++)
            e -= theta[k] * x[k];
        sum += fabs(e);
    }
    return sum;
}

/* m/I, 1/I and δ by least absolute deviations of Δω = κ (L − δ dL/dθ) + T/I, as in routh_inertia_robust_start. */
static bool start_angle(const inertia_work *work, double theta[MOST_UNKNOWNS], double *offset) {
    enum { MOST_TURNS = 50 };
    const int n = work->unknowns + 1;
    double size = 0;
    for (size_t i = 0; i < work->count; i++)
        size = fmax(size, fabs(work->change[i].omega));
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        double a[MOST_UNKNOWNS][MOST_UNKNOWNS] = {{0}}, b[MOST_UNKNOWNS] = {0};
        for (size_t i = 0; i < work->count; i++) {
            double x[MOST_UNKNOWNS], e = work->change[i].omega;
            if (!columns_of(work, i, x))
                continue;
            for (int k = 0; k < n && turn > 0; k++)
                e -= theta[k] * x[k];
            const double weight = turn > 0 ? 1 / fmax(fabs(e), 1e-9 * size) : 1;
            for (int k = 0; k < n; k++) {
                b[k] += weight * x[k] * work->change[i].omega;
                for (int l = 0; l < n; l++)
                    a[k][l] += weight * x[k] * x[l];
            }
        }
        if (!routh_elimination_solve((size_t)n, MOST_UNKNOWNS, a[0], b, 0))
            return false;
        for (int k = 0; k < n; k++)
            theta[k] = b[k];
    }
    *offset = -theta[n - 1] / theta[0];
    return theta[0] > 0 && (n < 3 || theta[1] > 0) && fabs(*offset) < 4 * prior_angle &&
           residuals_of(work, theta, n) < clear_start * residuals_of(work, work->fit->value, n - 1);
}

/* The median of the heights of the lowest points over the ground. */
static routh_status start_height(routh_context *context, const inertia_work *work, double angle, double *height) {
    double *sorted = routh_allocate(context, work->count, sizeof *sorted);
    size_t count = 0;
    if (!sorted)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        double rx, ry, next;
        if (!inertia_uses(work, i) || !isfinite(c->theta) || !isfinite(c->y))
            continue;
        routh_shape_lowest(work->options->shape, c->theta - angle, &rx, &ry, &next);
        sorted[count++] = c->y + ry - c->duration * fmax(0, -(c->before.vy + rx * c->before.omega)) / 2;
    }
    *height = routh_median(sorted, count);
    routh_release(context, sorted);
    return ROUTH_OK;
}

routh_status routh_inertia_start_offsets(routh_context *context, const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    double theta[MOST_UNKNOWNS], angle, height;
    if (!routh_pose_shows_offsets(work) || !start_angle(work, theta, &angle))
        return ROUTH_OK;
    for (int k = 0; k < work->unknowns; k++)
        fit->value[k] = theta[k];
    fit->angle_offset = angle;
    const routh_status status = start_height(context, work, angle, &height);
    if (status == ROUTH_OK && work->noise.y > 0 && fabs(height) < 4 * prior_height * routh_inertia_reach(work))
        fit->height_offset = height;
    return status;
}
