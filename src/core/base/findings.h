/* Making findings: sentences, printf-style, with the numbers behind them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_FINDINGS_H
#define ROUTH_SRC_BASE_FINDINGS_H

#include <math.h>

#include <routh/base.h>

/* Who speaks, and where to. The first failure, for want of memory, stays, and nothing more is said after it. */
typedef struct routh_speech {
    routh_context *context;
    routh_findings *findings;
    routh_status status;
} routh_speech;

/* Numbers of a finding; NaN where it has none. */
typedef struct routh_finding_numbers {
    double expected, found, error;
    const char *unit;
} routh_finding_numbers;

#define ROUTH_NO_NUMBERS ((routh_finding_numbers){NAN, NAN, NAN, ""})

/* Adds a finding; `topic` and the unit must outlive it. */
__attribute__((format(printf, 5, 6))) void routh_find_out(routh_speech *speech, routh_finding_kind kind,
                                                          const char *topic, routh_finding_numbers numbers,
                                                          const char *format, ...);

/* The same without numbers. */
__attribute__((format(printf, 4, 5))) void routh_say(routh_speech *speech, routh_finding_kind kind, const char *topic,
                                                     const char *format, ...);

#endif
