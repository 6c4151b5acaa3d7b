/* routh paper ball and pencil: the two bouncing bodies of Modeling of tangential compliance in 3D impact, with what the options
 * change.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "impact_options.h"
#include "papers.h"
#include "program.h"

#define DEGREE 0.017453292519943295769

/* The numbers of the pencil's shape; a ball has the first two. */
enum { SHAPE_NUMBERS = 5 };

typedef struct bounce_options {
    strike_options strike;
    const char *velocity, *spin;
    option_choice figure;
    option_number shape[SHAPE_NUMBERS]; /* mass, radius, height, cone, tilt */
} bounce_options;

static const struct {
    const char *name, *unit;
    double low, high;
} shape_numbers[SHAPE_NUMBERS] = {{"mass", " kg", 1e-6, 1e6},
                                  {"radius", " m", 1e-6, 1e6},
                                  {"height", " m", 1e-6, 1e6},
                                  {"cone", " m", 1e-6, 1e6},
                                  {"tilt", " degrees", 0, 90}};

static int check_shape(const char *verb, const bounce_options *options) {
    for (int i = 0; i < SHAPE_NUMBERS; i++) {
        const option_number *given = &options->shape[i];
        if (given->given && !(given->value >= shape_numbers[i].low && given->value <= shape_numbers[i].high))
            return fail(verb, "--%s %.15g is outside %g … %g%s", shape_numbers[i].name, given->value,
                        shape_numbers[i].low, shape_numbers[i].high, shape_numbers[i].unit);
    }
    return 0;
}

static double number_or(const bounce_options *options, int index, double usual) {
    return options->shape[index].given ? options->shape[index].value : usual;
}

/* On a table that does not move, z up, the contact at the origin. */
static int strike_table_with(const char *verb, const bounce_options *options, bounce *example) {
    routh_impact3_answer bodies = {
        .about = example->about, .scene_contact = routh_scene_contact_default(), .pair = example->pair};
    routh_body3 *table = &bodies.before[1];
    *table = routh_body3_default();
    snprintf(table->name, sizeof table->name, "table");
    table->freedom = ROUTH_FIXED;
    bodies.scene_contact.a = 0;
    bodies.scene_contact.b = 1;
    for (int i = 0; i < 3; i++) {
        bodies.scene_contact.point[i] = 0;
        bodies.scene_contact.normal[i] = i == 2;
    }
    TRY(strike_numbers(verb, "velocity", options->velocity, example->body.velocity, 3));
    TRY(strike_numbers(verb, "spin", options->spin, example->body.spin, 3));
    bodies.before[0] = example->body;
    strike_options strike = options->strike;
    strike.bodies = &bodies;
    if (options->figure.word) /* effect comes after the three curves of a contact */
        strike.figure =
            options->figure.index == 3 ? FIGURE_EFFECT : (strike_figure)(FIGURE_IMPULSE + options->figure.index);
    return strike_run(verb, &strike);
}

static int run_ball(const char *verb, void *given) {
    bounce_options *options = given;
    bounce example = bounce_ball(number_or(options, 0, 1), number_or(options, 1, 1));
    const int answer = check_shape(verb, options);
    return answer == 0 ? strike_table_with(verb, options, &example) : answer;
}

static int run_pencil(const char *verb, void *given) {
    bounce_options *options = given;
    pencil own = pencil_default();
    double *const numbers[] = {&own.mass, &own.radius, &own.height, &own.cone, &own.tilt};
    for (int i = 0; i < SHAPE_NUMBERS; i++)
        *numbers[i] = number_or(options, i, i == 4 ? *numbers[i] / DEGREE : *numbers[i]) * (i == 4 ? DEGREE : 1);
    const int answer = check_shape(verb, options);
    bounce example = bounce_pencil(&own);
    return answer == 0 ? strike_table_with(verb, options, &example) : answer;
}

#define SHAPE(name, index, text, usual)                                                                                \
    {                                                                                                                  \
        name, OPTION_NUMBER, offsetof(bounce_options, shape) + (index) * sizeof(option_number), "X",                   \
            .about = (text), .otherwise = (usual)                                                                      \
    }
#define THROWN                                                                                                         \
    {"velocity",                                                                                                       \
     OPTION_TEXT,                                                                                                      \
     offsetof(bounce_options, velocity),                                                                               \
     "X,Y,Z",                                                                                                          \
     .about = "of its centre before the impact, m/s, z up",                                                            \
     .otherwise = "as in the paper"},                                                                                  \
    {                                                                                                                  \
        "spin", OPTION_TEXT, offsetof(bounce_options, spin), "X,Y,Z", .about = "… and its spin, rad/s, world axes",    \
                                                                      .otherwise = "as in the paper"                   \
    }

static const option_entry ball_entries[] = {SHAPE("mass", 0, "kg", "1"), SHAPE("radius", 1, "m", "1"), THROWN};

static const option_entry pencil_entries[] = {
    SHAPE("mass", 0, "kg", "1"),
    SHAPE("radius", 1, "m", "0.5"),
    SHAPE("height", 2, "of the cylinder, m", "3"),
    SHAPE("cone", 3, "height of the cone, m", "0.5"),
    SHAPE("tilt", 4, "of its axis from the table, degrees, 0 … 90", "60"),
    THROWN,
};

static const option_entry results[] = {
    OPTION_OUTPUT(bounce_options, strike.output),
    FORMAT_OPTION_ENTRIES(bounce_options, strike.format_words, "text csv json svg", "text"),
    {"curve", OPTION_TEXT, offsetof(bounce_options, strike.curve), "FILE",
     .about = "also write the impulse curve as comma-separated values: " STRIKE_CURVE_COLUMNS, .path = PATH_OUTPUT},
    {"figure", OPTION_CHOICE, offsetof(bounce_options, figure), "FIGURE",
     .about = "which picture (svg), or the numbers behind it (csv); effect: of friction and Poisson's ratio",
     .choices = "impulse tangential velocity effect", .otherwise = "impulse"},
    {"points", OPTION_COUNT, offsetof(bounce_options, strike.points), "N",
     .about = "moments in each phase of a curve; steps of an effect", .otherwise = "100"},
};

#define CONTACT_AND_RESULTS                                                                                            \
    {"Properties of the contact", strike_contact_entries, STRIKE_CONTACT_OPTIONS, offsetof(bounce_options, strike),    \
     NULL},                                                                                                            \
        {"Output", OPTION_ENTRIES(results), 0, NULL}, {                                                                \
        .entry = NULL                                                                                                  \
    }

static const option_group ball_groups[] = {{"The ball", OPTION_ENTRIES(ball_entries), 0, NULL}, CONTACT_AND_RESULTS};
static const option_group pencil_groups[] = {{"The pencil", OPTION_ENTRIES(pencil_entries), 0, NULL},
                                             CONTACT_AND_RESULTS};

const program_verb verb_paper_ball = {
    .name = "ball",
    .title = "paper ball",
    .about = "Modeling of tangential compliance in 3D impact, 3.1: a ball thrown backwards with spin",
    .usage = "paper ball [OPTION]…",
    .text = "A ball bounces on a table, by `routh strike`'s springs; its friction is 0.4. docs/compliant-impact.md "
            "compares it with "
            "the paper.",
    .groups = ball_groups,
    .examples = "routh paper ball\n"
                "routh paper ball --figure effect -o effect.csv\n"
                "routh paper ball --radius 0.03 --mass 0.2 --velocity 1,0,-2 --spin 0,90,0",
    .options_size = sizeof(bounce_options),
    .run = run_ball,
};

const program_verb verb_paper_pencil = {
    .name = "pencil",
    .title = "paper pencil",
    .about = "Modeling of tangential compliance in 3D impact, 3.2: a pencil hits a table point first",
    .usage = "paper pencil [OPTION]…",
    .text = "A cylinder on a cone, of one density, hits a table; its friction is 0.8. docs/compliant-impact.md "
            "compares it with the "
            "paper.",
    .groups = pencil_groups,
    .examples = "routh paper pencil --mu 0.5 --nu 0.4 --figure tangential -o pencil.svg",
    .options_size = sizeof(bounce_options),
    .run = run_pencil,
};
