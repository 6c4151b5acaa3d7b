/* Observability of a table on a slab: what is known by hand, and the words for it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "feet.h"
#include "insertion/identify.h"

static const double stiffness = 1.8e5, friction = 0.2;

/* Depths of the first `feet` between 0.1 and 0.3 mm if `wave` is 1e-4, constant if it is 0. A little noise makes
 * posteriors finite. */
static void slide_on(table *t, double wave, size_t feet) {
    routh_random random = routh_random_seed(1, 0);
    for (size_t k = 0; k < t->insertion.count; k++) {
        const double deep = 2e-4 + wave * sin(0.1 * (double)k);
        double depth[MOST_FEET] = {0};
        for (size_t i = 0; i < feet; i++)
            depth[i] = deep;
        put(t, k, deep, 2e-3);
        push_back(t, k, stiffness, friction, depth);
        for (int c = 0; c < 6; c++)
            t->insertion.sample[k].wrench[c] += (c < 3 ? 0.5 : 0.06) * routh_random_normal(&random);
    }
}

static void slide(table *t, double wave) {
    slide_on(t, wave, MOST_FEET);
}

static routh_observability observe(table *t) {
    routh_observability o;
    assert_int_equal(routh_regressor_observe(NULL, t->regressor, NULL, &o), ROUTH_OK);
    return o;
}

/* Does one of the sentences hold all these words? */
static int says(const routh_observability *o, const char *a, const char *b) {
    for (size_t i = 0; i < o->findings.count; i++)
        if (strstr(o->findings.finding[i].text, a) && strstr(o->findings.finding[i].text, b))
            return 1;
    return 0;
}

static void show(const routh_observability *o) {
    for (size_t i = 0; i < o->findings.count; i++)
        print_message("  %s\n", o->findings.finding[i].text);
}

/* Depth is d + x: ∂Φ/∂x is Φ/d, so that sensitivity and correlation with Φ are 1/d and 1 where d does not change. */
static void a_constant_depth_hides_the_offset(void **state) {
    (void)state;
    table t = make_table(4, 60);
    add_displacement(&t, "offset", ROUTH_DISPLACE_OFFSET, -1, downwards, 3e-5);
    slide(&t, 0);
    prepare(&t);
    routh_observability o = observe(&t);
    for (int c = 0; c < 2; c++) {
        assert_near(o.sensitivity[c], 1 / 2e-4, 5);
        assert_near(o.correlation[c][1], 1, 1e-3);
        assert_int_equal(routh_correlation_class(o.correlation[c][1]), 2);
    }
    assert_true(o.posterior[0] > 0.95);
    assert_int_equal(o.seen[0], ROUTH_SEEN_TOGETHER);
    assert_true(says(&o, "offset can be determined only together with K", "a smaller K"));
    assert_true(says(&o, "offset", "normal force that varies"));
    show(&o);
    routh_observability_release(NULL, &o);
    forget(&t);
}

static void a_varied_depth_shows_it(void **state) {
    (void)state;
    table t = make_table(4, 60);
    add_displacement(&t, "offset", ROUTH_DISPLACE_OFFSET, -1, downwards, 3e-5);
    slide(&t, 1e-4);
    prepare(&t);
    routh_observability o = observe(&t);
    assert_int_equal(o.seen[0], ROUTH_SEEN);
    assert_true(o.posterior[0] < 0.1);
    assert_true(o.singular[0] > 10);
    assert_near(o.posterior[0], 1 / sqrt(1 + o.singular[0] * o.singular[0]), 1e-12);
    assert_false(says(&o, "offset", "only together"));
    routh_observability_release(NULL, &o);
    forget(&t);
}

/* Four feet on a plane push with one force and two moments: that opposite corners are longer by as much as the others
 * are shorter shows nowhere. */
static void the_fourth_foot_of_a_table_is_not_told(void **state) {
    (void)state;
    table t = make_table(4, 60);
    static const char *const name[] = {"first", "second", "third", "fourth"};
    for (long i = 0; i < 4; i++)
        add_displacement(&t, name[i], ROUTH_DISPLACE_SHIFT, i, downwards, 1e-4);
    slide(&t, 1e-4);
    prepare(&t);
    routh_observability o = observe(&t);
    assert_true(o.singular[2] > 3);
    assert_true(o.singular[3] < 0.5);
    for (int i = 0; i < 4; i++) {
        assert_near(fabs(o.direction[12 + i]), 0.5, 0.02);
        assert_near(o.direction[12 + i], (i % 2 ? -1 : 1) * o.direction[12], 0.04);
        /* a quarter of the variance is in that direction */
        assert_near(o.posterior[i], 0.5, 0.06);
    }
    assert_true(says(&o, "first can be determined only together with third, second and fourth",
                     "a larger first with a larger third, a smaller second and a smaller fourth"));
    show(&o);
    routh_observability_release(NULL, &o);
    forget(&t);
}

static void what_has_no_effect_is_named(void **state) {
    (void)state;
    table t = make_table(4, 60);
    add_displacement(&t, "first", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
    add_displacement(&t, "drift of the second", ROUTH_DISPLACE_SHIFT, 1, (const double[]){-1, 5.7e-8, -0.0}, 1e-4);
    /* a part far above the slab */
    t.assembly.object[0].part[3].place.position[2] = 0.1;
    add_displacement(&t, "fourth", ROUTH_DISPLACE_SHIFT, 3, downwards, 1e-4);
    slide(&t, 1e-4);
    prepare(&t);
    routh_observability o = observe(&t);
    assert_int_equal(o.seen[0], ROUTH_SEEN);
    assert_int_equal(o.seen[1], ROUTH_SEEN_NOT);
    assert_int_equal(o.seen[2], ROUTH_SEEN_NOT);
    assert_near(o.posterior[2], 1, 1e-9);
    assert_near(o.sensitivity[4], 0, 0);
    assert_near(o.correlation[0][3], 0, 0);
    assert_true(says(&o, "drift of the second cannot be determined", "only slide"));
    assert_true(says(&o, "drift of the second", "normal (-1, 0, 0)"));
    assert_true(says(&o, "fourth cannot be determined", "never touches"));
    show(&o);
    routh_observability_release(NULL, &o);
    forget(&t);
}

/* A part does not touch without its object. If it is the only one, both may be one motion; of several, others may touch
 * instead. */
static void an_object_and_its_part_are_separated_by_other_contacts(void **state) {
    (void)state;
    static const char *const words[] = {"both are the same motion, and no recording separates them",
                                        "contact at another end or flank of foot 1 of the table would separate them",
                                        "other parts than foot 1 of the table touch would separate them"};
    static const double aslant[3] = {0.6, 0, -0.8};
    for (int way = 0; way < 3; way++) {
        table t = make_table(way < 2 ? 1 : 2, 60);
        add_displacement(&t, "foot down", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
        add_displacement(&t, "table down", ROUTH_DISPLACE_SHIFT, -1, way == 1 ? aslant : downwards, 1e-4);
        if (way == 2)
            t.assembly.object[0].part[1].place.position[2] = 0.1; /* never touches */
        slide_on(&t, 1e-4, 1);
        prepare(&t);
        routh_observability o = observe(&t);
        show(&o);
        assert_true(says(&o, "foot down can be determined only together with table down", words[way]));
        routh_observability_release(NULL, &o);
        forget(&t);
    }
}

static void bad_recordings_are_told_so(void **state) {
    (void)state;
    table t = make_table(4, 20);
    add_displacement(&t, "first", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
    for (size_t k = 0; k < 20; k++)
        put(&t, k, -1e-3, 2e-3);
    prepare(&t);
    routh_observability o = observe(&t);
    assert_int_equal(o.seen[0], ROUTH_SEEN_NOT);
    assert_true(o.posterior[0] == 1);
    assert_true(says(&o, "No instant has a contact", ""));
    routh_observability_release(NULL, &o);
    const double nowhere = NAN;
    routh_context context = routh_context_default();
    assert_int_equal(routh_regressor_observe(&context, t.regressor, &nowhere, &o), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "first"));
    forget(&t);

    t = make_table(1, 20);
    add_displacement(&t, "first", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
    for (size_t k = 0; k < 20; k++) {
        put(&t, k, 1e-4 + 1e-6 * (double)k, 0);
        push_back(&t, k, stiffness, friction, (const double[]){1e-4});
    }
    prepare(&t);
    o = observe(&t);
    assert_true(says(&o, "friction cannot be determined", ""));
    assert_true(says(&o, "never more than one contact", ""));
    routh_observability_release(NULL, &o);
    forget(&t);
}

static void classes_are_the_papers(void **state) {
    (void)state;
    static const double value[] = {1, -0.85, 0.849, 0.5, -0.49, 0};
    static const int class[] = {2, 2, 1, 1, 0, 0};
    for (int i = 0; i < 6; i++)
        assert_int_equal(routh_correlation_class(value[i]), class[i]);
}

SUBJECT(observe) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_depth_hides_the_offset),
        cmocka_unit_test(a_varied_depth_shows_it),
        cmocka_unit_test(the_fourth_foot_of_a_table_is_not_told),
        cmocka_unit_test(what_has_no_effect_is_named),
        cmocka_unit_test(an_object_and_its_part_are_separated_by_other_contacts),
        cmocka_unit_test(bad_recordings_are_told_so),
        cmocka_unit_test(classes_are_the_papers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
