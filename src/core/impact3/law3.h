/* Every law in space. A new law is one file and one line here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_LAW3_H
#define ROUTH_SRC_IMPACT3_LAW3_H

#include <routh/impact3.h>

#define ROUTH_LAW3_TABLE(X)                                                                                            \
    X(frictionless)                                                                                                    \
    X(rigid)                                                                                                           \
    X(compliant)

#define ROUTH_LAW3_DECLARE(name) extern const routh_law3 routh_law3_##name;
ROUTH_LAW3_TABLE(ROUTH_LAW3_DECLARE)
#undef ROUTH_LAW3_DECLARE

#define ROUTH_LAW3_ONE(name) +1
enum { ROUTH_LAWS3 = ROUTH_LAW3_TABLE(ROUTH_LAW3_ONE) };
#undef ROUTH_LAW3_ONE

/* The parameters that laws share, in the order in which they have them. Fits look for μ up to ROUTH_MU_CAP. */
#define ROUTH_PARAMETER3_EPS                                                                                           \
    { "eps", "e", "1", "√(energy that the normal force gives back ÷ takes)", 0.0, 1.0, 0.5, 0.0, 0.0, false }
#define ROUTH_PARAMETER3_MU                                                                                            \
    { "mu", "μ", "1", "coefficient of friction", 0.0, ROUTH_MU_HIGH, 0.3, 0.0, 0.0, true }
#define ROUTH_PARAMETER3_ETA2                                                                                          \
    {                                                                                                                  \
        "eta2", "η²", "1", "normal ÷ tangential stiffness of the contact", ROUTH_ETA2_LOW, ROUTH_ETA2_HIGH, 17.0 / 14, \
            1e-3, 1e3, false                                                                                           \
    }

#endif
