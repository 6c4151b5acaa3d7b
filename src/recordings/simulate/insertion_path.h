/* Paths of insertions inside other files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SIMULATE_INSERTION_PATH_H
#define ROUTH_SRC_SIMULATE_INSERTION_PATH_H

#include <jansson.h>

#include <routh/simulate.h>

/* The path as routh_insertion_path_read reads it below "path". */
json_t *routh_insertion_path_json(const routh_insertion_path *path);

/* What the path's stages want `time` after the first contact; false: they are over. */
bool routh_insertion_path_wants(const routh_insertion_path *path, double time, double wrench[6]);

/* How long the stages last, s. */
double routh_insertion_path_time(const routh_insertion_path *path);

/* Object 1 in object 2's axes at the reference pose of a generated recording, as it truly is: equation 19 assumes it mated
 * but for an offset along X. */
routh_pose3 routh_insertion_true_reference(const routh_insertion *insertion);

#endif
