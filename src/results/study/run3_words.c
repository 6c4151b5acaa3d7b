/* What happened in a run, in the plane and in space, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/run3_words.h"

#include <math.h>

#include "base/context.h"
#include "file/c_locale.h"
#include "motion3/motion3.h"

static void say_path(routh_findings_writer *writer, const routh_run3 *run) {
    const routh_state3 *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    routh_findings_add(writer, ROUTH_NOTE, "path",
                       "In %.4g s the centre of mass moves from (%.4g, %.4g, %.4g) m to (%.4g, %.4g, %.4g) m%s.",
                       last->time - first->time, first->position[0], first->position[1], first->position[2],
                       last->position[0], last->position[1], last->position[2],
                       run->rests ? ", where the body comes to rest" : "");
}

static void say_impacts(routh_findings_writer *writer, const routh_run3 *run) {
    size_t several = 0;
    for (size_t i = 0; i < run->record_count; i++)
        several += run->record[i].contacts > 1;
    if (run->record_count > 0)
        routh_findings_add(writer, ROUTH_NOTE, "impacts",
                           "It makes %zu impact%s, %zu of them with several contacts at once; the first is at %.4g s.",
                           run->record_count, run->record_count == 1 ? "" : "s", several,
                           run->record[0].time - run->sample[0].time);
    else
        routh_findings_add(writer, ROUTH_NOTE, "impacts",
                           isfinite(run->contact_time) ? "It makes no impact." : "It touches nothing.");
}

routh_status routh_run3_words(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                              routh_findings *findings) {
    routh_findings_writer writer = {.context = context, .findings = findings};
    routh_c_locale numbers;
    const routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    say_path(&writer, run);
    say_impacts(&writer, run);
    routh_findings_add(&writer, ROUTH_NOTE, "energy", "Its energy is %.4g J at the beginning and %.4g J at the end.",
                       routh_world3_energy(world, &run->sample[0]),
                       routh_world3_energy(world, &run->sample[run->sample_count - 1]));
    routh_c_locale_end(&numbers);
    return writer.status;
}

routh_status routh_run_words(routh_context *context, const routh_run *run, routh_findings *findings) {
    routh_findings_writer writer = {.context = context, .findings = findings};
    const routh_state *first = &run->sample[0], *last = &run->sample[run->sample_count - 1];
    const size_t count = run->record_count;
    routh_c_locale numbers;
    const routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    size_t slips = 0;
    for (size_t i = 0; i < count; i++)
        slips += run->record[i].slips != 0;
    routh_findings_add(&writer, ROUTH_NOTE, "path", "In %.4g s the body moves from (%.4g, %.4g) m to (%.4g, %.4g) m%s.",
                       last->time - first->time, first->pose.x, first->pose.y, last->pose.x, last->pose.y,
                       run->rests ? ", where it comes to rest" : "");
    if (count == 0)
        routh_findings_add(&writer, ROUTH_NOTE, "contacts", "It touches nothing.");
    else
        routh_findings_add(&writer, ROUTH_NOTE, "contacts", "It makes %zu contact%s: %zu stick%s and %zu slip%s.",
                           count, count == 1 ? "" : "s", count - slips, count - slips == 1 ? "s" : "", slips,
                           slips == 1 ? "s" : "");
    routh_c_locale_end(&numbers);
    return writer.status;
}
