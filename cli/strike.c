/* routh strike: impacts in three dimensions with compliance, at one contact or several.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "strike.h"

#include <stdio.h>
#include <string.h>

#include "verbs.h"

static const char help[] =
    "Usage: routh strike [--input FILE] [--mu X] [--e Y] [--eta2 Z | --nu N] [OPTION]…\n"
    "       routh strike --w W11,W12,W13,W22,W23,W33 --v V1,V2,V3 [--mu X] [--e Y] [--eta2 Z | --nu N] [OPTION]…\n"
    "       routh strike --case ball|pencil|masse [OPTION]…\n"
    "       routh strike --scene FILE [--output FILE]\n\n"
    "Impacts in three dimensions at contacts that yield along the normal and along the surface (Stronge's springs).\n"
    "docs/compliant-impact.md has the mathematics.\n\n"
    "What is struck, one of\n"
    "  --input FILE    a table of contacts as comma-separated values (default, and -: standard input)\n"
    "  --w … --v …     one contact: its compliance W (1/kg) and the velocity of the contact point (m/s)\n"
    "  --case CASE     an example of the paper: a ball, a pencil, a massé shot on a billiard table\n"
    "  --scene FILE    bodies with any number of contacts as JSON (-: standard input); the same scene after the\n"
    "                  collision comes out\n\n"
    "What the contact is made of\n"
    "  --mu X          friction coefficient, from 0 (default 0.3)\n"
    "  --e Y, --eps Y  energetic coefficient of restitution, 0 … 1 (default 0.5)\n"
    "  --eta2 Z        normal ÷ tangential stiffness in compression, > 0 (default 1.214, of Poisson's ratio 0.3)\n"
    "  --nu N          Poisson's ratio instead, 0 … 0.5: eta2 = (2 - nu) / (2 (1 - nu))\n"
    "  --rigid         the limit of rigid bodies, eta2 -> 0, instead\n"
    "The ball has mu 0.4, e 0.5, nu 0.3 unless told otherwise, the pencil mu 0.8, e 0.5, nu 0.3.\n\n"
    "The massé shot, where it is not to be the usual one\n"
    "  --elevation A   of the cue above the horizontal, degrees, 0 … 90\n"
    "  --azimuth A     where the cue points on the cloth, degrees from x towards y\n"
    "  --speed V       of the cue, m/s\n"
    "  --side S        where the tip hits, ball radii to the right of the centre, seen along the cue\n"
    "  --up S          … and above it\n\n"
    "What comes out\n"
    "  --output FILE   where to (default, and -: standard output); written whole or not at all\n"
    "  --format F      text, csv, json or svg (default: by the ending of the output's name, otherwise csv for a "
    "table,\n"
    "                  json for a scene, text for the rest)\n"
    "  --json          the same as --format json, with switches and energies\n"
    "  --curve FILE    the impulse curve of a contact, ball or pencil as well, as comma-separated values: time,\n"
    "                  p1,p2,p3, v1,v2,v3, spring1…, rate1…, phase\n"
    "  --figure F      which picture (svg), or the numbers behind it (csv): impulse (default), tangential, velocity;\n"
    "                  effect of friction and Poisson's ratio, for ball and pencil; path, for the massé shot\n"
    "  --points N      moments in each phase of a curve (default 100), steps of an effect (default 100)\n"
    "  --threads N     at most N threads for a table (default: one for each core)\n"
    "  --help          this text\n\n"
    "Axes of a contact: u, w along the surface, n out of it towards the body; indices 1, 2, 3. Input columns, in any\n"
    "order: w11,w12,w13,w22,w23,w33 (1/kg), v1,v2,v3 (m/s, v3 < 0), and row by row mu, e (or eps), eta2 where the\n"
    "table has them: a column wins over the option, the option over the default. Other columns are ignored.\n"
    "Output columns, row by row: p1,p2,p3 (impulse, N s), v1,v2,v3 (velocity after), phases, energy_ratio (energy "
    "after\n"
    "÷ before, of the motion that the impulse can change), friction_loss, normal_loss, left (in the tangential "
    "springs\n"
    "when contact ended; all J). Phases: c-slip, c-stick in compression, r-stick, r-slip in restitution.\n\n"
    "Examples:\n"
    "  routh strike --case ball\n"
    "  routh strike --case pencil --mu 0.5 --nu 0.4 --figure tangential --output pencil.svg\n"
    "  routh strike --case ball --figure effect --output effect.csv\n"
    "  routh strike --case masse --elevation 70 --side 0.3 --output masse.svg\n"
    "  routh strike --w 3.5,0,0,3.5,0,1 --v -3,0,-5 --mu 0.4 --e 0.5 --nu 0.3 --curve curve.csv\n"
    "  printf 'w11,w12,w13,w22,w23,w33,v1,v2,v3\\n3.5,0,0,3.5,0,1,-3,0,-5\\n' | routh strike --mu 0.4 --e 0.5\n";

static const char *const case_names[STRIKE_CASES] = {
    [CASE_NONE] = "", [CASE_BALL] = "ball", [CASE_PENCIL] = "pencil", [CASE_MASSE] = "masse"};
static const char *const format_names[STRIKE_FORMATS] = {
    [STRIKE_TEXT] = "text", [STRIKE_CSV] = "csv", [STRIKE_JSON] = "json", [STRIKE_SVG] = "svg"};
static const char *const figure_names[STRIKE_FIGURES] = {[FIGURE_NONE] = "",
                                                         [FIGURE_IMPULSE] = "impulse",
                                                         [FIGURE_TANGENTIAL] = "tangential",
                                                         [FIGURE_VELOCITY] = "velocity",
                                                         [FIGURE_EFFECT] = "effect",
                                                         [FIGURE_PATH] = "path"};

static const char *word_at(size_t index, const void *words) {
    return ((const char *const *)words)[index];
}

/* The word's place from `first` on; −1 if it is none of them. */
static int place_of(const char *word, const char *const *words, int first, int count) {
    for (int i = first; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

/* The same for an option, after a message if it is none of them; 0 where the option is not given. */
static int choose(const char *verb, const char *option, const char *word, const char *const *words, int first,
                  int count) {
    const int place = word ? place_of(word, words, first, count) : 0;
    if (place >= 0)
        return place;
    char all[128] = "";
    for (int i = first; i < count; i++) {
        const size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i > first ? ", " : "", words[i]);
    }
    const char *nearest = routh_nearest_name(word, (size_t)(count - first), word_at, words + first);
    if (nearest)
        fail(verb, "--%s '%.60s' is none of %s; did you mean %s?", option, word, all, nearest);
    else
        fail(verb, "--%s '%.60s' is none of %s", option, word, all);
    return -1;
}

/* The format that the output's name ends in; −1 if in none. */
static int format_of_name(const char *output) {
    const char *folder = output ? strrchr(output, '/') : NULL;
    const char *ending = output ? strrchr(folder ? folder : output, '.') : NULL;
    if (ending && strcmp(ending, ".txt") == 0)
        return STRIKE_TEXT;
    return ending ? place_of(ending + 1, format_names, 0, STRIKE_FORMATS) : -1;
}

/* What is struck. */
typedef enum strike_source { FROM_TABLE, FROM_OPTIONS, FROM_CASE, FROM_SCENE } strike_source;

static int choose_source(const char *verb, const strike_options *options, strike_source *source) {
    const struct {
        const char *name;
        int given;
    } sources[] = {
        [FROM_TABLE] = {"--input", options->input != NULL},
        [FROM_OPTIONS] = {"--w and --v", options->w || options->v},
        [FROM_CASE] = {"--case", options->case_name != NULL},
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

static int choose_format(const char *verb, strike_options *options, strike_source source) {
    static const strike_format usual[] = {
        [FROM_TABLE] = STRIKE_CSV, [FROM_OPTIONS] = STRIKE_TEXT, [FROM_CASE] = STRIKE_TEXT, [FROM_SCENE] = STRIKE_JSON};
    if (options->json && options->format_name)
        return fail(verb, "--json or --format, not both");
    int format = STRIKE_JSON;
    if (options->format_name) {
        format = choose(verb, "format", options->format_name, format_names, 0, STRIKE_FORMATS);
        if (format < 0)
            return EXIT_BAD_USE;
    } else if (!options->json) {
        format = format_of_name(options->output);
        if (format < 0)
            format = options->figure == FIGURE_NONE ? (int)usual[source] : STRIKE_SVG;
    }
    options->format = (strike_format)format;
    return 0;
}

/* Options that say nothing about what is struck are refused rather than passed over. */
static int refuse_idle_options(const char *verb, const strike_options *options, strike_source source) {
    int given[TOUCH_NUMBERS];
    touch_given(options, given);
    const int masse = options->example == CASE_MASSE,
              single = source == FROM_OPTIONS || (source == FROM_CASE && !masse);
    if (masse && (given[0] || given[1] || given[2] || options->rigid))
        return fail(verb,
                    "--mu, --e, --eta2, --nu and --rigid are for one contact; a massé shot has two, of cue and table");
    if (source == FROM_SCENE && (given[0] || given[1] || given[2] || options->rigid))
        return fail(verb, "--mu, --e, --eta2, --nu and --rigid say nothing with --scene: its contacts have their own");
    if (options->rigid && given[2])
        return fail(verb, "--%s or --rigid, not both: a rigid contact has no springs",
                    options->nu.given ? "nu" : "eta2");
    for (int i = 0; i < SHOT_NUMBERS; i++)
        if (options->shot[i].given && !masse)
            return fail(verb, "--%s is for --case masse", shot_names[i]);
    if (options->threads && source != FROM_TABLE)
        return fail(verb, "--threads is for a table");
    if (options->curve && !single)
        return fail(verb, "--curve is of one contact: give --w and --v, --case ball or --case pencil");
    if (options->curve && options->rigid)
        return fail(verb, "--curve or --rigid, not both: a rigid contact has no springs to follow");
    if (options->points && !options->curve && options->figure == FIGURE_NONE && options->format != STRIKE_SVG)
        return fail(verb, "--points is for --curve and pictures");
    return 0;
}

static int check_figure(const char *verb, const strike_options *options, strike_source source) {
    const int drawn = options->figure != FIGURE_NONE || options->format == STRIKE_SVG;
    const int masse = options->example == CASE_MASSE;
    if (!drawn)
        return 0;
    if (source == FROM_TABLE || source == FROM_SCENE)
        return fail(verb, "a picture is of one strike: give --w and --v, or --case");
    if (options->figure != FIGURE_NONE && options->format != STRIKE_SVG && options->format != STRIKE_CSV)
        return fail(verb, "--figure comes as svg, or its numbers as csv, not as %s", format_names[options->format]);
    if (options->rigid)
        return fail(verb, "pictures show springs, and --rigid has none");
    if (options->figure == FIGURE_PATH && !masse)
        return fail(verb, "--figure path is for --case masse");
    if (masse && options->figure != FIGURE_NONE && options->figure != FIGURE_PATH)
        return fail(verb, "--figure %s is of one contact; a massé shot has a path", figure_names[options->figure]);
    if (options->figure == FIGURE_EFFECT && source != FROM_CASE)
        return fail(verb, "--figure effect needs bodies: --case ball or --case pencil");
    return 0;
}

static int check_output(const char *verb, const strike_options *options, strike_source source) {
    static const unsigned legal[] = {
        [FROM_TABLE] = 1u << STRIKE_CSV | 1u << STRIKE_JSON,
        [FROM_OPTIONS] = ~0u,
        [FROM_CASE] = ~0u,
        [FROM_SCENE] = 1u << STRIKE_JSON,
    };
    enum { MOST_THREADS = 1024, MOST_POINTS = 1000000 };
    if (!(legal[source] >> options->format & 1))
        return fail(verb, "%s, not %s",
                    source == FROM_SCENE ? "a scene comes out as json" : "a table comes out as csv or json",
                    format_names[options->format]);
    if (options->example == CASE_MASSE && options->format == STRIKE_CSV && options->figure == FIGURE_NONE)
        return fail(verb, "--format csv of a massé shot needs --figure path");
    if (options->threads > MOST_THREADS)
        return fail(verb, "--threads %zu is more than %d", options->threads, MOST_THREADS);
    if (options->points > MOST_POINTS)
        return fail(verb, "--points %zu is more than %d", options->points, MOST_POINTS);
    const char *output = options->output ? options->output : "-";
    if (options->curve && strcmp(options->curve, output) == 0)
        return fail(verb, "--curve and --output would both go to %s; give one of them another name",
                    strcmp(output, "-") == 0 ? "standard output" : output);
    return 0;
}

static int strike(const char *verb, strike_options *options) {
    static int (*const doers[])(const char *, const strike_options *) = {[FROM_TABLE] = strike_table,
                                                                         [FROM_OPTIONS] = strike_single,
                                                                         [FROM_CASE] = strike_single,
                                                                         [FROM_SCENE] = strike_scene};
    strike_source source = FROM_TABLE;
    const int example = choose(verb, "case", options->case_name, case_names, CASE_BALL, STRIKE_CASES);
    const int figure =
        example < 0 ? -1 : choose(verb, "figure", options->figure_name, figure_names, FIGURE_IMPULSE, STRIKE_FIGURES);
    if (figure < 0)
        return EXIT_BAD_USE;
    options->example = (strike_case)example;
    options->figure = (strike_figure)figure;
    int answer = choose_source(verb, options, &source);
    if (answer == 0)
        answer = choose_format(verb, options, source);
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

int verb_strike(int argc, char **argv) {
    strike_options options = {0};
    option_entry entries[OPTIONS_MOST] = {
        {"input", OPTION_TEXT, &options.input},
        {"output", OPTION_TEXT, &options.output},
        {"format", OPTION_TEXT, &options.format_name},
        {"w", OPTION_TEXT, &options.w},
        {"v", OPTION_TEXT, &options.v},
        {"case", OPTION_TEXT, &options.case_name},
        {"scene", OPTION_TEXT, &options.scene},
        {"curve", OPTION_TEXT, &options.curve},
        {"figure", OPTION_TEXT, &options.figure_name},
        {"mu", OPTION_NUMBER, &options.mu},
        {"e", OPTION_NUMBER, &options.eps},
        {"eps", OPTION_NUMBER, &options.eps},
        {"eta2", OPTION_NUMBER, &options.eta2},
        {"nu", OPTION_NUMBER, &options.nu},
        {"json", OPTION_FLAG, &options.json},
        {"rigid", OPTION_FLAG, &options.rigid},
        {"threads", OPTION_COUNT, &options.threads},
        {"points", OPTION_COUNT, &options.points},
    };
    size_t count = 0;
    while (entries[count].name)
        count++;
    for (int i = 0; i < SHOT_NUMBERS; i++)
        entries[count++] = (option_entry){shot_names[i], OPTION_NUMBER, &options.shot[i]};
    int answer = parse_options(argc, argv, help, entries, count);
    return answer == OPTIONS_PARSED ? strike(argv[0], &options) : answer;
}
