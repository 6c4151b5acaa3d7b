/* Slip along a line, in closed form over the normal impulse I that is gained from here on.
 *
 *     v_n = v_na + g I,  g = W_nn − μ W_n⊥·d        v⊥·d = v_da + b I,  b = (W_⊥n − μ W_⊥⊥ d)·d
 *     Q = F²/2:  dQ/dI = −k v_n                     σ = v⊥·d + (μk/k⊥) v_n
 *
 * So the end of compression and of slip are linear equations in I, the end of contact and loading again quadratic ones.
 * Over time F is a sine (g > 0) or an exponential (g < 0, jamming).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/phase.h"

typedef struct line {
    double stiffness, g, b;
    double along[2];          /* d */
    double push[3];           /* dv/dI = W (−μ d, 1) */
    double speed, speed_rate; /* σ = speed + speed_rate I */
} line;

static line line_of(const routh_springs_way *way) {
    const routh_springs *s = &way->springs;
    line l = {.stiffness = routh_normal_stiffness(s), .along = {cos(s->angle), sin(s->angle)}};
    for (int k = 0; k < 3; k++)
        l.push[k] = way->w[k][2] - s->mu * (way->w[k][0] * l.along[0] + way->w[k][1] * l.along[1]);
    l.g = l.push[2];
    l.b = l.push[0] * l.along[0] + l.push[1] * l.along[1];
    const double ratio = s->mu * l.stiffness / s->tangential;
    l.speed = s->v[0] * l.along[0] + s->v[1] * l.along[1] + ratio * s->v[2];
    l.speed_rate = l.b + ratio * l.g;
    return l;
}

int routh_slip_is_straight(const routh_springs_way *way) {
    const routh_springs *s = &way->springs;
    if (s->mu == 0)
        return 1;
    const line l = line_of(way);
    const double across = s->v[1] * l.along[0] - s->v[0] * l.along[1];
    const double drift = l.push[1] * l.along[0] - l.push[0] * l.along[1];
    const double speed = fabs(s->v[0]) + fabs(s->v[1]) + fabs(s->v[2]);
    const double push = fabs(l.push[0]) + fabs(l.push[1]) + fabs(l.push[2]);
    return fabs(across) <= 1e-15 * speed && fabs(drift) <= 1e-15 * push;
}

/* The smallest positive I with a I²/2 + b I = c, for c ≥ 0; +∞ if there is none. */
static double first_root(double a, double b, double c) {
    const double discriminant = b * b + 2 * a * c;
    if (!(discriminant >= 0))
        return INFINITY;
    const double root = sqrt(discriminant);
    if (b > 0 || a > 0)
        return b + root > 0 ? 2 * c / (b + root) : (a > 0 ? (root - b) / a : INFINITY);
    return INFINITY;
}

/* When Q has fallen to 0, or, v_n having turned, risen to that of the peak. */
static double end_of_unloading(const routh_springs *s, const line *l, routh_turn *turn) {
    const double k = l->stiffness, now = 0.5 * s->force * s->force, most = 0.5 * s->peak * s->peak;
    const double opens = first_root(k * l->g, k * s->v[2], now);
    const double loads =
        most > now || s->v[2] < 0 || l->g < 0 ? first_root(-k * l->g, -k * s->v[2], most - now) : INFINITY;
    *turn = loads < opens ? ROUTH_LOADS_AGAIN : ROUTH_OPENS;
    return fmin(loads, opens);
}

/* The springs after the normal impulse `gained`. */
static routh_springs springs_after(const routh_springs *start, const line *l, double gained) {
    routh_springs s = *start;
    const double fallen = l->stiffness * gained * (start->v[2] + 0.5 * l->g * gained);
    for (int k = 0; k < 3; k++)
        s.v[k] += l->push[k] * gained;
    s.p[0] -= s.mu * l->along[0] * gained;
    s.p[1] -= s.mu * l->along[1] * gained;
    s.p[2] += gained;
    s.force = sqrt(fmax(start->force * start->force - 2 * fallen, 0));
    routh_springs_at_limit(&s);
    return s;
}

/* How long it takes from one to the other: the phase of the oscillation F = R sin θ, Ḟ = −k v_n = R ω cos θ. */
static double time_between(const routh_springs *from, const routh_springs *to, const line *l) {
    const double k = l->stiffness, gained = to->p[2] - from->p[2], square = k * l->g, pace = sqrt(fabs(square));
    const double mean = 0.5 * (from->force + to->force);
    const double first = -k * from->v[2], last = -k * to->v[2];
    if (!(mean > 0))
        return 0;
    if (pace * gained <= 1e-5 * mean) /* too short for the force to bend */
        return gained / mean;
    if (square > 0)
        return (atan2(pace * to->force, last) - atan2(pace * from->force, first)) / pace;
    const double growing = pace * from->force + first, shrinking = pace * from->force - first;
    if (fabs(growing) > fabs(shrinking))
        return log((pace * to->force + last) / growing) / pace;
    return -log((pace * to->force - last) / shrinking) / pace;
}

routh_turn routh_go_straight(routh_springs_way *way) {
    const routh_springs start = way->springs;
    const line l = line_of(way);
    routh_turn turn = ROUTH_COMPRESSION_ENDS;
    double gained = start.v[2] >= 0 ? 0 : l.g > 0 ? -start.v[2] / l.g : INFINITY;
    if (!start.loading)
        gained = end_of_unloading(&start, &l, &turn);
    const double stops = start.mu > 0 && l.speed_rate < 0 ? fmax(-l.speed / l.speed_rate, 0) : INFINITY;
    if (stops < gained) {
        gained = stops;
        turn = ROUTH_STICK_BEGINS;
    }
    if (isinf(gained))
        return ROUTH_STALLS;

    const routh_springs end = springs_after(&start, &l, gained);
    const size_t points = routh_is_watched(way) ? way->options->points : 0;
    for (size_t i = 1; i <= points; i++) {
        const routh_springs between = springs_after(&start, &l, gained * (double)i / (double)(points + 1));
        const routh_moment moment = routh_moment_of(&between, way->time + time_between(&start, &between, &l));
        way->options->watch(&moment, way->options->user);
    }
    way->time += time_between(&start, &end, &l);
    way->friction += start.mu * gained * (l.speed + 0.5 * l.speed_rate * gained);
    way->springs = end;
    return turn;
}
