/* What `routh fit` found, as text for people, comma-separated values and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "file/json_build.h"
#include "output.h"

static const char *cost_name(const fit_answer *a) {
    return a->options.cost == ROUTH_COST_IMPULSE ? "impulse" : "velocity";
}

static const char *metric_name(const fit_answer *a) {
    return a->options.metric == ROUTH_MOMENTUM ? "momentum" : "velocity";
}

/* Adds to what is written there already. */
__attribute__((format(printf, 2, 3))) static void append(char words[FIT_WORDS], const char *format, ...) {
    const size_t used = strlen(words);
    va_list arguments;
    va_start(arguments, format);
    if (used < FIT_WORDS)
        vsnprintf(words + used, FIT_WORDS - used, format, arguments);
    va_end(arguments);
}

/* Names the parameters that are at a bound. With draws only some fits may have been. */
static void append_bounds(const fit_answer *a, const law_fit *f, char words[FIT_WORDS]) {
    for (int d = 0; d < f->law->parameter_count; d++) {
        const routh_parameter *p = &f->law->parameter[d];
        const int friction = strcmp(p->name, "mu") == 0;
        const int own = p->fit_high > 0; /* where fits look, on a logarithmic scale */
        const double low = own ? p->fit_low : p->low;
        const double high = own ? p->fit_high : (friction ? a->options.mu_max : p->high);
        if (a->draws == 0 && f->value[d] - low <= 1e-5 * (own ? low : high - low))
            append(words, "%s is at its lower bound, %g. ", p->name, low);
        if (a->draws == 0 && high - f->value[d] <= 1e-5 * (high - low))
            append(words, "%s is at its upper bound, %g. ", p->name, high);
    }
    if (a->draws)
        append(words, "In some draws a parameter is at a bound. ");
}

const char *fit_words(const fit_answer *a, const law_fit *f, char words[FIT_WORDS]) {
    words[0] = '\0';
    if (f->flags & ROUTH_FIT_BOUNDED_BELOW)
        append(words, "%s is only bounded below: every impact sticks, and any larger friction does as well. ",
               a->draws ? "In some draws mu" : "mu");
    if (f->flags & ROUTH_FIT_AT_BOUND)
        append_bounds(a, f, words);
    if (f->flags & ROUTH_FIT_FLAT)
        append(words,
               "%s direction is flat: the parameters can change together by their whole range and move the predictions "
               "by less than 0.1 %%. ",
               a->draws ? "In some draws a" : "A");
    if (f->flags & ROUTH_FIT_NOT_CONVERGED)
        append(words, "%s search ran out of evaluations. ", a->draws ? "In some draws the" : "The");
    if (words[0])
        words[strlen(words) - 1] = '\0';
    return words;
}

const char *fit_few_words(const fit_answer *a) {
    return a->fit_count < FIT_TOO_FEW ? "too few impacts for an interval (five are needed)"
                                      : "caution: intervals from fewer than ten impacts are rough";
}

static void print_head(FILE *file, const fit_answer *a) {
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
        if (a->fit_count >= FIT_TOO_FEW)
            fprintf(file, "%g %% intervals from %zu resamples%s", 100 * FIT_LEVEL, a->resamples,
                    a->fit_count < FIT_FEW ? "\n" : "");
        fprintf(file, "%s\n\n", a->fit_count < FIT_FEW ? fit_few_words(a) : "");
    }
}

static void print_error(FILE *file, double value) {
    if (isfinite(value))
        fprintf(file, "%9.4f", value);
    else
        fprintf(file, "%9s", "-");
}

void fit_write_text(FILE *file, const fit_answer *a) {
    print_head(file, a);
    fprintf(file, "%-19s%-6s%9s   %-19s%9s%s\n", "LAW", "", a->draws ? "MEAN" : "VALUE",
            a->draws ? "DEVIATION  OWN MEAN" : "INTERVAL", "ERROR", a->draws ? "" : "   MEDIAN");
    for (size_t l = 0; l < a->law_count; l++) {
        const law_fit *f = &a->fit[l];
        for (int d = 0; d < f->law->parameter_count; d++) {
            fprintf(file, "%-19s%-6s%9.4f   ", d == 0 ? f->law->name : "", f->law->parameter[d].name, f->value[d]);
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
        fprintf(file, "%-56s", "any rigid law at best");
        print_error(file, a->bound_mean);
        fputc('\n', file);
    }
    fprintf(file, "\nThe error is |predicted − measured| ÷ |measured| of the velocity after, on impacts that were not "
                  "used to fit, ω\nweighted by the radius of gyration.\n");
    for (size_t l = 0; l < a->law_count; l++) {
        char words[FIT_WORDS];
        if (*fit_words(a, &a->fit[l], words))
            fprintf(file, "%s: %s\n", a->fit[l].law->name, words);
    }
}

/* Nothing for what is not a number. */
static void print_field(FILE *file, double value) {
    if (isfinite(value))
        print_number(file, value);
    fputc(',', file);
}

void fit_write_csv(FILE *file, const fit_answer *a) {
    fputs(a->draws ? "law,parameter,mean,deviation,own_mean," : "law,parameter,value,low,high,deviation,curvature,",
          file);
    fputs("cost,error_mean,error_median,n_fit,n_test,flags\n", file);
    for (size_t l = 0; l < a->law_count; l++)
        for (int d = 0; d < a->fit[l].law->parameter_count; d++) {
            const law_fit *f = &a->fit[l];
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

static json_t *law_object(const fit_answer *a, const law_fit *f) {
    json_t *parameters = json_object(), *flags = json_array();
    for (int d = 0; d < f->law->parameter_count; d++) {
        json_t *one =
            a->draws ? json_pack("{s:o,s:o,s:o}", "mean", routh_json_number(f->value[d]), "sd",
                                 routh_json_number(f->deviation[d]), "own_mean", routh_json_number(f->own[d]))
                     : json_pack("{s:o,s:o,s:o,s:o,s:o}", "value", routh_json_number(f->value[d]), "low",
                                 routh_json_number(f->low[d]), "high", routh_json_number(f->high[d]), "sd",
                                 routh_json_number(f->deviation[d]), "curvature", routh_json_number(f->curvature[d]));
        json_object_set_new(parameters, f->law->parameter[d].name, one);
    }
    for (unsigned flag = 1; flag <= ROUTH_FIT_NOT_CONVERGED; flag <<= 1) {
        char text[ROUTH_FIT_TEXT];
        if (f->flags & flag)
            json_array_append_new(flags, json_string(routh_fit_text(flag, text)));
    }
    char words[FIT_WORDS];
    return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:s}", "name", f->law->name, "parameters", parameters, "cost",
                     routh_json_number(f->cost), "error_mean", routh_json_number(f->error_mean), "error_median",
                     routh_json_number(f->error_median), "flags", flags, "words", fit_words(a, f, words));
}

int fit_write_json(FILE *file, const fit_answer *a) {
    json_t *laws = json_array();
    for (size_t l = 0; l < a->law_count; l++)
        json_array_append_new(laws, law_object(a, &a->fit[l]));
    json_t *all = json_pack(
        "{s:{s:s,s:I,s:I,s:I},s:{s:s,s:s},s:s,s:s,s:b,s:f,s:I,s:I,s:I,s:I,s:I,s:o,s:o,s:s}", "dataset", "name",
        a->dataset->name, "impacts", (json_int_t)a->dataset->count, "used", (json_int_t)a->count, "separating",
        (json_int_t)a->separating, "frame", "chosen", routh_name(&routh_frames, a->frame), "why", a->why, "cost",
        cost_name(a), "metric", metric_name(a), "robust", a->options.robust != 0, "level", FIT_LEVEL, "n_fit",
        (json_int_t)a->fit_count, "n_test", (json_int_t)a->test_count, "draws", (json_int_t)a->draws, "resamples",
        (json_int_t)(a->draws ? 0 : a->resamples), "seed", (json_int_t)a->seed, "irb_mean",
        routh_json_number(a->bound_mean), "laws", laws, "version", routh_version());
    const int written = all && (json_dumpf(all, file, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 || ferror(file));
    fputc('\n', file);
    json_decref(all);
    return written;
}
