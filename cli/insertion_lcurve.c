/* routh insertion lcurve: how the fit depends on the weight of what is known beforehand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "insertion.h"
#include "output.h"
#include "progress.h"

static const char help[] =
    "Usage: routh insertion lcurve RECORDING [-o FILE] [OPTION]…\n\n"
    "Fits stiffness, friction and displacements for many weights γ of what is known beforehand: the error of the "
    "wrench\n"
    "against the size of the displacements. The corner of that curve, and the weight that `identify` would choose.\n\n"
    "  -o, --output FILE     where to write; a name that ends in .csv: comma-separated values (default, and -: text "
    "on\n"
    "                        standard output)\n"
    "  --gammas N            how many weights (default 19)\n"
    "  --from G, --to G      the largest and the smallest (default 1e3 and 1e-6)\n"
    "  --method METHOD       levenberg-marquardt (default) or nelder-mead\n" INSERTION_OPTION_HELP "\n"
    "Example:\n"
    "  routh insertion lcurve insertions/2a.h5\n";

typedef struct lcurve_options {
    insertion_options data;
    const char *output;
    size_t gammas;
    option_number from, to;
} lcurve_options;

static void print_text(FILE *file, const routh_lcurve *l) {
    fprintf(file, "        γ    wrench error   displacement ÷ prior    K (N/m)        μ\n");
    for (size_t i = 0; i < l->count; i++) {
        const routh_lcurve_point *p = &l->point[i];
        fprintf(file, "%9.3g  %12.2f %%  %20.3f  %10.4g  ", p->gamma, 100 * sqrt(p->force_cost),
                sqrt(p->geometric_cost), p->stiffness);
        if (isfinite(p->friction))
            fprintf(file, "%7.4f", p->friction);
        else
            fputs("      –", file); /* cannot be told */
        fprintf(file, "%s%s\n", i == l->corner ? "  corner" : "", i == l->chosen ? "  chosen" : "");
    }
    fprintf(file, "\n%s\nγ from the variances of noise and priors: %.3g. The geometry was evaluated %zu times.\n",
            l->why, l->gamma_bayes, l->evaluations);
}

/* The table that `identify` writes. */
static routh_status print_csv(routh_context *context, FILE *file, const insertion_single *single,
                              const routh_lcurve *l) {
    routh_insertion_case item = {.insertion = single->reduced, .lcurve = *l};
    const routh_insertion_study study = {
        .assembly = &single->data.assembly, .options = single->options, .count = 1, .item = &item};
    size_t table = 0;
    while (strcmp(routh_insertion_study_table_name(table), "l-curve") != 0)
        table++;
    return routh_insertion_study_write_table(context, &study, 0, table, file);
}

static int print_all(const char *verb, const char *path, const insertion_single *single, const routh_lcurve *l) {
    routh_context context = routh_context_default();
    output_file out;
    const size_t length = path ? strlen(path) : 0;
    const int csv = length > 4 && strcmp(path + length - 4, ".csv") == 0;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    if (!csv)
        print_text(out.file, l);
    else if (print_csv(&context, out.file, single, l) != ROUTH_OK)
        return output_fail(&out, context.message);
    return output_close(&out);
}

static int run(const char *verb, const lcurve_options *options) {
    routh_context context = routh_context_default();
    const routh_insertion_study_options defaults = routh_insertion_study_options_default();
    const double from = options->from.given ? options->from.value : defaults.gamma_high;
    const double to = options->to.given ? options->to.value : defaults.gamma_low;
    insertion_single single;
    routh_lcurve lcurve;
    if (!(to > 0 && from > to))
        return fail(verb, "--from %g and --to %g: weights fall from a larger to a smaller one above 0", from, to);
    int answer = insertion_open(verb, &options->data, &single);
    if (answer != 0)
        return answer;
    progress_show(&context);
    const routh_status status = routh_lcurve_of(&context, single.regressor, single.options.fit.method,
                                                options->gammas ? options->gammas : defaults.gammas, from, to, &lcurve);
    progress_end();
    answer =
        status == ROUTH_OK ? print_all(verb, options->output, &single, &lcurve) : fail(verb, "%s", context.message);
    routh_lcurve_release(&context, &lcurve);
    insertion_close(&single);
    return answer;
}

int insertion_lcurve(int argc, char **argv) {
    lcurve_options options = {0};
    const option_entry entries[] = {
        INSERTION_OPTION_ENTRIES(&options.data),   {"output", OPTION_TEXT, &options.output},
        {"gammas", OPTION_COUNT, &options.gammas}, {"from", OPTION_NUMBER, &options.from},
        {"to", OPTION_NUMBER, &options.to},        {"method", OPTION_TEXT, &options.data.method},
    };
    int answer = parse_options(argc, argv, help, entries, sizeof entries / sizeof entries[0]);
    if (answer == OPTIONS_PARSED)
        answer = run(argv[0], &options);
    free(options.data.recordings.text);
    return answer;
}
