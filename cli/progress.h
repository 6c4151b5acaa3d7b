/* How far long work has got, on standard error where that is a terminal and the work takes longer than a second.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_PROGRESS_H
#define ROUTH_CLI_PROGRESS_H

#include <routh/base.h>

/* Makes the context report here. */
void progress_show(routh_context *context);

/* Wipes the line. */
void progress_end(void);

#endif
