/* What whole tosses show, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/text.h"
#include "rollout/rollout.h"
#include "study/rollout_study.h"

/* Estimates that differ by more than this number of standard errors disagree. */
static const double disagreement = 2;

/* A value without one part that is farther from those without others than this number of standard errors is far. */
static const double far_fold = 4;

enum { CHANGE = 128 };

/* Heights at rest that differ from the shape's by more than this share, and impulses of single impacts that correlate with the
 * shape's corners by less than this, are those of another body. */
static const double other_height = 0.02, other_corners = 0.95;

static double degrees(double angle) {
    return angle * 180 / ROUTH_PI;
}

static void say_errors(routh_findings_writer *writer, const routh_rollout_study *study) {
    const routh_rollout_summary *s = &study->summary;
    routh_findings_add(
        writer, ROUTH_NOTE, "errors",
        "Tosses that nothing was fitted to are predicted with mean errors of %.1f %% (%.1f … %.1f) of the width, "
        "%.4g m, "
        "and %.1f° (%.1f … %.1f). Median errors are %.1f %% and %.1f°. Nine tosses in ten have less than %.1f "
        "%%, and nine "
        "in ten less than %.1f°.",
        100 * s->position, 100 * s->position_interval.low, 100 * s->position_interval.high, study->width,
        degrees(s->rotation), degrees(s->rotation_interval.low), degrees(s->rotation_interval.high),
        100 * s->position_median, degrees(s->rotation_median), 100 * s->position_high, degrees(s->rotation_high));
    routh_findings_add(writer, ROUTH_NOTE, "faces", "The resting face is right in %zu of %zu tosses, %.1f %%.",
                       s->faces, s->tosses, 100 * (double)s->faces / (double)s->tosses);
}

static void say_unused(routh_findings_writer *writer, const routh_rollout_study *study) {
    for (size_t t = 0; t < study->count; t++) {
        const char *why = study->rollout[t].why_not;
        size_t same = 0, before = 0;
        for (size_t i = 0; why && i < study->count; i++)
            if (study->rollout[i].why_not && strcmp(study->rollout[i].why_not, why) == 0) {
                same++;
                before += i < t;
            }
        if (why && before == 0)
            routh_findings_add(writer, ROUTH_WARNING, "unused",
                               "%zu of %zu tosses could not be predicted, %s among them: %s.", same, study->count,
                               study->dataset->trajectory[t].name ? study->dataset->trajectory[t].name : "one", why);
    }
}

/* A wrong shape is not noticed by a fit: it predicts badly, and nothing else. */
static void say_shape(routh_findings_writer *writer, const routh_rollout_study *study) {
    const routh_calibration3 *c = &study->dataset->calibration;
    const double height = c->rest_scale / c->scale;
    if (c->rests > 0 && fabs(height - 1) > other_height)
        routh_findings_add(
            writer, ROUTH_WARNING, "shape",
            "The body rests at %.3f times the height of its shape (%zu tosses): shape or unit are not those of the "
            "recording.",
            height, c->rests);
    else if (c->identity.correlation < other_corners)
        routh_findings_add(
            writer, ROUTH_WARNING, "shape",
            "Impulses of single impacts hardly pass through the corners of the shape (correlation %.2f): it may be "
            "another body, or have other axes.",
            c->identity.correlation);
}

static void say_phases(routh_findings_writer *writer, const routh_rollout_study *study) {
    const routh_rollout_summary *s = &study->summary;
    char text[256] = "";
    for (int p = ROUTH_PHASE_FIRST_IMPACT; p < ROUTH_ROLLOUT_PHASES; p++)
        if (s->phase_tosses[p] > 0)
            routh_words_add(text, sizeof text, ", ", "%s %.1f %% and %.1f°", routh_name(&routh_rollout_phases, p),
                            100 * s->phase_position[p], degrees(s->phase_rotation[p]));
    if (*text)
        routh_findings_add(writer, ROUTH_NOTE, "phases", "Errors by phase: %s.", text);
}

static void say_comparison(routh_findings_writer *writer, const routh_rollout_comparison *one) {
    const char *name = routh_name(&routh_rollout_parameters, one->parameter);
    const char *space = *one->unit ? " " : "", *title = one->title;
    const routh_finding_numbers numbers = {one->single, one->whole, one->whole_error,
                                           routh_rollout_unit(one->parameter)};
    if (isinf(one->whole_error))
        routh_findings_measured(writer, ROUTH_NOT_DETERMINED, name, numbers, "Whole tosses do not determine %s.",
                                title);
    else if (one->apart > disagreement)
        routh_findings_measured(
            writer, ROUTH_WARNING, name, numbers,
            "From whole tosses, %s is %s%s%s. From single impacts and flights it is %s%s%s, %.1f standard "
            "errors apart: the law or the body is not quite as modelled, and the fit makes up for it.",
            title, one->whole_text, space, one->unit, one->single_text, space, one->unit, one->apart);
    else if (one->apart <= disagreement)
        routh_findings_measured(
            writer, ROUTH_FINE, name, numbers,
            "From whole tosses, %s is %s%s%s. From single impacts and flights it is %s%s%s: they agree.", title,
            one->whole_text, space, one->unit, one->single_text, space, one->unit);
    else if (isfinite(one->whole_error))
        routh_findings_measured(writer, ROUTH_NOTE, name, numbers, "From whole tosses, %s is %s%s%s.", title,
                                one->whole_text, space, one->unit);
}

/* A part whose search ended in another valley than those of the others: far from the middle one. */
static void say_folds(routh_findings_writer *writer, const routh_rollout_study *study,
                      const routh_rollout_comparison *one) {
    for (size_t k = 0; isfinite(one->whole_error) && k < study->fold_count; k++) {
        const double value = study->fold[k].value[one->parameter];
        size_t far = 0;
        for (size_t i = 0; i < study->fold_count; i++)
            far += fabs(value - study->fold[i].value[one->parameter]) > far_fold * one->whole_error;
        if (2 * far > study->fold_count)
            routh_findings_add(
                writer, ROUTH_WARNING, "folds",
                "Without the tosses of part %zu, %s is %.4g%s%s, far from what is fitted without other parts: that "
                "search may have ended elsewhere.",
                k, one->title, value, *routh_rollout_unit(one->parameter) ? " " : "",
                routh_rollout_unit(one->parameter));
    }
}

static void say_parameters(routh_findings_writer *writer, const routh_rollout_study *study) {
    const bool few = study->estimate.tosses < ROUTH_ROLLOUT_LEAST_MEASURED, ended = study->estimate.ended;
    size_t cut = 0;
    for (size_t k = 0; k < study->fold_count; k++)
        cut += !study->fold[k].ended;
    if (!ended)
        routh_findings_add(writer, ROUTH_WARNING, "evaluations",
                           "The search ended at the limit of %zu predictions of all tosses, too early. Values are not "
                           "final, and their errors are unknown: give more evaluations.",
                           study->options.fit.evaluations);
    else if (cut > 0)
        routh_findings_add(writer, ROUTH_WARNING, "evaluations",
                           "%zu of %zu searches for predictions ended at the limit of %zu, too early: more "
                           "evaluations may predict better.",
                           cut, study->fold_count, study->options.fit.evaluations);
    if (!study->options.fit.errors || study->comparison_count == 0)
        return;
    if (few)
        routh_findings_add(writer, ROUTH_NOT_DETERMINED, "intervals",
                           "Fewer than %d tosses: %zu were fitted to. Errors of the parameters are unknown%s.",
                           ROUTH_ROLLOUT_LEAST_MEASURED, study->estimate.tosses,
                           study->spread ? ", and the regions take the parameters as exact" : "");
    for (size_t k = 0; !few && ended && k < study->comparison_count; k++) {
        say_comparison(writer, &study->comparison[k]);
        say_folds(writer, study, &study->comparison[k]);
    }
}

/* "distances are larger by 0.6 % (0.2 … 1.0)". */
static void put_change(const char *what, const routh_rollout_change *change, double factor, const char *unit,
                       char text[CHANGE]) {
    const routh_interval *i = &change->interval;
    if (i->low > 0)
        snprintf(text, CHANGE, "%s are larger by %.1f%s (%.1f … %.1f)", what, factor * change->mean, unit,
                 factor * i->low, factor * i->high);
    else if (i->high < 0)
        snprintf(text, CHANGE, "%s are smaller by %.1f%s (%.1f … %.1f)", what, -factor * change->mean, unit,
                 -factor * i->high, -factor * i->low);
    else
        snprintf(text, CHANGE, "%s have no detectable difference", what);
}

static void say_ablation(routh_findings_writer *writer, const routh_rollout_study *study, int a) {
    const routh_rollout_summary *s = &study->ablation[a];
    const routh_rollout_change *change = study->ablation_change[a];
    const char *name = routh_name(&routh_ablations, a), *about = routh_about(&routh_ablations, a);
    char distance[CHANGE], angle[CHANGE];
    const bool worse = change[0].interval.low > 0 || change[1].interval.low > 0;
    const bool better = change[0].interval.high < 0 || change[1].interval.high < 0;
    put_change("distances", &change[0], 100, " %", distance);
    put_change("angles", &change[1], degrees(1), "°", angle);
    routh_findings_add(writer, ROUTH_NOTE, name,
                       "With %s%s, the errors are %.1f %% and %.1f°, and the face is right in %.1f %%. %s%s%s%s%s.",
                       about, a == ROUTH_ABLATION_START ? ", and the parameters of the full fit" : "",
                       100 * s->position, degrees(s->rotation), 100 * (double)s->faces / (double)s->tosses,
                       worse && better ? "This predicts differently: "
                       : worse         ? "This predicts worse: "
                       : better        ? "This predicts better: "
                                       : "There is no detectable difference from everything fitted",
                       worse || better ? distance : "", worse || better ? ", " : "", worse || better ? angle : "",
                       worse || better ? ", toss by toss" : "");
}

static void say_ablations(routh_findings_writer *writer, const routh_rollout_study *study) {
    for (int a = ROUTH_ABLATION_NONE + 1; a < ROUTH_ABLATIONS; a++)
        if (study->ablated[a] && study->ablation[a].tosses > 0)
            say_ablation(writer, study, a);
        else if (study->ablated[a])
            routh_findings_add(writer, ROUTH_WARNING, routh_name(&routh_ablations, a),
                               "With %s no toss could be predicted.", routh_about(&routh_ablations, a));
}

/* What spreads show, in sentences. */

/* A share of 0.9 that is met within these is as it should be. */
static const double cover_low = 0.85, cover_high = 0.95;

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

static void say_spread(routh_findings_writer *writer, const routh_rollout_study *study) {
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

routh_status routh_rollout_words(routh_context *context, routh_rollout_study *study) {
    routh_findings_writer writer = {.context = context, .findings = &study->findings};
    ROUTH_C_LOCALE(context);
    routh_rollout_compare(study->options.single, study);
    if (study->summary.tosses > 0) {
        say_errors(&writer, study);
        say_phases(&writer, study);
    }
    say_spread(&writer, study);
    say_unused(&writer, study);
    say_shape(&writer, study);
    say_parameters(&writer, study);
    say_ablations(&writer, study);
    return writer.status;
}
