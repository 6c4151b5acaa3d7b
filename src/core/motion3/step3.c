/* Motion in space between impacts: free flights, corrections of overlaps, and time steps with friction.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "impact3/impact3.h"
#include "motion3/motion3.h"

/* How well the contacts of a step are solved: what is left is made up for in the next step, which begins with this one's impulses. */
#define ROUTH_SETTLED3 1e-7

/* A body is moved out of what it overlaps, as if depths were speeds of contacts without friction. */

/* Depths below this share of the body's size are left alone. */
static const double level = 1e-10;

/* How much farther than the depth the body's other balls may be to be kept out, too. */
static const double nearby = 4;

enum { MOST_CORRECTIONS = 4 };

/* Moves the body out of what it overlaps, not into what is near, by the smallest motion in the metric of kinetic energy. */
static void stage3_correct(const routh_stage3 *stage, routh_state3 *state) {
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    routh_cone3 cone;
    for (int n = 0; n < MOST_CORRECTIONS; n++) {
        const double depth = -routh_stage3_gap(stage, state);
        if (depth <= level * stage->size)
            return;
        const size_t count = routh_stage3_touches(stage, state, nearby * depth, touch);
        routh_velocity3 moved = {{0}, {0}};
        double turned[4];
        routh_cone3_of(stage, state, touch, count, 0, &cone);
        for (size_t i = 0; i < count; i++)
            cone.contact[i].target = -touch[i].gap;
        routh_cone3_solve(&cone, ROUTH_SETTLED3, &moved);
        for (int c = 0; c < 3; c++)
            state->position[c] += moved.velocity[c];
        routh_turn_on(state->orientation, moved.spin, 1, turned);
        memcpy(state->orientation, turned, sizeof turned);
    }
}

/* Free flights in space, and where they end.
 *
 * The centre of mass falls with drag β: V = V∞ + (V₀ − V∞) e^(−βt), V∞ = −g/β along z, which is a parabola for β = 0. The
 * body turns freely: steadily where its moments are equal, otherwise by Taylor series (algebra/free_turn.c).
 *
 * Contact. The height of a ball over a plane, h(t), has |h''| ≤ B: gravity, drag and ω² times the ball's distance from the
 * centre of mass. So h cannot reach 0 before h + h' τ − ½ B τ² does. Steps of that length approach the first contact from
 * before it; they converge as Newton's method does, and can miss none. A fixed part lies behind a plane, too: the one that
 * separates it from the body now. */

/* Far more than the dozen or so that a contact takes. */
enum { MOST_STEPS = 100000 };

/* One series turns by less than this share of what it could: errors of 1e-11 of a radian become those of rounding. */
static const double series_share = 0.5;

/* Series in a row before a flight begins anew: each state costs as many as lie between it and the start. */
static const double most_series = 8;

void routh_fall3_start(const routh_stage3 *stage, const routh_state3 *state, routh_fall3 *fall) {
    fall->stage = stage;
    fall->start = *state;
    fall->longest = INFINITY;
    if (stage->turn.unequal) {
        routh_free_turn_start(&stage->turn, state->orientation, state->velocity.spin, &fall->turning);
        fall->turning.longest *= series_share;
        fall->longest = most_series * fall->turning.longest;
    }
}

void routh_fall3_at(const routh_fall3 *fall, double time, routh_state3 *state) {
    const routh_world3 *world = fall->stage->world;
    const routh_state3 *start = &fall->start;
    double first, second;
    routh_drag_shares(world->drag * time, &first, &second);
    const double kept = 1 - world->drag * time * first;
    state->time = start->time + time;
    for (int c = 0; c < 3; c++) {
        const double gravity = c == 2 ? -world->gravity : 0;
        state->position[c] =
            start->position[c] + start->velocity.velocity[c] * time * first + gravity * time * time * second;
        state->velocity.velocity[c] = start->velocity.velocity[c] * kept + gravity * time * first;
    }
    if (fall->stage->turn.unequal)
        routh_free_turn_at(&fall->turning, time, state->orientation, state->velocity.spin);
    else {
        routh_turn_on(start->orientation, start->velocity.spin, time, state->orientation);
        memcpy(state->velocity.spin, start->velocity.spin, sizeof state->velocity.spin);
    }
}

/* How long no gap over a plane can close: `near` is set where one is within `touching` of it and shrinks. */
static double safe_time(const routh_stage3 *stage, const routh_level3 *plane, const routh_state3 *state, double linear,
                        double turning, double touching, bool *near) {
    double rotation[3][3], inside[3], swing[3], across[3];
    routh_rotation_of(state->orientation, rotation);
    for (int c = 0; c < 3; c++) {
        inside[c] =
            rotation[0][c] * plane->normal[0] + rotation[1][c] * plane->normal[1] + rotation[2][c] * plane->normal[2];
    }
    routh_cross3(plane->normal, state->velocity.spin, across); /* n · (ω × r) = (n × ω) · r */
    for (int c = 0; c < 3; c++)
        swing[c] = rotation[0][c] * across[0] + rotation[1][c] * across[1] + rotation[2][c] * across[2];
    const double height = routh_dot3(plane->normal, state->position) - plane->level - stage->radius;
    const double rate = routh_dot3(plane->normal, state->velocity.velocity);
    double safe = INFINITY;
    for (size_t i = 0; i < stage->count; i++) {
        const double gap = height + routh_dot3(inside, stage->ball[i]),
                     falls = rate + routh_dot3(swing, stage->ball[i]);
        const double bend = linear + turning * stage->reach[i];
        if (gap <= touching && falls < 0)
            *near = true;
        const double above = fmax(gap, 0);
        if (!(bend > 0)) {
            safe = falls < 0 ? fmin(safe, -above / falls) : safe;
            continue;
        }
        const double root = sqrt(falls * falls + 2 * bend * above);
        const double ahead = falls > 0 ? (falls + root) / bend : above > 0 ? 2 * above / (root - falls) : 0;
        safe = fmin(safe, ahead);
    }
    return safe;
}

/* The same for the fixed part. */
static double safe_from_part(const routh_stage3 *stage, const routh_state3 *state, double linear, double turning,
                             double touching, bool *near) {
    routh_level3 plane;
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    double arm[3];
    bool ball = false;
    const double gap = routh_fixed3_distance(stage->fixed, state->position, state->orientation, plane.normal, arm);
    plane.level = routh_dot3(plane.normal, state->position) + routh_dot3(plane.normal, arm) - gap;
    if (gap <= touching) {
        const size_t count = routh_fixed3_contacts(stage->fixed, state->position, state->orientation, touching, touch,
                                                   ROUTH_MOST_CONTACTS3);
        for (size_t i = 0; i < count; i++)
            *near = *near || routh_touch3_rate(&touch[i], &state->velocity) < 0;
    }
    /* a ball may be beside the part and pass the plane: nothing moves by more than `touching` in this time, from rest either */
    const double fastest = routh_length3(state->velocity.velocity) + routh_length3(state->velocity.spin) * stage->size;
    const double bend = linear + turning * stage->size;
    const double least = 2 * touching / (fastest + sqrt(fastest * fastest + 2 * bend * touching) + 1e-300);
    return fmax(safe_time(stage, &plane, state, linear, turning, touching, &ball), least);
}

double routh_fall3_contact(const routh_fall3 *fall, double latest, double touching) {
    const routh_stage3 *stage = fall->stage;
    const routh_world3 *world = stage->world;
    routh_state3 state = fall->start;
    const double spin = routh_length3(state.velocity.spin);
    /* the spin changes, but not its energy: J ω² ≤ 2 T */
    double most = spin * spin;
    if (stage->turn.unequal) {
        const double moving = world->mass * routh_dot3(state.velocity.velocity, state.velocity.velocity) / 2;
        most = 2 * fmax(routh_stage3_kinetic(stage, &state) - moving, 0) / stage->least_moment * (1 + 1e-9);
    }
    const double turning = most * (1 + stage->turning);
    double time = 0;
    for (size_t step = 0; step < MOST_STEPS; step++) {
        const double speed = routh_length3(state.velocity.velocity);
        const double linear = world->gravity + world->drag * (speed + world->gravity * (latest - time));
        double safe = INFINITY;
        bool near = false;
        for (size_t k = 0; k < stage->plane_count; k++)
            safe = fmin(safe, safe_time(stage, &stage->plane[k], &state, linear, turning, touching, &near));
        if (stage->fixed)
            safe = fmin(safe, safe_from_part(stage, &state, linear, turning, touching, &near));
        if (near)
            return time;
        time += fmax(safe, 1e-12);
        if (!(time < latest))
            return INFINITY;
        routh_fall3_at(fall, time, &state);
    }
    return time;
}

/* The samples of a run in progress. */

static double sample_time(const routh_runner3 *runner) {
    return runner->sampled < runner->run->sample_count ? runner->start + (double)runner->sampled / runner->options->rate
                                                       : INFINITY;
}

void routh_runner3_sample(routh_runner3 *runner, const routh_state3 *state) {
    routh_state3 *to = &runner->run->sample[runner->sampled];
    const double time = sample_time(runner);
    *to = *state;
    to->time = time;
    runner->sampled++;
}

void routh_runner3_sample_fall(routh_runner3 *runner, const routh_fall3 *fall, double until) {
    for (double time; (time = sample_time(runner)) <= until;) {
        routh_state3 state;
        routh_fall3_at(fall, time - fall->start.time, &state);
        routh_runner3_sample(runner, &state);
    }
}

/* On the chord between the velocities of a step, energy sags below that of both ends. It goes in proportion instead. */
static void lift_energy(const routh_stage3 *stage, double wanted, routh_state3 *state) {
    const double moving = routh_stage3_kinetic(stage, state), room = wanted - routh_stage3_potential(stage, state);
    if (!(moving > 0 && room > 0))
        return;
    for (int c = 0; c < 3; c++) {
        state->velocity.velocity[c] *= sqrt(room / moving);
        state->velocity.spin[c] *= sqrt(room / moving);
    }
}

/* Between two poses of a body that turns it may overlap what it touches. It is moved out as far as its energy pays for. */
static void move_out(const routh_stage3 *stage, double energy, routh_state3 *state) {
    routh_state3 out = *state;
    if (routh_stage3_gap(stage, state) > -ROUTH_DEEPEST_START / 10 * stage->size)
        return;
    stage3_correct(stage, &out);
    if (routh_stage3_potential(stage, &out) <= energy)
        *state = out;
}

void routh_runner3_sample_step(routh_runner3 *runner, const routh_state3 *next) {
    const routh_state3 *from = &runner->state;
    const double h = next->time - from->time;
    double vector[3];
    if (!(sample_time(runner) <= next->time))
        return;
    routh_turn_between(from->orientation, next->orientation, vector);
    const double had = routh_stage3_energy(&runner->stage, from), has = routh_stage3_energy(&runner->stage, next);
    for (double time; (time = sample_time(runner)) <= next->time;) {
        const double share = fmin(fmax((time - from->time) / h, 0), 1);
        routh_state3 state;
        for (int c = 0; c < 3; c++) {
            state.position[c] = from->position[c] + share * (next->position[c] - from->position[c]);
            state.velocity.velocity[c] =
                from->velocity.velocity[c] + share * (next->velocity.velocity[c] - from->velocity.velocity[c]);
            state.velocity.spin[c] = from->velocity.spin[c] + share * (next->velocity.spin[c] - from->velocity.spin[c]);
        }
        routh_turn_on(from->orientation, vector, share, state.orientation);
        move_out(&runner->stage, had + share * (has - had), &state);
        lift_energy(&runner->stage, had + share * (has - had), &state);
        runner->run->penetration = fmax(runner->run->penetration, -routh_stage3_gap(&runner->stage, &state));
        routh_runner3_sample(runner, &state);
    }
}

/* Sliding, rolling and rest: one time step with friction cones.
 *
 * M (v⁺ − v) = h F + Jᵀp over the contacts that could close within the step, with v_n⁺ ≥ −gap/h, and friction that opposes the
 * slip at the end of the step (cone3.c). The pose moves with the mean of both velocities, so that free fall and steady
 * friction are exact. What then overlaps, because the body turns, is moved out again by the smallest motion in the metric of
 * kinetic energy: depths do not add up. A step that would have raised the energy for that reason is slowed down. */

/* Gaps below this share of it are closed. Balls that touch in nearly one place would hand the load round and round for
 * them. */
static const double closed = 1e-8;

/* Speeds below this, m/s, are rest, if they last so long, s, and do not grow by more than what is left of contacts. */
static const double motionless = 1e-6, still_time = 0.01, rounding = 1e-9;

/* The velocity without contacts. */
static void push_freely(const routh_stage3 *stage, const routh_state3 *state, double h, routh_velocity3 *velocity) {
    const routh_world3 *world = stage->world;
    const double kept = exp(-world->drag * h);
    double rate[3];
    routh_free_turn_rate(&stage->turn, state->orientation, state->velocity.spin, rate);
    for (int c = 0; c < 3; c++) {
        velocity->velocity[c] = kept * state->velocity.velocity[c] - (c == 2 ? h * world->gravity : 0);
        velocity->spin[c] = state->velocity.spin[c] + h * rate[c];
    }
}

static void move(const routh_state3 *from, double h, routh_state3 *to) {
    double spin[3];
    for (int c = 0; c < 3; c++) {
        to->position[c] = from->position[c] + h * (from->velocity.velocity[c] + to->velocity.velocity[c]) / 2;
        spin[c] = (from->velocity.spin[c] + to->velocity.spin[c]) / 2;
    }
    routh_turn_on(from->orientation, spin, h, to->orientation);
    to->time = from->time + h;
}

/* Puts a pose between two others where the potential energy is `most`, if that of the second is higher. */
static void hold_down(const routh_stage3 *stage, double most, const routh_state3 *from, routh_state3 *to) {
    const double low = routh_stage3_potential(stage, from), high = routh_stage3_potential(stage, to);
    double turn[3];
    if (!(high > most && high > low))
        return;
    const double share = fmax((most - low) / (high - low), 0);
    routh_turn_between(from->orientation, to->orientation, turn);
    routh_turn_on(from->orientation, turn, share, to->orientation);
    for (int c = 0; c < 3; c++)
        to->position[c] = from->position[c] + share * (to->position[c] - from->position[c]);
}

/* Energy must not rise: a body moves on, and out, no farther than its motion pays for, and what is left of that is
 * slowed. */
static void pay(const routh_stage3 *stage, const routh_state3 *state, const routh_state3 *moved, routh_state3 *next) {
    const double had = routh_stage3_energy(stage, state);
    hold_down(stage, had, moved, next);
    hold_down(stage, had, state, next);
    const double moving = routh_stage3_kinetic(stage, next), room = had - routh_stage3_potential(stage, next);
    if (moving > room && moving > 0) {
        const double slower = room > 0 ? sqrt(room / moving) : 0;
        for (int c = 0; c < 3; c++) {
            next->velocity.velocity[c] *= slower;
            next->velocity.spin[c] *= slower;
        }
    }
}

/* Which contacts take part, and how long the step may be: not beyond an impact. */
static size_t choose(const routh_runner3 *runner, double *h, routh_touch3 *touch) {
    const routh_stage3 *stage = &runner->stage;
    const routh_state3 *state = &runner->state;
    const bool steps_only = runner->options->integrator == ROUTH_TIME_STEPS3;
    const double touching = closed * stage->size, spin = routh_length3(state->velocity.spin);
    const double bend = routh_stage3_bend(stage, state);
    const double fast = runner->options->rest_speed + *h * bend;
    const double reach = *h * (routh_length3(state->velocity.velocity) + spin * stage->size + *h * bend);
    const size_t count = routh_stage3_touches(stage, state, fmax(reach, touching), touch);
    size_t kept = 0;
    if (!steps_only)
        for (size_t i = 0; i < count; i++)
            if (touch[i].gap > touching && touch[i].rate < -fast)
                *h = fmin(*h, fmax(-touch[i].gap / touch[i].rate, 1e-9));
    for (size_t i = 0; i < count; i++) {
        const bool impact = !steps_only && touch[i].gap > touching && touch[i].rate < -fast;
        if (!impact && touch[i].gap + *h * (touch[i].rate - *h * bend) <= touching)
            touch[kept++] = touch[i];
    }
    return kept;
}

/* Impulses of the last step, where the same contacts go on. */
static void begin_with(const routh_cone3 *last, double share, routh_cone3 *cone, routh_velocity3 *velocity) {
    for (size_t i = 0; i < cone->count; i++)
        for (size_t j = 0; j < last->count; j++)
            if (cone->contact[i].name == last->contact[j].name) {
                for (int k = 0; k < 3; k++)
                    cone->contact[i].p[k] = share * last->contact[j].p[k];
                routh_cone3_push(cone, &cone->contact[i], cone->contact[i].p, velocity);
            }
}

/* At rest: slow for a while, and not about to go faster, as a body is that begins to topple. */
static void note_still(routh_runner3 *runner, const routh_state3 *next, double h, bool carried) {
    const double speed =
        fmax(routh_length3(next->velocity.velocity), routh_length3(next->velocity.spin) * runner->stage.size);
    const bool still = carried && speed < motionless && !(speed > runner->speed + rounding);
    runner->still = still ? runner->still + h : 0;
    runner->speed = speed;
    runner->run->rests = runner->still >= fmax(still_time, 2.5 * h); /* three steps, where they are long */
}

routh_status routh_runner3_step(routh_runner3 *runner, double h, bool *carried) {
    const routh_stage3 *stage = &runner->stage;
    const routh_surface3 *surface = &runner->surface;
    const routh_state3 *state = &runner->state;
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    routh_state3 next;
    const size_t count = choose(runner, &h, touch);
    const bool steps_only = runner->options->integrator == ROUTH_TIME_STEPS3;
    const double last = runner->cone_step;
    routh_cone3 *cone = &runner->cone[runner->turn], *before = &runner->cone[1 - runner->turn];
    push_freely(stage, state, h, &next.velocity);
    routh_cone3_of(stage, state, touch, count, 0, cone);
    for (size_t i = 0; i < count; i++) {
        double v[3];
        routh_cone3_velocity(&cone->contact[i], &state->velocity, v);
        cone->contact[i].mu = routh_surface3_friction(surface, hypot(v[0], v[1]));
        const double e = steps_only && touch[i].gap + h * touch[i].rate <= 0
                             ? routh_surface3_restitution(surface, -touch[i].rate,
                                                          runner->options->rest_speed + 2 * h * stage->world->gravity)
                             : 0;
        cone->contact[i].target = touch[i].gap > closed * stage->size ? -touch[i].gap / h : 0;
        if (e > 0)
            cone->contact[i].target = -e * touch[i].rate;
    }
    begin_with(before, last > 0 ? h / last : 0, cone, &next.velocity);
    routh_cone3_solve(cone, ROUTH_SETTLED3, &next.velocity);
    *carried = false;
    for (size_t i = 0; i < count; i++)
        *carried = *carried || cone->contact[i].p[2] > 0;
    move(state, h, &next);
    const routh_state3 moved = next;
    stage3_correct(stage, &next);
    runner->run->steps++;
    runner->cone_step = h;
    runner->turn = 1 - runner->turn;

    pay(stage, state, &moved, &next);
    note_still(runner, &next, h, *carried);
    routh_runner3_sample_step(runner, &next);
    runner->state = next;
    return ROUTH_OK;
}
