/* Insertions as text for people: every recording, then all together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/number_text.h"
#include "file/output.h"
#include "report/writers.h"

static const char *seen_words(routh_seen seen) {
    return seen == ROUTH_SEEN ? "determined" : seen == ROUTH_SEEN_TOGETHER ? "only together" : "not determined";
}

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
        fprintf(file, " %s\n", seen_words(item->observability.seen[j]));
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
static void print_suspects(FILE *file, const routh_insertion_case *item) {
    if (item->suspect_count == 0)
        return;
    fprintf(file, "\n  Errors of the sensors, as this recording shows them; not among the unknowns:\n");
    for (size_t i = 0; i < item->suspect_count; i++) {
        const routh_suspect *s = &item->suspect[i];
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
    for (size_t i = 0; i < item->findings.count; i++)
        fprintf(file, "  %s\n", item->findings.finding[i].text);
    print_answers(file, &item->fit);
    if (study->options.fit.geometry) {
        print_displacements(file, study->assembly, item);
        print_suspects(file, item);
    }
    fprintf(file, "\n");
}

typedef struct percent_text {
    char text[32];
} percent_text;

/* "0.45 %", or that it is not determined. */
static percent_text percent(double share) {
    percent_text p = {"not determined"};
    if (isfinite(share))
        snprintf(p.text, sizeof p.text, "%.2f %%", 100 * share);
    return p;
}

/* One K, μ and set of displacements from all recordings. */
static void print_together(FILE *file, const routh_insertion_study *study) {
    const routh_insertion_together *together = study->together;
    for (size_t i = 0; i < study->findings.count; i++)
        fprintf(file, "%s\n", study->findings.finding[i].text);
    if (!together)
        return;
    fprintf(file, "\n  %-24s %14s %26s\n", "recording", "± of K alone", "± of all without it");
    for (size_t i = 0; i < study->count; i++)
        fprintf(file, "  %-24s %14s %26s\n", study->item[i].insertion.name,
                percent(study->item[i].fit.stiffness_error / fabs(study->item[i].fit.stiffness)).text,
                percent(together->without[i] / fabs(together->fit.stiffness)).text);
    fprintf(file, "\n  %-24s %14s %12s\n", "displacement", "estimate", "± error");
    for (size_t j = 0; j < together->assembly->count; j++) {
        const routh_displacement *d = &together->assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        fprintf(file, "  %-24s %+9.3g %-4s %12.2g\n", d->name, words->scale * together->fit.x[j], words->shown,
                words->scale * together->fit.error[j]);
    }
    fprintf(file, "\n");
}

static void print_study(FILE *file, const void *what) {
    const routh_insertion_study *study = what;
    for (size_t i = 0; i < study->count; i++)
        print_case(file, study, &study->item[i]);
    print_together(file, study);
}

routh_status routh_insertion_study_write_text(routh_context *context, const routh_insertion_study *study, routh_io to) {
    return routh_text_print(context, to, print_study, study);
}
