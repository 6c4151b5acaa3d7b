/* Impacts in a MATLAB file of either format: a bounce_array, the layout of the ellipse drops of Fundamental limitations, a
 * struct array, one element an impact, with fields
 *
 *     states  x, y, θ, vx, vy, ω before, and the same six after
 *     n       normal row of the contact Jacobian, (0, 1, rx)
 *     d       tangential row, (1, 0, −ry)
 *     flags   second bounce, energy, cone, maximum compression, dropped early, lost frames; 0: no
 *
 * or, as the authors released their recording later (data_ellipse.mat), one struct of tables with a row an impact:
 *
 *     states_i, states_f   the six numbers before, and after
 *     n, d                 as above
 *
 * Further fields are ignored, and the variable may have any name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/dataset.h"
#include "file/matlab.h"

#define BOUNCE_ARRAY "bounce_array"

enum { STATES, NORMAL, TANGENT, FLAGS };
enum { BEFORE, AFTER, NORMALS, TANGENTS }; /* in a struct of tables */
enum { FIELDS = 4, STATE_NUMBERS = 12, HALF = 6, FLAG_NUMBERS = 6, MOST_NUMBERS = 12 };

typedef struct impact_field {
    const char *name;
    size_t numbers; /* of an impact */
} impact_field;

static const impact_field array_fields[FIELDS] = {{"states", STATE_NUMBERS}, {"n", 3}, {"d", 3}, {"flags", 6}};
static const impact_field table_fields[FIELDS] = {{"states_i", HALF}, {"states_f", HALF}, {"n", 3}, {"d", 3}};

/* The numbers of one impact, field by field. */
typedef double impact_numbers[FIELDS][MOST_NUMBERS];

/* Impacts ----------------------------------------------------------------------------------------------------*/

/* "drops.mat: bounce_array(3).states is damaged"; element 0: "drops.mat: data.states_i is damaged". */
static routh_status fail_field(const routh_reading *reading, size_t element, const char *name, const char *what) {
    char number[32] = "";
    if (element > 0)
        snprintf(number, sizeof number, "(%zu)", element);
    return routh_fail_at(
        reading->source->context, ROUTH_BAD_FORMAT,
        &(routh_place){.file = reading->source->shown, .row = element, .said = element > 0, .column = name},
        "%s%s.%s %s", reading->variable, number, name, what);
}

/* Other rows than those of level ground would need another frame. NaN passes: such a record is marked. */
static routh_status check_row(const routh_reading *reading, size_t element, int field, const double *row) {
    const double x = field == TANGENT, y = field == NORMAL;
    if (!(fabs(row[0] - x) > 1e-6 || fabs(row[1] - y) > 1e-6))
        return ROUTH_OK;
    char what[128];
    snprintf(what, sizeof what, "begins (%g, %g), not (%g, %g): not a contact with level ground", row[0], row[1], x, y);
    return fail_field(reading, element + 1, array_fields[field].name, what);
}

static routh_status store(routh_reading *reading, size_t element, impact_numbers impact) {
    static const unsigned flag_reason[FLAG_NUMBERS] = {ROUTH_SECOND_BOUNCE, ROUTH_ENERGY,        ROUTH_CONE,
                                                       ROUTH_COMPRESSION,   ROUTH_DROPPED_EARLY, ROUTH_LOST_FRAMES};
    const double *state = impact[STATES], *flag = impact[FLAGS];
    routh_record *record = &reading->dataset->record[element];
    for (int field = NORMAL; field <= TANGENT; field++)
        ROUTH_TRY(check_row(reading, element, field, impact[field]));
    record->x = state[0];
    record->y = state[1];
    record->theta = state[2];
    record->x_after = state[6];
    record->y_after = state[7];
    record->theta_after = state[8];
    record->before = (routh_velocity){state[3], state[4], state[5]};
    record->after = (routh_velocity){state[9], state[10], state[11]};
    record->rx = impact[NORMAL][2];
    record->ry = -impact[TANGENT][2];
    for (int i = 0; i < FLAG_NUMBERS; i++)
        if (!(flag[i] >= 0 && flag[i] <= 0)) /* a flag that is NaN counts as set */
            record->reasons |= flag_reason[i];
    for (int i = 0; i < STATE_NUMBERS; i++)
        if (!isfinite(state[i]))
            record->reasons |= ROUTH_IMPOSSIBLE;
    return ROUTH_OK;
}

/* Room for impacts of that shape, of which one side must be 1. */
static routh_status begin(routh_reading *reading, size_t rows, size_t columns) {
    if (rows == 0 || columns == 0 || (rows != 1 && columns != 1))
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = reading->variable},
                             " is %zu×%zu, not one row of impacts", rows, columns);
    routh_log(reading->source->context, ROUTH_LOG_INFO, "recognised a MATLAB %s of %zu impacts", reading->variable,
              rows * columns);
    return routh_reading_records(reading, rows * columns);
}

/* Struct array -----------------------------------------------------------------------------------------------*/

/* A row will do as well as a column. */
static routh_status read_value(const routh_reading *reading, size_t element, int field, const routh_matlab_value *value,
                               double *number) {
    const impact_field *wanted = &array_fields[field];
    const size_t rows = (size_t)value->size[0], columns = (size_t)value->size[1];
    char what[96];
    if (value->kind != ROUTH_MATLAB_NUMBERS || value->rank != 2)
        return fail_field(reading, element + 1, wanted->name, "is missing or damaged, or holds no real numbers");
    if ((rows == 1 && columns == wanted->numbers) || (columns == 1 && rows == wanted->numbers))
        return routh_matlab_numbers(value, number);
    snprintf(what, sizeof what, "is %zu×%zu, not 1×%zu", rows, columns, wanted->numbers);
    return fail_field(reading, element + 1, wanted->name, what);
}

static routh_status read_array(routh_reading *reading, const routh_matlab_struct *array) {
    size_t place[FIELDS];
    for (int field = 0; field < FIELDS; field++) {
        place[field] = routh_matlab_find(array, array_fields[field].name);
        if (place[field] == array->fields)
            return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = reading->source->shown, .column = array_fields[field].name},
                                 "%s has no field %s", reading->variable, array_fields[field].name);
    }
    ROUTH_TRY(begin(reading, array->rows, array->columns));
    for (size_t i = 0; i < reading->dataset->count; i++) {
        impact_numbers impact;
        for (int field = 0; field < FIELDS; field++) {
            routh_matlab_value value;
            ROUTH_TRY(routh_matlab_field(array, i, place[field], &value));
            ROUTH_TRY(read_value(reading, i, field, &value, impact[field]));
        }
        ROUTH_TRY(store(reading, i, impact));
    }
    return ROUTH_OK;
}

/* Struct of tables -------------------------------------------------------------------------------------------*/

/* As MATLAB stores it: column after column. */
typedef struct impact_table {
    size_t count;  /* impacts */
    bool upright;  /* a column an impact, not a row */
    double *value; /* NULL: not yet read */
} impact_table;

static routh_status read_table(const routh_reading *reading, int field, const routh_matlab_value *value,
                               impact_table *table) {
    const impact_field *wanted = &table_fields[field];
    const size_t rows = (size_t)value->size[0], columns = (size_t)value->size[1];
    char what[96];
    if (value->kind != ROUTH_MATLAB_NUMBERS || value->rank != 2)
        return fail_field(reading, 0, wanted->name, "is missing or damaged, or holds no real numbers");
    if (rows == 0 || columns == 0 || (columns != wanted->numbers && rows != wanted->numbers)) {
        snprintf(what, sizeof what, "is %zu×%zu, not a row of %zu numbers for each impact", rows, columns,
                 wanted->numbers);
        return fail_field(reading, 0, wanted->name, what);
    }
    table->upright = columns != wanted->numbers;
    table->count = table->upright ? columns : rows;
    table->value = routh_allocate(reading->source->context, table->count, wanted->numbers * sizeof *table->value);
    return table->value ? routh_matlab_numbers(value, table->value) : ROUTH_OUT_OF_MEMORY;
}

static void take(const impact_table *table, int field, size_t element, double *number) {
    const size_t numbers = table_fields[field].numbers;
    for (size_t k = 0; k < numbers; k++)
        number[k] = table[field].value[table[field].upright ? element * numbers + k : k * table[field].count + element];
}

/* A row of each table is an impact, which then has no flags. */
static routh_status store_tables(routh_reading *reading, const impact_table *table) {
    for (int field = 0; field < FIELDS; field++)
        if (table[field].count != table[0].count) {
            char what[96];
            snprintf(what, sizeof what, "has %zu impacts, %s %zu", table[field].count, table_fields[0].name,
                     table[0].count);
            return fail_field(reading, 0, table_fields[field].name, what);
        }
    ROUTH_TRY(begin(reading, 1, table[0].count));
    for (size_t i = 0; i < table[0].count; i++) {
        impact_numbers impact = {{0}};
        take(table, BEFORE, i, impact[STATES]);
        take(table, AFTER, i, impact[STATES] + HALF);
        take(table, NORMALS, i, impact[NORMAL]);
        take(table, TANGENTS, i, impact[TANGENT]);
        ROUTH_TRY(store(reading, i, impact));
    }
    return ROUTH_OK;
}

static routh_status read_tables(routh_reading *reading, const routh_matlab_struct *tables) {
    impact_table table[FIELDS] = {{.value = NULL}};
    routh_status status = ROUTH_OK;
    for (int field = 0; status == ROUTH_OK && field < FIELDS; field++) {
        routh_matlab_value value;
        status = routh_matlab_field(tables, 0, routh_matlab_find(tables, table_fields[field].name), &value);
        if (status == ROUTH_OK)
            status = read_table(reading, field, &value, &table[field]);
    }
    if (status == ROUTH_OK)
        status = store_tables(reading, table);
    for (int field = 0; field < FIELDS; field++)
        routh_release(reading->source->context, table[field].value);
    return status;
}

/* Variables --------------------------------------------------------------------------------------------------*/

static bool has_fields(const routh_matlab_struct *opened, const impact_field *wanted) {
    int field = 0;
    while (field < FIELDS && routh_matlab_find(opened, wanted[field].name) < opened->fields)
        field++;
    return field == FIELDS;
}

static bool has_tables(const routh_matlab_struct *opened) {
    return opened->rows == 1 && opened->columns == 1 && has_fields(opened, table_fields);
}

/* Which variable of the file to read: that of the options, else the only one of the form of a bounce_array. */
typedef struct impact_choice {
    const char *wanted; /* NULL: any */
    uint64_t variable, at;
    size_t count;     /* variables of that form, so far */
    char listed[192]; /* their names, as many as fit */
    bool named;       /* there is one of the name that is wanted, or else one called bounce_array, of whatever form */
} impact_choice;

static void list(impact_choice *choice, const char *shown) {
    const size_t used = strlen(choice->listed);
    if (used + strlen(shown) + sizeof ", …" < sizeof choice->listed)
        snprintf(choice->listed + used, sizeof choice->listed - used, "%s%s", used > 0 ? ", " : "", shown);
    else if (used < 3 || strcmp(choice->listed + used - strlen("…"), "…") != 0)
        snprintf(choice->listed + used, sizeof choice->listed - used, ", …");
}

/* One more variable. One of the right name is read even if its form is wrong: the message then says what is. */
static void offer(routh_reading *reading, impact_choice *choice, const routh_matlab_value *value, bool has_form) {
    const bool named = strcmp(choice->wanted ? choice->wanted : BOUNCE_ARRAY, value->name) == 0;
    const bool take = choice->wanted ? named : has_form ? choice->count == 0 : named && choice->count == 0;
    if (has_form) {
        list(choice, value->name);
        choice->count++;
    }
    choice->named = choice->named || named;
    if (!take)
        return;
    snprintf(reading->variable, sizeof reading->variable, "%s", value->name);
    choice->variable = value->file->variable;
    choice->at = value->at;
}

/* After the last one: fails without exactly one to read. */
static routh_status check_choice(routh_reading *reading, const impact_choice *choice) {
    routh_context *context = reading->source->context;
    const char *shown = reading->source->shown;
    if (choice->wanted && !choice->named) {
        char wanted[sizeof reading->variable];
        routh_show_text(wanted, sizeof wanted, choice->wanted, strlen(choice->wanted));
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = shown, .column = wanted, .field = "variable"},
                             "there is no variable %s; of the form of a " BOUNCE_ARRAY " are: %s", wanted,
                             choice->count > 0 ? choice->listed : "none");
    }
    if (!choice->wanted && choice->count > 1)
        return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = shown, .field = "variable"},
                             "which variable? %zu are of the form of a " BOUNCE_ARRAY ": %s", choice->count,
                             choice->listed);
    if (!choice->named && choice->count == 0)
        return routh_fail_at(
            context, ROUTH_BAD_FORMAT, &(routh_place){.file = shown, .field = "columns"},
            "a MATLAB file without a variable of the form of a " BOUNCE_ARRAY
            ", a struct array with fields states, n, d and flags, or a struct with tables states_i, states_f, n and d");
    return ROUTH_OK;
}

/* What was said of something that is skipped. */
static void forget_message(routh_context *context) {
    if (!context)
        return;
    context->message[0] = '\0';
    context->field = NULL;
    memset(&context->where, 0, sizeof context->where);
}

/* Other variables may hold anything, damaged structs too, and are skipped. */
static routh_status choose(routh_reading *reading, routh_matlab_file *file, impact_choice *choice) {
    routh_status status = ROUTH_OK;
    bool any = true;
    while (status == ROUTH_OK && any) {
        routh_matlab_value value;
        routh_matlab_struct opened = {.file = file};
        status = routh_matlab_next(file, &value, &any);
        if (status != ROUTH_OK || !any)
            break;
        if (value.kind == ROUTH_MATLAB_STRUCT)
            status = routh_matlab_fields(&value, &opened);
        const bool has_form = status == ROUTH_OK && (has_fields(&opened, array_fields) || has_tables(&opened));
        offer(reading, choice, &value, has_form);
        routh_matlab_release(&opened);
        if (status == ROUTH_BAD_FORMAT) {
            status = ROUTH_OK;
            forget_message(reading->source->context);
        }
    }
    return status == ROUTH_OK ? check_choice(reading, choice) : status;
}

static routh_status read_chosen(routh_reading *reading, const routh_matlab_value *value) {
    routh_matlab_struct opened;
    if (value->kind != ROUTH_MATLAB_STRUCT)
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = reading->variable},
                             " is not a struct array");
    routh_status status = routh_matlab_fields(value, &opened);
    if (status == ROUTH_OK)
        status = has_tables(&opened) ? read_tables(reading, &opened) : read_array(reading, &opened);
    routh_matlab_release(&opened);
    return status;
}

/* File -------------------------------------------------------------------------------------------------------*/

routh_body routh_published_ellipse(void) {
    const double a = 0.035, b = 0.025, mass = 0.0364;
    return (routh_body){.shape = routh_shape_ellipse(a, b), .mass = mass, .inertia = mass * (a * a + b * b) / 5};
}

routh_status routh_read_matlab_impacts(routh_reading *reading) {
    impact_choice choice = {.wanted = reading->options->variable};
    routh_matlab_file file;
    routh_matlab_value value;
    routh_recorded recorded = routh_recorded_nothing();
    routh_status status = routh_matlab_open(reading->source, &file);
    if (status == ROUTH_OK)
        status = choose(reading, &file, &choice);
    if (status == ROUTH_OK)
        status = routh_matlab_at(&file, choice.variable, choice.at, &value);
    if (status == ROUTH_OK)
        status = read_chosen(reading, &value);
    routh_matlab_close(&file);
    recorded.body = routh_published_ellipse();
    recorded.body_is_assumed = true;
    recorded.rate = 250;
    recorded.frames_apart = 1;
    return status == ROUTH_OK ? routh_reading_settle(reading, &recorded) : status;
}
