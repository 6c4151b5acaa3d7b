/* What fits found, as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/covariates_json.h"
#include "report/material_json.h"
#include "report/text.h"
#include "report/writers.h"
#include "study/internal.h"

static const char *cost_name(const routh_fit_study *a) {
    return a->options.cost == ROUTH_COST_IMPULSE ? "impulse" : "velocity";
}

static const char *metric_name(const routh_fit_study *a) {
    return routh_name(&routh_metrics, a->options.metric);
}

static void print_head(FILE *file, const routh_fit_study *a) {
    fprintf(file, "%s: %zu impact%s, %zu used", a->dataset->name, a->dataset->count, a->dataset->count == 1 ? "" : "s",
            a->count);
    if (a->separating)
        fprintf(file, "; %zu left out because their contact does not close in this frame", a->separating);
    fprintf(file, "\nFrame: %s (%s)\n", routh_name(&routh_frames, a->frame), a->why);
    fprintf(file, "Cost: %s", cost_name(a));
    if (a->options.cost == ROUTH_COST_IMPULSE)
        fprintf(file, ", measured in the %s metric", metric_name(a));
    fprintf(file, "%s\n", a->options.robust ? ", robust (Huber)" : "");
    if (a->draws)
        fprintf(file,
                "Fits: %zu draws of %zu impacts, tested on the other %zu; mean ± deviation over the draws, and the "
                "mean of\nthe impacts' own parameters\n\n",
                a->draws, a->fit_count, a->test_count);
    else {
        fprintf(file, "Fits: %zu impact%s drawn to fit, the other %zu held out to test; ", a->fit_count,
                a->fit_count == 1 ? "" : "s", a->test_count);
        if (a->fit_count >= ROUTH_FIT_TOO_FEW)
            fprintf(file, "%g %% intervals from %zu resamples%s", 100 * ROUTH_FIT_LEVEL, a->resamples,
                    a->fit_count < ROUTH_FIT_FEW ? "\n" : "");
        fprintf(file, "%s\n\n", a->fit_count < ROUTH_FIT_FEW ? routh_fit_study_caution(a) : "");
    }
}

static void print_error(FILE *file, double value) {
    if (isfinite(value))
        fprintf(file, " %8.4f", value);
    else
        fprintf(file, "%9s", "-");
}

static void print_text(FILE *file, const void *what) {
    const routh_fit_study *a = what;
    print_head(file, a);
    fprintf(file, "%-19s%-6s%9s   %-19s%9s%s\n", "LAW", "", a->draws ? "MEAN" : "VALUE",
            a->draws ? "DEVIATION  OWN MEAN" : "INTERVAL", "ERROR", a->draws ? "" : "   MEDIAN");
    for (size_t l = 0; l < a->law_count; l++) {
        const routh_law_fits *f = &a->fit[l];
        for (int d = 0; d < f->law->parameter_count; d++) {
            fprintf(file, "%-19s%-6s %8.4f   ", d == 0 ? f->law->name : "", f->law->parameter[d].name, f->value[d]);
            if (a->draws)
                fprintf(file, "%-9.4f  %8.4f", f->deviation[d], f->own[d]);
            else if (isnan(f->low[d]))
                fprintf(file, "%7s%-10s", "",
                        "–"
                        "  ");
            else if (isfinite(f->high[d]))
                fprintf(file, "%7.4f … %7.4f", f->low[d], f->high[d]);
            else
                fprintf(file, "%7.4f … %7s", f->low[d], "");
            if (d == 0) {
                fputs(a->draws ? "" : "  ", file);
                print_error(file, f->error_mean);
                if (!a->draws)
                    print_error(file, f->error_median);
            }
            fputc('\n', file);
        }
    }
    if (isfinite(a->bound_mean)) {
        fprintf(file, "%-56s", "rigid bound");
        print_error(file, a->bound_mean);
        fputc('\n', file);
    }
    fprintf(file, "\nThe error is |predicted − measured| ÷ |measured| of the velocity after, on impacts that were not "
                  "used to fit, ω\nweighted by the radius of gyration.\n");
    for (size_t l = 0; l < a->law_count; l++) {
        char words[ROUTH_FIT_WORDS];
        if (*routh_law_fits_text(a, &a->fit[l], words))
            fprintf(file, "%s: %s\n", a->fit[l].law->name, words);
    }
    routh_print_covariates(file, a->dependence, a->exploration);
}

/* Nothing for what is not a number. */
static void print_field(FILE *file, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    if (isfinite(value))
        fputs(routh_shortest_text(value, text), file);
    fputc(',', file);
}

static void print_csv(FILE *file, const void *what) {
    const routh_fit_study *a = what;
    fputs(a->draws ? "law,parameter,mean,deviation,own_mean," : "law,parameter,value,low,high,deviation,curvature,",
          file);
    fputs("cost,error_mean,error_median,n_fit,n_test,flags\n", file);
    for (size_t l = 0; l < a->law_count; l++)
        for (int d = 0; d < a->fit[l].law->parameter_count; d++) {
            const routh_law_fits *f = &a->fit[l];
            const double single[] = {f->value[d], f->low[d], f->high[d], f->deviation[d], f->curvature[d]};
            const double drawn[] = {f->value[d], f->deviation[d], f->own[d]};
            char flags[ROUTH_FIT_TEXT];
            fprintf(file, "%s,%s,", f->law->name, f->law->parameter[d].name);
            for (int i = 0; i < (a->draws ? 3 : 5); i++)
                print_field(file, a->draws ? drawn[i] : single[i]);
            print_field(file, f->cost);
            print_field(file, f->error_mean);
            print_field(file, f->error_median);
            fprintf(file, "%zu,%zu,\"%s\"\n", a->fit_count, a->test_count, routh_fit_text(f->flags, flags));
        }
}

static json_t *parameter_object(const routh_fit_study *a, const routh_law_fits *f, int d) {
    if (a->draws)
        return ROUTH_JSON_ENTRIES({"mean", f->value[d]}, {"sd", f->deviation[d]}, {"own_mean", f->own[d]});
    json_t *object = json_object();
    ROUTH_PUT_AT(&object, routh_law_fits, f, d, value, low, high, deviation, curvature);
    return object;
}

static json_t *law_object(const routh_fit_study *a, const routh_law_fits *f) {
    json_t *object = json_object(), *parameters = json_object(), *flags = json_array();
    for (int d = 0; d < f->law->parameter_count; d++)
        routh_json_put(&parameters, f->law->parameter[d].name, parameter_object(a, f, d));
    for (unsigned flag = 1; flag <= ROUTH_FIT_NOT_CONVERGED; flag <<= 1) {
        char text[ROUTH_FIT_TEXT];
        if (f->flags & flag)
            routh_json_add(&flags, json_string(routh_fit_text(flag, text)));
    }
    char words[ROUTH_FIT_WORDS];
    ROUTH_PUT(&object, routh_law, f->law, name);
    routh_json_put(&object, "parameters", parameters);
    if (!a->draws)
        routh_json_put(&object, "correlation",
                       routh_correlation_json(f->law->parameter, f->law->parameter_count, f->correlation, NULL));
    ROUTH_PUT(&object, routh_law_fits, f, cost, error_mean, error_median);
    routh_json_put(&object, "flags", flags);
    routh_json_put(&object, "words", json_string(routh_law_fits_text(a, f, words)));
    return object;
}

static json_t *dataset_object(const routh_fit_study *a) {
    json_t *object = ROUTH_JSON_FIELDS(routh_dataset, a->dataset, name, count);
    ROUTH_PUT(&object, routh_fit_study, a, count, separating);
    return object;
}

static json_t *study_object(const routh_fit_study *a) {
    json_t *object = json_object(), *frame = json_object(), *laws = json_array();
    for (size_t l = 0; l < a->law_count; l++)
        routh_json_add(&laws, law_object(a, &a->fit[l]));
    ROUTH_PUT(&frame, routh_fit_study, a, frame, why);
    routh_json_put(&object, "dataset", dataset_object(a));
    routh_json_put(&object, "frame", frame);
    routh_json_put(&object, "cost", json_string(cost_name(a)));
    routh_json_put(&object, "metric", json_string(metric_name(a)));
    ROUTH_PUT(&object, routh_fit_options, &a->options, robust);
    routh_json_put(&object, "level", routh_json_number(ROUTH_FIT_LEVEL));
    ROUTH_PUT(&object, routh_fit_study, a, fit_count, test_count, draws);
    routh_json_put(&object, "resamples", routh_json_count(a->draws ? 0 : a->resamples));
    ROUTH_PUT(&object, routh_fit_study, a, seed, bound_mean);
    routh_put_approach(&object, a->approach);
    routh_json_put(&object, "laws", laws);
    routh_json_put_version(&object);
    return object;
}

static routh_status write_text(routh_context *context, const routh_fit_study *study, routh_io to) {
    return routh_text_print(context, to, print_text, study);
}

static routh_status write_csv(routh_context *context, const routh_fit_study *study, routh_io to) {
    return routh_text_print(context, to, print_csv, study);
}

static routh_status write_json(routh_context *context, const routh_fit_study *study, routh_io to) {
    json_t *object = study_object(study);
    routh_put_covariates(&object, study->dependence, study->exploration);
    return routh_json_write(context, object, ROUTH_JSON_RESULTS, to);
}

static routh_status write_svg(routh_context *context, const routh_fit_study *study, routh_io to) {
    return routh_dependence_study_write_svg(context, study->dependence, to);
}

routh_status routh_fit_study_write(routh_context *context, const routh_fit_study *study, routh_io to) {
    static const char *const endings[] = {".txt", ".csv", ".json", ".svg", NULL};
    static routh_status (*const write[])(routh_context *, const routh_fit_study *, routh_io) = {write_text, write_csv,
                                                                                                write_json, write_svg};
    const int format = routh_ending_of(context, "routh_fit_study", endings, to);
    return format < 0 ? ROUTH_BAD_ARGUMENT : write[format](context, study, to);
}
