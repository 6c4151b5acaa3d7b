/* Tracks to datasets: the impacts of drops seen in any laboratory's axes are those of the same drops recorded in the plane,
 * and recorded tosses keep theirs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../data/simulated_drops.h"
#include "made_tracks.h"

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"

enum { DROPS = 40, FRAMES = 90, CONTACTS = 12 };

/* Drops of a bar, recorded in the plane. */
static routh_dataset planar_drops(uint64_t seed, double noise_deviation) {
    static const double corner[4][2] = {{-0.05, -0.02}, {0.05, -0.02}, {0.05, 0.02}, {-0.05, 0.02}};
    routh_random random = routh_random_seed(seed, 0), shake = routh_random_seed(seed, 1);
    routh_dataset dataset = empty_dataset();
    dataset.body.shape = (routh_shape){.kind = ROUTH_POLYGON, .count = 4};
    memcpy(dataset.body.shape.vertex, corner, sizeof corner);
    dataset.body.inertia = dataset.body.mass * routh_shape_gyration_squared(&dataset.body.shape);
    const camera eye = {.position_noise = noise_deviation, .angle_noise = noise_deviation / 0.02, .random = &shake};
    for (int i = 0; i < DROPS; i++) {
        const course path = drop(&dataset.body, random_start(&random), CONTACTS);
        record_course(&dataset, &path, FRAMES, &eye);
    }
    return dataset;
}

/* The same in space: body z across the plane, or another axis; in the laboratory's axes. */
static routh_tracks in_space(const routh_dataset *dataset, const laboratory *lab, const double body[4]) {
    routh_tracks tracks = {
        .name = "drops", .source = "drops", .rate = dataset->rate, .count = dataset->trajectory_count};
    tracks.track = made(tracks.count, sizeof *tracks.track);
    const double upright[4] = {sqrt(0.5), sqrt(0.5), 0, 0}; /* y up to z up */
    for (size_t t = 0; t < tracks.count; t++) {
        const routh_trajectory *from = &dataset->trajectory[t];
        routh_track *to = &tracks.track[t];
        *to = (routh_track){.count = from->count,
                            .rows = from->count,
                            .name = made(8, 1),
                            .time = made(from->count, sizeof(double)),
                            .position = made(from->count, sizeof *to->position),
                            .orientation = made(from->count, sizeof *to->orientation)};
        for (size_t i = 0; i < from->count; i++) {
            const double position[3] = {from->x[i], from->y[i], 0};
            const double about[3] = {0, 0, from->theta[i]};
            double turn[4], raised[3];
            routh_turn_of(about, turn);
            routh_turn_product(turn, body, turn);
            routh_turn_product(upright, turn, turn);
            routh_turn_product(lab->turn, turn, to->orientation[i]);
            routh_turn_apply(upright, position, raised);
            routh_turn_apply(lab->turn, raised, to->position[i]);
            to->time[i] = from->time[i];
            for (int c = 0; c < 3; c++)
                to->position[i][c] += lab->place[c];
            if (lab->flipped_x)
                to->position[i][0] = -to->position[i][0];
        }
    }
    return tracks;
}

static void segment(routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (routh_dataset_segment(&context, NULL, dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
}

/* Restitution-like numbers do not depend on the side from which a motion is seen: compare vy and |vx|, |ω|. */
static size_t same_impacts(const routh_dataset *one, const routh_dataset *other, double most) {
    size_t same = 0;
    for (size_t i = 0; i < one->count; i++)
        for (size_t j = 0; one->record[i].reasons == 0 && j < other->count; j++) {
            const routh_record *a = &one->record[i], *b = &other->record[j];
            if (b->reasons == 0 && a->trajectory == b->trajectory && fabs(a->time - b->time) < 1e-3) {
                const double off = fmax(
                    fmax(fabs(a->before.vy - b->before.vy), fabs(a->after.vy - b->after.vy)),
                    fmax(fabs(fabs(a->before.vx) - fabs(b->before.vx)), fabs(fabs(a->after.vx) - fabs(b->after.vx))));
                same += off < most && fabs(hypot(a->rx, a->ry) - hypot(b->rx, b->ry)) < most;
                break;
            }
        }
    return same;
}

static void test_projection(void **state) {
    (void)state;
    for (int seed = 1; seed <= effort(1, 4, 30); seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 4);
        laboratory lab = plain_laboratory();
        random_turn(&random, lab.turn);
        for (int c = 0; c < 3; c++)
            lab.place[c] = routh_random_uniform(&random, -1, 1);
        double body[4];
        random_turn(&random, body); /* the tracker's axes in the body are what they are */
        if (seed % 4 == 0)
            body[0] = 1, body[1] = body[2] = body[3] = 0;
        routh_dataset plane = planar_drops((uint64_t)seed, 3e-5), seen;
        routh_tracks tracks = in_space(&plane, &lab, body);
        routh_context context = routh_context_default();
        routh_axes axes;
        if (routh_axes_find(&context, &tracks, NULL, &axes) != ROUTH_OK)
            fail_msg("%s", context.message);
        routh_import_options options = routh_import_options_default();
        options.body = &plane.body;
        assert_int_equal(routh_dataset_of_tracks(&context, &tracks, &axes, &options, &seen), ROUTH_OK);
        segment(&plane);
        segment(&seen);
        const size_t used = routh_dataset_used(&plane, NULL), same = same_impacts(&plane, &seen, 0.02);
        routh_frame_evidence evidence;
        assert_int_equal(routh_frame_evidence_of(NULL, &seen, &evidence), ROUTH_OK);
        print_message("seed %d: %zu of %zu impacts; angle offset %.3f, height %.3f\n", seed, same, used,
                      seen.angle_offset, seen.height_offset);
        assert_true(same >= used * 95 / 100 && used >= DROPS);
        assert_int_equal(evidence.best, ROUTH_AS_RECORDED);
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
        routh_dataset_release(NULL, &plane);
        routh_dataset_release(NULL, &seen);
    }
}

/* Planar tracks as they are, or with up along −x: the same impacts. */
static void test_planar_tracks(void **state) {
    (void)state;
    routh_dataset plane = planar_drops(5, 3e-5);
    routh_import_options options = routh_import_options_default();
    options.body = &plane.body;
    for (int turned = 0; turned < 2; turned++) {
        routh_tracks tracks = {.name = "drops", .source = "drops", .rate = RATE, .count = plane.trajectory_count};
        tracks.track = made(tracks.count, sizeof *tracks.track);
        for (size_t t = 0; t < tracks.count; t++) {
            const routh_trajectory *from = &plane.trajectory[t];
            routh_track *to = &tracks.track[t];
            *to = (routh_track){.planar = true,
                                .count = from->count,
                                .name = made(8, 1),
                                .time = made(from->count, sizeof(double)),
                                .angle = made(from->count, sizeof(double)),
                                .position = made(from->count, sizeof *to->position)};
            for (size_t i = 0; i < from->count; i++) {
                to->time[i] = from->time[i];
                to->position[i][0] = turned ? -from->y[i] : from->x[i];
                to->position[i][1] = turned ? from->x[i] : from->y[i];
                to->angle[i] = from->theta[i] + (turned ? acos(0) : 0);
            }
        }
        routh_dataset seen;
        routh_axes axes;
        assert_int_equal(routh_axes_find(NULL, &tracks, NULL, &axes), ROUTH_OK);
        assert_true(fabs(axes.up[turned ? 0 : 1] - (turned ? -1 : 1)) < 1e-3);
        assert_int_equal(routh_dataset_of_tracks(NULL, &tracks, turned ? &axes : NULL, &options, &seen), ROUTH_OK);
        for (size_t i = 0; i < seen.trajectory[0].count; i++) {
            assert_true(fabs(seen.trajectory[0].y[i] - plane.trajectory[0].y[i]) < (turned ? 1e-3 : 1e-12));
            assert_true(fabs(seen.trajectory[0].theta[i] - plane.trajectory[0].theta[i]) < (turned ? 2e-3 : 1e-12));
        }
        routh_axes_release(NULL, &axes);
        routh_dataset_release(NULL, &seen);
        release_tracks(&tracks);
    }
    routh_dataset_release(NULL, &plane);
}

/* Used records without one of the same toss, used or not, whose velocities are the same within 0.1 m/s. Names of tosses are
 * their numbers. The axes are those of the laboratory in `dataset` turned about the vertical, so lengths are compared. */
static size_t wrong_impacts(const routh_dataset3 *dataset, const routh_dataset3 *seen) {
    size_t wrong = 0;
    for (size_t i = 0; i < seen->count; i++) {
        const routh_record3 *a = &seen->record[i];
        const size_t toss = (size_t)atoi(seen->trajectory[a->trajectory].name);
        double nearest = a->reasons == 0 ? INFINITY : 0;
        for (size_t k = 0; k < dataset->count && a->reasons == 0; k++) {
            const routh_record3 *b = &dataset->record[k];
            if (b->trajectory != toss)
                continue;
            const double before = fabs(routh_length3(a->before.velocity) - routh_length3(b->before.velocity));
            const double after = fabs(routh_length3(a->after.velocity) - routh_length3(b->after.velocity));
            const double spin = 0.05 * fabs(routh_length3(a->after.spin) - routh_length3(b->after.spin));
            nearest = fmin(nearest, fmax(fmax(before, after), spin));
        }
        wrong += nearest > 0.1;
    }
    return wrong;
}

/* Recorded tosses through tracks in other axes, whole and with 5 % of the rows lost. */
static void test_tosses_in_space(void **state) {
    (void)state;
    char path[PATH_SIZE];
    routh_dataset3 dataset, seen;
    assert_int_equal(routh_dataset3_read(NULL, routh_io_path(recorded_or_skip("cube-tosses", path)), NULL, &dataset),
                     ROUTH_OK);
    const size_t all = dataset.trajectory_count, count = (size_t)effort(40, 120, 369);
    dataset.trajectory_count = count;
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &dataset), ROUTH_OK);
    for (int way = 0; way < 4; way++) {
        routh_random random = routh_random_seed(11, (uint64_t)way);
        laboratory lab = plain_laboratory();
        random_turn(&random, lab.turn);
        lab.place[1] = 0.75;
        lab.flipped_x = way == 1;
        lab.lost = way == 2 ? 0.05 : 0;
        routh_tracks tracks = {.name = "tosses", .source = "tosses", .rate = dataset.rate, .count = count};
        tracks.track = made(count, sizeof *tracks.track);
        for (size_t t = 0; t < count; t++) {
            const routh_trajectory3 *toss = &dataset.trajectory[t];
            routh_track *track = &tracks.track[t];
            *track = (routh_track){.name = made(8, 1),
                                   .time = made(toss->count, sizeof(double)),
                                   .position = made(toss->count, sizeof *track->position),
                                   .orientation = made(toss->count, sizeof *track->orientation)};
            snprintf(track->name, 8, "%zu", t);
            for (size_t i = 0; i < toss->count; i++) {
                if (routh_random_uniform(&random, 0, 1) < lab.lost)
                    continue;
                const size_t k = track->count++;
                track->time[k] = (double)i / dataset.rate;
                routh_turn_apply(lab.turn, toss->position[i], track->position[k]);
                routh_turn_product(lab.turn, toss->orientation[i], track->orientation[k]);
                track->position[k][1] += lab.place[1];
                track->position[k][0] *= lab.flipped_x ? -1 : 1;
            }
        }
        routh_axes axes;
        routh_axes_options options = routh_axes_options_default();
        const double upwards[3] = {0, 0, 1};
        in_laboratory(&lab, upwards, options.up); /* the board's own normal */
        assert_int_equal(routh_axes_find(NULL, &tracks, way == 3 ? NULL : &options, &axes), ROUTH_OK);
        assert_int_equal(axes.mirrored, lab.flipped_x);
        assert_int_equal(routh_dataset3_of_tracks(NULL, &tracks, &axes, NULL, &seen), ROUTH_OK);
        assert_int_equal(routh_dataset3_segment(NULL, NULL, &seen), ROUTH_OK);
        const size_t used = routh_dataset3_used(&dataset, NULL), found = routh_dataset3_used(&seen, NULL);
        assert_int_equal(wrong_impacts(&dataset, &seen), 0);
        print_message("way %d: %zu of %zu impacts, centre (%.2f, %.2f, %.2f) mm, %zu tosses of %zu\n", way, found, used,
                      1e3 * seen.calibration.centre[0], 1e3 * seen.calibration.centre[1],
                      1e3 * seen.calibration.centre[2], seen.trajectory_count, count);
        /* the board's height, half a millimetre off, and its level within 0.2° decide a few of them otherwise */
        assert_true((double)found >= (way == 2 ? 0.75 : 0.92) * (double)used && found <= used * 108 / 100);
        routh_dataset3_release(NULL, &seen);
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
    }
    dataset.trajectory_count = all;
    routh_dataset3_release(NULL, &dataset);
}

/* A box that falls and then lies on a face, another in each track: the surface is below that face, on a table 0.75 m high. */
static void test_ground_of_a_box(void **state) {
    (void)state;
    enum { TRACKS = 6, FALL = 40, ALL = 100 };
    static const double side[3] = {0.12, 0.08, 0.05}, table = 0.75, gravity = 9.81, rate = 200;
    routh_tracks tracks = {.name = "boxes", .source = "boxes", .rate = rate, .count = TRACKS};
    tracks.track = made(TRACKS, sizeof *tracks.track);
    routh_random random = routh_random_seed(8, 2);
    for (int t = 0; t < TRACKS; t++) {
        routh_track *track = &tracks.track[t];
        /* which side stands upright: x turned up about y, y about x, or z */
        const double about[3][3] = {{0, acos(0), 0}, {acos(0), 0, 0}, {0, 0, 0.3}};
        double lying[4];
        routh_turn_of(about[t % 3], lying);
        *track = (routh_track){.count = ALL,
                               .rows = ALL,
                               .name = made(8, 1),
                               .time = made(ALL, sizeof(double)),
                               .position = made(ALL, sizeof *track->position),
                               .orientation = made(ALL, sizeof *track->orientation)};
        for (int i = 0; i < ALL; i++) {
            const double early = i < FALL ? (i - FALL) / rate : 0, spin[3] = {0, 0, 8 * early};
            double turn[4];
            routh_turn_of(spin, turn);
            routh_turn_product(turn, lying, track->orientation[i]);
            track->time[i] = i / rate;
            track->position[i][0] = 0.5 * early;
            track->position[i][2] = table + side[t % 3] / 2 - 0.5 * gravity * early * (early - 0.02 * t) + 0.1;
            if (i >= FALL)
                track->position[i][2] = table + side[t % 3] / 2;
            for (int c = 0; c < 3; c++)
                track->position[i][c] += 2e-5 * routh_random_normal(&random);
        }
    }
    routh_axes axes;
    routh_axes_options options = routh_axes_options_default();
    routh_import3_options import = routh_import3_options_default();
    routh_shape3 box;
    routh_dataset3 dataset;
    options.up[2] = 1;
    assert_int_equal(routh_shape3_box(NULL, side, &box), ROUTH_OK);
    assert_int_equal(routh_axes_find(NULL, &tracks, &options, &axes), ROUTH_OK);
    assert_int_equal(axes.rests, TRACKS);
    import.shape = &box;
    assert_int_equal(routh_dataset3_of_tracks(NULL, &tracks, &axes, &import, &dataset), ROUTH_OK);
    for (int t = 0; t < TRACKS; t++)
        assert_true(fabs(dataset.trajectory[t].position[ALL - 1][2] - side[t % 3] / 2) < 2e-4);
    routh_dataset3_release(NULL, &dataset);
    routh_shape3_release(NULL, &box);
    routh_axes_release(NULL, &axes);
    release_tracks(&tracks);
}

SLOW_SUBJECT(dataset_of_tracks) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_projection), cmocka_unit_test(test_planar_tracks),
                                       cmocka_unit_test(test_tosses_in_space), cmocka_unit_test(test_ground_of_a_box)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
