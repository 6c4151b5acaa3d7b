/* Reading materials from JSON: a table's rows, and what results say.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MATERIAL_MATERIALS_READ_H
#define ROUTH_SRC_MATERIAL_MATERIALS_READ_H

#include <routh/material.h>

#include "file/json_fields.h"

/* The field "parameters" of an object: values, errors and intervals, checked. What a pair does not have, a body's
 * parameter for instance, is passed over where the object is of results, and refused where it is a table's row. */
void routh_material_read_parameters(routh_fields *fields, bool row, routh_material *material);

/* The field "correlation", {"mu": {"eps": −0.3}}; likewise. */
void routh_material_read_correlation(routh_fields *fields, bool row, routh_material *material);

/* The field "approach", least and greatest speed, and those of the body; all may be missing. */
void routh_material_read_approach(routh_fields *fields, routh_material *material);
void routh_material_read_body(routh_fields *fields, routh_material *material);

/* One row of a table. */
void routh_material_read_row(routh_fields *fields, routh_material *material);

#endif
