/* Impacts from a file or standard input, with the law's parameters from columns, options or defaults.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"

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
    int answer = 0;
    for (size_t row = 0; answer == 0 && row < input->table.rows; row++)
        answer = check_parameter_row(input, verb, law, row);
    return answer;
}
