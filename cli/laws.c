/* routh laws: the registry, for people and for programs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "formats.h"
#include "named_law.h"
#include "output.h"
#include "verbs.h"

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
    print_padded(file, name, 19);
    print_padded(file, restitution, 13);
    print_padded(file, parameters, 62);
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
        print_padded(file, law->name, 19);
        fprintf(file, "%s\n%19s%s\n", law->rule, "", law->reference);
    }
    fputs("\nWherever a law can be named, so can the file of a learned one: see `routh learn`.\n", file);
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
        fprintf(file, "  --");
        print_padded(file, parameter->name, 5);
        print_padded(file, parameter->symbol, 5);
        fprintf(file, "%s; %s, %g … %s, default %g", parameter->about, unit, parameter->low,
                upper_bound(parameter, high), parameter->initial);
        if (parameter->fit_high > 0)
            fprintf(file, ", fits search %g … %g", parameter->fit_low, parameter->fit_high);
        fputc('\n', file);
    }
}

/* What a trained model knows, and from where. */
static void print_model(FILE *file, const named_law *named) {
    const routh_model_facts facts = routh_model_facts_of(named->model);
    fprintf(file, "%s: %s\n\n%s.\n\n", named->name, routh_name(&routh_model_kinds, facts.kind),
            routh_about(&routh_model_kinds, facts.kind));
    fprintf(file, "  learned from %s\n  read in      frame %s, %s metric\n", named->origin.note,
            routh_name(&routh_frames, named->origin.frame), facts.metric == ROUTH_MOMENTUM ? "momentum" : "velocity");
    if (facts.law) {
        fprintf(file, "  on top of    %s", facts.law->name);
        for (int i = 0; i < facts.law->parameter_count; i++)
            fprintf(file, ", %s %.4g", facts.law->parameter[i].name, facts.parameters[i]);
        fputc('\n', file);
    }
    if (facts.prior)
        fprintf(file, "  on top of    another model, %s\n",
                routh_name(&routh_model_kinds, routh_model_facts_of(facts.prior).kind));
    fprintf(file, "  reference    %s\n\nIt has no parameters. `routh predict` shows how certain it is.\n",
            named->law->reference);
}

static void print_field(FILE *file, const char *text, const char *end) {
    fputc('"', file);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (const char[2]){*text, '\0'}, file);
    fprintf(file, "\"%s", end);
}

/* `chosen` NULL: every law. */
static void print_csv(FILE *file, const routh_law *chosen) {
    fputs("name,title,restitution,parameters,traits,rule,reference\n", file);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        if (chosen && law != chosen)
            continue;
        char parameters[CELL], known[CELL];
        describe_parameters(law, parameters);
        describe_traits(law, ", ", known);
        print_field(file, law->name, ",");
        print_field(file, law->title, ",");
        print_field(file, routh_name(&routh_restitutions, law->restitution), ",");
        print_field(file, parameters, ",");
        print_field(file, known, ",");
        print_field(file, law->rule, ",");
        print_field(file, law->reference, "\n");
    }
}

/* One law, or all where `named` holds none. */
static int print_laws(const char *verb, const char *path, const named_law *named, output_format format) {
    const routh_law *law = named->law;
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    routh_context context = routh_context_default();
    routh_status status = ROUTH_OK;
    if (format == FORMAT_JSON)
        status = routh_laws_write(&context, law, routh_io_file(out.file, NULL));
    else if (format == FORMAT_CSV)
        print_csv(out.file, law);
    else if (format == FORMAT_TEXT && named->model)
        print_model(out.file, named);
    else if (format == FORMAT_TEXT && law)
        print_detail(out.file, law);
    else if (format == FORMAT_TEXT)
        print_table(out.file);
    return output_end(&out, &context, status);
}

typedef struct laws_options {
    const char *law, *output;
    format_options format;
} laws_options;

static int run(const char *verb, void *given) {
    const laws_options *options = given;
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON;
    output_format format = FORMAT_TEXT;
    named_law named = {.law = NULL};
    int answer = choose_format(verb, &options->format, options->output, legal, FORMAT_TEXT, &format);
    if (answer == 0 && options->law)
        answer = named_law_find(verb, options->law, 0, &named);
    if (answer == 0 && named.model && format != FORMAT_TEXT)
        answer = fail(verb, "%s: %s lists the registry, to which a learned law does not belong", named.name,
                      format_names[format]);
    if (answer == 0)
        answer = print_laws(verb, options->output, &named, format);
    named_law_release(&named);
    return answer;
}

static const option_entry entries[] = {
    {"LAW", OPTION_OPERAND, offsetof(laws_options, law), NULL,
     .about = "the name of a law, or a file that `routh learn` wrote", .otherwise = "all laws", .path = PATH_LAW},
    OPTION_OUTPUT(laws_options, output),
    FORMAT_OPTION_ENTRIES(laws_options, format, "text csv json", "text"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL}, {.entry = NULL}};

const program_verb verb_laws = {
    .name = "laws",
    .title = "laws",
    .about = "list the contact laws: parameters with bounds, properties, references",
    .usage = "laws [LAW] [OPTION]…",
    .text =
        "Lists every contact law: its name, its definition of restitution, its parameters with bounds and defaults, "
        "the properties that hold for every answer it gives, and its reference. With the name of a law: that one, "
        "with its rule and the meaning of each parameter. With a file that `routh learn` wrote: what that model "
        "learned, and from which data.",
    .groups = groups,
    .examples = "routh laws -o laws.csv\nrouth laws wang-mason\nrouth laws model.h5",
    .options_size = sizeof(laws_options),
    .run = run,
};
