/* The identify room: recorded impacts made into samples, and the recorded quantities on which a parameter may depend.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_IDENTIFY_H
#define ROUTH_IDENTIFY_H

#include <routh/data.h>
#include <routh/fit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The used records of a dataset, read in that frame. *samples is allocated; release with routh_samples_release. Records
 * whose contact does not close in that frame are left out and counted in *separating (may be NULL). */
ROUTH_API routh_status routh_samples_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                        routh_sample **samples, size_t *count, size_t *separating);
ROUTH_API void routh_samples_release(routh_context *context, routh_sample *samples);

/* The used records of a segmented dataset. *samples is allocated; release with routh_samples3_release. */
ROUTH_API routh_status routh_samples3_of(routh_context *context, const routh_dataset3 *dataset, routh_sample3 **samples,
                                         size_t *count);
ROUTH_API void routh_samples3_release(routh_context *context, routh_sample3 *samples);

/* All quantities that a dataset has: routh_quantities, then its further columns. NULL past the end. `unit` (may
 * be NULL): "m", or "" where it is not known. */
ROUTH_API const char *routh_quantity_at(const routh_dataset *dataset, size_t index, const char **unit);

/* One quantity of every sample, of which the dataset is the origin; NaN where it is missing. An unknown name is
 * ROUTH_BAD_ARGUMENT, with the nearest one in the message. */
ROUTH_API routh_status routh_quantity_of(routh_context *context, const routh_dataset *dataset,
                                         const routh_sample *samples, size_t count, const char *name, double *value);

/* The covariates' quantities of every sample: (*value)[i * covariate_count + k] is that of sample i and covariate k.
 * Refused: a parameter that no law has, an unknown quantity, a degree out of range, the same twice, a quantity that
 * some samples lack. *value is allocated; release with routh_covariates_release. */
ROUTH_API routh_status routh_covariates_of(routh_context *context, const routh_dataset *dataset,
                                           const routh_sample *samples, size_t count, const routh_covariate *covariates,
                                           size_t covariate_count, double **value);
ROUTH_API void routh_covariates_release(routh_context *context, double *value);

#ifdef __cplusplus
}
#endif
#endif
