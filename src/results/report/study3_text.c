/* The study of tosses as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static void print_contacts(FILE *file, const routh_study3 *study) {
    const routh_dataset3 *dataset = study->dataset;
    fprintf(file, "%s: %zu toss%s, %zu frames, %zu contact%s, %zu used: impacts of a single corner\n", dataset->name,
            dataset->trajectory_count, dataset->trajectory_count == 1 ? "" : "es", dataset->calibration.frames,
            dataset->count, dataset->count == 1 ? "" : "s", study->count);
    if (study->count < dataset->count)
        fprintf(file, "  rejected     %zu; some have several reasons\n", dataset->count - study->count);
    routh_print_rejected(file, study->rejected);
}

static void print_found(FILE *file, const routh_study3 *study) {
    const routh_calibration3 *c = &study->dataset->calibration;
    const routh_shape3 *shape = study->dataset->shape;
    fprintf(file, "\nThe recording%s\n",
            !c->applied ? " (measured, but not made use of)"
            : c->given  ? " (calibration of another one)"
                        : "");
    routh_print_topics(file, &study->recording, 0, false);
    if (shape)
        fprintf(file, "\nThe body: %s, %zu corners, %.4g cm³\n", shape->name, shape->count, 1e6 * shape->volume);
    else
        fprintf(file, "\nThe cube\n");
    routh_print_topics(file, &study->of_body, 0, false);
}

/* Restitution is called e here, as in the papers. */
static const char *title_of(const routh_parameter *parameter) {
    return strcmp(parameter->name, "eps") == 0 ? "e" : parameter->name;
}

static void print_laws(FILE *file, const routh_study3 *study) {
    const routh_law3 *longest = study->contestant[study->compliant].law;
    fprintf(file, "\nLaws, on %zu impacts of %zu tosses, each half predicted with the parameters of the other\n\n",
            study->count, study->trajectory_count);
    fprintf(file, "%-13s %-24s %s", "LAW", "ERROR (m/s)", "MEDIAN");
    for (int d = 0; d < longest->parameter_count; d++)
        fprintf(file, "%*s%s", d == 0 ? 3 : 23 - (int)strlen(title_of(&longest->parameter[d - 1])), "",
                title_of(&longest->parameter[d]));
    fputc('\n', file);
    for (size_t k = 0; k < study->contestant_count; k++) {
        const routh_law3_study *r = &study->contestant[k];
        fprintf(file, "%-13s %.4f (%.4f … %.4f) %.4f", r->name, r->error, r->error_interval.low, r->error_interval.high,
                r->error_median);
        for (int d = 0; r->law && d < r->law->parameter_count; d++) {
            const char *title = title_of(&r->law->parameter[d]);
            const bool in_column =
                d < longest->parameter_count && strcmp(title, title_of(&longest->parameter[d])) == 0;
            fprintf(file, "%s%s%s%.3f (%.3f … %.3f)", d == 0 ? "   " : "  ", in_column ? "" : title,
                    in_column ? "" : " ", r->fit.parameters[d], r->interval[d].low, r->interval[d].high);
        }
        fputc('\n', file);
    }
    fputc('\n', file);
    for (size_t k = 0; k < study->contestant_count; k++) {
        const routh_law3_study *r = &study->contestant[k];
        char flags[ROUTH_FIT_TEXT];
        fprintf(file, "%s: %s", r->name, r->about);
        if (r->fit.flags)
            fprintf(file, " [%s]", routh_fit_text(r->fit.flags, flags));
        fputs(".\n", file);
    }
    fprintf(file,
            "\nThe error is the distance of the predicted from the measured motion after impact, ω weighted by "
            "the radius of\n"
            "gyration; the motion itself is %.2f m/s. In brackets: 95 %% intervals, tosses drawn with replacement.\n",
            study->speed);
}

/* Laws with the parameters of another run, where there are any. */
static void print_other(FILE *file, const routh_study3 *study) {
    bool first = true;
    for (size_t k = 0; k < study->contestant_count; k++) {
        const routh_law3_study *r = &study->contestant[k];
        if (!r->law || isnan(r->other_error))
            continue;
        if (first)
            fputs("\nWith calibration and parameters of the other run, on all impacts here\n\n", file);
        first = false;
        fprintf(file, "%-13s %.4f (%.4f … %.4f) %.4f", r->name, r->other_error, r->other_interval.low,
                r->other_interval.high, r->other_median);
        for (int d = 0; d < r->law->parameter_count; d++)
            fprintf(file, "   %s %.3f", title_of(&r->law->parameter[d]), r->other[d]);
        fputc('\n', file);
    }
}

void routh_study3_print(FILE *file, const void *what) {
    const routh_study3 *study = what;
    print_contacts(file, study);
    print_found(file, study);
    if (study->compared)
        print_laws(file, study);
    else
        fprintf(file, "\nLaws were not compared: %s.\n", study->why_not);
    routh_print_findings(file, &study->conclusion, "");
    print_other(file, study);
    if (study->split.groups > 0) {
        fputc('\n', file);
        routh_print_split(file, &study->split);
    }
}
