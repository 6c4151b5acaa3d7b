/* routh inertia: mass and moment of inertia from contacts, and what cannot be determined.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "program.h"

typedef struct inertia_options {
    dataset_options data;
    const char *output, *frame, *noise, *svg;
    option_choice regression, estimator;
    option_number mu, eps, slip_speed, snr, size_error;
    int json, keep_outliers, online;
} inertia_options;

static int check_options(const char *verb, const inertia_options *o, routh_inertia_study_options *all) {
    *all = routh_inertia_study_options_default();
    routh_inertia_options *library = &all->fit;
    /* choices are in the order of the enumerations */
    const int regression = o->regression.word ? o->regression.index : ROUTH_MODE_FREE;
    const int usual = regression == ROUTH_MODE_FREE ? ROUTH_ERRORS_IN_VARIABLES : ROUTH_LEAST_SQUARES;
    const int estimator = o->estimator.word ? o->estimator.index : usual;
    if (o->noise && o->snr.given)
        return fail(verb, "--noise or --snr, not both");
    if (o->output && o->svg && strcmp(o->output, o->svg) == 0)
        return fail(verb, "%s: --output and --svg cannot go to the same place", o->svg);
    library->regression = (routh_regression)regression;
    library->estimator = (routh_estimator)estimator;
    library->mu = o->mu.given ? o->mu.value : library->mu;
    library->eps = o->eps.given ? o->eps.value : library->eps;
    library->slip = o->slip_speed.given ? o->slip_speed.value : 0;
    library->size_error = o->size_error.given ? o->size_error.value : 0;
    library->robust = !o->keep_outliers;
    if (o->data.mass.given)
        library->mass = o->data.mass.value;
    all->frame = o->frame;
    all->online = o->online != 0;
    all->noise_of_flights = o->noise && strcmp(o->noise, "flights") == 0;
    all->noise_given = o->noise && !all->noise_of_flights;
    if (o->snr.given)
        all->snr_db = o->snr.value;
    return all->noise_given ? parse_noise(verb, o->noise, ", nor flights", &library->noise) : 0;
}

static int write_to(const char *verb, const char *path, const char *ending, const routh_inertia_study *a) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path, routh_inertia_study_write(&out.context, a, routh_io_file(out.file, ending)));
}

static int write_all(const char *verb, const inertia_options *o, const routh_inertia_study *a) {
    int answer = o->output ? write_to(verb, o->output, ".csv", a) : 0;
    if (answer == 0 && o->svg)
        answer = write_to(verb, o->svg, ".svg", a);
    if (answer != 0)
        return answer;
    const int taken = (o->output && strcmp(o->output, "-") == 0) || (o->svg && strcmp(o->svg, "-") == 0);
    return taken ? 0 : write_to(verb, NULL, o->json ? ".json" : ".txt", a);
}

static int study_contacts(const char *verb, const inertia_options *o, const routh_inertia_study_options *library,
                          const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_inertia_study a;
    if (routh_dataset_used(dataset, NULL) == 0)
        return dataset_fail_unusable(verb, o->data.data, dataset);
    const routh_status status = routh_inertia_study_run(&context, dataset, library, &a);
    const int answer = status == ROUTH_OK ? write_all(verb, o, &a) : fail_input(verb, &context);
    routh_inertia_study_release(NULL, &a);
    return answer;
}

static int run(const char *verb, void *given) {
    inertia_options *o = given;
    dataset_input in = {.notes = {.count = 0}};
    routh_inertia_study_options library;
    o->data.body_may_be_unknown = 1;
    int answer = check_options(verb, o, &library);
    if (answer == 0)
        answer = dataset_input_read(verb, &o->data, o->frame, &in);
    if (answer == 0)
        answer = study_contacts(verb, o, &library, &in.dataset);
    dataset_input_release(verb, answer == 0, &in);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(inertia_options, data, NULL),
    OPTION_FRAME(inertia_options, frame, "the frame to read the contacts in"),
    {"regression", OPTION_CHOICE, offsetof(inertia_options, regression), "R",
     .about = "which equation is fitted: one for every contact, or one for a mode",
     .choices = "mode-free sliding sticking", .otherwise = "mode-free"},
    {"estimator", OPTION_CHOICE, offsetof(inertia_options, estimator), "E",
     .about = "how it is fitted; errors-in-variables is for mode-free only",
     .choices = "least-squares errors-in-variables", .otherwise = "errors-in-variables where it can be"},
    {"mu", OPTION_NUMBER, offsetof(inertia_options, mu), "X", .about = "friction, for sliding and sticking",
     .otherwise = "0.3"},
    {"eps", OPTION_NUMBER, offsetof(inertia_options, eps), "X", .about = "restitution, for sliding and sticking",
     .otherwise = "0.5"},
    {"slip-speed", OPTION_NUMBER, offsetof(inertia_options, slip_speed), "V",
     .about = "contact points that are slower than this afterwards stick, m/s", .otherwise = "from the noise",
     .field = "slip"},
    {"snr", OPTION_NUMBER, offsetof(inertia_options, snr), "DB", .about = "noise at this signal-to-noise ratio, dB",
     .field = "snr_db"},
    {"noise", OPTION_TEXT, offsetof(inertia_options, noise), NOISE_VALUE,
     .about =
         "standard deviations instead, m, rad, m/s, m/s, rad/s; or the word `flights`: measured in the trajectories",
     .otherwise = "of unknown level, alike in vx, vy and √(I/m) ω"},
    {"size-error", OPTION_NUMBER, offsetof(inertia_options, size_error), "M",
     .about = "standard error of the body's size, its least width, m: widens all intervals", .otherwise = "0",
     .field = "size_error"},
    {"keep-outliers", OPTION_FLAG, offsetof(inertia_options, keep_outliers), NULL, .about = "use all contacts"},
    {"online", OPTION_FLAG, offsetof(inertia_options, online), NULL,
     .about = "the estimate contact by contact, its interval shrinking; --output and --svg then write that"},
    {"output", OPTION_TEXT, offsetof(inertia_options, output), "FILE",
     .about = "each contact with its impulse, residual and misfit as comma-separated values", .path = PATH_OUTPUT},
    {"svg", OPTION_TEXT, offsetof(inertia_options, svg), "FILE", .about = "the regression as a picture",
     .path = PATH_OUTPUT},
    OPTION_JSON(inertia_options, json, "print the estimate as JSON"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      DATASET_GROUP(inertia_options, data),
                                      CORRECTION_GROUP(inertia_options, data),
                                      {.entry = NULL}};

const program_verb verb_inertia = {
    .name = "inertia",
    .title = "inertia",
    .about = "mass and moment of inertia from contacts, with or without known forces; identifiability",
    .usage = "inertia DATA [OPTION]…",
    .text =
        "Estimates m/I from the contacts in a recording, whatever the law of contact; m and I each, and contact "
        "impulses in N s, where known forces act (columns fx, fy, torque) or the mass is given. Reports in numbers "
        "and sentences what cannot be determined, and names contacts that do not fit the others. docs/inertia.md "
        "explains.\n"
        "Neither mass nor inertia need be known; --mass turns m/I into I. Trajectories are segmented first, as `routh "
        "segment` does.",
    .groups = groups,
    .notes =
        "Columns of --output: record (from 0), trajectory, lever (m²/s), turn (change of spin, rad/s), deviation "
        "(residual ÷ noise), misfit (fits, two-points, missed, other, mode or uncertain), and the contact's "
        "impulse along t "
        "and n: pt,pn in N s where the mass is known, otherwise pt_per_mass,pn_per_mass in m/s. With --online: "
        "contacts (seen so far), used, m_over_i, standard_error, low, high (95 %, 1/m²), not_determined (the reason "
        "where the first contacts cannot carry an estimate).",
    .examples = "routh inertia ellipse_uniform.mat --svg regression.svg\n"
                "routh simulate --count 50 --force sinusoid --fx 0.3 --torque 0.01 --frequency 4 \\\n"
                "  --integrator steps -o pushed.h5\n"
                "routh inertia pushed.h5\n"
                "routh inertia ellipse_uniform.mat --online --svg online.svg",
    .options_size = sizeof(inertia_options),
    .run = run,
};
