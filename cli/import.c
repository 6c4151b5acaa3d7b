/* routh import: a recording in, a dataset out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

static const char help[] =
    "Usage: routh import DATA -o OUT.h5 [OPTION]…\n\n"
    "Reads a recording of impacts or motions and writes it as one HDF5 dataset, which every other verb\n"
    "takes. docs/dataset.md describes the layout.\n\n"
    "  -o, --output FILE   the dataset; written whole or not at all\n"
    "  --frame FRAME       auto (default), as-recorded, mirror-t, mirror-n or mirror-both: stored with the impacts\n"
    "  --help              this text\n\n" DATASET_OPTION_HELP "\n"
    "A table of impacts has the columns rx, ry (centre of mass to contact point, m), vx, vy, omega\n"
    "(velocity before, m/s and rad/s; vx_before, … will do as well), vx_after, vy_after, omega_after, and\n"
    "may have mass, inertia, x, y, theta, time, and fx, fy, torque (mean known wrench between the states\n"
    "before and after, N, N m). A trajectory has x,y,theta or x,z,th (m, rad), and may\n"
    "have vx,vy,omega or vx,vz,vth, and time or t (s).\n\n"
    "Examples:\n"
    "  routh import ellipse_uniform.mat -o ellipse.h5\n"
    "  routh import square-drops/ --shape square:0.06 --rate 250 -o square.h5\n";

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void print_body(const routh_body *body) {
    const routh_shape *shape = &body->shape;
    printf("  body        ");
    if (shape->kind == ROUTH_POLYGON)
        printf("polygon of %zu vertices", shape->count);
    else if (shape->kind == ROUTH_DISC)
        printf("disc of radius %g m", shape->a);
    else if (shape->a > 0)
        printf("ellipse with semi-axes %g and %g m", shape->a, shape->b);
    else
        printf("of unknown shape");
    printf(", %g kg, radius of gyration %.4g m\n", body->mass, sqrt(body->inertia / body->mass));
}

static void print_rejected(const routh_dataset *dataset, size_t used, const size_t *rejected) {
    printf("  used        %zu impact%s\n", used, plural(used));
    if (used < dataset->count)
        printf("  rejected    %zu impact%s, kept with the reason; some may have several\n", dataset->count - used,
               plural(dataset->count - used));
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (rejected[reason] > 0)
            printf("    %-14s %6zu  %s\n", routh_name(&routh_reasons, reason), rejected[reason],
                   routh_about(&routh_reasons, reason));
}

static int print_summary(const char *verb, const routh_dataset *dataset, const dataset_notes *notes,
                         const char *output) {
    size_t rejected[ROUTH_REASON_COUNT], used = routh_dataset_used(dataset, rejected);
    printf("%s: %zu impact%s, %zu trajector%s\n", dataset->name, dataset->count, plural(dataset->count),
           dataset->trajectory_count, dataset->trajectory_count == 1 ? "y" : "ies");
    print_body(&dataset->body);
    printf("  recording   ");
    if (!isnan(dataset->rate))
        printf("%g Hz, ", dataset->rate);
    printf("gravity %g m/s², %g s between the states before and after\n", dataset->gravity, dataset->gap);
    if (dataset->count > 0)
        print_rejected(dataset, used, rejected);
    if (dataset->count > 0)
        printf("  frame       %s (%s)\n", routh_name(&routh_frames, dataset->frame), dataset->frame_why);
    else
        printf("  next        `routh segment` finds the impacts in the trajectories\n");
    for (int i = 0; i < notes->count; i++)
        if (notes->level[i] == ROUTH_LOG_INFO)
            printf("  note        %s\n", notes->line[i]);
    printf("  written to  %s\n", output);
    return finish_standard_output(verb);
}

/* Stores the frame to read the impacts in: the one that was asked for, or what the data themselves decide. */
static int store_frame(const char *verb, const char *wanted, routh_dataset *dataset) {
    routh_context context = routh_context_default();
    routh_frame_evidence check = {0};
    if (dataset->frame_decided && !wanted)
        return 0;
    if (routh_frame_of(&context, dataset, wanted, &dataset->frame, dataset->frame_why) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    const int asked = wanted && strcmp(wanted, "auto") != 0;
    dataset->frame_decided = asked || (routh_frame_evidence_of(NULL, dataset, &check) == ROUTH_OK && check.decided);
    return 0;
}

int verb_import(int argc, char **argv) {
    dataset_options options = {0};
    const char *output = NULL, *frame = NULL;
    const option_entry entries[] = {
        DATASET_OPTION_ENTRIES(&options), {"output", OPTION_TEXT, &output}, {"frame", OPTION_TEXT, &frame}};
    int answer = parse_options(argc, argv, help, entries, sizeof entries / sizeof entries[0]);
    if (answer != OPTIONS_PARSED)
        return answer;
    if (!output && options.data)
        return fail(argv[0], "where should the dataset go? Give -o FILE");
    answer = options.data ? refuse_same_file(argv[0], options.data, output) : 0;
    if (answer != 0)
        return answer;
    routh_dataset dataset;
    dataset_notes notes;
    answer = dataset_read(argv[0], &options, &notes, &dataset);
    if (answer != 0)
        return answer;
    routh_context context = routh_context_default();
    answer = store_frame(argv[0], frame, &dataset);
    if (answer == 0 && routh_dataset_write(&context, output, &dataset) != ROUTH_OK)
        answer = fail(argv[0], "%s", context.message);
    else if (answer == 0)
        answer = print_summary(argv[0], &dataset, &notes, output);
    if (answer == 0)
        dataset_tell(argv[0], &notes);
    routh_dataset_release(NULL, &dataset);
    return answer;
}
