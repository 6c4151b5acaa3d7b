/* Do intervals hold the truth as often as they claim? Every estimator of the library meets worlds that it was not tuned on.
 *
 * A world is exact simulated data, which this program disturbs itself: the generators' own noise is not used. An estimator is one
 * function, which makes a recording of the world, estimates, and appends what it claims. Rows of the table collect the
 * claims of many seeds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_COVERAGE_COVERAGE_H
#define ROUTH_TESTS_COVERAGE_COVERAGE_H

#include <stdio.h>

#include <routh/routh.h>

enum { MOST_QUANTITIES = 10, COVERAGE_LEVELS = 3 };

/* How measured numbers differ from true ones. The deviations are those of the world's instrument. */
typedef enum disturbance {
    GAUSSIAN,
    QUANTISED,    /* rounded to steps that have this deviation, and nothing else */
    HEAVY_TAILED, /* Student's t with 3 degrees of freedom, scaled to this deviation */
    CORRELATED,   /* each error keeps 0.8 of the one before it in its channel, within a drop or a toss */
    DROPPED,      /* Gaussian, and every twentieth frame of a trajectory is missing */
    LATENT,       /* Gaussian, and the pose is that of half a frame earlier than the velocities */
    BIASED,       /* Gaussian, and the angle is 0.02 rad, the height 0.5 mm too large */
    WRONG         /* Gaussian, and every thirtieth record, or toss, is wrong by far */
} disturbance;

/* Which estimators a world is for. */
enum {
    IMPACTS = 1 << 0,
    DROPS = 1 << 1,
    TOSSES = 1 << 2,
    REBOUNDS = 1 << 3,
    INSERTIONS = 1 << 4,
    RATIOS = 1 << 5,
    FLAWED = 1 << 6
};

/* What FLAWED worlds have beside the law that is fitted. */
typedef enum flaw {
    FLAW_NONE,
    FLAW_OUTLIERS, /* 3 %: robust fits are there for them */
    FLAW_UNEVEN,   /* noise grows with the speed of approach */
    FLAW_COUPLE,   /* rolling resistance at the contact */
    FLAW_RESTITUTION_SPEED,
    FLAW_RESTITUTION_SOFT,
    FLAW_FRICTION_SPEED,
    FLAW_SURFACES, /* two, beside each other */
    FLAW_BODIES,   /* two, in turn at random */
    FLAW_WORN,     /* half of the rim */
    FLAW_DRIFT,
    FLAW_PLACE,
    FLAW_MIRRORED, /* every second record */
    FLAW_SHUFFLED, /* velocities after are those of other impacts */
    FLAW_RANDOM,   /* they are those of none */
    FLAW_COPIES,   /* of three impacts */
    FLAW_INERTIA,  /* stated 35 % too large */
    FLAW_TURNED    /* velocities by 0.06 rad */
} flaw;

typedef struct coverage_world {
    const char *name, *about;
    unsigned kinds;
    disturbance noise;
    double size;             /* multiplies the deviations of the instrument; of RATIOS the signal-to-noise ratio of each
                              * channel, angle included, dB */
    const char *shape;       /* of impacts and drops: "ellipse", "square", "rectangle", "dodecagon" */
    double mass;             /* kg */
    const char *law;         /* of the registry; of tosses "rigid" or "compliant" */
    double mu, eps, further; /* further: e_t or η², where the law has it */
    size_t count;            /* impacts, drops, tosses or rows */
    flaw flaw;
    bool wrong; /* a study should not trust it */
} coverage_world;

extern const coverage_world coverage_worlds[];
extern const size_t coverage_world_count;

/* One number that an estimator claims. */
typedef struct coverage_claim {
    int quantity; /* index into the estimator's */
    double truth, value;
    double error;     /* standard error; NaN: none is given */
    double low, high; /* 95 %; high may be ∞ */
    double known;     /* half the width that an estimator with known noise has; 0: not asked */
} coverage_claim;

/* What one seed brought. */
typedef struct coverage_claims {
    size_t count, room;
    coverage_claim *claim;
    bool refused[MOST_QUANTITIES], flagged;     /* flagged: says that something is wrong */
    bool misfit;                                /* the residuals are related to something */
    char why[MOST_QUANTITIES][ROUTH_NAME_SIZE]; /* a refusal */
} coverage_claims;

void claim_add(coverage_claims *claims, int quantity, double truth, double value, double error, double low,
               double high);
void claim_refuse(coverage_claims *claims, int quantity, const char *why);

typedef struct coverage_estimator {
    const char *name, *about;
    const char *quantity[MOST_QUANTITIES + 1]; /* ends with NULL */
    unsigned kinds;                            /* of worlds that it is for */
    size_t seeds;                              /* of the published table */
    bool many; /* 1: a seed brings many claims, which are not independent: predictions */
    void (*run)(const coverage_world *world, uint64_t seed, coverage_claims *claims);
} coverage_estimator;

extern const coverage_estimator estimators_of_fits[], estimators_of_recordings[], estimators_of_inertia[],
    estimators_of_tosses[], estimators_of_models[], estimators_of_insertions[],
    estimators_of_flawed[]; /* each ends with one without a name */

/* Recordings of a world ----------------------------------------------------------------------------------*/

/* The world's law, body and parameters in the law's order. */
const routh_law *world_law(const coverage_world *world, double parameters[ROUTH_MAX_PARAMETERS]);
routh_body world_body(const coverage_world *world);

/* Standard deviations of the instrument: pose and velocities of impacts. */
routh_noise world_noise(const coverage_world *world);

/* A seed of its own for each world, so that worlds are independent of each other. */
uint64_t world_seed(const coverage_world *world, uint64_t seed);

/* From the centre to the lowest point at that angle: the corner, or where an ellipse's outward normal points down. */
void world_lowest_point(const routh_shape *shape, double theta, double *rx, double *ry);

/* Seconds between frames. */
double world_frame(const coverage_world *world);

/* The first contact of every drop, disturbed; release with routh_dataset_release. */
void world_impacts(const coverage_world *world, uint64_t seed, routh_dataset *dataset);

/* The same in time steps under a known force, which shows mass and inertia. */
void world_pushed(const coverage_world *world, uint64_t seed, routh_dataset *dataset);

/* Trajectories of every drop, disturbed, without records. */
void world_drops(const coverage_world *world, uint64_t seed, routh_dataset *dataset);

/* The offsets that a BIASED world has. */
#define BIAS_ANGLE  0.02   /* rad */
#define BIAS_HEIGHT 0.0005 /* m */

/* Disturbed numbers --------------------------------------------------------------------------------------*/

enum { MOST_CHANNELS = 16 };

typedef struct instrument {
    disturbance noise;
    routh_random random;
    double last[MOST_CHANNELS]; /* errors, for CORRELATED */
    bool begun[MOST_CHANNELS];
} instrument;

instrument instrument_of(const coverage_world *world, uint64_t seed, uint64_t stream);

/* Errors that follow are not correlated with those before. */
void instrument_rest(instrument *with);

/* The value as measured, with an error of that deviation. */
double measured(instrument *with, int channel, double value, double deviation);

/* Rows ---------------------------------------------------------------------------------------------------*/

extern const double coverage_level[COVERAGE_LEVELS]; /* 0.5, 0.9, 0.95 */

typedef struct coverage_row {
    const coverage_estimator *estimator;
    const coverage_world *world;
    int quantity;
    size_t seeds, refused, flagged, misfit, claims;
    double width;        /* median of the intervals' widths ÷ that of an estimator with known noise; NaN: not asked */
    double bias;         /* mean of (value − truth) ÷ error */
    double bias_percent; /* of the mean value; NaN where the truth is 0 */
    double ratio;        /* scatter of the values ÷ root mean square of the errors */
    double covered[COVERAGE_LEVELS];
    char why[ROUTH_NAME_SIZE]; /* of the last refusal */
} coverage_row;

typedef struct coverage_table {
    size_t count, room;
    coverage_row *row;
} coverage_table;

/* Runs the estimator in the world for so many seeds, several at once, and adds a row for each quantity. */
void coverage_run(const coverage_estimator *estimator, const coverage_world *world, uint64_t first, size_t seeds,
                  coverage_table *table);

/* Mean over the worlds of the share that the 95 % interval holds, and the least; NaN: no world has claims. */
typedef struct coverage_summary {
    double mean, least;
    const coverage_world *worst;
} coverage_summary;

coverage_summary coverage_summarise(const coverage_table *table, const coverage_estimator *estimator, int quantity);

/* Rows from `first` on, with a heading above row 0. */
void coverage_write_text(const coverage_table *table, size_t first, FILE *file);
void coverage_write_markdown(const coverage_table *table, FILE *file);
void coverage_write_json(const coverage_table *table, FILE *file);
void coverage_write_svg(const coverage_table *table, FILE *file);

#endif
