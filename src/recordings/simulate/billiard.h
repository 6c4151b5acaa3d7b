/* What the billiards share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SIMULATE_BILLIARD_H
#define ROUTH_SRC_SIMULATE_BILLIARD_H

#include <routh/simulate.h>

routh_status routh_billiards_check(routh_context *context, const routh_billiards *billiards);

routh_status routh_shot_check(routh_context *context, const routh_shot *shot);

/* The moment of the strike: the ball's centre at height r. Release with routh_scene_release. */
routh_status routh_shot_scene(routh_context *context, const routh_billiards *billiards, const routh_shot *shot,
                              routh_scene *scene);

#endif
