/* Random bits, for streams of streams.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_RANDOM_H
#define ROUTH_SRC_BASE_RANDOM_H

#include <routh/base.h>

uint64_t routh_random_bits(routh_random *random);

#endif
