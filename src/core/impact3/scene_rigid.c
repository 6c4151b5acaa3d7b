/* A scene with rigid contacts: impacts one after another, in several orders.
 *
 * A rigid impact is over at once, so that of two contacts that close at the same time one must be first. Where the end does not
 * depend on which, as in a row of balls, rigid bodies have an answer; where it does, as when a ball meets two others at once, they
 * have none: A. P. Ivanov, On multiple impact, J. Applied Mathematics and Mechanics 59 (1995). Impacts may go on for ever,
 * each weaker than the last; they end here when no contact closes faster than RESTING of the speeds at the start.
 *
 * Each impact is that of the law `rigid`, and every impulse p_j at a contact changes the velocity of all: v_i += W_ij p_j.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "impact3/impact3.h"

enum { ORDERS = 8, MOST_IMPACTS = 20000 };

#define RESTING 1e-10

/* Ends of two orders that differ by less than this share of the speeds at the start are the same. */
#define SAME 1e-6

static const routh_name_entry rigid_kinds[] = {
#define RIGID_NAME(code, name) {name, NULL},
    ROUTH_RIGID_TABLE(RIGID_NAME)
#undef RIGID_NAME
};
const routh_names routh_rigid_kinds = {"rigid answer", ROUTH_RIGID_KIND_COUNT, rigid_kinds};

/* One order of impacts. */
typedef struct sequence {
    const routh_scene *scene;
    double (*w)[3][3]; /* W_ij at i × count + j */
    double p[ROUTH_MOST_SCENE_CONTACTS][3], v[ROUTH_MOST_SCENE_CONTACTS][3];
    double still; /* m/s: slower is not closing */
    size_t impacts;
    routh_random random;
    bool ended;
    double closing; /* where it did not: how fast contacts still close, m/s */
} sequence;

/* Which of the contacts that close acts next; contact_count: none closes. */
static size_t next_contact(sequence *q, size_t order) {
    const size_t count = q->scene->contact_count;
    size_t closing[ROUTH_MOST_SCENE_CONTACTS], found = 0, fastest = 0;
    for (size_t i = 0; i < count; i++)
        if (q->v[i][2] < -q->still) {
            fastest = found == 0 || q->v[i][2] < q->v[fastest][2] ? i : fastest;
            closing[found++] = i;
        }
    if (found == 0)
        return count;
    switch (order) {
    case 0:
        return fastest;
    case 1:
        return closing[0];
    case 2:
        return closing[found - 1];
    default:
        return closing[routh_random_index(&q->random, found)];
    }
}

static routh_status strike_one(routh_context *context, sequence *q, size_t j) {
    const size_t count = q->scene->contact_count;
    routh_contact3 contact;
    routh_outcome3 outcome;
    memcpy(contact.w, q->w[j * count + j], sizeof contact.w);
    memcpy(contact.v, q->v[j], sizeof contact.v);
    const routh_status status =
        routh_law3_solve(context, &routh_law3_rigid, &q->scene->contact[j].pair, &contact, NULL, &outcome);
    if (status != ROUTH_OK)
        return status;
    for (int k = 0; k < 3; k++)
        q->p[j][k] += outcome.p[k];
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const double *w = q->w[i * count + j][k];
            q->v[i][k] += w[0] * outcome.p[0] + w[1] * outcome.p[1] + w[2] * outcome.p[2];
        }
    return ROUTH_OK;
}

static routh_status run(routh_context *context, sequence *q, size_t order) {
    const size_t count = q->scene->contact_count;
    double speed = 0;
    memset(q->p, 0, sizeof q->p);
    for (size_t i = 0; i < count; i++) {
        routh_contact_velocity(q->scene, i, q->v[i]);
        for (int k = 0; k < 3; k++)
            speed = fmax(speed, fabs(q->v[i][k]));
    }
    q->still = RESTING * speed;
    q->random = routh_random_seed(1, order);
    q->ended = false;
    q->closing = 0;
    for (q->impacts = 0; q->impacts < MOST_IMPACTS; q->impacts++) {
        const size_t next = next_contact(q, order);
        q->ended = next == count;
        if (q->ended)
            return ROUTH_OK;
        q->closing = -q->v[next][2];
        const routh_status status = strike_one(context, q, next);
        if (status != ROUTH_OK)
            return routh_ends_all(status) || !context
                       ? status
                       : routh_fail(context, status, "contacts[%zu]: %.300s", next, context->message);
    }
    return ROUTH_OK;
}

/* Kinetic energy after the impulses; `body` is room for the bodies. */
static double energy_after(const sequence *q, routh_body3 *body) {
    const routh_scene *scene = q->scene;
    double energy = 0;
    memcpy(body, scene->body, scene->body_count * sizeof *body);
    for (size_t i = 0; i < scene->contact_count; i++)
        routh_contact3_apply(&body[scene->contact[i].a], &body[scene->contact[i].b], &scene->contact[i], q->p[i]);
    for (size_t s = 0; s < scene->body_count; s++)
        energy += routh_body3_energy(&body[s]);
    return energy;
}

static void note_end(routh_rigid_collision *rigid, const sequence *q, double energy) {
    if (rigid->ended++ == 0) {
        rigid->impacts = q->impacts;
        memcpy(rigid->p, q->p, sizeof rigid->p);
        memcpy(rigid->v, q->v, sizeof rigid->v);
        memcpy(rigid->v_low, q->v, sizeof rigid->v_low);
        memcpy(rigid->v_high, q->v, sizeof rigid->v_high);
        rigid->energy_after = rigid->energy_low = rigid->energy_high = energy;
    }
    for (size_t i = 0; i < q->scene->contact_count; i++)
        for (int k = 0; k < 3; k++) {
            rigid->v_low[i][k] = fmin(rigid->v_low[i][k], q->v[i][k]);
            rigid->v_high[i][k] = fmax(rigid->v_high[i][k], q->v[i][k]);
        }
    rigid->energy_low = fmin(rigid->energy_low, energy);
    rigid->energy_high = fmax(rigid->energy_high, energy);
}

static void judge(routh_rigid_collision *rigid, const sequence *q, double closing) {
    double apart = 0;
    for (size_t i = 0; i < q->scene->contact_count; i++)
        for (int k = 0; k < 3; k++)
            apart = fmax(apart, rigid->v_high[i][k] - rigid->v_low[i][k]);
    const size_t size = sizeof rigid->words;
    if (rigid->ended == 0) {
        rigid->kind = ROUTH_RIGID_NONE;
        snprintf(rigid->words, size,
                 "no answer: after %d impacts, in each of %zu orders, contacts still close, at %.3g m/s", MOST_IMPACTS,
                 rigid->orders, closing);
    } else if (rigid->ended < rigid->orders || apart > SAME / RESTING * q->still) {
        rigid->kind = ROUTH_RIGID_AMBIGUOUS;
        snprintf(rigid->words, size,
                 "no unique answer: the order of impacts is free, %zu of %zu orders end, and contact velocities after "
                 "them differ by up to %.3g m/s",
                 rigid->ended, rigid->orders, apart);
    } else {
        rigid->kind = ROUTH_RIGID_UNIQUE;
        snprintf(rigid->words, size, "all %zu orders of impacts end in the same motion", rigid->orders);
    }
}

static routh_status try_orders(routh_context *context, sequence *q, routh_body3 *body, routh_rigid_collision *rigid) {
    double closing = 0;
    rigid->orders = q->scene->contact_count > 1 ? ORDERS : 1;
    for (size_t order = 0; order < rigid->orders; order++) {
        const routh_status status = run(context, q, order);
        if (routh_ends_all(status))
            return status;
        if (status != ROUTH_OK) { /* what a rigid contact cannot be, whatever the order */
            rigid->kind = ROUTH_RIGID_NONE;
            rigid->ended = 0;
            snprintf(rigid->words, sizeof rigid->words, "no answer: %.180s", context ? context->message : "");
            return ROUTH_OK;
        }
        if (q->ended)
            note_end(rigid, q, energy_after(q, body));
        else
            closing = fmax(closing, q->closing);
    }
    judge(rigid, q, closing);
    return ROUTH_OK;
}

routh_status routh_scene_solve_rigid(routh_context *context, const routh_scene *scene, routh_collision *collision) {
    if (!scene || !collision)
        return routh_fail_null(context, "scene collision", (const void *const[]){scene, collision});
    ROUTH_TRY(routh_scene_check(context, scene));
    const size_t count = scene->contact_count;
    routh_rigid_collision *rigid = routh_allocate(context, 1, sizeof *rigid);
    ROUTH_ARENA(room, context);
    sequence *q = routh_take(&room, 1, sizeof *q);
    routh_body3 *body = routh_take(&room, scene->body_count, sizeof *body);
    double(*w)[3][3] = routh_allocate(context, count * count, sizeof *w);
    routh_status status = rigid && q && body && w ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        q->scene = scene;
        q->w = w;
        for (size_t i = 0; i < count * count; i++)
            routh_coupling(scene, i / count, i % count, w[i]);
        status = try_orders(context, q, body, rigid);
    }
    routh_release(context, w);
    if (status == ROUTH_OK) {
        routh_release(context, collision->rigid);
        collision->rigid = rigid;
    } else
        routh_release(context, rigid);
    return status;
}
