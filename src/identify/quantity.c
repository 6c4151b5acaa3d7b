/* What was recorded of an impact, by name: all that a law's parameter may depend on.
 *
 * Positions and angles are the file's own; velocities are those just before contact, gravity included. The momentum is
 * |W⁻¹v|, that of the contact point, which says how hard the impact is; m times the speed would be the speed again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/identify.h>

#include "base/context.h"

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

static int built_in(const char *name) {
    for (int i = 0; i < QUANTITIES; i++)
        if (strcmp(entries[i].name, name) == 0)
            return i;
    return -1;
}

const char *routh_quantity_unit(const char *name) {
    const int i = built_in(name);
    return i < 0 ? "" : units[i];
}

bool routh_quantity_is_angle(const char *name) {
    const int i = built_in(name);
    return i == THETA || i == TWO_THETA;
}

const char *routh_quantity_at(const routh_dataset *dataset, size_t index) {
    if (index < QUANTITIES)
        return entries[index].name;
    return index - QUANTITIES < dataset->extra_count ? dataset->extra[index - QUANTITIES].name : NULL;
}

static const char *name_at(size_t index, const void *user) {
    return routh_quantity_at(user, index);
}

static double momentum(const routh_contact *c) {
    const double determinant = c->wtt * c->wnn - c->wtn * c->wtn;
    return hypot(c->wnn * c->vt - c->wtn * c->vn, c->wtt * c->vn - c->wtn * c->vt) / determinant;
}

static double value_of(int quantity, const double pose[3], const routh_impact *impact, const routh_contact *contact,
                       double order) {
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
    const int quantity = built_in(name);
    routh_contact contact;
    if (quantity < 0 || routh_contact_of(NULL, impact, &contact) != ROUTH_OK)
        return NAN;
    return value_of(quantity, pose ? pose : unknown, impact, &contact, NAN);
}

/* "temperature, plate", as many as there is room for. */
static void list_columns(const routh_dataset *dataset, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", dataset->extra_count > 0 ? "" : "there are none");
    for (size_t k = 0; k < dataset->extra_count; k++) {
        const char *name = dataset->extra[k].name;
        if (used + strlen(name) + sizeof ", …" > size) {
            snprintf(text + used, size - used, "…");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", name, k + 1 < dataset->extra_count ? ", " : "");
    }
}

routh_status routh_quantity_of(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                               size_t count, const char *name, double *value) {
    const int quantity = built_in(name);
    const routh_extra *extra = NULL;
    for (size_t k = 0; quantity < 0 && k < dataset->extra_count; k++)
        extra = strcmp(dataset->extra[k].name, name) == 0 ? &dataset->extra[k] : extra;
    if (quantity < 0 && !extra) {
        const char *nearest = routh_nearest_name(name, QUANTITIES + dataset->extra_count, name_at, dataset);
        char columns[160];
        list_columns(dataset, columns, sizeof columns);
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                "%.60s: there is no quantity \"%.60s\"%s%s%s; allowed are x, y, theta, 2theta, vx, vy, "
                                "speed, omega, vt, vn, momentum, order and further columns that hold numbers: %s",
                                dataset->name, name, nearest ? ": did you mean \"" : "", nearest ? nearest : "",
                                nearest ? "\"?" : "", columns);
    }
    for (size_t i = 0; i < count; i++) {
        const size_t record = samples[i].record;
        const routh_record *from = &dataset->record[record];
        value[i] = extra ? extra->value[record]
                         : value_of(quantity, (const double[]){from->x, from->y, from->theta}, &samples[i].impact,
                                    &samples[i].contact, (double)record);
    }
    return ROUTH_OK;
}
