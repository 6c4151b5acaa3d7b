/* The energy ellipse of an impact, and polygons in the impulse plane.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/numbers.h"
#include "impact/impact.h"
#include "impact/kernel.h"

/* Small polygons in the impulse plane. */

routh_polygon *routh_region_add(routh_context *context, routh_region *region, int mode, size_t capacity) {
    routh_polygon *grown = routh_resize(context, region->polygon, region->count + 1, sizeof *grown);
    routh_point *point = grown ? routh_allocate(context, capacity, sizeof *point) : NULL;
    if (grown)
        region->polygon = grown;
    if (!point) {
        routh_region_release(context, region);
        return NULL;
    }
    routh_polygon *added = &region->polygon[region->count++];
    *added = (routh_polygon){.point = point, .count = 0, .capacity = capacity, .mode = mode};
    return added;
}

void routh_region_release(routh_context *context, routh_region *region) {
    for (size_t i = 0; i < region->count; i++)
        routh_release(context, region->polygon[i].point);
    routh_release(context, region->polygon);
    *region = (routh_region){0};
}

void routh_polygon_append(routh_polygon *polygon, routh_point point) {
    const size_t n = polygon->count;
    const int repeats = n > 0 && polygon->point[n - 1].pt == point.pt && polygon->point[n - 1].pn == point.pn;
    if (n < polygon->capacity && !repeats)
        polygon->point[polygon->count++] = point;
}

/* Keeps the part of a convex polygon where a pt + b pn + c ≥ 0. The polygon needs room for twice its points plus one.
 * Sutherland and Hodgman. The points are read from a copy at the far end of the buffer. */
static void polygon_clip(routh_polygon *polygon, double a, double b, double c) {
    const size_t n = polygon->count;
    if (n == 0)
        return;
    routh_point *from = polygon->point + (polygon->capacity - n);
    for (size_t i = n; i-- > 0;)
        from[i] = polygon->point[i];
    const routh_point first = from[0];
    polygon->count = 0;
    for (size_t i = 0; i < n; i++) {
        const routh_point p = from[i], q = i + 1 < n ? from[i + 1] : first;
        const double here = a * p.pt + b * p.pn + c, there = a * q.pt + b * q.pn + c;
        if (here >= 0)
            routh_polygon_append(polygon, p);
        if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
            const double s = here / (here - there);
            routh_polygon_append(polygon, (routh_point){p.pt + s * (q.pt - p.pt), p.pn + s * (q.pn - p.pn)});
        }
    }
}

double routh_polygon_area(const routh_polygon *polygon) {
    double twice = 0;
    for (size_t i = 1; i + 1 < polygon->count; i++) {
        const routh_point o = polygon->point[0], p = polygon->point[i], q = polygon->point[i + 1];
        twice += (p.pt - o.pt) * (q.pn - o.pn) - (p.pn - o.pn) * (q.pt - o.pt);
    }
    return 0.5 * twice;
}

void routh_polygon_reverse(routh_polygon *polygon) {
    for (size_t i = 0; i < polygon->count / 2; i++) {
        const routh_point swap = polygon->point[i];
        polygon->point[i] = polygon->point[polygon->count - 1 - i];
        polygon->point[polygon->count - 1 - i] = swap;
    }
}

/* The energy ellipse of one impact, its two lines, and the admissible region.
 *
 * With c = −W⁻¹v the energy condition vᵀP + ½ PᵀWP ≤ 0 reads (P − c)ᵀW(P − c) ≤ vᵀW⁻¹v, and the contact point's
 * velocity after P is W(P − c). (Chatterjee and Ruina 1998; Fundamental limitations, equation 6.) */

/* vᵀW⁻¹v, twice the kinetic energy that an impulse can reach. */
static double reach_squared(const routh_contact *c) {
    return routh_scaled_energy(c, c->vt, c->vn) / (c->wtt * routh_determinant(c));
}

routh_status routh_ellipse_of(routh_context *context, const routh_contact *contact, routh_ellipse *ellipse) {
    if (!contact || !ellipse)
        return routh_fail_null(context, "contact ellipse", (const void *const[]){contact, ellipse});
    ROUTH_TRY(routh_contact_check(context, contact));
    const routh_contact *w = contact;
    const double reach = sqrt(reach_squared(w));
    const double determinant = routh_determinant(w);
    const double stiffest = 0.5 * (w->wtt + w->wnn) + hypot(0.5 * (w->wtt - w->wnn), w->wtn);
    const double softest = determinant / stiffest;
    if (!isfinite(reach / softest) || !(reach > 0))
        return routh_fail(context, ROUTH_OUT_OF_RANGE,
                          "the energy ellipse of W = [%g %g; %g %g] 1/kg, v = (%g, %g) m/s is "
                          "too large or too small to compute with",
                          w->wtt, w->wtn, w->wtn, w->wnn, w->vt, w->vn);

    const double right_angle = acos(0.0);
    const double minor_angle = 0.5 * atan2(2 * w->wtn, w->wtt - w->wnn); /* in (−π/2, π/2] */
    ellipse->centre = routh_impulse_for(w, -w->vt, -w->vn);
    ellipse->major = reach / sqrt(softest);
    ellipse->minor = reach / sqrt(stiffest);
    ellipse->angle = minor_angle > 0 ? minor_angle - right_angle : minor_angle + right_angle;

    /* both lines run through the centre: along (−W_tn, W_tt) v_t stays 0, along (W_nn, −W_tn) v_n does */
    const routh_point c = ellipse->centre;
    const double up = reach / sqrt(w->wtt * determinant), across = reach / sqrt(w->wnn * determinant);
    ellipse->stick[0] = (routh_point){c.pt + up * w->wtn, c.pn - up * w->wtt};
    ellipse->stick[1] = (routh_point){c.pt - up * w->wtn, c.pn + up * w->wtt};
    ellipse->compression[0] = (routh_point){c.pt - across * w->wnn, c.pn + across * w->wtn};
    ellipse->compression[1] = (routh_point){c.pt + across * w->wnn, c.pn - across * w->wtn};
    return ROUTH_OK;
}

/* The point of the outline at an eccentric angle. */
static routh_point on_outline(const routh_ellipse *e, double angle) {
    const double x = e->major * cos(angle), y = e->minor * sin(angle);
    const double turn_x = cos(e->angle), turn_y = sin(e->angle);
    return (routh_point){e->centre.pt + x * turn_x - y * turn_y, e->centre.pn + x * turn_y + y * turn_x};
}

void routh_ellipse_outline(const routh_ellipse *ellipse, size_t count, routh_point *points) {
    for (size_t i = 0; i < count; i++)
        points[i] = on_outline(ellipse, 4 * acos(0.0) * (double)i / (double)count);
}

/* The two eccentric angles where the outline meets the line n·(P − centre) + offset = 0; returns how many there are. */
static size_t meet_line(const routh_ellipse *e, double nt, double nn, double offset, double *angles) {
    const double along = e->major * (nt * cos(e->angle) + nn * sin(e->angle));
    const double across = e->minor * (-nt * sin(e->angle) + nn * cos(e->angle));
    const double cosine = -offset / hypot(along, across);
    if (!(fabs(cosine) <= 1))
        return 0;
    const double middle = atan2(across, along), half = acos(cosine);
    angles[0] = middle - half;
    angles[1] = middle + half;
    return 2;
}

routh_status routh_region_admissible(routh_context *context, const routh_contact *contact, size_t resolution,
                                     routh_region *region) {
    routh_ellipse e;
    ROUTH_TRY(routh_ellipse_of(context, contact, &e));
    if (resolution < 3)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "an outline needs at least 3 points, not %zu", resolution);

    /* the outline's own points and, exactly, its corners with both lines */
    const double turn = 4 * acos(0.0);
    ROUTH_ARENA(room, context);
    double *angle = routh_take(&room, resolution + 4, sizeof *angle);
    routh_region result = {0};
    if (!angle || !routh_region_add(context, &result, ROUTH_UNSOLVED, 2 * (resolution + 8)))
        return ROUTH_OUT_OF_MEMORY;
    size_t count = 0;
    for (; count < resolution; count++)
        angle[count] = turn * (double)count / (double)resolution;
    count += meet_line(&e, contact->wtn, contact->wnn, 0.0, angle + count);
    count += meet_line(&e, 0.0, 1.0, e.centre.pn, angle + count);
    for (size_t i = resolution; i < count; i++)
        angle[i] -= turn * floor(angle[i] / turn);
    qsort(angle, count, sizeof *angle, routh_ascending);

    routh_polygon *polygon = &result.polygon[0];
    for (size_t i = 0; i < count; i++)
        routh_polygon_append(polygon, on_outline(&e, angle[i]));
    const double vn_at_origin = -(contact->wtn * e.centre.pt + contact->wnn * e.centre.pn);
    polygon_clip(polygon, contact->wtn, contact->wnn, vn_at_origin);
    polygon_clip(polygon, 0.0, 1.0, 0.0);
    result.area = routh_polygon_area(polygon);
    *region = result;
    return ROUTH_OK;
}

int routh_is_admissible(const routh_contact *contact, routh_point point, double tolerance) {
    const routh_contact *w = contact;
    const double vt = w->vt + w->wtt * point.pt + w->wtn * point.pn;
    const double vn = w->vn + w->wtn * point.pt + w->wnn * point.pn;
    const double ratio = routh_scaled_energy(w, vt, vn) / routh_scaled_energy(w, w->vt, w->vn);
    /* the largest v_n and P_n within the ellipse measure how far outside the lines a point is */
    const double reach = sqrt(reach_squared(w));
    const double vn_reach = reach * sqrt(w->wnn), pn_reach = reach * sqrt(w->wtt / routh_determinant(w));
    return sqrt(ratio) <= 1 + tolerance && vn >= -tolerance * vn_reach && point.pn >= -tolerance * pn_reach;
}
