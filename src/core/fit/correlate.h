/* How the parameters of a law are correlated over resamples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_CORRELATE_H
#define ROUTH_SRC_FIT_CORRELATE_H

#include <routh/impact.h>

/* Of values[parameter × draws + draw]; a ratio such as eta2, which fits seek in its logarithm, in that. */
routh_status routh_parameters_correlate(routh_context *context, const routh_parameter *parameter, int count,
                                        const double *values, size_t draws,
                                        double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]);

#endif
