/* The estimate contact by contact: refitted to the first 5, 6, 8, 10, 13, … contacts, ten counts a decade.
 *
 * The error of a row is multiplied by √(n / free) instead of White's √(used / (used − unknowns)), with n contacts that carry
 * the estimate and `free` of them left by the unknowns (inertia_intervals.c).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fields/structs.h"
#include "inertia/inertia.h"

enum { FIRST_ROW = 7, ROWS_A_DECADE = 10 };

/* Fewer degrees of freedom leave the error itself unknown. */
static const double least_free = 3;

/* An estimate whose error is more than this share of it is none. */
static const double too_uncertain = 0.5;

/* The first row has 5 contacts; the last has all of them. */
static size_t contacts_of(size_t row, size_t count) {
    const double wanted = round(pow(10, (double)(row + FIRST_ROW) / ROWS_A_DECADE));
    return wanted < (double)count ? (size_t)wanted : count;
}

static void judge_row(const routh_inertia_estimate *fit, routh_inertia_row *row) {
    const double unknowns = fit->unknowns, free = fit->freedom[0], carriers = free + unknowns;
    const double used = (double)fit->used, white = used / fmax(used - unknowns, 1);
    row->used = fit->used;
    if (!(free >= least_free) || !isfinite(fit->m_over_i_error)) {
        row->why = "too few contacts with a lever to determine an error";
        return;
    }
    const double error = fit->m_over_i_error * sqrt(fmax(1, carriers / free / white));
    if (!(fit->m_over_i > 0) || !(error <= too_uncertain * fit->m_over_i)) {
        row->why = "its error is more than half of it";
        return;
    }
    row->m_over_i = fit->m_over_i;
    row->error = error;
    row->low = fit->m_over_i - routh_student_quantile(0.95, free) * error;
    row->high = fit->m_over_i + routh_student_quantile(0.95, free) * error;
}

/* Refusals of the first contacts are rows; only want of memory ends the whole. */
static routh_status fit_row(routh_context *context, const routh_record *record, const routh_inertia_options *options,
                            routh_inertia_row *row) {
    routh_inertia_estimate fit;
    *row = (routh_inertia_row){
        .contacts = row->contacts, .m_over_i = NAN, .error = NAN, .low = NAN, .high = NAN, .why = NULL};
    const routh_status status = routh_inertia_fit(context, record, row->contacts, options, &fit);
    if (routh_ends_all(status))
        return status;
    if (status != ROUTH_OK) {
        row->why = status == ROUTH_NOT_ENDED ? "noise leaves it open" : "no contact turns the body";
        return ROUTH_OK;
    }
    judge_row(&fit, row);
    routh_inertia_estimate_release(context, &fit);
    return ROUTH_OK;
}

routh_status routh_inertia_online(routh_context *context, const routh_record *records, size_t count,
                                  const routh_inertia_options *options, routh_inertia_history *history) {
    const routh_inertia_options defaults = routh_inertia_options_default();
    options = options ? options : &defaults;
    if (!history)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "inertia: the history is NULL");
    *history = (routh_inertia_history){0};
    routh_status status = routh_inertia_check(context, records, count, options);
    if (status != ROUTH_OK)
        return status;
    size_t rows = 1;
    while (contacts_of(rows - 1, count) < count)
        rows++;
    history->row = routh_allocate(context, rows, sizeof *history->row);
    if (!history->row)
        return ROUTH_OUT_OF_MEMORY;
    for (; status == ROUTH_OK && history->count < rows; history->count++) {
        routh_inertia_row *row = &history->row[history->count];
        row->contacts = contacts_of(history->count, count);
        status = fit_row(context, records, options, row);
    }
    if (status != ROUTH_OK)
        routh_inertia_history_release(context, history);
    else if (context)
        context->message[0] = '\0'; /* of rows that were refused */
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_inertia_history)
