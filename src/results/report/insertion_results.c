/* A study of insertions as results.json: every number, for other programs. The layout is that of docs/insertion.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include "base/context.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"
#include "report/insertion_json.h"

enum { LINES_DEPTH = 4 };

/* One member to a line down to some depth, and what lies below it in one piece: a column of thousands of numbers would
 * otherwise be thousands of lines. False: a piece could not be written. */
static bool write_lines(const json_t *value, int depth, FILE *file) {
    const char *key;
    json_t *member;
    size_t i;
    if (depth == LINES_DEPTH || !(json_is_object(value) || json_is_array(value))) {
        return routh_json_print(value, JSON_COMPACT | JSON_REAL_PRECISION(17), file);
    }
    bool written = true;
    const char *separator = "";
    fputc(json_is_object(value) ? '{' : '[', file);
    json_object_foreach((json_t *)value, key, member) {
        json_t *name = json_string(key);
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        written &= routh_json_print(name, 0, file);
        json_decref(name);
        fputs(": ", file);
        written &= write_lines(member, depth + 1, file);
        separator = ",";
    }
    json_array_foreach(value, i, member) {
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        written &= write_lines(member, depth + 1, file);
        separator = ",";
    }
    fprintf(file, "\n%*s%c", depth, "", json_is_object(value) ? '}' : ']');
    return written;
}

/* The covariance of K, μK and x_u; null where it was not computed. */
static json_t *covariance_json(const routh_insertion_estimate *fit) {
    const size_t n = fit->count + 2;
    if (!fit->covariance)
        return json_null();
    json_t *rows = json_array();
    for (size_t i = 0; i < n; i++)
        routh_json_add(&rows, routh_json_numbers(&fit->covariance[i * n], n));
    return rows;
}

static json_t *case_object(const routh_insertion_case *item, const routh_assembly *assembly) {
    const routh_sample_choice all = {item->insertion.count, NULL};
    json_t *object = routh_insertion_case_json(item, assembly);
    routh_json_put(&object, "covariance", covariance_json(&item->fit));
    routh_json_put(&object, "series", routh_insertion_series_json(item, &all));
    routh_json_put(&object, "motion", routh_insertion_motion_json(item, &all));
    return object;
}

static json_t *objects_json(const routh_assembly *assembly) {
    json_t *objects = json_array();
    for (int o = 0; o < 2; o++) {
        json_t *object = json_object(), *parts = json_array();
        for (size_t i = 0; i < assembly->object[o].count; i++)
            routh_json_add(&parts, json_string(assembly->object[o].part[i].name));
        ROUTH_PUT(&object, routh_object, &assembly->object[o], name);
        routh_json_put(&object, "parts", parts);
        routh_json_add(&objects, object);
    }
    return objects;
}

static json_t *options_json(const routh_insertion_study_options *options) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_insertion_options, &options->fit, slip_speed, stick_weight);
    routh_json_put(&object, "method",
                   json_string(options->fit.method == ROUTH_NELDER_MEAD ? "nelder-mead" : "levenberg-marquardt"));
    ROUTH_PUT_SPAN(&object, routh_insertion_options, &options->fit, geometry, starts);
    ROUTH_PUT(&object, routh_insertion_study_options, options, rate);
    json_t *also = json_array();
    for (size_t i = 0; i < routh_insertion_also.count; i++)
        if (options->also >> i & 1)
            routh_json_add(&also, json_string(routh_name(&routh_insertion_also, (long)i)));
    routh_json_put(&object, "also", also);
    ROUTH_PUT(&object, routh_insertion_study_options, options, demand);
    return object;
}

static routh_status write_results(routh_context *context, const routh_insertion_study *study, FILE *file) {
    json_t *root = json_object(), *items = json_array();
    for (size_t i = 0; i < study->count; i++)
        routh_json_add(&items, case_object(&study->item[i], study->assembly));
    routh_json_put_version(&root);
    routh_json_put(&root, "options", options_json(&study->options));
    routh_json_put(&root, "objects", objects_json(study->assembly));
    routh_json_put(&root, "displacements", routh_insertion_displacements_json(study->assembly));
    routh_json_put(&root, "recordings", items);
    routh_json_put(&root, "together", routh_insertion_together_json(study));
    ROUTH_PUT(&root, routh_insertion_study, study, findings);
    root = routh_json_with_layout(root);
    const bool written = root && write_lines(root, 0, file);
    fputc('\n', file);
    json_decref(root);
    return written ? ROUTH_OK : routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the results");
}

routh_status routh_insertion_study_write_json(routh_context *context, const routh_insertion_study *study, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    return status == ROUTH_OK ? routh_text_end(context, &text, write_results(context, study, text.file)) : status;
}
