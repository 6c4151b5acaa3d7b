/* Impacts from a file or standard input, with the law's parameters from columns, options or defaults.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "impact_options.h"
#include "program.h"

const char *const parameter_option_names[PARAMETER_OPTIONS] = {"mu",       "eps",     "et",       "eta2", "eps_power",
                                                               "eps_rate", "mu_fast", "mu_speed", "rho"};

const option_entry parameter_entries[PARAMETER_OPTIONS] = {
    {"mu", OPTION_NUMBER, 0, "X", .about = "coefficient of friction"},
    {"eps", OPTION_NUMBER, sizeof(option_number), "X", .about = "coefficient of restitution"},
    {"et", OPTION_NUMBER, 2 * sizeof(option_number), "X",
     .about = "coefficient of tangential restitution, for laws that have one"},
    {"eta2", OPTION_NUMBER, 3 * sizeof(option_number), "X",
     .about = "normal ÷ tangential stiffness of the contact, for laws with springs"},
    {"eps_power", OPTION_NUMBER, 4 * sizeof(option_number), "X",
     .about = "exponent with which eps falls with the speed of approach, for laws with +eps-power"},
    {"eps_rate", OPTION_NUMBER, 5 * sizeof(option_number), "X",
     .about = "rate at which eps falls with it, s/m, for laws with +eps-exp"},
    {"mu_fast", OPTION_NUMBER, 6 * sizeof(option_number), "X",
     .about = "friction of fast slip ÷ of slow slip, for laws with +mu-stribeck"},
    {"mu_speed", OPTION_NUMBER, 7 * sizeof(option_number), "X", .about = "the slip at which it changes, m/s"},
    {"rho", OPTION_NUMBER, 8 * sizeof(option_number), "X",
     .about = "greatest couple ÷ normal force, m, for laws with +couple"},
};

int read_table(routh_context *context, const char *verb, const char *path, const routh_table_columns *columns,
               routh_table *table) {
    const char *from = path ? path : "-";
    if (strcmp(from, "-") == 0 && isatty(STDIN_FILENO))
        note(verb, "reading standard input…");
    const routh_status status = routh_table_read(context, routh_io_path(from), columns, table);
    return status == ROUTH_OK ? 0 : fail_input(verb, context);
}

int input_read_table(impact_input *input, const char *verb, const char *path, const char *const *parameters) {
    *input = (impact_input){.context = routh_context_default()};
    const routh_table_columns columns = {.required = routh_impact_columns, .optional = parameters};
    return read_table(&input->context, verb, path, &columns, &input->table);
}

int input_read(impact_input *input, const char *verb, const char *path, const char *const *parameters) {
    int answer = input_read_table(input, verb, path, parameters);
    if (answer != 0)
        return answer;
    input->impact = calloc(input->table.rows, sizeof *input->impact);
    if (!input->impact)
        return fail(verb, "out of memory for %zu impacts", input->table.rows);
    routh_status status = routh_impacts_of_table(&input->context, &input->table, 0, input->table.rows, input->impact);
    return status == ROUTH_OK ? 0 : fail_input(verb, &input->context);
}

void input_release(impact_input *input) {
    routh_table_release(&input->context, &input->table);
    free(input->impact);
    input->impact = NULL;
}

const option_number *find_parameter_option(const option_number *options, const char *name) {
    for (int i = 0; i < PARAMETER_OPTIONS; i++)
        if (strcmp(parameter_option_names[i], name) == 0)
            return &options[i];
    return NULL;
}

static int within(const routh_parameter *parameter, double value) {
    return value >= parameter->low && value <= parameter->high;
}

/* "0 … 1", or "0 … ∞" */
static const char *bounds_of(const routh_parameter *parameter, char text[64]) {
    if (isfinite(parameter->high))
        snprintf(text, 64, "%g … %g", parameter->low, parameter->high);
    else
        snprintf(text, 64, "%g … ∞", parameter->low);
    return text;
}

/* What people mean who give percent where a share is wanted: " (53 % is 0.53)", or "". */
static const char *percent_hint(const routh_parameter *parameter, double value, char text[64]) {
    text[0] = '\0';
    if (parameter->high == 1 && value > 1 && value <= 100)
        snprintf(text, 64, " (%g %% is %g)", value, value / 100);
    return text;
}

int check_parameter_options(const char *verb, const routh_law *law, const option_number *options) {
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const option_number *option = find_parameter_option(options, parameter->name);
        char bounds[64], hint[64];
        if (option && option->given && !within(parameter, option->value))
            return fail(verb, "--%s %.15g is outside %s%s", parameter->name, option->value,
                        bounds_of(parameter, bounds), percent_hint(parameter, option->value, hint));
    }
    return 0;
}

int check_parameter_row(const impact_input *input, const char *verb, const routh_law *law, size_t row) {
    const routh_table *table = &input->table;
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const double *column = routh_table_column(table, parameter->name);
        char bounds[64], hint[64];
        if (column && !within(parameter, column[row]))
            return fail(verb, "%.200s: row %zu (line %zu), column %s: %.15g is outside %s%s (%s of %s)", table->source,
                        row + 1, table->line[row], parameter->name, column[row], bounds_of(parameter, bounds),
                        percent_hint(parameter, column[row], hint), parameter->about, law->name);
    }
    return 0;
}

int check_parameter_columns(const impact_input *input, const char *verb, const routh_law *law) {
    for (size_t row = 0; row < input->table.rows; row++)
        TRY(check_parameter_row(input, verb, law, row));
    return 0;
}

/* One impact, given by options in place of a table. */

#define IMPACT_ENTRY(index, name, value, text)                                                                         \
    { name, OPTION_NUMBER, (index) * sizeof(option_number), value, .about = (text) }

const option_entry impact_entries[IMPACT_NUMBERS] = {
    IMPACT_ENTRY(0, "mass", "M", "mass, kg"),
    IMPACT_ENTRY(1, "inertia", "I", "moment of inertia about the centre of mass, kg m²"),
    IMPACT_ENTRY(2, "rx", "X", "centre of mass to contact point along the surface, m"),
    IMPACT_ENTRY(3, "ry", "Y", "the same out of the surface, m"),
    IMPACT_ENTRY(4, "vx", "VX", "velocity of the centre of mass before, along the surface, m/s"),
    IMPACT_ENTRY(5, "vy", "VY", "the same out of the surface, m/s"),
    IMPACT_ENTRY(6, "omega", "W", "angular velocity before, rad/s, counter-clockwise"),
};

int fail_impact(const char *verb, routh_status status, const routh_context *context) {
    routh_context named = *context;
    if (status == ROUTH_BAD_MASS)
        named.field = "mass";
    else if (status == ROUTH_BAD_INERTIA)
        named.field = "inertia";
    else if (status == ROUTH_SEPARATING)
        named.field = "rx vy omega";
    else if (!named.field)
        named.field = "mass inertia rx ry vx vy omega";
    return fail_input(verb, &named);
}

int impact_of_options(const char *verb, const option_number *number, routh_impact *impact) {
    char missing[128] = "";
    int count = 0;
    for (int i = 0; i < IMPACT_NUMBERS; i++) {
        if (number[i].given)
            continue;
        const size_t used = strlen(missing);
        snprintf(missing + used, sizeof missing - used, "%s--%s", count++ ? ", " : "", routh_impact_columns[i]);
    }
    if (count > 0)
        return fail(verb, "missing %s: give all numbers of the impact, or --input", missing);
    *impact = (routh_impact){.mass = number[0].value,
                             .inertia = number[1].value,
                             .rx = number[2].value,
                             .ry = number[3].value,
                             .vx = number[4].value,
                             .vy = number[5].value,
                             .omega = number[6].value};
    routh_context context = routh_context_default();
    routh_contact contact;
    const routh_status status = routh_contact_of(&context, impact, &contact);
    return status == ROUTH_OK ? 0 : fail_impact(verb, status, &context);
}
