/* A JSON value as a whole output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_JSON_WRITE_H
#define ROUTH_SRC_FILE_JSON_WRITE_H

#include <jansson.h>

#include <routh/file.h>

/* How results are laid out: for people to look into, with as many digits as anyone believes. */
#define ROUTH_JSON_RESULTS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

/* Writes the value, which it takes, and a newline; NULL: memory ran out while it was built. `flags` are jansson's. */
routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to);

#endif
