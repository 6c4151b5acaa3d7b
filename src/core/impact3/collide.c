/* Several contacts at once: from a scene to the impulses at its contacts, change by change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact3/collide.h"

#include <string.h>

#include "base/context.h"
#include "impact3/pair.h"
#include "impact3/scene_contact.h"

enum { MOST_CHANGES = 20000 };

static double scene_energy(const routh_scene *scene) {
    double sum = 0;
    for (size_t i = 0; i < scene->body_count; i++)
        sum += routh_body3_energy(&scene->body[i]);
    return sum;
}

/* Springs of all contacts, empty, and how contacts act on each other, in a *c of zeros. Time is scaled to the first contact's
 * k0. */
static void begin(const routh_scene *scene, double tolerance, routh_collide *c) {
    c->count = scene->contact_count;
    c->tolerance = tolerance;
    const double unit = scene->contact[0].stiffness;
    for (size_t i = 0; i < c->count; i++) {
        const routh_scene_contact *m = &scene->contact[i];
        routh_springs *s = &c->springs[i];
        *s = (routh_springs){.mu = routh_effective_coefficient(m->pair.mu),
                             .eps = m->pair.eps < ROUTH_LEAST_SCENE_RESTITUTION ? 0 : m->pair.eps,
                             .k0 = m->stiffness / unit};
        c->eps[i] = s->eps;
        s->tangential = s->k0 / m->pair.eta2;
        routh_contact_velocity(scene, i, s->v);
        for (size_t j = 0; j < c->count; j++)
            routh_coupling(scene, i, j, c->w[i * c->count + j]);
        const double speed = sqrt(s->v[0] * s->v[0] + s->v[1] * s->v[1] + s->v[2] * s->v[2]);
        c->speed_scale = fmax(c->speed_scale, speed);
        if (s->v[2] < 0)
            c->impulse_scale = fmax(c->impulse_scale, -s->v[2] / c->w[i * c->count + i][2][2]);
    }
}

routh_phase routh_collide_phase(const routh_collide *c, size_t contact) {
    routh_springs s = c->springs[contact];
    if (s.grip != ROUTH_NO_GRIP && c->faint[contact] != ROUTH_NO_GRIP)
        s.grip = c->faint[contact];
    return routh_springs_phase(&s);
}

/* The list of changes of phase, growing. */
typedef struct record {
    routh_context *context;
    routh_scene_switch *item;
    size_t count, room;
    routh_phase now[ROUTH_MOST_SCENE_CONTACTS];
} record;

static routh_status note_change(record *r, const routh_collide *c, size_t contact) {
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 64;
        routh_scene_switch *more = routh_resize(r->context, r->item, room, sizeof *more);
        if (!more)
            return ROUTH_OUT_OF_MEMORY;
        r->item = more;
        r->room = room;
    }
    r->now[contact] = routh_collide_phase(c, contact);
    routh_scene_switch *item = &r->item[r->count++];
    *item = (routh_scene_switch){.time = c->time, .contact = contact, .phase = r->now[contact]};
    memcpy(item->phases, r->now, sizeof item->phases);
    return ROUTH_OK;
}

/* Notes every contact whose phase has changed since it was last noted. */
static routh_status note_changes(record *r, const routh_collide *c) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < c->count && status == ROUTH_OK; i++)
        if (routh_collide_phase(c, i) != r->now[i])
            status = note_change(r, c, i);
    return status;
}

/* A faint contact gets its friction. If it slips, it slips the way it moves. */
static void wake(routh_collide *c, size_t contact) {
    routh_springs *s = &c->springs[contact];
    if (c->faint[contact] == ROUTH_NO_GRIP)
        return;
    s->grip = c->faint[contact];
    s->mu = c->faint_mu[contact];
    c->faint[contact] = ROUTH_NO_GRIP;
    if (s->grip == ROUTH_SLIPS) {
        s->angle = atan2(s->v[1], s->v[0]);
        routh_springs_at_limit(s);
    }
}

static void open(routh_collide *c, size_t contact, double gap) {
    routh_springs *s = &c->springs[contact];
    wake(c, contact);
    c->left += routh_tangential_energy(s);
    s->grip = ROUTH_NO_GRIP;
    s->force = s->spring[0] = s->spring[1] = 0;
    s->eps = c->eps[contact];
    s->gap = gap;
}

/* Slip goes on the way the springs were stretched; if they are empty still, the way the contact moves. */
static void slip(routh_springs *s) {
    const double *along = s->force > 0 ? s->spring : s->v;
    s->grip = ROUTH_SLIPS;
    s->angle = atan2(along[1], along[0]);
    routh_springs_at_limit(s);
}

/* What follows from a change at a contact. */
static void change(routh_collide *c, size_t contact, routh_turn turn) {
    routh_springs *s = &c->springs[contact];
    bool opens[ROUTH_MOST_SCENE_CONTACTS];
    switch (turn) {
    case ROUTH_COMPRESSION_ENDS:
        routh_collide_turn(c, contact, opens);
        for (size_t i = 0; i < c->count; i++)
            if (opens[i])
                open(c, i, 0);
        break;
    case ROUTH_LOADS_AGAIN:
        s->force = s->peak;
        s->loading = 1;
        break;
    case ROUTH_WAKES:
        wake(c, contact);
        break;
    case ROUTH_SLIP_BEGINS:
        slip(s);
        break;
    case ROUTH_STICK_BEGINS:
        s->grip = ROUTH_STICKS;
        break;
    case ROUTH_OPENS: /* with hardly any force left, but a spring not yet as long as it was */
        open(c, contact, -s->force / routh_normal_stiffness(s));
        break;
    case ROUTH_RESTS:
        for (size_t i = 0; i < c->count; i++)
            if (c->springs[i].grip != ROUTH_NO_GRIP)
                open(c, i, 0);
        return; /* and nothing can close them again */
    default:    /* it closes */
        s->gap = 0;
        break;
    }
    routh_collide_settle(c);
}

static void show(const routh_collide *c) {
    if (c->watch)
        c->watch(c, NULL, c->user);
}

static routh_status run(routh_context *context, routh_collide *c, record *r) {
    routh_collide_settle(c);
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < c->count && status == ROUTH_OK; i++)
        status = note_change(r, c, i);
    show(c);
    for (int n = 0; n < MOST_CHANGES && status == ROUTH_OK; n++) {
        size_t contact = 0;
        const routh_turn turn = routh_collide_step(c, &contact);
        if (turn == ROUTH_TURN_NONE) {
            show(c);
            return note_changes(r, c);
        }
        if (turn == ROUTH_STALLS)
            return routh_fail(context, ROUTH_NOT_ENDED,
                              "the collision cannot be followed beyond %zu changes: are stiffnesses, masses or speeds "
                              "too far apart?",
                              r->count);
        change(c, contact, turn);
        show(c);
        status = note_changes(r, c);
    }
    if (status != ROUTH_OK)
        return status;
    return routh_fail(context, ROUTH_NOT_ENDED, "the contacts still open and close after %zu changes", r->count);
}

/* Kinetic energy after the impulses. */
static routh_status energy_with(routh_context *context, const routh_scene *scene, const routh_collide *c,
                                double *energy) {
    routh_scene after = *scene;
    after.body = routh_allocate(context, scene->body_count, sizeof *after.body);
    if (!after.body)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(after.body, scene->body, scene->body_count * sizeof *after.body);
    for (size_t i = 0; i < c->count; i++) {
        const routh_scene_contact *m = &scene->contact[i];
        routh_contact3_apply(&after.body[m->a], &after.body[m->b], m, c->springs[i].p);
    }
    *energy = scene_energy(&after);
    routh_release(context, after.body);
    return ROUTH_OK;
}

/* Impulses, and velocities from them. */
static void outcome(const routh_scene *scene, const routh_collide *c, routh_collision *collision) {
    for (size_t i = 0; i < c->count; i++) {
        memcpy(collision->p[i], c->springs[i].p, sizeof collision->p[i]);
        routh_contact_velocity(scene, i, collision->v[i]);
        for (size_t j = 0; j < c->count; j++)
            for (int k = 0; k < 3; k++) {
                const double *w = c->w[i * c->count + j][k], *p = c->springs[j].p;
                collision->v[i][k] += w[0] * p[0] + w[1] * p[1] + w[2] * p[2];
            }
    }
}

routh_status routh_scene_solve(routh_context *context, const routh_scene *scene, double tolerance,
                               routh_collision *collision) {
    if (!scene || !collision)
        return routh_fail_null(context, "scene collision", (const void *const[]){scene, collision});
    *collision = (routh_collision){0}; /* to be released, whatever happens */
    return routh_scene_follow(context, scene, tolerance, NULL, NULL, collision);
}

routh_status routh_scene_follow(routh_context *context, const routh_scene *scene, double tolerance,
                                routh_collide_watch watch, void *user, routh_collision *collision) {
    const routh_status legal = routh_scene_check(context, scene);
    if (legal != ROUTH_OK)
        return legal;
    if (!(tolerance >= 1e-13 && tolerance <= 1e-3))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the tolerance %g of a collision is outside 1e-13 … 1e-3",
                          tolerance);
    const size_t blocks = scene->contact_count * scene->contact_count;
    routh_collide *c = routh_allocate(context, 1, sizeof *c + blocks * sizeof *c->w);
    if (!c)
        return ROUTH_OUT_OF_MEMORY;
    c->watch = watch;
    c->user = user;
    begin(scene, tolerance, c);
    record r = {.context = context};
    routh_status status = run(context, c, &r);
    double energy_after = 0;
    if (status == ROUTH_OK)
        status = energy_with(context, scene, c, &energy_after);
    if (status == ROUTH_OK) {
        *collision = (routh_collision){.energy_before = scene_energy(scene),
                                       .energy_after = energy_after,
                                       .friction = c->friction,
                                       .normal = c->normal,
                                       .left = c->left,
                                       .jammed = c->jammed,
                                       .duration = c->time,
                                       .switches = r.item,
                                       .switch_count = r.count};
        if (c->jammed) /* what the springs keep, at rest and in motion about it */
            collision->left = fmax(0.0, collision->energy_before - energy_after - c->friction - c->normal);
        outcome(scene, c, collision);
    }
    if (status != ROUTH_OK)
        routh_release(context, r.item);
    routh_release(context, c);
    return status;
}
