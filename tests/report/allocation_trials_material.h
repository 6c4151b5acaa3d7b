/* Trials of what is known about pairs of surfaces.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_MATERIAL_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_MATERIAL_H

#include <string.h>

#include <routh/material.h>

#include "allocations.h"

static inline void try_materials(trial *t) {
    static const char table[] =
        "{\"materials\": [{\"name\": \"a on b\", \"parameters\": {\"mu\": {\"value\": 0.3, \"sd\": 0.1}}}]}";
    routh_materials known = {0}, own = {0};
    routh_findings findings = {0};
    double set[2][ROUTH_MATERIAL_PARAMETERS];
    const routh_material none = routh_material_default();
    TRY(t, routh_materials_known(t->context, &known));
    TRY(t, routh_materials_read(t->context, routh_io_memory(table, strlen(table), "table.json"), &own));
    TRY(t, routh_materials_add(t->context, &own, &known.material[0]));
    WRITE(t, "table.json", routh_materials_write, &own);
    WRITE(t, "table.txt", routh_materials_table_write, &own);
    WRITE(t, "table.md", routh_materials_table_write, &own);
    WRITE(t, "table.csv", routh_materials_table_write, &own);
    WRITE(t, "material.txt", routh_material_write, own.count ? &own.material[0] : &none);
    ALWAYS(routh_materials_find(t->context, &own, "a on c"));
    TRY(t, routh_material_draw(t->context, own.count ? &own.material[0] : &none, 1, 2, set));
    TRY(t, routh_material_findings(t->context, own.count ? &own.material[0] : &none, &findings));
    ALWAYS(routh_findings_release(t->context, &findings));
    ALWAYS(routh_materials_release(t->context, &own));
    ALWAYS(routh_materials_release(t->context, &known));
}

static const trial_entry material_trials[] = {{"materials", try_materials}, {NULL, NULL}};

#endif
