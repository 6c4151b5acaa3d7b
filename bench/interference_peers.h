/* What the bench asks of collision libraries in C++: FCL and Bullet.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_BENCH_INTERFERENCE_PEERS_H
#define ROUTH_BENCH_INTERFERENCE_PEERS_H

#include <routh/geometry.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum peer_kind {
    PEER_FCL_CCD,   /* FCL with libccd's solver (MPR for depths), its default tolerance */
    PEER_FCL_INDEP, /* FCL with its own solver (EPA), its default tolerance */
    PEER_BULLET,    /* Bullet's EPA in double precision */
} peer_kind;

typedef struct peer_pair peer_pair;

peer_pair *peer_create(peer_kind kind, const routh_polyhedron *a, const routh_polyhedron *b);
void peer_release(peer_pair *peer);

/* 1 with depth and normal (outward from a) if the library finds an overlap. */
int peer_find(peer_pair *peer, const routh_pose3 *pose_a, const routh_pose3 *pose_b, double *depth, double normal[3]);

#ifdef __cplusplus
}
#endif
#endif
