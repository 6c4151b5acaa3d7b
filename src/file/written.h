/* The last step of every writer.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_WRITTEN_H
#define ROUTH_SRC_BASE_WRITTEN_H

#include <stdio.h>

#include <routh/base.h>

/* Flushes the file: ROUTH_OK, or ROUTH_FILE_ERROR with the system's reason when anything written to it was lost. */
routh_status routh_written(routh_context *context, FILE *file);

#endif
