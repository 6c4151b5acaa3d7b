/* Single answers about insertions as JSON, in the words of results.json.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/insertion_json.h"
#include "report/text.h"
#include "report/writers.h"

routh_status routh_observability_write(routh_context *context, const routh_assembly *assembly,
                                       const routh_observability *observability, routh_io to) {
    if (routh_wants_text(&to))
        return routh_observability_write_text(context, assembly, observability, to);
    json_t *object = json_object(), *names = json_array();
    for (size_t j = 0; j < observability->count; j++)
        routh_json_add(&names, json_string(assembly->displacement[j].name));
    routh_json_put(&object, "displacements", names);
    routh_json_join(&object, routh_insertion_observability_json(observability));
    return routh_json_write(context, object, JSON_INDENT(1), to);
}

/* Curvature and unknowns are for pages. */
routh_status routh_lcurve_write(routh_context *context, const routh_lcurve *lcurve, routh_io to) {
    if (routh_wants_text(&to))
        return routh_lcurve_write_text(context, lcurve, to);
    json_t *object = routh_insertion_lcurve_json(lcurve), *point;
    size_t index;
    json_array_foreach(json_object_get(object, "points"), index, point) {
        json_object_del(point, "curvature");
        json_object_del(point, "x");
    }
    routh_json_put_version(&object);
    return routh_json_write(context, object, JSON_INDENT(1), to);
}

static json_t *recording_object(const routh_insertion_summary *summary) {
    json_t *object = json_object();
    const routh_insertion_generator *setting = &summary->setting;
    const routh_insertion_path usual = routh_insertion_path_default();
    routh_json_put(&object, "test", json_string(setting->path ? setting->path->name : usual.name));
    ROUTH_PUT(&object, routh_insertion_summary, summary, path, samples, duration);
    ROUTH_PUT(&object, routh_insertion_generator, &summary->setting, stiffness, friction);
    ROUTH_PUT(&object, routh_insertion_summary, summary, offset);
    return object;
}

routh_status routh_insertion_summaries_write(routh_context *context, const routh_insertion_summary *summary,
                                             size_t count, routh_io to) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&list, recording_object(&summary[i]));
    return routh_json_write(context, list, JSON_INDENT(1), to);
}

routh_status routh_insertion_offset_write(routh_context *context, const routh_insertion_offset_estimate *estimate,
                                          routh_io to) {
    if (routh_wants_text(&to))
        return routh_insertion_offset_write_text(context, estimate, to);
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_insertion_offset_estimate, estimate, offset, used);
    return routh_json_write(context, object, JSON_INDENT(1), to);
}
