/* ODE: rigid contacts with Newton's restitution, solved at once by Dantzig's method, with a friction pyramid whose first side
 * is laid along the slip.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ode/ode.h>

#include "shapes.h"

enum { FRICTION, RESTITUTION, RESTITUTION_SPEED, REDUCTION, MIXING, ACROSS, CORRECTION };
enum { MOST_FOUND = 64 };

typedef struct scene {
    dWorldID world;
    dJointGroupID joints;
    dBodyID body;
    dGeomID ground, *part;
    int parts;
    double step, gravity;
    dSurfaceParameters surface;
    /* of a convex hull, which ODE does not copy */
    dReal *plane, *point;
    unsigned *polygon;
} scene;

static const char *version(void) {
    return dODE_VERSION;
}

/* Its messages, without its own words about the process. */
__attribute__((format(printf, 2, 0))) static void print_message(int number, const char *text, va_list values) {
    fprintf(stderr, "ODE %d: ", number);
    vfprintf(stderr, text, values);
    fputc('\n', stderr);
}

/* Once for the process. */
static void begin(void) {
    static bool has_begun;
    if (has_begun)
        return;
    dInitODE2(0);
    dSetMessageHandler(print_message);
    has_begun = true;
}

static void release(void *made) {
    scene *of = made;
    for (int i = 0; i < of->parts; i++)
        if (of->part[i])
            dGeomDestroy(of->part[i]);
    if (of->ground)
        dGeomDestroy(of->ground);
    if (of->joints)
        dJointGroupDestroy(of->joints);
    if (of->world)
        dWorldDestroy(of->world);
    free(of->part);
    free(of->plane);
    free(of->point);
    free(of->polygon);
    free(of);
}

/* Corners of the face, counter-clockwise seen from outside: by their angle about the face's middle. */
static unsigned polygon_of(const routh_shape3 *shape, const double face[4], unsigned *corner) {
    double middle[3] = {0}, u[3], v[3], angle[MOST_FOUND];
    unsigned count = 0;
    for (size_t i = 0; i < shape->count && count < MOST_FOUND; i++) {
        const double *p = shape->vertex[i];
        if (fabs(face[0] * p[0] + face[1] * p[1] + face[2] * p[2] - face[3]) > 1e-6 * shape->radius)
            continue;
        corner[count++] = (unsigned)i;
        for (int c = 0; c < 3; c++)
            middle[c] += p[c];
    }
    const int least = fabs(face[0]) < fabs(face[1])   ? fabs(face[0]) < fabs(face[2]) ? 0 : 2
                      : fabs(face[1]) < fabs(face[2]) ? 1
                                                      : 2;
    double other[3] = {0};
    other[least] = 1;
    for (int c = 0; c < 3; c++)
        u[c] = face[(c + 1) % 3] * other[(c + 2) % 3] - face[(c + 2) % 3] * other[(c + 1) % 3];
    for (int c = 0; c < 3; c++)
        v[c] = face[(c + 1) % 3] * u[(c + 2) % 3] - face[(c + 2) % 3] * u[(c + 1) % 3];
    for (unsigned i = 0; i < count; i++) {
        double a = 0, b = 0;
        for (int c = 0; c < 3; c++) {
            const double from = shape->vertex[corner[i]][c] - middle[c] / count;
            a += from * u[c];
            b += from * v[c];
        }
        angle[i] = atan2(b, a);
        for (unsigned k = i; k > 0 && angle[k] < angle[k - 1]; k--) {
            const double turn = angle[k];
            const unsigned which = corner[k];
            angle[k] = angle[k - 1], corner[k] = corner[k - 1];
            angle[k - 1] = turn, corner[k - 1] = which;
        }
    }
    return count;
}

static dGeomID create_convex(scene *of, const routh_engine_body *body, char error[ENGINE_ERROR]) {
    const routh_shape3 *shape = body->shape;
    size_t at = 0;
    of->point = calloc(3 * shape->count, sizeof *of->point);
    of->plane = calloc(4 * shape->face_count, sizeof *of->plane);
    of->polygon = calloc(shape->face_count, (MOST_FOUND + 1) * sizeof *of->polygon);
    if (!of->point || !of->plane || !of->polygon || shape->face_count < 4) {
        snprintf(error, ENGINE_ERROR, "ODE wants the faces of the shape, and memory for them");
        return NULL;
    }
    for (size_t i = 0; i < shape->count; i++)
        for (int c = 0; c < 3; c++)
            of->point[3 * i + (size_t)c] = shape->vertex[i][c] - body->centre[c];
    for (size_t i = 0; i < shape->face_count; i++) {
        const double *face = shape->face[i];
        const unsigned count = polygon_of(shape, face, of->polygon + at + 1);
        if (count < 3) {
            snprintf(error, ENGINE_ERROR, "face %zu of the shape has fewer than three corners", i + 1);
            return NULL;
        }
        of->polygon[at] = count;
        at += count + 1;
        memcpy(of->plane + 4 * i, face, 3 * sizeof *face);
        of->plane[4 * i + 3] =
            face[3] - face[0] * body->centre[0] - face[1] * body->centre[1] - face[2] * body->centre[2];
    }
    return dCreateConvex(0, of->plane, (unsigned)shape->face_count, of->point, (unsigned)shape->count, of->polygon);
}

static bool add_parts(scene *of, const routh_engine_body *body, char error[ENGINE_ERROR]) {
    double half[3], middle[3] = {0};
    const int parts = body->ball_count > 0 ? (int)body->ball_count : 1;
    of->part = calloc((size_t)parts, sizeof *of->part);
    for (; of->part && of->parts < parts; of->parts++) {
        dGeomID *part = &of->part[of->parts];
        const double *place = middle;
        if (body->ball_count > 0) {
            place = body->ball[of->parts];
            *part = dCreateSphere(0, place[3]);
        } else if (engine_box(body, half, middle))
            *part = dCreateBox(0, 2 * half[0], 2 * half[1], 2 * half[2]);
        else {
            memset(middle, 0, sizeof middle);
            *part = create_convex(of, body, error);
        }
        if (!*part)
            return false;
        dGeomSetBody(*part, of->body);
        dGeomSetOffsetPosition(*part, place[0], place[1], place[2]);
    }
    return of->part;
}

static void *create(const routh_engine_body *body, const double *parameter, double step, char error[ENGINE_ERROR]) {
    begin();
    scene *of = engine_has_shape(body, error) ? calloc(1, sizeof *of) : NULL;
    if (!of)
        return NULL;
    of->step = step;
    of->gravity = body->gravity;
    of->world = dWorldCreate();
    of->joints = dJointGroupCreate(0);
    dWorldSetGravity(of->world, 0, 0, -body->gravity);
    /* as fast as SDF's max_vel says that is exported: a lower cap would hide what error_reduction adds to fast bounces */
    dWorldSetContactMaxCorrectingVel(of->world, parameter[CORRECTION] > 0 ? parameter[CORRECTION] : 100);
    of->body = dBodyCreate(of->world);
    dMass mass;
    const double(*inertia)[3] = body->inertia;
    dMassSetParameters(&mass, body->mass, 0, 0, 0, inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1],
                       inertia[0][2], inertia[1][2]);
    dBodySetMass(of->body, &mass);
    dBodySetLinearDamping(of->body, body->drag * step);
    dBodySetLinearDampingThreshold(of->body, 0);
    of->ground = dCreatePlane(0, 0, 0, 1, 0);
    of->surface = (dSurfaceParameters){.mode = dContactBounce | dContactSoftERP | dContactSoftCFM | dContactApprox1 |
                                               dContactFDir1 | dContactMu2,
                                       .mu = parameter[FRICTION],
                                       .mu2 = engine_share(parameter[ACROSS]) * parameter[FRICTION],
                                       .bounce = parameter[RESTITUTION],
                                       .bounce_vel = parameter[RESTITUTION_SPEED],
                                       .soft_erp = parameter[REDUCTION],
                                       .soft_cfm = parameter[MIXING]};
    if (add_parts(of, body, error))
        return of;
    release(of);
    return NULL;
}

static void set(void *made, const routh_state3 *state) {
    const scene *of = made;
    const double *x = state->position, *v = state->velocity.velocity, *w = state->velocity.spin;
    dBodySetPosition(of->body, x[0], x[1], x[2]);
    dBodySetQuaternion(of->body, state->orientation);
    dBodySetLinearVel(of->body, v[0], v[1], v[2]);
    dBodySetAngularVel(of->body, w[0], w[1], w[2]);
}

static void get(void *made, routh_state3 *state) {
    const scene *of = made;
    memcpy(state->position, dBodyGetPosition(of->body), sizeof state->position);
    memcpy(state->orientation, dBodyGetQuaternion(of->body), sizeof state->orientation);
    memcpy(state->velocity.velocity, dBodyGetLinearVel(of->body), sizeof state->velocity.velocity);
    memcpy(state->velocity.spin, dBodyGetAngularVel(of->body), sizeof state->velocity.spin);
}

/* Along the slip of the contact, or any way where it does not slip. */
static void first_direction(const scene *of, dContact *contact) {
    dVector3 velocity;
    const dReal *at = contact->geom.pos;
    dBodyGetPointVel(of->body, at[0], at[1], at[2], velocity);
    const double slip = hypot(velocity[0], velocity[1]);
    contact->fdir1[0] = slip > 1e-9 ? velocity[0] / slip : 1;
    contact->fdir1[1] = slip > 1e-9 ? velocity[1] / slip : 0;
    contact->fdir1[2] = 0;
}

static void step(void *made, engine_push *push) {
    const scene *of = made;
    dContact contact[MOST_FOUND];
    dJointFeedback force[MOST_FOUND];
    double depth[MOST_FOUND], point[MOST_FOUND][3];
    int joints = 0;
    *push = (engine_push){0};
    for (int i = 0; i < of->parts && joints < MOST_FOUND; i++) {
        const int found = dCollide(of->part[i], of->ground, MOST_FOUND - joints, &contact[0].geom, sizeof *contact);
        for (int k = 0; k < found; k++, joints++) {
            contact[k].surface = of->surface;
            first_direction(of, &contact[k]);
            const dJointID joint = dJointCreateContact(of->world, of->joints, &contact[k]);
            dJointAttach(joint, of->body, 0);
            dJointSetFeedback(joint, &force[joints]);
            depth[joints] = contact[k].geom.depth;
            memcpy(point[joints], contact[k].geom.pos, sizeof point[joints]);
        }
    }
    dWorldStep(of->world, of->step);
    for (int k = 0; k < joints; k++)
        if (force[k].f1[2] > 0 && (push->contacts++ == 0 || depth[k] > push->depth)) {
            push->depth = depth[k];
            memcpy(push->point, point[k], sizeof push->point);
        }
    dJointGroupEmpty(of->joints);
}

static double lift(const void *made) {
    const scene *of = made;
    return of->gravity * of->step / 2;
}

const engine_adapter engine_ode = {.name = "ode",
                                   .version = version,
                                   .create = create,
                                   .release = release,
                                   .set = set,
                                   .get = get,
                                   .step = step,
                                   .lift = lift};
