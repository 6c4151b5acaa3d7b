/* An interval from the values of many resamples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IDENTIFY_INTERVAL_H
#define ROUTH_SRC_IDENTIFY_INTERVAL_H

#include <routh/identify.h>

/* What is left when a share `tail` of the values is left out at each end, and their standard deviation. Sorts them; at
 * least 2. */
routh_interval routh_interval_of(double *value, size_t count, double tail);

#endif
