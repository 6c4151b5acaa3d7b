/* One impact: the parameters with which a law comes closest to it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/fit.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "impact/kernel.h"

/* Distances closer than this share of the size are equal. */
#define ROUTH_SAME_DISTANCE 1e-9

/* Where a law comes closest to one measured impulse.
 *
 * At a fixed friction the impulses over ε form a curve of one or two nearly straight pieces; its nearest point to the
 * target P is soon found. As friction changes, the curve sweeps the plane. Where P changes from one side of it to the
 * other the law reproduces P exactly: friction there is the root of the signed distance. A minimum of the distance
 * would not do: the range of friction in which a law gets there may end right beside, where it sticks, and be very
 * narrow. Where P does not change sides, it is out of range or the sweep folds over: then the distance is minimised.
 *
 * A law with a third parameter has more parameters than an impulse has components. It is held at its default first;
 * then it takes the place of friction, which is put at its cap. */

enum { MOST = ROUTH_MAX_PARAMETERS, NODES = 31, FEW_NODES = 11 };

/* How closely a minimum along an axis is found, in the unit cube. */
static const double closest = 1e-10;

/* A search along one axis, the other parameters but ε being held. */
typedef struct sweep {
    const routh_impact_search *search;
    int axis;
    int nodes;        /* at most NODES */
    double closeness; /* of a minimum along it at first */
    double u[MOST];
} sweep;

routh_impact_search routh_impact_search_for(const routh_law *law, const routh_box *box, const routh_contact *contact,
                                            routh_point target) {
    const routh_point stop = routh_impulse_for(contact, -contact->vt, -contact->vn);
    return (routh_impact_search){
        .law = law,
        .contact = contact,
        .box = *box,
        .restitution = routh_law_parameter(law, "eps"),
        .target = target,
        .size = fmax(hypot(target.pt, target.pn), hypot(stop.pt, stop.pn)),
    };
}

static routh_impulse impulse_in_box(const routh_impact_search *search, const double *u) {
    double parameters[MOST];
    routh_box_parameters(&search->box, u, parameters);
    return routh_law_impulse(search->law, search->contact, parameters);
}

/* The squared distance at a restitution. */
static double squared_at(double x, void *user) {
    sweep *w = user;
    const routh_impact_search *s = w->search;
    w->u[s->restitution] = x;
    const routh_impulse p = impulse_in_box(s, w->u);
    const double t = p.pt - s->target.pt, n = p.pn - s->target.pn;
    return t * t + n * n;
}

/* On which side of the curve over ε the target lies, seen at its nearest point. */
static double side_of(const routh_impact_search *s, const double *u) {
    double aside[MOST];
    memcpy(aside, u, sizeof aside);
    const double along = u[s->restitution] < 0.5 ? 1e-6 : -1e-6;
    aside[s->restitution] += along;
    const routh_impulse here = impulse_in_box(s, u), there = impulse_in_box(s, aside);
    const double cross =
        (there.pt - here.pt) * (s->target.pn - here.pn) - (there.pn - here.pn) * (s->target.pt - here.pt);
    return cross * along > 0 ? 1 : (cross * along < 0 ? -1 : 0);
}

/* The nearest point of the curve over ε at `x` of the axis. The curve may bend, so that the best of a few points comes
 * first. */
static routh_nearest nearest_at(sweep *w, double x) {
    enum { FEW = 5 };
    routh_line_point few[FEW];
    int least = 0;
    if (w->axis >= 0)
        w->u[w->axis] = x;
    for (int i = 0; i < FEW; i++) {
        few[i].x = (double)i / (FEW - 1);
        few[i].value = squared_at(few[i].x, w);
        least = few[i].value < few[least].value ? i : least;
    }
    const int low = least > 0 ? least - 1 : 0, high = least < FEW - 1 ? least + 1 : FEW - 1;
    routh_line_point best = few[least];
    if (least == low || least == high) /* a point beside the end shows whether the end is lowest */
        best.value = squared_at(best.x += 1e-7 * (few[low].x + few[high].x - 2 * best.x), w);
    if (best.value <= few[least].value)
        best = routh_line_minimum(squared_at, w, few[low], best, few[high], 1e-12);
    else
        best = few[least];
    routh_nearest n = {.distance = sqrt(best.value)};
    w->u[w->search->restitution] = best.x;
    memcpy(n.u, w->u, sizeof n.u);
    n.side = side_of(w->search, n.u);
    return n;
}

static double distance_at(double x, void *user) {
    return nearest_at(user, x).distance;
}

static bool is_exact(const routh_impact_search *s, const routh_nearest *n) {
    return n->distance <= ROUTH_SAME_DISTANCE * s->size;
}

/* Between two neighbours on different sides: the root of the signed distance, by false position (Illinois) with a
 * bisection now and then, as the curve may jump. Returns the closest seen. */
static routh_nearest find_root(sweep *w, routh_nearest low, routh_nearest high) {
    double weight_low = 1, weight_high = 1;
    routh_nearest best = low.distance < high.distance ? low : high;
    for (int step = 0; step < 90 && best.distance > 1e-15 * w->search->size; step++) {
        const double from = low.u[w->axis], to = high.u[w->axis];
        const double share = weight_low * low.distance / (weight_low * low.distance + weight_high * high.distance);
        const double at = from + (to - from) * (step % 3 == 2 ? 0.5 : share);
        if (!(at > from && at < to))
            break;
        const routh_nearest here = nearest_at(w, at);
        if (here.distance < best.distance)
            best = here;
        if (here.side == low.side) {
            low = here;
            weight_low = 1;
            weight_high *= 0.5;
        } else {
            high = here;
            weight_high = 1;
            weight_low *= 0.5;
        }
    }
    return best;
}

/* The lowest distance between a node and its neighbour. A first point right beside the node shows whether the distance
 * falls from there at all. */
static routh_nearest descend(sweep *w, const routh_nearest *node, const routh_nearest *neighbour) {
    const double here = node->u[w->axis], there = neighbour->u[w->axis];
    const routh_line_point from = {here, node->distance}, to = {there, neighbour->distance};
    routh_line_point inside = {.x = here + 1e-6 * (there - here)};
    inside.value = distance_at(inside.x, w);
    if (inside.value >= from.value)
        return *node;
    const int up = there > here;
    inside = routh_line_minimum(distance_at, w, up ? from : to, inside, up ? to : from, w->closeness);
    return nearest_at(w, inside.x);
}

/* Refines a minimum that was found roughly and might be exact. */
static routh_nearest sharpen(sweep *w, routh_nearest best) {
    if (w->closeness <= closest || best.distance > 0.01 * w->search->size)
        return best;
    const double x = best.u[w->axis], reach = 4 * w->closeness;
    routh_line_point point[3] = {{fmax(0, x - reach), 0}, {x, best.distance}, {fmin(1, x + reach), 0}};
    for (int end = 0; end <= 2; end += 2)
        point[end].value = distance_at(point[end].x, w);
    const routh_line_point found = routh_line_minimum(distance_at, w, point[0], point[1], point[2], closest);
    const routh_nearest here = nearest_at(w, found.x);
    return here.distance < best.distance ? here : best;
}

/* Two thirds of the nodes of friction lie below what stops and holds the contact point. */
static void place_nodes(const sweep *w, double *x) {
    const routh_impact_search *s = w->search;
    double split = 2.0 / 3;
    if (w->axis == s->box.friction) {
        const routh_contact *c = s->contact;
        const routh_point stop = routh_impulse_for(c, -c->vt, -c->vn);
        const double holds = fmax(fabs(c->wtn) / c->wtt, fabs(stop.pt / stop.pn));
        const double at = holds < s->box.high[w->axis] ? routh_box_coordinate(&s->box, w->axis, holds) : split;
        split = at > 0 ? at : split;
    }
    const int last = w->nodes - 1, below = 2 * last / 3;
    for (int i = 0; i <= last; i++)
        x[i] = i <= below ? split * i / below : split + (1 - split) * (i - below) / (last - below);
}

/* The first exact answer on the way up; otherwise the best minimum. */
static routh_nearest search_along(sweep *w) {
    double x[NODES];
    routh_nearest node[NODES];
    place_nodes(w, x);
    for (int i = 0; i < w->nodes; i++) {
        node[i] = nearest_at(w, x[i]);
        if (i > 0 && node[i - 1].side != node[i].side && !is_exact(w->search, &node[i - 1])) {
            const routh_nearest root = find_root(w, node[i - 1], node[i]);
            if (is_exact(w->search, &root))
                return root;
        }
        if (is_exact(w->search, &node[i]))
            return node[i];
    }
    routh_nearest best = {.distance = INFINITY};
    for (int i = 0; i < w->nodes; i++) {
        const routh_nearest *left = i > 0 ? &node[i - 1] : NULL, *right = i + 1 < w->nodes ? &node[i + 1] : NULL;
        if ((left && left->distance <= node[i].distance) || (right && right->distance < node[i].distance))
            continue;
        for (int side = 0; side < 2; side++) {
            const routh_nearest *neighbour = side == 0 ? left : right;
            const routh_nearest here = neighbour ? descend(w, &node[i], neighbour) : node[i];
            if (here.distance < best.distance)
                best = here;
        }
    }
    return sharpen(w, best);
}

routh_nearest routh_find_nearest(const routh_impact_search *search) {
    const routh_box *box = &search->box;
    const int slow = (search->law->traits & ROUTH_LAW_COMPLIANT) != 0; /* slow to compute, and changes smoothly */
    sweep w = {.search = search, .axis = box->friction, .nodes = NODES, .closeness = slow ? 1e-5 : closest};
    for (int d = 0; d < box->dimension; d++)
        w.u[d] = routh_box_coordinate(box, d, search->law->parameter[d].initial);
    if (box->friction < 0)
        return nearest_at(&w, 0);
    routh_nearest best = search_along(&w);
    for (int d = 0; d < box->dimension; d++) {
        if (d == box->friction || d == search->restitution || is_exact(search, &best))
            continue;
        w.u[box->friction] = 1;
        w.axis = d;
        w.nodes = slow ? FEW_NODES : NODES;
        const routh_nearest other = search_along(&w);
        if (other.distance < best.distance)
            best = other;
    }
    return best;
}

/* Of all that lead to the same sticking impulse as *nearest, the one with the least friction. */
static void take_smallest_friction(const routh_impact_search *search, routh_nearest *nearest) {
    const int friction = search->box.friction;
    const routh_impulse p = impulse_in_box(search, nearest->u);
    routh_impact_search same = *search;
    same.target = (routh_point){p.pt, p.pn};
    sweep w = {.search = &same, .axis = friction};
    memcpy(w.u, nearest->u, sizeof w.u);
    double slides = 0;
    for (int halving = 0; halving < 60 && nearest->u[friction] - slides > 1e-13; halving++) {
        const double middle = 0.5 * (slides + nearest->u[friction]);
        const routh_nearest other = nearest_at(&w, middle);
        const int sticks = routh_mode_sticks((routh_mode)impulse_in_box(&same, other.u).mode);
        if (sticks && is_exact(&same, &other))
            memcpy(nearest->u, other.u, sizeof other.u);
        else
            slides = middle;
    }
}

/* One impact: the parameters with which a law comes closest to the measured impulse.
 *
 * Where it sticks, friction could as well be larger; and where it began to stick only in restitution, friction trades
 * with ε: all pairs on a curve give the same impulse. The answer is the curve's end at the smallest μ. */

routh_sample_fit_options routh_sample_fit_options_default(void) {
    return (routh_sample_fit_options){.metric = ROUTH_MOMENTUM, .mu_max = ROUTH_MU_CAP, .tolerance = 0.001};
}

static int sticks_at(const routh_impact_search *s, const double *u) {
    return routh_mode_sticks((routh_mode)impulse_in_box(s, u).mode);
}

/* Does the answer stick, also with any larger friction? Not on springs, where friction still matters. The search may
 * have reached the line of sticking from the sliding side: then the answer is moved onto it.
 */
static int ends_sticking(const routh_impact_search *s, routh_nearest *n) {
    if (s->box.friction < 0 || s->law->traits & ROUTH_LAW_COMPLIANT)
        return 0;
    if (sticks_at(s, n->u))
        return 1;
    double u[MOST];
    memcpy(u, n->u, sizeof u);
    u[s->box.friction] = fmin(1, u[s->box.friction] + 1e-8);
    const routh_impulse p = impulse_in_box(s, u);
    const double distance = hypot(p.pt - s->target.pt, p.pn - s->target.pn);
    if (!sticks_at(s, u) || distance > n->distance + 1e-7 * s->size)
        return 0;
    memcpy(n->u, u, sizeof u);
    n->distance = distance;
    return 1;
}

/* Is there a direction, other than friction where it sticks, in which the impulse stays the same for a hundredth of the
 * parameters' range? */
static bool is_flat(const routh_impact_search *s, const routh_nearest *n, int stuck) {
    static const double nudge = 1e-5, reach = 0.01;
    double gram[MOST][MOST] = {{0}}, column[MOST][2], direction[MOST], least = INFINITY;
    int axis[MOST], count = 0;
    const routh_impulse here = impulse_in_box(s, n->u);
    for (int d = 0; d < s->box.dimension; d++)
        if (!(stuck && d == s->box.friction))
            axis[count++] = d;
    for (int i = 0; i < count; i++) {
        double u[MOST];
        memcpy(u, n->u, sizeof u);
        const double along = u[axis[i]] < 0.5 ? nudge : -nudge;
        u[axis[i]] += along;
        const routh_impulse there = impulse_in_box(s, u);
        column[i][0] = (there.pt - here.pt) / along;
        column[i][1] = (there.pn - here.pn) / along;
        for (int j = 0; j <= i; j++)
            gram[i][j] = gram[j][i] = column[i][0] * column[j][0] + column[i][1] * column[j][1];
    }
    routh_gram_smallest((size_t)count, MOST, gram[0], direction);
    for (int sign = -1; sign <= 1; sign += 2) {
        double u[MOST];
        memcpy(u, n->u, sizeof u);
        int inside = 1;
        for (int i = 0; i < count; i++) {
            u[axis[i]] += sign * reach * direction[i];
            inside &= u[axis[i]] >= 0 && u[axis[i]] <= 1;
        }
        const routh_impulse there = impulse_in_box(s, u);
        if (inside)
            least = fmin(least, hypot(there.pt - here.pt, there.pn - here.pn));
    }
    return least <= 1e-6 * s->size;
}

static routh_status check(routh_context *context, const routh_sample *sample, const routh_sample_fit_options *options) {
    if ((unsigned)options->metric >= ROUTH_METRIC_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown metric %d", (int)options->metric);
    if (!(options->tolerance >= 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the tolerance %g must not be negative", options->tolerance);
    const routh_point p = sample->measured[options->metric];
    if (!isfinite(p.pt) || !isfinite(p.pn))
        return routh_fail(context, ROUTH_NOT_FINITE, "the measured impulse (%g, %g) N s must be finite", p.pt, p.pn);
    return routh_contact_check(context, &sample->contact);
}

/* A law without parameters has only one answer. */
static routh_sample_estimate measure_only(const routh_law *law, const routh_contact *contact, routh_point target,
                                          double tolerance) {
    const routh_impulse p = routh_law_impulse(law, contact, NULL);
    const double measured = hypot(target.pt, target.pn), distance = hypot(p.pt - target.pt, p.pn - target.pn);
    return (routh_sample_estimate){.distance = distance,
                                   .relative = distance / measured,
                                   .mu_s = NAN,
                                   .flags = distance <= tolerance * measured ? 0u : ROUTH_FIT_OUT_OF_RANGE};
}

routh_status routh_sample_fit(routh_context *context, const routh_law *law, const routh_sample *sample,
                              const routh_sample_fit_options *options, routh_sample_estimate *fit) {
    if (!law || !sample || !fit)
        return routh_fail_null(context, "law sample fit", (const void *const[]){law, sample, fit});
    const routh_sample_fit_options defaults = routh_sample_fit_options_default();
    options = options ? options : &defaults;
    routh_box box;
    ROUTH_TRY(check(context, sample, options));
    ROUTH_TRY(routh_box_of(context, law, options->mu_max, &box));
    const routh_point target = sample->measured[options->metric];
    if (box.dimension == 0) {
        *fit = measure_only(law, &sample->contact, target, options->tolerance);
        return ROUTH_OK;
    }
    const double measured = hypot(target.pt, target.pn);
    const routh_impact_search search = routh_impact_search_for(law, &box, &sample->contact, target);
    routh_nearest nearest = routh_find_nearest(&search);
    const int stuck = ends_sticking(&search, &nearest);
    if (stuck)
        take_smallest_friction(&search, &nearest);
    const routh_impulse p = impulse_in_box(&search, nearest.u);
    *fit = (routh_sample_estimate){.distance = hypot(p.pt - target.pt, p.pn - target.pn)};
    if (!isfinite(fit->distance)) /* of a caller's own law */
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "%s has no answer for this impact, whatever its parameters",
                          law->name);
    fit->relative = fit->distance / measured;
    routh_box_parameters(&box, nearest.u, fit->parameters);
    routh_stick_friction stick;
    const routh_status status =
        routh_stick_friction_of(context, law, search.contact, fit->parameters, options->mu_max, &stick);
    fit->mu_s = stick.sticks ? stick.mu : NAN;
    fit->flags = (stuck ? ROUTH_FIT_BOUNDED_BELOW : 0u) | (stick.sticks ? 0u : ROUTH_FIT_NEVER_STICKS) |
                 (fit->distance <= options->tolerance * measured ? 0u : ROUTH_FIT_OUT_OF_RANGE) |
                 (routh_box_at_edge(&box, nearest.u) ? ROUTH_FIT_AT_BOUND : 0u) |
                 (is_flat(&search, &nearest, stuck) ? ROUTH_FIT_FLAT : 0u);
    return status;
}
