/* Tosses in DART: rigid contacts with Newton's restitution, solved at once by Dantzig's method with a friction pyramid;
 * its own collision detector.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tosses_peers.h"

#include <memory>
#include <vector>

#include <dart/collision/dart/DARTCollisionDetector.hpp>
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

enum { FRICTION, ACROSS, RESTITUTION, REDUCTION };

struct toss_scene {
    dart::simulation::WorldPtr world = dart::simulation::World::create();
    dart::dynamics::FreeJoint *joint = nullptr;
    dart::dynamics::BodyNode *body = nullptr;
    std::vector<dart::dynamics::ShapeNode *> ball;
    int steps;
    double step, rate, lift, drag; /* drag: force ÷ velocity, N s/m */
};

dart::dynamics::ShapeNode *add_part(dart::dynamics::BodyNode *body, const dart::dynamics::ShapePtr &shape,
                                    const Eigen::Vector3d &place, double friction, double restitution) {
    auto *node = body->createShapeNodeWith<dart::dynamics::CollisionAspect, dart::dynamics::DynamicsAspect>(shape);
    node->setRelativeTranslation(place);
    node->getDynamicsAspect()->setFrictionCoeff(friction);
    node->getDynamicsAspect()->setRestitutionCoeff(restitution);
    return node;
}

/* A box whose upper face is the board. Friction of a contact is the least of its bodies', restitution their product. */
dart::dynamics::SkeletonPtr make_ground() {
    const double thickness = 1;
    auto skeleton = dart::dynamics::Skeleton::create("board");
    auto *body = skeleton->createJointAndBodyNodePair<dart::dynamics::WeldJoint>().second;
    add_part(body, std::make_shared<dart::dynamics::BoxShape>(Eigen::Vector3d(20, 20, thickness)),
             Eigen::Vector3d(0, 0, -thickness / 2), 1e3, 1);
    return skeleton;
}

void add_body(toss_scene *scene, const routh_world3 *world, const double *parameter) {
    auto skeleton = dart::dynamics::Skeleton::create("body");
    const auto pair = skeleton->createJointAndBodyNodePair<dart::dynamics::FreeJoint>();
    scene->joint = pair.first;
    scene->body = pair.second;
    dart::dynamics::Inertia inertia;
    inertia.setMass(world->mass);
    inertia.setMoment(world->inertia[0][0], world->inertia[1][1], world->inertia[2][2], world->inertia[0][1],
                      world->inertia[0][2], world->inertia[1][2]);
    scene->body->setInertia(inertia);
    if (world->rounding > 0)
        for (size_t i = 0; i < world->shape->count; i++) {
            Eigen::Vector3d corner;
            toss_corner(world, i, corner.data());
            auto *ball = add_part(scene->body, std::make_shared<dart::dynamics::SphereShape>(world->rounding), corner,
                                  parameter[FRICTION], parameter[RESTITUTION]);
            ball->getDynamicsAspect()->setFirstFrictionDirectionFrame(dart::dynamics::Frame::World());
            ball->getDynamicsAspect()->setSecondaryFrictionCoeff(parameter[ACROSS] * parameter[FRICTION]);
            scene->ball.push_back(ball);
        }
    else {
        const Eigen::Vector3d half(toss_half_side(world, 0), toss_half_side(world, 1), toss_half_side(world, 2));
        add_part(scene->body, std::make_shared<dart::dynamics::BoxShape>(2 * half),
                 -Eigen::Vector3d::Map(world->centre), parameter[FRICTION], parameter[RESTITUTION]);
    }
    scene->world->addSkeleton(skeleton);
}

void *create(const routh_world3 *world, const double *parameter, int steps, double rate) {
    toss_scene *scene = new toss_scene();
    scene->steps = steps;
    scene->rate = rate;
    scene->step = 1 / (rate * steps);
    scene->lift = toss_lift(world, scene->step);
    scene->drag = world->drag * world->mass;
    scene->world->setGravity(Eigen::Vector3d(0, 0, -world->gravity));
    scene->world->setTimeStep(scene->step);
    scene->world->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    scene->world->addSkeleton(make_ground());
    add_body(scene, world, parameter);
    /* of the whole process; each scene sets it before it runs */
    dart::constraint::ContactConstraint::setErrorReductionParameter(parameter[REDUCTION]);
    return scene;
}

/* The first side of a ball's friction pyramid along its slip. */
void lay_friction(const toss_scene *scene) {
    const Eigen::Isometry3d &pose = scene->body->getWorldTransform();
    for (auto *ball : scene->ball) {
        const Eigen::Vector3d place = ball->getRelativeTranslation();
        const auto *shape = static_cast<const dart::dynamics::SphereShape *>(ball->getShape().get());
        if ((pose * place).z() > 1.2 * shape->getRadius())
            continue;
        const Eigen::Vector3d lowest =
            place - shape->getRadius() * (pose.linear().transpose() * Eigen::Vector3d::UnitZ());
        Eigen::Vector3d slip = scene->body->getLinearVelocity(lowest);
        slip.z() = 0;
        if (slip.norm() > 1e-9)
            ball->getDynamicsAspect()->setFirstFrictionDirection(slip.normalized());
    }
}

void run(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted) {
    toss_scene *scene = static_cast<toss_scene *>(made);
    const double *q = start->orientation;
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    pose.translation() = Eigen::Vector3d::Map(start->position);
    scene->joint->setTransform(pose);
    scene->joint->setLinearVelocity(Eigen::Vector3d::Map(start->velocity.velocity) +
                                    Eigen::Vector3d(0, 0, scene->lift));
    scene->joint->setAngularVelocity(Eigen::Vector3d::Map(start->velocity.spin));
    scene->world->getConstraintSolver()->clearLastCollisionResult();
    for (size_t i = 0; i < count; i++) {
        const Eigen::Isometry3d &now = scene->body->getWorldTransform();
        const Eigen::Quaterniond turn(now.linear());
        predicted[i].time = static_cast<double>(i) / scene->rate;
        for (int c = 0; c < 3; c++)
            predicted[i].position[c] = now.translation()[c];
        predicted[i].orientation[0] = turn.w();
        predicted[i].orientation[1] = turn.x();
        predicted[i].orientation[2] = turn.y();
        predicted[i].orientation[3] = turn.z();
        for (int k = 0; i + 1 < count && k < scene->steps; k++) {
            scene->body->addExtForce(-scene->drag * scene->body->getLinearVelocity(), Eigen::Vector3d::Zero(), false,
                                     true);
            lay_friction(scene);
            scene->world->step();
        }
    }
}

void release(void *made) {
    delete static_cast<toss_scene *>(made);
}

} /* namespace */

extern "C" const toss_peer toss_dart = {"DART",
                                        "libdart-dev",
                                        4,
                                        {{"friction", 0.05, 0.5, 0.18, false},
                                         {"share across", 0, 1, 0.1, false},
                                         {"restitution", 0, 0.6, 0.25, false},
                                         {"error reduction", 0.001, 0.8, 0.01, true}},
                                        {4, 2, 8},
                                        create,
                                        run,
                                        release};
