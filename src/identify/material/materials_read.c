/* Materials from a table of pairs, from results, and those that come with the library.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/material.h>

#include "base/context.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "impact/modified.h"
#include "material/material.h"

/* One row of a table of pairs, and the table as it is written. */

enum { COUNT = ROUTH_MATERIAL_COUNT };

#define KEY(field) ROUTH_KEY(routh_material, field)

static const char table[] = "materials", laws[] = "laws", parameters[] = "parameters";

/* Texts of a row after its name. */
#define TEXTS body, ground, law, shape, source, licence, command, note

static const char *known_at(size_t index, const void *user) {
    return ((const char *const *)user)[index];
}

static void warn_of_strangers(const routh_fields *fields) {
    const char *const known[] = {parameters,
                                 ROUTH_MAP(ROUTH_KEY, routh_material, name, TEXTS, restitution, flags, correlation),
                                 ROUTH_MAP(ROUTH_KEY, routh_material, speed, impacts, mass, rounding, centre, inertia)};
    const size_t count = sizeof known / sizeof known[0];
    for (void *at = json_object_iter(fields->object); at; at = json_object_iter_next(fields->object, at)) {
        const char *key = json_object_iter_key(at);
        size_t i = 0;
        while (i < count && strcmp(known[i], key) != 0)
            i++;
        if (i < count)
            continue;
        char shown[ROUTH_SHOWN_VALUE];
        const char *nearest = routh_nearest_name(key, count, known_at, known);
        routh_show_text(shown, sizeof shown, key, strlen(key));
        routh_log(fields->context, ROUTH_LOG_WARNING,
                  "%s: %s[%zu]: the field \"%s\" is not known and passed over%s%s%s", fields->source, fields->list,
                  fields->index, shown, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                  nearest ? "\"?" : "");
    }
}

static void read_restitution(routh_fields *fields, routh_material *material) {
    routh_context context = routh_context_default();
    routh_restitution own = ROUTH_NEWTON;
    const char *word = routh_read_text(fields, KEY(restitution), ROUTH_MAY_MISS);
    const int found = word ? routh_find(&context, &routh_restitutions, word) : -1;
    const bool has_law = *material->law, has_own = has_law && routh_law_restitution(material->law, &own);
    if (word && found < 0) {
        routh_refuse(fields, KEY(restitution), "%s", context.message);
        return;
    }
    if (has_law && !has_own) {
        routh_law_find(&context, material->law);
        routh_refuse(fields, KEY(law), "%s", *context.message ? context.message : "it has no restitution");
    } else if (has_own && word && (int)own != found) {
        routh_refuse(fields, KEY(restitution), "%s; the law %s has %s", word, material->law,
                     routh_name(&routh_restitutions, own));
    }
    material->restitution = word ? (routh_restitution)found : own;
}

/* One row of a table. */
static void material_read_row(routh_fields *fields, routh_material *material) {
    *material = routh_material_default();
    if (!json_is_object(fields->object)) {
        routh_refuse(fields, NULL, "%s, not a pair with its parameters", routh_json_kind(fields->object));
        return;
    }
    warn_of_strangers(fields);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_material, material, name);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_material, material, TEXTS);
    if (fields->status != ROUTH_OK)
        return;
    material->flags = routh_result_flags(json_object_get(fields->object, KEY(flags)));
    read_restitution(fields, material);
    routh_material_read_parameters(fields, true, material);
    routh_material_read_correlation(fields, true, material);
    routh_material_read_approach(fields, material);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_material, material, impacts);
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

static json_t *row_object(const routh_material *m) {
    json_t *one = json_object(), *values = json_object();
    char flags[ROUTH_FIT_TEXT];
    ROUTH_PUT_KNOWN(&one, routh_material, m, name, TEXTS);
    for (int p = 0; p < COUNT; p++)
        if (isfinite(m->value[p]))
            routh_json_put(&values, routh_name(&routh_material_parameters, p), parameter_object(m, p));
    ROUTH_PUT(&one, routh_material, m, restitution);
    routh_json_put(&one, parameters, values);
    if (m->correlated)
        routh_json_put(&one, KEY(correlation), correlation_object(m));
    if (m->flags)
        routh_json_put(&one, KEY(flags), json_string(routh_fit_text(m->flags, flags)));
    ROUTH_PUT_KNOWN(&one, routh_material, m, speed, impacts, mass, rounding, centre, inertia);
    return one;
}

routh_status routh_materials_write(routh_context *context, const routh_materials *materials, routh_io to) {
    json_t *root = json_object(), *list = json_array();
    for (size_t i = 0; i < materials->count; i++)
        routh_json_add(&list, row_object(&materials->material[i]));
    routh_json_put(&root, table, list);
    return routh_json_write(context, root, ROUTH_JSON_RESULTS, to);
}

/* Materials from a file: a table of pairs, or what results.json of a study, of fits or of tosses says. */

typedef struct reading {
    routh_context *context;
    routh_materials *materials;
} reading;

static routh_status make_room(routh_fields *file, const char *key, size_t count, reading *r) {
    if (count > ROUTH_MOST_MATERIALS)
        routh_refuse(file, key, "%zu rows; at most %d can be read", count, ROUTH_MOST_MATERIALS);
    if (file->status != ROUTH_OK)
        return file->status;
    r->materials->material = routh_allocate(r->context, count, sizeof *r->materials->material);
    return r->materials->material ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Tables ---------------------------------------------------------------------------------------------------*/

static void refuse_double(routh_fields *fields, const routh_materials *before, const routh_material *material) {
    const long same = routh_materials_same(before, material);
    if (same >= 0)
        routh_refuse(fields, KEY(name), "\"%s\"%s%s is there before, in materials[%ld]", material->name,
                     *material->law ? " with the law " : "", material->law, same);
}

static routh_status read_table(routh_fields *file, reading *r) {
    const json_t *list = routh_read_list(file, table, ROUTH_MUST_BE);
    routh_status status = make_room(file, table, json_array_size(list), r);
    for (size_t i = 0; i < json_array_size(list) && status == ROUTH_OK; i++) {
        routh_fields fields = routh_fields_at(file, list, table, i);
        routh_material *one = &r->materials->material[i];
        material_read_row(&fields, one);
        if (fields.status == ROUTH_OK)
            refuse_double(&fields, r->materials, one);
        status = fields.status;
        r->materials->count += status == ROUTH_OK;
    }
    return status;
}

/* Results --------------------------------------------------------------------------------------------------*/

static void take_text(char *text, size_t size, const json_t *value) {
    if (json_is_string(value))
        routh_show_text(text, size, json_string_value(value), json_string_length(value));
}

static void take_count(size_t *count, const json_t *value) {
    if (json_is_integer(value) && json_integer_value(value) > 0)
        *count = (size_t)json_integer_value(value);
}

/* Of impacts, in results of different kinds. */
static const char *const counts[] = {"used", "n_fit", "rows"};

/* What all laws of a result have in common. */
static void read_common(routh_fields *file, routh_material *common) {
    const json_t *dataset = json_object_get(file->object, "dataset");
    *common = routh_material_default();
    take_text(common->name, sizeof common->name, json_object_get(dataset ? dataset : file->object, KEY(name)));
    if (!*common->name)
        snprintf(common->name, sizeof common->name, "unnamed");
    take_text(common->command, sizeof common->command, json_object_get(file->object, KEY(command)));
    routh_show_text(common->source, sizeof common->source, file->source, strlen(file->source));
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        take_count(&common->impacts, json_object_get(file->object, counts[i]));
    ROUTH_READ(file, ROUTH_MAY_MISS, routh_material, common, standing);
    routh_material_read_approach(file, common);
    routh_fields body = *file;
    body.object = json_object_get(file->object, KEY(body));
    if (json_is_object(body.object)) {
        take_text(common->shape, sizeof common->shape, json_object_get(body.object, KEY(shape)));
        routh_material_read_body(&body, common);
        file->status = body.status;
    }
}

static void scale(routh_material *m, routh_material_parameter p, double by) {
    m->value[p] *= by;
    m->error[p] *= by;
    m->interval[p] = (routh_interval){m->interval[p].low * by, m->interval[p].high * by, m->interval[p].deviation * by};
}

/* A pair has one ε and one μ, which simulators take: of a law whose numbers depend on speed those at half the greatest recorded speed,
 * with intervals of the same share; at 1 m/s where none is known. The slowest impacts, which are many, matter least. */
static void take_at_speed(const json_t *all, routh_material *m) {
    const routh_law *law = routh_law_find(NULL, m->law);
    const routh_modified *of = law ? routh_modified_of(law) : NULL;
    const double speed = m->speed[1] > 0 ? 0.5 * m->speed[1] : 1;
    double more[ROUTH_MAX_PARAMETERS] = {0};
    for (int j = of ? of->base->parameter_count : 0, k = 0; of && j < law->parameter_count; j++, k++)
        more[k] = routh_result_parameter_of(all, law->parameter[j].name).value;
    const bool by_approach = of && of->kinds & (ROUTH_EPS_POWER | ROUTH_EPS_EXP);
    const double eps = m->value[ROUTH_MATERIAL_EPS];
    if (by_approach && eps > 0)
        scale(m, ROUTH_MATERIAL_EPS, routh_eps_at(of->kinds, eps, more, speed) / eps);
    if (of && of->kinds & ROUTH_MU_STRIBECK)
        scale(m, ROUTH_MATERIAL_MU, routh_mu_at(1, more + by_approach, speed));
}

/* One law. False: it is none of ours, or has no parameters, as baselines. */
static bool read_law(routh_fields *fields, const routh_material *common, bool in_space, routh_material *material) {
    const char *name = json_is_object(fields->object) ? routh_read_text(fields, KEY(name), ROUTH_MUST_BE) : NULL;
    *material = *common;
    if (!json_is_object(fields->object))
        routh_refuse(fields, NULL, "%s, not a law with its parameters", routh_json_kind(fields->object));
    if (!name || !routh_law_restitution(name, &material->restitution))
        return false;
    take_text(material->law, sizeof material->law, json_object_get(fields->object, KEY(name)));
    routh_material_read_parameters(fields, false, material);
    take_at_speed(json_object_get(fields->object, parameters), material);
    routh_material_read_correlation(fields, false, material);
    material->flags = routh_result_flags(json_object_get(fields->object, KEY(flags)));
    take_count(&material->impacts, json_object_get(fields->object, counts[1]));
    if (in_space && material->flags & ROUTH_FIT_FLAT) /* what is looked at there is the ratio of stiffnesses */
        material->error[ROUTH_MATERIAL_ETA2] = material->interval[ROUTH_MATERIAL_ETA2].deviation = INFINITY;
    return fields->status == ROUTH_OK && isfinite(material->value[ROUTH_MATERIAL_EPS]);
}

/* On held-out impacts; without any, on those fitted. */
static double error_of(const json_t *law) {
    static const char *const keys[] = {"error", "error_mean", "cost"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const json_t *value = json_object_get(law, keys[i]);
        if (json_is_number(value))
            return json_number_value(value);
    }
    const json_t *likelihood = json_object_get(law, "log_likelihood_ratio"); /* of spheres */
    return json_is_number(likelihood) ? -json_number_value(likelihood) : INFINITY;
}

/* The best first, otherwise as in the file. */
static void insert(routh_materials *materials, double *error, const routh_material *material, double own) {
    size_t at = materials->count++;
    for (; at > 0 && own < error[at - 1]; at--) {
        materials->material[at] = materials->material[at - 1];
        error[at] = error[at - 1];
    }
    materials->material[at] = *material;
    error[at] = own;
}

static routh_status read_laws(routh_fields *file, reading *r) {
    const json_t *list = routh_read_list(file, laws, ROUTH_MUST_BE);
    const bool in_space = json_object_get(file->object, "tosses") != NULL;
    routh_material common, material;
    read_common(file, &common);
    routh_status status = make_room(file, laws, json_array_size(list), r);
    double *error = status == ROUTH_OK ? routh_allocate(r->context, json_array_size(list), sizeof *error) : NULL;
    if (status == ROUTH_OK && !error)
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < json_array_size(list) && status == ROUTH_OK; i++) {
        routh_fields fields = routh_fields_at(file, list, laws, i);
        const bool found = read_law(&fields, &common, in_space, &material);
        if (found && routh_materials_same(r->materials, &material) >= 0)
            routh_refuse(&fields, KEY(name), "the law %s is there before", material.law);
        else if (found)
            insert(r->materials, error, &material, error_of(fields.object));
        status = fields.status;
    }
    routh_release(r->context, error);
    const char *why = json_string_value(json_object_get(file->object, "not_compared"));
    char shown[ROUTH_NAME_SIZE] = "";
    if (why)
        routh_show_text(shown, sizeof shown, why, strlen(why));
    if (status == ROUTH_OK && r->materials->count == 0) {
        routh_refuse(file, laws, "no law with restitution%s%s", why ? ": " : "", shown);
        status = file->status;
    }
    return status;
}

static routh_status read_rollouts(routh_fields *file, reading *r) {
    routh_material *one;
    ROUTH_TRY(make_room(file, parameters, 1, r));
    one = r->materials->material;
    read_common(file, one);
    const char *law = routh_read_text(file, KEY(law), ROUTH_MUST_BE);
    if (law && !routh_law_restitution(law, &one->restitution))
        routh_refuse(file, KEY(law), "there is no law of that name with restitution");
    take_text(one->law, sizeof one->law, json_object_get(file->object, KEY(law)));
    routh_material_read_parameters(file, false, one);
    routh_material_read_correlation(file, false, one);
    take_count(&one->impacts, json_object_get(file->object, KEY(impacts)));
    if (file->status == ROUTH_OK && isnan(one->value[ROUTH_MATERIAL_EPS]) && isnan(one->value[ROUTH_MATERIAL_MU]))
        routh_refuse(file, parameters, "neither mu nor eps is there");
    r->materials->count = file->status == ROUTH_OK;
    return file->status;
}

static routh_status read_any(routh_source *source, json_t *root, void *user) {
    reading *r = user;
    routh_fields file = {.context = source->context, .source = source->shown, .object = root};
    const char *kind = json_string_value(json_object_get(root, "kind"));
    if (json_object_get(root, table))
        return read_table(&file, r);
    if (kind && strcmp(kind, "rollouts") == 0)
        return read_rollouts(&file, r);
    if (json_object_get(root, laws))
        return read_laws(&file, r);
    routh_refuse(&file, NULL,
                 "neither a table of pairs, which has \"materials\", nor results of a study, a fit or tosses, which "
                 "have \"laws\"");
    return file.status;
}

routh_status routh_materials_read(routh_context *context, routh_io from, routh_materials *materials) {
    reading r = {.context = context, .materials = materials};
    *materials = (routh_materials){0};
    const routh_status status = routh_json_read_file(context, from, read_any, &r);
    if (status != ROUTH_OK)
        routh_materials_release(context, materials);
    return status;
}

/* The pairs that come with the library. */

routh_status routh_materials_known(routh_context *context, routh_materials *materials) {
    return routh_materials_read(context, routh_io_memory(routh_known_table, routh_known_table_size, "known.json"),
                                materials);
}
