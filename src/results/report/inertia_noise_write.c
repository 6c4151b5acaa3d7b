/* How noise biases the estimate of m/I, beside the paper's table 1, as text and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/ending.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"

static void print_text(FILE *file, const routh_inertia_noise_options *options,
                       const routh_inertia_noise_body table[ROUTH_NOISE_BODIES]) {
    fprintf(file,
            "Error of m/I from the first impacts of %zu drops, in %% of the truth: mean ± deviation over %zu "
            "repetitions\n\n%-9s%6s   %17s   %16s   %16s   %7s   %8s\n",
            options->runs, options->repetitions, "", "SNR", "PAPER, OLS", "LEAST SQUARES", "ERRORS IN VAR.", "CLAIMED",
            "COVERED");
    for (int body = 0; body < ROUTH_NOISE_BODIES; body++)
        for (int level = 0; level < ROUTH_NOISE_LEVELS; level++) {
            const routh_inertia_noise_row *row = &table[body].row[level];
            /* the paper's deviations are in 1/m²; its own percentages say of what */
            const double unit = row->printed_percent / row->printed;
            fprintf(file, "%-9s %2.0f dB   %7.2f ± %7.2f   %7.2f ± %6.2f   %7.2f ± %6.2f   %7.2f   %6.0f %%",
                    level == 0 ? table[body].name : "", row->snr_db, row->printed_percent,
                    row->printed_deviation * unit, row->least_squares, row->least_squares_deviation, row->variables,
                    row->variables_deviation, row->claimed, 100 * row->covered);
            if (row->failed)
                fprintf(file, "   %zu without an answer", row->failed);
            fputc('\n', file);
        }
    fprintf(
        file,
        "\nTruth: block of side 1 m, m/I = 6; ellipse of semi-axes 2 m and 1 m, m/I = 0.8; friction 0.7, restitution "
        "0.6.\nThe paper does not say how it drew its starts. Its errors of the ellipse, divided by their percentages, "
        "imply\nm/I of about 6. CLAIMED is the mean standard error, COVERED how many 95 %% intervals hold the "
        "truth.\n");
}

static json_t *table_object(const routh_inertia_noise_options *options,
                            const routh_inertia_noise_body table[ROUTH_NOISE_BODIES]) {
    json_t *all = ROUTH_JSON_FIELDS(routh_inertia_noise_options, options, runs, repetitions, seed);
    routh_json_put(&all, "bodies", ROUTH_JSON_LIST(routh_inertia_noise_body, table, ROUTH_NOISE_BODIES));
    routh_json_put_version(&all);
    return all;
}

static routh_status write_text(routh_context *context, const routh_inertia_noise_options *options,
                               const routh_inertia_noise_body table[ROUTH_NOISE_BODIES], routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    print_text(text.file, options, table);
    return routh_text_end(context, &text, status);
}

static routh_status write_json(routh_context *context, const routh_inertia_noise_options *options,
                               const routh_inertia_noise_body table[ROUTH_NOISE_BODIES], routh_io to) {
    return routh_json_write(context, table_object(options, table), ROUTH_JSON_RESULTS, to);
}

routh_status routh_inertia_noise_write(routh_context *context, const routh_inertia_noise_options *options,
                                       const routh_inertia_noise_body table[ROUTH_NOISE_BODIES], routh_io to) {
    static const char *const endings[] = {".txt", ".json", NULL};
    switch (routh_ending_of(context, "routh_inertia_noise", endings, to)) {
    case 0:
        return write_text(context, options, table, to);
    case 1:
        return write_json(context, options, table, to);
    default:
        return ROUTH_BAD_ARGUMENT;
    }
}
