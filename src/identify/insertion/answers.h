/* What is said of the minima that were found.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_ANSWERS_H
#define ROUTH_SRC_INSERTION_ANSWERS_H

#include "insertion/basins.h"

/* K, μ and displacements with their errors: of each minimum, and of all together in the estimate itself. The descent
 * is left at the first, where it must be. NULL instead of minima: displacements stay as drawn, where the descent is. */
routh_status routh_answers_fill(routh_context *context, const routh_separable *problem, const routh_basins *basins,
                                routh_descent *descent, routh_insertion_estimate *fit);

#endif
