/* The registry of laws as text for people and as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

#define CELL 256

static void append(char *cell, const char *separator, const char *text) {
    size_t used = strlen(cell);
    snprintf(cell + used, CELL - used, "%s%s", used ? separator : "", text);
}

static void describe_traits(const routh_law *law, const char *separator, char *cell) {
    cell[0] = '\0';
    for (size_t i = 0; i < routh_law_traits.count; i++)
        if (law->traits & 1u << i)
            append(cell, separator, routh_name(&routh_law_traits, (long)i));
}

static const char *upper_bound(const routh_parameter *parameter, char text[32]) {
    if (isfinite(parameter->high))
        snprintf(text, 32, "%g", parameter->high);
    else
        snprintf(text, 32, "∞");
    return text;
}

static void describe_parameters(const routh_law *law, char *cell) {
    cell[0] = '\0';
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        char high[32], text[96];
        snprintf(text, sizeof text, "%s %g…%s (%g)", parameter->name, parameter->low, upper_bound(parameter, high),
                 parameter->initial);
        append(cell, ", ", text);
    }
}

static void print_row(FILE *file, const char *name, const char *restitution, const char *parameters,
                      const char *known) {
    routh_print_padded(file, name, 19);
    routh_print_padded(file, restitution, 13);
    routh_print_padded(file, parameters, 62);
    fprintf(file, "%s\n", known);
}

static void print_table(FILE *file) {
    char parameters[CELL], known[CELL];
    print_row(file, "LAW", "RESTITUTION", "PARAMETERS, BOUNDS (DEFAULT)", "PROPERTIES");
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        describe_parameters(law, parameters);
        describe_traits(law, ", ", known);
        print_row(file, law->name, routh_name(&routh_restitutions, law->restitution), parameters, known);
    }
    fputs("\nOne of the six: in the papers' tables. Feasible: never penetrates, never pulls, stays in the friction "
          "cone. Springs: the contact is not rigid.\n\nWhat they do, and references:\n",
          file);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        routh_print_padded(file, law->name, 19);
        fprintf(file, "%s\n%19s%s\n", law->rule, "", law->reference);
    }
}

static void print_detail(FILE *file, const routh_law *law) {
    char known[CELL], high[32];
    describe_traits(law, ", ", known);
    fprintf(file, "%s: %s\n\n%s.\n\n", law->name, law->title, law->rule);
    fprintf(file, "  restitution  %s\n  properties   %s\n  reference    %s\n\nParameters:\n",
            routh_name(&routh_restitutions, law->restitution), *known ? known : "none in general", law->reference);
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const char *unit = strcmp(parameter->unit, "1") == 0 ? "no unit" : parameter->unit;
        fputs("  ", file);
        routh_print_padded(file, parameter->name, 7);
        routh_print_padded(file, parameter->symbol, 5);
        fprintf(file, "%s; %s, %g … %s, default %g", parameter->about, unit, parameter->low,
                upper_bound(parameter, high), parameter->initial);
        if (parameter->fit_high > 0)
            fprintf(file, ", fits search %g … %g", parameter->fit_low, parameter->fit_high);
        fputc('\n', file);
    }
}

static void print_text(FILE *file, const void *law) {
    if (law)
        print_detail(file, law);
    else
        print_table(file);
}

routh_status routh_laws_write_text(routh_context *context, const routh_law *law, routh_io to) {
    return routh_text_print(context, to, print_text, law);
}

/* `chosen` NULL: every law. */
static void print_csv(FILE *file, const void *chosen) {
    fputs("name,title,restitution,parameters,traits,rule,reference\n", file);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        if (chosen && law != chosen)
            continue;
        char parameters[CELL], known[CELL];
        describe_parameters(law, parameters);
        describe_traits(law, ", ", known);
        routh_quoted_print(file, law->name, ",");
        routh_quoted_print(file, law->title, ",");
        routh_quoted_print(file, routh_name(&routh_restitutions, law->restitution), ",");
        routh_quoted_print(file, parameters, ",");
        routh_quoted_print(file, known, ",");
        routh_quoted_print(file, law->rule, ",");
        routh_quoted_print(file, law->reference, "\n");
    }
}

routh_status routh_laws_write_csv(routh_context *context, const routh_law *law, routh_io to) {
    return routh_text_print(context, to, print_csv, law);
}
