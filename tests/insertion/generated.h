/* Generated insertions, and what acts in them, computed again in the world's axes. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INSERTION_GENERATED_H
#define ROUTH_TESTS_INSERTION_GENERATED_H

#include <math.h>
#include <string.h>

#include <routh/routh.h>

#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "papers.h"

static const double flank_angle = 40 * 3.14159265358979323846 / 180;

typedef struct stage {
    routh_context context;
    routh_assembly assembly;
    routh_arena room;
    routh_overlap_scratch *scratch;
} stage;

static inline int stage_set_up(void **state) {
    static stage s;
    const vguides guides = vguides_default();
    s.context = routh_context_default();
    assert_int_equal(vguides_assembly(&s.context, &guides, &s.assembly), ROUTH_OK);
    s.room = (routh_arena){.context = &s.context};
    s.scratch = routh_overlap_scratch_of(&s.room, 64, 64);
    *state = &s;
    return 0;
}

static inline int stage_tear_down(void **state) {
    stage *s = *state;
    routh_arena_release(&s->room);
    routh_assembly_release(&s->context, &s->assembly);
    return 0;
}

/* Without sensors, with the grip told exactly, and at a quarter of the usual rate, which changes next to nothing. */
static inline routh_insertion_generator exact_setting(guides_test test, double displacement) {
    routh_insertion_generator setting = guides_generator(test);
    setting.displacement = setting.turn = displacement;
    setting.sensors = 0;
    setting.known_offset = 1;
    setting.rate = 250;
    return setting;
}

static inline routh_insertion generated(stage *s, const routh_insertion_generator *setting) {
    routh_insertion insertion;
    if (routh_insertion_generate(&s->context, &s->assembly, setting, &insertion, NULL) != ROUTH_OK)
        fail_msg("%s", s->context.message);
    return insertion;
}

/* Equations 19, 20 and 22: object 1 in the world. */
static inline routh_pose3 object_pose(const routh_insertion *insertion, const routh_insertion_instant *sample) {
    const double axis[3] = {1, 0, 0};
    const routh_pose3 back = routh_pose3_inverse(&insertion->reference),
                      shift = routh_pose3_shift(axis, insertion->offset);
    const routh_pose3 mated = routh_pose3_compose(&insertion->receptacle, &shift);
    const routh_pose3 grip = routh_pose3_compose(&back, &mated);
    return routh_pose3_compose(&sample->hand, &grip);
}

/* The same in object 2's axes. */
static inline routh_pose3 relative_pose(const routh_insertion *insertion, const routh_insertion_instant *sample) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->receptacle), object = object_pose(insertion, sample);
    return routh_pose3_compose(&back, &object);
}

typedef struct forces {
    size_t contacts, sliding; /* faster than 2e-4 m/s */
    double pressed;           /* Σ K δ, N */
    double friction_power;    /* W: what friction does to object 1 */
    double wrench[6];         /* about the plate's origin in its axes */
} forces;

static inline void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* What springs of overlap and friction do to object 1, from one sample's pose and twist. */
static inline forces forces_at(const stage *s, const routh_insertion *insertion,
                               const routh_insertion_generator *setting, const routh_insertion_instant *sample) {
    const routh_object *one = &s->assembly.object[0], *two = &s->assembly.object[1];
    const routh_pose3 object = object_pose(insertion, sample), to_plate = routh_pose3_inverse(&insertion->plate);
    forces sum = {0};
    double force[3] = {0}, moment[3] = {0};
    for (size_t a = 0; a < one->count; a++) {
        const routh_pose3 part = routh_part_pose(&s->assembly, 0, a, insertion->truth.displacement);
        const routh_pose3 guide = routh_pose3_compose(&object, &part);
        for (size_t b = 0; b < two->count; b++) {
            const routh_pose3 wall = routh_pose3_compose(&insertion->receptacle, &two->part[b].place);
            const double *p = guide.position, *q = wall.position;
            if (hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]) > 0.12)
                continue; // a guide fits into a ball of 0.05 m around its place, a wall into one of 0.07 m
            routh_overlap c;
            if (!routh_overlap_find(one->part[a].shape, &guide, two->part[b].shape, &wall, 1, NULL, s->scratch, &c))
                continue;
            double from_hand[3], from_plate[3], v[3], f[3], m[3], through = 0, speed = 0;
            for (int k = 0; k < 3; k++) {
                from_hand[k] = c.point[k] - sample->hand.position[k];
                from_plate[k] = c.point[k] - insertion->plate.position[k];
            }
            cross(sample->twist + 3, from_hand, v);
            for (int k = 0; k < 3; k++)
                through += (v[k] += sample->twist[k]) * c.normal[k];
            for (int k = 0; k < 3; k++)
                speed += (v[k] - through * c.normal[k]) * (v[k] - through * c.normal[k]);
            speed = sqrt(speed);
            const double n = setting->stiffness * c.depth, u = speed / setting->creep;
            for (int k = 0; k < 3; k++) {
                const double along = speed > 0 ? (v[k] - through * c.normal[k]) / speed : 0;
                const double friction = -setting->friction * n * (u >= 1 ? 1 : u * (2 - u)) * along;
                f[k] = -n * c.normal[k] + friction;
                sum.friction_power += friction * v[k];
            }
            cross(from_plate, f, m);
            for (int k = 0; k < 3; k++) {
                force[k] += f[k];
                moment[k] += m[k];
            }
            sum.contacts++;
            sum.sliding += speed > 2e-4;
            sum.pressed += n;
        }
    }
    routh_pose3_direction(&to_plate, force, sum.wrench);
    routh_pose3_direction(&to_plate, moment, sum.wrench + 3);
    return sum;
}

/* The measured force in object 2's axes. */
static inline void force_in_object2(const routh_insertion *insertion, const routh_insertion_instant *sample,
                                    double force[3]) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->receptacle);
    double world[3];
    routh_pose3_direction(&insertion->plate, sample->wrench, world);
    routh_pose3_direction(&back, world, force);
}

#endif
