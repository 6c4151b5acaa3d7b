/* The parts of an exploration.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_EXPLORE_H
#define ROUTH_SRC_STUDY_EXPLORE_H

#include <math.h>
#include <routh/identify.h>
#include <routh/study.h>

#include "base/context.h"

enum {
    ROUTH_EXPLORE_PARTS = ROUTH_EXPLORE_DEGREE, /* terms of one quantity: z, z², z³, or sine and cosine */
    ROUTH_EXPLORE_BASE = 1 + ROUTH_EXPLORE_STEPS * ROUTH_EXPLORE_PARTS,
    ROUTH_EXPLORE_COLUMNS = ROUTH_EXPLORE_BASE + ROUTH_EXPLORE_PARTS,
    ROUTH_EXPLORE_LEAST_COUNT = 40,
    ROUTH_EXPLORE_MOST_FOLDS = 32,
    ROUTH_EXPLORE_READINGS = 16,
    ROUTH_EXPLORE_BLOCKS = 32, /* stretches of the file that change their sign together; halved where noise lasts */
    ROUTH_EXPLORE_LEAST_BLOCKS = 16 /* fewer have too few patterns of signs to show anything */
};

/* Without a law, and what is left by the law with constant parameters. */
enum { ROUTH_VIEW_FREE, ROUTH_VIEW_BEYOND, ROUTH_EXPLORE_VIEWS };

/* Which quantities are tried. */
typedef struct routh_explore_list {
    size_t count;
    char name[ROUTH_MOST_QUANTITIES][ROUTH_LABEL_SIZE];
} routh_explore_list;

/* What is claimed already: quantities of the list with their degrees. */
typedef struct routh_explore_base {
    size_t count;
    size_t quantity[ROUTH_EXPLORE_STEPS];
    int degree[ROUTH_EXPLORE_STEPS];
    double coefficient[ROUTH_EXPLORE_BASE]; /* a constant, then the terms; of ROUTH_VIEW_BEYOND */
} routh_explore_base;

/* One recording, measured or simulated, ready to be screened for one parameter. Impact i has y = (Σ θ_c φ_c) g, with y and g of law_free.h. */
typedef struct routh_explore_view {
    size_t count;        /* samples */
    unsigned char *used; /* 0: does not show the parameter */
    unsigned char *fold; /* of impacts that follow each other in the file */
    double *g, *y[ROUTH_EXPLORE_VIEWS];
    double *term; /* (quantity × ROUTH_EXPLORE_PARTS + part) × count + i */
    double *scratch;
    size_t quantities;
    int parts[ROUTH_MOST_QUANTITIES];
    bool angle[ROUTH_MOST_QUANTITIES];
} routh_explore_view;

/* Samples are in the order of the file; group[i] is the first one of the trajectory of i, or i. */
routh_status routh_explore_view_create(routh_arena *arena, size_t count, const routh_explore_list *list,
                                       const size_t *group, size_t folds, routh_explore_view *view);

/* From samples under the law with constant parameters; `friction`: of the impacts that slide. */
void routh_explore_view_fill(const routh_dataset *dataset, const routh_sample *samples, const routh_law *law,
                             const double *parameters, const routh_explore_list *list, bool friction,
                             routh_explore_view *view);

/* What one quantity explains beside the base, held out. */
typedef struct routh_explore_gain {
    int degree;
    double share[ROUTH_EXPLORE_VIEWS];
    double least; /* the lesser of both */
} routh_explore_gain;

/* Of every quantity; returns the largest `least`. */
double routh_explore_screen(const routh_explore_view *view, size_t folds, const routh_explore_base *base,
                            routh_explore_gain *gain);

/* Sum of squared errors held out of the base and, unless degree is 0, that quantity; `error` (may be NULL) gets the
 * squared error of each used sample, 0 of the others. */
double routh_explore_errors(const routh_explore_view *view, size_t folds, const routh_explore_base *base,
                            size_t quantity, int degree, int which, double *error);

/* The base's coefficients, from all samples. */
void routh_explore_fit_base(const routh_explore_view *view, routh_explore_base *base);

/* The recording read otherwise, with the law's constant parameters then. */
typedef struct routh_explore_reading {
    char name[64];
    routh_sample *sample;
    double parameters[ROUTH_MAX_PARAMETERS];
} routh_explore_reading;

typedef struct routh_explore_readings {
    size_t count;
    routh_explore_reading reading[ROUTH_EXPLORE_READINGS];
} routh_explore_readings;

/* Those that the impacts allow. */
routh_status routh_explore_readings_create(routh_arena *arena, const routh_dataset *dataset,
                                           const routh_sample *samples, size_t count, const routh_law *law,
                                           const routh_fit_options *fit, routh_explore_readings *readings);

/* The base at sample i, without g; its coefficients must be there. */
double routh_explore_base_at(const routh_explore_view *view, const routh_explore_base *base, size_t i);

/* Into how many stretches the file falls that are as good as independent for this quantity; below
 * ROUTH_EXPLORE_LEAST_BLOCKS: too few. `scratch`: twice the view's count. */
size_t routh_explore_blocks(const routh_explore_view *view, const routh_explore_base *base, size_t quantity, int degree,
                            double *scratch);

/* For every quantity that explains enough, in how many independent stretches the file falls for it, and in which share of the simulated recordings the strongest of all explains as much as this one
 * was found to, each in deviations of what it explains there. */
typedef struct routh_explore_null {
    const routh_dataset *dataset;
    const routh_sample *samples;
    size_t count;
    const routh_law *law;
    const double *parameters;
    const routh_explore_list *list;
    const routh_explore_options *options;
    const routh_explore_base *base;
    const routh_explore_view *view; /* of the measured recording */
    const size_t *group;
    const routh_explore_readings *readings;
    int parameter; /* of the law */
    bool friction;
} routh_explore_null;

routh_status routh_explore_chance(routh_context *context, const routh_explore_null *null,
                                  const routh_explore_gain *found, double *chance, size_t *blocks);

/* Of every quantity, the reading in which it explains least, where that is less than half of what was found or less
 * than the least that counts; NULL: it holds in all. */
typedef struct routh_explore_doubts {
    const char *reading[ROUTH_MOST_QUANTITIES];
    double share[ROUTH_MOST_QUANTITIES];
} routh_explore_doubts;

routh_status routh_explore_doubt(routh_context *context, const routh_explore_null *null,
                                 const routh_explore_gain *found, routh_explore_doubts *doubts);

/* The sentences. */
routh_status routh_explore_say(routh_context *context, const routh_explore_options *options,
                               routh_exploration *exploration);

/* The parts of a study of covariates. */

/* The figures, of the best law. */
routh_status routh_dependence_draw(routh_context *context, const routh_sample *samples, size_t count,
                                   const double *value, routh_dependence_study *study);

/* The sentences. */
routh_status routh_dependence_say(routh_context *context, size_t fit_count, routh_dependence_study *study);

/* Laws that give the same impulse, to be shown as one point under one letter. */

typedef struct routh_impulse_groups {
    size_t count;
    size_t *of_law; /* the group of each law */
    size_t *first;  /* the first law of each group */
} routh_impulse_groups;

/* Impulses are the same when they differ by less than a millionth of the ellipse's size. */
routh_status routh_impulse_groups_create(routh_context *context, const routh_impact_study *study,
                                         routh_impulse_groups *groups);
void routh_impulse_groups_release(routh_context *context, routh_impulse_groups *groups);

/* "A" … "Z", then "A2" and so on; returns the buffer. */
#define ROUTH_GROUP_NAME 24
const char *routh_group_name(size_t group, char buffer[ROUTH_GROUP_NAME]);

/* Restitution and friction of one impact without a law: y over g. Noise does not grow where velocities are small, as it
 * would in the ratio itself, so means and fits are those of y = e g by least squares, which weighs ratios by g². */

typedef struct routh_law_free {
    bool used; /* 0: does not show it */
    double g, y;
} routh_law_free;

/* The contact point's normal velocity after over minus that before. */
static inline routh_law_free routh_restitution_shown(const routh_sample *s) {
    return (routh_law_free){true, -s->contact.vn, s->after.vy + s->impact.rx * s->after.omega};
}

/* The impulse against the slip over the normal one, of impacts that slide by this law's impulse. Signed: the size of an
 * impulse is never negative, and noise would make small ones too large. */
static inline routh_law_free routh_friction_shown(const routh_sample *s, const routh_impulse *law) {
    const routh_point measured = s->measured[ROUTH_MOMENTUM];
    return (routh_law_free){law->mode == ROUTH_SLIDING && measured.pn > 0, measured.pn,
                            copysign(1, law->pt) * measured.pt};
}

#endif
