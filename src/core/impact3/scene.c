/* Scenes: their contacts in contact space, what is legal, and what a collision leaves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "impact3/impact3.h"

/* From two bodies and a contact point to contact space, and back.
 *
 * Body s moves with V_s and ω_s; r_s runs from its centre of mass to the contact. For each of the contact's axes d:
 *
 *     d·v = d·(V_a + ω_a × r_a) − d·(V_b + ω_b × r_b),   d·(ω × r) = (r × d)·ω
 *
 * so a row for body s is J_s = (d, r_s × d), and with the mobility M_s⁻¹ = diag(1/m, R I⁻¹ Rᵀ)
 *
 *     W_ij = Σ_s ± J_is M_s⁻¹ J_jsᵀ   over the bodies s that both contacts share,
 *
 * + where s is the same side (a or b) of both, − where it is a's side of one and b's of the other. */

/* Roundings in a velocity at a contact, in units of the largest term. */
#define ROUNDING (8 * DBL_EPSILON)

routh_scene_contact routh_scene_contact_default(void) {
    return (routh_scene_contact){.a = 0, .b = 1, .normal = {0, 0, 1}, .stiffness = 1, .pair = routh_pair_default()};
}

void routh_contact3_axes(const double normal[3], double axes[3][3]) {
    double *u = axes[0], *w = axes[1], *n = axes[2];
    routh_unit3(normal, n);
    int least = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(n[k]) < fabs(n[least]))
            least = k;
    double part[3];
    for (int k = 0; k < 3; k++)
        part[k] = (k == least) - n[least] * n[k];
    routh_unit3(part, u);
    routh_cross3(n, u, w);
}

/* Three rows, one for each of the contact's axes, that turn a body's velocity and spin into the velocity of its point
 * at the contact: (axis, r × axis), r from the centre of mass to the contact. Transposed they turn an impulse there
 * into one through the centre of mass and one about it. */
static void contact_rows(const routh_body3 *body, const routh_scene_contact *scene_contact, double rows[3][6]) {
    double axes[3][3], r[3];
    routh_contact3_axes(scene_contact->normal, axes);
    for (int k = 0; k < 3; k++)
        r[k] = scene_contact->point[k] - body->position[k];
    for (int k = 0; k < 3; k++) {
        memcpy(rows[k], axes[k], sizeof axes[k]);
        routh_cross3(r, axes[k], rows[k] + 3);
    }
}

/* Velocity -----------------------------------------------------------------------------------------------*/

/* Adds the velocity of the body's contact point to v, and the size of its terms to *size. */
static void add_point_velocity(const routh_body3 *body, const routh_scene_contact *scene_contact, double sign,
                               double v[3], double *size) {
    double rows[3][6], motion[6];
    contact_rows(body, scene_contact, rows);
    routh_motion_of(body, motion);
    for (int k = 0; k < 3; k++)
        v[k] += sign * (routh_dot3(rows[k], motion) + routh_dot3(rows[k] + 3, motion + 3));
    *size += routh_length3(motion) +
             routh_length3(motion + 3) * (routh_length3(scene_contact->point) + routh_length3(body->position));
}

void routh_velocity_at(const routh_body3 *a, const routh_body3 *b, const routh_scene_contact *scene_contact,
                       double v[3]) {
    double size = 0;
    v[0] = v[1] = v[2] = 0;
    add_point_velocity(a, scene_contact, +1, v, &size);
    add_point_velocity(b, scene_contact, -1, v, &size);
    for (int k = 0; k < 3; k++)
        if (fabs(v[k]) <= ROUNDING * size || fabs(v[k]) < ROUTH_SMALLEST_NUMBER)
            v[k] = 0;
}

void routh_contact_velocity(const routh_scene *scene, size_t i, double v[3]) {
    const routh_scene_contact *scene_contact = &scene->contact[i];
    routh_velocity_at(&scene->body[scene_contact->a], &scene->body[scene_contact->b], scene_contact, v);
}

/* Compliance ---------------------------------------------------------------------------------------------*/

/* M⁻¹ Jᵀ for one row: what a unit impulse along that axis does to velocity and spin. */
static void response(const routh_mobility *mobility, const double row[6], double change[6]) {
    for (int k = 0; k < 3; k++) {
        change[k] = routh_dot3(mobility->linear[k], row);
        change[k + 3] = routh_dot3(mobility->angular[k], row + 3);
    }
}

/* Adds ± J_i M⁻¹ J_jᵀ, the share that goes through this body. */
static void add_share(const routh_body3 *body, const routh_scene_contact *i, const routh_scene_contact *j, double sign,
                      double w[3][3]) {
    double rows_i[3][6], rows_j[3][6], change[6];
    routh_mobility mobility;
    contact_rows(body, i, rows_i);
    contact_rows(body, j, rows_j);
    routh_mobility_of(body, &mobility);
    for (int l = 0; l < 3; l++) {
        response(&mobility, rows_j[l], change);
        for (int k = 0; k < 3; k++)
            w[k][l] += sign * (routh_dot3(rows_i[k], change) + routh_dot3(rows_i[k] + 3, change + 3));
    }
}

/* The halves differ by rounding only. */
static void make_symmetric(double w[3][3]) {
    w[1][0] = w[0][1];
    w[2][0] = w[0][2];
    w[2][1] = w[1][2];
}

void routh_coupling(const routh_scene *scene, size_t i, size_t j, double w[3][3]) {
    const routh_scene_contact *first = &scene->contact[i < j ? i : j], *second = &scene->contact[i < j ? j : i];
    double shared[3][3] = {{0}};
    if (first->a == second->a)
        add_share(&scene->body[first->a], first, second, +1, shared);
    if (first->a == second->b)
        add_share(&scene->body[first->a], first, second, -1, shared);
    if (first->b == second->a)
        add_share(&scene->body[first->b], first, second, -1, shared);
    if (first->b == second->b)
        add_share(&scene->body[first->b], first, second, +1, shared);
    if (i == j)
        make_symmetric(shared);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            w[k][l] = i <= j ? shared[k][l] : shared[l][k];
}

static void compliance_of(const routh_body3 *a, const routh_body3 *b, const routh_scene_contact *scene_contact,
                          double w[3][3]) {
    memset(w, 0, 3 * sizeof w[0]);
    add_share(a, scene_contact, scene_contact, +1, w);
    add_share(b, scene_contact, scene_contact, +1, w);
    make_symmetric(w);
}

/* Checks and both ways -----------------------------------------------------------------------------------*/

static routh_status geometry_check(routh_context *context, const routh_scene_contact *scene_contact) {
    const double *p = scene_contact->point, *n = scene_contact->normal;
    if (!routh_all_finite(p, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "point (%g, %g, %g) m: every number must be finite", p[0], p[1],
                          p[2]);
    if (routh_largest(p, 3) > ROUTH_LARGEST_NUMBER)
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "point (%g, %g, %g) m is too far away to compute with", p[0],
                          p[1], p[2]);
    if (!routh_all_finite(n, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "normal (%g, %g, %g): every number must be finite", n[0], n[1],
                          n[2]);
    if (routh_largest(n, 3) < ROUTH_SMALLEST_NUMBER || routh_largest(n, 3) > ROUTH_LARGEST_NUMBER)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "normal (%g, %g, %g) has no direction", n[0], n[1], n[2]);
    return ROUTH_OK;
}

/* Checks point, normal and the two bodies' mobility: legal numbers, and an impulse along the normal must change
 * something. */
static routh_status scene_contact_legal(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                        const routh_scene_contact *scene_contact) {
    ROUTH_TRY(geometry_check(context, scene_contact));
    if (a->freedom == ROUTH_FIXED && b->freedom == ROUTH_FIXED)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "both bodies are fixed, so neither can move");

    double w[3][3];
    compliance_of(a, b, scene_contact, w);
    const double trace = w[0][0] + w[1][1] + w[2][2];
    if (!(trace >= ROUTH_SMALLEST_NUMBER && trace <= ROUTH_LARGEST_NUMBER))
        return routh_fail(context, ROUTH_OUT_OF_RANGE,
                          "contact compliance of (%g, %g, %g) 1/kg along u, w, n is too large or too small to "
                          "compute with",
                          w[0][0], w[1][1], w[2][2]);
    if (!(w[2][2] > ROUTH_THINNEST_PIVOT * trace))
        return routh_fail(context, ROUTH_BAD_COMPLIANCE, "neither body can move along the normal");

    double v[3];
    routh_velocity_at(a, b, scene_contact, v);
    if (!(routh_largest(v, 3) <= ROUTH_LARGEST_NUMBER))
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "contact velocity (%g, %g, %g) m/s is too large to compute with",
                          v[0], v[1], v[2]);
    return ROUTH_OK;
}

static routh_status side_check(routh_context *context, const routh_body3 *body, char side) {
    const routh_status status = routh_body3_check(context, body);
    if (status == ROUTH_OK || !context)
        return status;
    return routh_fail(context, status, "body %c: %s", side, context->message);
}

routh_status routh_contact3_of(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                               const routh_scene_contact *scene_contact, routh_contact3 *contact) {
    if (!a || !b || !scene_contact || !contact)
        return routh_fail_null(context, "a b scene_contact contact",
                               (const void *const[]){a, b, scene_contact, contact});
    if (a == b)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a body cannot touch itself: a and b are the same");
    ROUTH_TRY(side_check(context, a, 'a'));
    ROUTH_TRY(side_check(context, b, 'b'));
    ROUTH_TRY(scene_contact_legal(context, a, b, scene_contact));

    routh_contact3 c;
    compliance_of(a, b, scene_contact, c.w);
    routh_velocity_at(a, b, scene_contact, c.v);
    ROUTH_TRY(routh_contact3_check(context, &c));
    *contact = c;
    return ROUTH_OK;
}

/* The body's velocities after ± the impulse p, in contact axes. */
static void push(routh_body3 *body, const routh_scene_contact *scene_contact, double sign, const double p[3]) {
    double rows[3][6], change[6];
    routh_mobility mobility;
    contact_rows(body, scene_contact, rows);
    routh_mobility_of(body, &mobility);
    double impulse[6] = {0}; /* through the centre of mass, and about it */
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 6; l++)
            impulse[l] += sign * p[k] * rows[k][l];
    response(&mobility, impulse, change);
    for (int k = 0; k < 3; k++) {
        body->velocity[k] += change[k];
        body->spin[k] += change[k + 3];
    }
}

void routh_contact3_apply(routh_body3 *a, routh_body3 *b, const routh_scene_contact *scene_contact, const double p[3]) {
    push(a, scene_contact, +1, p);
    push(b, scene_contact, -1, p);
}

/* Scenes: what is legal, what a collision leaves, and their end. */

/* Bounds on a stiffness relative to the first contact's: time scales that differ by its root. */
#define STIFFNESS_LOW  1e-16
#define STIFFNESS_HIGH 1e16

/* Passes a status on, with the body's name before its message. */
static routh_status at_body(routh_context *context, const routh_scene *scene, size_t s, routh_status status) {
    if (status == ROUTH_OK || !context)
        return status;
    const char *name = scene->body[s].name;
    char column[ROUTH_LABEL_SIZE];
    snprintf(column, sizeof column, "bodies[%zu]", s);
    const routh_place place = {.column = column};
    if (name[0] == '\0' || !memchr(name, '\0', ROUTH_LABEL_SIZE))
        return routh_fail_at(context, status, &place, "%s: %s", column, context->message);
    return routh_fail_at(context, status, &place, "%s \"%s\": %s", column, name, context->message);
}

static routh_status at_contact(routh_context *context, size_t i, routh_status status) {
    if (status == ROUTH_OK || !context)
        return status;
    char column[ROUTH_LABEL_SIZE];
    snprintf(column, sizeof column, "contacts[%zu]", i);
    return routh_fail_at(context, status, &(routh_place){.column = column}, "%s: %s", column, context->message);
}

/* Contacts are written with the names of their bodies. */
static routh_status name_check(routh_context *context, const routh_scene *scene, size_t s) {
    const char *name = scene->body[s].name;
    for (size_t other = 0; other < s && name[0] != '\0'; other++)
        if (strcmp(name, scene->body[other].name) == 0)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "bodies[%zu]: the name \"%s\" is taken by bodies[%zu]", s,
                              name, other);
    return ROUTH_OK;
}

static routh_status sides_check(routh_context *context, const routh_scene *scene,
                                const routh_scene_contact *scene_contact) {
    const size_t outside = scene_contact->a >= scene->body_count ? scene_contact->a : scene_contact->b;
    if (outside >= scene->body_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no body %zu: the scene has %zu", outside,
                          scene->body_count);
    if (scene_contact->a == scene_contact->b)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a body cannot touch itself: a and b are both body %zu",
                          scene_contact->a);
    return ROUTH_OK;
}

static routh_status stiffness_check(routh_context *context, size_t i, double stiffness) {
    if (!isfinite(stiffness))
        return routh_fail(context, ROUTH_NOT_FINITE, "stiffness %g must be finite", stiffness);
    if (!(stiffness > 0))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "stiffness %g is not positive", stiffness);
    if (i == 0 && stiffness != 1)
        return routh_fail(context, ROUTH_BAD_PARAMETER,
                          "stiffness %g: the first contact's stiffness is the unit for the others and must be 1",
                          stiffness);
    if (!(stiffness >= STIFFNESS_LOW && stiffness <= STIFFNESS_HIGH))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "stiffness %g, relative to contacts[0], is outside %g … %g",
                          stiffness, STIFFNESS_LOW, STIFFNESS_HIGH);
    return ROUTH_OK;
}

static routh_status contact_check(routh_context *context, const routh_scene *scene, size_t i) {
    const routh_scene_contact *scene_contact = &scene->contact[i];
    routh_status status = sides_check(context, scene, scene_contact);
    if (status == ROUTH_OK)
        status = routh_pair_check(context, &scene_contact->pair);
    if (status == ROUTH_OK)
        status = stiffness_check(context, i, scene_contact->stiffness);
    if (status == ROUTH_OK)
        status =
            scene_contact_legal(context, &scene->body[scene_contact->a], &scene->body[scene_contact->b], scene_contact);
    return at_contact(context, i, status);
}

routh_status routh_scene_legal(routh_context *context, const routh_scene *scene) {
    if (scene->contact_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a scene without contacts: there is nothing to collide");
    if (scene->contact_count > ROUTH_MOST_SCENE_CONTACTS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu contacts: a scene has %d at most", scene->contact_count,
                          ROUTH_MOST_SCENE_CONTACTS);
    routh_status given = routh_array_check(context, "body", scene->body, scene->body_count);
    if (given == ROUTH_OK)
        given = routh_array_check(context, "contact", scene->contact, scene->contact_count);
    if (given != ROUTH_OK)
        return given;
    for (size_t s = 0; s < scene->body_count; s++) {
        ROUTH_TRY(at_body(context, scene, s, routh_body3_check(context, &scene->body[s])));
        ROUTH_TRY(name_check(context, scene, s));
    }
    for (size_t i = 0; i < scene->contact_count; i++) {
        ROUTH_TRY(contact_check(context, scene, i));
    }
    return ROUTH_OK;
}

routh_status routh_scene_check(routh_context *context, const routh_scene *scene) {
    if (!scene)
        return routh_fail_null(context, "scene", (const void *const[]){scene});
    ROUTH_TRY(routh_scene_legal(context, scene));
    double lowest = INFINITY;
    size_t nearest = 0;
    for (size_t i = 0; i < scene->contact_count; i++) {
        double v[3];
        routh_contact_velocity(scene, i, v);
        if (v[2] < lowest) {
            lowest = v[2];
            nearest = i;
        }
    }
    if (lowest < 0)
        return ROUTH_OK;
    return routh_fail(
        context, ROUTH_SEPARATING,
        "no contact is closing: v_n = %g m/s at contacts[%zu], no less at the others, and an impact needs "
        "v_n < 0 at one",
        lowest, nearest);
}

void routh_scene_apply(routh_scene *scene, const routh_collision *collision) {
    for (size_t i = 0; i < scene->contact_count; i++) {
        const routh_scene_contact *scene_contact = &scene->contact[i];
        routh_contact3_apply(&scene->body[scene_contact->a], &scene->body[scene_contact->b], scene_contact,
                             collision->p[i]);
    }
}

void routh_collision_release(routh_context *context, routh_collision *collision) {
    if (!collision)
        return;
    routh_release(context, collision->switches);
    routh_release(context, collision->rigid);
    *collision = (routh_collision){0};
}

void routh_scene_release(routh_context *context, routh_scene *scene) {
    if (!scene)
        return;
    routh_release(context, scene->body);
    routh_release(context, scene->contact);
    *scene = (routh_scene){0};
}
