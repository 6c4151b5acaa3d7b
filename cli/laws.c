/* routh laws: the registry, for people and for programs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>
#include <routh/routh.h>

#include "named_law.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh laws [LAW] [--json | --csv]\n\n"
    "Lists every contact law: its name, the definition of restitution it goes by, its parameters with bounds and\n"
    "default, what is known of every answer it gives, and where it comes from. With the name of a law: that one, with\n"
    "its rule and what each parameter means. With a file that `routh learn` wrote: what that model learned from "
    "what.\n\n"
    "  --json   as a JSON list, with the parameters' units and meaning\n"
    "  --csv    as comma-separated values\n"
    "  --help   this text\n\n"
    "Examples:\n"
    "  routh laws --csv > laws.csv\n"
    "  routh laws wang-mason\n"
    "  routh laws model.h5\n";

#define CELL 256

static const struct {
    unsigned trait;
    const char *words;
} traits[] = {
    {ROUTH_LAW_OF_SIX, "one of the six"},
    {ROUTH_LAW_ON_PATH, "on Routh's path"},
    {ROUTH_LAW_KEEPS_ENERGY, "never gains energy"},
    {ROUTH_LAW_FEASIBLE, "feasible"},
    {ROUTH_LAW_COMPLIANT, "springs"},
};

enum { TRAITS = sizeof traits / sizeof traits[0] };

static void append(char *cell, const char *separator, const char *text) {
    size_t used = strlen(cell);
    snprintf(cell + used, CELL - used, "%s%s", used ? separator : "", text);
}

static void describe_traits(const routh_law *law, const char *separator, char *cell) {
    cell[0] = '\0';
    for (int i = 0; i < TRAITS; i++)
        if (law->traits & traits[i].trait)
            append(cell, separator, traits[i].words);
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
    print_row(file, "LAW", "RESTITUTION", "PARAMETERS, BOUNDS (DEFAULT)", "KNOWN OF IT");
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
    fprintf(file, "  restitution  %s\n  known of it  %s\n  reference    %s\n\nParameters:\n",
            routh_name(&routh_restitutions, law->restitution), *known ? known : "nothing in general", law->reference);
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const char *unit = strcmp(parameter->unit, "1") == 0 ? "no unit" : parameter->unit;
        fprintf(file, "  --");
        print_padded(file, parameter->name, 5);
        print_padded(file, parameter->symbol, 5);
        fprintf(file, "%s; %s, %g … %s, default %g", parameter->about, unit, parameter->low,
                upper_bound(parameter, high), parameter->initial);
        if (parameter->fit_high > 0)
            fprintf(file, ", sought in %g … %g by fits", parameter->fit_low, parameter->fit_high);
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
    fprintf(file, "  reference    %s\n\nIt has no parameters. `routh predict` tells how sure it is.\n",
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

static json_t *parameter_object(const routh_parameter *parameter) {
    return json_pack("{s:s,s:s,s:s,s:s,s:f,s:o,s:f}", "name", parameter->name, "symbol", parameter->symbol, "unit",
                     parameter->unit, "about", parameter->about, "low", parameter->low, "high",
                     isfinite(parameter->high) ? json_real(parameter->high) : json_null(), "default",
                     parameter->initial);
}

static json_t *law_object(const routh_law *law) {
    json_t *parameters = json_array(), *known = json_array();
    for (int i = 0; i < law->parameter_count; i++)
        json_array_append_new(parameters, parameter_object(&law->parameter[i]));
    for (int i = 0; i < TRAITS; i++)
        if (law->traits & traits[i].trait)
            json_array_append_new(known, json_string(traits[i].words));
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:o,s:o}", "name", law->name, "title", law->title, "restitution",
                     routh_name(&routh_restitutions, law->restitution), "rule", law->rule, "reference", law->reference,
                     "parameters", parameters, "traits", known);
}

static int print_json(FILE *file, const routh_law *chosen) {
    json_t *list = json_array();
    int complete = 1;
    for (size_t i = 0; i < routh_law_count(); i++)
        if (!chosen || routh_law_at(i) == chosen)
            complete &= json_array_append_new(list, law_object(routh_law_at(i))) == 0;
    complete &= json_dumpf(list, file, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 || ferror(file);
    fputc('\n', file);
    json_decref(list);
    return complete;
}

/* One law, or all where `named` holds none. */
static int print_laws(const char *verb, const named_law *named, int json, int csv) {
    const routh_law *law = named->law;
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    if (json && !print_json(out.file, law)) {
        output_discard(&out);
        return fail(verb, "out of memory");
    }
    if (csv)
        print_csv(out.file, law);
    else if (!json && named->model)
        print_model(out.file, named);
    else if (!json && law)
        print_detail(out.file, law);
    else if (!json)
        print_table(out.file);
    return output_close(&out);
}

int verb_laws(int argc, char **argv) {
    int json = 0, csv = 0;
    const char *name = NULL;
    const option_entry entries[] = {
        {"LAW", OPTION_OPERAND, &name}, {"json", OPTION_FLAG, &json}, {"csv", OPTION_FLAG, &csv}};
    int answer = parse_options(argc, argv, help, entries, sizeof entries / sizeof entries[0]);
    if (answer != OPTIONS_PARSED)
        return answer;
    if (json && csv)
        return fail(argv[0], "--json or --csv, not both");
    named_law named = {.law = NULL};
    answer = name ? named_law_find(argv[0], name, 0, &named) : 0;
    if (answer == 0 && named.model && (json || csv))
        answer =
            fail(argv[0], "%s: --json and --csv list the registry, to which a learned law does not belong", named.name);
    if (answer == 0)
        answer = print_laws(argv[0], &named, json, csv);
    named_law_release(&named);
    return answer;
}
