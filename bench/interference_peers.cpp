/* FCL and Bullet behind one interface, for bench_interference.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "interference_peers.h"

#include <memory>
#include <vector>

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <btBulletCollisionCommon.h>
#include <fcl/fcl.h>

struct peer_pair {
    peer_kind kind;
    std::shared_ptr<fcl::Convexd> fcl_part[2];
    btConvexHullShape bullet_part[2];
};

static std::shared_ptr<fcl::Convexd> fcl_part(const routh_polyhedron *part) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (size_t i = 0; i < routh_polyhedron_facts_of(part).vertices; i++) {
        const double *v = routh_polyhedron_facts_of(part).vertex + 3 * i;
        vertices->push_back(fcl::Vector3d(v[0], v[1], v[2]));
    }
    for (size_t f = 0; f < routh_polyhedron_facts_of(part).faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        faces->push_back(static_cast<int>(face.count));
        for (size_t k = 0; k < face.count; k++)
            faces->push_back(static_cast<int>(face.corner[k]));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(routh_polyhedron_facts_of(part).faces), faces);
}

static fcl::Transform3d fcl_pose(const routh_pose3 *pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; i++) {
        transform.translation()[i] = pose->position[i];
        for (int j = 0; j < 3; j++)
            transform.linear()(i, j) = pose->rotation[i][j];
    }
    return transform;
}

static btTransform bullet_pose(const routh_pose3 *pose) {
    const double(*r)[3] = pose->rotation, *p = pose->position;
    return btTransform(btMatrix3x3(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]),
                       btVector3(p[0], p[1], p[2]));
}

peer_pair *peer_create(peer_kind kind, const routh_polyhedron *a, const routh_polyhedron *b) {
    peer_pair *made = new peer_pair();
    const routh_polyhedron *part[2] = {a, b};
    made->kind = kind;
    for (int i = 0; i < 2; i++) {
        made->fcl_part[i] = fcl_part(part[i]);
        for (size_t k = 0; k < routh_polyhedron_facts_of(part[i]).vertices; k++) {
            const double *v = routh_polyhedron_facts_of(part[i]).vertex + 3 * k;
            made->bullet_part[i].addPoint(btVector3(v[0], v[1], v[2]));
        }
        made->bullet_part[i].setMargin(0);
    }
    return made;
}

void peer_release(peer_pair *peer) {
    delete peer;
}

/* FCL's own solver reports the depth with a minus, and both it and Bullet the normal in the first part's axes. */
static int fcl_find(peer_pair *peer, const routh_pose3 *pose_a, const routh_pose3 *pose_b, double *depth,
                    fcl::Vector3d *normal, bool *is_local) {
    fcl::CollisionRequestd request(1, true);
    fcl::CollisionResultd result;
    request.gjk_solver_type = peer->kind == PEER_FCL_CCD ? fcl::GST_LIBCCD : fcl::GST_INDEP;
    try {
        fcl::collide(peer->fcl_part[0].get(), fcl_pose(pose_a), peer->fcl_part[1].get(), fcl_pose(pose_b), request,
                     result);
    } catch (...) {
        return 0;
    }
    if (!result.isCollision())
        return 0;
    *is_local = peer->kind == PEER_FCL_INDEP;
    *depth = *is_local ? -result.getContact(0).penetration_depth : result.getContact(0).penetration_depth;
    *normal = result.getContact(0).normal;
    return 1;
}

static int bullet_find(peer_pair *peer, const routh_pose3 *pose_a, const routh_pose3 *pose_b, double *depth,
                       fcl::Vector3d *normal) {
    const btTransform a = bullet_pose(pose_a), b = bullet_pose(pose_b);
    btGjkEpaSolver2::sResults result;
    if (!btGjkEpaSolver2::Penetration(&peer->bullet_part[0], a, &peer->bullet_part[1], b, b.getOrigin() - a.getOrigin(),
                                      result))
        return 0;
    *depth = -result.distance;
    *normal = fcl::Vector3d(-result.normal[0], -result.normal[1], -result.normal[2]);
    return 1;
}

int peer_find(peer_pair *peer, const routh_pose3 *pose_a, const routh_pose3 *pose_b, double *depth, double normal[3]) {
    fcl::Vector3d found;
    bool is_local = true;
    const int hit = peer->kind == PEER_BULLET ? bullet_find(peer, pose_a, pose_b, depth, &found)
                                              : fcl_find(peer, pose_a, pose_b, depth, &found, &is_local);
    if (!hit)
        return 0;
    const double local[3] = {found[0], found[1], found[2]};
    if (is_local)
        routh_pose3_direction(pose_a, local, normal);
    else
        for (int i = 0; i < 3; i++)
            normal[i] = local[i];
    return 1;
}
