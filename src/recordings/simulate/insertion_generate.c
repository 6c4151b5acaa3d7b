/* The generated insertion: its settings, its hand, its sensors, and the whole of it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/segment.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"
#include "simulate/simulate.h"

/* Sensors of the generated insertion. Each reading is the truth plus normal noise of half the resolution, rounded to a
 * multiple of the resolution, every channel and sample for itself. Angles, angular velocities and moments have what the
 * resolutions of positions, velocities and forces are at the lever. Orientations are rounded as rotation vectors from
 * the recording's first one. */

static const double noise_share = 0.5;

static double read_value(double value, double resolution, routh_random *random) {
    const double noisy = value + noise_share * resolution * routh_random_normal(random);
    return resolution > 0 ? resolution * nearbyint(noisy / resolution) : value;
}

static void read_all(double value[6], double resolution, double turning_resolution, routh_random *random) {
    for (int k = 0; k < 6; k++)
        value[k] = read_value(value[k], k < 3 ? resolution : turning_resolution, random);
}

static routh_pose3 read_pose(const routh_pose3 *hand, const routh_pose3 *first, double resolution, double lever,
                             routh_random *random) {
    routh_pose3 level = *first;
    for (int k = 0; k < 3; k++)
        level.position[k] = 0;
    const routh_pose3 back = routh_pose3_inverse(&level), turned = routh_pose3_compose(hand, &back);
    double value[6] = {hand->position[0], hand->position[1], hand->position[2]};
    routh_rotation_vector(turned.rotation, value + 3);
    read_all(value, resolution, resolution / lever, random);
    const double turn[6] = {0, 0, 0, value[3], value[4], value[5]};
    routh_pose3 pose = routh_moved(&level, turn, 1);
    for (int k = 0; k < 3; k++)
        pose.position[k] = value[k];
    return pose;
}

/* Resolution and noise on all samples; `lever` makes angles of lengths and moments of forces. */
static void add_sensor_noise(routh_insertion *insertion, const double resolution[3], double lever, uint64_t seed,
                             uint64_t stream) {
    if (insertion->count == 0)
        return;
    const routh_pose3 first = insertion->sample[0].hand;
    routh_random random = routh_random_seed(seed, stream);
    for (size_t i = 0; i < insertion->count; i++) {
        routh_insertion_instant *s = &insertion->sample[i];
        s->hand = read_pose(&s->hand, &first, resolution[0], lever, &random);
        read_all(s->twist, resolution[1], resolution[1] / lever, &random);
        read_all(s->wrench, resolution[2], resolution[2] * lever, &random);
    }
}

/* The settings of the generated insertion: defaults and bounds. */

/* The hand is far softer than the contacts, so that forces change little while contacts come and go. About Y and Z it
 * is firm enough that guides stay near their grooves' directions, and soft enough that the tilt under the load of an object that
 * begins beside its place lifts one pair of guides off; it does not yield there, and so comes back upright in the end. Across X
 * and about X it yields so fast that the object slides at 1 to 2.5 mm/s under 50 N; along X fast enough that this speed
 * costs no more than a few newtons. */
routh_insertion_generator routh_insertion_generator_default(void) {
    return (routh_insertion_generator){.stiffness = 1.8e5,
                                       .friction = 0.2,
                                       .creep = 5e-5,
                                       .displacement = 1e-4,
                                       .turn = 1e-4,
                                       .speed = 2e-3,
                                       .force = 50,
                                       .settle = NAN,
                                       .longest = 200,
                                       .held = {2e4, 5e4, 5e4, 5000, 600, 600},
                                       .give = {1e-3, 8e-5, 8e-5, 5e-4, 0, 0},
                                       .sensors = 1,
                                       .resolution = {2e-6, 2e-4, 1.5},
                                       .rate = 1000,
                                       .seed = 1};
}

routh_status routh_check_setting(routh_context *context, const routh_insertion_generator *s) {
    const double settle = isnan(s->settle) ? 0 : s->settle;
    const struct {
        const char *name, *unit;
        double value;
        int zero; /* allowed? */
        const char *field;
    } field[] = {{"stiffness", "N/m", s->stiffness, 0, "stiffness"},
                 {"friction", "", s->friction, 1, "friction"},
                 {"creep speed", "m/s", s->creep, 0, "creep"},
                 {"deviation of shifts", "m", s->displacement, 1, "displacement"},
                 {"deviation of turns", "rad", s->turn, 1, "turn"},
                 {"speed", "m/s", s->speed, 0, "speed"},
                 {"force", "N", s->force, 0, "force"},
                 {"share of the force that varies", "", s->force_wave, 1, "force_wave"},
                 {"time to settle", "s", settle, 1, "settle"},
                 {"rate", "Hz", s->rate, 0, "rate"}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        if (!isfinite(field[i].value) || field[i].value < 0 || (field[i].value == 0 && !field[i].zero))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field[i].field,
                                    "%s of the insertion is %g%s%s, and must be %s", field[i].name, field[i].value,
                                    *field[i].unit ? " " : "", field[i].unit, field[i].zero ? "0 or more" : "positive");
    const routh_limit limits[] = {{"stiffness", "N/m", s->stiffness, 1, 1e12},
                                  {"friction", "", s->friction, 0, 100},
                                  {"creep", "m/s", s->creep, 1e-12, 1},
                                  {"displacement", "m", s->displacement, 0, 0.1},
                                  {"turn", "rad", s->turn, 0, 1},
                                  {"speed", "m/s", s->speed, 1e-9, 10},
                                  {"force", "N", s->force, 1e-6, 1e9},
                                  {"settle", "s", settle, 0, 1000},
                                  {"longest", "s", s->longest, 1, 1000},
                                  {"position_resolution", "m", s->resolution[0], 0, 1e9},
                                  {"velocity_resolution", "m/s", s->resolution[1], 0, 1e9},
                                  {"force_resolution", "N", s->resolution[2], 0, 1e9},
                                  {"rate", "Hz", s->rate, 1e-6, 1e5}};
    ROUTH_TRY(routh_check_limits(context, "insertion", limits, sizeof limits / sizeof limits[0]));
    if (!(s->force_wave < 1))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "force_wave",
                                "a force that varies by a share of %g would pull; the share must be below 1",
                                s->force_wave);
    if (!routh_all_finite(s->held, 6) || !routh_all_finite(s->give, 6))
        return routh_fail(context, ROUTH_NOT_FINITE, "a stiffness or yield of the hand is missing");
    for (int k = 0; k < 6; k++) {
        if (!(s->held[k] > 0) || s->give[k] < 0)
            return routh_fail(
                context, ROUTH_BAD_ARGUMENT,
                "the hand's axis %d has stiffness %g, which must be positive, and yield %g, which must be 0 or more",
                k + 1, s->held[k], s->give[k]);
        if (!(s->give[k] * s->held[k] < s->rate))
            return routh_fail_field(
                context, ROUTH_BAD_ARGUMENT, "rate",
                "the hand's axis %d would yield within less than a sample: %g times a second at %g Hz", k + 1,
                s->give[k] * s->held[k], s->rate);
    }
    if (!(s->give[0] > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a hand that does not yield along X cannot control its force");
    return s->path ? routh_insertion_path_check(context, s->path) : ROUTH_OK;
}

/* The hand of the generated insertion: springs, one end of which holds object 1 while the other follows forces.
 *
 * Along and about each of its axes the command, the springs' far end, moves as fast as the wrench falls short of what
 * is wanted:
 *
 *     rate = give × (wanted − wrench of the springs),   |rate| ≤ speed (÷ lever for turns)
 *
 * In a test, wanted is the force of the insertion along X and nothing else: so the object goes down at the full speed
 * until it touches, presses with the force, and gives way sideways while it slides home, as robots do under force
 * control. An axis that does not yield follows no force: there the command is displaced by wanted ÷ held, as a robot
 * would be whose position is controlled. */

/* Left over of the balance, as a share of the force of the insertion. */
static const double balance_share = 1e-11;

void routh_place_hand(routh_hand *hand, const routh_pose3 *object) {
    const routh_pose3 back = routh_pose3_inverse(&hand->object.grip);
    hand->pose = hand->command = routh_pose3_compose(object, &back);
    memset(hand->twist, 0, sizeof hand->twist);
    memset(hand->contact, 0, sizeof hand->contact);
    memset(hand->spring, 0, sizeof hand->spring);
    memset(hand->fed, 0, sizeof hand->fed);
    hand->object.slope_known = 0;
}

static double limited(double rate, double most) {
    return rate > most ? most : rate < -most ? -most : rate;
}

static void move_command(routh_hand *hand, const routh_task *task, double time) {
    const routh_insertion_generator *setting = hand->setting;
    double rate[6], world[6];
    for (int k = 0; k < 6; k++) {
        const double most = setting->speed / (k < 3 ? 1 : hand->object.lever), stiff = setting->held[k] * time;
        if (setting->give[k] > 0)
            rate[k] = limited(setting->give[k] * (task->wrench[k] - hand->spring[k]), most);
        else
            rate[k] = limited((task->wrench[k] - hand->fed[k]) / stiff, most);
        hand->fed[k] += setting->give[k] > 0 ? 0.0 : rate[k] * stiff;
    }
    if (task->retracting)
        rate[0] = -setting->speed;
    routh_pose3_direction(&hand->command, rate, world);
    routh_pose3_direction(&hand->command, rate + 3, world + 3);
    hand->command = routh_moved(&hand->command, world, time);
}

routh_status routh_hand_step(routh_context *context, routh_hand *hand, const routh_task *task) {
    const double time = 1 / hand->setting->rate;
    move_command(hand, task, time);
    const routh_status status =
        routh_find_equilibrium(context, &hand->object, &hand->command, time, balance_share * hand->setting->force,
                               &hand->pose, hand->twist, hand->contact);
    routh_spring_wrench(&hand->object, &hand->pose, &hand->command, hand->spring);
    return status;
}

static int touches(routh_hand *hand, const routh_pose3 *object, double way) {
    const double none[6] = {0}, axis[3] = {1, 0, 0};
    const routh_pose3 shift = routh_pose3_shift(axis, way), back = routh_pose3_inverse(&hand->object.grip);
    const routh_pose3 moved = routh_pose3_compose(&shift, object), pose = routh_pose3_compose(&moved, &back);
    double wrench[6];
    return routh_contact_wrench(&hand->object, &pose, none, wrench, NULL) > 0;
}

double routh_distance_to_touch(routh_hand *hand, const routh_pose3 *object, double most) {
    const double stride = 5e-4; // thinner than any part
    double clear = 0;
    while (clear < most && !touches(hand, object, clear + stride))
        clear += stride;
    double deep = clear + stride;
    while (deep - clear > 1e-9) {
        const double middle = (clear + deep) / 2;
        *(touches(hand, object, middle) ? &deep : &clear) = middle;
    }
    return clear < most ? clear : most;
}

/* The wrench about the origin of `plate`, in its axes. */
static void wrench_on_plate(const routh_hand *hand, const routh_insertion *insertion, double wrench[6]) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->plate);
    const routh_pose3 fixed = routh_pose3_compose(&back, &insertion->receptacle);
    double arm[3], moment[3];
    routh_pose3_point(&fixed, hand->pose.position, arm);
    routh_pose3_direction(&fixed, hand->contact, wrench);
    routh_pose3_direction(&fixed, hand->contact + 3, wrench + 3);
    routh_cross3(arm, wrench, moment);
    for (int k = 0; k < 3; k++)
        wrench[3 + k] += moment[k];
}

/* Adds the hand's present state to a recording that has room for `*room` samples. */
static routh_status record_hand(routh_context *context, const routh_hand *hand, routh_insertion *insertion,
                                size_t *room) {
    ROUTH_TRY(routh_grow(context, &insertion->sample, insertion->count, room, sizeof *insertion->sample));
    routh_insertion_instant *s = &insertion->sample[insertion->count];
    s->time = (double)insertion->count++ / hand->setting->rate;
    s->hand = routh_pose3_compose(&insertion->receptacle, &hand->pose);
    routh_pose3_direction(&insertion->receptacle, hand->twist, s->twist);
    routh_pose3_direction(&insertion->receptacle, hand->twist + 3, s->twist + 3);
    wrench_on_plate(hand, insertion, s->wrench);
    return ROUTH_OK;
}

/* A generated insertion: reference insertion to 30 N, retraction, and a test insertion from a displaced start.
 *
 * As in the paper, the recording determines where object 1 sits in the hand only by the final pose (equation 19) and an
 * offset from the retraction. Object 1 is assumed mated there but for a way along X; parts that are displaced make it
 * come to rest a little beside and turned, and that error stays in the recording. It looks like a common motion of all
 * guides. */

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
            status = record_hand(context, hand, retreat, &room);
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
            status = record_hand(context, hand, insertion, &room);
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
    ROUTH_ARENA(room, context);
    ROUTH_TRY(draw_truth(context, assembly, setting, &insertion->truth));
    ROUTH_TRY(
        routh_held_object_create(&room, assembly, insertion->truth.displacement, setting, &grip, lever, &hand.object));
    ROUTH_TRY(reference_insertion(context, &hand, retreat, &mated));
    ROUTH_TRY(test_insertion(context, &hand, mated, &path, insertion));
    if (setting->sensors) {
        const uint64_t stream = SENSOR_STREAM + 2 * setting->draw;
        add_sensor_noise(retreat, setting->resolution, lever, setting->seed, stream);
        add_sensor_noise(insertion, setting->resolution, lever, setting->seed, stream + 1);
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
    snprintf(retreat->name, sizeof retreat->name, "%.*s-reference", (int)(sizeof retreat->name - sizeof "-reference"),
             insertion->name);
    retreat->reference = insertion->reference;
    retreat->offset = insertion->offset;
    return ROUTH_OK;
}
