/* What results say beside the parameters: correlations, speeds, the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/material_json.h"
#include "file/json_struct.h"

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

void routh_put_approach(json_t **object, const double approach[2]) {
    routh_json_put(object, "approach", isnan(approach[0]) ? json_null() : routh_json_numbers(approach, 2));
}

void routh_put_parameters(json_t **object, const routh_law *law, const double *values) {
    json_t *parameters = json_object();
    for (int j = 0; j < law->parameter_count; j++)
        routh_json_put(&parameters, law->parameter[j].name, routh_json_number(values[j]));
    routh_json_put(object, "parameters", parameters);
}
