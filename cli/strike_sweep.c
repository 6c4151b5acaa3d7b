/* routh strike, a massé shot with other values of its two unmeasured constants.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fail_input.h"
#include "output.h"
#include "strike.h"

int strike_sweep(const char *verb, const strike_options *options, const routh_shot_answer *shot) {
    static const char *const endings[] = {[FORMAT_TEXT] = ".txt", [FORMAT_CSV] = ".csv", [FORMAT_SVG] = ".svg"};
    routh_context context = routh_context_default();
    routh_shot_study study;
    if (routh_shot_study_run(&context, &shot->billiards, &shot->shot, options->sweep, &study) != ROUTH_OK)
        return fail_input(verb, &context);
    output_file out;
    int answer = output_open(&out, verb, options->output);
    if (answer == 0) {
        const routh_io to = routh_io_file(out.file, endings[options->format]);
        answer = output_end(&out, &context, routh_shot_study_write(&context, &study, to));
    }
    routh_shot_study_release(&context, &study);
    return answer;
}
