/* Bullet, double precision: sequential impulses with Newton's restitution.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "shapes.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>

namespace {

enum { FRICTION, RESTITUTION, RESTITUTION_SPEED, REDUCTION, ACROSS };

struct scene {
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
    double step;

    ~scene() {
        world.removeRigidBody(body.get());
        world.removeRigidBody(ground.get());
    }
};

btVector3 vector(const double v[3]) {
    return btVector3(v[0], v[1], v[2]);
}

const char *version() {
    static char text[16];
    std::snprintf(text, sizeof text, "%d.%02d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}

/* Bullet wants axes in which the inertia tensor is diagonal. */
btVector3 find_principal(const routh_engine_body *body, btTransform *principal) {
    const double(*i)[3] = body->inertia;
    btMatrix3x3 inertia(i[0][0], i[0][1], i[0][2], i[1][0], i[1][1], i[1][2], i[2][0], i[2][1], i[2][2]), turn;
    inertia.diagonalize(turn, 1e-12, 50);
    *principal = btTransform(turn);
    return btVector3(inertia[0][0], inertia[1][1], inertia[2][2]);
}

void add_part(scene *of, std::unique_ptr<btCollisionShape> part, const btVector3 &place) {
    of->shape.addChildShape(of->principal.inverse() * btTransform(btQuaternion::getIdentity(), place), part.get());
    of->part.push_back(std::move(part));
}

void add_parts(scene *of, const routh_engine_body *body) {
    double half[3], middle[3];
    for (size_t i = 0; i < body->ball_count; i++)
        add_part(of, std::make_unique<btSphereShape>(body->ball[i][3]), vector(body->ball[i]));
    if (body->ball_count > 0)
        return;
    if (engine_box(body, half, middle)) {
        add_part(of, std::make_unique<btBoxShape>(vector(half)), vector(middle));
        return;
    }
    auto hull = std::make_unique<btConvexHullShape>();
    for (size_t i = 0; i < body->shape->count; i++)
        hull->addPoint(vector(body->shape->vertex[i]), false);
    hull->recalcLocalAabb();
    hull->setMargin(0); /* it would be added all around */
    add_part(of, std::move(hull), -vector(body->centre));
}

void *create(const routh_engine_body *body, const double *parameter, double step, char error[ENGINE_ERROR]) {
    if (!engine_has_shape(body, error))
        return nullptr;
    scene *of = new scene();
    of->step = step;
    const btVector3 moments = find_principal(body, &of->principal);
    add_parts(of, body);
    of->world.setGravity(btVector3(0, 0, -body->gravity));
    btContactSolverInfo &info = of->world.getSolverInfo();
    info.m_numIterations = 50;
    if (parameter[ACROSS] > 0.5) /* otherwise one alone, along the slip */
        info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    info.m_restitutionVelocityThreshold = parameter[RESTITUTION_SPEED];
    info.m_erp2 = parameter[REDUCTION];
    info.m_splitImpulse = 1; /* depth is taken back without a velocity, at any depth */
    info.m_splitImpulsePenetrationThreshold = 0;
    of->ground = std::make_unique<btRigidBody>(0, nullptr, &of->plane);
    of->body = std::make_unique<btRigidBody>(body->mass, nullptr, &of->shape, moments);
    /* those of two bodies are multiplied */
    of->ground->setFriction(1);
    of->ground->setRestitution(1);
    of->body->setFriction(parameter[FRICTION]);
    of->body->setRestitution(parameter[RESTITUTION]);
    of->body->setDamping(1 - btExp(-body->drag), 0);
    /* a contact ahead of the surface would take the approach away before restitution sees it */
    of->body->setContactProcessingThreshold(0);
    of->body->setActivationState(DISABLE_DEACTIVATION);
    of->world.addRigidBody(of->ground.get());
    of->world.addRigidBody(of->body.get());
    return of;
}

void set(void *made, const routh_state3 *state) {
    scene *of = static_cast<scene *>(made);
    const double *q = state->orientation;
    const btTransform pose(btQuaternion(q[1], q[2], q[3], q[0]), vector(state->position));
    btRigidBody *body = of->body.get();
    of->broadphase.getOverlappingPairCache()->cleanProxyFromPairs(body->getBroadphaseHandle(), &of->dispatcher);
    of->solver.reset();
    body->setCenterOfMassTransform(pose * of->principal);
    body->setInterpolationWorldTransform(body->getCenterOfMassTransform());
    body->setLinearVelocity(vector(state->velocity.velocity));
    body->setAngularVelocity(vector(state->velocity.spin));
    body->clearForces();
}

void get(void *made, routh_state3 *state) {
    scene *of = static_cast<scene *>(made);
    const btTransform now = of->body->getCenterOfMassTransform() * of->principal.inverse();
    const btQuaternion turn = now.getRotation();
    for (int c = 0; c < 3; c++) {
        state->position[c] = now.getOrigin()[c];
        state->velocity.velocity[c] = of->body->getLinearVelocity()[c];
        state->velocity.spin[c] = of->body->getAngularVelocity()[c];
    }
    state->orientation[0] = turn.w();
    state->orientation[1] = turn.x();
    state->orientation[2] = turn.y();
    state->orientation[3] = turn.z();
}

void step(void *made, engine_push *push) {
    scene *of = static_cast<scene *>(made);
    *push = engine_push{};
    of->world.stepSimulation(of->step, 0);
    for (int i = 0; i < of->dispatcher.getNumManifolds(); i++) {
        const btPersistentManifold *manifold = of->dispatcher.getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold->getNumContacts(); k++) {
            const btManifoldPoint &point = manifold->getContactPoint(k);
            if (point.getDistance() > 0 || !(point.getAppliedImpulse() > 0)) /* apart: its impulse is that of before */
                continue;
            /* on the body, where the solver has it; on the plane it is higher by the depth */
            const btVector3 &place =
                manifold->getBody0() == of->body.get() ? point.getPositionWorldOnA() : point.getPositionWorldOnB();
            if (push->contacts++ == 0 || -point.getDistance() > push->depth) {
                push->depth = -point.getDistance();
                for (int c = 0; c < 3; c++)
                    push->point[c] = place[c];
            }
        }
    }
}

void release(void *made) {
    delete static_cast<scene *>(made);
}

double lift(const void *made) {
    const scene *of = static_cast<const scene *>(made);
    return -of->world.getGravity().z() * of->step / 2;
}

} /* namespace */

extern "C" const engine_adapter engine_bullet = {"bullet", version, create, nullptr, release, set, get, step, lift};
