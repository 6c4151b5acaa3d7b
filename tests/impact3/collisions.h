/* Scenes for tests of several contacts: a stage to build them on, random ones, and what a collision conserves. Include
 * after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_COLLISIONS_H
#define ROUTH_TESTS_STRIKE_COLLISIONS_H

#include "../effort.h"
#include "base/context.h"
#include "bodies.h"

/* How many of so many trials. */
#define TRIALS(number) effort((number) / 10 + 1, (number), (number))

typedef struct stage {
    routh_body3 body[6];
    routh_scene_contact contact[ROUTH_MOST_SCENE_CONTACTS];
    size_t solids, meetings;
} stage;

static inline routh_scene scene_of(stage *s) {
    for (size_t i = 0; i < s->solids; i++) /* no two may have the same name */
        snprintf(s->body[i].name, sizeof s->body[i].name, "body %zu", i);
    return (routh_scene){.body = s->body, .body_count = s->solids, .contact = s->contact, .contact_count = s->meetings};
}

/* The next contact of the stage, between two of its bodies. */
static inline routh_scene_contact *meet(stage *s, size_t a, size_t b, const double point[3], const double normal[3]) {
    routh_scene_contact *m = &s->contact[s->meetings++];
    *m = routh_scene_contact_default();
    m->a = a;
    m->b = b;
    memcpy(m->point, point, sizeof m->point);
    memcpy(m->normal, normal, sizeof m->normal);
    return m;
}

static inline routh_collision collide_to(stage *s, double tolerance) {
    routh_context context = routh_context_default();
    routh_collision collision;
    const routh_scene scene = scene_of(s);
    const routh_status status = routh_scene_solve(&context, &scene, tolerance, &collision);
    if (status != ROUTH_OK)
        fail_msg("%s", context.message);
    return collision;
}

static inline routh_collision collide(stage *s) {
    return collide_to(s, 1e-10);
}

static inline void release(routh_collision *collision) {
    routh_context context = routh_context_default();
    routh_collision_release(&context, collision);
}

/* From a contact's axes to the world's. */
static inline void in_world(const routh_scene_contact *scene_contact, const double p[3], double world[3]) {
    double axes[3][3];
    routh_contact3_axes(scene_contact->normal, axes);
    for (int k = 0; k < 3; k++)
        world[k] = p[0] * axes[0][k] + p[1] * axes[1][k] + p[2] * axes[2][k];
}

static inline routh_pair random_touch(routh_random *random) {
    const size_t kind = routh_random_index(random, 8);
    return (routh_pair){.mu = routh_random_index(random, 4) ? routh_random_uniform(random, 0, 1.2) : 0,
                        .eps = kind == 0   ? 0
                               : kind == 1 ? 1
                                           : routh_random_uniform(random, 0.05, 1),
                        .eta2 = exp(routh_random_uniform(random, -1.5, 1.5))};
}

/* A contact somewhere between two bodies, its normal roughly from one to the other. */
static inline void random_contact(stage *s, routh_random *random, size_t a, size_t b) {
    double point[3], normal[3];
    for (int k = 0; k < 3; k++) {
        const double from = s->body[b].position[k], to = s->body[a].position[k];
        point[k] = 0.5 * (from + to) + 0.3 * drawn(random);
        normal[k] = to - from + 0.3 * drawn(random);
    }
    routh_scene_contact *m = meet(s, a, b, point, normal);
    m->stiffness = s->meetings == 1 ? 1 : exp(routh_random_uniform(random, -2, 2));
    m->pair = random_touch(random);
}

/* Some bodies, some of them held, and contacts between any two of them that can move. */
static inline stage random_stage(routh_random *random, size_t solids, size_t meetings, int held) {
    stage s = {.solids = solids};
    for (size_t i = 0; i < solids; i++) {
        s.body[i] = random_solid(random);
        const size_t draw_freedom = routh_random_index(random, 6);
        if (held && draw_freedom < 2)
            set_freedom(&s.body[i], i > 0 && draw_freedom == 0 ? ROUTH_FIXED : ROUTH_GUIDED);
    }
    if (s.body[0].freedom == ROUTH_GUIDED)
        set_freedom(&s.body[0], ROUTH_FREE); /* one at least is free, so that contacts can be found */
    while (s.meetings < meetings) {
        const size_t a = routh_random_index(random, solids), b = routh_random_index(random, solids);
        if (a == b || (s.body[a].freedom != ROUTH_FREE && s.body[b].freedom != ROUTH_FREE))
            continue;
        random_contact(&s, random, a, b);
    }
    return s;
}

/* One that closes somewhere: others are legal no collisions. */
static inline stage random_collision(routh_random *random, size_t solids, size_t meetings, int held) {
    for (;;) {
        stage s = random_stage(random, solids, meetings, held);
        const routh_scene scene = scene_of(&s);
        const routh_status status = routh_scene_check(NULL, &scene);
        assert_true(status == ROUTH_OK || status == ROUTH_SEPARATING);
        if (status == ROUTH_OK)
            return s;
    }
}

#endif
