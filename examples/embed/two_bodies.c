/* An impact of two bodies that both move: cc two_bodies.c routh_core.c -lm
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "routh_core.h"

int main(void) {
    routh_body3 a = routh_body3_default(), b = routh_body3_default(); /* 1 kg, 1 kg m² about every axis */
    a.position[2] = 0.5, a.velocity[0] = 2, a.velocity[2] = -3;
    b.position[2] = -0.5, b.mass = 4, b.velocity[2] = 1, b.spin[1] = 5;
    routh_scene_contact touch = routh_scene_contact_default(); /* at the origin */
    touch.normal[2] = 1;                                       /* from b towards a */

    routh_context context = routh_context_default();
    const routh_law3 *law = routh_law3_find(&context, "rigid");
    const routh_pair pair = {.mu = 0.3, .eps = 0.5};
    routh_contact3 contact;
    routh_outcome3 outcome;
    const double before = routh_body3_energy(&a) + routh_body3_energy(&b);
    routh_status status = routh_contact3_of(&context, &a, &b, &touch, &contact);
    if (status == ROUTH_OK)
        status = routh_law3_solve(&context, law, &pair, &contact, NULL, &outcome);
    if (status != ROUTH_OK) {
        printf("%s\n", context.message);
        return 1;
    }
    routh_contact3_apply(&a, &b, &touch, outcome.p);
    printf("impulse on a: %.6f %.6f %.6f N s\n", outcome.p[0], outcome.p[1], outcome.p[2]);
    printf("energy: %.6f J, then %.6f J\n", before, routh_body3_energy(&a) + routh_body3_energy(&b));
    return 0;
}
