/* A plan of an insertion as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

enum { PATH_WIDTH = 52 };

static void print_row(FILE *file, const routh_insertion_candidate *c) {
    fputs("  ", file);
    routh_print_padded(file, c->about, PATH_WIDTH);
    if (*c->why)
        fprintf(file, " %.70s\n", c->why);
    else
        fprintf(file, " %6.1f %8.3g %8.3g %8.3g %8.3g %9.3g %6.0f%%\n", c->length, 100 * c->stiffness,
                100 * c->stiffness_90, 100 * c->friction, 100 * c->friction_90, c->needed, 100 * c->remains);
}

static void print_stages(FILE *file, const routh_insertion_path *path) {
    const double degree = 57.29577951308232;
    fprintf(file,
            "\nThe path begins %.3g mm along Y, %.3g mm along Z and %.3g° about X beside the mated pose, and moves "
            "along X.\n",
            1e3 * path->start[1], 1e3 * path->start[2], degree * path->start[3]);
    if (path->count)
        fprintf(
            file,
            "From the first contact on the hand wants, along and about its axes,\n\n  %6s %8s %8s %8s %8s %8s %8s   "
            "N, N m\n",
            "time", "X", "Y", "Z", "about X", "about Y", "about Z");
    for (size_t i = 0; i < path->count; i++) {
        const routh_insertion_stage *stage = &path->stage[i];
        fprintf(file, "  %4.2f s", stage->time);
        for (int k = 0; k < 6; k++)
            fprintf(file, " %8.3g", stage->wrench[k]);
        fprintf(file, "\n");
        for (int k = 0; k < 6; k++)
            if (stage->wave[k] != 0)
                fprintf(file, "         ± %.3g on the %s number, with a period of %.3g s\n", fabs(stage->wave[k]),
                        (const char *const[]){"first", "second", "third", "fourth", "fifth", "sixth"}[k],
                        stage->period);
    }
    fprintf(file, "At last it presses with the full force until the parts are mated, and holds for %.2g s.\n",
            path->settle);
}

static void print_plan(FILE *file, const void *what) {
    const routh_insertion_plan *plan = what;
    enum { ROWS = 12 };
    for (size_t i = 0; i < plan->findings.count; i++)
        fprintf(file, "%s\n", plan->findings.finding[i].text);
    fprintf(file, "\n  %-*s %6s %8s  %8s %8s  %8s %9s %7s\n", PATH_WIDTH, "path", "s", "K ± %", "9 of 10", "μ ± %",
            "9 of 10", "s in all", "left");
    for (size_t i = 0; i < plan->count && i < ROWS; i++)
        print_row(file, &plan->candidate[i]);
    if (plan->count > ROWS)
        fprintf(file, "  … and %zu more\n", plan->count - ROWS);
    print_row(file, &plan->test);
    fprintf(
        file,
        "\nK and μ: half of the 95 %% interval, the median of the draws, and what 9 of 10 draws stay below. In all: "
        "insertions\nof this kind, repeated until 9 of 10 are within ±%g %%. Left: of the displacements' priors, on "
        "average.\n",
        100 * plan->options.precision);
    fprintf(file, "\n  %-24s %12s %12s %12s\n", "displacement", "prior ±", "left by plan", "at best");
    for (size_t j = 0; j < plan->assembly->count; j++) {
        const routh_displacement *d = &plan->assembly->displacement[j];
        const routh_displacement_words *words = routh_displacement_words_of(d->kind);
        fprintf(file, "  %-24s %7.3g %-4s %11.0f%% %11.0f%%\n", d->name, words->scale * d->deviation, words->shown,
                100 * plan->candidate[0].error[j], 100 * plan->least[j]);
    }
    print_stages(file, &plan->candidate[0].path);
}

routh_status routh_insertion_plan_write_text(routh_context *context, const routh_insertion_plan *plan, routh_io to) {
    return routh_text_print(context, to, print_plan, plan);
}
