/* Learning curves as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "report/text.h"

enum { NAME_WIDTH = 40 };

static void print_curve(FILE *file, const routh_learning *learning, const routh_contestant *contestant) {
    routh_print_padded(file, contestant->title, NAME_WIDTH);
    for (size_t s = 0; s < learning->size_count; s++)
        if (isfinite(contestant->curve[s].mean))
            fprintf(file, " %7.3f", contestant->curve[s].mean);
        else
            fprintf(file, "%8s", "-");
    fputc('\n', file);
}

static void print_conclusion(FILE *file, const routh_learning *learning) {
    if (learning->best_model >= learning->count || learning->best_law >= learning->count) {
        fprintf(file, "\nNo model could be trained on %zu impacts and compared with a law.\n",
                learning->size[learning->detail]);
        return;
    }
    const routh_contestant *model = &learning->contestant[learning->best_model];
    const routh_contestant *law = &learning->contestant[learning->best_law];
    const size_t at = learning->detail;
    fprintf(file, "\nAt %zu impacts the best model is %s (%.3f m/s), the best law %s (%.3f m/s). ", learning->size[at],
            model->title, model->curve[at].mean, law->title, law->curve[at].mean);
    if (isfinite(learning->pays_from))
        fprintf(file, "Learning pays from %.0f impacts on; in the end the error is %.0f %% smaller.\n",
                learning->pays_from, 100 * learning->gain);
    else
        fprintf(file, "Learning does not pay here.\n");
    if (isfinite(learning->prior_pays_until))
        fprintf(file, "The other body's model helps a new one up to %.0f impacts.\n", learning->prior_pays_until);
}

void routh_print_learning(FILE *file, const routh_frame_study *frame) {
    const routh_learning *learning = frame->learning;
    fprintf(file,
            "\nLearning, frame %s: mean error on held-out impacts in m/s, by the number of impacts to learn from%s\n\n",
            routh_name(&routh_frames, frame->frame),
            learning->covariate_count > 0 ? "; models and laws with the covariates" : "");
    routh_print_padded(file, "", NAME_WIDTH);
    for (size_t s = 0; s < learning->size_count; s++)
        fprintf(file, "%8zu", learning->size[s]);
    fputc('\n', file);
    for (size_t c = 0; c < learning->count; c++)
        print_curve(file, learning, &learning->contestant[c]);
    print_conclusion(file, learning);
}
