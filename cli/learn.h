/* What `routh learn` trained and how it did, in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_LEARN_H
#define ROUTH_CLI_LEARN_H

#include <stdio.h>

#include <routh/routh.h>

void learn_write_text(FILE *file, const routh_training *training);

#endif
