/* What spreads show, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/numbers.h"
#include "study/spread_study.h"

/* A share of 0.9 that is met within these is as it should be. */
static const double cover_low = 0.85, cover_high = 0.95;

static double degrees(double angle) {
    return angle * 180 / ROUTH_PI;
}

static void say_cover(routh_findings_writer *writer, const routh_rollout_study *study) {
    const routh_spread_cover *after = &study->spread->after;
    const double wanted = study->spread->fold[0].share;
    const double share = after->share[2];
    const bool fine = share >= cover_low && share <= cover_high;
    const routh_finding_numbers numbers = {wanted, share, after->error[2], ""};
    routh_findings_measured(
        writer, fine ? ROUTH_FINE : ROUTH_WARNING, "regions", numbers,
        "Regions for %.0f %% hold %.1f ± %.1f %% of the recorded poses after the fitted flight: %.1f %% of the "
        "places, %.1f %% of the orientations.",
        100 * wanted, 100 * share, 100 * after->error[2], 100 * after->share[0], 100 * after->share[1]);
}

static void say_scatter(routh_findings_writer *writer, const routh_rollout_study *study) {
    routh_scatter3 mean = {0};
    double widen[3] = {0};
    for (size_t k = 0; k < study->fold_count; k++) {
        const routh_spread3_options *one = &study->spread->fold[k];
        const double share = 1 / (double)study->fold_count;
        mean.mu += share * one->run.scatter.mu;
        mean.mu_slide += share * one->run.scatter.mu_slide;
        mean.eps += share * one->run.scatter.eps;
        for (int i = 0; i < 3; i++)
            widen[i] += share * one->widen[i];
    }
    routh_findings_add(
        writer, ROUTH_NOTE, "scatter",
        "Impacts differ from one another: their friction by %.0f %%, their restitution by %.3f, the friction in "
        "sliding by %.0f %% from toss to toss.",
        100 * mean.mu, mean.eps, 100 * mean.mu_slide);
    routh_findings_add(
        writer, ROUTH_NOTE, "widened",
        "Rollouts alone would give regions of another size: those of places were multiplied by %.2f, those of "
        "orientations by %.2f, those of both by a further %.2f.",
        widen[0], widen[1], widen[2]);
}

/* The likeliest face of a toss that is not sure, as often below as was said? */
static void say_faces(routh_findings_writer *writer, const routh_rollout_study *study) {
    const routh_spread_study *own = study->spread;
    size_t used = 0, met = 0;
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++)
        if (own->bin[b].count > 0) {
            used++;
            met +=
                own->bin[b].predicted >= own->bin[b].interval.low && own->bin[b].predicted <= own->bin[b].interval.high;
        }
    routh_findings_add(
        writer, met == used ? ROUTH_FINE : ROUTH_NOTE, "probabilities",
        "Faces are below as often as predicted in %zu of %zu groups of equal probability. Brier's score is %.3f ± "
        "%.3f; single paths, which are sure of a face, have %.3f.",
        met, used, own->brier, own->brier_error, own->brier_path);
    routh_findings_add(writer, ROUTH_NOTE, "likeliest",
                       "The likeliest face is the right one in %zu of %zu tosses, %.1f %%.", own->likeliest,
                       own->centre.tosses, 100 * (double)own->likeliest / (double)own->centre.tosses);
}

void routh_spread_words(routh_findings_writer *writer, const routh_rollout_study *study) {
    if (!study->spread || study->spread->centre.tosses == 0)
        return;
    const routh_rollout_summary *centre = &study->spread->centre, *path = &study->summary;
    say_cover(writer, study);
    say_scatter(writer, study);
    say_faces(writer, study);
    routh_findings_add(
        writer, ROUTH_NOTE, "centres",
        "The centre of the distribution is off by %.1f %% of the width and %.1f° in the mean, a single path by "
        "%.1f %% and %.1f°.",
        100 * centre->position, degrees(centre->rotation), 100 * path->position, degrees(path->rotation));
}
