/* routh strike, a massé shot: cue and table act on the ball at once, then it hops, slides and rolls.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file/json_build.h"
#include "output.h"
#include "strike.h"

#define DEGREE 0.017453292519943295769

enum { POINTS = 100 };

const char *const shot_names[SHOT_NUMBERS] = {"elevation", "azimuth", "speed", "side", "up"};

/* What is known of one shot. */
typedef struct masse {
    routh_billiards billiards;
    routh_shot shot;
    routh_shot_result result;
    routh_ball_path path;
} masse;

static void take_options(const strike_options *options, routh_shot *shot) {
    double *const numbers[SHOT_NUMBERS] = {&shot->elevation, &shot->azimuth, &shot->speed, &shot->side, &shot->up};
    for (int i = 0; i < SHOT_NUMBERS; i++)
        if (options->shot[i].given)
            *numbers[i] = options->shot[i].value * (i < 2 ? DEGREE : 1);
}

static void print_vector(FILE *file, const char *name, const double v[3], const char *unit) {
    fprintf(file, "%-16s%13.7g%13.7g%13.7g  %s\n", name, v[0], v[1], v[2], unit);
}

static void write_text(FILE *file, const masse *m) {
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
    fprintf(file, "%-16s%13.7g  m/s, energy of cue and ball %.7g J before, %.7g J after%s\n\n", "cue",
            result->cue_speed, result->energy_before, result->energy_after,
            result->tip_slipped ? "; the tip slipped: a miscue" : "");
    fprintf(file, "%-16s%13s%13s%13s%13s  %s\n", "PATH", "BEGINS (s)", "x (m)", "y (m)", "z (m)", "SPEED (m/s)");
    for (size_t i = 0; i < m->path.count; i++) {
        const routh_path_piece *piece = &m->path.piece[i];
        const double *x = piece->ball.position, *v = piece->ball.velocity;
        fprintf(file, "%-16s%13.6f%13.6f%13.6f%13.6f%13.6f\n", routh_name(&routh_path_kinds, piece->kind), piece->start,
                x[0], x[1], x[2], sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
}

static json_t *ball_json(const routh_ball *ball) {
    json_t *object = json_object();
    routh_json_put(&object, "position", routh_json_numbers(ball->position, 3));
    routh_json_put(&object, "velocity", routh_json_numbers(ball->velocity, 3));
    routh_json_put(&object, "spin", routh_json_numbers(ball->spin, 3));
    return object;
}

static json_t *masse_json(const masse *m) {
    json_t *object = json_object(), *shot = json_object(), *path = json_array();
    routh_json_put(&shot, "elevation", routh_json_number(m->shot.elevation));
    routh_json_put(&shot, "azimuth", routh_json_number(m->shot.azimuth));
    routh_json_put(&shot, "speed", routh_json_number(m->shot.speed));
    routh_json_put(&shot, "side", routh_json_number(m->shot.side));
    routh_json_put(&shot, "up", routh_json_number(m->shot.up));
    routh_json_put(&object, "shot", shot);
    routh_json_put(&object, "ball", ball_json(&m->result.ball));
    routh_json_put(&object, "cue_speed", routh_json_number(m->result.cue_speed));
    routh_json_put(&object, "cue_impulse", routh_json_numbers(m->result.cue_impulse, 3));
    routh_json_put(&object, "table_impulse", routh_json_numbers(m->result.table_impulse, 3));
    routh_json_put(&object, "energy_before", routh_json_number(m->result.energy_before));
    routh_json_put(&object, "energy", routh_json_number(m->result.energy_after));
    routh_json_put(&object, "tip_slipped", json_boolean(m->result.tip_slipped));
    for (size_t i = 0; i < m->path.count; i++) {
        const routh_path_piece *piece = &m->path.piece[i];
        json_t *entry = ball_json(&piece->ball);
        routh_json_put(&entry, "kind", json_string(routh_name(&routh_path_kinds, piece->kind)));
        routh_json_put(&entry, "start", routh_json_number(piece->start));
        routh_json_put(&entry, "duration", routh_json_number(piece->duration));
        routh_json_add(&path, entry);
    }
    routh_json_put(&object, "path", path);
    return object;
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

static int write_result(const char *verb, const strike_options *options, const masse *m) {
    routh_context context = routh_context_default();
    output_file out;
    int answer = output_open(&out, verb, options->output);
    if (answer != 0)
        return answer;
    if (options->format == FORMAT_SVG) {
        if (routh_ball_path_write_svg(&context, &m->path, &m->shot, routh_io_file(out.file, NULL)) != ROUTH_OK)
            return output_fail(&out, context.message);
    } else if (options->format == FORMAT_CSV)
        write_csv(out.file, &m->path, options->points ? options->points : POINTS);
    else if (options->format == FORMAT_TEXT)
        write_text(out.file, m);
    else
        answer = strike_dump(verb, out.file, masse_json(m));
    if (answer != 0)
        output_discard(&out);
    return answer == 0 ? output_close(&out) : answer;
}

int strike_masse(const char *verb, const strike_options *options) {
    routh_context context = routh_context_default();
    masse m = {.billiards = routh_billiards_default(), .shot = routh_shot_masse()};
    const option_number *elevation = &options->shot[0];
    if (elevation->given && !(elevation->value >= 0 && elevation->value <= 90)) /* the library would say so in rad */
        return fail(verb, "--elevation %.15g: a cue stands between 0 and 90 degrees", elevation->value);
    take_options(options, &m.shot);
    if (routh_shot_solve(&context, &m.billiards, &m.shot, &m.result) != ROUTH_OK ||
        routh_ball_path_of(&context, &m.billiards, &m.result.ball, &m.path) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    const int answer = write_result(verb, options, &m);
    routh_ball_path_release(&context, &m.path);
    return answer;
}
