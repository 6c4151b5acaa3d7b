/* What was recorded of an impact, by name: all that a law's parameter may depend on.
 *
 * Positions and angles are the file's own; velocities are those just before contact, gravity included. The momentum is
 * |W⁻¹v|, that of the contact point, which says how hard the impact is; m times the speed would be the speed again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/quantity.h"

#include <math.h>
#include <string.h>

enum { X, Y, THETA, TWO_THETA, VX, VY, SPEED, OMEGA, VT, VN, MOMENTUM, ORDER, QUANTITIES };

static const routh_name_entry entries[QUANTITIES] = {
    [X] = {"x", "position of the centre before impact along the file's x axis"},
    [Y] = {"y", "the same along its y axis"},
    [THETA] = {"theta", "angle of the body before impact"},
    [TWO_THETA] = {"2theta", "twice that angle, for bodies that look the same after half a turn"},
    [VX] = {"vx", "velocity of the centre before impact along the ground"},
    [VY] = {"vy", "the same across the ground"},
    [SPEED] = {"speed", "size of that velocity"},
    [OMEGA] = {"omega", "spin before impact"},
    [VT] = {"vt", "velocity of the contact point along the ground"},
    [VN] = {"vn", "the same across the ground"},
    [MOMENTUM] = {"momentum", "impulse that would stop the contact point"},
    [ORDER] = {"order", "place of the impact in the file, from 0"},
};
const routh_names routh_quantities = {"quantity", QUANTITIES, entries};

static const char *const units[QUANTITIES] = {
    [X] = "m",       [Y] = "m",         [THETA] = "rad", [TWO_THETA] = "rad", [VX] = "m/s",       [VY] = "m/s",
    [SPEED] = "m/s", [OMEGA] = "rad/s", [VT] = "m/s",    [VN] = "m/s",        [MOMENTUM] = "N s", [ORDER] = ""};

int routh_quantity_index(const char *name) {
    for (int i = 0; i < QUANTITIES; i++)
        if (strcmp(entries[i].name, name) == 0)
            return i;
    return -1;
}

const char *routh_quantity_unit(const char *name) {
    const int i = routh_quantity_index(name);
    return i < 0 ? "" : units[i];
}

bool routh_quantity_is_angle(const char *name) {
    const int i = routh_quantity_index(name);
    return i == THETA || i == TWO_THETA;
}

static double momentum(const routh_contact *c) {
    const double determinant = c->wtt * c->wnn - c->wtn * c->wtn;
    return hypot(c->wnn * c->vt - c->wtn * c->vn, c->wtt * c->vn - c->wtn * c->vt) / determinant;
}

double routh_quantity_value(int quantity, const double pose[3], const routh_impact *impact,
                            const routh_contact *contact, double order) {
    const double all[QUANTITIES] = {[X] = pose[0],
                                    [Y] = pose[1],
                                    [THETA] = pose[2],
                                    [TWO_THETA] = 2 * pose[2],
                                    [VX] = impact->vx,
                                    [VY] = impact->vy,
                                    [SPEED] = hypot(impact->vx, impact->vy),
                                    [OMEGA] = impact->omega,
                                    [VT] = contact->vt,
                                    [VN] = contact->vn,
                                    [MOMENTUM] = momentum(contact),
                                    [ORDER] = order};
    return all[quantity];
}

double routh_quantity_of_impact(const char *name, const routh_impact *impact, const double pose[3]) {
    static const double unknown[3] = {NAN, NAN, NAN};
    const int quantity = routh_quantity_index(name);
    routh_contact contact;
    if (quantity < 0 || routh_contact_of(NULL, impact, &contact) != ROUTH_OK)
        return NAN;
    return routh_quantity_value(quantity, pose ? pose : unknown, impact, &contact, NAN);
}
