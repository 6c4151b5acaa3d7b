/* Slip whose direction turns: stretches of Routh's path, and steps by collocation.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "impact3/phase.h"

/* Stretches of Routh's path: the Taylor series of turning slip, and roots of polynomials. */

/* The longest turning stretch, in units of τ in which no rate is faster than 1. */
#define LONGEST_TURNING 1e9

/* The largest of the last three terms, relative to the whole: below rounding, because the series of the works converges a
 * little more slowly than that of the impulse. */
#define LAST_TERM 1e-17

/* How far the series goes until its last terms are that small (Jorba and Zou, A software package for the numerical
 * integration of ODEs by means of high-order Taylor methods, Experimental Mathematics 14, 2005). */
static double good_length(const routh_stretch *stretch, double scale) {
    double length = LONGEST_TURNING;
    for (int k = ROUTH_STRETCH_ORDER - 2; k <= ROUTH_STRETCH_ORDER; k++) {
        const double *p = stretch->coefficient[k];
        const double last = fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2]));
        if (last > 0)
            length = fmin(length, exp(log(LAST_TERM * scale / last) / k));
    }
    return length;
}

void routh_stretch_turning(routh_stretch *stretch, const double w[3][3], double mu, const double v[3], double scale) {
    const double rate = hypot(w[0][2], w[1][2]) + mu * (w[0][0] + w[1][1]); /* no faster change of v⊥ in τ */
    double vu[ROUTH_STRETCH_ORDER + 1], vw[ROUTH_STRETCH_ORDER + 1], vn[ROUTH_STRETCH_ORDER + 1];
    double s[ROUTH_STRETCH_ORDER];
    stretch->order = ROUTH_STRETCH_ORDER;
    memset(stretch->coefficient[0], 0, sizeof stretch->coefficient[0]);
    stretch->coefficient[0][ROUTH_COURSE_VN] = v[2];
    vu[0] = v[0], vw[0] = v[1], vn[0] = v[2];
    for (int k = 0; k < ROUTH_STRETCH_ORDER; k++) {
        double squares = 0, products = 0, work = 0; /* q_k, and Σ s_j s_(k−j) and Σ v_n s without s_k */
        for (int j = 0; 2 * j < k; j++)
            squares += 2 * (vu[j] * vu[k - j] + vw[j] * vw[k - j]);
        for (int j = 1; 2 * j < k; j++)
            products += 2 * s[j] * s[k - j];
        if (k % 2 == 0) {
            squares += vu[k / 2] * vu[k / 2] + vw[k / 2] * vw[k / 2];
            products += k > 0 ? s[k / 2] * s[k / 2] : 0;
        }
        for (int j = 1; j < k; j++)
            work += vn[j] * s[k - j];
        s[k] = k == 0 ? sqrt(squares) : (squares - products) / (2 * s[0]);
        work += vn[0] * s[k] + (k > 0 ? vn[k] * s[0] : 0);

        const double unit = 1 / (rate * (k + 1));
        const double p[3] = {-mu * vu[k] * unit, -mu * vw[k] * unit, s[k] * unit};
        vu[k + 1] = w[0][0] * p[0] + w[0][1] * p[1] + w[0][2] * p[2];
        vw[k + 1] = w[1][0] * p[0] + w[1][1] * p[1] + w[1][2] * p[2];
        vn[k + 1] = w[2][0] * p[0] + w[2][1] * p[1] + w[2][2] * p[2];
        const double next[ROUTH_COURSE_COUNT] = {p[0], p[1], p[2], vn[k + 1], work * unit, mu * squares * unit};
        memcpy(stretch->coefficient[k + 1], next, sizeof next);
    }
    stretch->length = good_length(stretch, scale);
}

void routh_stretch_straight(routh_stretch *stretch, const double w[3][3], const double force[3], const double v[3],
                            double mu_slip, double speed, double growth, double length) {
    const double rise = w[2][0] * force[0] + w[2][1] * force[1] + w[2][2];
    const double coefficient[3][ROUTH_COURSE_COUNT] = {
        {0, 0, 0, v[2], 0, 0},
        {force[0], force[1], force[2], rise, v[2], mu_slip * speed},
        {0, 0, 0, 0, 0.5 * rise, 0.5 * mu_slip * growth},
    };
    stretch->order = 2;
    stretch->length = length;
    memcpy(stretch->coefficient, coefficient, sizeof coefficient);
}

void routh_stretch_at(const routh_stretch *stretch, double t, double values[ROUTH_COURSE_COUNT]) {
    double sum[ROUTH_COURSE_COUNT] = {0};
    for (int k = stretch->order; k >= 0; k--)
        for (int i = 0; i < ROUTH_COURSE_COUNT; i++)
            sum[i] = sum[i] * t + stretch->coefficient[k][i];
    memcpy(values, sum, sizeof sum);
}

/* One course and its slope at t. */
static double course_at(const routh_stretch *stretch, routh_course course, double t, double *slope) {
    double sum = 0, rise = 0;
    for (int k = stretch->order; k >= 0; k--) {
        rise = rise * t + sum;
        sum = sum * t + stretch->coefficient[k][course];
    }
    *slope = rise;
    return sum;
}

/* Newton's method kept within the bracket: bisection whenever it would leave it. */
double routh_stretch_root(const routh_stretch *stretch, routh_course course, double value, double low, double high) {
    double slope;
    const double start = course_at(stretch, course, low, &slope);
    double t = high, now = course_at(stretch, course, high, &slope);
    const int rises = now >= start;
    for (int i = 0; i < 200 && now != value; i++) {
        if ((now > value) == rises)
            high = t;
        else
            low = t;
        const double newton = t - (now - value) / slope;
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        if (fabs(next - t) <= DBL_EPSILON * t)
            return next;
        t = next;
        now = course_at(stretch, course, t, &slope);
    }
    return t;
}

/* Where v_n' changes its sign between low and high. */
static double turning_point(const routh_stretch *stretch, double low, double high) {
    double slope;
    course_at(stretch, ROUTH_COURSE_VN, low, &slope);
    const int falls_first = slope < 0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        course_at(stretch, ROUTH_COURSE_VN, middle, &slope);
        if ((slope < 0) == falls_first)
            low = middle;
        else
            high = middle;
    }
    return high;
}

int routh_stretch_pieces(const routh_stretch *stretch, double bounds[ROUTH_STRETCH_PIECES + 1]) {
    const int samples = stretch->order > 2 ? ROUTH_STRETCH_SAMPLES : 1;
    double slope_before, slope;
    double before = course_at(stretch, ROUTH_COURSE_VN, 0, &slope_before);
    int pieces = 0;
    bounds[0] = 0;
    for (int j = 1; j <= samples; j++) {
        const double sample = stretch->length * j / samples;
        double now = course_at(stretch, ROUTH_COURSE_VN, sample, &slope);
        double ends[2] = {sample, sample};
        if ((slope < 0) != (slope_before < 0))
            ends[0] = turning_point(stretch, bounds[pieces], sample);
        for (int half = ends[0] < ends[1] ? 0 : 1; half < 2; half++) {
            double unused;
            const double low = bounds[pieces], high = ends[half];
            const double then = half ? now : course_at(stretch, ROUTH_COURSE_VN, high, &unused);
            if ((before < 0 && then > 0) || (before > 0 && then < 0))
                bounds[++pieces] = routh_stretch_root(stretch, ROUTH_COURSE_VN, 0, low, high);
            bounds[++pieces] = high;
            before = then;
        }
        slope_before = slope;
    }
    return pieces;
}

/* Slip whose direction turns: steps by collocation, cut where something changes. */

enum { MOST_STEPS = 400 };

/* A contact whose direction of slip makes its end come later than this, in radians of the plain oscillation, will not
 * slip that way for so long: it cannot set the length of a step. */
#define FAR_AHEAD 5

/* dv/dI = W (−μ d, 1) for the direction of now. */
static void push_of(const routh_springs_way *way, double push[3]) {
    const routh_springs *s = &way->springs;
    const double c = cos(s->angle), n = sin(s->angle);
    for (int k = 0; k < 3; k++)
        push[k] = way->w[k][2] - s->mu * (way->w[k][0] * c + way->w[k][1] * n);
}

/* How long until F vanishes, or v_n while loading, if the direction stayed as it is; +∞: never. */
static double time_ahead(const routh_springs *s, double g) {
    const double k = routh_normal_stiffness(s), rate = -k * s->v[2];
    if (g > 0) {
        const double pace = sqrt(k * g), phase = atan2(pace * s->force, rate);
        return ((s->loading ? 0.5 * ROUTH_PI : ROUTH_PI) - phase) / pace;
    }
    return s->loading || rate >= 0 ? INFINITY : s->force / -rate;
}

/* Is so little impulse left that its direction does not matter? */
static bool is_nearly_over(const routh_springs_way *way, const double push[3], double ahead) {
    const routh_springs *s = &way->springs;
    if (s->loading || isinf(ahead))
        return 0;
    const double left = 0.5 * s->force * ahead, c = cos(s->angle), n = sin(s->angle);
    const double along = s->v[0] * c + s->v[1] * n, across = s->v[1] * c - s->v[0] * n;
    const double drift = (push[1] * c - push[0] * n) * left;
    const double turn = along > 0 ? fmin((fabs(across) + fabs(drift)) / along, 1) : 1;
    return s->mu * left * turn <= 0.1 * way->tolerance * way->impulse_scale;
}

static int watch_list(const routh_springs_way *way, const routh_step *step, routh_watched g[2]) {
    const routh_springs *s = &way->springs;
    const routh_step_contact *c = step->contact;
    const double speed = fabs(s->v[0]) + fabs(s->v[1]) + fabs(s->v[2]);
    g[0] = (routh_watched){
        .turn = ROUTH_STICK_BEGINS, .scale = speed, .start = routh_slip_speed(s, s->v, cos(s->angle), sin(s->angle))};
    g[1] = (routh_watched){.turn = s->loading ? ROUTH_COMPRESSION_ENDS : ROUTH_LOADS_AGAIN,
                           .scale = s->loading ? speed : s->peak,
                           .start = s->loading ? -s->v[2] : s->peak - s->force};
    for (int i = 0; i < RADAU_POINTS; i++) {
        const double v[3] = {c->v[0][i], c->v[1][i], c->v[2][i]};
        g[0].at[i] = routh_slip_speed(s, v, c->cosine[i], c->sine[i]);
        g[1].at[i] = s->loading ? -v[2] : s->peak - c->force[i];
    }
    return 2;
}

static routh_turn first_turn(const routh_springs_way *way, const routh_step *step, double *xi) {
    routh_watched g[2];
    const int count = watch_list(way, step, g);
    routh_turn turn = ROUTH_TURN_NONE;
    *xi = 2;
    for (int i = 0; i < count; i++) {
        const double fall = routh_first_fall(&g[i]);
        if (fall < *xi) {
            *xi = fall;
            turn = g[i].turn;
        }
    }
    return turn;
}

static int solve(const routh_springs_way *way, routh_step *step, int guess) {
    return routh_step_solve(step, &way->springs, 1, &way->w, way->impulse_scale, way->tolerance, guess);
}

/* Makes the step end where the turn is: the polynomial says where, and a few steps of the secant method correct it by the
 * step's end, which is more exact. 0 if the sweeps do not converge. */
static int cut(const routh_springs_way *way, routh_step *step, routh_turn turn, double xi) {
    for (int n = 0; n < 6; n++) {
        routh_step_shorten(step, &way->springs, 1, xi);
        if (!solve(way, step, 1))
            return 0;
        routh_watched g[2];
        watch_list(way, step, g);
        const routh_watched *mine = g[0].turn == turn ? &g[0] : &g[1];
        const double missed = routh_fall_missed(mine);
        if (missed == 0)
            break;
        xi = 1 + missed;
    }
    return 1;
}

/* Moments along an accepted step. */
static void watch_step(const routh_springs_way *way, const routh_step *step) {
    const size_t points = routh_is_watched(way) ? way->options->points : 0;
    const routh_step_contact *c = step->contact;
    const size_t here = points / 4 + 1;
    for (size_t i = 1; i <= here && points > 0; i++) {
        const double xi = (double)i / (double)(here + 1);
        routh_springs s = way->springs;
        for (int k = 0; k < 3; k++) {
            s.v[k] = routh_step_between(way->springs.v[k], c->v[k], xi);
            s.p[k] += routh_step_between(0, c->p[k], xi);
        }
        s.force = routh_step_between(way->springs.force, c->force, xi);
        s.angle = routh_step_between(way->springs.angle, c->angle, xi);
        routh_springs_at_limit(&s);
        const routh_moment moment = routh_moment_of(&s, way->time + routh_step_time(step, xi));
        way->options->watch(&moment, way->options->user);
    }
}

static void accept(routh_springs_way *way, const routh_step *step) {
    watch_step(way, step);
    routh_step_finish(step, &way->springs, 1);
    way->time += routh_step_time(step, 1);
    way->friction += step->friction;
}

routh_turn routh_go_turning(routh_springs_way *way) {
    routh_step_contact contact;
    routh_step step = {.contact = &contact};
    double share = way->springs.loading ? 0.7 : 0.35; /* of the way ahead */
    for (int n = 0; n < MOST_STEPS; n++) {
        double push[3];
        push_of(way, push);
        const double ahead = time_ahead(&way->springs, push[2]);
        if (is_nearly_over(way, push, ahead))
            return routh_go_straight(way);
        const double pace = sqrt(routh_normal_stiffness(&way->springs) * way->w[2][2]);
        if (way->springs.loading || ahead * pace > FAR_AHEAD) {
            routh_step_set(&step, INFINITY, share * fmin(1.05 * ahead, 1 / pace));
        } else
            routh_step_set(&step, ahead, fmin(share, 0.9));
        const int solved = solve(way, &step, 0);
        if (!solved || step.error > way->tolerance) {
            share *= solved ? fmax(0.2, 0.8 * pow(way->tolerance / step.error, 1.0 / 13)) : 0.4;
            if (share < 1e-9)
                return ROUTH_STALLS;
            continue;
        }
        double xi;
        const routh_turn turn = first_turn(way, &step, &xi);
        if (turn != ROUTH_TURN_NONE && !cut(way, &step, turn, xi)) {
            share *= 0.5;
            continue;
        }
        accept(way, &step);
        if (turn != ROUTH_TURN_NONE)
            return turn;
        share *= fmin(2.5, 0.8 * pow(way->tolerance / fmax(step.error, 1e-30), 1.0 / 13));
        share = fmin(share, 1);
    }
    return ROUTH_STALLS;
}
