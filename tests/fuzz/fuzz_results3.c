/* Any bytes as the results of other tosses: refused in one line that names the file, or a calibration that tosses can be
 * segmented with, and parameters that laws take. A libFuzzer target; seeds lie in corpus_results3.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/segment.h>
#include <routh/study.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_segment3_options options = routh_segment3_options_default();
    routh_results3 results;
    const routh_status status =
        routh_results3_read(&context, routh_io_memory((const char *)data, size, "fuzz.json"), &results);
    check_message(&context, status, "fuzz.json: ");
    if (status != ROUTH_OK)
        return 0;
    options.calibration = &results.calibration;
    routh_study3_options studying = routh_study3_options_default();
    studying.segmentation = &options;
    demand(routh_study3_options_check(NULL, &studying) == ROUTH_OK, "the calibration can be used");
    for (size_t l = 0; routh_law3_at(l); l++) {
        const routh_law3 *law = routh_law3_at(l);
        for (int d = 0; d < law->parameter_count; d++) {
            const double value = results.parameters[l][d];
            demand(isnan(value) == isnan(results.parameters[l][0]), "a law has all of its parameters, or none");
            demand(isnan(value) || (value >= law->parameter[d].low && value <= law->parameter[d].high), "legal ones");
        }
    }
    return 0;
}
