/* Insertions as text for people: every recording, then all together; what single questions about one find; and plans.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/numbers.h"
#include "drawing/drawing.h"

static const char *const seen_words[] = {"determined", "only together", "not determined"};

static void print_displacements(FILE *file, const routh_assembly *assembly, const routh_insertion_case *item) {
    fprintf(file, "\n  %-24s %14s %12s %12s   %s%s\n", "displacement", "estimate", "± error", "prior ±",
            item->truth ? "     truth   " : "", "in this recording");
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        const double scale = words->scale;
        fprintf(file, "  %-24s %+9.3g %-4s %12.2g %12.2g  ", d->name, scale * item->fit.x[j], words->shown,
                scale * item->fit.error[j], scale * d->deviation);
        if (item->truth && isfinite(item->truth[j]))
            fprintf(file, " %+9.3g    ", scale * item->truth[j]);
        else if (item->truth)
            fprintf(file, " %9s    ", "");
        fprintf(file, " %s\n", seen_words[item->observability.seen[j]]);
    }
}

/* All answers, if there are several. */
static void print_answers(FILE *file, const routh_insertion_estimate *fit) {
    if (fit->answers < 2)
        return;
    fprintf(file, "\n  %-8s %12s %24s %16s %12s %10s\n", "answer", "K, N/m", "95 %", "friction", "wrench error",
            "evidence");
    for (size_t i = 0; i < fit->answers; i++) {
        const routh_insertion_answer *a = &fit->answer[i];
        char friction[ROUTH_NUMBER_TEXT] = "not determined";
        if (isfinite(a->friction))
            routh_error_text(a->friction, a->friction_error, 3, friction);
        fprintf(file, "  %-8zu %12.4g %11.4g … %10.4g %17s %11.2f%% %10.2g\n", i + 1, a->stiffness, a->stiffness_low,
                a->stiffness_high, friction, 100 * sqrt(a->force_cost), exp(a->evidence));
    }
}

/* Errors of the sensors that are not among the unknowns. */
static void print_sensor_errors(FILE *file, const routh_insertion_case *item) {
    if (item->sensor_error_count == 0)
        return;
    fprintf(file, "\n  Errors of the sensors, as this recording shows them; not among the unknowns:\n");
    for (size_t i = 0; i < item->sensor_error_count; i++) {
        const routh_sensor_error *s = &item->sensor_error[i];
        const routh_displacement_words *words = routh_displacement_words_of(s->displacement.kind);
        if (isfinite(s->error))
            fprintf(file, "  %-24s %+9.3g %-4s %12.2g  %s\n", s->displacement.name, words->scale * s->value,
                    words->shown, words->scale * s->error, s->shown ? "clearly not 0" : "");
        else
            fprintf(file, "  %-24s not determined\n", s->displacement.name);
    }
}

static void print_case(FILE *file, const routh_insertion_study *study, const routh_insertion_case *item) {
    fprintf(file, "%s: %zu instants at %g Hz, %zu with contact\n\n", item->insertion.name, item->insertion.count,
            item->insertion.rate, item->fit.used);
    routh_print_findings(file, &item->findings, "  ");
    print_answers(file, &item->fit);
    if (study->options.fit.geometry) {
        print_displacements(file, study->assembly, item);
        print_sensor_errors(file, item);
    }
    fprintf(file, "\n");
}

/* One K, μ and set of displacements from all recordings. */
static void print_together(FILE *file, const routh_insertion_study *study) {
    const routh_insertion_together *together = study->together;
    static const routh_column columns[] = {
        {"recording", "  %-24s"}, {"± of K alone", " %12.2f %%"}, {"± of all without it", " %24.2f %%"}};
    routh_print_findings(file, &study->findings, "");
    if (!together)
        return;
    fputc('\n', file);
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    rows.missing = "not determined";
    for (size_t i = 0; i < study->count; i++)
        ROUTH_ROW(&rows, study->item[i].insertion.name,
                  100 * study->item[i].fit.stiffness_error / fabs(study->item[i].fit.stiffness),
                  100 * together->without[i] / fabs(together->fit.stiffness));
    fprintf(file, "\n  %-24s %14s %12s\n", "displacement", "estimate", "± error");
    for (size_t j = 0; j < together->assembly->count; j++) {
        const routh_displacement *d = &together->assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        fprintf(file, "  %-24s %+9.3g %-4s %12.2g\n", d->name, words->scale * together->fit.x[j], words->shown,
                words->scale * together->fit.error[j]);
    }
    fprintf(file, "\n");
}

void routh_insertion_print(FILE *file, const void *what) {
    const routh_insertion_study *study = ((const routh_insertion_view *)what)->study;
    for (size_t i = 0; i < study->count; i++)
        print_case(file, study, &study->item[i]);
    print_together(file, study);
}

/* Single answers ----------------------------------------------------------------------------------------*/

static void print_matrix(FILE *file, const routh_observability *o, int column) {
    static const char *const mark[] = {" ·", " o", " ●"};
    const size_t side = o->count + 1;
    fprintf(file, "\n  P%d\n", column + 1);
    for (size_t i = 0; i < side; i++) {
        fputs("   ", file);
        for (size_t j = 0; j < side; j++)
            fputs(mark[o->class_of[column][i * side + j]], file);
        fputc('\n', file);
    }
}

void routh_observability_print(FILE *file, const void *what) {
    const routh_assembly *assembly = ((const routh_observed *)what)->assembly;
    const routh_observability *o = ((const routh_observed *)what)->observability;
    routh_print_findings(file, &o->check.findings, "");
    routh_print_findings(file, &o->findings, "");
    fprintf(file, "\n  %-24s %12s %12s %12s %16s\n", "displacement", "sensitivity", "(friction)", "error÷prior",
            "in this recording");
    for (size_t j = 0; j < o->count; j++)
        fprintf(file, "  %-24s %12.3g %12.3g %12.2g %16s\n", assembly->displacement[j].name, o->sensitivity[2 * j],
                o->sensitivity[2 * j + 1], o->posterior[j], seen_words[o->seen[j]]);
    fprintf(file,
            "\nSensitivity: how much the spread of the regressor's column for K (and for friction) changes per m or "
            "rad,\nrelative to itself. Error÷prior: what the recording leaves of what was uncertain before.\n");
    fprintf(file,
            "\nCorrelation of the regressor (first) and its derivatives: ● 0.85 or more, o 0.5 or more, · less\n");
    for (int column = 0; column < 2; column++)
        print_matrix(file, o, column);
    fprintf(file, "\nSingular values of the projected Jacobian, per prior deviation and in deviations of the noise:");
    for (size_t j = 0; j < o->count; j++)
        fprintf(file, " %.3g", o->singular[j]);
    fputc('\n', file);
}

void routh_lcurve_print(FILE *file, const void *what) {
    const routh_lcurve *l = what;
    fprintf(file, "        γ    wrench error   displacement ÷ prior    K (N/m)        μ\n");
    for (size_t i = 0; i < l->count; i++) {
        const routh_lcurve_point *p = &l->point[i];
        fprintf(file, "%9.3g  %12.2f %%  %20.3f  %10.4g  ", p->gamma, 100 * sqrt(p->force_cost),
                sqrt(p->geometric_cost), p->stiffness);
        if (isfinite(p->friction))
            fprintf(file, "%7.4f", p->friction);
        else
            fputs("      –", file); /* not determined */
        fprintf(file, "%s%s\n", i == l->corner ? "  corner" : "", i == l->chosen ? "  taken" : "");
    }
    fprintf(file, "\n%s\nγ from the variances of noise and priors: %.3g. The geometry was evaluated %zu times.\n",
            l->why, l->gamma_bayes, l->evaluations);
}

/* Plans -------------------------------------------------------------------------------------------------*/

enum { PATH_WIDTH = 52 };

static void print_row(FILE *file, const routh_insertion_candidate *c) {
    fputs("  ", file);
    routh_print_padded(file, c->about, PATH_WIDTH);
    if (*c->why)
        fprintf(file, " %.70s\n", c->why);
    else
        fprintf(file, " %6.1f %8.3g %8.3g %8.3g %8.3g %9.3g %6.0f%%\n", c->length, 100 * c->stiffness,
                100 * c->stiffness_90, 100 * c->friction, 100 * c->friction_90, c->needed, 100 * c->remains);
}

static void print_stages(FILE *file, const routh_insertion_path *path) {
    const double degree = 57.29577951308232;
    fprintf(file,
            "\nThe path begins %.3g mm along Y, %.3g mm along Z and %.3g° about X beside the mated pose, and moves "
            "along X.\n",
            1e3 * path->start[1], 1e3 * path->start[2], degree * path->start[3]);
    if (path->count)
        fprintf(
            file,
            "From the first contact on the hand wants, along and about its axes,\n\n  %6s %8s %8s %8s %8s %8s %8s   "
            "N, N m\n",
            "time", "X", "Y", "Z", "about X", "about Y", "about Z");
    for (size_t i = 0; i < path->count; i++) {
        const routh_insertion_stage *stage = &path->stage[i];
        fprintf(file, "  %4.2f s", stage->time);
        for (int k = 0; k < 6; k++)
            fprintf(file, " %8.3g", stage->wrench[k]);
        fprintf(file, "\n");
        for (int k = 0; k < 6; k++)
            if (stage->wave[k] != 0)
                fprintf(file, "         ± %.3g on the %s number, with a period of %.3g s\n", fabs(stage->wave[k]),
                        (const char *const[]){"first", "second", "third", "fourth", "fifth", "sixth"}[k],
                        stage->period);
    }
    fprintf(file, "At last it presses with the full force until the parts are mated, and holds for %.2g s.\n",
            path->settle);
}

void routh_insertion_plan_print(FILE *file, const void *what) {
    const routh_insertion_plan *plan = what;
    enum { ROWS = 12 };
    routh_print_findings(file, &plan->findings, "");
    fprintf(file, "\n  %-*s %6s %8s  %8s %8s  %8s %9s %7s\n", PATH_WIDTH, "path", "s", "K ± %", "9 of 10", "μ ± %",
            "9 of 10", "s in all", "left");
    for (size_t i = 0; i < plan->count && i < ROWS; i++)
        print_row(file, &plan->candidate[i]);
    if (plan->count > ROWS)
        fprintf(file, "  … and %zu more\n", plan->count - ROWS);
    print_row(file, &plan->test);
    fprintf(
        file,
        "\nK and μ: half of the 95 %% interval, the median of the draws, and what 9 of 10 draws stay below. In all: "
        "insertions\nof this kind, repeated until 9 of 10 are within ±%g %%. Left: of the displacements' priors, on "
        "average.\n",
        100 * plan->options.precision);
    fprintf(file, "\n  %-24s %12s %12s %12s\n", "displacement", "prior ±", "left by plan", "at best");
    for (size_t j = 0; j < plan->assembly->count; j++) {
        const routh_displacement *d = &plan->assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        fprintf(file, "  %-24s %7.3g %-4s %11.0f%% %11.0f%%\n", d->name, words->scale * d->deviation, words->shown,
                100 * plan->candidate[0].error[j], 100 * plan->least[j]);
    }
    print_stages(file, &plan->candidate[0].path);
}
