/* Units of recordings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/units.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/numbers.h"

typedef struct unit_entry {
    const char *name;
    double size;
} unit_entry;

enum { MOST_UNITS = 8 };
static const unit_entry units[ROUTH_QUANTITIES][MOST_UNITS] = {
    [ROUTH_LENGTH] = {{"m", 1}, {"mm", 1e-3}, {"cm", 1e-2}, {"um", 1e-6}, {"in", 0.0254}, {"ft", 0.3048}, {"dm", 0.1}},
    [ROUTH_ANGLE] = {{"rad", 1}, {"deg", ROUTH_PI / 180}, {"mrad", 1e-3}, {"rev", 2 * ROUTH_PI}},
    [ROUTH_TIME] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}},
    [ROUTH_FORCE] = {{"N", 1}, {"kN", 1e3}, {"mN", 1e-3}, {"lbf", 4.4482216152605}},
    [ROUTH_MOMENT] = {{"Nm", 1}, {"Nmm", 1e-3}, {"Ncm", 1e-2}, {"kNm", 1e3}, {"lbfin", 0.1129848290276167}},
};

/* What files write instead; the case of letters does not matter. Both micro signs of Unicode are in use. */
static const struct {
    const char *word, *name;
} words[] = {
    {"meter", "m"},         {"meters", "m"},       {"metre", "m"},        {"metres", "m"},        {"millimeter", "mm"},
    {"millimeters", "mm"},  {"millimetre", "mm"},  {"millimetres", "mm"}, {"centimeter", "cm"},   {"centimeters", "cm"},
    {"centimetre", "cm"},   {"centimetres", "cm"}, {"micrometer", "um"},  {"micrometers", "um"},  {"\xC2\xB5m", "um"},
    {"\xCE\xBCm", "um"},    {"inch", "in"},        {"inches", "in"},      {"radian", "rad"},      {"radians", "rad"},
    {"degree", "deg"},      {"degrees", "deg"},    {"\xC2\xB0", "deg"},   {"\xC2\xBA", "deg"},    {"sec", "s"},
    {"secs", "s"},          {"second", "s"},       {"seconds", "s"},      {"msec", "ms"},         {"millisecond", "ms"},
    {"milliseconds", "ms"}, {"usec", "us"},        {"microsecond", "us"}, {"microseconds", "us"}, {"\xC2\xB5s", "us"},
    {"\xCE\xBCs", "us"},    {"nanosecond", "ns"},  {"nanoseconds", "ns"}, {"newton", "N"},        {"newtons", "N"},
    {"foot", "ft"},         {"feet", "ft"},        {"decimeter", "dm"},   {"decimeters", "dm"},   {"decimetre", "dm"},
    {"decimetres", "dm"},   {"turn", "rev"},       {"turns", "rev"},      {"revolutions", "rev"}, {"minutes", "min"},
};

const char *routh_unit_name(routh_quantity quantity, size_t index) {
    return index < MOST_UNITS ? units[quantity][index].name : NULL;
}

double routh_unit_size(routh_quantity quantity, size_t index) {
    return units[quantity][index].size;
}

static bool is_unit(const char *name, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ' ')
            continue;
        if (*name == '\0' || *name != text[i])
            return false;
        name++;
    }
    return *name == '\0';
}

bool routh_unit_find(const char *text, size_t length, routh_quantity *quantity, size_t *index) {
    for (int q = 0; q < ROUTH_QUANTITIES; q++)
        for (size_t i = 0; i < MOST_UNITS && units[q][i].name; i++)
            if (is_unit(units[q][i].name, text, length)) {
                *quantity = (routh_quantity)q;
                *index = i;
                return true;
            }
    return false;
}

static bool is_same(const char *word, const char *text, size_t length) {
    return strlen(word) == length && strncasecmp(word, text, length) == 0;
}

/* Of lengths, angles and times no two differ by the case of their letters; of forces they do, mN and MN. */
static bool find_any_case(const char *text, size_t length, routh_quantity *quantity, size_t *index) {
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (is_same(words[k].word, text, length))
            return routh_unit_find(words[k].name, strlen(words[k].name), quantity, index);
    for (int q = 0; q <= ROUTH_TIME; q++)
        for (size_t i = 0; i < MOST_UNITS && units[q][i].name; i++)
            if (is_same(units[q][i].name, text, length)) {
                *quantity = (routh_quantity)q;
                *index = i;
                return true;
            }
    return false;
}

static char closing(char open) {
    return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
}

static void trim(const char **text, size_t *length) {
    while (*length > 0 && (**text == ' ' || **text == '\t')) {
        ++*text;
        --*length;
    }
    while (*length > 0 && ((*text)[*length - 1] == ' ' || (*text)[*length - 1] == '\t'))
        --*length;
}

bool routh_unit_of(const char *text, size_t length, routh_quantity *quantity, double *unit) {
    trim(&text, &length);
    if (length >= 2 && closing(text[0]) && text[length - 1] == closing(text[0])) {
        text++;
        length -= 2;
        trim(&text, &length);
    }
    size_t index;
    if (length == 0 ||
        (!routh_unit_find(text, length, quantity, &index) && !find_any_case(text, length, quantity, &index)))
        return false;
    *unit = routh_unit_size(*quantity, index);
    return true;
}

/* "vx_mm/s" is a rate: what is before the slash ends with a unit, too. */
static bool is_rate(const char *name, size_t slash) {
    size_t at = slash;
    while (at > 0 && !strchr(" _([{.", name[at - 1]))
        at--;
    routh_quantity quantity;
    double unit;
    return routh_unit_of(name + at, slash - at, &quantity, &unit);
}

/* Where the unit of a name is set off: at a bracket that ends the name, at the last slash, at the last underscore. The
 * last one needs the unit as the table has it, and none that is a word: x_in may be an input, x_min the least. */
static bool split(const char *name, size_t *stripped, routh_quantity *quantity, double *unit) {
    const size_t length = strlen(name);
    size_t end = length;
    while (end > 0 && (name[end - 1] == ' ' || name[end - 1] == '\t'))
        end--;
    size_t at = end;
    while (at > 0 && end > 0 && !(closing(name[at - 1]) && closing(name[at - 1]) == name[end - 1]))
        at--;
    if (at > 1 && routh_unit_of(name + at - 1, end - at + 1, quantity, unit)) {
        *stripped = at - 1;
        return true;
    }
    const char *slash = strrchr(name, '/'), *underscore = strrchr(name, '_');
    if (slash) {
        *stripped = (size_t)(slash - name);
        return slash > name && !is_rate(name, *stripped) &&
               routh_unit_of(slash + 1, end - *stripped - 1, quantity, unit);
    }
    size_t index;
    if (!underscore || underscore == name || strcmp(underscore, "_in") == 0 || strcmp(underscore, "_min") == 0 ||
        !routh_unit_find(underscore + 1, strlen(underscore + 1), quantity, &index))
        return false;
    *unit = routh_unit_size(*quantity, index);
    *stripped = (size_t)(underscore - name);
    return true;
}

bool routh_unit_of_name(const char *name, routh_quantity *quantity, double *unit) {
    size_t stripped;
    return split(name, &stripped, quantity, unit);
}

const char *routh_unit_unknown(const char *name, size_t *length) {
    routh_quantity quantity;
    double unit;
    size_t end = strlen(name);
    while (end > 0 && (name[end - 1] == ' ' || name[end - 1] == '\t'))
        end--;
    size_t at = end > 0 ? end - 1 : 0;
    while (at > 0 && !(closing(name[at]) && closing(name[at]) == name[end - 1]))
        at--;
    if (at == 0 || routh_unit_of(name + at, end - at, &quantity, &unit))
        return NULL;
    const char *text = name + at + 1;
    *length = end - at - 2;
    trim(&text, length);
    for (size_t i = 0; i < *length; i++)
        if (isalpha((unsigned char)text[i]) || (unsigned char)text[i] >= 128)
            return text;
    return NULL; /* X(1) is a number, not a unit */
}

size_t routh_unit_stripped(const char *name) {
    routh_quantity quantity;
    double unit;
    size_t stripped;
    if (!split(name, &stripped, &quantity, &unit))
        return strlen(name);
    while (stripped > 0 && (name[stripped - 1] == ' ' || name[stripped - 1] == '\t'))
        stripped--;
    return stripped;
}
