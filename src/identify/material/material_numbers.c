/* The numbers of a law in results, and of a material from them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/identify.h>

#include "base/context.h"
#include "file/json_struct.h"
#include "material/material.h"

#define KEY(field) ROUTH_KEY(routh_material, field)
#define END(field) ROUTH_KEY(routh_interval, field)

static const char parameters[] = "parameters", mean[] = "mean", other_eps[] = "e";

/* The numbers of a law as results.json has them. */

const char *routh_results3_key(const routh_parameter *parameter) {
    return strcmp(parameter->name, "eps") == 0 ? other_eps : parameter->name;
}

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* What is not finite was written as null: an end that is there, beside one that is null, is that of a half-open interval. */
static routh_interval interval_of(const json_t *object) {
    routh_interval interval = {number_of(object, END(low)), number_of(object, END(high)),
                               number_of(object, END(deviation))};
    if (isfinite(interval.low) && json_is_null(json_object_get(object, END(high))))
        interval.high = INFINITY;
    if (isfinite(interval.high) && json_is_null(json_object_get(object, END(low))))
        interval.low = -INFINITY;
    return interval;
}

routh_result_parameter routh_result_parameter_of(const json_t *all, const char *name) {
    const json_t *object = json_object_get(all, name);
    if (!object && strcmp(name, "eps") == 0)
        object = json_object_get(all, other_eps);
    const json_t *within = json_object_get(object, "interval");
    routh_result_parameter one = {.value = number_of(object, KEY(value)),
                                  .interval = interval_of(within ? within : object)};
    one.determined = !json_is_false(json_object_get(object, "determined"));
    return one;
}

static bool has_word(const json_t *words, const char *word) {
    if (json_is_string(words))
        return strstr(json_string_value(words), word) != NULL;
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *one = json_string_value(json_array_get(words, i));
        if (one && strcmp(one, word) == 0)
            return true;
    }
    return false;
}

unsigned routh_result_flags(const json_t *words) {
    unsigned flags = 0;
    char text[ROUTH_FIT_TEXT];
    for (unsigned flag = 1; flag <= ROUTH_FIT_NOT_CONVERGED; flag <<= 1)
        flags |= has_word(words, routh_fit_text(flag, text)) ? flag : 0u;
    return flags;
}

/* The numbers of a material from JSON: parameters with intervals, correlations, speeds, the body. */

enum { COUNT = ROUTH_MATERIAL_COUNT };

static const char *name_of(int parameter) {
    return routh_name(&routh_material_parameters, parameter);
}

static int parameter_called(const char *name) {
    if (strcmp(name, other_eps) == 0)
        return ROUTH_MATERIAL_EPS;
    for (int p = 0; p < COUNT; p++)
        if (strcmp(name, name_of(p)) == 0)
            return p;
    return -1;
}

/* A name that pairs do not have. */
static void refuse_name(routh_fields *fields, const char *key, const char *name) {
    routh_context context = routh_context_default();
    routh_find(&context, &routh_material_parameters, name);
    routh_refuse(fields, key, "%s", context.message);
}

static void refuse_strangers(routh_fields *fields, const char *key, json_t *object) {
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at))
        if (parameter_called(json_object_iter_key(at)) < 0)
            refuse_name(fields, key, json_object_iter_key(at));
}

/* In a table everything that is there is a number, null, or true or false. */
static void check_entry(routh_fields *fields, const char *name, const json_t *entry) {
    const char *const known[] = {KEY(value), END(low), END(high), END(deviation)};
    if (!json_is_object(entry)) {
        routh_refuse(fields, parameters, "%s is %s, not an object with its value", name, routh_json_kind(entry));
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const json_t *number = json_object_get(entry, known[i]);
        if (number && !json_is_number(number) && (i == 0 || !json_is_null(number)))
            routh_refuse(fields, parameters, "%s: %s is %s, not a number", name, known[i], routh_json_kind(number));
    }
    if (!json_object_get(entry, KEY(value)))
        routh_refuse(fields, parameters, "%s has no value", name);
}

static void check_numbers(routh_fields *fields, int p, const routh_result_parameter *one) {
    const routh_material_range range = routh_material_range_of((routh_material_parameter)p);
    const routh_interval *i = &one->interval;
    if (!(one->value >= range.low && one->value <= range.high))
        routh_refuse(fields, parameters, "%s is %g; it must be from %g to %g", name_of(p), one->value, range.low,
                     range.high);
    if (i->deviation < 0)
        routh_refuse(fields, parameters, "%s: sd is %g; it must not be negative", name_of(p), i->deviation);
    if (i->low > i->high)
        routh_refuse(fields, parameters, "%s: low, %g, is above high, %g", name_of(p), i->low, i->high);
}

static void take(const routh_result_parameter *one, int p, routh_material *material) {
    const routh_material_range range = routh_material_range_of((routh_material_parameter)p);
    const bool open = isinf(one->interval.low) || isinf(one->interval.high);
    material->value[p] = one->value;
    material->interval[p] = one->interval;
    material->error[p] = open || !one->determined ? INFINITY : one->interval.deviation;
    if (!one->determined && isnan(one->interval.low))
        material->interval[p] = (routh_interval){-INFINITY, INFINITY, INFINITY};
    if (isfinite(material->interval[p].low)) /* so that what is drawn from it is legal */
        material->interval[p].low = fmin(fmax(material->interval[p].low, range.low), range.high);
    if (isfinite(material->interval[p].high))
        material->interval[p].high = fmin(fmax(material->interval[p].high, range.low), range.high);
    material->interval[p].deviation = material->error[p];
}

void routh_material_read_parameters(routh_fields *fields, bool row, routh_material *material) {
    json_t *object = routh_read_field(fields, parameters, ROUTH_MUST_BE);
    if (object && !json_is_object(object))
        routh_refuse(fields, parameters, "%s, not an object", routh_json_kind(object));
    if (row && fields->status == ROUTH_OK)
        refuse_strangers(fields, parameters, object);
    for (int p = 0; p < COUNT && fields->status == ROUTH_OK; p++) {
        const char *name = name_of(p);
        const json_t *entry = json_object_get(object, name);
        if (!entry && p == ROUTH_MATERIAL_EPS)
            entry = json_object_get(object, other_eps);
        if (!entry)
            continue;
        if (row)
            check_entry(fields, name, entry);
        routh_result_parameter one = routh_result_parameter_of(object, name);
        if (!row &&
            json_is_number(json_object_get(entry, mean))) /* of fits to draws of few impacts, which scatter more */
            one = (routh_result_parameter){json_number_value(json_object_get(entry, mean)), {NAN, NAN, NAN}, true};
        if (isnan(one.value) && !row) /* not fitted */
            continue;
        check_numbers(fields, p, &one);
        if (fields->status == ROUTH_OK)
            take(&one, p, material);
    }
}

/* One row of the matrix, {"eps": −0.3}. */
static void read_correlated(routh_fields *fields, bool row, int p, json_t *object, routh_material *material) {
    if (!json_is_object(object)) {
        routh_refuse(fields, KEY(correlation), "%s is %s, not an object", name_of(p), routh_json_kind(object));
        return;
    }
    for (void *at = json_object_iter(object); at && fields->status == ROUTH_OK;
         at = json_object_iter_next(object, at)) {
        const int q = parameter_called(json_object_iter_key(at));
        const json_t *value = json_object_iter_value(at);
        const double r = json_is_number(value) ? json_number_value(value) : NAN;
        if (q < 0 && row)
            refuse_name(fields, KEY(correlation), json_object_iter_key(at));
        if (q < 0 || q == p || (!row && json_is_null(value)))
            continue;
        if (!(fabs(r) <= 1))
            routh_refuse(fields, KEY(correlation), "%s and %s: it must be a number from -1 to 1", name_of(p),
                         name_of(q));
        else
            material->correlation[p][q] = material->correlation[q][p] = r;
    }
}

void routh_material_read_correlation(routh_fields *fields, bool row, routh_material *material) {
    json_t *object = routh_read_field(fields, KEY(correlation), ROUTH_MAY_MISS);
    if (!object || json_is_null(object))
        return;
    if (!json_is_object(object)) {
        routh_refuse(fields, KEY(correlation), "%s, not an object", routh_json_kind(object));
        return;
    }
    if (row)
        refuse_strangers(fields, KEY(correlation), object);
    for (void *at = json_object_iter(object); at && fields->status == ROUTH_OK;
         at = json_object_iter_next(object, at)) {
        const int p = parameter_called(json_object_iter_key(at));
        if (p >= 0)
            read_correlated(fields, row, p, json_object_iter_value(at), material);
    }
    int all[COUNT];
    double root[COUNT][COUNT];
    for (int p = 0; p < COUNT; p++)
        all[p] = p;
    if (fields->status == ROUTH_OK && !routh_material_root(material, all, COUNT, root))
        routh_refuse(fields, KEY(correlation),
                     "no distribution has these correlations: they are not positive semidefinite");
    material->correlated = true;
}

void routh_material_read_approach(routh_fields *fields, routh_material *material) {
    const json_t *list = routh_read_field(fields, KEY(speed), ROUTH_MAY_MISS);
    if (!list || json_is_null(list))
        return;
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_material, material, speed);
    if (fields->status == ROUTH_OK && !(material->speed[0] >= 0 && material->speed[0] <= material->speed[1]))
        routh_refuse(fields, KEY(speed), "%g and %g m/s; the least speed and the greatest are needed",
                     material->speed[0], material->speed[1]);
}

static void read_inertia(routh_fields *fields, routh_material *material) {
    const json_t *list = routh_read_list(fields, KEY(inertia), ROUTH_MAY_MISS);
    if (list && json_array_size(list) != 3)
        routh_refuse(fields, KEY(inertia), "a list of %zu, not of 3 rows", json_array_size(list));
    for (size_t i = 0; list && i < 3 && fields->status == ROUTH_OK; i++) {
        char there[16];
        snprintf(there, sizeof there, "[%zu]", i);
        routh_numbers_of(fields, KEY(inertia), there, json_array_get(list, i), material->inertia[i], 3);
    }
    for (int i = 0; list && i < 3 && fields->status == ROUTH_OK; i++)
        for (int j = 0; j < 3; j++)
            if (!(material->inertia[i][i] > 0) ||
                !(fabs(material->inertia[i][j] - material->inertia[j][i]) <= 1e-6 * material->inertia[i][i])) {
                routh_refuse(fields, KEY(inertia), "it must be symmetric, with moments above 0");
                return;
            }
}

void routh_material_read_body(routh_fields *fields, routh_material *material) {
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_material, material, mass, rounding);
    if (json_object_get(fields->object, KEY(centre)))
        ROUTH_READ(fields, ROUTH_MAY_MISS, routh_material, material, centre);
    read_inertia(fields, material);
    if (fields->status == ROUTH_OK && material->mass <= 0)
        routh_refuse(fields, KEY(mass), "%g kg; it must be above 0", material->mass);
    if (fields->status == ROUTH_OK && material->rounding < 0)
        routh_refuse(fields, KEY(rounding), "%g m; it must not be negative", material->rounding);
}
