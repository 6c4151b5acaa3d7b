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

static int write_result(const char *verb, const strike_options *options, const routh_shot_answer *m) {
    routh_context context = routh_context_default();
    output_file out;
    int answer = output_open(&out, verb, options->output);
    if (answer != 0)
        return answer;
    const routh_io to = routh_io_file(out.file, format_endings[options->format]);
    return output_end(&out, &context,
                      options->format == FORMAT_SVG ? routh_ball_path_write(&context, &m->path, &m->shot, to)
                                                    : routh_shot_write(&context, m, to));
}

int strike_masse(const char *verb, const strike_options *options) {
    routh_context context = routh_context_default();
    routh_shot_answer m = {
        .billiards = routh_billiards_default(), .shot = routh_shot_masse(), .points = options->points};
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
