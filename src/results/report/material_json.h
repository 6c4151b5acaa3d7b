/* What `routh_materials_read` takes from a result beside the parameters: correlations, speeds, the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_MATERIAL_JSON_H
#define ROUTH_SRC_REPORT_MATERIAL_JSON_H

#include <routh/study.h>

#include "file/json_build.h"

/* {"mu": {"eps": −0.3}}, each pair once; null where resamples have not shown any. `key`: a parameter's name in the file. */
json_t *routh_correlation_json(const routh_parameter *parameter, int count,
                               const double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS],
                               const char *(*key)(const routh_parameter *parameter));

/* Puts "approach", the least and the greatest speed; null where there was no impact. */
void routh_put_approach(json_t **object, const double approach[2]);

/* Puts "parameters", the law's by name. */
void routh_put_parameters(json_t **object, const routh_law *law, const double *values);

#endif
