/* Units of recordings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
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
} unit_words[] = {
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
    for (size_t k = 0; k < sizeof unit_words / sizeof unit_words[0]; k++)
        if (is_same(unit_words[k].word, text, length))
            return routh_unit_find(unit_words[k].name, strlen(unit_words[k].name), quantity, index);
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

/* The words in which files and command lines say in what units a recording is, and which column is which. */

bool routh_next_piece(const char **text, const char **piece, size_t *length) {
    if (!*text)
        return false;
    const char *from = *text, *end = from;
    for (bool quoted = false; *end && (quoted || *end != ','); end++)
        quoted ^= *end == '"';
    *text = *end ? end + 1 : NULL;
    while (from < end && *from == ' ')
        from++;
    while (end > from && end[-1] == ' ')
        end--;
    *piece = from;
    *length = (size_t)(end - from);
    return true;
}

routh_status routh_convention_refuse(routh_context *context, const char *field, const char *text, size_t length,
                                     const char *allowed) {
    char shown[ROUTH_SHOWN_HEADER];
    routh_show_text(shown, sizeof shown, text, length);
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field, "%s \"%s\": %s", field, shown, allowed);
}

/* Units ----------------------------------------------------------------------------------------------------*/

/* "not one of m, mm; rad, deg" */
static void list_units(int quantities, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "not one of ");
    for (int q = 0; q < quantities; q++)
        for (size_t i = 0; routh_unit_name((routh_quantity)q, i) && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     i   ? ", "
                                     : q ? "; "
                                         : "",
                                     routh_unit_name((routh_quantity)q, i));
}

routh_status routh_convention_set_units(routh_context *context, const char *text, int quantities, double *unit) {
    static const char *const names[ROUTH_QUANTITIES] = {"length", "angle", "time", "force", "moment"};
    const char *piece, *chosen[ROUTH_QUANTITIES] = {NULL};
    char known[160];
    size_t length, i;
    while (routh_next_piece(&text, &piece, &length)) {
        routh_quantity q;
        list_units(quantities, known, sizeof known);
        if (!routh_unit_find(piece, length, &q, &i) || (int)q >= quantities)
            return routh_convention_refuse(context, "units", piece, length, known);
        const char *name = routh_unit_name(q, i);
        if (chosen[q] && strcmp(chosen[q], name) != 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "units", "units: both %s and %s for the %s; keep one",
                                    chosen[q], name, names[q]);
        chosen[q] = name;
        unit[q] = routh_unit_size(q, i);
    }
    return ROUTH_OK;
}

/* Columns --------------------------------------------------------------------------------------------------*/

static int find_key(const routh_column_words *words, const char *text, size_t length) {
    for (int j = 0; j < words->count; j++)
        if (strlen(words->key[j]) == length && memcmp(words->key[j], text, length) == 0)
            return j;
    return -1;
}

static bool is_quoted(const char *name, size_t length) {
    return length >= 2 && name[0] == '"' && name[length - 1] == '"';
}

routh_status routh_convention_set_column(routh_context *context, const routh_column_words *words, const char *key,
                                         size_t key_length, const char *name, size_t length) {
    const int j = find_key(words, key, key_length);
    if (j < 0)
        return routh_convention_refuse(context, "columns", key, key_length, words->keys);
    char *column = words->column + (size_t)j * words->size;
    const size_t quote = is_quoted(name, length);
    name += quote;
    length -= 2 * quote;
    if (length == 0 || length >= words->size || memchr(name, '\0', length)) {
        char allowed[64];
        snprintf(allowed, sizeof allowed, "the name of a column has 1 to %zu bytes", words->size - 1);
        return routh_convention_refuse(context, "columns", name, length, allowed);
    }
    if (column[0])
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "columns", "columns: two columns for %s; keep one",
                                words->key[j]);
    memcpy(column, name, length);
    column[length] = '\0';
    for (int i = 0; i < words->count; i++)
        if (i != j && strcmp(words->column + (size_t)i * words->size, column) == 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "columns", "columns: one column for both %s and %s",
                                    words->key[i < j ? i : j], words->key[i < j ? j : i]);
    return ROUTH_OK;
}

routh_status routh_convention_set_columns(routh_context *context, const routh_column_words *words, const char *text) {
    const char *piece;
    size_t length;
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && routh_next_piece(&text, &piece, &length)) {
        const char *equals = memchr(piece, '=', length);
        if (!equals)
            return routh_convention_refuse(context, "columns", piece, length, words->form);
        status = routh_convention_set_column(context, words, piece, (size_t)(equals - piece), equals + 1,
                                             (size_t)(piece + length - equals - 1));
    }
    return status;
}
