/* Several contacts at once: from a scene to the impulse at each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "impact3/impact3.h"
#include "impact3/phase.h"

/* One that is not pressed opens at once if its e is below this. */
#define ROUTH_LEAST_SCENE_RESTITUTION 1e-6

/* A contact pressed by others is followed with at least this e: collide.c says why. With it a contact oscillates some
 * hundreds of times within others of its stiffness, and impulses were within 1e-3 of those of random rows integrated directly at
 * e = 1e-4, mostly within 3e-4. Where the limit itself jumps, as a contact is pressed with half its peak to within some 1e-3, they
 * may be on the other side of the jump: 1 row of 62, 13 % off. */
#define ROUTH_PRESSED_RESTITUTION 1e-3

/* Compression ends at a contact: what its normal spring keeps, and what happens to one that keeps next to nothing.
 *
 * After compression the spring has stiffness k0/e² and keeps e² of its energy. As e → 0 there are two cases. If the forces at
 * other contacts do not press this one, its force falls to 0 within a time ∝ e and it opens with v_n ∝ e: e = 0 opens it at
 * once, with v_n = 0. If they press it, with a force F* that would hold it still, then its force goes up and down between
 * F* ± (peak − F*), at a frequency ∝ 1/e, and the contact stays closed and does not move, as if rigid, until F* has become so
 * small that the force meets 0 on its way down, or so large that the spring is loaded beyond its peak. Neither depends on e.
 * So a pressed contact is followed with e = ROUTH_PRESSED_RESTITUTION where its own is smaller: fast enough to be like the
 * limit, slow enough to follow.
 *
 * Contacts of that kind that turn round at the same moment, as the feet of a table do, lose their forces together: they do
 * not press each other. */

/* dv_n/dt at a contact from the forces at those that `without` does not name (NULL: from all), and the size of its terms. */
static double acceleration(const routh_collide *c, size_t i, const bool *without, double *size) {
    double sum = 0;
    *size = 0;
    for (size_t j = 0; j < c->count; j++) {
        const routh_springs *s = &c->springs[j];
        const double *w = c->w[i * c->count + j][2];
        if (s->grip == ROUTH_NO_GRIP || (without && without[j]))
            continue;
        const double parts[3] = {-s->tangential * s->spring[0] * w[0], -s->tangential * s->spring[1] * w[1],
                                 s->force * w[2]};
        for (int k = 0; k < 3; k++) {
            sum += parts[k];
            *size += fabs(parts[k]);
        }
    }
    return sum;
}

/* Does this contact turn round now, and keep less than can be followed? */
static bool turns_plastic(const routh_collide *c, size_t i) {
    const routh_springs *s = &c->springs[i];
    double size;
    return s->grip != ROUTH_NO_GRIP && s->loading && s->force > routh_faint_force(c, i) &&
           c->faint[i] == ROUTH_NO_GRIP && c->eps[i] < ROUTH_PRESSED_RESTITUTION &&
           fabs(s->v[2]) <= 10 * routh_speed_noise(c, i) && acceleration(c, i, NULL, &size) > 1e-9 * size;
}

/* Do the contacts that do not turn press this one? */
static bool is_pressed(const routh_collide *c, size_t i, const bool turns[ROUTH_MOST_SCENE_CONTACTS]) {
    double size;
    const double sum = acceleration(c, i, turns, &size);
    return sum < -1e-9 * size;
}

/* The spring turns round, and from now on keeps the share eps². */
static void turn_round(routh_collide *c, size_t i, double eps) {
    routh_springs *s = &c->springs[i];
    const double kept = s->eps * s->paid, keeps = eps * s->force;
    c->normal += 0.5 * (kept - keeps) * (kept + keeps) / s->k0;
    c->normal += routh_turn_round(s);
    s->eps = eps;
}

/* Compression ends at this contact, and at those that turn round with it; `opens` gets which of them have no force left. */
static void collide_turn(routh_collide *c, size_t contact, bool opens[ROUTH_MOST_SCENE_CONTACTS]) {
    bool turns[ROUTH_MOST_SCENE_CONTACTS] = {0}, pressed[ROUTH_MOST_SCENE_CONTACTS] = {0};
    for (size_t i = 0; i < c->count; i++) {
        opens[i] = false;
        turns[i] = i == contact || (c->eps[contact] < ROUTH_PRESSED_RESTITUTION && turns_plastic(c, i));
    }
    for (size_t i = 0; i < c->count; i++)
        pressed[i] = turns[i] && is_pressed(c, i, turns);
    for (size_t i = 0; i < c->count; i++)
        if (turns[i]) {
            turn_round(c, i, pressed[i] ? fmax(c->eps[i], ROUTH_PRESSED_RESTITUTION) : c->eps[i]);
            opens[i] = c->springs[i].eps == 0;
        }
}

/* Contacts that touch: which of them close, and do they begin sticking or slipping?
 *
 * A contact that approaches closes; it sticks if |v⊥| < μη²|v_n|. One that rests, v_n = 0, is moved by the forces at
 * others. To leading order in the time t from now, forces are f t^q: q = 0 at contacts already under load, q = 1 at those
 * that approach. They make the contact's velocity a t^(q+1)/(q+1), a = Σ W f. If a_n < 0 it closes, with a normal force
 * −k a_n t^(q+2)/((q+1)(q+2)), and that moves others in turn, at q + 2. If it also rests tangentially it sticks if
 * |a⊥| < μη²|a_n|, and otherwise slips along a⊥. If it slides already, or forces of a lower order, along its plane only,
 * made it slide before, then it slips that way. */

/* The leading term of a contact's force, f t^order. */
typedef struct leading {
    int known;
    int order;
    double force[3];
    int slides; /* a contact that rests along its normal moves along its plane: */
    double along[2];
} leading;

/* Begins sticking or slipping, as the velocity or its initial growth decides, and sets the force that follows. */
static void close_contact(routh_springs *s, const double v[3], double divisor, leading *term) {
    const double speed = hypot(v[0], v[1]), eta2 = s->k0 / s->tangential;
    s->grip = s->mu > 0 && speed < s->mu * eta2 * -v[2] ? ROUTH_STICKS : ROUTH_SLIPS;
    s->loading = 1;
    s->angle = speed > 0 ? atan2(v[1], v[0]) : 0;
    s->force = s->peak = s->paid = s->gap = s->spring[0] = s->spring[1] = 0;
    const double normal = -s->k0 * v[2] / divisor;
    const double limit = speed > 0 ? s->mu * normal / speed : 0;
    const double tangential = s->grip == ROUTH_STICKS ? s->tangential / divisor : limit;
    term->force[0] = -tangential * v[0];
    term->force[1] = -tangential * v[1];
    term->force[2] = normal;
    term->known = 1;
}

/* Contacts under load push at order 0, those that approach at order 1. */
static void first_terms(routh_collide *c, leading term[ROUTH_MOST_SCENE_CONTACTS]) {
    const double least = ROUTH_RESTING_SPEED * c->speed_scale;
    for (size_t i = 0; i < c->count; i++) {
        routh_springs *s = &c->springs[i];
        term[i] = (leading){0};
        if (s->grip != ROUTH_NO_GRIP) {
            term[i] = (leading){
                .known = 1,
                .force = {-s->tangential * s->spring[0], -s->tangential * s->spring[1], s->force},
            };
        } else if (s->gap <= 0 && s->v[2] < -least) {
            term[i].order = 1;
            close_contact(s, s->v, 1, &term[i]);
        } else if (s->gap > 0 || s->v[2] > 1e-14 * c->speed_scale)
            term[i].known = 1; /* apart: no force */
        else {
            term[i].slides = hypot(s->v[0], s->v[1]) > least;
            term[i].along[0] = s->v[0];
            term[i].along[1] = s->v[1];
        }
    }
}

/* a = Σ W f over the forces of this order, and how large its terms are. */
static double growth(const routh_collide *c, const leading term[ROUTH_MOST_SCENE_CONTACTS], size_t i, int order,
                     double a[3]) {
    double size = 0;
    a[0] = a[1] = a[2] = 0;
    for (size_t j = 0; j < c->count; j++)
        if (term[j].known && term[j].order == order)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    const double part = c->w[i * c->count + j][k][l] * term[j].force[l];
                    a[k] += part;
                    size += fabs(part);
                }
    return size;
}

/* Closes a contact that rests and that forces of this order press. */
static void close_resting(routh_collide *c, size_t i, leading *t, const double a[3]) {
    routh_springs *s = &c->springs[i];
    const double divisor = (t->order - 1.0) * t->order;
    if (t->slides) {
        const double along[3] = {t->along[0], t->along[1], 0}, speed = hypot(along[0], along[1]);
        close_contact(s, along, divisor, t);
        t->force[2] = -s->k0 * a[2] / divisor;
        for (int k = 0; k < 2; k++)
            t->force[k] = -s->mu * t->force[2] * along[k] / speed;
    } else
        close_contact(s, a, divisor, t);
    if (t->order > 3) {
        c->faint[i] = s->grip;
        c->faint_mu[i] = s->mu;
        s->grip = ROUTH_SLIPS;
        s->mu = 0;
    }
}

/* A contact that rests under the forces of this order, which may or may not move it. */
static void settle_resting(routh_collide *c, leading term[ROUTH_MOST_SCENE_CONTACTS], size_t i, int order) {
    leading *t = &term[i];
    double a[3];
    const double least = 1e-12 * growth(c, term, i, order, a);
    const int starts_sliding = !t->slides && hypot(a[0], a[1]) > least;
    if (fabs(a[2]) <= least) {
        t->slides |= starts_sliding;
        for (int k = 0; k < 2 && starts_sliding; k++)
            t->along[k] = a[k];
        return;
    }
    t->known = 1;
    t->order = order + 2;
    if (a[2] < 0) /* otherwise it opens: the gap begins to grow */
        close_resting(c, i, t, a);
}

/* Closes every contact that touches and approaches, and decides for those that touch and rest whether the forces on the way
 * close them, open them, or leave them alone. */
static void collide_settle(routh_collide *c) {
    leading term[ROUTH_MOST_SCENE_CONTACTS];
    first_terms(c, term);
    for (int order = 0; order <= 2 * (int)c->count + 1; order++)
        for (size_t i = 0; i < c->count; i++)
            if (!term[i].known)
                settle_resting(c, term, i, order);
}

/* Several contacts at once: from a scene to the impulses at its contacts, change by change. */

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
    ROUTH_TRY(routh_grow(r->context, &r->item, r->count, &r->room, sizeof *r->item));
    r->now[contact] = routh_collide_phase(c, contact);
    routh_scene_switch *item = &r->item[r->count++];
    *item = (routh_scene_switch){.time = c->time, .contact = contact, .phase = r->now[contact]};
    memcpy(item->phases, r->now, sizeof item->phases);
    return ROUTH_OK;
}

/* Notes every contact whose phase has changed since it was last noted. */
static routh_status note_changes(record *r, const routh_collide *c) {
    for (size_t i = 0; i < c->count; i++)
        if (routh_collide_phase(c, i) != r->now[i])
            ROUTH_TRY(note_change(r, c, i));
    return ROUTH_OK;
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
        collide_turn(c, contact, opens);
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
    collide_settle(c);
}

static void show(const routh_collide *c) {
    if (c->watch)
        c->watch(c, NULL, c->user);
}

static routh_status run(routh_context *context, routh_collide *c, record *r) {
    collide_settle(c);
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
    ROUTH_ARENA(room, context);
    routh_collide *c = routh_take(&room, 1, sizeof *c + blocks * sizeof *c->w);
    ROUTH_TRY(room.status);
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
    return status;
}
