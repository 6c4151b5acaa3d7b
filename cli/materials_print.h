/* Tables of pairs as people read them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_MATERIALS_PRINT_H
#define ROUTH_CLI_MATERIALS_PRINT_H

#include <stdio.h>

#include <routh/material.h>

void print_materials(FILE *file, const routh_materials *materials);

/* The same as docs/materials.md has it, with what is behind each pair. */
void print_materials_markdown(FILE *file, const routh_materials *materials);

/* One row a parameter. */
void print_materials_csv(FILE *file, const routh_materials *materials);

/* Everything about one, with its findings. */
void print_material(FILE *file, const routh_material *material, const routh_findings *findings);

#endif
