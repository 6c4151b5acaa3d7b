/* The law with springs, one impact from beginning to end: which phase comes next, what is recorded, where the energy goes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "impact3/impact3.h"
#include "impact3/phase.h"

static void record(const routh_springs_way *way, routh_outcome3 *outcome) {
    const routh_moment moment = routh_moment_of(&way->springs, way->time);
    if (outcome->switch_count < ROUTH_OUTCOME3_SWITCHES)
        outcome->switch_count++;
    outcome->switches[outcome->switch_count - 1] = moment;
    outcome->switch_total++;
    if (way->options->watch)
        way->options->watch(&moment, way->options->user);
}

/* Sticks if |v⊥| < μ η² |v_n|: the tangential springs then fill more slowly than friction allows. Stick also handles
 * equality, and so also what rounding makes equal. */
static void begin(routh_springs_way *way, const routh_contact3 *contact, const routh_pair *pair) {
    routh_springs *s = &way->springs;
    *s = (routh_springs){.loading = 1,
                         .mu = routh_effective_coefficient(pair->mu),
                         .k0 = 1,
                         .eps = routh_effective_coefficient(pair->eps),
                         .tangential = 1 / pair->eta2};
    memcpy(s->v, contact->v, sizeof s->v);
    const double speed = hypot(s->v[0], s->v[1]);
    const int sticks = s->mu > 0 && speed < (1 + 1e-12) * (s->mu * pair->eta2 * -s->v[2]);
    s->grip = sticks ? ROUTH_STICKS : ROUTH_SLIPS;
    s->angle = speed > 0 ? atan2(s->v[1], s->v[0]) : 0;
}

static void turn_round(routh_springs_way *way, routh_outcome3_energy *energy) {
    routh_springs *s = &way->springs;
    if (energy->normal_stored == 0)
        energy->tangential_stored = routh_tangential_energy(s);
    const double taken = routh_turn_round(s);
    energy->normal_stored += taken;
    energy->normal += (1 - s->eps * s->eps) * taken;
    energy->normal_recovered += s->eps * s->eps * taken;
}

static void open(routh_springs_way *way, routh_outcome3_energy *energy) {
    routh_springs *s = &way->springs;
    energy->left = s->eps == 0 ? routh_tangential_energy(s) : 0;
    energy->tangential_recovered = energy->tangential_stored - energy->left;
    s->grip = ROUTH_NO_GRIP;
    s->force = s->spring[0] = s->spring[1] = 0;
}

static routh_turn go_on(routh_springs_way *way) {
    if (way->springs.grip == ROUTH_STICKS)
        return routh_go_sticking(way);
    return routh_slip_is_straight(way) ? routh_go_straight(way) : routh_go_turning(way);
}

/* Goes through the phases; 0 if it does not end. */
static int run(routh_springs_way *way, routh_outcome3 *outcome) {
    routh_springs *s = &way->springs;
    /* a stiff tangential spring sticks and slips anew in each of its oscillations, a jammed contact that gives little
     * back turns round anew in each of the normal spring's, which is 1/e times faster after compression; at most a
     * million phases */
    const double tangential_pace = sqrt(s->tangential * (way->w[0][0] + way->w[1][1]) / way->w[2][2]);
    const double most = fmin(1000 + 100 * (tangential_pace + (s->eps > 0 ? 1 / s->eps : 0)), 1e6);
    record(way, outcome);
    for (double phase = 0; phase < most; phase++) {
        switch (go_on(way)) {
        case ROUTH_COMPRESSION_ENDS:
            turn_round(way, &outcome->energy);
            if (s->eps == 0)
                open(way, &outcome->energy);
            break;
        case ROUTH_LOADS_AGAIN:
            s->force = s->peak;
            s->loading = 1;
            break;
        case ROUTH_SLIP_BEGINS:
            s->grip = ROUTH_SLIPS;
            if (s->force > 0) /* otherwise as it was at the start */
                s->angle = atan2(s->spring[1], s->spring[0]);
            routh_springs_at_limit(s);
            break;
        case ROUTH_STICK_BEGINS:
            s->grip = ROUTH_STICKS;
            break;
        case ROUTH_OPENS:
            open(way, &outcome->energy);
            break;
        default:
            return 0;
        }
        record(way, outcome);
        if (s->grip == ROUTH_NO_GRIP)
            return 1;
    }
    return 0;
}

static routh_status solve(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                          const routh_law3_options *options, routh_outcome3 *outcome) {
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    routh_outcome3 answer;
    answer.switch_count = answer.switch_total = 0;
    answer.energy = (routh_outcome3_energy){.before = routh_half_form3(&factor, contact->v)};
    /* each step is held to a third, which leaves room for their sum */
    routh_springs_way way = {.options = options, .tolerance = 0.3 * options->tolerance};
    memcpy(way.w, contact->w, sizeof way.w);
    way.impulse_scale = -contact->v[2] / contact->w[2][2];
    begin(&way, contact, pair);
    if (!run(&way, &answer))
        return routh_fail(context, ROUTH_NOT_ENDED,
                          "the impact (μ = %g, e = %g, η² = %g) did not end within %zu phases", pair->mu, pair->eps,
                          pair->eta2, answer.switch_total);
    memcpy(answer.p, way.springs.p, sizeof answer.p);
    for (int k = 0; k < 3; k++)
        answer.v[k] = contact->v[k] + (contact->w[k][0] * answer.p[0] + contact->w[k][1] * answer.p[1] +
                                       contact->w[k][2] * answer.p[2]);
    answer.duration = way.time;
    answer.energy.friction = way.friction;
    answer.energy.after = routh_half_form3(&factor, answer.v);
    answer.contact_energy_ratio = answer.energy.after / answer.energy.before;
    *outcome = answer;
    return ROUTH_OK;
}

const routh_law3 routh_law3_compliant = {
    .name = "compliant",
    .title = "Compliant",
    .rule = "with tangential compliance",
    .reference = "Stronge, Impact Mechanics (2000) 95; Modeling of tangential compliance in 3D impact",
    .parameter_count = 3,
    .parameter = {ROUTH_PARAMETER3_EPS, ROUTH_PARAMETER3_MU, ROUTH_PARAMETER3_ETA2},
    .solve = solve,
};

const char *routh_outcome3_phases(const routh_outcome3 *outcome, char *buffer, size_t size) {
    static const char more[] = ">…";
    size_t used = 0;
    if (size > 0)
        buffer[0] = '\0';
    for (size_t i = 0; i + 1 < outcome->switch_count; i++) {
        const char *name = routh_name(&routh_phases, outcome->switches[i].phase);
        const size_t length = strlen(name) + (i > 0);
        const int cut = outcome->switch_total > outcome->switch_count && i + 2 == outcome->switch_count;
        if (used + length + sizeof more > size || cut) {
            if (used + sizeof more <= size)
                memcpy(buffer + used, more, sizeof more);
            break;
        }
        if (i > 0)
            buffer[used++] = '>';
        memcpy(buffer + used, name, strlen(name) + 1);
        used += strlen(name);
    }
    return buffer;
}
