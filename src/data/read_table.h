/* Comma-separated values as the readers of recordings use them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_TABLE_H
#define ROUTH_SRC_DATA_READ_TABLE_H

#include <stdbool.h>

#include "data/dataset.h"

typedef struct routh_header_column {
    const char *name;
    bool present;
} routh_header_column;

/* Which of these columns does the header have? */
routh_status routh_read_header(routh_source *source, routh_header_column *column, size_t count);

/* Fails if the columns are those of motion in space. */
routh_status routh_refuse_spatial(routh_source *source);

#endif
