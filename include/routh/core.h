/* The core: laws, bodies, motion and fits of laws. Numbers in, numbers out; it needs nothing but libc and libm (librouth-core).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CORE_H
#define ROUTH_CORE_H

#include <routh/base.h>
#include <routh/fit.h>
#include <routh/geometry.h>
#include <routh/impact.h>
#include <routh/impact3.h>
#include <routh/motion.h>
#include <routh/motion3.h>

#endif
