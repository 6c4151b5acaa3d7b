/* One way to refuse an input that is outside its range: the message has the value, the unit and the range, the context
 * the field. The ranges that several options share are in <routh/base.h>.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_LIMITS_H
#define ROUTH_SRC_BASE_LIMITS_H

#include <routh/base.h>

typedef struct routh_limit {
    const char *field; /* of the options, "rate" */
    const char *unit;  /* "" where there is none */
    double value;
    double low, high; /* both allowed; NaN never is */
} routh_limit;

/* The first input that is outside; `what` is whose it is, in the message: "run". */
routh_status routh_check_limits(routh_context *context, const char *what, const routh_limit *limit, size_t count);

/* The same for whole numbers, low … high. */
routh_status routh_check_count(routh_context *context, const char *what, const char *field, size_t value, size_t low,
                               size_t high);

/* A law is fitted to so many impacts, counting repetition; `fields` say how many, "draws k_max". */
routh_status routh_check_fitted(routh_context *context, const char *what, const char *fields, double impacts);

#endif
