/* Tosses in ODE: rigid contacts with Newton's restitution, solved at once by Dantzig's method, with a friction pyramid
 * whose first side is laid along the slip.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <ode/ode.h>

#include "tosses_peers.h"

enum { FRICTION, ACROSS, BOUNCE, BOUNCE_SPEED, REDUCTION, MIXING };

typedef struct toss_scene {
    dWorldID world;
    dJointGroupID joints;
    dBodyID body;
    dGeomID ground, part[TOSS_CORNERS];
    int parts, steps;
    double step, rate, lift;
    dSurfaceParameters surface;
} toss_scene;

/* dInitODE once for the process. */
static void begin(void) {
    static bool has_begun;
    if (!has_begun)
        dInitODE2(0);
    has_begun = true;
}

static void *create(const routh_world3 *world, const double *parameter, int steps, double rate) {
    begin();
    toss_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        abort();
    scene->steps = steps;
    scene->rate = rate;
    scene->step = 1 / (rate * steps);
    scene->lift = toss_lift(world, scene->step);
    scene->world = dWorldCreate();
    scene->joints = dJointGroupCreate(0);
    dWorldSetGravity(scene->world, 0, 0, -world->gravity);
    dWorldSetContactMaxCorrectingVel(scene->world, 1);
    scene->body = dBodyCreate(scene->world);
    dMass mass;
    const double(*inertia)[3] = world->inertia;
    dMassSetParameters(&mass, world->mass, 0, 0, 0, inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1],
                       inertia[0][2], inertia[1][2]);
    dBodySetMass(scene->body, &mass);
    dBodySetLinearDamping(scene->body, world->drag * scene->step);
    dBodySetLinearDampingThreshold(scene->body, 0);
    scene->ground = dCreatePlane(0, 0, 0, 1, 0);
    scene->parts = world->rounding > 0 ? (int)world->shape->count : 1;
    for (int i = 0; i < scene->parts; i++) {
        double place[3] = {-world->centre[0], -world->centre[1], -world->centre[2]};
        if (world->rounding > 0) {
            toss_corner(world, (size_t)i, place);
            scene->part[i] = dCreateSphere(0, world->rounding);
        } else
            scene->part[i] =
                dCreateBox(0, 2 * toss_half_side(world, 0), 2 * toss_half_side(world, 1), 2 * toss_half_side(world, 2));
        dGeomSetBody(scene->part[i], scene->body);
        dGeomSetOffsetPosition(scene->part[i], place[0], place[1], place[2]);
    }
    scene->surface = (dSurfaceParameters){.mode = dContactBounce | dContactSoftERP | dContactSoftCFM | dContactApprox1 |
                                                  dContactFDir1 | dContactMu2,
                                          .mu = parameter[FRICTION],
                                          .mu2 = parameter[ACROSS] * parameter[FRICTION],
                                          .bounce = parameter[BOUNCE],
                                          .bounce_vel = parameter[BOUNCE_SPEED],
                                          .soft_erp = parameter[REDUCTION],
                                          .soft_cfm = parameter[MIXING]};
    return scene;
}

/* Along the slip of the contact, or any way where it does not slip. */
static void first_direction(const toss_scene *scene, dContact *contact) {
    dVector3 velocity;
    const dReal *at = contact->geom.pos;
    dBodyGetPointVel(scene->body, at[0], at[1], at[2], velocity);
    const double slip = hypot(velocity[0], velocity[1]);
    contact->fdir1[0] = slip > 1e-9 ? velocity[0] / slip : 1;
    contact->fdir1[1] = slip > 1e-9 ? velocity[1] / slip : 0;
    contact->fdir1[2] = 0;
}

static void step(const toss_scene *scene) {
    dContact contact[TOSS_CORNERS];
    for (int i = 0; i < scene->parts; i++) {
        const int found = dCollide(scene->part[i], scene->ground, TOSS_CORNERS, &contact[0].geom, sizeof *contact);
        for (int k = 0; k < found; k++) {
            contact[k].surface = scene->surface;
            first_direction(scene, &contact[k]);
            dJointAttach(dJointCreateContact(scene->world, scene->joints, &contact[k]), scene->body, 0);
        }
    }
    dWorldStep(scene->world, scene->step);
    dJointGroupEmpty(scene->joints);
}

static void run(void *made, const routh_state3 *start, size_t count, routh_state3 *predicted) {
    const toss_scene *scene = made;
    const double *v = start->velocity.velocity, *w = start->velocity.spin;
    dBodySetPosition(scene->body, start->position[0], start->position[1], start->position[2]);
    dBodySetQuaternion(scene->body, start->orientation);
    dBodySetLinearVel(scene->body, v[0], v[1], v[2] + scene->lift);
    dBodySetAngularVel(scene->body, w[0], w[1], w[2]);
    for (size_t i = 0; i < count; i++) {
        predicted[i].time = (double)i / scene->rate;
        memcpy(predicted[i].position, dBodyGetPosition(scene->body), sizeof predicted[i].position);
        memcpy(predicted[i].orientation, dBodyGetQuaternion(scene->body), sizeof predicted[i].orientation);
        for (int k = 0; i + 1 < count && k < scene->steps; k++)
            step(scene);
    }
}

static void release(void *made) {
    toss_scene *scene = made;
    for (int i = 0; i < scene->parts; i++)
        dGeomDestroy(scene->part[i]);
    dGeomDestroy(scene->ground);
    dJointGroupDestroy(scene->joints);
    dWorldDestroy(scene->world);
    free(scene);
}

const toss_peer toss_ode = {.name = "ODE",
                            .package = "libode-dev",
                            .count = 6,
                            .parameter = {[FRICTION] = {"friction", 0.05, 0.5, 0.18, false},
                                          [ACROSS] = {"share across", 0, 1, 0.1, false},
                                          [BOUNCE] = {"bounce", 0, 0.6, 0.25, false},
                                          [BOUNCE_SPEED] = {"bounce speed", 0.001, 1, 0.05, true},
                                          [REDUCTION] = {"error reduction", 0.01, 0.8, 0.2, true},
                                          [MIXING] = {"force mixing", 1e-8, 1, 1e-5, true}},
                            .steps = {4, 2, 8, 16},
                            .create = create,
                            .run = run,
                            .release = release};
