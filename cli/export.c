/* routh export: contact parameters for simulators.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "export.h"

#include <string.h>

#include "program.h"

static int write_to(const char *verb, const routh_export_job *job, bool model, const char *path) {
    output_file out;
    return OUTPUT_WRITE(
        out, verb, path,
        routh_export_write(&out.context, &job->what, job->format, model, routh_io_file(out.file, NULL)));
}

static int check_options(const char *verb, const export_options *o) {
    if (o->folder && !o->samples)
        return fail(verb, "--folder is for the models of --samples");
    if (o->samples && o->model)
        return fail(verb, "--model writes one model; for those of --samples give --folder");
    if (o->samples && o->folder && o->output)
        return fail(verb, "--output is a table of --samples, --folder has a model for each; give one of them");
    if (o->seed && !o->samples)
        return fail(verb, "--seed needs --samples");
    if (o->proof && !o->prove)
        return fail(verb, "--proof has no effect without --prove");
    if (o->prove && (o->samples || o->textbook))
        return fail(verb, "--prove has no effect with --%s", o->samples ? "samples" : "textbook");
    return 0;
}

static int run(const char *verb, void *given) {
    const export_options *options = given;
    static routh_export_job job;
    int proved = 0, answer = check_options(verb, options);
    if (answer != 0)
        return answer;
    answer = export_prepare(verb, options, &job);
    if (answer == 0 && options->samples) {
        answer = export_samples(verb, options, &job);
    } else if (answer == 0) {
        answer = export_convert(verb, options, &job);
        if (answer == 0 && options->prove) {
            proved = export_prove(verb, options, &job);
            answer = proved > 1 ? proved : 0; /* what it does best is written all the same */
        }
        if (answer == 0 && options->model) /* first, so that a shape that cannot be written leaves nothing */
            answer = write_to(verb, &job, true, options->model);
        if (answer == 0)
            answer = write_to(verb, &job, false, options->output);
    }
    routh_export_job_release(NULL, &job);
    return answer == 0 ? proved : answer;
}

#define AT(member) offsetof(export_options, member)

static const option_entry entries[] = {
    {"RESULT", OPTION_OPERAND, AT(from), NULL,
     .about = "results.json of a study, a fit or tosses, the folder that has it, or a table of materials",
     .otherwise = "the table that comes with the program where --material is given, else none", .path = PATH_INPUT},
    {"to", OPTION_CHOICE, AT(to), "FORMAT",
     .about =
         "mjcf: MuJoCo. sdf: Gazebo with ODE. urdf: PyBullet and Gazebo. drake: SDF with Drake's tags. bullet: the "
         "snippet is URDF's, the model a program in C++. usd: PhysX. json: every engine, for programs",
     .choices = "mjcf sdf urdf drake bullet usd json",
     .meant = "mujoco mjcf mjx mjcf gazebo sdf ode sdf ignition sdf pybullet urdf ros urdf isaac usd omniverse usd "
              "physx usd"},
    {"material", OPTION_TEXT, AT(material), "NAME", .about = "the material of that name, or of that law",
     .otherwise = "the first"},
    {"mu", OPTION_NUMBER, AT(mu), "X", .about = "coefficient of friction", .otherwise = "the material's"},
    {"eps", OPTION_NUMBER, AT(eps), "X", .about = "coefficient of restitution, 0 … 1", .otherwise = "the material's"},
    {"eps-slope", OPTION_NUMBER, AT(eps_slope), "X",
     .about = "restitution over speed: --eps + X ln(v s/m), v the speed of approach",
     .otherwise = "the material's, or 0"},
    {"restitution", OPTION_CHOICE, AT(restitution), "KIND",
     .about = "which restitution --eps is: ratio of speeds, of impulses, or of energies (its root)",
     .choices = "newton poisson energetic", .otherwise = "the material's law says; newton for --mu and --eps alone"},
    {"step", OPTION_NUMBER, AT(step), "H", .about = "time step of the simulator, s", .otherwise = "0.001"},
    {"speeds", OPTION_TEXT, AT(speeds), "A:B", .about = "speeds of approach for which it shall hold, m/s",
     .otherwise = "those of the recording, or 0.3:3"},
    {"depth", OPTION_NUMBER, AT(depth), "D", .about = "how deep contacts may sink in, m",
     .otherwise = "a tenth of the body's thickness"},
    {"textbook", OPTION_FLAG, AT(textbook), NULL,
     .about = "the values that textbooks and manuals give, to compare with"},
    {"force", OPTION_FLAG, AT(force), NULL, .about = "also where the study found that no law explains its recording",
     .field = "force"},
    {"prove", OPTION_FLAG, AT(prove), NULL,
     .about =
         "run the engine itself on impacts of the body, search its parameters at this step, and say whether it does "
         "what is wanted; exit code 1 where it cannot"},
    {"samples", OPTION_COUNT, AT(samples), "N",
     .about = "instead: N sets of parameters, drawn from their intervals and correlations and converted, as "
              "comma-separated values, as JSON (--output ending in .json), or as models (--folder)"},
    OPTION_SEED(export_options, seed),
    {"output", OPTION_TEXT, AT(output), "FILE",
     .about = "where the snippet or the table of --samples goes; the file appears whole or not at all",
     .otherwise = "standard output, as with -", .path = PATH_OUTPUT},
    {"model", OPTION_TEXT, AT(model), "FILE", .about = "also write a small model that runs: the body above the ground",
     .path = PATH_OUTPUT},
    {"proof", OPTION_TEXT, AT(proof), "FILE",
     .about = "also write what --prove found: .json, .csv (a row for each impact) or .svg (restitution over speed)",
     .path = PATH_OUTPUT},
    {"folder", OPTION_TEXT, AT(folder), "FOLDER",
     .about = "write a model for each of --samples there, and their table, sets.csv", .path = PATH_OUTPUT_FOLDER},
};

static const option_entry body[] = {
    {"shape", OPTION_TEXT, AT(shape), "KIND", .about = SHAPE3_FORMS, .otherwise = "the recorded body"},
    {"mass", OPTION_NUMBER, AT(mass), "M", .about = "mass, kg", .otherwise = "the recorded body's", .field = "mass"},
    {"density", OPTION_NUMBER, AT(density), "D", .about = "density in place of the mass, kg/m³"},
    {"tensor", OPTION_TEXT, AT(tensor), "XX,YY,ZZ,XY,XZ,YZ",
     .about = "inertia about the centre of mass, body axes, kg m²",
     .otherwise = "the recorded body's, or uniform density", .field = "inertia"},
    {"centre", OPTION_TEXT, AT(centre), "X,Y,Z", .about = "centre of mass from the tracked point, body axes, m",
     .otherwise = "the recorded body's, or that of uniform density"},
    {"rounding", OPTION_NUMBER, AT(rounding), "R", .about = "radius of corners and edges, m",
     .otherwise = "the recorded body's, or 0: sharp"},
    {"gravity", OPTION_NUMBER, AT(gravity), "G", .about = "gravity, m/s²", .otherwise = "9.81"},
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL}, {"Body", OPTION_ENTRIES(body), 0, NULL}, {.entry = NULL}};

const program_verb verb_export = {
    .name = "export",
    .title = "export",
    .about = "contact parameters for simulators: MuJoCo, Gazebo, PyBullet, Drake, Bullet, PhysX",
    .usage = "export [RESULT] --to FORMAT [OPTION]…\n"
             "export --mu X --eps X --to FORMAT [OPTION]…",
    .text =
        "Friction and restitution as a simulator has them, at its time step: a snippet to paste and, with --model, a "
        "small model that runs. Every number has a comment: what it means there, where it comes from, its interval, "
        "and "
        "what both bodies need under the simulator's pair rule. Simulators have Newton's restitution; an energetic or "
        "Poisson's one is converted over impacts of the body. docs/simulators.md explains.",
    .groups = groups,
    .examples = "routh export --mu 0.25 --eps 0.5 --to mjcf --step 0.002\n"
                "routh export results/ --to sdf --model cube.sdf\n"
                "routh export results/ --to mjcf --shape box:0.1,0.1,0.1 --mass 0.37 --prove --model cube.xml\n"
                "routh export results/results.json --to bullet --samples 100 -o sets.csv",
    .options_size = sizeof(export_options),
    .run = run,
};
