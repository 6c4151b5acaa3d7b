/* Any bytes as results.json of another study: refused in one line that names the file, or laws of the registry with legal
 * parameters and a calibration of finite numbers. A libFuzzer target; seeds lie in corpus_transfer.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/study.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_transfer transfer;
    const routh_status status = routh_transfer_read(&context, routh_io_memory(data, size, "fuzz.json"), &transfer);
    check_message(&context, status, "fuzz.json");
    if (status != ROUTH_OK)
        return 0;
    demand(transfer.count >= 1 && transfer.count <= ROUTH_MOST_TRANSFERRED, "there are laws");
    demand((unsigned)transfer.frame < ROUTH_FRAME_COUNT, "the frame is one");
    for (size_t i = 0; i < transfer.count; i++)
        for (int j = 0; j < transfer.law[i].law->parameter_count; j++) {
            const routh_parameter *p = &transfer.law[i].law->parameter[j];
            demand(transfer.law[i].parameters[j] >= p->low && transfer.law[i].parameters[j] <= p->high,
                   "parameters are legal");
        }
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++)
        demand(isfinite(transfer.calibration.value[k].value), "a calibration is finite");
    return 0;
}
