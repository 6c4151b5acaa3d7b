/* A massé shot as text for people, as JSON, and its path as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "papers.h"

#define DEGREE 0.017453292519943295769

enum { USUAL_POINTS = 100 };

static double length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void print_vector(FILE *file, const char *name, const double v[3], const char *unit) {
    fprintf(file, "%-16s %12.7g %12.7g %12.7g  %s\n", name, v[0], v[1], v[2], unit);
}

void masse_print_text(FILE *file, const masse_answer *m) {
    const masse_shot *shot = &m->shot;
    const masse_result *result = &m->result;
    fprintf(file,
            "A cue of %g kg at %g m/s, elevation %g°, azimuth %g°, strikes a ball of %g kg %g radii to the right of\n"
            "its centre and %g above, seen along the cue\n\n%-16s%13s%13s%13s\n",
            m->constants.cue_mass, shot->speed, shot->elevation / DEGREE, shot->azimuth / DEGREE,
            m->constants.ball_mass, shot->side, shot->up, "AFTER THE STRIKE", "x", "y", "z");
    print_vector(file, "velocity", result->ball.velocity, "m/s");
    print_vector(file, "spin", result->ball.spin, "rad/s");
    print_vector(file, "from the cue", result->cue_impulse, "N s");
    print_vector(file, "from the table", result->table_impulse, "N s");
    fprintf(file, "%-16s %12.7g  m/s, energy of cue and ball %.7g J before, %.7g J after%s\n\n", "cue",
            result->cue_speed, result->energy_before, result->energy_after,
            result->tip_slipped ? "; the tip slipped: a miscue" : "");
    fprintf(file, "%-16s%13s%13s%13s%13s  %s\n", "PATH", "BEGINS (s)", "x (m)", "y (m)", "z (m)", "SPEED (m/s)");
    for (size_t i = 0; i < m->path.count; i++) {
        const masse_piece *piece = &m->path.piece[i];
        const double *x = piece->ball.position;
        fprintf(file, "%-16s %12.6f %12.6f %12.6f %12.6f %12.6f\n", routh_name(&masse_kinds, piece->kind), piece->start,
                x[0], x[1], x[2], length(piece->ball.velocity));
    }
}

typedef struct named_number {
    const char *name;
    const double *value;
    size_t count;
} named_number;

static void print_fields(FILE *file, const named_number *fields, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "", file);
        paper_numbers(file, fields[i].name, fields[i].value, fields[i].count);
    }
}

static void print_ball(FILE *file, const masse_ball *ball) {
    print_fields(file,
                 (const named_number[]){
                     {"position", ball->position, 3}, {"velocity", ball->velocity, 3}, {"spin", ball->spin, 3}},
                 3);
}

static void print_pair(FILE *file, const char *name, const routh_pair *pair) {
    fprintf(file, ", \"%s\": {", name);
    print_fields(file, (const named_number[]){{"mu", &pair->mu, 1}, {"e", &pair->eps, 1}, {"eta2", &pair->eta2, 1}}, 3);
    fputc('}', file);
}

void masse_print_json(FILE *file, const masse_answer *m) {
    const masse_shot *s = &m->shot;
    const masse_constants *c = &m->constants;
    const masse_result *r = &m->result;
    const named_number shot[] = {{"elevation", &s->elevation, 1},
                                 {"azimuth", &s->azimuth, 1},
                                 {"speed", &s->speed, 1},
                                 {"side", &s->side, 1},
                                 {"up", &s->up, 1},
                                 {"ball_position", s->ball_position, 2},
                                 {"ball_velocity", s->ball_velocity, 3},
                                 {"ball_spin", s->ball_spin, 3}};
    const named_number bodies[] = {
        {"ball_mass", &c->ball_mass, 1}, {"ball_radius", &c->ball_radius, 1}, {"cue_mass", &c->cue_mass, 1}};
    const named_number cloth[] = {{"table_stiffness", &c->table_stiffness, 1},
                                  {"cloth_sliding", &c->cloth_sliding, 1},
                                  {"cloth_rolling", &c->cloth_rolling, 1},
                                  {"spin_deceleration", &c->spin_deceleration, 1},
                                  {"gravity", &c->gravity, 1},
                                  {"least_hop", &c->least_hop, 1}};
    const named_number after[] = {{"cue_speed", &r->cue_speed, 1},
                                  {"cue_impulse", r->cue_impulse, 3},
                                  {"table_impulse", r->table_impulse, 3},
                                  {"energy_before", &r->energy_before, 1},
                                  {"energy", &r->energy_after, 1}};
    fputs("{\"layout\": 1, \"shot\": {", file);
    print_fields(file, shot, sizeof shot / sizeof *shot);
    fputs("}, \"constants\": {", file);
    print_fields(file, bodies, sizeof bodies / sizeof *bodies);
    print_pair(file, "tip", &c->tip);
    print_pair(file, "table", &c->table);
    fputs(", ", file);
    print_fields(file, cloth, sizeof cloth / sizeof *cloth);
    fputs("}, \"ball\": {", file);
    print_ball(file, &r->ball);
    fputs("}, ", file);
    print_fields(file, after, sizeof after / sizeof *after);
    fprintf(file, ", \"tip_slipped\": %s, \"path\": [", r->tip_slipped ? "true" : "false");
    for (size_t i = 0; i < m->path.count; i++) {
        const masse_piece *piece = &m->path.piece[i];
        fputs(i > 0 ? ", {" : "{", file);
        print_ball(file, &piece->ball);
        fprintf(file, ", \"kind\": \"%s\", ", routh_name(&masse_kinds, piece->kind));
        print_fields(file, (const named_number[]){{"start", &piece->start, 1}, {"duration", &piece->duration, 1}}, 2);
        fputc('}', file);
    }
    fputs("]}\n", file);
}

void masse_print_csv(FILE *file, const masse_answer *m) {
    const size_t points = m->points ? m->points : USUAL_POINTS;
    fputs("time,x,y,z,vx,vy,vz,wx,wy,wz,kind\n", file);
    for (size_t i = 0; i < m->path.count && !ferror(file); i++) {
        const masse_piece *piece = &m->path.piece[i];
        const size_t steps = isfinite(piece->duration) ? points + 1 : 1;
        for (size_t j = 0; j < steps; j++) {
            const double t = j == 0 ? piece->start : piece->start + piece->duration * (double)j / (double)steps;
            const masse_ball ball = j == 0 ? piece->ball : masse_path_at(&m->path, t);
            const double *const vectors[] = {ball.position, ball.velocity, ball.spin};
            paper_number(file, t);
            for (int k = 0; k < 9; k++) {
                fputc(',', file);
                paper_number(file, vectors[k / 3][k % 3]);
            }
            fprintf(file, ",%s\n", routh_name(&masse_kinds, piece->kind));
        }
    }
}
