/* Slip whose direction turns: steps by collocation, cut where something changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "phase.h"

enum { MOST_STEPS = 400 };

/* dv/dI = W (−μ d, 1) for the direction of now. */
static void push_of(const routh_strike_way *way, double push[3]) {
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
        return ((s->loading ? 0.5 * 3.14159265358979323846 : 3.14159265358979323846) - phase) / pace;
    }
    return s->loading || rate >= 0 ? INFINITY : s->force / -rate;
}

/* Is so little impulse left that its direction doesn't matter? */
static int is_nearly_over(const routh_strike_way *way, const double push[3], double ahead) {
    const routh_springs *s = &way->springs;
    if (s->loading || isinf(ahead))
        return 0;
    const double left = 0.5 * s->force * ahead, c = cos(s->angle), n = sin(s->angle);
    const double along = s->v[0] * c + s->v[1] * n, across = s->v[1] * c - s->v[0] * n;
    const double drift = (push[1] * c - push[0] * n) * left;
    const double turn = along > 0 ? fmin((fabs(across) + fabs(drift)) / along, 1) : 1;
    return s->mu * left * turn <= 0.1 * way->tolerance * way->impulse_scale;
}

/* Functions of the step that end it where they reach 0 from above; their value at the start and at the points. */
typedef struct watched {
    routh_turn turn;
    double scale;
    double start;
    double at[RADAU_WIDTH];
} watched;

static int watch_list(const routh_strike_way *way, const routh_step *step, watched g[2]) {
    const routh_springs *s = &way->springs;
    const routh_step_contact *c = step->contact;
    const double speed = fabs(s->v[0]) + fabs(s->v[1]) + fabs(s->v[2]);
    g[0] = (watched){
        .turn = ROUTH_STICK_BEGINS, .scale = speed, .start = routh_slip_speed(s, s->v, cos(s->angle), sin(s->angle))};
    g[1] = (watched){.turn = s->loading ? ROUTH_COMPRESSION_ENDS : ROUTH_LOADS_AGAIN,
                     .scale = s->loading ? speed : s->peak,
                     .start = s->loading ? -s->v[2] : s->peak - s->force};
    for (int i = 0; i < RADAU_POINTS; i++) {
        const double v[3] = {c->v[0][i], c->v[1][i], c->v[2][i]};
        g[0].at[i] = routh_slip_speed(s, v, c->cosine[i], c->sine[i]);
        g[1].at[i] = s->loading ? -v[2] : s->peak - c->force[i];
    }
    return 2;
}

/* A zero of the polynomial of g between two ξ where it is positive and negative. */
static double zero_between(const watched *g, double low, double above, double high, double below) {
    for (int n = 0; n < 60 && high - low > 1e-14; n++) { /* false position, bisection every third time */
        const double xi = n % 3 == 2 ? 0.5 * (low + high) : low + (high - low) * above / (above - below);
        const double value = routh_step_between(g->start, g->at, xi);
        if (fabs(value) <= 1e-15 * g->scale)
            return xi;
        if (value > 0) {
            low = xi;
            above = value;
        } else {
            high = xi;
            below = value;
        }
    }
    return high;
}

/* A dip below 0 between points where g is positive: looked for around its lowest point, by golden section. */
static double first_dip(const watched *g) {
    const double golden = 0.6180339887498949;
    int lowest = 0;
    double most = g->start;
    for (int i = 1; i < RADAU_POINTS; i++) {
        lowest = g->at[i] < g->at[lowest] ? i : lowest;
        most = fmax(most, g->at[i]);
    }
    if (g->at[lowest] > 0.1 * most)
        return 2;
    const double begin = lowest == 0 ? 0 : routh_radau_node[lowest - 1];
    double low = begin, high = lowest + 1 < RADAU_POINTS ? routh_radau_node[lowest + 1] : 1;
    for (int n = 0; n < 16; n++) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        const double at_left = routh_step_between(g->start, g->at, left);
        const double at_right = routh_step_between(g->start, g->at, right);
        const double least = fmin(at_left, at_right), where = at_left < at_right ? left : right;
        if (least < 0)
            return zero_between(g, begin, lowest == 0 ? g->start : g->at[lowest - 1], where, least);
        if (at_left < at_right)
            high = right;
        else
            low = left;
    }
    return 2;
}

/* The first ξ at which the polynomial of g falls to 0; 2 if it does not within the step. */
static double first_fall(const watched *g) {
    for (int i = 0; i < RADAU_POINTS; i++)
        if (g->at[i] < 0)
            return i == 0 ? zero_between(g, 0, fmax(g->start, 0), routh_radau_node[0], g->at[0])
                          : zero_between(g, routh_radau_node[i - 1], g->at[i - 1], routh_radau_node[i], g->at[i]);
    return first_dip(g);
}

static routh_turn first_turn(const routh_strike_way *way, const routh_step *step, double *xi) {
    watched g[2];
    const int count = watch_list(way, step, g);
    routh_turn turn = ROUTH_TURN_NONE;
    *xi = 2;
    for (int i = 0; i < count; i++) {
        const double fall = first_fall(&g[i]);
        if (fall < *xi) {
            *xi = fall;
            turn = g[i].turn;
        }
    }
    return turn;
}

static int solve(const routh_strike_way *way, routh_step *step, int guess) {
    return routh_step_solve(step, &way->springs, 1, &way->w, way->impulse_scale, way->tolerance, guess);
}

/* Makes the step end where the turn is: the polynomial says where, and a few steps of the secant method correct it by the
 * step's end, which is more exact. 0 if the sweeps don't converge. */
static int cut(const routh_strike_way *way, routh_step *step, routh_turn turn, double xi) {
    for (int n = 0; n < 6; n++) {
        routh_step_shorten(step, &way->springs, 1, xi);
        if (!solve(way, step, 1))
            return 0;
        watched g[2];
        watch_list(way, step, g);
        const watched *mine = g[0].turn == turn ? &g[0] : &g[1];
        const double end = mine->at[RADAU_POINTS - 1], before = mine->at[RADAU_POINTS - 2];
        if (fabs(end) <= 1e-14 * mine->scale || before <= end)
            break;
        const double change = end / (before - end) * (1 - routh_radau_node[RADAU_POINTS - 2]);
        if (!(fabs(change) < 0.5) || fabs(change) < 1e-14)
            break;
        xi = 1 + change;
    }
    return 1;
}

/* Moments along an accepted step. */
static void watch_step(const routh_strike_way *way, const routh_step *step) {
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

static void accept(routh_strike_way *way, const routh_step *step) {
    watch_step(way, step);
    routh_step_finish(step, &way->springs, 1);
    way->time += routh_step_time(step, 1);
    way->friction += step->friction;
}

routh_turn routh_go_turning(routh_strike_way *way) {
    routh_step_contact contact;
    routh_step step = {.contact = &contact};
    double share = way->springs.loading ? 0.5 : 0.35; /* of the way ahead */
    for (int n = 0; n < MOST_STEPS; n++) {
        double push[3];
        push_of(way, push);
        const double ahead = time_ahead(&way->springs, push[2]);
        if (is_nearly_over(way, push, ahead))
            return routh_go_straight(way);
        if (way->springs.loading || isinf(ahead)) {
            const double pace = sqrt(routh_normal_stiffness(&way->springs) * way->w[2][2]);
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
