/* The words in which files and command lines say in what units a recording is, and which column is which.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/units.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"

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
