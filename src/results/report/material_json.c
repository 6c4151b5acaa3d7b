/* What results say beside the parameters: correlations, speeds, the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/material_json.h"

#include <math.h>

json_t *routh_correlation_json(const routh_parameter *parameter, int count,
                               const double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS],
                               const char *(*key)(const routh_parameter *parameter)) {
    if (count < 2 || isnan(correlation[0][1]))
        return json_null();
    json_t *all = json_object();
    for (int i = 0; i + 1 < count; i++) {
        json_t *row = json_object();
        for (int j = i + 1; j < count; j++)
            routh_json_put(&row, key ? key(&parameter[j]) : parameter[j].name, routh_json_number(correlation[i][j]));
        routh_json_put(&all, key ? key(&parameter[i]) : parameter[i].name, row);
    }
    return all;
}

json_t *routh_approach_json(const double approach[2]) {
    return isnan(approach[0]) ? json_null() : routh_json_numbers(approach, 2);
}

json_t *routh_tossed_body_json(const routh_tossed_body *body) {
    json_t *one = json_object(), *inertia = json_array();
    for (int i = 0; i < 3; i++)
        routh_json_add(&inertia, routh_json_numbers(body->inertia[i], 3));
    routh_json_put(&one, "shape", json_string(body->shape));
    routh_json_put(&one, "mass", routh_json_number(body->mass));
    routh_json_put(&one, "rounding", routh_json_number(body->rounding));
    routh_json_put(&one, "centre", routh_json_numbers(body->centre, 3));
    routh_json_put(&one, "inertia", inertia);
    return one;
}
