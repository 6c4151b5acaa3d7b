/* A contact point that sticks on a normal and a tangential spring: two coupled oscillators, in closed form, up to the
 * first moment at which something changes.
 *
 * Everything is in the units of law_compliant.c: W_nn = 1, v_n = −1 at the start of the impact, k0 = 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_COMPLIANT_STICK_H
#define ROUTH_SRC_IMPACT_COMPLIANT_STICK_H

/* One contact in the course of an impact. */
typedef struct routh_spring_contact {
    double wtt, wtn, det; /* W, W_nn being 1, and its determinant */
    double mu, eta2;
    double eta;      /* √η² */
    double stiff;    /* √k of the normal spring: 1 while it loads, 1/e below the highest force so far */
    int loads;       /* it loads: compression */
    double highest;  /* force of the normal spring so far; known once it unloads */
    double vt, vn;   /* velocity of the contact point */
    double ft, fn;   /* force of the springs on the body */
    double pt, pn;   /* impulse so far */
    int side;        /* direction of slip, and of the slip that has just ended, ±1; 0: it has not slipped since */
    double hold;     /* > 0: d²(μF_n − |F_t|)/dt² where the slip on `side` has just ended */
    int just_turned; /* v_n = 0 and F_n is the highest so far */
} routh_spring_contact;

/* What ends a phase. */
typedef enum routh_spring_event {
    ROUTH_SPRING_TURNS,   /* compression ends: v_n = 0 */
    ROUTH_SPRING_RELOADS, /* the normal force is back at its highest, and rises */
    ROUTH_SPRING_SLIPS,   /* friction gives way, on `side` */
    ROUTH_SPRING_STICKS,  /* slip ends */
    ROUTH_SPRING_OPENS,   /* the normal force is 0 */
    ROUTH_SPRING_LOST     /* numbers overflowed, or the steps ran out */
} routh_spring_event;

/* Moves the contact to the first event. */
routh_spring_event routh_spring_stick(routh_spring_contact *contact);

#endif
