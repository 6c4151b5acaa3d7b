/* Minimising a function of one number.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_LINE_H
#define ROUTH_SRC_ALGEBRA_LINE_H

typedef struct routh_line_point {
    double x, value;
} routh_line_point;

typedef double (*routh_line_function)(double x, void *user);

/* A local minimum between `low` and `high`, to about `tolerance`, begun with a point in between; that point may be one
 * of the ends. */
routh_line_point routh_line_minimum(routh_line_function function, void *user, routh_line_point low,
                                    routh_line_point middle, routh_line_point high, double tolerance);

#endif
