/* routh learn: a contact model learned from recorded impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "dataset_options.h"
#include "impact_options.h"
#include "program.h"

typedef struct learn_options {
    dataset_options data;
    drops_options drops;
    const char *law, *frame, *prior, *output, *model;
    option_choice metric;
    option_list covariates;
    size_t train, seed, inducing, threads;
    int json;
} learn_options;

static int library_options(const char *verb, const learn_options *o, routh_model_options *library) {
    routh_context context = routh_context_default();
    *library = routh_model_options_default();
    library->metric = library->ensemble.metric = (routh_metric)o->metric.index;
    const int kind = o->model ? routh_find(&context, &routh_model_kinds, o->model) : (int)library->kind;
    if (kind < 0)
        return fail_input(verb, &context);
    library->kind = (routh_model_kind)kind;
    if (o->law && !(library->law = routh_law_find(&context, o->law)))
        return fail(verb, "--law: %s. To learn on top of a model, name it with --prior", context.message);
    if (o->seed)
        library->gp.seed = o->seed;
    if (o->inducing) {
        library->gp.inducing = o->inducing;
        library->gp.most_exact = 0;
    }
    return 0;
}

static int check_output(const char *verb, const learn_options *o) {
    if (o->output && strcmp(o->output, "-") == 0)
        return fail(verb, "--output -: a model is an HDF5 file and cannot go to standard output");
    return 0;
}

/* What the model sees beside the impact. `list` is the caller's, and lives as long as the training. */
static int take_covariates(const char *verb, const learn_options *o, routh_covariate list[ROUTH_MOST_COVARIATES],
                           routh_training *a) {
    size_t of_law = 0;
    const int answer = covariates_parse_for_model(verb, &o->covariates, list, &of_law);
    if (answer != 0 || o->covariates.count == 0)
        return answer;
    for (size_t k = 0; k < o->covariates.count; k++)
        if (list[k].parameter[0] && routh_law_parameter(a->options.law, list[k].parameter) < 0)
            return fail(verb, "--covariate %s: %s, the law beside the model, has no parameter %s (--law)",
                        o->covariates.text[k], a->options.law->name, list[k].parameter);
    a->options.covariates = list;
    a->options.covariate_count = o->covariates.count;
    return 0;
}

static int train(const char *verb, const learn_options *o, char *why, routh_training *a) {
    routh_context context = routh_context_default();
    context.threads = (int)o->threads;
    a->train_count = o->train;
    a->why = why;
    progress_show(&context);
    routh_status status = routh_frame_of(&context, a->dataset, o->frame, &a->frame, why);
    if (status == ROUTH_OK)
        status = routh_training_run(&context, a);
    progress_end();
    if (status != ROUTH_OK && context.field && strcmp(context.field, "train_count") == 0)
        return fail(verb, "--train %zu: there are only %zu impacts", o->train, a->count);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}

static int keep_model(const char *verb, const routh_training *a) {
    if (!a->output)
        return 0;
    output_file out;
    return OUTPUT_WRITE(
        out, verb, a->output,
        routh_model_write(&out.context, a->model, a->frame, a->note, routh_io_file(out.file, a->output)));
}

/* Where it is now, and what to do with it. */
static void print_next(FILE *file, const routh_training *a) {
    if (a->rest_count == 0)
        fputs("\n--train N would hold impacts out to test.\n", file);
    if (a->output && routh_model_facts_of(a->model).covariate_count > 0)
        fprintf(file, "\nWritten to %s: `routh predict %s` uses it, with a column for each covariate.\n", a->output,
                a->output);
    else if (a->output)
        fprintf(file, "\nWritten to %s: `routh predict %s` or `routh solve --law %s` use it.\n", a->output, a->output,
                a->output);
    else
        fprintf(file, "\nThe model was not kept; -o MODEL.h5 keeps it.\n");
}

static int print_answer(const char *verb, const learn_options *o, const routh_training *a) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status =
        routh_training_write(&out.context, a, routh_io_file(out.file, o->json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !o->json)
        print_next(out.file, a);
    return output_end(&out, status);
}

static int learn_from(const char *verb, const learn_options *o, routh_training *a) {
    char why[ROUTH_NAME_SIZE] = "";
    routh_covariate covariates[ROUTH_MOST_COVARIATES];
    int answer = take_covariates(verb, o, covariates, a);
    if (answer == 0)
        answer = train(verb, o, why, a);
    if (answer != 0)
        return answer;
    answer = keep_model(verb, a);
    if (answer == 0)
        answer = print_answer(verb, o, a);
    if (answer == 0)
        dataset_check(verb, a->dataset, a->frame);
    routh_training_release(NULL, a);
    return answer;
}

static int run(const char *verb, void *given) {
    const learn_options *o = given;
    dataset_input in = {.notes = {.count = 0}};
    drops_truth truth = {.generated = 0};
    char prior_name[ROUTH_NAME_SIZE] = "";
    routh_training a = {
        .dataset = &in.dataset, .seed = o->seed ? o->seed : 1, .prior_name = prior_name, .output = o->output};
    int answer = model_check_room(verb);
    if (answer == 0)
        answer = library_options(verb, o, &a.options);
    if (answer == 0)
        answer = check_output(verb, o);
    if (answer == 0 && o->prior) {
        answer = model_read(verb, o->prior, &a.prior, NULL);
        file_name_of(o->prior, prior_name);
    }
    if (answer == 0)
        answer = dataset_read_or_generate(verb, &o->data, &o->drops, a.seed, &in.notes, &in.dataset, &truth);
    if (answer == 0)
        answer = dataset_correct(verb, &o->data, o->frame, NULL, &in.dataset, &in.done);
    if (answer == 0)
        answer = learn_from(verb, o, &a);
    dataset_input_release(verb, answer == 0, &in);
    routh_model_release(NULL, a.prior);
    named_law_release(&truth.named);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(learn_options, data, "drops that it generates"),
    {"model", OPTION_TEXT, offsetof(learn_options, model), "KIND", .about = "what is learned, see below",
     .choices = "rigid rigid-2d wrench residual residual-wrench parameters baseline", .otherwise = "wrench"},
    {"law", OPTION_TEXT, offsetof(learn_options, law), "LAW",
     .about =
         "the law behind the residual and parameters kinds, fitted to the same impacts; for the others it is shown "
         "beside the model",
     .otherwise = "wang-mason", .path = PATH_LAW},
    {"covariate", OPTION_LIST, offsetof(learn_options, covariates), "Q",
     .about = "the model also sees quantity Q of every impact: x, y, theta, 2theta (sine and cosine), vx, vy, speed, "
              "omega, vt, vn, momentum, order, or a further column of DATA; repeat it for more. Given as P:Q:D, as in "
              "eps:x:3, parameter P of the law beside the model follows it too, with degree D; to the model P and D "
              "mean nothing, it learns the form by itself",
     .otherwise = "the model sees the impact alone"},
    {"train", OPTION_COUNT, offsetof(learn_options, train), "N",
     .about = "impacts drawn to learn from; the others test", .otherwise = "all", .field = "fit_count"},
    OPTION_SEED(learn_options, seed),
    METRIC_OPTION(learn_options, metric),
    OPTION_FRAME(learn_options, frame, "the frame to read the impacts in"),
    {"inducing", OPTION_COUNT, offsetof(learn_options, inducing), "M",
     .about = "a sparse model that represents the function by its values at M points",
     .otherwise = "exact up to 3000 impacts, beyond that sparse with 600"},
    {"prior", OPTION_TEXT, offsetof(learn_options, prior), "MODEL.h5",
     .about = "learn only the residual of this model, say of another body; with --model rigid or wrench",
     .path = PATH_INPUT},
    {"output", OPTION_TEXT, offsetof(learn_options, output), "FILE",
     .about = "the model; an existing file is replaced only by a complete one", .otherwise = "not kept",
     .path = PATH_OUTPUT},
    OPTION_JSON(learn_options, json, "print the results as JSON"),
    OPTION_WORKERS(learn_options, threads),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      DROPS_GROUP(learn_options, drops),
                                      DATASET_GROUP(learn_options, data),
                                      CORRECTION_GROUP(learn_options, data),
                                      {.entry = NULL}};

const program_verb verb_learn = {
    .name = "learn",
    .title = "learn",
    .about = "a contact model learned from a recording, tested on impacts it has not seen",
    .usage = "learn [DATA] [--model KIND] [--law LAW] [--train N] [-o MODEL.h5] [OPTION]…",
    .text = "Learns a contact model from recorded impacts with Gaussian processes, and tests it on impacts it has not "
            "seen. The model can be named wherever a law can (`routh solve --law MODEL.h5`), and `routh predict` gives "
            "its predictions with intervals. docs/learning.md explains. Without DATA it learns from its own generated "
            "drops.\n"
            "Trajectories are segmented first, as `routh segment` does.",
    .groups = groups,
    .notes = "Kinds of models:\n"
             "  rigid             the impulse, from contact mass and velocity\n"
             "  rigid-2d          the impulse, from the momentum of the contact point alone\n"
             "  wrench            impulse and couple\n"
             "  residual          the part of the impulse that a law does not explain\n"
             "  residual-wrench   the same, and a couple\n"
             "  parameters        a law's friction and restitution, impact by impact\n"
             "  baseline          the velocity after from body, pose and velocity: a model without physics",
    .examples = "routh learn ellipse_uniform.mat --model wrench --train 300 -o ellipse.h5\n"
                "routh learn ellipse_uniform.mat --calibrate --covariate eps:x:3 --train 300\n"
                "routh learn square.h5 --prior ellipse.h5 --train 50 -o square-model.h5\n"
                "routh learn --count 300 --model residual --law mirtich --train 100",
    .options_size = sizeof(learn_options),
    .run = run,
};
