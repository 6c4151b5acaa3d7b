/* The bytes of src/identify/material/known.json, which cmake/RouthMaterials.cmake embeds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MATERIAL_KNOWN_H
#define ROUTH_SRC_MATERIAL_KNOWN_H

#include <stddef.h>

extern const unsigned char routh_known_table[];
extern const size_t routh_known_table_size;

#endif
