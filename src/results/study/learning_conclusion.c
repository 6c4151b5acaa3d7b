/* The conclusion's numbers: which model and which law are best, and from how many impacts on the one beats the other.
 *
 * Two contestants are compared impact by impact on the same draws. Their difference is uncertain because other impacts
 * might have been tested, and because others might have been trained on: both standard errors count.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "study/learning.h"

static double *impact_means(const learning_work *w, size_t size, size_t contestant) {
    return w->impact_mean + (size * w->learning->count + contestant) * w->count;
}

static double *draw_means(const learning_work *w, size_t size, size_t contestant) {
    return w->draw_mean + (size * w->learning->count + contestant) * w->most_draws;
}

/* The mean of a − b over those of `count` that both have, and its standard error, 0 where there is one only. */
static double paired(const double *a, const double *b, size_t count, double *standard_error) {
    double sum = 0, squares = 0, n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(a[i]) || !isfinite(b[i]))
            continue;
        sum += a[i] - b[i];
        n++;
    }
    const double mean = sum / n;
    for (size_t i = 0; i < count; i++)
        if (isfinite(a[i]) && isfinite(b[i]))
            squares += (a[i] - b[i] - mean) * (a[i] - b[i] - mean);
    *standard_error = n > 1 ? sqrt(squares / (n - 1) / n) : 0;
    return mean;
}

/* Is the error of `a` less than that of `b` by more than twice the standard error of their difference? */
static int beats(const learning_work *w, size_t size, size_t a, size_t b) {
    double by_impact, by_draw;
    paired(impact_means(w, size, b), impact_means(w, size, a), w->count, &by_impact);
    const double gain = paired(draw_means(w, size, b), draw_means(w, size, a), w->size[size].draws, &by_draw);
    return gain > 2 * hypot(by_impact, by_draw);
}

/* The least error at the size of the details; learning->count if none has any. Laws that carry data are learned too. */
static size_t best_of(const routh_learning *l, routh_contestant_kind kind) {
    size_t best = l->count;
    double least = INFINITY;
    for (size_t c = 0; c < l->count; c++) {
        const routh_contestant *k = &l->contestant[c];
        const int learned_law = kind == ROUTH_CONTESTANT_LAW && k->law && k->law->answer;
        if (k->kind == kind && !learned_law && k->curve[l->detail].mean < least) {
            least = k->curve[l->detail].mean;
            best = c;
        }
    }
    return best;
}

static double pays_from(const learning_work *w, size_t contestant) {
    const routh_learning *l = w->learning;
    double from = NAN;
    for (size_t size = l->size_count; size-- > 0 && beats(w, size, contestant, l->best_law);)
        from = (double)l->size[size];
    return from;
}

static void find_where_learning_pays(learning_work *w) {
    routh_learning *l = w->learning;
    for (size_t c = 0; c < w->learned; c++)
        l->contestant[c].pays_from = pays_from(w, c);
    if (l->best_model == l->count)
        return;
    l->pays_from = l->contestant[l->best_model].pays_from;
    for (size_t size = 0; size < l->size_count; size++) {
        const double model = l->contestant[l->best_model].curve[size].mean;
        const double law = l->contestant[l->best_law].curve[size].mean;
        if (isfinite(model) && isfinite(law))
            l->gain = 1 - model / law;
    }
}

/* Against the model of the same kind that starts from nothing. */
static void find_where_the_prior_pays(learning_work *w) {
    routh_learning *l = w->learning;
    for (size_t on = 0; on < l->count; on++)
        for (size_t c = 0; l->contestant[on].kind == ROUTH_CONTESTANT_ON_PRIOR && c < l->count; c++)
            for (size_t size = 0; l->contestant[c].kind == ROUTH_CONTESTANT_MODEL &&
                                  l->contestant[c].model == l->contestant[on].model && size < l->size_count;
                 size++)
                if (beats(w, size, on, c))
                    l->prior_pays_until = (double)l->size[size];
}

void routh_learning_conclude(learning_work *w) {
    routh_learning *l = w->learning;
    l->best_law = best_of(l, ROUTH_CONTESTANT_LAW);
    l->best_model = best_of(l, ROUTH_CONTESTANT_MODEL);
    l->pays_from = l->gain = l->prior_pays_until = NAN;
    for (size_t c = 0; c < l->count; c++)
        l->contestant[c].pays_from = NAN;
    if (l->best_law < l->count)
        find_where_learning_pays(w);
    find_where_the_prior_pays(w);
}
