/* Constants of nature and of geometry.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_CONSTANTS_H
#define ROUTH_SRC_BASE_CONSTANTS_H

#define ROUTH_PI 3.14159265358979323846

#endif
