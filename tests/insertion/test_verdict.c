/* The verdict on a table that slides over a slab, where every wrench is known by hand: parts as drawn that cannot fit,
 * soft contacts, times in another unit, gaps.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "feet.h"

enum { SAMPLES = 60 };

static const double even[MOST_FEET] = {0}, tilted[MOST_FEET] = {1e-4, -1e-4, -1e-4, 1e-4};

/* Four feet, each uncertain by `deviation`, pushed in by `deep` and a tenth of it up and down; feet are longer by
 * `longer` than drawn. */
static table slide(double stiffness, double deep, const double *longer, double deviation) {
    table t = make_table(MOST_FEET, SAMPLES);
    static const char *const name[] = {"first", "second", "third", "fourth"};
    for (long i = 0; i < MOST_FEET; i++)
        add_displacement(&t, name[i], ROUTH_DISPLACE_SHIFT, i, downwards, deviation);
    for (size_t k = 0; k < SAMPLES; k++) {
        const double d = deep * (1 + 0.1 * sin(0.3 * (double)k));
        double depth[MOST_FEET];
        for (int i = 0; i < MOST_FEET; i++)
            depth[i] = d + longer[i];
        put(&t, k, d, 2e-3);
        push_back(&t, k, stiffness, 0.2, depth);
    }
    return t;
}

/* The feet move along x at 2 mm/s, the plate's origin does not. */
static void move(table *t) {
    for (size_t k = 0; k < SAMPLES; k++) {
        routh_insertion_instant *sample = &t->insertion.sample[k];
        const double way = 2e-3 * sample->time;
        sample->hand.position[0] += way;
        sample->wrench[4] -= way * sample->wrench[2];
        sample->wrench[5] += way * sample->wrench[1];
    }
}

static routh_insertion_check check_of(const table *t) {
    routh_context context = on_threads(1);
    routh_insertion_check check;
    if (routh_insertion_check_of(&context, &t->assembly, &t->insertion, NULL, NULL, &check) != ROUTH_OK)
        fail_msg("%s", context.message);
    return check;
}

/* Releases the check. */
static void expect(const table *t, bool fits, const char *first, const char *suggestion) {
    routh_insertion_check check = check_of(t);
    const char *text = check.findings.finding[0].text;
    if (check.fits != fits || !strstr(text, first) || strcmp(check.suggestion, suggestion) != 0)
        fail_msg("%s (\"%s\"), where \"%s\" (\"%s\") was expected", text, check.suggestion, first, suggestion);
    routh_insertion_check_release(NULL, &check);
}

static void flip(table *t) {
    for (size_t k = 0; k < t->insertion.count; k++)
        for (int c = 0; c < 6; c++)
            t->insertion.sample[k].wrench[c] *= -1;
}

/* Velocities with the opposite sign: friction would drive the parts. As drawn that may be the geometry's fault. */
static void friction_that_drives_is_refused(void **state) {
    (void)state;
    table t = slide(1e5, 1e-4, even, 1e-5);
    const double drawn[MOST_FEET] = {0};
    routh_insertion_check check;
    for (size_t k = 0; k < SAMPLES; k++)
        t.insertion.sample[k].twist[0] *= -1;
    expect(&t, true, "Fits: 0.0 %", "");
    assert_int_equal(routh_insertion_check_of(NULL, &t.assembly, &t.insertion, drawn, NULL, &check), ROUTH_OK);
    assert_false(check.fits);
    assert_non_null(strstr(check.findings.finding[0].text, "μ = −0.2 is negative"));
    routh_insertion_check_release(NULL, &check);
    forget(&t);
}

/* Two feet carry everything, 0.1 m from the middle, and the drawing has all four: the moment stays unexplained. Moments are
 * divided by 0.12 m times the force F √(1 + 0.2²): they are r = 0.82 of it, and r/√(1 + r²) is 63 %. If feet may be
 * displaced so far, nothing is wrong with that. */
static void stiff_parts_cannot_be_judged_as_drawn(void **state) {
    (void)state;
    table t = slide(1e6, 5e-5, tilted, 1e-4);
    expect(&t, true, "Cannot be judged with the parts as drawn: 63 %", "");
    flip(&t);
    expect(&t, false, "is negative", "");
    forget(&t);
    t = slide(1e6, 5e-5, tilted, 1e-7);
    expect(&t, false, "Does not fit: 63 % of the wrench stays unexplained", "");
    forget(&t);
    t = slide(1e6, -5e-5, tilted, 1e-4); /* lifted: as drawn no foot touches */
    expect(&t, true, "no instant has a contact, but with parts displaced within their deviations some have", "");
    forget(&t);
    t = slide(1e6, -5e-5, tilted, 1e-7);
    expect(&t, false, "Does not fit: no instant has a contact", "");
    forget(&t);
}

/* The ball about a foot has a radius of 20.6 mm: 2 mm are 10 % of it, 6 mm are 29 %. */
static void soft_contacts_may_be_deep(void **state) {
    (void)state;
    table t = slide(1e4, 2e-3, even, 1e-4);
    expect(&t, true, "Fits", "");
    for (size_t k = 0; k < SAMPLES; k++) /* forces of other contacts: nothing explains the depth */
        for (int c = 0; c < 6; c++)
            t.insertion.sample[k].wrench[c] *= sin(0.5 * (double)(k * k));
    expect(&t, false, "Does not fit: parts overlap by 2.2 mm", "");
    forget(&t);
    t = slide(1e4, 6e-3, even, 1e-4);
    expect(&t, false, "Does not fit: parts overlap by 6.6 mm", "units=cm");
    forget(&t);
}

static void stretch_time(table *t, double factor) {
    t->insertion.rate /= factor;
    for (size_t k = 0; k < SAMPLES; k++)
        t->insertion.sample[k].time *= factor;
}

static void times_in_another_unit_are_noticed(void **state) {
    (void)state;
    table t = slide(1.8e5, 2e-4, even, 1e-4);
    move(&t);
    expect(&t, true, "Fits", "");
    stretch_time(&t, 1e3);
    expect(&t, false, "Does not fit: 0.05 samples a second, and a hand that moves at 2×10⁻⁶ m/s", "units=ms");
    flip(&t);
    expect(&t, false, "Are times in ms?", "wrench_on=2 units=ms");
    flip(&t);
    stretch_time(&t, 1e3);
    expect(&t, false, "Are times in us?", "units=us");
    t.insertion.convention.unit[ROUTH_TIME] = 1e-3;
    stretch_time(&t, 1e-3);
    expect(&t, false, "Are times in us?", "units=us");
    forget(&t);
    t = slide(1.8e5, 2e-4, even, 1e-4);
    stretch_time(&t, 50); /* one sample a second, of a hand that is as fast */
    move(&t);
    expect(&t, true, "Fits", "");
    forget(&t);
}

static bool says(const routh_insertion_check *check, const char *words) {
    for (size_t i = 0; i < check->findings.count; i++)
        if (strstr(check->findings.finding[i].text, words))
            return true;
    return false;
}

static void what_gaps_leave_is_said(void **state) {
    (void)state;
    table t = slide(1.8e5, 2e-4, even, 1e-4);
    for (size_t k = 30; k < SAMPLES; k++)
        t.insertion.sample[k].time += 0.2; /* ten instants */
    t.insertion.gaps = (routh_insertion_gaps){.count = 1, .longest = 0.22, .start = 0.58};
    routh_insertion_check check = check_of(&t);
    assert_true(says(&check, "1 gap in time; the longest is 0.22 s, from 0.58 s on. Filters do not reach across: 60 "
                             "of 70 instants are left."));
    routh_insertion_check_release(NULL, &check);
    flip(&t);
    check = check_of(&t);
    assert_true(says(&check, "With the wrench on object 2 it fits"));
    routh_insertion_check_release(NULL, &check);
    forget(&t);
}

SUBJECT(verdict) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_parts_cannot_be_judged_as_drawn),
        cmocka_unit_test(friction_that_drives_is_refused),
        cmocka_unit_test(soft_contacts_may_be_deep),
        cmocka_unit_test(times_in_another_unit_are_noticed),
        cmocka_unit_test(what_gaps_leave_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
