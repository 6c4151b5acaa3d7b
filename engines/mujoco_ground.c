/* SPDX-License-Identifier: BSD-3-Clause */
#include "mujoco_ground.h"

#include <math.h>
#include <stdio.h>

/* As MuJoCo filters geoms; bodies it excludes by name are not looked at. */
static bool can_touch(const mjModel *model, int a, int b) {
    for (int i = 0; i < model->npair && model->opt.collision != mjCOL_DYNAMIC; i++)
        if ((model->pair_geom1[i] == a && model->pair_geom2[i] == b) ||
            (model->pair_geom1[i] == b && model->pair_geom2[i] == a))
            return true;
    return model->opt.collision != mjCOL_PAIR &&
           (model->geom_contype[a] & model->geom_conaffinity[b] || model->geom_contype[b] & model->geom_conaffinity[a]);
}

static bool body_touches(const mjModel *model, int body, int geom) {
    for (int i = 0; i < model->ngeom; i++)
        if (model->geom_bodyid[i] == body && can_touch(model, i, geom))
            return true;
    return false;
}

/* A plane, which has no end in MuJoCo, or a box wider than the body, with its top at z = 0. */
static bool is_ground(const mjModel *model, const mjData *data, int geom, double reach) {
    const mjtNum *place = data->geom_xpos + 3 * geom, *turn = data->geom_xmat + 9 * geom;
    const mjtNum *half = model->geom_size + 3 * geom;
    const bool is_box = model->geom_type[geom] == mjGEOM_BOX;
    const double top = place[2] + (is_box ? half[2] : 0);
    if (!is_box && model->geom_type[geom] != mjGEOM_PLANE)
        return false;
    if (is_box && !(half[0] - fabs(place[0]) > reach && half[1] - fabs(place[1]) > reach))
        return false;
    return fabs(top) <= 1e-6 * reach && hypot(turn[2], turn[5]) <= 1e-6 && turn[8] > 0;
}

static void say_other(const mjModel *model, const mjData *data, int geom, char error[ENGINE_ERROR]) {
    static const char *const kind[] = {"plane",     "height field", "sphere", "capsule",
                                       "ellipsoid", "cylinder",     "box",    "mesh"};
    const int type = model->geom_type[geom];
    const mjtNum *place = data->geom_xpos + 3 * geom, *turn = data->geom_xmat + 9 * geom;
    const char *name = mj_id2name(model, mjOBJ_GEOM, geom);
    snprintf(
        error, ENGINE_ERROR,
        "the body can touch the %s \"%.60s\" at %g %g %g m, its z axis along %g %g %g; the ground must be the plane "
        "z = 0, and nothing else may be in the way",
        type >= 0 && type < 8 ? kind[type] : "geom", name ? name : "", place[0], place[1], place[2], turn[2], turn[5],
        turn[8]);
}

bool mujoco_ground_is_flat(const mjModel *model, mjData *data, int body, double reach, char error[ENGINE_ERROR]) {
    const mjtNum *gravity = model->opt.gravity;
    bool has_ground = false;
    if (!(gravity[0] == 0 && gravity[1] == 0 && gravity[2] <= 0 && isfinite(gravity[2]))) {
        snprintf(error, ENGINE_ERROR, "gravity is %g %g %g m/s²; it must point along -z: 0 0 -9.81", gravity[0],
                 gravity[1], gravity[2]);
        return false;
    }
    mj_kinematics(model, data);
    for (int i = 0; i < model->ngeom; i++) {
        if (model->geom_bodyid[i] == body || !body_touches(model, body, i))
            continue;
        if (!is_ground(model, data, i, reach)) {
            say_other(model, data, i, error);
            return false;
        }
        has_ground = true;
    }
    if (!has_ground)
        snprintf(error, ENGINE_ERROR, "the model has no ground that the body can touch; it must have the plane z = 0");
    return has_ground;
}
