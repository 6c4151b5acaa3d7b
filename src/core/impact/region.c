/* What a law covers in the impulse plane over all friction and restitution.
 *
 * For a fixed ε the modes a law runs through as μ grows cut the range of μ into pieces; where one mode gives way to the
 * next, the map (μ, ε) → P folds over, or the impulse jumps (Whittaker), is found by bisection. Pieces of neighbouring
 * ε with the same mode are chained, and the outline of a chain is one polygon: along μ at its lowest ε, up its right
 * ends, back at its highest ε, down its left ends. Where the order of modes changes from one ε to the next, that ε is
 * bisected too, so that no chain ends early. μ is spaced evenly in the angle of the friction cone, which also reaches
 * very large μ.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "impact/impact.h"

enum { SAMPLES = 96, ROWS = 33, PIECES = 12, EXTRA_ROWS = 32, HALVINGS = 60 };
enum { FEW_ROWS = 17, FEW_SAMPLES = 32, FEW_HALVINGS = 16 };
enum { EDGE = 16, EDGE_DEPTH = 5, POLYGON = 2 * (EDGE << EDGE_DEPTH) + 2 * (ROWS + EXTRA_ROWS) + 8 };

typedef struct piece {
    double low, high; /* angles of the friction cone, both inside the piece */
    int label;        /* mode and orientation */
    int mode;
} piece;

typedef struct row {
    double eps;
    piece piece[PIECES];
    size_t count;
} row;

typedef struct map {
    const routh_law *law;
    const routh_contact *contact;
    double parameters[ROUTH_MAX_PARAMETERS];
    int friction, restitution;
    double angle_max;
    double size; /* of the ellipse, to distinguish a jump from a slope */

    /* resolution: lower for slow laws */
    int rows;         /* of ε */
    int samples;      /* along μ */
    int halvings;     /* of a seam */
    double closeness; /* of neighbouring ε where the order of modes changes; and the smallest but 0 */
} map;

static routh_impulse impulse_at(map *m, double angle, double eps) {
    if (m->friction >= 0)
        m->parameters[m->friction] = tan(angle);
    m->parameters[m->restitution] = eps > 0 ? fmax(eps, m->closeness) : eps;
    return routh_law_impulse(m->law, m->contact, m->parameters);
}

static double distance(routh_impulse a, routh_impulse b) {
    return hypot(a.pt - b.pt, a.pn - b.pn);
}

/* The step of differences: far above rounding, far below what a picture shows. */
static const double step = 1e-5;

/* Whether (μ, ε) → P keeps or turns orientation here: ±1, or 0 where it has no area. Neighbours of another mode are
 * avoided. */
static int orientation_at(map *m, double angle, double eps) {
    const routh_impulse here = impulse_at(m, angle, eps);
    double along = angle + step < m->angle_max ? step : -step, up = eps < 0.5 ? step : -step;
    if (impulse_at(m, angle + along, eps).mode != here.mode && angle - along >= 0 && angle - along <= m->angle_max)
        along = -along;
    if (impulse_at(m, angle, eps + up).mode != here.mode && eps - up >= 0 && eps - up <= 1)
        up = -up;
    const routh_impulse a = impulse_at(m, angle + along, eps), b = impulse_at(m, angle, eps + up);
    const double at = (a.pt - here.pt) / along, an = (a.pn - here.pn) / along;
    const double bt = (b.pt - here.pt) / up, bn = (b.pn - here.pn) / up;
    const double area = at * bn - an * bt, least = 1e-5 * hypot(at, an) * hypot(bt, bn);
    return area > least ? 1 : (area < -least ? -1 : 0);
}

/* What must be equal throughout a piece. */
static int label_at(map *m, double angle, double eps) {
    const int mode = impulse_at(m, angle, eps).mode;
    const int holds = routh_mode_sticks((routh_mode)mode) && !(m->law->traits & ROUTH_LAW_COMPLIANT);
    const int line = holds || m->friction < 0 || m->angle_max <= 2 * step;
    return line ? 3 * mode : 3 * mode + 1 + orientation_at(m, angle, eps);
}

/* Narrows [*low, *high] to where the label changes, or where the impulse jumps. Returns whether there is such a place.
 */
static int find_seam(map *m, double eps, double *low, double *high) {
    routh_impulse a = impulse_at(m, *low, eps), b = impulse_at(m, *high, eps);
    const int label = label_at(m, *low, eps);
    const int by_label = label != label_at(m, *high, eps);
    if (!by_label && !(distance(a, b) >= 0.1 * m->size)) /* no seam where the law has no answer, either */
        return 0;
    double from = *low, to = *high;
    for (int halving = 0; halving < m->halvings; halving++) {
        const double middle = 0.5 * (from + to);
        const routh_impulse c = impulse_at(m, middle, eps);
        const int left = by_label ? label_at(m, middle, eps) != label : distance(a, c) > distance(c, b);
        if (left) {
            to = middle;
            b = c;
        } else {
            from = middle;
            a = c;
        }
    }
    if (!by_label && !(distance(a, b) >= 1e-3 * m->size))
        return 0;
    *low = from;
    *high = to;
    return 1;
}

/* Ends the piece that runs from `start` to `end`. The orientation is not to be trusted within its own step of a seam,
 * so slivers are left to their neighbour. */
static int close_piece(map *m, row *r, double start, double end) {
    if (m->friction >= 0 && end - start < 2 * step && m->angle_max > 2 * step)
        return 0;
    const double middle = 0.5 * (start + end);
    r->piece[r->count++] = (piece){start, end, label_at(m, middle, r->eps), impulse_at(m, middle, r->eps).mode};
    return 1;
}

static row row_at(map *m, double eps) {
    row r = {.eps = eps, .count = 0};
    double start = 0, left = 0;
    for (int i = 1; i <= m->samples && m->friction >= 0; i++) {
        const double right = m->angle_max * i / m->samples;
        double low = left, high = right;
        /* bounded, since modes of a caller's own law may come in any order */
        for (int seam = 0; seam < 2 * PIECES && r.count + 1 < PIECES && find_seam(m, eps, &low, &high); seam++) {
            if (close_piece(m, &r, start, low))
                start = high;
            low = high;
            high = right;
        }
        left = right;
    }
    if (!close_piece(m, &r, start, m->friction >= 0 ? m->angle_max : 0.0) && r.count > 0)
        r.piece[r.count - 1].high = m->angle_max;
    return r;
}

static bool same_order(const row *a, const row *b) {
    if (a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->piece[i].label != b->piece[i].label)
            return 0;
    return 1;
}

/* All rows, with more of them close to each ε at which the order of modes changes. Returns how many. */
static size_t fill_rows(map *m, row *rows) {
    size_t count = 0;
    rows[count++] = row_at(m, 0.0);
    for (int j = 1; j < m->rows; j++) {
        const row next = row_at(m, (double)j / (m->rows - 1));
        row low = rows[count - 1], high = next;
        while (!same_order(&low, &next) && count + 2 + (size_t)(m->rows - j) <= (size_t)m->rows + EXTRA_ROWS) {
            for (int halving = 0; halving < HALVINGS && high.eps - low.eps > m->closeness; halving++) {
                const row middle = row_at(m, 0.5 * (low.eps + high.eps));
                if (same_order(&low, &middle))
                    low = middle;
                else
                    high = middle;
            }
            rows[count++] = low;
            if (high.eps + 3 * step < next.eps) /* out of the reach of the differences */
                high = row_at(m, high.eps + 3 * step);
            rows[count++] = high;
            low = high;
            high = next;
        }
        rows[count++] = next;
    }
    return count;
}

/* Which piece of the next row goes on where this one ends: the k-th of the same label. PIECES if there is none. */
static size_t follower(const row *here, size_t index, const row *next) {
    size_t nth = 0;
    for (size_t i = 0; i < index; i++)
        nth += here->piece[i].label == here->piece[index].label;
    for (size_t i = 0; i < next->count; i++)
        if (next->piece[i].label == here->piece[index].label && nth-- == 0)
            return i;
    return PIECES;
}

static void append(map *m, routh_polygon *polygon, double angle, double eps) {
    const routh_impulse p = impulse_at(m, angle, eps);
    routh_polygon_append(polygon, (routh_point){p.pt, p.pn});
}

/* Appends the curve over μ at fixed ε, up to and with its end, finer where it bends. */
static void append_curve(map *m, routh_polygon *polygon, double from, double to, double eps, int depth) {
    const routh_impulse a = impulse_at(m, from, eps), b = impulse_at(m, to, eps);
    const routh_impulse c = impulse_at(m, 0.5 * (from + to), eps);
    const double bend = hypot(c.pt - 0.5 * (a.pt + b.pt), c.pn - 0.5 * (a.pn + b.pn));
    if (depth > 0 && bend > 1e-4 * m->size) {
        append_curve(m, polygon, from, 0.5 * (from + to), eps, depth - 1);
        append_curve(m, polygon, 0.5 * (from + to), to, eps, depth - 1);
    } else {
        append(m, polygon, to, eps);
    }
}

static void append_edge(map *m, routh_polygon *polygon, double from, double to, double eps) {
    append(m, polygon, from, eps);
    for (int i = 0; i < EDGE; i++)
        append_curve(m, polygon, from + (to - from) * i / EDGE, from + (to - from) * (i + 1) / EDGE, eps, EDGE_DEPTH);
}

/* The outline of the chain that starts at rows[first].piece[index]; marks what it uses. */
static void outline_chain(map *m, const row *rows, size_t count, size_t first, size_t index,
                          unsigned char (*used)[PIECES], routh_polygon *polygon) {
    size_t chain[ROWS + EXTRA_ROWS];
    size_t last = first;
    chain[first] = index;
    used[first][index] = 1;
    while (last + 1 < count) {
        const size_t next = follower(&rows[last], chain[last], &rows[last + 1]);
        if (next == PIECES || used[last + 1][next])
            break;
        chain[++last] = next;
        used[last][next] = 1;
    }
    const piece *bottom = &rows[first].piece[index], *top = &rows[last].piece[chain[last]];
    append_edge(m, polygon, bottom->low, bottom->high, rows[first].eps);
    for (size_t j = first; j <= last; j++)
        append(m, polygon, rows[j].piece[chain[j]].high, rows[j].eps);
    append_edge(m, polygon, top->high, top->low, rows[last].eps);
    for (size_t j = last + 1; j-- > first;)
        append(m, polygon, rows[j].piece[chain[j]].low, rows[j].eps);
    if (routh_polygon_area(polygon) < 0)
        routh_polygon_reverse(polygon);
}

/* Where rows lie close together, pieces may be left that are hardly more than a line, which the law is not. */
static void drop_slivers(routh_context *context, routh_region *region) {
    size_t kept = 0;
    for (size_t i = 0; i < region->count; i++) {
        const double area = routh_polygon_area(&region->polygon[i]);
        if (region->area > 0 && area < 1e-3 * region->area)
            routh_release(context, region->polygon[i].point);
        else
            region->polygon[kept++] = region->polygon[i];
    }
    region->count = kept;
}

routh_status routh_region_of(routh_context *context, const routh_law *law, const routh_contact *contact,
                             const double *parameters, double mu_max, routh_region *region) {
    routh_ellipse ellipse;
    const int slow = (law->traits & ROUTH_LAW_COMPLIANT) != 0;
    map m = {.law = law,
             .contact = contact,
             .rows = slow ? FEW_ROWS : ROWS,
             .samples = slow ? FEW_SAMPLES : SAMPLES,
             .halvings = slow ? FEW_HALVINGS : HALVINGS,
             .closeness = slow ? 0.01 : 1e-9};
    if (law->parameter_count == 0) { /* one point */
        *region = (routh_region){0};
        return routh_contact_check(context, contact);
    }
    routh_law_parameters(law, mu_max, 0.0, m.parameters);
    if (parameters)
        memcpy(m.parameters, parameters, (size_t)law->parameter_count * sizeof *parameters);
    m.friction = routh_law_parameter(law, "mu");
    m.restitution = routh_law_parameter(law, "eps");
    if (m.restitution < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "law %s has no restitution eps: it covers no region", law->name);
    if (m.friction >= 0)
        m.parameters[m.friction] = mu_max;
    ROUTH_TRY(routh_ellipse_of(context, contact, &ellipse));
    ROUTH_TRY(routh_law_check(context, law, m.parameters));
    m.angle_max = atan(mu_max);
    m.size = ellipse.major;

    row *rows = routh_allocate(context, ROWS + EXTRA_ROWS, sizeof *rows);
    unsigned char(*used)[PIECES] = routh_allocate(context, ROWS + EXTRA_ROWS, sizeof *used);
    routh_region result = {0};
    routh_status status = rows && used ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    const size_t count = status == ROUTH_OK ? fill_rows(&m, rows) : 0;
    for (size_t j = 0; j < count && status == ROUTH_OK; j++)
        for (size_t i = 0; i < rows[j].count && status == ROUTH_OK; i++) {
            if (used[j][i])
                continue;
            routh_polygon *polygon = routh_region_add(context, &result, rows[j].piece[i].mode, POLYGON);
            if (!polygon) {
                status = ROUTH_OUT_OF_MEMORY;
                break;
            }
            outline_chain(&m, rows, count, j, i, used, polygon);
            result.area += routh_polygon_area(polygon);
        }
    if (slow)
        drop_slivers(context, &result);
    routh_release(context, rows);
    routh_release(context, used);
    if (status == ROUTH_OK && !isfinite(result.area)) /* of a caller's own law */
        status =
            routh_fail(context, ROUTH_OUT_OF_RANGE, "%s has no answer at some of its parameters: no region", law->name);
    if (status == ROUTH_OK)
        *region = result;
    else
        routh_region_release(context, &result);
    return status;
}
