/* routh ellipse: the energy ellipse of one impact with the laws in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "input.h"
#include "named_law.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh ellipse --mass M --inertia I --rx X --ry Y --vx VX --vy VY --omega W [OPTION]…\n"
    "       routh ellipse --input FILE [--row N] [OPTION]…\n\n"
    "The energy ellipse of one impact with every law's impulse and the region it covers over friction and "
    "restitution.\n\n" IMPACT_OPTION_HELP
    "  --input FILE    take the impact from a file as `routh solve` reads it (-: standard input)\n"
    "  --row N         which of its impacts, from 1 (default 1)\n"
    "  --mu X          friction coefficient; a column mu of FILE wins over it\n"
    "  --eps Y         coefficient of restitution; a column eps of FILE wins over it\n"
    "  --et Z          coefficient of tangential restitution, for laws that have one; a column et wins over it\n"
    "  --eta2 R        normal ÷ tangential stiffness, for laws with springs; a column eta2 wins over it\n"
    "  --law LAW       only this law; may be given several times (default: all). Or a model that `routh learn` wrote, "
    "such as\n"
    "                  model.h5\n"
    "  --format F      svg, json or csv (default: by the ending of the output's name, otherwise json)\n"
    "  --json          the same as --format json\n"
    "  --output FILE   where to (default, and -: standard output); written whole or not at all\n"
    "  --help          this text\n\n"
    "Only the chosen row of FILE need be an impact; of the others it is enough that they hold numbers.\n\n"
    "Each law in the JSON has\n"
    "  parameters, mode, flags\n"
    "  impulse                  [pt, pn], N s\n"
    "  velocity_after           [vx, vy, omega] of the body, as `routh solve` has it\n"
    "  energy_ratio             kinetic energy after ÷ before, of the whole body, as `routh solve` and the picture "
    "have it\n"
    "  contact_velocity_after   [vt, vn] of the contact point, m/s\n"
    "  contact_energy_ratio     the same ratio of the part of the energy that an impulse at the contact can change\n"
    "  mu_s, never_sticks       least friction that sticks; null when there is none up to mu_cap\n"
    "  region                   what the law covers over friction 0 … mu_cap and restitution 0 … 1\n\n"
    "Example:\n"
    "  routh ellipse --mass 0.0364 --inertia 1.35e-5 --rx 0.02 --ry -0.028 --vx 0.3 --vy -1.2 --omega 4 \\\n"
    "    --mu 0.18 --eps 0.53 --output ellipse.svg\n";

typedef struct ellipse_options {
    option_number impact[IMPACT_NUMBERS]; /* in the order of routh_impact_columns */
    option_number parameter[PARAMETER_OPTIONS];
    option_list laws;
    const char *input, *output, *format;
    int json;
    size_t row;
} ellipse_options;

/* What to draw. */
typedef struct ellipse_task {
    routh_impact impact;
    option_number column[PARAMETER_OPTIONS]; /* the chosen row's; each wins over the option */
    routh_impact_study_options values;
    const routh_law **laws; /* NULL: all */
    size_t count;
    named_law *named; /* one for each --law */
} ellipse_task;

static const routh_law *law_of(const ellipse_task *task, size_t index) {
    return task->laws ? task->laws[index] : routh_law_at(index);
}

typedef routh_status (*ellipse_writer)(routh_context *context, const routh_impact_study *study, FILE *file);

static const struct {
    const char *name;
    ellipse_writer write;
} formats[] = {
    {"json", routh_impact_study_write_json},
    {"svg", routh_impact_study_write_svg},
    {"csv", routh_impact_study_write_csv},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

static ellipse_writer find_format(const char *name) {
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, name) == 0)
            return formats[i].write;
    return NULL;
}

static int choose_format(const char *verb, const ellipse_options *options, ellipse_writer *writer) {
    if (options->json && options->format)
        return fail(verb, "--json or --format, not both");
    if (options->format) {
        *writer = find_format(options->format);
        return *writer ? 0 : fail(verb, "--format '%.60s' is none of svg, json, csv", options->format);
    }
    *writer = routh_impact_study_write_json;
    if (options->json || !options->output || strcmp(options->output, "-") == 0)
        return 0;
    const char *folder = strrchr(options->output, '/'), *ending = strrchr(folder ? folder : options->output, '.');
    *writer = ending ? find_format(ending + 1) : NULL;
    return *writer ? 0
                   : fail(verb,
                          "cannot tell the format from --output '%.200s': end it in .svg, .json or .csv, or give "
                          "--format",
                          options->output);
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
        return fail(verb, "%.200s: there is no row %zu, it has %zu", input->table.source, row + 1, input->table.rows);
    for (size_t i = 0; answer == 0 && i < task->count; i++)
        answer = check_parameter_row(input, verb, law_of(task, i), row);
    if (answer == 0 && routh_impact_of_row(&input->context, &input->table, row, &task->impact) != ROUTH_OK)
        answer = fail(verb, "%s", input->context.message);
    for (int i = 0; answer == 0 && i < PARAMETER_OPTIONS; i++) {
        const double *column = routh_table_column(&input->table, parameter_option_names[i]);
        if (column)
            task->column[i] = (option_number){.value = column[row], .given = 1};
    }
    return answer;
}

static int impact_from_input(const char *verb, const ellipse_options *options, ellipse_task *task) {
    const char *columns[PARAMETER_OPTIONS + 1] = {NULL};
    memcpy(columns, parameter_option_names, sizeof parameter_option_names);
    for (int i = 0; i < IMPACT_NUMBERS; i++)
        if (options->impact[i].given)
            return fail(verb, "--%s or --input, not both", routh_impact_columns[i]);
    int answer = refuse_same_file(verb, options->input, options->output);
    if (answer != 0)
        return answer;
    impact_input input;
    answer = input_read_table(&input, verb, options->input, columns);
    if (answer == 0)
        answer = take_row(verb, &input, options->row > 0 ? options->row - 1 : 0, task);
    input_release(&input);
    return answer;
}

/* Laws named twice count once. */
static int choose_laws(const char *verb, const ellipse_options *options, ellipse_task *task) {
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
    int answer = choose_laws(verb, options, task);
    for (size_t i = 0; answer == 0 && i < task->count; i++)
        answer = check_parameter_options(verb, law_of(task, i), options->parameter);
    if (answer == 0)
        answer = options->input ? impact_from_input(verb, options, task) : impact_from_options(verb, options, task);
    task->values = routh_impact_study_options_default();
    task->values.laws = task->laws;
    task->values.law_count = task->count;
    double *const values[PARAMETER_OPTIONS] = {&task->values.mu, &task->values.eps, &task->values.et,
                                               &task->values.eta2};
    for (int i = 0; i < PARAMETER_OPTIONS; i++) {
        const option_number *number = task->column[i].given ? &task->column[i] : &options->parameter[i];
        if (number->given)
            *values[i] = number->value;
    }
    return answer;
}

/* Said only when all went well: a failure is one line. */
static void tell_choices(const char *verb, const ellipse_options *options, const ellipse_task *task) {
    const double values[PARAMETER_OPTIONS] = {task->values.mu, task->values.eps, task->values.et, task->values.eta2};
    for (int i = 0; i < PARAMETER_OPTIONS; i++) {
        const char *name = parameter_option_names[i];
        int wanted = 0;
        for (size_t j = 0; j < task->count; j++)
            wanted |= routh_law_parameter(law_of(task, j), name) >= 0;
        if (wanted && !options->parameter[i].given && !task->column[i].given)
            note(verb, "--%s was not given: taken as %g", name, values[i]);
        if (!wanted && options->parameter[i].given)
            note(verb, "--%s was not used: none of the laws has such a parameter", name);
    }
}

static int write_study(const char *verb, const ellipse_options *options, const ellipse_task *task,
                       ellipse_writer write) {
    routh_context context = routh_context_default();
    routh_impact_study study;
    if (routh_impact_study_run(&context, &task->impact, &task->values, &study) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    output_file out;
    int answer = output_open(&out, verb, options->output);
    if (answer == 0) {
        routh_status status = write(&context, &study, out.file);
        answer = status == ROUTH_OK ? output_close(&out) : output_fail(&out, context.message);
    }
    routh_impact_study_release(&context, &study);
    return answer;
}

static int ellipse(const char *verb, const ellipse_options *options) {
    ellipse_task task = {0};
    ellipse_writer write = NULL;
    int answer = choose_format(verb, options, &write);
    if (answer == 0)
        answer = prepare(verb, options, &task);
    if (answer == 0)
        answer = write_study(verb, options, &task, write);
    if (answer == 0)
        tell_choices(verb, options, &task);
    for (size_t i = 0; task.named && i < options->laws.count; i++)
        named_law_release(&task.named[i]);
    free(task.named);
    free(task.laws);
    return answer;
}

int verb_ellipse(int argc, char **argv) {
    ellipse_options options = {0};
    option_entry entries[OPTIONS_MOST] = {
        {"law", OPTION_LIST, &options.laws},      {"input", OPTION_TEXT, &options.input},
        {"row", OPTION_COUNT, &options.row},      {"format", OPTION_TEXT, &options.format},
        {"output", OPTION_TEXT, &options.output}, {"json", OPTION_FLAG, &options.json},
    };
    size_t count = 6;
    for (int i = 0; i < PARAMETER_OPTIONS; i++)
        entries[count++] = (option_entry){parameter_option_names[i], OPTION_NUMBER, &options.parameter[i]};
    count = add_impact_entries(entries, count, options.impact);
    int answer = parse_options(argc, argv, help, entries, count);
    if (answer == OPTIONS_PARSED)
        answer = ellipse(argv[0], &options);
    free(options.laws.text);
    return answer;
}
