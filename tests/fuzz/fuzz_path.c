/* Any bytes as the path of a simulated insertion, or as the plan that has one: refused in one line that names the file, or a legal
 * path that comes back from what is written of it. A libFuzzer target; seeds lie in corpus_path.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/simulate.h>

#include "demand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_insertion_path path, again;
    routh_buffer text = {0};
    const routh_status status = routh_insertion_path_read(&context, routh_io_memory(data, size, "fuzz.json"), &path);
    check_message(&context, status, "fuzz.json");
    if (status != ROUTH_OK)
        return 0;
    demand(routh_insertion_path_check(NULL, &path) == ROUTH_OK, "the path is legal");
    demand(routh_insertion_path_write(NULL, &path, routh_io_buffer(&text, "again.json")) == ROUTH_OK,
           "it can be written");
    demand(routh_insertion_path_read(NULL, routh_io_memory(text.byte, text.byte_count, "again.json"), &again) ==
               ROUTH_OK,
           "and read");
    demand(again.count == path.count && strcmp(again.name, path.name) == 0 && again.settle == path.settle, "the same");
    for (size_t i = 0; i < path.count; i++)
        demand(memcmp(&again.stage[i], &path.stage[i], sizeof path.stage[i]) == 0, "with the same stages");
    routh_buffer_release(NULL, &text);
    return 0;
}
