/* The format of a verb's output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "formats.h"

#include <string.h>

const char *const format_names[OUTPUT_FORMATS] = {
    [FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv", [FORMAT_JSON] = "json", [FORMAT_SVG] = "svg", [FORMAT_HDF5] = "h5"};

const char *const format_endings[OUTPUT_FORMATS] = {[FORMAT_TEXT] = ".txt",
                                                    [FORMAT_CSV] = ".csv",
                                                    [FORMAT_JSON] = ".json",
                                                    [FORMAT_SVG] = ".svg",
                                                    [FORMAT_HDF5] = ".h5"};

static int find_format(const char *name, unsigned legal) {
    for (int i = 0; i < OUTPUT_FORMATS; i++)
        if (legal >> i & 1 && strcmp(name, format_names[i]) == 0)
            return i;
    return -1;
}

/* −1: none. */
static int format_of_name(const char *output, unsigned legal) {
    const char *folder = output ? strrchr(output, '/') : NULL;
    const char *ending = output ? strrchr(folder ? folder : output, '.') : NULL;
    if (ending && strcmp(ending, ".txt") == 0 && legal >> FORMAT_TEXT & 1)
        return FORMAT_TEXT;
    return ending ? find_format(ending + 1, legal) : -1;
}

int choose_format(const char *verb, const format_options *given, const char *output, unsigned legal,
                  output_format usual, output_format *chosen) {
    if (given->json && given->format.word)
        return fail(verb, "--json or --format, not both");
    int found = given->json          ? FORMAT_JSON
                : given->format.word ? find_format(given->format.word, ~0u)
                                     : format_of_name(output, legal);
    *chosen = found >= 0 ? (output_format)found : usual;
    return 0;
}
