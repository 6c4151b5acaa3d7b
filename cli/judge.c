/* routh judge: what a simulator does, whatever its parameters say.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "judge.h"

#include "fail_input.h"
#include "idle_options.h"
#include "output.h"
#include "verbs.h"

routh_behaviour_options judge_library_options(const judge_options *o) {
    routh_behaviour_options options = routh_behaviour_options_default();
    options.bins = o->bins ? o->bins : options.bins;
    options.resamples = o->bootstrap ? o->bootstrap : options.resamples;
    options.seed = o->seed ? o->seed : options.seed;
    return options;
}

static int write_text(const char *verb, const char *path, const routh_behaviour_series *series) {
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    judge_print(out.file, series);
    return output_close(&out);
}

static int run(const char *verb, void *given) {
    const judge_options *o = given;
    routh_behaviour_series series = {0};
    int answer = o->engine ? judge_engine(verb, o, &series) : judge_recording(verb, o, &series);
    routh_context context = routh_context_default();
    if (answer == 0 && routh_behaviour_series_compare(&context, &series) != ROUTH_OK)
        answer = fail_input(verb, &context);
    if (answer == 0)
        answer = write_text(verb, o->output, &series);
    if (answer == 0 && series.at[0].count == 0)
        answer = 1;
    routh_behaviour_series_release(NULL, &series);
    return answer;
}

static const option_entry entries[] = {
    {"DATA", OPTION_OPERAND, offsetof(judge_options, data.data), NULL,
     .about =
         "a recording of what the simulator did, anything that `routh import` reads; with --engine a model of that "
         "engine",
     .otherwise = "with --engine: a body given by --shape", .path = PATH_INPUT},
    {"space", OPTION_FLAG, offsetof(judge_options, space), NULL,
     .about = "DATA are motions in space; CSV with columns px,py,pz,qw,qx,qy,qz is recognised without it"},
    OPTION_FRAME(judge_options, frame, "the frame to read planar impacts in"),
    {"bins", OPTION_COUNT, offsetof(judge_options, bins), "N", .about = "ranges of speed in the table, at most 8",
     .otherwise = "6"},
    {"bootstrap", OPTION_COUNT, offsetof(judge_options, bootstrap), "B",
     .about = "resamples for the intervals of planar laws", .otherwise = "100", .field = "resamples"},
    OPTION_SEED(judge_options, seed),
    OPTION_WORKERS(judge_options, threads),
    OPTION_OUTPUT(judge_options, output),
};

static const option_entry engine_entries[] = {
    {"engine", OPTION_TEXT, offsetof(judge_options, engine), "NAME",
     .about = "run this simulator: its body is thrown at the ground, with drawn attitudes, speeds and spins",
     .choices = "mujoco bullet ode dart"},
    {"set", OPTION_LIST, offsetof(judge_options, set), "NAME=X",
     .about = "a parameter of the engine's contact, as friction=0.3; repeat it for more", .otherwise = "its defaults"},
    {"steps", OPTION_TEXT, offsetof(judge_options, steps), "S[,S…]",
     .about = "time steps, s; with several, where the behaviour changes is said", .otherwise = "0.001, or the model's"},
    {"speeds", OPTION_TEXT, offsetof(judge_options, speeds), "LOW,HIGH", .about = "of approach, m/s",
     .otherwise = "0.3,3", .field = "speed"},
    {"slip", OPTION_NUMBER, offsetof(judge_options, slip), "X", .about = "greatest slip ÷ speed of approach",
     .otherwise = "1"},
    {"spin", OPTION_NUMBER, offsetof(judge_options, spin), "X", .about = "greatest spin × reach ÷ speed of approach",
     .otherwise = "0.5"},
    {"throws", OPTION_COUNT, offsetof(judge_options, throws), "N", .about = "how many", .otherwise = "200",
     .field = "count"},
    {"rounding", OPTION_NUMBER, offsetof(judge_options, rounding), "R",
     .about = "radius of the body's edges and corners, m", .otherwise = "sharp"},
    {"engines", OPTION_TEXT, offsetof(judge_options, engines), "FOLDER", .about = "where the engines' programs are",
     .otherwise = "beside the program, or where it was installed"},
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
