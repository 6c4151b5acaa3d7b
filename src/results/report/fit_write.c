/* What fits found, as text for people, comma-separated values and JSON; and each impact's own parameters.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/internal.h"
#include "study/result_words.h"

static const char *cost_name(const routh_fit_study *a) {
    return a->options.cost == ROUTH_COST_IMPULSE ? "impulse" : "velocity";
}

static void print_interval(FILE *file, const routh_law_fits *f, int d) {
    if (isnan(f->low[d]))
        fprintf(file, "%7s–  %7s", "", "");
    else if (isfinite(f->high[d]))
        fprintf(file, "%7.4f … %7.4f", f->low[d], f->high[d]);
    else
        fprintf(file, "%7.4f … %7s", f->low[d], "");
}

/* Of the columns of laws and of their parameters: modifiers make both longer. */
static int width_of(const routh_fit_study *a, bool parameters) {
    size_t width = parameters ? 5 : 18;
    for (size_t l = 0; l < a->law_count; l++) {
        const routh_law *law = a->fit[l].law;
        for (int d = 0; d < (parameters ? law->parameter_count : 1); d++) {
            const size_t length = strlen(parameters ? law->parameter[d].name : law->name);
            width = length > width ? length : width;
        }
    }
    return (int)width + 1;
}

static routh_status print_text(routh_context *context, FILE *file, const void *what) {
    static const routh_column errors[] = {{NULL, " %8.4f"}, {NULL, " %8.4f"}};
    const routh_fit_study *a = what;
    routh_rows rows = ROUTH_ROWS_BEGIN(file, errors);
    rows.missing = "-";
    routh_findings head = {0};
    ROUTH_TRY(routh_print_words(context, file, routh_fit_study_head(context, a, &head), &head));
    const int names = width_of(a, false), parameters = width_of(a, true);
    fprintf(file, "%-*s%-*s%9s   %-19s%9s%s\n", names, "LAW", parameters, "", a->draws ? "MEAN" : "VALUE",
            a->draws ? "DEVIATION  OWN MEAN" : "INTERVAL", "ERROR", a->draws ? "" : "   MEDIAN");
    for (size_t l = 0; l < a->law_count; l++) {
        const routh_law_fits *f = &a->fit[l];
        for (int d = 0; d < f->law->parameter_count; d++) {
            fprintf(file, "%-*s%-*s %8.4f   ", names, d == 0 ? f->law->name : "", parameters, f->law->parameter[d].name,
                    f->value[d]);
            if (a->draws)
                fprintf(file, "%-9.4f  %8.4f", f->deviation[d], f->own[d]);
            else
                print_interval(file, f, d);
            if (d == 0) {
                fputs(a->draws ? "" : "  ", file);
                ROUTH_CELLS(&rows, f->error_mean);
                if (!a->draws)
                    ROUTH_CELLS(&rows, f->error_median);
            }
            routh_rows_end(&rows);
        }
    }
    if (isfinite(a->bound_mean)) {
        fprintf(file, "%-*s", names + parameters + 31, "rigid bound");
        ROUTH_ROW(&rows, a->bound_mean);
    }
    fprintf(file, "\nThe error is |predicted − measured| ÷ |measured| of the velocity after, on impacts that were not "
                  "used to fit, ω\nweighted by the radius of gyration.\n");
    if (!a->draws)
        fputs("Intervals hold chance alone, as if the law were true; `routh study` asks whether it is.\n", file);
    for (size_t l = 0; l < a->law_count; l++) {
        char words[ROUTH_FIT_WORDS];
        if (*routh_law_fits_text(a, &a->fit[l], words))
            fprintf(file, "%s: %s\n", a->fit[l].law->name, words);
    }
    routh_print_covariates(file, a->dependence, a->exploration);
    return ROUTH_OK;
}

static void print_csv(FILE *file, const void *what) {
    const routh_fit_study *a = what;
    routh_rows rows = routh_rows_csv(file, NULL,
                                     a->draws ? "law,parameter,mean,deviation,own_mean"
                                              : "law,parameter,value,low,high,deviation,curvature");
    ROUTH_ROW(&rows, "cost", "error_mean", "error_median", "n_fit", "n_test", "flags");
    for (size_t l = 0; l < a->law_count; l++)
        for (int d = 0; d < a->fit[l].law->parameter_count; d++) {
            const routh_law_fits *f = &a->fit[l];
            char flags[ROUTH_FIT_TEXT];
            ROUTH_CELLS(&rows, f->law->name, f->law->parameter[d].name, f->value[d]);
            if (a->draws)
                ROUTH_CELLS(&rows, f->deviation[d], f->own[d]);
            else
                ROUTH_CELLS(&rows, f->low[d], f->high[d], f->deviation[d], f->curvature[d]);
            ROUTH_ROW(&rows, f->cost, f->error_mean, f->error_median, a->fit_count, a->test_count,
                      routh_cell_quoted(routh_fit_text(f->flags, flags)));
        }
}

static json_t *law_object(const routh_fit_study *a, const routh_law_fits *f) {
    json_t *parameters = json_object(), *flags = json_array();
    char words[ROUTH_FIT_WORDS], text[ROUTH_FIT_TEXT];
    for (int d = 0; d < f->law->parameter_count; d++) {
        json_t *one = json_object();
        if (a->draws)
            routh_json_join(&one, ROUTH_JSON_NEW(routh_draws_layout, .mean = f->value[d], .sd = f->deviation[d],
                                                 .own_mean = f->own[d]));
        else
            ROUTH_PUT_AT(&one, routh_law_fits, f, d, value, low, high, deviation, curvature);
        routh_json_put(&parameters, f->law->parameter[d].name, one);
    }
    for (unsigned flag = 1; flag <= ROUTH_FIT_NOT_CONVERGED; flag <<= 1)
        if (f->flags & flag)
            routh_json_add(&flags, json_string(routh_fit_text(flag, text)));
    return ROUTH_JSON_NEW(routh_law_fits_layout, .fits = f, .name = f->law->name, .parameters = parameters,
                          .correlation = a->draws ? routh_json_absent()
                                                  : routh_correlation_json(f->law->parameter, f->law->parameter_count,
                                                                           f->correlation, NULL),
                          .flags = flags, .words = routh_law_fits_text(a, f, words));
}

static json_t *study_object(const void *what) {
    const routh_fit_study *a = what;
    json_t *dataset = ROUTH_JSON_FIELDS(routh_dataset, a->dataset, name, count), *laws = json_array();
    ROUTH_PUT(&dataset, routh_fit_study, a, count, separating);
    for (size_t l = 0; l < a->law_count; l++)
        routh_json_add(&laws, law_object(a, &a->fit[l]));
    json_t *object = ROUTH_JSON_NEW(
        routh_fit_study_layout, .options = &a->options, .study = a, .dataset = dataset,
        .frame = ROUTH_JSON_FIELDS(routh_fit_study, a, frame, why), .cost = cost_name(a), .metric = a->options.metric,
        .level = ROUTH_FIT_LEVEL, .resamples = a->draws ? 0 : a->resamples,
        .approach = routh_approach_json(a->approach), .laws = laws, .version = routh_version(),
        .covariates = routh_covariates_json(a->dependence), .exploration = routh_exploration_json(a->exploration));
    if (a->standing == ROUTH_STANDING_NONE) /* what speaks for a law, a study says */
        ROUTH_PUT(&object, routh_fit_study, a, standing);
    return object;
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    return routh_draw_covariates(context, file, ((const routh_fit_study *)what)->dependence);
}

routh_status routh_fit_study_write(routh_context *context, const routh_fit_study *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_fit_study", study, to, {".txt", .draw = print_text},
                       {".csv", .print = print_csv}, {".json", .object = study_object}, {".svg", .draw = draw});
}

/* Each impact -------------------------------------------------------------------------------------------*/

typedef struct fitted {
    const routh_fit_study *study;
    const routh_sample_estimate *estimate;
} fitted;

static void print_each(FILE *file, const void *what) {
    static const char *const names[] = {"mu", "eps", "et", "eta2"}; /* all that laws of the registry have */
    const routh_fit_study *a = ((const fitted *)what)->study;
    routh_rows rows = routh_rows_csv(file, NULL, "record,law,metric,mu,eps,et,eta2,mu_s,distance,relative,flags\n");
    for (size_t l = 0; l < a->law_count; l++)
        for (size_t i = 0; i < a->count; i++) {
            const routh_sample_estimate *fit = &((const fitted *)what)->estimate[l * a->count + i];
            char words[ROUTH_FIT_TEXT];
            ROUTH_CELLS(&rows, a->sample[i].record, a->laws[l]->name,
                        a->options.metric == ROUTH_MOMENTUM ? "momentum" : "velocity");
            for (size_t c = 0; c < sizeof names / sizeof *names; c++) {
                const int d = routh_law_parameter(a->laws[l], names[c]);
                ROUTH_CELLS(&rows, d >= 0 ? fit->parameters[d] : (double)NAN);
            }
            ROUTH_ROW(&rows, fit->mu_s, fit->distance, fit->relative,
                      routh_cell_quoted(routh_fit_text(fit->flags, words)));
        }
}

routh_status routh_fit_study_each_write(routh_context *context, const routh_fit_study *study,
                                        const routh_sample_estimate *estimate, routh_io to) {
    const fitted what = {study, estimate};
    return ROUTH_WRITE(context, "routh_fit_study_each", &what, to, {"", .print = print_each});
}
