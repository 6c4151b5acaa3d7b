/* Which columns may have a meaning, and what is proposed where several may.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"

enum { LIST = ROUTH_LIST, SHOWN_NAME = 48 };

void routh_proposals_add(routh_proposals *proposals, const char *field, const char *value, bool certain,
                         const char *format, ...) {
    for (size_t i = 0; i < proposals->count; i++)
        if (strcmp(proposals->proposal[i].field, field) == 0 && strcmp(proposals->proposal[i].value, value) == 0)
            return;
    if (proposals->count == ROUTH_MOST_PROPOSALS || !routh_is_shown(value)) /* what nobody can type is no proposal */
        return;
    routh_proposal *one = &proposals->proposal[proposals->count++];
    va_list values;
    *one = (routh_proposal){.field = field, .certain = certain};
    snprintf(one->value, sizeof one->value, "%s", value);
    va_start(values, format);
    vsnprintf(one->text, sizeof one->text, format, values);
    va_end(values);
}

void routh_channel_shown(const routh_channels *channels, size_t j, char *text, size_t size) {
    const routh_channel *channel = &channels->channel[j];
    const size_t length = strlen(channel->name);
    size_t same = 0;
    for (size_t i = 0; i < channels->count; i++)
        same += strcmp(channels->channel[i].name, channel->name) == 0;
    const bool plain = routh_is_shown(channel->name) && channel->name[0] != '#' && !strpbrk(channel->name, ",\"");
    if (same == 1 && length > 0 && length < size && plain)
        snprintf(text, size, "%s", channel->name);
    else
        snprintf(text, size, "#%zu", j + 1);
}

size_t routh_list_append(char *list, size_t used, size_t size, const char *name) {
    char shown[SHOWN_NAME];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    const int length = used < size ? snprintf(list + used, size - used, "%s\"%s\"", used ? ", " : "", shown) : 0;
    return used + (size_t)(length > 0 ? length : 0);
}

/* Times and numbers of frames may be those of all bodies. */
static bool is_shared(const routh_choosing *c, int meaning) {
    if (meaning != ROUTH_TRACK_TIME && meaning != ROUTH_NAME_COUNTER)
        return false;
    for (size_t j = 0; j < c->channels->count; j++)
        if (c->meaning[j].meaning == meaning && c->mine[j])
            return false;
    return true;
}

static bool is_given(const routh_choosing *c, size_t j) {
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++)
        if (c->map->channel[q] == (long)j)
            return true;
    return false;
}

/* Has channel j that meaning, and is it not given? `shared`: also as another body's. Strong names first; weak ones where there is
 * no strong one. */
static bool counts(const routh_choosing *c, size_t j, int meaning, bool weak, bool shared) {
    return c->meaning[j].meaning == meaning && c->meaning[j].weak == weak && (c->mine[j] || shared) && !is_given(c, j);
}

static void count_both(const routh_choosing *c, int meaning, bool shared, size_t count[2]) {
    for (size_t j = 0; j < c->channels->count; j++)
        for (int weak = 0; weak < 2; weak++)
            count[weak] += counts(c, j, meaning, weak, shared);
}

size_t routh_choosing_count(const routh_choosing *c, int meaning) {
    size_t count[2] = {0, 0};
    count_both(c, meaning, is_shared(c, meaning), count);
    return count[0] ? count[0] : count[1];
}

routh_status routh_choosing_find(const routh_choosing *c, int meaning, const char *key, long *channel) {
    char list[LIST] = "", name[SHOWN_NAME * 2], value[SHOWN_NAME * 3];
    const bool shared = is_shared(c, meaning);
    size_t used = 0, both[2] = {0, 0};
    count_both(c, meaning, shared, both);
    const bool weak = both[0] == 0;
    const size_t count = both[weak];
    long first = -1;
    /* what is listed and proposed has an end, which the channels of a file may not have */
    for (size_t j = 0; j < c->channels->count && (first < 0 || used + SHOWN_NAME < LIST); j++) {
        if (!counts(c, j, meaning, weak, shared))
            continue;
        first = first < 0 ? (long)j : first;
        routh_channel_shown(c->channels, j, name, sizeof name);
        used = routh_list_append(list, used, LIST, name);
    }
    if (count < 2) {
        *channel = first;
        return ROUTH_OK;
    }
    for (size_t j = 0; j < c->channels->count && c->proposals->count < ROUTH_MOST_PROPOSALS; j++)
        if (counts(c, j, meaning, weak, shared)) {
            routh_channel_shown(c->channels, j, name, sizeof name);
            snprintf(value, sizeof value, "%s=%s", key, name);
            routh_proposals_add(c->proposals, "columns", value, false, "several columns may be %s", key);
        }
    return routh_fail_at(c->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = c->shown, .column = key, .field = "columns"},
                         "%zu columns may be %s: %s; name one", count, key, list);
}

/* Units of the chosen columns: as given, else as the format says, else by their names, else SI. */

static const char *const quantity_names[] = {"a length", "an angle", "a time", "a force", "a moment"};

static routh_status choose_one(const routh_choosing *c, int q) {
    const routh_quantity quantity = (routh_quantity)routh_track_quantities[q];
    const routh_channel *channel = &c->channels->channel[c->map->channel[q]];
    routh_quantity named;
    double unit = 0;
    const bool by_name = routh_unit_of_name(channel->name, &named, &unit);
    if (by_name && named != quantity) {
        char shown[ROUTH_SHOWN_VALUE];
        routh_show_text(shown, sizeof shown, channel->name, strlen(channel->name));
        return routh_fail_at(c->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = c->shown, .column = shown, .field = "columns"},
                             "column \"%s\" has the unit of %s, but %s is %s", shown, quantity_names[named],
                             routh_track_keys[q], quantity_names[quantity]);
    }
    if (quantity == ROUTH_LENGTH && !(c->convention->unit[quantity] > 0) && routh_pixels_stripped(channel->name)) {
        char shown[ROUTH_SHOWN_VALUE];
        routh_show_text(shown, sizeof shown, channel->name, strlen(channel->name));
        return routh_fail_at(c->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = c->shown, .column = shown, .field = "pixels"},
                             "column \"%s\" is in pixels, whose size the file does not say: scale its lengths "
                             "to m, mm or cm first",
                             shown);
    }
    size_t length;
    const char *unknown = routh_unit_unknown(channel->name, &length);
    if (unknown && !(c->convention->unit[quantity] > 0) && !(channel->unit > 0)) {
        char shown[ROUTH_SHOWN_VALUE], word[ROUTH_SHOWN_VALUE];
        routh_show_text(shown, sizeof shown, channel->name, strlen(channel->name));
        routh_show_text(word, sizeof word, unknown, length);
        return routh_fail_at(c->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = c->shown, .column = shown, .value = word, .field = "units"},
                             "column \"%s\": unknown unit \"%s\" for %s; give the units", shown, word,
                             quantity_names[quantity]);
    }
    if (c->convention->unit[quantity] > 0) {
        c->map->unit[q] = c->convention->unit[quantity];
        c->map->unit_from[q] = "as given";
    } else if (channel->unit > 0) {
        c->map->unit[q] = channel->unit;
        c->map->unit_from[q] = "as the file says";
    } else {
        c->map->unit[q] = by_name ? unit : 1;
        c->map->unit_from[q] = by_name ? "by its name" : "assumed";
    }
    return ROUTH_OK;
}

routh_status routh_choose_units(const routh_choosing *c) {
    for (int q = 0; q < ROUTH_TRACK_COLUMNS; q++)
        if (c->map->channel[q] >= 0 && routh_track_quantities[q] < ROUTH_QUANTITIES)
            ROUTH_TRY(choose_one(c, q));
    return ROUTH_OK;
}
