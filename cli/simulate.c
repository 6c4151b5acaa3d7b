/* routh simulate: planar drops of a body on the ground, as a dataset, a trajectory, a picture or an animation.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "progress.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh simulate [OPTION]… [-o OUT.h5]\n\n"
    "Drops a body on the ground: exact flights with a law of impact between them, or time steps. docs/simulation.md\n"
    "explains. SI units, angles in rad, y upwards.\n\n"
    "The body (default: the published ellipse)\n"
    "  --shape KIND        ellipse:A,B (semi-axes), disc:RADIUS, square:SIDE or polygon:X,Y;X,Y;…\n"
    "  --mass M            (default 1; of the published ellipse 0.0364)\n"
    "  --inertia I         or --gyration K, its radius (default: uniform density)\n"
    "  --body FILE         these and gravity, rate, name as JSON; options win over it\n"
    "The ground at y = 0\n"
    "  --mu X --eps Y      friction and restitution (default 0.3, 0.5); --et Z, --eta2 R for laws that have them\n"
    "  --slope A           degrees, upwards along x; --wall X: an upright wall there, again for more\n"
    "  --gravity G         (default 9.81)\n"
    "The start; with --count each may be a range LOW:HIGH to draw from\n"
    "  --x --y --theta     pose of the centre of mass (default: 0, the lowest point 0.1 m up, 0)\n"
    "  --vx --vy --omega   velocity (default: 0)\n"
    "  --count N           so many random drops; by default y 0.05 … 0.2 m above the body's radius, theta anything,\n"
    "                      vx -1:1, vy -1:0, omega -15:15. What would start inside the ground is lifted\n"
    "  --seed S            of everything random (default 1)\n"
    "A known force through the centre of mass\n"
    "  --force KIND        constant, pulse (half a sine wave) or sinusoid, of amplitude --fx --fy --torque,\n"
    "                      from --force-start (0) to --force-end; --frequency (Hz), --phase of a sinusoid\n"
    "  --force-file FILE   instead: CSV with columns time,fx,fy,torque, straight lines between\n"
    "The motion\n"
    "  --integrator I      events (default): flights and impacts; or steps: time steps throughout\n"
    "  --law LAW           of the impacts (default wang-mason). Or a model that `routh learn` wrote, such as model.h5: "
    "its\n"
    "                      impulses are put back into the energy ellipse, slower than learned from in proportion to\n"
    "                      the speed, and --mu counts once bouncing has ended\n"
    "  --duration T        s (default 1); --rate F: samples a second (default 250)\n"
    "  --step H            of time steps, s (default 0.001); --rest-speed V: slower impacts end bouncing (0.001)\n"
    "The measurement\n"
    "  --snr D             noise at that signal-to-noise ratio, dB (default: none)\n"
    "  --quantum Q         round x and y to multiples, m; --quantum-angle A: theta, rad\n"
    "What comes out\n"
    "  -o, --output FILE   trajectories and impacts as a dataset; FILE.csv: the trajectory of a single drop\n"
    "  --svg FILE          a picture of one drop; --html FILE: an animation; --drop N: of the Nth (default 1)\n"
    "  --name NAME         of the dataset; --json: the summary as JSON; --help: this text\n\n"
    "Examples:\n"
    "  routh simulate --theta 0.5 --omega 3 --svg drop.svg --html drop.html\n"
    "  routh simulate --count 200 --law ap-poisson --mu 0.2 --eps 0.6 -o drops.h5 && routh fit drops.h5\n"
    "  routh simulate --shape square:1 --count 100 --y 1:1.5 --integrator steps --snr 20 -o block.h5\n";

/* A picture or page of one drop. */
typedef struct drawing {
    const routh_world *world;
    const routh_run *run;
    const char *title; /* of the page; NULL: a picture */
} drawing;

static int write_drawing(const char *verb, const char *path, const drawing *what) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    const routh_status status = what->title
                                    ? routh_run_write_page(&context, what->world, what->run, what->title, out.file)
                                    : routh_run_write_svg(&context, what->world, what->run, out.file);
    return status == ROUTH_OK ? output_close(&out) : output_fail(&out, context.message);
}

static int draw(const char *verb, const simulate_options *options, const simulation *s, const routh_dataset *dataset,
                const routh_run *run) {
    char title[ROUTH_NAME_SIZE + 32];
    snprintf(title, sizeof title, "%s, drop %zu", dataset->name, options->drop ? options->drop : 1);
    int answer = 0;
    if (options->svg)
        answer = write_drawing(verb, options->svg, &(drawing){&s->throws.world, run, NULL});
    if (answer == 0 && options->html)
        answer = write_drawing(verb, options->html, &(drawing){&s->throws.world, run, title});
    return answer;
}

static int is_csv(const char *path) {
    const size_t length = strlen(path);
    return strcmp(path, "-") == 0 || (length > 4 && strcmp(path + length - 4, ".csv") == 0);
}

static int write_output(const char *verb, const simulate_options *options, const routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (!options->output)
        return 0;
    if (is_csv(options->output))
        return write_trajectory(verb, options->output, dataset);
    return routh_dataset_write(&context, options->output, dataset) == ROUTH_OK ? 0 : fail(verb, "%s", context.message);
}

/* What is read must not be written over, nor two outputs share a file. */
static int check_files(const char *verb, const simulate_options *options) {
    const char *const in[] = {options->body.body, options->force_file, options->law}, *const out[] = {options->output,
                                                                                                      options->svg,
                                                                                                      options->html};
    int answer = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3 && answer == 0; k++)
            answer = in[k] ? refuse_same_file(verb, in[k], out[i]) : 0;
        for (int k = 0; k < i && answer == 0; k++)
            if (out[i] && out[k] && strcmp(out[i], out[k]) == 0)
                answer = fail(verb, "%s: two outputs cannot go to the same place", out[i]);
    }
    return answer;
}

static int check_use(const char *verb, const simulate_options *options, const simulation *s) {
    if (options->output && is_csv(options->output) && s->throws.count > 1)
        return fail(verb, "%s: a trajectory as CSV is for a single drop; name a dataset, such as drops.h5, for %zu",
                    options->output, s->throws.count);
    if (options->drop > s->throws.count)
        return fail(verb, "--drop %zu: there are %zu", options->drop, s->throws.count);
    if (options->drop && !options->svg && !options->html)
        return fail(verb, "--drop says which drop to draw: give --svg or --html as well");
    return 0;
}

static int write_all(const char *verb, const simulate_options *options, const simulation *s,
                     const routh_dataset *dataset) {
    const int drawn = options->svg || options->html;
    routh_run run = {0};
    int answer = 0;
    if (drawn || s->single)
        answer = simulation_run(verb, s, options->drop ? options->drop - 1 : 0, &run);
    if (answer == 0)
        answer = write_output(verb, options, dataset);
    if (answer == 0 && drawn)
        answer = draw(verb, options, s, dataset, &run);
    if (answer == 0)
        answer = print_simulation(verb, options, s, dataset, s->single ? &run : NULL);
    routh_run_release(NULL, &run);
    return answer;
}

static int simulate(const char *verb, const simulate_options *options) {
    simulation s;
    dataset_notes notes = {0};
    routh_dataset dataset = {0};
    int answer = simulation_make(verb, options, &s);
    if (answer == 0)
        answer = check_files(verb, options);
    if (answer == 0)
        answer = check_use(verb, options, &s);
    if (answer == 0) {
        routh_context context = routh_context_default();
        dataset_keep_notes(&context, &notes);
        progress_show(&context);
        const routh_status status = routh_world_generate(&context, &s.throws, &dataset);
        progress_end();
        if (status != ROUTH_OK)
            answer = fail(verb, "%s", context.message);
        else if (s.name[0] != '\0')
            snprintf(dataset.name, sizeof dataset.name, "%s", s.name);
    }
    if (answer == 0)
        answer = write_all(verb, options, &s, &dataset);
    if (answer == 0)
        dataset_tell(verb, &notes);
    if (answer == 0 && s.law.model)
        note(verb, "%s: its impulses were put back into the energy ellipse, without a couple", s.law.name);
    if (answer == 0 && s.mass_taken)
        note(verb, "--mass was not given: 1 kg was taken");
    routh_dataset_release(NULL, &dataset);
    simulation_release(&s);
    return answer;
}

int verb_simulate(int argc, char **argv) {
    simulate_options options = {0};
    option_entry entries[OPTIONS_MOST] = {
        {"shape", OPTION_TEXT, &options.body.shape},
        {"body", OPTION_TEXT, &options.body.body},
        {"name", OPTION_TEXT, &options.body.name},
        {"mass", OPTION_NUMBER, &options.body.mass},
        {"inertia", OPTION_NUMBER, &options.body.inertia},
        {"gyration", OPTION_NUMBER, &options.body.gyration},
        {"gravity", OPTION_NUMBER, &options.body.gravity},
        {"slope", OPTION_NUMBER, &options.slope},
        {"wall", OPTION_LIST, &options.walls},
        {"count", OPTION_COUNT, &options.count},
        {"seed", OPTION_COUNT, &options.seed},
        {"drop", OPTION_COUNT, &options.drop},
        {"force", OPTION_TEXT, &options.force},
        {"force-file", OPTION_TEXT, &options.force_file},
        {"fx", OPTION_NUMBER, &options.fx},
        {"fy", OPTION_NUMBER, &options.fy},
        {"torque", OPTION_NUMBER, &options.torque},
        {"force-start", OPTION_NUMBER, &options.force_start},
        {"force-end", OPTION_NUMBER, &options.force_end},
        {"frequency", OPTION_NUMBER, &options.frequency},
        {"phase", OPTION_NUMBER, &options.phase},
        {"integrator", OPTION_TEXT, &options.integrator},
        {"law", OPTION_TEXT, &options.law},
        {"step", OPTION_NUMBER, &options.step},
        {"duration", OPTION_NUMBER, &options.duration},
        {"rate", OPTION_NUMBER, &options.rate},
        {"rest-speed", OPTION_NUMBER, &options.rest_speed},
        {"snr", OPTION_NUMBER, &options.snr},
        {"quantum", OPTION_NUMBER, &options.quantum},
        {"quantum-angle", OPTION_NUMBER, &options.quantum_angle},
        {"output", OPTION_TEXT, &options.output},
        {"svg", OPTION_TEXT, &options.svg},
        {"html", OPTION_TEXT, &options.html},
        {"json", OPTION_FLAG, &options.json},
    };
    size_t count = 34;
    for (int i = 0; i < PARAMETER_OPTIONS; i++)
        entries[count++] = (option_entry){parameter_option_names[i], OPTION_NUMBER, &options.parameter[i]};
    for (int i = 0; i < START_NUMBERS; i++)
        entries[count++] = (option_entry){start_names[i], OPTION_TEXT, &options.start[i]};
    int answer = parse_options(argc, argv, help, entries, count);
    if (answer == OPTIONS_PARSED)
        answer = simulate(argv[0], &options);
    free(options.walls.text);
    return answer;
}
