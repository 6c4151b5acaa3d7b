/* What a study of tosses found, in sentences: about the recording, about the body, and of the comparison of laws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "file/text.h"
#include "motion3/motion3.h"
#include "study/study3.h"

static const double lower_identity = 0.02;

/* Frames in the hand, where there are any. */
static void say_held(routh_findings_writer *writer, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    size_t most = 0;
    for (size_t t = 1; t < dataset->trajectory_count; t++)
        if (dataset->trajectory[t].held > dataset->trajectory[most].held)
            most = t;
    if (c->held_frames > 0)
        routh_findings_add(
            writer, ROUTH_NOTE, "hand",
            "on the body in the first %zu frame%s of %zu toss%s, left out: the flight after does not lead there "
            "(most of them, %zu, in %s)",
            c->held_frames, c->held_frames == 1 ? "" : "s", c->held_tosses, c->held_tosses == 1 ? "" : "es",
            dataset->trajectory[most].held, dataset->trajectory[most].name);
}

static void say_scale(routh_findings_writer *writer, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    char error[32] = ": too few for an error";
    if (c->scale_error > 0)
        routh_findings_add(writer, ROUTH_NOTE, "scale",
                           "%.4f ± %.4f recorded for a true length of 1: gravity in %zu flights against %g m/s²",
                           c->scale, c->scale_error, c->flights, dataset->gravity);
    else
        routh_findings_add(writer, ROUTH_NOT_DETERMINED, "scale", "not measured: too little free flight");
    if (c->rests == 0)
        return;
    const bool has = c->rest_error > 0;
    if (has)
        snprintf(error, sizeof error, " ± %.4f", c->rest_error);
    routh_findings_add(writer, ROUTH_NOTE, "", "%.4f%s going by the height at which %zu toss%s to rest%s",
                       c->rest_scale, has ? error : "", c->rests, c->rests == 1 ? " comes" : "es come",
                       has ? "" : error);
}

static void say_recording(routh_findings_writer *writer, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    say_held(writer, dataset);
    say_scale(writer, dataset);
    if (!isnan(c->spin_ratio))
        routh_findings_add(
            writer, ROUTH_NOTE, "spin",
            "recorded %.4f times that of the orientations; in body axes %.2f rad/s off, in world axes %.2f",
            c->spin_ratio, c->spin_body, c->spin_world);
    if (c->centre_error[0] > 0)
        routh_findings_add(writer, ROUTH_NOTE, "centre",
                           "of mass at (%.1f ± %.1f, %.1f ± %.1f, %.1f ± %.1f) mm from the tracked point, body axes",
                           1e3 * c->centre[0], 1e3 * c->centre_error[0], 1e3 * c->centre[1], 1e3 * c->centre_error[1],
                           1e3 * c->centre[2], 1e3 * c->centre_error[2]);
    if (c->drag_error > 0)
        routh_findings_add(writer, ROUTH_NOTE, "drag", "%.3f ± %.3f of the velocity a second; not corrected for",
                           c->drag, c->drag_error);
}

/* Where the moments differ: the factor that the identity has for the shape's tensor, and the tensor that it has by itself. */
static void say_tensor(routh_findings_writer *writer, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    const double(*g)[3] = dataset->shape->gyration;
    const double uniform = dataset->mass * (g[0][0] + g[1][1] + g[2][2]) / 3;
    char error[32] = "";
    if (c->inertia_error > 0)
        snprintf(error, sizeof error, ", ± %.2g", c->inertia_error);
    routh_findings_add(writer, ROUTH_NOTE, "inertia",
                       "%.4g kg m² in the mean of the three moments%s: %.3f times that of uniform density", c->inertia,
                       error, c->inertia / uniform);
    if (c->tensor_measured)
        routh_findings_add(
            writer, ROUTH_NOTE, "tensor",
            "xx %.3g, yy %.3g, zz %.3g, xy %.2g, xz %.2g, yz %.2g kg m² from the identity alone; at most %.1f "
            "standard errors from the one in use, the shape's",
            c->tensor[0][0], c->tensor[1][1], c->tensor[2][2], c->tensor[0][1], c->tensor[0][2], c->tensor[1][2],
            c->tensor_apart);
}

static void say_cube(routh_findings_writer *writer, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    const double uniform = dataset->mass * dataset->width * dataset->width / 6;
    if (c->inertia_error > 0)
        routh_findings_add(writer, ROUTH_NOTE, "inertia", "(%.3f ± %.3f)e-4 kg m², %.2f times that of a uniform cube",
                           1e4 * c->inertia, 1e4 * c->inertia_error, c->inertia / uniform);
    else
        routh_findings_add(writer, ROUTH_NOTE, "inertia", "%.4g kg m², %.2f times that of a uniform cube", c->inertia,
                           c->inertia / uniform);
}

static void say_identity(routh_findings_writer *writer, const routh_calibration3 *c, bool cube) {
    routh_findings_add(writer, ROUTH_NOTE, "identity",
                       "I Δω = r × m ΔV: correlation %.4f; %.4f for a sharp %s tracked at its centre",
                       c->identity.correlation, c->stated.correlation, cube ? "cube" : "body");
    if (!(c->identity.correlation < ROUTH_POOR_IDENTITY))
        return;
    routh_findings_add(
        writer, ROUTH_WARNING, "",
        "LOW: the impacts contradict the axes, the shape or its place in the body; mend those before you use what "
        "follows");
    if (c->identity.correlation < c->stated.correlation - lower_identity)
        routh_findings_add(writer, ROUTH_WARNING, "",
                           "The corrected centre fits worse than the tracked point: it is not to be trusted");
}

static void say_inertia(routh_findings_writer *writer, const routh_dataset3 *dataset) {
    if (isnan(dataset->calibration.inertia_error))
        routh_findings_add(writer, ROUTH_WARNING, "inertia",
                           "not determined by the impacts: that of uniform density, %.4g kg m², is used",
                           dataset->calibration.inertia);
    else if (dataset->shape)
        say_tensor(writer, dataset);
    else
        say_cube(writer, dataset);
}

static void say_body(routh_findings_writer *writer, const routh_study3 *study) {
    const routh_dataset3 *dataset = study->dataset;
    const routh_calibration3 *c = &dataset->calibration;
    if (c->rounding_error > 0)
        routh_findings_add(writer, ROUTH_NOTE, "corners", "rounded with a radius of %.1f ± %.1f mm", 1e3 * c->rounding,
                           1e3 * c->rounding_error);
    else if (isnan(c->rounding_error))
        routh_findings_add(writer, ROUTH_WARNING, "corners",
                           "the impacts do not determine how round they are: taken as sharp");
    else if (c->rounding > 0)
        routh_findings_add(writer, ROUTH_NOTE, "corners", "rounded with a radius of %.1f mm, as given",
                           1e3 * c->rounding);
    say_inertia(writer, dataset);
    say_identity(writer, c, !dataset->shape);
    routh_findings_add(writer, ROUTH_NOTE, "instant",
                       "flights meet with the corner %.1f mm below the board, in the median", 1e3 * c->depth);
    routh_findings_add(writer, ROUTH_NOTE, "restitution",
                       "%.3f at the corner (quartiles %.3f, %.3f); slower half %.3f, faster half %.3f",
                       study->restitution.median, study->restitution.low, study->restitution.high,
                       study->restitution_slow, study->restitution_fast);
    routh_findings_add(writer, ROUTH_NOTE, "|P_t|/P_n", "%.3f (quartiles %.3f, %.3f)", study->friction.median,
                       study->friction.low, study->friction.high);
}

/* What a law with something more makes of the rigid law's error. */
static void say_gain(const routh_study3 *study, size_t contestant, const char *what, routh_findings_writer *writer) {
    const routh_law3_study *law = &study->contestant[contestant];
    const routh_interval *above = &law->above_rigid;
    const double difference = law->error - study->contestant[study->rigid].error;
    const bool shown = above->low > 0 || above->high < 0;
    routh_findings_add(writer, ROUTH_NOTE, "compliance",
                       "%s makes %s: %+.4f m/s (%+.4f … %+.4f) against the rigid law.", what,
                       !shown           ? "no detectable difference"
                       : difference < 0 ? "the error smaller"
                                        : "the error larger",
                       difference, above->low, above->high);
}

/* What the comparison of the laws with the rigid one comes to. */
static void say_conclusion(routh_findings_writer *writer, const routh_study3 *study) {
    if (study->standing == ROUTH_STANDING_NONE) {
        routh_findings_add(
            writer, ROUTH_WRONG, "laws",
            "No law explains these tosses, and none is recommended: the mean motion after, whatever the "
            "impact, errs by %.4f m/s, the rigid law by %.4f. Do poses, times and the shape belong together?",
            study->contestant[0].error, study->contestant[study->rigid].error);
        return;
    }
    say_gain(study, study->compliant, "Tangential compliance", writer);
    for (size_t k = study->compliant + 1; k < study->contestant_count; k++)
        if (study->contestant[k].law)
            say_gain(study, k, study->contestant[k].name, writer);
    routh_findings_add(
        writer, ROUTH_NOTE, "compliance",
        "Compliance matters where slip stops or turns back; under the rigid law it does so in %.1f %% of the "
        "impacts.",
        100 * study->sticking);
    routh_findings_add(
        writer, ROUTH_NOTE, "floor",
        "Even the best impulse, chosen after the fact, errs by %.4f m/s: what a point contact, or the recording, "
        "cannot do.",
        study->contestant[study->floor].error);
}

routh_status routh_study3_say(routh_context *context, routh_study3 *study) {
    routh_findings_writer recording = {.context = context, .findings = &study->recording};
    routh_findings_writer body = {.context = context, .findings = &study->of_body};
    routh_findings_writer conclusion = {.context = context, .findings = &study->conclusion};
    ROUTH_C_LOCALE(context);
    say_recording(&recording, study->dataset);
    say_body(&body, study);
    if (study->compared)
        say_conclusion(&conclusion, study);
    return recording.status != ROUTH_OK ? recording.status : body.status != ROUTH_OK ? body.status : conclusion.status;
}

/* What happened in a run, in the plane and in space, in sentences. */

static void say_path(routh_findings_writer *writer, const routh_run3 *run) {
    const routh_state3 *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    routh_findings_add(writer, ROUTH_NOTE, "path",
                       "In %.4g s the centre of mass moves from (%.4g, %.4g, %.4g) m to (%.4g, %.4g, %.4g) m%s.",
                       last->time - first->time, first->position[0], first->position[1], first->position[2],
                       last->position[0], last->position[1], last->position[2],
                       run->rests ? ", where the body comes to rest" : "");
}

static void say_impacts(routh_findings_writer *writer, const routh_run3 *run) {
    size_t several = 0;
    for (size_t i = 0; i < run->record_count; i++)
        several += run->record[i].contacts > 1;
    if (run->record_count > 0)
        routh_findings_add(writer, ROUTH_NOTE, "impacts",
                           "It makes %zu impact%s, %zu of them with several contacts at once; the first is at %.4g s.",
                           run->record_count, run->record_count == 1 ? "" : "s", several,
                           run->record[0].time - run->sample[0].time);
    else
        routh_findings_add(writer, ROUTH_NOTE, "impacts",
                           isfinite(run->contact_time) ? "It makes no impact." : "It touches nothing.");
}

routh_status routh_run3_words(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                              routh_findings *findings) {
    routh_findings_writer writer = {.context = context, .findings = findings};
    ROUTH_C_LOCALE(context);
    say_path(&writer, run);
    say_impacts(&writer, run);
    routh_findings_add(&writer, ROUTH_NOTE, "energy", "Its energy is %.4g J at the beginning and %.4g J at the end.",
                       routh_world3_energy(world, &run->sample[0]),
                       routh_world3_energy(world, &run->sample[run->sample_count - 1]));
    return writer.status;
}

routh_status routh_run_words(routh_context *context, const routh_run *run, routh_findings *findings) {
    routh_findings_writer writer = {.context = context, .findings = findings};
    const routh_state *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    const size_t count = run->record_count;
    ROUTH_C_LOCALE(context);
    size_t slips = 0;
    for (size_t i = 0; i < count; i++)
        slips += run->record[i].slips != 0;
    routh_findings_add(&writer, ROUTH_NOTE, "path", "In %.4g s the body moves from (%.4g, %.4g) m to (%.4g, %.4g) m%s.",
                       last->time - first->time, first->pose.x, first->pose.y, last->pose.x, last->pose.y,
                       run->rests ? ", where it comes to rest" : "");
    if (count == 0)
        routh_findings_add(&writer, ROUTH_NOTE, "contacts", "It touches nothing.");
    else
        routh_findings_add(&writer, ROUTH_NOTE, "contacts", "It makes %zu contact%s: %zu stick%s and %zu slip%s.",
                           count, count == 1 ? "" : "s", count - slips, count - slips == 1 ? "s" : "", slips,
                           slips == 1 ? "s" : "");
    return writer.status;
}
