/* Unknowns besides the displacements of the assembly, and how to see whether they are needed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_FURTHER_H
#define ROUTH_SRC_INSERTION_FURTHER_H

#include "insertion/identify.h"

/* The assembly with further displacements behind its own: ROUTH_ALSO_…. The objects are those of the assembly; only
 * the list of displacements belongs to the result. */
routh_status routh_assembly_extend(routh_context *context, const routh_assembly *assembly, unsigned also,
                                   const routh_insertion_options *options, routh_assembly *extended);

/* The assembly for `count` recordings together: where the reference pose or the offset differs, every recording has an
 * offset of its own, and motions of the reference pose, which are the last `motions` displacements. Displacements of the parts, and errors of
 * sensors, are common. */
routh_status routh_assembly_for_all(routh_context *context, const routh_assembly *assembly, size_t motions,
                                    const routh_insertion *const *recording, size_t count, routh_assembly *extended);

void routh_extended_release(routh_context *context, routh_assembly *extended);

/* What one step of least squares from the displacements x of `assembly` makes of the displacements that `extended` has
 * more: `suspect` has room for them. For a latency, with which all contacts change, a search comes before the step. */
routh_status routh_find_suspects(routh_context *context, const routh_assembly *assembly, const routh_assembly *extended,
                                 const routh_insertion *insertion, const routh_insertion_options *options,
                                 const double *x, routh_suspect *suspect);

#endif
