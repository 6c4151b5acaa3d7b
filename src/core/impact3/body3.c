/* Bodies in space, and one contact between them in contact space.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/impact3.h>

#include "algebra/space.h"
#include "base/context.h"
#include "impact3/impact3.h"

/* Bodies: what is legal, their mobility, their energy. */

routh_body3 routh_body3_default(void) {
    return (routh_body3){
        .freedom = ROUTH_FREE,
        .mass = 1,
        .inertia = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        .orientation = {1, 0, 0, 0},
    };
}

static const routh_name_entry freedoms[] = {
    [ROUTH_FREE] = {"free", "moves and turns"},
    [ROUTH_GUIDED] = {"guided", "moves along its axis only"},
    [ROUTH_FIXED] = {"fixed", "does not move"},
};
const routh_names routh_freedoms = {"freedom", sizeof freedoms / sizeof *freedoms, freedoms};

/* What is legal ------------------------------------------------------------------------------------------*/

/* The largest principal moment may exceed the sum of the other two by this share of all three: a flat body's moments,
 * c = a + b, written with six digits. */
#define TRIANGLE_SLACK 1e-6

/* Moments of inertia a, b, c are sums of second moments of the mass, a = y² + z² and so on. The tensor belongs to a
 * real body if the second moments, ½ tr(I) 1 − I, are not negative. */
static bool has_second_moments(const double inertia[3][3]) {
    const double trace = inertia[0][0] + inertia[1][1] + inertia[2][2], s = (0.5 + TRIANGLE_SLACK) * trace;
    const double moments[3][3] = {
        {s - inertia[0][0], -inertia[0][1], -inertia[0][2]},
        {-inertia[1][0], s - inertia[1][1], -inertia[1][2]},
        {-inertia[2][0], -inertia[2][1], s - inertia[2][2]},
    };
    routh_factor3 factor;
    return routh_factor3_of(moments, &factor);
}

static routh_status inertia_check(routh_context *context, const double i[3][3]) {
    const char *fault = NULL;
    routh_status status = ROUTH_BAD_INERTIA;
    routh_factor3 factor;
    if (!routh_is_symmetric3(i))
        fault = "is not symmetric";
    else if (!routh_factor3_of(i, &factor))
        fault = "is not positive definite";
    else if (!(factor.d[0] >= ROUTH_SMALLEST_NUMBER && factor.d[1] >= ROUTH_SMALLEST_NUMBER &&
               factor.d[2] >= ROUTH_SMALLEST_NUMBER)) {
        fault = "is too small to compute with";
        status = ROUTH_OUT_OF_RANGE;
    } else if (!has_second_moments(i))
        fault = "is impossible: its largest principal moment exceeds the sum of the other two";
    else
        return ROUTH_OK;
    return routh_fail(context, status, "inertia [%g %g %g; %g %g %g; %g %g %g] kg m² %s", i[0][0], i[0][1], i[0][2],
                      i[1][0], i[1][1], i[1][2], i[2][0], i[2][1], i[2][2], fault);
}

static routh_status numbers_check(routh_context *context, const routh_body3 *body) {
    const struct {
        const char *what, *unit;
        const double *values;
        size_t count;
    } fields[] = {
        {"mass", " kg", &body->mass, 1},
        {"inertia", " kg m²", body->inertia[0], 3},
        {"inertia", " kg m²", body->inertia[1], 3},
        {"inertia", " kg m²", body->inertia[2], 3},
        {"axis", "", body->axis, 3},
        {"position", " m", body->position, 3},
        {"orientation", "", body->orientation, 4},
        {"velocity", " m/s", body->velocity, 3},
        {"spin", " rad/s", body->spin, 3},
    };
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        for (size_t k = 0; k < fields[f].count; k++) {
            const double value = fields[f].values[k];
            if (!isfinite(value))
                return routh_fail(context, ROUTH_NOT_FINITE, "%s %g%s: every number must be finite", fields[f].what,
                                  value, fields[f].unit);
            if (fabs(value) > ROUTH_LARGEST_NUMBER)
                return routh_fail(context, ROUTH_OUT_OF_RANGE, "%s %g%s is too large to compute with", fields[f].what,
                                  value, fields[f].unit);
        }
    return ROUTH_OK;
}

/* A motion that would be silently ignored is more likely a mistake in the freedom. */
static routh_status routh_motion_check(routh_context *context, const routh_body3 *body) {
    const double *v = body->velocity, *s = body->spin;
    const char *freedom = routh_name(&routh_freedoms, body->freedom);
    if (body->freedom == ROUTH_FIXED && (v[0] != 0 || v[1] != 0 || v[2] != 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "velocity (%g, %g, %g) m/s: a %s body does not move", v[0], v[1],
                          v[2], freedom);
    if (body->freedom != ROUTH_FREE && (s[0] != 0 || s[1] != 0 || s[2] != 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "spin (%g, %g, %g) rad/s: a %s body does not turn", s[0], s[1],
                          s[2], freedom);
    return ROUTH_OK;
}

routh_status routh_body3_check(routh_context *context, const routh_body3 *body) {
    if (!body)
        return routh_fail_null(context, "body", (const void *const[]){body});
    if (body->freedom != ROUTH_FREE && body->freedom != ROUTH_GUIDED && body->freedom != ROUTH_FIXED)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "freedom %d is neither free, guided nor fixed",
                          (int)body->freedom);
    if (!memchr(body->name, '\0', sizeof body->name))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the name must end within %d bytes", ROUTH_LABEL_SIZE);
    ROUTH_TRY(numbers_check(context, body));

    if (routh_largest(body->orientation, 4) < ROUTH_SMALLEST_NUMBER)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "orientation: a quaternion of length 0 is not a rotation");
    if (body->freedom == ROUTH_GUIDED && routh_largest(body->axis, 3) < ROUTH_SMALLEST_NUMBER)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "axis: a guided body needs an axis of nonzero length");
    if (body->freedom != ROUTH_FIXED && !(body->mass > 0))
        return routh_fail(context, ROUTH_BAD_MASS, "mass %g kg is not positive", body->mass);
    if (body->freedom != ROUTH_FIXED && body->mass < ROUTH_SMALLEST_NUMBER)
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "mass %g kg is too small to compute with", body->mass);
    if (body->freedom == ROUTH_FREE) {
        const routh_status inertia = inertia_check(context, body->inertia);
        if (inertia != ROUTH_OK)
            return inertia;
    }
    return routh_motion_check(context, body);
}

/* Motion -------------------------------------------------------------------------------------------------*/

void routh_rotation_of(const double quaternion[4], double rotation[3][3]) {
    const double largest = routh_largest(quaternion, 4);
    const double w = quaternion[0] / largest, x = quaternion[1] / largest, y = quaternion[2] / largest,
                 z = quaternion[3] / largest;
    const double s = 2 / (w * w + x * x + y * y + z * z);
    rotation[0][0] = 1 - s * (y * y + z * z);
    rotation[0][1] = s * (x * y - w * z);
    rotation[0][2] = s * (x * z + w * y);
    rotation[1][0] = s * (x * y + w * z);
    rotation[1][1] = 1 - s * (x * x + z * z);
    rotation[1][2] = s * (y * z - w * x);
    rotation[2][0] = s * (x * z - w * y);
    rotation[2][1] = s * (y * z + w * x);
    rotation[2][2] = 1 - s * (x * x + y * y);
}

/* R I⁻¹ Rᵀ */
static void world_inverse_inertia(const routh_body3 *body, double inverse[3][3]) {
    double own[3][3], rotation[3][3];
    routh_factor3 factor;
    routh_factor3_of(body->inertia, &factor);
    routh_inverse3(&factor, own);
    routh_rotation_of(body->orientation, rotation);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += rotation[i][k] * routh_dot3(own[k], rotation[j]);
            inverse[i][j] = inverse[j][i] = sum;
        }
}

void routh_mobility_of(const routh_body3 *body, routh_mobility *mobility) {
    *mobility = (routh_mobility){0};
    if (body->freedom == ROUTH_FREE) {
        for (int k = 0; k < 3; k++)
            mobility->linear[k][k] = 1 / body->mass;
        world_inverse_inertia(body, mobility->angular);
    } else if (body->freedom == ROUTH_GUIDED) {
        double axis[3];
        routh_unit3(body->axis, axis);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                mobility->linear[i][j] = axis[i] * axis[j] / body->mass;
    }
}

void routh_motion_of(const routh_body3 *body, double motion[6]) {
    memset(motion, 0, 6 * sizeof *motion);
    if (body->freedom == ROUTH_FREE) {
        memcpy(motion, body->velocity, sizeof body->velocity);
        memcpy(motion + 3, body->spin, sizeof body->spin);
    } else if (body->freedom == ROUTH_GUIDED) {
        double axis[3];
        routh_unit3(body->axis, axis);
        const double speed = routh_dot3(axis, body->velocity);
        for (int k = 0; k < 3; k++)
            motion[k] = speed * axis[k];
    }
}

double routh_body3_energy(const routh_body3 *body) {
    if (body->freedom == ROUTH_FIXED)
        return 0;
    double motion[6];
    routh_motion_of(body, motion);
    const double moving = 0.5 * body->mass * routh_dot3(motion, motion);
    if (body->freedom == ROUTH_GUIDED)
        return moving;

    double rotation[3][3], spin[3]; /* in body axes, Rᵀ ω */
    routh_rotation_of(body->orientation, rotation);
    for (int k = 0; k < 3; k++)
        spin[k] = rotation[0][k] * motion[3] + rotation[1][k] * motion[4] + rotation[2][k] * motion[5];
    double turning = 0;
    for (int k = 0; k < 3; k++)
        turning += 0.5 * spin[k] * routh_dot3(body->inertia[k], spin);
    return moving + turning;
}

/* One contact in contact space: what laws demand of it, and the names of its phases. */

static const routh_name_entry phases[] = {
#define PHASE_NAME(code, name) {name, NULL},
    ROUTH_PHASE_TABLE(PHASE_NAME)
#undef PHASE_NAME
};
const routh_names routh_phases = {"phase", ROUTH_PHASE_COUNT, phases};

double routh_eta2_of_poisson(double nu) {
    return nu >= 0 && nu <= 0.5 ? (2 - nu) / (2 * (1 - nu)) : NAN;
}

routh_pair routh_pair_default(void) {
    return (routh_pair){.mu = 0.3, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3), .mu_fast = 1, .mu_speed = 0.5};
}

routh_status routh_pair_check(routh_context *context, const routh_pair *pair) {
    if (!pair)
        return routh_fail_null(context, "pair", (const void *const[]){pair});
    const double mu = pair->mu, e = pair->eps, eta2 = pair->eta2;
    if (!isfinite(mu) || !isfinite(e) || !isfinite(eta2))
        return routh_fail(context, ROUTH_NOT_FINITE, "μ = %g, e = %g, η² = %g: every number must be finite", mu, e,
                          eta2);
    if (!(mu >= 0 && mu <= ROUTH_MU_HIGH))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "coefficient of friction μ = %g is outside 0 … %g", mu,
                          ROUTH_MU_HIGH);
    if (!(e >= 0 && e <= 1))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "coefficient of restitution e = %g is outside 0 … 1", e);
    if (!(eta2 > 0))
        return routh_fail(context, ROUTH_BAD_PARAMETER,
                          "η² = %g is not positive: it is the contact's normal stiffness ÷ its tangential stiffness",
                          eta2);
    if (!(eta2 >= ROUTH_ETA2_LOW && eta2 <= ROUTH_ETA2_HIGH))
        return routh_fail(context, ROUTH_BAD_PARAMETER, "ratio of stiffnesses η² = %g is outside %g … %g", eta2,
                          ROUTH_ETA2_LOW, ROUTH_ETA2_HIGH);
    return ROUTH_OK;
}

static routh_status bad_compliance(routh_context *context, routh_status status, const double w[3][3],
                                   const char *fault) {
    return routh_fail(context, status, "contact compliance W = [%g %g %g; %g %g %g; %g %g %g] 1/kg %s", w[0][0],
                      w[0][1], w[0][2], w[1][0], w[1][1], w[1][2], w[2][0], w[2][1], w[2][2], fault);
}

routh_status routh_contact3_check(routh_context *context, const routh_contact3 *contact) {
    if (!contact)
        return routh_fail_null(context, "contact", (const void *const[]){contact});
    const double *v = contact->v;
    for (int k = 0; k < 3; k++)
        if (!routh_all_finite(contact->w[k], 3))
            return bad_compliance(context, ROUTH_NOT_FINITE, contact->w, "has an entry that is not finite");
    if (!routh_all_finite(v, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "contact velocity (%g, %g, %g) m/s: every number must be finite",
                          v[0], v[1], v[2]);
    if (!routh_is_symmetric3(contact->w))
        return bad_compliance(context, ROUTH_BAD_COMPLIANCE, contact->w, "is not symmetric");
    for (int k = 0; k < 3; k++) {
        const double diagonal = contact->w[k][k];
        if (diagonal > 0 && !(diagonal >= ROUTH_SMALLEST_NUMBER && diagonal <= ROUTH_LARGEST_NUMBER))
            return bad_compliance(context, ROUTH_OUT_OF_RANGE, contact->w, "is too large or too small to compute with");
    }
    routh_factor3 factor;
    if (!routh_factor3_of(contact->w, &factor))
        return bad_compliance(context, ROUTH_BAD_COMPLIANCE, contact->w, "is not positive definite");
    if (!(v[2] < 0))
        return routh_fail(context, ROUTH_SEPARATING,
                          "the contact is not closing: v_n = %g m/s, an impact needs v_n < 0", v[2]);
    if (!(v[2] <= -ROUTH_SMALLEST_NUMBER && routh_largest(v, 3) <= ROUTH_LARGEST_NUMBER))
        return routh_fail(context, ROUTH_OUT_OF_RANGE,
                          "contact velocity (%g, %g, %g) m/s is too large or too small to compute with", v[0], v[1],
                          v[2]);
    return ROUTH_OK;
}
