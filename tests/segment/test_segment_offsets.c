/* Recordings as laboratories have them: angles off by any amount, the surface at any height, a tracked point that is not the
 * centre of mass, rows missing. The impacts must be those of the same drops recorded well.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/segment.h>

#include "../data/simulated_drops.h"
#include "../effort.h"
#include "../subject.h"
#include "segment/segment.h"

enum { DROPS = 60, FRAMES = 90, CONTACTS = 12 };

static routh_body body_of(routh_shape shape) {
    routh_body body = {.shape = shape, .mass = 0.1};
    body.inertia = body.mass * routh_shape_gyration_squared(&shape);
    return body;
}

/* A bar of 100 by 40 mm: its edges differ in height. */
static routh_shape bar(void) {
    static const double corner[4][2] = {{-0.05, -0.02}, {0.05, -0.02}, {0.05, 0.02}, {-0.05, 0.02}};
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = 4};
    memcpy(shape.vertex, corner, sizeof corner);
    return shape;
}

/* A pose at rest near the last one: lying on the edge that is nearest to the ground. */
static void lay_down(const routh_shape *shape, motion *at) {
    double best = INFINITY, angle = 0, height = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        const double ex = q[0] - p[0], ey = q[1] - p[1];
        const double off = remainder(at->theta + atan2(ey, ex), 4 * QUARTER_TURN);
        if (fabs(off) < best) {
            best = fabs(off);
            angle = at->theta - off;
            height = (p[0] * ey - p[1] * ex) / hypot(ex, ey);
        }
    }
    at->theta = angle;
    at->y = height;
}

/* What the laboratory does to a recording. */
typedef struct laboratory {
    double angle, height;  /* added */
    double tracked[2];     /* tracked point, body axes as recorded */
    double noise;          /* m; of angles that over 0.02 m */
    double lost;           /* share of the rows */
    size_t gap_first, gap; /* rows lost in a row, in every drop */
    size_t rest;           /* frames at rest at the end */
} laboratory;

static void record(const laboratory *lab, const course *path, routh_random *random, routh_dataset *dataset) {
    const size_t count = FRAMES + lab->rest;
    routh_trajectory *seen = add_trajectory(dataset, count);
    seen->count = 0;
    for (size_t i = 0; i < count; i++) {
        motion at = course_at(path, (double)(i < FRAMES ? i : FRAMES) / RATE);
        if (i >= FRAMES)
            lay_down(&dataset->body.shape, &at);
        const double angle = at.theta + lab->angle, c = cos(angle), s = sin(angle);
        const double n[3] = {routh_random_normal(random), routh_random_normal(random), routh_random_normal(random)};
        const bool lost = routh_random_uniform(random, 0, 1) < lab->lost;
        if (lost || (i >= lab->gap_first && i < lab->gap_first + lab->gap))
            continue;
        const size_t k = seen->count++;
        seen->time[k] = (double)i / RATE;
        seen->x[k] = at.x + c * lab->tracked[0] - s * lab->tracked[1] + lab->noise * n[0];
        seen->y[k] = at.y + lab->height + s * lab->tracked[0] + c * lab->tracked[1] + lab->noise * n[1];
        seen->theta[k] = angle + lab->noise / 0.02 * n[2];
    }
}

static routh_dataset recording(routh_shape shape, const laboratory *lab, uint64_t seed) {
    routh_random random = routh_random_seed(seed, 0), camera_noise = routh_random_seed(seed, 1);
    routh_dataset dataset = empty_dataset();
    dataset.body = body_of(shape);
    for (int i = 0; i < DROPS; i++) {
        const course path = drop(&dataset.body, random_start(&random), CONTACTS);
        record(lab, &path, &camera_noise, &dataset);
    }
    return dataset;
}

static void segment(routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (routh_dataset_segment(&context, NULL, dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
}

/* Used records of `one` that are in `other` too, within a time; and those of these whose numbers differ by more. */
static size_t common(const routh_dataset *one, const routh_dataset *other, double velocity, double lever,
                     size_t *wrong) {
    size_t same = 0;
    *wrong = 0;
    for (size_t i = 0; i < one->count; i++) {
        const routh_record *a = &one->record[i];
        for (size_t j = 0; a->reasons == 0 && j < other->count; j++) {
            const routh_record *b = &other->record[j];
            if (b->reasons != 0 || b->trajectory != a->trajectory || fabs(a->time - b->time) > 0.004)
                continue;
            same++;
            const double k = 0.024;
            const double v = fmax(hypot(a->before.vx - b->before.vx, a->before.vy - b->before.vy),
                                  hypot(a->after.vx - b->after.vx, a->after.vy - b->after.vy));
            const double w = k * fmax(fabs(a->before.omega - b->before.omega), fabs(a->after.omega - b->after.omega));
            *wrong += fmax(v, w) > velocity || hypot(a->rx - b->rx, a->ry - b->ry) > lever;
            break;
        }
    }
    return same;
}

static void expect_same(routh_shape shape, const laboratory *lab, const laboratory *good, double share, double velocity,
                        double lever, uint64_t seed) {
    routh_dataset straight = recording(shape, good, seed), seen = recording(shape, lab, seed);
    segment(&straight);
    segment(&seen);
    size_t wrong;
    const size_t used = routh_dataset_used(&straight, NULL), same = common(&straight, &seen, velocity, lever, &wrong);
    if ((double)same < share * (double)used || wrong > 0 || used < DROPS)
        fail_msg("seed %d: %zu of %zu impacts found again, %zu wrong; offsets %g m, %g rad, (%g, %g) m", (int)seed,
                 same, used, wrong, seen.height_offset, seen.angle_offset, seen.tracked_offset[0],
                 seen.tracked_offset[1]);
    routh_dataset_release(NULL, &straight);
    routh_dataset_release(NULL, &seen);
}

/* An angle 0.3 rad off and the surface at 750 mm; a bar off by more than a right angle: its edges differ. */
static void test_offsets_from_rest_poses(void **state) {
    (void)state;
    const laboratory good = {.noise = 5e-5, .rest = 30};
    for (int seed = 1; seed <= effort(1, 2, 10); seed++) {
        laboratory lab = good;
        lab.angle = 0.3;
        lab.height = 0.75;
        expect_same(routh_shape_square(SIDE), &lab, &good, 1, 1e-3, 1e-4, (uint64_t)seed);
        lab.angle = 1.2;
        lab.height = -1.5;
        expect_same(bar(), &lab, &good, 1, 1e-3, 1e-4, (uint64_t)seed);
    }
}

/* The same where no body comes to rest: contacts give the angle to the noise of a contact. */
static void test_offsets_from_contacts(void **state) {
    (void)state;
    const laboratory good = {.noise = 5e-5};
    for (int seed = 1; seed <= effort(1, 2, 10); seed++) {
        laboratory lab = good;
        lab.angle = 0.3;
        lab.height = 0.75;
        routh_dataset seen = recording(bar(), &lab, (uint64_t)seed);
        segment(&seen);
        print_message("from contacts: %.5f rad, %.5f m\n", seen.angle_offset, seen.height_offset);
        assert_true(fabs(seen.angle_offset - 0.3) < 0.01 && fabs(seen.height_offset - 0.75) < 5e-4);
        routh_dataset_release(NULL, &seen);
        expect_same(bar(), &lab, &good, 0.97, 1e-3, 8e-4, (uint64_t)seed);
    }
}

/* A surface at y = 0 and angles as they are stay as recorded: nothing is corrected that is not evident. */
static void test_good_recordings_stay(void **state) {
    (void)state;
    const laboratory good = {.noise = 5e-5};
    routh_dataset seen = recording(bar(), &good, 3);
    segment(&seen);
    assert_true(seen.angle_offset == 0 && seen.height_offset == 0);
    assert_true(seen.tracked_offset[0] == 0 && seen.tracked_offset[1] == 0);
    routh_dataset_release(NULL, &seen);
}

static void test_tracked_point(void **state) {
    (void)state;
    double worst = 0;
    size_t inside = 0, all = 0;
    for (int seed = 1; seed <= effort(1, 3, 20); seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 9);
        laboratory good = {.noise = 5e-5, .rest = 30}, lab = good;
        for (int k = 0; k < 2; k++)
            lab.tracked[k] = routh_random_uniform(&random, 0.003, 0.02) * (k ? -1 : 1);
        routh_dataset seen = recording(bar(), &lab, (uint64_t)seed);
        routh_circling circling;
        assert_int_equal(routh_circling_of(NULL, &seen, &circling), ROUTH_OK);
        assert_true(circling.determined && circling.evident);
        for (int k = 0; k < 2; k++) {
            const double off = fabs(circling.offset[k] - lab.tracked[k]) / circling.error[k];
            worst = fmax(worst, off);
            inside += off < 2;
            all++;
        }
        routh_dataset_release(NULL, &seen);
        lab.angle = 0.3;
        expect_same(bar(), &lab, &good, 0.9, 0.03, 5e-4, (uint64_t)seed);
    }
    print_message("tracked point: %zu of %zu within two errors, at most %.1f errors off\n", inside, all, worst);
    assert_true(worst < 5 && (double)inside >= 0.8 * (double)all);
}

/* Bodies that hardly turn do not show it, and are left alone. */
static void test_tracked_point_not_determined(void **state) {
    (void)state;
    routh_dataset dataset = empty_dataset();
    dataset.body = body_of(bar());
    routh_random random = routh_random_seed(5, 5);
    const laboratory lab = {.noise = 1e-4, .tracked = {0.01, 0}};
    for (int i = 0; i < DROPS; i++) {
        motion start = random_start(&random);
        start.v.omega = 0;
        start.y = 2;
        const course path = {.flight = {start}, .count = 1};
        record(&lab, &path, &random, &dataset);
    }
    routh_circling circling;
    assert_int_equal(routh_circling_of(NULL, &dataset, &circling), ROUTH_OK);
    assert_false(circling.determined || circling.evident);
    routh_dataset_release(NULL, &dataset);
}

/* How far a record is from the nearest true contact: the largest of its four differences of velocity, spins times 24 mm. */
static double off_truth(const course *path, const routh_record *record) {
    size_t nearest = 1;
    for (size_t i = 2; i < path->count; i++)
        if (fabs(path->flight[i].time - record->time) < fabs(path->flight[nearest].time - record->time))
            nearest = i;
    const motion before = motion_after(&path->flight[nearest - 1], path->flight[nearest].time);
    const motion *after = &path->flight[nearest];
    const double k = 0.024;
    return fmax(fmax(hypot(record->before.vx - before.v.vx, record->before.vy - before.v.vy),
                     hypot(record->after.vx - after->v.vx, record->after.vy - after->v.vy)),
                k * fmax(fabs(record->before.omega - before.v.omega), fabs(record->after.omega - after->v.omega)));
}

/* One row in twenty lost at random: nine impacts in ten are kept, and none is wrong. A velocity from four frames has an
 * error of 6 mm/s; a missed contact is wrong by 0.2 m/s and more. A touch
 * too light to be seen, as there is one in 3,600 impacts with all rows, is 0.07 m/s. */
static void test_lost_rows(void **state) {
    (void)state;
    size_t all_kept = 0, all_used = 0, now = 0;
    double worst = 0;
    for (int seed = 1; seed <= effort(1, 3, 30); seed++) {
        const laboratory good = {.noise = 5e-5, .rest = 30};
        laboratory lab = good;
        lab.lost = 0.05;
        routh_dataset straight = recording(bar(), &good, (uint64_t)seed), seen = recording(bar(), &lab, (uint64_t)seed);
        segment(&straight);
        segment(&seen);
        size_t wrong, kept = common(&straight, &seen, 0.06, 2e-3, &wrong);
        const size_t used = routh_dataset_used(&straight, NULL);
        assert_true((double)kept >= 0.9 * (double)used && wrong == 0);
        all_kept += kept;
        all_used += used;
        now += routh_dataset_used(&seen, NULL);
        routh_random random = routh_random_seed((uint64_t)seed, 0);
        for (long i = 0; i < DROPS; i++) {
            const course path = drop(&seen.body, random_start(&random), CONTACTS);
            for (size_t k = 0; k < seen.count; k++)
                if (seen.record[k].trajectory == i && seen.record[k].reasons == 0)
                    worst = fmax(worst, off_truth(&path, &seen.record[k]));
        }
        routh_dataset_release(NULL, &straight);
        routh_dataset_release(NULL, &seen);
    }
    print_message("5 %% of the rows lost: %zu of %zu impacts kept, %zu used; at most %.3f m/s from the truth\n",
                  all_kept, all_used, now, worst);
    assert_true(worst < 0.1);
}

/* Eight rows lost in the midst of a flight: what is next to the contact is used, as far as it is long enough. */
static void test_long_gaps_split(void **state) {
    (void)state;
    size_t kept = 0, cut = 0, used = 0;
    for (int seed = 1; seed <= effort(1, 2, 10); seed++) {
        const laboratory good = {.noise = 5e-5, .rest = 30};
        laboratory lab = good;
        lab.gap_first = 4; /* ends ten frames or so before the first contact */
        lab.gap = 5;
        routh_dataset straight = recording(bar(), &good, (uint64_t)seed), seen = recording(bar(), &lab, (uint64_t)seed);
        segment(&straight);
        segment(&seen);
        size_t wrong;
        kept += common(&straight, &seen, 0.05, 1e-3, &wrong);
        used += routh_dataset_used(&straight, NULL);
        assert_int_equal(wrong, 0);
        for (size_t i = 0; i < seen.count; i++)
            cut += seen.record[i].reasons == 0 && seen.record[i].time < (double)(lab.gap_first + lab.gap + 10) / RATE;
        routh_dataset_release(NULL, &straight);
        routh_dataset_release(NULL, &seen);
    }
    print_message("long gaps: %zu of %zu impacts kept, %zu next to one\n", kept, used, cut);
    assert_true(cut > 0 && (double)kept >= 0.9 * (double)used);
}

SLOW_SUBJECT(segment_offsets) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_offsets_from_rest_poses),
                                       cmocka_unit_test(test_offsets_from_contacts),
                                       cmocka_unit_test(test_good_recordings_stay),
                                       cmocka_unit_test(test_tracked_point),
                                       cmocka_unit_test(test_tracked_point_not_determined),
                                       cmocka_unit_test(test_lost_rows),
                                       cmocka_unit_test(test_long_gaps_split)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
