/* routh inertia: mass and moment of inertia from contacts, and what cannot be told.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "inertia.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dataset_options.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh inertia DATA [OPTION]…\n"
    "       routh inertia --noise-table [--runs N] [--repetitions N] [--seed S] [--json] [-o FILE]\n\n"
    "Estimates m/I from the contacts in a recording, whatever the law of contact; m and I each, and contact impulses "
    "in\n"
    "N s, where known forces act (columns fx, fy, torque) or the mass is given. Says in numbers and words what cannot "
    "be\n"
    "told, and names contacts that do not fit the others. docs/inertia.md explains.\n\n"
    "  --frame FRAME      auto (default), as-recorded, mirror-t, mirror-n or mirror-both\n"
    "  --regression R     mode-free (default), sliding or sticking\n"
    "  --estimator E      errors-in-variables (default, of mode-free only) or least-squares\n"
    "  --mu X, --eps X    friction and restitution, for sliding and sticking (default 0.3, 0.5)\n"
    "  --slip V           contact points slower than this afterwards stick, m/s (default: from the noise)\n"
    "  --snr DB           noise at this signal-to-noise ratio, dB\n"
    "  --noise Y,THETA,VX,VY,OMEGA  standard deviations instead, m, rad, m/s, m/s, rad/s; or the word `flights`:\n"
    "                     measured in the trajectories. Default: of unknown level, alike in vx, vy and √(I/m) ω\n"
    "  --keep-outliers    use all contacts\n"
    "  --json             as JSON\n"
    "  -o, --output F     each contact with its impulse, residual and misfit as comma-separated values\n"
    "  --svg F            the regression as a picture\n"
    "  --help             this text\n\n"
    "  --noise-table      instead: how noise biases the estimate in simulated drops, beside the paper's table 1\n"
    "  --runs N           drops for one estimate (default 100)\n"
    "  --repetitions N    estimates (default 20)\n"
    "  --seed S           (default 1)\n\n" DATASET_OPTION_HELP "\n"
    "Neither mass nor inertia need be known; --mass turns m/I into I. Trajectories are segmented first, as `routh "
    "segment`\n"
    "does.\n\n"
    "Columns of --output: record (from 0), trajectory, lever (m²/s), turn (change of spin, rad/s), deviation (residual "
    "÷\n"
    "noise), misfit (fits, two-points, missed, other or mode), and the contact's impulse along t and n: pt,pn in N s "
    "where\n"
    "the mass is known, otherwise pt_per_mass,pn_per_mass in m/s.\n\n"
    "Examples:\n"
    "  routh inertia ellipse_uniform.mat --svg regression.svg\n"
    "  routh simulate --count 50 --force sinusoid --fx 0.3 --torque 0.01 --frequency 4 --integrator steps -o "
    "pushed.h5\n"
    "  routh inertia pushed.h5\n"
    "  routh inertia --noise-table\n";

typedef struct inertia_options {
    dataset_options data;
    const char *output, *frame, *regression, *estimator, *noise, *svg;
    option_number mu, eps, slip, snr;
    int json, keep_outliers, noise_table;
    size_t runs, repetitions, seed;
} inertia_options;

static const char *const estimators[] = {
    [ROUTH_LEAST_SQUARES] = "least-squares", [ROUTH_ERRORS_IN_VARIABLES] = "errors-in-variables", NULL};
static const char *const regressions[] = {
    [ROUTH_MODE_FREE] = "mode-free", [ROUTH_SLIDING_MODE] = "sliding", [ROUTH_STICKING_MODE] = "sticking", NULL};

const char *inertia_estimator_name(routh_estimator estimator) {
    return estimators[estimator];
}

const char *inertia_regression_name(routh_regression regression) {
    return regressions[regression];
}

/* Index of the word; −1 after a message. */
static int find_word(const char *verb, const char *option, const char *given, const char *const *words) {
    for (int i = 0; words[i]; i++)
        if (strcmp(given, words[i]) == 0)
            return i;
    fail(verb, "--%s '%.60s': there are %s, %s%s%s", option, given, words[0], words[1], words[2] ? ", " : "",
         words[2] ? words[2] : "");
    return -1;
}

/* Five numbers with commas between. */
static int parse_noise(const char *verb, const char *text, routh_noise *noise) {
    double value[5];
    const char *from = text;
    for (int k = 0; k < 5; k++) {
        char *end;
        value[k] = strtod(from, &end);
        if (end == from || *end != (k < 4 ? ',' : '\0') || !(value[k] >= 0) || isinf(value[k]))
            return fail(verb, "--noise '%.60s': five numbers of 0 or more, Y,THETA,VX,VY,OMEGA, or the word flights",
                        text);
        from = end + 1;
    }
    *noise = (routh_noise){.y = value[0], .theta = value[1], .vx = value[2], .vy = value[3], .omega = value[4]};
    return 0;
}

static int check_options(const char *verb, const inertia_options *o, routh_inertia_options *library) {
    *library = routh_inertia_options_default();
    const int regression = o->regression ? find_word(verb, "regression", o->regression, regressions) : ROUTH_MODE_FREE;
    if (regression < 0)
        return EXIT_BAD_USE;
    const int usual = regression == ROUTH_MODE_FREE ? ROUTH_ERRORS_IN_VARIABLES : ROUTH_LEAST_SQUARES;
    const int estimator = o->estimator ? find_word(verb, "estimator", o->estimator, estimators) : usual;
    if (estimator < 0)
        return EXIT_BAD_USE;
    if (o->noise && o->snr.given)
        return fail(verb, "--noise or --snr, not both");
    if (o->output && o->svg && strcmp(o->output, o->svg) == 0)
        return fail(verb, "%s: --output and --svg cannot go to the same place", o->svg);
    if (o->runs || o->repetitions || o->seed)
        return fail(verb, "--%s goes with --noise-table only",
                    o->runs          ? "runs"
                    : o->repetitions ? "repetitions"
                                     : "seed");
    library->regression = (routh_regression)regression;
    library->estimator = (routh_estimator)estimator;
    library->mu = o->mu.given ? o->mu.value : library->mu;
    library->eps = o->eps.given ? o->eps.value : library->eps;
    library->slip = o->slip.given ? o->slip.value : 0;
    library->robust = !o->keep_outliers;
    if (o->data.mass.given)
        library->mass = o->data.mass.value;
    return o->noise && strcmp(o->noise, "flights") != 0 ? parse_noise(verb, o->noise, &library->noise) : 0;
}

/* Noise as the options say; it may have to be measured. */
static int settle_noise(const char *verb, const inertia_options *o, const inertia_answer *a,
                        routh_inertia_options *library, const char **from) {
    routh_context context = routh_context_default();
    routh_status status = ROUTH_OK;
    *from = o->noise ? "as given" : "its level estimated from the residuals";
    if (o->snr.given) {
        *from = "from the signal-to-noise ratio";
        status = routh_noise_of_snr(&context, a->record, a->count, o->snr.value, &library->noise);
    } else if (o->noise && strcmp(o->noise, "flights") == 0) {
        *from = "measured in the trajectories";
        status = routh_noise_of_flights(&context, a->dataset, &library->noise);
    }
    return status == ROUTH_OK ? 0 : fail(verb, "%s", context.message);
}

static int fit_both(const char *verb, routh_inertia_options *library, inertia_answer *a) {
    routh_context context = routh_context_default();
    if (routh_shape_check(NULL, &a->dataset->body.shape) == ROUTH_OK)
        library->shape = &a->dataset->body.shape;
    library->gravity = a->dataset->gravity;
    if (routh_inertia_fit(&context, a->record, a->count, library, &a->fit) != ROUTH_OK)
        return fail(verb, "%s: %s", a->dataset->name, context.message);
    if (library->estimator == ROUTH_ERRORS_IN_VARIABLES) {
        routh_inertia_options plain = *library;
        plain.estimator = ROUTH_LEAST_SQUARES;
        a->has_plain = routh_inertia_fit(NULL, a->record, a->count, &plain, &a->plain) == ROUTH_OK;
    }
    return 0;
}

static int write_contacts(const char *verb, const char *path, const inertia_answer *a) {
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    inertia_write_csv(out.file, a);
    return output_close(&out);
}

static int write_picture(const char *verb, const char *path, const inertia_answer *a) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    if (routh_inertia_write_svg(&context, a->dataset->name, &a->fit, a->has_plain ? &a->plain : NULL, out.file) !=
        ROUTH_OK)
        return output_fail(&out, context.message);
    return output_close(&out);
}

static int write_all(const char *verb, const inertia_options *o, const inertia_answer *a) {
    int answer = o->output ? write_contacts(verb, o->output, a) : 0;
    if (answer == 0 && o->svg)
        answer = write_picture(verb, o->svg, a);
    if (answer != 0)
        return answer;
    const int taken = (o->output && strcmp(o->output, "-") == 0) || (o->svg && strcmp(o->svg, "-") == 0);
    if (taken)
        return 0;
    if (!o->json)
        inertia_write_text(stdout, a);
    else if (!inertia_write_json(stdout, a))
        return fail(verb, "out of memory");
    return finish_standard_output(verb);
}

static int study_contacts(const char *verb, const inertia_options *o, routh_inertia_options *library,
                          inertia_answer *a) {
    routh_context context = routh_context_default();
    char why[ROUTH_NAME_SIZE] = "";
    if (routh_dataset_used(a->dataset, NULL) == 0)
        return dataset_fail_unusable(verb, o->data.data, a->dataset);
    if (routh_frame_of(&context, a->dataset, o->frame, &a->frame, why) != ROUTH_OK ||
        routh_records_of(&context, a->dataset, a->frame, &a->record, &a->count) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    a->why = why;
    int answer = settle_noise(verb, o, a, library, &a->noise_from);
    if (answer == 0)
        answer = fit_both(verb, library, a);
    if (answer == 0)
        answer = write_all(verb, o, a);
    routh_inertia_estimate_release(NULL, &a->fit);
    routh_inertia_estimate_release(NULL, &a->plain);
    routh_records_release(NULL, a->record);
    return answer;
}

static int run(const char *verb, const inertia_options *o) {
    routh_dataset dataset = {0};
    dataset_notes notes = {0};
    routh_inertia_options library;
    inertia_answer a = {.dataset = &dataset};
    int answer = check_options(verb, o, &library);
    if (answer == 0)
        answer = refuse_same_file(verb, o->data.data, o->output);
    if (answer == 0)
        answer = refuse_same_file(verb, o->data.data, o->svg);
    if (answer == 0)
        answer = dataset_read(verb, &o->data, &notes, &dataset);
    if (answer == 0)
        answer = dataset_segment(verb, &notes, &dataset);
    if (answer == 0)
        answer = study_contacts(verb, o, &library, &a);
    if (answer == 0)
        dataset_tell(verb, &notes);
    routh_dataset_release(NULL, &dataset);
    return answer;
}

static int run_table(const char *verb, const inertia_options *o) {
    routh_inertia_noise_options options = routh_inertia_noise_options_default();
    if (o->data.data)
        return fail(verb, "--noise-table simulates its data: '%.60s' does not go with it", o->data.data);
    if (o->frame || o->regression || o->estimator || o->noise || o->snr.given || o->mu.given || o->eps.given ||
        o->slip.given || o->keep_outliers || o->svg || o->data.mass.given || o->data.shape)
        return fail(verb, "--noise-table has its own bodies, noise and estimators: only --runs, --repetitions, --seed, "
                          "--json and --output go with it");
    options.runs = o->runs ? o->runs : options.runs;
    options.repetitions = o->repetitions ? o->repetitions : options.repetitions;
    options.seed = o->seed ? o->seed : options.seed;
    return inertia_noise_table(verb, &options, o->json, o->output);
}

int verb_inertia(int argc, char **argv) {
    inertia_options o = {.data.body_may_be_unknown = 1};
    const option_entry entries[] = {
        DATASET_OPTION_ENTRIES(&o.data),
        {"output", OPTION_TEXT, &o.output},
        {"frame", OPTION_TEXT, &o.frame},
        {"regression", OPTION_TEXT, &o.regression},
        {"estimator", OPTION_TEXT, &o.estimator},
        {"noise", OPTION_TEXT, &o.noise},
        {"snr", OPTION_NUMBER, &o.snr},
        {"mu", OPTION_NUMBER, &o.mu},
        {"eps", OPTION_NUMBER, &o.eps},
        {"slip", OPTION_NUMBER, &o.slip},
        {"keep-outliers", OPTION_FLAG, &o.keep_outliers},
        {"svg", OPTION_TEXT, &o.svg},
        {"json", OPTION_FLAG, &o.json},
        {"noise-table", OPTION_FLAG, &o.noise_table},
        {"runs", OPTION_COUNT, &o.runs},
        {"repetitions", OPTION_COUNT, &o.repetitions},
        {"seed", OPTION_COUNT, &o.seed},
    };
    const int answer = parse_options(argc, argv, help, entries, sizeof entries / sizeof entries[0]);
    if (answer != OPTIONS_PARSED)
        return answer;
    return o.noise_table ? run_table(argv[0], &o) : run(argv[0], &o);
}
