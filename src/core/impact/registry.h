/* Every law, in the order of the papers' tables, then the variants. A new law is one file and one line here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_REGISTRY_H
#define ROUTH_SRC_IMPACT_REGISTRY_H

#include <routh/impact.h>

#define ROUTH_LAW_TABLE(X)                                                                                             \
    X(drumwright_shell)                                                                                                \
    X(ap_poisson)                                                                                                      \
    X(ap_newton)                                                                                                       \
    X(mirtich)                                                                                                         \
    X(wang_mason)                                                                                                      \
    X(whittaker)                                                                                                       \
    X(ap_poisson_normal)                                                                                               \
    X(smith)                                                                                                           \
    X(chatterjee_ruina)                                                                                                \
    X(frictionless)                                                                                                    \
    X(compliant)

#define ROUTH_LAW_DECLARE(name) extern const routh_law routh_law_##name;
ROUTH_LAW_TABLE(ROUTH_LAW_DECLARE)
#undef ROUTH_LAW_DECLARE

/* ROUTH_UNKNOWN_LAW, the message suggesting the nearest of `count` names: in the plane and in space. */
void routh_fail_unknown_law(routh_context *context, const char *name, size_t count,
                            const char *(*name_at)(size_t index, const void *user));

#endif
