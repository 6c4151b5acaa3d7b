/* Slip whose direction turns: steps by collocation, cut where something changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/constants.h"
#include "impact3/phase.h"

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
