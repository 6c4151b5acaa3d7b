/* The two bouncing bodies of Modeling of tangential compliance in 3D impact, with what the options change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "strike.h"

#define PI 3.14159265358979323846

static routh_body3 table_top(void) {
    routh_body3 table = routh_body3_default();
    snprintf(table.name, sizeof table.name, "table");
    table.freedom = ROUTH_FIXED;
    return table;
}

static routh_example3 ball(const strike_options *options) {
    double mass = 1, radius = 1;
    take_own_number(options, OWN_MASS, &mass);
    take_own_number(options, OWN_RADIUS, &radius);
    return routh_example3_ball(mass, radius);
}

static routh_example3 pencil(const strike_options *options) {
    routh_pencil own = routh_pencil_default();
    take_own_number(options, OWN_MASS, &own.mass);
    take_own_number(options, OWN_RADIUS, &own.radius);
    take_own_number(options, OWN_HEIGHT, &own.height);
    take_own_number(options, OWN_CONE, &own.cone);
    if (options->own[OWN_TILT].given)
        own.tilt = options->own[OWN_TILT].value * PI / 180;
    return routh_example3_pencil(&own);
}

int strike_example(const char *verb, const strike_options *options, routh_impact3_answer *single) {
    static routh_example3 example; /* there is one strike in a run */
    example = options->example == CASE_BALL ? ball(options) : pencil(options);
    *single = (routh_impact3_answer){
        .about = example.about, .scene_contact = routh_scene_contact_default(), .pair = example.pair};
    single->before[0] = example.body;
    single->before[1] = table_top();
    single->scene_contact.a = 0;
    single->scene_contact.b = 1;
    const double up[] = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        single->scene_contact.point[i] = 0;
        single->scene_contact.normal[i] = up[i];
    }
    const int answer = strike_numbers(verb, "velocity", options->velocity, single->before[0].velocity, 3);
    return answer != 0 ? answer : strike_numbers(verb, "spin", options->spin, single->before[0].spin, 3);
}
