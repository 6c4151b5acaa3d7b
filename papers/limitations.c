/* The tables that were printed, beside those that come out of the same recording here.
 *
 * N. Fazeli, S. Zapolsky, E. Drumwright, A. Rodriguez, Fundamental limitations in performance and interpretability of
 * common planar rigid-body contact models, ISRR 2017: table 1 (means over 20 draws of 120 impacts, how often a law was
 * best and worst) and table 2. Two things about the authors' programs are known from the predictions that they
 * released: their AP Poisson is the law that we call ap-poisson-normal, and their Mirtich has −μ·u_t where the sign of
 * u_t belongs (mirtich_slip.c), which is what the tables are reproduced with.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "papers.h"

enum { QUANTITIES = LIMITATIONS_ROWS / LIMITATIONS_LAWS, MU = 0, EPS, BEST, WORST, RANGE };

static const char *const quantities[QUANTITIES] = {"mu", "eps", "best", "worst", "range"};

/* What rounding in print and the choice of 120 impacts may change. */
static const double tolerances[QUANTITIES] = {0.01, 0.01, 2, 2, 0.01};

static const struct printed {
    const char *row, *law;
    double value[QUANTITIES], sd[2];
} rows[LIMITATIONS_LAWS] = {
    {"DrumShell", "drumwright-shell", {0.081, 0.516, 4, 11, 0.355}, {0.008, 0.009}},
    {"AP Poisson", "ap-poisson-normal", {0.101, 0.526, 7, 6, 0.357}, {0.007, 0.008}},
    {"AP Newton", "ap-newton", {0.084, 0.547, 25, 0, 0.458}, {0.007, 0.009}},
    {"Mirtich", "mirtich-with-slip", {0.062, 0.558, 17, 43, 0.413}, {0.009, 0.010}},
    {"Wang-Mason", "wang-mason", {0.120, 0.537, 16, 10, 0.455}, {0.008, 0.010}},
    {"Whittaker", "whittaker", {0.111, 0.484, 31, 30, 0.456}, {0.008, 0.011}},
};

const routh_law *limitations_law(size_t index) {
    return index == 3 ? &limitations_mirtich : routh_law_find(NULL, rows[index].law);
}

routh_study_options limitations_options(const routh_law *laws[LIMITATIONS_LAWS]) {
    routh_study_options options = routh_study_options_default();
    for (size_t i = 0; i < LIMITATIONS_LAWS; i++)
        laws[i] = limitations_law(i);
    options.laws = laws;
    options.law_count = LIMITATIONS_LAWS;
    options.ensemble.metric = ROUTH_UNWEIGHTED;
    options.ensemble.norms = true;
    options.rank_by_impulse = true;
    options.resamples = 2; /* neither intervals nor references nor cost surfaces are printed */
    options.references = 0;
    options.surface = 2;
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
static bool is_theirs(const routh_dataset *dataset) {
    const routh_shape *shape = &dataset->body.shape;
    return dataset->rate > 0 && shape->kind == ROUTH_ELLIPSE && shape->a == 0.035 && shape->b == 0.025;
}

static const char *reason(int quantity, double found, double later, double printed, double tolerance) {
    if (fabs(found - printed) <= tolerance)
        return NULL;
    if (quantity == EPS && fabs(later - printed) < 0.5 * fabs(found - printed))
        return "most of it is gravity: with the three frames of it that the authors' later release adds to the "
               "velocity "
               "after, restitution comes near the printed one";
    return NULL;
}

/* The same impacts with the gravity of some frames more in the velocities after, as those of the authors' later release. */
static routh_status study_later(routh_context *context, const routh_dataset *dataset,
                                const routh_study_options *options, routh_study *later) {
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_dataset copy;
    routh_status status = routh_dataset_copy(context, dataset, &copy);
    if (status != ROUTH_OK)
        return status;
    for (size_t i = 0; i < copy.count; i++)
        copy.record[i].after.vy += LIMITATIONS_FRAMES * copy.gravity / copy.rate;
    status = routh_study_run(context, &copy, &frame, 1, NULL, options, later);
    routh_dataset_release(context, &copy);
    return status;
}

static void fill(const routh_frame_study *f, const routh_frame_study *later, limitations *table) {
    table->count = 0;
    for (size_t row = 0; row < LIMITATIONS_LAWS; row++)
        for (int q = 0; q < QUANTITIES; q++) {
            limitations_row *p = &table->row[table->count];
            const struct printed *printed = &rows[row];
            double unused;
            *p = (limitations_row){.row = printed->row,
                                   .law = printed->law,
                                   .quantity = quantities[q],
                                   .printed = printed->value[q],
                                   .printed_sd = q <= EPS ? printed->sd[q] : NAN,
                                   .tolerance = tolerances[q]};
            p->found = number_of(find_law(f, printed->law), q, &p->found_sd);
            p->later = number_of(find_law(later, printed->law), q, &unused);
            p->why = table->is_theirs ? reason(q, p->found, p->later, p->printed, p->tolerance)
                                      : "not the recording of the paper";
            table->count += isfinite(p->found) ? 1 : 0; /* a law that was not asked for has no row */
        }
}

routh_status limitations_run(routh_context *context, const routh_dataset *dataset, const routh_study_options *options,
                             limitations *table) {
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study = {0}, later = {0};
    routh_status status = routh_study_run(context, dataset, &frame, 1, NULL, options, &study);
    if (status == ROUTH_OK && dataset->rate > 0)
        status = study_later(context, dataset, options, &later);
    table->is_theirs = is_theirs(dataset);
    if (status == ROUTH_OK)
        fill(&study.frame[0], dataset->rate > 0 ? &later.frame[0] : NULL, table);
    routh_study_release(context, &study);
    routh_study_release(context, &later);
    return status;
}

/* A printed number, and ours. */
static void print_pair(FILE *file, const limitations_row *p) {
    const int decimals = p->printed >= 1 || strcmp(p->quantity, "worst") == 0 ? 0 : 3;
    fprintf(file, "  %5.*f %5.*f", decimals, p->printed, decimals, p->found);
}

static void print_words(FILE *file, const limitations *table) {
    size_t ranges = 0, near = 0, explained = 0, unexplained = 0;
    double worst = 0;
    for (size_t i = 0; i < table->count; i++) {
        const limitations_row *p = &table->row[i];
        const double off = fabs(p->found - p->printed);
        if (strcmp(p->quantity, "range") == 0) {
            ranges++;
            near += off <= p->tolerance;
            worst = off <= p->tolerance ? fmax(worst, off) : worst;
        }
        explained += off > p->tolerance && p->why;
        unexplained += off > p->tolerance && !p->why;
    }
    if (!table->is_theirs)
        fputs("This is not the recording of the paper: the method is the authors', and the numbers that they printed "
              "belong "
              "to another recording.\n",
              file);
    else
        fprintf(
            file,
            "Table 2 of the paper comes out within %.3f for %zu of %zu laws. Of all printed numbers %zu differ for a "
            "known reason, which the table as csv gives, and %zu without one.\n"
            "Where laws agree on an impact, the paper counts one of them as best; here they share it.\n",
            worst, near, ranges, explained, unexplained);
}

void limitations_text(FILE *file, const limitations *table) {
    fprintf(file, "Fundamental limitations, tables 1 and 2: printed, then reproduced\n\n%-12s", "");
    fprintf(file, "  %11s  %11s  %11s  %11s  %11s", "μ          ", "ε         ", "best %", "worst %", "in range");
    for (size_t i = 0; i < table->count; i++) {
        if (i == 0 || strcmp(table->row[i].row, table->row[i - 1].row) != 0)
            fprintf(file, "\n%-12s", table->row[i].row);
        print_pair(file, &table->row[i]);
    }
    fputs("\n\n", file);
    print_words(file, table);
}

void limitations_csv(FILE *file, const limitations *table) {
    fputs("printed_law,law,quantity,printed,printed_sd,found,found_sd,difference,with_three_frames_of_gravity,why\n",
          file);
    for (size_t i = 0; i < table->count; i++) {
        const limitations_row *p = &table->row[i];
        const double numbers[] = {p->printed, p->printed_sd, p->found, p->found_sd, p->found - p->printed, p->later};
        fprintf(file, "%s,%s,%s,", p->row, p->law, p->quantity);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            if (isfinite(numbers[k]))
                fprintf(file, "%.10g", numbers[k]);
            fputc(',', file);
        }
        fprintf(file, "\"%s\"\n", p->why ? p->why : "");
    }
}
