/* A study as text for people: tables and sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

static void print_parameter(FILE *file, const routh_law_study *s, const char *name) {
    const int j = routh_law_parameter(s->law, name);
    if (j < 0)
        fprintf(file, "  %16s", "");
    else if (isinf(s->interval[j].high))
        fprintf(file, "  %6.3f at least ", s->interval[j].low);
    else
        fprintf(file, "  %6.3f ± %.3f  ", s->fit.parameters[j], s->interval[j].deviation);
}

/* A name that is longer than its column has a line of its own. */
static void print_law(FILE *file, const routh_law *law) {
    if (strlen(law->name) > 18)
        fprintf(file, "%s\n%18s", law->name, "");
    else
        fprintf(file, "%-18s", law->name);
}

/* Parameters that have no column, below the law. */
static void print_further(FILE *file, const routh_law_study *s) {
    for (int j = 0; j < s->law->parameter_count; j++) {
        const routh_parameter *p = &s->law->parameter[j];
        if (strcmp(p->name, "mu") != 0 && strcmp(p->name, "eps") != 0)
            fprintf(file, "%-18s  %6.3f ± %.3f  %s, %s\n", "", s->fit.parameters[j], s->interval[j].deviation,
                    p->symbol, p->about);
    }
}

static void print_frame(FILE *file, const routh_study *study, size_t index) {
    const routh_frame_study *f = &study->frame[index];
    fprintf(file, "\nFrame %s: %zu impacts fitted, %zu held out%s%s\n\n", routh_name(&routh_frames, f->frame),
            f->fit_count, f->test_count, *f->why ? ". " : "", f->why);
    const int reference = f->noise > 0;
    fprintf(file, "%-18s   μ ± sd            ε ± sd          error  (m/s)  %s   best  worst  reach%s\n", "",
            reference ? " if true      " : "", reference ? "  if true" : "");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        print_law(file, s->law);
        print_parameter(file, s, "mu");
        print_parameter(file, s, "eps");
        fprintf(file, " %.3f  (%.3f)", s->error_mean, s->error_mean_velocity);
        const int own = reference && isfinite(s->reference.error.mean); /* a law without answers has none */
        if (reference)
            fprintf(file, own ? "  (%.3f–%.3f)" : "         –     ", s->reference.error_velocity.low,
                    s->reference.error_velocity.high);
        fprintf(file, "  %4.0f %%  %3.0f %%  %3.0f %%", s->best_percent, s->worst_percent, 100 * s->reach);
        fprintf(file,
                own         ? "  %2.0f–%.0f %%\n"
                : reference ? "     –\n"
                            : "\n",
                100 * fmax(0, s->reference.reach.low), 100 * fmin(1, s->reference.reach.high));
        print_further(file, s);
    }
    fprintf(file, "%-33s  %19s %.3f\n", "best law per impact, in hindsight", "", f->best_post_hoc_mean);
    fprintf(file, "%-18s  %34s %.3f  (%.3f)\n", "rigid bound", "", f->irb_mean, f->irb_mean_velocity);
}

static const char explanation[] =
    "\nThe error is |predicted − measured| ÷ |measured| of the velocity after impact, on impacts that were not used to "
    "fit, with\n"
    "ω weighted by the radius of gyration; in brackets the same in m/s. Best, worst: how often a law came closest "
    "and least\n"
    "close. Reach: impacts whose measured impulse the law can produce at all. Best law per impact, in hindsight: "
    "the closest\n"
    "of these laws, chosen for each impact once its outcome is known. Rigid bound: the least error that any rigid "
    "point-contact law could have.\n";
static const char if_true[] =
    "If true: the range in which the law would be if it were exactly true, with the noise of this recording.\n";

/* Parameters of another study as they are. */
static void print_transfer(FILE *file, const routh_study *study) {
    const routh_transfer *other = study->options.transfer;
    const routh_frame_study *f = &study->frame[0];
    fprintf(file, "\nParameters of the study of %s as they are, on the same %zu held-out impacts%s\n\n", other->name,
            f->test_count, other->calibrated ? ", with its calibration" : "");
    fprintf(file, "%-18s %12s %12s   PARAMETERS\n", "", "FITTED HERE", "AS THEY ARE");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        print_law(file, s->law);
        fprintf(file, " %12.3f", s->error_mean);
        if (isnan(s->transfer_error_mean)) {
            fprintf(file, " %12s   that study has no such law\n", "");
            continue;
        }
        fprintf(file, " %12.3f  ", s->transfer_error_mean);
        for (int j = 0; j < s->law->parameter_count; j++)
            fprintf(file, " %s = %.3f (here %.3f)", s->law->parameter[j].symbol, s->transferred[j],
                    s->fit.parameters[j]);
        fputc('\n', file);
    }
}

static void print_truth(FILE *file, const routh_study_options *options) {
    fprintf(file, "\nGenerated with %s,", options->truth->name);
    for (int j = 0; j < options->truth->parameter_count; j++)
        fprintf(file, " %s = %g", options->truth->parameter[j].symbol, options->truth_parameters[j]);
    fprintf(file, ".\n");
}

/* Where there is nothing to use, readers learn that below the table, not on the page alone. */
static void print_doubts(FILE *file, const routh_frame_study *f) {
    if (f->findings.count > 0 && f->standing != ROUTH_STANDING_SOUND)
        fprintf(file, "\n%s\n", f->findings.finding[0].text);
}

void routh_study_print(FILE *file, const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const routh_dataset *d = study->dataset;
    fprintf(file, "%s: %zu impacts, %zu used\n", d->name, d->count, routh_dataset_used(d, NULL));
    for (size_t i = 0; i < study->frame_count; i++)
        print_frame(file, study, i);
    print_doubts(file, study->frame);
    fputs(explanation, file);
    if (study->frame[0].noise > 0)
        fputs(if_true, file);
    if (study->systematics.count > 1) {
        fputc('\n', file);
        routh_systematics_print(file, &study->systematics);
    }
    if (study->options.transfer)
        print_transfer(file, study);
    if (study->split.groups > 0) {
        fputc('\n', file);
        routh_print_split(file, &study->split);
    }
    for (size_t i = 0; i < study->frame_count; i++)
        routh_print_covariates(file, study->frame[i].dependence, study->frame[i].exploration);
    for (size_t i = 0; i < study->frame_count; i++)
        if (study->frame[i].learning)
            routh_print_learning(file, &study->frame[i]);
    for (size_t i = 0; i < study->frame_count; i++)
        if (study->frame[i].inputs) {
            fputc('\n', file);
            routh_print_findings(file, &study->frame[i].inputs->findings, "");
        }
    if (study->options.truth)
        print_truth(file, &study->options);
}
