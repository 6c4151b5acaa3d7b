/* The smallest friction at which a law sticks, and the ideal rigid-body bound.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "impact/impact.h"
#include "impact/kernel.h"

static inline double distance_squared(const routh_distance *f, routh_point p) {
    const double t = p.pt - f->least.pt, n = p.pn - f->least.pn;
    return f->gtt * t * t + 2 * f->gtn * t * n + f->gnn * n * n;
}

/* μ_s(ε): the smallest friction at which a law sticks, by bisection.
 *
 * Most laws, once they stick, go on sticking as μ grows (tested). ap-poisson may not: friction that stops the slip only
 * in restitution gives way to friction that stops it in compression but cannot hold it afterwards. So the range is
 * first sampled, evenly in the angle of the friction cone, and then the first and the last change are bisected. */

enum { EVEN = 128, SAMPLES = EVEN + 5, HALVINGS = 1100 };

typedef struct question {
    const routh_law *law;
    const routh_contact *contact;
    double parameters[ROUTH_MAX_PARAMETERS];
    int friction;
} question;

static routh_impulse impulse_at(question *q, double mu) {
    q->parameters[q->friction] = mu;
    return routh_law_impulse(q->law, q->contact, q->parameters);
}

/* Slip after the impact at friction μ; 0 if it sticks. */
static double slip_at(question *q, double mu) {
    const routh_impulse p = impulse_at(q, mu);
    const double slip = q->contact->vt + q->contact->wtt * p.pt + q->contact->wtn * p.pn;
    return routh_mode_sticks((routh_mode)p.mode) ? 0.0 : slip;
}

static int sticks_at(question *q, double mu) {
    return routh_mode_sticks((routh_mode)impulse_at(q, mu).mode);
}

/* Some μ in between that sticks, if the slip turns round between two frictions that slide; otherwise NaN. */
static double find_window(question *q, double low, double high) {
    const double sign = slip_at(q, low);
    if (sign * slip_at(q, high) >= 0)
        return NAN;
    for (int halving = 0; halving < HALVINGS && high - low > 1e-13 * high; halving++) {
        const double middle = 0.5 * (low + high), slip = slip_at(q, middle);
        if (slip == 0 && sticks_at(q, middle))
            return middle;
        if (slip * sign > 0)
            low = middle;
        else
            high = middle;
    }
    return NAN;
}

/* The smallest μ in (slides, sticks] that sticks, to 1e-13 of itself; one change in between is assumed. */
static double bisect(question *q, double slides, double sticks) {
    for (int halving = 0; halving < HALVINGS && sticks - slides > 1e-13 * sticks; halving++) {
        const double middle = 0.5 * (slides + sticks);
        if (sticks_at(q, middle))
            sticks = middle;
        else
            slides = middle;
    }
    return sticks;
}

/* Into ascending numbers; qsort would allocate. */
static void insert(double *ascending, int count, double value) {
    for (; count > 0 && ascending[count - 1] > value; count--)
        ascending[count] = ascending[count - 1];
    ascending[count] = value;
}

static void choose_samples(const routh_contact *c, double mu_max, double *mu) {
    const routh_point stop = routh_impulse_for(c, -c->vt, -c->vn);
    const double holds = fabs(c->wtn) / c->wtt, stops = fabs(stop.pt / stop.pn), aside = 1e-12;
    const double special[] = {holds * (1 - aside), holds * (1 + aside), stops * (1 - aside), stops * (1 + aside),
                              mu_max};
    for (int i = 0; i < EVEN; i++)
        mu[i] = tan(atan(mu_max) * i / EVEN);
    for (int i = EVEN; i < SAMPLES; i++)
        insert(mu, i, special[i - EVEN] < mu_max ? special[i - EVEN] : mu_max);
}

routh_status routh_stick_friction_of(routh_context *context, const routh_law *law, const routh_contact *contact,
                                     const double *parameters, double mu_max, routh_stick_friction *result) {
    if (!law || !contact || !result || (!parameters && law->parameter_count > 0))
        return routh_fail_null(context, "law contact result parameters",
                               (const void *const[]){law, contact, result, parameters});
    question q = {.law = law, .contact = contact, .friction = routh_law_parameter(law, "mu")};
    for (int i = 0; i < law->parameter_count; i++)
        q.parameters[i] = parameters[i];
    if (q.friction >= 0)
        q.parameters[q.friction] = mu_max;
    ROUTH_TRY(routh_contact_check(context, contact));
    ROUTH_TRY(routh_law_check(context, law, q.parameters));

    *result = (routh_stick_friction){.sticks = 0, .mu = INFINITY, .always = INFINITY};
    if (q.friction < 0)
        return ROUTH_OK;
    double mu[SAMPLES];
    choose_samples(contact, mu_max, mu);
    int stuck = sticks_at(&q, 0.0);
    if (stuck)
        *result = (routh_stick_friction){.sticks = 1, .mu = 0, .always = 0};
    for (int i = 1; i < SAMPLES; i++) {
        const int sticks = sticks_at(&q, mu[i]);
        const double window = sticks || stuck ? mu[i] : find_window(&q, mu[i - 1], mu[i]);
        if (!stuck && !isnan(window)) {
            result->always = bisect(&q, mu[i - 1], window);
            result->mu = result->sticks ? result->mu : result->always;
            result->sticks = 1;
        }
        stuck = sticks;
    }
    if (!stuck)
        result->always = INFINITY;
    return ROUTH_OK;
}

/* The ideal rigid-body bound: the admissible impulse that explains a measured impact best, and the best law in hindsight.
 *
 * The distance is a quadratic around the measured impulse P* (impact.h). The admissible region is convex: an ellipse
 * cut by two lines. The best point is P* itself, or the best one on the ellipse, on a line, or in a corner, and the
 * nearest of those that are admissible is it. All are in closed form but the ellipse's, a one-dimensional monotone
 * equation. */

static const routh_name_entry metrics[] = {
    [ROUTH_MOMENTUM] = {"momentum", "change of momentum, N s beside N m s"},
    [ROUTH_VELOCITY] = {"velocity", "velocity, ω times the radius of gyration"},
    [ROUTH_UNWEIGHTED] = {"unweighted", "velocity, rad/s beside m/s, as the authors of Fundamental limitations had it"},
};
const routh_names routh_metrics = {"metric", ROUTH_METRIC_COUNT, metrics};

double routh_metric_weight(const routh_impact *impact, routh_metric metric) {
    const double ratio = impact->mass / impact->inertia;
    return metric == ROUTH_MOMENTUM ? 1.0 : metric == ROUTH_VELOCITY ? ratio : ratio * ratio;
}

routh_distance routh_distance_from(const routh_impact *impact, routh_velocity measured, routh_metric metric) {
    const double m = impact->mass, weight = routh_metric_weight(impact, metric);
    const double lt = -impact->ry, ln = impact->rx;
    const double bt = m * (measured.vx - impact->vx), bn = m * (measured.vy - impact->vy);
    const double spin = impact->inertia * (measured.omega - impact->omega);

    /* G = 1 + σ² l lᵀ, so P* = b + σ² l (spin − l·b) / (1 + σ² l·l) */
    const double correction = weight * (spin - (lt * bt + ln * bn)) / (1 + weight * (lt * lt + ln * ln));
    return (routh_distance){
        .least = {bt + lt * correction, bn + ln * correction},
        .gtt = 1 + weight * lt * lt,
        .gtn = weight * lt * ln,
        .gnn = 1 + weight * ln * ln,
    };
}

/* The best point on the line through `on` in direction (dt, dn). */
static routh_point best_on_line(const routh_distance *f, routh_point on, double dt, double dn) {
    const double t = f->least.pt - on.pt, n = f->least.pn - on.pn;
    const double gd_t = f->gtt * dt + f->gtn * dn, gd_n = f->gtn * dt + f->gnn * dn;
    const double s = (gd_t * t + gd_n * n) / (gd_t * dt + gd_n * dn);
    return (routh_point){on.pt + s * dt, on.pn + s * dn};
}

/* The best point of the ellipse for a P* outside it. In coordinates where G is 1 and W is diagonal (a₁, a₂), the
 * nearest point to y is y_i / (1 + λa_i) with Σ a_i y_i² / (1 + λa_i)² = reach². As in trust-region methods, Newton's
 * method goes on 1/√Σ − 1/reach, which is nearly linear and concave in λ, and so climbs to the root from λ = 0 without
 * overshooting. */
static routh_point best_on_ellipse(const routh_distance *f, const routh_contact *w, routh_point centre, double reach) {
    /* G = L Lᵀ, A = L⁻¹ W L⁻ᵀ */
    const double l11 = sqrt(f->gtt), l21 = f->gtn / l11, l22 = sqrt(f->gnn - l21 * l21);
    const double a11 = w->wtt / (l11 * l11);
    const double a21 = (w->wtn / l11 - l21 * a11) / l22;
    const double a22 = (w->wnn - 2 * l21 * l22 * a21 - l21 * l21 * a11) / (l22 * l22);
    const double angle = 0.5 * atan2(2 * a21, a11 - a22), cosine = cos(angle), sine = sin(angle);
    const double mean = 0.5 * (a11 + a22), radius = hypot(0.5 * (a11 - a22), a21);
    const double a1 = mean + radius, a2 = (a11 * a22 - a21 * a21) / a1;

    const double ct = f->least.pt - centre.pt, cn = f->least.pn - centre.pn;
    const double x1 = l11 * ct + l21 * cn, x2 = l22 * cn; /* Lᵀ (P* − centre) */
    const double y1 = cosine * x1 + sine * x2, y2 = -sine * x1 + cosine * x2;
    double lambda = 0;
    for (int iteration = 0; iteration < 100; iteration++) {
        const double d1 = 1 / (1 + lambda * a1), d2 = 1 / (1 + lambda * a2);
        const double s1 = a1 * y1 * y1 * d1 * d1, s2 = a2 * y2 * y2 * d2 * d2;
        const double norm = sqrt(s1 + s2);
        const double step = (norm / reach - 1) * (s1 + s2) / (s1 * a1 * d1 + s2 * a2 * d2);
        lambda += step > 0 ? step : 0;
        if (!(step > 1e-16 * lambda))
            break;
    }
    const double z1 = y1 / (1 + lambda * a1), z2 = y2 / (1 + lambda * a2);
    const double u1 = cosine * z1 - sine * z2, u2 = sine * z1 + cosine * z2;
    const double pn = u2 / l22;
    return (routh_point){centre.pt + (u1 - l21 * pn) / l11, centre.pn + pn};
}

typedef struct candidate {
    routh_point point;
    unsigned active;
} candidate;

/* Is the candidate within the constraints that it does not lie on by construction? */
static int allowed(const routh_contact *w, const routh_ellipse *e, double reach, candidate c) {
    const double t = c.point.pt - e->centre.pt, n = c.point.pn - e->centre.pn;
    const double vt = w->wtt * t + w->wtn * n, vn = w->wtn * t + w->wnn * n;
    const double energy = sqrt(fmax(0.0, vt * t + vn * n));
    const double rounding = 1e-13;
    return isfinite(c.point.pt) && isfinite(c.point.pn) &&
           (c.active & ROUTH_BOUND_ENERGY || energy <= reach * (1 + rounding)) &&
           (c.active & ROUTH_BOUND_COMPRESSION || vn >= -rounding * reach * sqrt(w->wnn)) &&
           (c.active & ROUTH_BOUND_NO_PULL || c.point.pn >= -rounding * e->major);
}

routh_status routh_bound_of(routh_context *context, const routh_impact *impact, routh_velocity measured,
                            routh_metric metric, routh_bound *bound) {
    if (!impact || !bound)
        return routh_fail_null(context, "impact bound", (const void *const[]){impact, bound});
    routh_contact w;
    routh_ellipse e;
    ROUTH_TRY(routh_contact_of(context, impact, &w));
    ROUTH_TRY(routh_ellipse_of(context, &w, &e));
    if (!isfinite(measured.vx) || !isfinite(measured.vy) || !isfinite(measured.omega))
        return routh_fail(context, ROUTH_NOT_FINITE, "the measured velocity (%g, %g) m/s, %g rad/s must be finite",
                          measured.vx, measured.vy, measured.omega);

    const routh_distance f = routh_distance_from(impact, measured, metric);
    const double reach = e.minor * sqrt(0.5 * (w.wtt + w.wnn) + hypot(0.5 * (w.wtt - w.wnn), w.wtn));
    const routh_point origin = {0, 0};
    const candidate candidates[] = {
        {f.least, 0},
        {best_on_ellipse(&f, &w, e.centre, reach), ROUTH_BOUND_ENERGY},
        {best_on_line(&f, e.centre, w.wnn, -w.wtn), ROUTH_BOUND_COMPRESSION},
        {best_on_line(&f, origin, 1, 0), ROUTH_BOUND_NO_PULL},
        {e.compression[0], ROUTH_BOUND_ENERGY | ROUTH_BOUND_COMPRESSION},
        {e.compression[1], ROUTH_BOUND_ENERGY | ROUTH_BOUND_COMPRESSION},
        {{-2 * w.vt / w.wtt, 0}, ROUTH_BOUND_ENERGY | ROUTH_BOUND_NO_PULL},
        {{-w.vn / w.wtn, 0}, ROUTH_BOUND_COMPRESSION | ROUTH_BOUND_NO_PULL},
    };
    double best = INFINITY;
    *bound = (routh_bound){0};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        const double value = distance_squared(&f, candidates[i].point);
        if (value < best && allowed(&w, &e, reach, candidates[i])) {
            best = value;
            bound->impulse = candidates[i].point;
            bound->active = candidates[i].active;
        }
    }
    if (isinf(best))
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "no admissible impulse was found: W is singular to rounding");
    bound->measured = f.least;
    bound->velocity = routh_impact_after(impact, bound->impulse.pt, bound->impulse.pn, 0);
    bound->error = routh_impact_error(metric, impact, bound->velocity, measured);
    return ROUTH_OK;
}

double routh_impact_error(routh_metric metric, const routh_impact *impact, routh_velocity predicted,
                          routh_velocity measured) {
    const double dx = predicted.vx - measured.vx, dy = predicted.vy - measured.vy;
    const double spin = predicted.omega - measured.omega;
    const double m = impact->mass;
    if (metric == ROUTH_MOMENTUM)
        return hypot(hypot(m * dx, m * dy), impact->inertia * spin);
    return hypot(hypot(dx, dy), metric == ROUTH_UNWEIGHTED ? spin : sqrt(impact->inertia / m) * spin);
}
