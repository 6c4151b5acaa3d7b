/* MuJoCo: soft contacts with elliptic friction cones, Newton's method.
 *
 * A contact is a spring and a damper, in the direct form of solref: r̈ + damping ṙ + stiffness r = (1 − d) a, with a constant
 * impedance d. MuJoCo has no restitution; a damper below the critical one makes bodies bounce.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "mujoco_file.h"
#include "mujoco_ground.h"
#include "shapes.h"

enum { FRICTION, STIFFNESS, DAMPING, IMPEDANCE };

typedef struct scene {
    mjModel *model;
    mjData *data;
    int body, position, velocity; /* the free body, and where its coordinates begin */
    double drag;                  /* force ÷ velocity, N s/m */
    bool has_failed;
} scene;

/* MuJoCo's own errors end the process unless a handler jumps away. */
static jmp_buf escape;
static char escape_text[ENGINE_ERROR];

static void catch_error(const char *text) {
    snprintf(escape_text, sizeof escape_text, "%s", text);
    longjmp(escape, 1);
}

/* Without a handler they go into a file of the folder that the process runs in. */
static void catch_warning(const char *text) {
    fprintf(stderr, "MuJoCo: %s\n", text);
}

static void begin(void) {
    mju_user_error = catch_error;
    mju_user_warning = catch_warning;
}

static const char *version(void) {
    return mj_versionString();
}

static void release(void *made) {
    scene *of = made;
    mj_deleteData(of->data);
    mj_deleteModel(of->model);
    free(of);
}

static void put_shape(FILE *to, const routh_engine_body *body) {
    double half[3], middle[3];
    for (size_t i = 0; i < body->ball_count; i++)
        fprintf(to, "<geom type='sphere' size='%.17g' pos='%.17g %.17g %.17g'/>", body->ball[i][3], body->ball[i][0],
                body->ball[i][1], body->ball[i][2]);
    if (body->ball_count > 0)
        return;
    if (engine_box(body, half, middle))
        fprintf(to, "<geom type='box' size='%.17g %.17g %.17g' pos='%.17g %.17g %.17g'/>", half[0], half[1], half[2],
                middle[0], middle[1], middle[2]);
    else
        fputs("<geom type='mesh' mesh='shape'/>", to);
}

static void put_mesh(FILE *to, const routh_engine_body *body) {
    double half[3], middle[3];
    if (body->ball_count > 0 || engine_box(body, half, middle))
        return;
    fputs("<asset><mesh name='shape' vertex='", to);
    for (size_t i = 0; i < body->shape->count; i++)
        for (int c = 0; c < 3; c++)
            fprintf(to, "%.17g ", body->shape->vertex[i][c] - body->centre[c]);
    fputs("'/></asset>", to);
}

/* The body's frame is at its centre of mass. Its parameters count at a contact, by their priority. The options are those of an
 * exported file: what is proven here is what is written there. */
static void put_model(FILE *to, const routh_engine_body *body, const double *parameter, double step) {
    const double(*inertia)[3] = body->inertia;
    fprintf(to,
            "<mujoco><compiler boundmass='0' boundinertia='0' balanceinertia='false'/>"
            "<option timestep='%.17g' gravity='0 0 %.17g' integrator='Euler' cone='elliptic' solver='Newton' "
            "iterations='100' tolerance='1e-12'/>"
            "<default><geom condim='3' priority='1' friction='%.17g 0 0' solref='%.17g %.17g' "
            "solimp='%.17g %.17g .001'/></default>",
            step, -body->gravity, parameter[FRICTION], -parameter[STIFFNESS], -parameter[DAMPING], parameter[IMPEDANCE],
            parameter[IMPEDANCE]);
    put_mesh(to, body);
    fprintf(to,
            "<worldbody><geom type='plane' size='5 5 .1' priority='0'/><body name='body'><freejoint/>"
            "<inertial pos='0 0 0' mass='%.17g' fullinertia='%.17g %.17g %.17g %.17g %.17g %.17g'/>",
            body->mass, inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1], inertia[0][2], inertia[1][2]);
    put_shape(to, body);
    fputs("</body></worldbody></mujoco>", to);
}

/* The model of a text, as if it were a file of that name. */
static mjModel *load_text(const char *name, const char *text, size_t length, char error[ENGINE_ERROR]) {
    static mjVFS files; /* large */
    mjModel *model = NULL;
    mj_defaultVFS(&files);
    if (mj_makeEmptyFileVFS(&files, name, (int)length) == 0) {
        memcpy(files.filedata[mj_findFileVFS(&files, name)], text, length);
        model = mj_loadXML(name, &files, error, ENGINE_ERROR);
    } else
        snprintf(error, ENGINE_ERROR, "no memory for the model");
    mj_deleteVFS(&files);
    return model;
}

/* The one body with a free joint. */
static bool find_body(const mjModel *model, scene *of, char error[ENGINE_ERROR]) {
    int found = 0;
    for (int i = 0; i < model->njnt; i++)
        if (model->jnt_type[i] == mjJNT_FREE) {
            found++;
            of->body = model->jnt_bodyid[i];
            of->position = model->jnt_qposadr[i];
            of->velocity = model->jnt_dofadr[i];
        }
    if (found != 1) {
        snprintf(error, ENGINE_ERROR, "the model has %d bodies with a free joint; it must have one", found);
        return false;
    }
    for (int i = of->body + 1; i < model->nbody; i++)
        if (model->body_rootid[i] == of->body) {
            snprintf(error, ENGINE_ERROR,
                     "the free body has other bodies attached to it; it must be one body (compiler fusestatic='true')");
            return false;
        }
    return true;
}

static scene *scene_of(mjModel *model, char error[ENGINE_ERROR]) {
    scene *of = calloc(1, sizeof *of);
    if (!of) {
        snprintf(error, ENGINE_ERROR, "out of memory");
        mj_deleteModel(model);
        return NULL;
    }
    of->model = model;
    if (find_body(model, of, error))
        of->data = mj_makeData(model);
    if (of->data)
        return of;
    release(of);
    return NULL;
}

static void *create(const routh_engine_body *body, const double *parameter, double step, char error[ENGINE_ERROR]) {
    char *text = NULL;
    size_t length = 0;
    begin();
    if (!engine_has_shape(body, error))
        return NULL;
    FILE *to = open_memstream(&text, &length);
    if (!to) {
        snprintf(error, ENGINE_ERROR, "out of memory");
        return NULL;
    }
    put_model(to, body, parameter, step);
    mjModel *volatile model = NULL;
    if (fclose(to) == 0 && setjmp(escape) == 0)
        model = load_text("body.xml", text, length, error);
    else
        snprintf(error, ENGINE_ERROR, "%s", escape_text);
    free(text);
    if (!model)
        return NULL;
    scene *of = scene_of(model, error);
    if (of)
        of->drag = body->drag * body->mass;
    return of;
}

/* Body axes to those in which MuJoCo has the inertia diagonal. */
static void describe(const scene *of, routh_driver_model *found) {
    const mjModel *model = of->model;
    const int body = of->body;
    mjtNum turn[9];
    const char *name = mj_id2name(model, mjOBJ_BODY, body);
    *found = (routh_driver_model){
        .mass = model->body_mass[body], .step = model->opt.timestep, .gravity = -model->opt.gravity[2]};
    snprintf(found->body, sizeof found->body, "%s", name ? name : "");
    mju_quat2Mat(turn, model->body_iquat + 4 * body);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                found->inertia[r][c] += turn[3 * r + k] * model->body_inertia[3 * body + k] * turn[3 * c + k];
    for (int i = 0; i < model->ngeom; i++)
        if (model->geom_bodyid[i] == body && (model->geom_contype[i] || model->geom_conaffinity[i])) {
            const double away = mju_dist3(model->geom_pos + 3 * i, model->body_ipos + 3 * body);
            found->reach = fmax(found->reach, away + model->geom_rbound[i]);
        }
}

static void *load(const char *path, double step, routh_driver_model *found, char error[ENGINE_ERROR]) {
    mjModel *volatile model = NULL;
    char *volatile text = NULL;
    size_t length = 0;
    begin();
    if (setjmp(escape) != 0)
        snprintf(error, ENGINE_ERROR, "%s", escape_text);
    else if ((text = mujoco_urdf_text(path, &length, error)))
        model = load_text("body.urdf", text, length, error);
    else if (!error[0])
        model = mj_loadXML(path, NULL, error, ENGINE_ERROR);
    free(text);
    if (!model)
        return NULL;
    if (step > 0)
        model->opt.timestep = step;
    scene *of = scene_of(model, error);
    if (!of)
        return NULL;
    describe(of, found);
    if (!(found->reach > 0) || mujoco_ground_is_flat(of->model, of->data, of->body, found->reach, error))
        return of; /* a body that touches nothing is the caller's to refuse */
    release(of);
    return NULL;
}

/* Where the centre of mass is from the body's frame, world axes, m. */
static void arm_of(const scene *of, const mjtNum *turn, mjtNum arm[3]) {
    mju_rotVecQuat(arm, of->model->body_ipos + 3 * of->body, turn);
}

static void set(void *made, const routh_state3 *state) {
    scene *of = made;
    mjtNum *position = of->data->qpos + of->position, *velocity = of->data->qvel + of->velocity;
    mjtNum back[4], arm[3], turning[3];
    of->has_failed = false;
    mj_resetData(of->model, of->data);
    memcpy(position + 3, state->orientation, sizeof state->orientation);
    arm_of(of, position + 3, arm);
    mju_sub3(position, state->position, arm);
    mju_cross(turning, state->velocity.spin, arm);
    mju_sub3(velocity, state->velocity.velocity, turning);
    mju_negQuat(back, state->orientation); /* spins are in body axes */
    mju_rotVecQuat(velocity + 3, state->velocity.spin, back);
}

/* MuJoCo begins anew where a number is not finite, with a warning. */
static bool has_blown_up(const scene *of) {
    const mjWarningStat *warning = of->data->warning;
    return of->has_failed || warning[mjWARN_BADQPOS].number > 0 || warning[mjWARN_BADQVEL].number > 0 ||
           warning[mjWARN_BADQACC].number > 0;
}

static void get(void *made, routh_state3 *state) {
    const scene *of = made;
    const mjtNum *position = of->data->qpos + of->position, *velocity = of->data->qvel + of->velocity;
    mjtNum arm[3], turning[3];
    if (has_blown_up(of)) {
        for (int c = 0; c < 3; c++)
            state->position[c] = state->velocity.velocity[c] = state->velocity.spin[c] = NAN;
        for (int c = 0; c < 4; c++)
            state->orientation[c] = NAN;
        return;
    }
    memcpy(state->orientation, position + 3, sizeof state->orientation);
    mju_normalize4(state->orientation);
    arm_of(of, state->orientation, arm);
    mju_add3(state->position, position, arm);
    mju_rotVecQuat(state->velocity.spin, velocity + 3, state->orientation);
    mju_cross(turning, state->velocity.spin, arm);
    mju_add3(state->velocity.velocity, velocity, turning);
}

static void step(void *made, engine_push *push) {
    scene *of = made;
    mjData *data = of->data;
    *push = (engine_push){0};
    if (of->has_failed || setjmp(escape) != 0) {
        of->has_failed = true;
        return;
    }
    if (of->drag > 0)
        for (int c = 0; c < 3; c++)
            data->qfrc_applied[of->velocity + c] = -of->drag * data->qvel[of->velocity + c];
    mj_step(of->model, data);
    for (int i = 0; i < data->ncon; i++) {
        const mjContact *contact = &data->contact[i];
        mjtNum force[6] = {0};
        if (contact->efc_address >= 0)
            mj_contactForce(of->model, data, i, force);
        if (!(force[0] > 0))
            continue;
        if (push->contacts++ == 0 || -contact->dist > push->depth) {
            push->depth = -contact->dist;
            memcpy(push->point, contact->pos, sizeof push->point);
        }
    }
}

static double lift(const void *made) {
    const mjModel *model = ((const scene *)made)->model;
    return model->opt.integrator == mjINT_RK4 ? 0 : -model->opt.gravity[2] * model->opt.timestep / 2;
}

const engine_adapter engine_mujoco = {.name = "mujoco",
                                      .version = version,
                                      .create = create,
                                      .load = load,
                                      .release = release,
                                      .set = set,
                                      .get = get,
                                      .step = step,
                                      .lift = lift};
