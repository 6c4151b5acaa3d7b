/* The study's tables and figures as comma-separated values, one file each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "file/csv_struct.h"
#include "file/ending.h"
#include "file/output.h"
#include "report/covariates_json.h"
#include "report/learning_csv.h"
#include "report/writers.h"

/* A number and what comes after it; nothing for one that does not exist. */
static void put(FILE *file, double value, const char *then) {
    if (isfinite(value))
        fprintf(file, "%.10g", value);
    fputs(then, file);
}

/* Table 1: parameters, and how often a law is best and worst. */
static void table_1(const routh_frame_study *f, FILE *file) {
    fputs("law,parameter,value,sd,low,high,draws_mean,draws_sd,own_mean", file);
    ROUTH_CSV_NAMES(file, routh_law_study, error_mean, error_median, error_se, best_percent, worst_percent);
    ROUTH_CSV_NAMES(file, routh_frame_study, fit_count, test_count);
    fputc('\n', file);
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        const routh_convergence *last = s->convergence_count ? &s->convergence[s->convergence_count - 1] : NULL;
        const int none = s->law->parameter_count == 0; /* a row without a parameter */
        for (int j = 0; j < s->law->parameter_count + none; j++) {
            const double numbers[] = {none ? NAN : s->fit.parameters[j], none ? NAN : s->interval[j].deviation,
                                      none ? NAN : s->interval[j].low,   none ? NAN : s->interval[j].high,
                                      last ? last->mean[j] : NAN,        last ? last->deviation[j] : NAN,
                                      none ? NAN : s->own_mean[j]};
            fprintf(file, "%s,%s,", s->law->name, none ? "" : s->law->parameter[j].name);
            for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
                put(file, numbers[i], i + 1 < sizeof numbers / sizeof *numbers ? "," : "");
            ROUTH_CSV_VALUES(file, routh_law_study, s, error_mean, error_median, error_se, best_percent, worst_percent);
            ROUTH_CSV_VALUES(file, routh_frame_study, f, fit_count, test_count);
            fputc('\n', file);
        }
    }
    fprintf(file, "irb,,,,,,,,,%.10g,%.10g,,,,,%zu\n", f->irb_mean, f->irb_median, f->test_count);
    fprintf(file, "best-post-hoc,,,,,,,,,%.10g,%.10g,,,,,%zu\n", f->best_post_hoc_mean, f->best_post_hoc_median,
            f->test_count);
}

/* Table 2: the fraction of impacts within a law's reach. */
static void table_2(const routh_frame_study *f, FILE *file) {
    fputs("law,range_fraction_momentum,range_fraction_velocity,range_fraction_unweighted", file);
    ROUTH_CSV_NAMES(file, routh_law_study, gains, penetrates, pulls);
    fputs(",reversals_measured,reversals_predicted\n", file);
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        fprintf(file, "%s,%.10g,%.10g,%.10g", s->law->name, s->range_fraction[ROUTH_MOMENTUM],
                s->range_fraction[ROUTH_VELOCITY], s->range_fraction[ROUTH_UNWEIGHTED]);
        ROUTH_CSV_VALUES(file, routh_law_study, s, gains, penetrates, pulls);
        fprintf(file, ",%zu,%zu\n", f->reversals, s->reversals_predicted);
    }
}

static void convergence(const routh_frame_study *f, FILE *file) {
    fputs("law,parameter,k,mean,sd\n", file);
    for (size_t l = 0; l < f->law_count; l++)
        for (size_t i = 0; i < f->law[l].convergence_count; i++)
            for (int j = 0; j < f->law[l].law->parameter_count; j++) {
                const routh_convergence *c = &f->law[l].convergence[i];
                fprintf(file, "%s,%s,%zu,%.10g,%.10g\n", f->law[l].law->name, f->law[l].law->parameter[j].name, c->k,
                        c->mean[j], c->deviation[j]);
            }
}

static void surface(const routh_frame_study *f, FILE *file) {
    fputs("law,mu,eps,cost\n", file);
    for (size_t l = 0; l < f->law_count; l++)
        for (size_t i = 0; f->law[l].surface && i < f->surface_size; i++)
            for (size_t j = 0; j < f->surface_size; j++)
                fprintf(file, "%s,%.10g,%.10g,%.10g\n", f->law[l].law->name, f->surface_mu[i], f->surface_eps[j],
                        f->law[l].surface[i * f->surface_size + j]);
}

static void densities(const routh_frame_study *f, FILE *file) {
    fputs("error", file);
    for (size_t l = 0; l < f->law_count; l++)
        fprintf(file, ",%s", f->law[l].law->name);
    fputs(",best-post-hoc,irb\n", file);
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++) {
        fprintf(file, "%.10g", f->density_error[j]);
        for (size_t series = 0; series < f->law_count + 2; series++)
            fprintf(file, ",%.10g", f->density[series * ROUTH_DENSITY_POINTS + j]);
        fputc('\n', file);
    }
}

/* Every impact: incident contact momentum W⁻¹v (figure 9), measured impulse, bound, and each law's error. */
static void impacts(const routh_frame_study *f, FILE *file) {
    fputs("record,held_out,momentum_t,momentum_n,measured_pt,measured_pn,irb", file);
    for (size_t l = 0; l < f->law_count; l++)
        fprintf(file, ",error_%s", f->law[l].law->name);
    fputc('\n', file);
    for (size_t i = 0; i < f->count; i++) {
        const routh_sample *s = &f->sample[i];
        const routh_contact *c = &s->contact;
        const double det = c->wtt * c->wnn - c->wtn * c->wtn;
        fprintf(file, "%zu,%d,%.10g,%.10g,%.10g,%.10g,%.10g", s->record, f->held_out[i],
                (c->wnn * c->vt - c->wtn * c->vn) / det, (c->wtt * c->vn - c->wtn * c->vt) / det,
                s->measured[ROUTH_MOMENTUM].pt, s->measured[ROUTH_MOMENTUM].pn, f->irb[i]);
        for (size_t l = 0; l < f->law_count; l++)
            fprintf(file, ",%.10g", f->law[l].impact[i].error);
        fputc('\n', file);
    }
}

/* Every impact's own parameters (figure 10). */
static void individual(const routh_frame_study *f, FILE *file) {
    fputs("law,record,metric,parameter,value,relative_distance,mu_s,flags\n", file);
    for (size_t l = 0; l < f->law_count; l++)
        for (size_t i = 0; i < f->count; i++)
            for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++) {
                const routh_sample_estimate *own = &f->law[l].impact[i].own[metric];
                char text[ROUTH_FIT_TEXT];
                for (int j = 0; j < f->law[l].law->parameter_count; j++) {
                    fprintf(file, "%s,%zu,%s,%s,%.10g,%.10g,", f->law[l].law->name, f->sample[i].record,
                            routh_name(&routh_metrics, metric), f->law[l].law->parameter[j].name, own->parameters[j],
                            own->relative);
                    put(file, own->mu_s, ",");
                    fprintf(file, "\"%s\"\n", routh_fit_text(own->flags, text));
                }
            }
}

/* What each law would show if it were true, beside what was measured. */
static void reference(const routh_frame_study *f, FILE *file) {
    fputs("law,quantity,measured,reference,low,high\n", file);
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        const routh_reference *r = &s->reference;
        const double n = (double)f->count;
        const struct {
            const char *name;
            double measured;
            routh_reference_range range;
        } row[] = {{"error", s->error_mean, r->error},
                   {"error_velocity", s->error_mean_velocity, r->error_velocity},
                   {"bound", f->irb_mean, r->bound},
                   {"reach", s->reach, r->reach},
                   {"reversals", (double)f->reversals / n, r->reversals},
                   {"true_reversals", NAN, r->true_reversals},
                   {"reversal_hits", (double)s->reversals_predicted / n, r->hits},
                   {"reversal_false_alarms", (double)s->reversals_false / n, r->false_alarms}};
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
            fprintf(file, "%s,%s,", s->law->name, row[i].name);
            put(file, row[i].measured, ",");
            put(file, row[i].range.mean, ",");
            put(file, row[i].range.low, ",");
            put(file, row[i].range.high, "\n");
        }
        for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++) {
            fprintf(file, "%s,reach within %g %%,%.10g,", s->law->name, 100 * routh_reach_tolerance[t], s->reach_at[t]);
            put(file, r->reach_at[t], ",,\n");
        }
    }
}

static bool has_reference(const routh_frame_study *f) {
    return f->noise > 0;
}

static bool has_learning(const routh_frame_study *f) {
    return f->learning;
}

static bool has_covariates(const routh_frame_study *f) {
    return f->dependence;
}

static bool has_explored(const routh_frame_study *f) {
    return f->exploration;
}

static const struct {
    const char *name;
    void (*write)(const routh_frame_study *f, FILE *file);
    bool (*has)(const routh_frame_study *f); /* NULL: always */
} tables[] = {{"table-1", table_1, NULL},
              {"table-2", table_2, NULL},
              {"convergence", convergence, NULL},
              {"surface", surface, NULL},
              {"densities", densities, NULL},
              {"impacts", impacts, NULL},
              {"individual", individual, NULL},
              {"reference", reference, has_reference},
              {"covariates", routh_covariates_csv, has_covariates},
              {"covariate-figures", routh_covariate_figures_csv, has_covariates},
              {"explored", routh_explored_csv, has_explored},
              {"learning-curves", routh_learning_curves_csv, has_learning},
              {"learning-densities", routh_learning_densities_csv, has_learning},
              {"learning-details", routh_learning_details_csv, has_learning}};

enum { TABLES = sizeof tables / sizeof *tables };

const char *routh_study_table(const routh_study *study, size_t frame, size_t index) {
    for (size_t t = 0; t < TABLES && frame < study->frame_count; t++)
        if ((!tables[t].has || tables[t].has(&study->frame[frame])) && index-- == 0)
            return tables[t].name;
    return NULL;
}

routh_status routh_study_write_table(routh_context *context, const routh_study *study, size_t frame, routh_io to) {
    size_t index = 0;
    while (index < TABLES && !routh_output_is_table(&to, tables[index].name, false))
        index++;
    if (index == TABLES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a study has no table of this name: routh_study_table lists them");
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    tables[index].write(&study->frame[frame], text.file);
    return routh_text_end(context, &text, status);
}
