/* routh strike: impacts in three dimensions with compliance, at one contact or several.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "strike.h"

#include <stdio.h>
#include <string.h>

#include "verbs.h"

_Static_assert(ROUTH_MOST_SCENE_CONTACTS == 64, "the help of --scene has the number");

/* What is struck. */
typedef enum strike_source { FROM_TABLE, FROM_OPTIONS, FROM_CASE, FROM_SCENE } strike_source;

static int choose_source(const char *verb, const strike_options *options, strike_source *source) {
    const struct {
        const char *name;
        int given;
    } sources[] = {
        [FROM_TABLE] = {"--input", options->input != NULL},
        [FROM_OPTIONS] = {"--w and --v", options->w || options->v},
        [FROM_CASE] = {"--case", options->case_word.word != NULL},
        [FROM_SCENE] = {"--scene", options->scene != NULL},
    };
    int found = -1;
    for (int i = FROM_TABLE; i <= FROM_SCENE; i++) {
        if (!sources[i].given)
            continue;
        if (found >= 0)
            return fail(verb, "%s or %s, not both", sources[found].name, sources[i].name);
        found = i;
    }
    *source = found >= 0 ? (strike_source)found : FROM_TABLE;
    return 0;
}

static int choose_strike_format(const char *verb, strike_options *options, strike_source source) {
    static const output_format usual[] = {
        [FROM_TABLE] = FORMAT_CSV, [FROM_OPTIONS] = FORMAT_TEXT, [FROM_CASE] = FORMAT_TEXT, [FROM_SCENE] = FORMAT_JSON};
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON | 1u << FORMAT_SVG;
    return choose_format(verb, &options->format_words, options->output, legal,
                         options->figure == FIGURE_NONE ? usual[source] : FORMAT_SVG, &options->format);
}

/* Options without effect are refused rather than ignored. */
static int refuse_idle_options(const char *verb, const strike_options *options, strike_source source) {
    int given[TOUCH_NUMBERS];
    touch_given(options, given);
    const int masse = options->example == CASE_MASSE,
              single = source == FROM_OPTIONS || (source == FROM_CASE && !masse);
    if (masse && (given[0] || given[1] || given[2] || options->rigid))
        return fail(verb, "--mu, --eps, --eta2, --nu and --rigid have no effect on a massé shot: its contacts at cue "
                          "and table have --tip-mu, --table-mu and so on");
    if (source == FROM_SCENE && (given[0] || given[1] || given[2]))
        return fail(verb, "--mu, --eps, --eta2 and --nu have no effect with --scene: its contacts have their own");
    if (source == FROM_SCENE && options->rigid && options->format != FORMAT_JSON)
        return fail(verb, "--rigid adds to the json of a scene; a curve over time has springs");
    if (options->rigid && given[2])
        return fail(verb, "--%s or --rigid, not both: a rigid contact has no springs",
                    options->nu.given ? "nu" : "eta2");
    for (int i = 0; i < SHOT_NUMBERS; i++)
        if (options->shot[i].given && !masse)
            return fail(verb, "--%s is for --case masse", shot_names[i]);
    const int own = check_own_numbers(verb, options);
    if (own != 0)
        return own;
    if (options->threads && source != FROM_TABLE)
        return fail(verb, "--threads is for a table");
    if (options->curve && !single && source != FROM_SCENE)
        return fail(verb, "--curve needs one impact: give --w and --v, --case ball, --case pencil or --scene");
    if (options->curve && single && options->rigid)
        return fail(verb, "--curve or --rigid, not both: a rigid contact has no springs to follow");
    const int course = source == FROM_SCENE && options->format == FORMAT_CSV;
    if (options->points && !options->curve && !course && options->figure == FIGURE_NONE &&
        options->format != FORMAT_SVG)
        return fail(verb, "--points is for --curve and pictures");
    return 0;
}

static int check_figure(const char *verb, const strike_options *options, strike_source source) {
    const int drawn = options->figure != FIGURE_NONE || options->format == FORMAT_SVG;
    const int masse = options->example == CASE_MASSE;
    if (!drawn)
        return 0;
    if (source == FROM_TABLE)
        return fail(verb, "a picture shows one impact: give --w and --v, --case or --scene");
    if (source == FROM_SCENE)
        return options->figure == FIGURE_NONE || options->figure == FIGURE_TIME
                   ? 0
                   : fail(verb, "--figure %s needs one contact; a scene has --figure time", options->figure_word.word);
    if (options->figure == FIGURE_TIME)
        return fail(verb, "--figure time is for --scene");
    if (options->figure != FIGURE_NONE && options->format != FORMAT_SVG && options->format != FORMAT_CSV)
        return fail(verb, "--figure is written as svg, or its numbers as csv, not as %s",
                    format_names[options->format]);
    if (options->rigid)
        return fail(verb, "pictures show springs, and --rigid has none");
    if (options->figure == FIGURE_PATH && !masse)
        return fail(verb, "--figure path is for --case masse");
    if (masse && options->figure != FIGURE_NONE && options->figure != FIGURE_PATH)
        return fail(verb, "--figure %s needs one contact; a massé shot has a path", options->figure_word.word);
    if (options->figure == FIGURE_EFFECT && source != FROM_CASE)
        return fail(verb, "--figure effect needs bodies: --case ball or --case pencil");
    return 0;
}

static int check_output(const char *verb, const strike_options *options, strike_source source) {
    static const unsigned legal[] = {
        [FROM_TABLE] = 1u << FORMAT_CSV | 1u << FORMAT_JSON,
        [FROM_OPTIONS] = ~0u,
        [FROM_CASE] = ~0u,
        [FROM_SCENE] = 1u << FORMAT_JSON | 1u << FORMAT_CSV | 1u << FORMAT_SVG,
    };
    enum { MOST_POINTS = 1000000 };
    if (!(legal[source] >> options->format & 1))
        return fail(verb, "%s, not %s",
                    source == FROM_SCENE ? "a scene is written as json, its course over time as csv or svg"
                                         : "a table is written as csv or json",
                    format_names[options->format]);
    if (options->sweep && (options->sweep < 3 || options->sweep > 51 || options->sweep % 2 == 0))
        return fail(verb, "--sweep %zu: an odd number from 3 to 51, so that the shot itself is in the middle",
                    options->sweep);
    if (options->sweep && options->format == FORMAT_JSON)
        return fail(verb, "--sweep is written as text, csv or svg, not as json");
    if (options->sweep && options->figure != FIGURE_NONE)
        return fail(verb, "--sweep or --figure, not both: a sweep has one picture");
    if (options->example == CASE_MASSE && options->format == FORMAT_CSV && options->figure == FIGURE_NONE &&
        !options->sweep)
        return fail(verb, "--format csv of a massé shot needs --figure path");
    if (options->points > MOST_POINTS)
        return fail(verb, "--points %zu is more than %d", options->points, MOST_POINTS);
    const char *output = options->output ? options->output : "-";
    if (options->curve && strcmp(options->curve, "-") == 0 && strcmp(output, "-") == 0)
        return fail(verb, "--curve and --output would both go to standard output; give one of them another name");
    return 0;
}

static int run(const char *verb, void *given) {
    static int (*const doers[])(const char *, const strike_options *) = {[FROM_TABLE] = strike_table,
                                                                         [FROM_OPTIONS] = strike_single,
                                                                         [FROM_CASE] = strike_single,
                                                                         [FROM_SCENE] = strike_scene};
    strike_options *options = given;
    strike_source source = FROM_TABLE;
    /* choices are in the order of the enumerations, which begin with none */
    if (options->case_word.word)
        options->example = (strike_case)(options->case_word.index + CASE_BALL);
    if (options->figure_word.word)
        options->figure = (strike_figure)(options->figure_word.index + FIGURE_IMPULSE);
    int answer = choose_source(verb, options, &source);
    if (answer == 0)
        answer = choose_strike_format(verb, options, source);
    if (answer == 0)
        answer = check_figure(verb, options, source);
    if (answer == 0)
        answer = refuse_idle_options(verb, options, source);
    if (answer == 0)
        answer = check_output(verb, options, source);
    if (answer != 0)
        return answer;
    return options->example == CASE_MASSE ? strike_masse(verb, options) : doers[source](verb, options);
}

static const option_entry sources[] = {
    {"input", OPTION_TEXT, offsetof(strike_options, input), "FILE",
     .about = "a table of contacts as comma-separated values", .otherwise = "standard input, as with -",
     .path = PATH_INPUT_OR_STANDARD},
    {"w", OPTION_TEXT, offsetof(strike_options, w), "W11,W12,W13,W22,W23,W33",
     .about = "one contact: its compliance W, 1/kg"},
    {"v", OPTION_TEXT, offsetof(strike_options, v), "V1,V2,V3",
     .about = "… and the velocity of the contact point, m/s"},
    {"case", OPTION_CHOICE, offsetof(strike_options, case_word), "CASE",
     .about = "an example of the paper, the last one a massé shot on a billiard table", .choices = "ball pencil masse"},
    {"scene", OPTION_TEXT, offsetof(strike_options, scene), "FILE",
     .about = "bodies with up to 64 contacts as JSON (-: standard input); writes the same scene after the collision",
     .path = PATH_INPUT},
};

static const option_entry contact[] = {
    {"mu", OPTION_NUMBER, offsetof(strike_options, mu), "X", .about = "coefficient of friction, from 0",
     .otherwise = "0.3; ball 0.4, pencil 0.8"},
    {"eps", OPTION_NUMBER, offsetof(strike_options, eps), "X",
     .about = "energetic coefficient of restitution, 0 … 1, column e of tables", .otherwise = "0.5"},
    {"eta2", OPTION_NUMBER, offsetof(strike_options, eta2), "X",
     .about = "normal ÷ tangential stiffness in compression, > 0", .otherwise = "1.214, of Poisson's ratio 0.3"},
    {"nu", OPTION_NUMBER, offsetof(strike_options, nu), "X",
     .about = "Poisson's ratio instead, 0 … 0.5: eta2 = (2 - nu) / (2 (1 - nu))"},
    {"rigid", OPTION_FLAG, offsetof(strike_options, rigid), NULL,
     .about = "the limit of rigid bodies, eta2 -> 0, instead; with --scene beside the springs: impacts one after "
              "another, in several orders, and whether they agree"},
};

static const option_entry shot[SHOT_NUMBERS] = {
    {"elevation", OPTION_NUMBER, 0, "A", .about = "angle of the cue above the horizontal, degrees, 0 … 90"},
    {"azimuth", OPTION_NUMBER, sizeof(option_number), "A",
     .about = "direction of the cue on the cloth, degrees from x towards y"},
    {"speed", OPTION_NUMBER, 2 * sizeof(option_number), "V", .about = "speed of the cue, m/s"},
    {"side", OPTION_NUMBER, 3 * sizeof(option_number), "S",
     .about = "where the tip hits, ball radii to the right of the centre, seen along the cue"},
    {"up", OPTION_NUMBER, 4 * sizeof(option_number), "S", .about = "… and above it"},
};

#define OWN(name, which, value, ...)                                                                                   \
    { name, OPTION_NUMBER, offsetof(strike_options, own) + (which) * sizeof(option_number), value, __VA_ARGS__ }

static const option_entry body[] = {
    OWN("mass", OWN_MASS, "M", .about = "kg", .otherwise = "1; massé 0.17"),
    OWN("radius", OWN_RADIUS, "R", .about = "m", .otherwise = "ball 1, pencil 0.5, massé 0.028575"),
    {"velocity", OPTION_TEXT, offsetof(strike_options, velocity), "X,Y,Z",
     .about = "of its centre before the strike, m/s, z up", .otherwise = "as in the paper; massé 0"},
    {"spin", OPTION_TEXT, offsetof(strike_options, spin), "X,Y,Z", .about = "… and its spin, rad/s, world axes",
     .otherwise = "as in the paper; massé 0"},
    {"position", OPTION_TEXT, offsetof(strike_options, position), "X,Y",
     .about = "massé: where on the cloth it is struck, m", .otherwise = "0,0"},
    OWN("height", OWN_HEIGHT, "H", .about = "pencil: of the cylinder, m", .otherwise = "3"),
    OWN("cone", OWN_CONE, "H", .about = "pencil: of the cone, m", .otherwise = "0.5"),
    OWN("tilt", OWN_TILT, "A", .about = "pencil: of its axis from the table, degrees, 0 … 90", .otherwise = "60"),
};

static const option_entry billiards[] = {
    OWN("cue-mass", OWN_CUE_MASS, "M", .about = "kg", .otherwise = "0.54"),
    OWN("tip-mu", OWN_TIP_MU, "X", .about = "friction of the tip on the ball", .otherwise = "0.6"),
    OWN("tip-eps", OWN_TIP_EPS, "X", .about = "… its restitution, 0 … 1", .otherwise = "0.73"),
    OWN("tip-nu", OWN_TIP_NU, "X", .about = "… its Poisson's ratio, 0 … 0.5", .otherwise = "0.3"),
    OWN("table-mu", OWN_TABLE_MU, "X", .about = "friction of the ball on the table in impacts", .otherwise = "0.2"),
    OWN("table-eps", OWN_TABLE_EPS, "X", .about = "… its restitution, 0 … 1", .otherwise = "0.5"),
    OWN("table-nu", OWN_TABLE_NU, "X", .about = "… its Poisson's ratio, 0 … 0.5", .otherwise = "0.3"),
    OWN("stiffness", OWN_STIFFNESS, "X", .about = "normal stiffness of ball on table ÷ that of tip on ball, a guess",
        .otherwise = "10"),
    OWN("sliding", OWN_SLIDING, "X", .about = "friction of the ball that slides on the cloth", .otherwise = "0.2"),
    OWN("rolling", OWN_ROLLING, "X", .about = "… and of the ball that rolls", .otherwise = "0.01"),
    OWN("spin-deceleration", OWN_SPIN_DECELERATION, "X", .about = "of spin about the vertical, rad/s²",
        .otherwise = "10"),
    OWN("gravity", OWN_GRAVITY, "G", .about = "m/s²", .otherwise = "9.80665"),
    {"sweep", OPTION_COUNT, offsetof(strike_options, sweep), "N",
     .about = "solve the shot for N × N values of the two constants that nobody has measured, the stiffness (÷ 10 … "
              "× 10) and Poisson's ratio (0 … 0.5), and show where the ball comes to rest; N is odd, 3 … 51, and the "
              "shot itself is in the middle"},
};

static const option_entry results[] = {
    OPTION_OUTPUT(strike_options, output),
    FORMAT_OPTION_ENTRIES(strike_options, format_words, "text csv json svg",
                          "csv for a table, json for a scene, text for the rest"),
    {"curve", OPTION_TEXT, offsetof(strike_options, curve), "FILE",
     .about = "also write the impulse curve of a contact, ball or pencil as comma-separated values: time, p1,p2,p3, "
              "v1,v2,v3, spring1…, rate1…, phase; of a scene its course over time: time, energies, every body and "
              "contact",
     .path = PATH_OUTPUT},
    {"figure", OPTION_CHOICE, offsetof(strike_options, figure_word), "FIGURE",
     .about =
         "which picture (svg), or the numbers behind it (csv); effect of friction and Poisson's ratio for ball and "
         "pencil, path for the massé shot, time for a scene",
     .choices = "impulse tangential velocity effect path time", .otherwise = "impulse, path or time"},
    {"points", OPTION_COUNT, offsetof(strike_options, points), "N",
     .about = "moments in each phase of a curve, or in all of a scene's; steps of an effect",
     .otherwise = "100; scene 500"},
    OPTION_WORKERS(strike_options, threads),
};

static const option_group groups[] = {
    {"What is struck, one of", OPTION_ENTRIES(sources), 0, NULL},
    {"Properties of the contact", OPTION_ENTRIES(contact), 0, NULL},
    {"The massé shot, where it differs from the usual one", OPTION_ENTRIES(shot), offsetof(strike_options, shot), NULL},
    {"The body that is struck, where it differs from the usual one (ball, pencil, massé)", OPTION_ENTRIES(body), 0,
     NULL},
    {"Cue, table and cloth of the massé shot", OPTION_ENTRIES(billiards), 0, NULL},
    {"Output", OPTION_ENTRIES(results), 0, NULL},
    {.entry = NULL},
};

const program_verb verb_strike = {
    .name = "strike",
    .title = "strike",
    .about = "impacts in three dimensions with compliance, one contact or several at once",
    .usage = "strike [--input FILE] [OPTION]…\n"
             "strike --w W11,W12,W13,W22,W23,W33 --v V1,V2,V3 [OPTION]…\n"
             "strike --case ball|pencil|masse [OPTION]…\n"
             "strike --scene FILE [OPTION]…",
    .text =
        "Impacts in three dimensions at contacts that are compliant along the normal and along the surface (Stronge's "
        "springs). docs/compliant-impact.md has the mathematics.",
    .groups = groups,
    .notes =
        "Axes of a contact: u, w along the surface, n out of it towards the body; indices 1, 2, 3. Input columns, in "
        "any order: w11,w12,w13,w22,w23,w33 (1/kg), v1,v2,v3 (m/s, v3 < 0), and row by row mu, e (or eps), eta2 where "
        "the table has them: a column overrides the option, the option overrides the default. Other columns are "
        "ignored.\n"
        "Output columns, row by row: p1,p2,p3 (impulse, N s), v1,v2,v3 (velocity after), phases, energy_ratio (energy "
        "after ÷ before, of the motion that the impulse can change), friction_loss, normal_loss, left (in the "
        "tangential springs when contact ended; all J). Phases: c-slip, c-stick in compression, r-stick, r-slip in "
        "restitution.",
    .examples = "routh strike --case ball\n"
                "routh strike --case pencil --mu 0.5 --nu 0.4 --figure tangential -o pencil.svg\n"
                "routh strike --case ball --figure effect -o effect.csv\n"
                "routh strike --case ball --radius 0.03 --mass 0.2 --velocity 1,0,-2 --spin 0,90,0\n"
                "routh strike --case masse --elevation 70 --side 0.3 -o masse.svg\n"
                "routh strike --case masse --cue-mass 0.6 --table-mu 0.25 --sweep 9 -o sweep.svg\n"
                "routh strike --w 3.5,0,0,3.5,0,1 --v -3,0,-5 --mu 0.4 --eps 0.5 --nu 0.3 --curve curve.csv\n"
                "routh strike --scene scene.json --curve curve.csv -o course.svg\n"
                "printf 'w11,w12,w13,w22,w23,w33,v1,v2,v3\\n3.5,0,0,3.5,0,1,-3,0,-5\\n' |\n"
                "  routh strike --mu 0.4 --eps 0.5",
    .options_size = sizeof(strike_options),
    .run = run,
};
