/* routh predict: what a learned model says of impacts, and how sure it is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "impact_options.h"
#include "program.h"

enum { POSE_NUMBERS = 3, AFTER_COLUMNS = 3 };
static const char *const pose_names[POSE_NUMBERS] = {"x", "y", "theta"};
static const char *const after_names[AFTER_COLUMNS] = {"vx_after", "vy_after", "omega_after"};

typedef struct predict_options {
    const char *model, *input, *output;
    option_number impact[IMPACT_NUMBERS], pose[POSE_NUMBERS];
    format_options format_words;
    output_format format; /* what these mean */
    int project;
    size_t threads;
} predict_options;

/* Impacts and what else is known of them. */
typedef struct question {
    impact_input input; /* of a table */
    routh_impact single;
    const routh_impact *impact;
    size_t count;
    double (*pose)[3];        /* NULL: the model does without */
    double *covariate;        /* likewise */
    routh_velocity *measured; /* NULL: not known */
} question;

static bool is_single(const predict_options *o) {
    int given = 0;
    for (int i = 0; i < IMPACT_NUMBERS; i++)
        given |= o->impact[i].given;
    for (int i = 0; i < POSE_NUMBERS; i++)
        given |= o->pose[i].given;
    return given;
}

static int wants_pose(const routh_model_facts *facts) {
    int wanted = 0;
    for (size_t k = 0; facts->kind == ROUTH_MODEL_BASELINE && k < facts->inputs; k++)
        for (int i = 0; i < POSE_NUMBERS; i++)
            wanted |= strcmp(facts->input[k], pose_names[i]) == 0;
    return wanted;
}

static bool is_derived(const char *quantity) {
    return strcmp(quantity, "order") != 0 && routh_find(NULL, &routh_quantities, quantity) >= 0;
}

/* Of which column or option a derived quantity that is missing would follow. */
static const char *source_of(const char *quantity) {
    return strcmp(quantity, "2theta") == 0 ? "theta" : quantity;
}

static bool is_pose(const char *name) {
    int found = 0;
    for (int i = 0; i < POSE_NUMBERS; i++)
        found |= strcmp(name, pose_names[i]) == 0;
    return found;
}

/* The covariates of a single impact: what follows from it and from its pose. */
static int derive_covariates(const char *verb, const predict_options *o, const routh_model_facts *facts, question *q) {
    double pose[POSE_NUMBERS];
    for (int i = 0; i < POSE_NUMBERS; i++)
        pose[i] = o->pose[i].given ? o->pose[i].value : NAN;
    if (!(q->covariate = calloc(facts->covariate_count, sizeof *q->covariate)))
        return fail(verb, "out of memory");
    for (size_t k = 0; k < facts->covariate_count; k++) {
        const char *name = facts->covariate[k];
        q->covariate[k] = routh_quantity_of_impact(name, q->impact, pose);
        if (!is_derived(name))
            return fail(verb, "%s learned with the covariate %s: give a table with a column %s by --input", o->model,
                        name, name);
        if (isnan(q->covariate[k]) && is_pose(source_of(name)))
            return fail(verb, "%s learned with the covariate %s: --%s is needed", o->model, name, source_of(name));
    }
    return 0;
}

static int ask_single(const char *verb, const predict_options *o, const routh_model_facts *facts, question *q) {
    if (o->input)
        return fail(verb, "one impact by options or --input, not both");
    const int answer = impact_of_options(verb, o->impact, &q->single);
    if (answer != 0)
        return answer;
    q->impact = &q->single;
    q->count = 1;
    if (facts->covariate_count > 0) {
        const int derived = derive_covariates(verb, o, facts, q);
        if (derived != 0)
            return derived;
    }
    if (!wants_pose(facts))
        return 0;
    if (!(q->pose = calloc(1, sizeof *q->pose)))
        return fail(verb, "out of memory");
    for (int i = 0; i < POSE_NUMBERS; i++) {
        if (!o->pose[i].given)
            return fail(verb, "%s learned with the pose: --x, --y and --theta are needed", o->model);
        q->pose[0][i] = o->pose[i].value;
    }
    return 0;
}

static int take_pose(const char *verb, const predict_options *o, question *q) {
    const double *column[POSE_NUMBERS];
    for (int i = 0; i < POSE_NUMBERS; i++)
        if (!(column[i] = routh_table_column(&q->input.table, pose_names[i])))
            return fail(verb, "%.200s: %s learned with the pose: columns x, y and theta are needed",
                        q->input.table.source, o->model);
    if (!(q->pose = calloc(q->count, sizeof *q->pose)))
        return fail(verb, "out of memory");
    for (size_t row = 0; row < q->count; row++)
        for (int i = 0; i < POSE_NUMBERS; i++)
            q->pose[row][i] = column[i][row];
    return 0;
}

/* The covariates of every row: columns, or what follows from the impact and the columns of its pose. */
static int take_covariates(const char *verb, const predict_options *o, const routh_model_facts *facts, question *q) {
    const size_t count = facts->covariate_count;
    const double *pose[POSE_NUMBERS];
    for (int i = 0; i < POSE_NUMBERS; i++)
        pose[i] = routh_table_column(&q->input.table, pose_names[i]);
    if (!(q->covariate = calloc(q->count * count + 1, sizeof *q->covariate)))
        return fail(verb, "out of memory");
    for (size_t k = 0; k < count; k++) {
        const char *name = facts->covariate[k];
        const double *column = is_derived(name) ? NULL : routh_table_column(&q->input.table, name);
        const bool has_origin = column || (is_derived(name) && !is_pose(source_of(name))) ||
                                routh_table_column(&q->input.table, source_of(name));
        if (!has_origin)
            return fail(verb, "%.200s: %s learned with the covariate %s: a column %s is needed", q->input.table.source,
                        o->model, name, source_of(name));
        for (size_t row = 0; row < q->count; row++) {
            const double at[POSE_NUMBERS] = {pose[0] ? pose[0][row] : NAN, pose[1] ? pose[1][row] : NAN,
                                             pose[2] ? pose[2][row] : NAN};
            q->covariate[row * count + k] = column ? column[row] : routh_quantity_of_impact(name, &q->impact[row], at);
        }
    }
    return 0;
}

static int take_measured(const char *verb, question *q) {
    const double *column[AFTER_COLUMNS];
    for (int i = 0; i < AFTER_COLUMNS; i++)
        if (!(column[i] = routh_table_column(&q->input.table, after_names[i])))
            return 0;
    if (!(q->measured = calloc(q->count, sizeof *q->measured)))
        return fail(verb, "out of memory");
    for (size_t row = 0; row < q->count; row++)
        q->measured[row] = (routh_velocity){column[0][row], column[1][row], column[2][row]};
    return 0;
}

static int ask_table(const char *verb, const predict_options *o, const routh_model_facts *facts, question *q) {
    const int pose = wants_pose(facts);
    const char *columns[AFTER_COLUMNS + POSE_NUMBERS + ROUTH_MOST_COVARIATES + 1] = {NULL};
    size_t listed = AFTER_COLUMNS;
    memcpy(columns, after_names, sizeof after_names);
    if (pose || facts->covariate_count > 0) {
        memcpy(columns + AFTER_COLUMNS, pose_names, sizeof pose_names);
        listed += POSE_NUMBERS;
    }
    for (size_t k = 0; k < facts->covariate_count; k++)
        if (!is_derived(facts->covariate[k]))
            columns[listed++] = facts->covariate[k];
    TRY(input_read(&q->input, verb, o->input, columns));
    q->impact = q->input.impact;
    q->count = q->input.table.rows;
    if (pose)
        TRY(take_pose(verb, o, q));
    if (facts->covariate_count > 0)
        TRY(take_covariates(verb, o, facts, q));
    return take_measured(verb, q);
}

static int write_answer(const char *verb, const predict_options *o, const routh_predictions *a) {
    output_file out;
    return OUTPUT_WRITE(out, verb, o->output,
                        routh_predictions_write(&out.context, a, routh_io_file(out.file, format_endings[o->format])));
}

/* |v̂⁺ − v⁺| of one impact whose velocity after was measured, m/s. */
static double error_of(const routh_predictions *a, size_t i) {
    const routh_prediction *p = &a->prediction[i];
    return routh_impact_error(ROUTH_VELOCITY, &a->impact[i], a->project && !p->inside ? p->projected_after : p->after,
                              a->measured[i]);
}

/* Said only when all went well: a failure is one line. */
static void report(const char *verb, const routh_predictions *a) {
    const routh_model_facts facts = routh_model_facts_of(a->model);
    size_t outside = 0, far = 0;
    double error = 0;
    for (size_t i = 0; i < a->count; i++) {
        far += a->prediction[i].far;
        outside += !a->prediction[i].inside;
        error += a->measured ? error_of(a, i) / (double)a->count : 0;
    }
    if (far)
        warn(verb,
             "%zu of %zu impact%s far from all that the model learned from: more is open there than at any of its "
             "samples when predicted from all others",
             far, a->count, a->count == 1 ? " is" : "s are");
    if (facts.kind != ROUTH_MODEL_BASELINE && outside)
        warn(verb, "%zu of %zu predictions leave the energy ellipse%s", outside, a->count,
             a->project ? " and were moved back to it" : "; --project moves them back to it");
    if (a->measured)
        note(verb, "mean error %.3g m/s over %zu measured impact%s", error, a->count, a->count == 1 ? "" : "s");
}

static int ask(const char *verb, const predict_options *o, const routh_model *model, routh_predictions *a) {
    routh_context context = routh_context_default();
    question q = {.input = {.context = routh_context_default()}};
    const routh_model_facts facts = routh_model_facts_of(model);
    int answer = (is_single(o) ? ask_single : ask_table)(verb, o, &facts, &q);
    if (answer == 0 && !(a->prediction = calloc(q.count, sizeof *a->prediction)))
        answer = fail(verb, "out of memory for %zu impacts", q.count);
    if (answer == 0) {
        a->count = q.count;
        a->impact = q.impact;
        a->measured = q.measured;
        progress_show(&context);
        context.threads = (int)o->threads;
        const routh_status status = routh_model_predict(&context, model, q.count, q.impact, (const double(*)[3])q.pose,
                                                        q.covariate, a->prediction);
        progress_end();
        answer = status == ROUTH_OK ? write_answer(verb, o, a)
                 : is_single(o)     ? fail_impact(verb, status, &context)
                                    : fail_input_of(verb, q.input.table.source, &context);
    }
    if (answer == 0)
        report(verb, a);
    free(a->prediction);
    free(q.pose);
    free(q.covariate);
    free(q.measured);
    input_release(&q.input);
    return answer;
}

static int run(const char *verb, void *given) {
    predict_options *o = given;
    if (!o->model)
        return fail(verb, "missing MODEL.h5; `routh learn -o model.h5` trains one");
    char name[ROUTH_NAME_SIZE];
    routh_model *model = NULL;
    routh_model_origin made = {.frame = ROUTH_AS_RECORDED};
    int answer =
        choose_format(verb, &o->format_words, o->output, 1u << FORMAT_CSV | 1u << FORMAT_JSON, FORMAT_CSV, &o->format);
    if (answer == 0)
        answer = model_read(verb, o->model, &model, &made);
    if (answer == 0) {
        file_name_of(o->model, name);
        routh_predictions a = {.name = name, .model = model, .frame = made.frame, .project = o->project != 0};
        answer = ask(verb, o, model, &a);
    }
    routh_model_release(NULL, model);
    return answer;
}

static const option_entry entries[] = {
    {"MODEL.h5", OPTION_OPERAND, offsetof(predict_options, model), NULL, .about = "a model that `routh learn` wrote",
     .path = PATH_INPUT},
    {"input", OPTION_TEXT, offsetof(predict_options, input), "FILE",
     .about = "impacts as comma-separated values, as `routh solve` reads them",
     .otherwise = "standard input, as with -", .path = PATH_INPUT_OR_STANDARD},
    {"project", OPTION_FLAG, offsetof(predict_options, project), NULL,
     .about = "move predictions that leave the energy ellipse back to the nearest one that a rigid contact can cause"},
    OPTION_OUTPUT(predict_options, output),
    FORMAT_OPTION_ENTRIES(predict_options, format_words, "csv json", "csv"),
    OPTION_WORKERS(predict_options, threads),
};

static const option_entry pose_entries[POSE_NUMBERS] = {
    {"x", OPTION_NUMBER, 0, "X", .about = "position at contact along the surface, m"},
    {"y", OPTION_NUMBER, sizeof(option_number), "Y", .about = "the same out of the surface, m"},
    {"theta", OPTION_NUMBER, 2 * sizeof(option_number), "A", .about = "angle at contact, rad"},
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL},
    {"One impact instead of a table", impact_entries, IMPACT_NUMBERS, offsetof(predict_options, impact), NULL},
    {"Its pose, for a model that learned with it; in a table the columns x, y, theta", pose_entries, POSE_NUMBERS,
     offsetof(predict_options, pose), NULL},
    {.entry = NULL},
};

const program_verb verb_predict = {
    .name = "predict",
    .title = "predict",
    .about = "what a learned model predicts for impacts, and how certain it is",
    .usage = "predict MODEL.h5 [--input FILE] [OPTION]…\n"
             "predict MODEL.h5 --mass M --inertia I --rx X --ry Y --vx VX --vy VY --omega W [OPTION]…",
    .text =
        "Predicts the outcome of impacts with a model that `routh learn` wrote, with standard deviations, and whether "
        "a rigid contact could cause it. A model that learned with covariates takes them from columns of these names, "
        "or computes those that follow from the impact. docs/learning.md explains.",
    .groups = groups,
    .notes =
        "Output columns, row by row: pt, pn (impulse, N s), couple (N m s, from models that have one), vx, vy, omega "
        "(velocity after), each with the standard deviation of a measurement (pt_sd …) and half of its 95 % interval "
        "(pt_95 …: vx ± vx_95 "
        "holds 95 of 100 measurements), "
        "energy_ratio (kinetic energy after ÷ before), inside (1: no energy gained, no penetration, no pull), far (1: "
        "from all that was learned). Where "
        "the "
        "input has the measured vx_after, vy_after, omega_after, also error (m/s, ω weighted by the radius of "
        "gyration). A baseline model has no impulse, and is never inside. With --project the deviations are still "
        "those of the prediction, and inside marks the rows that were left unchanged.",
    .examples = "routh learn --count 300 -o model.h5\n"
                "routh predict model.h5 --mass 0.0364 --inertia 1.347e-5 --rx 0.0093 --ry -0.0278 \\\n"
                "  --vx 0.3 --vy -1.2 --omega 4",
    .options_size = sizeof(predict_options),
    .run = run,
};
