/* The search that an option names.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

routh_status routh_search_by(routh_context *context, const routh_separable *problem, routh_descent *descent,
                             routh_insertion_method method, routh_lm_search *search) {
    if (method == ROUTH_LEVENBERG_MARQUARDT)
        return routh_levenberg_marquardt(context, problem, descent, search);
    descent->memory.width = 0;
    return routh_nelder_mead(context, problem, &descent->at, &descent->trial, search);
}
