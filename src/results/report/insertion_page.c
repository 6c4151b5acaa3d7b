/* A study of insertions as its page's one object: every number that a figure shows. web/src/insertion/study.ts describes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "algebra/space.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"

/* Samples that figures over time draw: more than a screen has pixels would show nothing more. And the number of
 * instants at which the parts can be viewed in three dimensions. */
enum { MOST_DRAWN = 1200, MOST_SEEN = 240 };

/* How far the reconstruction of sample k is from the measurement, in the weights of the fit. */
static double misfit(const routh_insertion_study *study, const routh_insertion_case *item, size_t k) {
    const routh_insertion_options *scale = &study->options.fit;
    double sum = 0;
    for (size_t i = 0; i < 6; i++) {
        const double error = item->measured[6 * k + i] - item->fit.instant[k].wrench[i];
        const double unit = i < 3 ? scale->force_scale : scale->moment_scale;
        sum += error * error / (unit * unit);
    }
    return sum;
}

/* All samples, or the first of each of many stretches with the one in it that is fitted worst: no peak of the misfit
 * gets lost. */
static size_t thin_out(const routh_insertion_study *study, const routh_insertion_case *item, size_t *sample) {
    const size_t count = item->insertion.count, stretches = MOST_DRAWN / 2;
    size_t kept = 0;
    if (count <= MOST_DRAWN) {
        for (size_t k = 0; k < count; k++)
            sample[kept++] = k;
        return kept;
    }
    for (size_t stretch = 0; stretch < stretches; stretch++) {
        const size_t begin = stretch * count / stretches, end = (stretch + 1) * count / stretches;
        size_t worst = begin;
        for (size_t k = begin; k < end; k++)
            if (misfit(study, item, k) > misfit(study, item, worst))
                worst = k;
        sample[kept++] = begin;
        if (worst != begin)
            sample[kept++] = worst;
    }
    return kept;
}

static size_t spread_evenly(size_t count, size_t *sample) {
    const size_t kept = count < MOST_SEEN ? count : MOST_SEEN;
    for (size_t i = 0; i < kept; i++)
        sample[i] = kept > 1 ? i * (count - 1) / (kept - 1) : 0;
    return kept;
}

static json_t *case_object(const routh_insertion_study *study, const routh_insertion_case *item) {
    size_t drawn[MOST_DRAWN], seen[MOST_SEEN];
    return routh_insertion_case_json(study, item, true, (routh_sample_choice){thin_out(study, item, drawn), drawn},
                                     (routh_sample_choice){spread_evenly(item->insertion.count, seen), seen});
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
