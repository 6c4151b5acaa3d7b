/* Starts by contact mode: which pairs of parts touch is discrete, and a search does not leave the mode it begins in
 * unless the wrench pushes it out. A pair that is open has no gradient at all.
 *
 * A mode says of each pair, at the depths it has in the recording, whether it touches. The displacements of least |z|
 * that make it so are where a search in the sketch begins.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_MODES_H
#define ROUTH_SRC_INSERTION_MODES_H

#include "insertion/sketch.h"

/* Where searches in the geometry itself are worth starting, the most promising first. */
typedef struct routh_starts {
    size_t count, unknowns;
    double *z;         /* count × unknowns, in prior deviations */
    double *objective; /* of the sketch */
    size_t modes;      /* that searches began from */
    bool more;         /* there are further modes within reach of the prior */
} routh_starts;

/* At most `most` starts, at this γ; no two of them alike. */
routh_status routh_starts_find(routh_context *context, routh_sketch *sketch, double gamma, size_t most,
                               routh_starts *starts);
void routh_starts_release(routh_context *context, routh_starts *starts);

#endif
