/* One row of a table of pairs, and the table as it is written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/shown.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "material/material.h"
#include "material/materials_read.h"
#include "material/result_parameter.h"

enum { COUNT = ROUTH_MATERIAL_COUNT };

/* Where the texts are: of a row that is read (`into`) or written. */
#define TEXTS(material)                                                                                                \
    {"name", (material)->name, sizeof(material)->name}, {"body", (material)->body, sizeof(material)->body},            \
        {"ground", (material)->ground, sizeof(material)->ground}, {"law", (material)->law, sizeof(material)->law},     \
        {"shape", (material)->shape, sizeof(material)->shape},                                                         \
        {"source", (material)->source, sizeof(material)->source},                                                      \
        {"licence", (material)->licence, sizeof(material)->licence},                                                   \
        {"command", (material)->command, sizeof(material)->command}, {                                                 \
        "note", (material)->note, sizeof(material)->note                                                               \
    }

static const char *const known[] = {
    "name",  "body", "ground",   "law",    "restitution", "flags",  "parameters", "correlation", "approach", "impacts",
    "shape", "mass", "rounding", "centre", "inertia",     "source", "licence",    "command",     "note"};

enum { KNOWN = sizeof known / sizeof known[0] };

static const char *known_at(size_t index, const void *user) {
    (void)user;
    return known[index];
}

static void warn_of_strangers(const routh_fields *fields) {
    for (void *at = json_object_iter(fields->object); at; at = json_object_iter_next(fields->object, at)) {
        const char *key = json_object_iter_key(at);
        size_t i = 0;
        while (i < KNOWN && strcmp(known[i], key) != 0)
            i++;
        if (i < KNOWN)
            continue;
        char shown[ROUTH_SHOWN_VALUE];
        const char *nearest = routh_nearest_name(key, KNOWN, known_at, NULL);
        routh_show_text(shown, sizeof shown, key, strlen(key));
        routh_log(fields->context, ROUTH_LOG_WARNING,
                  "%s: %s[%zu]: the field \"%s\" is not known and passed over%s%s%s", fields->source, fields->list,
                  fields->index, shown, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                  nearest ? "\"?" : "");
    }
}

static void read_text(routh_fields *fields, const char *key, routh_presence presence, char *text, size_t size) {
    const char *found = routh_read_text(fields, key, presence);
    if (!found)
        return;
    if (strlen(found) >= size)
        routh_refuse(fields, key, "%zu bytes; at most %zu fit", strlen(found), size - 1);
    else
        routh_show_text(text, size, found, strlen(found));
    if (presence == ROUTH_MUST_BE && !*found)
        routh_refuse(fields, key, "it is empty");
}

static void read_restitution(routh_fields *fields, routh_material *material) {
    routh_context context = routh_context_default();
    routh_restitution own = ROUTH_NEWTON;
    const char *word = routh_read_text(fields, "restitution", ROUTH_MAY_MISS);
    const int found = word ? routh_find(&context, &routh_restitutions, word) : -1;
    const bool has_law = *material->law, has_own = has_law && routh_law_restitution(material->law, &own);
    if (word && found < 0) {
        routh_refuse(fields, "restitution", "%s", context.message);
        return;
    }
    if (has_law && !has_own) {
        routh_law_find(&context, material->law);
        routh_refuse(fields, "law", "%s", *context.message ? context.message : "it has no restitution");
    } else if (has_own && word && (int)own != found) {
        routh_refuse(fields, "restitution", "%s; the law %s has %s", word, material->law,
                     routh_name(&routh_restitutions, own));
    }
    material->restitution = word ? (routh_restitution)found : own;
}

static void read_impacts(routh_fields *fields, routh_material *material) {
    double impacts = 0;
    routh_read_number(fields, "impacts", ROUTH_MAY_MISS, &impacts);
    if (!(impacts >= 0 && impacts <= 1e9 && floor(impacts) == impacts))
        routh_refuse(fields, "impacts", "%g; it must be a whole number from 0 to 1e9", impacts);
    else
        material->impacts = (size_t)impacts;
}

void routh_material_read_row(routh_fields *fields, routh_material *material) {
    *material = routh_material_default();
    if (!json_is_object(fields->object)) {
        routh_refuse(fields, NULL, "%s, not a pair with its parameters", routh_json_kind(fields->object));
        return;
    }
    const struct {
        const char *key;
        char *text;
        size_t size;
    } texts[] = {TEXTS(material)};
    warn_of_strangers(fields);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        read_text(fields, texts[i].key, i == 0 ? ROUTH_MUST_BE : ROUTH_MAY_MISS, texts[i].text, texts[i].size);
    if (fields->status != ROUTH_OK)
        return;
    material->flags = routh_result_flags(json_object_get(fields->object, "flags"));
    read_restitution(fields, material);
    routh_material_read_parameters(fields, true, material);
    routh_material_read_correlation(fields, true, material);
    routh_material_read_approach(fields, material);
    read_impacts(fields, material);
    routh_material_read_body(fields, material);
}

/* Writing ------------------------------------------------------------------------------------------------*/

/* Numbers that are not finite are null; of an interval that says: open on that side. */
static json_t *parameter_object(const routh_material *m, int p) {
    json_t *one = json_object();
    ROUTH_PUT_AT(&one, routh_material, m, p, value);
    const routh_interval *i = &m->interval[p];
    if (isfinite(m->error[p]))
        ROUTH_PUT_AT(&one, routh_material, m, p, error);
    if (isfinite(i->low) || isfinite(i->high)) {
        ROUTH_PUT(&one, routh_interval, i, low, high);
    }
    if (isinf(m->error[p]))
        routh_json_put(&one, "determined", json_false());
    return one;
}

static json_t *correlation_object(const routh_material *m) {
    json_t *all = json_object();
    for (int p = 0; p < COUNT; p++) {
        json_t *row = json_object();
        for (int q = p + 1; q < COUNT; q++)
            if (m->correlation[p][q] != 0)
                routh_json_put(&row, routh_name(&routh_material_parameters, q),
                               routh_json_number(m->correlation[p][q]));
        if (!row || json_object_size(row) > 0) /* without memory it must not look empty */
            routh_json_put(&all, routh_name(&routh_material_parameters, p), row);
        else
            json_decref(row);
    }
    return all;
}

static void put_body(json_t **object, const routh_material *m) {
    if (isfinite(m->mass))
        ROUTH_PUT(object, routh_material, m, mass);
    if (isfinite(m->rounding))
        ROUTH_PUT(object, routh_material, m, rounding);
    if (isfinite(m->centre[0]))
        ROUTH_PUT(object, routh_material, m, centre);
    if (isfinite(m->inertia[0][0]))
        ROUTH_PUT(object, routh_material, m, inertia);
}

static json_t *row_object(const routh_material *m) {
    json_t *one = json_object(), *parameters = json_object();
    char flags[ROUTH_FIT_TEXT];
    const struct {
        const char *key, *text;
        size_t size;
    } texts[] = {TEXTS(m)};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (*texts[i].text)
            routh_json_put(&one, texts[i].key, json_string(texts[i].text));
    for (int p = 0; p < COUNT; p++)
        if (isfinite(m->value[p]))
            routh_json_put(&parameters, routh_name(&routh_material_parameters, p), parameter_object(m, p));
    ROUTH_PUT(&one, routh_material, m, restitution);
    routh_json_put(&one, "parameters", parameters);
    if (m->correlated)
        routh_json_put(&one, "correlation", correlation_object(m));
    if (m->flags)
        routh_json_put(&one, "flags", json_string(routh_fit_text(m->flags, flags)));
    if (isfinite(m->speed[0]))
        ROUTH_PUT(&one, routh_material, m, speed);
    if (m->impacts > 0)
        ROUTH_PUT(&one, routh_material, m, impacts);
    put_body(&one, m);
    return one;
}

routh_status routh_materials_write(routh_context *context, const routh_materials *materials, routh_io to) {
    json_t *root = json_object(), *list = json_array();
    for (size_t i = 0; i < materials->count; i++)
        routh_json_add(&list, row_object(&materials->material[i]));
    routh_json_put(&root, "materials", list);
    return routh_json_write(context, root, ROUTH_JSON_RESULTS, to);
}
