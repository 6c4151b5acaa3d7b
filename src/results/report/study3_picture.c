/* The study in space as a picture: how large the errors of each law are, and the velocity of the corner after impact,
 * predicted against measured.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/study3.h"

/* The share of impacts whose error is no larger than that: a step for each impact. */
static void add_distribution(json_t **lines, const routh_study3 *study, size_t contestant, double *scratch) {
    const routh_law3_study *one = &study->contestant[contestant];
    char name[ROUTH_NAME_SIZE], number[ROUTH_NUMBER_TEXT];
    for (size_t i = 0; i < study->count; i++)
        scratch[i] = fmax(study->cases[i].error[contestant], 1e-6);
    qsort(scratch, study->count, sizeof *scratch, routh_ascending);
    snprintf(name, sizeof name, "%s %s m/s", one->name, routh_number_text(one->error, 3, number));
    routh_line steps = routh_line_begin(name);
    for (size_t i = 0; i < study->count; i++)
        for (size_t above = 0; above < 2; above++)
            routh_line_add(&steps, scratch[i], (double)(i + above) / (double)study->count);
    routh_line_end(&steps, lines);
}

static void add_corner(json_t **charts, const routh_study3 *study, bool normal) {
    const size_t shown[] = {study->rigid, study->compliant};
    double low = INFINITY, high = -INFINITY;
    json_t *lines = json_array();
    for (int k = 0; k < 2; k++) {
        routh_line dots = routh_points_begin(study->contestant[shown[k]].name);
        for (size_t i = 0; i < study->count; i++) {
            const routh_sample3 *sample = &study->sample[i];
            const double measured = routh_sample3_corner(sample, &sample->after, normal);
            const double predicted = routh_sample3_corner(sample, &study->cases[i].predicted[shown[k]], normal);
            routh_points_add(&dots, measured, predicted, predicted, predicted);
            low = fmin(low, measured);
            high = fmax(high, measured);
        }
        routh_line_end(&dots, &lines);
    }
    const routh_series diagonal = routh_series_of((const double[]){low, high}, 2);
    routh_line_of(&lines, "as measured", diagonal, diagonal);
    routh_chart_end(charts, normal ? "Corner, along the normal" : "Corner, along its slip before", "measured, m/s",
                    "predicted, m/s", lines);
}

routh_status routh_study3_picture(routh_context *context, FILE *file, const void *what) {
    const routh_study3 *study = what;
    if (!study->compared)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s", study->why_not);
    double *scratch = routh_allocate(context, study->count, sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    json_t *charts = json_array(), *errors = json_array();
    for (size_t k = 0; k < study->contestant_count; k++)
        add_distribution(&errors, study, k, scratch);
    routh_release(context, scratch);
    routh_chart_end(&charts, "Errors on held-out impacts", "error of the velocity after, m/s", "share of impacts",
                    errors);
    add_corner(&charts, study, true);
    add_corner(&charts, study, false);
    return routh_draw_figure(
        context, file,
        (routh_figure){.title = "Laws of impact on recorded tosses",
                       .note =
                           "Error: distance of the predicted from the measured motion after impact, spin counted at "
                           "the radius of gyration, and its mean. Each impact is predicted with parameters fitted "
                           "to the other half of the tosses.",
                       .findings = &study->conclusion,
                       .charts = charts,
                       .decades = 1});
}
