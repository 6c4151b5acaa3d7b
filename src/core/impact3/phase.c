/* Phases of an impact with springs that have closed forms: straight slip and stick.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/phase.h"

#include <float.h>
#include <string.h>

#include "algebra/algebra.h"

/* What is common to all phases of an impact with springs. */

/* How the springs change, m/s. */
static void routh_spring_rate(const routh_springs *s, double rate[3]) {
    if (s->grip == ROUTH_SLIPS && s->mu > 0) {
        const double c = cos(s->angle), n = sin(s->angle), slip = routh_slip_speed(s, s->v, c, n);
        rate[0] = s->v[0] - slip * c;
        rate[1] = s->v[1] - slip * n;
    } else {
        rate[0] = s->grip == ROUTH_STICKS ? s->v[0] : 0;
        rate[1] = s->grip == ROUTH_STICKS ? s->v[1] : 0;
    }
    rate[2] = s->grip == ROUTH_NO_GRIP ? 0 : s->v[2];
}

routh_moment routh_moment_of(const routh_springs *s, double time) {
    routh_moment moment = {.time = time, .phase = routh_springs_phase(s)};
    memcpy(moment.p, s->p, sizeof moment.p);
    memcpy(moment.v, s->v, sizeof moment.v);
    routh_spring_rate(s, moment.spring_rate);
    moment.spring[0] = s->spring[0];
    moment.spring[1] = s->spring[1];
    moment.spring[2] = s->force > 0 ? -s->force / routh_normal_stiffness(s) : 0;
    return moment;
}

/* Slip along a line, in closed form over the normal impulse I that is gained from here on.
 *
 *     v_n = v_na + g I,  g = W_nn − μ W_n⊥·d        v⊥·d = v_da + b I,  b = (W_⊥n − μ W_⊥⊥ d)·d
 *     Q = F²/2:  dQ/dI = −k v_n                     σ = v⊥·d + (μk/k⊥) v_n
 *
 * So the end of compression and of slip are linear equations in I, the end of contact and loading again quadratic ones.
 * Over time F is a sine (g > 0) or an exponential (g < 0, jamming). */

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

/* Stick: three coupled oscillators in closed form, and the first moment at which something changes.
 *
 * With x = (u, w, n), n = −F/k, and K = diag(k⊥, k⊥, k): ẋ = v, v̇ = −W K x. z = K^½ x makes the matrix symmetric,
 * z̈ = −S z, S = K^½ W K^½, and its eigenvectors make three oscillators of it. Forces are −K^½ z.
 *
 * What is looked for is the first zero of functions g that are positive now: μ²F² − |F⊥|² (slip), −v_n (end of
 * compression), F (end), peak − F (loading again). All are sums of sines of known amplitude and frequency, or products
 * of two, so the third derivative has a bound M. As long as the cubic g + g′h + g″h²/2 − M h³/6 is positive there is no
 * zero, and going from zero to zero of this cubic never jumps over one of g: near it the steps become Newton's, with
 * the curvature. */

typedef struct oscillators {
    double root[3];      /* K^½ */
    double frequency[3]; /* ω */
    double mode[3][3];   /* columns: eigenvectors of S */
    double even[3];      /* amplitude of cos ω t */
    double odd[3];       /* amplitude of sin ω t */
    double bound[3][5];  /* of each force's derivatives of order 0 … 4 */
} oscillators;

static oscillators oscillators_of(const routh_springs_way *way) {
    const routh_springs *s = &way->springs;
    oscillators o = {.root = {sqrt(s->tangential), sqrt(s->tangential), sqrt(routh_normal_stiffness(s))}};
    double matrix[3][3], square[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            matrix[i][j] = o.root[i] * way->w[i][j] * o.root[j];
    routh_symmetric3_eigen(matrix, square, o.mode);
    const double z[3] = {o.root[0] * s->spring[0], o.root[1] * s->spring[1], -s->force / o.root[2]};
    for (int i = 0; i < 3; i++) {
        o.frequency[i] = sqrt(square[i]);
        for (int k = 0; k < 3; k++) {
            o.even[i] += o.mode[k][i] * z[k];
            o.odd[i] += o.mode[k][i] * o.root[k] * s->v[k] / o.frequency[i];
        }
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            double size = fabs(o.root[k] * o.mode[k][i]) * sqrt(o.even[i] * o.even[i] + o.odd[i] * o.odd[i]);
            for (int n = 0; n < 5; n++, size *= o.frequency[i])
                o.bound[k][n] += size;
        }
    return o;
}

/* Forces at time t: order n holds their n-th derivatives. */
typedef struct forces {
    double order[4][3];
} forces;

static forces forces_at(const oscillators *o, double t) {
    forces f = {{{0}}};
    for (int i = 0; i < 3; i++) {
        const double w = o->frequency[i], c = cos(w * t), s = sin(w * t);
        const double q = o->even[i] * c + o->odd[i] * s, rate = w * (o->odd[i] * c - o->even[i] * s);
        for (int k = 0; k < 3; k++) {
            const double share = -o->root[k] * o->mode[k][i];
            f.order[0][k] += share * q;
            f.order[1][k] += share * rate;
            f.order[2][k] -= share * w * w * q;
            f.order[3][k] -= share * w * w * rate;
        }
    }
    return f;
}

/* A function that is watched for its first zero: value, two derivatives, a bound on the third, and its size. */
typedef struct watched {
    double value, first, second, third_bound, size;
    routh_turn turn; /* what its zero means */
} watched;

/* μ²F² − |F⊥|². Every force is a sum over modes that all have some of the normal force, and so is rounded as that is at its
 * largest. What that leaves of the difference where the two are equal is its size. */
static watched friction_left(const oscillators *o, const forces *f, double mu) {
    const double largest = o->bound[2][0], now = fmax(fabs(f->order[0][2]), 1e-7 * largest);
    watched g = {.turn = ROUTH_SLIP_BEGINS, .size = mu * (1 + mu) * now * largest};
    for (int k = 0; k < 3; k++) {
        const double sign = k == 2 ? mu * mu : -1;
        const double *bound = o->bound[k], value = f->order[0][k], first = f->order[1][k], second = f->order[2][k];
        g.value += sign * value * value;
        g.first += sign * 2 * value * first;
        g.second += sign * 2 * (first * first + value * second);
        g.third_bound += fabs(sign) * 2 * (bound[0] * bound[3] + 3 * bound[1] * bound[2]);
    }
    return g;
}

/* ± the n-th derivative of the normal force, + a constant. */
static watched of_normal_force(const oscillators *o, const forces *f, int n, double sign, double constant,
                               routh_turn turn) {
    return (watched){.value = constant + sign * f->order[n][2],
                     .first = sign * f->order[n + 1][2],
                     .second = n + 2 < 4 ? sign * f->order[n + 2][2] : 0,
                     .third_bound = o->bound[2][n + 3],
                     .size = o->bound[2][n],
                     .turn = turn};
}

/* What to watch: v_n = −Ḟ/k. */
static int watch_list(const oscillators *o, const forces *f, const routh_springs *s, watched g[3]) {
    g[0] = friction_left(o, f, s->mu);
    if (s->loading) {
        g[1] = of_normal_force(o, f, 1, 1, 0, ROUTH_COMPRESSION_ENDS);
        return 2;
    }
    g[1] = of_normal_force(o, f, 0, 1, 0, ROUTH_OPENS);
    g[2] = of_normal_force(o, f, 0, -1, s->peak, ROUTH_LOADS_AGAIN);
    return 3;
}

static double cubic(const watched *g, double h) {
    return g->value + h * (g->first + h * (0.5 * g->second - h * g->third_bound / 6));
}

/* The smallest positive zero of the cubic, from below but for rounding; 0 if it is not positive to the right of 0. */
static double safe_step(const watched *g) {
    const double a = g->value, b = g->first, c = 0.5 * g->second, d = g->third_bound / 6;
    if (!(d > 0))
        return INFINITY; /* all amplitudes are 0 */
    /* beyond this every other term is outweighed by a third of the last */
    double low = 0, high = fmax(fmax(cbrt(3 * a / d), sqrt(3 * fmax(b, 0) / d)), 3 * fmax(c, 0) / d);
    const double discriminant = c * c + 3 * b * d;
    if (b < 0 && c > 0 && discriminant > 0) { /* falls, rises, falls: is the minimum above 0? */
        const double minimum = -b / (c + sqrt(discriminant));
        if (cubic(g, minimum) <= 0)
            high = fmin(high, minimum);
        else
            low = fmin(high, minimum);
    }
    for (int i = 0; i < 40 && high - low > 0.1 * low; i++) {
        const double middle = 0.5 * (low + high);
        if (cubic(g, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    double h = low;
    for (int i = 0; i < 3; i++) { /* Newton */
        const double slope = b + h * (2 * c - 3 * d * h), next = h - cubic(g, h) / slope;
        h = next > low && next < high ? next : h;
    }
    return h;
}

/* At the very start a function may be 0, and about to grow. What is left of friction then changes at −2 k⊥μF times the
 * speed of slip, and where slip has just ended that is what rounding of the velocities makes it. */
static void settle_start(const oscillators *o, const routh_springs *s, watched *g) {
    const double fastest = fmax(o->frequency[0], fmax(o->frequency[1], o->frequency[2]));
    const double little = 1e-12 * g->size, speed = fabs(s->v[0]) + fabs(s->v[1]) + fabs(s->v[2]);
    const double slip = g->turn == ROUTH_SLIP_BEGINS ? 2 * s->tangential * s->mu * s->force * 1e-13 * speed : 0;
    g->value = fabs(g->value) <= little ? 0 : g->value;
    if (g->value == 0)
        g->first = fabs(g->first) <= fmax(little * fastest, slip) ? 0 : g->first;
}

/* Stick that begins at the limit of friction with next to no force, as where |v⊥| = μ η² |v_n| at the very start: what
 * is left to the limit grows with a power of time so high that rounding hides it. A step ahead, short beside every
 * oscillation, shows which. Returns how far it is safe to go, 0 if unknown. */
static double look_ahead(const oscillators *o, const watched *g, const routh_springs *s) {
    if (g->turn != ROUTH_SLIP_BEGINS || g->value != 0 || g->first != 0 || s->force > 0.03 * o->bound[2][0])
        return 0;
    const double ahead = 1e-2 / fmax(o->frequency[0], fmax(o->frequency[1], o->frequency[2]));
    const forces f = forces_at(o, ahead);
    const double limit = s->mu * f.order[0][2];
    return friction_left(o, &f, s->mu).value > 1e-9 * limit * limit ? ahead : 0;
}

/* The first time at which something changes, and what. */
static double first_turn(const oscillators *o, const routh_springs *s, routh_turn *turn) {
    enum { MOST_STEPS = 1000000 }; /* a nearly plastic contact rattles ω_n/ω_t ~ 1/e times within one stick */
    double t = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
        const forces f = forces_at(o, t);
        watched g[3];
        const int count = watch_list(o, &f, s, g);
        double stride = INFINITY;
        *turn = ROUTH_TURN_NONE;
        for (int i = 0; i < count; i++) {
            if (step == 0)
                settle_start(o, s, &g[i]);
            const int over = step == 0 ? g[i].value < 0 || (g[i].value == 0 && g[i].first < 0)
                                       : g[i].value <= 4 * DBL_EPSILON * g[i].size;
            double room = over ? 0 : safe_step(&g[i]);
            if (step == 0 && !over)
                room = fmax(room, look_ahead(o, &g[i], s));
            if (room < stride || (over && g[i].turn == ROUTH_OPENS)) {
                stride = room;
                *turn = g[i].turn;
            }
        }
        if (stride <= 2 * DBL_EPSILON * t || stride == 0)
            return t;
        t += stride;
    }
    *turn = ROUTH_STALLS;
    return t;
}

/* The springs at time t after `from`. */
static routh_springs springs_at(const oscillators *o, const routh_springs_way *way, double t) {
    routh_springs s = way->springs;
    double gained[3] = {0};
    const forces f = forces_at(o, t);
    for (int i = 0; i < 3; i++) {
        const double w = o->frequency[i], half = sin(0.5 * w * t);
        const double integral = (o->even[i] * sin(w * t) + o->odd[i] * 2 * half * half) / w;
        for (int k = 0; k < 3; k++)
            gained[k] -= o->root[k] * o->mode[k][i] * integral;
    }
    for (int k = 0; k < 3; k++) {
        s.p[k] += gained[k];
        s.v[k] += way->w[k][0] * gained[0] + way->w[k][1] * gained[1] + way->w[k][2] * gained[2];
    }
    s.force = f.order[0][2];
    for (int k = 0; k < 2; k++)
        s.spring[k] = -f.order[0][k] / s.tangential;
    return s;
}

routh_turn routh_go_sticking(routh_springs_way *way) {
    const oscillators o = oscillators_of(way);
    routh_turn turn;
    const double duration = first_turn(&o, &way->springs, &turn);
    const size_t points = routh_is_watched(way) ? way->options->points : 0;
    for (size_t i = 1; i <= points; i++) {
        const double t = duration * (double)i / (double)(points + 1);
        const routh_springs between = springs_at(&o, way, t);
        const routh_moment moment = routh_moment_of(&between, way->time + t);
        way->options->watch(&moment, way->options->user);
    }
    way->springs = springs_at(&o, way, duration);
    way->time += duration;
    return turn;
}
