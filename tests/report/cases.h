/* Studies of one energy ellipse that the tests of the report room share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_CASES_H
#define ROUTH_TESTS_REPORT_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <routh/routh.h>

static inline routh_impact_study_options options_with(double mu, double eps, const routh_law *const *laws,
                                                      size_t count) {
    routh_impact_study_options options = routh_impact_study_options_default();
    options.mu = mu;
    options.eps = eps;
    options.laws = laws;
    options.law_count = count;
    return options;
}

static inline routh_impact_study study_of(const routh_impact *impact, double mu, double eps) {
    routh_context context = routh_context_default();
    routh_impact_study study;
    const routh_impact_study_options options = options_with(mu, eps, NULL, 0);
    if (routh_impact_study_run(&context, impact, &options, &study) != ROUTH_OK)
        fail_msg("%s", context.message);
    return study;
}

/* What is written under that name; the caller frees it. */
static inline char *written_as(const char *name, const routh_impact_study *study) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_impact_study_write(NULL, study, routh_io_buffer(&buffer, name)), ROUTH_OK);
    return buffer.byte;
}

#endif
