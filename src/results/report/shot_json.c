/* A massé shot and the ball's path after it, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *ball_json(const routh_ball *ball) {
    return ROUTH_JSON_FIELDS(routh_ball, ball, position, velocity, spin);
}

static json_t *pair_json(const routh_pair *pair) {
    json_t *object = ROUTH_JSON_FIELDS(routh_pair, pair, mu);
    routh_json_put(&object, "e", routh_json_number(pair->eps));
    ROUTH_PUT(&object, routh_pair, pair, eta2);
    return object;
}

static json_t *constants_json(const routh_billiards *b) {
    json_t *object = ROUTH_JSON_FIELDS(routh_billiards, b, ball_mass, ball_radius, cue_mass);
    routh_json_put(&object, "tip", pair_json(&b->tip));
    routh_json_put(&object, "table", pair_json(&b->table));
    ROUTH_PUT_SPAN(&object, routh_billiards, b, table_stiffness, least_hop);
    return object;
}

static json_t *shot_json(const routh_shot_answer *answer) {
    json_t *object = json_object(), *shot = json_object(), *path = json_array();
    ROUTH_PUT_SPAN(&shot, routh_shot, &answer->shot, elevation, ball_spin);
    routh_json_put(&object, "shot", shot);
    routh_json_put(&object, "constants", constants_json(&answer->billiards));
    routh_json_put(&object, "ball", ball_json(&answer->result.ball));
    ROUTH_PUT_SPAN(&object, routh_shot_result, &answer->result, cue_speed, energy_before);
    ROUTH_PUT(&object, routh_shot_result, &answer->result, energy_after, tip_slipped);
    for (size_t i = 0; i < answer->path.count; i++) {
        const routh_path_piece *piece = &answer->path.piece[i];
        json_t *entry = ball_json(&piece->ball);
        ROUTH_PUT(&entry, routh_path_piece, piece, kind, start, duration);
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
