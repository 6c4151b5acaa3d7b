/* What makes a scene legal, whether or not anything in it closes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_SCENE_H
#define ROUTH_SRC_IMPACT3_SCENE_H

#include <routh/impact3.h>

/* Everything that routh_scene_check demands except a closing contact: a scene stays legal after a collision. */
routh_status routh_scene_legal(routh_context *context, const routh_scene *scene);

#endif
