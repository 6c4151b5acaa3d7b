/* Routh's path: the impulse in the course of one impact, with P_n as the independent variable.
 *
 * While the contact point slips with sign s, friction acts at dP_t/dP_n = −μ s. Both velocities are linear in P_n:
 *
 *     dv_t/dP_n = W_tn + W_tt dP_t/dP_n        dv_n/dP_n = W_nn + W_tn dP_t/dP_n
 *
 * When v_t reaches 0 the point sticks, at dP_t/dP_n = −W_tn/W_tt, if that is within ±μ. Otherwise it slips the other
 * way at −μ sign(W_tn), and never stops again: there v_t grows away from 0. So the path has at most two segments and
 * is known exactly. In the second one v_n always rises: by det W / W_tt when it sticks, by more when it slips. In the
 * first one it may fall (jamming, μ s W_tn > W_nn), but then positive definiteness of W makes s v_t fall too, and the
 * second segment comes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_PATH_H
#define ROUTH_SRC_IMPACT_PATH_H

#include "impact/kernel.h"

typedef struct routh_path {
    double first;     /* dP_t/dP_n of the first segment */
    double second;    /* … and of the second */
    double turn;      /* P_n at which the first ends, +∞ if it never does */
    double rise;      /* dv_n/dP_n of the first segment */
    double rise_then; /* … and of the second, > 0 */
    double vn_turn;   /* v_n at the turn, where there is one */
    double middle;    /* P_n at the end of compression, v_n = 0 */
    int sticks;       /* the second segment sticks; otherwise it slips */
    int turns_early;  /* the turn comes in compression */
    int starts_still; /* v_t = 0 from the start: there is no first segment */
} routh_path;

static inline routh_path routh_path_of(int exact, const routh_contact *c, double mu) {
    routh_path path;
    const double sign = c->vt > 0 ? 1.0 : -1.0;
    path.starts_still = c->vt == 0;
    path.first = -mu * sign;
    const double slowing = c->wtn + c->wtt * path.first; /* dv_t/dP_n */
    path.turn = sign * slowing < 0 ? -c->vt / slowing : INFINITY;
    path.turn = path.starts_still ? 0.0 : path.turn;
    path.rise = c->wnn + c->wtn * path.first;

    path.sticks = fabs(c->wtn) <= mu * c->wtt;
    path.second = path.sticks ? -c->wtn / c->wtt : (c->wtn > 0 ? -mu : mu);
    const double det = routh_difference(exact, c->wtt, c->wnn, c->wtn, c->wtn);
    const int from_stop = exact & path.sticks;
    path.rise_then = from_stop ? det / c->wtt : c->wnn + c->wtn * path.second;

    const double middle_first = path.rise > 0 ? -c->vn / path.rise : INFINITY;
    path.turns_early = path.turn <= middle_first;
    /* where it sticks, compression ends at P = −W⁻¹v, whatever came before: from there large μ loses no digits */
    const double stopped = routh_difference(exact, c->wtn, c->vt, c->wtt, c->vn) / det;
    const double stuck = stopped > path.turn ? stopped : path.turn;
    const double slipped = path.turn > 0 ? c->vn + path.rise * path.turn : c->vn;
    path.vn_turn = from_stop ? path.rise_then * (path.turn - stuck) : slipped;
    const double middle_then = from_stop ? stuck : path.turn - path.vn_turn / path.rise_then;
    path.middle = path.turns_early ? middle_then : middle_first;
    return path;
}

/* The point of the path at normal impulse pn, where the impact is over. */
static inline routh_impulse routh_path_end(const routh_contact *c, const routh_path *path, double pn) {
    const int turned = pn > path->turn;
    const double slipped = path->first * pn;
    /* sticking: from v_t⁺ = 0 itself, so that it holds to rounding */
    const double stuck = -(c->vt + c->wtn * pn) / c->wtt;
    const double before = path->turn > 0 ? path->first * path->turn : 0.0;
    const double reversed = before + path->second * (pn - path->turn);
    const double pt = turned ? (path->sticks ? stuck : reversed) : slipped;

    const int stick_mode = path->turns_early ? ROUTH_C_STICKING : ROUTH_R_STICKING;
    const int slip_mode = path->turns_early ? ROUTH_C_REVERSED : ROUTH_R_REVERSED;
    const int after = path->sticks ? stick_mode : (path->starts_still ? ROUTH_SLIDING : slip_mode);
    return (routh_impulse){.pt = pt, .pn = pn, .mode = turned ? after : ROUTH_SLIDING};
}

#endif
