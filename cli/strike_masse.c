/* routh strike, a massé shot: cue and table act on the ball at once, then it hops, slides and rolls.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fail_input.h"
#include "output.h"
#include "strike.h"

#define DEGREE 0.017453292519943295769

enum { POINTS = 100 };

const char *const shot_names[SHOT_NUMBERS] = {"elevation", "azimuth", "speed", "side", "up"};

static void take_options(const strike_options *options, routh_shot *shot) {
    double *const numbers[SHOT_NUMBERS] = {&shot->elevation, &shot->azimuth, &shot->speed, &shot->side, &shot->up};
    for (int i = 0; i < SHOT_NUMBERS; i++)
        if (options->shot[i].given)
            *numbers[i] = options->shot[i].value * (i < 2 ? DEGREE : 1);
}

/* Constants of ball, cue, table and cloth, and the ball's state when it is struck. 0, or the exit code after a message. */
static int take_own(const char *verb, const strike_options *options, routh_billiards *billiards, routh_shot *shot) {
    const struct {
        own_number which;
        double *value;
    } numbers[] = {
        {OWN_MASS, &billiards->ball_mass},
        {OWN_RADIUS, &billiards->ball_radius},
        {OWN_CUE_MASS, &billiards->cue_mass},
        {OWN_TIP_MU, &billiards->tip.mu},
        {OWN_TIP_EPS, &billiards->tip.eps},
        {OWN_TABLE_MU, &billiards->table.mu},
        {OWN_TABLE_EPS, &billiards->table.eps},
        {OWN_STIFFNESS, &billiards->table_stiffness},
        {OWN_SLIDING, &billiards->cloth_sliding},
        {OWN_ROLLING, &billiards->cloth_rolling},
        {OWN_SPIN_DECELERATION, &billiards->spin_deceleration},
        {OWN_GRAVITY, &billiards->gravity},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        take_own_number(options, numbers[i].which, numbers[i].value);
    if (options->own[OWN_TIP_NU].given)
        billiards->tip.eta2 = routh_eta2_of_poisson(options->own[OWN_TIP_NU].value);
    if (options->own[OWN_TABLE_NU].given)
        billiards->table.eta2 = routh_eta2_of_poisson(options->own[OWN_TABLE_NU].value);
    int answer = strike_numbers(verb, "position", options->position, shot->ball_position, 2);
    if (answer == 0)
        answer = strike_numbers(verb, "velocity", options->velocity, shot->ball_velocity, 3);
    return answer == 0 ? strike_numbers(verb, "spin", options->spin, shot->ball_spin, 3) : answer;
}

static void print_vector(FILE *file, const char *name, const double v[3], const char *unit) {
    fprintf(file, "%-16s %12.7g %12.7g %12.7g  %s\n", name, v[0], v[1], v[2], unit);
}

static void write_text(FILE *file, const routh_shot_answer *m) {
    const routh_shot *shot = &m->shot;
    const routh_shot_result *result = &m->result;
    fprintf(file,
            "A cue of %g kg at %g m/s, elevation %g°, azimuth %g°, strikes a ball of %g kg %g radii to the right of\n"
            "its centre and %g above, seen along the cue\n\n%-16s%13s%13s%13s\n",
            m->billiards.cue_mass, shot->speed, shot->elevation / DEGREE, shot->azimuth / DEGREE,
            m->billiards.ball_mass, shot->side, shot->up, "AFTER THE STRIKE", "x", "y", "z");
    print_vector(file, "velocity", result->ball.velocity, "m/s");
    print_vector(file, "spin", result->ball.spin, "rad/s");
    print_vector(file, "from the cue", result->cue_impulse, "N s");
    print_vector(file, "from the table", result->table_impulse, "N s");
    fprintf(file, "%-16s %12.7g  m/s, energy of cue and ball %.7g J before, %.7g J after%s\n\n", "cue",
            result->cue_speed, result->energy_before, result->energy_after,
            result->tip_slipped ? "; the tip slipped: a miscue" : "");
    fprintf(file, "%-16s%13s%13s%13s%13s  %s\n", "PATH", "BEGINS (s)", "x (m)", "y (m)", "z (m)", "SPEED (m/s)");
    for (size_t i = 0; i < m->path.count; i++) {
        const routh_path_piece *piece = &m->path.piece[i];
        const double *x = piece->ball.position, *v = piece->ball.velocity;
        fprintf(file, "%-16s %12.6f %12.6f %12.6f %12.6f %12.6f\n", routh_name(&routh_path_kinds, piece->kind),
                piece->start, x[0], x[1], x[2], sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
}

/* `points` moments in each piece, and the moments at which pieces begin. */
static void write_csv(FILE *file, const routh_ball_path *path, size_t points) {
    fputs("time,x,y,z,vx,vy,vz,wx,wy,wz,kind\n", file);
    for (size_t i = 0; i < path->count && !ferror(file); i++) {
        const routh_path_piece *piece = &path->piece[i];
        const size_t steps = isfinite(piece->duration) ? points + 1 : 1;
        for (size_t j = 0; j < steps; j++) {
            const double t = j == 0 ? piece->start : piece->start + piece->duration * (double)j / (double)steps;
            const routh_ball ball = j == 0 ? piece->ball : routh_ball_path_at(path, t);
            const double *const vectors[] = {ball.position, ball.velocity, ball.spin};
            print_number(file, t);
            for (int k = 0; k < 9; k++) {
                fputc(',', file);
                print_number(file, vectors[k / 3][k % 3]);
            }
            fprintf(file, ",%s\n", routh_name(&routh_path_kinds, piece->kind));
        }
    }
}

static int write_result(const char *verb, const strike_options *options, const routh_shot_answer *m) {
    routh_context context = routh_context_default();
    output_file out;
    int answer = output_open(&out, verb, options->output);
    if (answer != 0)
        return answer;
    const routh_io to = routh_io_file(out.file, NULL);
    routh_status status = ROUTH_OK;
    if (options->format == FORMAT_SVG)
        status = routh_ball_path_write(&context, &m->path, &m->shot, to);
    else if (options->format == FORMAT_CSV)
        write_csv(out.file, &m->path, options->points ? options->points : POINTS);
    else if (options->format == FORMAT_TEXT)
        write_text(out.file, m);
    else
        status = routh_shot_write(&context, m, to);
    return output_end(&out, &context, status);
}

int strike_masse(const char *verb, const strike_options *options) {
    routh_context context = routh_context_default();
    routh_shot_answer m = {.billiards = routh_billiards_default(), .shot = routh_shot_masse()};
    const option_number *elevation = &options->shot[0];
    if (elevation->given && !(elevation->value >= 0 && elevation->value <= 90)) /* the library would say so in rad */
        return fail(verb, "--elevation %.15g: a cue stands between 0 and 90 degrees", elevation->value);
    take_options(options, &m.shot);
    const int taken = take_own(verb, options, &m.billiards, &m.shot);
    if (taken != 0)
        return taken;
    if (options->sweep)
        return strike_sweep(verb, options, &m);
    if (routh_shot_solve(&context, &m.billiards, &m.shot, &m.result) != ROUTH_OK ||
        routh_ball_path_of(&context, &m.billiards, &m.result.ball, &m.path) != ROUTH_OK)
        return fail_input(verb, &context);
    const int answer = write_result(verb, options, &m);
    routh_ball_path_release(&context, &m.path);
    return answer;
}
