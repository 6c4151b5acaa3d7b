/* A study of insertions as results.json: every number, for other programs. The layout is that of docs/insertion.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "base/c_locale.h"
#include "base/context.h"
#include "base/written.h"
#include "insertion_json.h"
#include "insertion_numbers.h"

enum { LINES_DEPTH = 4 };

/* One member to a line down to some depth, and what lies below it in one piece: a column of thousands of numbers would
 * otherwise be thousands of lines. */
static void write_lines(const json_t *value, int depth, FILE *file) {
    const char *key;
    json_t *member;
    size_t i;
    if (depth == LINES_DEPTH || !(json_is_object(value) || json_is_array(value))) {
        json_dumpf(value, file, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
        return;
    }
    const char *separator = "";
    fputc(json_is_object(value) ? '{' : '[', file);
    json_object_foreach((json_t *)value, key, member) {
        json_t *name = json_string(key);
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        json_dumpf(name, file, JSON_ENCODE_ANY);
        json_decref(name);
        fputs(": ", file);
        write_lines(member, depth + 1, file);
        separator = ",";
    }
    json_array_foreach(value, i, member) {
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        write_lines(member, depth + 1, file);
        separator = ",";
    }
    fprintf(file, "\n%*s%c", depth, "", json_is_object(value) ? '}' : ']');
}

/* The covariance of K, μK and x_u; null where it was not computed. */
static json_t *covariance_json(const routh_insertion_fit *fit) {
    const size_t n = fit->count + 2;
    if (!fit->covariance)
        return json_null();
    json_t *rows = json_array();
    for (size_t i = 0; i < n; i++)
        json_add(&rows, json_numbers(&fit->covariance[i * n], n));
    return rows;
}

static routh_status case_object(routh_context *context, const routh_insertion_study *study,
                                const routh_insertion_case *item, json_t **object) {
    double *measured = NULL;
    routh_sample_choice all = {.count = item->insertion.count};
    routh_status status = routh_insertion_case_json(context, study, item, object);
    if (status == ROUTH_OK)
        status = routh_insertion_measured(context, study, item, &measured);
    all.sample = status == ROUTH_OK ? routh_allocate(context, all.count, sizeof *all.sample) : NULL;
    if (status == ROUTH_OK && !all.sample)
        status = ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        for (size_t k = 0; k < all.count; k++)
            all.sample[k] = k;
        json_put(object, "covariance", covariance_json(&item->fit));
        json_put(object, "series", routh_insertion_series_json(item, measured, &all));
        json_put(object, "motion", routh_insertion_motion_json(item, &all));
    }
    routh_release(context, all.sample);
    routh_release(context, measured);
    return status;
}

static json_t *objects_json(const routh_assembly *assembly) {
    json_t *objects = json_array();
    for (int o = 0; o < 2; o++) {
        json_t *object = json_object(), *parts = json_array();
        for (size_t i = 0; i < assembly->object[o].count; i++)
            json_add(&parts, json_string(assembly->object[o].part[i].name));
        json_put(&object, "name", json_string(assembly->object[o].name));
        json_put(&object, "parts", parts);
        json_add(&objects, object);
    }
    return objects;
}

static json_t *options_json(const routh_insertion_study_options *options) {
    json_t *object = json_object();
    json_put(&object, "slip_speed", json_number(options->regressor.slip_speed));
    json_put(&object, "force_scale", json_number(options->regressor.force_scale));
    json_put(&object, "moment_scale", json_number(options->regressor.moment_scale));
    json_put(&object, "stick_weight", json_number(options->regressor.stick_weight));
    json_put(&object, "method",
             json_string(options->fit.method == ROUTH_NELDER_MEAD ? "nelder-mead" : "levenberg-marquardt"));
    json_put(&object, "geometry", json_boolean(options->fit.geometry));
    json_put(&object, "gamma", json_number(options->fit.gamma));
    json_put(&object, "evaluations", json_count(options->fit.evaluations));
    json_put(&object, "tolerance", json_number(options->fit.tolerance));
    json_put(&object, "gammas", json_count(options->gammas));
    json_put(&object, "gamma_high", json_number(options->gamma_high));
    json_put(&object, "gamma_low", json_number(options->gamma_low));
    json_put(&object, "rate", json_number(options->rate));
    return object;
}

static routh_status write_results(routh_context *context, const routh_insertion_study *study, FILE *file) {
    json_t *root = json_object(), *items = json_array();
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < study->count && status == ROUTH_OK; i++) {
        json_t *item = NULL;
        status = case_object(context, study, &study->item[i], &item);
        json_add(&items, item);
    }
    json_put(&root, "version", json_string(routh_version()));
    json_put(&root, "seconds", json_number(study->seconds));
    json_put(&root, "options", options_json(&study->options));
    json_put(&root, "objects", objects_json(study->assembly));
    json_put(&root, "displacements", routh_insertion_displacements_json(study->assembly));
    json_put(&root, "recordings", items);
    if (status == ROUTH_OK && !root)
        status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "out of memory while writing the results");
    if (status == ROUTH_OK) {
        write_lines(root, 0, file);
        fputc('\n', file);
        status = routh_written(context, file);
    }
    json_decref(root);
    return status;
}

routh_status routh_insertion_write_json(routh_context *context, const routh_insertion_study *study, FILE *file) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = write_results(context, study, file);
    routh_c_locale_end(&numbers);
    return status;
}
