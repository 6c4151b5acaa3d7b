/* Where the held object rests, and the forces on it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "simulate/simulate.h"

/* Forces on the held object: the hand's springs, and contacts with friction.
 *
 * Each overlapping pair pushes object 1 back along its inward normal with K δ at the centroid of the overlap, and
 * friction acts there against the velocity v of object 1 along the flank:
 *
 *     f = −μ K δ φ(|v|) v/|v|,   φ(s) = 1 for s ≥ c,   (2 − s/c) s/c below
 *
 * Above the creep speed c this is Coulomb's law to the last digit; below it friction fades with the speed, so that what
 * sticks creeps, and friction that nothing needs any more dies away. φ has no kink, which Newton's method would go back
 * and forth over when several contacts are about to stick. */

static routh_status prepare_pair(routh_arena *arena, const routh_assembly *assembly, const double *x, size_t a,
                                 size_t b, routh_pressed_pair *pair) {
    const size_t part[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        double centroid[3];
        pair->shape[i] = assembly->object[i].part[part[i]].shape;
        pair->place[i] = routh_part_pose(assembly, i, part[i], x);
        if (routh_part_scales(assembly, i, part[i])) {
            routh_polyhedron *scaled = routh_polyhedron_copy(arena, pair->shape[i]);
            if (!scaled)
                return ROUTH_OUT_OF_MEMORY;
            routh_part_scale(assembly, i, part[i], x, scaled);
            pair->shape[i] = scaled;
        }
        routh_polyhedron_centroid(pair->shape[i], centroid);
        routh_pose3_point(&pair->place[i], centroid, pair->centre[i]);
        pair->reach += routh_polyhedron_radius(pair->shape[i]);
    }
    return ROUTH_OK;
}

routh_status routh_held_object_create(routh_arena *arena, const routh_assembly *assembly, const double *x,
                                      const routh_insertion_generator *setting, const routh_pose3 *grip, double lever,
                                      routh_held_object *object) {
    const size_t parts[2] = {assembly->object[0].count, assembly->object[1].count};
    size_t vertices = 0, faces = 0;
    *object = (routh_held_object){.stiffness = setting->stiffness,
                                  .friction = setting->friction,
                                  .creep = setting->creep,
                                  .lever = lever,
                                  .grip = *grip};
    memcpy(object->held, setting->held, sizeof object->held);
    object->pair = routh_take(arena, parts[0] * parts[1], sizeof *object->pair);
    ROUTH_TRY(arena->status);
    for (size_t a = 0; a < parts[0]; a++)
        for (size_t b = 0; b < parts[1]; b++) {
            routh_pressed_pair *pair = &object->pair[object->count++];
            ROUTH_TRY(prepare_pair(arena, assembly, x, a, b, pair));
            for (int i = 0; i < 2; i++) {
                const size_t v = routh_polyhedron_vertices(pair->shape[i]), f = routh_polyhedron_faces(pair->shape[i]);
                vertices = v > vertices ? v : vertices;
                faces = f > faces ? f : faces;
            }
        }
    object->scratch = routh_overlap_scratch_of(arena, vertices, faces);
    return arena->status;
}

void routh_rotation_vector(const double r[3][3], double vector[3]) {
    const double twice[3] = {r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]};
    const double sine = routh_length3(twice) / 2, cosine = (r[0][0] + r[1][1] + r[2][2] - 1) / 2;
    const double share = sine > 1e-8 ? atan2(sine, cosine) / sine : 1; // sin a / a = 1 − a²/6
    for (int k = 0; k < 3; k++)
        vector[k] = share * twice[k] / 2;
}

void routh_spring_wrench(const routh_held_object *object, const routh_pose3 *hand, const routh_pose3 *command,
                         double wrench[6]) {
    const routh_pose3 back = routh_pose3_inverse(hand), stretch = routh_pose3_compose(&back, command);
    double turn[3];
    routh_rotation_vector(stretch.rotation, turn);
    for (int k = 0; k < 3; k++) {
        wrench[k] = object->held[k] * stretch.position[k];
        wrench[3 + k] = object->held[3 + k] * turn[k];
    }
}

/* φ(s)/s, and how much less friction grows along the velocity than across it: none of it above the creep speed. */
typedef struct fading {
    double share, lost;
} fading;

static fading fading_at(double speed, double creep) {
    if (speed >= creep)
        return (fading){.share = 1 / speed, .lost = 1};
    const double s = speed / creep;
    return (fading){.share = (2 - s) / creep, .lost = s / (2 - s)};
}

/* Adds the change of friction with the twist of a contact at r from the hand's origin: −μN d(φ v/|v|)/dv, where v is the
 * velocity along the flank, times what that velocity is of the twist. */
static void add_damping(double normal_force, const routh_held_object *object, const double normal[3],
                        const double along[3], double speed, const double r[3], double damping[6][6]) {
    const fading fade = fading_at(speed, object->creep);
    const double rate = object->friction * normal_force * fade.share;
    for (int j = 0; j < 6; j++) {
        double velocity[3] = {0}, force[3], moment[3];
        if (j < 3) {
            velocity[j] = 1;
        } else {
            const double axis[3] = {j == 3, j == 4, j == 5};
            routh_cross3(axis, r, velocity);
        }
        const double through = routh_dot3(velocity, normal);
        const double lengthening = fade.lost * routh_dot3(velocity, along);
        for (int k = 0; k < 3; k++)
            force[k] = -rate * (velocity[k] - through * normal[k] - lengthening * along[k]);
        routh_cross3(r, force, moment);
        for (int k = 0; k < 3; k++) {
            damping[k][j] += force[k];
            damping[3 + k][j] += moment[k];
        }
    }
}

static void add_contact(const routh_held_object *object, const routh_overlap *found, const routh_pose3 *hand,
                        const double twist[6], double wrench[6], double damping[6][6]) {
    const double *n = found->normal, normal_force = object->stiffness * found->depth;
    double r[3], v[3], force[3], moment[3], along[3] = {0};
    for (int k = 0; k < 3; k++)
        r[k] = found->point[k] - hand->position[k];
    routh_cross3(twist + 3, r, v);
    for (int k = 0; k < 3; k++)
        v[k] += twist[k];
    const double through = routh_dot3(v, n);
    for (int k = 0; k < 3; k++)
        v[k] -= through * n[k];
    const double speed = routh_length3(v), share = fading_at(speed, object->creep).share;
    for (int k = 0; k < 3; k++) {
        along[k] = speed > 0 ? v[k] / speed : 0;
        force[k] = -normal_force * (n[k] + object->friction * share * v[k]);
    }
    routh_cross3(r, force, moment);
    for (int k = 0; k < 3; k++) {
        wrench[k] += force[k];
        wrench[3 + k] += moment[k];
    }
    if (damping)
        add_damping(normal_force, object, n, along, speed, r, damping);
}

size_t routh_contact_wrench(routh_held_object *object, const routh_pose3 *hand, const double twist[6], double wrench[6],
                            double damping[6][6]) {
    const routh_pose3 one = routh_pose3_compose(hand, &object->grip);
    size_t contacts = 0;
    memset(wrench, 0, 6 * sizeof(double));
    if (damping)
        memset(damping, 0, 36 * sizeof(double));
    for (size_t i = 0; i < object->count; i++) {
        routh_pressed_pair *pair = &object->pair[i];
        double centre[3];
        routh_pose3_point(&one, pair->centre[0], centre);
        for (int k = 0; k < 3; k++)
            centre[k] -= pair->centre[1][k];
        if (routh_dot3(centre, centre) >= pair->reach * pair->reach)
            continue;
        const routh_pose3 pose = routh_pose3_compose(&one, &pair->place[0]);
        routh_overlap found;
        if (!routh_overlap_find(pair->shape[0], &pose, pair->shape[1], &pair->place[1], 1, &pair->memory,
                                object->scratch, &found))
            continue;
        add_contact(object, &found, hand, twist, wrench, damping);
        contacts++;
    }
    return contacts;
}

/* Where the held object rests: springs and contacts in balance, found by a damped semismooth Newton method.
 *
 * The balance r(q) = springs(pose) + contacts(pose, q/h) = 0 has six unknowns, the motion q of a step that takes h. It
 * is continuous, and smooth but where contacts begin and end, where another feature gives the depth, and where a contact
 * passes the creep speed; there Newton's method takes the derivative of one side. That is
 *
 *     dr/dq = ∂(springs + contacts)/∂pose  +  1/h ∂contacts/∂twist
 *
 * The first term, by differences, is expensive and hardly changes: it is kept as long as steps converge well with it.
 * The second can be thousands of times larger (friction that sticks), changes with every step, and is cheap and exact. */

enum { MOST_ITERATIONS = 60, MOST_HALVINGS = 12 };

static const double good_progress = 0.2; /* of what is left over, from one iteration to the next */
static const double probe = 1e-10;       /* m: of differences; far below depths, far above rounding */

routh_pose3 routh_moved(const routh_pose3 *hand, const double twist[6], double time) {
    routh_pose3 moved = *hand;
    const double angle = routh_length3(twist + 3) * time, none[3] = {0};
    if (angle > 0) {
        const routh_pose3 turn = routh_pose3_turn(twist + 3, none, angle);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                moved.rotation[i][j] = turn.rotation[i][0] * hand->rotation[0][j] +
                                       turn.rotation[i][1] * hand->rotation[1][j] +
                                       turn.rotation[i][2] * hand->rotation[2][j];
    }
    for (int k = 0; k < 3; k++)
        moved.position[k] += twist[k] * time;
    return moved;
}

/* What is constant during a step, and one trial of it. */
typedef struct step {
    routh_held_object *object;
    const routh_pose3 *command;
    routh_pose3 from;
    double time;
} step;

typedef struct trial {
    double twist[6];
    routh_pose3 hand;
    double contact[6], damping[6][6];
    double left[6], size; /* over, of the balance */
} trial;

static double size_of(const routh_held_object *object, const double wrench[6]) {
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        const double part = k < 3 ? wrench[k] : wrench[k] / object->lever;
        sum += part * part;
    }
    return sqrt(sum);
}

/* The balance with the hand at a pose; contacts slide as the trial's twist says. */
static void balance(const step *s, const routh_pose3 *hand, const double twist[6], double contact[6],
                    double damping[6][6], double left[6]) {
    double spring[6], force[3], moment[3];
    routh_spring_wrench(s->object, hand, s->command, spring);
    routh_pose3_direction(hand, spring, force);
    routh_pose3_direction(hand, spring + 3, moment);
    routh_contact_wrench(s->object, hand, twist, contact, damping);
    for (int k = 0; k < 3; k++) {
        left[k] = contact[k] + force[k];
        left[3 + k] = contact[3 + k] + moment[k];
    }
}

static void evaluate(const step *s, trial *t) {
    t->hand = routh_moved(&s->from, t->twist, s->time);
    balance(s, &t->hand, t->twist, t->contact, t->damping, t->left);
    t->size = size_of(s->object, t->left);
}

/* The derivative with respect to the pose, the twist being kept, by central differences. */
static void find_slope(const step *s, const trial *t) {
    for (int j = 0; j < 6; j++) {
        const double by = j < 3 ? probe : probe / s->object->lever;
        double end[2][6], contact[6];
        for (int side = 0; side < 2; side++) {
            double motion[6] = {0};
            motion[j] = side ? by : -by;
            const routh_pose3 hand = routh_moved(&t->hand, motion, 1);
            balance(s, &hand, t->twist, contact, NULL, end[side]);
        }
        for (int k = 0; k < 6; k++)
            s->object->slope[k][j] = (end[1][k] - end[0][k]) / (2 * by);
    }
    s->object->slope_known = 1;
}

/* The change of the twist that would bring balance if everything were linear. Lengths throughout: angles times the
 * lever, moments over it. */
static int newton_change(const step *s, const trial *t, double change[6]) {
    double a[6][6];
    for (int i = 0; i < 6; i++) {
        const double row = i < 3 ? 1 : 1 / s->object->lever;
        for (int j = 0; j < 6; j++)
            a[i][j] = (s->object->slope[i][j] * s->time + t->damping[i][j]) * row * (j < 3 ? 1 : 1 / s->object->lever);
        change[i] = -t->left[i] * row;
    }
    if (!routh_elimination_solve(6, 6, a[0], change, 0))
        return 0;
    for (int j = 3; j < 6; j++)
        change[j] /= s->object->lever;
    return routh_all_finite(change, 6);
}

/* Goes along the change as far as it makes things better: all of it, a half, a quarter … */
static int improve(const step *s, const double change[6], int halvings, trial *t) {
    double share = 1;
    for (int i = 0; i <= halvings; i++, share /= 2) {
        trial next;
        for (int k = 0; k < 6; k++)
            next.twist[k] = t->twist[k] + share * change[k];
        evaluate(s, &next);
        if (next.size < (1 - 1e-4 * share) * t->size) {
            *t = next;
            return 1;
        }
    }
    return 0;
}

routh_status routh_find_equilibrium(routh_context *context, routh_held_object *object, const routh_pose3 *command,
                                    double time, double tolerance, routh_pose3 *hand, double twist[6],
                                    double contact[6]) {
    const step s = {.object = object, .command = command, .from = *hand, .time = time};
    trial t;
    memcpy(t.twist, twist, sizeof t.twist);
    evaluate(&s, &t);
    int fresh = 0; // is the slope that of this trial?
    for (int i = 0; i < MOST_ITERATIONS && t.size > tolerance; i++) {
        const double before = t.size;
        double change[6];
        if (!object->slope_known) {
            find_slope(&s, &t);
            fresh = 1;
        }
        const int better = newton_change(&s, &t, change) && improve(&s, change, fresh ? MOST_HALVINGS : 0, &t);
        if (!better && fresh)
            break;
        if (!better || t.size > good_progress * before)
            object->slope_known = 0;
        fresh = 0;
    }
    if (!(t.size <= tolerance))
        return routh_fail_field(context, ROUTH_NOT_ENDED, "stiffness friction turn displacement",
                                "springs and contacts do not balance: %g N remain, %g N are allowed", t.size,
                                tolerance);
    *hand = t.hand;
    memcpy(twist, t.twist, sizeof t.twist);
    memcpy(contact, t.contact, sizeof t.contact);
    return ROUTH_OK;
}
