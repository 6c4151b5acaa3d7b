/* What the files of this room share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MATERIAL_MATERIAL_H
#define ROUTH_SRC_MATERIAL_MATERIAL_H

#include <routh/material.h>

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

/* Is the parameter stated, and its standard error a number above 0? */
bool routh_material_scatters(const routh_material *material, int parameter);

#endif
