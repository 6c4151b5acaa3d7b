/* From one change at a contact to the next, and bodies that stay jammed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/phase.h"

/* Bodies that stay jammed: contacts under load, and nothing changes any more.
 *
 * A body wedged between others may be caught between springs that neither slip, nor turn round, nor open. Nothing takes energy
 * from it then, and what is left of its motion goes on for ever. As the springs' lengths stay within bounds, the mean velocity of
 * a contact under load over a time T tends to 0 as 1/T, so that the mean of the impulses so far is the impulse of the state of
 * rest about which the springs oscillate. That state is the end of the collision, if
 *     nothing has changed for LULL_STEPS steps at least (thousands of oscillations),
 *     the mean normal velocity over that time is at most `still` of the scene's speed at every contact under load: a contact that
 *         is pressed slowly by a soft one, while a stiff one rings, moves on,
 *     and no contact that is apart closes faster than that in the mean: it would meet later.
 * What bounces to and fro, between walls that lose nothing or little, changes all the time and is never taken for jammed. */

enum { LULL_STEPS = 20000 };

static const double still = 1e-4;

/* Adds a step that is about to be finished. */
static void lull_add(routh_lull *lull, const routh_collide *c, const routh_step *step) {
    const double time = routh_step_time(step, 1);
    for (size_t i = 0; i < c->count; i++) {
        const routh_springs *s = &c->springs[i];
        const routh_step_contact *p = &step->contact[i];
        for (int k = 0; k < 3; k++) {
            double gained = 0;
            for (int j = 0; j < RADAU_POINTS; j++)
                gained += routh_radau_weight[j] * step->rate[j] * p->p[k][j];
            lull->impulse[i][k] += time * s->p[k] + gained;
        }
    }
    lull->time += time;
    lull->steps++;
}

/* The mean normal velocity, from the mean impulses. */
static double mean_velocity(const routh_lull *lull, const routh_collide *c, size_t i) {
    double v = c->springs[i].v[2];
    for (size_t j = 0; j < c->count; j++)
        for (int k = 0; k < 3; k++)
            v += c->w[i * c->count + j][2][k] * (lull->impulse[j][k] / lull->time - c->springs[j].p[k]);
    return v;
}

/* Are the bodies jammed? Looks only once in many steps: it takes long to see. */
static bool lull_is_rest(const routh_lull *lull, const routh_collide *c) {
    if (lull->steps == 0 || lull->steps % LULL_STEPS != 0)
        return false;
    for (size_t i = 0; i < c->count; i++) {
        const double v = mean_velocity(lull, c, i), most = still * c->speed_scale;
        if (v < -most || (c->springs[i].grip != ROUTH_NO_GRIP && v > most))
            return false;
    }
    return true;
}

/* Ends the collision in the state of rest about which the springs oscillate. */
static void lull_end(const routh_lull *lull, routh_collide *c) {
    for (size_t i = 0; i < c->count; i++) {
        routh_springs *s = &c->springs[i];
        for (int k = 0; k < 3; k++)
            s->p[k] = lull->impulse[i][k] / lull->time;
        s->grip = ROUTH_NO_GRIP;
        c->faint[i] = ROUTH_NO_GRIP;
        s->force = s->spring[0] = s->spring[1] = 0;
    }
    c->jammed = true;
}

/* From one change at a contact to the next: steps by collocation for all contacts together. */

enum { MOST_STEPS = 200000, MOST_WATCHED = 3 };

/* Where the first contact that touches nothing meets again, if none is under load. */
static routh_turn fly(routh_collide *c, size_t *contact) {
    double soonest = INFINITY;
    for (size_t i = 0; i < c->count; i++) {
        const routh_springs *s = &c->springs[i];
        if (s->v[2] < -ROUTH_RESTING_SPEED * c->speed_scale && s->gap / -s->v[2] < soonest) {
            soonest = s->gap / -s->v[2];
            *contact = i;
        }
    }
    if (isinf(soonest))
        return ROUTH_TURN_NONE;
    for (size_t i = 0; i < c->count; i++)
        c->springs[i].gap += soonest * c->springs[i].v[2];
    c->time += soonest;
    return ROUTH_CLOSES;
}

static bool is_loaded(const routh_collide *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->springs[i].grip != ROUTH_NO_GRIP)
            return 1;
    return 0;
}

/* Has everything under load come to rest, with negligible force? Contacts that give nothing back, e = 0, end this way:
 * pressed together again and again, each time less. */
static bool is_at_rest(const routh_collide *c) {
    const double least = ROUTH_RESTING_SPEED * c->speed_scale;
    for (size_t i = 0; i < c->count; i++) {
        const routh_springs *s = &c->springs[i];
        const double speed =
            s->force * sqrt(c->w[i * c->count + i][2][2] / s->k0); /* that the force could still give */
        if (s->grip == ROUTH_NO_GRIP)
            continue;
        if (fabs(s->v[2]) > least || fabs(speed) > least)
            return 0;
    }
    return 1;
}

/* √ of the sum of the squares of all frequencies: none is faster. */
static double fastest(const routh_collide *c) {
    double square = 0;
    for (size_t i = 0; i < c->count; i++) {
        const routh_springs *s = &c->springs[i];
        const double(*w)[3] = c->w[i * c->count + i];
        if (s->grip != ROUTH_NO_GRIP)
            square += routh_normal_stiffness(s) * w[2][2];
        if (s->grip == ROUTH_STICKS)
            square += s->tangential * (w[0][0] + w[1][1]);
    }
    return sqrt(square);
}

/* dv_n/dt at a contact. */
static double normal_acceleration(const routh_collide *c, size_t i) {
    double sum = 0;
    for (size_t j = 0; j < c->count; j++) {
        const routh_springs *s = &c->springs[j];
        const double *w = c->w[i * c->count + j][2];
        if (s->grip != ROUTH_NO_GRIP)
            sum += s->force * w[2] - s->tangential * (s->spring[0] * w[0] + s->spring[1] * w[1]);
    }
    return sum;
}

/* When the force of a slipping contact will vanish, by its course up to the second derivative: there the
 * direction of slip is singular. */
static double opening_ahead(const routh_collide *c, size_t i) {
    const routh_springs *s = &c->springs[i];
    if (s->grip != ROUTH_SLIPS || s->mu == 0 || s->loading)
        return INFINITY;
    const double k = routh_normal_stiffness(s), rate = k * s->v[2], bend = k * normal_acceleration(c, i);
    const double discriminant = rate * rate + 2 * bend * s->force; /* force = rate t + bend t²/2 */
    if (discriminant < 0 || (rate <= 0 && bend <= 0))
        return INFINITY;
    return 2 * s->force / (rate + sqrt(discriminant));
}

/* Is so little force left that it is as good as open? */
static bool is_nearly_open(const routh_collide *c, size_t i, double ahead) {
    const routh_springs *s = &c->springs[i];
    return (1 + s->mu) * s->force * ahead <= 0.01 * c->tolerance * c->impulse_scale;
}

/* How far the springs are from the limit of friction, as a force. */
static double friction_left(const routh_springs *s, double force, double u, double w) {
    return s->mu * force - s->tangential * sqrt(u * u + w * w);
}

/* The same between the points, from the lengths: the size of a vector that passes near 0 is no polynomial. */
static double friction_left_between(const routh_watched *g, double xi) {
    const routh_springs *s = g->springs;
    const routh_step_contact *p = g->contact;
    return friction_left(s, routh_step_between(s->force, p->force, xi),
                         routh_step_between(s->spring[0], p->spring[0], xi),
                         routh_step_between(s->spring[1], p->spring[1], xi));
}

/* To what share of the impulse the sweeps of a step converge, however long a step may be: their error must stay below
 * what still counts as motion. */
static double sweep_tolerance(const routh_collide *c) {
    return fmin(c->tolerance, ROUTH_RESTING_SPEED);
}

/* Contacts that are pressed but hardly move, like those of a stiff body that another pushes, would turn round and back
 * endlessly if the sweeps' error were taken for motion. */
double routh_speed_noise(const routh_collide *c, size_t n) {
    return 0.1 * sweep_tolerance(c) * c->impulse_scale * c->w[n * c->count + n][2][2];
}

double routh_faint_force(const routh_collide *c, size_t n) {
    return 10 * routh_speed_noise(c, n) * sqrt(c->springs[n].k0 / c->w[n * c->count + n][2][2]);
}

/* A contact that is apart closes. */
static void watch_gap(const routh_collide *c, const routh_springs *s, const routh_step *step,
                      const routh_step_contact *p, routh_watched *g) {
    /* one that rests may seem to creep */
    const double time = routh_step_time(step, 1), creep = 2 * ROUTH_RESTING_SPEED * c->speed_scale;
    const int rests = fabs(s->v[2]) <= creep && s->gap <= creep * (c->time + time);
    const double slack = rests ? creep * (c->time + time) : 0;
    *g = (routh_watched){.turn = ROUTH_CLOSES, .scale = c->speed_scale * time, .start = fmax(s->gap, 0) + slack};
    for (int i = 0; i < RADAU_POINTS; i++)
        g->at[i] = p->gap[i] + slack;
}

/* The normal spring turns round, or loads beyond its highest force again. */
static void watch_loading(const routh_collide *c, size_t n, const routh_step_contact *p, routh_watched *g) {
    const routh_springs *s = &c->springs[n];
    const double noise = routh_speed_noise(c, n) * (c->faint[n] != ROUTH_NO_GRIP ? 10 : 1);
    const double mobility = c->w[n * c->count + n][2][2];
    *g = (routh_watched){.turn = s->loading ? ROUTH_COMPRESSION_ENDS : ROUTH_LOADS_AGAIN,
                         .scale = s->loading ? c->speed_scale : s->peak,
                         .noise = s->loading ? noise : noise * sqrt(routh_normal_stiffness(s) / mobility),
                         .start = s->loading ? -s->v[2] : s->peak - s->force};
    for (int i = 0; i < RADAU_POINTS; i++)
        g->at[i] = s->loading ? -p->v[2][i] : s->peak - p->force[i];
}

/* The particle begins to slip or to stick; or a faint contact is no longer faint. */
static void watch_grip(const routh_collide *c, size_t n, const routh_step_contact *p, routh_watched *g) {
    const routh_springs *s = &c->springs[n];
    const int sticks = s->grip == ROUTH_STICKS;
    const double faint = routh_faint_force(c, n), noise = 0.1 * faint;
    if (c->faint[n] != ROUTH_NO_GRIP) {
        *g = (routh_watched){.turn = ROUTH_WAKES, .scale = faint, .start = faint - s->force};
        for (int i = 0; i < RADAU_POINTS; i++)
            g->at[i] = faint - p->force[i];
        return;
    }
    *g = (routh_watched){.turn = sticks ? ROUTH_SLIP_BEGINS : ROUTH_STICK_BEGINS,
                         .scale = sticks ? s->mu * fmax(s->peak, p->force[RADAU_POINTS - 1]) : c->speed_scale,
                         .noise = sticks ? s->mu * noise : routh_speed_noise(c, n),
                         .start = sticks ? friction_left(s, s->force, s->spring[0], s->spring[1])
                                         : routh_slip_speed(s, s->v, cos(s->angle), sin(s->angle)),
                         .between = sticks ? friction_left_between : NULL,
                         .springs = s,
                         .contact = p};
    for (int i = 0; i < RADAU_POINTS; i++) {
        const double v[3] = {p->v[0][i], p->v[1][i], p->v[2][i]};
        g->at[i] = sticks ? friction_left(s, p->force[i], p->spring[0][i], p->spring[1][i])
                          : routh_slip_speed(s, v, p->cosine[i], p->sine[i]);
    }
}

static void watch_force(const routh_springs *s, const routh_step_contact *p, routh_watched *g) {
    *g = (routh_watched){.turn = ROUTH_OPENS, .scale = s->peak, .start = s->force};
    for (int i = 0; i < RADAU_POINTS; i++)
        g->at[i] = p->force[i];
}

/* What may happen at a contact within the step. */
static int watch_list(const routh_collide *c, size_t n, const routh_step *step, routh_watched g[MOST_WATCHED]) {
    const routh_springs *s = &c->springs[n];
    const routh_step_contact *p = &step->contact[n];
    int count = 0;
    if (s->grip == ROUTH_NO_GRIP) {
        watch_gap(c, s, step, p, &g[0]);
        return 1;
    }
    watch_loading(c, n, p, &g[count++]);
    if (s->mu > 0 || c->faint[n] != ROUTH_NO_GRIP) /* without friction there is nothing to stick */
        watch_grip(c, n, p, &g[count++]);
    if (!s->loading && (s->grip == ROUTH_STICKS || s->mu == 0)) /* of a slipping one lay_step sees to that */
        watch_force(s, p, &g[count++]);
    return count;
}

/* The first change within the step. */
static routh_turn first_turn(const routh_collide *c, const routh_step *step, size_t *contact, double *xi) {
    routh_turn turn = ROUTH_TURN_NONE;
    *xi = 2;
    for (size_t i = 0; i < c->count; i++) {
        routh_watched g[MOST_WATCHED];
        const int count = watch_list(c, i, step, g);
        for (int j = 0; j < count; j++) {
            const double fall = routh_first_fall(&g[j]);
            if (fall < *xi) {
                *xi = fall;
                *contact = i;
                turn = g[j].turn;
            }
        }
    }
    return turn;
}

static int solve(const routh_collide *c, routh_step *step, int guess) {
    return routh_step_solve(step, c->springs, c->count, c->w, c->impulse_scale, sweep_tolerance(c), guess);
}

/* Makes the step end where the turn is. The polynomial that predicted it may be wrong: then there is no turn. 0 if the
 * sweeps do not converge. */
static int cut(const routh_collide *c, routh_step *step, routh_turn *turn, size_t contact, double xi) {
    double off = 0;
    for (int n = 0; n < 6; n++) {
        routh_step_shorten(step, c->springs, c->count, xi);
        if (!solve(c, step, 1))
            return 0;
        routh_watched g[MOST_WATCHED];
        const int count = watch_list(c, contact, step, g);
        double missed = 0;
        for (int j = 0; j < count; j++)
            if (g[j].turn == *turn) {
                missed = routh_fall_missed(&g[j]);
                off = g[j].at[RADAU_POINTS - 1] / g[j].scale;
            }
        if (missed == 0)
            break;
        xi = 1 + missed;
    }
    if (off > 1e-6)
        *turn = ROUTH_TURN_NONE;
    return 1;
}

/* How the next step is laid; if a contact is as good as open, which. */
static int lay_step(const routh_collide *c, routh_step *step, double share, size_t *open) {
    double soonest = INFINITY;
    for (size_t i = 0; i < c->count; i++) {
        const double ahead = opening_ahead(c, i);
        if (isfinite(ahead) && is_nearly_open(c, i, ahead)) {
            *open = i;
            return 1;
        }
        soonest = fmin(soonest, ahead);
    }
    const double even = share / fastest(c);
    if (soonest * fmin(share, 0.9) < even)
        routh_step_set(step, soonest, fmin(0.5 * share, 0.9));
    else
        routh_step_set(step, INFINITY, even);
    return 0;
}

routh_turn routh_collide_step(routh_collide *c, size_t *contact) {
    routh_step_contact points[ROUTH_MOST_SCENE_CONTACTS];
    routh_step step = {.contact = points};
    routh_lull lull = {0};
    double share = 0.7;
    if (!is_loaded(c))
        return fly(c, contact);
    for (int n = 0; n < MOST_STEPS; n++) {
        if (is_at_rest(c))
            return ROUTH_RESTS;
        if (lull_is_rest(&lull, c)) {
            lull_end(&lull, c);
            return ROUTH_TURN_NONE;
        }
        if (lay_step(c, &step, share, contact))
            return ROUTH_OPENS;
        const int solved = solve(c, &step, 0);
        if (!solved || step.error > c->tolerance) {
            share *= solved ? fmax(0.2, 0.8 * pow(c->tolerance / step.error, 1.0 / 13)) : 0.4;
            if (share < 1e-9)
                return ROUTH_STALLS;
            continue;
        }
        double xi;
        routh_turn turn = first_turn(c, &step, contact, &xi);
        if (turn != ROUTH_TURN_NONE && xi < 1e-14)
            return turn; /* at once */
        if (turn != ROUTH_TURN_NONE && !cut(c, &step, &turn, *contact, xi)) {
            share *= 0.5;
            continue;
        }
        lull_add(&lull, c, &step);
        if (c->watch)
            c->watch(c, &step, c->user);
        routh_step_finish(&step, c->springs, c->count);
        c->time += routh_step_time(&step, 1);
        c->friction += step.friction;
        if (turn != ROUTH_TURN_NONE)
            return turn;
        share = fmin(share * fmin(2.0, 0.8 * pow(c->tolerance / fmax(step.error, 1e-30), 1.0 / 13)), 1.8);
    }
    return ROUTH_STALLS;
}
