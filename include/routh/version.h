/* The version: the one place that states it. CMake and the packages read it here, so that a clone's headers need no build.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_VERSION_H
#define ROUTH_VERSION_H

#define ROUTH_VERSION_MAJOR 0
#define ROUTH_VERSION_MINOR 3
#define ROUTH_VERSION_PATCH 0
#define ROUTH_VERSION       "0.3.0"

#endif
