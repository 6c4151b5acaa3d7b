/* Where a law comes closest to one measured impulse.
 *
 * At a fixed friction the impulses over ε form a curve of one or two nearly straight pieces; its nearest point to the
 * target P is soon found. As friction changes, the curve sweeps the plane. Where P changes from one side of it to the
 * other the law reproduces P exactly: friction there is the root of the signed distance. A minimum of the distance
 * would not do: the range of friction in which a law gets there may end right beside, where it sticks, and be very
 * narrow. Where P does not change sides, it is out of range or the sweep folds over: then the distance is minimised.
 *
 * A law with a third parameter has more parameters than an impulse has components. It is held at its default first;
 * then it takes the place of friction, which is put at its cap.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/impact_search.h"

#include <math.h>
#include <string.h>

#include "algebra/line.h"
#include "impact/impact.h"
#include "impact/kernel.h"

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

routh_impulse routh_impulse_in_box(const routh_impact_search *search, const double *u) {
    double parameters[MOST];
    routh_box_parameters(&search->box, u, parameters);
    return routh_law_impulse(search->law, search->contact, parameters);
}

/* The squared distance at a restitution. */
static double squared_at(double x, void *user) {
    sweep *w = user;
    const routh_impact_search *s = w->search;
    w->u[s->restitution] = x;
    const routh_impulse p = routh_impulse_in_box(s, w->u);
    const double t = p.pt - s->target.pt, n = p.pn - s->target.pn;
    return t * t + n * n;
}

/* On which side of the curve over ε the target lies, seen at its nearest point. */
static double side_of(const routh_impact_search *s, const double *u) {
    double aside[MOST];
    memcpy(aside, u, sizeof aside);
    const double along = u[s->restitution] < 0.5 ? 1e-6 : -1e-6;
    aside[s->restitution] += along;
    const routh_impulse here = routh_impulse_in_box(s, u), there = routh_impulse_in_box(s, aside);
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

void routh_take_smallest_friction(const routh_impact_search *search, routh_nearest *nearest) {
    const int friction = search->box.friction;
    const routh_impulse p = routh_impulse_in_box(search, nearest->u);
    routh_impact_search same = *search;
    same.target = (routh_point){p.pt, p.pn};
    sweep w = {.search = &same, .axis = friction};
    memcpy(w.u, nearest->u, sizeof w.u);
    double slides = 0;
    for (int halving = 0; halving < 60 && nearest->u[friction] - slides > 1e-13; halving++) {
        const double middle = 0.5 * (slides + nearest->u[friction]);
        const routh_nearest other = nearest_at(&w, middle);
        const int sticks = routh_mode_sticks((routh_mode)routh_impulse_in_box(&same, other.u).mode);
        if (sticks && is_exact(&same, &other))
            memcpy(nearest->u, other.u, sizeof other.u);
        else
            slides = middle;
    }
}
