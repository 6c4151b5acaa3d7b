/* routh simulate: planar drops of a body on the ground, as a dataset, a trajectory, a picture or an animation.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset_options.h"
#include "program.h"

/* A picture or page of one drop. */
typedef struct drawing {
    const routh_world *world;
    const routh_run *run;
    const char *title; /* of the page; NULL: a picture */
} drawing;

static int write_drawing(const char *verb, const char *path, const drawing *what) {
    output_file out;
    if (output_open(&out, verb, path) != 0)
        return EXIT_BAD_USE;
    const routh_io to = routh_io_file(out.file, what->title ? ".html" : ".svg");
    return output_end(&out, routh_run_write(&out.context, what->world, what->run, what->title, to));
}

static int draw(const char *verb, const simulate_options *options, const simulation *s, const routh_dataset *dataset,
                const routh_run *run) {
    char title[ROUTH_NAME_SIZE + 32];
    snprintf(title, sizeof title, "%s, drop %zu", dataset->name, options->drop ? options->drop : 1);
    if (options->svg)
        TRY(write_drawing(verb, options->svg, &(drawing){&s->throws.world, run, NULL}));
    if (options->html)
        TRY(write_drawing(verb, options->html, &(drawing){&s->throws.world, run, title}));
    return 0;
}

int is_trajectory_output(const char *path) {
    const size_t length = strlen(path);
    return strcmp(path, "-") == 0 || (length > 4 && strcmp(path + length - 4, ".csv") == 0);
}

static int write_output(const char *verb, const simulate_options *options, const routh_dataset *dataset) {
    if (!options->output)
        return 0;
    if (is_trajectory_output(options->output))
        return write_trajectory(verb, options->output, dataset);
    return dataset_store(verb, options->output, dataset);
}

int check_use_of(const char *verb, const simulate_options *options, const char *one, const char *many, size_t count) {
    if (options->output && is_trajectory_output(options->output) && count > 1)
        return fail(verb, "%s: a trajectory as CSV is for a single %s; name a dataset, such as %s.h5, for %zu",
                    options->output, one, many, count);
    if (options->drop > count)
        return fail(verb, "--drop %zu: there are %zu", options->drop, count);
    if (options->drop && !options->svg && !options->html)
        return fail(verb, "--drop has no effect without --svg or --html");
    return 0;
}

static int write_all(const char *verb, const simulate_options *options, const simulation *s,
                     const routh_dataset *dataset) {
    const int drawn = options->svg || options->html;
    OWNED(routh_run) run = {0};
    if (drawn || s->single)
        TRY(simulation_run(verb, s, options->drop ? options->drop - 1 : 0, &run));
    TRY(write_output(verb, options, dataset));
    if (drawn)
        TRY(draw(verb, options, s, dataset, &run));
    return print_simulation(verb, options, s, dataset, s->single ? &run : NULL);
}

static int run_planar(const char *verb, const simulate_options *options) {
    simulation s;
    dataset_notes notes = {0};
    routh_dataset dataset = {0};
    int answer = simulation_make(verb, options, &s);
    if (answer == 0)
        answer = check_use_of(verb, options, "drop", "drops", s.throws.count);
    if (answer == 0) {
        routh_context context = routh_context_default();
        dataset_keep_notes(&context, &notes);
        context.threads = (int)options->threads;
        progress_show(&context);
        const routh_status status = routh_world_generate(&context, &s.throws, &dataset);
        progress_end();
        if (status != ROUTH_OK)
            answer = fail_input(verb, &context);
        else if (s.name[0] != '\0')
            snprintf(dataset.name, sizeof dataset.name, "%s", s.name);
    }
    if (answer == 0)
        answer = write_all(verb, options, &s, &dataset);
    if (answer == 0)
        dataset_note(verb, &notes);
    if (answer == 0 && s.law.model)
        note(verb, "%s: its impulses were moved back to the energy ellipse, without a couple", s.law.name);
    if (answer == 0 && s.mass_taken)
        note(verb, "--mass was not given: 1 kg is used");
    routh_dataset_release(NULL, &dataset);
    simulation_release(&s);
    return answer;
}

#define AT(member) offsetof(simulate_options, member)

/* Options that have a meaning in the plane only, and in space only. */
#define IN_PLANE                                                                                                       \
    "inertia gyration body et slope wall x y theta vx vy omega force fx fy torque force-start force-end frequency "    \
    "phase force-file snr quantum quantum-angle"
#define IN_SPACE                                                                                                       \
    "rounding density tensor centre drag mu-slide mu-slope eps-slope scatter several plane part position orientation " \
    "euler velocity "                                                                                                  \
    "spin"

static const option_entry body[] = {
    {"shape", OPTION_TEXT, AT(body.shape), "KIND", .about = SHAPE_FORMS,
     .otherwise = "the published ellipse; with --space cube:0.1048"},
    {"mass", OPTION_NUMBER, AT(body.mass), "M", .about = "mass, kg",
     .otherwise = "1; of the published ellipse 0.0364, of the cube 0.37"},
    {"inertia", OPTION_NUMBER, AT(body.inertia), "I",
     .about = "moment of inertia about the centre of mass, kg m²; plane only", .otherwise = "uniform density",
     .field = "body.inertia"},
    {"gyration", OPTION_NUMBER, AT(body.gyration), "K", .about = "radius of gyration √(I/m) instead, m; plane only",
     .field = "body.inertia"},
    {"body", OPTION_TEXT, AT(body.body), "FILE",
     .about = "these and gravity, rate, name as JSON; options override it. Plane only", .path = PATH_INPUT},
};

static const option_entry ground[] = {
    {"mu", OPTION_NUMBER, AT(parameter[0]), "X", .about = "coefficient of friction", .otherwise = "0.3"},
    {"eps", OPTION_NUMBER, AT(parameter[1]), "X", .about = "coefficient of restitution", .otherwise = "0.5"},
    {"et", OPTION_NUMBER, AT(parameter[2]), "X",
     .about = "coefficient of tangential restitution, for laws that have one; plane only"},
    {"eta2", OPTION_NUMBER, AT(parameter[3]), "X",
     .about = "normal ÷ tangential stiffness of the contact, for laws with springs"},
    {"eps_power", OPTION_NUMBER, AT(parameter[4]), "X",
     .about = "exponent with which eps falls with the speed of approach, for laws with +eps-power"},
    {"eps_rate", OPTION_NUMBER, AT(parameter[5]), "X", .about = "rate at which eps falls with it, s/m; +eps-exp"},
    {"mu_fast", OPTION_NUMBER, AT(parameter[6]), "X", .about = "friction of fast ÷ of slow slip; +mu-stribeck"},
    {"mu_speed", OPTION_NUMBER, AT(parameter[7]), "X", .about = "the slip at which it changes, m/s"},
    {"rho", OPTION_NUMBER, AT(parameter[8]), "X", .about = "greatest couple ÷ normal force, m; +couple"},
    {"slope", OPTION_NUMBER, AT(slope), "A", .about = "slope of the ground, degrees, upwards along x; plane only",
     .otherwise = "0"},
    {"wall", OPTION_LIST, AT(walls), "X", .about = "an upright wall there, m; repeat it for more. Plane only",
     .field = "plane.x"},
    {"gravity", OPTION_NUMBER, AT(body.gravity), "G", .about = "gravity, m/s²", .otherwise = "9.81"},
};

static const option_entry start[] = {
    {"x", OPTION_TEXT, AT(start[START_X]), "X", .about = "position of the centre of mass, m", .otherwise = "0"},
    {"y", OPTION_TEXT, AT(start[START_Y]), "Y", .about = "its height, m", .otherwise = "the lowest point 0.1 m up"},
    {"theta", OPTION_TEXT, AT(start[START_THETA]), "A", .about = "angle, rad", .otherwise = "0"},
    {"vx", OPTION_TEXT, AT(start[START_VX]), "VX", .about = "velocity of the centre of mass, m/s", .otherwise = "0"},
    {"vy", OPTION_TEXT, AT(start[START_VY]), "VY", .about = "the same upwards, m/s", .otherwise = "0"},
    {"omega", OPTION_TEXT, AT(start[START_OMEGA]), "W", .about = "angular velocity, rad/s", .otherwise = "0"},
    {"count", OPTION_COUNT, AT(count), "N",
     .about =
         "the number of random drops; by default y 0.05 … 0.2 m above the body's radius, any theta, vx -1:1, vy -1:0, "
         "omega -15:15. A start inside the ground is lifted"},
    OPTION_SEED(simulate_options, seed),
};

static const option_entry force[] = {
    {"force", OPTION_CHOICE, AT(force), "KIND", .about = "how the force depends on time; a pulse is half a sine wave",
     .choices = "constant pulse sinusoid"},
    {"fx", OPTION_NUMBER, AT(fx), "F", .about = "amplitude along x, N", .otherwise = "0"},
    {"fy", OPTION_NUMBER, AT(fy), "F", .about = "amplitude along y, N", .otherwise = "0"},
    {"torque", OPTION_NUMBER, AT(torque), "M", .about = "amplitude of a torque, N m", .otherwise = "0"},
    {"force-start", OPTION_NUMBER, AT(force_start), "T", .about = "when it begins, s", .otherwise = "0",
     .field = "wrench.start"},
    {"force-end", OPTION_NUMBER, AT(force_end), "T", .about = "when it ends, s", .field = "wrench.end"},
    {"frequency", OPTION_NUMBER, AT(frequency), "F", .about = "of a sinusoid, Hz"},
    {"phase", OPTION_NUMBER, AT(phase), "A", .about = "of a sinusoid, rad"},
    {"force-file", OPTION_TEXT, AT(force_file), "FILE",
     .about = "instead: CSV with columns time,fx,fy,torque, straight lines between rows", .path = PATH_INPUT},
};

static const option_entry motion[] = {
    {"integrator", OPTION_CHOICE, AT(integrator), "I",
     .about = "flights with impacts between them, or time steps throughout", .choices = "events steps",
     .otherwise = "events"},
    {"law", OPTION_TEXT, AT(law), "LAW",
     .about = "law of the impacts: `routh laws` lists them; in space rigid, compliant, frictionless. In the plane also "
              "a model that `routh learn` wrote, such as model.h5: its impulses are moved back to "
              "the energy ellipse; impulses of impacts slower than it learned from are proportional to the speed; and "
              "--mu has an effect once bouncing has ended",
     .otherwise = "wang-mason; in space rigid", .path = PATH_LAW},
    {"duration", OPTION_NUMBER, AT(duration), "T", .about = "duration, s", .otherwise = "1"},
    {"rate", OPTION_NUMBER, AT(rate), "F", .about = "samples per second, Hz", .otherwise = "250"},
    {"step", OPTION_NUMBER, AT(step), "H", .about = "time step, s", .otherwise = "0.001"},
    {"rest-speed", OPTION_NUMBER, AT(rest_speed), "V", .about = "slower impacts end bouncing, m/s",
     .otherwise = "0.001; in space 0.01"},
};

static const option_entry results[] = {
    {"snr", OPTION_NUMBER, AT(snr), "DB", .about = "noise at that signal-to-noise ratio, dB; plane only",
     .otherwise = "none", .field = "noise_db"},
    {"noise", OPTION_TEXT, AT(noise), NOISE_VALUE,
     .about =
         "standard deviations instead, m, rad, m/s, m/s, rad/s, as `routh inertia` takes them; x has that of y. In "
         "space two: of each coordinate, m, and of a small turn about each axis, rad"},
    {"quantum", OPTION_NUMBER, AT(quantum), "Q", .about = "round x and y to multiples, m; plane only",
     .field = "quantum_length"},
    {"quantum-angle", OPTION_NUMBER, AT(quantum_angle), "A", .about = "round theta to multiples, rad; plane only"},
    {"output", OPTION_TEXT, AT(output), "FILE",
     .about =
         "trajectories and impacts as a dataset; FILE.csv: the trajectory of a single drop, with noise as measured",
     .path = PATH_OUTPUT},
    {"svg", OPTION_TEXT, AT(svg), "FILE", .about = "a picture of one drop", .path = PATH_OUTPUT},
    {"html", OPTION_TEXT, AT(html), "FILE", .about = "an animation of one drop", .path = PATH_OUTPUT},
    {"drop", OPTION_COUNT, AT(drop), "N", .about = "which drop that is", .otherwise = "1"},
    {"name", OPTION_TEXT, AT(body.name), "NAME", .about = "name of the dataset"},
    OPTION_JSON(simulate_options, json, "print the summary as JSON"),
    OPTION_WORKERS(simulate_options, threads),
};

static const option_entry space[] = {
    {"space", OPTION_FLAG, AT(space), NULL,
     .about =
         "in space, z upwards; --shape is then " SHAPE3_FORMS
         ", and the options below say what x, y and theta say in the plane. What is marked \"plane only\" is refused"},
    {"rounding", OPTION_NUMBER, AT(rounding), "R", .about = "radius of corners and edges, m", .otherwise = "0: sharp"},
    {"density", OPTION_NUMBER, AT(density), "D", .about = "density in place of the mass, kg/m³"},
    {"tensor", OPTION_TEXT, AT(tensor), "XX,YY,ZZ,XY,XZ,YZ",
     .about = "inertia about the centre of mass, body axes, kg m²", .otherwise = "uniform density", .field = "inertia"},
    {"centre", OPTION_TEXT, AT(centre), "X,Y,Z", .about = "centre of mass from the tracked point, body axes, m",
     .otherwise = "that of uniform density"},
    {"drag", OPTION_NUMBER, AT(drag), "K", .about = "drag of the air: deceleration ÷ velocity, 1/s", .otherwise = "0"},
    {"position", OPTION_TEXT, AT(position), "X,Y,Z",
     .about = "start of the centre of mass, m; with --count each number of this, of --velocity and of --spin may be a "
              "range LOW:HIGH",
     .otherwise = "the lowest point 0.1 m up; with --count z 0.05 … 0.2 m above the body's radius"},
    {"orientation", OPTION_TEXT, AT(orientation), "QW,QX,QY,QZ",
     .about = "start orientation, body to world, as a quaternion", .otherwise = "1,0,0,0; with --count any"},
    {"euler", OPTION_TEXT, AT(euler), "A,B,C", .about = "instead: turns about the world's x, then y, then z, rad"},
    {"velocity", OPTION_TEXT, AT(velocity), "VX,VY,VZ", .about = "start velocity of the centre of mass, m/s",
     .otherwise = "0,0,0; with --count -1:1,-1:1,-1:0"},
    {"spin", OPTION_TEXT, AT(spin), "WX,WY,WZ", .about = "start angular velocity, world axes, rad/s",
     .otherwise = "0,0,0; with --count -10:10 each"},
    {"mu-slide", OPTION_NUMBER, AT(mu_slide), "X", .about = "friction in sliding, rolling and rest, at 1 m/s",
     .otherwise = "--mu"},
    {"mu-slope", OPTION_NUMBER, AT(mu_slope), "X",
     .about = "that friction over speed: --mu-slide + X ln(v s/m), v the speed of slip, at least 0.01 m/s",
     .otherwise = "0"},
    {"eps-slope", OPTION_NUMBER, AT(eps_slope), "X",
     .about = "restitution over speed: --eps + X ln(v s/m), v the speed of approach", .otherwise = "0"},
    {"scatter", OPTION_TEXT, AT(scatter), "MU,SLIDE,EPS",
     .about =
         "how impacts of the same kind differ: standard deviations of --mu and --mu-slide, as shares of themselves, "
         "and of --eps",
     .otherwise = "0,0,0"},
    {"several", OPTION_CHOICE, AT(several), "HOW", .about = "how contacts that close at once are solved",
     .choices = "together in-turn springs", .otherwise = "together"},
    {"plane", OPTION_LIST, AT(planes), "X,Y,Z;NX,NY,NZ",
     .about = "a fixed plane in place of the ground: a point of it, and its normal; repeat it for more"},
    {"part", OPTION_TEXT, AT(part), "PART",
     .about = "a fixed convex part besides: FILE[,mm][,hull][,at=X;Y;Z] (STL or OBJ; at: where its origin is, m)"},
};

static const option_group groups[] = {
    {"The body", OPTION_ENTRIES(body), 0, NULL},
    {"The ground at y = 0", OPTION_ENTRIES(ground), 0, NULL},
    {"The start in the plane; with --count each may be a range LOW:HIGH to draw from", OPTION_ENTRIES(start), 0, NULL},
    {"A known force through the centre of mass, in the plane only", OPTION_ENTRIES(force), 0, NULL},
    {"The motion", OPTION_ENTRIES(motion), 0, NULL},
    {"Measurement and output", OPTION_ENTRIES(results), 0, NULL},
    {"In space", OPTION_ENTRIES(space), 0, NULL},
    {.entry = NULL},
};

/* What says in space what an option says in the plane; NULL: nothing does. */
static const char *in_space(const char *name) {
    static const struct {
        const char *name, *instead;
    } all[] = {{"x", "position X,Y,Z"},
               {"y", "position X,Y,Z"},
               {"theta", "euler A,B,C"},
               {"vx", "velocity VX,VY,VZ"},
               {"vy", "velocity VX,VY,VZ"},
               {"omega", "spin WX,WY,WZ"},
               {"slope", "plane X,Y,Z;NX,NY,NZ"},
               {"wall", "plane X,Y,Z;NX,NY,NZ"},
               {"snr", "noise LENGTH,ANGLE"},
               {"inertia", "tensor XX,YY,ZZ,XY,XZ,YZ"},
               {"gyration", "tensor XX,YY,ZZ,XY,XZ,YZ"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(name, all[i].name) == 0)
            return all[i].instead;
    return NULL;
}

static int refuse_stray(const char *verb, const simulate_options *options) {
    const char *stray = first_given(groups, options, options->space ? IN_PLANE : IN_SPACE);
    const char *instead = stray && options->space ? in_space(stray) : NULL;
    if (instead)
        return fail(verb, "--%s has no meaning with --space; use --%s", stray, instead);
    if (stray && options->space)
        return fail(verb, "--%s has no meaning with --space; see `routh simulate --help`", stray);
    return stray ? fail(verb, "--%s needs --space", stray) : 0;
}

/* A dataset under the name of a page, a picture or a summary is a mistake. */
static int refuse_ending(const char *verb, const char *output) {
    static const char *const ending[][2] = {{".html", "use --html for an animation"},
                                            {".svg", "use --svg for a picture"},
                                            {".json", "use --json for the summary"}};
    const size_t length = output ? strlen(output) : 0;
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        const size_t size = strlen(ending[i][0]);
        if (length > size && strcmp(output + length - size, ending[i][0]) == 0)
            return fail(verb, "-o %.200s: --output writes a dataset, such as drops.h5, or a trajectory, drop.csv; %s",
                        output, ending[i][1]);
    }
    return 0;
}

static int run(const char *verb, void *given) {
    const simulate_options *options = given;
    int answer = refuse_stray(verb, options);
    if (answer == 0)
        answer = refuse_ending(verb, options->output);
    if (answer != 0)
        return answer;
    return options->space ? simulate_space(verb, options) : run_planar(verb, options);
}

const program_verb verb_simulate = {
    .name = "simulate",
    .title = "simulate",
    .about = "drop a body on the ground, or toss one in space: known truth as data, picture, animation",
    .usage = "simulate [OPTION]… [-o OUT.h5]\nsimulate --space [OPTION]… [-o OUT.h5]",
    .text = "Drops a body on the ground: exact flights with a law of impact between them, or time steps. "
            "docs/simulation.md explains. SI units, angles in rad, y upwards. With --space it is a body in three "
            "dimensions, z upwards; docs/tosses.md explains.",
    .groups = groups,
    .examples = "routh simulate --theta 0.5 --omega 3 --svg drop.svg --html drop.html\n"
                "routh simulate --count 200 --law ap-poisson --mu 0.2 --eps 0.6 -o drops.h5\n"
                "routh fit drops.h5\n"
                "routh simulate --shape square:1 --count 100 --y 1:1.5 --integrator steps --snr 20 -o block.h5\n"
                "routh simulate --space --shape box:0.12,0.08,0.05 --mass 0.3 --spin 3,7,2 --html toss.html\n"
                "routh simulate --space --count 100 --rounding 0.004 --mu 0.18 --noise 2e-4,1e-3 -o tosses.h5\n"
                "routh toss tosses.h5",
    .options_size = sizeof(simulate_options),
    .run = run,
};
