/* Contacts of one motion with free flights between them, fitted together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INERTIA_FLIGHT_CHAIN_H
#define ROUTH_SRC_INERTIA_FLIGHT_CHAIN_H

#include <stdbool.h>

#include "inertia/inertia.h"

/* A longer chain is cut: links beyond a few contacts add little, and the work grows with the cube. */
enum { CHAIN_MOST = 10 };

/* What is measured of a contact. */
enum {
    CHAIN_Y,
    CHAIN_THETA,
    CHAIN_VX,
    CHAIN_VY,
    CHAIN_OMEGA,
    CHAIN_VX_AFTER,
    CHAIN_VY_AFTER,
    CHAIN_OMEGA_AFTER,
    CHAIN_CHANNELS
};

/* An angle for each contact, the velocity before the first, vy and ω after the last; y and Δvx of bridges. */
enum { CHAIN_ENDS = 5, CHAIN_UNKNOWNS = 3 * CHAIN_MOST + CHAIN_ENDS };

/* What all chains of a fit share. */
typedef struct chain_setting {
    const routh_shape *shape;
    double gravity, kappa;
    double deviation[CHAIN_CHANNELS]; /* of the noise; 0: not measured */
} chain_setting;

typedef struct flight_chain {
    size_t first;              /* record */
    size_t count;              /* contacts */
    double flight[CHAIN_MOST]; /* from contact i to the next, s */
    double measured[CHAIN_MOST][CHAIN_CHANNELS];
    bool bridge[CHAIN_MOST]; /* which point touched is not certain: its balance is not used */
    bool used;               /* 0: left out */
    int unknowns;
    double at[CHAIN_UNKNOWNS];                 /* the unknowns, fitted */
    double fitted[CHAIN_MOST][CHAIN_CHANNELS]; /* what they say was measured, without noise */
    double theta_error[CHAIN_MOST];
    double square; /* χ² */
    double freedom;
    double score; /* −½ dχ²/dκ */
} flight_chain;

/* Are pose and velocities measured with known noise, as chains need them? */
bool routh_chains_possible(const inertia_work *work);

/* The chains of two and more contacts, in `chain` with room for work->count; returns how many. */
size_t routh_chains_find(const inertia_work *work, flight_chain *chain);

/* From scratch: the angle, which contacts are bridges, and the fit. chain->used is false where it failed or poses far
 * apart explain the chain equally well. */
void routh_chain_start(const chain_setting *setting, flight_chain *chain);

/* The fit alone, from where the chain is. False where it failed. */
bool routh_chain_fit(const chain_setting *setting, flight_chain *chain);

#endif
