/* Which numbers the readers and the segmentation of datasets in space accept.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_DATASET3_H
#define ROUTH_SRC_DATA_DATASET3_H

#include <routh/data.h>

typedef struct routh_stated_number {
    const char *what, *unit;
    double value;
    int may_be_zero;
    routh_status status; /* of a number that is not valid */
    const char *field;   /* of the options */
    double low, high;    /* the range of one that is not 0 */
} routh_stated_number;

/* Finite, positive and within its range, or 0 where that may be? The message names the first that is not. */
routh_status routh_stated_numbers_check(routh_context *context, const routh_stated_number *number, size_t count);

/* Are the numbers that are given valid? */
routh_status routh_import3_options_check(routh_context *context, const routh_import3_options *options);

#endif
