/* The registry of engines: by number and by name, their defaults, and the rules by which two bodies' values become one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/names.h"
#include "engine/engine.h"

static const routh_engine *const engines[] = {
#define ROUTH_ENGINE_ADDRESS(name) &routh_engine_##name,
    ROUTH_ENGINE_TABLE(ROUTH_ENGINE_ADDRESS)
#undef ROUTH_ENGINE_ADDRESS
};

static const routh_name_entry rules[] = {
#define ROUTH_PAIR_RULE_NAME(code, name, about) {name, about},
    ROUTH_PAIR_RULE_TABLE(ROUTH_PAIR_RULE_NAME)
#undef ROUTH_PAIR_RULE_NAME
};
const routh_names routh_pair_rules = {"pair rule", ROUTH_PAIR_RULE_COUNT, rules};

enum { ENGINES = sizeof engines / sizeof *engines };

const routh_engine *routh_engine_at(size_t index) {
    return index < ENGINES ? engines[index] : NULL;
}

static const char *name_at(size_t index, const void *user) {
    (void)user;
    return engines[index]->name;
}

const routh_engine *routh_engine_find(routh_context *context, const char *name) {
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    const char *nearest = routh_nearest_name(name, ENGINES, name_at, NULL);
    char list[ROUTH_MESSAGE_SIZE / 2], shown[61];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    routh_list_names(list, sizeof list, " and ", ENGINES, name_at, NULL);
    if (nearest)
        routh_fail_field(context, ROUTH_BAD_ARGUMENT, "engine", "no engine is called \"%s\"; did you mean \"%s\"?",
                         shown, nearest);
    else
        routh_fail_field(context, ROUTH_BAD_ARGUMENT, "engine", "no engine is called \"%s\"; there are %s", shown,
                         list);
    return NULL;
}

routh_engine_setting routh_engine_setting_default(const routh_engine *engine, double step) {
    routh_engine_setting setting = {.engine = engine, .step = step};
    for (size_t i = 0; i < engine->parameter_count; i++)
        setting.value[i] = engine->parameter[i].usual;
    return setting;
}

size_t routh_engine_place(const routh_engine *engine, const char *name) {
    size_t i = 0;
    while (i < engine->parameter_count && strcmp(engine->parameter[i].name, name) != 0)
        i++;
    return i;
}

bool routh_engine_is_held(const routh_engine *engine, const routh_engine_body *body, size_t parameter) {
    return engine == &routh_engine_dart && parameter == ROUTH_DART_ACROSS && body->ball_count == 0;
}

double routh_pair_combine(routh_pair_rule rule, double a, double b) {
    switch (rule) {
    case ROUTH_PAIR_MAXIMUM:
        return fmax(a, b);
    case ROUTH_PAIR_MINIMUM:
        return fmin(a, b);
    case ROUTH_PAIR_PRODUCT:
        return a * b;
    case ROUTH_PAIR_MEAN:
        return (a + b) / 2;
    case ROUTH_PAIR_HARMONIC:
        return a + b > 0 ? 2 * a * b / (a + b) : 0;
    case ROUTH_PAIR_SERIES:
        return a + b > 0 ? a * b / (a + b) : 0;
    case ROUTH_PAIR_CONTACT:
    case ROUTH_PAIR_RULE_COUNT:
        break;
    }
    return NAN;
}

void routh_pair_split(routh_pair_rule rule, double value, double *body, double *ground) {
    const double both = rule == ROUTH_PAIR_SERIES ? 2 * value : value;
    *body = both;
    *ground = rule == ROUTH_PAIR_MAXIMUM ? 0 : rule == ROUTH_PAIR_PRODUCT ? 1 : rule == ROUTH_PAIR_CONTACT ? NAN : both;
}
