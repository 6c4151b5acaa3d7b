/* routh paper masse: cue and table act on the ball at once, then it hops, slides and rolls.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "impact_options.h"
#include "papers.h"
#include "program.h"

#define DEGREE 0.017453292519943295769

/* In the order of number_of. */
enum { MASSE_ANGLES = 2, MASSE_RATIOS = 5, MASSE_NUMBERS = 19 };

typedef struct masse_options {
    option_number number[MASSE_NUMBERS];
    const char *position, *velocity, *spin, *output;
    format_options format;
    size_t points, sweep;
} masse_options;

/* Angles are given in degrees; the tangential compliance η² as Poisson's ratio. */
static int take_numbers(const char *verb, const masse_options *options, masse_constants *c, masse_shot *s) {
    double *const numbers[MASSE_NUMBERS] = {&s->elevation,
                                            &s->azimuth,
                                            &s->speed,
                                            &s->side,
                                            &s->up,
                                            &c->tip.eta2,
                                            &c->table.eta2,
                                            &c->ball_mass,
                                            &c->ball_radius,
                                            &c->cue_mass,
                                            &c->tip.mu,
                                            &c->tip.eps,
                                            &c->table.mu,
                                            &c->table.eps,
                                            &c->table_stiffness,
                                            &c->cloth_sliding,
                                            &c->cloth_rolling,
                                            &c->spin_deceleration,
                                            &c->gravity};
    for (int i = 0; i < MASSE_NUMBERS; i++) {
        const option_number *given = &options->number[i];
        if (!given->given)
            continue;
        const bool is_ratio = i == MASSE_RATIOS || i == MASSE_RATIOS + 1;
        if (i == 0 && !(given->value >= 0 && given->value <= 90)) /* the paper would say so in rad */
            return fail(verb, "--elevation %.15g: a cue stands between 0 and 90 degrees", given->value);
        if (is_ratio && !(given->value >= 0 && given->value <= 0.5))
            return fail(verb, "--%s %.15g: Poisson's ratio lies in 0 … 0.5", i == MASSE_RATIOS ? "tip-nu" : "table-nu",
                        given->value);
        *numbers[i] = is_ratio           ? routh_eta2_of_poisson(given->value)
                      : i < MASSE_ANGLES ? given->value * DEGREE
                                         : given->value;
    }
    TRY(strike_numbers(verb, "position", options->position, s->ball_position, 2));
    TRY(strike_numbers(verb, "velocity", options->velocity, s->ball_velocity, 3));
    return strike_numbers(verb, "spin", options->spin, s->ball_spin, 3);
}

static int run_shot(const char *verb, const masse_options *options, output_format format, masse_answer *m) {
    static void (*const printers[])(FILE *, const masse_answer *) = {[FORMAT_TEXT] = masse_print_text,
                                                                     [FORMAT_CSV] = masse_print_csv,
                                                                     [FORMAT_JSON] = masse_print_json,
                                                                     [FORMAT_SVG] = masse_print_svg};
    routh_context context = routh_context_default();
    output_file out;
    if (masse_run(&context, m) != ROUTH_OK)
        return fail_input(verb, &context);
    int answer = output_open(&out, verb, options->output);
    if (answer == 0) {
        printers[format](out.file, m);
        answer = output_close(&out);
    }
    masse_path_release(&m->path);
    return answer;
}

static int run_sweep(const char *verb, const masse_options *options, output_format format, const masse_answer *m) {
    static void (*const printers[])(FILE *, const masse_sweep *) = {
        [FORMAT_TEXT] = masse_sweep_text, [FORMAT_CSV] = masse_sweep_csv, [FORMAT_SVG] = masse_sweep_svg};
    routh_context context = routh_context_default();
    output_file out;
    masse_sweep sweep;
    if (format == FORMAT_JSON)
        return fail(verb, "--sweep is written as text, csv or svg, not as json");
    if (masse_sweep_run(&context, &m->constants, &m->shot, options->sweep, &sweep) != ROUTH_OK)
        return fail_input(verb, &context);
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    printers[format](out.file, &sweep);
    return output_close(&out);
}

static int run(const char *verb, void *given) {
    const masse_options *options = given;
    masse_answer m = {.constants = masse_constants_default(), .shot = masse_shot_default(), .points = options->points};
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON | 1u << FORMAT_SVG;
    output_format format;
    int answer = choose_format(verb, &options->format, options->output, legal, FORMAT_TEXT, &format);
    if (answer == 0)
        answer = take_numbers(verb, options, &m.constants, &m.shot);
    if (answer != 0)
        return answer;
    if (options->points > 1000000)
        return fail(verb, "--points %zu is more than 1000000", options->points);
    return options->sweep ? run_sweep(verb, options, format, &m) : run_shot(verb, options, format, &m);
}

#define NUMBER(name, index, value, ...)                                                                                \
    { name, OPTION_NUMBER, offsetof(masse_options, number) + (index) * sizeof(option_number), value, __VA_ARGS__ }

static const option_entry shot[] = {
    NUMBER("elevation", 0, "A", .about = "angle of the cue above the horizontal, degrees, 0 … 90", .otherwise = "65"),
    NUMBER("azimuth", 1, "A", .about = "direction of the cue on the cloth, degrees from x towards y", .otherwise = "0"),
    NUMBER("speed", 2, "V", .about = "speed of the cue, m/s", .otherwise = "6"),
    NUMBER("side", 3, "S", .about = "where the tip hits, ball radii to the right of the centre, seen along the cue",
           .otherwise = "0.2"),
    NUMBER("up", 4, "S", .about = "… and above it", .otherwise = "0.05"),
    {"position", OPTION_TEXT, offsetof(masse_options, position), "X,Y", .about = "where on the cloth the ball is, m",
     .otherwise = "0,0", .field = "ball_position"},
    {"velocity", OPTION_TEXT, offsetof(masse_options, velocity), "X,Y,Z", .about = "… its velocity, m/s, z up",
     .otherwise = "0,0,0", .field = "ball_velocity"},
    {"spin", OPTION_TEXT, offsetof(masse_options, spin), "X,Y,Z", .about = "… and its spin, rad/s, world axes",
     .otherwise = "0,0,0", .field = "ball_spin"},
};

static const option_entry billiards[] = {
    NUMBER("mass", 7, "M", .about = "of the ball, kg", .otherwise = "0.17", .field = "ball_mass"),
    NUMBER("radius", 8, "R", .about = "… m", .otherwise = "0.028575", .field = "ball_radius"),
    NUMBER("cue-mass", 9, "M", .about = "kg", .otherwise = "0.54", .field = "cue_mass"),
    NUMBER("tip-mu", 10, "X", .about = "friction of the tip on the ball", .otherwise = "0.6", .field = "tip.mu"),
    NUMBER("tip-eps", 11, "X", .about = "… its restitution, 0 … 1", .otherwise = "0.73", .field = "tip.eps"),
    NUMBER("tip-nu", 5, "X", .about = "… its Poisson's ratio, 0 … 0.5", .otherwise = "0.3", .field = "tip.eta2"),
    NUMBER("table-mu", 12, "X", .about = "friction of the ball on the table in impacts", .otherwise = "0.2",
           .field = "table.mu"),
    NUMBER("table-eps", 13, "X", .about = "… its restitution, 0 … 1", .otherwise = "0.5", .field = "table.eps"),
    NUMBER("table-nu", 6, "X", .about = "… its Poisson's ratio, 0 … 0.5", .otherwise = "0.3", .field = "table.eta2"),
    NUMBER("stiffness", 14, "X", .about = "normal stiffness of ball on table ÷ that of tip on ball, a guess",
           .otherwise = "10", .field = "table_stiffness"),
    NUMBER("sliding", 15, "X", .about = "friction of the ball that slides on the cloth", .otherwise = "0.2",
           .field = "cloth_sliding"),
    NUMBER("rolling", 16, "X", .about = "… and of the ball that rolls", .otherwise = "0.01", .field = "cloth_rolling"),
    NUMBER("spin-deceleration", 17, "X", .about = "of spin about the vertical, rad/s²", .otherwise = "10"),
    NUMBER("gravity", 18, "G", .about = "m/s²", .otherwise = "9.80665"),
};

static const option_entry results[] = {
    OPTION_OUTPUT(masse_options, output),
    FORMAT_OPTION_ENTRIES(masse_options, format, "text csv json svg", "text"),
    {"points", OPTION_COUNT, offsetof(masse_options, points), "N", .about = "moments in each piece of the path as csv",
     .otherwise = "100"},
    {"sweep", OPTION_COUNT, offsetof(masse_options, sweep), "N",
     .about = "solve the shot for N × N values of the two constants that nobody has measured, the stiffness (÷ 10 … "
              "× 10) and Poisson's ratio (0 … 0.5), and show where the ball comes to rest; N is odd, 3 … 51, and the "
              "shot itself is in the middle",
     .field = "steps"},
};

static const option_group groups[] = {
    {"The shot", OPTION_ENTRIES(shot), 0, NULL},
    {"Ball, cue, table and cloth", OPTION_ENTRIES(billiards), 0, NULL},
    {"Output", OPTION_ENTRIES(results), 0, NULL},
    {.entry = NULL},
};

const program_verb verb_paper_masse = {
    .name = "masse",
    .title = "paper masse",
    .about = "Modeling of tangential compliance in 3D impact, 4: a massé shot on a billiard table",
    .usage = "paper masse [OPTION]…",
    .text = "A cue strikes a ball that rests on a table, and both contacts act at once, by the springs of `routh "
            "strike --scene`; "
            "then the ball hops, slides and rolls. docs/billiards.md has the equations and what comes out.",
    .groups = groups,
    .notes = "As csv the path: time,x,y,z,vx,vy,vz,wx,wy,wz,kind; of a sweep "
             "stiffness,tip_eta2,table_eta2,ended,vx,vy,vz,wx,wy,wz,rest_x,rest_y,away.",
    .examples = "routh paper masse --elevation 70 --side 0.3 -o masse.svg\n"
                "routh paper masse --cue-mass 0.6 --table-mu 0.25 --sweep 9 -o sweep.svg",
    .options_size = sizeof(masse_options),
    .run = run,
};
