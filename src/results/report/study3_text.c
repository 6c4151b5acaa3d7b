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
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (study->rejected[reason] > 0)
            fprintf(file, "    %-14s %6zu  %s\n", routh_name(&routh_reasons, reason), study->rejected[reason],
                    routh_about(&routh_reasons, reason));
}

/* Frames in the hand, where there are any. */
static void print_held(FILE *file, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    size_t most = 0;
    for (size_t t = 1; t < dataset->trajectory_count; t++)
        if (dataset->trajectory[t].held > dataset->trajectory[most].held)
            most = t;
    if (c->held_frames > 0)
        fprintf(
            file,
            "  hand         on the body in the first %zu frame%s of %zu toss%s, left out: the flight after does not "
            "lead there\n               (most of them, %zu, in %s)\n",
            c->held_frames, c->held_frames == 1 ? "" : "s", c->held_tosses, c->held_tosses == 1 ? "" : "es",
            dataset->trajectory[most].held, dataset->trajectory[most].name);
}

static void print_recording(FILE *file, const routh_study3 *study) {
    const routh_calibration3 *c = &study->dataset->calibration;
    fprintf(file, "\nThe recording%s\n",
            !c->applied ? " (measured, but not made use of)"
            : c->given  ? " (calibration of another one)"
                        : "");
    print_held(file, study->dataset);
    if (c->scale_error > 0)
        fprintf(file,
                "  scale        %.4f ± %.4f recorded for a true length of 1: gravity in %zu flights against %g m/s²\n",
                c->scale, c->scale_error, c->flights, study->dataset->gravity);
    else
        fprintf(file, "  scale        not measured: too little free flight\n");
    if (c->rests > 0 && !(c->rest_error > 0))
        fprintf(file, "               %.4f going by the height at which %zu toss%s to rest: too few for an error\n",
                c->rest_scale, c->rests, c->rests == 1 ? " comes" : "es come");
    else if (c->rests > 0)
        fprintf(file, "               %.4f ± %.4f going by the height at which %zu toss%s to rest\n", c->rest_scale,
                c->rest_error, c->rests, c->rests == 1 ? " comes" : "es come");
    if (!isnan(c->spin_ratio))
        fprintf(
            file,
            "  spin         recorded %.4f times that of the orientations; in body axes %.2f rad/s off, in world axes "
            "%.2f\n",
            c->spin_ratio, c->spin_body, c->spin_world);
    if (c->centre_error[0] > 0)
        fprintf(file,
                "  centre       of mass at (%.1f ± %.1f, %.1f ± %.1f, %.1f ± %.1f) mm from the tracked point, body "
                "axes\n",
                1e3 * c->centre[0], 1e3 * c->centre_error[0], 1e3 * c->centre[1], 1e3 * c->centre_error[1],
                1e3 * c->centre[2], 1e3 * c->centre_error[2]);
    if (c->drag_error > 0)
        fprintf(file, "  drag         %.3f ± %.3f of the velocity a second; not corrected for\n", c->drag,
                c->drag_error);
}

/* Contacts of a rigid body reach 0.95 and more; below this the numbers that follow are not to be trusted. */
static void print_poor_identity(FILE *file, const routh_calibration3 *c) {
    static const double poor = 0.9, lower = 0.02;
    if (!(c->identity.correlation < poor))
        return;
    fprintf(file,
            "               LOW: the impacts contradict the axes, the shape or its place in the body; mend those\n"
            "               before you use what follows\n");
    if (c->identity.correlation < c->stated.correlation - lower)
        fprintf(file,
                "               The corrected centre fits worse than the tracked point: it is not to be trusted\n");
}

/* Where the moments differ: the factor that the identity has for the shape's tensor, and the tensor that it has by itself. */
static void print_tensor(FILE *file, const routh_dataset3 *dataset) {
    const routh_calibration3 *c = &dataset->calibration;
    const double(*g)[3] = dataset->shape->gyration;
    const double uniform = dataset->mass * (g[0][0] + g[1][1] + g[2][2]) / 3;
    fprintf(file, "  inertia      %.4g kg m² in the mean of the three moments", c->inertia);
    if (c->inertia_error > 0)
        fprintf(file, ", ± %.2g", c->inertia_error);
    fprintf(file, ": %.3f times that of uniform density\n", c->inertia / uniform);
    if (c->tensor_measured)
        fprintf(file,
                "  tensor       xx %.3g, yy %.3g, zz %.3g, xy %.2g, xz %.2g, yz %.2g kg m² from the identity alone;\n"
                "               at most %.1f standard errors from the one in use, the shape's\n",
                c->tensor[0][0], c->tensor[1][1], c->tensor[2][2], c->tensor[0][1], c->tensor[0][2], c->tensor[1][2],
                c->tensor_apart);
}

static void print_body(FILE *file, const routh_study3 *study) {
    const routh_dataset3 *dataset = study->dataset;
    const routh_calibration3 *c = &dataset->calibration;
    const routh_shape3 *shape = dataset->shape;
    const double uniform = dataset->mass * dataset->width * dataset->width / 6;
    if (shape)
        fprintf(file, "\nThe body: %s, %zu corners, %.4g cm³\n", shape->name, shape->count, 1e6 * shape->volume);
    else
        fprintf(file, "\nThe cube\n");
    if (c->rounding_error > 0)
        fprintf(file, "  corners      rounded with a radius of %.1f ± %.1f mm\n", 1e3 * c->rounding,
                1e3 * c->rounding_error);
    else if (c->rounding > 0)
        fprintf(file, "  corners      rounded with a radius of %.1f mm, as given\n", 1e3 * c->rounding);
    if (shape)
        print_tensor(file, dataset);
    else if (c->inertia_error > 0)
        fprintf(file, "  inertia      (%.3f ± %.3f)e-4 kg m², %.2f times that of a uniform cube\n", 1e4 * c->inertia,
                1e4 * c->inertia_error, c->inertia / uniform);
    else
        fprintf(file, "  inertia      %.4g kg m², %.2f times that of a uniform cube\n", c->inertia,
                c->inertia / uniform);
    fprintf(file, "  identity     I Δω = r × m ΔV: correlation %.4f; %.4f for a sharp %s tracked at its centre\n",
            c->identity.correlation, c->stated.correlation, shape ? "body" : "cube");
    print_poor_identity(file, c);
    fprintf(file, "  instant      flights meet with the corner %.1f mm below the board, in the median\n",
            1e3 * c->depth);
    fprintf(file, "  restitution  %.3f at the corner (quartiles %.3f, %.3f); slower half %.3f, faster half %.3f\n",
            study->restitution.median, study->restitution.low, study->restitution.high, study->restitution_slow,
            study->restitution_fast);
    fprintf(file, "  |P_t|/P_n    %.3f (quartiles %.3f, %.3f)\n", study->friction.median, study->friction.low,
            study->friction.high);
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
        for (int d = 0; r->law && d < r->law->parameter_count; d++)
            fprintf(file, "%s%.3f (%.3f … %.3f)", d == 0 ? "   " : "  ", r->fit.parameters[d], r->interval[d].low,
                    r->interval[d].high);
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

/* What the comparison of compliant and rigid law comes to. */
static void print_verdict(FILE *file, const routh_study3 *study) {
    const routh_law3_study *compliant = &study->contestant[study->compliant];
    const routh_law3_study *rigid = &study->contestant[study->rigid];
    const routh_interval *above = &compliant->above_rigid;
    const double difference = compliant->error - rigid->error;
    if (above->low <= 0 && above->high >= 0)
        fprintf(file,
                "Tangential compliance makes no detectable difference: %+.4f m/s (%+.4f … %+.4f) against the "
                "rigid law.\n",
                difference, above->low, above->high);
    else
        fprintf(file, "Tangential compliance makes the error %s: %+.4f m/s (%+.4f … %+.4f) against the rigid law.\n",
                difference < 0 ? "smaller" : "larger", difference, above->low, above->high);
    fprintf(
        file,
        "Compliance matters where slip stops or turns back; under the rigid law it does so in %.1f %% of the impacts.\n"
        "Even the best impulse, chosen after the fact, errs by %.4f m/s: what a point contact, or the recording, "
        "cannot do.\n",
        100 * study->sticking, study->contestant[study->floor].error);
}

void routh_study3_print(FILE *file, const void *what) {
    const routh_study3 *study = what;
    print_contacts(file, study);
    print_recording(file, study);
    print_body(file, study);
    if (study->compared) {
        print_laws(file, study);
        print_verdict(file, study);
    } else {
        fprintf(file, "\nLaws were not compared: %s.\n", study->why_not);
    }
    print_other(file, study);
    if (study->split.groups > 0) {
        fputc('\n', file);
        routh_print_split(file, &study->split);
    }
}
