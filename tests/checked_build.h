/* Is every access to memory checked? Tests then do less of the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CHECKED_BUILD_H
#define ROUTH_TESTS_CHECKED_BUILD_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHECKED_BUILD 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define CHECKED_BUILD 1
#endif

#endif
