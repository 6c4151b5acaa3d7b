/* Any text as the scene of an insertion: what is read are bodies and legal displacements, and comes back from what is
 * written of it. A libFuzzer target; seeds lie in corpus_assembly.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/drawing.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_part(const routh_part *part) {
    const routh_polyhedron_facts facts = routh_polyhedron_facts_of(part->shape);
    demand(part->name[0] != '\0', "a part has a name");
    demand(facts.vertices >= 4 && facts.faces >= 4, "a part is a body");
    demand(facts.volume > 0 && facts.radius > 0 && isfinite(facts.volume) && isfinite(facts.radius), "with a size");
    for (size_t i = 0; i < 3 * facts.vertices; i++)
        demand(isfinite(facts.vertex[i]), "vertices are finite");
    for (int i = 0; i < 3; i++) {
        const double *row = part->place.rotation[i];
        demand(fabs(row[0] * row[0] + row[1] * row[1] + row[2] * row[2] - 1) < 1e-13,
               "a part is turned, not stretched");
        demand(isfinite(part->place.position[i]), "a part is somewhere");
    }
}

static void check_displacement(const routh_assembly *assembly, const routh_displacement *d) {
    demand(d->name[0] != '\0' && (d->object == 0 || d->object == 1), "a displacement has a name and an object");
    demand(d->part >= -1 && d->part < (long)assembly->object[d->object].count, "its part exists");
    demand(fabs(d->axis[0] * d->axis[0] + d->axis[1] * d->axis[1] + d->axis[2] * d->axis[2] - 1) < 1e-14,
           "its axis is of unit length");
    demand(isfinite(d->through[0] + d->through[1] + d->through[2]) && isfinite(d->nominal), "its numbers are finite");
    demand(d->deviation > 0 && isfinite(d->deviation), "its deviation is positive");
}

static void check_same(const routh_assembly *one, const routh_assembly *other) {
    for (int o = 0; o < 2; o++) {
        demand(strcmp(one->object[o].name, other->object[o].name) == 0, "the same names");
        demand(one->object[o].count == other->object[o].count, "as many parts");
        for (size_t i = 0; i < one->object[o].count; i++) {
            const routh_part *first = &one->object[o].part[i], *second = &other->object[o].part[i];
            demand(strcmp(first->name, second->name) == 0, "the same parts");
            const double volume = routh_polyhedron_facts_of(first->shape).volume;
            demand(fabs(routh_polyhedron_facts_of(second->shape).volume - volume) < 1e-6 * volume, "of the same size");
        }
    }
    demand(one->count == other->count, "as many displacements");
    for (size_t i = 0; i < one->count; i++) {
        const routh_displacement *first = &one->displacement[i], *second = &other->displacement[i];
        demand(strcmp(first->name, second->name) == 0 && first->kind == second->kind && first->part == second->part &&
                   memcmp(&first->deviation, &second->deviation, sizeof first->deviation) == 0 &&
                   memcmp(&first->nominal, &second->nominal, sizeof first->nominal) == 0,
               "the same displacements");
    }
}

static void check_written(const routh_assembly *assembly) {
    routh_context context = routh_context_default();
    routh_buffer text = {0};
    routh_assembly again;
    demand(routh_assembly_write(NULL, assembly, routh_io_buffer(&text, NULL)) == ROUTH_OK,
           "what was read can be written");
    const routh_io from = routh_io_memory(text.byte, text.byte_count, "again.json");
    if (routh_assembly_read(&context, from, &again) != ROUTH_OK)
        demand(0, context.message);
    check_same(assembly, &again);
    routh_assembly_release(NULL, &again);
    routh_buffer_release(NULL, &text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_assembly assembly;
    const routh_status status = routh_assembly_read(&context, routh_io_memory(data, size, "fuzz.json"), &assembly);
    check_message(&context, status, "fuzz.json: ");
    if (status != ROUTH_OK) {
        const routh_assembly zero = {0};
        demand(memcmp(&assembly, &zero, sizeof zero) == 0, "a failure leaves nothing");
        return 0;
    }
    for (int o = 0; o < 2; o++)
        for (size_t i = 0; i < assembly.object[o].count; i++)
            check_part(&assembly.object[o].part[i]);
    for (size_t i = 0; i < assembly.count; i++)
        check_displacement(&assembly, &assembly.displacement[i]);
    check_written(&assembly);
    routh_assembly_release(&context, &assembly);
    return 0;
}
