/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINES_MUJOCO_GROUND_H
#define ROUTH_ENGINES_MUJOCO_GROUND_H

#include <mujoco/mujoco.h>

#include "adapter.h"

/* Gravity along −z, and nothing but the ground z = 0 that this body, `reach` m in radius, can touch: what callers take for
 * granted of every world. 0, with a sentence in `error`, where the model has something else. */
bool mujoco_ground_is_flat(const mjModel *model, mjData *data, int body, double reach, char error[ENGINE_ERROR]);

#endif
