/* Any bytes as the JSON of an export: refused in one line that names the file, or a setting that every engine takes. A libFuzzer
 * target; seeds lie in corpus_setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/engine.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (size_t e = 0; routh_engine_at(e); e++) {
        const routh_engine *engine = routh_engine_at(e);
        routh_context context = routh_context_default();
        routh_engine_setting setting;
        const routh_status status = routh_engine_setting_read(
            &context, routh_io_memory((const char *)data, size, "fuzz.json"), engine, &setting);
        check_message(&context, status, "fuzz.json: ");
        if (status != ROUTH_OK)
            continue;
        demand(setting.step > 0 && setting.step <= 1, "a step");
        for (size_t i = 0; i < engine->parameter_count; i++)
            demand(setting.value[i] >= engine->parameter[i].low && setting.value[i] <= engine->parameter[i].high,
                   "a value that the engine accepts");
    }
    return 0;
}
