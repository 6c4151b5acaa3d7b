/* What makes a scene legal, whether or not anything in it closes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_SCENE_H
#define ROUTH_SRC_IMPACT3_SCENE_H

#include <routh/impact3.h>

/* All that routh_scene_check demands but a closing contact: after a collision a scene is still a scene. */
routh_status routh_scene_legal(routh_context *context, const routh_scene *scene);

#endif
