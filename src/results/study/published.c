/* The tables that were printed, beside those that come out of the same recording here.
 *
 * N. Fazeli, S. Zapolsky, E. Drumwright, A. Rodriguez, Fundamental limitations in performance and interpretability of
 * common planar rigid-body contact models, ISRR 2017: table 1 (means over 20 draws of 120 impacts, how often a law was
 * best and worst) and table 2. Two things about the authors' programs are known from the predictions that they
 * released: their AP Poisson is the law that we call ap-poisson-normal, and their Mirtich has −μ·u_t where the sign of
 * u_t belongs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/internal.h"

enum { QUANTITIES = 5, MU = 0, EPS, BEST, WORST, RANGE };

static const char *const quantities[QUANTITIES] = {"mu", "eps", "best", "worst", "range"};

/* What rounding in print and the choice of 120 impacts may change. */
static const double tolerances[QUANTITIES] = {0.01, 0.01, 2, 2, 0.01};

static const struct printed {
    const char *row, *law;
    double value[QUANTITIES], sd[2];
} rows[] = {
    {"DrumShell", "drumwright-shell", {0.081, 0.516, 4, 11, 0.355}, {0.008, 0.009}},
    {"AP Poisson", "ap-poisson-normal", {0.101, 0.526, 7, 6, 0.357}, {0.007, 0.008}},
    {"AP Newton", "ap-newton", {0.084, 0.547, 25, 0, 0.458}, {0.007, 0.009}},
    {"Mirtich", "mirtich", {0.062, 0.558, 17, 43, 0.413}, {0.009, 0.010}},
    {"Wang-Mason", "wang-mason", {0.120, 0.537, 16, 10, 0.455}, {0.008, 0.010}},
    {"Whittaker", "whittaker", {0.111, 0.484, 31, 30, 0.456}, {0.008, 0.011}},
};
enum { ROWS = sizeof rows / sizeof *rows };

const routh_law *routh_published_law(size_t index) {
    return index < ROWS ? routh_law_find(NULL, rows[index].law) : NULL;
}

double routh_published_slow_friction(const routh_body *body) {
    const routh_impact_generator published = routh_impact_generator_default();
    const bool is_it =
        body->shape.kind == ROUTH_ELLIPSE && body->shape.a == published.semi_a && body->shape.b == published.semi_b;
    return is_it ? 0.3 : NAN;
}

routh_study_options routh_study_options_published(void) {
    routh_study_options options = routh_study_options_default();
    options.ensemble.metric = ROUTH_UNWEIGHTED;
    options.ensemble.norms = true;
    options.rank_by_impulse = true;
    options.published = true;
    return options;
}

static const routh_law_study *find_law(const routh_frame_study *f, const char *name) {
    for (size_t l = 0; f && l < f->law_count; l++)
        if (strcmp(f->law[l].law->name, name) == 0)
            return &f->law[l];
    return NULL;
}

/* Parameters are means over the draws of the largest batch, as printed. */
static double number_of(const routh_law_study *s, int quantity, double *sd) {
    *sd = NAN;
    if (!s)
        return NAN;
    if (quantity == MU || quantity == EPS) {
        const int j = routh_law_parameter(s->law, quantities[quantity]);
        const routh_convergence *last = s->convergence_count ? &s->convergence[s->convergence_count - 1] : NULL;
        *sd = last && j >= 0 ? last->deviation[j] : NAN;
        return last && j >= 0 ? last->mean[j] : NAN;
    }
    return quantity == BEST    ? s->best_percent
           : quantity == WORST ? s->worst_percent
                               : s->range_fraction[ROUTH_UNWEIGHTED];
}

/* The body that the paper dropped, semi-axes in m, and no simulation of it: other recordings differ for reasons of their
 * own. */
static const double paper_axes[2] = {0.035, 0.025};

bool routh_is_published_recording(const routh_dataset *dataset, const routh_study_options *options) {
    const routh_shape *shape = &dataset->body.shape;
    return !options->truth && dataset->rate > 0 && shape->kind == ROUTH_ELLIPSE && shape->a == paper_axes[0] &&
           shape->b == paper_axes[1];
}

static const char *reason(const char *law, int quantity, double found, double later, double printed, double tolerance) {
    if (fabs(found - printed) <= tolerance)
        return NULL;
    if (strcmp(law, "mirtich") == 0)
        return "the authors' program of Mirtich's law has -mu u_t where the sign of u_t belongs; this is the law "
               "without "
               "that slip, which differs little from Wang-Mason";
    if (quantity == BEST || quantity == WORST)
        return "their Mirtich, with its slip, was best in 17 % and worst in 43 %; without the slip these places are "
               "distributed anew among all laws, and laws that agree share them here";
    if (quantity == EPS && fabs(later - printed) < 0.5 * fabs(found - printed))
        return "most of it is gravity: with the three frames of it that the authors' later release adds to the "
               "velocity "
               "after, restitution comes near the printed one";
    return NULL;
}

routh_status routh_study_published(routh_context *context, bool is_theirs, const routh_frame_study *later,
                                   routh_frame_study *f) {
    f->published = routh_allocate(context, ROWS * QUANTITIES, sizeof *f->published);
    if (!f->published)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t row = 0; row < ROWS; row++)
        for (int q = 0; q < QUANTITIES; q++) {
            routh_published *p = &f->published[f->published_count];
            const struct printed *printed = &rows[row];
            double unused;
            *p = (routh_published){.row = printed->row,
                                   .law = printed->law,
                                   .quantity = quantities[q],
                                   .printed = printed->value[q],
                                   .printed_sd = q <= EPS ? printed->sd[q] : NAN,
                                   .tolerance = tolerances[q]};
            p->found = number_of(find_law(f, printed->law), q, &p->found_sd);
            p->later = number_of(find_law(later, printed->law), q, &unused);
            p->why = is_theirs ? reason(p->law, q, p->found, p->later, p->printed, p->tolerance)
                               : "not the recording of the paper";
            f->published_count += isfinite(p->found) ? 1 : 0; /* a law that was not asked for has no row */
        }
    return ROUTH_OK;
}
