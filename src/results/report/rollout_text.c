/* Whole tosses predicted from their first flight, as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

static const double degrees = 57.295779513082323;

/* Of the first column: the longest name of an ablation. */
enum { FIRST = 56 };

static void print_summary(FILE *file, const char *title, const routh_rollout_summary *s) {
    if (s->tosses == 0) {
        fprintf(file, "  %-*s none could be predicted\n", FIRST, title);
        return;
    }
    fprintf(file, "  %-*s %6.1f %6.1f %6.1f   %6.1f %6.1f %6.1f   %6.1f\n", FIRST, title, 100 * s->position,
            100 * s->position_median, 100 * s->position_high, degrees * s->rotation, degrees * s->rotation_median,
            degrees * s->rotation_high, 100 * (double)s->faces / (double)s->tosses);
}

static void print_errors(FILE *file, const routh_rollout_study *study) {
    fprintf(file, "%s: %zu tosses, %zu predicted from their first flight, each with what was fitted to other tosses\n",
            study->dataset->name, study->count, study->summary.tosses);
    fprintf(file, "Distances are in %% of the width, %.4g m; angles in degrees.\n\n", study->width);
    fprintf(file, "  %-*s %-20s   %-20s   %s\n", FIRST, "", "DISTANCE", "ANGLE", "FACE");
    fprintf(file, "  %-*s %6s %6s %6s   %6s %6s %6s   %6s\n", FIRST, "", "MEAN", "MEDIAN", "90 %", "MEAN", "MEDIAN",
            "90 %", "% RIGHT");
    for (int a = 0; a < ROUTH_ABLATIONS; a++)
        if (study->ablated[a])
            print_summary(file, routh_about(&routh_ablations, a), &study->ablation[a]);
    fprintf(file, "  %-*s %6.1f %13s   %6.1f\n", FIRST, "frames after the fitted flight alone",
            100 * study->summary.position_after, "", degrees * study->summary.rotation_after);
    fprintf(file, "\n  %-*s %6s\n", FIRST, "PHASE", "MEANS");
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        if (study->summary.phase_tosses[p] > 0)
            fprintf(file, "  %-12s  %-*s %6.1f %13s   %6.1f\n", routh_name(&routh_rollout_phases, p), FIRST - 14,
                    routh_about(&routh_rollout_phases, p), 100 * study->summary.phase_position[p], "",
                    degrees * study->summary.phase_rotation[p]);
}

static void print_row(FILE *file, const char *const cell[5]) {
    static const int columns[] = {50, 36, 24, 36, 0};
    fputs("  ", file);
    for (int i = 0; i < 5; i++)
        routh_print_padded(file, cell[i], columns[i]);
    fputc('\n', file);
}

static void print_parameters(FILE *file, const routh_rollout_study *study) {
    fputc('\n', file);
    print_row(file, (const char *const[]){"PARAMETER, WITH INTERVALS OF 95 %", "WHOLE TOSSES", "WITHOUT A PART",
                                          "SINGLE IMPACTS AND FLIGHTS", "UNIT"});
    for (size_t i = 0; i < study->comparison_count; i++) {
        const routh_rollout_comparison *c = &study->comparison[i];
        print_row(file, (const char *const[]){c->title, c->whole_text, c->folds_text, c->single_text, c->unit});
    }
    if (study->estimate.ended)
        fputs("  Use those of whole tosses for new ones.\n", file);
}

static void print_cover(FILE *file, const char *title, const routh_spread_cover *c) {
    if (c->instants > 0)
        fprintf(file, "  %-*s %6.1f %6.1f %6.1f   %6.1f %6.1f\n", FIRST, title, 100 * c->share[0], 100 * c->share[1],
                100 * c->share[2], 100 * c->radius, degrees * c->angle);
}

static void print_spread(FILE *file, const routh_rollout_study *study) {
    const routh_spread_study *own = study->spread;
    if (!own)
        return;
    fprintf(file, "\n  %-*s %-20s   %s\n", FIRST, "REGIONS", "% OF INSTANTS INSIDE", "REGION");
    fprintf(file, "  %-*s %6s %6s %6s   %6s %6s\n", FIRST, "", "PLACE", "TURN", "POSE", "% WIDE", "°");
    print_cover(file, "after the fitted flight", &own->after);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        print_cover(file, routh_about(&routh_rollout_phases, p), &own->phase[p]);
    print_cover(file, "all", &own->all);
    fprintf(file, "\n  %-*s %6s %9s %8s\n", FIRST, "PROBABILITY OF A RESTING FACE", "FACES", "PREDICTED", "OBSERVED");
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        const routh_spread_bin *bin = &own->bin[b];
        if (bin->count > 0)
            fprintf(file, "  %4.2f … %-49.2f %6zu %9.3f %8.3f (%.3f … %.3f)\n", bin->low, bin->high, bin->count,
                    bin->predicted, bin->observed, bin->interval.low, bin->interval.high);
    }
}

/* Tosses of a dataset that was made need no name. */
static const char *name_of(const routh_rollout_study *study, size_t toss) {
    const char *name = study->dataset->trajectory[toss].name;
    return name ? name : "one without a name";
}

static void print_text(FILE *file, const void *what) {
    const routh_rollout_study *study = what;
    print_errors(file, study);
    print_parameters(file, study);
    print_spread(file, study);
    fputc('\n', file);
    for (size_t i = 0; i < study->findings.count; i++) {
        routh_print_wrapped(file, study->findings.finding[i].text, 0, 0);
        fputc('\n', file);
    }
    if (study->summary.tosses > 0)
        fprintf(file, "\nBest, median and worst (distance ÷ width + angle in rad): %s, %s and %s.\n",
                name_of(study, study->best), name_of(study, study->median), name_of(study, study->worst));
}

routh_status routh_rollout_study_write_text(routh_context *context, const routh_rollout_study *study, routh_io to) {
    return routh_text_print(context, to, print_text, study);
}
