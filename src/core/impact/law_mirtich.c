/* Mirtich after Stronge: Routh's path until the normal force has given back ε² of the work it took in compression.
 *
 * B. Mirtich, Impulse-based dynamic simulation of rigid body systems, PhD thesis, Berkeley (1996);
 * W. J. Stronge, Rigid body collisions with friction, Proc. Royal Society A 431 (1990).
 *
 * The normal force works ∫ v_n dP_n. v_n is piecewise linear in P_n, so every integral is a trapezium:
 *   taken in compression    T = −½ (v_n + v_turn) turn + ½ v_turn² / rise₂   if the path turns in compression,
 *                           T = ½ v_n² / rise₁                                otherwise;
 *   given back over x from a point with v_n = v₀ ≥ 0:  v₀ x + ½ rise x².
 * In the second case, with no turn before the end, restitution lasts ε times as long as compression.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const double eps = parameters[1];
    const routh_path path = routh_path_of(exact, contact, parameters[0]);

    /* restitution within the first segment, and what is still owed if the path turns in it */
    const double alone = eps * path.middle;
    const double until_turn = path.turn - path.middle;
    const double vn_turn = path.rise * until_turn;
    const double owed_late = 0.5 * path.rise * (alone - until_turn) * (alone + until_turn);

    const double taken =
        -0.5 * (contact->vn + path.vn_turn) * path.turn + 0.5 * path.vn_turn * path.vn_turn / path.rise_then;
    const double owed_early = eps * eps * taken;

    const int ends_first = !path.turns_early & (alone <= until_turn);
    const double from = path.turns_early ? path.middle : path.turn;
    const double speed = path.turns_early ? 0.0 : vn_turn;
    const double owed = path.turns_early ? owed_early : owed_late;
    const double root = speed + sqrt(speed * speed + 2 * path.rise_then * owed);
    const double further = root > 0 ? 2 * owed / root : 0.0;
    return routh_path_end(contact, &path, ends_first ? path.middle + alone : from + further);
}

ROUTH_LAW_KERNEL(rule)

const routh_law routh_law_mirtich = {
    .name = "mirtich",
    .title = "Mirtich",
    .rule = "follows Routh's path until the normal force has given back ε² of the work it took in compression",
    .reference = "Mirtich, PhD thesis, Berkeley (1996); Stronge, Proc. Royal Society A 431 (1990) 169",
    .restitution = ROUTH_ENERGETIC,
    .traits = ROUTH_LAW_OF_SIX | ROUTH_LAW_ON_PATH | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("√(normal work of restitution ÷ of compression)")},
    .impulse = impulse,
    .impulses = impulses,
};
