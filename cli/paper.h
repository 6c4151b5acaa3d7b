/* The parts of `routh paper`.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_PAPER_H
#define ROUTH_CLI_PAPER_H

#include "verbs.h"

extern const program_verb verb_paper_ball, verb_paper_pencil, verb_paper_masse, verb_paper_noise,
    verb_paper_limitations, verb_paper_guides;

#endif
