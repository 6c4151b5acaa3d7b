/* A study of insertions as its page's one object: every number that a figure shows. web/src/insertion/study.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include "algebra/space.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "study/insertion_case.h"

static json_t *case_object(const routh_insertion_study *study, const routh_insertion_case *item) {
    size_t drawn[ROUTH_MOST_DRAWN], seen[ROUTH_MOST_SEEN];
    return routh_insertion_case_json(study, item, true,
                                     (routh_sample_choice){routh_insertion_drawn(study, item, drawn), drawn},
                                     (routh_sample_choice){routh_insertion_seen(item, seen), seen});
}

static json_t *parts_json(const routh_object *of) {
    json_t *list = json_array();
    for (size_t i = 0; i < of->count; i++) {
        const routh_part *part = &of->part[i];
        double orientation[4];
        routh_turn_of_matrix(part->place.rotation, orientation);
        routh_json_add(&list, ROUTH_JSON_NEW(routh_part_layout, .name = part->name,
                                             .position = routh_json_numbers(part->place.position, 3),
                                             .orientation = routh_json_numbers(orientation, 4),
                                             .shape = routh_polyhedron_json(part->shape, NULL)));
    }
    return list;
}

static json_t *page_object(const void *what) {
    const routh_insertion_study *study = ((const routh_insertion_view *)what)->study;
    const routh_assembly *assembly = study->assembly;
    json_t *items = json_array(), *objects = json_array();
    char title[2 * ROUTH_LABEL_SIZE + 32];
    for (size_t i = 0; i < study->count; i++)
        routh_json_add(&items, case_object(study, &study->item[i]));
    for (int o = 0; o < 2; o++)
        routh_json_add(&objects,
                       ROUTH_JSON_NEW(routh_object_layout, assembly->object[o].name, parts_json(&assembly->object[o])));
    snprintf(title, sizeof title, "Insertion: %s into %s", assembly->object[0].name, assembly->object[1].name);
    return ROUTH_JSON_NEW(routh_insertion_page_layout, .study = study, .options = &study->options.fit,
                          .version = routh_version(), .title = title, .objects = objects,
                          .displacements = routh_insertion_displacements_json(assembly), .recordings = items,
                          .together = routh_insertion_together_json(study));
}

routh_status routh_insertion_study_write(routh_context *context, const routh_insertion_study *study, size_t item,
                                         routh_io to) {
    const routh_insertion_view view = {study, item, to};
    return ROUTH_WRITE(context, "routh_insertion_study", &view, to, {".json", .draw = routh_insertion_draw_results},
                       {".html", .object = page_object, .page = ROUTH_INSERTION_PAGE},
                       {".csv", .draw = routh_insertion_draw_table}, {".txt", .print = routh_insertion_print});
}
