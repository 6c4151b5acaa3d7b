/* Measured rebounds of spheres from a CSV file: quantity,incidence_deg,value.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <routh/data.h>

#include "base/context.h"
#include "base/numbers.h"
#include "data/dataset.h"
#include "file/source.h"
#include "file/text.h"

enum { QUANTITY, INCIDENCE, VALUE, COLUMNS, MOST_ROWS = 100000 };

static const char *const columns[COLUMNS] = {"quantity", "incidence_deg", "value"};

static const routh_name_entry quantities[] = {
    [ROUTH_REBOUND_ANGLE] = {"rebound_angle_deg", "angle of rebound"},
    [ROUTH_REBOUND_SPIN] = {"spin_after_rad_s", "spin after"},
    [ROUTH_REBOUND_TANGENTIAL] = {"tangential_restitution", "tangential restitution"},
};
const routh_names routh_rebound_quantities = {"quantity", ROUTH_REBOUND_QUANTITIES, quantities};

static const double degree = ROUTH_PI / 180;

/* The fields of a line; false unless there are exactly that many. */
static bool split(const char *line, size_t length, routh_field field[COLUMNS]) {
    routh_csv_fields rest = routh_csv_fields_of(line, length);
    size_t count = 0;
    routh_field next;
    while (routh_csv_next_field(&rest, &next)) {
        if (count == COLUMNS)
            return false;
        field[count++] = next;
    }
    return count == COLUMNS && !rest.unclosed;
}

/* Where each column is; false if one is missing, or there is another. */
static bool find_columns(const char *line, size_t length, int place[COLUMNS]) {
    routh_field field[COLUMNS];
    const bool is_split = split(line, length, field);
    int found = 0;
    for (int c = 0; is_split && c < COLUMNS; c++)
        for (int at = 0; at < COLUMNS; at++)
            if (routh_field_is(&field[at], columns[c])) {
                place[c] = at;
                found++;
                break;
            }
    return found == COLUMNS;
}

/* Does the first line hold the word? */
static bool holds(const char *line, size_t length, const char *word) {
    const size_t size = strlen(word);
    for (size_t i = 0; i + size <= length && line[i] != '\n'; i++)
        if (memcmp(line + i, word, size) == 0)
            return true;
    return false;
}

bool routh_source_has_rebounds(routh_source *source) {
    unsigned char byte[64];
    size_t count = 0;
    if (routh_source_begin(source, byte, sizeof byte, &count) != ROUTH_OK)
        return false;
    /* Two of the columns are enough, so that reading says which one is missing; tables of impacts have longer headers. */
    const char *line = (const char *)byte;
    return (memchr(byte, '\n', count) || count < sizeof byte) && holds(line, count, columns[QUANTITY]) &&
           holds(line, count, columns[INCIDENCE]);
}

/* `field` is that of the column; NULL where it is about none. */
static routh_status fail_at(const routh_lines *lines, int column, const routh_field *field, const char *what) {
    char shown[ROUTH_SHOWN_VALUE] = "";
    routh_place place = {.file = lines->source->shown, .line = lines->number};
    if (field) {
        routh_show_text(shown, sizeof shown, field->text, field->length);
        place.column = columns[column];
        place.value = shown;
    }
    return routh_fail_at(lines->source->context, ROUTH_BAD_FORMAT, &place, "%s", what);
}

static bool take_number(const routh_field *field, double *value) {
    return routh_parse_number(field->text, field->length, value) == ROUTH_NUMBER_FINITE;
}

static routh_status take_row(const routh_lines *lines, const char *line, size_t length, const int place[COLUMNS],
                             routh_rebound *row) {
    routh_field field[COLUMNS];
    double degrees, value;
    if (!split(line, length, field))
        return fail_at(lines, 0, NULL, "expected three fields, quantity, incidence_deg and value");
    int quantity = -1;
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++)
        quantity = routh_field_is(&field[place[QUANTITY]], quantities[q].name) ? q : quantity;
    if (quantity < 0)
        return fail_at(lines, QUANTITY, &field[place[QUANTITY]],
                       "the quantity is not rebound_angle_deg, spin_after_rad_s or tangential_restitution");
    const bool has_incidence = take_number(&field[place[INCIDENCE]], &degrees);
    const int wrong = has_incidence ? VALUE : INCIDENCE;
    if (!has_incidence || !take_number(&field[place[VALUE]], &value))
        return fail_at(lines, wrong, &field[place[wrong]], "incidence and value must be finite numbers");
    if (!(degrees > 0 && degrees < 90))
        return fail_at(lines, INCIDENCE, &field[place[INCIDENCE]],
                       "incidence_deg must be more than 0 and less than 90 degrees");
    if (fabs(value) > 1e9)
        return fail_at(lines, VALUE, &field[place[VALUE]], "the value is larger than 1e9");
    *row = (routh_rebound){.quantity = (routh_rebound_quantity)quantity,
                           .incidence = degrees * degree,
                           .value = quantity == ROUTH_REBOUND_ANGLE ? value * degree : value};
    return ROUTH_OK;
}

static routh_status read_rows(routh_lines *lines, routh_rebounds *rebounds) {
    routh_context *context = lines->source->context;
    const char *line;
    size_t length, room = 0;
    int place[COLUMNS] = {0};
    bool header = false;
    for (;;) {
        routh_rebound row;
        ROUTH_TRY(routh_line_read(lines, "a table of rebounds", &line, &length));
        if (!line)
            break;
        if (routh_is_blank(line, length))
            continue;
        if (!header) {
            header = find_columns(line, length, place);
            if (!header)
                return fail_at(lines, 0, NULL, "expected the columns quantity, incidence_deg and value, and no others");
            continue;
        }
        ROUTH_TRY(take_row(lines, line, length, place, &row));
        if (rebounds->count == MOST_ROWS)
            return fail_at(lines, 0, NULL, "more than 100000 rows");
        ROUTH_TRY(routh_grow(context, &rebounds->rebound, rebounds->count, &room, sizeof row));
        rebounds->rebound[rebounds->count++] = row;
    }
    return rebounds->count > 0
               ? ROUTH_OK
               : routh_fail_in(context, ROUTH_BAD_FORMAT, lines->source->shown, "no row of measurements");
}

routh_status routh_rebounds_read(routh_context *context, routh_io from, double radius, double speed,
                                 routh_rebounds *rebounds) {
    *rebounds = (routh_rebounds){.radius = radius, .speed = speed};
    if (!(radius > 0 && radius < 1e3))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "radius",
                                "the radius %g m must be more than 0 and less than 1000 m", radius);
    if (!(speed > 0 && speed < 1e6))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "speed",
                                "the speed %g m/s must be more than 0 and less than 1e6 m/s", speed);
    ROUTH_SOURCE(source, context, from);
    const char *slash = strrchr(source.name, '/');
    routh_show_text(rebounds->name, sizeof rebounds->name, slash ? slash + 1 : source.name,
                    strlen(slash ? slash + 1 : source.name));
    ROUTH_LINES(lines, &source);
    const routh_status status = read_rows(&lines, rebounds);
    if (status != ROUTH_OK)
        routh_rebounds_release(context, rebounds);
    return status;
}

void routh_rebounds_release(routh_context *context, routh_rebounds *rebounds) {
    routh_release(context, rebounds->rebound);
    *rebounds = (routh_rebounds){0};
}
