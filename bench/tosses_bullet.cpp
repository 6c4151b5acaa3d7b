/* Tosses in Bullet, double precision: sequential impulses with Newton's restitution.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tosses_peers.h"

#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>

namespace {

enum { FRICTION, RESTITUTION, RESTITUTION_SPEED, REDUCTION };

struct toss_scene {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    btStaticPlaneShape plane{btVector3(0, 0, 1), 0};
    std::vector<std::unique_ptr<btCollisionShape>> part;
    btCompoundShape shape;
    std::unique_ptr<btRigidBody> ground, body;
    btTransform principal; /* from the body's principal axes to ours */
    int steps;
    double step, rate, lift;

    ~toss_scene() {
        world.removeRigidBody(body.get());
        world.removeRigidBody(ground.get());
    }
};

btVector3 vector(const double v[3]) {
    return btVector3(v[0], v[1], v[2]);
}

/* Bullet wants axes in which the inertia tensor is diagonal. */
btVector3 find_principal(const routh_world3 *world, btTransform *principal) {
    const double(*i)[3] = world->inertia;
    btMatrix3x3 inertia(i[0][0], i[0][1], i[0][2], i[1][0], i[1][1], i[1][2], i[2][0], i[2][1], i[2][2]), turn;
    inertia.diagonalize(turn, 1e-12, 50);
    *principal = btTransform(turn);
    return btVector3(inertia[0][0], inertia[1][1], inertia[2][2]);
}

void add_parts(toss_scene *scene, const routh_world3 *world) {
    const btTransform into = scene->principal.inverse();
    if (world->rounding > 0)
        for (size_t i = 0; i < world->shape->count; i++) {
            double corner[3];
            toss_corner(world, i, corner);
            scene->part.push_back(std::make_unique<btSphereShape>(world->rounding));
            scene->shape.addChildShape(into * btTransform(btQuaternion::getIdentity(), vector(corner)),
                                       scene->part.back().get());
        }
    else {
        const btVector3 half(toss_half_side(world, 0), toss_half_side(world, 1), toss_half_side(world, 2));
        scene->part.push_back(std::make_unique<btBoxShape>(half));
        scene->shape.addChildShape(into * btTransform(btQuaternion::getIdentity(), -vector(world->centre)),
                                   scene->part.back().get());
    }
}

void *create(const routh_world3 *world, const double *parameter, int steps, double rate) {
    toss_scene *scene = new toss_scene();
    scene->steps = steps;
    scene->rate = rate;
    scene->step = 1 / (rate * steps);
    scene->lift = toss_lift(world, scene->step);
    const btVector3 moments = find_principal(world, &scene->principal);
    add_parts(scene, world);
    scene->world.setGravity(btVector3(0, 0, -world->gravity));
    btContactSolverInfo &info = scene->world.getSolverInfo();
    info.m_numIterations = 50;
    info.m_restitutionVelocityThreshold = parameter[RESTITUTION_SPEED];
    info.m_erp2 = parameter[REDUCTION];
    info.m_splitImpulse = 1; /* depth is taken back without a velocity, at any depth */
    info.m_splitImpulsePenetrationThreshold = 0;
    scene->ground = std::make_unique<btRigidBody>(0, nullptr, &scene->plane);
    scene->body = std::make_unique<btRigidBody>(world->mass, nullptr, &scene->shape, moments);
    /* those of two bodies are multiplied */
    scene->ground->setFriction(1);
    scene->ground->setRestitution(1);
    scene->body->setFriction(parameter[FRICTION]);
    scene->body->setRestitution(parameter[RESTITUTION]);
    scene->body->setDamping(1 - btExp(-world->drag), 0);
    /* a contact ahead of the surface would take the approach away before restitution sees it */
    scene->body->setContactProcessingThreshold(0);
    scene->body->setActivationState(DISABLE_DEACTIVATION);
    scene->world.addRigidBody(scene->ground.get());
    scene->world.addRigidBody(scene->body.get());
    return scene;
}

void run(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted) {
    toss_scene *scene = static_cast<toss_scene *>(made);
    const double *q = start->orientation;
    const btTransform pose(btQuaternion(q[1], q[2], q[3], q[0]), vector(start->position));
    btRigidBody *body = scene->body.get();
    scene->broadphase.getOverlappingPairCache()->cleanProxyFromPairs(body->getBroadphaseHandle(), &scene->dispatcher);
    scene->solver.reset();
    body->setCenterOfMassTransform(pose * scene->principal);
    body->setInterpolationWorldTransform(body->getCenterOfMassTransform());
    body->setLinearVelocity(vector(start->velocity.velocity) + btVector3(0, 0, scene->lift));
    body->setAngularVelocity(vector(start->velocity.spin));
    body->clearForces();
    for (size_t i = 0; i < count; i++) {
        const btTransform now = body->getCenterOfMassTransform() * scene->principal.inverse();
        const btQuaternion turn = now.getRotation();
        predicted[i].time = static_cast<double>(i) / scene->rate;
        for (int c = 0; c < 3; c++)
            predicted[i].position[c] = now.getOrigin()[c];
        predicted[i].orientation[0] = turn.w();
        predicted[i].orientation[1] = turn.x();
        predicted[i].orientation[2] = turn.y();
        predicted[i].orientation[3] = turn.z();
        for (int k = 0; i + 1 < count && k < scene->steps; k++)
            scene->world.stepSimulation(scene->step, 0);
    }
}

void release(void *made) {
    delete static_cast<toss_scene *>(made);
}

} /* namespace */

extern "C" const toss_peer toss_bullet = {"Bullet",
                                          "libbullet-dev",
                                          4,
                                          {{"friction", 0.05, 0.5, 0.18, false},
                                           {"restitution", 0, 0.6, 0.25, false},
                                           {"bounce speed", 0.001, 1, 0.1, true},
                                           {"error reduction", 0.01, 0.8, 0.2, true}},
                                          {4, 2, 8, 16},
                                          create,
                                          run,
                                          release};
