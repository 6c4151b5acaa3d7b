/* For static analysers, which look at one file at a time: a failure's status is the one that was given. Without this they
 * follow ways on which routh_fail answers ROUTH_OK, and find what no way leads to. scripts/analyse includes it first.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_HOUSE_ANALYSER_H
#define ROUTH_TESTS_HOUSE_ANALYSER_H

#include "base/context.h"

#define routh_fail(context, status, ...) ((routh_fail)(context, status, __VA_ARGS__), (status))
#define routh_fail_field(context, status, field, ...)                                                                  \
    ((routh_fail_field)(context, status, field, __VA_ARGS__), (status))

#define routh_fail_at(context, status, ...) ((routh_fail_at)(context, status, __VA_ARGS__), (status))
#define routh_fail_in(context, status, ...) ((routh_fail_in)(context, status, __VA_ARGS__), (status))
#define routh_fail_null(context, ...)       ((routh_fail_null)(context, __VA_ARGS__), ROUTH_BAD_ARGUMENT)

/* The same for the program, whose failures all answer with one exit code. */
#ifdef ROUTH_ANALYSE_CLI
#include "../../cli/message.h"
#define fail(verb, ...) ((fail)(verb, __VA_ARGS__), EXIT_BAD_USE)
#endif

#endif
