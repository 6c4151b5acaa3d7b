/* Laws with what is missing in them: an ε or a μ that depends on speed, or a couple, put on a law of the registry.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_MODIFIED_H
#define ROUTH_SRC_IMPACT_MODIFIED_H

#include <routh/impact.h>

#include "impact/kernel.h"

/* What is put on a law, in the order of the names and of the parameters; those of the law itself come first. */
enum { ROUTH_EPS_POWER = 1 << 0, ROUTH_EPS_EXP = 1 << 1, ROUTH_MU_STRIBECK = 1 << 2, ROUTH_WITH_COUPLE = 1 << 3 };

/* The `data` of a modified law. */
typedef struct routh_modified {
    const routh_law *base;
    unsigned kinds; /* ROUTH_EPS_POWER | … */
} routh_modified;

size_t routh_modified_count(void);
const routh_law *routh_modified_at(size_t index); /* NULL past the end */

/* NULL where the law is not a modified one. */
const routh_modified *routh_modified_of(const routh_law *law);

/* Does it answer with a couple? Then its impacts need the contact's ω. */
static inline bool routh_has_couple(const routh_law *law) {
    const routh_modified *m = routh_modified_of(law);
    return m && m->kinds & ROUTH_WITH_COUPLE;
}

/* Routh's path with a couple of up to ρ P_n and Stronge's restitution, on a contact whose ω is known. */
routh_impulse routh_couple_impulse(const routh_contact *contact, double mu, double eps, double rho);

/* How many of the law's parameters are not its modifiers'. */
int routh_law_own_parameters(const routh_law *law);

/* ε at an approach of `speed`, and μ at a slip of it; `more`: the modifier's own parameters. At their limits, exponent and rate
 * 0 and a ratio of 1, these are ε and μ themselves to the last bit. */
double routh_eps_at(unsigned kinds, double eps, const double *more, double speed);
double routh_mu_at(double mu, const double *more, double speed);

/* As `impulses` of a law that has them, for a modified one; at most ROUTH_MODIFIED_LANES. */
#define ROUTH_MODIFIED_LANES 256
void routh_modified_impulses(const routh_law *law, const routh_lanes *lanes);

/* The parameters of modifiers, in the plane and in space. */
#define ROUTH_PARAMETER_EPS_POWER                                                                                      \
    { "eps_power", "k", "1", "exponent with which ε falls as approach gets faster", -1.0, 1.0, 0.0, 0.0, 0.0, false }
#define ROUTH_PARAMETER_EPS_RATE                                                                                       \
    { "eps_rate", "r", "s/m", "rate at which ε falls as approach gets faster", -1.0, 10.0, 0.0, 0.0, 0.0, false }
#define ROUTH_PARAMETER_MU_FAST                                                                                        \
    { "mu_fast", "q", "1", "friction of fast slip ÷ of slow slip", 0.0, 4.0, 1.0, 0.0, 0.0, false }
#define ROUTH_PARAMETER_MU_SPEED                                                                                       \
    { "mu_speed", "v_s", "m/s", "slip at which friction changes from slow to fast", 1e-6, 1e6, 0.5, 0.02, 20.0, false }
#define ROUTH_PARAMETER_RHO                                                                                            \
    { "rho", "ρ", "m", "greatest couple ÷ normal force", 0.0, 1e3, 0.0, 1e-5, 1.0, false }

#endif
