/* Studies of single impacts: one in the plane or in space, rebounds of spheres.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_IMPACTS_H
#define ROUTH_STUDY_IMPACTS_H

#include <routh/data.h>
#include <routh/impact3.h>
#include <routh/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One impact --------------------------------------------------------------------------------------------*/

/* The energy ellipse of one impact, with every law in it. */
typedef struct routh_impact_study_options {
    double mu;   /* μ, friction, of every law that has it; default: the registry's */
    double eps;  /* ε, restitution; the same */
    double et;   /* e_t, tangential restitution; the same */
    double eta2; /* η², normal ÷ tangential stiffness; the same */

    const routh_law *const *laws; /* NULL (default): every law of the registry */
    size_t law_count;
} routh_impact_study_options;

ROUTH_API routh_impact_study_options routh_impact_study_options_default(void);

/* One law; routh_impact_study_run in src/results/study/impact_study.c. */
typedef struct routh_impact_study_law {
    const routh_law *law;
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_outcome outcome;
    routh_velocity after;     /* of the body */
    double body_energy_ratio; /* kinetic energy after ÷ before, of the whole body; for contact space see outcome */
    routh_region region;
    routh_stick_friction stick; /* μ_s at these parameters, searched up to ROUTH_MU_CAP */
    bool never_sticks;          /* neither at these parameters nor at any friction up to ROUTH_MU_CAP */
} routh_impact_study_law;

typedef struct routh_impact_study {
    routh_impact impact;
    routh_contact contact;
    routh_ellipse ellipse;
    routh_region admissible;
    double mu, eps, et, eta2; /* as in the options; each law below has its own parameters */
    size_t count;             /* laws */
    routh_impact_study_law *laws;
} routh_impact_study;

ROUTH_API routh_status routh_impact_study_run(routh_context *context, const routh_impact *impact,
                                              const routh_impact_study_options *options, routh_impact_study *study);
ROUTH_API void routh_impact_study_release(routh_context *context, routh_impact_study *study);

/* How friction and Poisson's ratio change the motion of a body after an impact; routh_impact3_study_run in
 * src/results/study/impact3_study.c. */
typedef struct routh_impact3_study_row {
    double value;                /* of the parameter */
    double velocity[3], spin[3]; /* of body a after the impact, world axes, m/s and rad/s */
} routh_impact3_study_row;

typedef struct routh_impact3_study {
    routh_pair pair;                   /* the parameters that do not vary */
    size_t count;                      /* of rows in each table */
    routh_impact3_study_row *friction; /* over μ from 0 to 1 */
    routh_impact3_study_row *poisson;  /* over ν from 0 to 0.5 */
} routh_impact3_study;

/* a and b are the bodies of `scene_contact`. steps ≥ 1 gives steps + 1 rows in each table. */
ROUTH_API routh_status routh_impact3_study_run(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                               const routh_scene_contact *scene_contact, size_t steps,
                                               routh_impact3_study *study);
ROUTH_API void routh_impact3_study_release(routh_context *context, routh_impact3_study *study);

/* Rebounds of spheres -----------------------------------------------------------------------------------*/

typedef struct routh_rebound_options {
    const routh_law *const *laws; /* NULL: wang-mason and compliant. At most ROUTH_MAX_REBOUND_LAWS */
    size_t law_count;
    double mu_max;    /* upper bound on μ; default ROUTH_MU_CAP */
    size_t resamples; /* of the bootstrap; default 200 */
    double level;     /* of the intervals; default 0.95 */
    uint64_t seed;    /* default 1 */
} routh_rebound_options;
#define ROUTH_MAX_REBOUND_LAWS 16
ROUTH_API routh_rebound_options routh_rebound_options_default(void);

#define ROUTH_REBOUND_CURVE 90

/* One law; routh_rebound_study_run in src/results/study/rebound_study.c fills it. */
typedef struct routh_law_rebounds {
    const routh_law *law;
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_interval interval[ROUTH_MAX_PARAMETERS];
    double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]; /* as in routh_estimate */
    double rms[ROUTH_REBOUND_QUANTITIES];      /* root mean square of measured − fitted; NaN: no row */
    double held_out[ROUTH_REBOUND_QUANTITIES]; /* the same, predicted from the other incidences */
    double *predicted, *predicted_held_out;    /* [up.rebounds_count] one for each row */
    double curve[ROUTH_REBOUND_QUANTITIES][ROUTH_REBOUND_CURVE]; /* over routh_rebound_study.incidence; NaN: no row */
    double advantage; /* logarithm of the likelihood ratio to the first law, each incidence predicted from the others */
    double advantage_error; /* its standard error over incidences */
} routh_law_rebounds;

typedef struct routh_rebound_study {
    const routh_rebounds *rebounds;        /* [-] not owned */
    double incidence[ROUTH_REBOUND_CURVE]; /* of the curves, up to the largest measured, rad */
    size_t incidences;                     /* rows less than 1.5° apart are of one */
    double approach[2];                    /* least and greatest speed of approach, m/s */
    size_t law_count;
    routh_law_rebounds *law;
    routh_findings findings;
} routh_rebound_study;

/* Fits each law to all rows at once, every quantity weighted by its own scatter, and predicts the rows of each incidence
 * from those of the others. Needs rows at 5 incidences or more. The rebounds must outlive the study. */
ROUTH_API routh_status routh_rebound_study_run(routh_context *context, const routh_rebounds *rebounds,
                                               const routh_rebound_options *options, routh_rebound_study *study);
ROUTH_API void routh_rebound_study_release(routh_context *context, routh_rebound_study *study);

#ifdef __cplusplus
}
#endif
#endif
