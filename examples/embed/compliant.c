/* A compliant contact in space, followed through its phases: a ball thrown at a table with spin comes back.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "routh_core.h"

static void show(const routh_moment *moment, void *user) {
    (void)user;
    printf("%9.4f s √(N/m)  %-8s  P_n = %.4f N s\n", moment->time, routh_name(&routh_phases, (long)moment->phase),
           moment->p[2]);
}

int main(void) {
    const double radius = 0.02, mass = 0.05;
    routh_body3 ball = routh_body3_default(), table = routh_body3_default();
    ball.mass = mass;
    for (int i = 0; i < 3; i++)
        ball.inertia[i][i] = 0.4 * mass * radius * radius;
    ball.position[2] = radius;
    ball.velocity[0] = 1, ball.velocity[2] = -2, ball.spin[1] = -150;
    table.freedom = ROUTH_FIXED;
    routh_scene_contact touch = routh_scene_contact_default();
    touch.normal[2] = 1;

    routh_context context = routh_context_default();
    const routh_pair pair = {.mu = 0.4, .eps = 0.8, .eta2 = routh_eta2_of_poisson(0.3)};
    routh_law3_options options = routh_law3_options_default();
    options.watch = show;
    routh_contact3 contact;
    routh_outcome3 outcome;
    routh_status status = routh_contact3_of(&context, &ball, &table, &touch, &contact);
    if (status == ROUTH_OK)
        status =
            routh_law3_solve(&context, routh_law3_find(&context, "compliant"), &pair, &contact, &options, &outcome);
    if (status != ROUTH_OK) {
        printf("%s\n", context.message);
        return 1;
    }
    routh_contact3_apply(&ball, &table, &touch, outcome.p);
    printf("after: %.3f m/s along the table, %.3f m/s up, %.1f rad/s\n", ball.velocity[0], ball.velocity[2],
           ball.spin[1]);
    return 0;
}
