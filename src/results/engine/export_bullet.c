/* Bullet: URDF's <contact> to paste, and a program in C++ as the model, since Bullet has no file that holds time step, threshold
 * and ground.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

static void print_numbers(const routh_export_page *page, const char *name, size_t count, bool balls) {
    const routh_export *what = page->what;
    fprintf(page->file, "static const btVector3 %s[] = {\n", name);
    for (size_t i = 0; i < count; i++) {
        double at[3];
        if (balls)
            routh_export_ball(what, i, at);
        else
            routh_export_corner(what, i, at);
        fprintf(page->file, "    btVector3(%s, %s, %s),\n", ROUTH_N(at[0]), ROUTH_N(at[1]), ROUTH_N(at[2]));
    }
    fprintf(page->file, "};\n");
}

/* What is declared before main. */
static void print_data(const routh_export_page *page) {
    const routh_export *what = page->what;
    if (what->body.ball_count > 1) {
        routh_export_comment(page, 0,
                             "Rounded: what touches is one of these balls. Centres from the shape's origin, m.");
        print_numbers(page, "ball", what->body.ball_count, true);
    } else if (what->solid != ROUTH_SOLID_BOX && !routh_export_is_sphere(what)) {
        routh_export_comment(page, 0, "Corners from the shape's origin, m.%s",
                             what->solid == ROUTH_SOLID_ELLIPSOID ? " Bullet has no ellipsoid: it is a polyhedron."
                                                                  : "");
        print_numbers(page, "corner", what->body.shape->count, false);
    }
}

static void print_shape(const routh_export_page *page) {
    const routh_export *what = page->what;
    const double *size = what->size;
    FILE *file = page->file;
    if (what->body.ball_count > 1) {
        fprintf(file, "    btCompoundShape shape;\n    btSphereShape sphere(%s);\n", ROUTH_N(what->body.ball[0][3]));
        fprintf(
            file,
            "    for (const btVector3 &centre : ball)\n"
            "        shape.addChildShape(into_body * btTransform(btQuaternion::getIdentity(), centre), &sphere);\n");
        return;
    }
    if (what->solid == ROUTH_SOLID_BOX)
        fprintf(file, "    btBoxShape solid(btVector3(%s, %s, %s));\n", ROUTH_N(size[0] / 2), ROUTH_N(size[1] / 2),
                ROUTH_N(size[2] / 2));
    else if (routh_export_is_sphere(what))
        fprintf(file, "    btSphereShape solid(%s);\n", ROUTH_N(size[0]));
    else
        fprintf(file, "    btConvexHullShape solid;\n    for (const btVector3 &point : corner)\n"
                      "        solid.addPoint(point);\n    solid.setMargin(0);\n");
    fprintf(file, "    btCompoundShape shape;\n    shape.addChildShape(into_body, &solid);\n");
}

static void print_world(const routh_export_page *page) {
    const routh_export *what = page->what;
    const double *value = what->setting.value;
    FILE *file = page->file;
    fprintf(file, "    btDefaultCollisionConfiguration configuration;\n"
                  "    btCollisionDispatcher dispatcher(&configuration);\n"
                  "    btDbvtBroadphase broadphase;\n"
                  "    btSequentialImpulseConstraintSolver solver;\n"
                  "    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);\n");
    fprintf(file, "    world.setGravity(btVector3(0, 0, %s));\n", ROUTH_N(-what->body.gravity));
    routh_export_about(page, 4, ROUTH_RIGID_SPEED);
    fprintf(file, "    world.getSolverInfo().m_restitutionVelocityThreshold = %s;\n",
            ROUTH_N(value[ROUTH_RIGID_SPEED]));
    routh_export_about(page, 4, ROUTH_RIGID_ERROR_REDUCTION);
    fprintf(file, "    world.getSolverInfo().m_erp2 = %s;\n", ROUTH_N(value[ROUTH_RIGID_ERROR_REDUCTION]));
    routh_export_about(page, 4, ROUTH_BULLET_ACROSS);
    if (value[ROUTH_BULLET_ACROSS] > 0.5)
        fprintf(file, "    world.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;\n");
    routh_export_comment(page, 4, "Depth is taken back without a velocity, which would add to bounces.");
    fprintf(file, "    world.getSolverInfo().m_numIterations = 50;\n"
                  "    world.getSolverInfo().m_splitImpulse = 1;\n"
                  "    world.getSolverInfo().m_splitImpulsePenetrationThreshold = 0;\n");
    fprintf(file, "\n    btStaticPlaneShape plane(btVector3(0, 0, 1), 0);\n"
                  "    btRigidBody ground(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &plane));\n");
    fprintf(file, "    ground.setFriction(%s);\n    ground.setRestitution(%s);\n    world.addRigidBody(&ground);\n\n",
            ROUTH_N(routh_export_on_ground(page, ROUTH_AT_FRICTION)),
            ROUTH_N(routh_export_on_ground(page, ROUTH_RIGID_RESTITUTION)));
}

static void print_body(const routh_export_page *page) {
    const routh_export *what = page->what;
    const routh_export_start start = routh_export_start_of(what);
    const double *centre = what->body.centre;
    double moment[3], turn[4];
    FILE *file = page->file;
    routh_export_principal(what, moment, turn);
    routh_export_comment(page, 4, "Bullet's bodies have their centre of mass as origin and principal axes as axes.");
    fprintf(file, "    const btTransform principal(btQuaternion(%s, %s, %s, %s), btVector3(%s, %s, %s));\n",
            ROUTH_N(turn[1]), ROUTH_N(turn[2]), ROUTH_N(turn[3]), ROUTH_N(turn[0]), ROUTH_N(centre[0]),
            ROUTH_N(centre[1]), ROUTH_N(centre[2]));
    fprintf(file, "    const btTransform into_body = principal.inverse();\n");
    print_shape(page);
    routh_export_comment(page, 4, "Mass in kg, principal moments in kg m².");
    fprintf(
        file,
        "    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(%s, nullptr, &shape, btVector3(%s, %s, %s)));\n",
        ROUTH_N(what->body.mass), ROUTH_N(moment[0]), ROUTH_N(moment[1]), ROUTH_N(moment[2]));
    routh_export_about(page, 4, ROUTH_AT_FRICTION);
    fprintf(file, "    body.setFriction(%s);\n", ROUTH_N(routh_export_on_body(page, ROUTH_AT_FRICTION)));
    routh_export_about(page, 4, ROUTH_RIGID_RESTITUTION);
    fprintf(file, "    body.setRestitution(%s);\n", ROUTH_N(routh_export_on_body(page, ROUTH_RIGID_RESTITUTION)));
    routh_export_comment(page, 4, "Falls onto the ground at the geometric mean of the speeds.");
    fprintf(file,
            "    body.setWorldTransform(btTransform(btQuaternion(%s, %s, %s, %s), btVector3(0, 0, %s)) * principal);\n",
            ROUTH_N(start.turn[1]), ROUTH_N(start.turn[2]), ROUTH_N(start.turn[3]), ROUTH_N(start.turn[0]),
            ROUTH_N(start.height));
    routh_export_comment(page, 4, "A contact ahead of the surface would take speed away before restitution sees it.");
    fprintf(file, "    body.setContactProcessingThreshold(0);\n");
    fprintf(file, "    body.setActivationState(DISABLE_DEACTIVATION);\n    world.addRigidBody(&body);\n");
}

static void print_program(const routh_export_page *page) {
    const double step = page->what->setting.step;
    FILE *file = page->file;
    routh_export_head(page, 0);
    routh_export_comment(page, 0, "Build: g++ model.cpp with the flags that pkg-config has for bullet-float64.");
    fprintf(file, "#include <btBulletDynamicsCommon.h>\n\n#include <cstdio>\n\n");
    print_data(page);
    fprintf(file, "\nint main() {\n");
    print_world(page);
    print_body(page);
    fprintf(file, "\n    const double step = %s;\n    std::printf(\"time,x,y,z,vx,vy,vz\\n\");\n", ROUTH_N(step));
    fprintf(file, "    for (int i = 0; i * step <= 2; i++) {\n"
                  "        const btVector3 at = body.getWorldTransform().getOrigin(), v = body.getLinearVelocity();\n"
                  "        std::printf(\"%%g,%%g,%%g,%%g,%%g,%%g,%%g\\n\", i * step, double(at.x()), double(at.y()), "
                  "double(at.z()), double(v.x()),\n"
                  "                    double(v.y()), double(v.z()));\n"
                  "        world.stepSimulation(step, 1, step);\n    }\n"
                  "    world.removeRigidBody(&body);\n    world.removeRigidBody(&ground);\n}\n");
}

void routh_export_bullet(const routh_export_page *page, bool model) {
    routh_export_page lines = *page;
    lines.style = ROUTH_COMMENT_SLASHES;
    if (model)
        print_program(&lines);
    else
        routh_export_urdf(page, false);
}
