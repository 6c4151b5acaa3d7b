/* Which allocations of a program fail.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_FAIL_MEMORY_H
#define ROUTH_TESTS_CLI_FAIL_MEMORY_H

#include <stdatomic.h>

typedef struct memory_plan {
    atomic_long count; /* so many were asked for */
    long at;           /* the number of the first that fails; 0: none */
    int all;           /* and all after it */
} memory_plan;

/* From here on; the plan must stay. */
void fail_memory_begin(memory_plan *begun);

#endif
