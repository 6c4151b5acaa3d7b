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

/* What the page's tables show of an estimate besides its own numbers. */
static void complete_fit(json_t **item, const char *key, const routh_insertion_misfit *misfit) {
    json_t *object = json_object_get(*item, key);
    routh_json_put_within(item, object, "wrench_error", routh_json_number(misfit->wrench));
    routh_json_put_within(item, object, "stiffness_off", routh_json_number(misfit->stiffness));
    routh_json_put_within(item, object, "friction_off", routh_json_number(misfit->friction));
}

/* The class of every correlation in both matrices: 2 high, 1 middle, 0 low. */
static json_t *classes_json(const routh_observability *o) {
    json_t *matrices = json_array();
    const size_t size = o->correlation[0] ? o->count + 1 : 0; /* Φ first */
    for (int m = 0; m < 2; m++) {
        json_t *rows = json_array();
        for (size_t i = 0; i < size; i++) {
            json_t *row = json_array();
            for (size_t j = 0; j < size; j++)
                routh_json_add(&row, json_integer(o->class_of[m][i * size + j]));
            routh_json_add(&rows, row);
        }
        routh_json_add(&matrices, rows);
    }
    return matrices;
}

static json_t *case_object(const routh_insertion_study *study, const routh_insertion_case *item) {
    size_t sample[MOST_DRAWN];
    json_t *object = routh_insertion_case_json(item, study->assembly);
    routh_json_put_within(&object, json_object_get(object, "observability"), "correlation_class",
                          classes_json(&item->observability));
    complete_fit(&object, "plain", &item->plain_misfit);
    complete_fit(&object, "fit", &item->fit_misfit);
    for (size_t i = 0; i < item->lcurve.count; i++) {
        const json_t *points = json_object_get(json_object_get(object, "lcurve"), "points");
        routh_json_put_within(&object, json_array_get(points, i), "wrench_error",
                              routh_json_number(sqrt(item->lcurve.point[i].force_cost)));
    }
    const size_t drawn = thin_out(study, item, sample);
    routh_json_put(&object, "series", routh_insertion_series_json(item, (routh_sample_choice){drawn, sample}));
    const size_t seen = spread_evenly(item->insertion.count, sample);
    routh_json_put(&object, "motion", routh_insertion_motion_json(item, (routh_sample_choice){seen, sample}));
    return object;
}

static json_t *parts_json(const routh_object *of) {
    json_t *list = json_array();
    for (size_t i = 0; i < of->count; i++) {
        const routh_part *part = &of->part[i];
        json_t *one = ROUTH_JSON_FIELDS(routh_part, part, name);
        double orientation[4];
        routh_turn_of_matrix(part->place.rotation, orientation);
        ROUTH_PUT(&one, routh_pose3, &part->place, position);
        routh_json_put(&one, "orientation", routh_json_numbers(orientation, 4));
        routh_json_join(&one, routh_polyhedron_json(part->shape, NULL));
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *page_object(const void *what) {
    const routh_insertion_study *study = ((const routh_insertion_view *)what)->study;
    const routh_assembly *assembly = study->assembly;
    json_t *root = json_object(), *items = json_array(), *objects = json_array();
    char title[2 * ROUTH_LABEL_SIZE + 32];
    for (size_t i = 0; i < study->count; i++)
        routh_json_add(&items, case_object(study, &study->item[i]));
    for (int o = 0; o < 2; o++)
        routh_json_add(&objects, ROUTH_JSON_OBJECT({"name", json_string(assembly->object[o].name)},
                                                   {"parts", parts_json(&assembly->object[o])}));
    snprintf(title, sizeof title, "Insertion: %s into %s", assembly->object[0].name, assembly->object[1].name);
    routh_json_put_version(&root);
    routh_json_put(&root, "title", json_string(title));
    ROUTH_PUT(&root, routh_insertion_study, study, seconds);
    ROUTH_PUT(&root, routh_insertion_options, &study->options.fit, slip_speed);
    ROUTH_JSON_PUT(&root, {"objects", objects}, {"displacements", routh_insertion_displacements_json(assembly)},
                   {"recordings", items}, {"together", routh_insertion_together_json(study)});
    ROUTH_PUT(&root, routh_insertion_study, study, findings);
    return root;
}

routh_status routh_insertion_study_write(routh_context *context, const routh_insertion_study *study, size_t item,
                                         routh_io to) {
    const routh_insertion_view view = {study, item, to};
    return ROUTH_WRITE(context, "routh_insertion_study", &view, to, {".json", .draw = routh_insertion_draw_results},
                       {".html", .object = page_object, .page = ROUTH_INSERTION_PAGE},
                       {".csv", .draw = routh_insertion_draw_table}, {".txt", .print = routh_insertion_print});
}
