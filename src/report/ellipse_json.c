/* The study of one energy ellipse as JSON. Builders return NULL when memory runs out, and so does whatever is built
 * from a NULL: one test at the end is enough.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include <jansson.h>

#include "base/context.h"
#include "written.h"

/* Takes the value, as jansson's own _new functions do; on failure the object is released and becomes NULL. */
static void put(json_t **object, const char *key, json_t *value) {
    if (!*object)
        json_decref(value);
    else if (json_object_set_new(*object, key, value) != 0) {
        json_decref(*object);
        *object = NULL;
    }
}

static void append(json_t **array, json_t *value) {
    if (!*array)
        json_decref(value);
    else if (json_array_append_new(*array, value) != 0) {
        json_decref(*array);
        *array = NULL;
    }
}

static json_t *pair(double first, double second) {
    return json_pack("[f,f]", first, second);
}

static json_t *point_list(const routh_point *points, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        append(&list, pair(points[i].pt, points[i].pn));
    return list;
}

static json_t *flag_list(unsigned flags) {
    json_t *list = json_array();
    for (unsigned flag = 1; flag <= flags; flag <<= 1) {
        char text[ROUTH_FLAGS_TEXT];
        if (flags & flag)
            append(&list, json_string(routh_flags_text(flag, text)));
    }
    return list;
}

static json_t *parameter_values(const routh_ellipse_law *entry) {
    json_t *values = json_object();
    for (int i = 0; i < entry->law->parameter_count; i++)
        put(&values, entry->law->parameter[i].name, json_real(entry->parameters[i]));
    return values;
}

static json_t *region_pieces(const routh_region *region) {
    json_t *pieces = json_array();
    for (size_t i = 0; i < region->count; i++) {
        const routh_polygon *polygon = &region->polygon[i];
        json_t *piece = json_object();
        put(&piece, "mode", json_string(routh_mode_name((routh_mode)polygon->mode)));
        put(&piece, "polygon", point_list(polygon->point, polygon->count));
        append(&pieces, piece);
    }
    return pieces;
}

static json_t *law_entry(const routh_ellipse_law *entry) {
    const routh_outcome *outcome = &entry->outcome;
    json_t *object = json_object();
    put(&object, "name", json_string(entry->law->name));
    put(&object, "title", json_string(entry->law->title));
    put(&object, "parameters", parameter_values(entry));
    put(&object, "impulse", pair(outcome->pt, outcome->pn));
    put(&object, "velocity_after", pair(outcome->vt, outcome->vn));
    put(&object, "mode", json_string(routh_mode_name(outcome->mode)));
    put(&object, "energy_ratio", json_real(outcome->energy_ratio));
    put(&object, "flags", flag_list(outcome->flags));
    put(&object, "mu_s", entry->stick.sticks ? json_real(entry->stick.mu) : json_null());
    put(&object, "never_sticks", json_boolean(!entry->stick.sticks && !routh_mode_sticks(outcome->mode)));
    put(&object, "region", region_pieces(&entry->region));
    return object;
}

static json_t *impact_entry(const routh_impact *impact) {
    return json_pack("{s:f,s:f,s:f,s:f,s:f,s:f,s:f}", "mass", impact->mass, "inertia", impact->inertia, "rx",
                     impact->rx, "ry", impact->ry, "vx", impact->vx, "vy", impact->vy, "omega", impact->omega);
}

static json_t *contact_entry(const routh_contact *contact) {
    return json_pack("{s:f,s:f,s:f,s:f,s:f}", "wtt", contact->wtt, "wtn", contact->wtn, "wnn", contact->wnn, "vt",
                     contact->vt, "vn", contact->vn);
}

static json_t *ellipse_entry(const routh_ellipse *ellipse) {
    json_t *object = json_object();
    put(&object, "centre", pair(ellipse->centre.pt, ellipse->centre.pn));
    put(&object, "major", json_real(ellipse->major));
    put(&object, "minor", json_real(ellipse->minor));
    put(&object, "angle", json_real(ellipse->angle));
    put(&object, "stick_line", point_list(ellipse->stick, 2));
    put(&object, "compression_line", point_list(ellipse->compression, 2));
    return object;
}

static json_t *study_object(const routh_ellipse_study *study) {
    json_t *object = json_object();
    put(&object, "impact", impact_entry(&study->impact));
    put(&object, "contact", contact_entry(&study->contact));
    put(&object, "mu", json_real(study->mu));
    put(&object, "eps", json_real(study->eps));
    put(&object, "mu_cap", json_real(ROUTH_MU_CAP));
    put(&object, "ellipse", ellipse_entry(&study->ellipse));
    const routh_region *admissible = &study->admissible;
    put(&object, "admissible",
        admissible->count > 0 ? point_list(admissible->polygon[0].point, admissible->polygon[0].count) : json_array());
    json_t *laws = json_array();
    for (size_t i = 0; i < study->count; i++)
        append(&laws, law_entry(&study->laws[i]));
    put(&object, "laws", laws);
    return object;
}

routh_status routh_ellipse_write_json(routh_context *context, const routh_ellipse_study *study, FILE *file) {
    json_t *object = study_object(study);
    if (!object)
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the ellipse as JSON");
    int dumped = json_dumpf(object, file, JSON_REAL_PRECISION(17));
    json_decref(object);
    fputc('\n', file);
    routh_status status = routh_written(context, file);
    if (status == ROUTH_OK && dumped != 0)
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write the ellipse as JSON");
    return status;
}
