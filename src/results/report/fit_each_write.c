/* Each impact's own parameters as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "file/output.h"
#include "report/text.h"

/* Every parameter that a law of the registry has. */
static const char *const names[] = {"mu", "eps", "et", "eta2"};
enum { NAMES = sizeof names / sizeof names[0] };

typedef struct fitted {
    const routh_fit_study *study;
    const routh_sample_estimate *estimate;
} fitted;

static void print_row(FILE *file, const routh_fit_study *a, const routh_law *law, size_t i,
                      const routh_sample_estimate *fit) {
    char words[ROUTH_FIT_TEXT];
    fprintf(file, "%zu,%s,%s,", a->sample[i].record, law->name,
            a->options.metric == ROUTH_MOMENTUM ? "momentum" : "velocity");
    for (int c = 0; c < NAMES; c++) {
        const int d = routh_law_parameter(law, names[c]);
        if (d >= 0)
            routh_number_print(file, fit->parameters[d]);
        fputc(',', file);
    }
    if (!isnan(fit->mu_s))
        routh_number_print(file, fit->mu_s);
    fputc(',', file);
    routh_number_print(file, fit->distance);
    fputc(',', file);
    routh_number_print(file, fit->relative);
    fprintf(file, ",\"%s\"\n", routh_fit_text(fit->flags, words));
}

static void print(FILE *file, const void *what) {
    const routh_fit_study *a = ((const fitted *)what)->study;
    const routh_sample_estimate *estimate = ((const fitted *)what)->estimate;
    fputs("record,law,metric,", file);
    for (int c = 0; c < NAMES; c++)
        fprintf(file, "%s,", names[c]);
    fputs("mu_s,distance,relative,flags\n", file);
    for (size_t l = 0; l < a->law_count; l++)
        for (size_t i = 0; i < a->count; i++)
            print_row(file, a, a->laws[l], i, &estimate[l * a->count + i]);
}

routh_status routh_fit_study_each_write(routh_context *context, const routh_fit_study *study,
                                        const routh_sample_estimate *estimate, routh_io to) {
    const fitted what = {study, estimate};
    return routh_text_print(context, to, print, &what);
}
