/* The data room: reads and writes recordings: datasets of impacts and trajectories, in the plane and in space, and
 * insertions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DATA_H
#define ROUTH_DATA_H

#include <routh/data_impacts.h>
#include <routh/data_insertions.h>
#include <routh/data_tosses.h>

#endif
