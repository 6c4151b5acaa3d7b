/* One time step of a body above half-planes as a linear complementarity problem.
 *
 * D. E. Stewart, J. C. Trinkle, An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and
 * Coulomb friction, International Journal for Numerical Methods in Engineering 39 (1996).
 * M. Anitescu, F. A. Potra, Formulating dynamic multi-rigid-body contact problems with friction as solvable linear
 * complementarity problems, Nonlinear Dynamics 14 (1997).
 * Fazeli, Tedrake, Rodriguez, Identifiability analysis of planar rigid-body frictional contact, equation (8).
 *
 * From the state (q, v), with the impulse hF of gravity and the known wrench over the step, and J at q:
 *
 *     M (v⁺ − v) = hF + Σ J_nᵀ p_n + Σ J_tᵀ p_t
 *     0 ≤ p_n  ⟂  J_n v⁺ − b             ≥ 0
 *     0 ≤ β±   ⟂  λ ± (J_t v⁺ + c)       ≥ 0        p_t = β₊ − β₋
 *     0 ≤ λ    ⟂  μ p_n − (β₊ + β₋)      ≥ 0
 *     q⁺ = q + τ v + (h − τ) v⁺
 *
 * Inserting v⁺ gives w = A z + a with z = (p_n, β₊, β₋, λ) of each contact and a copositive A, for Lemke's method.
 * Impulses are counted in units of the body's mass there, so that the numbers of A are of order one. Without contact
 * the parabola is exact: q⁺ = q + h (v + v⁺)/2.
 *
 * Contacts. Those act whose distance φ + h J_n u would become negative, u = v + M⁻¹hF; and those that would sink after
 * the impulses of the others, found by solving again with them. What none of these takes up stays out of the problem,
 * with p_n = 0: the answer is that of the problem with all points of the body.
 *
 * Impacts obey the paper's (8): b = −ε v_n, v_n = J_n v, and c = 0. An impact closes with more than twice what
 * acceleration gives it in a step, h |a|, a = J_n M⁻¹F + ω² φ''(θ); the second term is the turning of a round shape on
 * its flat side. Slower ones are contacts at rest, which forces press on anew in each step, or bounces of less than
 * 4ε steps, which steps cannot resolve. Up to ε = 0.6 this is also where a bounce would gain energy: per mass it loses
 * ½ (1 − ε²) v_n², but v⁺ is the velocity at the end of the step, and the body rises with it from τ on, which makes up
 * to g h ε |v_n|: more, if |v_n| < 2ε/(1 − ε²) g h.
 *
 * τ is the time until the first impact touches at the velocity v, 0 without impacts. Only from then on the body moves
 * with v⁺. Otherwise it would rebound from above the surface, and fall back on it with a speed of order √h.
 *
 * Other contacts keep their point where it is, to second order. With the gap at τ, d = φ + τ v_n,
 *
 *     b = −d / (h − τ)        it may close in the rest of the step, but not sink; 0 for one at rest
 *     b = −d / h              if d < 0, by order h² where its path bends: lifts it again
 *     c = −½ h ω² (r × n)     half of what the turning of r adds to J_t v within the step
 *
 * so that J v, which drifts by h J̇v in a step, is opposite at its two ends. The impulse p then does no work to second
 * order: an ellipse that rocks without slipping neither gains nor loses. With c = 0 it would gain.
 *
 * With b ≤ 0 and c = 0 the problem has a solution, which Lemke's method finds (Anitescu and Potra). Otherwise there may
 * be none: in a wedge whose friction can hold the body, no impulse makes both contacts rebound. Then they do not: b is
 * cut at 0, c left out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <routh/motion.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "motion/motion.h"

enum { MOST_CANDIDATES = ROUTH_MOST_PLANES * ROUTH_MOST_CONTACTS, MOST_UNKNOWNS = 4 * ROUTH_MOST_CONTACTS };

/* A point that may act. */
typedef struct candidate {
    routh_contact_point near;
    size_t plane;
    double before, unhindered; /* J_n v and J_n u, m/s */
    double touches;            /* of an impact: time from the start of the step until it touches, s */
    double least, turning;     /* b and c, m/s */
    double lift;               /* b where it lifts a point that has sunk, else 0, m/s */
    bool impacts, acts;
} candidate;

typedef struct step {
    const routh_world *world;
    double h;
    double v[3], u[3], after[3]; /* velocity before, by forces alone, after */
    double speed;                /* no point of the body is faster than this by the energy it has */
    double touch;                /* τ */
    double rounding;             /* of distances, m */
    candidate candidate[MOST_CANDIDATES];
    size_t count;
    size_t acting[ROUTH_MOST_CONTACTS]; /* indices of candidates */
    size_t acting_count;
    double impulse[MOST_UNKNOWNS]; /* z, impulses per mass */
    routh_lcp_report lcp;
} step;

/* A body's extent from its centre, squared. */
static double extent_squared(const routh_shape *shape) {
    double largest = fmax(shape->a * shape->a, shape->b * shape->b);
    for (size_t i = 0; shape->kind == ROUTH_POLYGON && i < shape->count; i++) {
        const double *p = shape->vertex[i];
        largest = fmax(largest, p[0] * p[0] + p[1] * p[1]);
    }
    return largest;
}

static void begin(step *s, const routh_world *world, double h, const routh_state *state) {
    const routh_body *body = &world->body;
    const routh_velocity *v = &state->velocity;
    double force[3];
    routh_wrench_impulse(&world->wrench, state->time, state->time + h, force);
    s->world = world;
    s->h = h;
    s->v[0] = v->vx;
    s->v[1] = v->vy;
    s->v[2] = v->omega;
    s->count = s->acting_count = 0;
    s->lcp = (routh_lcp_report){.end = ROUTH_LCP_SOLVED};
    s->u[0] = v->vx + force[0] / body->mass;
    s->u[1] = v->vy + force[1] / body->mass - h * world->gravity;
    s->u[2] = v->omega + force[2] / body->inertia;
    /* |v_point|² ≤ 2 E (1/m + r²/I) */
    const double twice_energy =
        body->mass * (s->u[0] * s->u[0] + s->u[1] * s->u[1]) + body->inertia * s->u[2] * s->u[2];
    const double extent = extent_squared(&body->shape);
    s->speed = sqrt(twice_energy * (1 / body->mass + extent / body->inertia));
    s->rounding = 1e-14 * (sqrt(extent) + fabs(state->pose.x) + fabs(state->pose.y));
}

/* φ'' over the angle: −n·r for a corner; a round outline comes closer by its radius of curvature a²b²/(n·r)³. */
static double bending(const routh_shape *shape, const routh_contact_point *near) {
    const double depth = -(near->jn[0] * near->rx + near->jn[1] * near->ry);
    if (shape->kind == ROUTH_POLYGON)
        return depth;
    const double ratio = shape->a * shape->b / depth;
    return depth - ratio * ratio / depth;
}

/* Closes it faster than a few steps of acceleration explain? */
static bool is_impact(const step *s, const candidate *c) {
    const double share =
        c->unhindered - c->before + s->h * s->v[2] * s->v[2] * bending(&s->world->body.shape, &c->near);
    return -c->before > 2 * fmax(-share, 0);
}

static bool would_sink(const step *s, const candidate *c) {
    return c->near.distance + s->h * c->unhindered < 0;
}

static void find_candidates(step *s, routh_pose pose) {
    routh_contact_point near[ROUTH_MOST_CONTACTS];
    for (size_t i = 0; i < s->world->plane_count; i++) {
        const size_t found = routh_contact_point_find(&s->world->body.shape, pose, &s->world->plane[i], s->h * s->speed,
                                                      near, ROUTH_MOST_CONTACTS);
        for (size_t k = 0; k < found; k++)
            s->candidate[s->count++] = (candidate){.near = near[k],
                                                   .plane = i,
                                                   .before = routh_dot3(near[k].jn, s->v),
                                                   .unhindered = routh_dot3(near[k].jn, s->u)};
    }
}

/* Sets τ. Returns whether anything would sink. */
static bool find_touch(step *s) {
    double first = INFINITY;
    bool any = false;
    for (size_t i = 0; i < s->count; i++) {
        candidate *c = &s->candidate[i];
        if (!would_sink(s, c))
            continue;
        any = true;
        c->impacts = is_impact(s, c);
        if (c->impacts)
            c->touches = fmin(fmax(c->near.distance, 0) / -c->before, s->h);
        first = fmin(first, c->impacts ? c->touches : INFINITY);
    }
    s->touch = isfinite(first) ? first : 0;
    return any;
}

/* Sets b and c. Gaps within rounding are none: a body at rest then rests, instead of trembling by rounding / h. */
static void set_bounds(step *s) {
    static const double least_rest = 1e-6;
    const double rest = fmax(s->h - s->touch, least_rest * s->h);
    for (size_t i = 0; i < s->count; i++) {
        candidate *c = &s->candidate[i];
        const double eps = s->world->plane[c->plane].eps, gap = c->near.distance + s->touch * c->before;
        c->least = fabs(gap) > s->rounding ? -gap / (gap > 0 ? rest : s->h) : 0;
        /* one that meets the surface later and does not rebound may come down to it */
        const bool rebounds = c->impacts && (eps > 0 || c->touches <= s->touch);
        c->lift = fmax(c->least, 0);
        if (rebounds && -eps * c->before >= c->least) {
            c->least = -eps * c->before;
            c->lift = 0;
        }
        c->turning = c->impacts ? 0 : -s->h * s->v[2] * s->v[2] * c->near.jn[2] / 2;
    }
}

/* A and a of the contacts that act. Row and column k of a contact: J_n, J_t, −J_t, and λ. */
static void fill_problem(const step *s, double *matrix, double *vector) {
    const size_t size = 4 * s->acting_count;
    const double ratio = s->world->body.mass / s->world->body.inertia;
    double row[MOST_UNKNOWNS][3];
    for (size_t c = 0; c < s->acting_count; c++) {
        const candidate *one = &s->candidate[s->acting[c]];
        for (size_t k = 0; k < 3; k++) {
            row[4 * c][k] = one->near.jn[k];
            row[4 * c + 1][k] = one->near.jt[k];
            row[4 * c + 2][k] = -one->near.jt[k];
            row[4 * c + 3][k] = 0;
        }
    }
    for (size_t i = 0; i < size; i++) {
        const double weighted[3] = {row[i][0], row[i][1], ratio * row[i][2]}; /* m J M⁻¹ */
        for (size_t j = 0; j < size; j++)
            matrix[i * size + j] = routh_dot3(weighted, row[j]);
        vector[i] = routh_dot3(row[i], s->u);
    }
    for (size_t c = 0; c < s->acting_count; c++) {
        const candidate *one = &s->candidate[s->acting[c]];
        double *cone = matrix + (4 * c + 3) * size;
        vector[4 * c] -= one->least;
        vector[4 * c + 1] += one->turning;
        vector[4 * c + 2] -= one->turning;
        matrix[(4 * c + 1) * size + 4 * c + 3] = matrix[(4 * c + 2) * size + 4 * c + 3] = 1;
        cone[4 * c] = s->world->plane[one->plane].mu;
        cone[4 * c + 1] = cone[4 * c + 2] = -1;
    }
}

/* v⁺ with the contacts that act. */
static bool solve_acting(step *s) {
    double matrix[MOST_UNKNOWNS * MOST_UNKNOWNS], vector[MOST_UNKNOWNS];
    double workspace[MOST_UNKNOWNS * (2 * MOST_UNKNOWNS + 2) + 4 * MOST_UNKNOWNS];
    fill_problem(s, matrix, vector);
    s->lcp = routh_lcp_solve(4 * s->acting_count, matrix, vector, s->impulse, workspace, 0);
    if (s->lcp.end != ROUTH_LCP_SOLVED)
        return false;
    const double ratio = s->world->body.mass / s->world->body.inertia;
    memcpy(s->after, s->u, sizeof s->after);
    for (size_t c = 0; c < s->acting_count; c++) {
        const routh_contact_point *near = &s->candidate[s->acting[c]].near;
        const double *z = &s->impulse[4 * c];
        for (size_t k = 0; k < 3; k++)
            s->after[k] += (k == 2 ? ratio : 1) * (near->jn[k] * z[0] + near->jt[k] * (z[1] - z[2]));
    }
    return true;
}

/* The candidate farthest below its bound at that velocity; `count` for none beyond rounding. */
static size_t worst_candidate(const step *s, const double *velocity) {
    size_t worst = s->count;
    double deepest = -1e-12 * s->speed;
    for (size_t i = 0; i < s->count; i++) {
        const candidate *c = &s->candidate[i];
        const double excess = routh_dot3(c->near.jn, velocity) - c->least;
        if (!c->acts && excess < deepest) {
            worst = i;
            deepest = excess;
        }
    }
    return worst;
}

/* Relaxes conditions that no impulse may be able to meet where friction jams. */
static void relax_bounds(step *s) {
    for (size_t i = 0; i < s->count; i++) {
        candidate *c = &s->candidate[i];
        c->least = fmin(c->least, 0);
        c->lift = c->turning = 0;
    }
}

static routh_status resolve_contacts(routh_context *context, step *s, double time) {
    size_t next = worst_candidate(s, s->u);
    memcpy(s->after, s->u, sizeof s->after);
    while (next < s->count) {
        if (s->acting_count == ROUTH_MOST_CONTACTS)
            return routh_fail(context, ROUTH_OUT_OF_RANGE,
                              "time step: more than %d points touch at %g s; a shorter step than %g s meets fewer",
                              ROUTH_MOST_CONTACTS, time, s->h);
        s->candidate[next].acts = true;
        s->acting[s->acting_count++] = next;
        if (!solve_acting(s)) {
            relax_bounds(s);
            if (!solve_acting(s))
                return routh_fail(context, ROUTH_NOT_ENDED,
                                  "time step: the complementarity problem of %zu contacts at %g s %s after %zu pivots",
                                  s->acting_count, time,
                                  s->lcp.end == ROUTH_LCP_RAY ? "ended on a ray" : "was not solved", s->lcp.pivots);
        }
        next = worst_candidate(s, s->after);
    }
    return ROUTH_OK;
}

static routh_velocity velocity_of(const double *v) {
    return (routh_velocity){v[0], v[1], v[2]};
}

static double kinetic(const routh_body *body, const double *v) {
    return (body->mass * (v[0] * v[0] + v[1] * v[1]) + body->inertia * v[2] * v[2]) / 2;
}

/* Kinetic energy that the contacts have added. What b and c add where a point has sunk or turned is the work of a
 * surface that moves so, an error of the step of order h², and not counted. Without restitution the rest,
 * Σ p·(J v⁺ − (b, −c)) − ½ pᵀJ M⁻¹ Jᵀp, is never positive. */
static double energy_gain(const step *s) {
    const routh_body *body = &s->world->body;
    double gain = kinetic(body, s->after) - kinetic(body, s->u);
    for (size_t c = 0; c < s->acting_count; c++) {
        const candidate *one = &s->candidate[s->acting[c]];
        const double *z = &s->impulse[4 * c];
        gain -= body->mass * (z[0] * one->lift - (z[1] - z[2]) * one->turning);
    }
    return gain;
}

static void fill_report(const step *s, double end, routh_step_report *report) {
    const routh_body *body = &s->world->body;
    report->pivots = s->lcp.pivots;
    report->residual = s->lcp.residual;
    report->contact_count = 0;
    report->energy_gain = s->acting_count > 0 ? energy_gain(s) : 0;
    for (size_t c = 0; c < s->acting_count; c++) {
        const candidate *one = &s->candidate[s->acting[c]];
        const double pn = body->mass * s->impulse[4 * c];
        const double pt = body->mass * (s->impulse[4 * c + 1] - s->impulse[4 * c + 2]);
        if (!(pn > 0))
            continue;
        report->contact[report->contact_count++] =
            (routh_run_record){.time = end,
                               .plane = one->plane,
                               .rx = one->near.rx,
                               .ry = one->near.ry,
                               .pt = pt,
                               .pn = pn,
                               .before = velocity_of(s->v),
                               .after = velocity_of(s->after),
                               .slips = fabs(pt) >= (1 - 1e-12) * s->world->plane[one->plane].mu * pn};
    }
}

static bool is_finite_state(const routh_state *state) {
    return isfinite(state->time) && isfinite(state->pose.x) && isfinite(state->pose.y) && isfinite(state->pose.theta) &&
           isfinite(state->velocity.vx) && isfinite(state->velocity.vy) && isfinite(state->velocity.omega);
}

routh_status routh_world_step(routh_context *context, const routh_world *world, double h, const routh_state *state,
                              routh_state *next, routh_step_report *report) {
    if (!world || !state || !next || !report)
        return routh_fail_null(context, "world state next report", (const void *const[]){world, state, next, report});
    if (!world || !state || !next || !report)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "time step: world, state, next state or report is missing");
    if (!(h > 0 && isfinite(h)))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "time step: a step of %g s is not positive", h);
    if (!is_finite_state(state))
        return routh_fail(context, ROUTH_NOT_FINITE, "time step: the state at %g s is not finite", state->time);
    step s;
    begin(&s, world, h, state);
    find_candidates(&s, state->pose);
    if (find_touch(&s)) {
        set_bounds(&s);
        const routh_status status = resolve_contacts(context, &s, state->time);
        if (status != ROUTH_OK)
            return status;
    } else {
        memcpy(s.after, s.u, sizeof s.after);
    }
    double move[3];
    for (size_t k = 0; k < 3; k++)
        move[k] = s.acting_count > 0 ? s.touch * s.v[k] + (h - s.touch) * s.after[k] : h * (s.v[k] + s.after[k]) / 2;
    const routh_state end = {.time = state->time + h,
                             .pose = {state->pose.x + move[0], state->pose.y + move[1], state->pose.theta + move[2]},
                             .velocity = velocity_of(s.after)};
    if (!is_finite_state(&end))
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "time step: the motion is too large to compute at %g s",
                          end.time);
    fill_report(&s, end.time, report);
    *next = end;
    return ROUTH_OK;
}
