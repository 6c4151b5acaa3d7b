/* A shot as text for people and as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

#define DEGREE 0.017453292519943295769

enum { USUAL_POINTS = 100 };

static void print_vector(FILE *file, const char *name, const double v[3], const char *unit) {
    fprintf(file, "%-16s %12.7g %12.7g %12.7g  %s\n", name, v[0], v[1], v[2], unit);
}

static void print_shot(FILE *file, const void *what) {
    const routh_shot_answer *m = what;
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

routh_status routh_shot_write_text(routh_context *context, const routh_shot_answer *answer, routh_io to) {
    return routh_text_print(context, to, print_shot, answer);
}

/* Moments in each piece, and those at which pieces begin. */
static void print_moments(FILE *file, const void *what) {
    const routh_ball_path *path = &((const routh_shot_answer *)what)->path;
    const size_t given = ((const routh_shot_answer *)what)->points, points = given ? given : USUAL_POINTS;
    fputs("time,x,y,z,vx,vy,vz,wx,wy,wz,kind\n", file);
    for (size_t i = 0; i < path->count && !ferror(file); i++) {
        const routh_path_piece *piece = &path->piece[i];
        const size_t steps = isfinite(piece->duration) ? points + 1 : 1;
        for (size_t j = 0; j < steps; j++) {
            const double t = j == 0 ? piece->start : piece->start + piece->duration * (double)j / (double)steps;
            const routh_ball ball = j == 0 ? piece->ball : routh_ball_path_at(path, t);
            const double *const vectors[] = {ball.position, ball.velocity, ball.spin};
            routh_number_print(file, t);
            for (int k = 0; k < 9; k++) {
                fputc(',', file);
                routh_number_print(file, vectors[k / 3][k % 3]);
            }
            fprintf(file, ",%s\n", routh_name(&routh_path_kinds, piece->kind));
        }
    }
}

routh_status routh_shot_write_csv(routh_context *context, const routh_shot_answer *answer, routh_io to) {
    return routh_text_print(context, to, print_moments, answer);
}
