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
    "  --gammas N            how many weights (default 15)\n"
    "  --from G, --to G      the largest and the smallest (default 1e3 and 1e-4)\n"
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
        fprintf(file, "%9.3g  %12.2f %%  %20.3f  %10.4g  %7.4f%s%s\n", p->gamma, 100 * sqrt(p->force_cost),
                sqrt(p->geometric_cost), p->stiffness, p->friction, i == l->corner ? "  corner" : "",
                i == l->chosen ? "  chosen" : "");
    }
    fprintf(file, "\n%s\nγ from the variances of noise and priors: %.3g. The geometry was evaluated %zu times.\n",
            l->why, l->gamma_bayes, l->evaluations);
}

static void print_csv(FILE *file, const routh_assembly *assembly, const routh_lcurve *l) {
    fprintf(file, "gamma,force_cost,geometric_cost,stiffness,friction,curvature,corner,chosen");
    for (size_t j = 0; j < l->unknowns; j++)
        fprintf(file, ",\"%s\"", assembly->displacement[j].name);
    fputc('\n', file);
    for (size_t i = 0; i < l->count; i++) {
        const routh_lcurve_point *p = &l->point[i];
        fprintf(file, "%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%d,%d", p->gamma, p->force_cost, p->geometric_cost,
                p->stiffness, p->friction, p->curvature, i == l->corner, i == l->chosen);
        for (size_t j = 0; j < l->unknowns; j++)
            fprintf(file, ",%.10g", p->x[j]);
        fputc('\n', file);
    }
}

static int print_all(const char *verb, const char *path, const routh_assembly *assembly, const routh_lcurve *l) {
    output_file out;
    const size_t length = path ? strlen(path) : 0;
    const int csv = length > 4 && strcmp(path + length - 4, ".csv") == 0;
    const int answer = output_open(&out, verb, path);
    if (answer != 0)
        return answer;
    if (csv)
        print_csv(out.file, assembly, l);
    else
        print_text(out.file, l);
    return output_close(&out);
}

static int run(const char *verb, const lcurve_options *options) {
    routh_context context = routh_context_default();
    routh_insertion_study_options library;
    insertion_data data;
    if (options->data.recordings.count > 1)
        return fail(verb, "one recording at a time");
    int answer = insertion_study_options(verb, &options->data, &library);
    const double from = options->from.given ? options->from.value : library.gamma_high;
    const double to = options->to.given ? options->to.value : library.gamma_low;
    if (answer == 0 && !(to > 0 && from > to))
        answer = fail(verb, "--from %g and --to %g: weights fall from a larger to a smaller one above 0", from, to);
    if (answer == 0)
        answer = insertion_read(verb, &options->data, &data);
    if (answer != 0)
        return answer;
    routh_insertion reduced = {0};
    routh_regressor *regressor = NULL;
    routh_lcurve lcurve = {0};
    progress_show(&context);
    routh_status status = routh_insertion_reduce(&context, &data.recording[0], library.rate, &reduced);
    if (status == ROUTH_OK)
        status = routh_regressor_create(&context, &data.assembly, &reduced, &library.regressor, &regressor);
    if (status == ROUTH_OK)
        status = routh_insertion_lcurve(&context, regressor, library.fit.method,
                                        options->gammas ? options->gammas : library.gammas, from, to, &lcurve);
    progress_end();
    answer = status == ROUTH_OK ? print_all(verb, options->output, &data.assembly, &lcurve)
                                : fail(verb, "%s", context.message);
    routh_lcurve_release(&context, &lcurve);
    routh_regressor_release(&context, regressor);
    routh_insertion_release(&context, &reduced);
    insertion_release(&data);
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
