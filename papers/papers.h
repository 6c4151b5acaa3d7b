/* The papers' own cases, on the public interface only. `routh paper NAME` runs them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_PAPERS_H
#define ROUTH_PAPERS_H

#include <stdbool.h>
#include <stdio.h>

#include <routh/routh.h>

/* Sets the context's message and the field that it is about; returns the status. */
__attribute__((format(printf, 4, 5))) routh_status paper_refuse(routh_context *context, routh_status status,
                                                                const char *field, const char *format, ...);

/* Zeroed memory by the context's hooks, for what the library releases. */
void *paper_allocate(routh_context *context, size_t count, size_t size);

/* A number and what it may be. */
typedef struct paper_limit {
    const char *name, *unit;
    double value, low, high;
} paper_limit;

/* ROUTH_BAD_ARGUMENT where one is outside or no number; the message begins with `what` and names it. */
routh_status paper_check(routh_context *context, const char *what, const paper_limit *limits, size_t count);

/* The shortest decimal that reads back as the same double, `null` if it is not finite; and "name": 1.5 or "name": [1, 2], of JSON. */
void paper_number(FILE *file, double value);
void paper_numbers(FILE *file, const char *name, const double *values, size_t count);

/* Modeling of tangential compliance in 3D impact: bouncing bodies ---------------------------------------- */

/* A body above a table that does not move, z up, the contact at the origin. */
typedef struct bounce {
    routh_body3 body;
    routh_pair pair;             /* of body and table */
    char about[ROUTH_NAME_SIZE]; /* in words */
} bounce;

/* A ball thrown backwards with spin (section 3.1, where mass and radius are 1). kg and m, > 0. */
bounce bounce_ball(double mass, double radius);

/* A cylinder on a cone, of one density. */
typedef struct pencil {
    double mass;   /* kg, > 0; default 1 */
    double radius; /* m, > 0; default 0.5 */
    double height; /* of the cylinder, m, > 0; default 3 */
    double cone;   /* height of the cone, m, > 0; default 0.5 */
    double tilt;   /* of the axis from the table, rad, 0 … π/2; default π/3 */
} pencil;

pencil pencil_default(void);

/* It hits the table point first (section 3.2). */
bounce bounce_pencil(const pencil *p);

/* Modeling of tangential compliance in 3D impact: the massé ---------------------------------------------
 * A cue strikes a ball that rests on a table; both contacts, cue–ball and ball–table, act together (impact3.h). Then
 * the ball hops, slides and rolls on the cloth, each piece in closed form. docs/billiards.md has the equations.
 *
 * World axes, SI units: x, y in the cloth, z up, cloth at z = 0. */
/* Every physical constant. [A]: Alciatore, list of approximate physical properties of pool equipment,
 * billiards.colostate.edu/threads/physics.html. [W]: World Pool-Billiard Association, equipment specifications. */
typedef struct masse_constants {
    double ball_mass;   /* m, kg, > 0; default 0.170 (6 oz) [A, W] */
    double ball_radius; /* r, m, > 0; default 0.028575 (diameter 2¼ in) [A, W]; the ball is solid: inertia ⅖ m r² */
    double cue_mass;    /* M, kg, > 0; default 0.54 (19 oz), an ordinary cue; up to 0.709 (25 oz) is allowed [W] */

    /* Cue tip on ball: μ default 0.6 [A]; e default 0.73, the middle of 0.71 … 0.75 for leather [A]; η² default 1.214
     * of Poisson's ratio 0.3, not measured. */
    routh_pair tip;

    /* Ball on table, in the strike and when it lands: μ default 0.2, as cloth_sliding; e default 0.5 [A]; η² as
     * above. */
    routh_pair table;

    /* Normal stiffness of ball–table ÷ cue–ball, > 0; default 10. This is a guess, as in the paper; we know of no
     * measurement. A leather tip has about 1 MN/m, because its contacts last about 1 ms. A ball pressed on slate by
     * 2 kN has about 30 MN/m by Hertz's theory, and less with a cloth in between. */
    double table_stiffness;

    double cloth_sliding; /* μ_s, friction of ball on cloth, > 0; default 0.2, of 0.15 … 0.4 [A] */
    double cloth_rolling; /* μ_r, a rolling ball decelerates by μ_r g, > 0; default 0.01, of 0.005 … 0.015 [A] */
    double spin_deceleration; /* of spin about the vertical on the cloth, rad/s², > 0; default 10, of 5 … 15 [A] */
    double gravity;           /* g, m/s², > 0; default 9.80665, standard gravity */

    /* A ball that would bounce less high than this stays on the cloth. m, > 0; default 1e-4, less than a cloth yields.
     * On average, friction on a ball in small hops is the same as on a sliding one. */
    double least_hop;
} masse_constants;

masse_constants masse_constants_default(void);

/* How the cue moves and where it hits. Viewed along the cue from its butt, the tip touches the ball `side` to the right
 * of the centre and `up` above it, both in ball radii, perpendicular to the cue. The cue moves along
 *     (cos elevation cos azimuth, cos elevation sin azimuth, −sin elevation). */
typedef struct masse_shot {
    double elevation; /* of the butt above the horizontal, rad, 0 … π/2; default 65° */
    double azimuth;   /* direction of the cue on the cloth, from x towards y, rad; default 0 */
    double speed;     /* of the cue, m/s, > 0; default 6 */
    double side, up;  /* in ball radii, side² + up² < 1; default 0.2, 0.05. Friction holds the tip up to about
                       * μ/√(1+μ²), 0.51 by default; beyond, it slips */

    /* The ball when it is struck, on the cloth: x and y of its centre, velocity and spin. Default: all 0. */
    double ball_position[2]; /* m */
    double ball_velocity[3]; /* m/s */
    double ball_spin[3];     /* rad/s */
} masse_shot;

/* The ball hops, starts to the left and curves back. */
masse_shot masse_shot_default(void);

/* Names what is out of bounds: `field` of the context, as tip.mu. */
routh_status masse_check(routh_context *context, const masse_constants *constants, const masse_shot *shot);

/* The moment of the strike. */
enum { MASSE_CUE, MASSE_BALL, MASSE_TABLE, MASSE_BODIES };       /* guided, free, fixed */
enum { MASSE_CUE_ON_BALL, MASSE_BALL_ON_TABLE, MASSE_CONTACTS }; /* a on b */
typedef struct masse_scene {
    routh_body3 body[MASSE_BODIES];
    routh_scene_contact contact[MASSE_CONTACTS];
    routh_scene scene; /* of these; it is not released */
} masse_scene;

void masse_scene_set(const masse_constants *constants, const masse_shot *shot, masse_scene *scene);

/* The state of a ball, world axes. */
typedef struct masse_ball {
    double position[3]; /* of the centre, m; z = r on the cloth */
    double velocity[3]; /* m/s */
    double spin[3];     /* ω, rad/s */
} masse_ball;

/* The result of a shot. */
typedef struct masse_result {
    masse_ball ball;         /* after the strike */
    double cue_speed;        /* along the cue, after, m/s */
    double cue_impulse[3];   /* of the cue on the ball, world axes, N s */
    double table_impulse[3]; /* of the table on the ball, world axes, N s */
    double energy_before;    /* kinetic, of cue and ball, J */
    double energy_after;     /* the same after, J */
    bool tip_slipped;        /* 1: the tip slipped on the ball during compression: a miscue */
} masse_result;

routh_status masse_solve(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                         masse_result *result);

/* How a ball moves in one piece of its path. */
#define MASSE_KIND_TABLE(X)                                                                                            \
    X(MASSE_HOP, "hop")           /* in the air */                                                                     \
    X(MASSE_SLIDING, "sliding")   /* on the cloth, the lowest point slips: a parabola */                               \
    X(MASSE_ROLLING, "rolling")   /* straight, slowing down */                                                         \
    X(MASSE_SPINNING, "spinning") /* in place, about the vertical */                                                   \
    X(MASSE_STILL, "still")       /* at rest */

typedef enum masse_kind {
#define MASSE_KIND_CODE(code, name) code,
    MASSE_KIND_TABLE(MASSE_KIND_CODE)
#undef MASSE_KIND_CODE
        MASSE_KIND_COUNT
} masse_kind;

extern const routh_names masse_kinds;

/* One piece, τ = t − start, 0 ≤ τ ≤ duration:
 *     position + velocity τ + ½ acceleration τ²,   velocity + acceleration τ,   spin + spin_rate τ
 * Spin about the vertical stops at zero, at τ = spin_stop, and stays there. */
typedef struct masse_piece {
    masse_kind kind;
    double start;           /* s since the path began */
    double duration;        /* s; INFINITY for MASSE_STILL */
    masse_ball ball;        /* at the start of the piece */
    double acceleration[3]; /* m/s² */
    double spin_rate[3];    /* rad/s² */
    double spin_stop;       /* s; INFINITY if spin about the vertical does not change */
} masse_piece;

/* A path from its start to rest. */
typedef struct masse_path {
    masse_piece *piece; /* in order of time; the last is MASSE_STILL */
    size_t count;       /* ≥ 1 */
    double ball_radius; /* m */
    double rest_time;   /* when the last piece begins, s */
} masse_path;

/* The path of a ball, which may start on the cloth or above it. ROUTH_NOT_ENDED if it hops more than
 * MASSE_MOST_HOPS times, as on a table that loses no energy. */
#define MASSE_MOST_HOPS 1000
routh_status masse_path_of(routh_context *context, const masse_constants *constants, const masse_ball *start,
                           masse_path *path);
void masse_path_release(masse_path *path);

/* The ball at time t, s; for t < 0 as at 0. At a landing the velocity is that after the impact. */
masse_ball masse_path_at(const masse_path *path, double t);

/* One shot. */
typedef struct masse_answer {
    masse_constants constants;
    masse_shot shot;
    masse_result result;
    masse_path path;
    size_t points; /* of the path as CSV, moments in each piece beside its first; 0: 100 */
} masse_answer;

/* Solves answer->shot and follows the ball; release the path. */
routh_status masse_run(routh_context *context, masse_answer *answer);

void masse_print_text(FILE *file, const masse_answer *answer);
void masse_print_json(FILE *file, const masse_answer *answer);
void masse_print_csv(FILE *file, const masse_answer *answer); /* time,x,y,z,vx,vy,vz,wx,wy,wz,kind */

/* The cloth from above as SVG: hops, sliding and rolling differ by their line; the way the cue points, where its tip
 * touches the ball. */
void masse_print_svg(FILE *file, const masse_answer *answer);

/* How far the shot depends on the two constants that nobody has measured: the stiffness of ball on table ÷ tip on ball, and
 * the tangential compliance η² of both contacts (Poisson's ratio). */
typedef struct masse_sweep_row {
    double stiffness; /* constants.table_stiffness */
    double tip_eta2, table_eta2;
    bool ended;         /* the shot could be followed to rest; otherwise the rest is NaN */
    double velocity[3]; /* of the ball after the strike, m/s */
    double spin[3];     /* rad/s */
    double rest[2];     /* where it comes to rest, m */
    double away;        /* from where the shot itself comes to rest, m */
} masse_sweep_row;

#define MASSE_MOST_STEPS 51
typedef struct masse_sweep {
    masse_constants constants;
    masse_shot shot;
    size_t steps; /* values of each constant, odd */
    masse_sweep_row
        row[MASSE_MOST_STEPS * MASSE_MOST_STEPS]; /* stiffness i and η² j at i × steps + j; the shot itself is in
                                                               * the middle */
    double away_stiffness;                        /* the farthest with η² as it is, m */
    double away_eta2;                             /* the farthest with the stiffness as it is, m */
    double away_both;                             /* the farthest of all, m */
} masse_sweep;

/* Stiffness from a tenth of the shot's own to ten times that, η² from 1 (ν = 0) to 1.5 (ν = 0.5), or from its own where that is
 * outside. `steps`: odd, 3 … MASSE_MOST_STEPS. Fails if the shot itself cannot be solved. */
routh_status masse_sweep_run(routh_context *context, const masse_constants *constants, const masse_shot *shot,
                             size_t steps, masse_sweep *sweep);

void masse_sweep_text(FILE *file, const masse_sweep *sweep);
void masse_sweep_csv(FILE *file, const masse_sweep *sweep);
void masse_sweep_svg(FILE *file, const masse_sweep *sweep); /* where the ball comes to rest */

/* Identifiability analysis of planar rigid-body frictional contact: how noise biases the estimate ---------
 * Table 1 of the paper: a block of side 1 m and an ellipse with semi-axes 2 m and 1 m, dropped at random with friction
 * 0.7 and restitution 0.6. The states before and after the first impact of each drop are measured with noise at four
 * signal-to-noise ratios. Both estimators are compared with the paper's numbers for ordinary least squares. */

typedef struct noise_options {
    size_t runs;        /* drops for each estimate, 2 … ROUTH_MOST_REPETITIONS; default 100 */
    size_t repetitions; /* estimates, up to ROUTH_MOST_REPETITIONS; default 20 */
    uint64_t seed;      /* default 1 */
} noise_options;

noise_options noise_options_default(void);

enum { NOISE_BODIES = 2, NOISE_LEVELS = 4 };

/* One row of the table. Errors in % are relative to the true m/I. */
typedef struct noise_row {
    double snr_db;
    double printed, printed_deviation;             /* the paper's mean error and its deviation, 1/m² */
    double printed_percent;                        /* the paper's error, % */
    double least_squares, least_squares_deviation; /* mean and deviation of the error over repetitions, % */
    double variables, variables_deviation;         /* the same with errors in variables */
    double claimed;                                /* mean standard error that errors in variables reports, % */
    double covered;                                /* fraction of repetitions whose 95 % interval contains the truth */
    size_t failed;                                 /* repetitions in which errors in variables gave no estimate */
} noise_row;

typedef struct noise_body {
    const char *name; /* "block", "ellipse" */
    double m_over_i;  /* truth, 1/m² */
    noise_row row[NOISE_LEVELS];
} noise_body;

routh_status noise_table_run(routh_context *context, const noise_options *options, noise_body table[NOISE_BODIES]);

void noise_table_text(FILE *file, const noise_options *options, const noise_body table[NOISE_BODIES]);
void noise_table_json(FILE *file, const noise_options *options, const noise_body table[NOISE_BODIES]);

/* Fundamental limitations in performance and interpretability of common planar rigid-body contact models ---
 * Tables 1 and 2: printed numbers beside those of a recording. */
enum { LIMITATIONS_LAWS = 6, LIMITATIONS_ROWS = 5 * LIMITATIONS_LAWS };

/* Frames of gravity that the authors' later release of the data has more in the velocities after. */
#define LIMITATIONS_FRAMES 3

typedef struct limitations_row {
    const char *row;            /* the paper's name of the law: "AP Poisson" */
    const char *law;            /* our law that stands for it: "ap-poisson-normal" */
    const char *quantity;       /* "mu", "eps", "best", "worst" (table 1; percent) or "range" (table 2) */
    double printed, printed_sd; /* NaN: not printed */
    double found, found_sd;     /* from this recording; NaN: not found */
    double later;               /* the same with that gravity; NaN: not found */
    double tolerance; /* a difference up to this needs no reason: rounding in print, and for parameters the deviation
                       * over draws */
    const char *why;  /* the reason for a difference; NULL: none is needed, or none is known */
} limitations_row;

typedef struct limitations {
    size_t count;
    limitations_row row[LIMITATIONS_ROWS];
    bool is_theirs; /* the recording of the paper, by its body and rate */
} limitations;

/* Mirtich's law with the slip of the authors' program. */
extern const routh_law limitations_mirtich;

/* Of row `index` of the tables. */
const routh_law *limitations_law(size_t index);

/* What the authors did: their laws, which `laws` then holds, the unweighted metric, a sum of norms, ranks by the error of the
 * impulse. */
routh_study_options limitations_options(const routh_law *laws[LIMITATIONS_LAWS]);

/* A law that the options leave out has no row. */
routh_status limitations_run(routh_context *context, const routh_dataset *dataset, const routh_study_options *options,
                             limitations *table);

void limitations_text(FILE *file, const limitations *table);
void limitations_csv(FILE *file, const limitations *table);

/* Insertions: the parts and tests of the paper ----------------------------------------------------------- */

/* V-guides at the corners of a plate, and the V-grooves that receive them. */
typedef struct vguides {
    double half_length;      /* of a guide along its ridge, m; default 0.016 */
    double flank;            /* angle of the flanks to the insertion axis, rad; default 40° */
    double rounding;         /* radius of the edges, made as a triple chamfer, m; default 0.0038 */
    double height;           /* of a guide along the insertion axis, m */
    double width, length;    /* of the rectangle formed by the guides' centres, m */
    double deviation;        /* prior deviation of shifts, m; default 1e-4. That of turns is this ÷ half_length */
    double offset_deviation; /* prior deviation of the reference offset, m; default 3e-5 */
} vguides;

vguides vguides_default(void);
routh_status vguides_assembly(routh_context *context, const vguides *guides, routh_assembly *assembly);

typedef enum guides_test {
    GUIDES_TEST_1A, /* starts turned by 2° */
    GUIDES_TEST_1B, /* starts turned by −2° */
    GUIDES_TEST_2A, /* starts shifted by 27 mm */
    GUIDES_TEST_2B, /* starts shifted by −27 mm */
    GUIDES_TESTS
} guides_test;

/* The test's path, whose name is "1a" and so on. */
const routh_insertion_path *guides_path(guides_test test);

/* The defaults with that path, and noise of its own. */
routh_insertion_generator guides_generator(guides_test test);

#endif
