/* A massé shot and the ball's path after it, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *ball_json(const routh_ball *ball) {
    json_t *object = json_object();
    routh_json_put(&object, "position", routh_json_numbers(ball->position, 3));
    routh_json_put(&object, "velocity", routh_json_numbers(ball->velocity, 3));
    routh_json_put(&object, "spin", routh_json_numbers(ball->spin, 3));
    return object;
}

static json_t *pair_json(const routh_pair *pair) {
    json_t *object = json_object();
    routh_json_put(&object, "mu", routh_json_number(pair->mu));
    routh_json_put(&object, "e", routh_json_number(pair->eps));
    routh_json_put(&object, "eta2", routh_json_number(pair->eta2));
    return object;
}

static json_t *constants_json(const routh_billiards *b) {
    json_t *object = json_object();
    routh_json_put(&object, "ball_mass", routh_json_number(b->ball_mass));
    routh_json_put(&object, "ball_radius", routh_json_number(b->ball_radius));
    routh_json_put(&object, "cue_mass", routh_json_number(b->cue_mass));
    routh_json_put(&object, "tip", pair_json(&b->tip));
    routh_json_put(&object, "table", pair_json(&b->table));
    routh_json_put(&object, "table_stiffness", routh_json_number(b->table_stiffness));
    routh_json_put(&object, "cloth_sliding", routh_json_number(b->cloth_sliding));
    routh_json_put(&object, "cloth_rolling", routh_json_number(b->cloth_rolling));
    routh_json_put(&object, "spin_deceleration", routh_json_number(b->spin_deceleration));
    routh_json_put(&object, "gravity", routh_json_number(b->gravity));
    routh_json_put(&object, "least_hop", routh_json_number(b->least_hop));
    return object;
}

static json_t *shot_json(const routh_shot_answer *answer) {
    json_t *object = json_object(), *shot = json_object(), *path = json_array();
    routh_json_put(&shot, "elevation", routh_json_number(answer->shot.elevation));
    routh_json_put(&shot, "azimuth", routh_json_number(answer->shot.azimuth));
    routh_json_put(&shot, "speed", routh_json_number(answer->shot.speed));
    routh_json_put(&shot, "side", routh_json_number(answer->shot.side));
    routh_json_put(&shot, "up", routh_json_number(answer->shot.up));
    routh_json_put(&shot, "ball_position", routh_json_numbers(answer->shot.ball_position, 2));
    routh_json_put(&shot, "ball_velocity", routh_json_numbers(answer->shot.ball_velocity, 3));
    routh_json_put(&shot, "ball_spin", routh_json_numbers(answer->shot.ball_spin, 3));
    routh_json_put(&object, "shot", shot);
    routh_json_put(&object, "constants", constants_json(&answer->billiards));
    routh_json_put(&object, "ball", ball_json(&answer->result.ball));
    routh_json_put(&object, "cue_speed", routh_json_number(answer->result.cue_speed));
    routh_json_put(&object, "cue_impulse", routh_json_numbers(answer->result.cue_impulse, 3));
    routh_json_put(&object, "table_impulse", routh_json_numbers(answer->result.table_impulse, 3));
    routh_json_put(&object, "energy_before", routh_json_number(answer->result.energy_before));
    routh_json_put(&object, "energy", routh_json_number(answer->result.energy_after));
    routh_json_put(&object, "tip_slipped", json_boolean(answer->result.tip_slipped));
    for (size_t i = 0; i < answer->path.count; i++) {
        const routh_path_piece *piece = &answer->path.piece[i];
        json_t *entry = ball_json(&piece->ball);
        routh_json_put(&entry, "kind", json_string(routh_name(&routh_path_kinds, piece->kind)));
        routh_json_put(&entry, "start", routh_json_number(piece->start));
        routh_json_put(&entry, "duration", routh_json_number(piece->duration));
        routh_json_add(&path, entry);
    }
    routh_json_put(&object, "path", path);
    return object;
}

routh_status routh_shot_write(routh_context *context, const routh_shot_answer *answer, routh_io to) {
    if (routh_wants_text(&to))
        return routh_shot_write_text(context, answer, to);
    if (routh_wants_csv(&to))
        return routh_shot_write_csv(context, answer, to);
    return routh_json_write(context, shot_json(answer), JSON_REAL_PRECISION(17), to);
}
