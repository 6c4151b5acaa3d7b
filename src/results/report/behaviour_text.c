/* A behaviour as text for people: the verdict, laws, restitution over speed, steps, and sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

/* " 0.250", " 3.10%"; "–" where there is none. */
static void print_cell(FILE *file, int width, int digits, double value, const char *unit) {
    char text[64] = "–";
    if (isfinite(value))
        snprintf(text, sizeof text, "%.*f%s", digits, value, unit);
    fprintf(file, " %*s", isfinite(value) ? width : width + 2, text); /* three bytes, one column */
}

static void print_laws(FILE *file, const routh_behaviour *b) {
    if (b->law_count == 0)
        return;
    fprintf(file, "\n  %-18s %8s %8s %8s  %s\n", "law", "μ", "ε", "error", "restitution");
    for (size_t l = 0; l < b->law_count; l++) {
        const routh_behaviour_law *law = &b->law[l];
        double mu = NAN, eps = NAN;
        for (int d = 0; d < law->parameter_count; d++) {
            mu = strcmp(law->parameter[d].name, "mu") == 0 ? law->value[d] : mu;
            eps = strcmp(law->parameter[d].name, "eps") == 0 ? law->value[d] : eps;
        }
        fprintf(file, "%c %-18s", l == b->best ? '*' : ' ', law->name);
        print_cell(file, 7, 3, mu, "");
        print_cell(file, 7, 3, eps, "");
        print_cell(file, 8, 2, 100 * law->error, "%");
        fprintf(file, "  %s\n", law->has_restitution ? routh_name(&routh_restitutions, law->restitution) : "");
    }
    fprintf(file, "  %-18s %7s %7s", "any rigid law", "", "");
    print_cell(file, 8, 2, 100 * b->bound, "%");
    fputc('\n', file);
}

static void print_bins(FILE *file, const routh_behaviour *b) {
    if (b->bin_count == 0)
        return;
    fprintf(file, "\n  %-16s %8s %8s %16s %10s %9s %6s\n", "speed, m/s", "impacts", "ε", "half within", "lasts, ms",
            "depth, mm", "gain");
    for (size_t k = 0; k < b->bin_count; k++) {
        const routh_behaviour_bin *bin = &b->bin[k];
        char range[32], half[32] = "–";
        snprintf(range, sizeof range, "%.3g … %.3g", bin->low, bin->high);
        if (isfinite(bin->eps))
            snprintf(half, sizeof half, "%.3f … %.3f", bin->eps_low, bin->eps_high);
        fputs("  ", file);
        routh_print_padded(file, range, 16);
        fprintf(file, " %8zu", bin->count);
        print_cell(file, 7, 3, bin->eps, "");
        fputs("  ", file);
        routh_print_padded(file, half, 15);
        fprintf(file, " %10.3g %9.3g %6zu\n", 1e3 * bin->lasted, 1e3 * bin->depth, bin->gains);
    }
}

static void print_steps(FILE *file, const routh_behaviour_series *series) {
    fprintf(file, "\n  %-9s %8s %8s %8s %8s %10s %8s  %s\n", "step, ms", "impacts", "ε", "μ", "error", "any rigid",
            "gain", "law");
    for (size_t i = 0; i < series->count; i++) {
        const routh_behaviour *b = &series->at[i];
        const bool has = b->best < b->law_count;
        fprintf(file, "  %-9g %8zu", 1e3 * b->step, b->count);
        print_cell(file, 7, 3, b->eps_mean, "");
        print_cell(file, 7, 3, b->mu, "");
        print_cell(file, 8, 2, has ? 100 * b->law[b->best].error : NAN, "%");
        print_cell(file, 10, 2, 100 * b->bound, "%");
        fprintf(file, " %8zu  %s%s\n", b->gains, has ? b->law[b->best].name : "–",
                i >= series->changes ? "  differs" : "");
    }
}

enum { TOPIC = 15 }; /* width of the topics before sentences */

static void print_findings(FILE *file, const routh_findings *findings, size_t from) {
    for (size_t i = from; i < findings->count; i++) {
        const routh_finding *one = &findings->finding[i];
        const char *kind =
            one->kind == ROUTH_NOTE || one->kind == ROUTH_FINE ? "" : routh_name(&routh_finding_kinds, one->kind);
        fprintf(file, "  %-12s %s%s", one->topic, kind, kind[0] ? ":" : "");
        routh_print_wrapped(file, one->text, TOPIC + (kind[0] ? (int)strlen(kind) + 1 : 0), TOPIC);
        fputc('\n', file);
    }
}

static void print_text(FILE *file, const void *what) {
    const routh_behaviour_series *series = what;
    const routh_behaviour *b = &series->at[series->shown];
    char name[ROUTH_NAME_SIZE + 32];
    snprintf(name, sizeof name, series->count > 1 ? "%s at %g ms:" : "%s:", b->name, 1e3 * b->step);
    fputs(name, file);
    routh_print_wrapped(file, b->findings.finding[0].text, routh_count_characters(name, strlen(name)), 0);
    fputc('\n', file);
    print_laws(file, b);
    print_bins(file, b);
    if (series->count > 1)
        print_steps(file, series);
    if (b->bin_count > 0)
        fputs("\n  gain: impacts whose energy grows\n", file);
    fputc('\n', file);
    print_findings(file, &b->findings, 1);
    print_findings(file, &series->findings, 0);
}

routh_status routh_behaviour_write_text(routh_context *context, const routh_behaviour_series *series, routh_io to) {
    return routh_text_print(context, to, print_text, series);
}
