/* Which restitution: Newton's, Poisson's or the energetic one. Each impact has all three; only that which the simulator keeps
 * is the same in all of them. Compression is taken to go along Routh's path.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "behaviour/behaviour.h"

enum { HALVINGS = 30 };

/* The outcome of the rigid law in space, which has the energetic restitution. */
static bool outcome_of(const routh_contact3 *contact, double mu, double eps, routh_outcome3 *outcome) {
    const routh_law3 *rigid = routh_law3_find(NULL, "rigid");
    const routh_pair pair = {.mu = mu, .eps = eps, .eta2 = routh_pair_default().eta2};
    return routh_law3_solve(NULL, rigid, &pair, contact, NULL, outcome) == ROUTH_OK;
}

void routh_behaviour_kinds(const routh_contact3 *contact, double mu, routh_behaviour_impact *impact) {
    routh_outcome3 outcome;
    double low = 0, high = 1;
    const double reached = impact->eps[ROUTH_NEWTON] * -contact->v[2];
    impact->eps[ROUTH_POISSON] = impact->eps[ROUTH_ENERGETIC] = NAN;
    if (!outcome_of(contact, mu, 0, &outcome) || !(outcome.p[2] > 0))
        return;
    impact->eps[ROUTH_POISSON] = impact->normal / outcome.p[2] - 1;
    if (reached < outcome.v[2] || !outcome_of(contact, mu, 1, &outcome) || reached > outcome.v[2])
        return; /* beyond what any energetic restitution gives */
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (!outcome_of(contact, mu, middle, &outcome))
            return;
        *(outcome.v[2] < reached ? &low : &high) = middle;
    }
    impact->eps[ROUTH_ENERGETIC] = (low + high) / 2;
}
