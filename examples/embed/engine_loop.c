/* The loop of a small engine in the plane: two discs that both move fall on the ground and on each other. The engine finds
 * contacts and steps; a law of Routh says what each impact does. Nothing is allocated.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "routh_core.h"

typedef struct body {
    double mass, inertia, radius;
    double x, y, vx, vy, omega;
} body;

/* What an impulse does to a body's velocity at the contact, added to W. (rt, rn) is the contact from the centre, in the axes t
 * and n of the contact; a body that does not move adds nothing. */
static void add_compliance(const body *one, double rt, double rn, routh_contact *contact) {
    contact->wtt += 1 / one->mass + rn * rn / one->inertia;
    contact->wtn -= rt * rn / one->inertia;
    contact->wnn += 1 / one->mass + rt * rt / one->inertia;
}

static void push(body *one, double px, double py, double rx, double ry) {
    one->vx += px / one->mass;
    one->vy += py / one->mass;
    one->omega += (rx * py - ry * px) / one->inertia;
}

/* One contact with the unit normal n = (nx, ny) out of `b` (NULL: the ground) towards `a`; t is n turned by −90°. For discs the
 * contact lies at −radius along n from the centre of a, and at +radius from that of b. */
static routh_status collide(body *a, body *b, double nx, double ny, const routh_law *law, const double *parameters) {
    const double tx = ny, ty = -nx;
    routh_contact contact = {0};
    double vx = a->vx + a->omega * a->radius * ny, vy = a->vy - a->omega * a->radius * nx;
    add_compliance(a, 0, -a->radius, &contact);
    if (b) {
        vx -= b->vx - b->omega * b->radius * ny;
        vy -= b->vy + b->omega * b->radius * nx;
        add_compliance(b, 0, b->radius, &contact);
    }
    contact.vt = vx * tx + vy * ty;
    contact.vn = vx * nx + vy * ny;
    if (contact.vn >= 0)
        return ROUTH_OK; /* separating */
    routh_outcome outcome;
    const routh_status status = routh_law_solve(law, parameters, &contact, &outcome);
    if (status != ROUTH_OK)
        return status;
    const double px = outcome.pt * tx + outcome.pn * nx, py = outcome.pt * ty + outcome.pn * ny;
    push(a, px, py, -a->radius * nx, -a->radius * ny);
    if (b)
        push(b, -px, -py, b->radius * nx, b->radius * ny);
    return ROUTH_OK;
}

static double energy(const body *d) {
    return 0.5 * d->mass * (d->vx * d->vx + d->vy * d->vy) + 0.5 * d->inertia * d->omega * d->omega +
           d->mass * 9.81 * d->y;
}

int main(void) {
    const routh_law *law = routh_law_find(NULL, "wang-mason"); /* once, not in the loop */
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, 0.3, 0.6, parameters); /* μ, ε */

    body disc[2] = {{1.0, 0.005, 0.1, 0.0, 0.5, 0.3, 0.0, 0.0}, {0.5, 0.0016, 0.08, 0.12, 1.0, -0.3, 0.0, 20.0}};
    const double step = 1e-3, begin = energy(&disc[0]) + energy(&disc[1]);
    int impacts = 0;
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < 2; k++) {
            disc[k].vy -= step * 9.81;
            disc[k].x += step * disc[k].vx;
            disc[k].y += step * disc[k].vy;
        }
        routh_status status = ROUTH_OK;
        for (int k = 0; k < 2; k++)
            if (status == ROUTH_OK && disc[k].y < disc[k].radius && disc[k].vy < 0) {
                status = collide(&disc[k], NULL, 0, 1, law, parameters);
                impacts++;
            }
        const double dx = disc[1].x - disc[0].x, dy = disc[1].y - disc[0].y, apart = hypot(dx, dy);
        if (status == ROUTH_OK && apart < disc[0].radius + disc[1].radius) {
            status = collide(&disc[1], &disc[0], dx / apart, dy / apart, law, parameters);
            impacts++;
        }
        if (status != ROUTH_OK) {
            printf("step %d: %s\n", i, routh_status_message(status));
            return 1;
        }
    }
    const double end = energy(&disc[0]) + energy(&disc[1]);
    printf("%d contacts; energy %.3f J, then %.3f J\n", impacts, begin, end);
    return end < begin ? 0 : 1;
}
