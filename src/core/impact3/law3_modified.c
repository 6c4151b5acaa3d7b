/* Modified laws in space: restitution and friction that depend on how fast the contact closes and slips, as in the plane
 * (impact/modified.c). A pair holds the modifiers' numbers beside its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "impact/modified.h"
#include "impact3/impact3.h"

/* The base law with the numbers of these speeds. */
static routh_status solve_at_speed(const routh_law3 *base, unsigned kinds, routh_context *context,
                                   const routh_pair *pair, const routh_contact3 *contact,
                                   const routh_law3_options *options, routh_outcome3 *outcome) {
    routh_pair own = *pair;
    const double *more = kinds & ROUTH_EPS_POWER ? &pair->eps_power : &pair->eps_rate;
    const double fast[] = {pair->mu_fast, pair->mu_speed};
    if (kinds & (ROUTH_EPS_POWER | ROUTH_EPS_EXP))
        own.eps = routh_eps_at(kinds, pair->eps, more, -contact->v[2]);
    if (kinds & ROUTH_MU_STRIBECK)
        own.mu = fmin(ROUTH_MU_HIGH, routh_mu_at(pair->mu, fast, hypot(contact->v[0], contact->v[1])));
    return base->solve(context, &own, contact, options, outcome);
}

/* A law's `solve` knows no law, so that each has its own. */
#define SOLVE(id, name, kinds)                                                                                         \
    static routh_status solve_##id##_##name(routh_context *context, const routh_pair *pair,                            \
                                            const routh_contact3 *contact, const routh_law3_options *options,          \
                                            routh_outcome3 *outcome) {                                                 \
        return solve_at_speed(&routh_law3_##id, kinds, context, pair, contact, options, outcome);                      \
    }
#define SOLVES(id)                                                                                                     \
    SOLVE(id, power, ROUTH_EPS_POWER)                                                                                  \
    SOLVE(id, exp, ROUTH_EPS_EXP)                                                                                      \
    SOLVE(id, stribeck, ROUTH_MU_STRIBECK)                                                                             \
    SOLVE(id, power_stribeck, ROUTH_EPS_POWER | ROUTH_MU_STRIBECK)                                                     \
    SOLVE(id, exp_stribeck, ROUTH_EPS_EXP | ROUTH_MU_STRIBECK)
SOLVES(rigid)
SOLVES(compliant)
SOLVE(frictionless, power, ROUTH_EPS_POWER)
SOLVE(frictionless, exp, ROUTH_EPS_EXP)

typedef struct modified3 {
    routh_law3 law;
    const routh_law3 *base;
    unsigned kinds;
} modified3;

#define MU    ROUTH_PARAMETER3_MU
#define POWER ROUTH_PARAMETER_EPS_POWER
#define RATE  ROUTH_PARAMETER_EPS_RATE
#define SPEED ROUTH_PARAMETER_MU_FAST, ROUTH_PARAMETER_MU_SPEED
#define LAW(id, NAME, TITLE, SUFFIX, WORDS, way, KINDS, COUNT, ...)                                                    \
    {{.name = NAME SUFFIX,                                                                                             \
      .title = TITLE ", " WORDS,                                                                                       \
      .rule = "as " NAME ", and " WORDS,                                                                               \
      .reference = "Johnson, Contact mechanics (1985), section 11.5; Stribeck, Zeitschrift VDI 46 (1902) 1341",        \
      .parameter_count = COUNT,                                                                                        \
      .parameter = {ROUTH_PARAMETER3_EPS, __VA_ARGS__},                                                                \
      .solve = solve_##id##_##way},                                                                                    \
     &routh_law3_##id,                                                                                                 \
     KINDS},
#define BY_POWER    "ε falls as a power of the speed of approach"
#define BY_EXP      "ε falls exponentially with the speed of approach"
#define BY_STRIBECK "μ changes with the speed of slip"
#define WITH_FRICTION(id, NAME, TITLE, OWN, ...)                                                                       \
    LAW(id, NAME, TITLE, "+eps-power", BY_POWER, power, ROUTH_EPS_POWER, OWN + 1, __VA_ARGS__, POWER)                  \
    LAW(id, NAME, TITLE, "+eps-exp", BY_EXP, exp, ROUTH_EPS_EXP, OWN + 1, __VA_ARGS__, RATE)                           \
    LAW(id, NAME, TITLE, "+mu-stribeck", BY_STRIBECK, stribeck, ROUTH_MU_STRIBECK, OWN + 2, __VA_ARGS__, SPEED)        \
    LAW(id, NAME, TITLE, "+eps-power+mu-stribeck", BY_POWER ", " BY_STRIBECK, power_stribeck,                          \
        ROUTH_EPS_POWER | ROUTH_MU_STRIBECK, OWN + 3, __VA_ARGS__, POWER, SPEED)                                       \
    LAW(id, NAME, TITLE, "+eps-exp+mu-stribeck", BY_EXP ", " BY_STRIBECK, exp_stribeck,                                \
        ROUTH_EPS_EXP | ROUTH_MU_STRIBECK, OWN + 3, __VA_ARGS__, RATE, SPEED)
#define WITHOUT_FRICTION                                                                                               \
    LAW(frictionless, "frictionless", "Frictionless", "+eps-power", BY_POWER, power, ROUTH_EPS_POWER, 2, POWER)        \
    LAW(frictionless, "frictionless", "Frictionless", "+eps-exp", BY_EXP, exp, ROUTH_EPS_EXP, 2, RATE)

static const modified3 modified[] = {WITH_FRICTION(rigid, "rigid", "Rigid", 2, MU) WITH_FRICTION(
    compliant, "compliant", "Compliant", 3, MU, ROUTH_PARAMETER3_ETA2) WITHOUT_FRICTION};
enum { COUNT = sizeof modified / sizeof *modified };

const routh_law3 *routh_law3_modified_at(size_t index) {
    return index < COUNT ? &modified[index].law : NULL;
}

static const modified3 *modified_of(const routh_law3 *law) {
    for (size_t i = 0; i < COUNT; i++)
        if (law == &modified[i].law)
            return &modified[i];
    return NULL;
}

int routh_law3_own_parameters(const routh_law3 *law) {
    const modified3 *m = modified_of(law);
    return m ? m->base->parameter_count : law->parameter_count;
}

double *routh_law3_modifier(const routh_law3 *law, routh_pair *pair, int i) {
    const modified3 *m = modified_of(law);
    double *const speed = i == 0 ? &pair->mu_fast : &pair->mu_speed;
    if (!m || !(m->kinds & (ROUTH_EPS_POWER | ROUTH_EPS_EXP)))
        return speed;
    if (i == 0)
        return m->kinds & ROUTH_EPS_POWER ? &pair->eps_power : &pair->eps_rate;
    return i == 1 ? &pair->mu_fast : &pair->mu_speed;
}
