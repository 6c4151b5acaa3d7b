/* From drops to a dataset.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION_THROWS_H
#define ROUTH_SRC_MOTION_THROWS_H

#include <routh/motion.h>
#include <routh/simulate.h>

/* The records of a run, one for each moment of touching. `record` holds run->record_count; returns how many. */
size_t routh_records_of_run(const routh_world_generator *throws, const routh_run *run, long trajectory,
                            routh_record *record);

/* Noise and rounding, as routh_world_generator says, on samples and records. */
void routh_disturb(const routh_world_generator *throws, routh_dataset *dataset);

/* The start state of toss `index`, counted from 0; it does not depend on which others are made. */
routh_state3 routh_world3_generator_at(const routh_world3_generator *generator, size_t index);

#endif
