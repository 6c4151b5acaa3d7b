/* The simulate room: generators with known truth (impacts, datasets, runs of a world, insertions), and billiards.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SIMULATE_H
#define ROUTH_SIMULATE_H

#include <routh/data.h>
#include <routh/impact3.h>
#include <routh/motion.h>
#include <routh/motion3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Random impacts of an ellipse dropped on flat ground, in place of recorded drops. Defaults follow the published
 * ellipse: semi-axes 35 mm and 25 mm, 36.4 g, radius of gyration √((a²+b²)/5). */
typedef struct routh_impact_generator {
    double semi_a, semi_b; /* a, b, m, > 0; default 0.035, 0.025 */
    double mass;           /* m, kg, > 0; default 0.0364 */
    double inertia;        /* I, kg m², > 0; default m (a² + b²) / 5 */
    double speed_x;        /* vx is uniform in ± this, m/s, ≥ 0; default 1 */
    double fall_min;       /* −vy is uniform in fall_min … fall_max, m/s, > 0; default 0.7 */
    double fall_max;       /* default 2.0 */
    double spin;           /* ω is uniform in ± this, rad/s, ≥ 0; default 15 */
    uint64_t seed;         /* default 1 */
} routh_impact_generator;

ROUTH_API routh_impact_generator routh_impact_generator_default(void);

/* `count` impacts just before contact, at uniformly random orientations, with the lowest point of the ellipse touching.
 * Impacts whose contact point is not closing are drawn again. */
ROUTH_API routh_status routh_impacts_generate(routh_context *context, const routh_impact_generator *generator,
                                              size_t count, routh_impact *impact);

/* Drops with a known law, known parameters and measurement noise. */
typedef struct routh_dataset_generator {
    routh_impact_generator drops;
    const routh_law *law; /* default wang-mason */
    double parameters[ROUTH_MAX_PARAMETERS];
    double velocity_noise; /* standard deviation of vx and vy before and after, m/s; default 0.01 */
    double spin_noise;     /* standard deviation of ω before and after, rad/s; default 0.3 */
} routh_dataset_generator;

/* Friction 0.18 and restitution 0.53, approximately those of the published ellipse. */
ROUTH_API routh_dataset_generator routh_dataset_generator_default(void);

/* `count` impacts as a dataset, in the frame as recorded, with gap 0. */
ROUTH_API routh_status routh_dataset_generate(routh_context *context, const routh_dataset_generator *generator,
                                              size_t count, routh_dataset *dataset);

/* Many runs, as a dataset --------------------------------------------------------------------------------*/

/* The sampled wrench of a table with columns time, fx, fy and torque, whose numbers it uses as long as it exists. */
ROUTH_API routh_status routh_wrench_of_table(routh_context *context, const routh_table *table, routh_wrench *wrench);

typedef struct routh_world_generator {
    routh_world world;
    routh_run_options run;
    size_t count;          /* drops, up to ROUTH_MOST_MADE; samples and steps of all of them: 1e8 each; default 100 */
    routh_state low, high; /* start states are drawn uniformly between these, at time 0; a pose that would penetrate
                            * is lifted until it does not */
    double noise_db;       /* signal-to-noise ratio of x, y, θ, vx, vy, ω, dB. σ of a channel is its root mean square
                            * over all instants (for records: all records) × 10^(−SNR/20). +∞ (default): no noise */
    routh_noise noise;     /* instead of noise_db: the same σ for records and instants; x has that of y, r moves with
                            * the angle and has none of its own. Default: none */
    double quantum_length, quantum_angle; /* x, y and θ are rounded to multiples of these, m, rad; 0: not rounded */
    uint64_t seed;                        /* default 1 */
} routh_world_generator;

ROUTH_API routh_world_generator routh_world_generator_default(void);

/* Sets `low` and `high` to the usual drops of the world's body: x 0, y 0.05 … 0.2 m above its radius, any θ, vx −1 … 1,
 * vy −1 … 0 m/s, ω −15 … 15 rad/s. */
ROUTH_API void routh_world_generator_spread(routh_world_generator *generator);

/* The start state of drop `index`, counted from 0; it does not depend on which others are made. */
ROUTH_API routh_state routh_world_generator_at(const routh_world_generator *generator, size_t index);

/* Trajectories with their impacts as records: pose, velocities before and after, time, and the known wrench during the
 * contact. Records are in the axes t, n of the plane that was touched, as `routh fit` reads them: x along it, y above
 * it. On a slope, gravity_tilt is its angle. Corners that land at once are
 * one record, marked ROUTH_TWO_CORNERS. Noise is added to records and trajectories; r is then that of the noisy angle.
 * Drops in which a contact created energy are reported in the log. */
ROUTH_API routh_status routh_world_generate(routh_context *context, const routh_world_generator *generator,
                                            routh_dataset *dataset);

/* Many tosses in space, as a dataset ----------------------------------------------------------------------*/

typedef struct routh_world3_generator {
    routh_world3 world;     /* its shape has to be put there; default: nothing but the ground */
    routh_run3_options run; /* each toss has a seed of its own, from `seed` */
    size_t count;           /* tosses, up to ROUTH_MOST_MADE; default 100. Samples and steps of all of them: 1e8 each */

    /* Starts are drawn uniformly between these, component by component, at time 0: position of the centre of mass, velocity,
     * spin. A body that would start inside what is fixed is lifted until it does not, where lifting leads out of it. */
    routh_state3 low, high;
    bool any_orientation; /* 1 (default): every orientation is as probable; 0: that of `low` */

    double width; /* > 0: the shape is a cube with this edge, m, and the dataset says so; 0 (default): it has the
                            * world's shape, which must outlive it */
    double position_noise; /* standard deviation of each coordinate of the tracked point, m; default 0 */
    double rotation_noise; /* and of each component of a small turn of the orientation, rad; default 0 */
    uint64_t seed;         /* default 1 */
} routh_world3_generator;

ROUTH_API routh_world3_generator routh_world3_generator_default(void);

/* The run of that toss, from its start and with its own draws of what scatters. */
ROUTH_API routh_status routh_world3_generator_run(routh_context *context, const routh_world3_generator *generator,
                                                  size_t index, routh_run3 *run);

/* Trajectories as a motion capture would record them, and the truth behind them: every impact as a record, without noise
 * (several contacts at once are marked ROUTH_TWO_CORNERS), and centre of mass, rounding, mean moment of inertia and drag
 * in `calibration`. Segmenting the dataset replaces both. Tosses in which a contact created energy are reported in
 * the log. */
ROUTH_API routh_status routh_world3_generate(routh_context *context, const routh_world3_generator *generator,
                                             routh_dataset3 *dataset);

/* Insertions ---------------------------------------------------------------------------------------------*/

/* A stage of a path: for a while the hand wants this wrench, along and about its axes. Where it yields (`give` of the
 * generator), its command moves until the wrench is there; where it does not, the command turns by wanted ÷ held. */
typedef struct routh_insertion_stage {
    double time;      /* how long, s, 1e-3 … 1000 */
    double wrench[6]; /* N and N m; the first, along X, is what it is pushed in with */
    double wave[6];   /* varies by so much: wanted = wrench + wave sin(2π t/period), t since the stage began */
    double period;    /* s, > 0 where something varies */
} routh_insertion_stage;

#define ROUTH_MOST_STAGES 16

/* What the hand does with object 1: it begins beside the mated pose, moves along X until the parts touch, goes through
 * the stages, and at last presses with the generator's force until the parts are mated and have been held still for
 * `settle` seconds. */
typedef struct routh_insertion_path {
    char name[ROUTH_LABEL_SIZE];
    double
        start[6]; /* beside the mated pose: shift, m, of which that along X does not count, and rotation vector, rad */
    size_t count; /* of stages; 0: none */
    routh_insertion_stage stage[ROUTH_MOST_STAGES]; /* [count] */
    double settle;                                  /* s, 0 … 1000 */
} routh_insertion_path;

/* "turned": begins turned by 2° about X, has no stages, and is held for 2 s at the end. */
ROUTH_API routh_insertion_path routh_insertion_path_default(void);

/* Fails on numbers that are not finite or out of bounds, and names them. */
ROUTH_API routh_status routh_insertion_path_check(routh_context *context, const routh_insertion_path *path);

/* JSON; docs/insertion.md has the layout. Of the file of a plan the path is read. */
ROUTH_API routh_status routh_insertion_path_read(routh_context *context, routh_io from, routh_insertion_path *path);
ROUTH_API routh_status routh_insertion_path_write(routh_context *context, const routh_insertion_path *path,
                                                  routh_io to);

typedef struct routh_insertion_generator {
    const routh_insertion_path *path; /* NULL (default): the default path */
    double stiffness, friction;       /* 1 … 1e12 N/m, 0 … 100; default 1.8e5 N/m, 0.2 */
    double creep;                     /* below this speed friction decreases to 0, m/s, 1e-12 … 1; default 5e-5 */
    double displacement; /* standard deviation of true shifts, m, 0 … 0.1; default 1e-4; 0: exact geometry */
    double turn;         /* standard deviation of true turns, rad, 0 … 1; default 1e-4 */
    bool prior;          /* 1: instead of these two, each displacement's own deviation in the assembly; default 0 */
    double speed, force; /* of the insertion, 1e-9 … 10 m/s and 1e-6 … 1e9 N; default 2e-3 and 50 */
    double force_wave;   /* the force varies by this fraction of itself, with a period of 4 s; default 0 */
    double settle;  /* how long the mated parts are held at the end, s, 0 … 1000; NaN (default): as the path says */
    double longest; /* an insertion that takes longer, stages not counted, is given up, s, 1 … 1000; default 200 */
    double held[6]; /* stiffness of the hand's springs along and about its axes, N/m and N m/rad */
    double give[6]; /* how fast these springs yield, m/s/N and rad/s/(N m); defaults in docs/insertion.md */
    bool sensors;   /* 0: exact, 1: with `resolution` and noise of half of it; default 1 */
    double resolution[3]; /* of positions, m, velocities, m/s, and forces, N, 0 … 1e9; rotations: what these are at
                                 * half the plate's size; default as in the paper, 2e-6, 2e-4, 1.5 */
    bool known_offset;    /* 1: reference and offset give the exact position of object 1 in the hand; default 0 */
    double rate;          /* Hz, 1e-6 … 1e5; default 1000 */
    uint64_t seed;        /* for noise and the parts' true displacements; default 1 */
    uint64_t draw;        /* of the noise, so that several recordings of the same parts differ in it; default 0 */
} routh_insertion_generator;

ROUTH_API routh_insertion_generator routh_insertion_generator_default(void);

/* Solves the quasi-static equilibrium of the held object, with friction, at each instant of a reference insertion, a
 * retraction and the test insertion. The result is the recording of the last, with its truth. `retraction` (may be NULL):
 * the end of the reference insertion with its retraction, from which routh_insertion_offset has the offset. */
ROUTH_API routh_status routh_insertion_generate(routh_context *context, const routh_assembly *assembly,
                                                const routh_insertion_generator *generator, routh_insertion *insertion,
                                                routh_insertion *retraction);

#ifdef __cplusplus
}
#endif
#endif
