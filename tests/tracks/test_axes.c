/* Axes from free flights, in laboratories with any axes, units, noise and gaps.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "made_tracks.h"

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"

static routh_axes find(const routh_tracks *tracks, const routh_axes_options *options) {
    routh_context context = routh_context_default();
    routh_axes axes;
    if (routh_axes_find(&context, tracks, options, &axes) != ROUTH_OK)
        fail_msg("%s", context.message);
    return axes;
}

static void show(const routh_axes *axes) {
    for (size_t i = 0; i < axes->words.count; i++)
        print_message("  %s: %s\n", axes->words.finding[i].topic, axes->words.finding[i].text);
}

static laboratory random_laboratory(routh_random *random) {
    laboratory lab = plain_laboratory();
    random_turn(random, lab.turn);
    for (int c = 0; c < 3; c++) {
        lab.place[c] = routh_random_uniform(random, -2, 2);
        lab.tracked[c] = routh_random_uniform(random, -0.02, 0.02);
    }
    lab.noise = 1e-4 * pow(10, routh_random_uniform(random, 0, 1)); /* 0.1 to 1 mm */
    lab.rate = routh_random_uniform(random, 100, 360);
    lab.drag = routh_random_uniform(random, 0, 0.1);
    return lab;
}

/* How often the truth is within two and within four errors of up and of gravity. */
static void test_up_in_any_axes(void **state) {
    (void)state;
    const double upwards[3] = {0, 0, 1};
    size_t within = 0, count = 0;
    double worst = 0;
    for (int seed = 1; seed <= effort(2, 8, 60); seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 1);
        laboratory lab = random_laboratory(&random);
        lab.lost = seed % 2 ? 0.05 : 0;
        lab.in_plane = seed % 3 == 0;
        lab.heading = routh_random_uniform(&random, -3, 3);
        routh_tracks tracks = make_tracks(&lab, (uint64_t)seed);
        routh_axes axes = find(&tracks, NULL);
        double truth[3];
        in_laboratory(&lab, upwards, truth);
        const double off = angle_between(axes.up, truth), gravity = fabs(axes.gravity - 9.81);
        if (off > 4.5 * axes.up_error || gravity > 4.5 * axes.gravity_error || off > 0.05 || axes.flights < 10) {
            show(&axes);
            fail_msg("seed %d: up %.4f ± %.4f rad off, gravity %.4f ± %.4f, %zu flights, noise %g m", seed, off,
                     axes.up_error, axes.gravity, axes.gravity_error, axes.flights, lab.noise);
        }
        within += off < 2 * axes.up_error;
        within += gravity < 2 * axes.gravity_error;
        count += 2;
        worst = fmax(worst, off);
        assert_false(axes.mirrored || axes.inverse);
        assert_int_equal(axes.rests, lab.tracks);
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
    }
    print_message("up and gravity: %zu of %zu within two errors; up at most %.2g rad off\n", within, count, worst);
    assert_true((double)within >= 0.8 * (double)count);
}

/* A wrong unit or rate shows as gravity. */
static void test_units_show(void **state) {
    (void)state;
    laboratory lab = plain_laboratory();
    lab.unit = 1e3;
    routh_tracks tracks = make_tracks(&lab, 4);
    routh_axes axes = find(&tracks, NULL);
    assert_true(fabs(axes.gravity / 9810 - 1) < 0.02);
    bool millimetres = false;
    for (size_t i = 0; i < axes.words.count; i++)
        millimetres = millimetres || strstr(axes.words.finding[i].text, "millimetres");
    assert_true(millimetres);
    routh_axes_release(NULL, &axes);
    release_tracks(&tracks);
    lab.unit = 1;
    tracks = make_tracks(&lab, 4);
    for (size_t t = 0; t < tracks.count; t++) /* stamped as if at 240 Hz */
        for (size_t i = 0; i < tracks.track[t].count; i++)
            tracks.track[t].time[i] /= 2;
    axes = find(&tracks, NULL);
    assert_true(fabs(axes.gravity / (4 * 9.81) - 1) < 0.02);
    bool rate = false;
    for (size_t i = 0; i < axes.words.count; i++)
        rate = rate || strstr(axes.words.finding[i].text, "Hz instead of 240 Hz");
    assert_true(rate);
    routh_axes_release(NULL, &axes);
    release_tracks(&tracks);
}

/* A simulator has no noise, and as many digits as it likes. In the plane the tracked point is not determined along the pivot,
 * and no noise says how much that counts. */
static void test_exact_tracks(void **state) {
    (void)state;
    static const double digits[] = {0, 1e-9, 1e-6};
    const double upwards[3] = {0, 0, 1};
    for (int i = 0; i < 24; i++) {
        if (!in_slice(i, 4))
            continue;
        routh_random random = routh_random_seed((uint64_t)i, 7);
        laboratory lab = random_laboratory(&random);
        const double digit = digits[i % 3];
        lab.noise = lab.drag = 0;
        lab.in_plane = i / 3 % 2 == 0;
        lab.tracks = i / 6 % 2 ? (size_t)effort(6, 6, 60) : 4;
        for (int c = 0; c < 3; c++)
            lab.tracked[c] *= i < 12 ? 1 : 0;
        for (int c = 0; c < 4 && i >= 18; c++) /* axes as a simulator has them: zeros are exact */
            lab.turn[c] = c == 0;
        routh_tracks tracks = make_tracks(&lab, (uint64_t)i);
        for (size_t t = 0; t < tracks.count; t++)
            for (size_t k = 0; digit > 0 && k < tracks.track[t].count; k++)
                for (int c = 0; c < 3; c++)
                    tracks.track[t].position[k][c] = digit * round(tracks.track[t].position[k][c] / digit);
        routh_axes axes = find(&tracks, NULL);
        double truth[3];
        in_laboratory(&lab, upwards, truth);
        if (angle_between(axes.up, truth) > 1e-3 || fabs(axes.gravity - 9.81) > 0.01 || axes.mirrored || axes.inverse) {
            show(&axes);
            fail_msg("world %d", i);
        }
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
    }
}

/* The plane of a planar motion, whatever its heading; a motion in space is said to be one. */
static void test_plane(void **state) {
    (void)state;
    size_t within = 0, count = 0;
    for (int seed = 1; seed <= effort(2, 3, 40); seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 2);
        laboratory lab = random_laboratory(&random);
        lab.in_plane = true;
        lab.heading = routh_random_uniform(&random, -3, 3);
        routh_tracks tracks = make_tracks(&lab, (uint64_t)seed);
        routh_axes axes = find(&tracks, NULL);
        const double across[3] = {-sin(lab.heading), cos(lab.heading), 0};
        double truth[3], x[3];
        in_laboratory(&lab, across, truth);
        const double angle = angle_between(axes.normal, truth), off = fmin(angle, acos(-1) - angle);
        if (off > 4 * hypot(axes.normal_error, axes.up_error) || axes.tilt_out > 0.05 || axes.out_of_plane > 0.03) {
            show(&axes);
            fail_msg("seed %d: normal %.4f ± %.4f rad off, tilt %.3f, out %.4f", seed, off, axes.normal_error,
                     axes.tilt_out, axes.out_of_plane);
        }
        within += off < 2 * hypot(axes.normal_error, axes.up_error);
        count++;
        routh_cross3(axes.up, axes.normal, x);
        assert_true(fabs(routh_dot3(axes.up, axes.normal)) < 1e-9 && routh_length3(x) > 0.999);
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
    }
    print_message("normal: %zu of %zu within two errors\n", within, count);
    laboratory lab = plain_laboratory();
    routh_tracks tracks = make_tracks(&lab, 3);
    routh_axes axes = find(&tracks, NULL);
    assert_true(axes.tilt_out > 0.3);
    routh_axes_release(NULL, &axes);
    release_tracks(&tracks);
}

/* Positions with a flipped axis, and orientations the other way round, show where the tracked point circles. */
static void test_handedness(void **state) {
    (void)state;
    for (int seed = 1; seed <= effort(1, 1, 30); seed++)
        for (int way = 0; way < 4; way++) {
            routh_random random = routh_random_seed((uint64_t)seed, 3);
            laboratory lab = random_laboratory(&random);
            lab.tracked[0] = 0.02;
            lab.noise = 2e-4;
            lab.flipped_x = way & 1;
            lab.inverse = way & 2;
            routh_tracks tracks = make_tracks(&lab, (uint64_t)seed);
            routh_axes axes = find(&tracks, NULL);
            if (axes.mirrored != lab.flipped_x || axes.inverse != lab.inverse || (lab.flipped_x && axes.flipped != 0)) {
                show(&axes);
                fail_msg("seed %d: flipped %d, inverse %d; found %d (axis %d), %d", seed, lab.flipped_x, lab.inverse,
                         axes.mirrored, axes.flipped, axes.inverse);
            }
            double error = 0;
            for (int c = 0; c < 3; c++)
                error = fmax(error, fabs(axes.tracked[c] - lab.tracked[c]));
            assert_true(error < 2e-3);
            routh_axes_release(NULL, &axes);
            release_tracks(&tracks);
        }
    laboratory lab = plain_laboratory(); /* a point at the centre of mass says nothing */
    lab.flipped_x = true;
    routh_tracks tracks = make_tracks(&lab, 1);
    routh_axes axes = find(&tracks, NULL);
    assert_false(axes.mirrored || axes.inverse);
    bool open = false;
    for (size_t i = 0; i < axes.words.count; i++)
        open = open || (strcmp(axes.words.finding[i].topic, "handedness") == 0 &&
                        axes.words.finding[i].kind == ROUTH_NOT_DETERMINED);
    assert_true(open);
    routh_axes_release(NULL, &axes);
    release_tracks(&tracks);
}

static void test_given_axes(void **state) {
    (void)state;
    laboratory lab = plain_laboratory();
    routh_tracks tracks = make_tracks(&lab, 2);
    routh_axes_options options = routh_axes_options_default();
    options.up[2] = 2;
    options.normal[1] = 3;
    options.normal[2] = 1; /* only its horizontal part counts */
    options.rest_height = 0.05;
    routh_axes axes = find(&tracks, &options);
    assert_true(axes.up[2] == 1 && isnan(axes.up_error) && fabs(axes.normal[1] - 1) < 1e-12);
    assert_true(fabs(axes.ground) < 1e-3 && fabs(axes.rest - 0.05) < 1e-3);
    routh_axes_release(NULL, &axes);
    routh_context context = routh_context_default();
    options.normal[1] = 0;
    assert_int_equal(routh_axes_find(&context, &tracks, &options, &axes), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "normal");
    options = routh_axes_options_default();
    tracks.up = 'z';
    axes = find(&tracks, &options);
    assert_true(axes.up[2] == 1);
    routh_axes_release(NULL, &axes);
    tracks.up = 'x'; /* the format is wrong: free fall decides, with a warning */
    axes = find(&tracks, &options);
    assert_true(axes.up[2] > 0.999 && axes.words.finding[0].kind == ROUTH_WARNING);
    routh_axes_release(NULL, &axes);
    options.up[1] = 1; /* what is given goes first, and is said to be wrong */
    axes = find(&tracks, &options);
    assert_true(axes.up[1] == 1 && axes.words.finding[0].kind == ROUTH_WRONG);
    assert_non_null(strstr(axes.words.finding[0].text, "free flights say +z"));
    routh_axes_release(NULL, &axes);
    release_tracks(&tracks);
}

/* A body that lies still shows nothing: up has to be given. */
static void test_nothing_falls(void **state) {
    (void)state;
    laboratory lab = plain_laboratory();
    routh_tracks tracks = make_tracks(&lab, 2);
    for (size_t t = 0; t < tracks.count; t++)
        for (size_t i = 0; i < tracks.track[t].count; i++)
            for (int c = 0; c < 3; c++)
                tracks.track[t].position[i][c] = tracks.track[t].position[tracks.track[t].count - 1][c];
    routh_context context = routh_context_default();
    routh_axes axes;
    assert_int_equal(routh_axes_find(&context, &tracks, NULL, &axes), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "up");
    release_tracks(&tracks);
}

/* A body that lies, is lifted and pushed a little by a hand now and then, and is seen with noise: nothing falls. What all pushes
 * have in common is named as what it may be; where they differ, nothing is said of scale and rate. */
static void test_bodies_at_rest_do_not_fall(void **state) {
    (void)state;
    enum { FRAMES = 900, PUSHED = 120, LIFTED = 60 };
    laboratory lab = plain_laboratory();
    lab.rate = 240;
    lab.tracks = 1;
    lab.rest = FRAMES;
    for (int seed = 1; seed <= effort(4, 8, 40); seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 5);
        routh_tracks tracks = make_tracks(&lab, (uint64_t)seed);
        routh_track *track = &tracks.track[0];
        assert_true(track->count >= FRAMES);
        track->count = track->rows = FRAMES;
        for (size_t i = 0; i < FRAMES; i++) {
            const double since = (double)(i % PUSHED) / lab.rate, until = LIFTED / lab.rate - since;
            const double alike = seed % 2 ? 0.35 : 0.17; /* beyond noise, and not */
            const double place[3] = {0.01 * (double)(i / PUSHED), 0, until > 0 ? alike * since * until : 0};
            track->time[i] = (double)i / lab.rate;
            for (int c = 0; c < 3; c++)
                track->position[i][c] = place[c] + (seed % 2 ? 1e-4 : 1.5e-4) * routh_random_normal(&random);
        }
        routh_axes_options options = routh_axes_options_default();
        options.up[2] = 1;
        routh_axes axes = find(&tracks, &options);
        const char *said = "";
        for (size_t k = 0; k < axes.words.count; k++)
            said = strcmp(axes.words.finding[k].topic, "gravity") == 0 ? axes.words.finding[k].text : said;
        if (seed % 2)
            assert_non_null(strstr(said, "or bodies do not fall freely there"));
        else
            assert_non_null(strstr(said, "no free flights were found"));
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
    }
}

/* Recorded tosses, whose board is level and whose z is up, turned into axes of any kind. */
static void test_recorded_tosses(void **state) {
    (void)state;
    char path[PATH_SIZE];
    routh_dataset3 dataset;
    assert_int_equal(routh_dataset3_read(NULL, routh_io_path(recorded_or_skip("cube-tosses", path)), NULL, &dataset),
                     ROUTH_OK);
    const size_t count = (size_t)effort(60, 60, 369);
    routh_random random = routh_random_seed(8, 8);
    double first = 0;
    for (int turn = 0; turn < effort(2, 2, 10); turn++) {
        laboratory lab = plain_laboratory();
        random_turn(&random, lab.turn);
        routh_tracks tracks = {.name = "tosses", .source = "tosses", .rate = dataset.rate, .count = count};
        tracks.track = made(count, sizeof *tracks.track);
        for (size_t t = 0; t < count; t++) {
            const routh_trajectory3 *toss = &dataset.trajectory[t];
            routh_track *track = &tracks.track[t];
            *track = (routh_track){.count = toss->count,
                                   .name = made(8, 1),
                                   .time = made(toss->count, sizeof(double)),
                                   .position = made(toss->count, sizeof *track->position),
                                   .orientation = made(toss->count, sizeof *track->orientation)};
            for (size_t i = 0; i < toss->count; i++) {
                track->time[i] = (double)i / dataset.rate;
                routh_turn_apply(lab.turn, toss->position[i], track->position[i]);
                routh_turn_product(lab.turn, toss->orientation[i], track->orientation[i]);
            }
        }
        routh_axes axes = find(&tracks, NULL);
        const double upwards[3] = {0, 0, 1};
        double truth[3];
        routh_turn_apply(lab.turn, upwards, truth);
        const double off = angle_between(axes.up, truth);
        if (turn == 0) {
            show(&axes);
            first = off;
        }
        print_message("recorded tosses: up %.4f ± %.4f rad from the board's normal\n", off, axes.up_error);
        assert_true(off < fmax(4 * axes.up_error, 0.01) && fabs(off - first) < 1e-3);
        assert_true(fabs(axes.gravity / 9.81 - 0.9824) < 0.01); /* the recording's own scale, docs/cube-tosses.md */
        assert_false(axes.mirrored || axes.inverse);
        routh_axes_release(NULL, &axes);
        release_tracks(&tracks);
    }
    routh_dataset3_release(NULL, &dataset);
}

SLOW_SUBJECT(axes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_up_in_any_axes), cmocka_unit_test(test_units_show),
        cmocka_unit_test(test_exact_tracks),   cmocka_unit_test(test_plane),
        cmocka_unit_test(test_handedness),     cmocka_unit_test(test_given_axes),
        cmocka_unit_test(test_nothing_falls),  cmocka_unit_test(test_bodies_at_rest_do_not_fall),
        cmocka_unit_test(test_recorded_tosses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
