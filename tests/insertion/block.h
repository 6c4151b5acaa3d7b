/* A block that is pressed into a slab and pushed over it: the smallest insertion, with an answer by hand. Include after
 * cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INSERTION_BLOCK_H
#define ROUTH_TESTS_INSERTION_BLOCK_H

#include <math.h>
#include <string.h>

#include <routh/insertion.h>

#include "close.h"
#include "geometry/geometry.h"

/* A cube of 4 cm, its lower face in its origin's plane z = 0, on a slab whose upper face is z = 0 as well: mated. */
static const char block_scene[] =
    "{\"unit\": \"cm\", \"angle\": \"deg\", \"objects\": ["
    "{\"name\": \"block\", \"parts\": [{\"name\": \"cube\", \"vertices\": [[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0],"
    "[-2,-2,4],[2,-2,4],[2,2,4],[-2,2,4]]}]},"
    "{\"name\": \"table\", \"parts\": [{\"name\": \"slab\", \"halfspaces\": [[0,0,1,0],[0,0,-2,-4],[1,0,0,-20],"
    "[-1,0,0,-20],[0,1,0,-20],[0,-1,0,-20]]}]}],"
    "\"displacements\": [{\"name\": \"offset\", \"kind\": \"offset\", \"axis\": [0,0,-1], \"deviation\": 0.003},"
    "{\"name\": \"sideways\", \"kind\": \"shift\", \"object\": \"block\", \"part\": \"cube\", \"axis\": [2,0,0], "
    "\"deviation\": 0.01},"
    "{\"name\": \"tilt\", \"kind\": \"turn\", \"object\": \"block\", \"axis\": [0,1,0], \"through\": [0,0,0], "
    "\"nominal\": 0, \"deviation\": 0.1}]}";

static inline routh_assembly block_assembly(void) {
    routh_context context = routh_context_default();
    routh_assembly assembly;
    if (routh_assembly_read(&context, routh_io_memory(block_scene, sizeof block_scene - 1, "block.json"), &assembly) !=
        ROUTH_OK)
        fail_msg("%s", context.message);
    return assembly;
}

static inline routh_pose3 some_pose(double angle, double x, double y, double z) {
    const double axis[3] = {0.3, -0.5, 0.8}, origin[3] = {0, 0, 0};
    routh_pose3 pose = routh_pose3_turn(axis, origin, angle);
    pose.position[0] = x, pose.position[1] = y, pose.position[2] = z;
    return pose;
}

/* The block stands `depth` deep in the slab at (x, y) and slides with `velocity`, both in the slab's axes. */
typedef struct block_case {
    double k, mu, depth, x, y, velocity[3];
} block_case;

/* Everything is in arbitrary places: the table in the world, the plate under it, the block in the hand. The wrench is
 * worked out in world axes from the middle of the overlap. */
static inline void block_sample(const routh_insertion *insertion, const block_case *c,
                                routh_insertion_instant *sample) {
    const double down[3] = {0, 0, -1};
    routh_pose3 relative = routh_pose3_shift(down, c->depth);
    relative.position[0] = c->x, relative.position[1] = c->y;
    const routh_pose3 block = routh_pose3_compose(&insertion->receptacle, &relative);
    const routh_pose3 held = some_pose(0.4, 0.05, -0.02, 0.11), back = routh_pose3_inverse(&held);
    sample->hand = routh_pose3_compose(&block, &back);
    routh_pose3_direction(&insertion->receptacle, c->velocity, sample->twist); /* no spin: the hand moves alike */

    const double speed = hypot(c->velocity[0], c->velocity[1]), n = c->k * c->depth;
    const double force[3] = {speed > 0 ? -c->mu * n * c->velocity[0] / speed : 0,
                             speed > 0 ? -c->mu * n * c->velocity[1] / speed : 0, n};
    const double at[3] = {c->x, c->y, -c->depth / 2};
    double f[3], p[3], arm[3];
    routh_pose3_direction(&insertion->receptacle, force, f);
    routh_pose3_point(&insertion->receptacle, at, p);
    for (int i = 0; i < 3; i++)
        arm[i] = p[i] - insertion->plate.position[i];
    const double moment[3] = {arm[1] * f[2] - arm[2] * f[1], arm[2] * f[0] - arm[0] * f[2],
                              arm[0] * f[1] - arm[1] * f[0]};
    const routh_pose3 plate = routh_pose3_inverse(&insertion->plate);
    routh_pose3_direction(&plate, f, sample->wrench);
    routh_pose3_direction(&plate, moment, &sample->wrench[3]);
}

/* The reference: mated but for the offset, at (0, 0). */
static inline routh_insertion block_insertion(const block_case *cases, size_t count, double offset,
                                              routh_insertion_instant *samples) {
    routh_insertion insertion = {.name = "block",
                                 .rate = 50,
                                 .count = count,
                                 .sample = samples,
                                 .receptacle = some_pose(-0.7, 1.5, 0.2, 0.9),
                                 .plate = some_pose(1.9, 1.4, 0.3, 0.5),
                                 .offset = offset};
    routh_insertion_instant mated;
    const block_case reference = {.depth = offset};
    block_sample(&insertion, &reference, &mated);
    insertion.reference = mated.hand;
    for (size_t i = 0; i < count; i++) {
        samples[i] = (routh_insertion_instant){.time = (double)i / insertion.rate};
        block_sample(&insertion, &cases[i], &samples[i]);
    }
    return insertion;
}

#endif
