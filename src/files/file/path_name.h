/* What a file or folder is called.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_PATH_NAME_H
#define ROUTH_SRC_FILE_PATH_NAME_H

#include <stdbool.h>

#include <routh/base.h>

/* The last part of a path, of a file without its ending: "drops/ellipse_uniform.mat" → "ellipse_uniform". A folder has none:
 * "2024.05.drops/" → "2024.05.drops". A name that is cut ends between characters. */
void routh_name_of_path(const char *path, bool folder, char name[ROUTH_NAME_SIZE]);

#endif
