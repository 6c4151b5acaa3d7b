/* routh judge: what a simulator does, whatever its parameters say.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "dataset_options.h"
#include "export.h"
#include "folder.h"
#include "program.h"
#include "study_options.h"

static const option_entry engine_entries[] = {
    {"engine", OPTION_TEXT, offsetof(judge_options, engine), "NAME",
     .about = "run this simulator: its body is thrown at the ground, with drawn orientations, speeds and spins",
     .choices = "mujoco bullet ode dart"},
    {"set", OPTION_LIST, offsetof(judge_options, set), "NAME=X",
     .about = "a parameter of the engine's contact, as friction=0.3; repeat it for more", .otherwise = "its defaults"},
    {"setting", OPTION_TEXT, offsetof(judge_options, setting), "FILE",
     .about = "its parameters and step from what `routh export --to json` wrote; --set and --steps go over it",
     .path = PATH_INPUT},
    {"steps", OPTION_TEXT, offsetof(judge_options, steps), "S[,S…]",
     .about = "time steps, s; with several, where the behaviour changes is said", .otherwise = "0.001, or the model's",
     .field = "step"},
    {"speeds", OPTION_TEXT, offsetof(judge_options, speeds), "A:B",
     .about = "least and greatest speed of approach, m/s", .otherwise = "0.3:3", .field = "speed"},
    {"slip", OPTION_NUMBER, offsetof(judge_options, slip), "X", .about = "greatest slip ÷ speed of approach",
     .otherwise = "1"},
    {"spin", OPTION_NUMBER, offsetof(judge_options, spin), "X", .about = "greatest spin × reach ÷ speed of approach",
     .otherwise = "0.5"},
    {"throws", OPTION_COUNT, offsetof(judge_options, throws), "N", .about = "how many", .otherwise = "200",
     .field = "count"},
    {"rounding", OPTION_NUMBER, offsetof(judge_options, rounding), "R",
     .about = "radius of the body's edges and corners, m", .otherwise = "sharp"},
    {"engines", OPTION_TEXT, offsetof(judge_options, engines), "FOLDER", .about = "where the engines' programs are",
     .otherwise = "beside the program, or where it was installed", .path = PATH_INPUT, .field = "folder"},
};

static const option_group engine_groups[] = {{"A simulator to run", OPTION_ENTRIES(engine_entries), 0, NULL},
                                             DATASET_GROUP(judge_options, data),
                                             {.entry = NULL}};

const char *judge_body_option(const judge_options *o) {
    return first_given(engine_groups, o, "shape mass gravity rounding");
}

routh_behaviour_options judge_library_options(const judge_options *o) {
    routh_behaviour_options options = routh_behaviour_options_default();
    options.bins = o->bins ? o->bins : options.bins;
    options.resamples = o->bootstrap ? o->bootstrap : options.resamples;
    options.seed = o->seed ? o->seed : options.seed;
    return options;
}

/* What has no effect is refused. */
static int check_options(const char *verb, const judge_options *o) {
    const char *idle =
        !o->engine ? first_given(engine_groups, o, "set setting steps speeds slip spin throws engines") : NULL;
    if (idle)
        return fail(verb, "--%s needs --engine", idle);
    /* what describes recordings, or their analysis */
    idle = !o->engine      ? NULL
           : o->space      ? "space"
           : o->frame      ? "frame"
           : o->unit.given ? "unit"
           : o->bootstrap  ? "bootstrap"
                           : first_given(engine_groups, o, "inertia gyration rate gap name variable body");
    return idle ? fail(verb, "--%s has no effect with --engine", idle) : 0;
}

static int write_as(const char *verb, const char *path, output_format format, const routh_behaviour_series *series) {
    output_file out;
    return OUTPUT_WRITE(
        out, verb, path,
        routh_behaviour_series_write(&out.context, series, routh_io_file(out.file, format_endings[format])));
}

static routh_status write_one(routh_context *context, const void *series, routh_io to) {
    return routh_behaviour_series_write(context, series, to);
}

static const char *const folder_files[] = {"results.json", "impacts.csv", "behaviour.svg", "report.html"};
enum { FOLDER_FILES = sizeof folder_files / sizeof folder_files[0] };

static int claim_folder(const char *verb, const char *folder, result_folder *results) {
    int answer = results_open(results, verb, folder, RESULTS_REPLACE);
    for (int i = 0; answer == 0 && i < FOLDER_FILES; i++)
        answer = results_claim(results, folder_files[i]);
    return answer;
}

/* Without an impact there is neither picture nor page. */
static int write_folder(result_folder *results, const routh_behaviour_series *series) {
    for (int i = 0; i < (series->at[series->shown].count > 0 ? FOLDER_FILES : 2); i++)
        TRY(results_write(results, folder_files[i], write_one, series));
    return results_place(results);
}

static int write_all(const char *verb, const judge_options *o, output_format format, result_folder *results,
                     const routh_behaviour_series *series) {
    int answer = 0;
    if (o->picture && series->at[series->shown].count == 0)
        answer = fail(verb, "--picture: no impact was judged, so there is nothing to draw");
    if (answer == 0 && o->picture)
        answer = write_as(verb, o->picture, FORMAT_SVG, series);
    if (answer == 0 && o->folder)
        answer = write_folder(results, series);
    if (answer == 0)
        answer = write_as(verb, o->output, format, series);
    if (answer == 0 && o->folder && format == FORMAT_TEXT && !o->output) {
        printf("\nThe page is %s/report.html; numbers are in %s/results.json and %s/impacts.csv.\n", o->folder,
               o->folder, o->folder);
        answer = finish_standard_output(verb);
    }
    return answer;
}

static int run(const char *verb, void *given) {
    const judge_options *o = given;
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON | 1u << FORMAT_SVG;
    OWNED(routh_behaviour_series) series = {0};
    ENDS(results_release) result_folder results = {0};
    output_format format = FORMAT_TEXT;
    routh_context context = routh_context_default();
    TRY(choose_format(verb, &o->format, o->output, legal, FORMAT_TEXT, &format));
    TRY(check_options(verb, o));
    if (o->folder)
        TRY(claim_folder(verb, o->folder, &results));
    TRY(o->engine ? judge_engine(verb, o, &series) : judge_recording(verb, o, &series));
    if (!o->engine && routh_behaviour_series_compare(&context, &series) != ROUTH_OK)
        return fail_input(verb, &context);
    TRY(write_all(verb, o, format, &results, &series));
    if (series.at[series.shown].count == 0)
        return 1;
    return 0;
}

static const option_entry entries[] = {
    {"DATA", OPTION_OPERAND, offsetof(judge_options, data.data), NULL,
     .about =
         "a recording of what the simulator did, anything that `routh import` reads; with --engine a model of that "
         "engine",
     .otherwise = "with --engine: a body given by --shape", .path = PATH_INPUT},
    {"space", OPTION_FLAG, offsetof(judge_options, space), NULL,
     .about = "DATA are motions in space, as with the --shape of a cube, box, ellipsoid or mesh; CSV with columns "
              "px,py,pz,qw,qx,qy,qz and without times is recognised"},
    {"unit", OPTION_NUMBER, offsetof(judge_options, unit), "M",
     .about = "unit of length of motions in space, m; that of the recorded cube tosses is half the cube's width",
     .otherwise = "1"},
    OPTION_FRAME(judge_options, frame, "the frame to read planar impacts in"),
    {"bins", OPTION_COUNT, offsetof(judge_options, bins), "N", .about = "ranges of speed in the table, at most 8",
     .otherwise = "6"},
    {"bootstrap", OPTION_COUNT, offsetof(judge_options, bootstrap), "B",
     .about = "resamples for the intervals of planar laws", .otherwise = "100", .field = "resamples"},
    OPTION_SEED(judge_options, seed),
    OPTION_WORKERS(judge_options, threads),
    OPTION_OUTPUT(judge_options, output),
    FORMAT_OPTION_ENTRIES(judge_options, format, "text csv json svg", "text"),
    {"picture", OPTION_TEXT, offsetof(judge_options, picture), "FILE",
     .about = "also draw restitution over speed and impulses with the cone, SVG", .path = PATH_OUTPUT},
    {"folder", OPTION_TEXT, offsetof(judge_options, folder), "FOLDER",
     .about = "also write results.json, impacts.csv, behaviour.svg and the page report.html there",
     .path = PATH_OUTPUT_FOLDER, .field = "report"},
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      {"A simulator to run", OPTION_ENTRIES(engine_entries), 0, NULL},
                                      DATASET_GROUP(judge_options, data),
                                      {.entry = NULL}};

const program_verb verb_judge = {
    .name = "judge",
    .title = "judge",
    .about = "what a simulator does: its law, restitution, friction, energy and time step",
    .usage = "judge DATA [OPTION]…\njudge --engine NAME MODEL [OPTION]…\njudge --engine NAME --shape SHAPE --mass M "
             "[--set NAME=X]… [OPTION]…",
    .text =
        "Says which law a simulator behaves like, with which restitution over speed and which friction, how far it is "
        "from any rigid law, where it gains energy, how long its contacts last, and at which time step this changes. "
        "It takes the simulator's output, or runs an engine on a model of its own or on a body that is given. "
        "Contacts may last several instants. docs/simulators.md explains.",
    .groups = groups,
    .notes = "Exit code 1 if there is no impact to judge.",
    .examples = "routh judge simulated.csv --shape cube:0.1 --mass 0.5 --rate 1000\n"
                "routh judge --engine mujoco box.xml --steps 0.001,0.002,0.005\n"
                "routh judge --engine bullet --shape cube:0.1 --mass 0.5 --set friction=0.3 --set restitution=0.5",
    .options_size = sizeof(judge_options),
    .run = run,
};

/* `routh judge` of a simulator's output: a recording like any other, but of contacts that may last. */

static int judge_plane(const char *verb, const judge_options *o, routh_behaviour *behaviour) {
    const routh_behaviour_options options = judge_library_options(o);
    routh_context context = routh_context_default();
    routh_dataset dataset = {0};
    dataset_notes notes = {0};
    context.threads = (int)o->threads;
    int answer = dataset_read(verb, &o->data, &notes, &dataset);
    if (answer != 0)
        return answer;
    progress_show(&context);
    const routh_status status = routh_behaviour_of_dataset(&context, &dataset, o->frame, &options, behaviour);
    progress_end();
    answer = status == ROUTH_OK ? 0 : fail_input(verb, &context);
    if (answer == 0)
        dataset_note(verb, &notes);
    routh_dataset_release(NULL, &dataset);
    return answer;
}

/* Simulators have z up: it is taken where nothing flies that would show it. */
static int judge_space(const char *verb, const judge_options *o, routh_behaviour *behaviour) {
    const routh_behaviour_options options = judge_library_options(o);
    routh_context context = routh_context_default();
    toss_choices choices = toss_choices_default();
    routh_dataset3 dataset = {0};
    dataset_notes notes = {0};
    context.threads = (int)o->threads;
    choices.segment.rounding = o->rounding.given ? o->rounding.value : NAN;
    if (o->data.inertia.given)
        choices.segment.inertia = o->data.inertia.value;
    if (o->data.rate.given)
        choices.import.rate = o->data.rate.value;
    if (o->data.gravity.given)
        choices.import.gravity = o->data.gravity.value;
    choices.import.unit = o->unit.given ? o->unit.value : 1;
    int answer = check_dataset_numbers(verb, NULL, &o->data);
    if (answer == 0)
        answer = toss_choose_body(verb, o->data.shape, &o->data.mass, NULL, &choices);
    if (answer == 0)
        answer = tosses_read(verb, o->data.data, 'z', &choices.import, &notes, &dataset);
    if (answer == 0 && choices.cube) {
        dataset.shape = NULL;
        dataset.width = choices.import.width;
    }
    if (answer == 0) {
        progress_show(&context);
        const routh_status status =
            routh_behaviour_of_dataset3(&context, &dataset, &choices.segment, &options, behaviour);
        progress_end();
        answer = status == ROUTH_OK ? 0 : fail_input(verb, &context);
    }
    if (answer == 0)
        dataset_note(verb, &notes);
    routh_dataset3_release(NULL, &dataset);
    toss_choices_release(&choices);
    return answer;
}

int judge_recording(const char *verb, const judge_options *o, routh_behaviour_series *series) {
    if (!o->data.data)
        return fail(verb, "give DATA, a recording of what the simulator did, or --engine to run one");
    int kind = 0, answer = 0, space = o->space || names_shape3(o->data.shape);
    if (!space)
        answer = dataset_recognise(verb, o->data.data, &kind);
    space = space || kind & ROUTH_RECORDING_TOSSES;
    if (answer == 0)
        answer = space ? judge_space(verb, o, &series->at[0]) : judge_plane(verb, o, &series->at[0]);
    series->count = answer == 0;
    return answer;
}
