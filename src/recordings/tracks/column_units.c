/* Units of the chosen columns: as given, else as the format says, else by their names, else SI.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "file/units.h"
#include "tracks/columns.h"

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
    routh_status status = ROUTH_OK;
    for (int q = 0; status == ROUTH_OK && q < ROUTH_TRACK_COLUMNS; q++)
        if (c->map->channel[q] >= 0 && routh_track_quantities[q] < ROUTH_QUANTITIES)
            status = choose_one(c, q);
    return status;
}
