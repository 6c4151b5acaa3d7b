/* routh strike: impacts in three dimensions with compliance, at one contact or several.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

_Static_assert(ROUTH_MOST_SCENE_CONTACTS == 64, "the help of --scene has the number");

/* What is struck. */
typedef enum strike_source { FROM_TABLE, FROM_OPTIONS, FROM_SCENE, FROM_BODIES } strike_source;

static int choose_source(const char *verb, const strike_options *options, strike_source *source) {
    const struct {
        const char *name;
        int given;
    } sources[] = {
        [FROM_TABLE] = {"--input", options->input != NULL},
        [FROM_OPTIONS] = {"--w and --v", options->w || options->v},
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
    *source = options->bodies ? FROM_BODIES : found >= 0 ? (strike_source)found : FROM_TABLE;
    return 0;
}

static int choose_strike_format(const char *verb, strike_options *options, strike_source source) {
    static const output_format usual[] = {[FROM_TABLE] = FORMAT_CSV,
                                          [FROM_OPTIONS] = FORMAT_TEXT,
                                          [FROM_SCENE] = FORMAT_JSON,
                                          [FROM_BODIES] = FORMAT_TEXT};
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON | 1u << FORMAT_SVG;
    return choose_format(verb, &options->format_words, options->output, legal,
                         options->figure == FIGURE_NONE ? usual[source] : FORMAT_SVG, &options->format);
}

/* μ, e and η² of a strike: from columns, options or defaults. */

const char *const touch_names[TOUCH_NUMBERS] = {"mu", "e", "eta2"};
static const char *const option_names[TOUCH_NUMBERS] = {"mu", "eps", "eta2"};

double *touch_number(routh_pair *pair, int index) {
    double *const numbers[TOUCH_NUMBERS] = {&pair->mu, &pair->eps, &pair->eta2};
    return numbers[index];
}

static void touch_given(const strike_options *options, int given[TOUCH_NUMBERS]) {
    given[0] = options->mu.given;
    given[1] = options->eps.given;
    given[2] = options->eta2.given || options->nu.given;
}

const char *touch_complaint(routh_context *context, int index, double value) {
    routh_pair pair = routh_pair_default();
    *touch_number(&pair, index) = value;
    if (routh_pair_check(context, &pair) == ROUTH_OK)
        return NULL;
    const size_t used = strlen(context->message);
    if (index == 1 && value > 1 && value <= 100) /* what people mean who give percent */
        snprintf(context->message + used, sizeof context->message - used, " (%g %% is %g)", value, value / 100);
    return context->message;
}

int touch_from_options(const char *verb, const strike_options *options, routh_pair *pair) {
    if (options->eta2.given && options->nu.given)
        return fail(verb, "--eta2 or --nu, not both: the one follows from the other");
    if (options->nu.given && !(options->nu.value >= 0 && options->nu.value <= 0.5))
        return fail(verb, "--nu %.15g: Poisson's ratio lies in 0 … 0.5", options->nu.value);
    const option_number *const given[TOUCH_NUMBERS] = {&options->mu, &options->eps, &options->eta2};
    for (int i = 0; i < TOUCH_NUMBERS; i++) {
        routh_context context = routh_context_default();
        if (!given[i]->given)
            continue;
        const char *wrong = touch_complaint(&context, i, given[i]->value);
        if (wrong)
            return fail(verb, "--%s: %s", option_names[i], wrong);
        *touch_number(pair, i) = given[i]->value;
    }
    if (options->nu.given)
        pair->eta2 = routh_eta2_of_poisson(options->nu.value);
    return 0;
}

void touch_note_defaults(const char *verb, const strike_options *options, const int known[TOUCH_NUMBERS],
                         const routh_pair *pair) {
    routh_pair values = *pair;
    int given[TOUCH_NUMBERS];
    touch_given(options, given);
    for (int i = 0; i < TOUCH_NUMBERS; i++)
        if (!given[i] && !known[i] && !(i == 2 && options->rigid))
            note(verb, "--%s was not given: %.4g is used%s", option_names[i], *touch_number(&values, i),
                 i == 2 ? " (Poisson's ratio 0.3)" : "");
}

/* Options without effect are refused rather than ignored. */
static int refuse_without_effect(const char *verb, const strike_options *options, strike_source source) {
    int given[TOUCH_NUMBERS];
    touch_given(options, given);
    const bool single = source == FROM_OPTIONS || source == FROM_BODIES;
    if (source == FROM_SCENE && (given[0] || given[1] || given[2]))
        return fail(verb, "--mu, --eps, --eta2 and --nu have no effect with --scene: its contacts have their own");
    if (source == FROM_SCENE && options->rigid && options->format != FORMAT_JSON)
        return fail(verb, "--rigid adds to the json of a scene; a curve over time has springs");
    if (options->rigid && given[2])
        return fail(verb, "--%s or --rigid, not both: a rigid contact has no springs",
                    options->nu.given ? "nu" : "eta2");
    if (options->threads && source != FROM_TABLE)
        return fail(verb, "--threads is for a table");
    if (options->curve && !single && source != FROM_SCENE)
        return fail(verb, "--curve needs one impact: give --w and --v, or --scene");
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
    if (!drawn)
        return 0;
    if (source == FROM_TABLE)
        return fail(verb, "a picture shows one impact: give --w and --v, or --scene");
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
    return 0;
}

static int check_output(const char *verb, const strike_options *options, strike_source source) {
    static const unsigned legal[] = {
        [FROM_TABLE] = 1u << FORMAT_CSV | 1u << FORMAT_JSON,
        [FROM_OPTIONS] = ~0u,
        [FROM_SCENE] = 1u << FORMAT_JSON | 1u << FORMAT_CSV | 1u << FORMAT_SVG,
        [FROM_BODIES] = ~0u,
    };
    enum { MOST_POINTS = 1000000 };
    if (!(legal[source] >> options->format & 1))
        return fail(verb, "%s, not %s",
                    source == FROM_SCENE ? "a scene is written as json, its course over time as csv or svg"
                                         : "a table is written as csv or json",
                    format_names[options->format]);
    if (options->points > MOST_POINTS)
        return fail(verb, "--points %zu is more than %d", options->points, MOST_POINTS);
    const char *output = options->output ? options->output : "-";
    if (options->curve && strcmp(options->curve, "-") == 0 && strcmp(output, "-") == 0)
        return fail(verb, "--curve and --output would both go to standard output; give one of them another name");
    return 0;
}

int strike_run(const char *verb, strike_options *options) {
    static int (*const doers[])(const char *, const strike_options *) = {[FROM_TABLE] = strike_table,
                                                                         [FROM_OPTIONS] = strike_single,
                                                                         [FROM_SCENE] = strike_scene,
                                                                         [FROM_BODIES] = strike_single};
    strike_source source = FROM_TABLE;
    /* choices are in the order of the enumeration, which begins with none */
    if (options->figure_word.word && !options->bodies)
        options->figure = (strike_figure)(options->figure_word.index + FIGURE_IMPULSE);
    int answer = choose_source(verb, options, &source);
    if (answer == 0)
        answer = choose_strike_format(verb, options, source);
    if (answer == 0)
        answer = check_figure(verb, options, source);
    if (answer == 0)
        answer = refuse_without_effect(verb, options, source);
    if (answer == 0)
        answer = check_output(verb, options, source);
    return answer != 0 ? answer : doers[source](verb, options);
}

static int run(const char *verb, void *given) {
    return strike_run(verb, given);
}

static const option_entry sources[] = {
    {"input", OPTION_TEXT, offsetof(strike_options, input), "FILE",
     .about = "a table of contacts as comma-separated values", .otherwise = "standard input, as with -",
     .path = PATH_INPUT_OR_STANDARD},
    {"w", OPTION_TEXT, offsetof(strike_options, w), "W11,W12,W13,W22,W23,W33",
     .about = "one contact: its compliance W, 1/kg"},
    {"v", OPTION_TEXT, offsetof(strike_options, v), "V1,V2,V3",
     .about = "… and the velocity of the contact point, m/s"},
    {"scene", OPTION_TEXT, offsetof(strike_options, scene), "FILE",
     .about = "bodies with up to 64 contacts as JSON (-: standard input); writes the same scene after the collision",
     .path = PATH_INPUT},
};

const option_entry strike_contact_entries[STRIKE_CONTACT_OPTIONS] = {
    {"mu", OPTION_NUMBER, offsetof(strike_options, mu), "X", .about = "coefficient of friction, from 0",
     .otherwise = "0.3"},
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

static const option_entry results[] = {
    OPTION_OUTPUT(strike_options, output),
    FORMAT_OPTION_ENTRIES(strike_options, format_words, "text csv json svg",
                          "csv for a table, json for a scene, text for the rest"),
    {"curve", OPTION_TEXT, offsetof(strike_options, curve), "FILE",
     .about = "also write the impulse curve of a contact as comma-separated values: " STRIKE_CURVE_COLUMNS
              "; of a scene its "
              "course over time: time, energies, every body and contact",
     .path = PATH_OUTPUT},
    {"figure", OPTION_CHOICE, offsetof(strike_options, figure_word), "FIGURE",
     .about = "which picture (svg), or the numbers behind it (csv); time for a scene",
     .choices = "impulse tangential velocity time", .otherwise = "impulse or time"},
    {"points", OPTION_COUNT, offsetof(strike_options, points), "N",
     .about = "moments in each phase of a curve, or in all of a scene's", .otherwise = "100; scene 500"},
    OPTION_WORKERS(strike_options, threads),
};

static const option_group groups[] = {
    {"What is struck, one of", OPTION_ENTRIES(sources), 0, NULL},
    {"Properties of the contact", OPTION_ENTRIES(strike_contact_entries), 0, NULL},
    {"Output", OPTION_ENTRIES(results), 0, NULL},
    {.entry = NULL},
};

const program_verb verb_strike = {
    .name = "strike",
    .title = "strike",
    .about = "impacts in three dimensions with compliance, one contact or several at once",
    .usage = "strike [--input FILE] [OPTION]…\n"
             "strike --w W11,W12,W13,W22,W23,W33 --v V1,V2,V3 [OPTION]…\n"
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
    .examples = "routh strike --w 3.5,0,0,3.5,0,1 --v -3,0,-5 --mu 0.4 --eps 0.5 --nu 0.3 --curve curve.csv\n"
                "routh strike --scene scene.json --curve curve.csv -o course.svg\n"
                "printf 'w11,w12,w13,w22,w23,w33,v1,v2,v3\\n3.5,0,0,3.5,0,1,-3,0,-5\\n' |\n"
                "  routh strike --mu 0.4 --eps 0.5",
    .options_size = sizeof(strike_options),
    .run = run,
};
