/* Recorded angles that wrap.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_UNWRAP_H
#define ROUTH_SRC_DATA_UNWRAP_H

#include <routh/data.h>

/* The same for one trajectory: it needs only time, theta and, where it was recorded, omega. `frame` is the usual step, s.
 * False: it turns too fast, and stays as it is. */
bool routh_trajectory_unwrap(routh_trajectory *one, double frame, size_t *jumps);

/* Makes the angles of every trajectory continuous where the recorder wrapped them, by whole turns, and logs how many
 * jumps there were. What turns too fast for that stays as recorded, with a warning. */
void routh_dataset_unwrap(routh_context *context, routh_dataset *dataset);

#endif
