/* What the tests of models share: impacts of a law, and calls that must succeed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_MODEL_MODEL_CASES_H
#define ROUTH_TESTS_MODEL_MODEL_CASES_H

#include "../identify/generated.h"

/* The call with a context of its own in front, whose message is shown when it fails. */
#define assert_ok_to(call, ...)                                                                                        \
    do {                                                                                                               \
        routh_context told = routh_context_default();                                                                  \
        if (call(&told, __VA_ARGS__) != ROUTH_OK)                                                                      \
            fail_msg(#call ": %s", told.message);                                                                      \
    } while (0)

#endif
