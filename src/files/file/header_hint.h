/* Why a header may lack the columns that were looked for.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_HEADER_HINT_H
#define ROUTH_SRC_DATA_HEADER_HINT_H

#include <stddef.h>

/* Continues the message, from its semicolon. */
const char *routh_header_hint(const char *header, size_t length);

#endif
