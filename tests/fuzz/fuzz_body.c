/* Any text as the file of --body, and as the words of --shape: it is refused in one line, or it is a legal shape with
 * finite numbers. A libFuzzer target; seeds lie in corpus_body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "dataset_options.h"
#include "fuzz_folder.h"
#include "fuzz_program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_shape(const routh_shape *shape) {
    const routh_shape unknown = {0};
    if (memcmp(shape, &unknown, sizeof unknown) == 0)
        return;
    demand(routh_shape_check(NULL, shape) == ROUTH_OK, "a shape is legal");
    demand(routh_shape_radius(shape) > 0 && routh_shape_gyration_squared(shape) > 0, "and has a size");
    demand(isfinite(routh_shape_radius(shape)) && isfinite(routh_shape_gyration_squared(shape)), "that is finite");
}

static void read_words(const uint8_t *data, size_t size) {
    routh_shape shape = {0};
    char *text = malloc(size + 1);
    demand(text != NULL, "memory for the text");
    memcpy(text, data, size);
    text[size] = '\0';
    listen_begin();
    const int answer = parse_shape("check", "--shape", text, NULL, &shape);
    check_speech(listen_end(), answer != 0, "routh check: --shape: ");
    if (answer == 0)
        check_shape(&shape);
    free(text);
}

static void read_file(const uint8_t *data, size_t size) {
    char path[96], name[ROUTH_NAME_SIZE] = "", begin[128];
    dataset_options options = {0};
    routh_shape shape = {0};
    snprintf(path, sizeof path, "%s/fuzz.json", fuzz_folder());
    snprintf(begin, sizeof begin, "routh check: %s: ", path);
    write_fuzz_file(path, data, size);
    listen_begin();
    const int answer = read_body_file("check", path, &options, &shape, name);
    check_speech(listen_end(), answer != 0, begin);
    if (answer != 0)
        return;
    check_shape(&shape);
    const option_number *const number[] = {&options.mass, &options.inertia, &options.gyration,
                                           &options.rate, &options.gravity, &options.gap};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        demand(isfinite(number[i]->value), "numbers are finite");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_file(data, size);
    read_words(data, size);
    return 0;
}
