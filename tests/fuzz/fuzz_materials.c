/* Any bytes as a table of pairs or as results: refused in one line that names the file, or materials with legal parameters, which
 * read the same again after they are written, and of which sets can be drawn. A libFuzzer target; seeds lie in corpus_materials.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/material.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { P = ROUTH_MATERIAL_PARAMETERS };

static void check_material(const routh_material *m) {
    double set[3][P];
    routh_findings findings;
    demand(*m->name != '\0', "it has a name");
    demand(isnan(m->value[ROUTH_MATERIAL_EPS]) ||
               (m->value[ROUTH_MATERIAL_EPS] >= 0 && m->value[ROUTH_MATERIAL_EPS] <= 1),
           "restitution is legal");
    demand(!(m->value[ROUTH_MATERIAL_MU] < 0), "friction is legal");
    demand(routh_material_draw(NULL, m, 1, 3, set) == ROUTH_OK, "sets can be drawn");
    for (int i = 0; i < 3; i++)
        for (int p = 0; p < P; p++)
            demand(isnan(m->value[p]) ? isnan(set[i][p]) : isfinite(set[i][p]), "sets are finite");
    demand(routh_material_findings(NULL, m, &findings) == ROUTH_OK, "there are findings");
    routh_findings_release(NULL, &findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_materials materials, again;
    const routh_status status = routh_materials_read(&context, routh_io_memory(data, size, "fuzz.json"), &materials);
    check_message(&context, status, "fuzz.json");
    if (status != ROUTH_OK)
        return 0;
    for (size_t i = 0; i < materials.count; i++)
        check_material(&materials.material[i]);
    routh_buffer buffer = {0};
    demand(routh_materials_write(&context, &materials, routh_io_buffer(&buffer, "fuzz.json")) == ROUTH_OK,
           "it is written");
    demand(routh_materials_read(&context, routh_io_memory(buffer.byte, buffer.byte_count, "fuzz.json"), &again) ==
               ROUTH_OK,
           "what is written can be read");
    demand(again.count == materials.count, "as many are read again");
    for (size_t i = 0; i < again.count; i++)
        demand(strcmp(again.material[i].name, materials.material[i].name) == 0, "and of the same name");
    routh_materials_release(&context, &again);
    routh_materials_release(&context, &materials);
    routh_buffer_release(&context, &buffer);
    return 0;
}
