/* Contacts that are not clean impacts of a single corner are kept with the reason; a slip of the tracking is no contact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "generated_tosses.h"

enum { FRAMES = 60 };

/* A cube that is dropped from rest with a given turn, strikes at a given frame or so, and jumps off with another motion:
 * no law, only flights. */
typedef struct drop {
    double turn[3];      /* rotation vector of its orientation when it strikes */
    double strike;       /* when, s */
    double fall;         /* how fast it comes down, m/s */
    double up, spin[3];  /* after */
    double second;       /* another strike, s; infinite: none */
    size_t first, count; /* frames to keep */
    double lift;         /* of the whole recording, m */
    double tremble;      /* of the tracked point, four frames to, four fro, m */
} drop;

static const double rate = 148, width = 0.1048, gravity = 9.81;

static routh_trajectory3 record(const drop *d) {
    routh_trajectory3 toss = {.name = calloc(8, 1),
                              .position = calloc(d->count, sizeof *toss.position),
                              .orientation = calloc(d->count, sizeof *toss.orientation),
                              .count = d->count};
    assert_true(toss.name && toss.position && toss.orientation);
    double orientation[4], lowest = INFINITY;
    routh_turn_of(d->turn, orientation);
    for (int k = 0; k < 8; k++) {
        double corner[3] = {k & 1 ? width / 2 : -width / 2, k & 2 ? width / 2 : -width / 2,
                            k & 4 ? width / 2 : -width / 2};
        routh_turn_apply(orientation, corner, corner);
        lowest = fmin(lowest, corner[2]);
    }
    for (size_t i = 0; i < d->count; i++) {
        const double time = (double)(d->first + i) / rate - d->strike;
        double *z = &toss.position[i][2];
        const double later = fmax(time - (d->second - d->strike), 0);
        *z = d->lift - lowest + (time < 0 ? -d->fall : d->up) * time - gravity * time * time / 2 + 1.5 * later;
        toss.position[i][0] = (d->first + i) % 8 < 4 ? d->tremble : 0;
        routh_turn_on(orientation, d->spin, fmax(time, 0), toss.orientation[i]);
    }
    return toss;
}

/* A dataset of this one toss, segmented as stated. */
static routh_dataset3 segment_one(const routh_trajectory3 *toss) {
    routh_dataset3 dataset = {.name = "drop",
                              .width = width,
                              .mass = 0.37,
                              .rate = rate,
                              .gravity = gravity,
                              .trajectory = malloc(sizeof *toss),
                              .trajectory_count = 1};
    assert_non_null(dataset.trajectory);
    dataset.trajectory[0] = *toss;
    routh_segment3_options options = routh_segment3_options_default();
    options.calibrate = 0;
    routh_context context = routh_context_default();
    if (routh_dataset3_segment(&context, &options, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    return dataset;
}

/* The reasons of the first contact. */
static unsigned reasons_of(const drop *d, size_t *contacts) {
    const routh_trajectory3 toss = record(d);
    routh_dataset3 dataset = segment_one(&toss);
    const unsigned reasons = dataset.count > 0 ? dataset.record[0].reasons : ~0U;
    if (contacts)
        *contacts = dataset.count;
    size_t counted = 0, rejected[ROUTH_REASON_COUNT];
    const size_t used = routh_dataset3_used(&dataset, rejected);
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        counted += rejected[reason];
    assert_true((counted > 0) == (used < dataset.count));
    routh_dataset3_release(NULL, &dataset);
    return reasons;
}

/* A corner straight down but for a little: no two corners at once. */
static drop usual_drop(void) {
    return (drop){.turn = {0.7, 0.5, 0.1},
                  .strike = 0.152,
                  .fall = 1.2,
                  .up = 0.3,
                  .spin = {4, -6, 1},
                  .second = INFINITY,
                  .count = FRAMES};
}

static void test_reasons(void **state) {
    (void)state;
    drop one = usual_drop();
    size_t contacts;
    assert_int_equal(reasons_of(&one, &contacts), 0);
    assert_int_equal(contacts, 1);

    one.second = one.strike + 4.5 / rate;
    assert_int_equal(reasons_of(&one, &contacts), ROUTH_SECOND_BOUNCE);
    assert_int_equal(contacts, 2);

    one = usual_drop();
    one.first = 19; /* three frames before the strike */
    assert_int_equal(reasons_of(&one, NULL), ROUTH_SHORT_FLIGHT);
    one = usual_drop();
    one.count = 26; /* three frames after it */
    assert_int_equal(reasons_of(&one, NULL), ROUTH_SHORT_FLIGHT);

    one = usual_drop();
    one.turn[1] = one.turn[2] = 0; /* an edge */
    assert_int_equal(reasons_of(&one, NULL), ROUTH_TWO_CORNERS);

    one = usual_drop();
    one.lift = 0.02;
    assert_int_equal(reasons_of(&one, NULL), ROUTH_NOT_GROUND);

    one = usual_drop();
    one.second = one.strike + 1.2 / rate; /* the flights do not meet */
    assert_int_equal(reasons_of(&one, &contacts), ROUTH_TOO_CLOSE);
    assert_int_equal(contacts, 1);

    one = usual_drop();
    one.fall = -0.3; /* on its way up already */
    one.up = 1.5;
    assert_int_equal(reasons_of(&one, NULL), ROUTH_SEPARATES);

    one = usual_drop();
    one.tremble = 0.002; /* the tracking is not steady */
    assert_int_equal(reasons_of(&one, NULL) & ROUTH_NOT_BALLISTIC, ROUTH_NOT_BALLISTIC);
}

/* The tracked point jumps by a few mm and back for a frame: the flight goes on as before, and nothing was struck. */
static void test_slip_of_the_tracking(void **state) {
    (void)state;
    drop one = usual_drop();
    one.strike = 1; /* never, here */
    routh_trajectory3 toss = record(&one);
    toss.position[30][0] += 0.004;
    routh_dataset3 dataset = segment_one(&toss);
    routh_study3 study;
    assert_int_equal(dataset.count, 0);
    assert_int_equal(routh_study3_run(NULL, &dataset, NULL, &study), ROUTH_OK);
    assert_true(isnan(study.restitution.median) && !study.compared);
    routh_study3_release(NULL, &study);
    routh_dataset3_release(NULL, &dataset);
}

SUBJECT(segment3_reasons) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_slip_of_the_tracking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
