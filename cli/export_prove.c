/* `routh export --prove`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "export_prove.h"

#include <stdio.h>

#include "fail_input.h"
#include "message.h"
#include "progress.h"
#include "unfinished.h"

/* Some of the impacts, over all speeds. */
static void print_impacts(const char *verb, const routh_proof *proof) {
    enum { ROWS = 8 };
    note(verb, "%9s %9s %9s %19s %9s %19s %6s %7s", "speed m/s", "slip m/s", "e wanted", "e achieved", "friction",
         "achieved", "steps", "agree %");
    for (size_t k = 0; k < ROWS && k < proof->impact_count; k++) {
        const size_t last = proof->impact_count - 1, rows = last < ROWS ? last + 1 : ROWS;
        const routh_proof_impact *of = &proof->best.impact[rows > 1 ? k * last / (rows - 1) : 0];
        note(verb, "%9.2f %9.2f %9.3f %8.3f … %8.3f %9.3f %8.3f … %8.3f %6zu %7.0f", of->speed, of->slip,
             of->eps_wanted, of->eps[0], of->eps[2], of->friction_wanted, of->friction[0], of->friction[2], of->steps,
             100 * of->agree);
    }
}

int export_prove(const char *verb, const export_options *options, routh_export_job *job) {
    routh_context context = writing_context();
    routh_proof proof = {0};
    if (!job->engine)
        return fail(verb, "--prove runs one engine; --to %s is for all of them", options->to.word);
    if (!job->engine->package)
        return fail(verb, "--prove: there is no program for %s here; its values are by formula", job->engine->title);
    if (!job->has_body)
        return fail(verb, "--prove needs the body: give --shape and --mass");
    progress_show(&context);
    const routh_status status = routh_export_prove(&context, NULL, NULL, job, &proof);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    print_impacts(verb, &proof);
    for (size_t i = 0; i < proof.findings.count; i++)
        note(verb, "%s", proof.findings.finding[i].text);
    int answer = proof.verdict == ROUTH_PROOF_CANNOT ? 1 : 0;
    if (options->proof && routh_proof_write(&context, &proof, routh_io_path(options->proof)) != ROUTH_OK)
        answer = fail_input(verb, &context);
    routh_proof_release(&context, &proof);
    return answer;
}
