/* `routh export --samples`: sets of parameters drawn from what is known, each converted for the engine.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "folder.h"
#include "program.h"

typedef struct sample_table {
    const routh_export_job *job;
    const routh_export_draws *draws;
} sample_table;

static routh_status write_table(routh_context *context, const void *what, routh_io to) {
    const sample_table *table = what;
    return routh_export_draws_write(context, table->job, table->draws, to);
}

static routh_status write_variant(routh_context *context, const void *what, routh_io to) {
    const routh_export_job *job = what;
    return routh_export_write(context, &job->what, job->format, true, to);
}

/* The table sets.csv, and a model for each set, sample_0001.xml and so on. */
static int write_folder(const char *verb, const char *folder, routh_export_job *job, const routh_export_draws *draws) {
    static const char *const endings[ROUTH_EXPORT_COUNT] = {".xml", ".sdf", ".urdf", ".sdf", ".cpp", ".usda", ".json"};
    const sample_table table = {job, draws};
    result_folder results;
    int answer = results_open(&results, verb, folder, RESULTS_REPLACE);
    if (answer == 0)
        answer = results_claim(&results, "sets.csv");
    if (answer == 0)
        answer = results_write(&results, "sets.csv", write_table, &table);
    for (size_t i = 0; i < draws->count && answer == 0; i++) {
        routh_context context = routh_context_default();
        char name[64];
        if (!draws->setting[i].engine)
            continue;
        snprintf(name, sizeof name, "sample_%04zu%s", i + 1, endings[job->format]);
        if (routh_export_draw(&context, draws, i, job) != ROUTH_OK)
            answer = fail_input(verb, &context);
        if (answer == 0)
            answer = results_claim(&results, name);
        if (answer == 0)
            answer = results_write(&results, name, write_variant, job);
    }
    if (answer == 0)
        answer = results_place(&results);
    results_release(&results);
    return answer;
}

static int write_list(const char *verb, const export_options *options, routh_export_job *job,
                      const routh_export_draws *draws) {
    output_file out;
    if (options->folder)
        return write_folder(verb, options->folder, job, draws);
    const char *ending = options->output ? strrchr(options->output, '.') : NULL;
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    const char *name = ending && strcmp(ending, ".json") == 0 ? ".json" : ".csv";
    return output_end(&out, routh_export_draws_write(&out.context, job, draws, routh_io_file(out.file, name)));
}

/* What the data did not determine is said with every draw. */
static int say_findings(const char *verb, const routh_material *material) {
    routh_context context = routh_context_default();
    routh_findings findings = {0};
    if (routh_material_findings(&context, material, &findings) != ROUTH_OK)
        return fail_input(verb, &context);
    bool alike = true;
    for (int p = 0; p < ROUTH_MATERIAL_PARAMETERS; p++) {
        const routh_interval *in = &material->interval[p];
        const double error = material->error[p];
        alike &= !isfinite(material->value[p]) || !(error > 0) ||
                 (isinf(error) && !(isfinite(in->low) && isfinite(in->high)));
    }
    if (alike)
        note(verb, "all sets are alike, since no error is known; give sd in a table of your own (docs/materials.md)");
    for (size_t i = 0; i < findings.count; i++)
        note(verb, "%s", findings.finding[i].text);
    routh_findings_release(&context, &findings);
    return 0;
}

int export_samples(const char *verb, const export_options *options, routh_export_job *job) {
    routh_context context = routh_context_default();
    OWNED(routh_export_draws) draws = {0};
    if (!job->engine)
        return fail(verb, "--samples converts for one engine; --to json is for all of them");
    if (routh_export_draws_make(&context, job, options->seed ? options->seed : 1, options->samples, &draws) != ROUTH_OK)
        return fail_input(verb, &context);
    if (draws.without > 0)
        warn(verb, "%zu of %zu sets cannot be had, and are left empty; the first: %s", draws.without, draws.count,
             draws.why);
    TRY(write_list(verb, options, job, &draws));
    return say_findings(verb, &job->material);
}
