/* What `routh study` prints.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "covariate_options.h"
#include "fail_input.h"
#include "output.h"
#include "study_learning.h"
#include "study_use.h"

static void print_parameter(const routh_law_study *s, const char *name) {
    const int j = routh_law_parameter(s->law, name);
    if (j < 0)
        printf("  %16s", "");
    else if (isinf(s->interval[j].high))
        printf("  %6.3f at least ", s->fit.parameters[j]);
    else
        printf("  %6.3f ± %.3f  ", s->fit.parameters[j], s->interval[j].deviation);
}

/* Parameters that have no column, below the law. */
static void print_further(const routh_law_study *s) {
    for (int j = 0; j < s->law->parameter_count; j++) {
        const routh_parameter *p = &s->law->parameter[j];
        if (strcmp(p->name, "mu") != 0 && strcmp(p->name, "eps") != 0)
            printf("%-18s  %6.3f ± %.3f  %s, %s\n", "", s->fit.parameters[j], s->interval[j].deviation, p->symbol,
                   p->about);
    }
}

static void print_frame(const routh_study *study, size_t index) {
    const routh_frame_study *f = &study->frame[index];
    printf("\nFrame %s: %zu impacts fitted, %zu held out%s%s\n\n", routh_name(&routh_frames, f->frame), f->fit_count,
           f->test_count, *f->why ? ". " : "", f->why);
    const int reference = f->noise > 0;
    printf("%-18s   μ ± sd            ε ± sd          error  (m/s)  %s   best  worst  reach%s\n", "",
           reference ? " if true      " : "", reference ? "  if true" : "");
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        printf("%-18s", s->law->name);
        print_parameter(s, "mu");
        print_parameter(s, "eps");
        printf(" %.3f  (%.3f)", s->error_mean, s->error_mean_velocity);
        const int own = reference && isfinite(s->reference.error.mean); /* a law without answers has none */
        if (reference)
            printf(own ? "  (%.3f–%.3f)" : "         –     ", s->reference.error_velocity.low,
                   s->reference.error_velocity.high);
        printf("  %4.0f %%  %3.0f %%  %3.0f %%", s->best_percent, s->worst_percent, 100 * s->reach);
        printf(own         ? "  %2.0f–%.0f %%\n"
               : reference ? "     –\n"
                           : "\n",
               100 * fmax(0, s->reference.reach.low), 100 * fmin(1, s->reference.reach.high));
        print_further(s);
    }
    printf("%-18s  %34s %.3f\n", "best post hoc", "", f->best_post_hoc_mean);
    printf("%-18s  %34s %.3f  (%.3f)\n", "rigid bound", "", f->irb_mean, f->irb_mean_velocity);
}

/* A printed number, and ours. */
static void print_pair(const routh_published *p) {
    const int decimals = p->printed >= 1 || strcmp(p->quantity, "worst") == 0 ? 0 : 3;
    printf("  %5.*f %5.*f", decimals, p->printed, decimals, p->found);
}

static void print_published(const routh_frame_study *f) {
    printf("\nFundamental limitations, tables 1 and 2: printed, then reproduced\n\n%-12s", "");
    printf("  %11s  %11s  %11s  %11s  %11s", "μ          ", "ε         ", "best %", "worst %", "in range");
    for (size_t i = 0; i < f->published_count; i++) {
        if (i == 0 || strcmp(f->published[i].row, f->published[i - 1].row) != 0)
            printf("\n%-12s", f->published[i].row);
        print_pair(&f->published[i]);
    }
    putchar('\n');
    for (size_t i = 0; i < f->findings.count; i++)
        if (strcmp(f->findings.finding[i].topic, "published") == 0)
            puts(f->findings.finding[i].text);
}

static const char explanation[] =
    "\nThe error is |predicted − measured| ÷ |measured| of the velocity after impact, on impacts that were not used to "
    "fit, with\n"
    "ω weighted by the radius of gyration; in brackets the same in m/s. Best, worst: how often a law came closest "
    "and least\n"
    "close. Reach: impacts whose measured impulse the law can produce at all. Best post hoc: the closest of these "
    "laws, chosen\n"
    "after the fact for each impact. Rigid bound: the least error that any rigid point-contact law could have.\n";
static const char if_true[] =
    "If true: the range in which the law would be if it were exactly true, with the noise of this recording.\n";

int study_print_json(const char *verb, const routh_study *study) {
    routh_context context = routh_context_default();
    output_file out;
    const int answer = output_open(&out, verb, NULL);
    if (answer != 0)
        return answer;
    return output_end(&out, &context, routh_study_write(&context, study, 0, routh_io_file(out.file, ".json")));
}

int split_print(const char *verb, const routh_split *split) {
    routh_context context = routh_context_default();
    putchar('\n');
    return routh_split_write(&context, split, routh_io_file(stdout, ".txt")) == ROUTH_OK ? 0
                                                                                         : fail_input(verb, &context);
}

int study_print_summary(const char *verb, const char *folder, const routh_study *study) {
    const routh_dataset *d = study->dataset;
    routh_context context = routh_context_default();
    printf("%s: %zu impacts, %zu used\n", d->name, d->count, routh_dataset_used(d, NULL));
    for (size_t i = 0; i < study->frame_count; i++)
        print_frame(study, i);
    if (study->frame[0].published)
        print_published(&study->frame[0]);
    fputs(explanation, stdout);
    if (study->frame[0].noise > 0)
        fputs(if_true, stdout);
    if (study->systematics.count > 1)
        putchar('\n');
    if (study->systematics.count > 1 &&
        routh_systematics_write(&context, &study->systematics, routh_io_file(stdout, ".txt")) != ROUTH_OK)
        return fail_input(verb, &context);
    if (study->options.transfer)
        use_print(study);
    if (study->split.groups > 0 && split_print(verb, &study->split) != 0)
        return 1;
    for (size_t i = 0; i < study->frame_count; i++)
        covariates_print(stdout, study->frame[i].dependence, study->frame[i].exploration);
    for (size_t i = 0; i < study->frame_count; i++)
        if (study->frame[i].learning)
            learning_print(stdout, &study->frame[i]);
    for (size_t i = 0; i < study->frame_count; i++)
        if (study->frame[i].inputs)
            print_findings(stdout, &study->frame[i].inputs->findings);
    if (study->options.truth) {
        printf("\nGenerated with %s,", study->options.truth->name);
        for (int j = 0; j < study->options.truth->parameter_count; j++)
            printf(" %s = %g", study->options.truth->parameter[j].symbol, study->options.truth_parameters[j]);
        printf(".\n");
    }
    printf("\nThe study took %.1f s. Open %s/report.html in a browser; numbers are in %s/results.json and the CSV "
           "files.\n",
           study->seconds, folder, folder);
    return finish_standard_output(verb);
}

void study_warn_of_models(const char *verb, const law_list *laws, const routh_study *study) {
    for (size_t i = 0; i < laws->named_count; i++) {
        const named_law *named = &laws->named[i];
        if (!named->model)
            continue;
        const routh_frame frame = study->frame[0].frame;
        if (named->origin.note[0])
            warn(verb, "%s was trained on %s; its error is too small on impacts that are among these", named->name,
                 named->origin.note);
        if (named->origin.frame != frame)
            warn(verb, "%s was trained in the frame %s, and these impacts are read in %s", named->name,
                 routh_name(&routh_frames, named->origin.frame), routh_name(&routh_frames, frame));
    }
}
