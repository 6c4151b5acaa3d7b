/* Where the held object rests: springs and contacts in balance, found by a damped semismooth Newton method.
 *
 * The balance r(q) = springs(pose) + contacts(pose, q/h) = 0 has six unknowns, the motion q of a step that takes h. It
 * is continuous, and smooth but where contacts begin and end, where another feature gives the depth, and where a contact
 * passes the creep speed; there Newton's method takes the derivative of one side. That is
 *
 *     dr/dq = ∂(springs + contacts)/∂pose  +  1/h ∂contacts/∂twist
 *
 * The first term, by differences, is expensive and hardly changes: it is kept as long as steps converge well with it.
 * The second can be thousands of times larger (friction that sticks), changes with every step, and is cheap and exact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/equilibrium.h"

#include <math.h>
#include <string.h>

#include "algebra/elimination.h"
#include "algebra/matrix3.h"
#include "base/context.h"

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
