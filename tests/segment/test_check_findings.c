/* The other findings, each on a recording in which exactly one thing is off, and known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../data/simulated_drops.h"
#include <routh/segment.h>

#include "../effort.h"
#include "../subject.h"

enum { DROPS = 40, FRAMES = 90 };

/* A good recording: noise as a camera has it, bodies that come to rest, velocities as backward differences. */
static routh_dataset good_recording(void) {
    routh_random random = routh_random_seed(5, 0), grain = routh_random_seed(5, 1);
    routh_dataset dataset = empty_dataset();
    const camera eye = {.position_noise = 2e-5, .angle_noise = 2e-4, .rest = 40, .random = &grain};
    for (int i = 0; i < DROPS; i++) {
        course path = drop(&dataset.body, random_start(&random), 12);
        routh_trajectory *seen = record_course(&dataset, &path, FRAMES, &eye);
        double *const position[] = {seen->x, seen->y, seen->theta};
        double **const velocity[] = {&seen->vx, &seen->vy, &seen->omega};
        for (int c = 0; c < 3; c++) {
            *velocity[c] = numbers(seen->count);
            for (size_t j = 1; j < seen->count; j++)
                (*velocity[c])[j] = (position[c][j] - position[c][j - 1]) * RATE;
        }
    }
    return dataset;
}

/* Multiplies positions and velocities. */
static void scale(routh_dataset *dataset, double length, double angle) {
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        routh_trajectory *one = &dataset->trajectory[i];
        for (size_t j = 0; j < one->count; j++) {
            one->x[j] *= length;
            one->y[j] *= length;
            one->theta[j] *= angle;
            one->vx[j] *= length;
            one->vy[j] *= length;
            one->omega[j] *= angle;
        }
    }
}

static const routh_finding *find(const routh_findings *check, const char *what) {
    for (size_t i = 0; i < check->count; i++)
        if (strcmp(check->finding[i].topic, what) == 0)
            return &check->finding[i];
    fail_msg("no finding about %s", what);
    return NULL;
}

/* Every list that was made, to be released at the end. */
static routh_findings made[64];
static size_t made_count;

static int release_made(void **state) {
    (void)state;
    while (made_count > 0)
        routh_findings_release(NULL, &made[--made_count]);
    return 0;
}

static routh_findings check_of(const routh_dataset *dataset) {
    routh_findings check;
    routh_context context = routh_context_default();
    if (routh_dataset_check(&context, dataset, &check, NULL) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_true(made_count < sizeof made / sizeof *made);
    made[made_count++] = check;
    return check;
}

static void expect(const routh_findings *check, const char *what, routh_finding_kind kind, double found, double within,
                   const char *words) {
    const routh_finding *finding = find(check, what);
    if (finding->kind != kind || !strstr(finding->text, words))
        print_error("%s: kind %d, %s\n", what, finding->kind, finding->text);
    assert_int_equal(finding->kind, kind);
    assert_non_null(strstr(finding->text, words));
    if (isfinite(found))
        assert_true(fabs(finding->found - found) < within);
}

static void test_a_good_recording_is_fine(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    routh_findings check = check_of(&dataset);
    expect(&check, "frame", ROUTH_FINE, NAN, 0, "as recorded");
    expect(&check, "inertia", ROUTH_FINE, SIDE / sqrt(6.0), 3e-4, "radius of gyration");
    expect(&check, "gravity", ROUTH_FINE, GRAVITY, 0.05, "free flights");
    expect(&check, "drag", ROUTH_FINE, 0, 0.1, "");
    expect(&check, "rate", ROUTH_FINE, RATE, 1e-6, "as stated");
    expect(&check, "units", ROUTH_FINE, 1, 0.01, "metres and radians");
    expect(&check, "rest height", ROUTH_FINE, 0, 1e-4, "");
    expect(&check, "rest angle", ROUTH_FINE, 0, 1e-3, "");
    expect(&check, "contact", ROUTH_FINE, 0, 5e-4, "");
    expect(&check, "duplicates", ROUTH_FINE, 0, 0.5, "none");
    for (size_t i = 0; i < check.count; i++)
        assert_int_not_equal(check.finding[i].kind, ROUTH_WRONG);
    assert_int_equal(dataset.count, 0); /* segmented for the check alone */
    routh_dataset_release(NULL, &dataset);
}

/* One drop that was copied over another. */
static void test_drops_that_are_there_twice(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    const routh_trajectory *one = &dataset.trajectory[0], *other = &dataset.trajectory[1];
    const size_t size = one->count * sizeof(double);
    assert_int_equal(one->count, other->count);
    memcpy(other->time, one->time, size);
    memcpy(other->x, one->x, size);
    memcpy(other->y, one->y, size);
    memcpy(other->theta, one->theta, size);
    const routh_findings check = check_of(&dataset);
    expect(&check, "duplicates", ROUTH_WARNING, NAN, 0, "repeat an earlier one");
    routh_dataset_release(NULL, &dataset);
}

/* Check tries half of the units, the others with the next commit. */
static void test_lengths_in_other_units(void **state) {
    (void)state;
    static const struct {
        double factor;
        const char *words;
    } units[] = {{1e3, "millimetres"},
                 {1e2, "centimetres"},
                 {1 / 0.0254, "inches"},
                 {1 / 0.3048, "feet"},
                 {2 / SIDE, "half-widths"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (!in_slice((long)i, 2))
            continue;
        routh_dataset dataset = good_recording();
        scale(&dataset, units[i].factor, 1);
        routh_findings check = check_of(&dataset);
        expect(&check, "units", ROUTH_WRONG, units[i].factor, 0.02 * units[i].factor, units[i].words);
        expect(&check, "gravity", ROUTH_WRONG, GRAVITY * units[i].factor, 0.3 * units[i].factor, "long");
        routh_dataset_release(NULL, &dataset);
    }
}

/* Lengths 2 % short, as in the cube tosses: no other unit, but wrong. */
static void test_lengths_a_little_short(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    scale(&dataset, 0.98, 1);
    routh_findings check = check_of(&dataset);
    expect(&check, "gravity", ROUTH_WRONG, 0.98 * GRAVITY, 0.05, "lengths are short");
    expect(&check, "units", ROUTH_FINE, 0.98, 0.01, "");
    routh_dataset_release(NULL, &dataset);
}

static void test_angles_in_degrees(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    scale(&dataset, 1, 180 / (2 * QUARTER_TURN));
    routh_findings check = check_of(&dataset);
    expect(&check, "units", ROUTH_WRONG, NAN, 0, "degrees");
    routh_dataset_release(NULL, &dataset);
}

/* Recorded at 250 Hz, stated as 240: velocities and gravity both say so. */
static void test_wrong_rate(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    dataset.rate = 240;
    for (size_t i = 0; i < dataset.trajectory_count; i++)
        for (size_t j = 0; j < dataset.trajectory[i].count; j++)
            dataset.trajectory[i].time[j] = (double)j / 240;
    routh_findings check = check_of(&dataset);
    expect(&check, "rate", ROUTH_WRONG, 250, 0.01, "240 Hz is stated");
    expect(&check, "gravity", ROUTH_WRONG, GRAVITY * 240 * 240 / 250 / 250, 0.05, "the rate is 1.042 times");
    routh_dataset_release(NULL, &dataset);
}

static void test_time_stamps_against_rate(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    for (size_t i = 0; i < dataset.trajectory_count; i++) { /* no velocities: stamps are all there is */
        free(dataset.trajectory[i].vx);
        dataset.trajectory[i].vx = NULL;
    }
    dataset.rate = 200;
    routh_findings check = check_of(&dataset);
    expect(&check, "rate", ROUTH_WRONG, 250, 0.01, "the time stamps give 250 Hz");
    dataset.rate = NAN;
    check = check_of(&dataset);
    expect(&check, "rate", ROUTH_NOT_DETERMINED, 250, 0.01, "no rate is stated");
    routh_dataset_release(NULL, &dataset);
}

static void test_rest_pose(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    for (size_t i = 0; i < dataset.trajectory_count; i++)
        for (size_t j = 0; j < dataset.trajectory[i].count; j++) {
            dataset.trajectory[i].y[j] += 0.0015;
            dataset.trajectory[i].theta[j] -= 0.033;
        }
    routh_findings check = check_of(&dataset);
    expect(&check, "rest height", ROUTH_WARNING, 0.0015, 1e-4, "1.50 ± 0.00 mm higher");
    expect(&check, "rest angle", ROUTH_WARNING, -0.033, 1e-4, "-0.0330");
    expect(&check, "frame", ROUTH_FINE, NAN, 0, "as recorded"); /* calibrated before it is judged */
    routh_dataset_release(NULL, &dataset);
}

/* Motion capture has its own zero of the angle, and the table is not its floor. That is no sign of degrees. */
static void test_raised_and_turned(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    for (size_t i = 0; i < dataset.trajectory_count; i++)
        for (size_t j = 0; j < dataset.trajectory[i].count; j++) {
            dataset.trajectory[i].y[j] += 0.75;
            dataset.trajectory[i].theta[j] -= 0.6;
        }
    routh_findings check = check_of(&dataset);
    expect(&check, "units", ROUTH_FINE, NAN, 0, "metres and radians");
    expect(&check, "rest height", ROUTH_NOTE, 0.75, 1e-4, "the surface is raised");
    expect(&check, "rest angle", ROUTH_WARNING, -0.6, 1e-4, "segmentation corrects it");
    expect(&check, "frame", ROUTH_FINE, NAN, 0, "as recorded");
    routh_dataset_release(NULL, &dataset);
}

/* The body is smaller than stated: it touches before its stated corners do. */
static void test_wrong_size(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    dataset.body.shape = routh_shape_square(0.066);
    routh_findings check = check_of(&dataset);
    expect(&check, "rest height", ROUTH_WARNING, -0.003, 1e-4, "lower");
    expect(&check, "contact", ROUTH_WARNING, NAN, 0, "below the ground");
    routh_dataset_release(NULL, &dataset);
}

/* Flights under linear drag have a closed form: every velocity decays like e^(−ct) towards the one of steady fall. */
static void test_drag(void **state) {
    (void)state;
    const double drag = 0.8;
    routh_random random = routh_random_seed(6, 0);
    routh_dataset dataset = empty_dataset();
    for (int i = 0; i < DROPS; i++) {
        routh_trajectory *seen = add_trajectory(&dataset, 40);
        double vx = routh_random_uniform(&random, -1, 1), vy = routh_random_uniform(&random, -1, 2);
        for (size_t j = 0; j < seen->count; j++) {
            double t = (double)j / RATE, reach = (1 - exp(-drag * t)) / drag;
            seen->time[j] = t;
            seen->x[j] = vx * reach + 2e-5 * routh_random_normal(&random);
            seen->y[j] = 1 + (vy + GRAVITY / drag) * reach - GRAVITY / drag * t + 2e-5 * routh_random_normal(&random);
            seen->theta[j] = 0.1 * t;
        }
    }
    routh_findings check = check_of(&dataset);
    expect(&check, "drag", ROUTH_FINE, drag, 0.05 * drag, "of its velocity per second");
    expect(&check, "gravity", ROUTH_FINE, GRAVITY, 0.05, "40 free flights");
    expect(&check, "frame", ROUTH_NOT_DETERMINED, NAN, 0, "too few");
    expect(&check, "rest height", ROUTH_NOT_DETERMINED, NAN, 0, "0 of 40");
    routh_dataset_release(NULL, &dataset);
}

static void test_lost_frames(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    routh_trajectory *one = &dataset.trajectory[3];
    double *const column[] = {one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    for (int c = 0; c < 6; c++) /* frame 7 is lost, in the first flight, and the stamps do not tell */
        memmove(column[c] + 7, column[c] + 8, (one->count - 8) * sizeof(double));
    --one->count;
    routh_findings check = check_of(&dataset);
    const routh_finding *finding = find(&check, "frames");
    routh_dataset whole = good_recording();
    routh_findings without = check_of(&whole);
    assert_int_equal(finding->kind, ROUTH_WARNING);
    assert_true(fabs(finding->found - find(&without, "frames")->found - 1) < 0.5);
    routh_dataset_release(NULL, &dataset);
    routh_dataset_release(NULL, &whole);
}

/* Impacts alone: what needs trajectories is not told, and says why; the slope gives units away. */
static void test_impacts_alone(void **state) {
    (void)state;
    routh_dataset dataset = good_recording();
    assert_int_equal(routh_dataset_segment(NULL, NULL, &dataset), ROUTH_OK);
    routh_dataset alone = dataset;
    alone.trajectory_count = 0;
    routh_findings check = check_of(&alone);
    static const char *const undetermined[] = {"gravity", "rate", "rest height", "rest angle"};
    for (size_t i = 0; i < sizeof undetermined / sizeof undetermined[0]; i++)
        expect(&check, undetermined[i], ROUTH_NOT_DETERMINED, NAN, 0, "impacts but no trajectories");
    expect(&check, "units", ROUTH_FINE, 1, 0.1, "");
    for (size_t i = 0; i < alone.count; i++) {
        alone.record[i].before.omega *= 180 / (2 * QUARTER_TURN);
        alone.record[i].after.omega *= 180 / (2 * QUARTER_TURN);
    }
    alone.record[0].reasons |= ROUTH_IMPOSSIBLE;
    alone.record[1].reasons |= ROUTH_DUPLICATE;
    check = check_of(&alone);
    expect(&check, "units", ROUTH_WRONG, 57.3, 6, "degrees per second");
    expect(&check, "inertia", ROUTH_WRONG, NAN, 0, "");
    expect(&check, "impossible", ROUTH_WARNING, 1, 0.5, "1 of");
    expect(&check, "duplicates", ROUTH_WARNING, 1, 0.5, "1 of");
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(check_findings) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_good_recording_is_fine),
        cmocka_unit_test(test_drops_that_are_there_twice),
        cmocka_unit_test(test_lengths_in_other_units),
        cmocka_unit_test(test_lengths_a_little_short),
        cmocka_unit_test(test_angles_in_degrees),
        cmocka_unit_test(test_wrong_rate),
        cmocka_unit_test(test_time_stamps_against_rate),
        cmocka_unit_test(test_rest_pose),
        cmocka_unit_test(test_raised_and_turned),
        cmocka_unit_test(test_wrong_size),
        cmocka_unit_test(test_drag),
        cmocka_unit_test(test_lost_frames),
        cmocka_unit_test(test_impacts_alone),
    };
    return cmocka_run_group_tests(tests, NULL, release_made);
}
