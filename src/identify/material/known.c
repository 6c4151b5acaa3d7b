/* The pairs that come with the library.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "material/known.h"

#include <routh/material.h>

routh_status routh_materials_known(routh_context *context, routh_materials *materials) {
    return routh_materials_read(context, routh_io_memory(routh_known_table, routh_known_table_size, "known.json"),
                                materials);
}
