/* What the best law leaves: is it noise, or is it related to something that was recorded? All relations are tested together.
 *
 * A relation is a direction: how the velocities after would change, impact by impact, if restitution, or friction, grew with
 * a recorded quantity, if a couple −P_n sign ω acted at the contact, or if the contact point lay elsewhere. Its statistic is
 * that of a score test (Rao 1948): the residuals, projected on the part of the direction that the law's own parameters
 * cannot take up, divided by its standard error from the squares of the terms (White 1980). So no impact needs the noise
 * of another, and outliers are cut as Huber does.
 *
 * Noise has no sign: where nothing else is left, each impact's residuals, or those of one trajectory together, are as likely
 * as their opposite. The strongest of all relations under random signs is what chance makes (the wild bootstrap of Wu 1986),
 * whatever the noise's size, tails and differences between impacts. One thing does not change its sign: noise of the
 * velocities before is in the quantities and in the residuals, which relates them. How much is seen where the law is true:
 * the statistic's mean over simulated recordings, of each placement that the noise may have, is taken off.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/insertion_case.h"
#include "study/internal.h"

enum {
    LEAST_IMPACTS = 20,
    MOST_IMPACTS = 2000, /* of more, every second, third, … is looked at */
    SIGNS = 999,
    REPLICAS = 36, /* simulated recordings, of all placements together */
    STREAM = ROUTH_REFERENCE_STREAM / 2
};

static const double significance = 0.01;
static const double cut = 3;       /* medians of residuals' sizes */
static const double kindred = 0.8; /* of the strongest: then a relation that has a law is preferred */
static const double bounded = 3;   /* standard deviations: a quantity further out counts as there */

/* What a direction changes: parameter `kind` of the law, or one of these. */
enum { COUPLE = ROUTH_MAX_PARAMETERS, LEVER };

/* How a quantity enters: as it is, by its size, the sine and cosine of an angle, its sign, that of ω within the impact. */
typedef enum term_form { PLAIN, SIZE, SINE, COSINE, SIGN, TURNING, ONE } term_form;

typedef struct relation {
    int kind;
    char quantity[ROUTH_LABEL_SIZE];
    term_form form;
} relation;

/* One recording under one law. Velocities are vx, vy and ω times the radius of gyration. */
typedef struct work {
    const routh_dataset *dataset;
    const routh_law *law;
    const double *parameters;
    size_t count, groups, relations;
    size_t *group; /* of each impact: its trajectory, or itself */
    relation *relation;
    routh_sample *sample;
    double (*residual)[3], (*direction)[3];
    double (*slope)[3];             /* parameter × impact: of the velocity after, then made orthonormal */
    double (*base)[3];              /* the same as they were */
    double *value, *size;           /* of one quantity; scratch */
    double *term, *total;           /* of each group, of one relation */
    double *statistic, *low, *high; /* of each relation; of simulated recordings */
} work;

static double inner(double (*a)[3], double (*b)[3], size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += a[i][0] * b[i][0] + a[i][1] * b[i][1] + a[i][2] * b[i][2];
    return sum;
}

static void add_to(double (*a)[3], double factor, double (*b)[3], size_t count) {
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++)
            a[i][c] += factor * b[i][c];
}

/* Residuals, cut, and slopes at the fitted parameters; 0 where the law has no answer. */
static void look(work *w) {
    for (size_t i = 0; i < w->count; i++) {
        const routh_sample *sample = &w->sample[i];
        const double gyration = sqrt(sample->impact.inertia / sample->impact.mass);
        const routh_velocity at = routh_sample_predict(w->law, w->parameters, sample);
        const double r[3] = {sample->after.vx - at.vx, sample->after.vy - at.vy,
                             gyration * (sample->after.omega - at.omega)};
        const bool known = isfinite(r[0] + r[1] + r[2]);
        for (int c = 0; c < 3; c++)
            w->residual[i][c] = known ? r[c] : 0;
        w->size[i] = w->value[i] = sqrt(inner(&w->residual[i], &w->residual[i], 1));
        for (int j = 0; j < w->law->parameter_count; j++) {
            double p[ROUTH_MAX_PARAMETERS], *slope = w->base[(size_t)j * w->count + i];
            memcpy(p, w->parameters, sizeof p);
            p[j] += p[j] + 1e-4 <= w->law->parameter[j].high ? 1e-4 : -1e-4;
            const routh_velocity v = routh_sample_predict(w->law, p, sample);
            const double step = p[j] - w->parameters[j], d[3] = {v.vx - at.vx, v.vy - at.vy, v.omega - at.omega};
            for (int c = 0; c < 3; c++)
                slope[c] = known && isfinite(d[c]) ? (c == 2 ? gyration : 1) * d[c] / step : 0;
        }
    }
    const double most = cut * routh_median(w->value, w->count);
    for (size_t i = 0; i < w->count; i++)
        for (int c = 0; c < 3 && w->size[i] > most; c++)
            w->residual[i][c] *= most / w->size[i];
}

/* The slopes made orthonormal; those that depend on others, 0. */
static void make_orthonormal(work *w) {
    memcpy(w->slope, w->base, (size_t)w->law->parameter_count * w->count * sizeof *w->slope);
    for (int j = 0; j < w->law->parameter_count; j++) {
        double(*own)[3] = w->slope + (size_t)j * w->count;
        const double before = inner(own, own, w->count);
        for (int k = 0; k < j; k++)
            add_to(own, -inner(own, w->slope + (size_t)k * w->count, w->count), w->slope + (size_t)k * w->count,
                   w->count);
        const double after = inner(own, own, w->count);
        add_to(own, (after > 1e-9 * before ? 1 / sqrt(after) : 0) - 1, own, w->count);
    }
}

/* The quantity of a relation made comparable: about its mean, in deviations, bounded. */
static routh_status fill_value(routh_context *context, work *w, const relation *r) {
    for (size_t i = 0; i < w->count && (r->form == ONE || r->form == TURNING); i++)
        w->value[i] = r->form == ONE ? 1 : routh_mean_sign(w->sample[i].impact.omega, w->sample[i].after.omega);
    if (r->form == ONE || r->form == TURNING)
        return ROUTH_OK;
    routh_status status = routh_quantity_of(context, w->dataset, w->sample, w->count, r->quantity, w->value);
    double mean = 0, square = 0;
    for (size_t i = 0; i < w->count && status == ROUTH_OK; i++) {
        const double v = w->value[i];
        w->value[i] = r->form == SIZE     ? fabs(v)
                      : r->form == SINE   ? sin(v)
                      : r->form == COSINE ? cos(v)
                      : r->form == SIGN   ? (v > 0) - (v < 0)
                                          : v;
        mean += w->value[i] / (double)w->count;
    }
    for (size_t i = 0; i < w->count; i++)
        square += (w->value[i] - mean) * (w->value[i] - mean) / (double)w->count;
    for (size_t i = 0; i < w->count && r->form != SIGN; i++)
        w->value[i] = square > 0 ? fmax(-bounded, fmin(bounded, (w->value[i] - mean) / sqrt(square))) : 0;
    return status;
}

/* How the velocities after change with the relation, beyond what the law's parameters take up. */
static routh_status point(routh_context *context, work *w, const relation *r) {
    const routh_status status = fill_value(context, w, r);
    for (size_t i = 0; i < w->count; i++) {
        const routh_impact *impact = &w->sample[i].impact;
        const double turn =
            w->value[i] * w->sample[i].measured[ROUTH_MOMENTUM].pn / sqrt(impact->mass * impact->inertia);
        const double *slope = w->base[(size_t)(r->kind < COUPLE ? r->kind : 0) * w->count + i];
        for (int c = 0; c < 3; c++)
            w->direction[i][c] = r->kind < COUPLE ? w->value[i] * slope[c] : c == 2 ? turn : 0;
    }
    for (int j = 0; j < w->law->parameter_count; j++) {
        double(*slope)[3] = w->slope + (size_t)j * w->count;
        add_to(w->direction, -inner(w->direction, slope, w->count), slope, w->count);
    }
    return status;
}

/* Every relation's statistic; the groups' parts of it over its standard error into `part` (may be NULL). */
static routh_status measure(routh_context *context, work *w, double *part) {
    routh_status status = ROUTH_OK;
    look(w);
    make_orthonormal(w);
    for (size_t k = 0; k < w->relations && status == ROUTH_OK; k++) {
        double sum = 0, squares = 0;
        status = point(context, w, &w->relation[k]);
        memset(w->term, 0, w->groups * sizeof *w->term);
        for (size_t i = 0; i < w->count; i++)
            w->term[w->group[i]] += inner(&w->direction[i], &w->residual[i], 1);
        for (size_t g = 0; g < w->groups; g++) {
            sum += w->term[g];
            squares += w->term[g] * w->term[g];
        }
        w->statistic[k] = squares > 0 ? sum / sqrt(squares) : 0;
        for (size_t g = 0; g < w->groups && part; g++)
            part[k * w->groups + g] = squares > 0 ? w->term[g] / sqrt(squares) : 0;
    }
    return status;
}

/* The range of each statistic's mean over the placements of noise, where the law is true: two deviations about their mean,
 * without what so few recordings scatter. */
static routh_status simulate(routh_context *context, const routh_frame_study *f, const size_t *origin,
                             const routh_reference_unit *unit, size_t placements, uint64_t seed, work *w) {
    const size_t each = (REPLICAS + placements - 1) / placements;
    routh_sample *recorded = w->sample, *made = routh_allocate(context, w->count, sizeof *made);
    routh_status status = made ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t p = 0; p < placements && status == ROUTH_OK; p++) {
        memset(w->total, 0, w->relations * sizeof *w->total);
        for (size_t number = 0; number < each && status == ROUTH_OK; number++) {
            for (size_t i = 0; i < w->count; i++) {
                const size_t from = origin[i];
                routh_random random = routh_random_seed(seed, STREAM + (p * each + number) * f->count + from);
                made[i] = recorded[i];
                if (routh_reference_record(&recorded[i], routh_reference_after(f, &f->law[f->best], from), f->noise,
                                           &unit[p * f->count + from], &random, &made[i]))
                    made[i].record = recorded[i].record;
                else
                    made[i] = recorded[i];
            }
            w->sample = made;
            status = measure(context, w, NULL);
            for (size_t k = 0; k < w->relations; k++)
                w->total[k] += w->statistic[k] / (double)each;
        }
        for (size_t k = 0; k < w->relations; k++) { /* sums, and those of squares */
            w->low[k] = (p == 0 ? 0 : w->low[k]) + w->total[k];
            w->high[k] = (p == 0 ? 0 : w->high[k]) + w->total[k] * w->total[k];
        }
    }
    for (size_t k = 0; k < w->relations; k++) {
        const double mean = w->low[k] / (double)placements, square = w->high[k] / (double)placements - mean * mean;
        const double wide = 2 * sqrt(fmax(0, square - 1 / (double)each)); /* a statistic's own variance is 1 */
        w->low[k] = mean - wide;
        w->high[k] = mean + wide;
    }
    w->sample = recorded;
    routh_release(context, made);
    return status;
}

/* The share of recordings with other signs whose strongest relation is at least as strong. */
static double chance_of(const work *w, const double *part, double strength, uint64_t seed) {
    size_t stronger = 1;
    routh_random random = routh_random_seed(seed, STREAM - 1);
    for (int b = 0; b < SIGNS; b++) {
        double most = 0;
        for (size_t g = 0; g < w->groups; g++)
            w->term[g] = routh_random_index(&random, 2) ? 1 : -1;
        for (size_t k = 0; k < w->relations && most < strength; k++) {
            double sum = 0;
            for (size_t g = 0; g < w->groups; g++)
                sum += w->term[g] * part[k * w->groups + g];
            most = fmax(most, fabs(sum));
        }
        stronger += most >= strength;
    }
    return (double)stronger / (SIGNS + 1);
}

/* Relations ------------------------------------------------------------------------------------------------*/

static void add_relation(work *w, int kind, const char *quantity, term_form form) {
    relation *r = &w->relation[w->relations++];
    r->kind = kind;
    r->form = form;
    snprintf(r->quantity, sizeof r->quantity, "%s", quantity);
}

/* Both parameters over every quantity that all impacts have and that varies; couples; contact points elsewhere. */
static routh_status list_relations(routh_context *context, work *w) {
    const int kinds[2] = {routh_law_parameter(w->law, "eps"), routh_law_parameter(w->law, "mu")};
    routh_status status = ROUTH_OK;
    const char *name;
    for (size_t q = 0;
         status == ROUTH_OK && q < ROUTH_MOST_QUANTITIES && (name = routh_quantity_at(w->dataset, q, NULL)); q++) {
        double least = INFINITY, most = -INFINITY;
        bool known = true;
        status = routh_quantity_of(context, w->dataset, w->sample, w->count, name, w->value);
        for (size_t i = 0; i < w->count; i++) {
            known = known && isfinite(w->value[i]);
            least = fmin(least, w->value[i]);
            most = fmax(most, w->value[i]);
        }
        const bool angle = routh_quantity_is_angle(name), sided = least < 0 && most > 0;
        if (status != ROUTH_OK || !known || !(most - least > 1e-9 * fmax(fabs(least), fabs(most))))
            continue;
        for (int k = 0; k < 2; k++)
            if (kinds[k] >= 0) {
                add_relation(w, kinds[k], name, angle ? SINE : PLAIN);
                if (angle || sided)
                    add_relation(w, kinds[k], name, angle ? COSINE : SIZE);
            }
        if (angle && name[0] == 't') {
            add_relation(w, LEVER, name, SINE);
            add_relation(w, LEVER, name, COSINE);
        }
    }
    add_relation(w, COUPLE, "omega", TURNING);
    add_relation(w, COUPLE, "omega", SIGN);
    add_relation(w, COUPLE, "omega", PLAIN);
    add_relation(w, LEVER, "", ONE);
    add_relation(w, LEVER, "vt", SIGN);
    return status;
}

/* Does a law of its own have it: restitution over the speed of approach, friction over that of slip, a couple? */
static bool has_law(const relation *r, const routh_law *law) {
    if (r->kind == COUPLE)
        return true;
    if (r->kind == LEVER)
        return false;
    const bool friction = r->kind == routh_law_parameter(law, "mu");
    return strcmp(r->quantity, friction ? "vt" : "vn") == 0 && (!friction || r->form == SIZE);
}

static double strength_of(const work *w, size_t k) {
    return fabs(w->statistic[k] - fmin(w->high[k], fmax(w->low[k], w->statistic[k])));
}

static void name_strongest(routh_context *context, work *w, routh_remainder *rest, double *side) {
    size_t best = 0;
    for (size_t k = 1; k < w->relations; k++)
        best = strength_of(w, k) > strength_of(w, best) ? k : best;
    rest->strength = strength_of(w, best);
    for (size_t k = 0; k < w->relations; k++)
        if (!has_law(&w->relation[best], w->law) && has_law(&w->relation[k], w->law) &&
            strength_of(w, k) > kindred * rest->strength)
            best = k;
    const relation *r = &w->relation[best];
    snprintf(rest->parameter, sizeof rest->parameter, "%s",
             r->kind == COUPLE  ? "couple"
             : r->kind == LEVER ? "lever"
                                : w->law->parameter[r->kind].name);
    snprintf(rest->quantity, sizeof rest->quantity, r->form == SIZE ? "|%s|" : "%s", r->quantity);
    rest->modified = has_law(r, w->law);
    const relation sorted = {.kind = r->kind, .form = r->kind == COUPLE ? SIZE : r->form};
    relation by = *r;
    by.form = sorted.form;
    if (fill_value(context, w, &by) == ROUTH_OK)
        memcpy(side, w->value, w->count * sizeof *side);
}

/* Room for everything that depends on how many impacts are looked at. */
static routh_status make_room(routh_context *context, size_t count, work *w) {
    const size_t parameters = (size_t)w->law->parameter_count + 1, most = 4 * (ROUTH_MOST_QUANTITIES + 4);
    w->sample = routh_allocate(context, count, sizeof *w->sample);
    w->group = routh_allocate(context, count, sizeof *w->group);
    w->relation = routh_allocate(context, most, sizeof *w->relation);
    w->residual = routh_allocate(context, 2 * (parameters + 1) * count, sizeof *w->residual);
    w->value = routh_allocate(context, 3 * count + 4 * most, sizeof *w->value);
    if (!w->sample || !w->group || !w->relation || !w->residual || !w->value)
        return ROUTH_OUT_OF_MEMORY;
    w->direction = w->residual + count;
    w->base = w->direction + count;
    w->slope = w->base + parameters * count;
    w->size = w->value + count;
    w->term = w->size + count;
    w->total = w->term + count;
    w->statistic = w->total + most;
    w->low = w->statistic + most;
    w->high = w->low + most;
    return ROUTH_OK;
}

static void release(routh_context *context, work *w) {
    routh_release(context, w->value);
    routh_release(context, w->residual);
    routh_release(context, w->relation);
    routh_release(context, w->group);
    routh_release(context, w->sample);
}

/* Trajectories one after another, impacts without one each by itself, or as many as noise lasts. */
static void number_groups(work *w, size_t length) {
    for (size_t i = 0; i < w->count; i++) {
        const size_t own = w->sample[i].trajectory;
        const bool same = i > 0 && (own > 0 ? w->sample[i - 1].trajectory == own : i % length > 0);
        w->group[i] = same ? w->group[i - 1] : w->groups++;
    }
}

static routh_status test(routh_context *context, const routh_study_options *options, const routh_frame_study *f,
                         const routh_reference_unit *unit, size_t placements, size_t *origin, work *w,
                         routh_remainder *rest, double *side) {
    routh_status status = list_relations(context, w);
    double *part = routh_allocate(context, w->relations * w->groups, sizeof *part);
    if (status == ROUTH_OK && !part)
        status = ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK)
        status = simulate(context, f, origin, unit, placements, options->seed, w);
    if (status == ROUTH_OK)
        status = measure(context, w, part);
    if (status == ROUTH_OK) {
        rest->relations = w->relations;
        name_strongest(context, w, rest, side);
        rest->chance = chance_of(w, part, rest->strength, options->seed);
        rest->found = rest->chance <= significance;
    }
    routh_release(context, part);
    return status;
}

routh_status routh_study_remainder(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, const routh_reference_unit *unit,
                                   size_t placements, routh_frame_study *f) {
    const routh_law_study *best = &f->law[f->best];
    const size_t step = 1 + (f->count - 1) / MOST_IMPACTS, count = (f->count + step - 1) / step;
    work w = {.dataset = dataset, .law = best->law, .parameters = best->fit.parameters, .count = count};
    if (count < LEAST_IMPACTS || best->law->parameter_count == 0 || !(f->noise > 0) || routh_is_exact(best))
        return ROUTH_OK;
    size_t *origin = routh_allocate(context, count, sizeof *origin);
    double *side = routh_allocate(context, count, sizeof *side);
    size_t length = 1;
    routh_status status = origin && side ? make_room(context, count, &w) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK && dataset->trajectory_count == 0)
        status = routh_reference_lasting(context, dataset, f, &length);
    if (status == ROUTH_OK) {
        for (size_t i = 0; i < count; i++)
            w.sample[i] = f->sample[origin[i] = i * step];
        number_groups(&w, 1 + (length - 1) / step);
        status = test(context, options, f, unit, placements, origin, &w, &f->remainder, side);
        f->remainder.count = count;
    }
    if (status == ROUTH_OK)
        status = routh_remainder_kinds(context, options, f, w.sample, side, count);
    release(context, &w);
    routh_release(context, side);
    routh_release(context, origin);
    return status;
}
