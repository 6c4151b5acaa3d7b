/* A generated insertion: reference insertion to 30 N, retraction, and a test insertion from a displaced start.
 *
 * As in the paper, the recording determines where object 1 sits in the hand only by the final pose (equation 19) and an
 * offset from the retraction. Object 1 is assumed mated there but for a way along X; parts that are displaced make it
 * come to rest a little beside and turned, and that error stays in the recording. It looks like a common motion of all
 * guides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/insertion_generate.h"
#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/segment.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "drawing/assembly.h"
#include "geometry/polyhedron.h"
#include "geometry/pose.h"
#include "simulate/insertion_path.h"

static const double hand_height = 0.3;     /* of the hand behind object 1's origin, m */
static const double retraction = 0.027;    /* between the insertions, m */
static const double before_touch = 0.5;    /* recorded before the test's first contact, s */
static const double reference_force = 30;  /* N */
static const double reference_hold = 3;    /* how long the reference insertion is held, s */
static const double reference_still = 0.5; /* of that, what is recorded before the retraction, s */
static const double wave_period = 4;       /* of a varied force, s … */
static const double still_after_wave = 1;  /* … and how long it is steady at last, for the reference pose, s */
static const double quiet_speed = 1e-5;    /* mated: moving sideways and turning more slowly, m/s … */
static const double quiet_time = 0.1;      /* … for so long, s … */
static const double quiet_near = 1e-3;     /* … no further from where the reference insertion ended, m */
static const double reference_mean = 0.1;  /* of the readings in the end that make the reference pose, s */

/* Streams of random numbers: the parts' displacements, and sensors, two for each draw. */
enum { TRUTH_STREAM, SENSOR_STREAM };

/* Steps between two questions whether to stop. */
enum { ASKED = 8 };

/* Object 2 stands on the plate, X pointing down, a little askew to the world's axes. */
static void set_stage(routh_insertion *insertion) {
    const double down[3] = {0, 0, 1}, none[3] = {0};
    const routh_pose3 askew = routh_pose3_turn(down, none, 0.1);
    const routh_pose3 stand = {.rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .position = {0, 0, 0.08}};
    insertion->plate = (routh_pose3){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .position = {0.9, 0.2, 0.5}};
    const routh_pose3 there = routh_pose3_compose(&insertion->plate, &askew);
    insertion->receptacle = routh_pose3_compose(&there, &stand);
}

/* The largest distance of a part's centre from the middle, along Y or Z: half the size of the plate. One part in the middle:
 * its own. */
static double half_size(const routh_assembly *assembly) {
    double half = 0, radius = 0;
    for (size_t i = 0; i < assembly->object[0].count; i++) {
        const routh_part *part = &assembly->object[0].part[i];
        double centroid[3], centre[3];
        routh_polyhedron_centroid(part->shape, centroid);
        routh_pose3_point(&part->place, centroid, centre);
        half = fmax(half, fmax(fabs(centre[1]), fabs(centre[2])));
        radius = fmax(radius, routh_polyhedron_radius(part->shape));
    }
    return half > 0.1 * radius ? half : radius;
}

static routh_status draw_truth(routh_context *context, const routh_assembly *assembly,
                               const routh_insertion_generator *setting, routh_insertion_truth *truth) {
    routh_random random = routh_random_seed(setting->seed, TRUTH_STREAM);
    truth->displacement = routh_allocate(context, assembly->count, sizeof *truth->displacement);
    if (!truth->displacement)
        return ROUTH_OUT_OF_MEMORY;
    truth->stiffness = setting->stiffness;
    truth->friction = setting->friction;
    truth->count = assembly->count;
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        const double normal = routh_random_normal(&random);
        const double usual = d->kind == ROUTH_DISPLACE_TURN ? setting->turn : setting->displacement;
        const int prior = setting->prior || d->kind == ROUTH_DISPLACE_SCALE; /* which has no usual size */
        if (routh_displacement_redraws(d->kind))
            truth->displacement[j] = d->nominal + normal * (prior ? d->deviation : usual);
    }
    return ROUTH_OK;
}

static routh_status too_long(routh_context *context, const routh_hand *hand, const char *what) {
    return routh_fail_field(context, ROUTH_NOT_ENDED, "stiffness friction displacement turn",
                            "the %s did not end within %g s: the hand presses with %g N", what, hand->setting->longest,
                            hand->spring[0]);
}

/* Presses along X until the force is there, holds, and retracts. `retreat` receives the end of the hold and the
 * retraction. */
static routh_status reference_insertion(routh_context *context, routh_hand *hand, routh_insertion *retreat,
                                        double *mated) {
    const double rate = hand->setting->rate, axis[3] = {1, 0, 0};
    const routh_pose3 above = routh_pose3_shift(axis, -retraction);
    const double way = routh_distance_to_touch(hand, &above, 2 * retraction);
    const routh_pose3 start = routh_pose3_shift(axis, way - retraction - 1e-3);
    size_t room = 0, pressed = 0, clear = 0;
    routh_place_hand(hand, &start);
    for (size_t i = 0; (double)i < hand->setting->longest * rate; i++) {
        const routh_task task = {.wrench = {reference_force}, .retracting = (double)pressed >= reference_hold * rate};
        routh_status status = routh_hand_step(context, hand, &task);
        pressed += pressed > 0 || hand->spring[0] > 0.99 * reference_force;
        if (status == ROUTH_OK && (double)pressed >= (reference_hold - reference_still) * rate)
            status = routh_record_hand(context, hand, retreat, &room);
        if (status == ROUTH_OK && i % ASKED == 0)
            status = routh_progress(context, "reference insertion", (double)pressed / (reference_hold * rate));
        if (status != ROUTH_OK)
            return status;
        if (!task.retracting)
            *mated = hand->pose.position[0];
        clear = task.retracting && hand->contact[0] == 0 ? clear + 1 : 0;
        if ((double)clear >= quiet_time * rate)
            return ROUTH_OK;
    }
    return too_long(context, hand, "reference insertion");
}

/* Where object 1 is when the test begins: retracted from where the reference insertion ended, then moved aside. */
static routh_pose3 test_start(const routh_hand *hand, double mated, const double start[6]) {
    const double none[3] = {0}, angle = routh_length3(start + 3);
    routh_pose3 object = routh_pose3_compose(&hand->command, &hand->object.grip);
    object.position[0] = mated + hand->object.grip.position[0] - retraction;
    object.position[1] += start[1];
    object.position[2] += start[2];
    if (!(angle > 0))
        return object;
    const routh_pose3 turn = routh_pose3_turn(start + 3, none, angle);
    return routh_pose3_compose(&object, &turn);
}

static bool is_quiet(const routh_hand *hand, double mated) {
    const double *v = hand->twist, lever = hand->object.lever;
    const double turning = lever * sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
    return fabs(hand->pose.position[0] - mated) < quiet_near && hypot(v[1], v[2]) + turning < quiet_speed;
}

static double share_done(const routh_hand *hand, double mated) {
    const double share = 1 - (mated - hand->pose.position[0]) / retraction;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

static routh_status begin_test(routh_context *context, routh_hand *hand, double mated,
                               const routh_insertion_path *path) {
    routh_pose3 start = test_start(hand, mated, path->start);
    const double way = routh_distance_to_touch(hand, &start, 2 * retraction);
    if (!(way > 0) || !(way < 2 * retraction))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, hand->setting->path ? "path" : "turn displacement",
                                "moved aside, the parts %s",
                                way > 0 ? "do not meet any more" : "touch before they are inserted");
    start.position[0] += way - before_touch * hand->setting->speed;
    routh_place_hand(hand, &start);
    return ROUTH_OK;
}

/* The stages begin with the first contact; what comes after them ends when the parts are mated and have settled. */
static routh_status test_insertion(routh_context *context, routh_hand *hand, double mated,
                                   const routh_insertion_path *path, routh_insertion *insertion) {
    const routh_insertion_generator *setting = hand->setting;
    const double settle = path->settle, still = setting->force_wave > 0 ? still_after_wave : 0, rate = setting->rate;
    const double most = (setting->longest + settle + routh_insertion_path_time(path)) * rate;
    size_t room = 0, quiet = 0, settled = 0, touched = 0;
    routh_status status = begin_test(context, hand, mated, path);
    for (size_t i = 0; status == ROUTH_OK && (double)i < most && (double)settled <= (settle + still) * rate; i++) {
        const double share = (double)settled <= settle * rate ? setting->force_wave : 0;
        routh_task task = {.wrench = {setting->force}};
        task.wrench[0] *= 1 + share * sin(2 * ROUTH_PI * (double)i / rate / wave_period);
        const bool staged = touched > 0 && routh_insertion_path_wants(path, (double)(touched - 1) / rate, task.wrench);
        status = routh_hand_step(context, hand, &task);
        if (status == ROUTH_OK)
            status = routh_record_hand(context, hand, insertion, &room);
        if (status == ROUTH_OK && i % ASKED == 0)
            status = routh_progress(context, "inserting", share_done(hand, mated));
        touched += touched > 0 || hand->contact[0] != 0;
        quiet = touched > 0 && !staged && is_quiet(hand, mated) ? quiet + 1 : 0;
        settled += settled > 0 || (double)quiet >= quiet_time * rate;
    }
    if (status != ROUTH_OK)
        return status;
    return (double)settled > (settle + still) * rate ? ROUTH_OK : too_long(context, hand, "test insertion");
}

/* The mean of the last poses. They differ by little more than noise: rotations are averaged as rotation vectors. */
static routh_pose3 mean_of_last(const routh_insertion *insertion, size_t count) {
    const size_t end = insertion->count, from = end > count ? end - count : 0;
    const routh_pose3 *last = &insertion->sample[end - 1].hand;
    double sum[6] = {0};
    for (size_t i = from; i < end; i++) {
        const routh_pose3 back = routh_pose3_inverse(last), pose = insertion->sample[i].hand;
        const routh_pose3 turn = routh_pose3_compose(&pose, &back);
        double vector[3];
        routh_rotation_vector(turn.rotation, vector);
        for (int k = 0; k < 3; k++) {
            sum[k] += (pose.position[k] - last->position[k]) / (double)(end - from);
            sum[3 + k] += vector[k] / (double)(end - from);
        }
    }
    return routh_moved(last, sum, 1);
}

static routh_pose3 find_grip(void) {
    return (routh_pose3){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .position = {hand_height, 0, 0}};
}

routh_pose3 routh_insertion_true_reference(const routh_insertion *insertion) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->receptacle), grip = find_grip();
    const routh_pose3 hand = routh_pose3_compose(&back, &insertion->reference);
    return routh_pose3_compose(&hand, &grip);
}

/* The reference pose, the offset from the retraction, and what the offset truly is. */
static routh_status set_reference(routh_context *context, const routh_assembly *assembly,
                                  const routh_insertion_generator *setting, const routh_pose3 *grip,
                                  const routh_insertion *retreat, routh_insertion *insertion) {
    const double axis[3] = {1, 0, 0};
    insertion->reference = mean_of_last(insertion, setting->sensors ? (size_t)ceil(reference_mean * setting->rate) : 1);
    const double truth = routh_insertion_true_reference(insertion).position[0];
    if (setting->known_offset) {
        const routh_pose3 mated = routh_pose3_shift(axis, truth), off = routh_pose3_inverse(grip);
        const routh_pose3 place = routh_pose3_compose(&mated, &off);
        insertion->reference = routh_pose3_compose(&insertion->receptacle, &place);
        insertion->offset = truth;
    } else {
        routh_insertion_offset_estimate estimate;
        const routh_status status =
            routh_insertion_offset(context, retreat, axis, reference_force, setting->force, &estimate);
        if (status != ROUTH_OK)
            return status;
        insertion->offset = estimate.offset;
    }
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET)
            insertion->truth.displacement[j] = truth - insertion->offset;
    return ROUTH_OK;
}

static routh_status generate(routh_context *context, const routh_assembly *assembly,
                             const routh_insertion_generator *setting, routh_insertion *insertion,
                             routh_insertion *retreat) {
    const double lever = half_size(assembly);
    routh_insertion_path path = setting->path ? *setting->path : routh_insertion_path_default();
    const routh_pose3 grip = find_grip();
    routh_hand hand = {.setting = setting};
    double mated = 0;
    path.settle = isnan(setting->settle) ? path.settle : setting->settle;
    set_stage(insertion);
    retreat->receptacle = insertion->receptacle;
    retreat->plate = insertion->plate;
    insertion->rate = retreat->rate = setting->rate;
    snprintf(insertion->name, sizeof insertion->name, "%s", path.name);
    routh_status status = draw_truth(context, assembly, setting, &insertion->truth);
    if (status == ROUTH_OK)
        status = routh_held_object_create(context, assembly, insertion->truth.displacement, setting, &grip, lever,
                                          &hand.object);
    if (status != ROUTH_OK)
        return status;
    status = reference_insertion(context, &hand, retreat, &mated);
    if (status == ROUTH_OK)
        status = test_insertion(context, &hand, mated, &path, insertion);
    routh_held_object_release(context, &hand.object);
    if (status != ROUTH_OK)
        return status;
    if (setting->sensors) {
        const uint64_t stream = SENSOR_STREAM + 2 * setting->draw;
        routh_add_sensor_noise(retreat, setting->resolution, lever, setting->seed, stream);
        routh_add_sensor_noise(insertion, setting->resolution, lever, setting->seed, stream + 1);
    }
    return set_reference(context, assembly, setting, &grip, retreat, insertion);
}

routh_status routh_insertion_generate(routh_context *context, const routh_assembly *assembly,
                                      const routh_insertion_generator *setting, routh_insertion *insertion,
                                      routh_insertion *wanted) {
    routh_insertion unwanted, *const retreat = wanted ? wanted : &unwanted;
    memset(insertion, 0, sizeof *insertion);
    memset(retreat, 0, sizeof *retreat);
    routh_status status = routh_check_setting(context, setting);
    if (status == ROUTH_OK)
        status = generate(context, assembly, setting, insertion, retreat);
    if (status != ROUTH_OK)
        routh_insertion_release(context, insertion);
    if (status != ROUTH_OK || !wanted) {
        routh_insertion_release(context, retreat);
        return status;
    }
    snprintf(retreat->name, sizeof retreat->name, "%.*s-reference", ROUTH_LABEL_SIZE, insertion->name);
    retreat->reference = insertion->reference;
    retreat->offset = insertion->offset;
    return ROUTH_OK;
}
