/* The rigid energetic law in three dimensions: Routh's path, along which the direction of slip turns, with Stronge's
 * restitution.
 *
 * E. J. Routh, Dynamics of a system of rigid bodies (1905), part I, chapter V; J. B. Keller, Impact with friction, J.
 * Applied Mechanics 53 (1986); W. J. Stronge, Rigid body collisions with friction, Proc. Royal Society A 431 (1990);
 * V. Bhatt and J. Koechlin, Three-dimensional frictional rigid-body impact, J. Applied Mechanics 62 (1995); B. Mirtich,
 * Impulse-based dynamic simulation of rigid body systems, PhD thesis, Berkeley (1996), chapter 3; J. A. Batlle, Rough
 * balanced collisions, J. Applied Mechanics 63 (1996).
 *
 * With W = [A b; bᵀ c], A = W_⊥⊥, b = W_⊥n, c = W_nn, and slip v⊥ = s d, friction acts at −μ d per normal impulse:
 *
 *     dv⊥/dP_n = b − μ A d      dv_n/dP_n = c − μ b·d
 *
 * The direction. θ of d obeys s dθ/dP_n = a(θ) = d⊥·(b − μ A d). The mean of a over the circle is 0, so a has zeros, and
 * θ moves monotonically towards the next stable one: slip becomes straight. Along a straight d, b − μ A d = λ d.
 *
 * When slip stops (or where there is none at the start), it sticks if the friction that holds it, f = −A⁻¹b, is within
 * the cone, |f| ≤ μ. Otherwise it slips away along some d with λ > 0, that is d = (μ A + λ)⁻¹ b. The length of that
 * vector falls strictly with λ, from |A⁻¹b| / μ at λ = 0 to 0: there is exactly one such d if |f| > μ, and none otherwise.
 * So sticking and slipping away exclude each other, and slip that has left never stops again. As a' < 0 at that d, no
 * other path leaves the point of rest. Either way the path is straight from there on and v_n rises: by c − bᵀA⁻¹b > 0
 * when it sticks, by c − μ bᵀ(μ A + λ)⁻¹b, which is more, when it slips. Hence every impact ends.
 *
 * Restitution. While v_n < 0 the normal force takes the work T = −∫ v_n dP_n; when v_n has reached 0 it owes e² T, and the
 * impact ends when that has been given back. Slip that turns or jams (μ b·d > c) can make v_n negative again before. Then,
 * as with a spring that stiffens to k0/e² after compression, work is first taken back on the way on which it was given:
 * the debt grows again until it is e² T, and only beyond that is it compression again, T grows, and at the next v_n = 0 the
 * debt is e² T. In all, (1 − e²) T is lost.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "impact3/impact3.h"
#include "impact3/phase.h"

/* Velocities below this share of the terms of which they are the sum are rounding: slip that fast is rest, and slip with
 * no more than that across a straight course is straight. */
#define AT_REST 1e-14
#define NO_TURN 1e-14

/* With less, e² of the work would underflow. */
#define LEAST_RESTITUTION 1e-100

/* Far more than the dozen or so that an impact takes. */
enum { MOST_STRETCHES = 2000 };

typedef enum course { TURNING, STRAIGHT, STICKING } course;

typedef struct rigid {
    const double (*w)[3]; /* W */
    const double *v0;
    double mu, eps;
    double p[3], v[3];   /* so far, now */
    double direction[2]; /* of straight slip */
    double growth;       /* of its speed with P_n, λ */
    course course;
    int restituting;
    double taken; /* T, the work that the normal force took in compression */
    double owed;  /* what it still owes, in restitution */
    double friction;
} rigid;

typedef enum event { NO_EVENT, TURNED, LOADS_ON, ENDED } event;

/* x with (μ A + λ) x = y, by elimination: leaves no more than rounding of (μ A + λ) x − y, however thin A is. */
static void solve_tangential(const double w[3][3], double mu, double lambda, const double y[2], double x[2]) {
    const double a = mu * w[0][0] + lambda, b = mu * w[0][1], c = mu * w[1][1] + lambda, factor = b / a;
    x[1] = (y[1] - factor * y[0]) / (c - factor * b);
    x[0] = (y[0] - b * x[1]) / a;
}

/* The friction per normal impulse that holds v⊥ = 0: f = −A⁻¹ b. */
static void holding_friction(const double w[3][3], double f[2]) {
    const double b[2] = {-w[0][2], -w[1][2]};
    solve_tangential(w, 1, 0, b, f);
}

/* Slip along d: the change of v⊥ with P_n along d, b·d − μ dᵀAd, and across it, a(θ). */
static void slip_rates(const rigid *r, const double d[2], double *growth, double *turn) {
    const double force[3] = {-r->mu * d[0], -r->mu * d[1], 1};
    const double change[2] = {routh_dot3(r->w[0], force), routh_dot3(r->w[1], force)};
    *growth = change[0] * d[0] + change[1] * d[1];
    *turn = change[1] * d[0] - change[0] * d[1];
}

/* Turns d to the zero of a(θ) nearby, by Newton's method; a' = −growth − μ d⊥ᵀAd⊥. 0 if it is so far that v⊥ across it
 * would be more than `most`. */
static int settle_direction(const rigid *r, double d[2], double speed, double most) {
    const double rounding =
        4 * DBL_EPSILON * (hypot(r->w[0][2], r->w[1][2]) + r->mu * (r->w[0][0] + r->w[1][1])); /* of a */
    for (int i = 0; i < 4; i++) {
        double growth, turn;
        slip_rates(r, d, &growth, &turn);
        if (fabs(turn) <= rounding)
            return 1;
        const double across =
            d[1] * (r->w[0][0] * d[1] - r->w[0][1] * d[0]) + d[0] * (r->w[1][1] * d[0] - r->w[0][1] * d[1]);
        const double angle = turn / (growth + r->mu * across);
        if (!(fabs(angle) * speed <= most))
            return 0;
        const double turned[2] = {d[0] - angle * d[1], d[1] + angle * d[0]};
        const double length = hypot(turned[0], turned[1]);
        d[0] = turned[0] / length;
        d[1] = turned[1] / length;
    }
    return 1;
}

/* The one direction in which slip leaves the point of rest: |(μ A + λ)⁻¹ b| = 1, by Newton's method on the reciprocal,
 * which is nearly linear in λ. λ lies between |b| − μ × the largest and the least eigenvalue of A, and above 0. */
static void slip_away(rigid *r) {
    const double mean = 0.5 * (r->w[0][0] + r->w[1][1]);
    const double radius = hypot(0.5 * (r->w[0][0] - r->w[1][1]), r->w[0][1]);
    const double b = hypot(r->w[0][2], r->w[1][2]);
    const double across[2] = {r->w[0][2], r->w[1][2]};
    double low = fmax(0, b - r->mu * (mean + radius)), high = b - r->mu * (mean - radius), lambda = high;
    double x[2], y[2];
    for (int i = 0; i < 200; i++) {
        solve_tangential(r->w, r->mu, lambda, across, x);
        solve_tangential(r->w, r->mu, lambda, x, y); /* −dx/dλ */
        const double length = hypot(x[0], x[1]);
        if (length >= 1)
            low = lambda;
        else
            high = lambda;
        const double newton = lambda + length * length * (length - 1) / (x[0] * y[0] + x[1] * y[1]);
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        if (!(fabs(next - lambda) > DBL_EPSILON * lambda))
            break;
        lambda = next;
    }
    const double length = hypot(x[0], x[1]);
    r->direction[0] = x[0] / length;
    r->direction[1] = x[1] / length;
    r->growth = lambda;
    settle_direction(r, r->direction, 0, 0); /* to rounding of a(θ), as x is not where A is thin */
}

/* At v⊥ = 0: does friction hold? */
static void come_to_rest(rigid *r) {
    double hold[2];
    holding_friction(r->w, hold);
    r->v[0] = r->v[1] = 0;
    r->course = hypot(hold[0], hold[1]) <= r->mu ? STICKING : STRAIGHT;
    if (r->course == STRAIGHT)
        slip_away(r);
}

static routh_phase phase_of(const rigid *r) {
    if (r->course == STICKING)
        return r->restituting ? ROUTH_R_STICK : ROUTH_C_STICK;
    return r->restituting ? ROUTH_R_SLIP : ROUTH_C_SLIP;
}

static void velocity_of(const rigid *r, double v[3]) {
    for (int i = 0; i < 3; i++)
        v[i] = r->v0[i] + routh_dot3(r->w[i], r->p);
}

/* The size of the terms of which v⊥ is the sum: its rounding is a share of this. */
static double slip_terms(const rigid *r) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
        sum += fabs(r->v0[i]) + fabs(r->w[i][0] * r->p[0]) + fabs(r->w[i][1] * r->p[1]) + fabs(r->w[i][2] * r->p[2]);
    return sum;
}

static void note(const rigid *r, routh_phase phase, routh_outcome3 *outcome) {
    const size_t place =
        outcome->switch_count < ROUTH_OUTCOME3_SWITCHES ? outcome->switch_count++ : ROUTH_OUTCOME3_SWITCHES - 1;
    outcome->switch_total++;
    routh_moment *moment = &outcome->switches[place];
    *moment = (routh_moment){.phase = phase};
    memcpy(moment->p, r->p, sizeof moment->p);
    velocity_of(r, moment->v);
}

/* On a straight way on which v_n rises at `rise`, no more than this normal impulse is to come. */
static double most_to_come(const rigid *r, double rise) {
    if (!(rise > 0))
        return INFINITY;
    const double vn = r->v[2], falls = vn < 0 ? 0.5 * vn * vn / rise : 0; /* work until v_n = 0 */
    const double owed = r->restituting ? r->owed + falls : r->eps * r->eps * (r->taken + falls);
    return 1.01 * (fmax(0, -vn / rise) + sqrt(2 * owed / rise));
}

/* Once its direction has settled, slip stays straight until it stops. */
static void settle(rigid *r) {
    const double speed = hypot(r->v[0], r->v[1]), most = NO_TURN * (slip_terms(r) - r->v0[2]);
    double d[2] = {r->v[0] / speed, r->v[1] / speed}, turn;
    if (r->mu > 0 && !settle_direction(r, d, speed, most)) /* without friction the direction does not matter */
        return;
    r->course = STRAIGHT;
    memcpy(r->direction, d, sizeof d);
    slip_rates(r, d, &r->growth, &turn);
}

/* The next stretch of the path; 1 if slip stops at its end. */
static int next_stretch(const rigid *r, routh_stretch *stretch) {
    if (r->course == TURNING) {
        const double scale = -r->v0[2] / (r->w[0][0] + r->w[1][1] + r->w[2][2]);
        routh_stretch_turning(stretch, r->w, r->mu, r->v, scale);
        return 0;
    }
    const double *d = r->direction;
    double force[3] = {-r->mu * d[0], -r->mu * d[1], 1}, mu_slip = r->mu, speed = 0, to_rest = INFINITY;
    if (r->course == STICKING) {
        holding_friction(r->w, force);
        mu_slip = 0;
    } else {
        speed = fmax(0, r->v[0] * d[0] + r->v[1] * d[1]);
        to_rest = r->growth < 0 && r->mu > 0 ? -speed / r->growth : INFINITY;
    }
    const double to_come = most_to_come(r, routh_dot3(r->w[2], force));
    routh_stretch_straight(stretch, r->w, force, r->v, mu_slip, speed, r->growth, fmin(to_rest, to_come));
    return to_rest <= to_come;
}

/* The first event along the stretch, and where. */
static event first_event(const rigid *r, const routh_stretch *stretch, double *where) {
    double bounds[ROUTH_STRETCH_PIECES + 1], at[ROUTH_COURSE_COUNT];
    const int pieces = routh_stretch_pieces(stretch, bounds);
    const double once_owed = r->eps * r->eps * r->taken;
    for (int i = 0; i < pieces; i++) {
        const double low = bounds[i], high = bounds[i + 1];
        routh_stretch_at(stretch, 0.5 * (low + high), at);
        const int opens = at[ROUTH_COURSE_VN] >= 0;
        *where = low;
        if (!r->restituting && opens)
            return TURNED;
        if (!r->restituting)
            continue;
        const double goal = opens ? r->owed : r->owed - once_owed;
        routh_stretch_at(stretch, high, at);
        if (opens ? at[ROUTH_COURSE_WORK] < goal : at[ROUTH_COURSE_WORK] > goal)
            continue;
        *where = routh_stretch_root(stretch, ROUTH_COURSE_WORK, goal, low, high);
        return opens ? ENDED : LOADS_ON;
    }
    *where = stretch->length;
    return NO_EVENT;
}

static void advance(rigid *r, const routh_stretch *stretch, double to) {
    double at[ROUTH_COURSE_COUNT];
    routh_stretch_at(stretch, to, at);
    for (int i = 0; i < 3; i++)
        r->p[i] += at[ROUTH_COURSE_P + i];
    r->friction += at[ROUTH_COURSE_FRICTION];
    if (r->restituting)
        r->owed -= at[ROUTH_COURSE_WORK];
    else
        r->taken -= at[ROUTH_COURSE_WORK];
    velocity_of(r, r->v);
    if (r->course == STICKING)
        r->v[0] = r->v[1] = 0;
}

/* Has slip come down to rounding? */
static int at_rest(const rigid *r) {
    return hypot(r->v[0], r->v[1]) <= AT_REST * slip_terms(r);
}

static void respond(rigid *r, event met) {
    if (met == TURNED) {
        r->v[2] = 0;
        r->restituting = 1;
        r->owed = r->eps * r->eps * r->taken;
    } else if (met == LOADS_ON) {
        r->v[2] = fmin(r->v[2], 0);
        r->restituting = 0;
    }
}

/* From event to event until the end; 0 if there is none. */
static int follow(rigid *r, routh_outcome3 *outcome) {
    note(r, phase_of(r), outcome);
    for (int i = 0; i < MOST_STRETCHES; i++) {
        routh_stretch stretch;
        double where;
        if (r->course == TURNING)
            settle(r);
        const int stops = next_stretch(r, &stretch);
        const event met = first_event(r, &stretch, &where);
        advance(r, &stretch, where);
        respond(r, met);
        if (met == ENDED || (met == TURNED && r->owed == 0)) {
            note(r, ROUTH_APART, outcome);
            return 1;
        }
        const int rests = (met == NO_EVENT && stops) || (r->course == TURNING && at_rest(r));
        if (rests)
            come_to_rest(r);
        if (rests || met != NO_EVENT)
            note(r, phase_of(r), outcome);
    }
    return 0;
}

static routh_status solve(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                          const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)options;
    rigid r = {.w = contact->w, .v0 = contact->v, .mu = pair->mu, .eps = pair->eps, .course = TURNING};
    if (r.eps < LEAST_RESTITUTION)
        r.eps = 0;
    memcpy(r.v, contact->v, sizeof r.v);
    if (r.v[0] == 0 && r.v[1] == 0)
        come_to_rest(&r);
    routh_outcome3 out;
    out.switch_count = out.switch_total = 0;
    if (!follow(&r, &out))
        return routh_fail(context, ROUTH_NOT_ENDED, "the rigid impact with μ = %g, e = %g did not end within %d steps",
                          pair->mu, pair->eps, MOST_STRETCHES);
    memcpy(out.p, r.p, sizeof out.p);
    velocity_of(&r, out.v);
    out.duration = 0;
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    const double before = routh_half_form3(&factor, contact->v), after = routh_half_form3(&factor, out.v);
    const double recovered = r.eps * r.eps * r.taken - r.owed;
    out.energy = (routh_outcome3_energy){.before = before,
                                         .after = after,
                                         .normal_stored = r.taken,
                                         .normal_recovered = recovered,
                                         .friction = r.friction,
                                         .normal = r.taken - recovered};
    out.contact_energy_ratio = after / before;
    *outcome = out;
    return ROUTH_OK;
}

const routh_law3 routh_law3_rigid = {
    .name = "rigid",
    .title = "Rigid",
    .rule = "rigid, with slip that turns: Routh's path in three dimensions",
    .reference = "Routh, Dynamics of a system of rigid bodies (1905); Stronge, Proc. Royal Society A 431 (1990)",
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER3_EPS, ROUTH_PARAMETER3_MU},
    .solve = solve,
};
