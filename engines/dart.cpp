/* DART: rigid contacts with Newton's restitution, solved at once by Dantzig's method with a friction pyramid whose first side
 * is laid along the slip of balls; its own collision detector.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "shapes.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/config.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/constraint/ContactConstraint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

namespace {

enum { FRICTION, RESTITUTION, RESTITUTION_SPEED, REDUCTION, ACROSS };

/* DART_BOUNCING_VELOCITY_THRESHOLD of its ContactConstraint.cpp, which nothing can change. */
const double fixed_speed = 0.1;

struct scene {
    dart::simulation::WorldPtr world = dart::simulation::World::create();
    dart::dynamics::FreeJoint *joint = nullptr;
    dart::dynamics::BodyNode *body = nullptr;
    std::vector<dart::dynamics::ShapeNode *> ball;
    double step, gravity, drag, reduction; /* drag: force ÷ velocity, N s/m */
};

const char *version() {
    return DART_VERSION;
}

dart::dynamics::ShapeNode *add_part(dart::dynamics::BodyNode *body, const dart::dynamics::ShapePtr &shape,
                                    const Eigen::Vector3d &place, double friction, double restitution) {
    auto *node = body->createShapeNodeWith<dart::dynamics::CollisionAspect, dart::dynamics::DynamicsAspect>(shape);
    node->setRelativeTranslation(place);
    node->getDynamicsAspect()->setFrictionCoeff(friction);
    node->getDynamicsAspect()->setRestitutionCoeff(restitution);
    return node;
}

/* A box whose upper face is the ground. Friction of a contact is the least of its bodies', restitution their product. */
dart::dynamics::SkeletonPtr make_ground() {
    const double thickness = 1;
    auto skeleton = dart::dynamics::Skeleton::create("ground");
    auto *body = skeleton->createJointAndBodyNodePair<dart::dynamics::WeldJoint>().second;
    add_part(body, std::make_shared<dart::dynamics::BoxShape>(Eigen::Vector3d(20, 20, thickness)),
             Eigen::Vector3d(0, 0, -thickness / 2), 1e3, 1);
    return skeleton;
}

bool add_parts(scene *of, const routh_engine_body *body, const double *parameter, char error[ENGINE_ERROR]) {
    double half[3], middle[3];
    for (size_t i = 0; i < body->ball_count; i++) {
        const double *b = body->ball[i];
        auto *ball = add_part(of->body, std::make_shared<dart::dynamics::SphereShape>(b[3]),
                              Eigen::Vector3d(b[0], b[1], b[2]), parameter[FRICTION], parameter[RESTITUTION]);
        ball->getDynamicsAspect()->setFirstFrictionDirectionFrame(dart::dynamics::Frame::World());
        ball->getDynamicsAspect()->setSecondaryFrictionCoeff(engine_share(parameter[ACROSS]) * parameter[FRICTION]);
        of->ball.push_back(ball);
    }
    if (body->ball_count > 0)
        return true;
    if (!engine_box(body, half, middle)) {
        std::snprintf(error, ENGINE_ERROR,
                      "DART's own collision detector has boxes and balls only: round the corners of other shapes");
        return false;
    }
    if (engine_share(parameter[ACROSS]) < 1) {
        std::snprintf(error, ENGINE_ERROR,
                      "friction_across is %g; it must be 1 for a sharp box, since DART lays friction along the slip of "
                      "balls only",
                      parameter[ACROSS]);
        return false;
    }
    add_part(of->body, std::make_shared<dart::dynamics::BoxShape>(2 * Eigen::Vector3d::Map(half)),
             Eigen::Vector3d::Map(middle), parameter[FRICTION], parameter[RESTITUTION]);
    return true;
}

void *create(const routh_engine_body *body, const double *parameter, double step, char error[ENGINE_ERROR]) {
    if (!engine_has_shape(body, error))
        return nullptr;
    if (std::abs(parameter[RESTITUTION_SPEED] - fixed_speed) > 1e-9) {
        std::snprintf(error, ENGINE_ERROR, "restitution_speed is %g m/s; DART has %g m/s and no way to change it",
                      parameter[RESTITUTION_SPEED], fixed_speed);
        return nullptr;
    }
    auto of = std::make_unique<scene>();
    of->step = step;
    of->gravity = body->gravity;
    of->drag = body->drag * body->mass;
    of->reduction = parameter[REDUCTION];
    of->world->setGravity(Eigen::Vector3d(0, 0, -body->gravity));
    of->world->setTimeStep(step);
    of->world->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    of->world->addSkeleton(make_ground());
    auto skeleton = dart::dynamics::Skeleton::create("body");
    const auto pair = skeleton->createJointAndBodyNodePair<dart::dynamics::FreeJoint>();
    of->joint = pair.first;
    of->body = pair.second;
    dart::dynamics::Inertia inertia;
    inertia.setMass(body->mass);
    inertia.setMoment(body->inertia[0][0], body->inertia[1][1], body->inertia[2][2], body->inertia[0][1],
                      body->inertia[0][2], body->inertia[1][2]);
    of->body->setInertia(inertia);
    if (!add_parts(of.get(), body, parameter, error))
        return nullptr;
    of->world->addSkeleton(skeleton);
    return of.release();
}

void set(void *made, const routh_state3 *state) {
    scene *of = static_cast<scene *>(made);
    const double *q = state->orientation;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    pose.translation() = Eigen::Vector3d::Map(state->position);
    of->joint->setTransform(pose);
    of->joint->setLinearVelocity(Eigen::Vector3d::Map(state->velocity.velocity));
    of->joint->setAngularVelocity(Eigen::Vector3d::Map(state->velocity.spin));
    of->world->getConstraintSolver()->clearLastCollisionResult();
    /* of the whole process: each scene sets its own before it runs */
    dart::constraint::ContactConstraint::setErrorReductionParameter(of->reduction);
}

void get(void *made, routh_state3 *state) {
    scene *of = static_cast<scene *>(made);
    const Eigen::Isometry3d &now = of->body->getWorldTransform();
    const Eigen::Quaterniond turn(now.linear());
    const Eigen::Vector3d velocity = of->body->getLinearVelocity(), spin = of->body->getAngularVelocity();
    for (int c = 0; c < 3; c++) {
        state->position[c] = now.translation()[c];
        state->velocity.velocity[c] = velocity[c];
        state->velocity.spin[c] = spin[c];
    }
    state->orientation[0] = turn.w();
    state->orientation[1] = turn.x();
    state->orientation[2] = turn.y();
    state->orientation[3] = turn.z();
}

/* The first side of a ball's friction pyramid along its slip. */
void lay_friction(const scene *of) {
    const Eigen::Isometry3d &pose = of->body->getWorldTransform();
    for (auto *ball : of->ball) {
        const Eigen::Vector3d place = ball->getRelativeTranslation();
        const auto *shape = static_cast<const dart::dynamics::SphereShape *>(ball->getShape().get());
        if ((pose * place).z() > 1.2 * shape->getRadius())
            continue;
        const Eigen::Vector3d lowest =
            place - shape->getRadius() * (pose.linear().transpose() * Eigen::Vector3d::UnitZ());
        Eigen::Vector3d slip = of->body->getLinearVelocity(lowest);
        slip.z() = 0;
        if (slip.norm() > 1e-9)
            ball->getDynamicsAspect()->setFirstFrictionDirection(slip.normalized());
    }
}

void step(void *made, engine_push *push) {
    scene *of = static_cast<scene *>(made);
    *push = engine_push{};
    of->body->addExtForce(-of->drag * of->body->getLinearVelocity(), Eigen::Vector3d::Zero(), false, true);
    lay_friction(of);
    of->world->step();
    const auto &found = of->world->getLastCollisionResult();
    for (size_t i = 0; i < found.getNumContacts(); i++) {
        const auto &contact = found.getContact(i);
        if (!(std::abs(contact.force.z()) > 0))
            continue;
        if (push->contacts++ == 0 || contact.penetrationDepth > push->depth) {
            push->depth = contact.penetrationDepth;
            for (int c = 0; c < 3; c++)
                push->point[c] = contact.point[c];
        }
    }
}

void release(void *made) {
    delete static_cast<scene *>(made);
}

double lift(const void *made) {
    const scene *of = static_cast<const scene *>(made);
    return of->gravity * of->step / 2;
}

} /* namespace */

extern "C" const engine_adapter engine_dart = {"dart", version, create, nullptr, release, set, get, step, lift};
