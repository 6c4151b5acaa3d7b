/* URDF for MuJoCo: it has no ground and no free body, so both are added.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINES_MUJOCO_FILE_H
#define ROUTH_ENGINES_MUJOCO_FILE_H

#include "adapter.h"

/* The text of a URDF file with a ground, z ≤ 0, and a free joint from it to the first link. NULL with no error where the file is
 * none, or has a link called world: it is then taken as it is. NULL with an error where it cannot be read. Release with free. */
char *mujoco_urdf_text(const char *path, size_t *length, char error[ENGINE_ERROR]);

#endif
