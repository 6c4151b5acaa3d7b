/* The trajectory that a study shows: its parabolas are free falls through the recorded frames, and meet at contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"

static routh_study studied(const routh_dataset *dataset) {
    const routh_law *const laws[] = {routh_law_find(NULL, "smith")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    options.laws = laws;
    options.law_count = 1;
    options.k_max = 2;
    options.draws = 2;
    options.resamples = 2;
    options.surface = 5;
    options.references = 0;
    routh_study study;
    assert_int_equal(routh_study_run(NULL, dataset, &frame, 1, "", &options, &study), ROUTH_OK);
    return study;
}

static routh_dataset dropped(size_t count, double noise_db, double rate) {
    routh_half_plane ground = routh_half_plane_default();
    routh_world_generator generator = routh_world_generator_default();
    routh_dataset dataset;
    generator.world.plane = &ground;
    generator.world.plane_count = 1;
    generator.count = count;
    generator.noise_db = noise_db;
    if (rate > 0)
        generator.run.rate = rate;
    assert_int_equal(routh_world_generate(NULL, &generator, &dataset), ROUTH_OK);
    assert_int_equal(routh_dataset_segment(NULL, NULL, &dataset), ROUTH_OK);
    return dataset;
}

/* Under gravity alone: the second difference of y is −g h², of x and θ nothing. Points are evenly spaced. */
static void assert_free_fall(const routh_motion_curve *c, double gravity) {
    const double h = c->time[1] - c->time[0];
    for (size_t i = 1; i + 1 < c->count; i++) {
        assert_true(fabs(c->y[i - 1] - 2 * c->y[i] + c->y[i + 1] - (-gravity * h * h)) <= 1e-12);
        assert_true(fabs(c->x[i - 1] - 2 * c->x[i] + c->x[i + 1]) <= 1e-12);
        assert_true(fabs(c->arc[i - 1] - 2 * c->arc[i] + c->arc[i + 1]) <= 1e-12);
    }
}

/* The value of y at a time between two points; what the straight line cuts off is g h²/8, far below a micrometre. */
static double height_at(const routh_motion_curve *c, double time) {
    size_t i = 0;
    while (i + 2 < c->count && c->time[i + 1] < time)
        i++;
    return c->y[i] + (c->y[i + 1] - c->y[i]) * (time - c->time[i]) / (c->time[i + 1] - c->time[i]);
}

static void assert_near_frames(const routh_motion_figure *figure, const routh_motion_curve *c, double within) {
    const routh_motion_curve *r = &figure->recorded;
    size_t frames = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->time[i] >= c->time[0] && r->time[i] <= c->time[c->count - 1]) {
            assert_true(fabs(height_at(c, r->time[i]) - (r->y[i])) <= within);
            frames++;
        }
    assert_true(frames >= 3);
}

static size_t used_of(const routh_dataset *dataset, size_t trajectory) {
    size_t used = 0;
    for (size_t i = 0; i < dataset->count; i++)
        used += dataset->record[i].trajectory == (long)trajectory && dataset->record[i].reasons == 0;
    return used;
}

static void parabolas_are_free_falls_that_meet(void **state) {
    (void)state;
    static const double decibels[] = {INFINITY, 60};
    const routh_segment_options limits = routh_segment_options_default();
    for (size_t n = 0; n < 2; n++) {
        routh_dataset dataset = dropped(12, decibels[n], 0);
        routh_study study = studied(&dataset);
        const routh_motion_figure *figure = study.motion;
        assert_non_null(figure);
        size_t used = 0;
        for (size_t i = 0; i < dataset.trajectory_count; i++)
            assert_true(used_of(&dataset, i) <= used_of(&dataset, figure->trajectory));
        assert_int_equal(figure->recorded.count, dataset.trajectory[figure->trajectory].count);
        for (size_t i = 0; i < figure->contact_count; i++) {
            const routh_motion_contact *c = &figure->contact[i];
            assert_true(i == 0 || c->time > figure->contact[i - 1].time);
            if (!c->used)
                continue;
            used++;
            const routh_motion_curve *a = &c->before, *b = &c->after;
            const size_t last = a->count - 1;
            assert_true(a->time[last] == c->time && b->time[0] == c->time);
            assert_free_fall(a, dataset.gravity);
            assert_free_fall(b, dataset.gravity);
            assert_near_frames(figure, a, limits.deviation_max);
            assert_near_frames(figure, b, limits.deviation_max);
            assert_true(hypot(hypot(a->x[last] - b->x[0], a->y[last] - b->y[0]), a->arc[last] - b->arc[0]) <=
                        limits.meeting_max);
        }
        assert_int_equal(used, used_of(&dataset, figure->trajectory));
        assert_true(used > 0);
        routh_study_release(NULL, &study);
        routh_dataset_release(NULL, &dataset);
    }
}

/* A page with ten million samples would be read by nobody. */
static void a_part_of_a_long_trajectory(void **state) {
    (void)state;
    routh_dataset dataset = dropped(effort(4, 4, 12), INFINITY, 40000);
    routh_study study = studied(&dataset);
    const routh_motion_figure *figure = study.motion;
    assert_non_null(figure);
    const routh_motion_curve *drawn = &figure->recorded;
    const routh_trajectory *all = &dataset.trajectory[figure->trajectory];
    assert_true(all->count > 20000);
    assert_int_equal(drawn->count, 10000);
    size_t first = 0, used = 0;
    while (all->time[first] < drawn->time[0])
        first++;
    for (size_t i = 0; i < drawn->count; i++)
        assert_true(drawn->time[i] == all->time[first + i] && drawn->y[i] == all->y[first + i]);
    assert_true(figure->contact_count > 0);
    for (size_t i = 0; i < figure->contact_count; i++) {
        used += figure->contact[i].used;
        assert_true(figure->contact[i].time >= drawn->time[0] &&
                    figure->contact[i].time <= drawn->time[drawn->count - 1]);
    }
    assert_true(used > 0);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static void none_without_trajectories(void **state) {
    (void)state;
    const routh_dataset_generator drops = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &drops, 20, &dataset), ROUTH_OK);
    routh_study study = studied(&dataset);
    assert_null(study.motion);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(motion_figure) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parabolas_are_free_falls_that_meet),
        cmocka_unit_test(a_part_of_a_long_trajectory),
        cmocka_unit_test(none_without_trajectories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
