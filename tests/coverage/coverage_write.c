/* The table as text, Markdown and JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"

static const char *quantity_name(const coverage_row *row) {
    return row->estimator->quantity[row->quantity];
}

static double percent(double share) {
    return 100 * share;
}

void coverage_write_text(const coverage_table *table, size_t first, FILE *file) {
    if (first == 0)
        fprintf(file, "%-16s %-10s %-16s %6s %7s %7s %7s %6s %8s %8s %7s   %5s %5s %5s\n", "estimator", "quantity",
                "world", "claims", "refused", "flagged", "misfit", "width", "bias/err", "bias %", "scatter", "50 %",
                "90 %", "95 %");
    for (size_t i = first; i < table->count; i++) {
        const coverage_row *r = &table->row[i];
        fprintf(file, "%-16s %-10s %-16s %6zu %6.0f%% %6.0f%% %6.0f%% %6.2f ", r->estimator->name, quantity_name(r),
                r->world->name, r->claims, percent((double)r->refused / (double)r->seeds),
                percent((double)r->flagged / (double)r->seeds), percent((double)r->misfit / (double)r->seeds),
                r->width);
        if (r->claims > 0)
            fprintf(file, "%8.2f %8.2f %7.2f   %4.0f%% %4.0f%% %4.0f%%\n", r->bias, r->bias_percent, r->ratio,
                    percent(r->covered[0]), percent(r->covered[1]), percent(r->covered[2]));
        else
            fprintf(file, " %s\n", r->why);
    }
}

/* One line for each quantity of each estimator. */
static void write_summaries(const coverage_table *table, FILE *file) {
    fputs("| estimator | number | worlds' mean | least | in |\n|---|---|---:|---:|---|\n", file);
    for (size_t i = 0; i < table->count; i++) {
        const coverage_row *r = &table->row[i];
        bool first = r->claims > 0;
        for (size_t j = 0; j < i && first; j++)
            first = !(table->row[j].estimator == r->estimator && table->row[j].quantity == r->quantity &&
                      table->row[j].claims > 0);
        if (!first)
            continue;
        const coverage_summary s = coverage_summarise(table, r->estimator, r->quantity);
        fprintf(file, "| %s | %s | %.0f %% | %.0f %% | %s |\n", r->estimator->name, quantity_name(r), percent(s.mean),
                percent(s.least), s.worst->name);
    }
}

static void write_worlds(const coverage_table *table, FILE *file) {
    fputs("| world | what it is |\n|---|---|\n", file);
    for (size_t w = 0; w < coverage_world_count; w++)
        for (size_t i = 0; i < table->count; i++)
            if (table->row[i].world == &coverage_worlds[w]) {
                fprintf(file, "| %s | %s; %zu |\n", coverage_worlds[w].name, coverage_worlds[w].about,
                        coverage_worlds[w].count);
                break;
            }
}

static void markdown_number(FILE *file, int decimals, double value) {
    if (isfinite(value))
        fprintf(file, " %.*f |", decimals, value);
    else
        fputs(" |", file);
}

void coverage_write_markdown(const coverage_table *table, FILE *file) {
    write_summaries(table, file);
    fputs("\n", file);
    write_worlds(table, file);
    fputs("\n| estimator | number | world | seeds | claims | refused | flagged | misfit | width ÷ known | bias ÷ error "
          "| bias % | "
          "scatter ÷ error | 50 % | 90 % | 95 % "
          "|\n|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
          file);
    for (size_t i = 0; i < table->count; i++) {
        const coverage_row *r = &table->row[i];
        fprintf(file, "| %s | %s | %s | %zu | %zu | %.0f %% | %.0f %% | %.0f %% |", r->estimator->name,
                quantity_name(r), r->world->name, r->seeds, r->claims, percent((double)r->refused / (double)r->seeds),
                percent((double)r->flagged / (double)r->seeds), percent((double)r->misfit / (double)r->seeds));
        markdown_number(file, 2, r->width);
        markdown_number(file, 2, r->bias);
        markdown_number(file, 2, r->bias_percent);
        markdown_number(file, 2, r->ratio);
        for (int l = 0; l < COVERAGE_LEVELS; l++)
            markdown_number(file, 0, percent(r->covered[l]));
        fputs("\n", file);
    }
}

static void json_member(FILE *file, const char *name, double value) {
    if (isfinite(value))
        fprintf(file, ", \"%s\": %.6g", name, value);
    else
        fprintf(file, ", \"%s\": null", name);
}

void coverage_write_json(const coverage_table *table, FILE *file) {
    fputs("[\n", file);
    for (size_t i = 0; i < table->count; i++) {
        const coverage_row *r = &table->row[i];
        fprintf(file,
                "  {\"estimator\": \"%s\", \"number\": \"%s\", \"world\": \"%s\", \"seeds\": %zu, \"claims\": %zu, "
                "\"refused\": %zu, \"flagged\": %zu, \"misfit\": %zu",
                r->estimator->name, quantity_name(r), r->world->name, r->seeds, r->claims, r->refused, r->flagged,
                r->misfit);
        json_member(file, "width_of_known", r->width);
        json_member(file, "bias_errors", r->bias);
        json_member(file, "bias_percent", r->bias_percent);
        json_member(file, "scatter_errors", r->ratio);
        json_member(file, "covered_50", r->covered[0]);
        json_member(file, "covered_90", r->covered[1]);
        json_member(file, "covered_95", r->covered[2]);
        fputs(i + 1 < table->count ? "},\n" : "}\n", file);
    }
    fputs("]\n", file);
}
