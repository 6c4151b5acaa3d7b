/* routh ellipse: the energy ellipse of one impact with the laws in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "program.h"

typedef struct ellipse_options {
    option_number impact[IMPACT_NUMBERS];       /* in the order of routh_impact_columns */
    option_number parameter[PARAMETER_OPTIONS]; /* those of modifiers are never given */
    option_list laws;
    const char *input, *output;
    format_options format;
    size_t row;
} ellipse_options;

/* What to draw. */
typedef struct ellipse_task {
    routh_impact impact;
    option_number column[UNMODIFIED_OPTIONS]; /* the chosen row's; each wins over the option */
    routh_impact_study_options values;
    const routh_law **laws; /* NULL: all */
    size_t count;
    named_law *named; /* one for each --law */
} ellipse_task;

static const routh_law *law_of(const ellipse_task *task, size_t index) {
    return task->laws ? task->laws[index] : routh_law_at(index);
}

static int choose_ending(const char *verb, const ellipse_options *options, const char **ending) {
    output_format format = FORMAT_JSON;
    const int answer = choose_format(verb, &options->format, options->output,
                                     1u << FORMAT_JSON | 1u << FORMAT_SVG | 1u << FORMAT_CSV, FORMAT_JSON, &format);
    *ending = format_endings[format];
    return answer;
}

static int impact_from_options(const char *verb, const ellipse_options *options, ellipse_task *task) {
    const int answer = impact_of_options(verb, options->impact, &task->impact);
    if (answer == 0 && options->row > 0)
        return fail(verb, "--row needs --input");
    return answer;
}

/* The impact of the chosen row, and parameters where the file has them. */
static int take_row(const char *verb, impact_input *input, size_t row, ellipse_task *task) {
    int answer = 0;
    if (row >= input->table.rows)
        return fail(verb, "%.200s: there is no row %zu; the table has %zu (--row)", input->table.source, row + 1,
                    input->table.rows);
    for (size_t i = 0; answer == 0 && i < task->count; i++)
        answer = check_parameter_row(input, verb, law_of(task, i), row);
    if (answer == 0 && routh_impacts_of_table(&input->context, &input->table, row, 1, &task->impact) != ROUTH_OK)
        answer = fail_input(verb, &input->context);
    for (int i = 0; answer == 0 && i < UNMODIFIED_OPTIONS; i++) {
        const double *column = routh_table_column(&input->table, parameter_option_names[i]);
        if (column)
            task->column[i] = (option_number){.value = column[row], .given = 1};
    }
    return answer;
}

static int impact_from_input(const char *verb, const ellipse_options *options, ellipse_task *task) {
    const char *columns[UNMODIFIED_OPTIONS + 1] = {NULL};
    memcpy(columns, parameter_option_names, UNMODIFIED_OPTIONS * sizeof *columns);
    for (int i = 0; i < IMPACT_NUMBERS; i++)
        if (options->impact[i].given)
            return fail(verb, "--%s or --input, not both", routh_impact_columns[i]);
    ENDS(input_release) impact_input input = {0};
    TRY(input_read_table(&input, verb, options->input, columns));
    return take_row(verb, &input, options->row > 0 ? options->row - 1 : 0, task);
}

/* Laws named twice count once. */
static int take_laws(const char *verb, const ellipse_options *options, ellipse_task *task) {
    task->count = routh_law_count();
    if (options->laws.count == 0)
        return 0;
    task->laws = calloc(options->laws.count, sizeof *task->laws);
    task->named = calloc(options->laws.count, sizeof *task->named);
    if (!task->laws || !task->named)
        return fail(verb, "out of memory");
    task->count = 0;
    for (size_t i = 0; i < options->laws.count; i++) {
        const int answer = named_law_find(verb, options->laws.text[i], 0, &task->named[i]);
        const routh_law *law = task->named[i].law;
        if (answer != 0)
            return answer;
        size_t known = 0;
        while (known < task->count && strcmp(task->laws[known]->name, law->name) != 0)
            known++;
        if (known == task->count)
            task->laws[task->count++] = law;
    }
    return 0;
}

static int prepare(const char *verb, const ellipse_options *options, ellipse_task *task) {
    TRY(take_laws(verb, options, task));
    for (size_t i = 0; i < task->count; i++)
        TRY(check_parameter_options(verb, law_of(task, i), options->parameter));
    TRY(options->input ? impact_from_input(verb, options, task) : impact_from_options(verb, options, task));
    task->values = routh_impact_study_options_default();
    task->values.laws = task->laws;
    task->values.law_count = task->count;
    double *const values[UNMODIFIED_OPTIONS] = {&task->values.mu, &task->values.eps, &task->values.et,
                                                &task->values.eta2};
    for (int i = 0; i < UNMODIFIED_OPTIONS; i++) {
        const option_number *number = task->column[i].given ? &task->column[i] : &options->parameter[i];
        if (number->given)
            *values[i] = number->value;
    }
    return 0;
}

/* Said only when all went well: a failure is one line. */
static void note_choices(const char *verb, const ellipse_options *options, const ellipse_task *task) {
    const double values[UNMODIFIED_OPTIONS] = {task->values.mu, task->values.eps, task->values.et, task->values.eta2};
    for (int i = 0; i < UNMODIFIED_OPTIONS; i++) {
        const char *name = parameter_option_names[i];
        int wanted = 0;
        for (size_t j = 0; j < task->count; j++)
            wanted |= routh_law_parameter(law_of(task, j), name) >= 0;
        if (wanted && !options->parameter[i].given && !task->column[i].given)
            note(verb, "--%s was not given: %g is used", name, values[i]);
        if (!wanted && options->parameter[i].given)
            note(verb, "--%s was not used: none of the laws has such a parameter", name);
    }
}

static int write_study(const char *verb, const ellipse_options *options, const ellipse_task *task, const char *ending) {
    routh_context context = routh_context_default();
    routh_impact_study study;
    if (routh_impact_study_run(&context, &task->impact, &task->values, &study) != ROUTH_OK)
        return options->input
                   ? fail(verb, "%.200s: row %zu: %s", options->input, options->row ? options->row : 1, context.message)
                   : fail_input(verb, &context);
    output_file out;
    const int answer = OUTPUT_WRITE(out, verb, options->output,
                                    routh_impact_study_write(&out.context, &study, routh_io_file(out.file, ending)));
    routh_impact_study_release(&context, &study);
    return answer;
}

static int run(const char *verb, void *given) {
    const ellipse_options *options = given;
    ellipse_task task = {0};
    const char *ending = NULL;
    int answer = choose_ending(verb, options, &ending);
    if (answer == 0)
        answer = prepare(verb, options, &task);
    if (answer == 0)
        answer = write_study(verb, options, &task, ending);
    if (answer == 0)
        note_choices(verb, options, &task);
    for (size_t i = 0; task.named && i < options->laws.count; i++)
        named_law_release(&task.named[i]);
    free(task.named);
    free(task.laws);
    return answer;
}

static const option_entry entries[] = {
    {"input", OPTION_TEXT, offsetof(ellipse_options, input), "FILE",
     .about = "take the impact from a table as `routh solve` reads it; -: standard input", .path = PATH_INPUT},
    {"row", OPTION_COUNT, offsetof(ellipse_options, row), "N", .about = "which of its impacts", .otherwise = "1"},
    {"law", OPTION_LIST, offsetof(ellipse_options, laws), "LAW",
     .about = "only this law; repeat it for more. Or a model that `routh learn` wrote, such as model.h5",
     .otherwise = "all laws", .path = PATH_LAW},
    OPTION_OUTPUT(ellipse_options, output),
    FORMAT_OPTION_ENTRIES(ellipse_options, format, "json svg csv", "json"),
};

static const option_group groups[] = {
    {"The impact", impact_entries, IMPACT_NUMBERS, offsetof(ellipse_options, impact), NULL},
    {"Options", OPTION_ENTRIES(entries), 0, NULL},
    {"Parameters of the laws; a column of that name in FILE overrides the option", parameter_entries,
     UNMODIFIED_OPTIONS, offsetof(ellipse_options, parameter), NULL},
    {.entry = NULL},
};

const program_verb verb_ellipse = {
    .name = "ellipse",
    .title = "ellipse",
    .about = "the energy ellipse of one impact with all laws in it: SVG, JSON or CSV",
    .usage = "ellipse --mass M --inertia I --rx X --ry Y --vx VX --vy VY --omega W [OPTION]…\n"
             "ellipse --input FILE [--row N] [OPTION]…",
    .text = "The energy ellipse of one impact with every law's impulse and the region it covers over friction and "
            "restitution.",
    .groups = groups,
    .notes = "Only the chosen row of FILE need be an impact; the others need only hold numbers.\n"
             "\n"
             "Each law in the JSON has\n"
             "  parameters, mode, flags\n"
             "  impulse                  [pt, pn], N s\n"
             "  velocity_after           [vx, vy, omega] of the body, as in `routh solve`\n"
             "  energy_ratio             kinetic energy of the body after ÷ before, as in `routh solve`\n"
             "  contact_velocity_after   [vt, vn] of the contact point, m/s\n"
             "  contact_energy_ratio     the same ratio of the energy that an impulse at the contact can change\n"
             "  mu_s, never_sticks       least friction that sticks; null when there is none up to mu_cap\n"
             "  region                   what the law covers over friction 0 … mu_cap and restitution 0 … 1",
    .examples = "routh ellipse --mass 0.0364 --inertia 1.35e-5 --rx 0.02 --ry -0.028 --vx 0.3 --vy -1.2 \\\n"
                "  --omega 4 --mu 0.18 --eps 0.53 -o ellipse.svg",
    .options_size = sizeof(ellipse_options),
    .run = run,
};
