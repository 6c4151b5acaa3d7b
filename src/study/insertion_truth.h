/* The truth of a generated insertion in an estimate's terms.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_STUDY_INSERTION_TRUTH_H
#define ROUTH_SRC_STUDY_INSERTION_TRUTH_H

#include <routh/study.h>

/* The truth of a generated recording in the terms of an estimate x with its standard errors: the small motion of object 1
 * as a whole, which equation 19 leaves open and every estimated displacement of its parts contains, is fitted and
 * added. `aligned` has truth->count values, as many as the assembly. */
routh_status routh_insertion_truth_align(routh_context *context, const routh_assembly *assembly,
                                         const routh_insertion_truth *truth, const double *x, const double *error,
                                         double *aligned);

#endif
