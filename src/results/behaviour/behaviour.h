/* Inside of the behaviour room: impacts with what laws need of them, and the steps from these to a behaviour.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BEHAVIOUR_BEHAVIOUR_H
#define ROUTH_SRC_BEHAVIOUR_BEHAVIOUR_H

#include <routh/behaviour.h>

#include "engine/engine.h"

/* Newton's restitution, friction against the slip after: what simulators solve that take velocities at the end of a step. Not
 * in the registry: no contact is made like that. */
extern const routh_law3 routh_law3_stepped;

/* The same with two directions of friction, along the slip before and across it; and without the second. */
extern const routh_law3 routh_law3_stepped_pyramid, routh_law3_stepped_line;

/* Fewer impacts cannot compare laws. */
enum { ROUTH_BEHAVIOUR_FEWEST = 8 };

/* An empty behaviour of that name, its options checked; room for impacts; which laws are best. */
routh_status routh_behaviour_begin(routh_context *context, const char *name, const routh_behaviour_options *options,
                                   routh_behaviour *behaviour);
routh_status routh_behaviour_reserve(routh_context *context, size_t count, routh_behaviour *behaviour);
void routh_behaviour_rank(routh_behaviour *behaviour);

/* What a sample in space says by itself. */
void routh_behaviour_take3(const routh_sample3 *sample, routh_behaviour_impact *impact);

/* Everything from the samples on; impacts are as long as they, in the same order. */
routh_status routh_behaviour_of_samples3(routh_context *context, const routh_sample3 *sample,
                                         const routh_behaviour_options *options, routh_behaviour *behaviour);

/* Once impacts, laws and kinds are there: line, bins, friction, energy, words. `contact`: of every impact. */
routh_status routh_behaviour_conclude(routh_context *context, const routh_contact3 *contact,
                                      const routh_behaviour_options *options, routh_behaviour *behaviour);

/* Is the law's error no more than the least one, or hardly more? */
bool routh_behaviour_is_alike(const routh_behaviour *behaviour, size_t law);

/* Is less than a quarter of the contacts, or throws, judged? */
bool routh_behaviour_is_few(const routh_behaviour *behaviour);

/* Does the best law explain the impacts? */
bool routh_behaviour_is_explained(const routh_behaviour *behaviour);

routh_status routh_behaviour_say(routh_context *context, routh_behaviour *behaviour);

/* Finds the contacts in what a simulator wrote, for routh_behaviour_of_dataset: they may last, and heights are taken as
 * recorded, unless at least twice as many contacts can be used with a calibration. */
routh_status routh_behaviour_segment3(routh_context *context, const routh_segment3_options *options,
                                      routh_dataset3 *dataset);

/* From an engine that has a world: that of routh_driver_make with this body, or, where `body` is NULL, that of
 * routh_driver_load. Velocities are the engine's own. `step`: its step, s. */
routh_status routh_behaviour_of_driver(routh_context *context, routh_driver *driver, const routh_engine_body *body,
                                       const routh_driver_model *model, double step,
                                       const routh_behaviour_throws *throws, const routh_behaviour_options *options,
                                       routh_behaviour *behaviour);

#endif
