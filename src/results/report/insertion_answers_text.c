/* What single questions about an insertion find, as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/writers.h"

static const char *const seen_names[] = {"determined", "only together", "not determined"};

static void print_matrix(FILE *file, const routh_observability *o, int column) {
    static const char *const mark[] = {" ·", " o", " ●"};
    const size_t side = o->count + 1;
    fprintf(file, "\n  P%d\n", column + 1);
    for (size_t i = 0; i < side; i++) {
        fputs("   ", file);
        for (size_t j = 0; j < side; j++)
            fputs(mark[o->class_of[column][i * side + j]], file);
        fputc('\n', file);
    }
}

typedef struct observed {
    const routh_assembly *assembly;
    const routh_observability *observability;
} observed;

static void print_observability(FILE *file, const void *what) {
    const routh_assembly *assembly = ((const observed *)what)->assembly;
    const routh_observability *o = ((const observed *)what)->observability;
    for (size_t i = 0; i < o->check.findings.count; i++)
        fprintf(file, "%s\n", o->check.findings.finding[i].text);
    for (size_t i = 0; i < o->findings.count; i++)
        fprintf(file, "%s\n", o->findings.finding[i].text);
    fprintf(file, "\n  %-24s %12s %12s %12s %16s\n", "displacement", "sensitivity", "(friction)", "error÷prior",
            "in this recording");
    for (size_t j = 0; j < o->count; j++)
        fprintf(file, "  %-24s %12.3g %12.3g %12.2g %16s\n", assembly->displacement[j].name, o->sensitivity[2 * j],
                o->sensitivity[2 * j + 1], o->posterior[j], seen_names[o->seen[j]]);
    fprintf(file,
            "\nSensitivity: how much the spread of the regressor's column for K (and for friction) changes per m or "
            "rad,\nrelative to itself. Error÷prior: what the recording leaves of what was uncertain before.\n");
    fprintf(file,
            "\nCorrelation of the regressor (first) and its derivatives: ● 0.85 or more, o 0.5 or more, · less\n");
    for (int column = 0; column < 2; column++)
        print_matrix(file, o, column);
    fprintf(file, "\nSingular values of the projected Jacobian, per prior deviation and in deviations of the noise:");
    for (size_t j = 0; j < o->count; j++)
        fprintf(file, " %.3g", o->singular[j]);
    fputc('\n', file);
}

routh_status routh_observability_write_text(routh_context *context, const routh_assembly *assembly,
                                            const routh_observability *observability, routh_io to) {
    const observed what = {assembly, observability};
    return routh_text_print(context, to, print_observability, &what);
}

static void print_lcurve(FILE *file, const void *what) {
    const routh_lcurve *l = what;
    fprintf(file, "        γ    wrench error   displacement ÷ prior    K (N/m)        μ\n");
    for (size_t i = 0; i < l->count; i++) {
        const routh_lcurve_point *p = &l->point[i];
        fprintf(file, "%9.3g  %12.2f %%  %20.3f  %10.4g  ", p->gamma, 100 * sqrt(p->force_cost),
                sqrt(p->geometric_cost), p->stiffness);
        if (isfinite(p->friction))
            fprintf(file, "%7.4f", p->friction);
        else
            fputs("      –", file); /* not determined */
        fprintf(file, "%s%s\n", i == l->corner ? "  corner" : "", i == l->chosen ? "  taken" : "");
    }
    fprintf(file, "\n%s\nγ from the variances of noise and priors: %.3g. The geometry was evaluated %zu times.\n",
            l->why, l->gamma_bayes, l->evaluations);
}

routh_status routh_lcurve_write_text(routh_context *context, const routh_lcurve *lcurve, routh_io to) {
    return routh_text_print(context, to, print_lcurve, lcurve);
}

static void print_offset(FILE *file, const void *what) {
    const routh_insertion_offset_estimate *e = what;
    fprintf(file, "δ_r = %.4g ± %.2g mm under %g N\n", 1e3 * e->offset, 1e3 * e->error, e->to);
    fprintf(file, "  pressed     %.4g mm into each other under %g N, the force of the reference insertion\n",
            1e3 * e->pressed, e->from);
    fprintf(file, "  at rest     %zu samples, %.3g s, before the retraction\n", e->rest, (double)e->rest / e->rate);
    fprintf(file,
            "  retracted   %zu samples, %.3g s, in which the force falls from 62 to 48 %%: extended to no force\n",
            e->used, (double)e->used / e->rate);
    fprintf(file,
            "The error is that of the sensors' noise. Parts that %g N do not press at all make the offset too large; "
            "`identify` estimates what remains of it.\n",
            e->from);
}

routh_status routh_insertion_offset_write_text(routh_context *context, const routh_insertion_offset_estimate *estimate,
                                               routh_io to) {
    return routh_text_print(context, to, print_offset, estimate);
}
