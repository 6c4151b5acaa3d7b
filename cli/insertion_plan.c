/* routh insertion plan: which insertion determines stiffness, friction and displacements, and how well.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "insertion.h"
#include "program.h"

typedef struct plan_options {
    const char *assembly, *output, *held, *give;
    option_number precision, time, force, moment, start_shift, start_turn;
    option_number stiffness, mu, shift, turn, speed, rate;
    option_number position_noise, velocity_noise, force_noise;
    size_t draws, screening, seed, threads;
    option_number sweeps;
    int json;
} plan_options;

/* Six numbers with commas between. */
static int take_six(const char *verb, const char *name, const char *text, double target[6]) {
    const char *at = text;
    for (int k = 0; text && k < 6; k++) {
        char *end;
        const double value = strtod(at, &end);
        if (end == at || (k < 5 ? *end != ',' : *end != '\0') || !isfinite(value))
            return fail(verb, "--%s \"%.60s\" must be six numbers with commas between: along X, Y, Z and about them",
                        name, text);
        target[k] = value;
        at = end + 1;
    }
    return 0;
}

static int take_options(const char *verb, const plan_options *options, routh_insertion_plan_options *library) {
    routh_insertion_generator *generator = &library->generator;
    const struct {
        const option_number *given;
        double *target;
    } numbers[] = {{&options->precision, &library->precision},
                   {&options->time, &library->time},
                   {&options->force, &generator->force},
                   {&options->moment, &library->moment},
                   {&options->start_shift, &library->start_shift},
                   {&options->start_turn, &library->start_turn},
                   {&options->stiffness, &generator->stiffness},
                   {&options->mu, &generator->friction},
                   {&options->shift, &generator->displacement},
                   {&options->turn, &generator->turn},
                   {&options->speed, &generator->speed},
                   {&options->rate, &generator->rate},
                   {&options->position_noise, &generator->resolution[0]},
                   {&options->velocity_noise, &generator->resolution[1]},
                   {&options->force_noise, &generator->resolution[2]}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given->given)
            *numbers[i].target = numbers[i].given->value;
    if (options->time.given && !(options->time.value > 0))
        return fail(verb, "--time %g must be more than 0 s", options->time.value);
    if (options->shift.given != options->turn.given)
        return fail(verb, "--shift and --turn belong together: give both, or none for the assembly's deviations");
    if (options->sweeps.given && !(options->sweeps.value >= 0 && options->sweeps.value <= 100 &&
                                   options->sweeps.value == floor(options->sweeps.value)))
        return fail(verb, "--sweeps %g must be a whole number from 0 to 100", options->sweeps.value);
    generator->prior = !options->shift.given;
    generator->seed = options->seed ? options->seed : generator->seed;
    library->draws = options->draws ? options->draws : library->draws;
    library->screening = options->screening ? options->screening : library->screening;
    library->sweeps = options->sweeps.given ? (size_t)options->sweeps.value : library->sweeps;
    const int answer = take_six(verb, "held", options->held, generator->held);
    return answer == 0 ? take_six(verb, "give", options->give, generator->give) : answer;
}

static routh_status write_plan(routh_context *context, const void *what, routh_io to) {
    return routh_insertion_plan_write(context, what, to);
}

static int write_all(result_folder *results, const routh_insertion_plan *plan) {
    TRY(results_write(results, "plan.json", write_plan, plan));
    TRY(results_write(results, "plan.csv", write_plan, plan));
    return results_place(results);
}

static int print_all(const char *verb, const plan_options *options, const routh_insertion_plan *plan) {
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status =
        routh_insertion_plan_write(&out.context, plan, routh_io_file(out.file, options->json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !options->json) {
        fprintf(out.file, "\n%zu insertions were tried in %.0f s.", plan->tried, plan->seconds);
        if (options->output)
            fprintf(out.file, " Next: routh insertion simulate --assembly %s --path %s/plan.json -o planned",
                    options->assembly, options->output);
        fputc('\n', out.file);
    }
    return output_end(&out, status);
}

static int plan_and_write(const char *verb, const plan_options *options, const routh_assembly *assembly,
                          const routh_insertion_plan_options *library, result_folder *results) {
    routh_context context = routh_context_default();
    OWNED(routh_insertion_plan) plan = {0};
    context.threads = (int)options->threads;
    progress_show(&context);
    const routh_status status = routh_insertion_plan_run(&context, assembly, library, &plan);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input_of(verb, options->assembly, &context);
    TRY(options->output ? write_all(results, &plan) : 0);
    TRY(print_all(verb, options, &plan));
    /* with a time, the best within it is asked for, if it determines anything */
    const bool wanted = !options->time.given || options->precision.given || !isfinite(plan.candidate[0].needed);
    if (!plan.reached && wanted)
        return 1;
    return 0;
}

static int run(const char *verb, void *given) {
    const plan_options *options = given;
    routh_insertion_plan_options library = routh_insertion_plan_options_default();
    OWNED(routh_assembly) assembly = {0};
    ENDS(results_release) result_folder results = {0};
    TRY(take_options(verb, options, &library));
    if (!options->assembly)
        return fail(verb, "give an ASSEMBLY");
    TRY(insertion_read_parts(verb, options->assembly, &assembly));
    if (options->output)
        TRY(results_open(&results, verb, options->output, RESULTS_REPLACE));
    if (options->output)
        TRY(results_claim(&results, "plan.json"));
    if (options->output)
        TRY(results_claim(&results, "plan.csv"));
    return plan_and_write(verb, options, &assembly, &library, &results);
}

#define NUMBER(member, name, value, text, usual, its_field)                                                            \
    {                                                                                                                  \
        name, OPTION_NUMBER, offsetof(plan_options, member), value, .about = (text), .otherwise = (usual),             \
                                                                    .field = (its_field)                               \
    }

static const option_entry entries[] = {
    {"ASSEMBLY", OPTION_OPERAND, offsetof(plan_options, assembly), NULL,
     .about = "the parts and what is uncertain about them, JSON; X is the axis of the insertion", .path = PATH_INPUT},
    {"output", OPTION_TEXT, offsetof(plan_options, output), "FOLDER",
     .about = "write plan.json (for `insertion simulate --path` too) and plan.csv, the motion over time, there",
     .otherwise = "nothing is written", .path = PATH_OUTPUT_FOLDER},
    OPTION_JSON(plan_options, json, "print plan.json instead of a summary"),
    NUMBER(precision, "precision", "P", "demanded half-width of the 95 % intervals of K and of μ, as a share", "0.05",
           "precision"),
    NUMBER(time, "time", "T", "the best precision within T seconds, instead of the least time", "the least time",
           "time"),
    NUMBER(force, "force", "N", "the most force along X and across, N", "50", "force"),
    NUMBER(moment, "moment", "M", "the most moment about any axis, N m", "20", "moment"),
    NUMBER(start_shift, "start-shift", "S", "the furthest start beside the mated pose, m", "0.027", "start_shift"),
    NUMBER(start_turn, "start-turn", "A", "… and turned about X, rad", "0.07", "start_turn"),
};

static const option_entry guesses[] = {
    NUMBER(stiffness, "stiffness", "K", "guess of the stiffness of each contact, N/m", "1.8e5", "stiffness"),
    NUMBER(mu, "mu", "X", "guess of the coefficient of friction", "0.2", "friction"),
    NUMBER(shift, "shift", "S", "standard deviation of the parts' true shifts, m", "each as the assembly says",
           "displacement"),
    NUMBER(turn, "turn", "A", "… and turns, rad", "each as the assembly says", "turn"),
    NUMBER(speed, "speed", "V", "of the hand, m/s", "2e-3", "speed"),
    {"held", OPTION_TEXT, offsetof(plan_options, held), "SIX",
     .about = "stiffness of the hand along X, Y, Z, N/m, and about them, N m/rad",
     .otherwise = "2e4,5e4,5e4,5000,600,600"},
    {"give", OPTION_TEXT, offsetof(plan_options, give), "SIX",
     .about = "how fast the hand yields, m/s/N and rad/s/(N m); 0: it does not",
     .otherwise = "1e-3,8e-5,8e-5,5e-4,0,0"},
    NUMBER(rate, "rate", "F", "rate of the recording, Hz", "1000", "rate"),
    NUMBER(position_noise, "position-noise", "R", "resolution of positions, m; the noise is half of it, and so below",
           "2e-6", "position_resolution"),
    NUMBER(velocity_noise, "velocity-noise", "R", "… of velocities, m/s", "2e-4", "velocity_resolution"),
    NUMBER(force_noise, "force-noise", "R", "… of forces, N", "1.5", "force_resolution"),
};

static const option_entry work[] = {
    {"draws", OPTION_COUNT, offsetof(plan_options, draws), "N",
     .about = "random displacements that the stated numbers are from", .otherwise = "9"},
    {"screening", OPTION_COUNT, offsetof(plan_options, screening), "N", .about = "the same for each path that is tried",
     .otherwise = "3"},
    NUMBER(sweeps, "sweeps", "N", "how often every choice of a path is reconsidered, 0 to 100; 0: starts only", "1",
           "sweeps"),
    OPTION_SEED(plan_options, seed),
    OPTION_WORKERS(plan_options, threads),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      {"What is expected", OPTION_ENTRIES(guesses), 0, NULL},
                                      {"How much work", OPTION_ENTRIES(work), 0, NULL},
                                      {.entry = NULL}};

const program_verb verb_insertion_plan = {
    .name = "plan",
    .title = "insertion plan",
    .about = "which insertion determines stiffness, friction and displacements, and how well",
    .usage = "insertion plan ASSEMBLY [-o FOLDER] [OPTION]…",
    .text =
        "Tries paths in the generator, with parts displaced at random as the assembly's deviations say, and predicts "
        "the intervals that `identify` would state. The plan is the path that needs least time for the precision of "
        "stiffness and friction; with --time, the path that is most precise within that time. Displacements that no "
        "path "
        "shows are named. The exit code is 1 if the precision is not reached; with --time only if --precision is "
        "given, "
        "too, or nothing is determined. About a hundred insertions are tried, "
        "which takes a few minutes.",
    .groups = groups,
    .examples = "routh insertion plan insertions/assembly.json -o plan\n"
                "routh insertion plan insertions/assembly.json --time 14 -o plan\n"
                "routh insertion simulate --assembly insertions/assembly.json --path plan/plan.json -o planned",
    .options_size = sizeof(plan_options),
    .run = run,
};
