/* One contact of a cone: the velocity there, and what an impulse changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/matrix3.h"
#include "motion3/motion3.h"

void routh_cone3_velocity(const struct routh_cone3_contact *c, const routh_velocity3 *velocity, double v[3]) {
    for (int k = 0; k < 3; k++)
        v[k] = routh_dot3(c->axis[k], velocity->velocity) + routh_dot3(c->lever[k], velocity->spin);
}

void routh_cone3_push(const routh_cone3 *cone, const struct routh_cone3_contact *c, const double p[3],
                      routh_velocity3 *velocity) {
    for (int i = 0; i < 3; i++) {
        velocity->velocity[i] +=
            cone->mass_inverse * (c->axis[0][i] * p[0] + c->axis[1][i] * p[1] + c->axis[2][i] * p[2]);
        velocity->spin[i] += c->swing[0][i] * p[0] + c->swing[1][i] * p[1] + c->swing[2][i] * p[2];
    }
}
