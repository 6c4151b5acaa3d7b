/* The behaviour room: what a simulator does, whatever its parameters say. From its output, a recording like any other, or from
 * running it: which law its impacts follow, with which restitution and friction, how far it is from any rigid law, where it
 * gains energy, how long contacts last, and at which time step all this changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_BEHAVIOUR_H
#define ROUTH_BEHAVIOUR_H

#include <routh/engine.h>
#include <routh/study.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The three definitions of restitution. */
#define ROUTH_RESTITUTIONS 3

/* One impact. */
typedef struct routh_behaviour_impact {
    size_t source;                  /* index of its record in the dataset, or of the throw */
    double speed;                   /* of approach of the contact point, m/s; where the contact lasts, when it begins */
    double slip, slip_after;        /* tangential speed of the contact point before and after, m/s */
    double eps[ROUTH_RESTITUTIONS]; /* by routh_restitution: Newton's is −v_n⁺/v_n, with the velocities when the contact
                                     * begins and ends; the others along Routh's path at the friction found; NaN: there is
                                     * none, as where friction alone reverses the point */
    double normal, tangential;      /* impulse of the contact, gravity's taken off, N s */
    double heading;                 /* of the tangential one in space, from the x axis, rad */
    double energy;                  /* kinetic energy after ÷ before, without what gravity did in between */
    double lasted, depth;           /* s, m; 0: an instant, or unknown */
    double turned;                  /* by which the body turned while it touched, rad */
    double error;                   /* of the law that it behaves like, relative to the speed after; NaN: none */
    double bound;                   /* of the best impulse at the contact point: no rigid law can do better */
    bool slips;                     /* it slipped all the way, in one direction */
    bool gains;                     /* its energy grew, by more than the tolerance */
} routh_behaviour_impact;

/* A law compared. */
typedef struct routh_behaviour_law {
    const char *name, *title;
    int parameter_count;
    routh_parameter parameter[ROUTH_MAX_PARAMETERS];
    double value[ROUTH_MAX_PARAMETERS];                           /* fitted */
    double low[ROUTH_MAX_PARAMETERS], high[ROUTH_MAX_PARAMETERS]; /* 95 %; NaN: not determined, or not asked for */
    bool has_restitution;
    routh_restitution restitution; /* how it defines eps */
    double error, error_median;    /* on impacts that it was not fitted to, relative to the speed after */
} routh_behaviour_law;

#define ROUTH_BEHAVIOUR_LAWS 8
#define ROUTH_BEHAVIOUR_BINS 8

/* Impacts of about one speed: as many in each bin. */
typedef struct routh_behaviour_bin {
    size_t count;
    double low, high;              /* speed of approach, m/s */
    double speed;                  /* its median */
    double eps, eps_low, eps_high; /* median and quartiles, of the definition `curve` */
    double lasted, depth;          /* medians, s, m */
    size_t gains;                  /* impacts that gain energy */
} routh_behaviour_bin;

typedef struct routh_behaviour {
    char name[ROUTH_NAME_SIZE]; /* of the recording, or of the engine with its version */
    bool space;                 /* 1: impacts in space */
    double step;                /* of time, of an engine that ran, s; 0: a recording */
    size_t contacts;            /* found, or thrown */
    size_t rejected[ROUTH_REASON_COUNT];
    size_t several, unended, untouched; /* of an engine: several points at once, not ended, none */
    size_t elsewhere;                   /* of an engine: impacts that are not at z = 0, where the ground must be */
    size_t count;
    routh_behaviour_impact *impact;

    size_t law_count;
    routh_behaviour_law law[ROUTH_BEHAVIOUR_LAWS];
    size_t best;     /* law with the least error; law_count: none was compared */
    size_t alike;    /* laws, with the best, that these impacts do not distinguish */
    bool described;  /* 1: a law says what it does, more or less: otherwise it gains energy, or the best misses 30 % */
    double bound;    /* mean error of the best impulse at the contact point, of the same impacts */
    double speed[2]; /* of approach, least and greatest, m/s */

    /* e = eps_at_1 + eps_slope ln(v ÷ 1 m/s), of the definition `curve`: the one it keeps where impacts show that and follow
     * it best, otherwise Newton's. NaN with fewer than 3 impacts, where most contacts are left out, and where the medians of the
     * bins are not on that line. */
    routh_restitution curve;
    double eps_at_1, eps_slope, eps_slope_error;
    double eps_mean;                    /* median over the impacts */
    double eps_scatter;                 /* deviation of single impacts from the line */
    double scatter[ROUTH_RESTITUTIONS]; /* the same of each definition; NaN: too few */
    bool has_kind;                      /* 1: the impacts show which definition it has */
    routh_restitution kind;

    size_t slipping;                 /* impacts that slip all the way */
    double mu, mu_low, mu_high;      /* of these, tangential ÷ normal impulse: median and quartiles; NaN: none */
    double mu_least;                 /* greatest such ratio of all impacts: μ is at least that */
    double mu_power, mu_power_error; /* tangential impulse grows with that power of the normal one; Coulomb's: 1 */
    double mu_direction[2]; /* least and greatest over directions of slip; NaN: it is the same in all, or unknown */

    size_t gains;                   /* impacts that gain energy, more than the tolerance */
    double worst_gain, worst_speed; /* the largest share gained, and its speed; NaN: none */
    double gain_speed[2];           /* speeds at which it gains */
    double lasted, depth, turned;   /* medians, s, m, rad; 0: instants */
    double depth_most;

    size_t bin_count;
    routh_behaviour_bin bin[ROUTH_BEHAVIOUR_BINS];
    routh_findings findings; /* the first is the verdict */
} routh_behaviour;

typedef struct routh_behaviour_options {
    size_t bins;      /* over speed, 1 … ROUTH_BEHAVIOUR_BINS; default 6 */
    size_t resamples; /* for intervals of planar laws, 0: none; default 100 */
    double gain;      /* share of the energy by which it must grow to count; default 0.002 */
    uint64_t seed;    /* default 1 */
} routh_behaviour_options;

ROUTH_API routh_behaviour_options routh_behaviour_options_default(void);

/* From what a simulator wrote; the used records count. Trajectories without records are segmented first, in space only with
 * `segmentation` and then in any case: contacts may last, and heights are taken as recorded, unless at least twice as many
 * contacts can be used with a calibration; its `soft` and `calibrate` are not used. `frame` as in routh_frame_of, but NULL: as
 * recorded. Few impacts, or none, are no failure: the findings say what is missing. */
ROUTH_API routh_status routh_behaviour_of_dataset(routh_context *context, routh_dataset *dataset, const char *frame,
                                                  const routh_behaviour_options *options, routh_behaviour *behaviour);
ROUTH_API routh_status routh_behaviour_of_dataset3(routh_context *context, routh_dataset3 *dataset,
                                                   const routh_segment3_options *segmentation,
                                                   const routh_behaviour_options *options, routh_behaviour *behaviour);

/* Throws at the ground. */
typedef struct routh_behaviour_throws {
    size_t count;    /* 1 … 100000; default 200 */
    double speed[2]; /* of approach, least and greatest, m/s; default 0.3 and 3 */
    double slip;     /* of the contact point, up to this multiple of the speed; default 1 */
    double spin;     /* × reach ÷ speed of approach, at most; default 0.5 */
    uint64_t seed;   /* default 1 */
} routh_behaviour_throws;

ROUTH_API routh_behaviour_throws routh_behaviour_throws_default(void);

/* The same simulator at several steps: which of them are like the smallest. */
#define ROUTH_BEHAVIOUR_STEPS 8

typedef struct routh_behaviour_series {
    size_t count;
    routh_behaviour at[ROUTH_BEHAVIOUR_STEPS]; /* [count] steps rising */
    double eps_off[ROUTH_BEHAVIOUR_STEPS]; /* largest median, over the bins, of differences from the smallest step */
    double mu_off[ROUTH_BEHAVIOUR_STEPS];  /* relative difference of friction; NaN: unknown */
    size_t changes;                        /* the first that differs; count: none does */
    double own_step;                       /* of the model, s; 0: unknown */
    size_t shown;                          /* what verdicts are about: the model's own step, otherwise the smallest */
    routh_findings findings;
} routh_behaviour_series;

/* An engine to run. */
typedef struct routh_behaviour_run {
    const routh_engine *engine;
    const char *folder;                  /* of its program, as in routh_export_prove; NULL: where they usually are */
    const char *model;                   /* a file of the engine's own, or … */
    const routh_engine_body *body;       /* … a body, with … */
    const routh_engine_setting *setting; /* … this contact; NULL: the engine's defaults, at 0.001 s */
    double own_step;                     /* of the setting's model, s, for comparison with others; 0: it has none */
    const double *step;                  /* time steps, s, rising */
    size_t step_count;                   /* 0: that of the model, or of the setting */
} routh_behaviour_run;

/* Starts the engine, throws at each time step, and compares them. */
ROUTH_API routh_status routh_behaviour_of_engine(routh_context *context, const routh_behaviour_run *run,
                                                 const routh_behaviour_throws *throws,
                                                 const routh_behaviour_options *options,
                                                 routh_behaviour_series *series);

/* Fills all but `count`, `at` and `own_step`. */
ROUTH_API routh_status routh_behaviour_series_compare(routh_context *context, routh_behaviour_series *series);

ROUTH_API void routh_behaviour_release(routh_context *context, routh_behaviour *behaviour);
ROUTH_API void routh_behaviour_series_release(routh_context *context, routh_behaviour_series *series);

#ifdef __cplusplus
}
#endif
#endif
