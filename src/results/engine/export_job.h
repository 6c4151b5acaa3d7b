/* The parts of preparing an export.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_EXPORT_JOB_H
#define ROUTH_SRC_ENGINE_EXPORT_JOB_H

#include <routh/engine.h>

/* Shape, mass and world, and the body as engines have it. */
routh_status routh_export_choose_body(routh_context *context, const routh_export_options *options,
                                      routh_export_job *job);

#endif
