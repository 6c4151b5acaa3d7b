/* The whole course of an impact, and of a collision of several contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "impact3/impact3.h"
#include "impact3/phase.h"

/* An impact with its whole curve. */

typedef struct collector {
    routh_context *context;
    routh_trace *curve;
    size_t capacity;
    int full; /* memory ran out */
} collector;

static void collect(const routh_moment *moment, void *user) {
    collector *into = user;
    routh_trace *curve = into->curve;
    if (into->full)
        return;
    into->full = routh_grow(into->context, &curve->moment, curve->count, &into->capacity, sizeof *moment) != ROUTH_OK;
    if (into->full)
        return;
    curve->moment[curve->count++] = *moment;
}

routh_status routh_trace_of(routh_context *context, const routh_contact3 *contact, const routh_pair *pair,
                            size_t points, routh_trace *curve) {
    if (!contact || !pair || !curve)
        return routh_fail_null(context, "contact pair curve", (const void *const[]){contact, pair, curve});
    *curve = (routh_trace){.contact = *contact, .pair = *pair};
    collector into = {.context = context, .curve = curve};
    routh_law3_options options = routh_law3_options_default();
    options.watch = collect;
    options.points = points;
    options.user = &into;
    routh_status status = routh_law3_solve(context, &routh_law3_compliant, pair, contact, &options, &curve->outcome);
    if (status == ROUTH_OK && into.full)
        status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the curve of an impact");
    if (status != ROUTH_OK)
        routh_trace_release(context, curve);
    return status;
}

void routh_trace_release(routh_context *context, routh_trace *curve) {
    if (!curve)
        return;
    routh_release(context, curve->moment);
    *curve = (routh_trace){0};
}

/* A collision with its whole course: bodies and contacts over time.
 *
 * The collision is solved twice, first to see how long it takes. Within a step everything is a polynomial, so that moments at
 * even distances cost no more steps. */

typedef struct follower {
    routh_context *context;
    const routh_scene *scene;
    routh_body3 *body; /* room to move the scene's bodies in */
    routh_scene_trace *trace;
    size_t room;
    double interval;
    size_t next; /* the next moment is due at next × interval */
    int full;    /* memory ran out */
} follower;

/* ξ at a time since the start of the step: the inverse of routh_step_time. */
static double place_in_step(const routh_step *step, double time) {
    if (isinf(step->remaining))
        return time / step->stride;
    return (1 - sqrt(fmax(0.0, 1 - time / step->remaining))) / step->stride;
}

/* The contact as it is at ξ. */
static routh_springs springs_at(const routh_springs *start, const routh_step_contact *points, double xi) {
    routh_springs s = *start;
    for (int k = 0; k < 3; k++)
        s.v[k] = routh_step_between(start->v[k], points->v[k], xi);
    if (s.grip == ROUTH_NO_GRIP)
        return s;
    for (int k = 0; k < 3; k++)
        s.p[k] += routh_step_between(0, points->p[k], xi);
    s.force = fmax(0.0, routh_step_between(start->force, points->force, xi));
    s.angle = routh_step_between(start->angle, points->angle, xi);
    if (s.grip == ROUTH_STICKS)
        for (int k = 0; k < 2; k++)
            s.spring[k] = routh_step_between(start->spring[k], points->spring[k], xi);
    else
        routh_springs_at_limit(&s);
    return s;
}

/* Stick: the springs follow the contact. Slip: (ρ d)˙ = ρ̇ d + ρ φ̇ d⊥ with ρ̇ = −μ k v_n / k⊥ and ρ φ̇ = v⊥·d⊥. */
static void spring_rates(const routh_springs *s, double k, double rate[3]) {
    rate[2] = s->v[2];
    if (s->grip == ROUTH_STICKS) {
        rate[0] = s->v[0];
        rate[1] = s->v[1];
        return;
    }
    const double c = cos(s->angle), d = sin(s->angle), along = -s->mu * k * s->v[2] / s->tangential;
    const double across = s->v[1] * c - s->v[0] * d;
    rate[0] = along * c - across * d;
    rate[1] = along * d + across * c;
}

static routh_moment contact_moment(const routh_springs *s, double time, routh_phase phase) {
    routh_moment moment = {.time = time, .phase = phase};
    memcpy(moment.p, s->p, sizeof moment.p);
    memcpy(moment.v, s->v, sizeof moment.v);
    if (s->grip == ROUTH_NO_GRIP || (s->eps == 0 && !s->loading))
        return moment;
    const double k = routh_normal_stiffness(s);
    moment.spring[0] = s->spring[0];
    moment.spring[1] = s->spring[1];
    moment.spring[2] = s->force > 0 ? -s->force / k : 0; /* never -0 */
    spring_rates(s, k, moment.spring_rate);
    return moment;
}

/* F²/2k, less what the normal spring lost when it turned round before it was loaded again. */
static double stored_energy(const routh_springs *s) {
    if (s->grip == ROUTH_NO_GRIP)
        return 0;
    const double e2 = s->eps * s->eps, square = s->force * s->force;
    const double normal = s->loading ? square - (1 - e2) * s->paid * s->paid : e2 * square;
    return 0.5 * normal / s->k0 + routh_tangential_energy(s);
}

static int make_room(follower *f) {
    routh_scene_trace *t = f->trace;
    size_t a = f->room, b = f->room;
    f->full =
        routh_grow(f->context, &t->moment, t->count, &a, sizeof *t->moment) != ROUTH_OK ||
        routh_grow(f->context, &t->body, t->count, &b, t->body_count * sizeof *t->body) != ROUTH_OK ||
        routh_grow(f->context, &t->contact, t->count, &f->room, t->contact_count * sizeof *t->contact) != ROUTH_OK;
    return !f->full;
}

/* The bodies from the impulses so far. */
static double place_bodies(follower *f, const routh_moment *contact, routh_velocity3 *body) {
    const routh_scene *scene = f->scene;
    double kinetic = 0;
    memcpy(f->body, scene->body, scene->body_count * sizeof *f->body);
    for (size_t i = 0; i < scene->contact_count; i++) {
        const routh_scene_contact *m = &scene->contact[i];
        routh_contact3_apply(&f->body[m->a], &f->body[m->b], m, contact[i].p);
    }
    for (size_t s = 0; s < scene->body_count; s++) {
        memcpy(body[s].velocity, f->body[s].velocity, sizeof body[s].velocity);
        memcpy(body[s].spin, f->body[s].spin, sizeof body[s].spin);
        kinetic += routh_body3_energy(&f->body[s]);
    }
    return kinetic;
}

/* A moment at ξ of the step, or now (NULL). Several changes at one time leave one moment. */
static void add_moment(follower *f, const routh_collide *c, const routh_step *step, double xi) {
    routh_scene_trace *t = f->trace;
    const double time = c->time + (step ? routh_step_time(step, xi) : 0);
    if (!step && t->count > 0 && t->moment[t->count - 1].time >= time)
        t->count--;
    if (!make_room(f))
        return;
    routh_scene_moment *moment = &t->moment[t->count];
    routh_moment *contact = &t->contact[t->count * t->contact_count];
    *moment = (routh_scene_moment){.time = time};
    for (size_t i = 0; i < c->count; i++) {
        const routh_springs s = step ? springs_at(&c->springs[i], &step->contact[i], xi) : c->springs[i];
        contact[i] = contact_moment(&s, time, routh_collide_phase(c, i));
        moment->stored += stored_energy(&s);
    }
    moment->kinetic = place_bodies(f, contact, &t->body[t->count * t->body_count]);
    t->count++;
}

static void follow(const routh_collide *c, const routh_step *step, void *user) {
    follower *f = user;
    if (f->full)
        return;
    if (!step) {
        add_moment(f, c, NULL, 0);
        return;
    }
    const double length = routh_step_time(step, 1);
    while (!f->full) {
        const double time = (double)f->next * f->interval - c->time;
        if (time >= length)
            return;
        f->next++;
        if (time > 0)
            add_moment(f, c, step, place_in_step(step, time));
    }
}

routh_status routh_scene_trace_of(routh_context *context, const routh_scene *scene, double tolerance, size_t points,
                                  routh_scene_trace *trace) {
    if (!scene || !trace)
        return routh_fail_null(context, "scene trace", (const void *const[]){scene, trace});
    *trace = (routh_scene_trace){0};
    routh_status status =
        routh_check_count(context, "the curve of a collision", "points", points, 1, ROUTH_MOST_SCENE_POINTS);
    routh_collision first;
    if (status == ROUTH_OK)
        status = routh_scene_solve(context, scene, tolerance, &first);
    if (status != ROUTH_OK)
        return status;
    trace->body_count = scene->body_count;
    trace->contact_count = scene->contact_count;
    follower f = {.context = context, .scene = scene, .trace = trace, .interval = first.duration / (double)points};
    routh_collision_release(context, &first);
    f.body = routh_allocate(context, scene->body_count, sizeof *f.body);
    status =
        f.body ? routh_scene_follow(context, scene, tolerance, follow, &f, &trace->collision) : ROUTH_OUT_OF_MEMORY;
    routh_release(context, f.body);
    if (status == ROUTH_OK && f.full)
        status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the curve of a collision");
    if (status != ROUTH_OK)
        routh_scene_trace_release(context, trace);
    return status;
}

void routh_scene_trace_release(routh_context *context, routh_scene_trace *trace) {
    if (!trace)
        return;
    routh_collision_release(context, &trace->collision);
    routh_release(context, trace->moment);
    routh_release(context, trace->body);
    routh_release(context, trace->contact);
    *trace = (routh_scene_trace){0};
}
