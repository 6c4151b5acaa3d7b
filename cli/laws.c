/* routh laws: the registry, for people and for programs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "program.h"

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

/* One law, its parameters as the options of `routh solve`: "  mu     μ" becomes "  --mu   μ". */
static routh_status print_detail(routh_context *context, FILE *file, const routh_law *law) {
    routh_buffer text = {0};
    const routh_status status = routh_laws_write(context, law, routh_io_buffer(&text, ".txt"));
    const char *parameters = status == ROUTH_OK ? strstr(text.byte, "\nParameters:\n") : NULL;
    for (const char *at = text.byte; at && *at;) {
        const size_t length = strcspn(at, "\n"), name = length > 2 ? strcspn(at + 2, " ") : 0;
        if (parameters && at > parameters && strncmp(at, "  ", 2) == 0 && length > name + 4)
            fprintf(file, "  --%.*s%.*s\n", (int)name, at + 2, (int)(length - name - 4), at + name + 4);
        else
            fprintf(file, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    routh_buffer_release(context, &text);
    return status;
}

/* One law, or all where `named` holds none. */
static int print_laws(const char *verb, const char *path, const named_law *named, output_format format) {
    const routh_law *law = named->law;
    output_file out;
    if (output_open(&out, verb, path) != 0)
        return EXIT_BAD_USE;
    routh_status status = ROUTH_OK;
    if (format == FORMAT_TEXT && named->model)
        print_model(out.file, named);
    else if (format == FORMAT_TEXT && law)
        status = print_detail(&out.context, out.file, law);
    else
        status = routh_laws_write(&out.context, law, routh_io_file(out.file, format_endings[format]));
    if (status == ROUTH_OK && format == FORMAT_TEXT && !law)
        fputs("\nWherever a law can be named, so can the file of a learned one: see `routh learn`.\n", out.file);
    return output_end(&out, status);
}

typedef struct laws_options {
    const char *law, *output;
    format_options format;
} laws_options;

static int run(const char *verb, void *given) {
    const laws_options *options = given;
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON;
    output_format format = FORMAT_TEXT;
    ENDS(named_law_release) named_law named = {.law = NULL};
    TRY(choose_format(verb, &options->format, options->output, legal, FORMAT_TEXT, &format));
    if (options->law)
        TRY(named_law_find(verb, options->law, 0, &named));
    if (named.model && format != FORMAT_TEXT)
        return fail(verb, "%s: %s lists the registry, to which a learned law does not belong", named.name,
                    format_names[format]);
    return print_laws(verb, options->output, &named, format);
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
