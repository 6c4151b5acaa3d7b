/* Materials: names, defaults, and finding one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "material/material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "impact3/law3.h"

static const routh_name_entry entries[] = {
#define ENTRY(code, name, about) {name, about},
    ROUTH_MATERIAL_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_material_parameters = {"parameter of a pair", ROUTH_MATERIAL_PARAMETERS, entries};

bool routh_law_restitution(const char *law, routh_restitution *restitution) {
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *one = routh_law_at(i);
        if (strcmp(one->name, law) != 0)
            continue;
        *restitution = one->restitution;
        return routh_law_parameter(one, "eps") >= 0;
    }
    for (size_t i = 0; routh_law3_at(i); i++)
        if (strcmp(routh_law3_at(i)->name, law) == 0) { /* in space all have Stronge's */
            *restitution = ROUTH_ENERGETIC;
            return true;
        }
    return false;
}

routh_material_range routh_material_range_of(routh_material_parameter parameter) {
    switch (parameter) {
    case ROUTH_MATERIAL_EPS:
        return (routh_material_range){0, 1};
    case ROUTH_MATERIAL_MU:
    case ROUTH_MATERIAL_MU_SLIDE:
        return (routh_material_range){0, ROUTH_MU_HIGH};
    case ROUTH_MATERIAL_ETA2:
        return (routh_material_range){ROUTH_ETA2_LOW, ROUTH_ETA2_HIGH};
    default:
        return (routh_material_range){-1e3, 1e3}; /* slopes: what no recording shows */
    }
}

bool routh_material_scatters(const routh_material *material, int parameter) {
    return isfinite(material->value[parameter]) && isfinite(material->error[parameter]) &&
           material->error[parameter] > 0;
}

routh_material routh_material_default(void) {
    routh_material material = {
        .restitution = ROUTH_NEWTON, .speed = {NAN, NAN}, .mass = NAN, .rounding = NAN, .centre = {NAN, NAN, NAN}};
    for (int i = 0; i < ROUTH_MATERIAL_COUNT; i++) {
        material.value[i] = material.error[i] = NAN;
        material.interval[i] = (routh_interval){NAN, NAN, NAN};
        material.correlation[i][i] = 1;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            material.inertia[i][j] = NAN;
    return material;
}

void routh_materials_release(routh_context *context, routh_materials *materials) {
    routh_release(context, materials->material);
    *materials = (routh_materials){0};
}

/* Upper and lower case alike, and "cube-on-board" for "cube on board", which needs no quotes in a shell. */
static char plain(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter == '-' || letter == '_' ? ' ' : letter;
}

static bool begins_alike(const char *name, const char *with, size_t length) {
    size_t i = 0;
    while (i < length && name[i] && plain(name[i]) == plain(with[i]))
        i++;
    return i == length;
}

static bool are_alike(const char *a, const char *b) {
    return strlen(a) == strlen(b) && begins_alike(a, b, strlen(b));
}

long routh_materials_same(const routh_materials *materials, const routh_material *material) {
    for (size_t i = 0; i < materials->count; i++)
        if (are_alike(materials->material[i].name, material->name) &&
            are_alike(materials->material[i].law, material->law))
            return (long)i;
    return -1;
}

routh_status routh_materials_add(routh_context *context, routh_materials *materials, const routh_material *material) {
    if (!*material->name)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "name", "a material needs a name");
    if (routh_materials_same(materials, material) >= 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "name", "\"%s\"%s%s is in the table already",
                                material->name, *material->law ? " with the law " : "", material->law);
    if (materials->count >= ROUTH_MOST_MATERIALS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the table has %zu rows already, the most it can have",
                          materials->count);
    routh_material *more =
        routh_resize(context, materials->material, materials->count + 1, sizeof *materials->material);
    if (!more)
        return ROUTH_OUT_OF_MEMORY;
    materials->material = more;
    more[materials->count++] = *material;
    return ROUTH_OK;
}

/* "name/law" */
static bool has_both(const routh_material *material, const char *name) {
    const size_t length = strlen(material->name);
    return begins_alike(name, material->name, length) && name[length] == '/' &&
           are_alike(name + length + 1, material->law);
}

static const char *name_at(size_t index, const void *user) {
    const routh_materials *materials = user;
    return materials->material[index].name;
}

static bool contains(const char *name, const char *word) {
    for (; *name; name++)
        if (begins_alike(name, word, strlen(word)))
            return true;
    return false;
}

/* "\"cube on board\" or \"cube tossed on board\"": the names that contain the word, as many as fit. false: none. */
static bool list_containing(const routh_materials *materials, const char *word, char *list, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < materials->count; i++) {
        const char *name = materials->material[i].name;
        if (!contains(name, word) || (i > 0 && are_alike(materials->material[i - 1].name, name)))
            continue;
        if (used + strlen(name) + sizeof " or \"\"" > size)
            break;
        used += (size_t)snprintf(list + used, size - used, "%s\"%s\"", used > 0 ? " or " : "", name);
    }
    return used > 0;
}

const routh_material *routh_materials_find(routh_context *context, const routh_materials *materials, const char *name) {
    if (!*name) { /* laws may be empty */
        routh_fail(context, ROUTH_BAD_ARGUMENT, "the name of the material is empty");
        return NULL;
    }
    for (int way = 0; way < 3; way++)
        for (size_t i = 0; i < materials->count; i++) {
            const routh_material *one = &materials->material[i];
            if (way == 0 ? are_alike(one->name, name) : way == 1 ? are_alike(one->law, name) : has_both(one, name))
                return one;
        }
    char shown[ROUTH_LABEL_SIZE];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    char list[ROUTH_MESSAGE_SIZE / 2];
    const char *nearest = routh_nearest_name(name, materials->count, name_at, materials);
    if (list_containing(materials, name, list, sizeof list))
        routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no material \"%s\"; did you mean %s?", shown, list);
    else if (nearest)
        routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no material \"%s\"; did you mean \"%s\"?", shown, nearest);
    else
        routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no material \"%s\" among %zu", shown, materials->count);
    return NULL;
}
