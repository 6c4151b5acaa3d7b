/* What the files of the room of materials share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MATERIAL_MATERIAL_H
#define ROUTH_SRC_MATERIAL_MATERIAL_H

#include <stddef.h>

#include <jansson.h>

#include <routh/impact.h>
#include <routh/material.h>

#include "file/json_build.h"

/* What the files of this room share. */

enum { ROUTH_MATERIAL_COUNT = ROUTH_MATERIAL_PARAMETERS };

/* What a parameter may be. */
typedef struct routh_material_range {
    double low, high;
} routh_material_range;

routh_material_range routh_material_range_of(routh_material_parameter parameter);

/* A lower triangular root of the correlations' rows and columns chosen[0 … count−1]. False where it is not positive
 * semidefinite, to within what rounding in print leaves. */
bool routh_material_root(const routh_material *material, const int *chosen, int count,
                         double root[ROUTH_MATERIAL_COUNT][ROUTH_MATERIAL_COUNT]);

/* The row with the same name and law, as routh_materials_find compares them; −1: none. */
long routh_materials_same(const routh_materials *materials, const routh_material *material);

/* The bytes of src/identify/material/known.json, which cmake/RouthMaterials.cmake embeds. */

extern const unsigned char routh_known_table[];
extern const size_t routh_known_table_size;

/* Reading materials from JSON: a table's rows, and what results say. */

/* The field "parameters" of an object: values, errors and intervals, checked. What a pair does not have, a body's
 * parameter for instance, is passed over where the object is of results, and refused where it is a table's row. */
void routh_material_read_parameters(routh_fields *fields, bool row, routh_material *material);

/* The field "correlation", {"mu": {"eps": −0.3}}; likewise. */
void routh_material_read_correlation(routh_fields *fields, bool row, routh_material *material);

/* The field "approach", least and greatest speed, and those of the body; all may be missing. */
void routh_material_read_approach(routh_fields *fields, routh_material *material);
void routh_material_read_body(routh_fields *fields, routh_material *material);

/* The numbers of a law as results.json has them: of studies, of fits and of tosses, and as tables of pairs have them, too. One
 * reader for all who take parameters from a file of results. */

/* The name of a parameter in results of tosses: files have called restitution e from the first version on. */
const char *routh_results3_key(const routh_parameter *parameter);

typedef struct routh_result_parameter {
    double value;            /* NaN: missing, or no number */
    routh_interval interval; /* NaN: missing; one end infinite: open on that side */
    bool determined;         /* 0: the file says that the data do not determine it */
} routh_result_parameter;

/* Parameter `name` of an object of parameters: {"value", "low", "high", "sd"}, or the last three in "interval". "eps" may
 * be called "e". */
routh_result_parameter routh_result_parameter_of(const json_t *all, const char *name);

/* The flags of a fit, ROUTH_FIT_…, from their words in a text or in a list. */
unsigned routh_result_flags(const json_t *words);

#endif
