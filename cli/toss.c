/* routh toss: the study of recorded tosses, with all its options.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_options.h"

#include <string.h>

#include "dataset_options.h"
#include "program.h"

typedef struct toss_options {
    const char *data, *output, *svg, *calibration, *shape, *tensor, *law;
    option_number width, mass, density, rate, gravity, unit, inertia, rounding;
    option_number corner_gap, deviation_max, meeting_max, ground_max;
    size_t flight_min, flight_max, bootstrap, seed, threads;
    int no_calibration, json;
    int rollouts, no_ablations;
    const char *folder;
    size_t evaluations, spread;
} toss_options;

toss_choices toss_choices_default(void) {
    return (toss_choices){.import = tosses_unstated(),
                          .segment = routh_segment3_options_default(),
                          .study = routh_study3_options_default()};
}

void toss_choices_release(toss_choices *choices) {
    routh_shape3_release(NULL, &choices->shape);
}

static int check_density(const char *verb, double density, double mass) {
    static const double masses[] = {ROUTH_RANGE_MASS};
    if (mass >= masses[0] && mass <= masses[1])
        return 0;
    return fail(verb, "--density %g kg/m³ makes a mass of %g kg, outside %g … %g kg", density, mass, masses[0],
                masses[1]);
}

int toss_choose_body(const char *verb, const char *shape, const option_number *mass, const option_number *density,
                     toss_choices *choices) {
    const int answer = shape ? parse_shape3(verb, "--shape", shape, &choices->import.width, &choices->shape) : 0;
    if (answer != 0)
        return answer;
    const int drawn = choices->shape.count > 0;
    if (drawn)
        choices->import.shape = &choices->shape;
    if (mass->given && density && density->given)
        return fail(verb, "--mass and --density are both given; give one of them");
    if (density && density->given && !(density->value > 0))
        return fail(verb, "--density %g kg/m³ is not positive", density->value);
    choices->cube = choices->cube || (shape && !drawn);
    if (mass->given)
        choices->import.mass = mass->value;
    else if (density && density->given)
        choices->density = density->value;
    if (!(choices->density > 0) || !drawn)
        return 0;
    choices->import.mass = choices->density * choices->shape.volume;
    return check_density(verb, choices->density, choices->import.mass);
}

/* What follows from the mass and the width, which the data may say. */
static int finish_body(const char *verb, toss_choices *choices, routh_dataset3 *dataset) {
    static const int place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    if (choices->cube) {
        dataset->shape = NULL;
        dataset->width = choices->import.width;
    }
    if (choices->density > 0) {
        const double width = dataset->width;
        dataset->mass = choices->density * (dataset->shape ? dataset->shape->volume : width * width * width);
        const int answer = check_density(verb, choices->density, dataset->mass);
        if (answer != 0)
            return answer;
    }
    for (int k = 0; choices->has_tensor && k < 6; k++) {
        const int i = place[k][0], j = place[k][1];
        choices->shape.gyration[i][j] = choices->shape.gyration[j][i] = choices->tensor[k] / dataset->mass;
    }
    return 0;
}

/* An inertia tensor in place of that of uniform density: its form is the shape's, its mean moment is given. */
static int take_tensor(const char *verb, const char *text, toss_choices *choices) {
    double *entry = choices->tensor;
    if (!choices->import.shape)
        return fail(verb, "--tensor needs --shape box or mesh: of a cube --inertia is all");
    if (parse_shape_numbers(text, ',', entry, 6) != 0)
        return fail(verb, "--tensor %.60s should look like 2e-4,4e-4,5e-4,0,0,0: xx,yy,zz,xy,xz,yz, kg m²", text);
    choices->has_tensor = 1;
    choices->segment.inertia = (entry[0] + entry[1] + entry[2]) / 3;
    return 0;
}

static int library_options(const char *verb, const toss_options *options, toss_choices *chosen) {
    *chosen = toss_choices_default();
    const struct {
        const option_number *given;
        double *value;
    } numbers[] = {{&options->width, &chosen->import.width},
                   {&options->rate, &chosen->import.rate},
                   {&options->gravity, &chosen->import.gravity},
                   {&options->unit, &chosen->import.unit},
                   {&options->inertia, &chosen->segment.inertia},
                   {&options->rounding, &chosen->segment.rounding},
                   {&options->corner_gap, &chosen->segment.corner_gap},
                   {&options->deviation_max, &chosen->segment.deviation_max},
                   {&options->meeting_max, &chosen->segment.meeting_max},
                   {&options->ground_max, &chosen->segment.ground_max}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given->given)
            *numbers[i].value = numbers[i].given->value;
    if ((options->unit.given && !(options->unit.value > 0)) ||
        (options->inertia.given && !(options->inertia.value > 0)))
        return fail(verb, "--unit and --inertia must be more than 0");
    if (options->shape && options->width.given)
        return fail(verb, "--shape and --width are both given; --width %g is --shape cube:%g", options->width.value,
                    options->width.value);
    if (options->calibration && options->no_calibration)
        return fail(verb, "--calibration and --no-calibration exclude each other");
    chosen->calibration = options->calibration;
    chosen->cube = options->width.given;
    chosen->threads = options->threads;
    chosen->segment.calibrate = !options->no_calibration;
    const struct {
        size_t given, *value;
    } counts[] = {{options->flight_min, &chosen->segment.flight_min},
                  {options->flight_max, &chosen->segment.flight_max},
                  {options->bootstrap, &chosen->study.resamples}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i].given > 0)
            *counts[i].value = counts[i].given;
    if (options->seed > 0)
        chosen->study.seed = options->seed;
    routh_context context = routh_context_default();
    if (options->law && !(chosen->study.law = routh_law3_find(&context, options->law)))
        return fail(verb, "--law: %s", context.message);
    const int answer = toss_choose_body(verb, options->shape, &options->mass, &options->density, chosen);
    if (answer != 0 || !options->tensor)
        return answer;
    if (options->inertia.given)
        return fail(verb, "--inertia and --tensor are both given; give one of them");
    return take_tensor(verb, options->tensor, chosen);
}

static int fail_unused(const char *verb, const routh_dataset3 *dataset) {
    size_t rejected[ROUTH_REASON_COUNT];
    int most = 0;
    routh_dataset3_used(dataset, rejected);
    for (int reason = 1; reason < ROUTH_REASON_COUNT; reason++)
        if (rejected[reason] > rejected[most])
            most = reason;
    if (dataset->count == 0)
        return fail(verb, "%s: no contact in %zu toss%s; are --rate, --gravity and --unit right?", dataset->name,
                    dataset->trajectory_count, dataset->trajectory_count == 1 ? "" : "es");
    return fail(verb, "%s: none of %zu contacts is a clean impact of a single corner; most often: %s", dataset->name,
                dataset->count, routh_about(&routh_reasons, most));
}

/* A calibration is of one body. */
static int check_same_body(const char *verb, const char *path, const routh_results3 *other,
                           const routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    if (routh_results3_check(&context, other, dataset) == ROUTH_OK)
        return 0;
    const char *is = strstr(context.message, " is of another body");
    return fail(verb, "--calibration %.200s%s; is --shape right?", path, is ? is : context.message);
}

int toss_study(const char *verb, const char *data, toss_choices *choices, routh_dataset3 *dataset,
               routh_study3 *study) {
    routh_context context = routh_context_default();
    routh_segment3_options segmentation = choices->segment;
    routh_study3_options studying = choices->study;
    routh_results3 other;
    dataset_notes notes = {0};
    studying.segmentation = &segmentation;
    context.threads = (int)choices->threads;
    routh_status status = routh_study3_options_check(&context, &studying);
    if (status == ROUTH_OK && choices->calibration) {
        status = routh_results3_read(&context, routh_io_path(choices->calibration), &other);
        segmentation.calibration = &other.calibration;
        studying.results = &other;
    }
    if (status == ROUTH_OK) {
        int answer = tosses_read(verb, data, 0, &choices->import, &notes, dataset);
        if (answer == 0)
            answer = finish_body(verb, choices, dataset);
        if (answer == 0 && choices->calibration)
            answer = check_same_body(verb, choices->calibration, &other, dataset);
        if (answer != 0)
            return answer;
    }
    progress_show(&context);
    if (status == ROUTH_OK)
        status = routh_dataset3_segment(&context, &segmentation, dataset);
    const size_t used = status == ROUTH_OK ? routh_dataset3_used(dataset, NULL) : 0;
    if (used > 0)
        status = routh_study3_run(&context, dataset, &studying, study);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    if (used == 0)
        return fail_unused(verb, dataset);
    dataset_note(verb, &notes);
    return 0;
}

void toss_release(routh_dataset3 *dataset, routh_study3 *study) {
    routh_study3_release(NULL, study);
    routh_dataset3_release(NULL, dataset);
}

int toss_print(const char *verb, const routh_study3 *study, int json) {
    output_file out;
    const int result = OUTPUT_WRITE(
        out, verb, NULL, routh_study3_write(&out.context, study, routh_io_file(out.file, json ? ".json" : ".txt")));
    return result != 0 ? result : !study->compared || study->standing == ROUTH_STANDING_NONE;
}

static int write_file(const char *verb, const char *path, const char *ending, const routh_study3 *study) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path, routh_study3_write(&out.context, study, routh_io_file(out.file, ending)));
}

static int write_files(const char *verb, const toss_options *options, const routh_study3 *study) {
    int result = options->output ? write_file(verb, options->output, ".csv", study) : 0;
    if (result == 0 && options->svg && !study->compared)
        warn(verb, "%s was not written: %s", options->svg, study->why_not);
    else if (result == 0 && options->svg)
        result = write_file(verb, options->svg, ".svg", study);
    return result;
}

static int report(const char *verb, const toss_options *options, const routh_study3 *study) {
    const int result = write_files(verb, options, study);
    return result == 0 ? toss_print(verb, study, options->json) : result;
}

/* Of --evaluations: with fewer, ten parameters hardly move from where the search begins. */
enum { LEAST_EVALUATIONS = 30, MOST_EVALUATIONS = 100000 };

/* What belongs to whole tosses, or not to them. */
static int check_rollouts(const char *verb, const toss_options *options) {
    const struct {
        bool given;
        const char *name;
    } own[] = {{options->folder != NULL, "folder"},
               {options->evaluations > 0, "evaluations"},
               {options->spread > 0, "spread"},
               {options->no_ablations != 0, "no-ablations"}};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (own[i].given && !options->rollouts)
            return fail(verb, "--%s has no effect without --rollouts", own[i].name);
    if (options->evaluations > 0 &&
        (options->evaluations < LEAST_EVALUATIONS || options->evaluations > MOST_EVALUATIONS))
        return fail(verb, "--evaluations %zu: it must be %d … %d", options->evaluations, LEAST_EVALUATIONS,
                    MOST_EVALUATIONS);
    return 0;
}

/* The report of whole tosses; files of single impacts as without it. */
static int roll_out(const char *verb, const toss_options *options, const routh_dataset3 *dataset,
                    const routh_study3 *study, result_folder *results) {
    const rollouts_choices choices = {.folder = options->folder,
                                      .evaluations = options->evaluations,
                                      .spread = options->spread,
                                      .no_ablations = options->no_ablations,
                                      .json = options->json,
                                      .threads = options->threads};
    int result = write_files(verb, options, study);
    if (result == 0)
        result = toss_rollouts(verb, &choices, dataset, study, results);
    return result;
}

static int run(const char *verb, void *given) {
    const toss_options *options = given;
    if (!options->data)
        return fail(verb, "missing DATA: a folder of CSV files, one of them, or tosses.h5");
    const char *const files[] = {options->output, options->svg};
    for (int i = 0; i < 2; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return fail(verb, "--%s needs a file: the report goes to standard output", i == 0 ? "output" : "svg");
    toss_choices choices;
    routh_dataset3 dataset = {0};
    routh_study3 study = {0};
    result_folder results = {0};
    int result = library_options(verb, options, &choices);
    if (result == 0)
        result = check_rollouts(verb, options);
    if (result == 0 && options->folder)
        result = rollouts_open(verb, options->folder, &results);
    if (result == 0)
        result = toss_study(verb, options->data, &choices, &dataset, &study);
    if (result == 0)
        result =
            options->rollouts ? roll_out(verb, options, &dataset, &study, &results) : report(verb, options, &study);
    results_release(&results);
    toss_release(&dataset, &study);
    toss_choices_release(&choices);
    return result;
}

static const option_entry entries[] = {
    {"DATA", OPTION_OPERAND, offsetof(toss_options, data), NULL,
     .about =
         "a folder of CSV files or one file: px,py,pz,qw,qx,qy,qz[,wx,wy,wz], one frame a row, z upwards, the board "
         "at 0. Or tosses.h5, which `routh import --space` and `routh simulate --space` write",
     .path = PATH_INPUT},
    {"shape", OPTION_TEXT, offsetof(toss_options, shape), "KIND", .about = SHAPE3_FORMS, .otherwise = "cube:0.1048"},
    {"width", OPTION_NUMBER, offsetof(toss_options, width), "W", .about = "the same as --shape cube:W, m",
     .otherwise = "0.1048"},
    {"mass", OPTION_NUMBER, offsetof(toss_options, mass), "M", .about = "mass, kg",
     .otherwise = "0.37, and 1 for a box or a mesh"},
    {"density", OPTION_NUMBER, offsetof(toss_options, density), "D",
     .about = "density instead, kg/m³: times the shape's volume"},
    {"rate", OPTION_NUMBER, offsetof(toss_options, rate), "F", .about = "frames per second, Hz", .otherwise = "148"},
    {"gravity", OPTION_NUMBER, offsetof(toss_options, gravity), "G", .about = "gravity, m/s²", .otherwise = "9.81"},
    {"unit", OPTION_NUMBER, offsetof(toss_options, unit), "U", .about = "the files' unit of length, m",
     .otherwise = "half the width of a cube, 1 m for a box or a mesh"},
    {"inertia", OPTION_NUMBER, offsetof(toss_options, inertia), "I",
     .about =
         "moment of inertia about any axis through the centre of mass, kg m²; of a box or a mesh the mean of its three "
         "principal moments, whose ratios are those of uniform density",
     .otherwise = "measured from the impacts"},
    {"tensor", OPTION_TEXT, offsetof(toss_options, tensor), "XX,YY,ZZ,XY,XZ,YZ",
     .about =
         "inertia tensor of a box or a mesh about the centre of mass, body axes, kg m²; xy is minus the product of "
         "inertia",
     .otherwise = "that of uniform density times a factor measured from the impacts", .field = "shape"},
    {"rounding", OPTION_NUMBER, offsetof(toss_options, rounding), "R", .about = "radius of edges and corners, m",
     .otherwise = "measured from the impacts"},
    {"no-calibration", OPTION_FLAG, offsetof(toss_options, no_calibration), NULL,
     .about = "a sharp uniform body, a cube tracked at its centre, lengths as recorded"},
    {"calibration", OPTION_TEXT, offsetof(toss_options, calibration), "FILE",
     .about = "results.json of other tosses of the same body: its calibration instead of one measured here, and the "
              "parameters of its laws, tested on all impacts",
     .path = PATH_INPUT},
    {"flight-min", OPTION_COUNT, offsetof(toss_options, flight_min), "N",
     .about = "frames of flight needed before and after a contact", .otherwise = "5"},
    {"flight-max", OPTION_COUNT, offsetof(toss_options, flight_max), "N", .about = "frames used of a longer flight",
     .otherwise = "10"},
    {"corner-gap", OPTION_NUMBER, offsetof(toss_options, corner_gap), "D",
     .about = "a second corner nearer to the board than this may touch too, m", .otherwise = "0.005"},
    {"deviation-max", OPTION_NUMBER, offsetof(toss_options, deviation_max), "D",
     .about = "largest distance of a frame from its flight, m", .otherwise = "0.0005"},
    {"meeting-max", OPTION_NUMBER, offsetof(toss_options, meeting_max), "D",
     .about = "largest distance between the flights before and after where they meet, m", .otherwise = "0.001"},
    {"ground-max", OPTION_NUMBER, offsetof(toss_options, ground_max), "D",
     .about = "largest distance of the lowest point from the board at contact, m", .otherwise = "0.008"},
    {"law", OPTION_TEXT, offsetof(toss_options, law), "NAME",
     .about = "give intervals for the parameters of this law alone, which is quicker; one with modifiers, such as "
              "rigid+eps-power, is fitted beside the others",
     .otherwise = "all three"},
    {"bootstrap", OPTION_COUNT, offsetof(toss_options, bootstrap), "B", .about = "resamples for the intervals",
     .otherwise = "100", .field = "resamples"},
    OPTION_SEED(toss_options, seed),
    OPTION_WORKERS(toss_options, threads),
    {"output", OPTION_TEXT, offsetof(toss_options, output), "FILE",
     .about = "every contact as comma-separated values, those not used with the reason", .path = PATH_OUTPUT},
    {"svg", OPTION_TEXT, offsetof(toss_options, svg), "FILE",
     .about = "a picture: errors, and predicted against measured velocities", .path = PATH_OUTPUT},
    OPTION_JSON(toss_options, json, "print the report as JSON"),
};

static const option_entry rollout_entries[] = {
    {"rollouts", OPTION_FLAG, offsetof(toss_options, rollouts), NULL,
     .about = "predict whole tosses from their first flight, with parameters fitted to other tosses, and report that"},
    {"folder", OPTION_TEXT, offsetof(toss_options, folder), "FOLDER",
     .about = "results.json, tosses.csv with one row a toss, errors.svg over time, and report.html, a page with the "
              "worst, median and best toss to watch",
     .otherwise = "nothing is written", .path = PATH_OUTPUT_FOLDER},
    {"evaluations", OPTION_COUNT, offsetof(toss_options, evaluations), "N",
     .about = "most predictions of all tosses in one fit, 30 … 100000", .otherwise = "200"},
    {"spread", OPTION_COUNT, offsetof(toss_options, spread), "N",
     .about = "predict each toss N times with start, parameters, impacts and noise drawn: regions that hold 90 % over "
              "time, probabilities of resting faces, and how well both hold; 20 … 20000",
     .otherwise = "one path for each toss"},
    {"no-ablations", OPTION_FLAG, offsetof(toss_options, no_ablations), NULL,
     .about = "do not predict with the body as stated, one friction, constant restitution and starts from frame 0"},
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL},
    {"Whole tosses", OPTION_ENTRIES(rollout_entries), 0,
     "Takes minutes: every fit predicts all tosses up to --evaluations times. docs/tosses.md explains the report."},
    {.entry = NULL}};

const program_verb verb_toss = {
    .name = "toss",
    .title = "toss",
    .about = "tosses of a convex body: impacts of single corners, and laws in three dimensions compared on them",
    .usage = "toss DATA [OPTION]…",
    .text =
        "Finds impacts of single corners in recorded tosses of a cube, a box or any other convex body on a board, "
        "measures the properties of the body "
        "that the recording determines (scale, centre of mass, rounded corners, inertia), and compares laws of impact "
        "in three dimensions on the velocities after: without friction, rigid, and with tangential compliance, each "
        "fitted to one half of the tosses and tested on the other. docs/cube-tosses.md explains the report. `routh "
        "study` "
        "takes tosses too, and writes all of it into a folder.",
    .groups = groups,
    .notes = "Exit code 1: too few impacts to compare laws; the rest of the report is complete.",
    .examples = "routh toss cube-tosses/ --svg tosses.svg -o impacts.csv\n"
                "routh toss box-tosses/ --shape box:0.12,0.08,0.05 --mass 0.3 --rate 240\n"
                "routh toss part-tosses/ --shape mesh:part.stl,mm --density 1050 --rate 240\n"
                "routh toss cube-tosses/ --rollouts --folder rollouts\n"
                "routh toss cube-tosses/ --rollouts --spread 200 --no-ablations --folder spread",
    .options_size = sizeof(toss_options),
    .run = run,
};
