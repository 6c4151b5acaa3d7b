/* Flags one by one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_FLAGS_H
#define ROUTH_SRC_BASE_FLAGS_H

/* Takes the lowest flag out of the set, which must not be empty, and returns it. */
static inline unsigned routh_take_flag(unsigned *flags) {
    const unsigned lowest = *flags & (~*flags + 1);
    *flags ^= lowest;
    return lowest;
}

#endif
