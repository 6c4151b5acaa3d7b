/* A file that appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_WRITE_WHOLE_H
#define ROUTH_SRC_DATA_WRITE_WHOLE_H

#include "base/context.h"

/* Writes the bytes beside `path` and puts them in its place, with the mode of what was there before. */
routh_status routh_write_whole(routh_context *context, const char *path, const void *bytes, size_t size);

#endif
