/* Predicted tosses as comma-separated values: one row a toss.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/writers.h"

static void print_field(FILE *file, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    fprintf(file, ",%s", isfinite(value) ? routh_shortest_text(value, text) : "");
}

static void print_quoted(FILE *file, const char *text) {
    fputc('"', file);
    for (; text && *text; text++)
        fputs(*text == '"' ? "\"\"" : (const char[2]){*text, '\0'}, file);
    fputc('"', file);
}

/* Of the spread: shares of instants after the fitted flight inside, the errors of its centre, the probability of the recorded
 * face. */
static void print_spread(FILE *file, const routh_rollout_study *study, size_t t) {
    const routh_spread3 *one = &study->spread->spread[t];
    for (int i = 0; i < 3; i++)
        print_field(file, one->why_not ? NAN : one->inside[i]);
    print_field(file, one->why_not ? NAN : one->error.position / study->width);
    print_field(file, one->why_not ? NAN : one->error.rotation);
    print_field(file, one->why_not ? NAN : one->face[one->recorded_face]);
}

static void print_rollout(FILE *file, const routh_rollout_study *study, size_t t) {
    const routh_rollout *one = &study->rollout[t];
    const routh_rollout_error *error = &one->error;
    const size_t fold = routh_rollout_fold(study->dataset, t, study->options.fit.folds);
    const bool there = !one->why_not;
    print_quoted(file, study->dataset->trajectory[t].name);
    fprintf(file, ",%zu,%zu,%zu,", fold, one->start.first, one->start.last);
    print_quoted(file, one->why_not);
    const double numbers[] = {error->position,       error->rotation,     error->position_after,
                              error->rotation_after, error->position_end, error->rotation_end};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        print_field(file, !there ? NAN : i % 2 == 0 ? numbers[i] / study->width : numbers[i]);
    fprintf(file, ",%s", !there ? "" : error->face_right ? "1" : "0");
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        print_field(file, one->phase_position[p] / study->width);
        print_field(file, one->phase_rotation[p]);
    }
    if (study->spread)
        print_spread(file, study, t);
    fputc('\n', file);
}

routh_status routh_rollout_study_write_csv(routh_context *context, const routh_rollout_study *study, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    fputs("toss,fold,first,last,not_predicted,position,rotation,position_after,rotation_after,position_end,"
          "rotation_end,face_right",
          text.file);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        fprintf(text.file, ",position_%s,rotation_%s", routh_name(&routh_rollout_phases, p),
                routh_name(&routh_rollout_phases, p));
    if (study->spread)
        fputs(",inside_place,inside_turn,inside_pose,centre_position,centre_rotation,face_probability", text.file);
    fputc('\n', text.file);
    for (size_t t = 0; t < study->count; t++)
        print_rollout(text.file, study, t);
    return routh_text_end(context, &text, ROUTH_OK);
}
