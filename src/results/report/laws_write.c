/* The registry of laws as JSON, as text for people and as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

static json_t *law_object(const routh_law *law) {
    json_t *parameters = json_array();
    for (int i = 0; i < law->parameter_count; i++) {
        json_t *one = json_object();
        ROUTH_PUT_SPAN(&one, routh_parameter, &law->parameter[i], name, high);
        ROUTH_PUT(&one, routh_parameter, &law->parameter[i], initial);
        routh_json_add(&parameters, one);
    }
    return ROUTH_JSON_NEW(routh_law_layout, law, parameters, routh_flags_json(&routh_law_traits, law->traits));
}

typedef struct chosen_law {
    const routh_law *law; /* NULL: every one */
} chosen_law;

static json_t *laws_list(const void *what) {
    const routh_law *law = ((const chosen_law *)what)->law;
    json_t *list = json_array();
    for (size_t i = 0; i < (law ? 1 : routh_law_count()); i++)
        routh_json_add(&list, law_object(law ? law : routh_law_at(i)));
    return list;
}

enum { CELL = ROUTH_NAME_SIZE };

static const char *upper_bound(const routh_parameter *parameter, char text[32]) {
    if (isfinite(parameter->high))
        snprintf(text, 32, "%g", parameter->high);
    else
        snprintf(text, 32, "∞");
    return text;
}

static void describe_parameters(const routh_law *law, char *cell) {
    size_t used = 0;
    cell[0] = '\0';
    for (int i = 0; i < law->parameter_count && used < CELL; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        char high[32], text[96];
        snprintf(text, sizeof text, "%s %g…%s (%g)", parameter->name, parameter->low, upper_bound(parameter, high),
                 parameter->initial);
        used += (size_t)snprintf(cell + used, CELL - used, "%s%s", used ? ", " : "", text);
    }
}

static void print_table(FILE *file) {
    static const routh_column columns[] = {
        {"LAW", "%-19s"}, {"RESTITUTION", "%-13s"}, {"PARAMETERS, BOUNDS (DEFAULT)", "%-62s"}, {"PROPERTIES", "%s"}};
    char parameters[CELL], known[CELL];
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        describe_parameters(law, parameters);
        routh_flags_words(&routh_law_traits, law->traits, ", ", known);
        ROUTH_ROW(&rows, law->name, routh_name(&routh_restitutions, law->restitution), parameters, known);
    }
    fputs("\nOne of the six: in the papers' tables. Feasible: never penetrates, never pulls, stays in the friction "
          "cone. Springs: the contact is not rigid.\n\nWhat they do, and references:\n",
          file);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        routh_print_padded(file, law->name, 19);
        fprintf(file, "%s\n%19s%s\n", law->rule, "", law->reference);
    }
    fputs("\nWith modifiers behind its name, as in mirtich+eps-power+mu-stribeck: +eps-power, +eps-exp (ε falls with "
          "the speed of "
          "approach),\n+mu-stribeck (μ changes with the speed of slip); mirtich also +couple (the contact resists "
          "turning).\n",
          file);
}

static void print_detail(FILE *file, const routh_law *law) {
    char known[CELL], high[32];
    routh_flags_words(&routh_law_traits, law->traits, ", ", known);
    fprintf(file, "%s: %s\n\n%s.\n\n", law->name, law->title, law->rule);
    fprintf(file, "  restitution  %s\n  properties   %s\n  reference    %s\n\nParameters:\n",
            routh_name(&routh_restitutions, law->restitution), *known ? known : "none in general", law->reference);
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const char *unit = strcmp(parameter->unit, "1") == 0 ? "no unit" : parameter->unit;
        fputs("  ", file);
        routh_print_padded(file, parameter->name, law->parameter_count > 3 ? 10 : 7);
        routh_print_padded(file, parameter->symbol, 5);
        fprintf(file, "%s; %s, %g … %s, default %g", parameter->about, unit, parameter->low,
                upper_bound(parameter, high), parameter->initial);
        if (parameter->fit_high > 0)
            fprintf(file, ", fits search %g … %g", parameter->fit_low, parameter->fit_high);
        fputc('\n', file);
    }
}

static void print_text(FILE *file, const void *what) {
    const routh_law *law = ((const chosen_law *)what)->law;
    if (law)
        print_detail(file, law);
    else
        print_table(file);
}

static void print_csv(FILE *file, const void *what) {
    const routh_law *chosen = ((const chosen_law *)what)->law;
    routh_rows rows = routh_rows_csv(file, NULL, "name,title,restitution,parameters,traits,rule,reference\n");
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        char parameters[CELL], known[CELL];
        if (chosen && law != chosen)
            continue;
        describe_parameters(law, parameters);
        routh_flags_words(&routh_law_traits, law->traits, ", ", known);
        ROUTH_ROW(&rows, routh_cell_quoted(law->name), routh_cell_quoted(law->title),
                  routh_cell_quoted(routh_name(&routh_restitutions, law->restitution)), routh_cell_quoted(parameters),
                  routh_cell_quoted(known), routh_cell_quoted(law->rule), routh_cell_quoted(law->reference));
    }
}

routh_status routh_laws_write(routh_context *context, const routh_law *law, routh_io to) {
    const chosen_law what = {law};
    return ROUTH_WRITE(context, "routh_laws", &what, to, {".txt", .print = print_text}, {".csv", .print = print_csv},
                       {"", .object = laws_list, .flags = JSON_INDENT(2) | JSON_REAL_PRECISION(15)});
}
