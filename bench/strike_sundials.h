/* A compliant strike as SUNDIALS solves it: the equations of src/core/impact3/phase.h over time, one integration for each
 * phase, the phase's end by root finding. In units in which v_n = −1, W_nn = 1 and k0 = 1.
 *
 * State: p (3), F, and the springs' lengths where they stick, or the direction of slip φ where they slip. Slip begins
 * and ends where F = 0 and φ̇ is singular: the integration starts a little later and ends a little earlier, by about
 * 1e-10 of the impulse, for which the direction then stands.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_BENCH_STRIKE_SUNDIALS_H
#define ROUTH_BENCH_STRIKE_SUNDIALS_H

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "../tests/impact3/strike_cases.h"

enum { PEER_STATES = 6, PEER_ROOTS = 2 };

#define PEER_LITTLE 1e-5

typedef enum peer_method { PEER_ERK, PEER_BDF } peer_method;

typedef struct peer {
    peer_method method;
    double tolerance;
    SUNContext context;
    N_Vector y;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    void *memory;

    /* the strike at hand */
    double w[3][3], v0[3], mu, eps, tangential;
    int loading, sticks;
    double peak;
} peer;

static void peer_velocity(const peer *s, const double *y, double v[3]) {
    for (int i = 0; i < 3; i++)
        v[i] = s->v0[i] + s->w[i][0] * y[0] + s->w[i][1] * y[1] + s->w[i][2] * y[2];
}

static int peer_rates(sunrealtype t, N_Vector state, N_Vector rates, void *user) {
    (void)t;
    const peer *s = user;
    const double *y = N_VGetArrayPointer(state), stiffness = s->loading ? 1 : 1 / (s->eps * s->eps);
    double *rate = N_VGetArrayPointer(rates), v[3];
    peer_velocity(s, y, v);
    rate[2] = y[3];
    rate[3] = -stiffness * v[2];
    if (s->sticks) {
        rate[0] = -s->tangential * y[4];
        rate[1] = -s->tangential * y[5];
        rate[4] = v[0];
        rate[5] = v[1];
    } else {
        const double c = cos(y[4]), n = sin(y[4]);
        rate[0] = -s->mu * y[3] * c;
        rate[1] = -s->mu * y[3] * n;
        rate[4] = (v[1] * c - v[0] * n) * s->tangential / (s->mu * y[3]);
        rate[5] = 0;
    }
    return 0;
}

/* Falls through 0: [0] what friction has left, or the speed of slip; [1] −v_n, or the force's distance from its ends. */
static int peer_roots(sunrealtype t, N_Vector state, sunrealtype *root, void *user) {
    (void)t;
    const peer *s = user;
    const double *y = N_VGetArrayPointer(state), stiffness = s->loading ? 1 : 1 / (s->eps * s->eps);
    double v[3];
    peer_velocity(s, y, v);
    if (s->sticks)
        root[0] = s->mu * y[3] - s->tangential * hypot(y[4], y[5]);
    else
        root[0] = v[0] * cos(y[4]) + v[1] * sin(y[4]) + s->mu * stiffness / s->tangential * v[2];
    root[1] = s->loading ? -v[2] : (y[3] - PEER_LITTLE * s->peak) * (s->peak - y[3]);
    return 0;
}

static int peer_open(peer *s, peer_method method, double tolerance) {
    *s = (peer){.method = method, .tolerance = tolerance};
    if (SUNContext_Create(NULL, &s->context) != 0)
        return 0;
    s->y = N_VNew_Serial(PEER_STATES, s->context);
    N_VConst(1, s->y);
    s->sticks = s->loading = 1; /* so that the first call of the right side is legal */
    s->tangential = 1;
    int falls[PEER_ROOTS] = {-1, -1};
    if (method == PEER_ERK) {
        s->memory = ERKStepCreate(peer_rates, 0, s->y, s->context);
        return s->memory && ERKStepSetUserData(s->memory, s) == 0 &&
               ERKStepSStolerances(s->memory, tolerance, 0.1 * tolerance) == 0 &&
               ERKStepSetTableNum(s->memory, ARKODE_DORMAND_PRINCE_7_4_5) == 0 &&
               ERKStepSetMaxNumSteps(s->memory, 1000000) == 0 && ERKStepSetErrFile(s->memory, NULL) == 0 &&
               ERKStepSetMaxErrTestFails(s->memory, 50) == 0 &&
               ERKStepRootInit(s->memory, PEER_ROOTS, peer_roots) == 0 &&
               ERKStepSetRootDirection(s->memory, falls) == 0 && ERKStepSetNoInactiveRootWarn(s->memory) == 0;
    }
    s->memory = CVodeCreate(CV_BDF, s->context);
    s->matrix = SUNDenseMatrix(PEER_STATES, PEER_STATES, s->context);
    s->solver = SUNLinSol_Dense(s->y, s->matrix, s->context);
    return s->memory && CVodeInit(s->memory, peer_rates, 0, s->y) == 0 && CVodeSetUserData(s->memory, s) == 0 &&
           CVodeSStolerances(s->memory, tolerance, 0.1 * tolerance) == 0 &&
           CVodeSetLinearSolver(s->memory, s->solver, s->matrix) == 0 && CVodeSetMaxNumSteps(s->memory, 1000000) == 0 &&
           CVodeSetErrFile(s->memory, NULL) == 0 && CVodeSetMaxErrTestFails(s->memory, 50) == 0 &&
           CVodeRootInit(s->memory, PEER_ROOTS, peer_roots) == 0 && CVodeSetRootDirection(s->memory, falls) == 0 &&
           CVodeSetNoInactiveRootWarn(s->memory) == 0;
}

static void peer_close(peer *s) {
    if (s->method == PEER_ERK)
        ERKStepFree(&s->memory);
    else {
        CVodeFree(&s->memory);
        SUNLinSolFree(s->solver);
        SUNMatDestroy(s->matrix);
    }
    N_VDestroy(s->y);
    SUNContext_Free(&s->context);
}

/* One phase from y at time t; 1 if it ended at a root. */
static int peer_phase(peer *s, double *t, int found[PEER_ROOTS]) {
    const double far = *t + 1e4;
    if (s->method == PEER_ERK)
        return ERKStepReInit(s->memory, peer_rates, *t, s->y) == 0 &&
               ERKStepEvolve(s->memory, far, s->y, t, ARK_NORMAL) == ARK_ROOT_RETURN &&
               ERKStepGetRootInfo(s->memory, found) == 0;
    return CVodeReInit(s->memory, *t, s->y) == 0 && CVode(s->memory, far, s->y, t, CV_NORMAL) == CV_ROOT_RETURN &&
           CVodeGetRootInfo(s->memory, found) == 0;
}

/* Sticks, or slips from a moment on that is a little after the beginning. */
static void peer_begin(peer *s, double *t) {
    double *y = N_VGetArrayPointer(s->y);
    const double speed = hypot(s->v0[0], s->v0[1]);
    memset(y, 0, PEER_STATES * sizeof *y);
    s->loading = 1;
    s->sticks = speed * s->tangential < s->mu;
    *t = s->sticks ? 0 : PEER_LITTLE;
    if (s->sticks)
        return;
    y[4] = atan2(s->v0[1], s->v0[0]);
    y[3] = *t;
    y[2] = 0.5 * *t * *t;
    y[0] = -s->mu * y[2] * cos(y[4]);
    y[1] = -s->mu * y[2] * sin(y[4]);
}

/* What the roots found mean; 0 at the end. */
static int peer_switch(peer *s, const int found[PEER_ROOTS]) {
    double *y = N_VGetArrayPointer(s->y);
    if (found[1] && s->loading) {
        s->loading = 0;
        s->peak = y[3];
    } else if (found[1] && y[3] < 0.5 * s->peak)
        return 0;
    else if (found[1])
        s->loading = 1;
    if (found[0] && s->sticks) {
        y[4] = atan2(y[5], y[4]);
        y[5] = 0;
        s->sticks = 0;
    } else if (found[0]) {
        const double length = s->mu * y[3] / s->tangential, angle = y[4];
        y[4] = length * cos(angle);
        y[5] = length * sin(angle);
        s->sticks = 1;
    }
    return 1;
}

/* 1 if it came to its end. */
static int peer_strike(peer *s, const routh_contact3 *contact, const routh_pair *pair, double p[3]) {
    const double speed = -contact->v[2], compliance = contact->w[2][2];
    for (int i = 0; i < 3; i++) {
        s->v0[i] = contact->v[i] / speed;
        for (int j = 0; j < 3; j++)
            s->w[i][j] = contact->w[i][j] / compliance;
    }
    s->mu = pair->mu;
    s->eps = pair->eps;
    s->tangential = 1 / pair->eta2;
    double t, v[3];
    peer_begin(s, &t);
    for (int phase = 0; phase < 1000; phase++) {
        int found[PEER_ROOTS] = {0};
        if (!peer_phase(s, &t, found))
            return 0;
        if (peer_switch(s, found))
            continue;
        const double *y = N_VGetArrayPointer(s->y);
        peer_velocity(s, y, v);
        const double rest = 0.5 * y[3] * y[3] * s->eps * s->eps / v[2]; /* normal impulse to come */
        const double force[3] = {-s->mu * cos(y[4]), -s->mu * sin(y[4]), 1};
        for (int i = 0; i < 3; i++)
            p[i] = (y[i] + (i == 2 || !s->sticks ? rest * force[i] : 0)) * speed / compliance;
        return 1;
    }
    return 0;
}

#endif
