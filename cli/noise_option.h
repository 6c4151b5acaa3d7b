/* Noise of each measured channel, as options have it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_NOISE_OPTION_H
#define ROUTH_CLI_NOISE_OPTION_H

#include <routh/routh.h>

/* What a value looks like. */
#define NOISE_VALUE "Y,THETA,VX,VY,OMEGA"

/* Five numbers with commas between. 0, or the exit code after a message; `otherwise` ends it: what may be given instead,
 * or "". */
int parse_noise(const char *verb, const char *text, const char *otherwise, routh_noise *noise);

#endif
