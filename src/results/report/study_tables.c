/* The study's tables and figures as comma-separated values, one file each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/context.h"
#include "file/output.h"
#include "study/internal.h"
#include "study/learning.h"

static const char digits[] = "%.10g";

/* Table 1: parameters, and how often a law is best and worst. */
static void table_1(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "law,parameter,value,sd,low,high,draws_mean,draws_sd,own_mean");
    ROUTH_CELL_NAMES(&rows, routh_law_study, error_mean, error_median, error_se, best_percent, worst_percent);
    ROUTH_CELL_NAMES(&rows, routh_frame_study, fit_count, test_count);
    routh_rows_end(&rows);
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        const routh_convergence *last = s->convergence_count ? &s->convergence[s->convergence_count - 1] : NULL;
        const bool none = s->law->parameter_count == 0; /* a row without a parameter */
        for (int j = 0; j < s->law->parameter_count + none; j++) {
            const routh_interval *of = &s->interval[j];
            const double is = none ? NAN : 1;
            ROUTH_CELLS(&rows, s->law->name, none ? "" : s->law->parameter[j].name, is * s->fit.parameters[j],
                        is * of->deviation, is * of->low, is * of->high, last ? last->mean[j] : (double)NAN,
                        last ? last->deviation[j] : (double)NAN, is * s->own_mean[j]);
            ROUTH_CELL_FIELDS(&rows, routh_law_study, s, error_mean, error_median, error_se, best_percent,
                              worst_percent);
            ROUTH_CELL_FIELDS(&rows, routh_frame_study, f, fit_count, test_count);
            routh_rows_end(&rows);
        }
    }
    ROUTH_ROW(&rows, "irb,,,,,,,,", f->irb_mean, f->irb_median, ",,,", f->test_count);
    ROUTH_ROW(&rows, "best-post-hoc,,,,,,,,", f->best_post_hoc_mean, f->best_post_hoc_median, ",,,", f->test_count);
}

/* Table 2: the fraction of impacts within a law's reach. */
static void table_2(const routh_frame_study *f, FILE *file) {
    routh_rows rows =
        routh_rows_csv(file, digits, "law,range_fraction_momentum,range_fraction_velocity,range_fraction_unweighted");
    ROUTH_CELL_NAMES(&rows, routh_law_study, gains, penetrates, pulls);
    ROUTH_ROW(&rows, "reversals_measured", "reversals_predicted");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        ROUTH_CELLS(&rows, s->law->name, s->range_fraction[ROUTH_MOMENTUM], s->range_fraction[ROUTH_VELOCITY],
                    s->range_fraction[ROUTH_UNWEIGHTED]);
        ROUTH_CELL_FIELDS(&rows, routh_law_study, s, gains, penetrates, pulls);
        ROUTH_ROW(&rows, f->reversals, s->reversals_predicted);
    }
}

static void convergence(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "law,parameter,k,mean,sd\n");
    for (size_t l = 0; l < f->law_count; l++)
        for (size_t i = 0; i < f->law[l].convergence_count; i++)
            for (int j = 0; j < f->law[l].law->parameter_count; j++) {
                const routh_convergence *c = &f->law[l].convergence[i];
                ROUTH_ROW(&rows, f->law[l].law->name, f->law[l].law->parameter[j].name, c->k, c->mean[j],
                          c->deviation[j]);
            }
}

static void surface(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "law,mu,eps,cost\n");
    for (size_t l = 0; l < f->law_count; l++)
        for (size_t i = 0; f->law[l].surface && i < f->surface_size; i++)
            for (size_t j = 0; j < f->surface_size; j++)
                ROUTH_ROW(&rows, f->law[l].law->name, f->surface_mu[i], f->surface_eps[j],
                          f->law[l].surface[i * f->surface_size + j]);
}

static void densities(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "error");
    for (size_t l = 0; l < f->law_count; l++)
        ROUTH_CELLS(&rows, f->law[l].law->name);
    ROUTH_ROW(&rows, "best-post-hoc", "irb");
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++) {
        ROUTH_CELLS(&rows, f->density_error[j]);
        for (size_t series = 0; series < f->law_count + 2; series++)
            ROUTH_CELLS(&rows, f->density[series * ROUTH_DENSITY_POINTS + j]);
        routh_rows_end(&rows);
    }
}

/* Every impact: incident contact momentum W⁻¹v (figure 9), measured impulse, bound, and each law's error. */
static void impacts(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "record,held_out,momentum_t,momentum_n,measured_pt,measured_pn,irb");
    for (size_t l = 0; l < f->law_count; l++)
        fprintf(file, ",error_%s", f->law[l].law->name);
    routh_rows_end(&rows);
    for (size_t i = 0; i < f->count; i++) {
        const routh_sample *s = &f->sample[i];
        const routh_point momentum = routh_contact_momentum(&s->contact);
        ROUTH_CELLS(&rows, s->record, (int)f->held_out[i], momentum.pt, momentum.pn, s->measured[ROUTH_MOMENTUM].pt,
                    s->measured[ROUTH_MOMENTUM].pn, f->irb[i]);
        for (size_t l = 0; l < f->law_count; l++)
            ROUTH_CELLS(&rows, f->law[l].impact[i].error);
        routh_rows_end(&rows);
    }
}

/* Every impact's own parameters (figure 10). */
static void individual(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "law,record,metric,parameter,value,relative_distance,mu_s,flags\n");
    for (size_t l = 0; l < f->law_count; l++)
        for (size_t i = 0; i < f->count; i++)
            for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++) {
                const routh_sample_estimate *own = &f->law[l].impact[i].own[metric];
                char text[ROUTH_FIT_TEXT];
                for (int j = 0; j < f->law[l].law->parameter_count; j++)
                    ROUTH_ROW(&rows, f->law[l].law->name, f->sample[i].record, routh_name(&routh_metrics, metric),
                              f->law[l].law->parameter[j].name, own->parameters[j], own->relative, own->mu_s,
                              routh_cell_quoted(routh_fit_text(own->flags, text)));
            }
}

/* What each law would show if it were true, beside what was measured. */
static void reference(const routh_frame_study *f, FILE *file) {
    routh_rows rows = routh_rows_csv(file, digits, "law,quantity,measured,reference,low,high\n");
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
        for (size_t i = 0; i < sizeof row / sizeof *row; i++)
            ROUTH_ROW(&rows, s->law->name, row[i].name, row[i].measured, row[i].range.mean, row[i].range.low,
                      row[i].range.high);
        for (int t = 0; t < ROUTH_REACH_TOLERANCES; t++) {
            char name[48];
            snprintf(name, sizeof name, "reach within %g %%", 100 * routh_reach_tolerance[t]);
            ROUTH_ROW(&rows, s->law->name, name, s->reach_at[t], r->reach_at[t], "", "");
        }
    }
}

/* Covariates --------------------------------------------------------------------------------------------*/

static void covariates(const routh_frame_study *f, FILE *file) {
    const routh_dependence_study *s = f->dependence;
    routh_rows rows = routh_rows_csv(file, digits, "law");
    ROUTH_CELL_NAMES(&rows, routh_dependence_test, constant_mean, constant_velocity, error_mean, error_se,
                     error_velocity, gain, gain_se);
    routh_rows_end(&rows);
    for (size_t l = 0; s && l < s->law_count; l++) {
        ROUTH_CELLS(&rows, s->law[l].fit.law->name);
        ROUTH_CELL_FIELDS(&rows, routh_dependence_test, &s->law[l], constant_mean, constant_velocity, error_mean,
                          error_se, error_velocity, gain, gain_se);
        routh_rows_end(&rows);
    }
}

static void covariate_figures(const routh_frame_study *f, FILE *file) {
    const routh_dependence_study *s = f->dependence;
    routh_rows rows =
        routh_rows_csv(file, digits, "quantity,kind,at,restitution,restitution_se,friction,friction_se\n");
    for (size_t k = 0; s && k < s->figure_count; k++) {
        const routh_dependence_figure *g = &s->figure[k];
        for (size_t b = 0; b < g->bins; b++)
            ROUTH_ROW(&rows, routh_cell_quoted(g->quantity), "measured", g->at[b], g->restitution[b],
                      g->restitution_se[b], g->friction[b], g->friction_se[b]);
        for (size_t i = 0; i < ROUTH_DEPENDENCE_CURVE; i++)
            ROUTH_ROW(&rows, routh_cell_quoted(g->quantity), s->law[s->best].fit.law->name, g->curve_at[i], g->eps[i],
                      "", g->mu[i], "");
    }
}

static void explored(const routh_frame_study *f, FILE *file) {
    const routh_exploration *e = f->exploration;
    routh_rows rows = routh_rows_csv(file, digits, "parameter,step,claimed");
    ROUTH_CELL_NAMES(&rows, routh_candidate, quantity, inseparable, degree, share, beyond_law, behind, error,
                     correlation, chance, blocks, reading, reading_share);
    routh_rows_end(&rows);
    for (int k = 0; e && k < 2; k++)
        for (size_t s = 0; s < e->explored[k].step_count; s++)
            for (size_t c = 0; c < e->explored[k].step[s].count; c++) {
                const routh_candidate *q = &e->explored[k].step[s].candidate[c];
                ROUTH_CELLS(&rows, e->explored[k].parameter, s + 1, c == 0 && e->explored[k].step[s].claimed);
                ROUTH_CELL_FIELDS(&rows, routh_candidate, q, quantity, inseparable, degree, share, beyond_law, behind,
                                  error, correlation, chance, blocks, reading);
                ROUTH_ROW(&rows, q->reading[0] ? q->reading_share : (double)NAN);
            }
}

/* Learned models ----------------------------------------------------------------------------------------*/

static void learning_curves(const routh_frame_study *f, FILE *file) {
    const routh_learning *l = f->learning;
    routh_rows rows = routh_rows_csv(file, digits, "contestant,kind,size,draws,mean,sd,least,most,relative\n");
    for (size_t c = 0; l && c < l->count; c++)
        for (size_t i = 0; i < l->size_count; i++) {
            ROUTH_CELLS(&rows, l->contestant[c].name, routh_contestant_kind_name(l->contestant[c].kind));
            ROUTH_CELL_FIELDS(&rows, routh_learning_point, &l->contestant[c].curve[i], size, draws, mean, deviation,
                              least, most, relative);
            routh_rows_end(&rows);
        }
}

static void learning_densities(const routh_frame_study *f, FILE *file) {
    const routh_learning *l = f->learning;
    routh_rows rows = routh_rows_csv(file, digits, "error");
    for (size_t c = 0; l && c < l->count; c++)
        ROUTH_CELLS(&rows, l->contestant[c].name);
    routh_rows_end(&rows);
    for (size_t j = 0; l && j < ROUTH_DENSITY_POINTS; j++) {
        ROUTH_CELLS(&rows, l->density_error[j]);
        for (size_t c = 0; c < l->count; c++)
            ROUTH_CELLS(&rows, l->contestant[c].density[j]);
        routh_rows_end(&rows);
    }
}

static void model_details(routh_rows *rows, const routh_contestant *c) {
    const routh_model_study *m = &c->detail;
    for (size_t j = 0; j < m->outputs; j++) {
        ROUTH_ROW(rows, c->name, "noise", m->output[j], m->unit[j], m->noise[j]);
        for (size_t k = 0; k < m->inputs; k++)
            ROUTH_ROW(rows, c->name, "length", m->output[j], m->input[k], m->length[j][k]);
        for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++)
            ROUTH_ROW(rows, c->name, "coverage", m->covered[j], routh_coverage_level(level), m->coverage[j][level]);
    }
    for (int bin = 0; bin < ROUTH_SPEED_BINS; bin++) {
        ROUTH_ROW(rows, c->name, "bin-speed", "", bin + 1, m->bin_speed[bin]);
        ROUTH_ROW(rows, c->name, "bin-error", "", bin + 1, m->bin_error[bin]);
    }
    ROUTH_ROW(rows, c->name, "speed-correlation", "", "", m->speed_correlation);
    ROUTH_ROW(rows, c->name, "speed-confidence", "", "", m->speed_confidence);
    ROUTH_ROW(rows, c->name, "outside", "", "", m->outside);
    ROUTH_ROW(rows, c->name, "projected-error", "", "m/s", m->projected_error);
    ROUTH_ROW(rows, c->name, "pays-from", "", "", c->pays_from);
    ROUTH_ROW(rows, c->name, "bounded", "", "", m->bounded);
}

static void learning_details(const routh_frame_study *f, FILE *file) {
    const routh_learning *l = f->learning;
    routh_rows rows = routh_rows_csv(file, digits, "contestant,what,output,of,value\n");
    for (size_t c = 0; l && c < l->count; c++)
        if (l->contestant[c].detail.outputs)
            model_details(&rows, &l->contestant[c]);
}

/* What a frame has beside what every frame has. */
typedef enum needed { NOTHING, REFERENCE, COVARIATES, EXPLORATION, LEARNING } needed;

static const struct {
    const char *name;
    void (*write)(const routh_frame_study *f, FILE *file);
    needed needs;
} tables[] = {{"table-1", table_1, NOTHING},
              {"table-2", table_2, NOTHING},
              {"convergence", convergence, NOTHING},
              {"surface", surface, NOTHING},
              {"densities", densities, NOTHING},
              {"impacts", impacts, NOTHING},
              {"individual", individual, NOTHING},
              {"reference", reference, REFERENCE},

              {"covariates", covariates, COVARIATES},
              {"covariate-figures", covariate_figures, COVARIATES},
              {"explored", explored, EXPLORATION},
              {"learning-curves", learning_curves, LEARNING},
              {"learning-densities", learning_densities, LEARNING},
              {"learning-details", learning_details, LEARNING}};

enum { TABLES = sizeof tables / sizeof *tables };

const char *routh_study_table(const routh_study *study, size_t frame, size_t index) {
    if (frame >= study->frame_count)
        return NULL;
    const routh_frame_study *f = &study->frame[frame];
    const bool has[] = {true, f->noise > 0, f->dependence, f->exploration, f->learning};
    for (size_t t = 0; t < TABLES; t++)
        if (has[tables[t].needs] && index-- == 0)
            return tables[t].name;
    return NULL;
}

routh_status routh_study_draw_table(routh_context *context, FILE *file, const void *what) {
    const routh_study_view *view = what;
    size_t index = 0;
    while (index < TABLES && !routh_output_is_table(&view->to, tables[index].name, false))
        index++;
    if (index == TABLES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a study has no table of this name: routh_study_table lists them");
    tables[index].write(&view->study->frame[view->frame], file);
    return ROUTH_OK;
}
