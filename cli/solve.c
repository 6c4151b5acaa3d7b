/* routh solve: impacts in, outcomes out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "program.h"

typedef struct solve_options {
    const char *law, *input, *output;
    option_number parameter[PARAMETER_OPTIONS];
    format_options format_words;
    output_format format; /* what these mean */
    int project;
    size_t threads;
} solve_options;

/* Everything that is as long as the table. */
typedef struct solve_arrays {
    routh_batch batch;
    double *numbers;       /* one block for all arrays of numbers */
    unsigned char *labels; /* one block for modes and flags */
} solve_arrays;

static int solution_create(const char *verb, size_t rows, solve_arrays *solution) {
    enum { NUMBERS = 8, LABELS = 2 };
    *solution = (solve_arrays){.batch = routh_batch_default()};
    solution->numbers = calloc(rows, NUMBERS * sizeof *solution->numbers);
    solution->labels = calloc(rows, LABELS * sizeof *solution->labels);
    if (!solution->numbers || !solution->labels)
        return fail(verb, "out of memory for %zu impacts", rows);
    routh_batch *batch = &solution->batch;
    batch->count = rows;
    batch->pt = solution->numbers + 5 * rows;
    batch->pn = solution->numbers + 6 * rows;
    batch->couple = solution->numbers + 7 * rows;
    batch->mode = solution->labels;
    batch->flags = solution->labels + rows;
    return 0;
}

static void solution_release(solve_arrays *solution) {
    free(solution->numbers);
    free(solution->labels);
}

/* To contact space. Every impact has been checked, so this cannot fail. */
static void fill_contacts(const impact_input *input, solve_arrays *solution) {
    size_t rows = input->table.rows;
    double *wtt = solution->numbers, *wtn = wtt + rows, *wnn = wtn + rows, *vt = wnn + rows, *vn = vt + rows;
    routh_contacts_of(NULL, input->impact, rows, wtt, wtn, wnn, vt, vn, NULL);
    routh_batch *batch = &solution->batch;
    batch->wtt = wtt;
    batch->wtn = wtn;
    batch->wnn = wnn;
    batch->vt = vt;
    batch->vn = vn;
}

/* A column wins over the option, the option over the law's default. */
static void choose_parameters(const impact_input *input, const routh_law *law, const solve_options *options,
                              routh_batch *batch) {
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const double *column = routh_table_column(&input->table, parameter->name);
        const option_number *option = find_parameter_option(options->parameter, parameter->name);
        if (column)
            batch->parameter_varies |= 1u << i;
        batch->parameter[i] = column ? column : option && option->given ? &option->value : &parameter->initial;
    }
}

/* Said only when all went well: a failure is one line. */
static void note_choices(const char *verb, const impact_input *input, const routh_law *law,
                         const solve_options *options) {
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *parameter = &law->parameter[i];
        const option_number *option = find_parameter_option(options->parameter, parameter->name);
        if (!routh_table_column(&input->table, parameter->name) && !(option && option->given))
            note(verb, "--%s was not given: %s uses its default, %g", parameter->name, law->name, parameter->initial);
    }
    for (int i = 0; i < PARAMETER_OPTIONS; i++)
        if (options->parameter[i].given && routh_law_parameter(law, parameter_option_names[i]) < 0)
            note(verb, "--%s was not used: %s has no such parameter", parameter_option_names[i], law->name);
}

/* Impacts and parameters have been checked, and parameters are bounded: what can still fail is the range of an impact's
 * numbers. */
static int fail_row(const impact_input *input, const char *verb, size_t row) {
    routh_context context = routh_context_default();
    routh_impact_fail_row(&context, &input->table, row);
    return fail_input(verb, &context);
}

static int solve_all(const impact_input *input, const char *verb, const routh_law *law, const routh_batch *batch) {
    size_t bad = 0;
    return routh_impacts_solve_batch(law, input->impact, batch, &bad) == ROUTH_OK ? 0 : fail_row(input, verb, bad);
}

static int solve_to_output(const char *verb, const impact_input *input, const routh_law *law,
                           const solve_options *options) {
    solve_arrays solution;
    int answer = solution_create(verb, input->table.rows, &solution);
    if (answer == 0) {
        fill_contacts(input, &solution);
        choose_parameters(input, law, options, &solution.batch);
        solution.batch.threads = (int)options->threads;
        answer = solve_all(input, verb, law, &solution.batch);
    }
    output_file out;
    if (answer == 0)
        answer = OUTPUT_WRITE(out, verb, options->output,
                              routh_outcomes_write(&out.context, law, input->impact, &solution.batch,
                                                   routh_io_file(out.file, format_endings[options->format])));
    if (answer == 0)
        note_choices(verb, input, law, options);
    solution_release(&solution);
    return answer;
}

static int solve_input(const char *verb, const routh_law *law, const solve_options *options) {
    const char *columns[ROUTH_MAX_PARAMETERS + 1] = {NULL};
    for (int i = 0; i < law->parameter_count; i++)
        columns[i] = law->parameter[i].name;
    ENDS(input_release) impact_input input = {0};
    TRY(input_read(&input, verb, options->input, columns));
    TRY(check_parameter_columns(&input, verb, law));
    return solve_to_output(verb, &input, law, options);
}

static int run(const char *verb, void *given) {
    solve_options *options = given;
    if (!options->law)
        return fail(verb, "missing --law; `routh laws` lists them");
    ENDS(named_law_release) named_law named = {0};
    TRY(named_law_find(verb, options->law, options->project, &named));
    if (options->project && !named.model)
        return fail(verb, "--project has no effect on %s: it is for learned laws", named.law->name);
    TRY(check_parameter_options(verb, named.law, options->parameter));
    TRY(choose_format(verb, &options->format_words, options->output, 1u << FORMAT_CSV | 1u << FORMAT_JSON, FORMAT_CSV,
                      &options->format));
    return solve_input(verb, named.law, options);
}

static const option_entry entries[] = {
    {"law", OPTION_TEXT, offsetof(solve_options, law), "LAW",
     .about = "the law; `routh laws` lists them. Or a model that `routh learn` wrote, such as model.h5",
     .path = PATH_LAW},
    {"project", OPTION_FLAG, offsetof(solve_options, project), NULL,
     .about = "move a model's predictions that lie outside the energy ellipse back to it, without a couple"},
    {"input", OPTION_TEXT, offsetof(solve_options, input), "FILE", .about = "impacts as comma-separated values",
     .otherwise = "standard input, as with -", .path = PATH_INPUT_OR_STANDARD},
    OPTION_OUTPUT(solve_options, output),
    FORMAT_OPTION_ENTRIES(solve_options, format_words, "csv json", "csv"),
    OPTION_WORKERS(solve_options, threads),
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL},
    {"Parameters of the law", parameter_entries, PARAMETER_OPTIONS, offsetof(solve_options, parameter), NULL},
    {.entry = NULL},
};

const program_verb verb_solve = {
    .name = "solve",
    .title = "solve",
    .about = "resolve impacts with a law: a table of impacts in, their outcomes out",
    .usage = "solve --law LAW [OPTION]…",
    .text = "Resolves impacts with one contact law.",
    .groups = groups,
    .notes =
        "Input columns, in any order: mass (kg), inertia (kg m²), rx, ry (centre of mass to contact point, m), vx, vy "
        "(m/s), omega (rad/s, counter-clockwise); x along the surface, y out of it. Columns named as these options "
        "hold "
        "parameters row by row: a column overrides the option, the option overrides the law's default. Other columns "
        "are ignored.\n"
        "Output columns, row by row: pt, pn (impulse, N s), vx, vy, omega (velocity after), mode, energy_ratio "
        "(kinetic energy after ÷ before), flags (penetrates, pulls, gains-energy, joined by +); from models that "
        "have one, couple (N m s), what the contact does beyond a force through its point.",
    .examples = "printf 'mass,inertia,rx,ry,vx,vy,omega\\n0.0364,1.35e-5,0.02,-0.028,0.3,-1.2,4\\n' |\n"
                "  routh solve --law wang-mason --mu 0.18 --eps 0.53",
    .options_size = sizeof(solve_options),
    .run = run,
};
